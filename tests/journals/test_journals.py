"""Journals that earlier narrators wrote still replay: no evening is lost by a new version."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from golden import FOLDER, fingerprint, laid_out
from tables import GAMES

NAMES = sorted(path.stem for path in FOLDER.glob("*.sql"))


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_journal_still_replays_to_where_it_stood(name: str, tmp_path: Path) -> None:
    expected = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert fingerprint(laid_out(name, tmp_path)) == expected


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_golden_journal(game: str) -> None:
    stands = [json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.json")]
    assert any(journal["game"] == game for journal in stands)


def test_some_golden_journals_stop_in_the_middle_and_some_went_back() -> None:
    stands = [json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.json")]
    assert any(journal["pending"] not in (None, "again") for journal in stands)
    assert any("'undo'" in path.read_text(encoding="utf-8") for path in FOLDER.glob("*.sql"))
