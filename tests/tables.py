"""Tables of Thiercelieux for the tests, laid without any pack file.

Cards are named by seat, as in `loup-garou voyante villageois*4`. Options are spelled as in the rulings.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from narrator.core.effects import Effect
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
    usual = Options()
    return replace(usual, **{name: _read(getattr(usual, name), value) for name, value in values.items()})


def _read(usual: object, text: str) -> Any:
    """Read an option's text as a value of the type that its default has."""
    match usual:
        case bool():
            return {"yes": True, "no": False}[text]
        case float():
            return float(text)
        case Reveal():
            return Reveal(text)
        case frozenset():
            return frozenset(Occasion(word) for word in text.split(",") if word)
        case _:
            return text


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
