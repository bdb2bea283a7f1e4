"""What a guest tells the machine that cuts its power: every row that a journal has stored, whatever its kind."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from machine.guest import evening
from narrator.rules.core.answers import DONE, NO
from narrator.table.journal.journal import Journal, Place


def test_a_guest_promises_every_row_and_says_which_hold_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    promised: list[int] = []
    for name in ("create", "_append"):
        monkeypatch.setattr(Journal, name, Journal.__dict__[name])  # put back afterwards
    teller = SimpleNamespace(tell=lambda _name, rows: promised.append(rows))
    monkeypatch.setattr(evening.Teller, "now", teller, raising=False)
    evening.promise_rows()
    with Journal.create(tmp_path / "games" / "20260101-200000.journal", {"players": 8}) as journal:
        journal.answer("ready", DONE)
        journal.slot(Place(1, 1), [("witch.heal", NO)])
        journal.slot(Place(1, 2), [])
    assert promised == [0, 1, 2, 3]
    assert capsys.readouterr().out.count("promised an answer") == 2
