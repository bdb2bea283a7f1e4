"""One moment, one fault: a leak that is planted in the public moment is seen on every channel at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from parties import Party
from test_non_interference_at_the_table import Twins, notices, twins
from test_non_interference_of_listening import Listened
from test_non_interference_on_the_full_screen import PartyBehindAFullScreen
from test_non_interference_on_the_phone import PartyWithPhone
from test_non_interference_on_the_plain_terminal import PartyAtATerminal

from narrator.ear.table_ears import TableEars
from narrator.rules.village.game import VillageSetup
from narrator.screens.full_screen.model import ScreenModel
from narrator.screens.terminal import TerminalScreen
from narrator.table.session.driver import Driver
from narrator.table.session.open_window import OpenWindow
from narrator.table.session.ports import Ports


class Waking(Driver):
    """Takes it for day behind every window in which somebody was asked."""

    _known = 0

    def _end(self, window: OpenWindow, ports: Ports) -> None:
        super()._end(window, ports)
        if len(self._answers.given) > self._known:
            facts = replace(self.facts, asleep=False)
            self._ports.inbox.change(lambda moment: replace(moment, facts=facts, _closed=False, _dark=False))
        self._known = len(self._answers.given)


def on_a_terminal(setup: VillageSetup, pair: Twins, secret: int) -> Party:
    return PartyAtATerminal(setup, pair, secret, TerminalScreen)


def behind_a_full_screen(setup: VillageSetup, pair: Twins, secret: int) -> Party:
    return PartyBehindAFullScreen(setup, pair, secret, ScreenModel)


def with_a_phone(setup: VillageSetup, pair: Twins, secret: int) -> Party:
    return PartyWithPhone(setup, pair, secret)


def listened_to(setup: VillageSetup, pair: Twins, secret: int) -> Party:
    party = Listened(setup, pair.plan, secret)
    party.ears = TableEars
    return party


CHANNELS = (on_a_terminal, behind_a_full_screen, with_a_phone, listened_to)


@pytest.mark.parametrize("lay", CHANNELS, ids=lambda lay: lay.__name__)
def test_a_moment_that_knows_who_was_asked_is_noticed(lay: Callable[[VillageSetup, Twins, int], Party]) -> None:
    def waking(pair: Twins) -> Callable[[VillageSetup, int], Party]:
        def laid(setup: VillageSetup, secret: int) -> Party:
            party = lay(setup, pair, secret)
            party._driver = Waking
            return party

        return laid

    assert notices(twins((), modes=("joueur",)), lambda pair: pair.compared(waking(pair)))
