"""The log: one line an event, of all processes in one file, for its owner's eyes, and nobody waits for it."""

from __future__ import annotations

import logging
import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from narrator.base.processes import event_log
from narrator.base.processes.event_log import _UNWRITTEN_AT_MOST, EventHandler, begin, message, tail
from narrator.rules.core.answers import YES, Seats
from narrator.rules.core.effects import Player
from narrator.rules.core.secrets import Secret
from narrator.sound.audio.sound_devices import NoDevicesError, NoPortAudioError, listed

LINE = re.compile(r"(\d+\.\d{6}) (\w+) (DEBUG|INFO|WARNING) (narrator[.\w]*) (.+)")


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return where the log is; the test begins it, and it ends with the test."""
    path = tmp_path / "above" / "folder" / "log"
    monkeypatch.setenv(event_log.VARIABLE, str(path))
    yield path
    monkeypatch.delenv(event_log.VARIABLE)
    begin("tests")


def written(path: Path) -> list[str]:
    """End the log, so that all is written, and return its lines."""
    for handler in logging.getLogger("narrator").handlers:
        handler.close()
    return path.read_text(encoding="utf-8").splitlines()


def record(said: object, *args: object) -> logging.LogRecord:
    return logging.LogRecord("narrator.x", logging.DEBUG, "", 0, said, args, None)


def test_a_line_says_when_in_which_process_how_grave_and_who_says_it(log: Path) -> None:
    begin("game")
    logging.getLogger("narrator.sound.audio").warning("sound is lost: %s", "no device")
    begun, lost = (LINE.fullmatch(line) for line in written(log))
    assert begun is not None
    assert lost is not None
    assert float(begun[1]) <= float(lost[1])
    assert lost.groups()[1:] == ("game", "WARNING", "narrator.sound.audio", "sound is lost: no device")


def test_nothing_is_logged_unless_somebody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(event_log.VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    begin("game")
    logging.getLogger("narrator.sound.audio").critical("sound is lost")
    assert capfd.readouterr() == ("", "")
    assert list(tmp_path.iterdir()) == []


def test_the_file_is_for_its_owner_alone_also_where_it_was_not(log: Path) -> None:
    log.parent.mkdir(parents=True)
    log.write_text("earlier\n", encoding="utf-8")
    log.chmod(0o644)
    begin("game")
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    assert written(log)[0] == "earlier"


def test_its_folders_are_for_their_owner_alone_whatever_the_umask(log: Path) -> None:
    before = os.umask(0)
    try:
        begin("game")
    finally:
        os.umask(before)
    assert [place.stat().st_mode & 0o777 for place in (log.parent, log.parent.parent)] == [0o700, 0o700]


def test_a_large_log_is_put_aside_by_the_first_process_and_by_no_other(log: Path) -> None:
    log.parent.mkdir(parents=True)
    with log.open("wb") as large:
        large.truncate(event_log._LARGEST + 1)
    begin("ear")
    assert log.stat().st_size > event_log._LARGEST
    begin("game", first=True)
    assert [LINE.fullmatch(line) is not None for line in written(log)] == [True]
    assert log.with_name("log.1").stat().st_size > event_log._LARGEST


def test_a_terminal_is_no_log(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = os.openpty()
    monkeypatch.setenv(event_log.VARIABLE, os.ttyname(theirs))
    with pytest.raises(OSError, match="terminal"):
        begin("game")
    os.close(ours)
    os.close(theirs)
    assert not log.exists()


def test_a_child_process_logs_to_the_same_file_under_its_own_name(log: Path) -> None:
    begin("game")
    with suppress(NoDevicesError, NoPortAudioError):
        listed()
    lines = [LINE.fullmatch(line) for line in written(log)]
    assert {line[2] for line in lines if line is not None} == {"game", "devices"}
    assert None not in lines


@pytest.mark.parametrize(
    ("args", "printed"),
    [
        ((Secret("fox"),), "took <secret>"),
        ((Seats((3,)),), "took <secret>"),
        ((YES,), "took <secret>"),
        ((Player(3),), "took <secret>"),
        (((3, 4),), "took <secret>"),
        (({"seat": 3},), "took <secret>"),
        ((b"fox",), "took <secret>"),
        ((ValueError("fox"),), "took ValueError"),
        ((FileNotFoundError(2, "No such file", "/fox"),), "took FileNotFoundError (No such file)"),
        ((3,), "took 3"),
        ((Path("/dev/null"),), "took /dev/null"),
        ((None,), "took None"),
    ],
)
def test_a_value_is_printed_only_where_its_type_hides_nothing(args: tuple[object, ...], printed: str) -> None:
    assert message(record("took %s", *args)).startswith(printed)
    assert "fox" not in message(record("took %s", *args))


def test_a_hidden_value_that_was_to_be_a_number_spoils_no_line() -> None:
    assert message(record("seat %d", Seats((3,)))) == "seat %d <secret>"


def test_a_message_that_is_a_secret_itself_is_hidden() -> None:
    assert message(record(Secret("fox"))) == "<secret>"


def test_no_message_begins_a_line_of_its_own(log: Path) -> None:
    begin("game")
    logging.getLogger("narrator.sound.audio").info("device %s is open", "a\nb\x1b[2J")
    assert [LINE.fullmatch(line) is not None for line in written(log)] == [True, True]


def test_nobody_waits_for_a_disk_that_hangs_and_what_waits_is_bounded() -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writing, bytes(4096))
    os.set_blocking(writing, True)
    handler = EventHandler(writing, "game")
    for number in range(2 * _UNWRITTEN_AT_MOST):
        handler.emit(record("event %d", number))
    handler.close()
    with open(reading, "rb") as disk:  # it works again
        lines = disk.read().splitlines()
    assert lines[-1].endswith(b" event %d" % (len(lines) - 1)), "each in its turn"
    assert len(lines) <= _UNWRITTEN_AT_MOST + 1, "one is being written, and so many wait: the others are dropped"


def test_the_tail_has_neither_details_nor_anything_of_games(log: Path) -> None:
    begin("game")
    for name in ("sound.audio.sound", "table.session.driver", "table.journal.journal", "evening.app.game_series"):
        logging.getLogger(f"narrator.{name}").info("event of %s", name)
    logging.getLogger("narrator.voice.renderer").debug("a phrase was rendered")
    written(log)
    assert [line.partition("event of ")[2] for line in tail(log, 1)] == ["sound.audio.sound"]
    assert len(tail(log, 9)) == 2
    assert tail(log.with_name("nowhere"), 9) == []
