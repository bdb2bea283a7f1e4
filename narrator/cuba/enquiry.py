"""The enquiry: the parrain asks whatever he likes, accuses, and empties pockets, until it is over.

It ends when all that was stolen is back, when an agent was accused or shot, or when the parrain is out.
"""

from __future__ import annotations

from narrator.core.answers import NOBODY, Card, Diamonds, Kind, Seats
from narrator.core.effects import Form, News, Pause, Term, Topic
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines, unspoken
from narrator.cuba import declassify
from narrator.cuba.asking import ask, one_seat, public
from narrator.cuba.pockets import pockets, put_out
from narrator.cuba.setup import AGENT, CHEAT, NETTOYEUR
from narrator.cuba.table import Over, Table, deed, scene
from narrator.cuba.winners import Ending, Take


def enquiry(table: Table) -> Play[None]:
    """Hear one accusation after another until all diamonds are back.

    Raises:
        Over: it ended otherwise.
    """
    yield News(topic=Topic.DAYBREAK, number=1)
    yield scene("enquiry")
    yield table.say("enquiry.open", seat=declassify.seat(table.parrain))
    while not table.settled:
        yield scene("enquiry")
        yield table.say("enquiry.listen", seat=declassify.seat(table.parrain))
        accused = yield from _accuse(table)
        if accused is not None:
            yield from _judge(table, accused)
    yield table.say("enquiry.recovered", seat=declassify.seat(table.parrain))


def _accuse(table: Table) -> Play[int | None]:
    """Wait for "Vide tes poches"; None where a departure has ended the enquiry."""
    answer = yield from ask(
        table, lambda: None if table.settled else public(table, "cuba.accused", one_seat(table.suspects))
    )
    return answer.seats[0] if isinstance(answer, Seats) else None


def _judge(table: Table, accused: int) -> Play[None]:
    """Leave a fixed time for "PAM", then empty the pockets."""
    yield deed("story.accused", seat=Term(Form.SEAT, accused))
    yield table.say("accuse", seat=declassify.seat(accused))
    yield Pause(seconds=sum(table.setup.windows["pam"]))

    def shooters() -> tuple[int, ...]:
        return tuple(seat for seat in table.suspects if seat != accused)

    answer = yield from ask(
        table,
        lambda: (
            public(table, "cuba.pam", one_seat(shooters(), NOBODY))
            if accused in table.living and not table.settled
            else None
        ),
    )
    if isinstance(answer, Seats) and (yield from _fire(table, answer.seats[0], accused)):
        return
    take = yield from pockets(table, accused)
    # With all diamonds back there is no enquiry left to be accused in: nothing is owed, and no agent wins.
    if take is not None and not table.settled:
        yield from _settle(table, accused, take)


def _settle(table: Table, accused: int, take: Take) -> Play[None]:
    """Do what the pockets of the accused ask for."""
    seat = declassify.seat(accused)
    match take:
        case Diamonds():
            yield table.say("pockets.diamonds", seat=seat, count=declassify.shown_diamonds(take))
            yield from put_out(table, accused)
        case Card(card=card) if card == AGENT:
            yield table.say("pockets.agent", seat=seat)
            raise Over(Ending.AGENT, accused)
        case Card(card=card) if card == CHEAT:
            yield table.say("pockets.cheat", seat=seat)
            yield from put_out(table, accused)
        case Card() if table.broke(accused):
            yield table.say("pockets.nothing", seat=seat)
            yield from put_out(table, accused)
        case Card():
            yield table.say("pockets.innocent", seat=seat, card=declassify.shown_token(take))
            yield from _apologise(table, accused)


def _apologise(table: Table, accused: int) -> Play[None]:
    """Give a joker to the one who was wrongly accused; without one the parrain is out."""
    if table.jokers:
        table.jokers -= 1
        yield table.say("joker.given", seat=declassify.seat(accused))
        return
    yield table.say("joker.none", seat=declassify.seat(table.parrain))
    yield from put_out(table, table.parrain)
    raise Over(Ending.OUT)


def _fire(table: Table, shooter: int, accused: int) -> Play[bool]:
    """Serve a "PAM": return whether it settled the accusation, which only the nettoyeur's does."""
    yield deed("story.pam", seat=Term(Form.SEAT, shooter))
    yield table.say("pam.fired", seat=declassify.seat(shooter))
    token = yield from pockets(table, shooter)
    if token is None:
        return False
    if token != Card(NETTOYEUR):
        if table.worth(shooter) >= table.missing(shooter):
            yield table.say("pam.last", seat=declassify.seat(shooter))
        else:
            back = declassify.given_back(table.worth(shooter))
            yield table.say("pam.false", seat=declassify.seat(shooter), count=back)
        yield from put_out(table, shooter)
        return False
    yield table.say("pam.shot", seat=declassify.seat(accused))
    victim = yield from pockets(table, accused)
    seat = declassify.seat(accused)
    match victim:
        case Diamonds():
            yield table.say("pam.diamonds", seat=seat, count=declassify.shown_diamonds(victim))
        case Card(card=card) if card == AGENT:
            yield table.say("pam.agent", seat=declassify.seat(shooter))
            raise Over(Ending.SHOT, shooter)
        case Card(card=card) if card == CHEAT:
            yield table.say("pockets.cheat", seat=seat)
        case Card():
            yield table.say("pam.innocent", seat=seat, card=declassify.shown_token(victim))
        case None:
            pass  # he has left, and took the shot with him
    for gone in (accused, shooter):
        if gone in table.living:
            yield from put_out(table, gone)
    if victim is not None:
        table.shot.add(accused)
    return True


LINES = (
    *lines(
        "enquiry.open",
        "enquiry.recovered",
        "pockets.agent",
        "pam.shot",
        "pam.agent",
        "joker.none",
        "pam.last",
        seat=Form.SEAT,
    ),
    *lines(
        "enquiry.listen",
        "accuse",
        "pockets.cheat",
        "pockets.nothing",
        "joker.given",
        "pam.fired",
        seat=Form.SEAT,
        nightly=True,
    ),
    *lines("pockets.diamonds", "pam.false", seat=Form.SEAT, count=Form.NUMBER, nightly=True),
    *lines("pockets.innocent", seat=Form.SEAT, card=Form.CARD, nightly=True),
    *lines("pam.diamonds", seat=Form.SEAT, count=Form.NUMBER),
    *lines("pam.innocent", seat=Form.SEAT, card=Form.CARD),
    *unspoken("story.accused", "story.pam", seat=Form.SEAT),
)
QUESTIONS = (
    Question("cuba.accused", Kind.SEATS, "a seat still in, not the parrain's"),
    Question("cuba.pam", Kind.SEATS, "a seat still in, neither the parrain's nor the accused's | none"),
)
