"""The enquiry: the parrain asks whatever he likes, accuses, and empties pockets, until it is over.

It ends when all that was stolen is back, when an agent was accused or shot, or when the parrain is out. No more
diamonds come out of pockets than are missing: what is shown is counted again, and if it stands, so are the parrain's
counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from narrator.rules.core.answers import DONE, NOBODY, Answer, Card, Choices, Diamonds, Kind, Number, Refusal, Seats
from narrator.rules.core.effects import Aloud, Ask, Fact, Form, News, Pause, Scene, Tells, Term, Topic, Unit, Verb
from narrator.rules.core.keyed_draws import drawn, public_key
from narrator.rules.core.play import Play, Wordiness
from narrator.rules.core.table_state import ask, one_seat, public
from narrator.rules.core.vocabulary import Question, asides, lines, told
from narrator.rules.cuba import declassify
from narrator.rules.cuba.robbery import note, recount
from narrator.rules.cuba.state import CubaState, EnquiryOver
from narrator.rules.cuba.takes import AGENT, CHEAT, NETTOYEUR, EnquiryEnd, Take, left_of, right_of

PAM, EMPTIED, RECOVERED = "cuba.pam", "cuba.pockets", "cuba.recovered"
FOUND, ACCUSATION, SHOUT = Aloud(unit=Unit.DIAMONDS), Aloud(verb=Verb.EMPTY), Aloud(verb=Verb.SHOOT)


def enquiry(state: CubaState) -> Play[None]:
    """Hear one accusation after another until all diamonds are back.

    Raises:
        EnquiryOver: it ended otherwise.
    """
    yield News(topic=Topic.DAYBREAK, number=1)
    yield Scene(scene="enquiry")
    yield state.say("enquiry.open", seat=declassify.seat(state.parrain))
    if state.setup.prologue:
        yield state.say("enquiry.ask")
    while not state.settled:
        yield Scene(scene="enquiry")
        yield from before_questions(state)
        yield state.say("enquiry.listen", seat=declassify.seat(state.parrain))
        accused = yield from _accuse(state)
        if accused is not None:
            yield from _judge(state, accused)
    yield state.say("enquiry.recovered", seat=declassify.seat(state.parrain))


def _accuse(state: CubaState) -> Play[int | None]:
    """Wait for "Vide tes poches"; None where a departure has ended the enquiry."""
    answer = yield from ask(
        state,
        lambda: (
            None
            if state.settled
            else public(state, "cuba.accused", one_seat(state.suspects, why=Refusal.YOURSELF), aloud=ACCUSATION)
        ),
    )
    return answer.seats[0] if isinstance(answer, Seats) else None


def _judge(state: CubaState, accused: int) -> Play[None]:
    """Leave a fixed time for "PAM", where somebody may shoot, then empty the pockets."""
    yield state.deed("story.accused", seat=Term(Form.SEAT, accused))
    yield state.say("accuse", seat=declassify.seat(accused))
    answer = yield from _shot(state, accused)
    if isinstance(answer, Seats):
        yield from _fire(state, answer.seats[0], accused)
    elif answer is not None:
        yield state.say("pockets.ask", seat=declassify.seat(accused))
    take = yield from pockets(state, accused)
    # With all diamonds back there is no enquiry left to be accused in: nothing is owed, and no agent wins.
    if take is not None and not state.settled:
        yield from _settle(state, accused, take)
        yield from on_pockets(state, accused)


def _shot(state: CubaState, accused: int) -> Play[Answer | None]:
    """Ask who shoots; None where nobody can, for the token that does is not in play."""
    if NETTOYEUR not in dict(state.setup.tokens):
        return None
    yield Pause(seconds=sum(state.setup.windows["pam"]))
    yield state.say("pam.ask")

    def shooters() -> tuple[int, ...]:
        return tuple(seat for seat in state.suspects if seat != accused)

    return (
        yield from ask(
            state,
            lambda: (
                public(state, PAM, one_seat(shooters(), NOBODY), aloud=SHOUT)
                if accused in state.living and not state.settled
                else None
            ),
        )
    )


def _settle(state: CubaState, accused: int, take: Take) -> Play[None]:
    seat = declassify.seat(accused)
    match take:
        case Diamonds():
            yield state.say("pockets.diamonds", seat=seat, count=declassify.shown_diamonds(take))
        case Card(card=card) if card == AGENT:
            yield state.say("pockets.agent", seat=seat)
            raise EnquiryOver(EnquiryEnd.AGENT, accused)
        case Card(card=card) if card == CHEAT:
            yield state.say("pockets.cheat", seat=seat)
        case Card() if state.broke(accused):
            yield state.say("pockets.nothing", seat=seat)
        case Card():
            yield state.say("pockets.innocent", seat=seat, card=declassify.shown_token(take))
            yield from _apologise(state, accused)
            return
    yield from put_out(state, accused)


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
        yield from on_shot(state, accused, guilty=isinstance(victim, Diamonds) or victim == Card(CHEAT))


# --- pockets -------------------------------------------------------------------------------------------------------


def pockets(state: CubaState, seat: int) -> Play[Take | None]:
    """Ask what somebody shows who is still in; None where he is gone.

    Once all diamonds are back nothing depends on it: then it is offered, and None where he keeps it to himself.
    """

    def make() -> Ask | None:
        if seat not in state.living:
            return None
        choices = state.pockets(seat)
        if state.settled:
            return public(state, EMPTIED, replace(choices, words=(DONE,)), about=seat, offer=True)
        return public(state, EMPTIED, choices, about=seat)

    take = yield from _empty(state, seat, make)
    return take if seat in state.living else None


def put_out(state: CubaState, seat: int) -> Play[None]:
    """Eliminate a player: he is silent from now on, and his diamonds are the parrain's again."""
    state.living = tuple(other for other in state.living if other != seat)
    state.out.add(seat)
    yield News(topic=Topic.DEATH, seat=seat)


