"""The page's help by day: how the open question is answered by touch, and what the orders are for; nothing is sent."""

from __future__ import annotations

import re
from typing import Any

import pytest
from page_scripts import GREETING, PageScripts, table_view

from narrator.base.resources import languages
from narrator.base.sentences import sentences_in
from narrator.rules.core.answers import ACQUITTED, CONFIRM, DONE, GUILTY, NOBODY, YES_NO, Choices, Kind
from narrator.rules.core.effects import Aloud, Verb

TEXTS = sentences_in(languages()["fr"] / "phone.yaml")
SEATS = Choices(kind=Kind.SEATS, seats=(1, 2, 4), words=(NOBODY,))
DENOUNCED = Choices(kind=Kind.SEATS, seats=(1, 2, 4), words=(NOBODY, DONE))
HELP = "document.getElementById('help')"
KEYS = "document.getElementById('menu').querySelectorAll('button')"


class Menu:
    """The menu of the table's page."""

    def __init__(self) -> None:
        self.scripts = PageScripts("day")
        self.scripts.run("globalThis.sent = []; return 0")
        self.scripts.run("globalThis.here = new day.Day((turn, said) => sent.push([turn, said])); return 0")

    def show(self, choices: Choices | None, aloud: Aloud | None = None, **view: Any) -> None:
        shown = {"phase": "day", "number": 1, "dead": [], "office": None, "said": [], "prompt": "Qui ?"}
        shown |= {"countdown": None, "called": False, "closed": False, "won": None, "paused": False, "came": 0, **view}
        self.scripts.call("here.show", GREETING.data(), shown, table_view(choices, 1, None, aloud=aloud))

    def touch(self, label: str) -> None:
        self.scripts.call(f"((label) => {KEYS}.find((one) => one.textContent === label).click())", label)

    @property
    def labels(self) -> list[str]:
        found: list[str] = self.scripts.run(f"{KEYS}.filter((one) => !one.hidden).map((one) => one.textContent)")
        return found

    @property
    def told(self) -> list[str]:
        lines = f"{HELP}.hidden ? [] : Array.from({HELP}.children, (line) => line.textContent)"
        found: list[str] = self.scripts.run(lines)
        return found


@pytest.fixture
def menu() -> Menu:
    return Menu()


def test_help_tells_how_to_answer_and_what_the_orders_are_for_and_sends_nothing(menu: Menu) -> None:
    menu.show(SEATS)
    assert menu.told == []
    menu.touch("Aide")
    first, instead, *orders = menu.told
    assert (first, instead) == ("Touchez quelqu'un dans le cercle, puis Valider.", "Au lieu de quelqu'un : Personne.")
    assert [line.split(" : ")[0] for line in orders] == ["Répète", "État", "Annule", "Pause", "Départ", "Quitter"]
    assert menu.scripts.run("sent") == []
    assert menu.labels == ["Retour"]
    menu.touch("Retour")
    assert menu.told == []
    assert "Répète" in menu.labels


def test_help_follows_the_question(menu: Menu) -> None:
    menu.show(SEATS)
    menu.touch("Aide")
    menu.show(None, paused=True)
    assert any(line.startswith("Reprends : ") for line in menu.told)
    menu.show(CONFIRM)
    assert menu.told[0] == "Pour continuer : Suite."


def test_with_closed_eyes_there_is_no_help_and_what_stood_there_is_gone(menu: Menu) -> None:
    menu.show(None)
    menu.touch("Aide")
    menu.show(None, closed=True)
    assert menu.told == []
    assert "Répète" in menu.labels
    assert "Aide" not in menu.labels
    menu.show(None)
    assert menu.told == []
    assert "Aide" in menu.labels


QUESTIONS = {
    "yes or no": (YES_NO, ["helpAtOnce"]),
    "verdict": (Choices(kind=Kind.YES_NO, words=(GUILTY, ACQUITTED)), ["helpChoose"]),
    "card": (Choices(kind=Kind.CARD, cards=("voyante", "voleur")), ["helpChoose"]),
    "few numbers": (Choices(kind=Kind.NUMBER, numbers=(0, 15)), ["helpChoose"]),
    "many numbers": (Choices(kind=Kind.NUMBER, numbers=(0, 90)), ["helpWrite"]),
    "text": (Choices(kind=Kind.TEXT, length=80, words=(NOBODY,)), ["helpWrite"]),
    "two seats": (Choices(kind=Kind.SEATS, seats=(1, 2, 4), count=(2, 2)), ["chooseSome"]),
    "ballot": (Choices(kind=Kind.BALLOT, seats=(1, 2, 4), ties=True), ["helpMost", "chooseTie"]),
    "ballot with a lead": (
        Choices(kind=Kind.BALLOT, seats=(1, 2, 4), ties=True, count=(1, 2), words=(NOBODY,)),
        ["helpMost", "chooseTie", "chooseClear", "helpInstead"],
    ),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_is_answered_as_its_help_says(menu: Menu, question: str) -> None:
    choices, ids = QUESTIONS[question]
    menu.show(choices)
    menu.touch("Aide")
    assert are_texts(menu.told[: len(ids)], ids)
    assert menu.told[len(ids)].startswith("Répète : ")


def test_in_a_debate_help_tells_how_to_denounce_and_then_how_to_name_the_seat(menu: Menu) -> None:
    menu.show(DENOUNCED, Aloud(debate=True, verb=Verb.DENOUNCE))
    menu.touch("Aide")
    assert menu.told[:2] == ["Pour dénoncer : Dénoncer…, puis le joueur.", "Touchez une réponse, puis Valider."]
    menu.scripts.run("here.turn('denounced'); return 0")
    assert menu.told[0] == "Touchez quelqu'un dans le cercle, puis Valider."


def are_texts(lines: list[str], ids: list[str]) -> bool:
    """Return whether these lines are the texts of these ids, with something put in."""
    patterns = [re.escape(TEXTS[id_]).replace(re.escape("{n}"), ".+") for id_ in ids]
    return all(re.fullmatch(pattern, line) for pattern, line in zip(patterns, lines, strict=True))
