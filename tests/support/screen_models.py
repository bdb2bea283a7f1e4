"""A board of eight for the tests, and what is told to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from rooms import nobody_called, pack

from narrator.core.answers import Choices, Kind, Token
from narrator.core.effects import Ask, Fact, Form, Holders, Say, Timer
from narrator.session.game_state import Facts
from narrator.story.markup import Utterance
from narrator.story.sentences import QuestionText
from narrator.story.wording import Wording
from narrator.ui.full_screen.model import ScreenModel
from narrator.ui.typed_line import KeysOfAScreen

NAMES = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid", "Gwen", "Hugo")
SEER = Holders("voyante")
HEADING = "Pour tes yeux seuls. Pas un bruit."


@dataclass
class Hour:
    """The time, which stands still until it is set."""

    seconds: float = 0.0

    def now(self) -> float:
        """Return the time."""
        return self.seconds


@dataclass
class Scene(KeysOfAScreen):
    """A board with its facts, its time, and the keys that were given away. `names` are by seat."""

    names: tuple[str, ...] = NAMES
    language: str = "fr"
    hour: Hour = field(default_factory=Hour)
    entered: list[str | None] = field(default_factory=list)
    ordered: list[str] = field(default_factory=list)
    ended: bool = False

    def __post_init__(self) -> None:
        """Lay the table."""
        words = pack("thiercelieux").words[self.language]
        self.wording = Wording(words, self.names, seed=1)
        self.screen_model = ScreenModel(words, self.wording, self.names, self.hour.now, 1.0, nobody_called)
        self.facts = Facts(len(self.names))
        self.screen_model.attend(lambda: self.facts)

    def enter(self) -> None:
        """Take a line."""
        self.entered.append(self.screen_model.enter())

    def order(self, id_: str) -> None:
        """Take an order."""
        self.ordered.append(id_)

    def end(self) -> None:
        """Take the end."""
        self.ended = True

    def utterance(self, line: str, **seats: int) -> Utterance:
        """Return a line of the game, spoken of these seats."""
        args = tuple((name, Fact(Form.SEAT, seat)) for name, seat in seats.items())
        return self.wording.spoken(Say(line=line, args=args))

    def say(self, line: str, **seats: int) -> None:
        """Have a line begin to be said."""
        utterance = self.utterance(line, **seats)
        self.screen_model.caption(self.wording.caption(utterance))
        self.screen_model.speaking(utterance)

    def day(self) -> None:
        """Show a debate after two nights, with a question, a vote that is called, a microphone."""
        self.facts.night = self.facts.day = 2
        self.facts.dead = {3: "loup-garou", 5: "villageois"}
        self.facts.office = 2
        self.screen_model.caption("Le coq chante. Que tous les yeux s'ouvrent.")
        self.screen_model.notice("Le son monte.")
        self.ask(vote())
        self.say("vote.call")
        self.hour.seconds += 9.0
        self.screen_model.heard(0.6, "égalité")
        self.screen_model.type("Ali")

    def ask(self, ask: Ask) -> None:
        """Have a public question put."""
        self.screen_model.prompt(QuestionText.alike(self.wording.prompt(ask)))
        self.screen_model.opened(ask)

    def night(self) -> None:
        """Show a night, outside of any window."""
        self.facts.night, self.facts.asleep = 3, True
        self.screen_model.closed()
        self.screen_model.wipe()
        self.screen_model.silent()
        self.say("wolves.wake")
        self.hour.seconds += 1.5

    def window(self, *lines: str, typed: str = "") -> None:
        """Open a window in which this is shown and typed."""
        self.screen_model.silent()
        self.screen_model.open_window(HEADING)
        for line in lines:
            self.screen_model.private(SEER, line)
        self.screen_model.type(typed)


def vote(seats: tuple[int, ...] = (1, 2, 4, 6, 7, 8)) -> Ask:
    """Return the question who has most votes, with five minutes' time."""
    choices = Choices(kind=Kind.BALLOT, seats=seats, ties=True, words=(Token.NOBODY,))
    return Ask(question="vote.result", choices=choices, living=seats, timer=Timer(seconds=300.0, warning=30.0))
