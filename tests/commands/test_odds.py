"""`narrator odds`: a table that set-up reads, from rehearsals that anybody can repeat."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from narrator.commands.rehearsing import write_odds
from narrator.games.village_engine import village_rules
from narrator.resources import ODDS_FILE, pack_path
from narrator.setup.decks import read_odds
from narrator.story.pack import load_pack
from narrator.user_error import UserError


def a_pack(place: Path) -> Path:
    """Return a copy of Mafia, whose games are the shortest, without its table."""
    pack = shutil.copytree(pack_path("mafia"), place / "mafia-2")
    (pack / ODDS_FILE).unlink(missing_ok=True)
    return pack


def test_a_table_is_written_beside_the_rules_and_is_the_same_the_next_time(tmp_path: Path) -> None:
    pack = a_pack(tmp_path)
    write_odds(str(pack), 4)
    written = (pack / ODDS_FILE).read_text(encoding="utf-8")
    rules = village_rules(load_pack(pack, []).rules)
    table = read_odds(pack, rules)
    assert table is not None
    assert table.games == 4
    assert {players for deck in rules.decks for players in range(5, 17) if table.of(deck, players)} == {*range(5, 17)}
    write_odds(str(pack), 4)
    assert (pack / ODDS_FILE).read_text(encoding="utf-8") == written


def test_a_game_without_decks_is_refused_with_what_to_write() -> None:
    with pytest.raises(UserError) as refused:
        write_odds("cuba", 4)
    assert "no game of nights and days" in str(refused.value)
