"""`make bench ARGS=phone`: from a touch on a phone's page to its answer on disk and acknowledged, on the loopback.

Everything on the way is the real one: the socket, the server's process, the inbox, the driver, the journal on this
disk. Only the finger and the glass are not there. Where NARRATOR_CHROMIUM names a browser, it measures an evening too:
see `phones_to_night`.
"""

from __future__ import annotations

import json
import statistics
import threading
import time
from contextlib import suppress
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from browsers import CHROMIUM
from websockets.sync.client import ClientConnection, connect

from benchmarks.figures import heading, row
from benchmarks.phones_to_night import phones_to_night
from narrator.base.resources import pack_path
from narrator.packs.pack import load_pack
from narrator.packs.wording import Wording
from narrator.rules.core.secrets import Secret
from narrator.rules.village.game import VillageSetup
from narrator.screens.phone.addresses import listen
from narrator.screens.phone.host import PageHost
from narrator.screens.phone.messages import Greeting
from narrator.screens.phone.phone import Phone
from narrator.table.games.founding import found
from narrator.table.games.village_engine import village_rules
from narrator.table.inbox.entry import Order
from narrator.table.inbox.inbox import LiveInbox, WallClock
from narrator.table.journal.journal import Journal
from narrator.table.session.driver import Driver
from narrator.table.session.narration import CaptionsOnly, Quit, instantly
from narrator.table.session.ports import Pace, Ports
from narrator.table.setup.setup_answers import SetupAnswers

TOUCHES = 200
PAUSE = 0.06
"""Seconds between two touches: quicker ones, the server takes for a flood."""
LONG = 3600.0
"""Seconds of the one window in which everything is touched."""
PATIENCE = 10.0


def phone() -> int:
    """Print how long a touch takes, and how long it is to the first night with eight players' phones."""
    times = sorted(touches(TOUCHES))
    heading("target")
    row(f"a touch, stored and acknowledged, p50 of {len(times)}, ms", f"{1000 * statistics.median(times):.1f}")
    row("... p95, ms", f"{1000 * times[int(0.95 * len(times))]:.1f}", "50")
    if CHROMIUM:
        first, second = phones_to_night()
        row("eight players' phones: from the command to night 1, s", f"{first:.0f}", "75")
        row('... from "once more" to night 1 of the next game, s', f"{second:.0f}", "40")
    return 0


def touches(count: int) -> list[float]:
    """Return the seconds that so many touches took, each naming another victim of the wolves than the one before."""
    pack = load_pack(pack_path("thiercelieux"), ["en"])
    hand = (("loup-garou", 2), ("villageois", 6))
    rules = village_rules(pack.rules)
    setup = found(rules, SetupAnswers(players=8, settings={"elect": ["never"]}), hand, Secret(b"bench"))
    setup = replace(setup, prologue=False, windows={**setup.windows, "round": (0.0,), "wolves": (LONG, 0.0)})
    clock = WallClock()
    inbox = LiveInbox(clock)
    host = PageHost(listen("127.0.0.1"), lambda _code: None, lambda: None)
    try:
        host.fill(inbox)
        words = pack.words["en"]
        greeting = Greeting(words, setup.players)
        phone = Phone(host.send, host.admit, greeting, clock, Pace.NORMAL.factor, inbox.moment)
        inbox.followers.append(phone.moment)
        ports = Ports(
            clock=clock,
            inbox=inbox,
            mouth=CaptionsOnly(clock, instantly),
            screen=phone,
            watchers=[phone],
            acknowledger=phone,
            opener=phone,
        )
        with TemporaryDirectory(dir=Path.cwd()) as folder:
            game = threading.Thread(target=_play, args=(setup, Path(folder), Wording(words), ports))
            with _page(host) as page:  # before the game, which begins with the night: then no page is paired
                game.start()
                try:
                    return _touched(page, count)
                finally:
                    inbox.put(Order.QUIT, inbox.moment.slot)
                    game.join()
    finally:
        host.close()


def _play(setup: VillageSetup, folder: Path, wording: Wording, ports: Ports) -> None:
    """Play until the game is put away; in a thread, since a journal belongs to the thread that writes it."""
    with Journal.create(folder / "bench.journal", {}) as journal, suppress(Quit):
        driver = Driver(setup, journal, wording, ports, players=setup.players, led=False)
        driver.run()


def _page(host: PageHost) -> ClientConnection:
    """Pair, and open the table's page."""
    url = host.addresses[0].rstrip("/")
    asking = HTTPConnection(url.removeprefix("http://"), timeout=PATIENCE)
    headers = {"Origin": url, "Content-Type": "application/json"}
    asking.request("POST", "/pair", json.dumps({"code": host.code}), headers)
    cookie = (asking.getresponse().getheader("Set-Cookie") or "").partition(";")[0]
    asking.close()
    origin: Any = url
    address = url.replace("http", "ws", 1) + "/live"
    return connect(address, origin=origin, additional_headers={"Cookie": cookie}, compression=None)


def _touched(page: ClientConnection, count: int) -> list[float]:
    on = ""
    view: dict[str, Any] = {}
    while not view.get("ask"):
        read = json.loads(page.recv(PATIENCE))
        on = read.get("you", {}).get("on", on)
        view = read.get("table", {})
    times = []
    for number in range(1, count + 1):
        answer = {"seats": [view["ask"]["seats"][number % 2]]}
        touched = time.perf_counter()
        page.send(json.dumps({"on": on, "n": number, "turn": view["turn"], "say": {"answer": answer}}))
        while json.loads(page.recv(PATIENCE)).get("table", {}).get("stored") != answer:
            pass
        times.append(time.perf_counter() - touched)
        time.sleep(PAUSE)
    return times
