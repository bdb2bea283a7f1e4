"""How decks went in rehearsals: read for the rules that were rehearsed, and for no others."""

from __future__ import annotations

from pathlib import Path

import pytest
from shipped import shipped

from narrator.base.resources import ODDS_FILE
from narrator.base.yaml_source import LARGEST
from narrator.table.games.village_engine import village_rules
from narrator.table.setup.setup_answers import digest, read_odds

RULES = village_rules(shipped("thiercelieux").rules)


def table(rules: str, odds: str = "{nights: 2.5, shares: {village: 40, wolves: 60}}") -> str:
    return f"rules: {rules}\ngames: 400\ndecks: {{short: {{8: {odds}}}}}\n"


def test_a_table_of_these_rules_is_read(tmp_path: Path) -> None:
    (tmp_path / ODDS_FILE).write_text(table(digest(RULES)), encoding="utf-8")
    odds = read_odds(tmp_path, RULES)
    assert odds is not None
    eight = odds.of("short", 8)
    assert eight is not None
    assert (odds.games, eight.nights, dict(eight.shares)) == (400, 2.5, {"village": 40, "wolves": 60})
    assert odds.of("short", 9) is None
    assert odds.of("wild", 8) is None


def test_what_was_rehearsed_with_other_cards_is_not_told(tmp_path: Path) -> None:
    (tmp_path / ODDS_FILE).write_text(table(digest(RULES)), encoding="utf-8")
    other = RULES.model_copy(update={"filler": "voyante"})
    assert read_odds(tmp_path, other) is None


def test_longer_windows_change_no_odds() -> None:
    assert digest(RULES.model_copy(update={"windows": {}, "floor": 3.0})) == digest(RULES)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "rules: x",
        table(digest(RULES), "{nights: never, shares: {village: 1}}"),
        table(digest(RULES), "{nights: 2.5, shares: {}}"),
        "[" * 100_000,
        "#" * LARGEST + "\n" + table(digest(RULES)),
    ],
)
def test_a_table_that_cannot_be_read_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / ODDS_FILE).write_text(text, encoding="utf-8")
    assert read_odds(tmp_path, RULES) is None


def test_a_pack_need_not_have_one(tmp_path: Path) -> None:
    assert read_odds(tmp_path, RULES) is None
