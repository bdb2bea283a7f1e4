"""The deal: the program shows each player a card, or each player tells the program the card in his hand."""

from __future__ import annotations

from collections import Counter

from narrator.core.answers import CONFIRM, SILENT, Card, Choices, Kind
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.table_questions import ask, public, put
from narrator.core.vocabulary import Eyes, Question, lines, told, unspoken
from narrator.village import declassify
from narrator.village.phases.secret_round import secret_round
from narrator.village.slot_counts import Counted
from narrator.village.stand_ins import stand_ins
from narrator.village.state import VillageState, card_term, scene, to_seat
from narrator.village.table import Deal

CARD, READING = "deal.card", "reading"
"""The question for a card and the line that shows one; and how long it is shown, where that was computed."""


def deal(state: VillageState) -> Play[None]:
    """Deal. With real cards and a leader the calls of the first night will tell who holds what."""
    if state.setup.deal is Deal.NARRATOR:
        cards, centre = state.setup.dealt()
        state.centre = list(centre)
        for seat, card in zip(state.setup.seats, cards, strict=True):
            yield state.holds(seat, card)
        called = "round.name" if state.options.quick else "round.seat"
        yield from secret_round(
            state, "deal.round", "round", Counted.CARD_SHOWN, _show, length=READING, seat_line=called
        )
    elif state.told:
        yield from _hand_out(state)
    else:
        yield from _keyed(state)


def _show(state: VillageState, seat: int) -> Play[None]:
    """Show a player his card."""
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
    while not _complete(state):
        state.cards.clear()
        yield from secret_round(state, "deal.again", "key_card", Counted.CARD, _key)
    state.centre = list((Counter(dict(state.setup.hand)) - Counter(state.cards.values())).elements())
    for seat, card in list(state.cards.items()):
        yield state.holds(seat, card)


def _key(state: VillageState, seat: int) -> Play[None]:
    """Ask a player for the card in his hand."""
    cards = tuple(card for card, _ in state.setup.hand)
    choices = Choices(kind=Kind.CARD, cards=cards, words=(SILENT,))
    answer = yield from put(state, state.ask(CARD, choices, to=to_seat(seat), slot=0, about=seat))
    if isinstance(answer, Card):
        state.cards[seat] = answer.card


def _complete(state: VillageState) -> bool:
    """Whether every seat told a card, and none more often than the composition has it."""
    told = Counter(state.cards.values())
    return len(state.cards) == state.setup.players and all(n <= state.setup.count(card) for card, n in told.items())


LINES = (
    *lines("deal.round", "deal.key_round", "deal.again", eyes=Eyes.CLOSED),
    *lines("deal.hand_out", "deal.take_out"),
    *unspoken("deal.card", card=Form.CARD),
    *lines("deal.stand_in", card=Form.CARD, playing=Form.PLAYING),
    *told("story.holds", seat=Form.SEAT, card=Form.CARD),
)
QUESTIONS = (
    Question("deal.done", Kind.CONFIRM, "done (answers itself in a rehearsal)"),
    Question(CARD, Kind.CARD, "a card of the composition", secret=True, about=True),
)
