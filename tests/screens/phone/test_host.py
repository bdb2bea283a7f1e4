"""The game's end of the page's server: it alone decides who has the table, whatever its server claims."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.sync.client import connect
from websockets.typing import Origin

from narrator.base.processes.child import Child, ChildLostError, spawned
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.rules.core.effects import News, Topic
from narrator.screens.phone.addresses import authority, listen
from narrator.screens.phone.host import PAIRED, TAKEN, PageHost
from narrator.screens.phone.messages import frame
from narrator.screens.phone.pairing import digest_of
from narrator.table.inbox.entry import Changed, Entry, Order
from narrator.table.inbox.inbox import NEWS, LiveInbox, WallClock

PATIENCE = 10.0

OBSTINATE = """
import json, sys
given = None
for line in sys.stdin:
    read = json.loads(line)
    given = read.get("pairing") or given
    if "greeting" in read:
        number = given["round"] - BEHIND
        print(json.dumps({"burnt": number} if BURNT else {"session": "some page's", "round": number}), flush=True)
        print(json.dumps({"say": {"order": "state"}, "turn": 0}), flush=True)
    elif given["decided"]:
        order = "resume" if given["session"] is None else "pause"
        print(json.dumps({"say": {"order": order}, "turn": 0}), flush=True)
"""
"""A server that claims, once it is greeted, that a page named what admits it, or that the code is burnt.

Then it says that it has claimed it, and what it is told of the decision.
"""


class Claimed(PageHost):
    """A host whose server is obstinate. `paired_pages` and `codes` are what the game was told."""

    def __init__(self, *, behind: int = 0, burnt: bool = False) -> None:
        self._script = OBSTINATE.replace("BEHIND", str(behind)).replace("BURNT", str(burnt))
        self.paired_pages: list[bool] = []
        self.codes: list[str] = []
        self.inbox = LiveInbox(WallClock())
        super().__init__(listen("127.0.0.1"), self.codes.append, lambda: None, self.paired_pages.append)
        self.fill(self.inbox)

    def _started(self) -> Child:
        program = [sys.executable, "-c", self._script]
        return Child(subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0))

    def told(self) -> Order:
        entry = self.inbox.get(time.monotonic() + PATIENCE)
        assert isinstance(entry, Order)
        return entry


@pytest.fixture
def made() -> Iterator[list[Claimed]]:
    hosts: list[Claimed] = []
    yield hosts
    for host in hosts:
        host.close()


@pytest.mark.parametrize(
    ("at_night", "behind", "given"),
    [(False, 0, True), (True, 0, False), (False, 1, False)],
    ids=["by day", "at night", "what was named is out of date"],
)
def test_a_page_is_given_the_table_by_day_and_for_what_admits_it_now(
    made: list[Claimed], at_night: bool, behind: int, given: bool
) -> None:
    host = Claimed(behind=behind)
    made.append(host)
    host.admit(not at_night)
    host.send("greeting", b'{"greeting": {}}')
    assert {host.told(), host.told()} == {Order.STATE, Order.PAUSE if given else Order.RESUME}
    assert host.paired_pages == [True] * given


def test_a_code_that_is_burnt_at_night_is_replaced_in_the_morning(made: list[Claimed]) -> None:
    host = Claimed(burnt=True)
    made.append(host)
    before = host.code
    host.admit(False)
    host.send("greeting", b'{"greeting": {}}')
    assert host.told() is Order.STATE, "it has claimed it"
    assert (host.codes, host.code) == ([], before)
    host.admit(True)
    assert host.codes == [host.code]
    assert host.code != before


class Late:
    """In place of a server's process: it takes the second lot of lines once it is let."""

    pid = 0

    def __init__(self) -> None:
        self.read: SimpleQueue[list[str]] = SimpleQueue()
        self.goes_on, self._ended = Event(), Event()

    def write(self, lines: bytes, _seconds: float | None) -> None:
        self.read.put([next(iter(json.loads(line))) for line in lines.splitlines()])
        self.goes_on.wait(PATIENCE)

    def receive(self, _seconds: float | None) -> object:
        self._ended.wait()
        raise ChildLostError

    def kill(self) -> None:
        self._ended.set()

    terminate = kill


