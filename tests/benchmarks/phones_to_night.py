"""From the command to the first night with eight players' phones in Chromium: a first evening, and a second game.

The narrator and his terminal, the pages and the network are real. Hands and eyes take as long as is said below.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import pty
import re
import subprocess
import sys
import termios
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from browsers import CHROMIUM, NAMES, PHONE
from playwright.async_api import Browser, Page, async_playwright, expect

SCAN, TOUCH, LETTER, LOOK = 3.0, 1.0, 0.25, 5.0
"""Seconds until the next player has scanned the code that is shown; for a touch, for a letter, to read one's card."""

PATIENCE = 600_000.0
"""Milliseconds after which what should have happened has not."""

COMMAND = ("play", "thiercelieux", "--players", "8", "--lang", "fr", "--plain", "--no-sound", "--set", "phones=yes")


class Evening:
    """Eight players at one terminal, whose codes are seen in the file `film`."""

    def __init__(self, home: Path) -> None:
        self._film = home / "film"
        self._terminal, slave = pty.openpty()
        termios.tcsetwinsize(slave, (60, 120))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.camera", *COMMAND, "--remote", "127.0.0.1"],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "NARRATOR_HOME": str(home), "LC_ALL": "C.UTF-8", "CAMERA": str(self._film)},
        )
        os.close(slave)
        asyncio.get_running_loop().add_reader(self._terminal, lambda: os.read(self._terminal, 1 << 16))

    async def join(self, browser: Browser) -> list[Page]:
        """Let one player after the other scan a code; meanwhile each says who he is."""
        pages, sitting, scanned = list[Page](), list[asyncio.Task[None]](), set[str]()
        for seat, name in enumerate(NAMES, start=1):
            while not (shown := self._codes()) or shown[-1] in scanned:
                await asyncio.sleep(0.02)
            await asyncio.sleep(SCAN)
            pages.append(await (await browser.new_context(**PHONE)).new_page())
            scanned |= {*self._codes()}
            await pages[-1].goto(self._codes()[-1])
            sitting.append(asyncio.create_task(_sit(pages[-1], seat, name)))
        await asyncio.gather(*sitting)
        return pages

    async def type(self, line: str = "") -> None:
        await asyncio.sleep(TOUCH)
        os.write(self._terminal, f"{line}\r".encode())

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._terminal)
        os.close(self._terminal)
        self.process.kill()
        self.process.wait()

    def _codes(self) -> list[str]:
        return [line for line in self._film.read_text().split() if "#" in line] if self._film.exists() else []


async def _sit(page: Page, seat: int, name: str) -> None:
    button = page.locator("#circle button:enabled").filter(has_text=re.compile(rf"^{seat}\b"))
    await button.wait_for()
    await asyncio.sleep(TOUCH)
    await button.tap()
    await page.locator("#options input").press_sequentially(name, delay=1000 * LETTER)
    await asyncio.sleep(TOUCH)
    await page.locator("#send").tap()


async def _to_the_night(evening: Evening, pages: list[Page]) -> None:
    """Look at the cards once it is said, and go on once all have; return as the first night falls on every phone."""
    await expect(pages[0].locator("#said")).to_contain_text("Regardez la vôtre", timeout=PATIENCE)
    for page in pages:
        await page.locator("#hold").wait_for(timeout=PATIENCE)
    await asyncio.sleep(LOOK)
    await evening.type()
    for page in pages:
        await expect(page.locator("#phase")).to_have_text("Nuit 1", timeout=PATIENCE)


async def _measured() -> tuple[float, float]:
    with TemporaryDirectory() as home:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            began = time.perf_counter()
            evening = Evening(Path(home))
            try:
                pages = await evening.join(browser)
                await evening.type()  # no votes on the phones: that is asked once all have joined
                await expect(pages[0].locator("#said")).to_contain_text("prêt", timeout=PATIENCE)
                await evening.type()
                await _to_the_night(evening, pages)
                first = time.perf_counter() - began
                await expect(pages[0].locator("#phase")).to_have_text("Jour 1", timeout=PATIENCE)
                for seat in range(1, len(NAMES)):  # all but one leave, and so the game ends
                    for _twice in range(2):
                        await evening.type(f"départ {seat}")
                for answer in itertools.cycle(("non", "personne", f"{len(NAMES)}")):  # whatever the leaving leaves open
                    if await pages[0].locator("#won").inner_text():
                        break
                    await evening.type(answer)
                await expect(pages[0].locator("#prompt")).to_contain_text("?", timeout=PATIENCE)
                began = time.perf_counter()
                await evening.type("oui")
                await _to_the_night(evening, pages)
                return first, time.perf_counter() - began
            finally:
                evening.close()


def phones_to_night() -> tuple[float, float]:
    """Return the seconds from the command to the first night, and from "once more" to that of a second game."""
    return asyncio.run(_measured())
