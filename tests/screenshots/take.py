"""Takes the screenshots that the README shows: `python tests/screenshots/take.py`, with Chromium and Playwright.

The terminal's are pictures of the real full screen, the phone's of its page at a table that is laid for it, the story's
a page that `narrator story --html` has written of a recorded game. NARRATOR_CHROMIUM names the browser where it is not
/usr/bin/chromium.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "support"))

from browsers import PHONE, Hand, asking, show, village  # noqa: E402
from browsers import by_day as asking_by_day  # noqa: E402
from papers import Scene, happen  # noqa: E402 - the tests' doubles lie beside this folder
from phone_tables import phone_table  # noqa: E402
from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from narrator.base.sentences import QuestionText  # noqa: E402
from narrator.devices.keyboard import KeyTerminal  # noqa: E402
from narrator.rules.core.answers import NOBODY, Kind, seat  # noqa: E402
from narrator.rules.core.effects import News, Say, Topic  # noqa: E402
from narrator.rules.core.effects import Scene as Night  # noqa: E402
from narrator.screens.full_screen.app import TableApp  # noqa: E402
from narrator.table.inbox.moment import Facts  # noqa: E402

CHROMIUM = os.environ.get("NARRATOR_CHROMIUM") or "/usr/bin/chromium"
RECORDED = HERE.parent / "recorded"


def by_day(scene: Scene) -> None:
    """Show a debate that comes to its vote."""
    scene.day()
    scene.hour.seconds -= 2.6
    scene.screen_model.wipe()
    scene.screen_model.heard(0.6, "égalité")


def in_the_wolves_window(scene: Scene) -> None:
    """Show the wolves' window, with an answer half typed."""
    by_day(scene)
    scene.night()
    scene.window("Quelle proie ? Quelqu'un, ou personne.", typed="7")


def drawn(stand: Callable[[Scene], None]) -> str:
    """Return a picture of the full screen of 80 columns and 24 rows, as SVG without fonts from elsewhere."""

    async def picture() -> str:
        scene = Scene()
        stand(scene)
        app = TableApp(scene.screen_model, scene, KeyTerminal().output)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            return app.export_screenshot()

    svg = re.sub(r"@font-face\s*\{.*?\}", "", asyncio.run(picture()), flags=re.DOTALL)
    return svg.replace("Fira Code", "DejaVu Sans Mono")


def on_the_phone(browser: Browser, folder: Path) -> None:
    """Take the phone's pictures: at a vote by day, and in the wolves' window."""
    with phone_table(village(), folder / "journal") as laid:
        hand = Hand(browser.new_context(**PHONE), laid)
        hand.pair()
        laid.inbox.change(lambda moment: moment.standing(Facts(8), ()))
        happen(
            laid.inbox,
            News(topic=Topic.NIGHTFALL, number=2),
            News(topic=Topic.DAYBREAK, number=2),
            News(topic=Topic.DEATH, seat=3),
            News(topic=Topic.CARD, seat=3, card="loup-garou"),
            News(topic=Topic.OFFICE, seat=2),
        )
        laid.phone.caption("Il faut trancher. Que chaque voix choisisse une place, sans la dire.")
        laid.phone.prompt(QuestionText.alike("Qui a le plus de voix ? Quelqu'un, ou personne."))
        ballot = {"seats": (1, 2, 4, 5, 6, 7, 8), "ties": True, "words": (NOBODY,)}
        laid.inbox.open(asking_by_day(Kind.BALLOT, **ballot))
        hand.catch_up()
        hand.page.screenshot(path=HERE / "phone-day.png")
        laid.inbox.close()
        happen(laid.inbox, News(topic=Topic.NIGHTFALL, number=3), Night(scene="night", closed=True))
        happen(laid.inbox, Say(line="wolves.wake"), called="Loup-Garou")
        prey = asking(Kind.SEATS, seats=(1, 4, 5, 6, 8), words=(NOBODY,))
        show(laid, ["Quelle proie ? Quelqu'un, ou personne."], prey, seat(5))
        hand.catch_up()
        hand.page.screenshot(path=HERE / "phone-window.png")


def told(folder: Path) -> Path:
    """Play a recorded game; return its story as a page."""
    page = folder / "story.html"
    environment = {**os.environ, "NARRATOR_HOME": str(folder), "LC_ALL": "C.UTF-8"}
    words = (RECORDED / "thiercelieux-fr.args").read_text(encoding="utf-8").split()
    lines = (RECORDED / "thiercelieux-fr.txt").read_bytes()
    for command, typed in ((words, lines), (["story", "--html", str(page)], b"")):
        narrator = [sys.executable, "-m", "narrator", *command]
        subprocess.run(narrator, input=typed, env=environment, stdout=subprocess.DEVNULL, check=True)
    return page


def main() -> None:
    # Playwright runs a loop of its own from here to the end, beside which Textual's would not start.
    drawings = {"terminal-day": drawn(by_day), "terminal-window": drawn(in_the_wolves_window)}
    with sync_playwright() as playwright, TemporaryDirectory() as temporary:
        folder = Path(temporary)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])

        def take(name: str, address: str, width: int, height: int, selector: str | None = None, **more: Any) -> None:
            page = browser.new_page(viewport={"width": width, "height": height}, **more)
            page.goto(address)
            target = page if selector is None else page.locator(selector)
            target.screenshot(path=HERE / f"{name}.png")
            page.close()

        for name, svg in drawings.items():
            drawing = folder / f"{name}.html"
            drawing.write_text(f'<body style="margin:0;width:1000px">{svg}</body>', encoding="utf-8")
            take(name, drawing.as_uri(), 1000, 640, "svg", device_scale_factor=1.5)
        on_the_phone(browser, folder)
        story = told(folder).as_uri()
        take("story", story, 900, 860)
        take("story-phone", story, 390, 780, device_scale_factor=2)
        browser.close()


if __name__ == "__main__":
    main()
