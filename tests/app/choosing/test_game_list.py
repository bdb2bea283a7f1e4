"""The list of games: every pack with how many may play, whatever is wrong with another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.app.choosing.game_list import list_games
from narrator.resources import games


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_game_stands_on_a_line_with_how_many_may_play(capsys: pytest.CaptureFixture[str], language: str) -> None:
    assert list_games(language) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(games())
    assert next(line for line in lines if line.startswith("cuba ")).split()[1] == "6–12"


def test_a_broken_pack_is_told_and_the_others_are_listed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    list_games("fr")
    whole = capsys.readouterr().out
    broken = home / "packs" / "broken"
    broken.mkdir(parents=True)
    (broken / "game.yaml").write_text("nothing: here", encoding="utf-8")
    assert list_games("fr") == 0
    said = capsys.readouterr()
    assert said.out == whole
    assert said.err.startswith("broken: ")
