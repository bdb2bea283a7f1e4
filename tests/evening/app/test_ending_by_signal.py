"""A narrator that is told to end: its terminal as before, without a secret, the game stored, no lock kept."""

from __future__ import annotations

import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from terminals import BY_CARDS, LEAVING, TO_THE_CARDS, PseudoTerminal

from narrator.evening.app.interruption import interrupted_by
from narrator.table.journal import chain
from narrator.table.journal.journal import Journal

PLAINLY = (*BY_CARDS, "--plain")
TO_THE_WINDOW = (
    *TO_THE_CARDS,
    ("Alice, quelle est ta carte", "loup-garou"),
)


PROGRAMS = {
    "full screen": (BY_CARDS, "Expliquer d'abord", 0),
    "plain": (PLAINLY, "Expliquer d'abord", 0),
    "set-up": (("play",), "Qui joue", 130),
    "box": (("box", "--no-sound"), "Bonsoir", 0),
}
"""Command lines, what is awaited, and the status after an interruption."""
STANDS = (PseudoTerminal.stop, PseudoTerminal.clog)
SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
BOX_ENDS = "box", signal.SIGTERM
"""A service that is stopped has not failed."""


def answered(path: Path, question: str) -> int:
    """Return how often a question was answered: each stands in the row of its slot once that is over."""
    return sum(f'"{question}"' in row for row in chain.read(path.read_bytes()).rows)


def stored(path: Path, question: str, times: int) -> None:
    """Wait until a question was answered so often."""
    deadline = time.monotonic() + LEAVING
    while answered(path, question) < times:
        assert time.monotonic() < deadline, chain.read(path.read_bytes()).rows
        time.sleep(0.05)


@pytest.fixture
def hang_ups() -> Iterator[None]:
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # the tests themselves may run under nohup
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.fixture
def terminal(tmp_path: Path, hang_ups: None) -> Iterator[PseudoTerminal]:  # noqa: ARG001 - set up first
    terminal = PseudoTerminal(tmp_path, *PLAINLY)
    yield terminal
    terminal.close()


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
    typed = len(terminal.text)
    assert terminal.modes != terminal.before, "keys come one by one, and are not echoed by the terminal"
    assert terminal.paper.alternate
    terminal.signal(number)
    assert terminal.ended() == -number
    assert terminal.modes == terminal.before
    assert not terminal.paper.alternate
    last = terminal.text[typed:]
    wiped = re.findall(r"\x1b\[(\d+);1H\x1b\[K", last.partition("\x1b[?1049l")[0])
    assert {*map(int, wiped)} == {*range(1, 25)}, "the private screen is wiped before it is left"
    assert "narrator resume" in terminal.paper.main
    assert "quelle est ta carte" not in terminal.paper.main
    assert "voy" not in terminal.paper.main
    (path,) = (tmp_path / "games").glob("*.journal")
    with Journal.reopen(path) as journal:
        assert "deal.card" in [question for question, _ in journal.record().answers]


def test_two_interruptions_at_once_put_the_game_away_once(terminal: PseudoTerminal) -> None:
    to_the_window(terminal)
    terminal.signal(signal.SIGINT)
    time.sleep(0.02)
    terminal.signal(signal.SIGINT)
    assert terminal.ended() == 0
    assert "narrator resume" in terminal.paper.main
    assert "Traceback" not in terminal.text


@pytest.mark.usefixtures("hang_ups")
@pytest.mark.parametrize("play", [BY_CARDS, PLAINLY], ids=["full screen", "plain"])
def test_a_terminal_that_hangs_up_ends_the_program_by_this_signal(tmp_path: Path, play: tuple[str, ...]) -> None:
    terminal = PseudoTerminal(tmp_path, *play)
    try:
        terminal.awaited("Expliquer d'abord")
        assert terminal.hung_up() == -signal.SIGHUP
    finally:
        terminal.close()


@pytest.mark.thorough
@pytest.mark.usefixtures("hang_ups")
@pytest.mark.parametrize(
    ("program", "stands", "number"),  # any two of them come together
    [(it, STANDS[(row + turn) % 2], by) for row, it in enumerate(PROGRAMS) for turn, by in enumerate(SIGNALS)],
)
def test_a_terminal_that_takes_nothing_hinders_no_end(
    tmp_path: Path, program: str, stands: Callable[[PseudoTerminal], None], number: signal.Signals
) -> None:
    words, awaited, interrupted = PROGRAMS[program]
    terminal = PseudoTerminal(tmp_path, *words)
    try:
        terminal.awaited(awaited)
        stands(terminal)
        terminal.signal(number)
        status = terminal.ended_unread()
        assert status == (interrupted if number is signal.SIGINT else 0 if (program, number) == BOX_ENDS else -number)
        assert terminal.modes == terminal.before
    finally:
        terminal.close()
    for path in (tmp_path / "games").glob("*.journal"):
        Journal.reopen(path).close()


