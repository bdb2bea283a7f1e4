"""What is to be recorded for packs, and in which breath each phrase is spoken.

A piece of a sentence that is spoken alone falls like a whole one, and a lone number comes out poor. So a line is
spoken whole, with a name in place of names, and its pieces are cut out of it; and names, numbers and cards are
spoken in the middle and at the end of a carrier sentence. And which lines a recorded voice cannot say after all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import groupby

from narrator.base.sentences import PROGRAM, sentences
from narrator.packs.markup import Utterance, compiled, runs
from narrator.packs.naming import Cast, Pronunciation
from narrator.packs.pack import Pack
from narrator.packs.pack_check import vocabulary_of
from narrator.packs.wording import Wording
from narrator.packs.words import Words
from narrator.rules.core.vocabulary import Eyes, Line
from narrator.table.games.registry import engine_facts
from narrator.table.games.repertoire import is_said_by_box, session_lines
from narrator.voice.performance import AT_A_COMMA, AT_AN_END, Phrase, Rest, phrases, script
from narrator.voice.profile import RECORDED, Voice, by_night, load_voice
from narrator.voice.recital import recordings_of
from narrator.voice.recordings import Recordings, Spoken
from narrator.voice.voice_files import default_voice

MOST = 40
"""The highest seat and the highest number that are recorded."""

SHORT = 14
"""Letters of a line that are too few to be spoken alone."""


VERB, BEFORE, STAND_IN = "record.verb", "record.before", "record.stand_in"
"""What is said around short words: see `said_around`.

A verb stands around names. It begins in the throat: neither lips nor tongue may move, for a vowel before a p is heard
with one. It ends without voice, which would run on into the next name. It is phonemes, for no word begins so. The
stand-in, the name that lines are spoken with, begins with a stop, in whose silence a cut is not heard. `BEFORE` is said
before a line that is too short to be said alone.
"""


def said_around(id_: str, language: str) -> str:
    """Return what is said around short words in a language."""
    return sentences(PROGRAM, language)[id_]


TOGETHER = 6
"""Names and numbers that are said in one breath, so that less of it is silence."""


@dataclass(frozen=True)
class Take:
    """One breath: pieces that are said one after another, and which of them are cut out, as what.

    A piece is text with its marks; what stands between two of them is a space.
    """

    pieces: tuple[str, ...]
    cuts: tuple[tuple[int, Spoken], ...]

    @property
    def manner(self) -> Spoken:
        return self.cuts[0][1]

    def goes_on(self, language: str) -> Take:
        """Return the same breath with a word behind it, so that its last sound is not its end."""
        return replace(self, pieces=(*self.pieces, said_around(VERB, language)))


@dataclass(frozen=True)
class Programme:
    """All that one voice has to say: pieces of lines, what is put into them, and how names are put into them.

    `names` are the manners in which seats are named, as recordings of no words.
    """

    fixed: Mapping[Spoken, Take]
    values: frozenset[Spoken]
    names: frozenset[Spoken]

    def named(self, names: Iterable[str]) -> Iterator[Spoken]:
        """Yield what is to be recorded of first names, those first that come first."""
        return (replace(manner, text=name) for name in names for manner in sorted(self.names))


def programme(packs: Iterable[Pack], language: str, *, by_night: bool) -> Programme:
    """Return what a voice has to say of these packs, by day or by night."""
    fixed: dict[Spoken, Take] = {}
    values: set[Spoken] = set()
    names: set[Spoken] = set()
    eyes = Eyes.CLOSED if by_night else Eyes.OPEN
    stand_in = said_around(STAND_IN, language)
    for pack in packs:
        words = pack.words[language]
        lines = [line for line in all_lines(pack) if line.eyes in (eyes, Eyes.EITHER)]
        short, seats = values_of(words), seats_of(words)
        # Of few, so that lists are short: each piece of a line is there all the same.
        few = Cast(3, tuple(words.cards), tuple(words.camps), 3, playing(words)[:3])
        # The last ways come first: three begins with a stop, in whose silence a cut is not heard; zero does not.
        for utterance in reversed([*Wording(words, (stand_in,) * 3).utterances(lines, few)]):
            for run in runs(utterance):
                if isinstance(run, tuple):
                    _cut(run, short | {stand_in}, language, fixed)
        if not by_night:  # a box offers the game, in lines that know it as a text
            values |= {Spoken(said(words, words.title), closing=closing) for closing in (False, True)}
        every = Cast(MOST, tuple(words.cards), tuple(words.camps), MOST, playing(words))
        for text in Wording(words).phrases(lines, every):
            for phrase in phrases(script((text,))):
                if phrase.text in short:
                    ways = {Spoken.of(replace(phrase, closing=closing)) for closing in (False, True)}
                    values |= ways
                    names |= {replace(way, text="") for way in ways if phrase.text in seats}
    return Programme(fixed, frozenset(values), frozenset(names))


def sentence(text: str, language: str) -> Mapping[Spoken, Take]:
    """Return what is to be recorded of a text with markup, in which nothing is to be filled in."""
    fixed: dict[Spoken, Take] = {}
    for run in runs(compiled(text).filled(lambda _place: ())):
        if isinstance(run, tuple):
            _cut(run, frozenset(), language, fixed)
    return fixed


def all_lines(pack: Pack) -> tuple[Line, ...]:
    """Return every line of a game that is ever said aloud, at a table or by a box."""
    facts = engine_facts(pack.rules.engine)
    known = vocabulary_of(pack.rules, facts).lines
    box = tuple(replace(line, spoken=True, eyes=Eyes.OPEN) for line in session_lines() if is_said_by_box(line.id))
    return tuple({line.id: line for line in (*known.values(), *box)}.values())


def values_of(words: Words) -> frozenset[str]:
    """Return, as a voice says them, the words that are put into lines: seats, numbers, cards, camps, titles."""
    cards = (text for card in words.cards.values() for text in (card.name, card.bare, card.many))
    numbers = (str(number) for number in range(MOST + 1))
    wording = Wording(words)
    shown = (wording.playing(code) for code in playing(words))
    every = (*cards, *(camp.name for camp in words.camps.values()), *numbers, *shown, words.title)
    counting = (*words.counting.consonant.values(), *words.counting.vowel.values())
    return frozenset(said(words, text) for text in every) | seats_of(words) | frozenset(counting)


def seats_of(words: Words) -> frozenset[str]:
    """Return how a voice calls seats whose player has no name."""
    numbers = range(1, MOST + 1)
    return frozenset(said(words, form.replace("{number}", str(n))) for form in words.seat_forms for n in numbers)


def said(words: Words, text: str) -> str:
    """Return a text as a voice is given it."""
    return Pronunciation(words.pronunciations).spoken(text) or text


def carried(values: Iterable[Spoken], language: str, respelt: Callable[[str], str] = str) -> Iterator[Take]:
    """Yield the breaths in which names, numbers and cards are said, several in each.

    `respelt` gives what the network would read badly as it is given to it.
    """

    def alike(spoken: Spoken) -> tuple[object, ...]:
        return spoken.closing, *_manner(spoken)

    for at_end, group in ((key[0], tuple(group)) for key, group in groupby(sorted(values, key=alike), key=alike)):
        for at in range(0, len(group), TOGETHER):
            some = group[at : at + TOGETHER]
            texts = [respelt(value.text) + ("." if at_end else "") for value in some]
            verb = said_around(VERB, language)
            pieces = (verb, *(piece for text in texts for piece in (text, verb)))
            yield Take(pieces, tuple((2 * place + 1, value) for place, value in enumerate(some)))


def playing(words: Words) -> tuple[str, ...]:
    """Return the playing cards, by their codes."""
    return tuple(f"{rank}{suit}" for rank in words.playing.ranks for suit in words.playing.suits)


def _cut(run: Utterance, short: frozenset[str] | set[str], language: str, fixed: dict[Spoken, Take]) -> None:
    """Take down what is new in one breath of a line."""
    pieces = script(run)
    spoken = phrases(pieces)
    wanted = [
        (at, way)
        for at, phrase in enumerate(spoken)
        if phrase.text not in short and (way := Spoken.of(phrase)) not in fixed
    ]
    for _, group in groupby(sorted(wanted, key=lambda cut: _manner(cut[1])), key=lambda cut: _manner(cut[1])):
        cuts = tuple(group)
        breath = with_marks(pieces)
        if len(spoken) == 1 and len(spoken[0].text) <= SHORT:
            breath = (said_around(BEFORE, language), *breath)
            cuts = tuple((at + 1, way) for at, way in cuts)
        take = Take(breath, cuts)
        fixed |= {way: take for _, way in cuts}


def _manner(spoken: Spoken) -> tuple[float, bool, bool]:
    return spoken.pace, spoken.strong, spoken.whisper


def with_marks(pieces: Sequence[object]) -> tuple[str, ...]:
    """Return the phrases of a breath, each with the mark that the rest after it stands for."""
    texts: list[str] = []
    for piece in pieces:
        if isinstance(piece, Phrase):
            texts.append(piece.text)
        elif isinstance(piece, Rest) and texts and texts[-1][-1:].isalnum():
            texts[-1] += "." if piece.seconds >= AT_AN_END else "," if piece.seconds >= AT_A_COMMA else ""
    if texts and texts[-1][-1:].isalnum():
        texts[-1] += "."
    return tuple(texts)


def lines_to_compose(pack: Pack) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each language whose default voice has recorded a pack, but not all of it, and the lines that it composes.

    Raises:
        RecordingsError: its files are missing or damaged.
        VoiceError: the file of a voice is damaged.
    """
    for language in pack.words:
        name = default_voice(language)
        if name is not None and (voice := load_voice(name)).engine == RECORDED:
            missing = tuple(line for line, _ in unrecorded(pack, language, recorded_by(voice)))
            if missing:
                yield language, missing


