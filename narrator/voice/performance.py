"""How a voice performs an utterance: recorded or rendered phrases, rests and drum rolls, joined into samples.

What a name is put into is cut around the name, so that a name is rendered once for all its lines. Nobody hears the
cuts: every phrase is equally loud, begins and ends at zero, and rests at a join as long as its punctuation asks for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Protocol, TypeAlias

import numpy as np

from narrator.packs.markup import PLAIN, Silence, Style, Suspense, TextPart, Utterance
from narrator.sound.dsp.loudness import TARGET, amplified, limited, loudness
from narrator.sound.dsp.samples import Samples, frames, silence
from narrator.voice.processing import gain

WITHOUT_MARK, AT_A_COMMA, AT_AN_END = 0.03, 0.18, 0.35
"""Seconds of rest between two phrases: in the flow of words, at a comma, between sentences."""

COMMAS, ENDS = ",;:—–", ".!?…"

DILUTED = 0.3
"""LU by which rests and rolls may make a line measure less loud than its phrases; what is beyond is given back."""

LETTERS_OF_A_PART = 20
"""At least so many letters and spaces are in a part of a line: a second and a half, with the rest after them."""

LETTERS_ALONE = 30
"""So many letters and spaces last two seconds: a rest dilutes them by hardly more than `DILUTED`."""

_WORDS = re.compile(r"['’]?\w.*", re.DOTALL)
_MARKS_AT_END = re.compile(r"\W*\Z")


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that are rendered, and kept, in one piece; at least one letter or digit, no space around them.

    `opening` is whether a line begins with them, `closing` whether a sentence ends with them, which they need not say
    themselves ("Anne" in "It was Anne."), `rests` whether a comma or an end follows, and `raised` by how many dB they
    are louder than their style. These are no part of what a phrase is: most voices say it alike everywhere.
    """

    text: str
    style: Style = PLAIN
    opening: bool = field(default=False, compare=False)
    closing: bool = field(default=False, compare=False)
    rests: bool = field(default=False, compare=False)
    raised: float = field(default=0.0, compare=False)

    @property
    def gain(self) -> float:
        """Return by how many dB it is louder than plain words."""
        return gain(self.style) + self.raised


@dataclass(frozen=True, slots=True)
class Rest:
    """Silence, in seconds; `written` in the line, or what the punctuation between two phrases asks for."""

    seconds: float
    written: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Roll:
    """A suspense, in seconds: a drum, or the `figure` that it names, and the silence after it."""

    seconds: float
    figure: str = ""


Piece: TypeAlias = Phrase | Rest | Roll

HELD = "hold"
"""The figure of a note that is held before a name."""


def script(utterance: Utterance, *, opening: bool = True) -> tuple[Piece, ...]:
    """Return the pieces of an utterance, or of the rest of one that is not its `opening`.

    Written pauses stay as they are; joins between texts become rests.
    """
    pieces = tuple(_pieces(utterance))
    return tuple(
        replace(piece, opening=opening and number == 0, closing=_closes(after), rests=_rests(after))
        if isinstance(piece, Phrase)
        else piece
        for number, (piece, after) in enumerate(zip_longest(pieces, pieces[1:]))
    )


def phrases(pieces: Iterable[Piece]) -> tuple[Phrase, ...]:
    """Return what of these pieces is words."""
    return tuple(piece for piece in pieces if isinstance(piece, Phrase))


class Rendering(Protocol):
    """Gives the sound of the phrases of one line."""

    def __call__(self, phrase: Phrase) -> Samples: ...

    def chunks(self, phrase: Phrase) -> Iterator[Samples]:
        """Yield it in chunks, each made when it is asked for."""


def performed(
    pieces: Sequence[Piece], rendering: Rendering, roll: Callable[[float, str], Samples]
) -> Iterator[Samples]:
    """Yield a line in stretches, each made when it is asked for, so that a long one is heard at once.

    Its parts are `assembled` one by one; where a long phrase stands alone, no rest dilutes it, and it comes in chunks.
    """
    for part in parts(pieces):
        if not _needs_no_measuring(part):
            yield assembled(part, rendering, roll)
            continue
        for piece in part:
            if isinstance(piece, Phrase):
                yield from rendering.chunks(piece)
            else:
                yield _sound(piece, rendering, roll)


def _needs_no_measuring(part: Sequence[Piece]) -> bool:
    """Whether a part is one phrase: without a rest, or far longer than the blocks in which loudness is measured."""
    drums = any(isinstance(piece, Roll) and not piece.figure for piece in part)
    return not drums and len(phrases(part)) == 1 and (len(part) == 1 or _letters(part) >= LETTERS_ALONE)


