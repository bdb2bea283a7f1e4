"""What systemd is told, by a real socket: that a service is ready, and that it lives only while it does."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from narrator.base.processes.liveness import Pulse
from narrator.evening.box.service import Watchdog
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.rules.core.answers import Choices, Kind, seat
from narrator.rules.core.effects import Ask
from narrator.table.inbox.entry import Reply
from narrator.table.inbox.inbox import LiveInbox

GRANTED = 60.0
SECONDS = 30.0
"""How long a test waits for what must come."""

ASK = Ask(question="any", choices=Choices(kind=Kind.SEATS, seats=(1, 2, 3)), living=(1, 2, 3))


class Systemd:
    """The side of systemd: the socket, and what came through it."""

    def __init__(self, address: str) -> None:
        self.environment = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": str(int(GRANTED * 1e6))}
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address.replace("@", "\0", 1))

    def told(self) -> list[str]:
        self.socket.settimeout(0.0)
        came = []
        try:
            while True:
                came.append(self.socket.recv(4096).decode())
        except BlockingIOError:
            return came

    def next(self) -> str:
        self.socket.settimeout(SECONDS)
        return self.socket.recv(4096).decode()


@pytest.fixture(params=["path", "abstract"])
def systemd(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Systemd]:
    address = str(tmp_path / "notify") if request.param == "path" else f"@narrator-tests-{os.getpid()}"
    listening = Systemd(address)
    with listening.socket:
        yield listening


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def engine(clock: VirtualClock) -> Pulse:
    return Pulse("engine", 30.0, now=clock.now)


@pytest.fixture
def sound(clock: VirtualClock) -> Pulse:
    return Pulse("sound", 10.0, resting=True, now=clock.now)


@pytest.fixture
def watchdog(systemd: Systemd, clock: VirtualClock, engine: Pulse, sound: Pulse) -> Watchdog:
    """Return a watchdog whose turns the test takes, at virtual time."""
    return Watchdog(engine, sound, environment=systemd.environment, now=clock.now)


def test_a_service_is_ready_when_it_says_so_and_tells_when_it_stops(systemd: Systemd) -> None:
    with Watchdog(environment={"NOTIFY_SOCKET": systemd.environment["NOTIFY_SOCKET"]}) as watchdog:
        assert systemd.told() == ["READY=1"]
        watchdog.status("A game for\nseven")
        assert systemd.told() == ["STATUS=A game for seven"]
    assert systemd.told() == ["STOPPING=1"]


def test_a_thread_feeds_it_as_soon_as_the_service_is_ready(systemd: Systemd) -> None:
    with Watchdog(Pulse("engine", SECONDS), environment=systemd.environment):
        assert systemd.next() == "READY=1"
        assert systemd.next() == "WATCHDOG=1"


def test_it_is_fed_at_half_the_time_that_is_granted(
    systemd: Systemd, clock: VirtualClock, engine: Pulse, watchdog: Watchdog
) -> None:
    assert watchdog.turn() == GRANTED / 2
    assert systemd.told() == ["WATCHDOG=1"]
    clock.sleep(GRANTED / 2 - 1.0)
    engine.beat()
    assert watchdog.turn() == 1.0
    assert systemd.told() == []
    clock.sleep(1.0)
    assert watchdog.turn() == GRANTED / 2
    assert systemd.told() == ["WATCHDOG=1"]


def test_an_engine_that_is_stuck_is_not_fed(systemd: Systemd, clock: VirtualClock, watchdog: Watchdog) -> None:
    watchdog.turn()
    systemd.told()
    clock.sleep(31.0)
    told = []
    for _ in range(100):
        clock.sleep(watchdog.turn())
        told += systemd.told()
    assert told == ["STATUS=No sign of life: engine"]


def test_sound_that_was_lost_is_not_fed_until_it_is_back_or_known_to_be_missing(
    systemd: Systemd, clock: VirtualClock, engine: Pulse, sound: Pulse, watchdog: Watchdog
) -> None:
    watchdog.status("A game for seven")
    sound.beat()
    watchdog.turn()
    assert systemd.told() == ["STATUS=A game for seven", "WATCHDOG=1"]
    clock.sleep(GRANTED / 2)
    engine.beat()
    assert watchdog.turn() == 1.0
    assert systemd.told() == ["STATUS=No sign of life: sound"]
    sound.beat()
    watchdog.turn()
    assert systemd.told() == ["STATUS=A game for seven", "WATCHDOG=1"]
    clock.sleep(GRANTED / 2)
    engine.beat()
    sound.rest()
    watchdog.turn()
    assert systemd.told() == ["WATCHDOG=1"]


def test_a_thread_that_waits_for_an_entry_is_alive_and_one_that_is_blocked_elsewhere_is_not(
    systemd: Systemd, clock: VirtualClock, engine: Pulse, watchdog: Watchdog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("narrator.table.inbox.inbox.BEAT", 0.01)
    beaten, stuck, free = threading.Event(), threading.Event(), threading.Event()

    def beat() -> None:
        engine.beat()
        beaten.set()

    inbox = LiveInbox(clock, beat)
    inbox.open(ASK)

    def play() -> None:
        inbox.get(None)
        stuck.set()
        free.wait(SECONDS)

    player = threading.Thread(target=play)
    player.start()
    for _ in range(5):
        clock.sleep(GRANTED / 2)
        beaten.clear()
        assert beaten.wait(SECONDS), "whoever waits gives a sign of life again and again"
        watchdog.turn()
    assert systemd.told() == ["WATCHDOG=1"] * 5
    inbox.put(Reply(seat(2)), inbox.moment.slot)
    assert stuck.wait(SECONDS)
    clock.sleep(GRANTED)
    watchdog.turn()
    assert systemd.told() == ["STATUS=No sign of life: engine"]
    free.set()
    player.join()


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"WATCHDOG_USEC": "60000000"},
        {"NOTIFY_SOCKET": "vsock:2:9999", "WATCHDOG_USEC": "60000000"},
        {"NOTIFY_SOCKET": "/nowhere/notify", "WATCHDOG_USEC": "60000000"},
        {"NOTIFY_SOCKET": "@nobody-listens-here", "WATCHDOG_USEC": "no number"},
    ],
    ids=str,
)
def test_where_nobody_listens_the_game_goes_on(environment: dict[str, str]) -> None:
    with Watchdog(Pulse("engine", SECONDS), environment=environment) as watchdog:
        watchdog.status("A game for seven")
        assert watchdog.turn() > 0


def test_where_nobody_reads_it_waits_without_computing(systemd: Systemd) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as crowd:
        crowd.setblocking(False)
        crowd.connect(systemd.socket.getsockname())
        with suppress(BlockingIOError):  # it is full
            while True:
                crowd.send(b"READY=1")
    computed = time.thread_time()
    Watchdog(environment=systemd.environment).status("A game for seven")
    assert time.thread_time() - computed < 0.1, "it tried again and again for as long as it was patient"
    assert not any("seven" in told for told in systemd.told())


@pytest.mark.parametrize("more", [{"WATCHDOG_USEC": "0"}, {"WATCHDOG_PID": "1"}], ids=str)
def test_it_is_not_fed_where_systemd_does_not_wait_for_this_process(
    systemd: Systemd, clock: VirtualClock, engine: Pulse, more: dict[str, str]
) -> None:
    with Watchdog(engine, environment={**systemd.environment, **more}, now=clock.now) as watchdog:
        watchdog.turn()
    assert systemd.told() == ["READY=1", "STOPPING=1"]
