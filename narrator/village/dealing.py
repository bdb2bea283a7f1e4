"""The deal: the program shows each player a card, or each player tells the program the card in his hand."""

from __future__ import annotations

from collections import Counter

from narrator.core.answers import SILENT, Card, Choices, Kind
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines, unspoken
from narrator.village import declassify
from narrator.village.asking import CONFIRM, ask, public, put
from narrator.village.counts import Counted
from narrator.village.rounds import secret_round
from narrator.village.setup import Deal
from narrator.village.stand_ins import stand_ins
from narrator.village.table import Table, card_term, scene, to_seat


def deal(table: Table) -> Play[None]:
    """Deal. With real cards and a leader the calls of the first night will tell who holds what."""
    if table.setup.deal is Deal.NARRATOR:
        cards, centre = table.setup.dealt()
        table.centre = list(centre)
        for seat, card in zip(table.setup.seats, cards, strict=True):
            yield table.holds(seat, card)
        yield from secret_round(table, "deal.round", "round", Counted.CARD_SHOWN, _show)
    elif table.told:
        yield from _hand_out(table)
    else:
        yield from _keyed(table)


def _show(table: Table, seat: int) -> Play[None]:
    """Show a player his card."""
    yield table.show("deal.card", to=to_seat(seat), slot=0, card=card_term(table.cards[seat]))


def _hand_out(table: Table) -> Play[None]:
    """Let a person deal the real cards, and wait until everybody has looked at his."""
    yield scene("evening")
    if table.options.playing_cards:
        yield table.say("deal.take_out")
        for card, playing in stand_ins(table.setup):
            yield table.say("deal.stand_in", card=declassify.card(card), playing=declassify.playing(playing))
    yield table.say("deal.hand_out")
    yield from ask(table, lambda: public(table, "deal.done", CONFIRM, offer=True))


def _keyed(table: Table) -> Play[None]:
    """Have every player key his own card; the round comes again until the cards are those of the composition."""
    yield from _hand_out(table)
    yield from secret_round(table, "deal.key_round", "key_card", Counted.CARD, _key)
    while not _complete(table):
        table.cards.clear()
        yield from secret_round(table, "deal.again", "key_card", Counted.CARD, _key)
    table.centre = list((Counter(dict(table.setup.hand)) - Counter(table.cards.values())).elements())
    for seat, card in list(table.cards.items()):
        yield table.holds(seat, card)


def _key(table: Table, seat: int) -> Play[None]:
    """Ask a player for the card in his hand."""
    cards = tuple(card for card, _ in table.setup.hand)
    choices = Choices(kind=Kind.CARD, cards=cards, words=(SILENT,))
    answer = yield from put(table, table.ask("deal.card", choices, to=to_seat(seat), slot=0, about=seat))
    if isinstance(answer, Card):
        table.cards[seat] = answer.card


def _complete(table: Table) -> bool:
    """Whether every seat told a card, and none more often than the composition has it."""
    told = Counter(table.cards.values())
    return len(table.cards) == table.setup.players and all(n <= table.setup.count(card) for card, n in told.items())


LINES = (
    *lines("deal.round", "deal.hand_out", "deal.key_round", "deal.again"),
    *unspoken("deal.card", card=Form.CARD),
    *lines("deal.take_out"),
    *lines("deal.stand_in", card=Form.CARD, playing=Form.PLAYING),
    *unspoken("story.holds", seat=Form.SEAT, card=Form.CARD),
)
QUESTIONS = (
    Question("deal.done", Kind.CONFIRM, "done (answers itself in a rehearsal)"),
    Question("deal.card", Kind.CARD, "a card of the composition", secret=True, about=True),
)
