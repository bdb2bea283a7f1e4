"""Law 1 on the plain terminal: its main screen with all that scrolls there, and when it is covered, are public.

Letters that nobody ends with Enter are typed at any time, alike at both tables.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from accounts import difference
from hypothesis import event, given, settings
from hypothesis import strategies as st
from papers import Paper
from parties import Party
from tables import NIGHT_GAMES, runs
from test_non_interference_at_the_table import Twins, notices, twins

from narrator.core.effects import Audience
from narrator.screen.terminal import TerminalScreen
from narrator.session.room import Room
from narrator.session.screens import Screens
from narrator.story.wording import Wording
from narrator.village.setup import VillageSetup


class Watched(TerminalScreen):
    """A terminal's screen that is looked at whenever something was written on it."""

    looked: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self, paper: Paper) -> None:
        super().__init__(paper.terminal)
        self.paper = paper

    def _write(self, text: str) -> None:
        super()._write(text)
        self.looked()


class PartyOnATerminal(Party):
    """A party at a plain terminal, on which letters are typed."""

    def __init__(self, setup: VillageSetup, twins: Twins, secret: int, make: type[Watched]) -> None:
        super().__init__(setup, twins.plan, secret)
        self._make = make
        self._shown = ""

    def _room(self, words: Wording) -> Room:
        room = super()._room(words)
        screen = self._make(Paper())
        screen.looked = lambda: self._looked(screen.paper)
        self._hands.typed = screen.type
        room.screen = Screens(room.screen, screen)
        return room

    def _looked(self, paper: Paper) -> None:
        shown = f"{'covered' if paper.alternate else 'open'} {paper.main[-400:]!r}"
        if shown != self._shown:
            self._shown = shown
            self.heard.append(f"{self._clock.now():.3f} terminal: {shown}")


def seen(pair: Twins, make: type[Watched] = Watched) -> tuple[int, str | None]:
    """Return how many nights could be compared, and the first difference of what all saw and heard."""
    one = PartyOnATerminal(pair.one, pair, pair.secrets[0], make).play()
    other = PartyOnATerminal(pair.other, pair, pair.secrets[1], make).play()
    return difference(one, other)


@pytest.mark.parametrize("game", NIGHT_GAMES)
@settings(max_examples=runs(200))
@given(data=st.data())
def test_nothing_secret_is_on_the_main_screen_of_a_terminal(game: str, data: st.DataObject) -> None:
    compared, found = seen(data.draw(twins(game=game)))
    event(f"{compared} nights compared")
    assert found is None


# --- planted leaks --------------------------------------------------------------------------------------------


class Remembering(Watched):
    """Leaves the last private line on the main screen when a window closes."""

    def close_window(self) -> None:
        """Wipe the private screen, not quite."""
        last = self._private[-1:]
        super().close_window()
        for line in last:
            self.notice(line)


class Glancing(Watched):
    """Shows the main screen for a moment between two private lines."""

    def private(self, to: Audience, text: str) -> None:
        """Show something to the one who is called."""
        heading = self._heading
        self._uncover()
        self._heading = heading
        self._cover()
        super().private(to, text)


class Prefixing(Watched):
    """Keeps letters that were typed in a window where something was shown in it."""

    def close_window(self) -> None:
        """Wipe the private screen."""
        typed = self._typed if self._private else ""
        super().close_window()
        self.type(typed)


@pytest.mark.parametrize(("make", "kinds"), [(Remembering, ()), (Glancing, ()), (Prefixing, ("half a line '4'",))])
def test_a_terminal_that_leaks_is_noticed(make: type[Watched], kinds: tuple[str, ...]) -> None:
    assert notices(twins(kinds), lambda pair: seen(pair, make))
