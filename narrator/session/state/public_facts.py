"""What everybody at the table knows: gathered from the public news alone."""

from __future__ import annotations

from dataclasses import dataclass, field

from narrator.core.effects import News, Topic


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
        """Take in one piece of news."""
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
        """Return the seats that are alive."""
        return tuple(seat for seat in range(1, self.players + 1) if seat not in self.dead)
