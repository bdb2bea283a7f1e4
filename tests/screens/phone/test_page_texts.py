"""What the page says by itself stands in the folder of each language, and is served with the page."""

from __future__ import annotations

import asyncio
import json
import re
from importlib.resources import files

import httpx
import pytest

from narrator.base.resources import languages
from narrator.base.sentences import sentences_in
from narrator.screens.phone.server import _STATUS, PageServer

ADDRESS = "192.168.1.20:8642"
FILES = (files("narrator.screens.phone") / "page").iterdir()
PAGE = {file.name: file.read_text("utf-8") for file in FILES if file.name.endswith(".js")}


def served() -> httpx.Response:
    async def get() -> httpx.Response:
        transport = httpx.ASGITransport(app=PageServer(lambda _report: None, frozenset({ADDRESS})).app())
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{ADDRESS}") as page:
            return await page.get("/texts.js")

    return asyncio.run(get())


def test_the_page_is_served_its_texts_in_every_language_as_a_module_of_its_own() -> None:
    answer = served()
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    told = re.search(r"TEXTS = (.*);$", answer.text, re.MULTILINE)
    assert told is not None
    assert json.loads(told[1]) == {code: sentences_in(place / "phone.yaml") for code, place in languages().items()}


def test_the_texts_are_kept_with_the_page_that_opens_without_a_narrator() -> None:
    kept = re.findall(r'"([\w-]+)"', PAGE["service_worker.js"])
    assert set(kept) >= {"texts", *(name.removesuffix(".js") for name in PAGE if name != "service_worker.js")}


@pytest.mark.parametrize("language", languages())
def test_every_text_is_said_somewhere_on_the_page_and_none_is_missing(language: str) -> None:
    texts = sentences_in(languages()[language] / "phone.yaml")
    code = re.sub(r"byId\(.*?\)", "", "\n".join(PAGE.values()))
    by_server = {*_STATUS, "before", "day", "night", "over"}  # why a page is refused, and the phases of a game
    assert [id_ for id_ in texts if f'"{id_}"' not in code and id_ not in by_server] == []
    assert set(re.findall(r'\bsay\("(\w+)"', code)) <= set(texts)
