"""A box on a laptop: somebody types on its terminal, which the whole circle may look at afterwards."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from terminals import Terminal

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed: apt install tmux")

CARDS = ("LOUP", "VOYANTE", "CUPIDON", "VILLAGEOIS", "VILLAGEOIS")
"""As nothing else writes them."""


def test_nothing_that_is_typed_in_a_game_stays_to_be_read(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    program = (sys.executable, "-m", "narrator", "box", "--no-sound", "--no-ears", "--lang", "fr", "--pace", "instant")
    terminal.run(*program, home=tmp_path / "home")
    try:
        for awaited, line in (
            ("Combien êtes-vous", "5"),
            ("À quel jeu", ""),
            ("Entrée quand le cercle est prêt", ""),
            ("Entrée quand chaque carte est vue", ""),
            *((f"Numéro {seat}.", card) for seat, card in enumerate(CARDS, start=1)),
            ("Cupidon choisit", "1 2"),
            ("carte à percer", "PERSONNE"),
            ("une proie", "5"),
        ):
            terminal.awaited(awaited)
            terminal.type(line, "Enter")
        terminal.awaited("Qui devient Capitaine")
        everything = terminal.everything()
    finally:
        terminal.close()
    assert "Combien êtes-vous autour du cercle ?\n5\n" in everything, "before a game it is shown"
    assert not {line.strip() for line in everything.splitlines()} & {*CARDS, "1 2", "PERSONNE"}
