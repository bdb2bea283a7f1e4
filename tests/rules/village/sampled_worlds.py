"""Worlds of one table by chance: many deals and secret answers with one public history, deaths included.

`worlds.py` walks all worlds of a small table; here some of any table are played, and whatever two of them have in
common in public must be heard alike in both. By day a table answers by its public history alone. By night it is quiet
or names one seat, the same in all worlds of a history, so that many of them go on together after a death.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from players import Players, any_answer
from worlds import TracesDifferError, is_declassified, is_secret

from narrator.rules.core.answers import DONE, NOBODY, SILENT, Answer, Leave, Seats
from narrator.rules.core.effects import Ask, Effect, News, Pause, Say, Scene, Topic, Window
from narrator.rules.core.play import Setup, Walk, choices_of, refusal_of
from narrator.rules.village.game import VillageSetup

LEAVING = 0.03
"""The share of public questions at which somebody leaves."""


class Sample:
    """Worlds that begin alike. `compared` counts the stretches that were heard twice, once somebody had died."""

    def __init__(self, seed: int, spoil: Callable[[VillageSetup], Setup] = lambda setup: setup) -> None:
        self.seed, self.compared = seed, 0
        self._spoil = spoil
        self._histories: dict[tuple[int, tuple[object, ...]], tuple[int, list[Effect]]] = {}

    def play(self, setup: VillageSetup, secret: Random, nights: int) -> None:
        """Play one world, up to the dawn after so many nights.

        Raises:
            TracesDifferError: it does not sound as one before it with the same public history.
        """
        walk, cards = Walk(self._spoil(setup)), Players(setup, 0)
        history, died, dawns = 0, False, 0

        def answer_in_secret(ask: Ask) -> Answer:
            return cards.truth(ask) or _in_secret(ask, secret, Random(f"{self.seed}.{history}"))

        for heard, asked in _stretches(walk, answer_in_secret):
            facts = tuple(effect for effect in heard if is_declassified(effect))
            number, before = self._histories.setdefault((history, facts), (len(self._histories) + 1, heard))
            if heard != before:
                same = next((n for n, pair in enumerate(zip(heard, before, strict=False)) if pair[0] != pair[1]), -1)
                raise TracesDifferError(f"{heard[same:][:2]}\n  where another has {before[same:][:2]}")
            self.compared += died and heard is not before
            died = died or any(isinstance(fact, News) and fact.topic is Topic.DEATH for fact in facts)
            dawns += any(isinstance(effect, News) and effect.topic is Topic.DAYBREAK for effect in heard)
            if dawns > nights:
                return
            history = number
            if asked is not None:
                answer = _in_public(asked, Random(f"{self.seed}.{history}"))
                history, _ = self._histories.setdefault((history, (answer,)), (len(self._histories) + 1, []))
                walk.answer(answer)


def _stretches(walk: Walk, in_secret: Callable[[Ask], Answer]) -> Iterator[tuple[list[Effect], Ask | None]]:
    """Yield what is heard up to each public point: a daybreak, a question by day, which is given too, or the end."""
    heard: list[Effect] = []
    while (effect := walk.step()) is not None:
        if isinstance(effect, Ask) and is_secret(effect):
            walk.answer(in_secret(effect))
        elif isinstance(effect, Ask | Say | Pause | Scene | Window | News):
            heard.append(effect)
            if isinstance(effect, News) and effect.topic is Topic.OUTCOME:
                break
            if isinstance(effect, Ask) or (isinstance(effect, News) and effect.topic is Topic.DAYBREAK):
                yield heard, effect if isinstance(effect, Ask) else None
                heard = []
    yield heard, None


def dealt_anew(cards: Sequence[str], secret: Random) -> list[str]:
    """Deal cards otherwise: all of them, or only a few."""
    dealt = list(cards)
    for _ in range(secret.choice((1, 2, len(cards)))):
        one, other = secret.sample(range(len(cards)), 2)
        dealt[one], dealt[other] = dealt[other], dealt[one]
    return dealt


def _in_public(ask: Ask, shared: Random) -> Answer:
    if shared.random() < LEAVING and ask.living:
        return Leave(shared.choice(ask.living))
    return any_answer(choices_of(ask), shared)


def _in_secret(ask: Ask, secret: Random, shared: Random) -> Answer:
    """Do nothing, name the seat of this night, or whatever may be answered."""
    if ask.tacit:
        return DONE
    wanted = Seats((shared.choice(ask.living),)) if ask.living else NOBODY
    way = secret.choice((SILENT, NOBODY, *[wanted] * 4, None))
    return any_answer(choices_of(ask), secret) if way is None or refusal_of(ask, way) else way
