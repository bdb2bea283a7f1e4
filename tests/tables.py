"""Tables of Thiercelieux for the tests, laid without any pack file, and players who answer at random.

Cards are named by seat, as in `loup-garou voyante villageois*4`. Options are spelled as in the rulings.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

from narrator.core.answers import Answer, Card, Choices, Kind, Leave, Number, Seats, Tie
from narrator.core.effects import Ask, Effect
from narrator.core.play import choices_of
from narrator.core.secrets import Secret, unseal
from narrator.village.setup import VILLAGE, WOLVES, Deal, Mode, Occasion, Options, Reveal, Role, VillageSetup

ROLES = (
    Role(card="loup-garou", camp=WOLVES, powers=("wolves",)),
    Role(card="villageois", camp=VILLAGE),
    Role(card="voyante", camp=VILLAGE, powers=("seer",)),
    Role(card="voleur", camp=VILLAGE, powers=("thief",)),
    Role(card="chasseur", camp=VILLAGE, powers=("hunter",)),
    Role(card="cupidon", camp=VILLAGE, powers=("cupid",)),
    Role(card="sorcière", camp=VILLAGE, powers=("witch",)),
    Role(card="petite-fille", camp=VILLAGE, powers=("girl",)),
)
ORDER = [role.card for role in ROLES]
WINDOWS: dict[str, tuple[float, ...]] = {
    "thief": (20, 10),
    "cupid": (25,),
    "lovers": (15,),
    "seer": (15, 10),
    "wolves": (28, 12),
    "girl": (8,),
    "witch": (10, 10, 15),
    "round": (5,),
    "key_card": (12,),
    "tour": (20,),
    "practice": (12,),
    "death": (8,),
}


def runs(full: int) -> int:
    """How many examples a property tries: all of them where NARRATOR_FULL is set, else a tenth."""
    return full if os.environ.get("NARRATOR_FULL") else max(full // 10, 1)


def dealt(cards: str | Iterable[str]) -> tuple[str, ...]:
    """Return the cards that a text names, in its order; `villageois*4` is four of them."""
    words = cards.split() if isinstance(cards, str) else cards
    spread: list[str] = []
    for word in words:
        card, _, times = word.partition("*")
        spread += [card] * int(times or 1)
    return tuple(spread)


def options(values: Mapping[str, str]) -> Options:
    """Return the options that these texts spell, the others at their default."""
    read: dict[str, Callable[[str], Any]] = {
        "reveal": Reveal,
        "call_the_dead": _yes,
        "drum": _yes,
        "relay": _yes,
        "parity": _yes,
        "elect": str,
        "revenge": str,
        "revenge_on": lambda text: frozenset(Occasion(word) for word in text.split(",") if word),
        "count_votes": _yes,
        "debate": float,
        "debate_warning": float,
    }
    return Options(**{name: read[name](value) for name, value in values.items()})


def _yes(text: str) -> bool:
    return {"yes": True, "no": False}[text]


def table(
    cards: str | Iterable[str],
    centre: str | Iterable[str] = (),
    *,
    mode: str = "joueur",
    deal: str = "narrator",
    key: bytes = b"table",
    seed: int = 0,
    names: tuple[str, ...] = (),
    prologue: bool = False,
    values: Mapping[str, str] | None = None,
    **more: str,
) -> VillageSetup:
    """Lay a table whose deal is decided: the cards by seat, then those in the centre. `values`, `more`: options."""
    held, left = dealt(cards), dealt(centre)
    counts = Counter(held + left)
    return VillageSetup(
        game="thiercelieux",
        players=len(held),
        roles=ROLES,
        hand=tuple((card, counts[card]) for card in ORDER if counts[card]),
        calls_first=("thief", "cupid", "lovers"),
        calls_every=("seer", "wolves", "witch"),
        windows=WINDOWS,
        options=options({**(values or {}), **more}),
        mode=Mode(mode),
        deal=Deal(deal),
        office="capitaine",
        names=names,
        seed=seed,
        key=Secret(key),
        fixed=Secret((held, left)),
        prologue=prologue,
    )


def plain(value: object) -> str:
    """Write a value out with every seal opened, so that two processes can be compared."""
    if isinstance(value, Secret):
        return f"sealed({plain(unseal(value))})"
    if isinstance(value, tuple):
        return f"({', '.join(plain(part) for part in value)})"
    if is_dataclass(value):
        inner = ", ".join(f"{field.name}={plain(getattr(value, field.name))}" for field in fields(value))
        return f"{type(value).__name__}({inner})"
    return repr(value)


def written(effects: Iterable[Effect]) -> list[str]:
    """Write effects out, one text each."""
    return [plain(effect) for effect in effects]


def legal_answers(choices: Choices, chance: Random) -> Answer:
    """Draw one legal answer to a question: any of its words, seats, ties, cards or numbers."""
    ways: list[Answer] = list(choices.words)
    if choices.seats and choices.count[0] <= min(choices.count[1], len(choices.seats)):
        size = chance.randint(choices.count[0], min(choices.count[1], len(choices.seats)))
        ways += [Seats(tuple(chance.sample(choices.seats, size)))] * 6
    if choices.ties and len(choices.seats) > 1:
        ways.append(Tie(tuple(sorted(chance.sample(choices.seats, chance.randint(2, len(choices.seats)))))))
    ways += [Card(card) for card in choices.cards]
    if choices.kind is Kind.NUMBER:
        ways.append(Number(chance.randint(*choices.numbers)))
    assert ways, f"no answer is legal: {choices}"
    return chance.choice(ways)


class Players:
    """A table of players who answer at random, legally, and tell the truth about the cards in their hands.

    `leaving` is the share of questions at which somebody leaves instead.
    """

    def __init__(self, setup: VillageSetup, seed: int, leaving: float = 0.0) -> None:
        self.held, _ = setup.dealt()
        self.chance = Random(seed)
        self.leaving = leaving

    def answer(self, ask: Ask) -> Answer:
        """Answer one question."""
        legal = legal_answers(choices_of(ask), self.chance)
        if ask.question == "deal.card":
            # One slip of the finger in twenty; with more of them, the round of a large table would never end.
            return legal if self.chance.random() < 0.05 / len(self.held) else Card(self.held[(ask.about or 0) - 1])
        if ask.living and self.chance.random() < self.leaving:
            return Leave(self.chance.choice(ask.living))
        return legal
