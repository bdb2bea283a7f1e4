"""`narrator ear record | report | calibrate`: records answers, reports which are understood, chooses thresholds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import soundfile

from narrator import whole_files
from narrator.commands.named_recordings import left_out, said_in, sound_files
from narrator.commands.recording import PromptTerminal, microphone
from narrator.core.folding import folded
from narrator.downloads.store import find_model, missing
from narrator.dsp.samples import RATE
from narrator.dsp.sound_reading import UnreadableSoundError
from narrator.inbox.entry import Entry
from narrator.language.evening_grammars import answered_by, evening_grammars, sayings
from narrator.language.phrasebook import MOST, Phrasebook, phrasebook_of
from narrator.language.spoken import Grammar
from narrator.listening.calibration import FEWEST, HeardRecording, chosen, counted
from narrator.listening.decision import Certain, Doubtful
from narrator.listening.levels import Pcm
from narrator.listening.listener import listened_for
from narrator.listening.recogniser import RecogniserError
from narrator.listening.thresholds import FILE, Thresholds, keep_thresholds
from narrator.listening.trial import heard, interval, read
from narrator.listening.vad import Vad
from narrator.listening.vosk_recogniser import VoskRecogniser
from narrator.listening.worker import detector
from narrator.recording.making import Cut
from narrator.recording.own_voice import SOUNDS, Sitting
from narrator.recording.prompts import Prompt
from narrator.resources import locale_language, pack_path
from narrator.speech.first_names import first_names
from narrator.speech.recordings import Spoken
from narrator.story.pack import load_pack
from narrator.story.sentences import to_user
from narrator.user_error import UserError

_GAME = "thiercelieux"
_SEATS = 12
"""At the table where nobody speaks of more."""
_NARROWEST, _WIDEST = 40, 60
"""Letters of a file's name that verdicts leave room for."""
_SEED = 60
_OTHER_QUESTIONS = 2
"""At how many each recording is heard to which it is no answer: nothing may be made of it there."""
_FORMATS = ", ".join(sorted(SOUNDS))


@dataclass(frozen=True, slots=True)
class Listening:
    """A model, where it lies, and what an evening with common first names listens for.

    `words` are all words of its phrases, by how they are spelled without accents.
    """

    folder: Path
    recogniser: VoskRecogniser
    grammars: dict[str, Grammar]
    words: dict[str, str]
    vad: Vad
    phrasebook: Phrasebook
    language: str

    @property
    def measured(self) -> bool:
        """Whether the model came with thresholds."""
        return (self.folder / FILE).is_file()

    def answer(self, text: str) -> str | None:
        """Return a text with its accents if it answers any question, else None."""
        accented = " ".join(self.words.get(folded(word), word) for word in text.split())
        return next((way for way in (text, accented) if answered_by(way, self.grammars) is not None), None)

    def said_in(self, file: Path) -> str:
        """Return what is said in a recording, by its name."""
        return said_in(file, self.language, self.answer)

    def answers_in(self, files: Sequence[Path]) -> int:
        """Return how many files are called after an answer."""
        return sum(self.answer(self.said_in(file)) is not None for file in files)

    def hear(self, grammar: Grammar, sound: Pcm, said: str | None) -> HeardRecording[Entry]:
        """Hear a recording while a question is open; what is `said` in it may be an answer, None is none."""
        told = heard(self.recogniser, self.vad, listened_for(grammar.phrases, self.phrasebook), sound)
        return HeardRecording(tuple(told), grammar.read, None if said is None else grammar.read(said))


def report(place: Path, language: str, model: str | None) -> int:
    """Print what is understood of the sound files in a folder, which are called after what is said in them.

    Status 2 where none of them could be heard.

    Raises:
        UserError: there is nothing to hear, or nothing to hear it with.
    """
    if not (files := sound_files(place)):
        raise UserError(to_user("ear.no_files", place=place, formats=_FORMATS))
    return 0 if _report(place, files, _listening(language, model, files)) else 2


def calibrate(place: Path, language: str, model: str | None) -> None:
    """Choose from the recordings in a folder how sure a model must be, and keep that beside it.

    Raises:
        UserError: there are too few, nothing can hear them, or the model came with thresholds.
    """
    files = sound_files(place)
    listening = _listening(language, model, files)
    if listening.measured:
        raise UserError(to_user("ear.measured", place=listening.folder))
    if (count := listening.answers_in(files)) < FEWEST:
        raise UserError(to_user("ear.too_few", count=count, fewest=FEWEST))
    _calibrate(files, listening)


