"""Where the page listens: in the room, or where it was told, and nowhere else."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack

import numpy as np
import pytest
import zxingcpp

from narrator.base.sentences import PROGRAM, sentences
from narrator.screens.phone.addresses import (
    PORT,
    AddressOption,
    Interface,
    NoAddressError,
    authorities,
    authority,
    box_label,
    interfaces,
    lasting_authority,
    listen,
    local_addresses,
    poster,
    qr_code,
    read_address_option,
)
from narrator.screens.phone.pairing import fresh_link
from narrator.screens.phone.seats import MORE_NIGHTS, NIGHTS, SeatCode

PIXELS = 4
"""Of the picture, a side of a square."""


def read_by_a_camera(light: Sequence[Sequence[bool]]) -> str:
    """Return what the code says whose squares are given, row by row; nothing where it cannot be read."""
    squares = np.array(light, dtype=np.uint8) * 255
    code = zxingcpp.read_barcode(np.kron(squares, np.ones((PIXELS, PIXELS), dtype=np.uint8)))
    return "" if code is None else code.text


UP, LOOPBACK, POINT_TO_POINT = 0x1, 0x8, 0x10


def interface(name: str, address: str, flags: int = UP) -> Interface:
    return Interface(name, flags, ipaddress.ip_address(address))


LOOP = interface("lo", "127.0.0.1", UP | LOOPBACK)


@pytest.fixture
def listening() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_the_people_in_the_room_are_behind_a_wireless_a_cable_and_a_hotspot() -> None:
    known = [
        LOOP,
        interface("wlan0", "192.168.1.20"),
        interface("eth0", "169.254.7.7"),
        interface("wlan0", "192.168.1.20"),
    ]
    assert [str(address) for address in local_addresses(known)] == ["192.168.1.20", "169.254.7.7"]


@pytest.mark.parametrize(
    "stranger",
    [
        LOOP,
        interface("eth0", "8.8.8.8"),
        interface("tun0", "10.8.0.2", UP | POINT_TO_POINT),
        interface("wlan0", "192.168.1.20", 0),
        interface("docker0", "172.17.0.1"),
        interface("virbr0", "192.168.122.1"),
    ],
    ids=["loopback", "public", "a tunnel", "down", "containers", "virtual machines"],
)
def test_without_a_network_of_the_room_a_sentence_says_what_to_do(stranger: Interface) -> None:
    with pytest.raises(NoAddressError, match="hotspot"):
        listen("", [stranger])


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("", AddressOption()),
        ("192.168.1.20", AddressOption(ipaddress.ip_address("192.168.1.20"))),
        ("192.168.1.20:80", AddressOption(ipaddress.ip_address("192.168.1.20"), 80)),
        ("fd00::7", AddressOption(ipaddress.ip_address("fd00::7"))),
        ("[fd00::7]", AddressOption(ipaddress.ip_address("fd00::7"))),
        ("[fd00::7]:81", AddressOption(ipaddress.ip_address("fd00::7"), 81)),
    ],
)
def test_an_address_is_read_with_or_without_its_port(text: str, options: AddressOption) -> None:
    assert read_address_option(text) == options


@pytest.mark.parametrize(
    "text", ["here", "192.168.1", "0.0.0.0", "::", "10.0.0.1:0", "10.0.0.1:x", "fe80::1%lo", "a:b"]
)
def test_what_no_phone_could_open_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(NoAddressError, match="--remote"):
        listen(text)


def test_it_listens_where_it_was_told_and_nowhere_else(listening: ExitStack) -> None:
    (told,) = listen("127.0.0.1")
    listening.enter_context(told)
    assert told.getsockname()[0] == "127.0.0.1"
    assert authority(told) == f"127.0.0.1:{told.getsockname()[1]}"


def test_an_address_that_is_not_this_machines_is_refused_with_what_the_system_says() -> None:
    with pytest.raises(NoAddressError, match=r"192\.0\.2\.1.*assign"):
        listen("192.0.2.1")


def test_where_the_usual_port_is_taken_another_is_found_but_not_in_place_of_one_that_was_told(
    listening: ExitStack,
) -> None:
    (first,) = listen("127.0.0.1")
    listening.enter_context(first)
    (second,) = listen("127.0.0.1")
    listening.enter_context(second)
    port = second.getsockname()[1]
    assert port not in (PORT, first.getsockname()[1])
    with pytest.raises(NoAddressError, match=str(port)):
        listen(f"127.0.0.1:{port}")


def test_the_loopback_of_this_machine_is_known_to_be_one() -> None:
    loops = [interface for interface in interfaces() if interface.name == "lo"]
    assert loops
    assert not any(interface.of_the_room for interface in loops)


def test_an_address_of_the_sixth_version_is_written_as_browsers_want_it(listening: ExitStack) -> None:
    if not socket.has_ipv6:
        pytest.skip("this machine knows no IPv6")
    try:
        (told,) = listen("::1")
    except NoAddressError:
        pytest.skip("this machine has no IPv6 loopback")
    listening.enter_context(told)
    assert authority(told) == f"[::1]:{told.getsockname()[1]}"


def test_a_browser_may_name_the_machine_or_the_address_and_no_other_name(
    monkeypatch: pytest.MonkeyPatch, listening: ExitStack
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Narrator.example.org")
    (told,) = listen("127.0.0.1")
    listening.enter_context(told)
    port = told.getsockname()[1]
    assert authorities([told]) == {f"127.0.0.1:{port}", f"narrator.local:{port}"}


@pytest.mark.parametrize("name", ["localhost", "localhost.localdomain", ""])
def test_a_machine_without_a_name_goes_by_its_address_alone(
    monkeypatch: pytest.MonkeyPatch, listening: ExitStack, name: str
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    (told,) = listen("127.0.0.1")
    listening.enter_context(told)
    assert authorities([told]) == {authority(told)}
    with pytest.raises(NoAddressError, match="hostnamectl"):
        lasting_authority("")


@pytest.mark.parametrize(
    ("told", "lasting"),
    [
        ("", "narrator.local:8642"),
        ("192.168.1.20", "192.168.1.20:8642"),
        ("192.168.1.20:80", "192.168.1.20"),
        ("fd00::7", "[fd00::7]:8642"),
    ],
)
def test_a_label_has_the_machines_name_or_the_address_that_was_told(
    monkeypatch: pytest.MonkeyPatch, told: str, lasting: str
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "narrator")
    assert lasting_authority(told) == lasting


ADDRESS = "http://192.168.1.20:8642/"
LINK = "Xk3_9-vQd0aBcDeFgHiJkL"
WHOLE = f"{ADDRESS}#{LINK}"
HALVES = {" ": (False, False), "▀": (True, False), "▄": (False, True), "█": (True, True)}


def test_a_camera_reads_the_address_from_the_drawn_code() -> None:
    for address in (ADDRESS, WHOLE):
        lines = qr_code(address)
        assert read_by_a_camera([[HALVES[char][half] for char in line] for line in lines for half in (0, 1)]) == address


def test_the_sentence_stands_under_the_code() -> None:
    printed = poster([WHOLE], "open it", letters="utf-8", columns=80)
    assert printed.splitlines() == [*qr_code(WHOLE), "open it"]


def test_the_long_secret_stands_nowhere_in_letters() -> None:
    printed = poster([WHOLE], "open it", letters="utf-8", columns=80)
    assert not any(LINK[start : start + 4] in printed for start in range(len(LINK) - 3))


def test_the_code_with_the_secret_fits_a_terminal_with_room_for_the_sentence_too() -> None:
    lines = qr_code(f"http://192.168.100.200:8642/#{fresh_link()}")
    assert len(lines[0]) <= 40
    assert len(lines) <= 20


def test_two_codes_stand_beside_each_other_where_the_terminal_has_the_room_else_one_below_the_other() -> None:
    first, second = qr_code(ADDRESS), qr_code(WHOLE)
    width, rows = len(first[0]) + len(second[0]), max(len(first), len(second))
    beside = poster([ADDRESS, WHOLE], "open them", letters="utf-8", columns=width).splitlines()
    assert ([len(line) for line in beside[:-1]], beside[-1]) == ([width] * rows, "open them")
    below = poster([ADDRESS, WHOLE], "open them", letters="utf-8", columns=width - 1).splitlines()
    assert below == [*first, *second, "open them"]


@pytest.mark.parametrize(("nights", "columns"), [(0, 80), (NIGHTS, 80), (MORE_NIGHTS, 104)])
def test_a_camera_reads_a_players_pad_from_a_code_that_fits_the_terminal(nights: int, columns: int) -> None:
    address = f"http://192.168.100.200:8642/#{SeatCode(nights).fragment}"
    lines = qr_code(address)
    assert len(lines[0]) <= columns
    assert read_by_a_camera([[HALVES[char][half] for char in line] for line in lines for half in (0, 1)]) == address


def test_a_terminal_without_the_letters_or_the_room_has_the_sentence_alone() -> None:
    assert poster([WHOLE], "open it", letters="ascii", columns=80) == "open it"
    assert poster([WHOLE], "open it", letters="utf-8", columns=20) == "open it"
    assert poster([WHOLE], "open it", letters="no such letters", columns=80) == "open it"


def drawn(page: str, code: int = 0) -> list[list[bool]]:
    """Draw the strokes of a code of the label, each a row of dark squares; True is light."""
    side, path = re.findall(r'viewBox="0 0 (\d+) .*?<path class="qrline" stroke="#000" d="([^"]+)"', page)[code]
    light = [[True] * int(side) for _ in range(int(side))]
    column, row = 0, 0.0
    for move, x, y in re.findall(r"([Mmh])(-?\d+)(?: (-?[\d.]+))?", path):
        if move == "h":
            light[int(row)][column : column + int(x)] = [False] * int(x)
        column = int(x) if move == "M" else column + int(x)
        row = float(y) if move == "M" else row + float(y or 0)
    return light


@pytest.mark.parametrize("address", ["http://narrator.local:8642/", "http://192.168.100.200:8642/"])
def test_a_camera_reads_the_address_and_no_secret(address: str) -> None:
    page = box_label(address, sentences(PROGRAM, "fr"), "fr")
    assert read_by_a_camera(drawn(page)) == address
    assert f">{address}<" in page


def test_a_label_with_a_scratch_is_still_read() -> None:
    address = "http://narrator.local:8642/"
    light = drawn(box_label(address, sentences(PROGRAM, "en"), "en"))
    for row in range(18, 22):
        light[row][16:24] = [True] * 8
    assert read_by_a_camera(light) == address


def test_a_camera_reads_from_a_label_first_the_network_of_the_box_and_then_the_address() -> None:
    address, network = "http://narrator.local:8642/", "WIFI:T:WPA;S:narrator-1a2b;P:abcd-efgh-jkmn;;"
    page = box_label(address, sentences(PROGRAM, "en"), "en", (network, "Join <narrator-1a2b> first."))
    assert [read_by_a_camera(drawn(page, code)) for code in (0, 1)] == [network, address]
    assert "Join &lt;narrator-1a2b&gt; first." in page


@pytest.mark.parametrize(("language", "digits"), [("fr", "six chiffres"), ("en", "six digits")])
def test_it_says_that_the_spoken_digits_are_wanted(language: str, digits: str) -> None:
    page = box_label("http://narrator.local:8642/", sentences(PROGRAM, language), language)
    assert f'<html lang="{language}">' in page
    assert digits in page
