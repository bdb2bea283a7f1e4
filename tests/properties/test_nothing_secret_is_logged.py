"""Nothing secret is logged: nights that differ in secret alone are logged alike, without a card, a name or the key."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from real_twins import NOBODY, THERE, Deal, prepared

from narrator.table.journal.journal import Journal, look

NAMES = ("Zéphyrine", "Quintus", "Ygraine", "Barnabé", "Wilhelmine")
CARDS = ("loup-garou", "voyante", "sorciere", "villageois")
ONE, OTHER = ("Ygraine", "oui", "aucun"), ("Wilhelmine", "oui", "aucun")
"""What the wolves and the witch type, in nights that sound alike: a victim, who is saved, and no other."""

PLAY = "from narrator.cli import main; main()"
LEAKY = """
from narrator.evening.app.game_series import GameLog, _logger
GameLog.answered = lambda self, ask, answer, at: _logger.debug({})
"""
CARELESS = '"answered %s, %s, %s, %s, %s", answer, ask, ask.to, [answer], getattr(answer, "seats", answer)'
"""What a careless message would tell, were it printed: who was chosen, and who chose."""


def named(home: Path) -> str:
    """Give the players of the prepared game names; return the key of its deal."""
    (path,) = (home / "games").iterdir()
    kept = look(path)
    path.unlink()
    with Journal.create(path, {**kept.header, "names": list(NAMES)}) as journal:
        for question, answer in kept.record().answers:
            journal.answer(question, answer)
        journal.cue(kept.record().place.cue)
    return str(kept.header["key"])


def night(home: Path, typed: Sequence[str], program: str = PLAY, deal: Deal = THERE) -> tuple[list[str], list[str]]:
    """Play a night that is logged; return its lines, without times and process numbers, and the secrets in them."""
    prepared(home, deal)
    key = named(home)
    words = ["--debug", "resume", "--pace", "instant", "--no-sound", "--private", str(home / "private")]
    subprocess.run(
        [sys.executable, "-c", program, *words],
        input="".join(f"{line}\n" for line in typed),
        text=True,
        encoding="utf-8",
        env={**os.environ, "NARRATOR_HOME": str(home), "LC_ALL": "C.UTF-8"},
        check=True,
        capture_output=True,
    )
    shown = (home / "private").read_text(encoding="utf-8")
    assert (typed[0] in shown) is (deal == THERE), "the wolves' victim was shown to the witch, who is there"
    log = (home / "narrator.log").read_text(encoding="utf-8")
    lines = [re.sub(r"^\d+\.\d+ |(?<=game_series )\d+\.\d+ |process \d+.*", "", line) for line in log.splitlines()]
    return lines, [secret for secret in (*NAMES, *CARDS, key, key[:8]) if secret.casefold() in log.casefold()]


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return what is logged of one night."""
    home = tmp_path_factory.mktemp("usual")
    lines, secrets = night(home, ONE)
    assert secrets == []
    assert stat.S_IMODE((home / "narrator.log").stat().st_mode) == 0o600
    return lines


def test_two_nights_that_differ_in_secret_alone_are_logged_alike(usual: list[str], tmp_path: Path) -> None:
    assert "game DEBUG narrator.evening.app.game_series window witch" in usual
    assert night(tmp_path, OTHER) == (usual, [])


def test_a_night_is_logged_alike_whether_or_not_a_called_role_is_there(tmp_path: Path) -> None:
    there = night(tmp_path / "there", ("Ygraine", "non", "aucun"))
    assert night(tmp_path / "nobody", ("Ygraine",), deal=NOBODY) == there


def test_a_careless_message_tells_nothing(tmp_path: Path) -> None:
    leaky = LEAKY.format(CARELESS) + PLAY
    one, found = night(tmp_path / "one", ONE, leaky)
    assert f"game DEBUG narrator.evening.app.game_series answered {', '.join(['<secret>'] * 5)}" in one
    assert found == []
    assert night(tmp_path / "other", OTHER, leaky)[0] == one


@pytest.mark.thorough
@pytest.mark.parametrize("message", ['"%s", str(answer)', '"%s", getattr(answer, "seats", (0,))[0]', 'f"{answer}"'])
def test_a_secret_that_was_made_a_text_or_a_number_is_noticed(message: str, tmp_path: Path) -> None:
    one, other = (night(tmp_path / typed[0], typed, LEAKY.format(message) + PLAY)[0] for typed in (ONE, OTHER))
    assert one != other


def test_a_card_that_is_logged_is_found(tmp_path: Path) -> None:
    assert night(tmp_path, ONE, LEAKY.format("str(ask.to)") + PLAY)[1] == ["loup-garou"]
