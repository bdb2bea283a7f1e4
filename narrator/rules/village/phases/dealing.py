"""The deal: the program shows each player a card, or each player tells the program the card in his hand.

Where a pack of 32 playing cards stands in for the game's own: the hunters are the black court cards, the players with a
power the red ones, a queen first; all others have the low cards and the aces. A playing card is its rank and suit: `KS`
is the king of spades, `10H` the ten of hearts.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from narrator.base.user_error import UserError
from narrator.rules.core.answers import CONFIRM, NOBODY, SILENT, Card, Choices, Kind, Seats
from narrator.rules.core.effects import Ask, Form
from narrator.rules.core.play import Play
from narrator.rules.core.table_state import ask, public, put
from narrator.rules.core.vocabulary import Eyes, Question, lines, told, unspoken
from narrator.rules.village import declassify
from narrator.rules.village.state import VillageState, card_term, scene, to_seat
from narrator.rules.village.table import WOLVES, Deal
from narrator.rules.village.windows import Counted, secret_round

if TYPE_CHECKING:
    from narrator.rules.village.game import VillageSetup

CARD, READING = "deal.card", "reading"
"""The question for a card and the line that shows one; and how long it is shown, where that was computed."""

PHONES = "deal.seated"
"""The question who holds a phone."""


def deal(state: VillageState) -> Play[None]:
    """Deal. With real cards and a leader the calls of the first night will tell who holds what."""
    if state.setup.deal is Deal.NARRATOR:
        cards, centre = state.setup.dealt()
        state.centre = list(centre)
        for seat, card in zip(state.setup.seats, cards, strict=True):
            yield state.holds(seat, card)
        yield from _seat_phones(state)
        if len(state.with_phones) < state.setup.players:
            yield from secret_round(
                state, "deal.round", "round", Counted.CARD_SHOWN, _show, length=READING, but=state.with_phones
            )
        if state.with_phones:
            yield scene("evening")
            yield state.say("deal.phones")
            yield from ask(state, lambda: public(state, "deal.done", CONFIRM, offer=True))
    elif state.told:
        yield from _hand_out(state)
    else:
        yield from _keyed(state)


def _seat_phones(state: VillageState) -> Play[None]:
    """Learn which players hold a phone: they look at their cards there, all at once, once the others have."""
    if not state.options.phones:
        return
    choices = Choices(kind=Kind.SEATS, seats=(*state.setup.seats,), count=(1, state.setup.players), words=(NOBODY,))
    answer = yield from put(
        state, Ask(question=PHONES, choices=choices, living=state.others(), tacit=True, seated=True)
    )
    state.with_phones = answer.seats if isinstance(answer, Seats) else ()


def _show(state: VillageState, seat: int) -> Play[None]:
    yield state.show(CARD, to=to_seat(seat), slot=0, card=card_term(state.cards[seat]))


def _hand_out(state: VillageState) -> Play[None]:
    """Let a person deal the real cards, and wait until everybody has looked at his."""
    yield scene("evening")
    if state.options.playing_cards:
        yield state.say("deal.take_out")
        for card, playing in stand_ins(state.setup):
            yield state.say("deal.stand_in", card=declassify.card(card), playing=declassify.playing(playing))
    yield state.say("deal.hand_out")
    yield from ask(state, lambda: public(state, "deal.done", CONFIRM, offer=True))


def _keyed(state: VillageState) -> Play[None]:
    """Have every player key his own card; the round comes again until the cards are those of the composition."""
    yield from _hand_out(state)
    yield from secret_round(state, "deal.key_round", "key_card", Counted.CARD, _key)
    while not declassify.cards_add_up(state):
        state.cards.clear()
        yield from secret_round(state, "deal.again", "key_card", Counted.CARD, _key)
    state.centre = list((Counter(dict(state.setup.hand)) - Counter(state.cards.values())).elements())
    for seat, card in list(state.cards.items()):
        yield state.holds(seat, card)


def _key(state: VillageState, seat: int) -> Play[None]:
    cards = tuple(card for card, _ in state.setup.hand)
    choices = Choices(kind=Kind.CARD, cards=cards, words=(SILENT,))
    answer = yield from put(state, state.ask(CARD, choices, to=to_seat(seat), slot=0, about=seat))
    if isinstance(answer, Card):
        state.cards[seat] = answer.card


# --- playing cards as stand-ins ------------------------------------------------------------------------------------

LOW = ("7", "8", "9", "10", "A")
BLACK_COURT = tuple(rank + suit for rank in "KQJ" for suit in "SC")
RED_COURT = ("QH", "QD", "KH", "KD", "JH", "JD")
RED_LOW = tuple(rank + suit for suit in "HD" for rank in LOW)
BLACK_LOW = tuple(rank + suit for suit in "SC" for rank in LOW)
ORDERS = (
    (*BLACK_COURT, *BLACK_LOW, *RED_COURT, *RED_LOW),
    (*RED_COURT, *BLACK_COURT, *BLACK_LOW, *RED_LOW),
    (*RED_LOW, *BLACK_LOW, *RED_COURT, *BLACK_COURT),
)
"""The playing cards in the order in which the cards of each rank take them."""


class TooManyCardsError(UserError, ValueError):
    """A pack of 32 has not enough cards for so many: `count`."""

    def __init__(self, count: int) -> None:
        super().__init__(f"{count} cards are more than a pack of 32 has")
        self.count = count


def stand_ins(setup: VillageSetup) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return which playing cards stand for each card of the composition, in its order.

    Raises:
        TooManyCardsError: the composition has more cards than a pack of 32.
    """
    total = sum(count for _, count in setup.hand)
    free = set(ORDERS[0])
    if total > len(free):
        raise TooManyCardsError(total)
    taken: dict[str, tuple[str, ...]] = {}
    # The cards that mean the most choose first.
    for card, count in sorted(setup.hand, key=lambda entry: _rank(setup, entry[0])):
        order = [playing for playing in ORDERS[_rank(setup, card)] if playing in free]
        taken[card] = tuple(order[:count])
        free.difference_update(taken[card])
    return tuple((card, taken[card]) for card, _ in setup.hand)


def _rank(setup: VillageSetup, card: str) -> int:
    role = setup.role(card)
    if role.camp == WOLVES:
        return 0
    return 1 if role.powers else 2


LINES = (
    *lines("deal.round", "deal.key_round", "deal.again", eyes=Eyes.CLOSED),
    *lines("deal.hand_out", "deal.take_out", "deal.phones"),
    *unspoken("deal.card", card=Form.CARD),
    *lines("deal.stand_in", card=Form.CARD, playing=Form.PLAYING),
    *told("story.holds", seat=Form.SEAT, card=Form.CARD),
)
QUESTIONS = (
    Question("deal.done", Kind.CONFIRM, "done (answers itself in a rehearsal)"),
    Question(PHONES, Kind.SEATS, "the seats that hold a phone | none (answers itself: option phones)"),
    Question(CARD, Kind.CARD, "a card of the composition", secret=True, about=True),
)
