"""Every world of a small table: each deal, and in each slot of each night every legal answer, or silence.

Worlds with one public history are walked side by side, from one public point to the next: a daybreak, or a question by
day, to which histories give each answer of a small alphabet. What all hear up to there must be the same in all of them;
then they part by what was declassified. Worlds in the same state (`states.state`) go on as one, and are counted.

`every_world.py` beside this file walks them all.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import astuple, dataclass, field, replace
from itertools import permutations
from time import process_time
from typing import TypeAlias

from states import state
from tables import dealt, table

from narrator.rules.core.answers import DONE, Answer, Card, Choices, Kind, Seats, Text, Tie
from narrator.rules.core.effects import Ask, Effect, News, Pause, Say, Scene, Topic, Window
from narrator.rules.core.play import Setup, Walk, choices_of
from narrator.rules.village.game import VillageSetup


@dataclass(frozen=True)
class Evenings:
    """The evenings of one composition: its cards by seat, then those in the centre, up to so many dawns.

    With `ties` the day's votes are tied, too.
    """

    game: str
    cards: str
    centre: str = ""
    nights: int = 2
    ties: bool = False
    values: tuple[tuple[str, str], ...] = ()

    def deals(self) -> list[VillageSetup]:
        """Return every deal; those that differ in the order of the centre alone are one."""
        seats = len(dealt(self.cards))
        hands = permutations((*dealt(self.cards), *dealt(self.centre)))
        different = sorted({(hand[:seats], tuple(sorted(hand[seats:]))) for hand in hands})
        return [table(held, left, game=self.game, values=dict(self.values)) for held, left in different]


DECLASSIFIED = (
    *("hymn.sung", "hunter.shoots", "silence.announced", "denounce.yes", "denounce.no", "denounce.nobody"),
    *(
        "bear.growls",
        "bear.sleeping",
        "crow.announced",
        "elder.revenge",
        "judge.second",
        "plain.known",
        "grief.dead",
        "left.dead",
    ),
)
"""The lines that tell everybody what nobody could know; what else is declassified is news."""

Heard: TypeAlias = tuple[int, ...]
"""Public effects in their order, each by its number."""


class TracesDifferError(AssertionError):
    """Two worlds with one public history do not sound the same."""


@dataclass(frozen=True)
class World:
    """One way to get somewhere: a deal, the answers given, and how many effects were taken since the last of them."""

    deal: int
    answers: tuple[Answer, ...] = ()
    steps: int = 0

    def answered(self, answer: Answer) -> World:
        return World(self.deal, (*self.answers, answer))


@dataclass
class Standing:
    """Worlds at one public point, with one public history: one of each state, and how many are in it.

    `heard` is what all have heard since the public point before, `dawns` is how many dawns they have seen.
    """

    heard: Heard = ()
    dawns: int = 0
    worlds: dict[bytes, tuple[World, int]] = field(default_factory=dict)

    def add(self, key: bytes, world: World, count: int) -> None:
        known, before = self.worlds.get(key, (world, 0))
        self.worlds[key] = known, before + count

    def answered(self, answer: Answer) -> Standing:
        worlds = {key: (world.answered(answer), count) for key, (world, count) in self.worlds.items()}
        return replace(self, heard=(), worlds=worlds)


@dataclass(frozen=True)
class Tally:
    """What was walked: the worlds and the public histories at their ends; how often one was really played on.

    `seconds` are those of one core.
    """

    worlds: int = 0
    histories: int = 0
    played: int = 0
    seconds: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(mine + others for mine, others in zip(astuple(self), astuple(other), strict=True)))


class Exploration:
    """The worlds of one composition. `spoil` is where a test plants a leak; worlds with one `key` are in one state."""

    def __init__(
        self,
        evenings: Evenings,
        spoil: Callable[[VillageSetup], Setup] = lambda setup: setup,
        key: Callable[[Walk], bytes] = state,
    ) -> None:
        self.evenings = evenings
        self._key = key
        self.setups = [spoil(setup) for setup in evenings.deals()]
        self._effects: list[Effect] = []
        self._numbers: dict[Effect, int] = {}

    def begin(self) -> Standing:
        return Standing(worlds={deal.to_bytes(4, "big"): (World(deal), 1) for deal in range(len(self.setups))})

    def explore(self, standing: Standing, most: float = math.inf) -> tuple[Tally, list[Standing]]:
        """Walk on to the end of every history, or until so many worlds were played on; return also what is left.

        Raises:
            TracesDifferError: two worlds of one history do not sound the same.
        """
        began = process_time()
        tally, ahead = Tally(), [standing]
        while ahead and tally.played < most:
            walked, further = self.stretch(ahead.pop())
            tally += walked
            ahead += further
        return tally + Tally(seconds=process_time() - began), ahead

    def stretch(self, standing: Standing) -> tuple[Tally, list[Standing]]:
        """Walk to the next public point; return what ended there, and who goes on from it, by history.

        Raises:
            TracesDifferError: two worlds of one history do not sound the same.
        """
        arrived: dict[Heard, Standing] = {}
        walking: list[tuple[World, int, Heard]] = [(world, count, ()) for world, count in standing.worlds.values()]
        played = 0
        while walking:
            asked: dict[tuple[bytes, Heard], tuple[World, int, tuple[Answer, ...]]] = {}
            for world, count, before in walking:
                played += 1
                walk = self._replayed(world)
                steps, heard = self._listen(walk, before)
                key = self._key(walk)
                if is_secret(walk.pending):
                    first, others, answers = asked.get((key, heard), (world, 0, _answers(walk.pending)))
                    asked[key, heard] = first, others + count, answers
                    continue
                facts = tuple(number for number in heard if is_declassified(self._effects[number]))
                place = arrived.setdefault(facts, Standing(heard, standing.dawns))
                if heard != place.heard:
                    raise self._difference(place, world, heard)
                place.add(key, replace(world, steps=world.steps + steps), count)
            walking = [
                (world.answered(answer), count, heard)
                for (_, heard), (world, count, answers) in asked.items()
                for answer in answers
            ]
        return self._parted(list(arrived.values()), played)

    def _parted(self, arrived: list[Standing], played: int) -> tuple[Tally, list[Standing]]:
        """Tell who has come to the end, and let the others go on: after a question, with every public answer."""
        tally, further = Tally(played=played), list[Standing]()
        for place in arrived:
            match self._effects[place.heard[-1]]:
                case News(topic=Topic.DAYBREAK):
                    further.append(replace(place, heard=(), dawns=place.dawns + 1))
                case Ask() as ask if place.dawns < self.evenings.nights:
                    further += [
                        place.answered(answer) for answer in _public_answers(choices_of(ask), ties=self.evenings.ties)
                    ]
                case _:
                    tally += Tally(worlds=sum(count for _, count in place.worlds.values()), histories=1)
        return tally, further

    def _replayed(self, world: World) -> Walk:
        walk = Walk(self.setups[world.deal])
        for answer in world.answers:
            walk.run()
            walk.answer(answer)
        for _ in range(world.steps):
            walk.step()
        return walk

    def _listen(self, walk: Walk, before: Heard) -> tuple[int, Heard]:
        """Go on to the next secret question or public point; return how many effects that takes, and what is heard."""
        heard = list(before)
        steps = 0
        while (effect := walk.step()) is not None:
            steps += 1
            if isinstance(effect, Say | Pause | Scene | Window | News) or (
                effect is walk.pending and not is_secret(effect)
            ):
                heard.append(self._number(effect))
            if isinstance(effect, News) and effect.topic in (Topic.DAYBREAK, Topic.OUTCOME):
                break
        return steps, tuple(heard)

    def _number(self, effect: Effect) -> int:
        number = self._numbers.setdefault(effect, len(self._numbers))
        if number == len(self._effects):
            self._effects.append(effect)
        return number

    def _difference(self, place: Standing, world: World, heard: Heard) -> TracesDifferError:
        (other, _), *_ = place.worlds.values()
        here, there = ([self._effects[number] for number in numbers] for numbers in (heard, place.heard))
        same = next((n for n, pair in enumerate(zip(here, there, strict=False)) if pair[0] != pair[1]), None)
        same = min(len(here), len(there)) if same is None else same
        text = (f"{world}\n  goes on with {here[same : same + 2]}", f"{other}\n  with {there[same : same + 2]}")
        return TracesDifferError("\n".join(text))


def is_secret(effect: Effect | None) -> bool:
    """Whether this is a question of which nobody else hears."""
    return isinstance(effect, Ask) and (effect.slot is not None or effect.tacit)


def is_declassified(effect: Effect) -> bool:
    """Whether this tells everybody something that nobody could know."""
    match effect:
        case News(topic=topic):
            return topic not in (Topic.NIGHTFALL, Topic.DAYBREAK)
        case Say(line=line):
            return line in DECLASSIFIED
        case _:
            return False


def _answers(ask: Ask | None) -> tuple[Answer, ...]:
    """Return every legal answer to a secret question, silence among them; of texts, one."""
    assert ask is not None
    if ask.tacit:
        return (DONE,)
    choices = choices_of(ask)
    least, most = choices.count
    named = [
        Seats(seats) for many in range(least, most + 1) for seats in permutations(choices.seats, many) if choices.seats
    ]
    texts = [Text("a")] if choices.kind is Kind.TEXT else []
    return (*choices.words, *named, *map(Card, choices.cards), *texts)


def _public_answers(choices: Choices, *, ties: bool) -> tuple[Answer, ...]:
    """Return the answers that a public history may give to a question: nobody, the first seat, a tie; yes, or no."""
    words = choices.words if choices.kind is Kind.YES_NO else choices.words[:1]
    tied = (Tie(choices.seats[:2]),) if ties and choices.ties and len(choices.seats) > 1 else ()
    return (*words, *(Seats((seat,)) for seat in choices.seats[:1]), *tied)
