"""What a person reads aloud to record a voice of his own: one prompt a recording, which its file is named after.

The names are those of a line, of its variant and of the piece around what is put into it, or of the name, number or
card: whoever records with another program calls the files so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from narrator.base.sentences import to_user
from narrator.packs.markup import TextPart, runs
from narrator.packs.naming import Cast, spelled
from narrator.packs.pack import Pack
from narrator.packs.wording import Wording
from narrator.packs.words import Words
from narrator.recording.takes import (
    MOST,
    STAND_IN,
    all_lines,
    playing,
    programme,
    said,
    said_around,
    values_of,
    with_marks,
)
from narrator.rules.core.folding import folded
from narrator.rules.core.vocabulary import Eyes, Line
from narrator.table.games.repertoire import is_spoken, session_ids
from narrator.voice.performance import phrases, script
from narrator.voice.recordings import Spoken

FEW = 12
"""Seats, and numbers, that are said on a first evening."""

_NAMES, _BY_NIGHT, _VALUES, _BY_DAY, _SESSION, _MORE, _SELDOM = range(7)
_AS_WRITTEN: Mapping[str, object] = {"pronunciations": {}}


Breath: TypeAlias = tuple[TextPart, ...]


@dataclass(frozen=True)
class Prompt:
    """One thing to say. `file` is its name, without an ending; `before` and `after` what the sentence has around it.

    `serves` is what is made of it: itself, and the same words at other paces. `turn` says how early it is needed.
    """

    file: str
    spoken: Spoken
    words: str
    before: str = ""
    after: str = ""
    manner: str = ""
    serves: tuple[Spoken, ...] = ()
    turn: int = 0


def prompts(pack: Pack, language: str, names: Sequence[str]) -> tuple[Prompt, ...]:
    """Return all that a game says aloud, by day and by night, and first names: what a first night needs, first."""
    found = {prompt.spoken: prompt for prompt in _values(pack, language, names)}
    words, stand_in = pack.words[language], said_around(STAND_IN, language)
    short = values_of(words) | {stand_in}
    for line in all_lines(pack):
        for prompt in _line(words, line, stand_in, short):
            found.setdefault(prompt.spoken, prompt)
    return tuple(sorted(found.values(), key=lambda prompt: prompt.turn))


def _line(words: Words, line: Line, stand_in: str, short: frozenset[str]) -> Iterator[Prompt]:
    """Yield the pieces of a line, in all its variants, that stand around what is put into it: one of `short`."""
    for number, (heard, read) in enumerate(_variants(words, line, stand_in), 1):
        fresh: dict[Spoken, Prompt] = {}
        for said_run, written_run in zip(heard, read, strict=True):
            pieces = script(written_run)
            texts = with_marks(pieces)
            for at, phrase in enumerate(phrases(script(said_run))):
                spoken = Spoken.of(phrase)
                if phrase.text in short or spoken in fresh:
                    continue
                file = _plain(f"{line.id}.{number}") + (f"-{len(fresh) + 1}" if fresh else "")
                around = " ".join(texts[:at]), " ".join(texts[at + 1 :])
                manner = _manner(spoken, line.eyes)
                fresh[spoken] = Prompt(file, spoken, texts[at], *around, manner, (spoken,), _turn(line))
        yield from fresh.values()


def _variants(words: Words, line: Line, stand_in: str) -> Iterator[tuple[list[Breath], list[Breath]]]:
    """Yield, for each variant, the breaths of all its fillings: as a voice is given them, and as they are written."""
    variants = words.lines.get(line.id, ()) if line.spoken else ()
    cast = Cast(3, tuple(words.cards), tuple(words.camps), 3, playing(words)[:3])
    for text in variants:
        alone = {"lines": {line.id: (text,)}}
        heard, read = (
            [
                run
                for utterance in Wording(kind, (stand_in,) * 3).utterances([line], cast)
                for run in runs(utterance)
                if isinstance(run, tuple)
            ]
            for kind in (words.model_copy(update=alone), words.model_copy(update={**alone, **_AS_WRITTEN}))
        )
        yield heard, read


def _turn(line: Line) -> int:
    if line.id in session_ids():
        return _SESSION if is_spoken(line.id) else _SELDOM
    return _BY_DAY if line.eyes is Eyes.OPEN else _BY_NIGHT


def _values(pack: Pack, language: str, names: Sequence[str]) -> Iterator[Prompt]:
    """Yield what is put into lines: names, seats, numbers, cards. Other paces are made of the voice's own."""
    words = pack.words[language]
    said_of = [programme([pack], language, by_night=night) for night in (False, True)]
    spellings = {folded(name): name for name in names}
    named = {name: said(words, name) for name in spellings.values()}
    every = {value for programme_ in said_of for value in programme_.values}
    every |= {name for programme_ in said_of for name in programme_.named(named.values())}
    known = {said(words, text): (file, text, turn) for file, text, turn in _called(words, bool(names))}
    known |= {text: (f"name.{name.replace('.', '')}", name, _NAMES) for name, text in named.items()}
    serves: dict[Spoken, list[Spoken]] = {}
    for value in sorted(every):
        serves.setdefault(replace(value, pace=1.0), []).append(value)
    order = list(known)
    for spoken in sorted(serves, key=lambda spoken: (order.index(spoken.text), spoken)):
        file, text, turn = known[spoken.text]
        marks = [mark for mark in ("strong", "whisper") if getattr(spoken, mark)] + ["end"] * spoken.closing
        place = "record.closing" if spoken.closing else "record.inside"
        yield Prompt(
            file=_plain(".".join([file, *marks])),
            spoken=spoken,
            words=text,
            before="…" if spoken.closing else "",
            after="" if spoken.closing else "…",
            manner=", ".join(filter(None, (_manner(spoken, Eyes.EITHER), to_user(place)))),
            serves=tuple(serves[spoken]),
            turn=_MORE if spoken.strong or spoken.whisper else turn,
        )


