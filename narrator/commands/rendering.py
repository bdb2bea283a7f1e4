"""`narrator render`: a rehearsed game as a sound file, as it would be heard."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from narrator import whole_files
from narrator.app.fetching import Bar
from narrator.app.settings import load_settings, log
from narrator.audio.messages import Ambience
from narrator.audio.mixer import Mixer
from narrator.audio.sound_file import GameRecording, clock, recorded
from narrator.commands.rehearsing import RehearsalOptions, rehearsal
from narrator.commands.telling import who_won
from narrator.core.answers import Answer
from narrator.core.effects import Ask, Effect, Form, News, Term, Topic
from narrator.recap.story_page import story_page
from narrator.rehearsal.rehearsal import rehearse
from narrator.rehearsal.studio import Studio
from narrator.rehearsal.virtual_table import VirtualClock
from narrator.resources import cache_folder
from narrator.session.ports import Pace
from narrator.soundscape.scenes import stream
from narrator.speech.cache import Cache
from narrator.speech.profile import load_voice
from narrator.speech.recital import Recital, with_numbers
from narrator.speech.voice_files import VoiceError
from narrator.story.markup import Utterance
from narrator.story.sentences import to_user
from narrator.story.wording import Wording

AFTERGLOW = 4.0
"""Seconds of ambience behind the last word."""


CHAPTERS = {Topic.NIGHTFALL: "story.night", Topic.DAYBREAK: "story.day"}
"""The line that is the title of a chapter, with its number."""


class Chapters:
    """Begins a chapter of a recording with each night and each day, and keeps what its tale is made of."""

    def __init__(self, wording: Wording, recording: GameRecording, studio: Studio) -> None:
        self._wording = wording
        self._recording = recording
        self._studio = studio
        self.effects: list[Effect] = []

    def effect(self, effect: Effect, _at: float) -> None:
        self.effects.append(effect)
        if isinstance(effect, News) and (line := CHAPTERS.get(effect.topic)) is not None:
            self._studio.catch_up()
            self._recording.chapter(self._wording.line(line, number=Term(Form.NUMBER, effect.number)))

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        """Answers make no sound."""


def run(plan: RehearsalOptions, output: str, names: str, voice_name: str | None, *, ambience: bool, pace: str) -> None:
    """Record a game into the file `output`, and print what was written.

    Raises:
        UserError: it cannot be done.
        OSError: a file cannot be written.
    """
    planned = rehearsal(plan, names)
    kept = load_settings(log)
    voice = load_voice(voice_name or kept.voice.get(plan.language, plan.language))
    wording = with_numbers(planned.wording, voice)
    repertoire = replace(planned.game.repertoire(), counting=plan.counted)
    virtual = VirtualClock()
    mixer = Mixer(lambda scene, seed, number: stream(scene, seed, number, kept.sounds))
    ambience = ambience and kept.ambience
    mixer.take(Ambience(ambience))
    subtitles, page = (Path(output).with_suffix(suffix) for suffix in (".vtt", ".html"))
    with ExitStack() as open_:
        recital = open_.enter_context(Recital(voice, Cache(cache_folder()), log, seed=plan.seed))
        if not recital.ready():
            raise VoiceError(to_user("render.no_voice", file=output))
        recording = open_.enter_context(recorded(Path(output), subtitles))
        recital.prepare(repertoire.by_day(wording), repertoire.by_night(wording), Bar(wording.line("sound.preparing")))

        def captioned(frame: int, utterance: Utterance, by_night: bool) -> None:
            for begin, end, words in recital.timeline(utterance, by_night=by_night):
                recording.caption(frame + begin, frame + end, words)

        studio = Studio(virtual, mixer, recital, recording.write, seed=plan.seed, captioned=captioned)
        recording.chapter(wording.title)
        watcher = Chapters(wording, recording, studio)
        outcome = rehearse(
            planned.game.setup,
            wording,
            planned.table,
            clock=virtual,
            mouth=studio,
            watcher=watcher,
            pace=Pace(pace),
            button=plan.counted,
            motifs=ambience,
        )
        virtual.sleep(AFTERGLOW)
        studio.catch_up()
        planned.check_left()
    whole_files.write_asked(page, story_page(watcher.effects, wording, planned.game.setup.players))
    length = clock(recording.frames)
    written = {"file": output, "length": length, "subtitles": subtitles, "page": page}
    print(to_user("render.written", **written))
    print(who_won(outcome, planned.words))
