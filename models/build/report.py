"""Recordings of players, called after what is said in them: which a model understands, and thresholds chosen by them.

`make ear-report ARGS="record FOLDER"` has somebody say phrases into a folder; `report FOLDER` hears what lies there,
`calibrate FOLDER` chooses by it how sure a model that came without thresholds must be.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from itertools import product
from pathlib import Path
from typing import Final

import click
import soundfile
import yaml

from narrator.base import whole_files
from narrator.base.user_error import UserError
from narrator.commands.ear import SEATS, SEED, Listening, answered_by, listen, sayings, sum_up, verdict
from narrator.commands.recording import microphone
from narrator.ear.decision import Meant
from narrator.ear.thresholds import FILE, Thresholds, calibrated_file
from narrator.ear.trial import HeardRecording, counted, read
from narrator.ear.vad import Pcm
from narrator.recording.making import Cut
from narrator.recording.own_voice import SOUNDS, PromptTerminal, Sitting
from narrator.recording.prompts import Prompt
from narrator.sound.dsp.samples import RATE
from narrator.sound.dsp.sound_reading import UnreadableSoundError
from narrator.table.inbox.entry import Entry
from narrator.table.language.phrasebook import MOST, numerals
from narrator.voice.recordings import Spoken

FEWEST: Final = 30
"""Recordings, at least: of fewer, one more or less would change what is chosen."""

_APART: Final = (6.0, 5.0, 4.0, 3.0)
_UNLIKE: Final = (0.0, 1.0, 2.0)
"""Values of both thresholds that are tried, the most careful ones first.

The others stay careful: they keep talk out, and nobody records how a table talks.
"""

RIGHTLY_NOTHING = "its name is no answer, and nothing was taken for one"
_NARROWEST, _WIDEST = 40, 60
"""Letters of a file's name that verdicts leave room for."""
_OTHER_QUESTIONS = 2
"""At how many each recording is heard to which it is no answer: nothing may be made of it there."""
_FORMATS = ", ".join(sorted(SOUNDS))
_FOR_ALL = 0o644  # whoever runs a game reads them
_COUNT = re.compile(r"[\s-]*\(?\d+\)?$")
_DIGITS = re.compile(r"\d+")


@click.group()
def ear() -> None:
    """Hear recordings of players."""


def _command(name: str, what: Callable[..., int | None], *options: Callable[..., Callable[..., None]]) -> None:
    """Add a command; what is not possible ends it with a sentence."""

    def run(folder: Path, **told: str | int | None) -> None:
        try:
            sys.exit(what(folder, **told))
        except UserError as error:
            raise click.ClickException(str(error)) from error

    command: Callable[..., None] = click.option("--lang", "language", default="fr", show_default=True)(run)
    for option in options:
        command = option(command)
    place = click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
    ear.command(name, help=what.__doc__)(place(command))


def report(place: Path, language: str, model: str | None) -> int:
    """Print what is understood of the sound files in a folder, which are called after what is said in them.

    Status 2 where none of them could be heard.

    Raises:
        UserError: there is nothing to hear, or nothing to hear it with.
    """
    if not (files := sound_files(place)):
        raise UserError(
            f"There is no sound file ({_FORMATS}) in {place}: each is called after what is said in it, "
            "such as joueur_trois.flac"
        )
    return 0 if _report(place, files, _listening(language, model, files)) else 2


def calibrate(place: Path, language: str, model: str | None) -> None:
    """Choose from the recordings in a folder how sure a model must be, and keep that beside it.

    Raises:
        UserError: there are too few, nothing can hear them, or the model came with thresholds.
    """
    files = sound_files(place)
    listening = _listening(language, model, files)
    if _measured(listening):
        raise UserError(f"The model in {listening.folder} came with its thresholds: there is nothing to choose")
    if (count := _answers_in(files, listening)) < FEWEST:
        raise UserError(f"Recordings of answers: {count}. It takes {FEWEST} at least")
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
            print(name, "is no sound that can be read")
            continue
        said = said_in(file, listening.language, listening.answer)
        grammar = answered_by(said, listening.grammars)
        one = listening.hear(grammar or listening.grammars["a seat"], sound, None if grammar is None else said)
        every.append(one)
        nothing = one.wanted is None and one.decision(thresholds) is None
        print(name, RIGHTLY_NOTHING if nothing else verdict(one, thresholds))
    sum_up(every, thresholds)
    if every and not any(one.wanted is not None for one in every):
        print("No file is called after an answer to a question of a game, as joueur_trois.flac is")
    if others := left_out(place):
        print(f"Left out, of other formats than {_FORMATS}: {', '.join(file.name for file in others)}")
    return bool(every)


def _calibrate(files: Sequence[Path], listening: Listening) -> None:
    print("Every file is heard: that takes a minute or more.")
    listening.recogniser.thresholds = Thresholds()
    told = list(_heard_at_questions(files, listening))
    best = replace(chosen(told), recordings=sum(one.wanted is not None for one in told))
    kept = keep_thresholds(listening.folder, best)
    listening.recogniser.thresholds = best
    before, now = counted(told, Thresholds()), counted(told, best)
    print(
        f"Of these recordings {now.understood} of {now.answers} are understood; with careful thresholds, "
        f"{before.understood}. The new ones are in {kept}"
    )