def _report(place: Path, files: Sequence[Path], listening: Listening) -> bool:
    """Print what is understood of the sound files in a folder; return whether anything could be heard."""
    thresholds = listening.recogniser.thresholds
    every = list[HeardRecording[Entry]]()
    width = min(_WIDEST, max(_NARROWEST, *(len(str(file.relative_to(place))) for file in files)))
    for file in files:
        name = f"{file.relative_to(place)!s:{width}}"
        try:
            sound = read(file)
        except UnreadableSoundError:
            print(name, to_user("ear.unreadable"))
            continue
        said = listening.said_in(file)
        grammar = answered_by(said, listening.grammars)
        one = listening.hear(grammar or listening.grammars["a seat"], sound, None if grammar is None else said)
        every.append(one)
        print(name, _verdict(one, thresholds))
    found = counted(every, thresholds)
    if found.answers:
        low, high = (f"{100 * share:.0f}" for share in interval(found.understood, found.answers))
        print(to_user("ear.report", right=found.understood, of=found.answers, low=low, high=high))
    elif every:
        print(to_user("ear.no_answers"))
    if found.asked_back:
        print(to_user("ear.asked_back", count=found.asked_back))
    if found.wrong:
        print(to_user("ear.wrong", count=found.wrong))
    if others := left_out(place):
        print(to_user("ear.left_out", formats=_FORMATS, names=", ".join(file.name for file in others)))
    return bool(every)


def _calibrate(files: Sequence[Path], listening: Listening) -> None:
    print(to_user("ear.calibrating"))
    listening.recogniser.thresholds = Thresholds()
    told = list(_heard_at_questions(files, listening))
    best = replace(chosen(told), recordings=sum(one.wanted is not None for one in told))
    kept = keep_thresholds(listening.folder, best)
    listening.recogniser.thresholds = best
    before, now = counted(told, Thresholds()), counted(told, best)
    print(to_user("ear.calibrated", before=before.understood, now=now.understood, of=now.answers, place=kept))


def _heard_at_questions(files: Sequence[Path], listening: Listening) -> Iterator[HeardRecording[Entry]]:
    """Hear each recording at the question that it answers, and at some to which it is no answer, each at other ones."""
    every = list(listening.grammars.values())
    recordings = list[tuple[str, Pcm]]()
    for file in files:
        with suppress(UnreadableSoundError):  # what the others say is enough
            recordings.append((listening.said_in(file), read(file)))
    asked = list[tuple[int, int]]()  # at which question, which recording
    for number, (said, _) in enumerate(recordings):
        own = answered_by(said, listening.grammars)
        in_turn = [(number + turn) % len(every) for turn in range(len(every))]
        others = [question for question in in_turn if every[question].read(said) is None]
        asked += [(question, number) for question in others[:_OTHER_QUESTIONS]]
        asked += [(every.index(own), number)] if own is not None else []
    for question, number in sorted(asked):  # a question after the other: each takes a while to be made
        said, sound = recordings[number]
        yield listening.hear(every[question], sound, said)


def _verdict(one: HeardRecording[Entry], thresholds: Thresholds) -> str:
    match one.decision(thresholds):
        case Certain(meant, text):
            return to_user("ear.well") if meant == one.wanted else to_user("ear.other", text=text)
        case Doubtful(meant):
            rightly = one.wanted is None or one.wanted in meant
            return to_user("ear.doubtful" if rightly else "ear.doubtful_others")
        case None if one.wanted is None:
            return to_user("ear.rightly_nothing")
        case None:
            return to_user("ear.not_understood" if one.told else "ear.nothing")


def record(place: Path, language: str, device: str | None, count: int) -> None:
    """Show phrases, one after the other, and keep what a player says of them: files for `report`, for him alone.

    A model that came without thresholds, and was never calibrated, is calibrated by them.
    """
    listening = _listening(language, None)
    prompts = [Prompt(_file(text), Spoken(text), text) for text in sayings(listening.grammars, count, _SEED)]
    there = {prompt.spoken for prompt in prompts if (place / prompt.file).exists()}

    def keep(cut: Cut) -> None:
        file = place / _file(cut.spoken.text)
        soundfile.write(file, cut.samples, RATE)
        file.chmod(0o600)

    with microphone(device) as recorder:
        whole_files.make_folder(place)
        Sitting(prompts, there, keep, recorder, PromptTerminal()).run()
    calibrated = listening.measured or listening.recogniser.thresholds.recordings
    files = sound_files(place)
    if not calibrated and listening.answers_in(files) >= FEWEST:
        _calibrate(files, listening)
    if files:
        _report(place, files, listening)


def _file(text: str) -> str:
    return f"{text.replace(' ', '_')}.flac"


def _listening(language: str, model: str | None, files: Sequence[Path] = ()) -> Listening:
    """Load the model of a language, and gather what it listens for, with as many seats as the files' names speak of."""
    place = find_model(language, model)
    if place is None:
        raise RecogniserError("model", missing(language, model, locale_language()))
    recogniser, vad, phrasebook = VoskRecogniser(place), detector(), phrasebook_of(language)
    words = load_pack(pack_path(_GAME), [language]).words_of_a_table(language)
    names = [name for name in first_names(language) if not recogniser.unknown((name,))]

    def at_a_table(seats: int) -> Listening:
        grammars = evening_grammars(words, names[:seats], lambda word: not recogniser.unknown((word,)))
        spoken = {word for grammar in grammars.values() for phrase in grammar.phrases for word in phrase.split()}
        accented = {folded(word): word for word in sorted(spoken)}
        return Listening(place, recogniser, grammars, accented, vad, phrasebook, language)

    answers = at_a_table(MOST).answers_in(files)
    tables = map(at_a_table, range(_SEATS, MOST + 1))
    return next(table for table in tables if table.answers_in(files) == answers)