TIMES = {Eyes.OPEN: (False,), Eyes.CLOSED: (True,), Eyes.EITHER: (False, True)}
"""When a line is said: by day (False), by night (True)."""


def unrecorded(pack: Pack, language: str, has: Callable[[Spoken, bool], bool]) -> Iterator[tuple[str, str]]:
    """Yield the id of each line that is not recorded as a whole, with the first phrase of it that is missing.

    `has` says whether there is a recording, by day or by night. The line is said of somebody who has a number for a
    name: names are looked for by themselves.
    """
    words = pack.words[language]
    cast = Cast(MOST, tuple(words.cards), tuple(words.camps), MOST, playing(words))
    wording = Wording(words, (said_around(STAND_IN, language),))
    for line in all_lines(pack):
        missing = (
            phrase.text
            for by_night in TIMES[line.eyes]
            for utterance in wording.utterances([line], cast)
            for phrase in phrases(script(utterance))
            if not has(Spoken.of(phrase), by_night)
        )
        if (first := next(missing, None)) is not None:
            yield line.id, first


def recorded_by(voice: Voice) -> Callable[[Spoken, bool], bool]:
    """Return whether a recorded voice has something, by day (False) or, with its voice of the night, by night (True).

    Raises:
        RecordingsError: its files are missing or damaged.
        VoiceError: its file names a voice of the night that there is not.
    """
    files = []
    for who in (voice, by_night(voice)[0]):
        with closing(Recordings(recordings_of(who))) as recordings:
            files.append(frozenset(recordings))
    return lambda spoken, night: spoken in files[night]
