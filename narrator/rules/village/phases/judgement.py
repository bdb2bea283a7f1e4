"""How a day judges: by a vote, or by trials; and the verdict is carried out.

The vote: everyone points at the narrator's signal, and what the table shows is entered. Most votes is eliminated, or
those with most where there are two places (option `double_elimination`). A tie for the last places: a living office
holder names who of the tied takes them; otherwise everyone votes again among them, and who is tied again stays. Where
somebody must go (option `must_vote`), which is said before, nobody is no result, and a lot decides between who is tied
again.

Trials: accusation, defence, a show of hands; who was acquitted is not accused again the same day. Strictly more than
half of the living, the accused included, finds him guilty: he is executed and night falls. The voice of an office
holder counts twice, among those raised and among all. With no more accusation the day ends. The table tells the
verdict, or how many hands went up (option `count_votes`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from narrator.rules.core.answers import (
    ACQUITTED,
    GUILTY,
    NOBODY,
    Answer,
    Choices,
    Kind,
    Number,
    Refusal,
    Seats,
    Tie,
    Token,
    outcome_of,
)
from narrator.rules.core.effects import Aloud, Ask, Form, Poll, Timer, Unit
from narrator.rules.core.keyed_draws import shuffled
from narrator.rules.core.play import Play
from narrator.rules.core.table_state import ask, one_seat, public
from narrator.rules.core.vocabulary import Question, lines
from narrator.rules.village import declassify
from narrator.rules.village.phases import reactions
from narrator.rules.village.phases.deaths import chain, learn_card, settle
from narrator.rules.village.phases.debate import denunciation, take_turns
from narrator.rules.village.powers.by_day import may_denounce, remind_voters, scapegoats, show_idiot, spares_idiot
from narrator.rules.village.powers.names_one_seat import CROW_VOICES
from narrator.rules.village.powers.power import Dead
from narrator.rules.village.state import VillageState, scene
from narrator.rules.village.table import CauseOfDeath, VoteBy
from narrator.rules.village.windows import DEBATE, ballot, some_seats

# --- the vote ------------------------------------------------------------------------------------------------------

COUNTED = Aloud(unit=Unit.VOICES)
RESULT, CAPTAIN, AGAIN = "vote.result", "vote.captain", "vote.again"
TWO = {question: f"{question}.two" for question in (RESULT, CAPTAIN, AGAIN)}
"""The prompts of these questions where two places may be named."""

Verdict = tuple[str, tuple[int, ...], CauseOfDeath]
"""The line that says who is eliminated, who it is, and of what they die."""


def vote(state: VillageState) -> Play[None]:
    """Hold the vote of the day and bury whom it eliminates."""
    yield scene("verdict")
    if (yield from _nobody_votes(state)):
        return
    yield from remind_voters(state)
    yield state.explain("vote.call")
    if must_eliminate(state):
        yield state.say("vote.must")
    out = yield from _result(state)
    if not out:
        yield state.say("vote.nobody")
    for line, seats, cause in out:
        yield from condemn(state, seats, cause, line)
    yield from settle(state)
    yield from reactions.at_verdict(state)


def _nobody_votes(state: VillageState) -> Play[bool]:
    """Whether nobody alive may vote, so that nobody is eliminated; that is said."""
    if voices(state):
        return False
    yield state.say("vote.none")
    return True


def must_eliminate(state: VillageState) -> bool:
    """Whether a vote has to eliminate somebody (option `must_vote`)."""
    return state.options.must_vote


def _result(state: VillageState) -> Play[list[Verdict]]:
    """Return who is eliminated: the clear ones at once, one of the tied where the tie is broken, or the scapegoat."""
    must = must_eliminate(state)
    words = () if must else (NOBODY,)
    first = yield from _poll(state, RESULT, state.others, _places(state), *words, marked=state.tonight.marked)
    if must and first is NOBODY:  # counted seat by seat: all are tied
        first = Tie(state.others())
    match first:
        case Seats(seats=seats):
            return _voted_out(seats)
        case Tie(seats=seats, clear=clear):
            out = () if clear is None else (clear,)
            goats: tuple[int, ...] = ()
            if len(seats) > _places(state) - len(out):
                goats = tuple(seat for seat in (yield from scapegoats(state)) if seat not in out)
            if goats:
                yield state.say("vote.tie", seats=declassify.seats(seats))
                return [*_voted_out(out), ("scapegoat.dead", goats, CauseOfDeath.TIE)]
            named = yield from _break_tie(state, seats, _places(state) - len(out))
            return _voted_out(tuple(seat for seat in (*out, *named) if seat in state.living))
        case _:
            return []


def _voted_out(seats: tuple[int, ...]) -> list[Verdict]:
    return [("vote.dead", seats, CauseOfDeath.VOTE)] if seats else []


def _places(state: VillageState) -> int:
    """Return how many a vote eliminates."""
    return 2 if state.options.double_elimination else 1


def _break_tie(state: VillageState, tied: tuple[int, ...], places: int) -> Play[tuple[int, ...]]:
    """Return who of the tied takes so many places: whom the office holder names, or the second ballot.

    Where there are places for all there is nothing to break.
    """
    if len(tied) <= places:
        return tied

    def standing() -> tuple[int, ...]:
        return tuple(seat for seat in tied if seat in state.living)

    def judge() -> int | None:
        """Return the office holder, if he may vote."""
        return state.office if state.office is not None and state.may_vote(state.office) else None

    yield state.say("vote.tie", seats=declassify.seats(tied))
    named: tuple[int, ...] = ()

    def due() -> int:
        """Return how many the holder has still to name; none where he has left, or others and there is no tie left."""
        return places - len(named) if judge() is not None and len(standing()) > places else 0

    def naming() -> Ask | None:
        left = tuple(seat for seat in standing() if seat not in named)
        if not due():
            return None
        prompt = TWO[CAPTAIN] if due() > 1 else None
        return public(state, CAPTAIN, some_seats(left, due()), about=judge(), prompt=prompt)

    holder = judge()
    if holder is not None:
        yield state.say("vote.captain" if due() == 1 else "vote.captain.both", seat=declassify.seat(holder))
    while due():
        answer = yield from ask(state, naming)
        named += answer.seats if isinstance(answer, Seats) else ()
    if len(named) == places:
        return named

    def settled() -> bool:
        return len(standing()) <= places

    if settled():
        return standing()
    yield state.say("vote.again")
    second = yield from _poll(state, AGAIN, standing, places, NOBODY, settled=settled)
    return standing() if settled() else (yield from _second(state, second, standing(), places))


def _second(
    state: VillageState, ballot: Answer | None, standing: tuple[int, ...], places: int
) -> Play[tuple[int, ...]]:
    """Return whom a second ballot eliminates: who is tied again for the last place stays or, if need be, draws lots.

    The lot is a keyed hash of what it decides: another one where an idiot has shown himself since.
    """
    out: tuple[int, ...] = ()
    tied = standing
    match ballot:
        case Seats(seats=seats):
            return seats
        case Tie(seats=seats, clear=clear):
            out, tied = (() if clear is None else (clear,)), seats
    left = places - len(out)
    if len(tied) <= left:
        return (*out, *tied)
    if not must_eliminate(state):
        return out
    lot = tuple(shuffled(state.key, sorted(tied), "vote", state.day, len(state.mute))[:left])
    yield state.say("vote.drawn", seats=declassify.seats(lot))
    return (*out, *lot)


def _poll(
    state: VillageState,
    question: str,
    candidates: Callable[[], tuple[int, ...]],
    most: int,
    *words: Token,
    marked: int | None = None,
    settled: Callable[[], bool] = lambda: False,
) -> Play[Answer | None]:
    """Enter what the table shows: the result, or the count of each candidate (option `count_votes`).

    The crow's voices against whom he marked are counted besides, and in the sum. Nothing is entered any more once
    departures have `settled` it. Where all who may vote hold phones, these count (option `vote`).
    """
    counted = () if marked is None else ((marked, CROW_VOICES),)

    def polled() -> Poll | None:
        voters = tuple((seat, 1 + (seat == state.office)) for seat in state.living if state.may_vote(seat))
        by_phone = state.options.vote is VoteBy.PHONES and {seat for seat, _ in voters} <= {*state.with_phones}
        return Poll(voters, counted) if by_phone else None

    def balloting() -> Ask | None:
        places = min(most, len(candidates()))
        choices = ballot(candidates(), *words, most=places)
        prompt = TWO[question] if places > 1 else None
        return None if settled() else replace(public(state, question, choices, prompt=prompt), poll=polled())

    yield state.say("vote.phones") if polled() else state.explain("vote.signal")
    if polled() or not state.options.count_votes:
        if not polled():
            yield state.say("vote.most")
        return (yield from ask(state, balloting))
    counts: dict[int, int] = {}
    raised = voices(state)  # those that were raised at the signal, whoever leaves while they are counted
    cast = CROW_VOICES if marked is not None else 0

    def counting(seat: int) -> Ask | None:
        counted = sum(counts.values())
        choices = Choices(kind=Kind.NUMBER, numbers=(0, raised - counted), total=(counted + cast, raised + cast))
        if seat not in state.living or settled():
            return None
        return public(state, "vote.count", choices, about=seat, aloud=COUNTED)

    for seat in candidates():
        if counting(seat) is not None:
            yield state.say("vote.against", seat=declassify.seat(seat))
        count = yield from ask(state, partial(counting, seat))
        if isinstance(count, Number):
            counts[seat] = count.value
    if marked is not None:
        counts[marked] = counts.get(marked, 0) + cast
    # Whoever left during the count is out already.
    return outcome_of({seat: count for seat, count in counts.items() if seat in state.living}, most)


def voices(state: VillageState) -> int:
    """Return how many voices there are: one of everybody who may vote, and a second one of the office holder."""
    voters = list(filter(state.may_vote, state.living))
    return len(voters) + (state.office in voters)


# --- trials --------------------------------------------------------------------------------------------------------

VERDICT = Choices(kind=Kind.YES_NO, words=(GUILTY, ACQUITTED))


def trials(state: VillageState, timer: Timer | None, *, first: bool = False) -> Play[None]:
    """Hold trials until somebody is executed or nobody accuses any more; people speak in turn before the `first`."""
    yield scene("debate")
    if (yield from _nobody_votes(state)):
        return
    yield state.say("trial.open")
    if first:
        yield from take_turns(state, timer)
    if may_denounce(state):
        yield from denunciation(state, timer)
        yield state.say("trial.who")
        timer = timer and replace(timer, tease=None)
    while (accused := (yield from _accused(state, timer))) is not None:
        verdict = yield from _verdict(state, accused)
        if verdict is GUILTY:
            yield from condemn(state, (accused,), CauseOfDeath.VOTE, "trial.dead")
            yield from settle(state)
            yield from reactions.at_verdict(state)
            return
        timer = timer and replace(timer, tease=None)
        if verdict is ACQUITTED:
            state.acquitted.add(accused)
            yield state.say("trial.acquitted", seat=declassify.seat(accused))
    yield state.say("trial.over")
    yield from reactions.at_verdict(state)


def _needed(state: VillageState) -> int:
    """Return how many hands it takes: strictly more than half of the living, one of whom may have two voices."""
    second = state.office in list(filter(state.may_vote, state.living))
    return (len(state.living) + second) // 2 + 1


def _verdict(state: VillageState, accused: int) -> Play[Answer | None]:
    """Accuse, and enter the verdict, or the hands that went up, which decide it; None where the accused has left.

    Where somebody leaves, so that it takes fewer hands than was said, it is said anew.
    """

    def judging(needed: int) -> Ask | None:
        if accused not in state.living or needed != _needed(state):
            return None
        if not state.options.count_votes:
            return public(state, "trial.verdict", VERDICT, about=accused)
        hands = Choices(kind=Kind.NUMBER, numbers=(0, voices(state)))
        return public(state, "trial.hands", hands, about=accused)

    verdict, needed = None, 0
    while verdict is None and accused in state.living:
        needed = _needed(state)
        yield state.say("trial.accused", seat=declassify.seat(accused), count=declassify.count(needed))
        if state.options.count_votes:
            yield state.say("trial.hands", seat=declassify.seat(accused))
        verdict = yield from ask(state, partial(judging, needed))
    if isinstance(verdict, Number):
        hands = verdict.value + (CROW_VOICES if accused == state.tonight.marked else 0)
        return GUILTY if hands >= needed else ACQUITTED
    return verdict


def _accused(state: VillageState, timer: Timer | None) -> Play[int | None]:
    """Ask who is accused; None where nobody is, or nobody is left to be."""

    def candidates() -> tuple[int, ...]:
        return state.others(*state.acquitted)

    answer = yield from ask(
        state,
        lambda: (
            public(
                state, "trial.accused", one_seat(candidates(), NOBODY, why=Refusal.ACQUITTED), timer=timer, aloud=DEBATE
            )
            if candidates()
            else None
        ),
    )
    return answer.seats[0] if isinstance(answer, Seats) else None


# --- the verdict ---------------------------------------------------------------------------------------------------


def condemn(state: VillageState, seats: tuple[int, ...], cause: CauseOfDeath, line: str) -> Play[None]:
    """Eliminate these players together; the idiot shows his card and lives.

    Where a leader has not been asked yet who that is, the card of each is asked for first.
    """
    doomed, left = list[Dead](), 0
    for seat in seats:
        if cause is CauseOfDeath.VOTE and _may_be_an_idiot(state, seat):
            yield from learn_card(state, seat)
            left += seat not in state.living
        if cause is CauseOfDeath.VOTE and spares_idiot(state, seat):
            yield from show_idiot(state, seat)
        else:
            doomed.append((seat, cause))
    if left and left == len(seats):
        yield state.say("vote.nobody")
    elif doomed:
        yield from chain(state, doomed, line)


def _may_be_an_idiot(state: VillageState, seat: int) -> bool:
    """Whether a leader alone can know that a card saves a player: before the first night, when no secret was told.

    Later, what was told by night must not be heard from when a card is asked for.
    """
    card = state.setup.card_with("idiot")
    if not state.told or state.night or card is None:
        return False
    return seat in state.unknown() and state.may_be_held(card)


LINES = (
    *lines("vote.call", "vote.signal", "vote.nobody", nightly=True),
    *lines("vote.tie", "vote.drawn", seats=Form.SEAT),
    *lines("vote.must", "vote.none"),
    *lines("vote.captain", "vote.captain.both", seat=Form.SEAT),
    *lines("vote.again", "vote.most", "vote.phones"),
    *lines("vote.against", seat=Form.SEAT),
    *lines("trial.open", "trial.over", nightly=True),
    *lines("trial.accused", seat=Form.SEAT, count=Form.NUMBER),
    *lines("trial.acquitted", "trial.hands", seat=Form.SEAT),
    *lines("trial.who"),
    *lines("trial.dead", seats=Form.SEAT),
)
QUESTIONS = (
    Question(
        RESULT,
        Kind.BALLOT,
        "a living seat | none (must_vote: not) | {tie: [seats]} "
        "(double_elimination: [two seats], {tie: [seats], clear: seat} too)",
        prompts=(TWO[RESULT],),
    ),
    Question(
        CAPTAIN, Kind.SEATS, "one of the tied; both where three tie for two places", about=True, prompts=(TWO[CAPTAIN],)
    ),
    Question(
        AGAIN,
        Kind.BALLOT,
        "one of the tied | none: a second tie (double_elimination: two, or a tie, too)",
        prompts=(TWO[AGAIN],),
    ),
    Question(
        "vote.count",
        Kind.NUMBER,
        "the votes against one seat, no more in all than there are (option count_votes)",
        about=True,
        aloud=COUNTED,
    ),
    Question("trial.accused", Kind.SEATS, "a living seat, not acquitted today | none: the day ends", aloud=DEBATE),
    Question("trial.verdict", Kind.YES_NO, "guilty | acquitted", about=True),
    Question("trial.hands", Kind.NUMBER, "the hands raised against the accused (option count_votes)", about=True),
)
