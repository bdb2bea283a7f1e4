"""The state of one night-and-day game: who sits, lives, holds what. Kept inside the generator, never handed out.

What one night decides, what is kept of secret deeds for the tale, and what lasts until the end. And the hunt: who hunts
and who is hunted, who sits next to whom, and which attacks of a night land; all of them at dawn, at once. The side of a
player may change; what is on his card does not. The seer looks at the card, everybody else at the side.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING

from narrator.rules.core.answers import Choices, Token
from narrator.rules.core.effects import (
    Ask,
    Audience,
    Count,
    Deed,
    Fact,
    Form,
    Holders,
    Leader,
    Motif,
    News,
    Player,
    Say,
    Scene,
    Show,
    Tells,
    Term,
    Terms,
    Topic,
    Window,
)
from narrator.rules.core.play import Introduction, Mode, Play, Wordiness
from narrator.rules.core.secrets import Secret, unseal
from narrator.rules.core.table_state import TableState
from narrator.rules.village.chronicle import Chronicle
from narrator.rules.village.table import LONERS, VILLAGE, WOLVES, CauseOfDeath, Options

if TYPE_CHECKING:
    from narrator.rules.village.game import VillageSetup


class SecretHistory:
    """What was done in secret, and by what everybody died, kept for the story that is told after the outcome.

    Nothing that happens before the outcome depends on it: two games that differ in it alone go on alike until then.
    `deeds` are lines of the epilogue with the seats that they name; `sights` are the nights in which somebody was seen
    through, and whom; `deaths` are all that died, with the cause. Each is in the order in which it happened.
    """

    def __init__(self) -> None:
        self.deeds: list[tuple[str, tuple[int, ...]]] = []
        self.sights: list[tuple[int, int]] = []
        self.deaths: list[tuple[int, CauseOfDeath]] = []

    def done(self, line: str, *seats: int) -> None:
        self.deeds.append((line, seats))

    def seen(self, night: int, seat: int) -> None:
        self.sights.append((night, seat))

    def died(self, dead: Iterable[tuple[int, CauseOfDeath]]) -> None:
        self.deaths += dead

    def forget_sights(self, night: int, *, but: Collection[int]) -> None:
        """Forget whom somebody saw in this night, these seats excepted."""
        self.sights = [(when, seat) for when, seat in self.sights if when != night or seat in but]


HUNTERS = "wolves"
"""The attack on which all hunters agree; the others are named after the power of who attacks alone."""


@dataclass(slots=True)
class Tonight:
    """One night, with effect at dawn.

    `attacks` are whom each attacker chose, in the order of the calls, and `guards` whom each protector covers, by their
    powers; `healed` are saved from any attack. Who has `fallen` dies whatever protects him. Who is `bitten` is to hunt
    in place of dying. `silenced` does not vote the next day, against `marked` two voices more are counted then, and a
    `second_vote` follows. Of those `sniffed` a leader knows whether one hunts, the narrator not yet. A `song` ends the
    night.
    """

    attacks: dict[str, int] = field(default_factory=dict)
    guards: dict[str, int] = field(default_factory=dict)
    healed: set[int] = field(default_factory=set)
    fallen: dict[int, CauseOfDeath] = field(default_factory=dict)
    bitten: int | None = None
    silenced: int | None = None
    marked: int | None = None
    second_vote: bool = False
    sniffed: tuple[int, ...] = ()
    song: bool = False

    @property
    def victims(self) -> tuple[int, ...]:
        """Who is attacked, each once, in the order of the calls."""
        return tuple(dict.fromkeys(self.attacks.values()))


@dataclass
class Message:
    """What a dead player leaves: `text` is None on paper. `to` is known once it was delivered."""

    author: int
    text: str | None = None
    to: int | None = None


class VillageState(TableState):
    """Seats and cards, the living and the dead, potions and lovers.

    `cards` holds the cards that the narrator knows; with real cards and a leader it fills as the calls tell. `spent`
    are the powers that are used up, `practised` those that were called before. `tonight` is what is decided in one
    night, `guards_before` who was guarded in the one before. `hunting` are those who hunt whatever their card says,
    `powerless` those whose card can do nothing any more. `mute` never vote again; `voters` alone vote today,
    `next_voters` tomorrow, None is everybody. `acquitted` are so today. `newly_dead` died since the last night,
    `doomed` die in the next one, `shown_by` are the cards seen, by seat. Seats `with_phones` were dealt on them;
    a night may be played `by_phone`.
    The chronicle is what everybody heard, the secret history what the story after the outcome tells.
    """

    __slots__ = (  # a dictionary of so many attributes is slow
        *(
            "setup",
            "options",
            "led",
            "told",
            "key",
            "night",
            "day",
            "called",
            "cards",
            "centre",
            "identified",
            "lovers",
            "with_phones",
            "by_phone",
        ),
        *("office", "elected", "tonight", "guards_before", "hunting", "powerless", "mute", "voters", "next_voters"),
        *("wounded", "doomed", "infected", "charmed", "model", "group", "risen", "spent", "messages", "heir"),
        *("practised", "newly_dead", "shown_by", "acquitted", "keyed", "relay_offered", "chaining", "secret_history"),
        "chronicle",
    )

    def __init__(self, setup: VillageSetup, depart: Callable[[VillageState, int], Play[None]]) -> None:
        super().__init__(setup.seats, depart)
        self.departures_wait = True  # as long as the cards are not dealt, too
        self.setup = setup
        self.options: Options = setup.options
        self.led = setup.mode is Mode.MENEUR  # a person leads with open eyes
        self.told = setup.told  # and tells the cards, call by call
        self.key = unseal(setup.key)
        self.night = 0
        self.day = 0
        self.called = False  # whether this night's calls have begun
        self.cards: dict[int, str] = {}
        self.centre: list[str] = []
        self.identified: set[str] = set()
        self.lovers: tuple[int, ...] = ()
        self.with_phones: tuple[int, ...] = ()
        self.by_phone = False
        self.office: int | None = None
        self.elected = False
        self.tonight = Tonight()
        self.guards_before: Mapping[str, int] = {}
        self.hunting: set[int] = set()
        self.powerless: set[int] = set()
        self.mute: set[int] = set()
        self.voters: tuple[int, ...] | None = None
        self.next_voters: tuple[int, ...] | None = None
        self.wounded: set[int] = set()
        self.doomed: list[int] = []
        self.infected: set[int] = set()
        self.charmed: set[int] = set()
        self.model: int | None = None
        self.group: tuple[int, ...] = ()  # one of the two into which the table splits
        self.risen = False  # whether the angel got the death that he wanted
        self.spent: set[str] = set()
        self.practised: set[str] = set()
        self.messages: list[Message] = []
        self.heir: int | None = None
        self.newly_dead: list[int] = []
        self.shown_by: dict[int, str] = {}
        self.acquitted: set[int] = set()
        self.keyed: set[int] = set()  # the dead, and the condemned, whose card a leader was asked for
        self.relay_offered = 0  # how many were dead when it was last offered to lead
        self.chaining = False
        self.secret_history = SecretHistory()
        self.chronicle = Chronicle(setup)

    # --- what is known --------------------------------------------------------------------------------------

    @property
    def dead(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.setup.seats if seat not in self.living)

    @property
    def circle(self) -> Sequence[int]:
        """Return the seats that a round of the night calls: the living, the dead too where the night calls them.

        By night nobody dies for all to hear: the living are those whom everybody saw alive at nightfall.
        """
        return self.living if self.options.skips_the_dead else self.setup.seats

    @property
    def quiet(self) -> bool:
        """Whether nobody is attacked in this night (option `quiet_night`): everybody knows it."""
        return self.night < self.options.first_hunt

    def holders(self, power: str) -> list[int]:
        """Return the living seats that have a power, as far as the narrator knows."""
        cards, held_by, lost = self.setup.cards_with(power), self.cards.get, self.powerless
        return [seat for seat in self.living if held_by(seat) in cards and seat not in lost] if cards else []

    def carriers(self, power: str) -> list[int]:
        """Return the living seats whose card carries a power, whether or not it can do anything any more."""
        cards, held_by = self.setup.cards_with(power), self.cards.get
        return [seat for seat in self.living if held_by(seat) in cards] if cards else []

    def unknown(self) -> list[int]:
        """Return the living seats whose card nobody has told."""
        return [seat for seat in self.living if seat not in self.cards]

    def may_be_held(self, card: str) -> bool:
        """Whether somebody whose card nobody has told may hold this one."""
        known = (power for power in self.setup.role(card).powers if len(self.setup.cards_with(power)) == 1)
        if any(power in self.identified for power in known):
            return False
        return list(self.cards.values()).count(card) < self.setup.count(card)

    def is_wolf(self, seat: int) -> bool:
        """Whether a seat is known to hunt, by his card or because he was turned; who was never called does not."""
        return self.cards.get(seat) in self.setup.hunters or seat in self.hunting

    def hunters_alive(self) -> int:
        hunters, hunting, held_by = self.setup.hunters, self.hunting, self.cards.get
        return len([seat for seat in self.living if held_by(seat) in hunters or seat in hunting])

    @property
    def hunters_known(self) -> bool:
        """Whether it is known of everybody alive if he hunts: a leader with real cards tells it in their call."""
        if not self.told or "wolves" in self.identified:
            return True
        cards = self.setup.cards_with("wolves")
        return sum(told in cards for told in self.cards.values()) == sum(map(self.setup.count, cards))

    def may_vote(self, seat: int) -> bool:
        """Whether a living player may vote today."""
        return seat != self.tonight.silenced and seat not in self.mute and (self.voters is None or seat in self.voters)

    def may_act(self, power: str) -> bool:
        """Whether, by what everybody knows, somebody may have this power: its card is in play, and not seen dead."""
        return self.setup.card_with(power) is not None and not self.publicly_gone(power)

    def publicly_gone(self, power: str) -> bool:
        """Whether everybody has seen every card of this power dead: never true of a card in the centre."""
        cards, shown = self.setup.cards_with(power), [*self.shown_by.values()]
        return bool(shown and cards) and all(shown.count(card) >= self.setup.count(card) for card in cards)

    # --- effects --------------------------------------------------------------------------------------------

    def say(self, line: str, *, before: Motif | None = None, after: Motif | None = None, **facts: Fact) -> Say:
        """Speak a line as any game does, and remember what is worth it."""
        self.chronicle.hear(line, facts)
        return super().say(line, before=before, after=after, **facts)

    def explain(self, line: str) -> Say:
        """Speak a line that tells how something is done: in brief once it has been told."""
        say = self.say(line)
        return replace(say, brief=say.brief or say.occurrence > 0)

    @property
    def brief(self) -> bool:
        """Whether it is told in brief now.

        That is where few words are wanted; before the first night, unless it has a full introduction; by night once a
        third of the table is out; and in every call, unless somebody leads or many words are wanted: eyes are shut, and
        wait. By night nobody dies for all to hear, so that it is as everybody knows at nightfall.
        """
        wordiness = self.options.words
        if wordiness is Wordiness.FEW or not (self.night or self.options.introduction is Introduction.FULL):
            return True
        hurried = self.called and not self.led and wordiness is not Wordiness.RICH
        return self.departures_wait and (hurried or 3 * len(self.chronicle.gone) >= self.setup.players)

    def window(self, call: str, counts: tuple[tuple[Count, ...], ...] = (), *, length: str = "") -> Window:
        """Open the window of a call: its length depends on the call alone, and on what may be `counts` aloud in it.

        `length` names another length that a set-up may have for it.
        """
        slots = self.setup.windows.get(length, self.setup.windows[call])
        return Window(call=call, slots=slots, led=self.led, floor=self.setup.floor, counts=counts, phones=self.by_phone)

    def private(self, power: str) -> Audience:
        card = self.setup.card_with(power)
        if card is None or not self.by_phone:
            return Holders(card) if card else Leader()
        turned = self.hunting.intersection(self.living) if power == HUNTERS else ()
        return Holders(card, Secret(tuple(sorted({*self.carriers(power), *turned}))))

    def ask(self, question: str, choices: Choices, *, to: Audience, slot: int, about: int | None = None) -> Ask:
        return Ask(question=question, choices=Secret(choices), living=self.others(), to=to, slot=slot, about=about)

    def show(
        self, line: str, *, to: Audience, slot: int, word: Token | None = None, kept: str | None = None, **terms: Term
    ) -> Show:
        return Show(to=to, line=line, args=Secret(tuple(terms.items())), slot=slot, word=word, kept=kept)

    def death(self, seat: int, cause: CauseOfDeath) -> Deed:
        """Seal what somebody died of, for the tale."""
        args: Terms = (("seat", seat_term(seat)),)
        return Deed(line=f"story.death.{cause.value}", args=Secret(args), tells=Tells.END, cause=cause.value)

    def holds(self, seat: int, card: str) -> Deed:
        """Note which card a seat holds from now on."""
        self.cards[seat] = card
        return _holding(seat, card)


@cache
def _holding(seat: int, card: str) -> Deed:
    args: Terms = (("seat", seat_term(seat)), ("card", card_term(card)))
    return Deed(line="story.holds", args=Secret(args), tells=Tells.HOLDS)


@cache
def news(topic: Topic, *, number: int = 0, seat: int | None = None, card: str | None = None) -> News:
    """Return a public fact; the same few are announced in every game."""
    return News(topic=topic, number=number, seat=seat, card=card)


@cache
def scene(name: str) -> Scene:
    """Return a change of ambience, for open eyes."""
    return Scene(scene=name)


@cache
def night_scene(name: str) -> Scene:
    """Return a change of ambience, for closed eyes."""
    return Scene(scene=name, closed=True)


@cache
def seat_term(seat: int) -> Term:
    """One seat, for private eyes."""
    return Term(Form.SEAT, seat)


def seats_term(seats: tuple[int, ...]) -> Term:
    """Several seats, for private eyes."""
    return Term(Form.SEAT, seats)


@cache
def card_term(card: str) -> Term:
    """A card, for private eyes."""
    return Term(Form.CARD, card)


@cache
def to_seat(seat: int) -> Player:
    """Address one seat."""
    return Player(seat)


def camp(state: VillageState, seat: int) -> str:
    """Return with whom a player wins now: with a side, or alone, under the name of his power."""
    side = WOLVES if state.is_wolf(seat) else VILLAGE
    return next((loner for loner in LONERS if seat in state.holders(loner)), side)


def of_the_hunted(state: VillageState, seat: int) -> bool:
    """Whether a player's card, as far as it is known, is one of the hunted."""
    card = state.cards.get(seat)
    return not state.is_wolf(seat) if card is None else state.setup.camp_shown(card) == VILLAGE


