"""Law 1 on the phone: the bytes that a spectator is sent, and when, are public."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from parties import Party
from rooms import Openers
from shipped import shipped
from tables import NIGHT_GAMES, runs, sampled
from test_non_interference_at_the_table import KINDS, Found, Twins, notices, twins

from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.packs.wording import Wording
from narrator.rules.core.answers import Answer
from narrator.rules.core.effects import Ask, Audience
from narrator.rules.core.play import Mode
from narrator.rules.village.game import VillageSetup
from narrator.screens.phone.messages import Greeting, frame
from narrator.screens.phone.phone import Phone
from narrator.screens.screens import Screens
from narrator.table.inbox.entry import Entry, Order, StateTyped
from narrator.table.inbox.moment import Moment
from narrator.table.session.entry_wait import EntryWait
from narrator.table.session.ports import Ports
from narrator.table.session.table_orders import Orders


@dataclass
class Spectator:
    """Writes down every byte that a spectator's page is sent, with its time, beside what all hear and see."""

    clock: VirtualClock
    record: list[str]
    publics: list[bytes] = field(default_factory=list)
    tables: list[bytes] = field(default_factory=list)

    def send(self, kind: str, frame: bytes) -> None:
        """Write down what spectators are sent; keep what they are not."""
        if kind == "table":
            self.tables.append(frame)
            return
        if kind == "public":
            self.publics.append(frame)
        self.record.append(f"{self.clock.now():.3f} phone: {len(frame)} {frame.decode()}")

    def give_away(self) -> None:
        """Write down that the table is taken from the phone that has it: whoever looks at that one is told."""
        self.record.append(f"{self.clock.now():.3f} phone: given away")

    def admit(self, willing: bool) -> None:
        """Write down whether a page may become the table's: who tries is told."""
        self.record.append(f"{self.clock.now():.3f} phone: admits {willing}")


Send = Callable[[str, bytes], None]
Admit = Callable[[bool], None]
Make = Callable[[Send, Admit, Greeting, VirtualClock, float, Moment], Phone]


class PartyWithPhone(Party):
    """A party at which a phone lies on the table, and spectators look at theirs."""

    def __init__(self, setup: VillageSetup, twins: Twins, secret: int, make: Make = Phone) -> None:
        super().__init__(setup, twins.plan, secret)
        self._make = make
        self.phone: Phone | None = None
        self.spectator: Spectator | None = None

    def _ports(self, words: Wording) -> Ports:
        ports = super()._ports(words)
        self._lay(ports)
        greeting = Greeting(shipped(self.setup.game).words["fr"], self.setup.players, self.setup.names)
        self.spectator = Spectator(self._clock, self.heard)
        send, admit = self.spectator.send, self.spectator.admit
        self.phone = self._make(send, admit, greeting, self._clock, self.plan.pace.factor, ports.inbox.moment)
        ports.screen = Screens(ports.screen, self.phone)
        ports.inbox.followers.append(self.phone.moment)
        ports.opener = Openers((self._hands, self.phone))
        ports.acknowledger = self.phone
        ports.phone = self.spectator.give_away
        ports.watchers.append(self.phone)
        return ports

    def _lay(self, ports: Ports) -> None:
        """Lay what is beside the clock; here, nothing takes any time."""


def received(pair: Twins, make: Make = Phone) -> Found:
    return pair.compared(lambda setup, secret: PartyWithPhone(setup, pair, secret, make))


@pytest.mark.parametrize("game", sampled(NIGHT_GAMES))
@settings(max_examples=runs(400, tenths=0.4))
@given(data=st.data())
def test_nothing_secret_is_in_the_bytes_of_a_spectator_nor_in_their_times(game: str, data: st.DataObject) -> None:
    compared, found = received(data.draw(twins((*KINDS, "softer", "phone"), game)))
    event(f"{compared} nights compared")
    assert found is None


@settings(max_examples=runs(100))
@given(twins(()))
def test_the_tables_page_is_told_what_spectators_are_not(pair: Twins) -> None:
    party = PartyWithPhone(pair.one, pair, pair.secrets[0])
    party.play()
    assert party.spectator is not None
    views = [json.loads(sent)["table"] for sent in party.spectator.tables]
    private = {line for view in views if view["window"] is not None for line in view["window"]["lines"]}
    # By day it may be noted for all what was noted for one before.
    by_night = [sent for sent in party.spectator.publics if json.loads(sent)["public"]["phase"] != "day"]
    public = b"\n".join(by_night)
    assert private
    assert not [line for line in private if json.dumps(line, ensure_ascii=False).encode() in public]


