"""Real cards, simulated: what a table would tell of them in a rehearsal of a night-and-day game."""

from __future__ import annotations

from dataclasses import replace

from narrator.core.answers import SILENT, Answer, Card, Number, Seats, Token
from narrator.core.effects import Ask
from narrator.core.play import choices_of
from narrator.village.game import VillageSetup
from narrator.village.phases import dealing, deaths, prologue
from narrator.village.powers.swap import SWAPPING, question_of
from narrator.village.table import Deal

SWAPS = tuple(map(question_of, SWAPPING))
"""The questions by which a card is taken from the centre."""


class RealCards:
    """What a real table would tell of its cards, where the program did not deal them."""

    def __init__(self, setup: VillageSetup) -> None:
        self._setup = setup
        self._told = setup.deal is Deal.CARDS
        self._cards: dict[int, str] = {}
        self._centre: tuple[str, ...] = ()
        if self._told:
            cards, self._centre = setup.dealt()
            self._cards = dict(zip(setup.seats, cards, strict=True))

    def note(self, ask: Ask, answer: Answer) -> None:
        if ask.question not in SWAPS or not isinstance(answer, Card):
            return
        own = self._setup.card_with(ask.question.partition(".")[0])
        for seat, card in self._cards.items():
            if card == own:
                self._cards[seat] = answer.card

    def possible(self, ask: Ask) -> Ask:
        if not self._told or ask.question not in SWAPS:
            return ask
        choices = choices_of(ask)
        return replace(ask, choices=replace(choices, cards=tuple(sorted(set(self._centre)))))

    def answer(self, ask: Ask) -> Answer | None:
        if ask.question == prologue.PRACTICE:
            return SILENT  # it counts for nothing
        if not self._told:
            return None
        power, _, what = ask.question.partition(".")
        if ask.question in (deaths.CARD, dealing.CARD) and ask.about is not None:
            return Card(self._cards[ask.about])
        cards = self._setup.cards_with(power)
        if not cards or what not in ("seat", "seats", "count"):
            return None  # `vote.count` counts hands
        candidates = ask.living if what == "count" else choices_of(ask).seats
        holders = tuple(seat for seat in candidates if self._cards[seat] in cards)
        if what == "count":
            return Number(len(holders))
        return Seats(holders) if holders else Token.NOBODY
