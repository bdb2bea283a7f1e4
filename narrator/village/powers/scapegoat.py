"""The scapegoat (bouc émissaire): where a vote of the day is tied, he dies in place of all of them.

At his burial he names who votes on the next day, at least one player who may vote.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from narrator.core.answers import NOBODY, Kind, Seats
from narrator.core.effects import Ask, Form
from narrator.core.play import Play
from narrator.core.table_questions import ask, one_seat, public
from narrator.core.vocabulary import Eyes, Question, lines, told
from narrator.village import declassify
from narrator.village.asking import any_seats
from narrator.village.powers.power import Dead, Power
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState
from narrator.village.table import CauseOfDeath


def named(state: VillageState) -> Play[tuple[int, ...]]:
    """Return who pays for a tie, none where nobody does; before the first night a leader tells who that is."""
    card = state.setup.card_with("scapegoat")
    if state.told and not state.night and card is not None and state.may_be_held(card):
        answer = yield from ask(state, partial(_identifying, state, card))
        if answer is not None:
            state.identified.add("scapegoat")
        if isinstance(answer, Seats):
            yield state.holds(answer.seats[0], card)
    return tuple(state.holders("scapegoat"))


def _identifying(state: VillageState, card: str) -> Ask | None:
    """Return the question for the scapegoat; None where nobody is left who may be he."""
    unknown = tuple(state.unknown()) if state.may_be_held(card) else ()
    return public(state, "scapegoat.seat", one_seat(unknown, NOBODY)) if unknown else None


def buried(state: VillageState, group: Sequence[Dead]) -> Play[None]:
    """Ask who died of a tie who votes tomorrow."""
    for seat, cause in group:
        if cause is not CauseOfDeath.TIE or not _voters(state):
            continue
        yield state.say("scapegoat.falls", seat=declassify.seat(seat))
        answer = yield from ask(state, partial(_naming, state, seat))
        if isinstance(answer, Seats):
            state.next_voters = answer.seats
            yield state.say("scapegoat.named", seats=declassify.seats(answer.seats))


def _naming(state: VillageState, dead: int) -> Ask | None:
    """Return the question for the voters; None where nobody is left who could be one."""
    voters = _voters(state)
    return public(state, "scapegoat.voters", any_seats(voters), about=dead) if voters else None


def _voters(state: VillageState) -> tuple[int, ...]:
    """Return whom he may name: never an idiot who was shown."""
    return state.others(*state.mute)


def remind(state: VillageState) -> Play[None]:
    """Say before a vote who alone may take part in it."""
    voters = [seat for seat in state.voters or () if seat in state.living and seat not in state.mute]
    if voters:
        yield state.say("scapegoat.vote", seats=declassify.seats(voters))


POWER = Power(
    id="scapegoat",
    slots=(Counted.NOTHING,),
    identified=True,
    buried=buried,
    lines=(
        *lines("scapegoat.wake", "scapegoat.sleep", eyes=Eyes.CLOSED),
        *lines("scapegoat.falls", seat=Form.SEAT),
        *lines("scapegoat.dead", "scapegoat.named", "scapegoat.vote", seats=Form.SEAT),
        *told("story.death.tie", seat=Form.SEAT),
    ),
    questions=(
        Question("scapegoat.voters", Kind.SEATS, "living seats that may vote: those that do tomorrow", about=True),
    ),
)
