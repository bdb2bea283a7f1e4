"""How people talk in the languages that there are, also where a player's own says nothing that can be used."""

from __future__ import annotations

from pathlib import Path

import pytest
from questions import table_words

from narrator.core.answers import Choices, Kind, Seats
from narrator.core.effects import Ask
from narrator.inbox.entry import Reply
from narrator.inbox.inbox import LiveInbox, WallClock
from narrator.language.phrasebook import phrasebook_of, phrasebooks
from narrator.language.typed import Reader
from narrator.resources import languages
from narrator.story.diagnostics import PackError


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where a language of the player's own is being written, which is not there yet."""
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    return tmp_path / "languages" / "eo"


def write(language: Path) -> None:
    language.mkdir(parents=True)
    (language / "words.yaml").touch()
    (language / "spoken.yaml").write_text("numerals: [", encoding="utf-8")


def test_a_language_that_is_broken_is_left_out_and_refused_by_its_own_name(broken: Path) -> None:
    sound = phrasebooks()
    write(broken)
    assert "eo" in languages()
    assert phrasebooks() == sound
    with pytest.raises(PackError, match="N103"):
        phrasebook_of("eo")


def test_a_broken_language_that_comes_during_a_game_costs_no_answer(broken: Path) -> None:
    reader, inbox = Reader(table_words("thiercelieux")), LiveInbox(WallClock())
    inbox.open(Ask(question="any", choices=Choices(kind=Kind.SEATS, seats=(1, 2, 3)), living=(1, 2, 3)))
    write(broken)
    assert reader.read("deux", inbox) == Reply(Seats((2,)))
