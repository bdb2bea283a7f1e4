"""The names that engines and packs share: line ids with their arguments, question ids with their kinds.

A power declares its own lines and questions; a pack must have words for all of them and for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum

from narrator.rules.core.answers import Kind, Token
from narrator.rules.core.effects import PLAINLY, Aloud, Form


class Eyes(Enum):
    """To whom a line is said: by day to open eyes, by night to closed ones, or whenever it comes."""

    OPEN = "open"
    CLOSED = "closed"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class Line:
    """One line id. `args` are its placeholders; a `nightly` line returns each night and needs variants.

    `spoken`: it may be said aloud; the others are shown to somebody, or told after the game. `eyes` are those to which
    it is said. The seat that an `uncalled` line names is not the one that is called. A private line may say one `word`,
    whatever else stands in it. A line of the `tale` is told after the game, of what was done in secret. The numbers of
    a `circle` line are seats of a table, of which there are always several. An `aside` is a remark on what has just
    been said: a pack may do without. What `spares` names may be left out of the words; see `needs`.
    """

    id: str
    args: tuple[tuple[str, Form], ...] = ()
    nightly: bool = False
    spoken: bool = True
    eyes: Eyes = Eyes.OPEN
    uncalled: bool = False
    word: Token | None = None
    tale: bool = False
    circle: bool = False
    aside: bool = False
    spares: frozenset[str] = frozenset()

    @property
    def needs(self) -> tuple[str, ...]:
        """Return the placeholders without which nobody would learn what the line says: who, which card, which camp."""
        return () if self.aside else tuple(n for n, form in self.args if form in NAMING and n not in self.spares)


NAMING = frozenset((Form.SEAT, Form.CARD, Form.CAMP, Form.HAND, Form.PLAYING))
"""The forms of values that are named, and not counted."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question id. `legal` says in words which answers it takes; a secret one is asked in a window.

    One that `identifies` asks a leader who is there at all. `about`: it always concerns one seat, which its prompt may
    name. `keeps`: where to go on is an answer, it keeps what stands, which the prompt may name there. `aloud` is how it
    is asked by day. In some compositions it may be of an `other` kind. `prompts` may stand for the one of its own id.
    """

    id: str
    kind: Kind
    legal: str
    secret: bool = False
    identifies: bool = False
    about: bool = False
    keeps: bool = False
    aloud: Aloud = PLAINLY
    other: Kind | None = None
    prompts: tuple[str, ...] = ()

    def prompt_line(self, id_: str, *, going_on: bool) -> Line:
        """Return what its prompt of this id may name, where to go on is an answer or is none."""
        about = (("seat", Form.SEAT),) if self.about else ()
        return Line(id_, (*about, ("kept", Form.CARD)) if self.keeps and going_on else about)


def lines(
    *ids: str,
    nightly: bool = False,
    eyes: Eyes = Eyes.OPEN,
    uncalled: bool = False,
    circle: bool = False,
    spares: Iterable[str] = (),
    **args: Form,
) -> tuple[Line, ...]:
    """Several spoken lines with the same arguments."""
    line = Line("", tuple(args.items()), nightly, eyes=eyes, uncalled=uncalled, circle=circle, spares=frozenset(spares))
    return tuple(replace(line, id=id_) for id_ in ids)


def asides(*ids: str, eyes: Eyes = Eyes.OPEN, circle: bool = False, **args: Form) -> tuple[Line, ...]:
    """Several remarks with the same arguments, which a pack may have words for."""
    return tuple(Line(id_, tuple(args.items()), eyes=eyes, circle=circle, aside=True) for id_ in ids)


def unspoken(*ids: str, word: Token | None = None, circle: bool = False, **args: Form) -> tuple[Line, ...]:
    """Several lines with the same arguments that are shown, and never said aloud."""
    return tuple(Line(id_, tuple(args.items()), spoken=False, word=word, circle=circle) for id_ in ids)


def told(*ids: str, **args: Form) -> tuple[Line, ...]:
    """Several lines of the tale with the same arguments."""
    return tuple(Line(id_, tuple(args.items()), spoken=False, tale=True) for id_ in ids)


@dataclass(frozen=True)
class Vocabulary:
    """Every line and every question that a game can use."""

    lines: dict[str, Line] = field(default_factory=dict)
    questions: dict[str, Question] = field(default_factory=dict)

    @property
    def prompts(self) -> dict[str, Question]:
        """Return the questions by the ids of the prompts that may stand for them: all these need words."""
        return {id_: question for question in self.questions.values() for id_ in (question.id, *question.prompts)}

    @classmethod
    def of(cls, lines: Iterable[Line], questions: Iterable[Question]) -> Vocabulary:
        """Gather declarations, refusing two that differ under one id."""
        gathered: dict[str, Line] = {}
        for line in lines:
            if gathered.setdefault(line.id, line) != line:
                raise ValueError(f"line {line.id!r} is declared twice with different arguments")
        asked: dict[str, Question] = {}
        for question in questions:
            if asked.setdefault(question.id, question) != question:
                raise ValueError(f"question {question.id!r} is declared twice and differently")
        return cls(gathered, asked)
