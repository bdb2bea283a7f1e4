"""What is decided about a game before it is founded: by the command line, by people, or on an earlier evening.

And what can be: what a table's equipment can do, and the lines that say what it cannot and what to do instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from narrator.core.play import Mode
from narrator.setup.decks import KnownDecks
from narrator.village.table import Deal


@dataclass(frozen=True, kw_only=True)
class SetupAnswers:
    """What an engine founds a game from. No `players`, or no `mode`: not decided yet; all else has what is usual.

    `roles` is a composition as people write it, None for the richest that suits. `cards` and `center` fix the deal of a
    rehearsal. `seed` is public. `decks` are known to who asks for cards, and hold what is to be kept afterwards.
    """

    players: int = 0
    mode: Mode | None = None
    deal: Deal = Deal.NARRATOR
    roles: str | None = None
    cards: str | None = None
    center: str | None = None
    names: tuple[str, ...] = ()
    seed: int = 0
    settings: Mapping[str, Sequence[str]] = field(default_factory=dict)
    decks: KnownDecks = field(default_factory=KnownDecks)


@dataclass(frozen=True, kw_only=True)
class PresentEquipment:
    """The pieces of equipment that are there. A `screen` is one for private eyes: a phone's, or a terminal's."""

    sound: bool = False
    ears: bool = False
    keypad: bool = False
    keyboard: bool = False
    button: bool = False
    light: bool = False
    screen: bool = False

    @property
    def answers_by_night(self) -> bool:
        """Whether anything can be answered by night, without a voice that betrays its owner (law 1)."""
        return self.keyed or self.button or self.screen

    @property
    def keyed(self) -> bool:
        return self.keypad or self.keyboard

    @property
    def sets_up(self) -> bool:
        """Whether the questions before a game can be answered: a phone has no page for them."""
        return self.keyed or self.button or self.ears

    @property
    def shows(self) -> bool:
        """Whether anything can be shown to one person alone."""
        return self.light or self.screen


@dataclass(frozen=True)
class Abilities:
    """What can be played: for each mode and each deal the line that says why not, empty where it can."""

    modes: Mapping[Mode, str] = field(default_factory=lambda: dict.fromkeys(Mode, ""))
    dealt: Mapping[Deal, str] = field(default_factory=lambda: dict.fromkeys(Deal, ""))
    shown_by_hand: str = ""
    """What is said to those who take real cards, where nothing else can show a card by night."""
    letters: bool = True
    """Whether the name of a card can be given by night; else it is keyed by its number, which must be known."""

    @property
    def nothing(self) -> str:
        """Return the line that says why no mode can be played; empty where one can."""
        return "" if not all(self.modes.values()) else next(iter(self.modes.values()))


EVERYTHING = Abilities()


def abilities_of(present: PresentEquipment) -> Abilities:
    """Return what can be played with this equipment.

    By night a choice is keyed, counted or touched, never said. A leader keys much, and needs more than one button. A
    card is dealt in secret where something can show it to one person: a screen, or a light while all are counted out.
    """
    lead = "" if present.keyed or present.screen else "box.no.lead"
    modes = {Mode.JOUEUR: "", Mode.MENEUR: lead} if present.answers_by_night else dict.fromkeys(Mode, "box.no.night")
    deals = {Deal.NARRATOR: "" if present.shows else "box.no.deal", Deal.CARDS: ""}
    letters = present.screen or present.keyboard or not present.keypad
    return Abilities(modes, deals, "" if present.shows else "box.no.light_dealer", letters)
