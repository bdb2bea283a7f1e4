"""Reading who sits around the table from one typed line: first names clockwise, or a number of seats."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from narrator.core.effects import Form, Term
from narrator.core.folding import plain
from narrator.setup.composition import CompositionFault
from narrator.story.wording import Wording

_SIGNS = re.compile(r"\W")
"""What may stand beside a number without changing it, as in `3.` and `#3`."""


@dataclass(frozen=True, slots=True)
class UnrecordedName:
    """A name that the voice of the game has not recorded: whose it is, and a recorded one `alike`, or none."""

    seat: int
    name: str
    alike: str = ""


def read_names(text: str, joint: str = "") -> tuple[str, ...]:
    """Read first names, clockwise, between commas, or between spaces where there is no comma.

    What cannot be printed, such as an arrow key, is left out. `joint` is the word that may stand before the last name.
    A name may be followed by how it is to be said: `Chloé=Clo-é`.
    """
    return tuple(name for name, _ in _named(text, joint))


def read_respellings(text: str, joint: str = "") -> dict[str, str]:
    """Read how names are to be said, where that is written beside them."""
    return {name: said for name, said in _named(text, joint) if said}


def name_faults(names: tuple[str, ...]) -> list[CompositionFault]:
    """Say why these cannot be the names of seats: one is typed like a number, or like that of another seat."""
    found = [
        CompositionFault("compose.number_name", {"text": Term(Form.TEXT, name)}, error=True)
        for name in names
        if _SIGNS.sub("", plain(name)).isdecimal()
    ]
    first: dict[str, int] = {}
    for seat, name in enumerate(names, start=1):
        earlier = first.setdefault(plain(name), seat)
        if earlier != seat:
            terms = {
                "text": Term(Form.TEXT, name),
                "number": Term(Form.NUMBER, earlier),
                "count": Term(Form.NUMBER, seat),
            }
            found.append(CompositionFault("compose.same_name", terms, error=True))
    return found


def seated(players: int, names: Iterable[str], wording: Wording) -> str:
    """Return the sentence that says who sits around the table: by name, or how many."""
    known = ", ".join(name for name in names if name)
    number = Term(Form.NUMBER, players)
    if not known:
        return wording.line("setup.seats", number=number)
    return wording.line("setup.circle", number=number, text=Term(Form.TEXT, known))


def _named(text: str, joint: str) -> Iterator[tuple[str, str]]:
    shown = "".join(letter if letter.isprintable() else " " * letter.isspace() for letter in text)
    if joint:
        shown = re.sub(rf"\s+{re.escape(joint)}\s+", "," if "," in shown else " ", shown)
    for entry in re.split("[,;]" if re.search("[,;]", shown) else r"\s+", shown):
        name, _, said = entry.partition("=")
        if name.strip():
            yield name.strip(), said.strip()
