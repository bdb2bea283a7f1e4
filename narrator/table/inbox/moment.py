"""The public moment: what everybody at the table knows of now.

It is computed here and nowhere else, from public things alone, and handed to whoever shows, lights, listens, serves
pages or reads keys (law 9). Times are seconds of the table's clock, given from outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from narrator.rules.core.effects import Ask, Effect, News, Say, Scene, Topic, Window


@dataclass(frozen=True, slots=True)
class Facts:
    """The public state: which night or day, who is dead with which card, who holds the office, who won.

    `night` and `day` count from 1; `asleep` is true from nightfall to dawn; both are 0 before the first night.
    """

    players: int
    night: int = 0
    day: int = 0
    asleep: bool = False
    dead: Mapping[int, str | None] = field(default_factory=dict)
    office: int | None = None
    outcome: str | None = None

    def after(self, news: News) -> Facts:
        """Return the state that a piece of news leads to."""
        seat = news.seat
        match news.topic:
            case Topic.NIGHTFALL:
                return replace(self, night=news.number, asleep=True)
            case Topic.DAYBREAK:
                return replace(self, day=news.number, asleep=False)
            case Topic.DEATH if seat is not None:
                return replace(self, dead={**self.dead, seat: self.dead.get(seat)})
            case Topic.CARD if seat is not None:
                # Who shows his card and lives on is none of the dead.
                return replace(self, dead={**self.dead, seat: news.card}) if seat in self.dead else self
            case Topic.OFFICE:
                return replace(self, office=seat)
            case Topic.OUTCOME:
                return replace(self, outcome=news.word)
            case _:
                raise ValueError(f"news of {news.topic.value} without a seat")

    @property
    def living(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(1, self.players + 1) if seat not in self.dead)


@dataclass(frozen=True, slots=True)
class Countdown:
    """The time of a debate, in seconds: how long it lasts, and how much of it is gone."""

    lasts: float
    gone: float

    @property
    def clock(self) -> str:
        """Return what is left as minutes and seconds."""
        minutes, seconds = divmod(round(max(0.0, self.lasts - self.gone)), 60)
        return f"{minutes}:{seconds:02}"

    def data(self) -> dict[str, float]:
        return {"lasts": round(self.lasts, 1), "gone": round(self.gone, 1)}


@dataclass(frozen=True, kw_only=True, slots=True)
class Moment:
    """What is public now.

    `slot` counts what a line of keys may belong to: questions, the slots of a window, pauses, and what lies between
    them. A call's slot begins with the word that names the called role: the opening of its window is no change.
    `open`: a question is open (`asked`), or a wait in which only orders make sense; `early`: the question is still
    being said.
    `call` is who is called, in few words, until the window of the call is over; empty for nobody.
    `fresh`: since this program began there was no window, and no eyes were opened.
    """

    facts: Facts = Facts(players=0)
    slot: int = 0
    window: Window | None = None
    call: str = ""
    open: bool = False
    asked: Ask | None = None
    early: bool = False
    fresh: bool = True
    _closed: bool = False  # the eyes of all, since a scene or until a question to everybody
    _dark: bool = False  # eyes were closed, and nothing was asked since: what is keyed may have been meant for a window
    _unseen: int = -1  # the last slot before this one in which not all could see what was typed
    _named: str = ""  # who was named last since the scene began
    _asked_at: float = 0.0
    _paused_at: float | None = None

    # --- what follows from it -----------------------------------------------------------------------------------

    @property
    def asleep(self) -> bool:
        return self.facts.asleep

    @property
    def eyes_closed(self) -> bool:
        """Whether somebody may be awake alone: from nightfall to dawn, in a scene for closed eyes, in every window."""
        return self.facts.asleep or self.window is not None or self._closed

    @property
    def in_round(self) -> bool:
        """Whether a night, or a round like it, goes on: it ends with a scene for open eyes, or a question to all."""
        return self.facts.asleep or self._closed

    @property
    def calling(self) -> bool:
        """Whether somebody is called whose window is not open yet."""
        return bool(self.call) and self.window is None

    @property
    def secret(self) -> bool:
        """Whether what is keyed is the called one's."""
        return self.window is not None or self.calling

    @property
    def echoed(self) -> bool:
        """Whether all may see what is typed."""
        return self.window is None and not self._dark and (self.asked is not None or not self.facts.asleep)

    @property
    def skips(self) -> bool:
        """Whether who goes on skips what is being said: eyes are open, and no key can have been meant for a window."""
        return self.echoed and not self.eyes_closed and self.asked is None and not self.paused

    def seen_since(self, begun: Moment) -> bool:
        """Whether all could see whatever was typed from that moment on."""
        return self.echoed and begun.slot > self._unseen

    @property
    def admits(self) -> bool:
        """Whether a page may be given the table: a program that was started again in the night has none yet."""
        return self.fresh or not self.eyes_closed

    @property
    def paused(self) -> bool:
        return self._paused_at is not None

    def countdown(self, now: float, factor: float) -> Countdown | None:
        """Return the countdown of the open question, if it has one.

        `factor` is how long a second of the game lasts; 0 where nothing has a length.
        """
        if self.asked is None or self.asked.timer is None or not factor:
            return None
        return Countdown(self.asked.timer.lasts * factor, self._running(now) - self._asked_at)

    def _running(self, now: float) -> float:
        return now if self._paused_at is None else self._paused_at

    # --- what leads to the next ---------------------------------------------------------------------------------

    def after(self, effect: Effect, called: str | None = None) -> Moment:
        """Return the moment that an effect of the game leads to; `called` is whom its words call."""
        match effect:
            case News(topic=Topic.NIGHTFALL | Topic.DAYBREAK as topic):
                night = topic is Topic.NIGHTFALL
                return replace(
                    self.next_slot(), facts=self.facts.after(effect), fresh=False, _dark=self._dark and night
                )
            case News():
                return replace(self, facts=self.facts.after(effect))
            case Scene(closed=closed):
                fresh, dark = self.fresh and closed, self._dark or closed
                return replace(self.next_slot(), call="", fresh=fresh, _named="", _closed=closed, _dark=dark)
            case Say() if called and self._closed:
                return replace(self.next_slot(), call=called, _named=called)
            case Say() if called:
                return replace(self, _named=called)
            case Window():
                # A call that is heard to open eyes begins with its window.
                opened = self if self.calling else replace(self.next_slot(), call=self._named)
                return replace(opened, window=effect, fresh=False)
            case Ask(slot=None, tacit=False):
                return replace(self, _closed=False)
            case _:
                return self

    def closing(self) -> Moment:
        """Return the moment after the open window."""
        return replace(self.next_slot(), window=None, call="", _dark=True)

    def asking(self, ask: Ask, now: float, *, early: bool = False) -> Moment:
        """Return the moment at which a question to everybody is open; `early`, while it is still being said."""
        if self.asked is ask:
            return self if early is self.early else replace(self, early=early)
        begun = replace(self.next_slot(), open=True, asked=ask, early=early, _asked_at=self._running(now))
        return replace(begun, _closed=False, _dark=False)

    def waiting(self, on: bool) -> Moment:
        """Return the moment in which nothing is asked, whether orders are waited for or not."""
        moment = self if self.asked is None else self.next_slot()
        return (
            moment if moment.asked is None and moment.open is on else replace(moment, open=on, asked=None, early=False)
        )

    def pausing(self, now: float) -> Moment:
        return replace(self.next_slot(), _paused_at=now)

    def resuming(self, now: float) -> Moment:
        stood = now - self._running(now)
        return replace(self.next_slot(), _paused_at=None, _asked_at=self._asked_at + stood)

    def standing(self, facts: Facts, told: Iterable[Effect]) -> Moment:
        """Return the moment at which these effects were told and no others, after a resume or an undo."""
        here = self.next_slot()
        moment = Moment(facts=facts, slot=here.slot)
        for effect in told:
            if not isinstance(effect, Window):
                moment = moment.after(effect)
        return replace(moment, fresh=here.fresh, _unseen=here._unseen)

    def next_slot(self) -> Moment:
        """Return the moment at which another slot begins, and nothing else changes."""
        return replace(self, slot=self.slot + 1, _unseen=self._unseen if self.echoed else self.slot)
