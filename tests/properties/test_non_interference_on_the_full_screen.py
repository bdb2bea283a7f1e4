"""Law 1 on the full screen: all that it shows beside the private lines themselves, and when, is public."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from rooms import Openers
from shipped import shipped
from tables import NIGHT_GAMES, runs, sampled
from test_non_interference_at_the_table import Found, Twins, notices, twins
from typists import Typists

from narrator.packs.wording import Wording
from narrator.rules.core.effects import Ask, Audience
from narrator.rules.village.game import VillageSetup
from narrator.screens.full_screen.model import Panel, ScreenModel, Snapshot
from narrator.screens.full_screen.word_timing import MarkedMouth
from narrator.screens.public_lines import PublicLine, PublicLineKind
from narrator.screens.screens import Screens
from narrator.table.inbox.entry import TypedLine
from narrator.table.session.ports import Ports


def public(snapshot: Snapshot) -> Snapshot:
    """Return what all may see: everything beside the private panel, and that it is there."""
    return replace(snapshot, panel=snapshot.panel and Panel(snapshot.panel.heading, ()))


class PartyBehindAFullScreen(Typists):
    """A party whose full screen is looked at whenever it changes."""

    def __init__(self, setup: VillageSetup, twins: Twins, secret: int, make: type[ScreenModel]) -> None:
        super().__init__(setup, twins.plan, secret)
        self._make = make
        self._shown: Snapshot | None = None
        self.screen_model: ScreenModel | None = None

    def _ports(self, words: Wording) -> Ports:
        ports = super()._ports(words)
        names = tuple(self.setup.names) + ("",) * (self.setup.players - len(self.setup.names))
        screen_model = self._make(
            shipped(self.setup.game).words["fr"],
            words,
            names,
            self._clock.now,
            self.plan.pace.factor,
            lambda: ports.inbox.moment,
        )
        screen_model.changed = self._looked
        self.screen_model = self.editor = screen_model
        ports.screen = Screens(ports.screen, screen_model)
        ports.inbox.followers.append(screen_model.moment)
        ports.opener = Openers((self._hands, screen_model))
        ports.mouth = MarkedMouth(ports.mouth, screen_model)
        ports.watchers.append(screen_model)
        return ports

    def _in_secret(self) -> None:
        """Press a key: it must change nothing of what was to be seen at this very time.

        It is looked at the word that is being said only when something public happens, for the record is of that.
        """
        assert self.screen_model is not None
        before, looked = public(self.screen_model.snapshot()), self.screen_model.changed
        self.screen_model.changed = lambda: None
        super()._in_secret()
        self.screen_model.changed = looked
        if public(self.screen_model.snapshot()) != before:
            self._looked()

    def _looked(self) -> None:
        assert self.screen_model is not None
        shown = public(self.screen_model.snapshot())
        if shown != self._shown:
            self._shown = shown
            self.heard.append(f"{self._clock.now():.3f} screen: {shown}")


def seen(pair: Twins, make: type[ScreenModel] = ScreenModel) -> Found:
    return pair.compared(lambda setup, secret: PartyBehindAFullScreen(setup, pair, secret, make))


@pytest.mark.parametrize("game", sampled(NIGHT_GAMES))
@settings(max_examples=runs(200, tenths=0.6))
@given(data=st.data())
def test_nothing_secret_is_on_the_full_screen_beside_the_private_lines(game: str, data: st.DataObject) -> None:
    compared, found = seen(data.draw(twins(game=game)))
    event(f"{compared} nights compared")
    assert found is None


# --- planted leaks --------------------------------------------------------------------------------------------


class Helpful(ScreenModel):
    """Shows what may be answered, in a window too."""

    _open: Ask | None = None

    def ask(self, ask: Ask | None) -> None:
        self._open = ask
        super().ask(ask)

    def snapshot(self) -> Snapshot:
        shown = super().snapshot()
        return shown if self._open is None else replace(shown, hint=self._wording.help(self._open))


class Echoing(ScreenModel):
    """Notes for all that somebody was shown something."""

    def private(self, to: Audience, text: str) -> None:
        super().private(to, text)
        self._said.add(PublicLine(PublicLineKind.NOTICE, "…"))


class Typewriter(ScreenModel):
    """Shows what is typed by night as by day."""

    def snapshot(self) -> Snapshot:
        return replace(super().snapshot(), typed=self._line.text)


class LastingLine(TypedLine):
    """Keeps for the day what was half typed by night."""

    @property
    def text(self) -> str:
        return self._keys


class Lasting(ScreenModel):
    """A screen with such a line."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._line = LastingLine(self._moment, shown=True)


LEAKY: tuple[type[ScreenModel], ...] = (Helpful, Echoing, Typewriter, Lasting)


@pytest.mark.thorough
@pytest.mark.parametrize("make", LEAKY, ids=[leak.__name__ for leak in LEAKY])
def test_a_full_screen_that_leaks_is_noticed(make: type[ScreenModel]) -> None:
    assert notices(twins(()), lambda pair: seen(pair, make))
