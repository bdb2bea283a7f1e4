"""How a game stands, from what was told so far: public facts, the scene, the open window, a leader's cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from narrator.core.effects import Ask, Deed, Effect, News, Scene, Term, Topic, Window
from narrator.language.spoken import Moment
from narrator.session.known_cards import Holdings
from narrator.session.replay import Step


@dataclass
class Facts:
    """The public state: which night or day, who is dead with which card, who holds the office, who won.

    `night` and `day` count from 1; `asleep` is true from nightfall to dawn; both are 0 before the first night.
    """

    players: int
    night: int = 0
    day: int = 0
    asleep: bool = False
    dead: dict[int, str | None] = field(default_factory=dict)
    office: int | None = None
    outcome: str | None = None

    def note(self, news: News) -> None:
        match news.topic:
            case Topic.NIGHTFALL:
                self.night, self.asleep = news.number, True
            case Topic.DAYBREAK:
                self.day, self.asleep = news.number, False
            case Topic.DEATH if news.seat is not None:
                self.dead.setdefault(news.seat, None)
            case Topic.CARD if news.seat is not None:
                if news.seat in self.dead:  # who shows his card and lives on is none of them
                    self.dead[news.seat] = news.card
            case Topic.OFFICE:
                self.office = news.seat
            case Topic.OUTCOME:
                self.outcome = news.word
            case _:
                raise ValueError(f"news of {news.topic.value} without a seat")

    @property
    def living(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(1, self.players + 1) if seat not in self.dead)


class GameState:
    """The state of one game: `facts` that everybody knows, and `holdings`, for a leader's eyes alone.

    `scene` is the present one, `cue` its number, and `window` the open one. `leads`: somebody leads from the beginning.
    """

    def __init__(self, players: int, *, leads: bool) -> None:
        self.facts = Facts(players)
        self.holdings = Holdings()
        self.scene: Scene | None = None
        self.cue = 0
        self.window: Window | None = None
        self._closed = False  # the eyes of all, since a scene or until a question to everybody
        self._players = players
        self._leads = leads

    def stand(self, steps: Sequence[Step]) -> None:
        """Know what these steps told, and nothing else: they were heard."""
        self.facts = Facts(self._players)
        self.scene, self.cue, self._closed = None, 0, False
        self.holdings.stand(())
        for step in steps:
            self.note(step.effect)

    def note(self, effect: Effect) -> None:
        match effect:
            case News():
                self.facts.note(effect)
            case Scene(closed=closed):
                self.scene, self.cue, self._closed = effect, self.cue + 1, closed
            case Ask(slot=None, tacit=False):
                self._closed = False
            case Deed():
                self.holdings.note(effect)
            case _:
                pass

    @property
    def eyes_closed(self) -> bool:
        """Whether somebody may be awake alone: from nightfall to dawn, in a scene for closed eyes, in every window."""
        return self.facts.asleep or self.window is not None or self._closed

    @property
    def moment(self) -> Moment:
        if self.window is not None and self.window.led:
            return Moment.LED
        return Moment.NIGHT if self.eyes_closed else Moment.DAY

    def holds(self) -> tuple[tuple[Term, Term], ...]:
        """Return who holds what, as (seat, card), where somebody leads from the beginning: for his eyes alone."""
        return self.holdings.told() if self._leads else ()
