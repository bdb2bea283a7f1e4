"""`make bench ARGS=confusions`: who is understood how well, and what is taken for what, as a table and as a picture.

The voices are those like people's on which no model was trained (see `held_out`), and those of other synthesisers that
are installed (see `other_voices`).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from xml.sax.saxutils import escape

from benchmarks.ear_measuring import Answers, HeardPhrases, compared, heard, shared
from benchmarks.ear_table import Quiz, quizzes
from benchmarks.held_out import FOLDER, SAYINGS, SEED, HeldOut
from benchmarks.other_voices import OtherVoice, present
from benchmarks.recordings import LabelledRecording, in_a_room, read, slowly
from narrator.base.resources import folder
from narrator.ear.decision import Certain, Doubtful
from narrator.ear.vad import Silero
from narrator.ear.vosk_recogniser import VoskRecogniser
from narrator.rules.core.answers import Number
from narrator.table.inbox.entry import Reply

NUMBERS = "a number"
"""The question of which it is told what is taken for what."""

ASKED_BACK, NOTHING = "asked back", "nothing"
_CELL, _LEFT, _TOP = 34.0, 90.0, 80.0

Condition = Callable[[LabelledRecording], LabelledRecording]
Cells = Mapping[tuple[str, str], int]
"""How often what was said, the first, was taken for the second."""


def confusions(model: str, recordings: str, picture: str) -> int:
    """Print the table; with a `picture`, draw the matrix of the numbers into that file."""
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # as in the process that listens
    recogniser = VoskRecogniser(Path(model).expanduser() if model else folder("models") / "fr")
    known = quizzes(lambda word: not recogniser.unknown((word,)))
    conditions = _conditions(recordings)
    print("Understood at once, and once it was asked back, %; (w) taken for something else.\n")
    print(f"{'':12}{'sayings':>8}" + "".join(f"{name:>24}" for name in conditions))
    cells: Counter[tuple[str, str]] = Counter()
    recorded = {index.stem: HeldOut(index.stem) for index in sorted(FOLDER.glob("*.yaml"))}
    for voice, company in (recorded | {name: OtherVoice(name) for name in present()}).items():
        scores = []
        for condition in conditions.values():
            total = Answers()
            for kind, quiz in known.items():
                said = [text for text in quiz.said(SAYINGS, SEED) if company.can_say(text)]
                recording = condition(company.saying(said, SEED))
                found = heard(recogniser, Silero(), quiz.asked.phrases, recording.pcm())
                total += compared(recording, found, quiz.asked.meaning, recogniser.thresholds)
                if kind == NUMBERS:
                    cells.update(_taken(recogniser, quiz, recording, found))
            scores.append(total)
        print(f"{voice:12}{scores[0].placed:8}" + "".join(map(_score, scores)), flush=True)
    if picture:
        Path(picture).write_text(drawn(cells), "utf-8")
    return 0


def _conditions(recordings: str) -> dict[str, Condition]:
    named = recordings or os.environ.get("NARRATOR_AUDIO", "")
    kitchen = Path(named).expanduser() / "noise" / "kitchen.flac" if named else None
    found: dict[str, Condition] = {"quiet": lambda said: said}
    if kitchen is not None and kitchen.is_file():
        found["kitchen, 10 dB"] = partial(LabelledRecording.over, noise=read(kitchen), ratio=10)
    return found | {"in a room, at 3 m": in_a_room, "slowly": slowly}


def _score(score: Answers) -> str:
    at_last = 100 * (score.accepted + score.asked_back) / score.placed
    return f"{100 * score.accepted / score.placed:10.0f} {at_last:5.0f} {score.wrong:4}w  "


def _taken(
    recogniser: VoskRecogniser, quiz: Quiz, recording: LabelledRecording, found: Sequence[HeardPhrases]
) -> Iterator[tuple[str, str]]:
    """Yield each number that is said, and what it is taken for."""
    for placed, mine in shared(recording, found):
        said = _label(quiz.asked.meaning(placed.text))
        if said is None:
            continue
        decisions = [one.decision(quiz.asked.meaning, recogniser.thresholds) for one in mine]
        certain = [decision.meant for decision in decisions if isinstance(decision, Certain)]
        if certain:
            yield said, _label(certain[0]) or "another"
        else:
            yield said, ASKED_BACK if any(isinstance(decision, Doubtful) for decision in decisions) else NOTHING


def _label(entry: object) -> str | None:
    match entry:
        case Reply(answer=Number(value=value)):
            return str(value)
        case _:
            return None


def drawn(cells: Cells) -> str:
    """Return a matrix as a picture in SVG: a row for what is said, a column for what it is taken for.

    A cell is the darker, the larger its share of the row.
    """
    rows = sorted({said for said, _ in cells}, key=_order)
    columns = sorted({taken for _, taken in cells} | {*rows}, key=_order)
    width, height = _LEFT + _CELL * len(columns) + 20, _TOP + _CELL * len(rows) + 20
    parts = [_text(width / 2, 20, "Numbers: said (rows), and taken for (columns)")]
    parts += [_text(_LEFT + _CELL * (at + 0.5), _TOP - 10, name, tilted=True) for at, name in enumerate(columns)]
    for down, said in enumerate(rows):
        total = sum(cells.get((said, taken), 0) for taken in columns)
        y = _TOP + _CELL * down
        parts.append(_text(_LEFT - 24, y + _CELL * 0.65, said))
        parts += _row([cells.get((said, taken), 0) for taken in columns], total, y)
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif" '
        f'font-size="12">\n<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n'
    )


def _row(counts: Sequence[int], total: int, y: float) -> Iterator[str]:
    for across, count in enumerate(counts):
        x, share = _LEFT + _CELL * across, count / total
        yield (
            f'<rect x="{x:.0f}" y="{y:.0f}" width="{_CELL:.0f}" height="{_CELL:.0f}" fill="#0b6e4f" '
            f'fill-opacity="{share:.2f}" stroke="#ccc"/>'
        )
        if count:
            yield _text(x + _CELL / 2, y + _CELL * 0.65, str(count), colour="white" if share > 0.5 else "black")


def _order(name: str) -> tuple[int, str]:
    return (int(name), "") if name.isdigit() else (1000, name)


def _text(x: float, y: float, text: str, *, tilted: bool = False, colour: str = "black") -> str:
    turn = f' transform="rotate(-45 {x:.0f} {y:.0f})"' if tilted else ""
    anchor = "start" if tilted else "middle"
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{colour}"{turn}>{escape(text)}</text>'
