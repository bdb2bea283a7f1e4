"""Asking, so that a departure in the middle of any question is served and the question then asked anew."""

from __future__ import annotations

from collections.abc import Callable

from narrator.core.answers import Answer, Card, Choices, Diamonds, Kind, Leave, Number, Token
from narrator.core.effects import Ask, Form, News, Term, Topic
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines, unspoken
from narrator.cuba import declassify
from narrator.cuba.setup import CHEAT
from narrator.cuba.table import Over, Table, deed
from narrator.cuba.winners import Ending, Take


def ask(table: Table, make: Callable[[], Ask | None]) -> Play[Answer | None]:
    """Ask the question that `make` builds from the table as it stands now; None where it has no point any more."""
    while (question := make()) is not None:
        answer = yield question
        if not isinstance(answer, Leave):
            return answer
        if answer.seat not in table.others() or answer.seat in table.leaving:
            continue
        if table.busy:
            table.leaving.append(answer.seat)
        else:
            yield from depart(table, answer.seat)
    return None


def public(table: Table, question: str, choices: Choices, *, about: int | None = None, offer: bool = False) -> Ask:
    """Ask everyone: any player enters what the table shows."""
    return Ask(question=question, choices=choices, living=table.others(), about=about, offer=offer)


CONFIRM = Choices(kind=Kind.CONFIRM, words=(Token.DONE,))
YES_NO = Choices(kind=Kind.YES_NO, words=(Token.YES, Token.NO))


def one_seat(seats: tuple[int, ...], *words: Token) -> Choices:
    """One seat, or one of the words."""
    return Choices(kind=Kind.SEATS, seats=seats, words=words)


def empty(table: Table, seat: int, make: Callable[[], Ask | None]) -> Play[Take | None]:
    """Ask what came out of a pocket, by the question that `make` builds; None where its player is gone.

    A cheat's pockets hold what nobody may take: his diamonds are counted by themselves.
    """
    take = yield from ask(table, make)
    if not isinstance(take, Diamonds | Card):
        return None
    if take == Card(CHEAT):
        choices = Choices(kind=Kind.NUMBER, numbers=(0, table.setup.diamonds))
        found = yield from ask(table, lambda: public(table, "cuba.recovered", choices, about=seat))
        table.loot[seat] = found.value if isinstance(found, Number) else 0
    if take != table.takes.get(seat):
        yield table.took(seat, take)
    return take


def pockets(table: Table, seat: int) -> Play[Take | None]:
    """Ask what somebody shows who is still in."""
    take = yield from empty(
        table,
        seat,
        lambda: public(table, "cuba.pockets", table.pockets(), about=seat) if seat in table.living else None,
    )
    return take if seat in table.living else None


def put_out(table: Table, seat: int) -> Play[None]:
    """Eliminate a player: he is silent from now on, and his diamonds are the parrain's again."""
    table.living.remove(seat)
    table.out.add(seat)
    yield News(topic=Topic.DEATH, seat=seat)


def depart(table: Table, seat: int) -> Play[None]:
    """Let a player leave: out like one who was eliminated, his pockets emptied if he had the box.

    Raises:
        Over: it was the parrain, or nobody is left to be asked.
    """
    yield table.say("left.dead", seats=declassify.seats((seat,)))
    yield from put_out(table, seat)
    table.left.add(seat)
    yield deed("story.left", seat=Term(Form.SEAT, seat))
    if seat == table.parrain:
        raise Over(Ending.OUT if table.stolen > 0 else Ending.BROKEN)
    if seat in table.order and seat not in table.takes:
        yield from empty(table, seat, lambda: public(table, "cuba.pockets", table.pockets(), about=seat))
    if not table.suspects and table.stolen <= 0:
        raise Over(Ending.BROKEN)


LINES = (
    *lines("left.dead", seats=Form.SEAT),
    *unspoken("story.diamonds", seat=Form.SEAT, count=Form.NUMBER),
    *unspoken("story.pocket", seat=Form.SEAT, card=Form.CARD),
    *unspoken("story.left", seat=Form.SEAT),
)
QUESTIONS = (
    Question("cuba.pockets", Kind.TAKE, "{diamonds: N} | a token | street | cheat", about=True),
    Question("cuba.recovered", Kind.NUMBER, "the diamonds found on a cheat (0 by itself in a rehearsal)", about=True),
)
