"""Who sits around the table: read from one typed line, and from what has changed since the last evening.

A line holds first names clockwise, or a number of seats, and who leads, if somebody does: `8, Léa mène`. A change says
who is missing, who comes, or how many there are: `sans Gwen, plus Zoé`, `oui mais à 9`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from narrator.packs.wording import Wording
from narrator.rules.core.effects import Form, Term
from narrator.rules.core.folding import folded, plain
from narrator.table.language.typed import typed_words, ways_typed
from narrator.table.setup.composition import CompositionFault

LONGEST_NAME = 40
"""The most letters of a first name, as `compose.long_name` says."""

_FIRST_LETTER = re.compile(r"(?<![^\W\d_])[^\W\d_]")
_SIGNS = re.compile(r"\W")
"""What may stand beside a number without changing it, as in `3.` and `#3`."""


def read_names(text: str, joint: str = "") -> tuple[str, ...]:
    """Read first names, clockwise, between commas, or between spaces where there is no comma.

    What cannot be printed, such as an arrow key, is left out. `joint` is the word that may stand before the last name.
    A name may be followed by how it is to be said: `Chloé=Clo-é`, `Björn, dit Bieurne`. Typed small, it gets its
    capitals.
    """
    return tuple(name for name, _ in _named(text, joint))


def read_respellings(text: str, joint: str = "") -> dict[str, str]:
    """Read how names are to be said, where that is written beside them."""
    return {name: said for name, said in _named(text, joint) if said}


def read_leader(text: str, language: str) -> tuple[str, str | None]:
    """Take out of a line that somebody leads, as in `8, Léa mène`, `quelqu'un mène` or `8 m`; return the rest, and who.

    Between spaces alone the others may follow, as in `Léa mène Anne Bruno`. Who leads without a name is empty; None:
    nobody was said to lead.
    """
    leads, unnamed, (joint, *_) = (ways_typed(what, language) for what in ("leads", "somebody", "and"))
    parts, separate = re.split("[,;]", text), re.search("[,;]", text) is not None
    for place, part in enumerate(parts):
        words = [word.strip(".!") for word in part.split()]
        said = [at for at, word in enumerate(words, 1) if folded(word) in leads and (len(word) > 1 or at == len(words))]
        if not said or (separate and said[-1] < len(words)):
            continue
        before, verb, after = words[: said[-1] - 1], words[said[-1] - 1], words[said[-1] :]
        if len(verb) == 1:
            name = list[str]()  # a key of one letter stands behind all the names
        else:
            cut = max((at + 1 for at, word in enumerate(before) if folded(word) == joint), default=0)
            name = before[cut:] if separate or cut else before[-1:]
            before = before[: len(before) - len(name)]
        while before and folded(before[-1]) in (joint, *unnamed):
            before.pop()
        parts[place] = " ".join((*before, *after))
        who = " ".join(name)
        rest = (", " if separate else " ").join(part.strip() for part in parts if part.strip())
        return rest, "" if folded(who) in unnamed else _FIRST_LETTER.sub(lambda first: first[0].upper(), who)
    return text, None


def name_faults(names: tuple[str, ...]) -> list[CompositionFault]:
    """Say why these cannot be the names of seats: too long, or typed like a number, like nobody or like another's.

    An empty name is none.
    """
    found = [
        CompositionFault("compose.number_name", {"text": Term(Form.TEXT, name)}, error=True)
        for name in names
        if _SIGNS.sub("", plain(name)).isdecimal()
    ]
    found += [
        CompositionFault("compose.word_name", {"text": Term(Form.TEXT, name)}, error=True)
        for name in names
        if plain(name) in typed_words("typed.nobody")
    ]
    for name in names:
        if len(name) > LONGEST_NAME:
            cut = Term(Form.TEXT, f"{name[:LONGEST_NAME]}…")
            found.append(CompositionFault("compose.long_name", {"text": cut}, error=True))
    first: dict[str, int] = {}
    for seat, name in ((seat, name) for seat, name in enumerate(names, start=1) if name):
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
    said_as = "|".join(map(re.escape, typed_words("typed.said", ",")))
    shown = re.sub(rf"\s*,?\s+(?:{said_as})\s+", "=", shown, flags=re.IGNORECASE)
    for entry in re.split("[,;]" if re.search("[,;]", shown) else r"\s+", shown):
        name, _, said = entry.partition("=")
        if name := name.strip():
            yield _FIRST_LETTER.sub(lambda first: first[0].upper(), name) if name.islower() else name, said.strip()


# --- the next evening -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Circle:
    """How many sit around a table, their first names, if they have any, and how some of these are to be said.

    Where it is `led`, somebody leads who is none of them.
    """

    players: int
    names: tuple[str, ...] = ()
    respellings: Mapping[str, str] = field(default_factory=dict)
    led: bool = False

    def after(self, change: CircleChange) -> Circle:
        """Return the circle without those who are missing; who comes sits behind the others."""
        if not self.names:
            return replace(self, players=self.players + len(change.coming))
        names = tuple(name for name in self.names if name not in change.missing)
        respellings = {name: said for name, said in self.respellings.items() if name in names}
        players, names = len(names) + len(change.coming), (*names, *change.coming)
        return replace(self, players=players, names=names, respellings=respellings | change.respellings)


@dataclass(frozen=True, slots=True)
class CircleChange:
    """Who is `missing`, who is `coming`, or how `many` there are; who is missing may be `unknown`."""

    missing: tuple[str, ...] = ()
    coming: tuple[str, ...] = ()
    respellings: dict[str, str] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    many: int | None = None


def read_change(
    text: str, names: Sequence[str], language: str, agreement: Iterable[str], count_in: Callable[[str], int | None]
) -> CircleChange | None:
    """Read what has changed since an evening with these first names; None where it is nothing of the kind.

    `agreement` are the words for yes, which may stand before it; `count_in` reads a number of seats.
    """
    ways = partial(ways_typed, language=language)
    openings = (",", *map(folded, agreement), *ways("last"), *ways("same"), *ways("but"))
    left = re.sub("([,;])", r" \1 ", text).split()
    while _take(left, openings):
        pass
    counted = [*left]
    _take(counted, ways("count"))
    if (many := count_in(" ".join(counted))) is not None:
        return CircleChange(many=many)
    groups: list[tuple[bool, list[str]]] = []  # whether it is about who comes, and its words
    joint = ways("and")[0]
    while left:
        if (comes := _take(left, ways("with"))) or _take(left, ways("without")):
            if groups and groups[-1][1] and folded(groups[-1][1][-1]) == joint:
                del groups[-1][1][-1]
            groups.append((comes, []))
        elif groups:
            groups[-1][1].append(left.pop(0))
        else:
            return None
    change = CircleChange()
    for comes, group in groups:
        line = " ".join(group)
        if comes:
            respellings = change.respellings | read_respellings(line, joint)
            change = replace(change, coming=(*change.coming, *read_names(line, joint)), respellings=respellings)
        else:
            missing, unknown = _known(line, names, joint)
            change = replace(change, missing=(*change.missing, *missing), unknown=(*change.unknown, *unknown))
    return change


def _known(line: str, names: Sequence[str], joint: str) -> tuple[list[str], list[str]]:
    """Return which of these names stand in a line, and what else does."""
    found, rest = list[str](), f" {plain(re.sub('[,;]', ' ', line))} "
    for name in sorted(names, key=len, reverse=True):
        if f" {plain(name)} " in rest:
            found.append(name)
            rest = rest.replace(f" {plain(name)} ", " ", 1)
    return found, [word for word in rest.split() if word != folded(joint)]


def _take(left: list[str], ways: Iterable[str]) -> bool:
    """Take one of these phrases from the beginning of what is left."""
    for way in ways:
        length = len(way.split())
        if [*map(folded, left[:length])] == way.split():
            del left[:length]
            return True
    return False
