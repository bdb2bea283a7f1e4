"""Everything that a game may have to say, so that its voice can be made ready before the first word.

With it stand the lines that a session says or shows by itself, whatever the game. Nothing lists them: they are those of
the words which all games share that no engine declares, and what they name stands in their words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from narrator.base.diagnostics import Diagnostic, PackError
from narrator.base.resources import COMMON, SHARED_WORDS, folder
from narrator.base.yaml_source import read
from narrator.packs.markup import Utterance
from narrator.packs.naming import Cast
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Form
from narrator.rules.core.vocabulary import Eyes, Line
from narrator.rules.cuba.catalogue import vocabulary as cuba_vocabulary
from narrator.rules.village.catalogue import vocabulary as village_vocabulary
from narrator.rules.village.powers import POWERS

SPOKEN = (
    *("resume.", "pause.", "undo.", "debate.", "heard.", "goodbye", "keyboard.", "sound.", "storage."),
    *("ear.lost", "ear.back", "ear.number", "ear.alias", "phone.lost", "phone.paired", "phone.silent", "phone.taken"),
    "seats.asks",
    *("keypad.lost", "keypad.back", "button.lost", "button.back"),
    *("count.seat", "count.card", "count.number", "count.no", "count.yes", "count.done"),
    *("count.guilty", "count.acquitted"),
)
"""How the ids of the lines begin that are spoken aloud, and captioned; but for those that are `SHOWN`."""

SHOWN = (
    *("undo.behind", "heard.confirm", "heard.which", "heard.stands"),
    *("sound.preparing", "storage.none.", "storage.unfinished"),
)

COUNTED = "count."
"""How the ids of the lines begin that are spoken where one button answers, or only a light shows."""

UNCALLED = "count.seat"
"""The line of a session that names a seat and does not call it."""

BY_BOX = (
    *("box.", "setup.again", "setup.seats", "setup.hand", "compose.", "damage."),
    *("storage.none.", "storage.unfinished"),
)
"""How the ids of the lines begin that are said before a game, by a speaker without a screen; but for `TYPED`.

Of a line that names an answer, the first wording is said; all of them are understood.
"""

TYPED = (
    *("compose.elsewhere", "compose.experienced", "compose.many_hunters"),
    *("compose.long_name", "compose.no_name", "compose.number_name", "compose.same_name", "compose.word_name"),
)
"""What is shown of a composition only where answers are typed."""

CIRCLE = ("setup.seats", "compose.players", "box.resume.", "box.players.ways")
"""How the ids of the lines begin whose numbers are seats of a table."""

TALE = "story."

FORMS = {
    **dict.fromkeys(("seat", "seats"), Form.SEAT),
    **dict.fromkeys(("number", "count", "least", "most"), Form.NUMBER),
    "card": Form.CARD,
    "cards": Form.HAND,
}
"""What the placeholders of these lines hold by their names: the others hold a text."""

_EITHER = re.compile(r"heard\.either_(\w+)")
_PLACEHOLDER = re.compile(r"\{(\w+)")


@cache
def session_lines() -> tuple[Line, ...]:
    """Return the lines of a session; the shared words are read for them once.

    Raises:
        PackError: these words cannot be read.
    """
    faults: list[Diagnostic] = []
    document = read(folder("scripts") / COMMON / "fr" / SHARED_WORDS, faults)
    if document is None or not isinstance(document.data, dict) or not isinstance(document.data["lines"], dict):
        raise PackError(faults)
    engines = village_vocabulary(POWERS).lines.keys() | cuba_vocabulary().lines.keys()
    return tuple(session_line(id_, texts) for id_, texts in document.data["lines"].items() if id_ not in engines)


@cache
def session_ids() -> frozenset[str]:
    """Return the ids of the lines of a session."""
    return frozenset(line.id for line in session_lines())


def session_line(id_: str, texts: Iterable[object]) -> Line:
    """Return a line of a session that has these words, or this one wording."""
    told = texts if isinstance(texts, str) else " ".join(map(str, texts))
    either = _EITHER.fullmatch(id_)
    spoken = is_spoken(id_) or id_.startswith(COUNTED)
    return Line(
        id_,
        tuple(
            (name, FORMS[either[1]] if either else FORMS.get(name, Form.TEXT))
            for name in dict.fromkeys(_PLACEHOLDER.findall(told))
        ),
        spoken=spoken,
        eyes=Eyes.EITHER if spoken else Eyes.OPEN,
        uncalled=id_ == UNCALLED,
        tale=id_.startswith(TALE),
        circle=id_.startswith(CIRCLE),
    )


def is_spoken(id_: str) -> bool:
    """Whether a session says this line of its own at any table."""
    return id_.startswith(SPOKEN) and not id_.startswith(SHOWN)


def is_said_by_box(id_: str) -> bool:
    """Whether this line of a session is said before a game, when no voice is prepared yet."""
    return id_.startswith(BY_BOX) and not id_.startswith(TYPED)


@dataclass(frozen=True)
class Repertoire:
    """The lines of one game, and all that they may name; where it is `counting`, all that can be counted too."""

    lines: tuple[Line, ...]
    cast: Cast
    counting: bool = False

    def by_day(self, wording: Wording) -> Iterator[Utterance]:
        """Yield lines that hold, together, every text that may be said to open eyes."""
        return wording.utterances(self._said_to(Eyes.OPEN, wording), self.cast)

    def by_night(self, wording: Wording) -> Iterator[Utterance]:
        """Yield lines that hold, together, every text that may be said to closed eyes."""
        return wording.utterances(self._said_to(Eyes.CLOSED, wording), self.cast)

    def _said_to(self, eyes: Eyes, wording: Wording) -> Iterator[Line]:
        """Yield what is said to these eyes. The session's lines are taken from the words at hand: no file is read."""
        yield from (line for line in self.lines if line.eyes in (eyes, Eyes.EITHER))
        own = {line.id for line in self.lines}
        for id_, texts in wording.lines.items():
            if id_ not in own and (is_spoken(id_) or (self.counting and id_.startswith(COUNTED))):
                yield session_line(id_, texts)
