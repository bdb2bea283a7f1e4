"""`narrator evenings`: told of games that are over, from what all heard, and not at all where it is switched off."""

from __future__ import annotations

from pathlib import Path

import pytest
from damages import stored_game
from terminals import narrator

from narrator.commands.telling import finished_games
from narrator.rules.core.answers import Seats
from narrator.rules.core.effects import Deed, Tells
from narrator.rules.core.secrets import unseal
from narrator.rules.village.game import VillageSetup
from narrator.table.games.registry import restored
from narrator.table.games.saved_games import kept
from narrator.table.journal.journal import look
from narrator.table.session.replay import replay


def kept_games(home: Path, *names: str) -> None:
    """Keep golden journals as games of one day."""
    (home / "games").mkdir(parents=True)
    for number, name in enumerate(names):
        stored_game(home / "games", name).rename(home / "games" / f"20260131-21000{number}.journal")


def test_a_finished_evening_is_told_in_the_language_of_the_system(over: Path) -> None:
    told = narrator(over, "evenings", LC_ALL="fr_FR.UTF-8")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.splitlines()[:2] == [
        "Soirées : 1. Parties finies : 1.",
        "Les Loups-Garous de Thiercelieux, 1 partie : 1 victoire pour les amoureux.",
    ]


def test_those_who_won_are_those_whom_the_end_named(over: Path) -> None:
    assert "Les flèches de Cupidon lièrent Chloé et Bruno." in narrator(over, "story").stdout
    won = [
        line for line in narrator(over, "evenings", "--lang", "en").stdout.splitlines() if line.endswith(" won 1 of 1")
    ]
    assert won == ["Bruno won 1 of 1", "Chloé won 1 of 1"]


def test_a_game_that_is_not_over_counts_as_nothing(unfinished: Path) -> None:
    told = narrator(unfinished, "evenings", "--lang", "en")
    assert (told.returncode, told.stdout) == (0, "No game is finished yet.\n")


def test_neither_counts_a_game_that_is_damaged_or_whose_end_was_taken_back(home: Path) -> None:
    kept_games(home, "thiercelieux-meneur-finished", "mafia-meneur-finished", "thiercelieux-meneur-undone")
    damaged = home / "games" / "20260131-210001.journal"
    content = bytearray(damaged.read_bytes())
    content[len(content) * 9 // 10] ^= 1  # among its rows
    damaged.write_bytes(content)
    assert len([*finished_games(kept())]) == 1


@pytest.mark.parametrize(
    "name", ["cuba-meneur-finished", "infiltres-meneur-finished", "mafeking-meneur-finished", "mafia-meneur-finished"]
)
def test_every_game_is_told(home: Path, name: str) -> None:
    kept_games(home, name)
    (game,) = finished_games(kept())
    assert game.winners
    assert bool(game.outcome) == (not name.startswith("cuba"))


@pytest.mark.parametrize("name", ["infiltres-meneur-finished", "mafeking-meneur-finished", "mafia-meneur-finished"])
def test_those_who_won_are_of_the_camp_that_their_cards_were_of(home: Path, name: str) -> None:
    kept_games(home, name)
    (game,) = finished_games(kept())
    (path,) = (home / "games").iterdir()
    journal = look(path)
    setup = restored(journal.header).setup
    assert isinstance(setup, VillageSetup)
    held: dict[int, str] = {}
    answers = journal.record().answers
    for step in replay(setup, answers).steps:
        if isinstance(step.effect, Deed) and step.effect.tells is Tells.HOLDS:
            terms = {key: term.value for key, term in unseal(step.effect.args)}
            held[int(str(terms["seat"]))] = str(terms["card"])
    camps = {seat: setup.role(held[seat]).camp if seat in held else "village" for seat in range(1, setup.players + 1)}
    lovers = [answer.seats for question, answer in answers if question == "cupid.lovers" and isinstance(answer, Seats)]
    mixed = {seat for pair in lovers for seat in pair if len({camps[seat] for seat in pair}) > 1}
    assert bool(mixed) == name.startswith("mafeking"), "whom Cupid bound to the other camp wins with neither"
    assert game.winners == {seat for seat, camp in camps.items() if camp == journal.record().outcome} - mixed


def test_switched_off_nothing_is_told_until_it_is_switched_on_again(over: Path) -> None:
    off = narrator(over, "evenings", "--off", "--lang", "en")
    assert (off.returncode, off.stdout) == (0, "Evenings are not told. To tell them: narrator evenings --on\n")
    assert narrator(over, "evenings", "--lang", "en").stdout == off.stdout
    assert "evenings: false" in (over / "settings.yaml").read_text(encoding="utf-8")
    assert narrator(over, "evenings", "--on", "--lang", "en").stdout.startswith("Evenings: 1.")
    assert narrator(over, "evenings", "--lang", "en").stdout.startswith("Evenings: 1.")


def test_a_switch_that_cannot_be_kept_is_told(over: Path) -> None:
    (over / "settings.yaml").mkdir()
    refused = narrator(over, "evenings", "--off")
    assert refused.returncode == 2
    assert refused.stderr


def test_telling_it_changes_no_game(over: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in (over / "games").rglob("*")}
    narrator(over, "evenings")
    assert {path: path.stat().st_mtime_ns for path in (over / "games").rglob("*")} == before


def test_a_game_whose_pack_is_gone_is_told_by_its_ids(over: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(over))
    monkeypatch.setattr("narrator.commands.telling.pack_path", lambda _name: over / "nowhere")
    (game,) = finished_games(kept())
    assert game.title == "thiercelieux"
