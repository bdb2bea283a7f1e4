"""What a game asks the world to do: a closed union, handled by `match` with `assert_never`.

`Say`, `Pause`, `Scene` and `Window` are audible and therefore public (law 1: what the ear hears is public).
`Show` and a secret `Ask` are private. `News` and `Deed` make no sound: public facts for the state of the
table, and sealed ones for the tale after the game.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from narrator.rules.core.answers import Answer, Choices, Token
from narrator.rules.core.secrets import Secret

# --- who is meant -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Everyone:
    """The whole table."""


@dataclass(frozen=True, slots=True)
class Holders:
    """Whoever holds a card, such as the wolves; their `seats`, where each looks at a phone of his own."""

    card: str
    seats: Secret[tuple[int, ...]] = field(default=Secret(()), compare=False)


@dataclass(frozen=True, slots=True)
class Player:
    """One seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Leader:
    """The person who leads with open eyes, in `meneur` mode."""


Audience: TypeAlias = Everyone | Holders | Player | Leader


# --- what may be told ---------------------------------------------------------------------------------------


class Form(Enum):
    """How a public value is put into words."""

    SEAT = "seat"
    CARD = "card"
    CAMP = "camp"
    NUMBER = "number"
    HAND = "hand"  # cards with their counts
    TEXT = "text"  # words as somebody wrote them
    PLAYING = "playing"  # playing cards, such as KS


