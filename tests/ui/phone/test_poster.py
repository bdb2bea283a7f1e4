"""What stands on the terminal for those who bring a phone."""

from __future__ import annotations

from cameras import read_by_a_camera

from narrator.ui.phone.pairing import fresh_link
from narrator.ui.phone.poster import poster, qr_code

ADDRESS = "http://192.168.1.20:8642/"
LINK = "Xk3_9-vQd0aBcDeFgHiJkL"
WHOLE = f"{ADDRESS}#{LINK}"
HALVES = {" ": (False, False), "▀": (True, False), "▄": (False, True), "█": (True, True)}


def test_a_camera_reads_the_address_from_the_drawn_code() -> None:
    for address in (ADDRESS, WHOLE):
        lines = qr_code(address)
        assert read_by_a_camera([[HALVES[char][half] for char in line] for line in lines for half in (0, 1)]) == address


def test_the_sentence_stands_under_the_code() -> None:
    printed = poster(WHOLE, "open it", letters="utf-8", columns=80)
    assert printed.splitlines() == [*qr_code(WHOLE), "open it"]


def test_the_long_secret_stands_nowhere_in_letters() -> None:
    printed = poster(WHOLE, "open it", letters="utf-8", columns=80)
    assert not any(LINK[start : start + 4] in printed for start in range(len(LINK) - 3))


def test_the_code_with_the_secret_fits_a_terminal_with_room_for_the_sentence_too() -> None:
    lines = qr_code(f"http://192.168.100.200:8642/#{fresh_link()}")
    assert len(lines[0]) <= 40
    assert len(lines) <= 20


def test_a_terminal_without_the_letters_or_the_room_has_the_sentence_alone() -> None:
    assert poster(WHOLE, "open it", letters="ascii", columns=80) == "open it"
    assert poster(WHOLE, "open it", letters="utf-8", columns=20) == "open it"
    assert poster(WHOLE, "open it", letters="no such letters", columns=80) == "open it"
