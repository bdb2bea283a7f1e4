"""`narrator box` as a service runs it: no terminal, captions into a log, and a numeric pad."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from booths import hasty
from boxes import Table

CALM = 3.0
"""Seconds that most lines last in a hurry, at most; a key that comes before its question is pressed again."""

FIRST_NIGHT = ("2", "7", "8", "1")
"""Where the Mafioso sits, whom he kills, where the guardian angel sits, whom she looks at."""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, ["--no-sound", "--pace", "instant"])


@pytest.fixture(
    params=[
        "in captions",
        pytest.param(
            "aloud",
            marks=pytest.mark.skipif(
                not os.environ.get("NARRATOR_SINK"), reason="NARRATOR_SINK names no sink: .ci/run makes one"
            ),
        ),
    ]
)
def heard(request: pytest.FixtureRequest, tmp_path: Path, table: Table) -> Table:
    """Return a table whose box is read, or one whose box speaks into what passes for a sound card."""
    if request.param == "in captions":
        return table
    voice = hasty(tmp_path / "home")
    return table.aloud("--pace", "fast", "--no-ears", "--no-ambience", "--voice", voice, calm=CALM)


def test_a_box_plays_from_power_on_to_victory_though_it_is_killed_by_night_and_by_day(heard: Table) -> None:
    with heard.on() as box:
        box.hears("Je suis le narrateur")
        box.set_up()
        box.play("", "", *FIRST_NIGHT[:2])
    with heard.on() as box:
        box.answer("Une partie d'aujourd'hui attend sa fin : Mafia, à 8 joueurs.", "1")
        box.hears("C'est la nuit")
        box.confirm()
        box.play(*FIRST_NIGHT[2:])
        box.confirm()
        box.play("2", "8")
    with heard.on() as box:
        box.answer("La reprendre ?", "1")
        box.hears("C'est le jour")
        for day_and_prey in (("1", "3"), ("2", "4", "1", "2", "."), ("5", "1", "2", "6")):
            box.play(*day_and_prey)
            box.confirm()  # the family's call,
            box.confirm()  # and that of the guardian angel, who is dead
        box.play("2", "2", "1")
        box.finish("? Une autre partie", "2")
        box.answer("Un autre jeu ?", "2")
        box.hears("Rentrez bien")
        assert box.ends() == 42


def test_a_stopped_box_has_stored_the_game_and_offers_it_again(table: Table) -> None:
    with table.on() as box:
        box.set_up()
        box.play("")
        assert box.stops() == 0
    with table.on() as box:
        box.answer("Une partie d'aujourd'hui attend sa fin : Mafia, à 8 joueurs. La reprendre ? Oui, ou non.", "2")
        box.answer("Comme la dernière fois ?", "2")
        box.hears("Combien êtes-vous")
        assert box.stops() == 0


def test_a_box_without_hands_says_what_to_do_and_waits(tmp_path: Path) -> None:
    with Table(tmp_path, ["--no-sound", "--pace", "instant", "--keypad", "none"]).on() as box:
        box.hears("Branchez un pavé numérique ou un bouton, et j'attends.")
        assert box.stops() == 0


def test_zero_ends_the_evening_before_it_has_begun(table: Table) -> None:
    with table.on() as box:
        box.answer("Combien êtes-vous", "0")
        box.answer("On s'arrête là ?", "1")
        box.hears("Rentrez bien")
        assert box.ends() == 42


def test_nothing_secret_is_ever_written(table: Table) -> None:
    with table.on() as box:
        box.set_up()
        box.play("", "", *FIRST_NIGHT)
        box.stops()
        # The angel looked at seat 1, and the Mafioso sits at 2.
        night = "\n".join(box.said[[n for n, line in enumerate(box.said) if "fermez les yeux" in line][-1] :])
        assert "numéro 1" not in night
        assert not any(f"numéro {seat}" in night for seat in (2, 8))
        assert "[privé]" not in night