Value: TypeAlias = int | str | tuple[int, ...] | tuple[str, ...] | tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A value with the form its words take: an argument of a private line.

    A seat is an int, several seats a tuple, a card or a camp its id, a hand a tuple of (card id, count),
    playing cards a tuple of their codes.
    """

    form: Form
    value: Value


@dataclass(frozen=True, slots=True)
class Fact:
    """A value that everyone may hear: an argument of a spoken line.

    Made only by a game's `declassify` module and from public news, so that every secret that becomes public
    does so in one place that can be read in a minute. A test enforces it.
    """

    form: Form
    value: Value


Terms: TypeAlias = tuple[tuple[str, Term], ...]
Facts: TypeAlias = tuple[tuple[str, Fact], ...]


# --- audible ------------------------------------------------------------------------------------------------


class Motif(Enum):
    """A few notes by which people know what comes, or what has come. All are equally long."""

    HUNTERS = "hunters"  # who hunts is called
    HELPERS = "helpers"  # anybody else is
    SPARED = "spared"  # nobody died tonight
    TOLL = "toll"  # somebody did
    TOLLS = "tolls"  # several did
    SONG = "song"  # a song ended the night


@dataclass(frozen=True, kw_only=True, slots=True)
class Say:
    """Speak one line: an id and public arguments, never text.

    `occurrence` counts how often the line was said in this game: with the public seed it chooses the variant. A motif
    is heard `before` its words or `after` them, where there is sound between the lines at all. Told in `brief`, a line
    goes without the words that nothing depends on. An `aside` is said once in each of its wordings, and then no more.
    Screens show `notes` below it, which nobody says.
    """

    line: str
    args: Facts = ()
    occurrence: int = 0
    before: Motif | None = None
    after: Motif | None = None
    brief: bool = False
    aside: bool = False
    notes: tuple[Say, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Pause:
    """Silence of `seconds` at normal pace."""

    seconds: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    """Change the ambience. A game that is resumed at night starts again at the last one.

    `closed`: from here on, until the next scene, all eyes are closed, and whoever speaks at night speaks.
    """

    scene: str
    closed: bool = False


class Purpose(Enum):
    """What a slot is for, whoever is called: to choose, to look, or to look first and choose then."""

    CHOOSE = "choose"
    LOOK = "look"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Count:
    """What is counted aloud in a slot, item by item, where one button answers or a hidden light shows.

    It is heard, and therefore public: a function of the call and of what everybody knows at nightfall.
    """

    items: tuple[Answer, ...]
    purpose: Purpose = Purpose.CHOOSE


@dataclass(frozen=True, kw_only=True, slots=True)
class Window:
    """Time in which a called role acts in silence.

    `slots` are the lengths in seconds, at normal pace, of its private slots. The window is as long as their
    sum, whoever lives and whatever is keyed. Where `led`, the leader's confirmation ends it instead, never
    before `floor` seconds. `counts` say what may be counted in each slot, one after another: equipment decides which of
    it is. On `phones`, every player looks at his own.
    """

    call: str
    slots: tuple[float, ...]
    led: bool = False
    floor: float = 0.0
    counts: tuple[tuple[Count, ...], ...] = ()
    phones: bool = False

    def counted(self, slot: int) -> tuple[Count, ...]:
        """Return what may be counted in a slot; nothing where it is silent."""
        return self.counts[slot] if slot < len(self.counts) else ()

    @property
    def seconds(self) -> float:
        """The length of the whole window, at normal pace."""
        return sum(self.slots)


# --- private or asked ---------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, slots=True)
class Show:
    """Show one line to an audience, on the private screen, during a slot of the open window.

    Where it says one `word`, whatever else stands in it, a light can tell it. What one player is told for good is
    `kept` by this line on a phone of his own; of its arguments only the seat is.
    """

    to: Audience
    line: str
    args: Secret[Terms]
    slot: int
    word: Token | None = None
    kept: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Timer:
    """The time a public question is given before the narrator warns and then says that it is over.

    Seconds at normal pace. The question stands all the same. A `tease` is said once where a third of the time is over
    and nobody talks. Of the time, so many seconds may be a `turn`, with which the question answers itself: it is done,
    or nobody has another where all the time is over.
    """

    seconds: float
    warning: float
    tease: Say | None = None
    turn: float = math.inf

    @property
    def lasts(self) -> float:
        """The seconds of the question itself."""
        return min(self.seconds, self.turn)


class Verb(Enum):
    """What is done to the seat that an answer names: people say it with the seat."""

    DENOUNCE = "denounce"
    EMPTY = "empty"  # his pockets
    SHOOT = "shoot"


class Unit(Enum):
    """What a number counts: people say it with the number."""

    VOICES = "voices"
    DIAMONDS = "diamonds"


@dataclass(frozen=True, kw_only=True, slots=True)
class Aloud:
    """How people talk while a question is open: in a `debate` everybody speaks of everybody, and rarely to answer."""

    debate: bool = False
    verb: Verb | None = None
    unit: Unit | None = None


PLAINLY = Aloud()
"""The answer alone is said."""


@dataclass(frozen=True, slots=True)
class Poll:
    """Who votes, as (seat, voices), where all do on phones of their own; `cast` besides are the rest."""

    voters: tuple[tuple[int, int], ...]
    cast: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Ask:
    """A question. In a `slot` of the open window it is secret; otherwise it is asked of everyone by day.

    `living` are the seats that may still leave the game. `about` is the seat that the question concerns.
    An `offer` has a harmless answer that a rehearsal gives by itself. A `tacit` one is put to nobody: the narrator
    answers it by itself, unless somebody left meanwhile. A yes to an `encore` founds the next game of these players.
    `prompt` is the id of the words that stand on a screen, where it is not that of the question. `kept` is what stands
    where the answer is to go on; the prompt may tell it. Where it `identifies`, a leader is asked who is there at all.
    A tacit one may ask who is `seated` with a phone of his own, or whose is `lit`. A `poll` may be answered on these by
    all at once.
    """

    question: str
    choices: Choices | Secret[Choices]
    living: tuple[int, ...]
    to: Audience = Everyone()
    slot: int | None = None
    about: int | None = None
    offer: bool = False
    tacit: bool = False
    encore: bool = False
    timer: Timer | None = None
    aloud: Aloud = PLAINLY
    prompt: str | None = None
    kept: Term | None = None
    identifies: bool = False
    seated: bool = False
    lit: bool = False
    poll: Poll | None = None

    @property
    def public(self) -> bool:
        """Whether it is asked of everyone."""
        return self.slot is None


# --- for the record -----------------------------------------------------------------------------------------


class Topic(Enum):
    """What a piece of public news is about, and which fields it fills."""

    NIGHTFALL = "nightfall"  # number: which night
    DAYBREAK = "daybreak"  # number: which day
    DEATH = "death"  # seat
    CARD = "card"  # seat and the card or camp that it shows
    OFFICE = "office"  # seat of the holder
    OUTCOME = "outcome"  # word


@dataclass(frozen=True, kw_only=True, slots=True)
class News:
    """A public fact, for the state of the table. It stands where it is announced, and makes no sound."""

    topic: Topic
    number: int = 0
    seat: int | None = None
    card: str | None = None
    word: str | None = None


class Tells(Enum):
    """What a deed tells, whatever its words."""

    ACT = "act"  # somebody did something
    HOLDS = "holds"  # seat and card: who holds which from now on
    HELD = "held"  # seat and card: what somebody was found to hold
    END = "end"  # seat: his game ends here


@dataclass(frozen=True, kw_only=True, slots=True)
class Deed:
    """What was done in secret, sealed until the tale is told. `line` has words in the pack; a death has a `cause`."""

    line: str
    args: Secret[Terms]
    tells: Tells = Tells.ACT
    cause: str | None = None


Audible: TypeAlias = Say | Pause | Scene | Window
Effect: TypeAlias = Audible | Show | Ask | News | Deed