def test_private_things_are_wiped_first_and_pairing_is_open_before_pages_see_the_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    late = Late()
    monkeypatch.setattr(PageHost, "_started", lambda _host: late)
    host = PageHost(listen("127.0.0.1"), lambda _code: None, lambda: None)
    assert late.read.get(timeout=PATIENCE) == ["pairing"]
    host.send("public", frame("public", "day"))
    host.send("greeting", frame("greeting", "words"))
    host.admit(False)
    host.send("table", frame("table", ""))
    late.goes_on.set()
    assert late.read.get(timeout=PATIENCE) == ["table", "pairing", "public", "greeting"]
    host.close()


def test_the_tables_page_is_known_even_where_it_asks_before_its_server_has_read_a_line() -> None:
    (listening,) = listen("127.0.0.1")
    place, secret = authority(listening), "the secret of a page"
    pairing = {"round": 1, "code": None, "link": None, "session": digest_of(secret), "closed": True, "decided": None}
    more_than_a_pipe_holds = frame("public", "day" * 100_000) + b"\n"

    def role() -> object:
        cookie = {"Cookie": f"table-{place.rpartition(':')[2]}={secret}"}
        with connect(f"ws://{place}/live", origin=Origin(f"http://{place}"), additional_headers=cookie) as page:
            return json.loads(page.recv(PATIENCE))["you"]["role"]

    server = Child(spawned("narrator.screens.phone.server", str(listening.fileno()), descriptors=[listening.fileno()]))
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(role)
        for _ in range(20):  # it reads them, and would have time to answer
            server.write(more_than_a_pipe_holds, PATIENCE)
        server.write(json.dumps({"pairing": pairing}).encode() + b"\n", PATIENCE)
        assert asked.result(PATIENCE) == "table"
    server.kill()
    listening.close()


ENDS = 100.0


class Table:
    """An inbox at which it is day or night."""

    def __init__(self) -> None:
        self.inbox = LiveInbox(VirtualClock())
        self.unsaid = self.inbox.unsaid

    def sleep(self, asleep: bool) -> None:
        topic = Topic.NIGHTFALL if asleep else Topic.DAYBREAK
        self.inbox.change(lambda moment: moment.after(News(topic=topic, number=1)))

    def happens(self, line: str, advice: str = "") -> None:
        """Let a page get or lose the table, or a code be drawn, as the phone of an evening tells it."""
        self.unsaid.append(Changed(line, advice))
        self.inbox.put(NEWS)

    def next(self) -> Entry | None:
        """Return what the game gets next; an order to go on ends every wait."""
        self.inbox.put(Order.RESUME)
        got = self.inbox.get(ENDS)
        while not self.inbox._entries.empty():
            self.inbox._entries.get()
        return got


def test_what_happened_between_two_games_is_said_in_the_next() -> None:
    table = Table()
    table.unsaid.append(Changed(PAIRED))
    assert table.next() == Changed(PAIRED)


def test_what_becomes_of_other_equipment_is_said_at_night_too() -> None:
    table = Table()
    table.sleep(True)
    table.inbox.put(Changed("sound.lost"))
    assert table.inbox.get(ENDS) == Changed("sound.lost")


@given(st.lists(st.sampled_from((PAIRED, TAKEN, "nightfall", "dawn", "next")), max_size=30))
def test_nothing_is_ever_said_at_night_twice_or_out_of_order(script: list[str]) -> None:
    table = Table()
    happened: list[str] = []
    said: list[str] = []
    for step in [*script, "dawn", *["next"] * len(script)]:
        match step:
            case "nightfall" | "dawn":
                table.sleep(step == "nightfall")
            case "next":
                got = table.next()
                if isinstance(got, Changed):
                    assert not table.inbox.moment.asleep
                    said.append(got.line)
            case line:
                happened.append(line)
                table.happens(line)
    assert said == happened
