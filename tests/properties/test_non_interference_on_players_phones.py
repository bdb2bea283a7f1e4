"""Law 1 on players' phones: what crosses the network, but for bytes under a pad, is public, and so is when."""

from __future__ import annotations

import json
import tempfile
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from parties import Plan
from rooms import wording
from shipped import shipped
from tables import NIGHT_GAMES, runs, sampled, table
from test_non_interference_at_the_table import KINDS, Found, Twins, notices, twins
from test_non_interference_on_the_phone import PartyWithPhone, Spectator

from narrator.evening.app.ports.phone_texts import prints_of
from narrator.packs.wording import Wording
from narrator.rules.core.answers import Answer, Seats, Token
from narrator.rules.core.effects import Ask, Deed, Effect
from narrator.rules.core.secrets import Secret, unseal
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.phases.night import UNLIT
from narrator.rules.village.table import Deal, LoversTold, NightBy, VoteBy
from narrator.screens.phone.messages import Greeting
from narrator.screens.phone.pads import SHOWN, TOKENS, TOUCHED, WORD, seats_of
from narrator.screens.phone.pockets import UNLIT as DARK
from narrator.screens.phone.pockets import PlayersPhones
from narrator.screens.phone.seats import MORE_NIGHTS, NIGHTS, Holder, SeatPhones
from narrator.table.inbox.entry import Entry, Reply
from narrator.table.inbox.moment import Moment
from narrator.table.session.known_cards import Kept
from narrator.table.session.ports import Ports

Make = Callable[..., PlayersPhones]


class Kitchen(SeatPhones):
    """Phones of players who have joined, kept nowhere: a property plays thousands of evenings."""

    def _keep(self, *, strictly: bool = False) -> None:
        """Keep nothing."""


def phones_of(seats: tuple[int, ...], players: int) -> SeatPhones:
    """Return phones, one for each of these seats."""
    phones = Kitchen(Path(tempfile.gettempdir()) / "none", lambda: None, lambda _line, _seat: None, lambda: 0.0)
    phones.nights = MORE_NIGHTS
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
        self._make_pockets = make
        self.private: list[bytes] = []

    def _ports(self, words: Wording) -> Ports:
        ports = super()._ports(words)
        greeting = Greeting(shipped(self.setup.game).words["fr"], self.setup.players, self.setup.names)
        prints = prints_of(self.setup, wording(self.setup))
        ghosts = self.setup.options.ghosts
        pockets = self._make_pockets(
            self._seats, prints, greeting, self._send, self._put, ports.inbox.moment, ghosts=ghosts
        )
        ports.inbox.followers.append(pockets.moment)
        ports.pockets = pockets
        return ports

    def _put(self, entry: Entry, slot: int) -> None:
        """Take what a phone enters."""

    def _send(self, kind: str, frame: bytes) -> None:
        """Write down what a listener learns: of what is private, how many bytes it has, and which of a pad."""
        if kind == "pockets":
            self.private.append(frame)
            views = json.loads(frame)["pockets"]
            for view in views.values():
                at, code = view["card"]
                view["card"] = [at, len(code)]
                if view.get("night"):
                    code = b64decode(view["night"]["code"])
                    view["night"]["code"] = [*code[:2], len(code)]
            frame = json.dumps(views).encode()
        assert isinstance(self.spectator, Spectator)
        self.spectator.send(kind, frame)


def received(pair: Twins, seats: tuple[int, ...], make: Make = PlayersPhones) -> Found:
    return pair.compared(lambda setup, secret: PartyWithPockets(setup, pair, secret, seats, make))


SEATS = st.lists(st.integers(1, 9), unique=True).map(lambda them: tuple(sorted(them))) | st.just(tuple(range(1, 10)))


@pytest.mark.parametrize("game", sampled(NIGHT_GAMES))
@settings(max_examples=runs(200, tenths=0.6))
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


# --- nights on phones -------------------------------------------------------------------------------------------------


class PartyByPhone(PartyWithPockets):
    """A party whose nights are played on phones, one for each seat: who is asked touches it, and so do all others."""

    def __init__(self, setup: VillageSetup, twins: Twins, secret: int, make: Make) -> None:
        options = replace(setup.options, night=NightBy.PHONES, ghosts=True, lovers=LoversTold.ROUND)
        super().__init__(replace(setup, options=options), twins, secret, tuple(setup.seats), make)
        self.phones: PlayersPhones
        self._wish: tuple[Ask | None, Answer | None] = None, None
        self.nights: list[dict[str, Any]] = []

    def _ports(self, words: Wording) -> Ports:
        ports = super()._ports(words)
        assert isinstance(ports.pockets, PlayersPhones)
        self.phones = ports.pockets
        return ports

    def _restart(self, lasting: float) -> None:
        """What was set apart of the pads for a night is lost."""
        self._seats._used.clear()
        super()._restart(lasting)

    def _put(self, entry: Entry, slot: int) -> None:  # noqa: ARG002 - the hands key into the slot that is open
        self._hands.key(self._clock.now(), entry)

    def _send(self, kind: str, frame: bytes) -> None:
        super()._send(kind, frame)
        views = json.loads(frame)["pockets"] if kind == "pockets" else {}
        lit = {session: view for session, view in views.items() if view["night"]}
        if lit:
            self.nights.append(views)
        for session, view in lit.items():
            awaited = self._seats._awaited.get(session)
            if awaited is not None:
                self.phones.touch(session, self._seats._holders[session].combine(awaited, self._touches(view["seat"])))

    def _touches(self, seat: int) -> bytes:
        """Return what a phone sends: what its seat wants, if it is asked; else anything."""
        ask = self.phones._pads._ask
        if ask is not self._wish[0]:
            self._wish = ask, None if ask is None else self._wanted(ask)
        own, wanted = ask is not None and seat in seats_of(ask.to), self._wish[1]
        if not own or self._chance.random() < 0.05:
            return bytes((self._chance.randrange(0, 72), self._chance.randrange(0, 10)))
        match wanted:
            case Seats(seats=seats):
                return bytes((*seats, 0)[:2])
            case Token():
                return bytes((WORD + TOKENS.index(wanted), 0))
            case _:
                return bytes(2)