@pytest.mark.parametrize("stands", STANDS)
def test_a_full_screen_that_takes_nothing_is_left_by_a_key(
    tmp_path: Path, stands: Callable[[PseudoTerminal], None]
) -> None:
    terminal = PseudoTerminal(tmp_path, *BY_CARDS)
    try:
        terminal.awaited("Expliquer d'abord")
        stands(terminal)
        terminal.type("\x03")
        assert terminal.ended_unread() == 0
    finally:
        terminal.close()


@pytest.mark.parametrize("play", [BY_CARDS, PLAINLY], ids=["full screen", "plain"])
def test_a_window_of_a_stopped_terminal_closes_and_what_stood_in_it_is_never_shown(
    tmp_path: Path, play: tuple[str, ...]
) -> None:
    terminal = PseudoTerminal(tmp_path, *play)
    try:
        for question, line in TO_THE_WINDOW:
            terminal.awaited(question)
            terminal.type(line + "\r")
        terminal.awaited("Bruno, quelle est ta carte")
        terminal.stop()
        terminal.type("voyante\r")
        (path,) = (tmp_path / "games").glob("*.journal")
        stored(path, "deal.card", times=2)
        stopped_at = len(terminal.written)
        while answered(path, "deal.card") < 3:  # the third is asked once the second's window has closed
            terminal.type("villageois\r")
            time.sleep(0.2)
        terminal.go_on()
        terminal.awaited("quelle est ta carte")
        assert "Bruno, quelle" not in terminal.written[stopped_at:].decode()
    finally:
        terminal.close()


@pytest.mark.parametrize("stands", [lambda _terminal: None, PseudoTerminal.clog], ids=["read", "unread"])
def test_a_full_screen_whose_terminal_is_gone_ends_where_no_signal_tells_it(
    tmp_path: Path, stands: Callable[[PseudoTerminal], None]
) -> None:
    terminal = PseudoTerminal(tmp_path, *BY_CARDS)
    try:
        terminal.awaited("Expliquer d'abord")
        stands(terminal)
        terminal.hung_up(told=False)
    finally:
        terminal.close()
    (path,) = (tmp_path / "games").glob("*.journal")
    Journal.reopen(path).close()


def test_a_terminal_that_hangs_up_under_nohup_is_played_on(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        terminal = PseudoTerminal(tmp_path, *PLAINLY)
    finally:
        signal.signal(signal.SIGHUP, before)
    try:
        terminal.awaited("Expliquer d'abord")
        terminal.signal(signal.SIGHUP)
        terminal.type("non\r")
        terminal.awaited("Jouer une nuit d'essai")
    finally:
        terminal.close()


SECONDS = 20
"""How long a lost interruption is waited for before the test fails."""


def struck_as_it_is_dropped() -> Iterator[int]:
    """Yield once; the signal comes while Python puts the generator away."""
    try:
        yield 1
    finally:
        signal.raise_signal(signal.SIGTERM)


def test_an_interruption_that_a_finaliser_swallows_is_raised_again() -> None:
    with interrupted_by(signal.SIGTERM) as told:
        dropped = struck_as_it_is_dropped()
        next(dropped)
        del dropped
        with pytest.raises(KeyboardInterrupt):
            threading.Event().wait(SECONDS)
    assert told == [signal.SIGTERM]


def test_a_lock_is_given_back_although_a_signal_strikes_as_it_is_taken() -> None:
    given_back: list[tuple[object, ...]] = []
    lock = SimpleNamespace(
        acquire=lambda: None,
        release=lambda: None,
        __enter__=partial(signal.raise_signal, signal.SIGTERM),
        __exit__=lambda *why: given_back.append(why),
    )
    with interrupted_by(signal.SIGTERM):
        with threading.Condition(cast("threading.Lock", lock)):
            pass
        assert given_back
        with pytest.raises(KeyboardInterrupt):
            threading.Event().wait(SECONDS)


def test_only_the_first_signal_interrupts() -> None:
    with interrupted_by(signal.SIGTERM) as told:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)
    assert told == [signal.SIGTERM, signal.SIGTERM]


def test_an_ignored_signal_stays_ignored_and_the_handlers_are_put_back() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with interrupted_by(signal.SIGTERM) as told:
            signal.raise_signal(signal.SIGTERM)
        assert told == []
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)
