"""`narrator render`: a rehearsed game as a sound file, as it would be heard."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from narrator.base import whole_files
from narrator.base.resources import cache_folder
from narrator.base.sentences import to_user
from narrator.commands.rehearsing import RehearsalOptions, rehearsal
from narrator.commands.telling import who_won
from narrator.evening.app.fetching import Bar
from narrator.evening.app.settings import load_settings, log
from narrator.evening.recap.story_page import story_page
from narrator.evening.rehearsal.rehearsal import rehearse
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.packs.markup import Utterance
from narrator.packs.wording import Wording
from narrator.rules.core.answers import Answer
from narrator.rules.core.effects import Ask, Effect, Form, News, Scene, Term, Topic
from narrator.sound.audio.messages import Ambience, Cover, Order, PlayScene, Speak, VolumeLevel
from narrator.sound.audio.mixer import Mixer
from narrator.sound.audio.sound_file import GameRecording, clock, recorded
from narrator.sound.dsp.samples import RATE, Samples, Volume, frames, stepped, to_pcm
from narrator.sound.soundscape.scenes import stream
from narrator.table.session.ports import Pace
from narrator.voice.cache import Cache
from narrator.voice.profile import load_voice
from narrator.voice.recital import Recital, with_numbers
from narrator.voice.voice_files import VoiceError


class Recite(Protocol):
    """What turns words into samples: see `narrator.voice.recital`."""

    def __call__(self, utterance: Utterance, *, by_night: bool, level: float = 0.0) -> Samples:
        """Return the samples of an utterance."""


class Studio:
    """A mouth of a rehearsal: the real mixer under the virtual clock.

    Its sound goes to `hear`, block after block; speaking moves the clock by exactly the samples spoken.

    `speech` gives the samples of an utterance by day or by night, `seed` is the game's public one. `at` counts frames
    of the clock. `captioned` is told each utterance, with the frame of the sound from which it is heard, and whether
    that is by night.
    """

    def __init__(
        self,
        clock: VirtualClock,
        mixer: Mixer,
        speech: Recite,
        hear: Callable[[Samples], None],
        *,
        seed: int,
        captioned: Callable[[int, Utterance, bool], None] = lambda _frame, _utterance, _by_night: None,
    ) -> None:
        self._clock = clock
        self._mixer = mixer
        self._speech = speech
        self._hear = hear
        self._seed = seed
        self._captioned = captioned
        self._began = self.at = frames(clock.now())
        self._by_night = False
        self._spoken = 0
        self._volume = Volume()
        self._level = self._volume.level

    def speak(self, utterance: Utterance) -> None:
        samples = self._speech(utterance, by_night=self._by_night, level=self._volume.gain)
        self._spoken += 1
        self._order(Speak(self._spoken, to_pcm(samples)))
        self._captioned(self.at - self._began, utterance, self._by_night)
        self._mix(len(samples))
        self._clock.advance(self.at / RATE)

    def scene(self, scene: Scene, take: int, gain: float = 0.0) -> None:
        self._by_night = scene.closed
        self._order(PlayScene(scene.scene, self._seed, take))
        self._volume.gain = gain
        self._set_level()

    def cover(self, on: bool) -> None:
        self._order(Cover(on))
        self._volume.covering = on
        self._set_level()

    def volume(self, steps: int) -> bool:
        self._volume.chosen = stepped(self._volume.chosen, steps)
        self._set_level()
        return True

    def catch_up(self) -> None:
        """Play what lies between the last sound and the present time."""
        self._mix(frames(self._clock.now()) - self.at)

    def _set_level(self) -> None:
        if self._volume.level != self._level:
            self._level = self._volume.level
            self._order(VolumeLevel(self._level))

    def _order(self, order: Order) -> None:
        self.catch_up()
        self._mixer.take(order)

    def _mix(self, count: int) -> None:
        while count > 0:
            block, _ = self._mixer.mix(min(count, RATE))
            self._hear(block)
            self.at += len(block)
            count -= len(block)


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
