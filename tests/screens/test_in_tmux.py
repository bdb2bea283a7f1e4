"""The screens in a real terminal: they leave nothing private behind, and the full one goes when told to."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminals import BY_CARDS, NAMES, PATIENCE, TO_THE_CARDS, Terminal

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed: apt install tmux")

CARDS = ("loup-garou", "loup-garou", "voyante", *["villageois"] * 5)
TO_THE_WINDOW = (
    *TO_THE_CARDS,
    *((f"{name}, quelle est ta carte", card) for name, card in zip(NAMES, CARDS, strict=True)),
)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path)
    # The shell stays, so that what a narrator leaves behind can be looked at; it says which process it has become.
    script = f'echo BEFORE; {sys.executable} -m narrator "$@"; echo "STATUS $?"; exec cat'
    terminal.run("bash", "-c", script, "narrator", *BY_CARDS, home=tmp_path / "home")
    yield terminal
    terminal.close()


def answer(terminal: Terminal, *answers: tuple[str, str]) -> None:
    """Give these answers to these questions."""
    for question, line in answers:
        terminal.awaited(question)
        terminal.type(*filter(None, (line,)), "Enter")


def test_a_night_on_the_full_screen_leaves_nothing_secret_behind(terminal: Terminal) -> None:
    answer(terminal, *TO_THE_WINDOW, ("Quelle carte percer", "Ali"), ("Quelle proie", "Emma"))
    shown = terminal.awaited("finir le débat")
    assert "5×Emma" in shown.replace(" ", ""), "who died is told to all"
    terminal.type("C-c")
    left = terminal.awaited("STATUS 0")
    assert "narrator resume" in left
    assert "BEFORE" in left, "what stood there before still does"
    everything = terminal.everything() + terminal.alternate()
    for secret in ("quelle est ta carte", "Quelle carte", "Quelle proie", "voyante", "> Ali", "Pour tes yeux"):
        assert secret not in everything


def test_a_night_on_the_plain_screen_leaves_nothing_secret_behind(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    try:
        terminal.run(sys.executable, "-m", "narrator", *BY_CARDS, "--plain", home=tmp_path / "home")
        answer(terminal, *TO_THE_WINDOW, ("Quelle carte percer", "Ali"), ("Quelle proie", "Emma"))
        terminal.awaited("finir le débat")
        everything = terminal.everything()
    finally:
        terminal.close()
    assert "Emma" in everything, "who died is told to all"
    assert "> non" in everything, "what was typed by day stands there"
    for secret in ("quelle est ta carte", "Quelle carte", "Quelle proie", "> voyante", "> Ali", "> Emma"):
        assert secret not in everything


@pytest.mark.parametrize("plain", [(), ("--plain",)], ids=["full screen", "plain"])
def test_private_lines_that_have_a_file_stand_on_no_terminal(tmp_path: Path, plain: tuple[str, ...]) -> None:
    terminal, private = Terminal(tmp_path), tmp_path / "private"
    words = ("-m", "narrator", *BY_CARDS, *plain, "--private", str(private))
    shown = ""
    try:
        terminal.run(sys.executable, *words, home=tmp_path / "home")
        answer(terminal, *TO_THE_WINDOW[:4])
        for name, card in zip(NAMES, CARDS, strict=True):
            wait_for(private, f"{name}, quelle est ta carte")
            shown += terminal.awaited("Pour tes yeux seuls")
            terminal.type(card, "Enter")
        wait_for(private, "Quelle carte percer")
        shown += terminal.awaited("Pour tes yeux seuls")
    finally:
        terminal.close()
    assert "quelle est ta carte" not in shown
    assert "Quelle carte" not in shown
    assert private.stat().st_mode & 0o777 == 0o600


def wait_for(path: Path, text: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not path.exists() or text not in path.read_text(encoding="utf-8"):
        assert time.monotonic() < deadline, f"{text!r} is not in the file"
        time.sleep(0.05)


def test_what_is_kept_of_standard_error_holds_nothing_that_was_drawn(tmp_path: Path) -> None:
    terminal, errors = Terminal(tmp_path), tmp_path / "errors"
    try:
        script = f'{sys.executable} -m narrator "$@" 2>"$0"; echo "STATUS $?"; exec cat'
        terminal.run("bash", "-c", script, str(errors), *BY_CARDS, home=tmp_path / "home")
        answer(terminal, *TO_THE_WINDOW)
        terminal.awaited("Quelle carte percer")
        assert errors.read_text(encoding="utf-8") == ""
    finally:
        terminal.close()


@pytest.mark.parametrize("stopped_by", [signal.SIGTSTP, signal.SIGSTOP])
def test_a_game_that_was_stopped_and_goes_on_takes_keys_and_can_be_left(
    terminal: Terminal, stopped_by: signal.Signals
) -> None:
    terminal.awaited("Expliquer d'abord")
    narrator = terminal.child()
    for _ in range(2):
        os.kill(narrator, stopped_by)
        terminal.stopped(narrator)
        os.kill(narrator, signal.SIGCONT)
        terminal.awaited("Expliquer d'abord")
    answer(terminal, *TO_THE_WINDOW[:1])
    terminal.awaited("Jouer une nuit d'essai")
    terminal.type("C-c")
    terminal.awaited("STATUS 0")


def test_a_terminal_that_was_smaller_for_a_moment_is_drawn_whole(terminal: Terminal) -> None:
    shown = terminal.awaited("Expliquer d'abord")
    terminal.lose()
    assert "Expliquer d'abord" not in terminal.screen()
    os.kill(terminal.child(), signal.SIGWINCH)  # its size is again what it was
    drawn = terminal.awaited("Expliquer d'abord")
    assert all(name in drawn for name in NAMES if name in shown)


@pytest.mark.parametrize("plain", [(), ("--plain",)], ids=["full screen", "plain"])
def test_a_terminal_that_was_stopped_shows_all_that_it_has_missed(tmp_path: Path, plain: tuple[str, ...]) -> None:
    terminal = Terminal(tmp_path)
    try:
        terminal.run(sys.executable, "-m", "narrator", *BY_CARDS, *plain, home=tmp_path / "home")
        answer(terminal, TO_THE_WINDOW[0])
        terminal.awaited("Jouer une nuit d'essai")
        (journal,) = (tmp_path / "home" / "games").glob("*.journal")
        length = len(journal.read_bytes())
        terminal.flow(termios.TCOOFF)
        terminal.type("n", "o", "n", "Enter")
        deadline = time.monotonic() + PATIENCE
        while len(journal.read_bytes()) == length:
            assert time.monotonic() < deadline, "the answer is not stored"
            time.sleep(0.05)
        terminal.flow(termios.TCOON)
        for missed in ("essai, pour", "Entrée quand le cercle", *(() if plain else ("Thiercelieux", *NAMES))):
            terminal.awaited(missed)
        terminal.flow(termios.TCOOFF)
        terminal.type("a", "b", "c")
        terminal.flow(termios.TCOON)
        terminal.awaited("> abc")
    finally:
        terminal.close()


def test_a_full_screen_that_is_interrupted_twice_is_left_once(terminal: Terminal) -> None:
    terminal.awaited("Expliquer d'abord")
    for _ in range(2):
        os.kill(terminal.child(), signal.SIGINT)
    assert "Traceback" not in terminal.awaited("STATUS 0")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("how", "status"), [("C-c", 0), (signal.SIGINT, 0), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_game_that_is_put_away_in_a_window_takes_the_window_with_it(
    terminal: Terminal, how: str | signal.Signals, status: int
) -> None:
    answer(terminal, *TO_THE_WINDOW)
    terminal.awaited("Quelle carte percer")
    terminal.type("A", "l", "i")
    terminal.awaited("> Ali")
    if isinstance(how, str):
        terminal.type(how)
    else:
        os.kill(terminal.child(), how)
    left = terminal.awaited(f"STATUS {status}")
    assert "narrator resume" in left
    everything = terminal.everything() + terminal.alternate()
    for secret in ("Quelle carte", "Ali", "Pour tes yeux"):
        assert secret not in everything.replace("Alice", "")
    terminal.type("o", "n", " ", "v", "o", "i", "t", "Enter")
    assert terminal.awaited("on voit"), "letters are echoed again"


def test_a_screen_that_breaks_down_tells_no_secret_and_loses_no_game(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    broken = (
        "import narrator.screens.full_screen.panes as panes\n"
        "from narrator.cli import main\n"
        "draw = panes.drawn_panel\n"
        "def fails(shown, width, height):\n"
        "    if any('Quelle' in line for line in shown.lines): raise RuntimeError(str(shown))\n"
        "    return draw(shown, width, height)\n"
        "panes.drawn_panel = fails\n"
        "main()\n"
    )
    script = f'{sys.executable} -c "$0" "$@"; echo "STATUS $?"; exec cat'
    try:
        terminal.run("bash", "-c", script, broken, *BY_CARDS, home=tmp_path / "home")
        answer(terminal, *TO_THE_WINDOW)
        left = terminal.awaited("STATUS 2")
        assert "RuntimeError" in left
        assert "resume --plain" in left
        assert "Quelle" not in terminal.everything() + terminal.alternate()
    finally:
        terminal.close()
    (journal,) = (tmp_path / "home" / "games").glob("*.journal")
    assert journal.stat().st_size > 0
