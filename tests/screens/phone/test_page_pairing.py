"""How a page becomes the table's: by what was scanned, without a touch, and by the code for who types."""

from __future__ import annotations

from typing import Any

import pytest
from page_scripts import PageScripts

LINK = "Xk3_9-vQd0aBcDeFgHiJkL"
DAY: dict[str, Any] = {"phase": "day", "closed": False}


class Entrance:
    """A page that is not the table's yet; `answers` are what the narrator says to what it names, in their order."""

    def __init__(self, *answers: str | None, scanned: str = LINK) -> None:
        self.scripts = PageScripts("pairing")
        self.scripts.run(
            f"Object.assign(globalThis, {{ named: [], paired: 0 }}); location.hash = '#{scanned}'; return 0"
        )
        self.scripts.call(
            "((given) => (globalThis.answers = given))", [None if one is None else {"reason": one} for one in answers]
        )
        self.scripts.run("const name = async (what) => { named.push(what); return answers.shift() ?? null; };"
                         "globalThis.here = new pairing.Pairing(name, () => (paired += 1)); return 0")  # fmt: skip

    def see(self, *, offered: bool = True, taken: bool = False, **view: Any) -> None:
        self.scripts.call("((view) => (globalThis.view = view))", {**DAY, **view})
        self.again(offered=offered, taken=taken)

    def again(self, *, offered: bool = True, taken: bool = False) -> None:
        self.scripts.call("((offered, taken) => here.show(offered, taken, view))", offered, taken)
        self.scripts.settle()

    @property
    def named(self) -> list[dict[str, str]]:
        found: list[dict[str, str]] = self.scripts.run("named")
        return found

    @property
    def paired(self) -> bool:
        """Whether the page was told to come back as the table's."""
        return bool(self.scripts.run("paired"))

    def refused(self) -> str:
        return str(self.scripts.run("document.getElementById('refused').textContent"))

    def offers_the_code(self) -> bool:
        return not self.scripts.run("document.getElementById('pairing').hidden")


def test_what_was_scanned_is_named_without_a_touch_and_once() -> None:
    page = Entrance(None)
    assert page.scripts.run("location.hash") == ""
    page.see()
    page.see()
    assert page.named == [{"link": LINK}]
    assert page.paired


def test_nothing_is_named_where_nothing_was_scanned_or_somebody_has_the_page() -> None:
    for page, offered in ((Entrance(scanned=""), True), (Entrance(), False)):
        page.see(offered=offered)
        assert page.named == []
        assert not page.paired


@pytest.mark.parametrize("reason", ["stale", "taken"])
def test_what_is_worth_nothing_is_forgotten_and_said(reason: str) -> None:
    page = Entrance(reason)
    page.see()
    page.see()
    assert len(page.named) == 1
    assert page.refused()
    assert page.offers_the_code()


def test_what_was_said_of_another_phone_goes_once_no_phone_has_the_table() -> None:
    page = Entrance("taken")
    page.see(taken=True)
    assert page.refused()
    page.see()
    assert not page.refused()


def test_what_was_scanned_at_night_is_named_again_by_day_and_not_before() -> None:
    page = Entrance("asleep", None)
    page.see(phase="night", closed=True)
    page.again()
    page.see(phase="before", closed=True)
    assert len(page.named) == 1
    assert not page.paired
    page.see()
    assert page.named == [{"link": LINK}] * 2
    assert page.paired


def test_a_narrator_who_did_not_answer_is_asked_again_at_his_next_word() -> None:
    page = Entrance("unreached", None)
    page.see()
    page.again()
    assert len(page.named) == 1
    page.see()
    assert page.paired


def test_a_code_that_is_scanned_while_the_page_is_open_is_named_at_once() -> None:
    page = Entrance(None, scanned="")
    page.see()
    page.scripts.run("location.hash = '#new'; dispatch('hashchange'); return 0")
    page.scripts.settle()
    assert page.named == [{"link": "new"}]
    assert page.scripts.run("location.hash") == ""


def test_the_box_of_the_code_is_offered_until_somebody_has_the_table() -> None:
    page = Entrance(scanned="")
    page.see()
    assert page.offers_the_code()
    page.see(taken=True)
    assert not page.offers_the_code()
    page.see(offered=False)
    assert not page.offers_the_code()


def test_a_code_is_typed_with_or_without_spaces() -> None:
    page = Entrance("wrong", None, scanned="")
    page.see()
    for code, paired in (("482 914", False), ("482913", True)):
        page.scripts.call("((code) => (document.getElementById('code').value = code))", code)
        page.scripts.run("document.getElementById('pairing').dispatch('submit'); return 0")
        page.scripts.settle()
        assert page.paired == paired
        assert bool(page.refused()) != paired
    assert page.named == [{"code": "482914"}, {"code": "482913"}]