def _heard_at_questions(files: Sequence[Path], listening: Listening) -> Iterator[HeardRecording[Entry]]:
    """Hear each recording at the question that it answers, and at some to which it is no answer, each at other ones."""
    every = list(listening.grammars.values())
    recordings = list[tuple[str, Pcm]]()
    for file in files:
        with suppress(UnreadableSoundError):  # what the others say is enough
            recordings.append((said_in(file, listening.language, listening.answer), read(file)))
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


def record(place: Path, language: str, device: str | None, count: int) -> None:
    """Show phrases, one after the other, and keep what a player says of them: files for `report`, for him alone.

    A model that came without thresholds, and was never calibrated, is calibrated by them.
    """
    listening = _listening(language, None)
    prompts = [Prompt(_file(text), Spoken(text), text) for text in sayings(listening.grammars, count, SEED)]
    there = {prompt.spoken for prompt in prompts if (place / prompt.file).exists()}

    def keep(cut: Cut) -> None:
        file = place / _file(cut.spoken.text)
        soundfile.write(file, cut.samples, RATE)
        file.chmod(0o600)

    with microphone(device) as recorder:
        whole_files.make_folder(place)
        Sitting(prompts, there, keep, recorder, PromptTerminal()).run()
    calibrated = _measured(listening) or listening.recogniser.thresholds.recordings
    files = sound_files(place)
    if not calibrated and _answers_in(files, listening) >= FEWEST:
        _calibrate(files, listening)
    if files:
        _report(place, files, listening)


def _file(text: str) -> str:
    return f"{text.replace(' ', '_')}.flac"


def keep_thresholds(model: Path, thresholds: Thresholds) -> Path:
    """Keep thresholds that were chosen here for the model in a folder, and return their file.

    Raises:
        OSError: it cannot be written.
    """
    file = calibrated_file(model)
    careful = asdict(Thresholds())
    told = {name: value for name, value in asdict(thresholds).items() if value != careful[name]}
    whole_files.replace(file, yaml.safe_dump(told, sort_keys=False).encode())
    file.chmod(_FOR_ALL)
    return file


def _measured(listening: Listening) -> bool:
    """Whether the model came with thresholds."""
    return (listening.folder / FILE).is_file()


def _answers_in(files: Sequence[Path], listening: Listening) -> int:
    """Return how many files are called after an answer."""
    return sum(listening.answer(said_in(file, listening.language, listening.answer)) is not None for file in files)


def _listening(language: str, model: str | None, files: Sequence[Path] = ()) -> Listening:
    """Load the model of a language, and gather what it listens for, with as many seats as the files' names speak of."""
    at_a_table = listen(language, model)
    answers = _answers_in(files, at_a_table(MOST))
    tables = map(at_a_table, range(SEATS, MOST + 1))
    return next(table for table in tables if _answers_in(files, table) == answers)


def chosen(heard: Sequence[HeardRecording[Meant]]) -> Thresholds:
    """Return the thresholds that are worth most for what was heard with careful ones; of equals the most careful.

    No more of the recordings may be taken for something else than with the careful ones.
    """
    best = Thresholds()
    careful = most = counted(heard, best)
    for apart, unlike in product(_APART, _UNLIKE):
        thresholds = Thresholds(apart=apart, unlike=unlike)
        now = counted(heard, thresholds)
        if now.wrong <= careful.wrong and now.worth > most.worth:
            best, most = thresholds, now
    return best


def sound_files(place: Path) -> list[Path]:
    """Return the sound files in a folder and in those within it, by name; hidden ones are none."""
    return [file for file in _files(place) if file.suffix.lower() in SOUNDS]


def left_out(place: Path) -> list[Path]:
    """Return the other files there, by name; hidden ones are none."""
    return [file for file in _files(place) if file.suffix.lower() not in SOUNDS]


def said_in(file: Path, language: str, answer: Callable[[str], str | None]) -> str:
    """Return what is said in a file, by its name.

    `answer` returns an answer as it is spelled, and None for what is none. A number at the end counts recordings of the
    same text, unless the text is an answer with it alone: `joueur_3.wav`.
    """
    said = file.stem.replace("_", " ").casefold().strip(" .!?")
    ways = said, _COUNT.sub("", said), _DIGITS.sub(lambda digits: _spelled(digits[0], language), said)
    return next(filter(None, map(answer, ways)), said)


def _files(place: Path) -> list[Path]:
    return sorted(
        file
        for file in place.rglob("*")
        if file.is_file() and not any(part.startswith(".") for part in file.relative_to(place).parts)
    )


def _spelled(digits: str, language: str) -> str:
    return numerals(int(digits), language)[0] if int(digits) <= MOST else digits


_MODEL = click.option("--model", help="Listen with this model: its name, or its folder.")
_command("report", report, _MODEL)
_command("calibrate", calibrate, _MODEL)
_command(
    "record",
    record,
    click.option("--count", type=click.IntRange(1, 500), default=60, show_default=True, help="How many phrases."),
    click.option("--device", help="The microphone, or a part of its name; by default the default one."),
)

if __name__ == "__main__":
    ear()
