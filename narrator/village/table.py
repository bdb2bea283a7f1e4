"""What is decided before the first word: seats, cards, powers, options, keys. Plain data, checked on the way in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from narrator.core.keyed_draws import shuffled
from narrator.core.modes import Mode, Wordiness
from narrator.core.secrets import Secret, unseal

VILLAGE, WOLVES = "village", "wolves"
"""The camps of every night game: the hunted and the hunters, whatever the pack calls them."""


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


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    """The per-game settings of the rulings, each with its default."""

    reveal: Reveal = Reveal.ROLE
    call_the_dead: bool = True
    drum: bool = True
    relay: bool = False
    parity: str = "no"  # no | yes | majority: when the hunters have won
    elect: str = "day:1"  # start | day:N | never
    revenge: str = "must"  # must | may
    revenge_on: frozenset[Occasion] = frozenset(Occasion)
    count_votes: bool = False
    double_elimination: bool = False
    tell_victim: bool = False  # whether everybody hears whom the hunters attack, where nothing can show it to one
    volunteers: bool = False  # whether the office is for those who want it
    day: str = "vote"  # vote | trials
    playing_cards: bool = False  # whether a pack of 32 stands in for the game's own cards
    debate: float = 300.0  # seconds at normal pace; 0 is no limit
    debate_warning: float = 60.0
    quick: bool = False  # whether the first night comes at once: nothing is offered before it
    words: Wordiness = Wordiness.NORMAL
    lovers: str = "round"  # round | call: whether who is in love is called too, after the secret round
    elder_revenge: bool = True  # whether the elder's death by the village's hand takes its powers
    girl_protected: bool = False  # whether the defender's protection covers the girl

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


RULES = 2
"""The version of the rules that a game begins with; it is played by it to its end, however often it is gone on with.

2: after a vain denunciation there may be another in the same debate; who leaves while a message is written leaves
once it is.
"""

DENOUNCING_AGAIN = KEEPING_MESSAGES = 2
"""The versions of the rules from which that is so."""


@dataclass(frozen=True, kw_only=True)
class VillageTable:
    """One night-and-day game, as it is decided.

    `hand` is the public composition: how often each card is in play, the cards left in the centre included.
    `calls_first` and `calls_every` name the night calls in their order. `windows` gives the slots of each call
    in seconds at normal pace. `key` deals and draws lots; `seed` is public. `fixed` is a deal decided
    elsewhere: the cards by seat, then the centre. `hunters` are the cards of the hunters' camp, `powers` those that the
    cards in play carry.
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
    seed: int = 0
    key: Secret[bytes] = field(default_factory=lambda: Secret(b""))
    fixed: Secret[tuple[tuple[str, ...], tuple[str, ...]]] | None = None
    prologue: bool = True
    rules: int = RULES

    @property
    def seats(self) -> range:
        """Return all seats, clockwise."""
        return range(1, self.players + 1)

    @property
    def told(self) -> bool:
        """Return whether the narrator learns the cards from a leader, call by call."""
        return self.mode is Mode.MENEUR and self.deal is Deal.CARDS

    @property
    def undealt(self) -> int:
        """Return the number of cards that stay in the centre."""
        return sum(count for _, count in self.hand) - self.players

    def role(self, card: str) -> Role:
        """Return what the pack says of a card."""
        return self._by_card[card]

    def count(self, card: str) -> int:
        """Return how many of a card are in the composition."""
        return self._counts[card]

    def knows(self, power: str) -> bool:
        """Return whether a card of the game carries a power, in play or not."""
        return power in self._known

    def card_with(self, power: str) -> str | None:
        """Return the card of the composition that carries a power; of several, the first."""
        return self._first_carriers.get(power)

    def cards_with(self, power: str) -> frozenset[str]:
        """Return all cards of the composition that carry a power."""
        return self._carriers.get(power, frozenset())

    @property
    def may_turn(self) -> bool:
        """Return whether somebody may come to hunt whose card does not."""
        return not self.powers.isdisjoint(TURNING)

    def __post_init__(self) -> None:
        """Derive the look-ups that a game makes thousands of times."""
        object.__setattr__(self, "_by_card", {role.card: role for role in self.roles})
        object.__setattr__(self, "_counts", Counter(dict(self.hand)))
        carriers: dict[str, list[str]] = {}
        for card in (card for card, n in self.hand if n):
            for power in self.role(card).powers:
                carriers.setdefault(power, []).append(card)
        object.__setattr__(self, "_carriers", {power: frozenset(cards) for power, cards in carriers.items()})
        object.__setattr__(self, "powers", frozenset(carriers))
        object.__setattr__(self, "_known", frozenset(power for role in self.roles for power in role.powers))
        object.__setattr__(self, "_first_carriers", {power: cards[0] for power, cards in carriers.items()})
        object.__setattr__(self, "hunters", frozenset(role.card for role in self.roles if role.camp == WOLVES))

    hunters: frozenset[str] = field(init=False, repr=False, compare=False)
    powers: frozenset[str] = field(init=False, repr=False, compare=False)
    _by_card: dict[str, Role] = field(init=False, repr=False, compare=False)
    _counts: Counter[str] = field(init=False, repr=False, compare=False)
    _known: frozenset[str] = field(init=False, repr=False, compare=False)
    _carriers: dict[str, frozenset[str]] = field(init=False, repr=False, compare=False)
    _first_carriers: dict[str, str] = field(init=False, repr=False, compare=False)

    def dealt(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the program's deal: the cards by seat, and the centre."""
        if self.fixed is not None:
            return unseal(self.fixed)
        pack = [card for card, count in self.hand for _ in range(count)]
        cards = shuffled(unseal(self.key), pack, "deal")
        return tuple(cards[: self.players]), tuple(cards[self.players :])
