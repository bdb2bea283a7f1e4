"""The list of games: every pack with how many may play, whatever is wrong with another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.app.choosing.game_list import game_called, list_games
from narrator.resources import games


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_game_stands_on_a_line_with_how_many_may_play(capsys: pytest.CaptureFixture[str], language: str) -> None:
    list_games(language)
    lines = capsys.readouterr().out.splitlines()
    listed = [line.split()[:3] for line in lines]
    assert sorted(name for _, name, _ in listed) == list(games())
    assert listed[1] == ["2.", "cuba", "6–12"]


def test_the_number_of_a_game_in_the_list_is_taken_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    list_games("fr")
    numbers = [line.split()[:2] for line in capsys.readouterr().out.splitlines()]
    assert [game_called(number.removesuffix("."), "fr") for number, _ in numbers] == [name for _, name in numbers]


def test_a_broken_pack_is_told_and_the_others_are_listed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    list_games("fr")
    whole = capsys.readouterr().out
    broken = home / "packs" / "broken"
    broken.mkdir(parents=True)
    (broken / "game.yaml").write_text("nothing: here", encoding="utf-8")
    list_games("fr")
    said = capsys.readouterr()
    assert said.out == whole
    assert said.err.startswith("broken: ")