def played_by_phone(pair: Twins, make: Make = PlayersPhones) -> Found:
    return pair.compared(lambda setup, secret: PartyByPhone(setup, pair, secret, make))


def in_the_circle(kinds: tuple[str, ...] = KINDS, game: str = "thiercelieux") -> st.SearchStrategy[Twins]:
    """Draw twins whom nobody leads, of cards that phones can stand for."""
    drawn = twins(kinds, game, modes=("joueur",))
    return drawn.filter(lambda pair: pair.one.powers.isdisjoint(UNLIT))


@pytest.mark.parametrize("game", sampled(NIGHT_GAMES))
@settings(max_examples=runs(150), suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_a_night_on_phones_is_the_same_to_all_who_listen_and_look(game: str, data: st.DataObject) -> None:
    compared, found = played_by_phone(data.draw(in_the_circle(game=game)))
    event(f"{compared} nights compared")
    assert found is None


@settings(max_examples=runs(60), suppress_health_check=[HealthCheck.filter_too_much])
@given(in_the_circle(("cut", "pause", "quit")))
def test_in_every_window_all_phones_are_lit_alike_and_no_byte_of_a_pad_is_used_twice(pair: Twins) -> None:
    party = PartyByPhone(pair.one, pair, pair.secrets[0], PlayersPhones)
    party.play()
    used: set[tuple[str, int]] = set()
    for views in party.nights:
        assert len(views) == party.setup.players
        assert all(view["night"] for view in views.values())
        shown = [{**view["night"], "code": len(view["night"]["code"])} for view in views.values()]
        assert all(one == shown[0] for one in shown)
        for session, view in views.items():
            at = int.from_bytes(b64decode(view["night"]["code"])[:2])
            if at == DARK[0]:
                continue
            span = {(session, byte) for byte in range(at, at + SHOWN + (TOUCHED if view["night"]["takes"] else 0))}
            assert not span & used
            used |= span


@pytest.mark.parametrize(
    "cards",
    ["loup-garou*2 voyante sorcière villageois*4", "loup-garou*3 cupidon voyante sorcière salvateur villageois*5"],
)
def test_a_pad_lasts_a_game_of_four_nights(cards: str) -> None:
    given = table(cards, values={"elect": "never"})
    plan = Plan(victims=(1, 2, 3, 4), hanged=(5, 6, 7, 8))
    party = PartyByPhone(given, Twins(given, given, plan, (1, 1)), 1, PlayersPhones)
    party.play()
    used = [one for one, _ in party._seats._used.values()] or [one.night for one in party._seats.holders]
    assert 150 < max(used) <= NIGHTS
    assert party.spectator is not None
    shown = [json.loads(frame)["table"]["window"] for frame in party.spectator.tables]
    assert shown.count(None) == len(shown), "nothing of a night stands on the table's page"


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


class Swelling(PlayersPhones):
    """Sends the called one a longer frame."""

    def _view(self, holder: Holder) -> dict[str, object]:
        called = self._pads._ask is not None and holder.seat in seats_of(self._pads._ask.to)
        return {**super()._view(holder), "more": "x" * called}


class Glaring(PlayersPhones):
    """Lights all phones otherwise where somebody is asked."""

    def light(self, slot: int, *, takes: bool) -> None:
        self._heading = "!" if self._pads._ask is not None else ""
        super().light(slot, takes=takes)


class Hasty(PlayersPhones):
    """Lights the phones again once the called one has touched something."""

    def _read(self, ask: Ask | None) -> Entry:
        entry = super()._read(ask)
        if isinstance(entry, Reply) and self._keys is not None:
            self._keys = {**self._keys, "light": 0}
            self.show()
        return entry


class Selective(PlayersPhones):
    """Lights the phone of the called one alone."""

    def _view(self, holder: Holder) -> dict[str, object]:
        called = self._pads._ask is None or holder.seat in seats_of(self._pads._ask.to)
        return {**super()._view(holder), **({} if called else {"night": None})}


class Scolding(PlayersPhones):
    """Lets everybody see that something was refused."""

    def _read(self, ask: Ask | None) -> Entry:
        entry = super()._read(ask)
        if self._pads._wrong:
            self._send("circle", b"no")
        return entry


class Spared(PlayersPhones):
    """Uses up bytes of the pads where there is something to tell, and no others."""

    def light(self, slot: int, *, takes: bool) -> None:
        if self._pads._ask is not None or self._pads._told:
            super().light(slot, takes=takes)


class Haunted(PlayersPhones):
    """Lights the phones of the dead once more for each deed."""

    def effect(self, effect: Effect, at: float) -> None:
        super().effect(effect, at)
        if isinstance(effect, Deed) and self._keys is not None:
            self._lights += 1
            self._keys = {**self._keys, "light": self._lights}
            self.show()


LEAKY_AT_NIGHT = (Swelling, Glaring, Hasty, Selective, Scolding, Spared, Haunted)


@pytest.mark.thorough
@pytest.mark.parametrize("make", LEAKY_AT_NIGHT, ids=[leak.__name__ for leak in LEAKY_AT_NIGHT])
def test_pads_that_leak_are_noticed(make: Make) -> None:
    assert notices(in_the_circle(()), lambda pair: played_by_phone(pair, make))
