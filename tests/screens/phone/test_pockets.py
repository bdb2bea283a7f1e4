"""The players' phones of one game: what each is shown, and how their votes are counted."""

from __future__ import annotations

import json
from base64 import b64decode
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rooms import wording
from shipped import shipped
from tables import table

from narrator.evening.app.ports.phone_texts import prints_of
from narrator.rules.core.answers import NOBODY, SILENT, Choices, Kind, Seats
from narrator.rules.core.effects import Ask, Deed, Form, Holders, Player, Poll, Scene, Show, Term, Terms
from narrator.rules.core.secrets import Secret
from narrator.screens.phone.messages import Greeting
from narrator.screens.phone.pads import FELLOW, TOKENS, WORD, WRONG, Pads
from narrator.screens.phone.pockets import PlayersPhones
from narrator.screens.phone.seats import DOWN, SeatPhones
from narrator.table.inbox.entry import Entry, Misheard, Order, Reply
from narrator.table.inbox.moment import Facts, Moment
from narrator.table.session.known_cards import Kept

SETUP = table(
    "loup-garou cupidon voyante villageois*2", names=("Ann", "Bob", "Cy", "Di", "Eve"), values={"phones": "yes"}
)
DEALT = {seat: Secret(Kept(card)) for seat, card in enumerate(SETUP.dealt()[0], start=1)}
BALLOT = Choices(kind=Kind.BALLOT, seats=(1, 2, 3), ties=True, words=(NOBODY,))


class PowerCutError(Exception):
    """Nothing that was about to be done is done."""