def parts(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, ...]]:
    """Cut a script after rolls and the rests between sentences, so that it can be said part by part.

    Each part but the last has words enough that the next one is made while it is said.
    """
    part: list[Piece] = []
    for piece in pieces:
        part.append(piece)
        pauses = isinstance(piece, Roll) or (isinstance(piece, Rest) and piece.seconds >= AT_AN_END)
        if pauses and _letters(part) >= LETTERS_OF_A_PART:
            yield tuple(part)
            part.clear()
    if part:
        yield tuple(part)


def _letters(pieces: Iterable[Piece]) -> int:
    return sum(len(phrase.text) for phrase in phrases(pieces))


def _closes(after: Piece | None) -> bool:
    """Whether a sentence ends before this piece: at its mark, at a written pause however short, or with the line."""
    match after:
        case Rest(seconds=seconds, written=written):
            return written or seconds >= AT_AN_END
        case Roll(figure=figure) if figure == HELD:
            return False
        case _:
            return True


def _rests(after: Piece | None) -> bool:
    """Whether words before this piece may end as if a sentence did, to who has no recording of them amid one."""
    return _closes(after) or (isinstance(after, Rest) and after.seconds >= AT_A_COMMA)


def _pieces(utterance: Utterance) -> Iterator[Piece]:
    speaking = False
    marks = ""
    for segment in utterance:
        match segment:
            case Silence(seconds=seconds):
                yield Rest(seconds, written=True)
                speaking, marks = False, ""
            case Suspense(seconds=seconds, figure=figure):
                yield Roll(seconds, figure)
                speaking, marks = False, ""
            case TextPart():
                said = " ".join(segment.said.split())
                words = _WORDS.search(said)
                if words is None:
                    marks += said
                    continue
                if segment.hold:
                    yield Roll(segment.hold, HELD)
                elif speaking:
                    yield Rest(rest_at(marks + said[: words.start()]))
                yield Phrase(words[0], segment.style)
                speaking, marks = True, _MARKS_AT_END.findall(words[0])[0]


def rest_at(marks: str) -> float:
    """Return the seconds of rest that the marks between two phrases ask for."""
    if any(mark in ENDS for mark in marks):
        return AT_AN_END
    return AT_A_COMMA if any(mark in COMMAS for mark in marks) else WITHOUT_MARK


def assembled(
    pieces: Sequence[Piece], rendered: Callable[[Phrase], Samples], roll: Callable[[float, str], Samples]
) -> Samples:
    """Return the samples of a line, or of a part of one: as many as all its phrases, rests and rolls have together.

    Rests are silent to the sample; a roll lasts as long as it should, whatever `roll` returns for its seconds and its
    figure. Where rests would make a line measure more than `DILUTED` less loud than its phrases, its words are all
    raised by the same gain.
    """
    parts = [(piece, _sound(piece, rendered, roll)) for piece in pieces]
    raised = _dilution(parts)
    heard = (amplified(sound, raised) if isinstance(piece, Phrase) else sound for piece, sound in parts)
    line = np.concatenate([silence(0), *heard])
    # Phrases come limited: to look at each of their samples again would take a long line a fiftieth of a second.
    limits = raised or any(isinstance(piece, Roll) and not piece.figure for piece in pieces)
    return limited(line) if limits else line


def _sound(piece: Piece, rendered: Callable[[Phrase], Samples], roll: Callable[[float, str], Samples]) -> Samples:
    match piece:
        case Phrase():
            return rendered(piece)
        case Rest(seconds=seconds):
            return silence(seconds)
        case Roll(seconds=seconds, figure=figure):
            length = frames(seconds)
            played = roll(seconds, figure)[:length]
            return np.pad(played, (0, length - played.size))


def _dilution(parts: Sequence[tuple[Piece, Samples]]) -> float:
    """Return by how many dB the rests of a line make it too soft, were all of it said in a plain style.

    Figures are left out: words are as loud with one as without.
    """
    parts = [(piece, sound) for piece, sound in parts if not (isinstance(piece, Roll) and piece.figure)]
    if all(isinstance(piece, Phrase) for piece, _ in parts):
        return 0.0
    plain = (amplified(sound, -piece.gain) if isinstance(piece, Phrase) else sound for piece, sound in parts)
    found = loudness(np.concatenate([*plain]))
    return max(0.0, TARGET - DILUTED - found) if found > -np.inf else 0.0
