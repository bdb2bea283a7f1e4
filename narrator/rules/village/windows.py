"""Windows: what is counted aloud in their slots, the secret round, which opens one for each seat; and what is asked.

What is counted comes from what everybody at the table knows, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from enum import Enum
from functools import cache
from typing import TypeVar

from narrator.rules.core import answers
from narrator.rules.core.answers import (
    CONFIRM,
    HYMN,
    KEEP,
    NO,
    NOBODY,
    SILENT,
    VILLAGE,
    WOLVES,
    YES,
    Answer,
    Card,
    Choices,
    Kind,
    Refusal,
    Seats,
    Token,
)
from narrator.rules.core.effects import Aloud, Ask, Count, Form, Purpose
from narrator.rules.core.play import Play
from narrator.rules.core.table_state import one_seat, put
from narrator.rules.core.vocabulary import Eyes, lines, unspoken
from narrator.rules.village import declassify
from narrator.rules.village.state import VillageState, night_scene, seat_term


class Counted(Enum):
    """What a slot counts: it depends on the call alone, not on who holds the card or whether anybody does."""

    NOTHING = "nothing"
    SEAT = "a living seat, to be chosen"
    SEAT_SHOWN = "a living seat or nobody, to be looked at"
    DEAD_SHOWN = "a dead seat or nobody, to be looked at"
    YES_NO = "yes or no"
    YES_NO_SHOWN = "yes or no, to be looked at"
    SAVE = "a living seat or nobody, to be looked at; then whether it is saved"
    SAVE_ONE = "a living seat or nobody: the attacked are looked at, then one is chosen"
    SIDE = "one of the two sides, to be chosen"
    TURNED_SHOWN = "to hunt from now on, to be charmed, or nothing, to be looked at"
    CARD = "a card of the composition, to be chosen"
    CARD_SHOWN = "a card of the composition, to be looked at"
    CENTRE = "the cards of the centre among those of the composition: looked at, then one is chosen"
    CENTRE_OR_KEEP = "the same, where one's own may be kept"
    CARD_OR_KEPT_SHOWN = "a card of the composition, or one's own as before, to be looked at"
    SONG = "whether somebody sings"


BOTH = (Counted.CENTRE, Counted.CENTRE_OR_KEEP, Counted.SAVE_ONE)
LOOKED_AT = (
    Counted.SEAT_SHOWN,
    Counted.DEAD_SHOWN,
    Counted.YES_NO_SHOWN,
    Counted.CARD_SHOWN,
    Counted.CARD_OR_KEPT_SHOWN,
    Counted.TURNED_SHOWN,
)


def counts(state: VillageState, slots: Iterable[Counted]) -> tuple[tuple[Count, ...], ...]:
    """Return what is counted in these slots of a window that opens now.

    The table's living and dead are those of the last dawn and day: who falls or leaves at night does so at dawn.
    """
    return _counts(tuple(slots), state.living, state.setup.players, state.setup.hand)


@cache
def _counts(
    slots: tuple[Counted, ...], living: tuple[int, ...], players: int, hand: tuple[tuple[str, int], ...]
) -> tuple[tuple[Count, ...], ...]:
    """Return the same: most windows open again and again before the same table."""
    cards = tuple(card for card, _ in hand)
    dead = tuple(seat for seat in range(1, players + 1) if seat not in living)
    return tuple(_count(slot, living, dead, cards) for slot in slots)


@cache
def _count(slot: Counted, living: tuple[int, ...], dead: tuple[int, ...], hand: tuple[str, ...]) -> tuple[Count, ...]:
    if slot is Counted.NOTHING:
        return ()
    if slot is Counted.SAVE:
        shown, chosen = (_count(part, living, dead, hand) for part in (Counted.SEAT_SHOWN, Counted.YES_NO))
        return (*shown, *chosen)
    cards, seats = tuple(map(Card, hand)), tuple(map(answers.seat, living))
    items: dict[Counted, tuple[Answer, ...]] = {
        Counted.SEAT: seats,
        Counted.SEAT_SHOWN: (*seats, NOBODY),
        Counted.DEAD_SHOWN: (*map(answers.seat, dead), NOBODY),
        Counted.YES_NO: (YES, NO),
        Counted.SAVE_ONE: (*seats, NOBODY),
        Counted.SIDE: (VILLAGE, WOLVES),
        Counted.TURNED_SHOWN: (WOLVES, YES, NOBODY),
        Counted.YES_NO_SHOWN: (YES, NO),
        Counted.CARD: cards,
        Counted.CARD_SHOWN: cards,
        Counted.CENTRE: cards,
        Counted.CENTRE_OR_KEEP: (*cards, KEEP),
        Counted.CARD_OR_KEPT_SHOWN: (*cards, KEEP),
        Counted.SONG: (HYMN,),
    }
    purpose = Purpose.BOTH if slot in BOTH else Purpose.LOOK if slot in LOOKED_AT else Purpose.CHOOSE
    return (Count(items[slot], purpose),)


def secret_round(
    state: VillageState,
    opening: str,
    call: str,
    counted: Counted,
    tell: Callable[[VillageState, int], Play[None]],
    *,
    length: str = "",
    but: Collection[int] = (),
) -> Play[None]:
    """Call each seat of the circle, but these, by number for the same time; `tell` fills the one slot of its window.

    Its player looks at the private screen, where there is something or the same-looking nothing, and closes his eyes
    again. The round takes place whenever there may be something to tell. `counted` may be counted in each window.
    `call` names the window's length; `length` another one, where the set-up has it.
    """
    yield night_scene("night")
    yield state.say(opening)
    for seat in (one for one in state.circle if one not in but):
        yield night_scene("night")
        yield state.say("round.seat", seat=declassify.seat(seat))
        yield state.window(call, counts(state, (counted,)), length=length)
        yield from tell(state, seat)
    yield state.say("round.end")


LINES = (
    *lines("round.seat", eyes=Eyes.CLOSED, seat=Form.SEAT),
    *lines("round.end", eyes=Eyes.CLOSED),
    *unspoken("round.nothing", word=NOBODY),
)


Answered = TypeVar("Answered")

DEBATE = Aloud(debate=True)
"""A question that stands while everybody speaks of everybody."""


def put_in_window(state: VillageState, asked: Play[Answered]) -> Play[Answered]:
    """Ask in a window by day, as `asked` does: who leaves meanwhile leaves afterwards, as at night."""
    before, state.leaving, state.departures_wait = state.leaving, [], True
    answer = yield from asked
    leaving, state.leaving, state.departures_wait = state.leaving, before, False
    for seat in leaving:
        yield from state.leave(seat)
    return answer


def muster(state: VillageState) -> Play[None]:
    """Take in who left while nobody was asked, so that it is heard at the same time whoever was asked.

    The narrator answers by itself, with the departures that were keyed since the last question.
    """
    roll = Ask(question="muster", choices=CONFIRM, living=state.others(), offer=True, tacit=True)
    yield from put(state, roll)


def name_seat(
    state: VillageState, question: str, seats: tuple[int, ...], *, by: str, deed: str, why: Refusal | None = None
) -> Play[int | None]:
    """Ask the holders of the power `by`, in the first slot of its call, for one of these seats; None: nobody is named.

    `deed` is the line by which the tale tells who was named, `why` the reason for which others cannot be.
    """
    answer = yield from put(state, state.ask(question, secret_seat(seats, why), to=state.private(by), slot=0))
    if not isinstance(answer, Seats):
        return None
    (seat,) = answer.seats
    yield state.deed(deed, seat=seat_term(seat))
    return seat


def ballot(seats: tuple[int, ...], *words: Token, most: int = 1, why: Refusal | None = None) -> Choices:
    """One seat (at most so many), a tie among them, or one of the words."""
    return Choices(kind=Kind.BALLOT, seats=seats, count=(1, max(1, most)), ties=True, words=words, why=why)


def some_seats(seats: tuple[int, ...], most: int) -> Choices:
    """One or several of the seats, at most so many."""
    return Choices(kind=Kind.SEATS, seats=seats, count=(1, most))


def any_seats(seats: tuple[int, ...], *words: Token) -> Choices:
    """One or several seats, or one of the words."""
    return Choices(kind=Kind.SEATS, seats=seats, count=(1, max(1, len(seats))), words=words)


def secret_seat(seats: tuple[int, ...], why: Refusal | None = None) -> Choices:
    """One seat, nobody, or nothing by the end of the slot."""
    return one_seat(seats, NOBODY, SILENT, why=why)
