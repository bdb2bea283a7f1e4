"""Where the page listens: in the room, or where it was told, and nowhere else."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from narrator.ui.phone.addresses import (
    PORT,
    AddressOption,
    Interface,
    NoAddressError,
    authorities,
    authority,
    interfaces,
    lasting_authority,
    listen,
    local_addresses,
    read_address_option,
)

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
