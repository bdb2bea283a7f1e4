"""A little terminal that understands what a screen writes and remembers what was ever on it; a board of eight."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import reduce
from io import StringIO

from shipped import shipped

from narrator.base.sentences import QuestionText
from narrator.devices.keyboard import KeysOfAScreen, KeyTerminal
from narrator.packs.markup import Utterance, caption
from narrator.packs.wording import Wording
from narrator.rules.core.answers import Choices, Kind, Token
from narrator.rules.core.effects import Ask, Effect, Fact, Form, Holders, News, Say, Timer, Topic, Window
from narrator.screens.even_light import lit
from narrator.screens.full_screen.model import ScreenModel
from narrator.screens.private_page import LIT_BLANK
from narrator.screens.terminal import TerminalScreen
from narrator.table.inbox.inbox import Inbox
from narrator.table.inbox.moment import Moment

KIND = "xterm-256color"
HEIGHT, WIDTH = 24, 80
LIT_CELL = "█"
"""How a blank that is drawn in reverse stands on a paper."""
SEQUENCE = re.compile(r"\x1b\[\?1049(?P<alt>[hl])|\x1b\[(?P<args>[\d;?]*)(?P<end>[A-Za-z])|\x1b(?:[()].|[=>78])|\x0f")


def scrolled_back(written: str) -> str:
    """Return what can be scrolled back to on a terminal that obeys no alternate screen, as tmux can be told to.

    What is cleared at once goes into its scrollback.
    """
    rows, past, row, column, end = [""] * HEIGHT, list[str](), 0, 0, 0
    for found in SEQUENCE.finditer(written):
        for part in re.split(r"([\r\n])", written[end : found.start()]):
            if part == "\n" and row == HEIGHT - 1:
                past.append(rows.pop(0))
                rows.append("")
            elif part == "\n":
                row += 1
            elif part == "\r":
                column = 0
            else:
                rows[row] = rows[row][:column].ljust(column) + part + rows[row][column + len(part) :]
                column += len(part)
        end = found.end()
        if found["end"] == "H":
            row, column = int((found["args"] or "1").partition(";")[0] or 1) - 1, 0
        elif found["end"] == "K":
            rows[row] = rows[row][:column]
        elif found["end"] == "J" and found["args"] == "2":
            past += rows
            rows = [""] * HEIGHT
    return "\n".join(past)


class Paper:
    """Two screens: `main`, whose lines stay, and the alternate one, of which `shown` is what is on it now."""

    def __init__(self) -> None:
        self.stream = StringIO()
        self.terminal = KeyTerminal(self.stream, KIND)
        self._read = 0
        self._covered = False
        self._main = [""]
        self._alt: dict[int, str] = {}
        self._row, self._column = 0, 0
        self._reverse = False

    @property
    def alternate(self) -> bool:
        self._catch_up()
        return self._covered

    @property
    def lines(self) -> list[str]:
        """Return the texts on the alternate screen, without the typed line above them and the lamp below."""
        self._catch_up()
        texts = (line for row, line in sorted(self._alt.items()) if row)
        return [line for line in texts if line and LIT_CELL not in line]

    @property
    def light(self) -> int:
        """Return the light of the alternate screen in letters."""
        return lit(self.shown.replace(LIT_CELL, "")) + LIT_BLANK * self.shown.count(LIT_CELL)

    @property
    def cursor_row(self) -> int:
        """Return the row of the cursor, the first one being 0."""
        self._catch_up()
        return self._row

    @property
    def main(self) -> str:
        """Return everything on the main screen and in its scrollback."""
        self._catch_up()
        return "\n".join(self._main)

    @property
    def shown(self) -> str:
        self._catch_up()
        return "\n".join(line for _, line in sorted(self._alt.items()))

    def _catch_up(self) -> None:
        text = self.stream.getvalue()[self._read :]
        self._read += len(text)
        end = 0
        for found in SEQUENCE.finditer(text):
            self._put(text[end : found.start()])
            end = found.end()
            self._obey(found)
        self._put(text[end:])

    def _obey(self, found: re.Match[str]) -> None:
        if found["alt"]:
            self._covered = found["alt"] == "h"
            self._alt.clear()
            self._row = self._column = 0
        elif found["end"] == "H":
            row, _, column = (found["args"] or "1;1").partition(";")
            self._row, self._column = int(row or 1) - 1, int(column or 1) - 1
        elif found["end"] == "J" and self._covered:
            self._alt.clear()
        elif found["end"] == "K":
            self._line = self._line[: self._column]
        elif found["end"] == "m":
            self._reverse = found["args"] == "7"

    def _put(self, text: str) -> None:
        for char in text:
            if char == "\r":
                self._column = 0
            elif char == "\b":
                self._column = max(0, self._column - 1)
            elif char == "\n":
                self._row, self._column = self._row + 1, self._column
                if not self._covered:
                    self._main.append("")
            else:
                line = self._line.ljust(self._column)
                shown = LIT_CELL if self._reverse and char == " " else char
                self._line = line[: self._column] + shown + line[self._column + 1 :]
                self._column += 1

    @property
    def _line(self) -> str:
        return self._alt.get(self._row, "") if self._covered else self._main[-1]

    @_line.setter
    def _line(self, line: str) -> None:
        if self._covered:
            self._alt[self._row] = line
        else:
            self._main[-1] = line


NAMES = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid", "Gwen", "Hugo")
SEER = Holders("voyante")
HEADING = "Pour tes yeux seuls. Pas un bruit."
WINDOW = Window(call="seer", slots=(8.0, 8.0))


@dataclass
class Hour:
    """The time, which stands still until it is set."""

    seconds: float = 0.0

    def now(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds


def happen(inbox: Inbox, *effects: Effect, called: str | None = None) -> None:
    """Let effects of a game make the moment of an inbox; `called` is whom their words call."""
    inbox.change(lambda moment: reduce(lambda then, effect: then.after(effect, called), effects, moment))


class PaperTable:
    """A plain terminal that follows the moments of an inbox."""

    def __init__(self) -> None:
        self.paper, self.hour = Paper(), Hour()
        self.inbox = Inbox(self.hour)
        self.screen = TerminalScreen(self.paper.terminal, lambda: self.inbox.moment, self.hour.now)
        self.inbox.followers.append(self.screen.moment)

    def open_window(self, heading: str = HEADING) -> None:
        self.screen.open_window(heading)
        happen(self.inbox, WINDOW)

    def close_window(self) -> None:
        self.screen.close_window()
        self.inbox.change(Moment.closing)


@dataclass
class Scene(KeysOfAScreen):
    """A board with its moment, its time, and the keys that were given away. `names` are by seat."""

    names: tuple[str, ...] = NAMES
    language: str = "fr"
    hour: Hour = field(default_factory=Hour)
    entered: list[str | None] = field(default_factory=list)
    ordered: list[str] = field(default_factory=list)
    ended: bool = False

    def __post_init__(self) -> None:
        words = shipped("thiercelieux").words[self.language]
        self.wording = Wording(words, self.names, seed=1)
        self.inbox = Inbox(self.hour)
        now, names = self.hour.now, self.names
        self.screen_model = ScreenModel(words, self.wording, names, now, 1.0, lambda: self.inbox.moment)
        self.inbox.followers.append(self.screen_model.moment)

    def enter(self) -> None:
        typed = self.screen_model.enter()
        self.entered.append(None if typed is None else typed.text)

    def order(self, id_: str) -> None:
        self.ordered.append(id_)

    def end(self) -> None:
        self.ended = True

    def happens(self, *effects: Effect, called: str | None = None) -> None:
        happen(self.inbox, *effects, called=called)

    def utterance(self, line: str, **seats: int) -> Utterance:
        args = tuple((name, Fact(Form.SEAT, seat)) for name, seat in seats.items())
        return self.wording.spoken(Say(line=line, args=args))

    def say(self, line: str, **seats: int) -> None:
        utterance = self.utterance(line, **seats)
        self.screen_model.caption(caption(utterance))
        self.screen_model.speaking(utterance)

    def day(self) -> None:
        """Show a debate after two nights, with a question, a vote that is called, a microphone."""
        self.happens(
            News(topic=Topic.NIGHTFALL, number=2),
            News(topic=Topic.DAYBREAK, number=2),
            *(News(topic=Topic.DEATH, seat=seat) for seat in (3, 5)),
            News(topic=Topic.CARD, seat=3, card="loup-garou"),
            News(topic=Topic.CARD, seat=5, card="villageois"),
            News(topic=Topic.OFFICE, seat=2),
        )
        self.screen_model.caption("Le coq chante. Que tous les yeux s'ouvrent.")
        self.screen_model.notice("Le son monte.")
        self.ask(vote())
        self.hour.seconds += 2.0
        self.say("vote.call")
        self.hour.seconds += 7.0
        self.screen_model.heard(0.6, "égalité")
        self.screen_model.type("Ali")

    def ask(self, ask: Ask) -> None:
        self.screen_model.prompt(QuestionText.alike(self.wording.prompt(ask)))
        self.inbox.open(ask)

    def night(self) -> None:
        self.inbox.close()
        self.happens(News(topic=Topic.NIGHTFALL, number=3))
        self.screen_model.silent()
        self.say("wolves.wake")
        self.hour.seconds += 1.5

    def dawn(self) -> None:
        self.happens(News(topic=Topic.DAYBREAK, number=3))

    def window(self, *lines: str, typed: str = "") -> None:
        self.screen_model.silent()
        self.screen_model.open_window(HEADING)
        self.happens(WINDOW)
        for line in lines:
            self.screen_model.private(SEER, line)
        self.screen_model.type(typed)

    def close_window(self) -> None:
        self.screen_model.close_window()
        self.inbox.change(Moment.closing)


def vote(seats: tuple[int, ...] = (1, 2, 4, 6, 7, 8)) -> Ask:
    """Return the question who has most votes, with five minutes' time."""
    choices = Choices(kind=Kind.BALLOT, seats=seats, ties=True, words=(Token.NOBODY,))
    return Ask(question="vote.result", choices=choices, living=seats, timer=Timer(seconds=300.0, warning=30.0))