class Table:
    """Five players with phones; what is sent, and how often all have voted."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "phones.json"
        self.enough = 0
        self.sent: list[tuple[str, Any]] = []
        self.cut = ""
        """With which kind of frame the power is cut."""
        self.start()
        self.seats.offer(True)
        self.pads: dict[int, bytes] = {}
        for seat in SETUP.seats:
            assert self.seats.code is not None
            self.pads[seat] = self.seats.code.pad
            self.seats.join(f"phone {seat}", self.seats.code.link, None)
            self.seats.sit(f"phone {seat}", seat)
        self.used = dict.fromkeys(SETUP.seats, 0)

    def start(self) -> None:
        """Start the program, again perhaps."""
        self.now = Moment(facts=Facts(5))
        self.seats = SeatPhones(self._file, lambda: None, lambda _line, _seat: None)
        self.seats.begin(5)
        greeting = Greeting(shipped("thiercelieux").words["fr"], 5, SETUP.names)
        self.phones = PlayersPhones(
            self.seats, prints_of(SETUP, wording(SETUP)), greeting, self._send, self._voted, self.now
        )

    def _send(self, kind: str, frame: bytes) -> None:
        if kind == self.cut:
            raise PowerCutError
        self.sent.append((kind, json.loads(frame)[kind]))

    def _voted(self, entry: Entry, _slot: int) -> None:
        self.enough += entry is Order.NEXT

    def last(self, kind: str) -> Any:
        """Return what was sent last of a kind."""
        return next(data for sent, data in reversed(self.sent) if sent == kind)

    def face(self, seat: int) -> bytes:
        """Return what a phone reads on its card."""
        at, code = self.last("pockets")[f"phone {seat}"]["card"]
        return bytes(one ^ other for one, other in zip(b64decode(code), self.pads[seat][at:], strict=False))

    def ask(self, *voters: tuple[int, int]) -> int:
        """Open a poll; return its turn."""
        ask = Ask(question="vote.result", choices=BALLOT, living=(1, 2, 3, 4, 5), poll=Poll(voters))
        self.now = self.now.asking(ask, 0.0)
        self.phones.moment(self.now)
        return int(self.last("pockets")["phone 1"]["turn"])

    def vote(self, seat: int, for_: int, turn: int, *, key: int | None = None) -> None:
        """Vote as the page of that seat does."""
        at = self.used[seat]
        self.used[seat] += 1
        self.phones.vote(f"phone {seat}", at, for_ ^ self.pads[seat][DOWN + at] if key is None else key, turn)


@pytest.fixture
def laid(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_each_phone_shows_its_own_card_and_all_are_filled_at_once(laid: Table) -> None:
    laid.phones.fill(DEALT)
    prints = prints_of(SETUP, wording(SETUP))
    shown = [prints.cards[laid.face(seat)[0] - 1][0] for seat in SETUP.seats]
    assert shown == list(SETUP.dealt()[0])
    assert sum(kind == "pockets" for kind, _ in laid.sent) == 2  # once before the deal, once at it
    sizes = {len(json.dumps(view)) for view in laid.last("pockets").values()}
    assert len(sizes) == 1


def test_a_lover_reads_on_his_card_whom_he_loves(laid: Table) -> None:
    told = {**DEALT, 2: Secret(Kept("cupidon", {"lovers.told": 4}))}
    laid.phones.fill(told)
    card, notes, named = laid.face(2)
    assert (notes, named) == (1, 4)
    assert laid.last("circle")["notes"][0][named - 1] == wording(SETUP).line("lovers.told", seat=prints_seat(4))
    assert laid.face(1)[1:] == b"\0\0"
    assert card


def prints_seat(seat: int) -> Any:
    from narrator.rules.core.effects import Form, Term

    return Term(Form.SEAT, seat)


def test_the_same_card_sent_again_looks_different_on_the_wire(laid: Table) -> None:
    laid.phones.fill(DEALT)
    before = {session: view["card"] for session, view in laid.last("pockets").items()}
    laid.phones.fill(DEALT)
    after = {session: view["card"] for session, view in laid.last("pockets").items()}
    assert all(before[session][0] + 3 == after[session][0] for session in before)
    assert laid.face(1)[0]


@pytest.mark.parametrize("kind", ["pockets", "circle"])
def test_the_power_is_cut_in_the_deal_and_all_read_their_cards_under_bytes_that_were_not_used(
    laid: Table, kind: str
) -> None:
    laid.cut = kind
    with pytest.raises(PowerCutError):
        laid.phones.fill(DEALT)
    laid.cut = ""
    laid.start()
    laid.phones.fill(DEALT)
    cards = [card for card, count in SETUP.hand if count]
    for seat, card in enumerate(SETUP.dealt()[0], start=1):
        assert laid.last("pockets")[f"phone {seat}"]["card"][0] == 3
        assert cards[laid.face(seat)[0] - 1] == card


def test_what_was_taken_back_is_on_no_card(laid: Table) -> None:
    laid.phones.fill({**DEALT, 2: Secret(Kept("cupidon", {"lovers.told": 4}))})
    laid.phones.fill({})
    assert [laid.face(seat) for seat in SETUP.seats] == [bytes(3)] * 5


def test_by_night_no_phone_that_comes_anew_is_sent_its_card(laid: Table) -> None:
    laid.phones.fill(DEALT)
    laid.now = replace(laid.now, facts=Facts(5, night=1, asleep=True)).after(Scene(scene="night", closed=True))
    laid.phones.moment(laid.now)
    laid.seats.offer(True)
    code = laid.seats.code
    assert code is not None
    laid.seats.join("again", code.link, "phone 3")
    laid.phones.show()
    assert laid.last("pockets")["again"]["card"] == [-1, ""]
    laid.phones.moment(Moment(facts=Facts(5, day=1)))
    assert laid.last("pockets")["again"]["card"][0] == 0


# --- votes ------------------------------------------------------------------------------------------------------------


def test_who_has_voted_is_known_and_for_whom_is_not(laid: Table) -> None:
    turn = laid.ask((1, 1), (2, 1), (3, 2))
    frames = []
    for choice in (1, 2, 3, 0):
        laid.vote(1, choice, turn)
        frames.append((laid.last("circle"), laid.last("pockets")))
    assert all(frame == frames[0] for frame in frames)
    assert frames[0][0]["voted"] == [1]
    assert laid.enough == 0


def test_votes_may_change_until_all_have_voted(laid: Table) -> None:
    poll = Poll(((1, 1), (2, 1)))
    turn = laid.ask(*poll.voters)
    laid.vote(1, 2, turn)
    laid.vote(1, 3, turn)
    laid.vote(2, 0, turn)
    assert laid.enough == 1
    assert laid.phones.count(poll) == {1: Seats((3,)), 2: NOBODY}


def test_an_undo_forgets_the_votes(laid: Table) -> None:
    poll = Poll(((1, 1), (2, 1)))
    laid.vote(1, 2, laid.ask(*poll.voters))
    laid.now = laid.now.waiting(False)
    laid.phones.moment(laid.now)
    laid.ask(*poll.voters)
    assert laid.phones.count(poll) == {}


def test_a_phone_that_lies_changes_nothing(laid: Table) -> None:
    poll = Poll(((1, 1), (2, 1)))
    turn = laid.ask(*poll.voters)
    laid.vote(3, 1, turn)  # it may not vote
    laid.vote(1, 5, turn)  # nobody can be named there
    laid.vote(1, 200, turn)
    laid.vote(1, 2, turn - 1)  # in another poll
    laid.phones.vote("nobody", 0, 1, turn)
    laid.phones.vote("phone 2", -1, 1, turn)
    laid.phones.vote("phone 2", 10**6, 1, turn)
    assert laid.phones.count(poll) == {}
    laid.vote(1, 2, turn)
    laid.phones.vote("phone 1", laid.used[1] - 1, 7, turn)  # what it has sent before, changed by somebody on the way
    assert laid.phones.count(poll) == {1: Seats((2,))}


def test_a_vote_of_before_may_not_be_sent_again(laid: Table) -> None:
    poll = Poll(((1, 1), (2, 1)))
    turn = laid.ask(*poll.voters)
    laid.vote(1, 2, turn)
    again = 2 ^ laid.pads[1][DOWN]
    laid.now = laid.now.waiting(False)
    laid.phones.moment(laid.now)
    laid.phones.vote("phone 1", 0, again, laid.ask(*poll.voters))
    assert laid.phones.count(poll) == {}


# --- nights -----------------------------------------------------------------------------------------------------------

NIGHT = table("loup-garou*2 voleur voyante villageois*3", values={"phones": "yes", "night": "phones", "ghosts": "yes"})
PADS = prints_of(NIGHT, wording(NIGHT))


def pads() -> Pads:
    """Return the pads of a table of seven."""
    return Pads(PADS.pads, [id_ for id_, _, _ in PADS.cards], 7)


def ask(question: str, choices: Choices, *seats: int) -> Ask:
    """Ask these seats."""
    return Ask(question=question, choices=Secret(choices), living=(), to=Holders("", Secret(seats)), slot=0)


PREY = ask("wolves.victim", Choices(kind=Kind.SEATS, seats=(3, 4, 5, 6, 7), words=(NOBODY, SILENT)), 1, 2)
ONE, OTHER = bytes((4, 0)), bytes((5, 0))


@pytest.mark.parametrize(
    ("touched", "read"),
    [
        ({}, Order.UNDO),
        ({1: ONE, 2: ONE}, Reply(Seats((4,)))),
        ({1: ONE, 2: OTHER}, Order.UNDO),
        ({1: ONE}, Reply(Seats((4,)))),
        ({1: ONE, 2: bytes(2), 3: OTHER}, Reply(Seats((4,)))),
        ({3: ONE, 4: ONE}, Order.UNDO),
        ({1: bytes((2, 0)), 2: bytes((2, 0))}, Order.UNDO),
        ({1: bytes((WORD + TOKENS.index(NOBODY), 0)), 2: ONE}, Order.UNDO),
        ({1: bytes((255, 255)), 2: bytes((127, 0))}, Order.UNDO),
    ],
    ids=["none", "both", "not agreed", "one alone", "an uncalled one", "no wolf", "a wolf", "nobody, and one", "noise"],
)
def test_the_answer_of_a_slot_is_that_of_all_called_ones_who_touched_something(
    touched: dict[int, bytes], read: Entry
) -> None:
    night = pads()
    for seat, code in touched.items():
        night.touch(seat, code)
    assert night.read(PREY) == read


def test_who_is_not_asked_enters_nothing() -> None:
    night = pads()
    night.touch(1, ONE)
    assert night.read(None) == Misheard()


def test_wolves_read_what_their_pack_touches_and_nobody_else_does() -> None:
    night = pads()
    night.ask(PREY)
    night.touch(2, ONE)
    codes = night.codes(())
    assert codes[1][1:] == bytes((FELLOW, 2, 4))
    assert codes[2][1:] == bytes((FELLOW, 1, 0))
    assert codes[1][0] == codes[2][0] != 0
    assert {codes[seat] for seat in (3, 4, 5, 6, 7)} == {bytes(4)}


def test_who_touches_what_cannot_be_is_told_so_on_his_pad_alone() -> None:
    night = pads()
    night.ask(PREY)
    night.touch(1, bytes((2, 0)))
    night.read(PREY)
    codes = night.codes(())
    assert codes[1][1] == WRONG
    assert codes[2][1] == FELLOW
    assert codes[3] == bytes(4)


def test_a_line_is_told_with_what_it_names_to_whom_it_is_shown_and_its_deed_to_the_dead() -> None:
    night = pads()
    args: Terms = (("seat", Term(Form.SEAT, 5)), ("card", Term(Form.CARD, PADS.cards[1][0])))
    night.show(Show(to=Player(4), line="seer.look", args=Secret(args), slot=1))
    night.note(Deed(line="story.seer", args=Secret((("seat", Term(Form.SEAT, 5)),))))
    lines = [*PADS.pads.lines]
    codes = night.codes({7})
    assert codes[4] == bytes((0, lines.index("seer.look") + 1, 5, 2))
    assert codes[7] == bytes((0, lines.index("story.seer") + 1, 5, 0))
    assert codes[6] == bytes(4)
    night.show(Show(to=Player(3), line="thief.centre", args=Secret((("cards", Term(Form.HAND, HAND)),)), slot=0))
    assert night.codes(())[3][2:] == bytes((1, 2))


HAND = ((PADS.cards[0][0], 1), (PADS.cards[1][0], 1))


def test_what_was_touched_in_a_slot_is_forgotten_in_the_next() -> None:
    night = pads()
    night.touch(1, ONE)
    night.forget()
    assert night.read(PREY) is Order.UNDO
