"""What is decided before the first word: seats, cards, powers, options, keys. Plain data, checked on the way in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from narrator.core.keyed_draws import shuffled
from narrator.core.play import Confirm, Introduction, Mode, Wordiness
from narrator.core.secrets import Secret, unseal

VILLAGE, WOLVES = "village", "wolves"
"""The camps of every night game: the hunted and the hunters, whatever the pack calls them."""

NEITHER = "neither"
"""What a card shows as its camp that belongs to none."""

LONERS = ("piper", "whitewolf", "sectarian")
"""Powers with which one wins alone. The angel is none: once anybody may win otherwise he is a villager."""

IN_BETWEEN = frozenset(("wildchild", "wolfhound", "martyr", *LONERS))
"""Powers of cards that belong to neither camp, whatever side they are on."""

TURNING = ("wildchild", "wolfhound", "infect")
"""The powers by which somebody may come to hunt whose card does not."""


class Deal(Enum):
    """Who deals: the program, or a person with real cards."""

    NARRATOR = "narrator"
    CARDS = "cards"


class Reveal(Enum):
    """What the dead show."""

    ROLE = "role"
    CAMP = "camp"
    NOTHING = "nothing"


class CauseOfDeath(Enum):
    """What a player died of. Told in the tale, never at the table."""

    NIGHT = "night"
    CAUGHT = "caught"
    POISON = "poison"
    GRIEF = "grief"
    VOTE = "vote"
    SHOT = "shot"
    LEFT = "left"
    TIE = "tie"
    RUST = "rust"
    DENOUNCED = "denounced"


class Occasion(Enum):
    """The deaths that a hunter may avenge (option `revenge_on`)."""

    NIGHT = "night"
    VOTE = "vote"
    GRIEF = "grief"
    SHOT = "shot"


class Parity(Enum):
    """When the hunters have won: once nobody else is alive, once they are half of the living, or most of them."""

    NO = "no"
    YES = "yes"
    MAJORITY = "majority"


class Revenge(Enum):
    """Whether a hunter who dies has to shoot."""

    MUST = "must"
    MAY = "may"


class Judgement(Enum):
    """How a day judges."""

    VOTE = "vote"
    TRIALS = "trials"


class VoteBy(Enum):
    """How a vote is cast: by pointing, or, where every voter was dealt a card on his phone, on these."""

    FINGERS = "fingers"
    PHONES = "phones"


class LoversTold(Enum):
    """How lovers learn of each other: in the secret round; in a call after it, too; touched by Cupid, then called."""

    ROUND = "round"
    CALL = "call"
    TOUCH = "touch"


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    """The per-game settings of the rulings, each with its default."""

    reveal: Reveal = Reveal.ROLE
    call_the_dead: bool = False  # whether, where the dead show their cards, the night calls them all the same
    drum: bool = True
    relay: bool = False
    parity: Parity = Parity.NO
    elect: str = "day:1"  # start | day:N | never
    revenge: Revenge = Revenge.MUST
    revenge_on: frozenset[Occasion] = frozenset(Occasion)
    count_votes: bool = False
    double_elimination: bool = False
    tell_victim: bool = False  # whether everybody hears whom the hunters attack, where nothing can show it to one
    volunteers: bool = False  # whether the office is for those who want it
    day: Judgement = Judgement.VOTE
    playing_cards: bool = False  # whether a pack of 32 stands in for the game's own cards
    debate: float = 300.0  # seconds at normal pace; 0 is no limit
    debate_warning: float = 60.0
    turns: float = 0.0  # seconds at normal pace that each may speak first in a debate, in turn; 0 is not in turn
    introduction: Introduction = Introduction.SHORT
    words: Wordiness = Wordiness.NORMAL
    confirm: Confirm = Confirm.DOUBT
    lovers: LoversTold = LoversTold.ROUND
    elder_revenge: bool = True  # whether the elder's death by the village's hand takes its powers
    idiot_dies_with_elder: bool = False  # whether an idiot who was shown dies when the elder's powers go
    girl_protected: bool = False  # whether the defender's protection covers the girl
    must_vote: bool = False  # whether a vote always eliminates somebody, by lot where it is tied twice
    quiet_night: bool = False  # whether nobody is attacked in the first night
    phones: bool = False  # whether the program deals to phones of the players
    vote: VoteBy = VoteBy.FINGERS

    @property
    def skips_the_dead(self) -> bool:
        """Return whether the night leaves out whom all have seen dead: never where cards stay hidden."""
        return self.reveal is Reveal.ROLE and not self.call_the_dead

    @property
    def first_hunt(self) -> int:
        """Return the first night in which somebody may be attacked."""
        return 2 if self.quiet_night else 1

    def election_day(self) -> int | None:
        """Return the day of the office's election: 0 is before the first night, None is never."""
        if self.elect == "never":
            return None
        return 0 if self.elect == "start" else int(self.elect.removeprefix("day:"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Role:
    """A card of the pack: its camp, and the powers that it carries (ids of `narrator.village.powers`)."""

    card: str
    camp: str
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class VillageTable:
    """One night-and-day game, as it is decided.

    `hand` is the public composition: how often each card is in play, the cards left in the centre included.
    `calls_first` and `calls_every` name the night calls in their order. `windows` gives the slots of each call
    in seconds at normal pace, `practised` the share of them that a call has from the third night on, unless it is its
    first. `key` deals and draws lots; `seed` is public. `fixed` is a deal decided elsewhere: the cards by seat, then
    the centre.
    """

    game: str
    players: int
    roles: tuple[Role, ...]
    hand: tuple[tuple[str, int], ...]
    calls_first: tuple[str, ...]
    calls_every: tuple[str, ...]
    windows: Mapping[str, tuple[float, ...]]
    options: Options = field(default_factory=Options)
    mode: Mode = Mode.JOUEUR
    deal: Deal = Deal.NARRATOR
    office: str | None = None
    names: tuple[str, ...] = ()
    floor: float = 8.0
    practised: float = 1.0
    seed: int = 0
    key: Secret[bytes] = field(default_factory=lambda: Secret(b""))
    fixed: Secret[tuple[tuple[str, ...], tuple[str, ...]]] | None = None
    prologue: bool = True

    @property
    def seats(self) -> range:
        return range(1, self.players + 1)

    @property
    def told(self) -> bool:
        """Return whether the narrator learns the cards from a leader, call by call."""
        return self.mode is Mode.MENEUR and self.deal is Deal.CARDS

    @property
    def confirm(self) -> Confirm:
        return self.options.confirm

    @property
    def undealt(self) -> int:
        """Return the number of cards that stay in the centre."""
        return sum(count for _, count in self.hand) - self.players

    def role(self, card: str) -> Role:
        return self._by_card[card]

    def camp_shown(self, card: str) -> str:
        """Return the camp that a card shows: a hunter's always that of the hunters, neither one that is in between."""
        role = self.role(card)
        return NEITHER if role.camp == VILLAGE and not IN_BETWEEN.isdisjoint(role.powers) else role.camp

    def count(self, card: str) -> int:
        return self._counts[card]

    def knows(self, power: str) -> bool:
        """Return whether a card of the game carries a power, in play or not."""
        return any(power in role.powers for role in self.roles)

    def card_with(self, power: str) -> str | None:
        """Return the card of the composition that carries a power; of several, the first."""
        cards = self.cards_with(power)
        return cards[0] if cards else None

    def cards_with(self, power: str) -> tuple[str, ...]:
        return self._carriers.get(power, ())

    @property
    def may_turn(self) -> bool:
        """Return whether somebody may come to hunt whose card does not."""
        return not self.powers.isdisjoint(TURNING)

    # --- what a game looks up thousands of times -----------------------------------------------------------------

    @cached_property
    def hunters(self) -> frozenset[str]:
        return frozenset(role.card for role in self.roles if role.camp == WOLVES)

    @cached_property
    def powers(self) -> frozenset[str]:
        return frozenset(self._carriers)

    @cached_property
    def _by_card(self) -> dict[str, Role]:
        return {role.card: role for role in self.roles}

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(dict(self.hand))

    @cached_property
    def _carriers(self) -> dict[str, tuple[str, ...]]:
        carriers: dict[str, tuple[str, ...]] = {}
        for card in (card for card, count in self.hand if count):
            for power in self.role(card).powers:
                carriers[power] = (*carriers.get(power, ()), card)
        return carriers

    def dealt(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the program's deal: the cards by seat, and the centre."""
        if self.fixed is not None:
            return unseal(self.fixed)
        pack = [card for card, count in self.hand for _ in range(count)]
        cards = shuffled(unseal(self.key), pack, "deal")
        return tuple(cards[: self.players]), tuple(cards[self.players :])
