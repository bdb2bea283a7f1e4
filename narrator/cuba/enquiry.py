"""The enquiry: the parrain asks whatever he likes, accuses, and empties pockets, until it is over.

It ends when all that was stolen is back, when an agent was accused or shot, or when the parrain is out.
"""

from __future__ import annotations

from narrator.core.answers import NOBODY, Card, Diamonds, Kind, Seats
from narrator.core.effects import Aloud, Form, News, Pause, Scene, Term, Topic, Verb
from narrator.core.play import Play
from narrator.core.table_questions import ask, one_seat, public
from narrator.core.vocabulary import Question, lines, told
from narrator.cuba import declassify, remarks
from narrator.cuba.cuba_table import AGENT, CHEAT, NETTOYEUR
from narrator.cuba.pockets import pockets, put_out
from narrator.cuba.state import CubaState, EnquiryOver
from narrator.cuba.winners import EnquiryEnd, Take

PAM = "cuba.pam"
ACCUSATION, SHOUT = Aloud(verb=Verb.EMPTY), Aloud(verb=Verb.SHOOT)


def enquiry(state: CubaState) -> Play[None]:
    """Hear one accusation after another until all diamonds are back.

    Raises:
        EnquiryOver: it ended otherwise.
    """
    yield News(topic=Topic.DAYBREAK, number=1)
    yield Scene(scene="enquiry")
    yield state.say("enquiry.open", seat=declassify.seat(state.parrain))
    while not state.settled:
        yield Scene(scene="enquiry")
        yield from remarks.before_questions(state)
        yield state.say("enquiry.listen", seat=declassify.seat(state.parrain))
        accused = yield from _accuse(state)
        if accused is not None:
            yield from _judge(state, accused)
    yield state.say("enquiry.recovered", seat=declassify.seat(state.parrain))


def _accuse(state: CubaState) -> Play[int | None]:
    """Wait for "Vide tes poches"; None where a departure has ended the enquiry."""
    answer = yield from ask(
        state,
        lambda: None if state.settled else public(state, "cuba.accused", one_seat(state.suspects), aloud=ACCUSATION),
    )
    return answer.seats[0] if isinstance(answer, Seats) else None


def _judge(state: CubaState, accused: int) -> Play[None]:
    """Leave a fixed time for "PAM", then empty the pockets."""
    yield state.deed("story.accused", seat=Term(Form.SEAT, accused))
    yield state.say("accuse", seat=declassify.seat(accused))
    yield Pause(seconds=sum(state.setup.windows["pam"]))

    def shooters() -> tuple[int, ...]:
        return tuple(seat for seat in state.suspects if seat != accused)

    answer = yield from ask(
        state,
        lambda: (
            public(state, PAM, one_seat(shooters(), NOBODY), aloud=SHOUT)
            if accused in state.living and not state.settled
            else None
        ),
    )
    if isinstance(answer, Seats):
        yield from _fire(state, answer.seats[0], accused)
    take = yield from pockets(state, accused)
    # With all diamonds back there is no enquiry left to be accused in: nothing is owed, and no agent wins.
    if take is not None and not state.settled:
        yield from _settle(state, accused, take)
        yield from remarks.on_pockets(state, accused)


def _settle(state: CubaState, accused: int, take: Take) -> Play[None]:
    """Do what the pockets of the accused ask for."""
    seat = declassify.seat(accused)
    match take:
        case Diamonds():
            yield state.say("pockets.diamonds", seat=seat, count=declassify.shown_diamonds(take))
            yield from put_out(state, accused)
        case Card(card=card) if card == AGENT:
            yield state.say("pockets.agent", seat=seat)
            raise EnquiryOver(EnquiryEnd.AGENT, accused)
        case Card(card=card) if card == CHEAT:
            yield state.say("pockets.cheat", seat=seat)
            yield from put_out(state, accused)
        case Card() if state.broke(accused):
            yield state.say("pockets.nothing", seat=seat)
            yield from put_out(state, accused)
        case Card():
            yield state.say("pockets.innocent", seat=seat, card=declassify.shown_token(take))
            yield from _apologise(state, accused)


def _apologise(state: CubaState, accused: int) -> Play[None]:
    """Give a joker to the one who was wrongly accused; without one the parrain is out."""
    if state.jokers:
        state.jokers -= 1
        yield state.say("joker.given", seat=declassify.seat(accused))
        return
    state.judged.append((accused, False))
    yield state.say("joker.none", seat=declassify.seat(state.parrain))
    yield from put_out(state, state.parrain)
    raise EnquiryOver(EnquiryEnd.OUT)


def _fire(state: CubaState, shooter: int, accused: int) -> Play[None]:
    """Serve a "PAM". The nettoyeur's settles the accusation, for the accused is out then; nobody else's does."""
    yield state.deed("story.pam", seat=Term(Form.SEAT, shooter))
    yield state.say("pam.fired", seat=declassify.seat(shooter))
    token = yield from pockets(state, shooter)
    if token is None:
        return
    if token != Card(NETTOYEUR):
        if state.worth(shooter) >= state.missing(shooter):
            yield state.say("pam.last", seat=declassify.seat(shooter))
        else:
            back = declassify.given_back(state.worth(shooter))
            yield state.say("pam.false", seat=declassify.seat(shooter), count=back)
        yield from put_out(state, shooter)
        return
    yield state.say("pam.shot", seat=declassify.seat(accused))
    victim = yield from pockets(state, accused)
    seat = declassify.seat(accused)
    match victim:
        case Diamonds():
            yield state.say("pam.diamonds", seat=seat, count=declassify.shown_diamonds(victim))
        case Card(card=card) if card == AGENT:
            yield state.say("pam.agent", seat=declassify.seat(shooter))
            raise EnquiryOver(EnquiryEnd.SHOT, shooter)
        case Card(card=card) if card == CHEAT:
            yield state.say("pockets.cheat", seat=seat)
        case Card():
            yield state.say("pam.innocent", seat=seat, card=declassify.shown_token(victim))
        case None:
            pass  # he has left, and took the shot with him
    for gone in (accused, shooter):
        if gone in state.living:
            yield from put_out(state, gone)
    if victim is not None:
        state.shot.add(accused)
        # What he broke by taking nothing the table has not been told.
        yield from remarks.on_shot(state, accused, guilty=isinstance(victim, Diamonds) or victim == Card(CHEAT))


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
    *told("story.accused", "story.pam", seat=Form.SEAT),
)
QUESTIONS = (
    Question("cuba.accused", Kind.SEATS, "a seat still in, not the parrain's", aloud=ACCUSATION),
    Question(
        PAM,
        Kind.SEATS,
        "a seat still in, neither the parrain's nor the accused's | none (by itself in a rehearsal)",
        aloud=SHOUT,
    ),
)