@pytest.mark.parametrize("game", sampled(NIGHT_GAMES))
@settings(max_examples=runs(50))
@given(data=st.data())
def test_every_window_has_its_signal_on_every_page(game: str, data: st.DataObject) -> None:
    pair = data.draw(twins((), game))
    party = PartyWithPhone(pair.one, pair, pair.secrets[0])
    party.play()
    assert party.spectator is not None
    views = [json.loads(sent)["public"] for sent in party.spectator.publics]
    called = [view for view in views if view["called"]]
    assert called
    if pair.one.mode is Mode.JOUEUR:  # a leader's own errands are nobody's call
        assert [view["said"] for view in called if not view["call"]] == []
    assert not any(view["call"] for view in views if view["phase"] == "day" and not view["called"])


# --- planted leaks --------------------------------------------------------------------------------------------


class Numbered(Phone):
    """Numbers the public views by the questions that were put in secret."""

    _number = 0

    def ask(self, ask: Ask | None) -> None:
        self._number += ask is not None
        super().ask(ask)

    def _show_public(self) -> None:
        super()._show_public()
        self._send("public", frame("number", self._number))


class Restless(Phone):
    """Sends the same public view again whenever something private is shown."""

    def private(self, to: Audience, text: str) -> None:
        super().private(to, text)
        self._public = b""
        self._show_public()


class Padded(Phone):
    """Sends spectators as many blanks as the table's page is sent letters."""

    def close_window(self) -> None:
        letters = sum(map(len, self._window[1])) if self._window else 0
        super().close_window()
        self._send("public", frame("pad", " " * letters))


class Obliging(Phone):
    """Tells everybody that an answer was noted."""

    def _store(self, ask: Ask, answer: Answer | None) -> None:
        super()._store(ask, answer)
        if answer is not None:
            self._send("public", frame("noted", True))


class Talkative(Phone):
    """Tells everybody that a question is open in a window, without its words."""

    def ask(self, ask: Ask | None) -> None:
        super().ask(ask)
        self._send("public", frame("asked", ask is not None))


class Beckoning(Phone):
    """Signals calls otherwise once somebody was there to be asked."""

    _asked_somebody = False

    def ask(self, ask: Ask | None) -> None:
        super().ask(ask)
        self._asked_somebody |= ask is not None

    def moment(self, moment: Moment) -> None:
        marked = moment.call and self._asked_somebody
        super().moment(replace(moment, call=f"{moment.call}!") if marked else moment)


class Lingering(Phone):
    """Leaves a signal standing after its window where an answer was noted."""

    _noted = False
    _stands = ""

    def _store(self, ask: Ask, answer: Answer | None) -> None:
        super()._store(ask, answer)
        self._noted |= answer is not None and not ask.public

    def close_window(self) -> None:
        self._stands, self._noted = self._now.call if self._noted else "", False
        super().close_window()

    def moment(self, moment: Moment) -> None:
        super().moment(replace(moment, call=moment.call or self._stands))


LEAKY = (Beckoning, Lingering, Numbered, Restless, Padded, Obliging, Talkative)


@pytest.mark.thorough
@pytest.mark.parametrize("make", LEAKY, ids=[leak.__name__ for leak in LEAKY])
def test_a_phone_that_leaks_is_noticed(make: Make) -> None:
    assert notices(twins(()), lambda pair: received(pair, make))


class Servile(Orders):
    """Gives the table away to whoever asks, in his window too."""

    def serve(self, order: Order | StateTyped) -> bool:
        if order is Order.PHONE and self._ports.phone is not None:
            self._ports.phone()
            return True
        return super().serve(order)


class Deafening(Orders):
    """Says aloud in a window that the volume cannot be set there."""

    def serve(self, order: Order | StateTyped) -> bool:
        if order in (Order.LOUDER, Order.SOFTER):
            self._ports.screen.notice(self._wording.line("orders.by_day"))
            return True
        return super().serve(order)


class Blabbing(EntryWait):
    """Serves in a window, before everybody, what is ordered in secret."""

    def get(self, until: float | None, *, secret: bool = False) -> Entry | None:  # noqa: ARG002 - it makes no difference
        return super().get(until)


@pytest.mark.parametrize("orders", [Servile, Deafening])
def test_orders_that_leak_are_noticed(monkeypatch: pytest.MonkeyPatch, orders: type[Orders]) -> None:
    monkeypatch.setattr("narrator.table.session.driver.Orders", orders)
    monkeypatch.setattr("narrator.table.session.driver.EntryWait", Blabbing)
    assert notices(twins(()), received)


class Unlocked(Phone):
    """Lets a page become the table's while nothing is asked in a window."""

    def ask(self, ask: Ask | None) -> None:
        super().ask(ask)
        self._admit(ask is None)


@pytest.mark.thorough
def test_a_phone_that_admits_pages_by_what_is_asked_in_secret_is_noticed() -> None:
    assert notices(twins(()), lambda pair: received(pair, Unlocked))
