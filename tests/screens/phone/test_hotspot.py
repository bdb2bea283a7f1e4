"""A network of this machine's own: opened where there is none, and its password is for the people in the room alone."""

from __future__ import annotations

import atexit
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from configparser import ConfigParser
from functools import partial
from ipaddress import IPv4Address
from pathlib import Path

import pytest
from network_managers import UP, NetworkManager

from narrator.screens.phone import hotspot
from narrator.screens.phone.addresses import Interface, NoAddressError
from narrator.screens.phone.hotspot import ADDRESS, Hotspot, for_the_page, fresh, kept

NOWHERE = ""


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NetworkManager]:
    """Yield the NetworkManager of a machine that is on no network but that."""
    manager = NetworkManager(tmp_path / "manager")
    monkeypatch.setenv("PATH", manager.path)
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(hotspot, "interfaces", partial(manager.interfaces, ADDRESS))
    monkeypatch.setattr(atexit, "register", lambda _close: None)
    yield manager
    for one in manager.asked:
        assert not (own := kept()) or own.password not in f"{one.words} {one.environment}"


def opened() -> Hotspot:
    found = for_the_page(NOWHERE)
    assert found is not None
    return found


def test_where_there_is_no_network_one_is_opened_and_closed(manager: NetworkManager) -> None:
    own = opened()
    assert manager.open
    added = next(one.words for one in manager.asked if "add" in one.words)
    for name, value in {"ssid": own.name, "802-11-wireless.mode": "ap", "ipv4.addresses": f"{ADDRESS}/24"}.items():
        assert added[added.index(name) + 1] == value
    own.close()
    assert not manager.profile


def test_the_password_is_read_by_nmcli_alone_and_networkmanager_keeps_it_nowhere(manager: NetworkManager) -> None:
    own = opened()
    told = {one.words[-1]: one.told for one in manager.asked if one.told}
    assert told == {"/dev/stdin": f"802-11-wireless-security.psk:{own.password}\n"}
    added = next(one.words for one in manager.asked if "add" in one.words)
    assert added[added.index("save") + 1] == "no"
    assert added[added.index("802-11-wireless-security.psk-flags") + 1] == "2"
    assert own.password not in repr(own)


def test_a_password_among_the_arguments_would_be_seen(manager: NetworkManager, monkeypatch: pytest.MonkeyPatch) -> None:
    leaking = {**vars(hotspot)["_PROFILE"], "802-11-wireless-security.psk": "abcd-efgh-jkmn"}
    monkeypatch.setattr(hotspot, "_PROFILE", leaking)
    Hotspot("narrator-0000", "abcd-efgh-jkmn").open()
    assert any("abcd-efgh-jkmn" in one.words for one in manager.asked)


def test_it_has_the_same_name_and_password_another_evening_in_a_file_of_its_owner(
    manager: NetworkManager, tmp_path: Path
) -> None:
    own = opened()
    own.close()
    assert opened() == own
    (file,) = (tmp_path / "home").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_text('{"name": "narrator", "password": "short"}', encoding="utf-8")
    assert kept() is None
    assert manager.open


def test_two_machines_have_networks_of_different_names_and_passwords() -> None:
    one, other = fresh(), fresh()
    assert one.password != other.password
    assert len(one.password) >= 8


@pytest.mark.parametrize(
    ("kind", "devices", "why"),
    [
        ("works", ["ethernet:unavailable", "loopback:unmanaged"], "no Wi-Fi"),
        ("works", ["wifi:unavailable"], "switched off"),
        ("refused", [], "Insufficient privileges"),
        ("not running", [], "NetworkManager is not running"),
        ("fails", [], "took too long"),
        ("dies", [], "nmcli: -9"),
        ("hangs", [], "does not answer"),
    ],
)
def test_where_none_can_be_opened_it_is_said_why_and_what_to_do_and_nothing_is_left_of_it(
    manager: NetworkManager, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str, devices: list[str], why: str
) -> None:
    manager.be(kind, *devices)
    if kind == "hangs":
        os.mkfifo(tmp_path / "manager" / "never")
        monkeypatch.setattr(hotspot, "_SECONDS_TO_OPEN", 0)
        monkeypatch.setattr(hotspot, "_SECONDS_MORE", 1)
    with pytest.raises(NoAddressError, match="join a Wi-Fi network") as refused:
        for_the_page(NOWHERE)
    assert why in str(refused.value)
    assert not manager.profile
    assert kept() is None, "no label tells of a network that there is not"


@pytest.mark.parametrize("where", ["127.0.0.1", "192.168.1.20:8642"])
def test_who_names_an_address_gets_no_network(manager: NetworkManager, where: str) -> None:
    assert for_the_page(where) is None
    assert not manager.asked


def test_where_there_is_a_network_none_is_opened(manager: NetworkManager, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hotspot, "interfaces", lambda: [Interface("eth0", UP, IPv4Address("192.168.1.20"))])
    assert for_the_page(NOWHERE) is None
    assert not manager.asked


def test_without_networkmanager_nothing_is_opened(manager: NetworkManager, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert for_the_page(NOWHERE) is None
    assert not manager.asked


def test_one_that_a_killed_program_left_open_goes_on_with_the_phones_that_have_joined(manager: NetworkManager) -> None:
    own, before = opened(), len(manager.asked)
    assert opened() == own
    assert len(manager.asked) == before


def test_it_is_closed_when_the_program_ends(manager: NetworkManager) -> None:
    program = "from narrator.screens.phone import hotspot as h; h.interfaces = list; print(h.for_the_page('').name)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    own = kept()
    assert own is not None
    assert done.stdout == f"{own.name}\n"
    asked = [word for one in manager.asked for word in one.words if word in ("add", "up", "delete")]
    assert asked[-3:] == ["add", "up", "delete"]
    assert not manager.profile


def test_a_box_leaves_it_to_networkmanager_to_open_it_where_it_knows_no_other(manager: NetworkManager) -> None:
    done = subprocess.run([sys.executable, "-m", hotspot.__name__], capture_output=True, text=True, check=True)
    own, file = kept(), ConfigParser()
    file.read_string(done.stdout)
    assert own is not None
    assert file["802-11-wireless"]["ssid"] == own.name
    assert file["802-11-wireless-security"]["psk"] == own.password
    assert file["ipv4"] == {"method": "shared", "addresses": f"{ADDRESS}/24"}
    assert int(file["connection"]["autoconnect-priority"]) < 0
    assert not manager.asked
