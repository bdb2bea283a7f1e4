"""Law 1 on the plain terminal: every byte of its main screen, and when it is written, is public."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import StringIO

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from papers import KIND
from tables import NIGHT_GAMES, runs, sampled
from test_non_interference_at_the_table import Found, Twins, notices, twins
from typists import Typists

from narrator.devices.keyboard import KeyTerminal
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Audience
from narrator.rules.village.game import VillageSetup
from narrator.screens.screens import Screens
from narrator.screens.terminal import TerminalScreen
from narrator.table.inbox.entry import TypedLine
from narrator.table.inbox.moment import Moment
from narrator.table.session.ports import Ports

SWITCH = re.compile(r"(\x1b\[\?1049[hl])")
"""To the alternate screen, and back."""

Make = Callable[[KeyTerminal, Callable[[], Moment]], TerminalScreen]


class MainScreen(StringIO):
    """What a terminal is written; `tell` is given what reaches its main screen, and every change of screen."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__()
        self._tell = tell
        self._covered = False

    def write(self, text: str) -> int:
        """Take in what is written, in pieces without a change of screen."""
        for piece in filter(None, SWITCH.split(text)):
            if SWITCH.fullmatch(piece):
                self._covered = piece.endswith("h")
                self._tell(piece)
            elif not self._covered:
                self._tell(piece)
        return len(text)


class PartyAtATerminal(Typists):
    """A party with a plain terminal, of whose main screen every byte is in the public record."""

    def __init__(self, setup: VillageSetup, twins: Twins, secret: int, make: Make) -> None:
        super().__init__(setup, twins.plan, secret)
        self._make = make
        self.screen: TerminalScreen | None = None

    def _ports(self, words: Wording) -> Ports:
        ports = super()._ports(words)
        stream = MainScreen(lambda text: self.heard.append(f"{self._clock.now():.3f} main screen: {text!r}"))
        self.screen = self.editor = self._make(KeyTerminal(stream, KIND), lambda: ports.inbox.moment)
        ports.screen = Screens(ports.screen, self.screen)
        ports.inbox.followers.append(self.screen.moment)
        return ports


def written(pair: Twins, make: Make = TerminalScreen) -> Found:
    return pair.compared(lambda setup, secret: PartyAtATerminal(setup, pair, secret, make))


@pytest.mark.parametrize("game", sampled(NIGHT_GAMES))
@settings(max_examples=runs(200, tenths=0.6))
@given(data=st.data())
def test_nothing_secret_is_written_on_the_main_screen(game: str, data: st.DataObject) -> None:
    compared, found = written(data.draw(twins(game=game)))
    event(f"{compared} nights compared")
    assert found is None


# --- planted leaks --------------------------------------------------------------------------------------------


class EchoingLine(TypedLine):
    """Shows all what is typed, by night too."""

    @property
    def echo(self) -> str:
        return self.text


class LastingLine(TypedLine):
    """Keeps what was half typed by night for the day."""

    @property
    def text(self) -> str:
        return self._keys


class Echoing(TerminalScreen):
    """A screen with such a line."""

    def __init__(self, terminal: KeyTerminal, moment: Callable[[], Moment]) -> None:
        super().__init__(terminal, moment)
        self._line = EchoingLine(moment, shown=True)


class Lasting(TerminalScreen):
    """A screen with such a line."""

    def __init__(self, terminal: KeyTerminal, moment: Callable[[], Moment]) -> None:
        super().__init__(terminal, moment)
        self._line = LastingLine(moment, shown=True)


class Peeping(TerminalScreen):
    """Leaves the private screen when somebody is asked twice."""

    def private(self, to: Audience, text: str) -> None:
        super().private(to, text)
        if len(self._untold) > 2:
            self.close_window()


LEAKY: tuple[Make, ...] = (Echoing, Lasting, Peeping)


@pytest.mark.thorough
@pytest.mark.parametrize("make", LEAKY)
def test_a_terminal_that_leaks_is_noticed(make: Make) -> None:
    assert notices(twins(()), lambda pair: written(pair, make))