def depart(state: CubaState, seat: int) -> Play[None]:
    """Let a player leave: out like one who was eliminated, his pockets emptied if he had the box.

    Raises:
        EnquiryOver: it was the parrain, or nobody is left to be asked.
    """
    yield state.say("left.dead", seats=declassify.seats((seat,)))
    yield from put_out(state, seat)
    state.left.add(seat)
    yield state.deed("story.left", Tells.END, seat=Term(Form.SEAT, seat))
    if seat == state.parrain:
        raise EnquiryOver(EnquiryEnd.OUT if state.stolen > 0 else EnquiryEnd.BROKEN)
    if seat in state.order and seat not in state.takes:
        yield from _empty(state, seat, lambda: public(state, EMPTIED, state.pockets(seat), about=seat))
    if not state.suspects and state.stolen <= 0:
        raise EnquiryOver(EnquiryEnd.BROKEN)


def _empty(state: CubaState, seat: int, make: Callable[[], Ask | None]) -> Play[Take | None]:
    """Ask what came out of a pocket, by the question that `make` builds, until it can have come out of it."""
    doubted: int | None = None
    while True:
        take = yield from ask(state, make)
        if not isinstance(take, Diamonds | Card):
            return None
        found = yield from _found(state, seat, take)
        if found > state.missing(seat) and found == doubted:
            yield from recount(state, "count.short")
            yield from note(state)
        if found <= state.missing(seat):
            break
        doubted = None if found == doubted else found
        yield state.say("pockets.recount", seat=declassify.seat(seat))
    if take == Card(CHEAT):
        state.loot[seat] = found
    if take != state.takes.get(seat):
        yield state.took(seat, take)
    return take


def _found(state: CubaState, seat: int, take: Take) -> Play[int]:
    """Return the diamonds that came out of a pocket. A cheat's pockets hold what nobody may take: they are counted."""
    if isinstance(take, Diamonds):
        return take.count
    if take != Card(CHEAT):
        return 0
    choices = Choices(kind=Kind.NUMBER, numbers=(0, state.setup.diamonds))
    found = yield from ask(state, lambda: public(state, RECOVERED, choices, about=seat, aloud=FOUND))
    return found.value if isinstance(found, Number) else 0


# --- what the storyteller remarks ----------------------------------------------------------------------------------
# Drawn from what pockets have shown to all, and nothing else: never from the parrain's counts, which are his alone. One
# remark each time, the rarest that fits; where much is to be told, a memory before he goes on asking. All of it is an
# aside: it asks nothing, and a pack may do without.


def on_pockets(state: CubaState, accused: int) -> Play[None]:
    """Remark on pockets that were emptied, while the enquiry goes on."""
    before, guilty = state.judged[-1:], accused in state.out
    state.judged.append((accused, guilty))
    if not _silent(state):
        yield state.aside(_of_the_guilty(state, before, accused) if guilty else _of_the_wronged(state, before))


def on_shot(state: CubaState, accused: int, *, guilty: bool) -> Play[None]:
    """Remark on a shot that has taken two, while the enquiry goes on: it was the parrain who accused."""
    state.judged.append((accused, guilty))
    if not _silent(state):
        yield state.aside("family.shot")


