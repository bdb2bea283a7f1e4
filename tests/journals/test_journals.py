"""Journals that were kept once still replay: no evening is lost by a new version."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from golden import FOLDER, fingerprint, laid_out, written
from tables import GAMES

NAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))
STANDS = {name: json.loads(written(name)[0]) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_journal_still_replays_to_where_it_stood(name: str, tmp_path: Path) -> None:
    assert fingerprint(laid_out(name, tmp_path)) == STANDS[name]


def test_every_game_has_a_golden_journal() -> None:
    assert {journal["game"] for journal in STANDS.values()} == set(GAMES)


def test_some_golden_journals_stop_in_the_middle_and_some_went_back() -> None:
    assert any(journal["pending"] not in (None, "again") for journal in STANDS.values())
    assert any('["undo"' in row for name in NAMES for row in written(name))
