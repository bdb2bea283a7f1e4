"""Parties at the driver's table: one public history, and all that may be secret under it.

A `Plan` is what everybody knows or does: what is entered by day, when a leader confirms, and what is keyed by
anybody at a given second of a night: a pause, a departure, a cry for help, the moment of a power cut. A `Party` is one
table that lives it; its deal, and what is keyed in secret, come from elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from random import Random

from public_inputs import KEYINGS, UNLED
from rooms import Key, Keyed, MainsClock, PowerCut, ScriptedEntries, Senses, Watch, call_names, reader, wording

from narrator.evening.rehearsal.virtual_table import among, offered
from narrator.packs.wording import Wording
from narrator.rules.core.answers import NO, NOBODY, YES, Answer, Card, Leave, Refusal, Seats
from narrator.rules.core.effects import Ask, Effect, News, Say, Scene, Topic, Window
from narrator.rules.core.play import Mode, Setup, choices_of, refusal_of
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.powers.swap import SWAPS
from narrator.table.games.village_engine import RealCards
from narrator.table.inbox.entry import Misread, Order, StateTyped
from narrator.table.journal.journal import Journal
from narrator.table.session.driver import Driver
from narrator.table.session.narration import CaptionsOnly, Quit
from narrator.table.session.open_window import LATE
from narrator.table.session.ports import Pace, Ports

BEFORE = 0.2
"""Seconds before his confirmation at which a leader has long answered everything."""
OFTEN = 40
"""How often a question is asked in a window at most, where somebody keys noise."""

NOISE = (
    Misread(Refusal.UNREADABLE),
    *(Order.HELP, Order.REPEAT, Order.STATE, Order.LOUDER, Order.SOFTER, Order.PHONE),
    StateTyped(),
    Seats((99,)),
)
"""What may be keyed in a window without any sense or effect."""


@dataclass(frozen=True)
class Event:
    """Something that anybody may hear or see, so many seconds after a nightfall.

    Night 0 begins where all close their eyes for the first time, as for the round of the deal.

    `what` is `pause`, `cut` or `quit` (of `lasting` seconds), `leave` (of `seat`), or one of the `KEYINGS`.
    """

    night: int
    after: float
    what: str
    lasting: float = 20.0
    seat: int = 0


@dataclass(frozen=True)
class Plan:
    """The public side of a party.

    `victims` are those whom the nights shall take, as far as it can be arranged, `hanged` the same by day; the party
    ends with the day after the last of these nights. `confirmations` are the seconds after which a leader confirms a
    window, in turn.
    """

    victims: tuple[int | None, ...]
    hanged: tuple[int | None, ...]
    events: tuple[Event, ...] = ()
    confirmations: tuple[float, ...] = (15.0,)
    pace: Pace = Pace.NORMAL
    seed: int = 0


class Enough(Exception):  # noqa: N818 - not an error: the party has lasted long enough
    """The last night of the plan, and its day, are over."""


class Public(StringIO):
    """A trace of which only the lines `to: all` are kept, in `heard`."""

    def __init__(self, heard: list[str]) -> None:
        super().__init__()
        self._heard = heard

    def write(self, text: str) -> int:
        if '"to": "all"' in text:  # no quotation mark of a caption stands so: it has a backslash before it
            self._heard.append(text.strip())
        return len(text)


class Party:
    """One table. `heard` is the public record: what all hear and see, in its order and with its times.

    `spoil` and `driver` are where a test plants a leak.
    """

    def __init__(
        self,
        setup: VillageSetup,
        plan: Plan,
        secret: int,
        spoil: Callable[[VillageSetup], Setup] = lambda setup: setup,
        driver: type[Driver] = Driver,
    ) -> None:
        self.setup = setup
        self.plan = plan
        self.heard: list[str] = []
        self._game = spoil(setup)
        self._driver = driver
        self._chance = Random(secret)
        self._late = Random(f"late: {secret}")
        self._cards = RealCards(setup)
        self._held = dict(zip(setup.seats, setup.dealt()[0], strict=True))
        self._asked: Counter[str] = Counter()
        self._events: list[tuple[float, Key]] = []
        self._cuts: list[tuple[float, float]] = []
        self._begun = self._dark = False
        self._night = 0
        self._intent = "rest"
        self._windows = 0
        self._slots: tuple[float, ...] = ()
        self._opened = self._paused = 0.0
        self._confirms: float | None = None
        self._here: list[str] = []
        self._undone = 0
        self._asked_again = 0
        self._clock = self._mains()
        self._reader = reader(setup)
        self._hands = ScriptedEntries(self._clock, reader=self._reader)
        self._away = max((event.lasting for event in plan.events if event.what == "quit"), default=0.0)

    def play(self) -> list[str]:
        """Play through every power cut to the end of the plan, and return the public record."""
        journal = self._journal()
        words = wording(self.setup)
        resumed = False
        while True:
            ports = self._ports(words)
            led = self.setup.mode is Mode.MENEUR
            driver = self._driver(self._game, journal, words, ports, players=self.setup.players, led=led)
            self._seat(driver)
            self._hands.table = self._table
            try:
                if resumed:
                    driver.resume()
                driver.run()
            except PowerCut:
                self._restart(self._cuts.pop(0)[1])
                resumed = True
                continue
            except Quit:
                self._restart(self._away)
                resumed = True
                continue
            except Enough:
                pass
            return self.heard

    def _ports(self, words: Wording) -> Ports:
        """Set the room up, before the first word and after every power cut."""
        mouth = CaptionsOnly(self._clock, words.seconds)
        senses = Senses(self._clock, mouth, self.heard)
        watch = Watch(words, Public(self.heard), self._began, self._answered)
        ports = Ports(self._clock, self._hands, senses, senses, self.plan.pace, [watch], opener=self._hands)
        ports.named = call_names(self.setup)
        return ports

    def _mains(self, start: float = 0.0) -> MainsClock:
        """Return the clock from the first word, or from a power cut, on."""
        return MainsClock(start)

    def _journal(self) -> Journal:
        return Journal.create(None, {})

    def _seat(self, driver: Driver) -> None:
        """Let in who must know the driver."""

    def _restart(self, lasting: float) -> None:
        """Come back after so many seconds; what was to be keyed meanwhile was not."""
        self._clock = self._mains(self._clock.now() + lasting)
        self._dark = False  # until it is told what hour it is
        self._hands = ScriptedEntries(self._clock, reader=self._reader)
        for at, key in self._events:
            if at >= self._clock.now():
                self._hands.key(at, key)
        self._arm_cut()

    # --- what happens, and when -----------------------------------------------------------------------------

    def _began(self, effect: Effect, _at: float) -> None:
        self._type_late(effect)
        match effect:
            case News(topic=Topic.NIGHTFALL, number=number):
                if number > len(self.plan.victims):
                    raise Enough
                self._night = number
                takes = self.plan.victims[number - 1] is not None
                self._intent = self._chance.choice(["wolves", "poison", "both"] if takes else ["rest", "rest", "heal"])
                self._arm(number)
            case News(topic=Topic.OUTCOME):
                raise Enough
            case Scene(closed=True) if not self._begun:
                self._begun = True
                self._arm(0)
            case Window(slots=slots, led=led):
                self._slots, self._here, self._undone, self._asked_again = slots, [], 0, 0
                self._opened = self._clock.now()
                self._confirms = None
                if led:
                    lengths = self.plan.confirmations
                    self._confirms = self._clock.now() + lengths[self._windows % len(lengths)]
                    self._hands.key(self._confirms, Order.NEXT)
                self._windows += 1
            case Say(line="pause.on"):
                self._paused = self._clock.now()
                self._hands.rest(Order.RESUME)
            case Say(line="pause.off"):
                self._hands.go_on(self._later)
            case _:
                pass

    def _type_late(self, effect: Effect) -> None:
        """With closed eyes, type something now and then while a line begins: it was meant for the window before."""
        match effect:
            case Scene(closed=closed):
                self._dark = closed
            case Ask(slot=None, tacit=False):
                self._dark = False
            case Say(line="resume.night"):
                self._dark = True
            case Say() if self._dark and self._late.random() < 0.1:
                self._hands.early()
            case _:
                pass

    def _later(self, seconds: float) -> None:
        """After a pause in a window its slots end later, and the leader too confirms later."""
        if self._opened > self._paused:
            return
        self._opened += seconds
        if self._confirms is not None:
            self._confirms += seconds

    def _arm(self, night: int) -> None:
        for event in self.plan.events:
            if event.night != night:
                continue
            at = self._clock.now() + event.after
            match event.what:
                case "cut":
                    self._cuts.append((at, event.lasting))
                case "pause":
                    self._events += [(at, Order.PAUSE), (at + event.lasting, Order.RESUME)]
                case "leave":
                    self._events += [(at, Leave(event.seat))] * 2  # the second one counts
                case "quit":
                    self._events.append((at, Order.QUIT))
                case what if what in UNLED and self.setup.mode is Mode.MENEUR:
                    pass
                case what:
                    self._events.append((at, KEYINGS[what](self.setup, event.seat)))
        for at, key in self._events:
            if at >= self._clock.now():
                self._hands.key(at, key)
        self._arm_cut()

    def _arm_cut(self) -> None:
        self._cuts = sorted(cut for cut in self._cuts if cut[0] > self._clock.now())
        self._clock.fails = self._cuts[0][0] if self._cuts else None

    def _answered(self, ask: Ask, answer: Answer) -> None:
        self._cards.note(ask, answer)
        if ask.slot is None or isinstance(answer, Leave):
            return
        self._here.append(ask.question)
        if ask.question in SWAPS and isinstance(answer, Card):
            own = self.setup.card_with(SWAPS[ask.question])
            self._held = {seat: answer.card if card == own else card for seat, card in self._held.items()}
        # Once he has confirmed, whoever goes back confirms again, for all to hear.
        early = self._confirms is not None and self._clock.now() < self._confirms - BEFORE / 2
        if (
            self._confirms is not None
            and early
            and not self._undone
            and self._may_undo()
            and self._chance.random() < 0.2
        ):
            self._undone = 2
            self._hands.key(self._confirms - BEFORE / 2, Order.UNDO)

    # --- answering ------------------------------------------------------------------------------------------

    def _table(self, ask: Ask) -> Sequence[Keyed]:
        if ask.slot is None:
            return [(2.0, self._by_day(ask))]
        if self._here[-1:] == [ask.question]:
            self._here.pop()  # it was taken back
        wanted = self._wanted(ask)
        if self._confirms is not None:
            return self._led(wanted, self._confirms - self._clock.now())
        ends = self._opened + sum(self._slots[: ask.slot + 1]) * self.plan.pace.factor
        if ask.slot == len(self._slots) - 1:
            ends -= LATE
        return self._silently(ask, wanted, ends - self._clock.now())

    def _silently(self, ask: Ask, wanted: Answer | None, length: float) -> list[Keyed]:
        """Key noise, then what is wanted in the end, in time; where nothing is wanted: too late, or taken back.

        Too late is still in the night: what is keyed by day is a public act.
        """
        keys: list[Key] = self._chance.choices(NOISE, k=self._chance.choice((0, 0, 1, 3)))
        if wanted is None:
            keys += self._chance.choice(([], [self._anything(ask), Order.UNDO]))
        else:
            keys += self._chance.choice(([], [self._anything(ask)], [Order.UNDO]))
            keys += [wanted, *self._chance.choices(NOISE, k=self._chance.choice((0, 0, 1)))]
        times = sorted(self._chance.uniform(0.0, 0.99 * length) for _ in keys)
        late: list[Keyed] = []
        if wanted is None and self._chance.random() < 0.2:
            late.append((length * self._chance.uniform(1.0, 1.3), Misread(Refusal.UNREADABLE)))
        return [*zip(times, keys, strict=True), *late]

    def _anything(self, ask: Ask) -> Answer:
        choices = choices_of(ask)
        words = tuple(word for word in choices.words if word not in choices.urgent)
        return among(replace(choices, words=words), self._chance)

    def _led(self, wanted: Answer | None, left: float) -> list[Keyed]:
        """Key as a leader does, who answers what he will before he confirms the window, which passes over the rest.

        Noise has a question asked again, sooner and sooner; he keys no more once it was asked `OFTEN`.
        """
        self._asked_again += 1
        if left <= 0 or self._asked_again > OFTEN:
            return []
        if self._undone < 2 and self._may_undo() and self._chance.random() < 0.2:
            self._undone += 1
            return [(max(0.0, left - BEFORE) * self._chance.uniform(0.1, 0.5), Order.UNDO)]
        keys: list[Key] = self._chance.choices(NOISE, k=self._chance.choice((0, 0, 1, 3)))
        keys += [] if wanted is None else [wanted]
        most = max(left - BEFORE, left / 8) * 0.7
        times = sorted(self._chance.uniform(0.0, most) for _ in keys)
        return list(zip(times, keys, strict=True))

    def _may_undo(self) -> bool:
        """Whether a leader may go back in the open window without being heard, and the cards stay as they are told."""
        return bool(self._here) and not self._here[-1].endswith("card")

    def _by_day(self, ask: Ask) -> Answer:
        """Answer in public: the truth about cards, the plan where it goes, else by lot, the same at every table."""
        self._asked[ask.question] += 1
        told = self._cards.answer(ask)
        if told is not None and refusal_of(ask, told) is None:
            return told
        if ask.offer:
            return offered(ask)
        choices = choices_of(ask)
        if ask.question == "vote.result":
            hanged = self.plan.hanged[self._night - 1]
            if hanged not in choices.seats and NOBODY in choices.words:
                return NOBODY
            # Where somebody must go, that is somebody of whom the plan is sure that he shows the same at both tables.
            for known in (hanged, *self.plan.hanged, *self.plan.victims):
                if known in choices.seats:
                    return Seats((known,))
        return among(choices, Random(f"{self.plan.seed}:{ask.question}:{self._asked[ask.question]}"))

    def _wanted(self, ask: Ask) -> Answer | None:
        """Return what shall stand in the end, in secret; None is silence."""
        told = self._cards.answer(ask)
        wanted = self._options(ask) if told is None else told
        return wanted if wanted is not None and refusal_of(ask, wanted) is None else None

    def _options(self, ask: Ask) -> Answer | None:
        choices = choices_of(ask)
        victim = self.plan.victims[self._night - 1] if self._night else None
        quiet = self._chance.choice((None, NOBODY, NO))
        spared = tuple(seat for seat in choices.seats if seat not in (*self.plan.victims, *self.plan.hanged))
        match ask.question:
            case "wolves.victim" if self._intent in ("wolves", "both") and victim is not None:
                return Seats((victim,))
            case "wolves.victim" if self._intent == "heal":
                return Seats((self._chance.choice(choices.seats),))
            case "girl.caught":
                hers = {self.setup.card_with(power) for power in ("girl", "thief", "double")}
                others = [seat for seat in choices.seats if self._held[seat] not in hers]
                return self._chance.choice([quiet, *(Seats((seat,)) for seat in others)])
            case "witch.heal":
                return YES if self._intent == "heal" else quiet
            case "witch.poison" if self._intent in ("poison", "both") and victim is not None:
                return Seats((victim,))
            case "cupid.lovers" if len(spared) > 1:
                return self._chance.choice([quiet, Seats(tuple(self._chance.sample(spared, 2)))])
            case "wolves.victim" | "witch.poison" | "cupid.lovers":
                return quiet
            case _:
                return self._chance.choice([None, self._anything(ask)])