def _called(words: Words, named: bool) -> Iterator[tuple[str, str, int]]:
    """Yield the file, the words and the turn of each value; of two that sound alike, the last one counts."""
    wording = Wording(words)
    yield "title", words.title, _MORE
    for code in reversed(playing(words)):
        yield f"playing.{code}", wording.playing(code), _MORE
    for number in range(MOST + 1):
        yield f"number.{number}", str(number), _VALUES if number <= FEW else _MORE
    for before, forms in (("consonant", words.counting.consonant), ("vowel", words.counting.vowel)):
        for counted, form in forms.items():
            yield f"number.{counted}.{before}", form, _MORE
    for id_, camp in words.camps.items():
        yield f"camp.{id_}", camp.name, _VALUES
    for id_, card in words.cards.items():
        for form in ("many", "bare", "name"):
            yield f"card.{id_}" + (f".{form}" if form != "name" else ""), getattr(card, form), _VALUES
    for number in range(1, MOST + 1):
        turn = _NAMES if number <= FEW and not named else _MORE
        for form, text in zip(("", ".addressed"), words.seat_forms, strict=False):
            yield f"seat.{number}{form}", text.replace("{number}", str(number)), turn


def _manner(spoken: Spoken, eyes: Eyes) -> str:
    """Say how something is to be said; empty where it is said as usual."""
    manners = {
        "record.slowly": spoken.pace < 1,
        "record.fast": spoken.pace > 1,
        "record.strong": spoken.strong,
        "record.whispered": spoken.whisper,
        "record.by_night": eyes is Eyes.CLOSED and not spoken.whisper,
    }
    return ", ".join(to_user(id_) for id_, so in manners.items() if so)


def _plain(name: str) -> str:
    """Return a name as it may be that of a file: small letters without accents, hyphens."""
    return spelled(name).replace("/", "-")


def listed(all_of_it: Iterable[Prompt]) -> Iterator[str]:
    """Yield a line for each file: its name, its words with what stands around them, how they are said; with tabs."""
    for prompt in all_of_it:
        around = f"{prompt.before} [{prompt.words}] {prompt.after}".strip()
        yield "\t".join(
            (f"{prompt.file}.wav", prompt.words if around == f"[{prompt.words}]" else around, prompt.manner)
        )