def neighbours(state: VillageState, seat: int) -> tuple[int, ...]:
    """Return the nearest living players on both sides of a seat, each once."""
    circle = _clockwise(state, seat)
    return tuple(dict.fromkeys((*circle[-1:], *circle[:1])))


def next_hunter(state: VillageState, seat: int) -> int | None:
    """Return the first living player clockwise from a seat who hunts."""
    return next(filter(state.is_wolf, _clockwise(state, seat)), None)


def _clockwise(state: VillageState, seat: int) -> tuple[int, ...]:
    """Return the other living players in the order in which they sit from this seat on."""
    after = tuple(other for other in state.living if other > seat)
    return (*after, *(other for other in state.living if other < seat))


ATTACKERS = ("bigwolf", "whitewolf")
"""The powers that attack besides the hunters together."""

SEVERAL = "attack.several"
"""What is shown to who may heal one of several: a power that attacks besides the hunters has words for it."""


def several(setup: VillageSetup) -> bool:
    """Whether, in this composition, more than one player may be attacked in one night."""
    return not setup.powers.isdisjoint(ATTACKERS)


def guarded(state: VillageState, seat: int) -> bool:
    """Whether a protector covers a player tonight; the defender not the girl, unless the option says so."""
    uncovered = () if state.options.girl_protected else state.carriers("girl")
    guards = state.tonight.guards
    return any(guards[power] == seat and not (power == "defender" and seat in uncovered) for power in guards)


def stopped(state: VillageState, seat: int) -> bool:
    """Whether an attack on a player is cancelled: he is healed, or guarded."""
    return seat in state.tonight.healed or guarded(state, seat)