def before_questions(state: CubaState) -> Play[None]:
    """Remember something before the parrain goes on asking, where much is to be told."""
    if state.setup.words is Wordiness.RICH and state.judged:
        line, count = drawn(public_key(state.setup.seed), _memories(state), "memory", len(state.judged))
        yield state.aside(line, count=count)


def at_the_end(state: CubaState, won: tuple[int, ...]) -> Play[None]:
    """Remark on what decided the enquiry, once the winners are named."""
    if state.setup.words is Wordiness.FEW or not state.judged:
        return
    seat, guilty = state.judged[-1]
    if state.parrain in state.out and state.parrain not in state.left and not guilty:
        yield state.aside("family.fallen", seat=declassify.seat(seat))
    elif state.parrain in won and all(rightly for _, rightly in state.judged):
        yield state.aside("family.flawless")


def _silent(state: CubaState) -> bool:
    """Whether nothing is remarked: that is wanted, or the enquiry is over."""
    return state.setup.words is Wordiness.FEW or state.settled


def _of_the_guilty(state: CubaState, before: list[tuple[int, bool]], accused: int) -> str:
    if not before:
        return "family.caught.first"
    ((seat, guilty),) = before
    players = state.setup.players
    if guilty and seat in (left_of(accused, players), right_of(accused, players)):
        return "family.caught.beside"
    return "family.caught.again" if guilty else "family.caught"


def _of_the_wronged(state: CubaState, before: list[tuple[int, bool]]) -> str:
    if not state.jokers:
        return "family.wronged.last"
    return "family.wronged.again" if before and not before[0][1] else "family.wronged"


def _memories(state: CubaState) -> list[tuple[str, Fact]]:
    """Return what may be remembered: who may still be asked, what is back on the table, how often he was wrong."""
    wronged = [seat for seat, guilty in state.judged if not guilty]
    excuses = 0 if state.shot.intersection(wronged) else len(wronged)  # who was shot is owed none
    counts = {"family.left": len(state.suspects), "family.back": state.recovered, "family.mistakes": excuses}
    return [(line, declassify.count(count)) for line, count in counts.items() if count]


LINES = (
    *lines("left.dead", seats=Form.SEAT),
    *lines("pam.ask"),
    *lines("pockets.ask", "pockets.recount", seat=Form.SEAT),
    *told("story.diamonds", seat=Form.SEAT, count=Form.NUMBER),
    *told("story.pocket", seat=Form.SEAT, card=Form.CARD),
    *told("story.left", seat=Form.SEAT),
    *lines("enquiry.ask"),
    *lines("enquiry.open", "enquiry.recovered", "joker.none", spares=["seat"], seat=Form.SEAT),
    *lines("pam.shot", "pam.agent", "pam.last", "pockets.agent", seat=Form.SEAT),
    *lines("enquiry.listen", spares=["seat"], seat=Form.SEAT, nightly=True),
    *lines("accuse", "pockets.cheat", "pockets.nothing", seat=Form.SEAT, nightly=True),
    *lines("joker.given", "pam.fired", seat=Form.SEAT, nightly=True),
    *lines("pockets.diamonds", "pam.false", seat=Form.SEAT, count=Form.NUMBER, nightly=True),
    *lines("pockets.innocent", seat=Form.SEAT, card=Form.CARD, nightly=True),
    *lines("pam.diamonds", seat=Form.SEAT, count=Form.NUMBER),
    *lines("pam.innocent", seat=Form.SEAT, card=Form.CARD),
    *told("story.accused", "story.pam", seat=Form.SEAT),
    *asides("family.caught", "family.caught.first", "family.caught.again", "family.caught.beside"),
    *asides("family.wronged", "family.wronged.again", "family.wronged.last"),
    *asides("family.shot", "family.flawless"),
    *asides("family.left", "family.back", "family.mistakes", count=Form.NUMBER),
    *asides("family.fallen", seat=Form.SEAT),
)
QUESTIONS = (
    Question(EMPTIED, Kind.TAKE, "{diamonds: N} | a token | street | cheat", about=True),
    Question(
        RECOVERED, Kind.NUMBER, "the diamonds found on a cheat (0 by itself in a rehearsal)", about=True, aloud=FOUND
    ),
    Question("cuba.accused", Kind.SEATS, "a seat still in, not the parrain's", aloud=ACCUSATION),
    Question(
        PAM,
        Kind.SEATS,
        "a seat still in, neither the parrain's nor the accused's | none (by itself in a rehearsal)",
        aloud=SHOUT,
    ),
)
