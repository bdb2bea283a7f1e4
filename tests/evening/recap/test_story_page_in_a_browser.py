"""The story's page in a real browser: it asks for nothing, is accessible, and fits a phone and a sheet of paper."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_story_page import page

CHROMIUM = os.environ.get("NARRATOR_CHROMIUM", "")
AXE = os.environ.get("NARRATOR_AXE", "")

pytestmark = pytest.mark.skipif(
    not CHROMIUM, reason="NARRATOR_CHROMIUM names no Chromium to open the page with: .ci/run installs one"
)
SCHEMES = ("light", "dark")
PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def story(tmp_path: Path) -> Path:
    path = tmp_path / "story.html"
    path.write_text(page("thiercelieux", 3)[0], encoding="utf-8")
    return path


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.skipif(not AXE, reason="NARRATOR_AXE names no axe.min.js of axe-core: .ci/run installs one")
def test_axe_finds_nothing_serious(browser: Any, story: Path, scheme: str) -> None:
    context = browser.new_context(viewport=PHONE, color_scheme=scheme, bypass_csp=True)
    opened = context.new_page()
    opened.goto(story.as_uri())
    opened.add_script_tag(path=AXE)
    found = opened.evaluate("axe.run()")
    context.close()
    serious = [fault for fault in found["violations"] if fault["impact"] in ("serious", "critical")]
    assert [(fault["id"], [node["html"] for node in fault["nodes"]][:3]) for fault in serious] == []


def test_the_page_asks_for_nothing_and_says_nothing_to_the_console(browser: Any, story: Path) -> None:
    opened = browser.new_page(viewport=PHONE)
    asked: list[str] = []
    said: list[str] = []
    opened.on("request", lambda request: asked.append(request.url))
    opened.on("console", lambda message: said.append(message.text))
    opened.goto(story.as_uri())
    opened.wait_for_load_state("networkidle")
    opened.close()
    assert asked == [story.as_uri()]
    assert said == []


def test_on_a_phone_only_the_picture_is_wider_than_the_page(browser: Any, story: Path) -> None:
    opened = browser.new_page(viewport=PHONE)
    opened.goto(story.as_uri())
    width = opened.evaluate("document.documentElement.scrollWidth")
    seen = opened.evaluate("document.querySelector('svg').getBoundingClientRect().width")
    opened.close()
    assert width <= PHONE["width"]
    assert seen > 300


def test_a_number_in_the_picture_leads_to_its_line(browser: Any, story: Path) -> None:
    opened = browser.new_page(viewport={"width": 1000, "height": 500})
    opened.goto(story.as_uri())
    link = opened.locator("svg a").last
    address = link.get_attribute("href")
    link.click()
    line = opened.locator(f"li{address}")
    assert line.is_visible()
    assert line.evaluate("line => line.matches(':target')")
    opened.close()
