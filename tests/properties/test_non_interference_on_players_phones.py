"""Law 1 on players' phones: what crosses the network, but for bytes under a pad, is public, and so is when."""

from __future__ import annotations

import json
import tempfile
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rooms import wording
from shipped import shipped
from tables import NIGHT_GAMES, runs
from test_non_interference_at_the_table import KINDS, Found, Twins, notices, twins
from test_non_interference_on_the_phone import PartyWithPhone, Spectator

from narrator.app.ports.phone import prints_of
from narrator.core.secrets import Secret, unseal
from narrator.inbox.moment import Moment
from narrator.session.known_cards import Kept
from narrator.session.ports import Ports
from narrator.story.wording import Wording
from narrator.ui.phone.messages import Greeting
from narrator.ui.phone.pockets import PlayersPhones
from narrator.ui.phone.seats import SeatPhones
from narrator.village.game import VillageSetup
from narrator.village.table import Deal, VoteBy

Make = Callable[..., PlayersPhones]


class Kitchen(SeatPhones):
    """Phones of players who have joined, kept nowhere: a property plays thousands of evenings."""

    def _keep(self, *, strictly: bool = False) -> None:
        """Keep nothing."""


def phones_of(seats: tuple[int, ...], players: int) -> SeatPhones:
    """Return phones, one for each of these seats."""
    phones = Kitchen(Path(tempfile.gettempdir()) / "none", lambda: None, lambda _line, _seat: None, lambda: 0.0)
    phones.begin(players)
    phones.offer(True)
    for seat in seats:
        assert phones.code is not None
        phones.join(f"phone {seat}", phones.code.link, None)
        phones.come(f"phone {seat}")
        phones.sit(f"phone {seat}", seat)
    return phones


class PartyWithPockets(PartyWithPhone):
    """A party at which these seats hold phones; what each is sent is written down, the bytes under a pad masked."""

    def __init__(self, setup: VillageSetup, twins: Twins, secret: int, seats: tuple[int, ...], make: Make) -> None:
        dealt = replace(setup.options, phones=True, vote=VoteBy.PHONES)
        super().__init__(replace(setup, options=dealt, deal=Deal.NARRATOR), twins, secret)
        self._seats = phones_of(tuple(seat for seat in seats if seat <= setup.players), setup.players)
        self._pockets = make
        self.private: list[bytes] = []

    def _ports(self, words: Wording) -> Ports:
        ports = super()._ports(words)
        greeting = Greeting(shipped(self.setup.game).words["fr"], self.setup.players, self.setup.names)
        prints = prints_of(self.setup, wording(self.setup))
        pockets = self._pockets(self._seats, prints, greeting, self._send, lambda _turn: None, ports.inbox.moment)
        ports.inbox.followers.append(pockets.moment)
        ports.pockets = pockets
        return ports

    def _send(self, kind: str, frame: bytes) -> None:
        """Write down what a listener learns: of a card, how many bytes it has and which of the pad they use."""
        if kind == "pockets":
            self.private.append(frame)
            views = json.loads(frame)["pockets"]
            for view in views.values():
                at, code = view["card"]
                view["card"] = [at, len(code)]
            frame = json.dumps(views).encode()
        assert isinstance(self.spectator, Spectator)
        self.spectator.send(kind, frame)


def received(pair: Twins, seats: tuple[int, ...], make: Make = PlayersPhones) -> Found:
    return pair.compared(lambda setup, secret: PartyWithPockets(setup, pair, secret, seats, make))


SEATS = st.lists(st.integers(1, 9), unique=True).map(lambda them: tuple(sorted(them))) | st.just(tuple(range(1, 10)))


@pytest.mark.parametrize("game", NIGHT_GAMES)
@settings(max_examples=runs(200))
@given(data=st.data())
def test_nothing_secret_is_in_the_sizes_and_times_of_what_players_phones_are_sent(
    game: str, data: st.DataObject
) -> None:
    seats = data.draw(SEATS, label="seats")
    assert received(data.draw(twins(KINDS, game)), seats)[1] is None


@settings(max_examples=runs(100))
@given(twins(("cut", "pause")))
def test_each_phone_is_sent_its_own_card_and_no_other(pair: Twins) -> None:
    seats = tuple(range(1, pair.one.players + 1))
    party = PartyWithPockets(pair.one, pair, pair.secrets[0], seats, PlayersPhones)
    pads = {one.session: bytes.fromhex(one.pad) for one in party._seats.holders}
    party.play()
    prints = prints_of(party.setup, wording(party.setup))
    dealt, _ = party.setup.dealt()
    shown: set[tuple[int, str]] = set()
    for frame in party.private:
        for session, view in json.loads(frame)["pockets"].items():
            at, code = view["card"]
            if at == 0:  # the first that each was sent
                byte = b64decode(code)[0] ^ pads[session][0]
                shown.add((view["seat"], prints.cards[byte - 1][0] if byte else ""))
    assert {(seat, card) for seat, card in shown if card} == {(seat, dealt[seat - 1]) for seat in seats}


# --- planted leaks ----------------------------------------------------------------------------------------------------


class Sparing(PlayersPhones):
    """Sends a card anew only to whom it tells something else."""

    _before: Mapping[int, bytes] = {}

    def fill(self, kept: Mapping[int, Secret[Kept]]) -> None:
        codes = {seat: self._prints.code(unseal(secret)) for seat, secret in kept.items()}
        same = {one.session: self._sent[one.session] for one in self._seats.holders if one.session in self._sent}
        stale = {one.session for one in self._seats.holders if codes.get(one.seat) != self._before.get(one.seat)}
        self._before = codes
        super().fill(kept)
        self._sent |= {session: sent for session, sent in same.items() if session not in stale}
        self.show()


class Verbose(PlayersPhones):
    """Sends as many bytes as there is to tell."""

    def fill(self, kept: Mapping[int, Secret[Kept]]) -> None:
        super().fill(kept)
        told = {seat: len(unseal(secret).card or "") for seat, secret in kept.items()}
        self._send(
            "pockets", json.dumps({"pockets": {seat: {"card": [0, "x" * n]} for seat, n in told.items()}}).encode()
        )


class Restless(PlayersPhones):
    """Shows each phone its view again by night, as often as its seat was told something."""

    def fill(self, kept: Mapping[int, Secret[Kept]]) -> None:
        super().fill(kept)
        for secret in kept.values():
            if unseal(secret).told:
                self._shown = None
                self.show()


class Open(PlayersPhones):
    """Tells everybody who holds a card that hunts."""

    def fill(self, kept: Mapping[int, Secret[Kept]]) -> None:
        super().fill(kept)
        self._send(
            "circle", json.dumps([seat for seat, one in kept.items() if unseal(one).card == "loup-garou"]).encode()
        )


class Naked(PlayersPhones):
    """Sends what each is told in letters, beside the pad."""

    def moment(self, moment: Moment) -> None:
        super().moment(moment)
        if self._codes:
            self._send("circle", json.dumps({seat: [*code] for seat, code in self._codes.items()}).encode())


LEAKY = (Sparing, Verbose, Restless, Open, Naked)


@pytest.mark.thorough
@pytest.mark.parametrize("make", LEAKY, ids=[leak.__name__ for leak in LEAKY])
def test_phones_of_players_that_leak_are_noticed(make: Make) -> None:
    every = tuple(range(1, 10))
    assert notices(twins(()), lambda pair: received(pair, every, make))
