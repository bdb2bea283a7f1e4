"""What becomes public, and when: the only place where the village makes facts that everyone may hear.

Who died, what a dead player's card shows, who shoots, who holds the office, what was pointed at by day, who
won; whom the hunters attack, if the table wants to hear it; and the order of the seats and the composition,
which were public from the start; and whether the cards that people keyed add up. Nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from narrator.rules.core.effects import Fact, Form
from narrator.rules.village.state import HUNTERS, VillageState
from narrator.rules.village.table import Reveal


@cache
def seat(number: int) -> Fact:
    """A seat that is called by its number, voted for, elected, dead, or about to shoot."""
    return Fact(Form.SEAT, number)


def seats(numbers: Iterable[int]) -> Fact:
    """Several of them, in the order of their announcement."""
    return Fact(Form.SEAT, tuple(numbers))


@cache
def count(number: int) -> Fact:
    """A public number, such as that of the players."""
    return Fact(Form.NUMBER, number)


def cards_add_up(state: VillageState) -> bool:
    """Whether every seat told a card, and none more often than the composition has it: else the round comes again.

    So who keys a card that he has not learns whether it lies in the centre.
    """
    told = Counter(state.cards.values())
    return len(state.cards) == state.setup.players and all(n <= state.setup.count(card) for card, n in told.items())


def victim(state: VillageState) -> Fact | None:
    """Whom the hunters attack this night, where the table wants all to hear it (option `tell_victim`); None: nobody."""
    if not state.options.tell_victim:
        raise ValueError("the victim is the remedy's secret")
    attacked = state.tonight.attacks.get(HUNTERS)
    return None if attacked is None else seat(attacked)


def composition(state: VillageState) -> Fact:
    """The cards in play, the centre included."""
    return Fact(Form.HAND, state.setup.hand)


def playing(cards: tuple[str, ...]) -> Fact:
    """The playing cards that stand for a card of the composition."""
    return Fact(Form.PLAYING, cards)


@cache
def card(name: str) -> Fact:
    """A card of the composition, spoken of in general."""
    return Fact(Form.CARD, name)


def shown_card(state: VillageState, dead: int, *, openly: bool) -> Fact | None:
    """What a dead player's card tells everyone: the role, the camp, or nothing (option `reveal`); openly, the role."""
    name = state.cards.get(dead)
    match Reveal.ROLE if openly else state.options.reveal:
        case Reveal.ROLE:
            return None if name is None else Fact(Form.CARD, name)
        case Reveal.CAMP:
            return None if name is None else Fact(Form.CAMP, state.setup.camp_shown(name))
        case Reveal.NOTHING:
            return None


@cache
def held_card(name: str) -> Fact:
    """A card that is told after the end, when nothing is secret any more."""
    return Fact(Form.CARD, name)
