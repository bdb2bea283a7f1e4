"""What a night-and-day game is made of: camps, deals, options, cards with their powers. Plain data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from narrator.rules.core.play import Confirm, Introduction, Wordiness

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


class NightBy(Enum):
    """Where called ones answer: at the table's private screen, or each on his phone, where all who live have one."""

    TABLE = "table"
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
    night: NightBy = NightBy.TABLE
    ghosts: bool = False  # whether the dead see on their phones what is done in such a night

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
    """A card of the pack: its camp, and the powers that it carries (ids of `narrator.rules.village.powers`)."""

    card: str
    camp: str
    powers: tuple[str, ...] = ()
