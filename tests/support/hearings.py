"""A table of eight that is listened to: its questions, its ears, who speaks there, what is heard, and how it sounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from typing import cast

import numpy as np
from questions import declared, table_words

from models.build.espeak import Manner
from models.build.export import FOLDER
from models.build.speech import speak
from narrator.ear.listener import Listener
from narrator.ear.messages import KnownWords, Recognised
from narrator.ear.table_ears import TableEars
from narrator.ear.vad import Pcm
from narrator.rules.core.answers import ACQUITTED, CONFIRM, DONE, GUILTY, KEEP, NOBODY, YES_NO, Choices, Kind
from narrator.rules.core.effects import PLAINLY, Aloud, Ask, Verb, Window
from narrator.rules.core.folding import folded
from narrator.rules.core.secrets import Secret
from narrator.sound.dsp.samples import HEARING_RATE
from narrator.table.inbox.entry import Entry
from narrator.table.inbox.moment import Moment
from narrator.table.language.spoken import Grammar, Hearing, grammar_of
from narrator.table.language.table_words import TableWords
from narrator.voice.phonemes import phonemes

EIGHT = ("Alice", "Bruno", "Chloé", "Jean-Luc", "Jean Paul", "Tiernan", "Noé", "Zoé")
LIVING = (1, 2, 3, 4, 5, 7, 8)
BALLOT = Choices(kind=Kind.BALLOT, seats=LIVING, ties=True, words=(NOBODY,))
TWO_OUT = replace(BALLOT, count=(1, 2))
ONE = Choices(kind=Kind.SEATS, seats=LIVING, words=(NOBODY,))
VOLUNTEERS = Choices(kind=Kind.SEATS, seats=LIVING, count=(1, 7), words=(NOBODY,))
VERDICT = Choices(kind=Kind.YES_NO, words=(GUILTY, ACQUITTED))
VOICES = Choices(kind=Kind.NUMBER, numbers=(0, 9))
DEAD = Choices(kind=Kind.CARD, cards=("loup-garou", "petite-fille", "sorcière", "voyante"))
SWAP = replace(DEAD, words=(KEEP,))
POCKET = Choices(kind=Kind.TAKE, numbers=(1, 15), cards=("fidele", "agent", "street", "cheat"))
DENOUNCE = replace(ONE, words=(NOBODY, DONE))
PUBLIC = (BALLOT, TWO_OUT, ONE, VOLUNTEERS, CONFIRM, YES_NO, VERDICT, VOICES, DEAD)


def eight(game: str = "thiercelieux", language: str = "fr", names: tuple[str, ...] = EIGHT) -> TableWords:
    """Return the words of a table of eight."""
    return replace(table_words(game, language), players=8, names=names)


@cache
def grammar(choices: Choices, question: str = "any", game: str = "thiercelieux", language: str = "fr") -> Grammar:
    """Return what may be said by day to a question with these choices, seat 6 being dead."""
    known = declared(game).get(question)
    aloud = PLAINLY if known is None else known.aloud
    ask = Ask(question=question, choices=choices, living=LIVING, aloud=aloud)
    return grammar_of(ask, eight(game, language), Hearing.DAY)


def heard(text: str, choices: Choices, question: str = "any", game: str = "thiercelieux") -> Entry | None:
    """Read a text that was heard in French."""
    return grammar(choices, question, game).read(text)


def heard_in_english(text: str, choices: Choices, question: str = "any", game: str = "thiercelieux") -> Entry | None:
    """Read a text that was heard in English."""
    return grammar(choices, question, game, "en").read(text)


FAR_BEHIND = 30.0
"""So much less likely that it does not count."""


def recognised(
    context: str,
    *texts: str,
    seconds: float = 0.8,
    behind: float = 1.0,
    amid_talk: bool = False,
    cut: bool = False,
) -> Recognised:
    """Return an utterance that may have been any of these texts, all but the first by so much less likely."""
    return Recognised(context, texts, (0.0, *(behind for _ in texts[1:])), seconds, amid_talk, cut)


MODEL = FOLDER
"""A model that knows such voices, among others."""

LEVEL = -26.0
"""dB under full scale, RMS."""


def said(text: str, voice: str = "fr+f5", before: float = 1.0, after: float = 1.0, noise: float = -70.0) -> Pcm:
    """Return what a microphone hears of somebody who says this in a room, with silence before and after."""
    speech = speak(text, Manner(voice)).samples.astype(np.float64)
    speech *= 32768 * 10 ** (LEVEL / 20) / np.sqrt(np.mean(np.square(speech)))
    count = round((before + after) * HEARING_RATE) + len(speech)
    heard = np.random.default_rng(len(text)).standard_normal(count) * 32768 * 10 ** (noise / 20)
    heard[round(before * HEARING_RATE) :][: len(speech)] += speech
    sound: Pcm = np.rint(np.clip(heard, -32768, 32767)).astype(np.int16)
    return sound


ACCUSATION = Aloud(debate=True, verb=Verb.DENOUNCE)
VOTE = Ask(question="vote.result", choices=BALLOT, living=LIVING)
SECRET = Ask(question="seer.target", choices=Secret(BALLOT), living=LIVING, slot=0)


@dataclass
class Listening:
    """A listener that keeps what it is told, and recognises what a test wants it to."""

    opened: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    shut_times: int = 0
    following: bool = False
    checked: list[tuple[str, ...]] = field(default_factory=list)
    closed: bool = False

    def open(self, context: str, phrases: Sequence[str]) -> None:
        self.opened.append((context, tuple(phrases)))

    def shut(self) -> None:
        self.shut_times += 1

    def follow(self, on: bool) -> None:
        self.following = on

    def check(self, words: Sequence[str]) -> None:
        self.checked.append(tuple(words))

    def close(self) -> None:
        self.closed = True


class Table:
    """A table of eight with ears, and all that they put into its inbox."""

    def __init__(self, names: tuple[str, ...] = EIGHT, unknown: Sequence[str] = (), game: str = "thiercelieux") -> None:
        """`unknown` are words that the model does not know, without accents; nor what is made of them."""
        self.slot = 0
        self.put: list[tuple[Entry, int]] = []
        self.signals = 0
        self.attended: list[bool] = []
        self.shown: list[tuple[float, str | None]] = []
        self.listening = Listening()
        self.ears = TableEars(
            lambda entry, slot: self.put.append((entry, slot)),
            lambda: self.slot,
            lambda: 0.0,
            signal=self._signal,
            attend=self.attended.append,
        )
        self.ears.shown = lambda level, text: self.shown.append((level, text))
        self.ears.learn(cast(Listener, self.listening), eight(game, names=names))
        (asked,) = self.listening.checked
        self.ears.told(
            KnownWords(asked, tuple(word for word in asked if {*re.split("['-]", folded(word))} & {*unknown}))
        )
        self.unheard = self.ears.learned()

    def _signal(self) -> None:
        self.signals += 1

    def ask(self, ask: Ask | None, hearing: Hearing = Hearing.DAY) -> None:
        self._go_on(hearing, open_=True, asked=ask if ask is not None and ask.public else None)

    def close(self, hearing: Hearing = Hearing.DAY) -> None:
        self._go_on(hearing, open_=False)

    def _go_on(self, hearing: Hearing, *, open_: bool, asked: Ask | None = None) -> None:
        self.slot += 1
        window = Window(call="wolves", slots=(9.0,), led=hearing is Hearing.LED)
        by_day = hearing is Hearing.DAY
        self.ears.moment(Moment(slot=self.slot, window=None if by_day else window, open=open_, asked=asked))

    def hear(
        self,
        *texts: str,
        seconds: float = 0.8,
        behind: float = 1.0,
        amid_talk: bool = False,
        cut: bool = False,
    ) -> None:
        """Have one of these texts recognised in the context that is open, as `recognised` has it."""
        context = self.listening.opened[-1][0]
        self.ears.told(recognised(context, *texts, seconds=seconds, behind=behind, amid_talk=amid_talk, cut=cut))

    @property
    def entries(self) -> list[Entry]:
        return [entry for entry, _ in self.put]


_STRESS = re.compile(r"[ˈˌ _ː-]+")


@cache
def pronounced(language: str) -> Callable[[str], str]:
    """Return what tells the phonemes of a phrase, without stress, length and gaps between words."""
    return cache(lambda phrase: _STRESS.sub("", phonemes(phrase.replace("' ", "'"), language)))


def clashes(grammar: Grammar, pronounce: Callable[[str], str]) -> list[tuple[str, str]]:
    """Return what sounds the same and is not the same entry: two phrases, or a phrase with one word taken for another.

    A phrase whose word is taken for another may become nothing, which is safe, but no other entry.
    """
    same = [
        (one, other)
        for phrases in _sounds(grammar.phrases, pronounce).values()
        for one, other in combinations(phrases, 2)
        if grammar.read(one) != grammar.read(other)
    ]
    words = dict.fromkeys(word for phrase in grammar.phrases for word in phrase.split())
    alike = {word: group for group in _sounds(words, pronounce).values() if len(group) > 1 for word in group}
    for phrase in grammar.phrases:
        parts = phrase.split()
        for place, word in enumerate(parts):
            for other in alike.get(word, ()):
                taken = " ".join((*parts[:place], other, *parts[place + 1 :]))
                if grammar.read(taken) not in (None, grammar.read(phrase)):
                    same.append((phrase, taken))
    return list(dict.fromkeys(same))


def _sounds(texts: Iterable[str], pronounce: Callable[[str], str]) -> dict[str, list[str]]:
    heard: dict[str, list[str]] = {}
    for text in texts:
        heard.setdefault(pronounce(text), []).append(text)
    return heard
