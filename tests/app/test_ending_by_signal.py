"""A plain terminal whose narrator is told to end, in a window: as before, without a secret, the game stored."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from pseudo_terminals import PseudoTerminal

from narrator.journal.journal import Journal

NAMES = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid", "Gwen", "Hugo")
PLAY = ("play", "--plain", "--names", ",".join(NAMES), "--deal", "cards", "--roles", "simple", "--pace", "instant")
TO_THE_WINDOW = (
    ("Expliquer d'abord", "non"),
    ("Jouer une nuit d'essai", "non"),
    ("Entrée quand le cercle", ""),
    ("Entrée quand chaque carte", ""),
    ("Alice, quelle est ta carte", "loup-garou"),
)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[PseudoTerminal]:
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # the tests themselves may run under nohup
    terminal = PseudoTerminal(tmp_path, *PLAY, "--no-sound")
    yield terminal
    terminal.close()
    signal.signal(signal.SIGHUP, before)


def to_the_window(terminal: PseudoTerminal) -> None:
    """Play up to the second player's window, and type half a card in it."""
    for question, line in TO_THE_WINDOW:
        terminal.awaited(question)
        terminal.type(line + "\r")
    terminal.awaited("Bruno, quelle est ta carte")
    terminal.type("voy")
    terminal.awaited("voy")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_in_a_window_leaves_the_terminal_as_it_was_and_nothing_private(
    terminal: PseudoTerminal, tmp_path: Path, number: signal.Signals
) -> None:
    to_the_window(terminal)
    assert terminal.modes != terminal.before, "keys come one by one, and are not echoed by the terminal"
    assert terminal.paper.alternate
    terminal.signal(number)
    assert terminal.ended() == -number
    assert terminal.modes == terminal.before
    assert not terminal.paper.alternate
    last = terminal.text.rpartition("voy")[2]
    wiped = re.findall(r"\x1b\[(\d+);1H\x1b\[K", last.partition("\x1b[?1049l")[0])
    assert {*map(int, wiped)} == {*range(1, 25)}, "the private screen is wiped before it is left"
    assert "narrator resume" in terminal.paper.main
    assert "quelle est ta carte" not in terminal.paper.main
    assert "voy" not in terminal.paper.main
    (path,) = (tmp_path / "games").glob("*.journal")
    with Journal.reopen(path) as journal:
        assert "deal.card" in [question for question, _ in journal.record().answers]


def test_a_terminal_that_hangs_up_under_nohup_is_played_on(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        terminal = PseudoTerminal(tmp_path, *PLAY, "--no-sound")
    finally:
        signal.signal(signal.SIGHUP, before)
    try:
        terminal.awaited("Expliquer d'abord")
        terminal.signal(signal.SIGHUP)
        terminal.type("non\r")
        terminal.awaited("Jouer une nuit d'essai")
    finally:
        terminal.close()
