"""Who holds which seat with a phone of his own: what neighbours, liars and power cuts may try."""

from __future__ import annotations

import itertools
import json
from base64 import b32decode
from collections.abc import Callable
from pathlib import Path

import pytest

from narrator.screens.phone.pads import LARGEST
from narrator.screens.phone.seats import A_NIGHT, AT_LEAST, DOWN, LASTS, NIGHTS, UP, PadEndedError, SeatPhones


def pad_of(fragment: str) -> bytes:
    """Return the pad in the fragment of a code."""
    letters = fragment.partition(".")[2]
    return b32decode(letters + "=" * (-len(letters) % 8))


class Evening:
    """Phones of an evening, whose time is told; and what the table was told of them."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "phones.json"
        self.told: list[tuple[str, int]] = []
        self.now = 1000.0
        self.due: list[Callable[[], None]] = []
        self.phones = self.started()

    def started(self) -> SeatPhones:
        """Start the program, again perhaps, with a game of five."""
        told = lambda line, seat: self.told.append((line, seat))  # noqa: E731 - a table in one line
        self.phones = SeatPhones(self.file, lambda: None, told, lambda: self.now, self._after)
        self.phones.begin(5)
        return self.phones

    def _after(self, _seconds: float, act: Callable[[], None]) -> Callable[[], None]:
        self.due.append(act)
        return lambda: self.due.remove(act)

    @property
    def seated(self) -> tuple[int, ...]:
        """Return the seats that have a phone."""
        return self.phones.seated

    def silence(self, session: str) -> None:
        """Let a phone be gone for so long that it counts as silent."""
        self.phones.go(session, asleep=False)
        for act in [*self.due]:
            act()

    def join(self, session: str, seat: int = 0) -> str:
        """Let a phone scan the code that is shown, and name a seat; return what it has scanned."""
        if self.phones.code is None:
            self.phones.offer(True)
        code = self.phones.code
        assert code is not None
        assert self.phones.join(session, code.link, None)
        self.phones.come(session)
        if seat:
            self.phones.sit(session, seat)
        return code.fragment


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_all_answer_where_no_phone_is_missing_or_silent_and_at_night_where_none_lacks_a_pad(evening: Evening) -> None:
    evening.phones.nights = NIGHTS
    for seat in range(1, 5):
        evening.join(f"phone {seat}", seat)
    assert not evening.phones.all_answer(), "one has none"
    evening.phones.nights = 0
    evening.phones.offer(True)
    evening.join("phone 5", 5)
    assert evening.phones.all_answer()
    assert not evening.phones.all_answer(at_night=True), "this one's code was too small"
    evening.silence("phone 1")
    assert not evening.phones.all_answer()


@pytest.mark.parametrize(("players", "at_night"), [(LARGEST, True), (LARGEST + 1, False)])
def test_no_night_is_played_on_the_phones_of_a_table_that_is_larger_than_a_pad_can_tell_of(
    evening: Evening, players: int, at_night: bool
) -> None:
    evening.phones.begin(players)
    evening.phones.nights = NIGHTS
    for seat in range(1, players + 1):
        evening.join(f"phone {seat}", seat)
    assert evening.phones.all_answer()
    assert evening.phones.all_answer(at_night=True) == at_night
    assert bool(evening.phones.lit) == at_night


def test_a_code_admits_one_phone_and_the_next_one_is_another(evening: Evening) -> None:
    scanned = evening.join("ann").partition(".")[0]
    assert evening.phones.code is not None
    assert evening.phones.code.link != scanned
    assert not evening.phones.join("thief", scanned, None)
    assert [one.session for one in evening.phones.holders] == ["ann"]


def test_a_seat_is_one_phones_and_who_comes_second_does_not_get_it(evening: Evening) -> None:
    evening.join("ann", 1)
    evening.join("thief", 1)
    assert [(one.session, one.seat) for one in evening.phones.holders] == [("ann", 1), ("thief", 0)]


def test_a_wrong_name_may_be_changed_before_the_deal_and_not_after_it(evening: Evening) -> None:
    evening.join("ann", 1)
    evening.phones.sit("ann", 2)
    assert evening.seated == (2,)
    evening.phones.dealt = True
    evening.phones.sit("ann", 3)
    assert evening.seated == (2,)
    evening.phones.decide(3, True)
    assert evening.seated == (2,)


@pytest.mark.parametrize("seat", [0, -1, 6, 10**9])
def test_who_names_a_seat_that_there_is_not_gets_none(evening: Evening, seat: int) -> None:
    evening.join("ann")
    evening.phones.sit("ann", seat)
    assert [*evening.seated] == []


def test_after_the_deal_a_seat_takes_the_consent_of_the_table(evening: Evening) -> None:
    evening.join("ann", 1)
    evening.phones.dealt = True
    evening.phones.offer(True)
    evening.join("late", 2)
    assert [*evening.seated] == [1]
    assert evening.told[-1] == ("seats.asks", 2)
    assert evening.phones.code is None  # after the deal each code is asked for
    evening.phones.decide(1, True)  # nobody asked for that one
    assert [*evening.seated] == [1]
    evening.phones.decide(2, True)
    assert [*evening.seated] == [1, 2]


def test_a_phone_to_which_the_table_says_no_is_let_out(evening: Evening) -> None:
    evening.join("ann", 1)
    evening.phones.dealt = True
    evening.phones.offer(True)
    evening.join("late", 2)
    evening.phones.decide(2, False)
    assert [one.session for one in evening.phones.holders] == ["ann"]


def test_the_seat_of_a_phone_that_answers_is_given_to_nobody(evening: Evening) -> None:
    evening.join("ann", 1)
    evening.phones.dealt = True
    evening.join("thief", 1)
    evening.phones.decide(1, True)
    assert evening.phones.holder(1).session == "ann"  # type: ignore[union-attr]


def test_a_phone_that_is_silent_is_told_and_another_takes_its_seat(evening: Evening) -> None:
    evening.join("ann", 1)
    evening.phones.dealt = True
    evening.silence("ann")
    assert evening.told[-1] == ("seats.silent", 1)
    evening.join("new", 1)
    evening.phones.decide(1, True)
    assert [(one.session, one.seat) for one in evening.phones.holders] == [("new", 1)]


def test_a_phone_that_comes_back_meanwhile_keeps_its_seat(evening: Evening) -> None:
    evening.join("ann", 1)
    evening.phones.dealt = True
    evening.silence("ann")
    evening.join("new", 1)
    evening.phones.come("ann")
    evening.phones.decide(1, True)
    assert [(one.session, one.seat) for one in evening.phones.holders] == [("ann", 1)]


def test_a_browser_that_scans_again_keeps_its_seat_and_gets_a_new_pad(evening: Evening) -> None:
    before = evening.join("ann", 1)
    code = evening.phones.code
    assert code is not None
    assert evening.phones.join("ann again", code.link, "ann")
    (holder,) = evening.phones.holders
    assert (holder.session, holder.seat, holder.down) == ("ann again", 1, 0)
    assert bytes.fromhex(holder.pad) == code.pad != pad_of(before)


def test_the_program_is_started_again_and_everybody_keeps_his_seat(evening: Evening) -> None:
    evening.join("ann", 1)
    evening.join("bob", 4)
    evening.started()
    assert [*evening.seated] == [1, 4]
    assert evening.file.stat().st_mode & 0o777 == 0o600
    evening.now += LASTS
    evening.started()
    assert [*evening.seated] == []


def test_a_game_of_fewer_takes_nobody_in_who_has_no_seat_in_it(evening: Evening) -> None:
    evening.join("ann", 1)
    evening.join("eve", 5)
    evening.phones.begin(4)
    assert [*evening.seated] == [1]


@pytest.mark.parametrize("content", [b"", b"[", b"{}", b'[{"session": 1}]', b"[3]", b"\xff"])
def test_a_file_that_cannot_be_read_holds_no_phones(evening: Evening, content: bytes) -> None:
    evening.file.write_bytes(content)
    evening.started()
    assert evening.phones.holders == []


# --- the pad ----------------------------------------------------------------------------------------------------------


def test_a_card_crosses_the_network_under_the_pad_of_the_code_and_can_be_read_with_it(evening: Evening) -> None:
    pad = pad_of(evening.join("ann", 1))
    at, code = evening.phones.seal({"ann": b"abc"})["ann"]
    assert bytes(one ^ other for one, other in zip(code, pad[at:], strict=False)) == b"abc"


def test_no_byte_of_a_pad_is_used_twice_also_after_the_power_was_cut(evening: Evening) -> None:
    evening.join("ann", 1)
    used: list[int] = []
    for _ in range(DOWN // 3):
        at, code = evening.phones.seal({"ann": b"abc"})["ann"]
        used += range(at, at + len(code))
        evening.started()  # whatever stood in memory is gone
    assert used == [*range(DOWN)]
    assert evening.phones.seal({"ann": b"abc"}) == {}  # rather nothing than a byte twice


def test_nothing_is_sent_that_could_not_be_stored_as_used(evening: Evening) -> None:
    evening.join("ann", 1)
    evening.file.unlink()
    evening.file.mkdir()
    with pytest.raises(OSError):  # noqa: PT011 - whatever the system says
        evening.phones.seal({"ann": b"abc"})
    assert evening.phones.open("ann", 0, 7) is None


def test_a_vote_is_taken_once_and_never_under_a_byte_of_before(evening: Evening) -> None:
    pad = pad_of(evening.join("ann", 1))
    assert evening.phones.open("ann", 3, 5 ^ pad[DOWN + 3]) == 5
    assert [evening.phones.open("ann", at, 1) for at in (3, 2, 0, -1, UP, 10**9)] == [None] * 6
    evening.started()
    assert evening.phones.open("ann", 3, 1) is None
    assert evening.phones.open("nobody", 4, 1) is None


def test_pads_are_drawn_anew_for_each_code(evening: Evening) -> None:
    drawn = [evening.join(str(number)) for number in range(20)]
    assert len({fragment.partition(".")[2] for fragment in drawn}) == len(drawn)
    assert all(set(fragment) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567.") for fragment in drawn)


def test_what_is_kept_of_a_phone_tells_no_card(evening: Evening) -> None:
    evening.join("ann", 1)
    evening.phones.seal({"ann": b"\x02\x00\x00"})
    (kept,) = json.loads(evening.file.read_bytes())
    assert set(kept) == {"session", "pad", "since", "seat", "name", "asks", "down", "up", "night"}


def test_a_pad_that_has_ended_says_so(evening: Evening) -> None:
    evening.join("ann", 1)
    (holder,) = evening.phones.holders
    for _ in itertools.repeat(None, DOWN):
        holder.seal(b"a")
    with pytest.raises(PadEndedError):
        holder.seal(b"a")


def test_where_no_names_were_said_each_types_his_own_and_keeps_it_in_the_next_circle(evening: Evening) -> None:
    evening.phones.begin(3, refusal=lambda names: "twice" if names.count("Ann") > 1 else "")
    evening.join("ann")
    evening.phones.sit("ann", 1, "  ann ")
    evening.join("bob")
    evening.phones.sit("bob", 2, "Ann")
    assert (evening.phones.named(), evening.phones.refused("bob")) == (("Ann", "", ""), "twice")
    evening.phones.sit("bob", 2, "Bob\n, le grand")
    assert (evening.phones.named(), evening.phones.refused("bob")) == (("Ann", "Bob", ""), "")
    evening.phones.sit("ann", 1, "Anne")  # a slip is mended
    evening.phones.begin(3, ("Zoé", "Bob", "Anne"))
    assert {one.session: one.seat for one in evening.phones.holders} == {"ann": 3, "bob": 2}


def test_a_phone_whose_player_is_not_in_the_circle_has_no_seat_there(evening: Evening) -> None:
    evening.phones.begin(2, ("Ann", "Bob"))
    evening.join("ann", 1)
    evening.phones.begin(1, ("Bob",))
    assert evening.seated == ()


def test_a_typed_code_admits_many_and_what_they_are_sent_is_open(evening: Evening) -> None:
    evening.phones.offer(True, typed=True)
    digits = evening.phones.digits
    assert digits is not None
    assert all(evening.phones.join(one, digits, None) for one in ("ann", "bob"))
    assert not evening.phones.join("thief", f"{(int(digits) + 1) % 10**6:06}", None)
    evening.join("cy")
    assert [bool(one.pad) for one in evening.phones.holders] == [False, False, True]
    sealed = evening.phones.seal(dict.fromkeys(("ann", "cy"), b"\x02\x01\x00"))
    assert sealed["ann"] == (0, b"\x02\x01\x00") != sealed["cy"]
    assert evening.phones.open("ann", 0, 3) == 3


def test_after_the_deal_a_typed_code_admits_one(evening: Evening) -> None:
    evening.phones.dealt = True
    evening.phones.offer(True, typed=True)
    digits = evening.phones.digits
    assert digits is not None
    assert [evening.phones.join(one, digits, None) for one in ("late", "thief")] == [True, False]


# --- nights -----------------------------------------------------------------------------------------------------------


def by_night(evening: Evening) -> bytes:
    """Let a phone join whose pad is for nights too; return that part."""
    evening.phones.nights = NIGHTS
    return pad_of(evening.join("ann", 1))[DOWN + UP :]


def test_what_a_phone_is_shown_and_sends_at_night_is_under_bytes_of_its_own(evening: Evening) -> None:
    pad = by_night(evening)
    evening.phones.begin_night()
    (at, shown), (later, again) = (evening.phones.light({"ann": b"abcd"}, 2)["ann"] for _ in range(2))
    assert (at, later) == (0, 6)
    assert bytes(one ^ other for one, other in zip(shown, pad, strict=False)) == b"abcd"
    assert bytes(one ^ other for one, other in zip(again, pad[6:], strict=False)) == b"abcd"
    sent = bytes(one ^ other for one, other in zip(b"xy", pad[10:], strict=False))
    assert evening.phones.hear("ann", sent) == b"xy"
    assert evening.phones.hear("ann", sent) is None, "each time it is lit it sends once"


def test_what_a_night_leaves_of_a_pad_is_there_in_the_morning_and_lost_with_the_power(
    evening: Evening,
) -> None:
    by_night(evening)
    evening.phones.begin_night()
    evening.phones.light({"ann": b"abcd"}, 0)
    evening.phones.seal({})
    evening.started()
    assert evening.phones.light({"ann": b"abcd"}, 0)["ann"][0] == 4
    evening.started()  # in that night
    assert evening.phones.light({"ann": b"abcd"}, 0)["ann"][0] == 4 + A_NIGHT
    assert evening.phones.light({"ann": bytes(NIGHTS)}, 0) == {}, "there is not so much left"


def test_a_night_begins_on_phones_that_are_there_and_have_enough_of_their_pads(evening: Evening) -> None:
    by_night(evening)
    evening.join("bob", 2)
    evening.phones.nights = 0
    evening.phones.offer(True)
    evening.join("cy", 3)  # with a code of before
    assert list(evening.phones.lit) == [1, 2]
    evening.phones.go("bob", asleep=True)
    assert list(evening.phones.lit) == [1]
    evening.phones.begin_night()
    evening.phones.light({"ann": bytes(A_NIGHT - 10)}, 0)
    evening.phones.seal({})
    assert NIGHTS - AT_LEAST - A_NIGHT + 10 > 0
    assert list(evening.phones.lit) == [1]
    evening.phones.begin_night()
    evening.phones.light({"ann": bytes(60)}, 0)
    evening.phones.seal({})
    assert list(evening.phones.lit) == []
