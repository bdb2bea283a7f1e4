"""The office (capitaine, carte de Baden-Powell): a second voice; how it is given, and handed on at death."""

from __future__ import annotations

from narrator.rules.core.answers import NOBODY, Answer, Kind, Refusal, Seats, Tie
from narrator.rules.core.effects import Form, Pause, Topic
from narrator.rules.core.keyed_draws import drawn
from narrator.rules.core.play import Play
from narrator.rules.core.table_state import ask, one_seat, public
from narrator.rules.core.vocabulary import Question, lines
from narrator.rules.village import declassify
from narrator.rules.village.powers.by_day import lose_office
from narrator.rules.village.state import VillageState, news, scene
from narrator.rules.village.windows import any_seats, ballot


def elect(state: VillageState) -> Play[None]:
    """Elect by relative majority; a tie is voted again among the tied, then drawn by keyed hash."""
    state.elected = True
    yield scene("debate")
    yield state.say("captain.election")
    volunteers = yield from _volunteers(state)

    def candidates() -> tuple[int, ...]:
        return tuple(seat for seat in state.living if seat in volunteers)

    answer: Answer | None = None
    if len(candidates()) > 1:
        yield Pause(seconds=1.5)
        yield state.explain("vote.signal")
        yield state.say("vote.most")
        answer = yield from ask(
            state,
            lambda: (
                public(state, "captain.elected", ballot(candidates(), why=Refusal.VOICELESS))
                if len(candidates()) > 1
                else None
            ),
        )
    if isinstance(answer, Tie):
        answer = yield from _second_ballot(state, answer.seats)
    elected = answer.seats if isinstance(answer, Seats) else candidates()
    if len(elected) == 1:  # of several candidates, departures may leave one, who needs no vote, or none
        yield from _give(state, elected[0], "captain.elected")


def _volunteers(state: VillageState) -> Play[tuple[int, ...]]:
    """Return who may be elected: everybody, or who wants it (option `volunteers`: one needs no vote, none is none)."""
    if not state.options.volunteers:
        return _electable(state)
    yield state.say("captain.volunteers")
    answer = yield from ask(state, lambda: public(state, "sage.volunteers", any_seats(_electable(state), NOBODY)))
    if isinstance(answer, Seats):
        return answer.seats
    yield state.say("captain.nobody")
    return ()


def _electable(state: VillageState) -> tuple[int, ...]:
    """Return who may hold the office: never an idiot who was shown, who has no voice."""
    return state.others(*state.mute)


def _second_ballot(state: VillageState, tied: tuple[int, ...]) -> Play[Seats | None]:
    """Vote again among the tied; a second tie is drawn, not asked."""
    yield state.say("captain.tie", seats=declassify.seats(tied))

    def standing() -> tuple[int, ...]:
        return tuple(seat for seat in tied if seat in state.living)

    yield state.say("vote.most")
    answer = yield from ask(
        state,
        lambda: public(state, "captain.tie", ballot(standing(), NOBODY)) if len(standing()) > 1 else None,
    )
    if isinstance(answer, Seats):
        return answer
    still = tuple(seat for seat in (answer.seats if isinstance(answer, Tie) else standing()) if seat in state.living)
    if len(still) < 2:  # who is left of the tied needs no lot
        return Seats(still) if still else None
    lot = drawn(state.key, sorted(still), "captain", state.day)
    yield state.say("captain.drawn", seat=declassify.seat(lot))
    return Seats((lot,))


def hand_over(state: VillageState) -> Play[None]:
    """Let the dead holder name a living successor, in his last breath; where nobody can be one, the office ends."""
    while state.office is not None and state.office not in state.living:
        holder = state.office
        if not _electable(state):
            yield from lose_office(state)
            return
        yield state.say("captain.falls", seat=declassify.seat(holder))
        answer = yield from ask(
            state,
            lambda dead=holder: (  # type: ignore[misc]  # mypy cannot infer a lambda with a default
                public(state, "captain.successor", one_seat(_electable(state), why=Refusal.VOICELESS), about=dead)
                if state.office == dead and _electable(state)  # a departure meanwhile may have settled it
                else None
            ),
        )
        if isinstance(answer, Seats):
            yield from _give(state, answer.seats[0], "captain.succeeds")


def _give(state: VillageState, seat: int, line: str) -> Play[None]:
    """Make a seat the holder, aloud."""
    state.office = seat
    yield news(Topic.OFFICE, seat=seat)
    yield state.say(line, seat=declassify.seat(seat))


LINES = (
    *lines("captain.election", "captain.volunteers", "captain.nobody"),
    *lines("captain.elected", "captain.succeeds", "captain.drawn", "captain.falls", seat=Form.SEAT),
    *lines("captain.tie", seats=Form.SEAT),
)
QUESTIONS = (
    Question("sage.volunteers", Kind.SEATS, "the living seats that want the office | none (option volunteers)"),
    Question("captain.elected", Kind.BALLOT, "a living seat | {tie: [seats]}"),
    Question("captain.tie", Kind.BALLOT, "one of the tied | {tie: [seats]} | none: drawn by lot"),
    Question("captain.successor", Kind.SEATS, "a living seat", about=True),
)
