"""A keypad that is a named pipe: events in the kernel's form."""

from __future__ import annotations

import os
import pty
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator.devices.event_files import FORM, EventFile, EventFiles
from narrator.devices.input_events import DOWN, EV_KEY, UP, Event
from narrator.devices.keycaps import has_letters, has_numbers

SEVEN = 71


def event(code: int, value: int, type_: int = EV_KEY) -> bytes:
    return FORM.pack(1, 2, type_, code, value)


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "pad")
    return tmp_path / "pad"


@pytest.fixture
def device(pipe: Path) -> Iterator[EventFile]:
    files = EventFiles(pipe)
    (node,) = files.present()
    device = files.open(node)
    yield device
    device.close()


def test_events_are_read_as_they_come_also_in_pieces(device: EventFile, pipe: Path) -> None:
    assert device.read(0) == ()
    written = event(SEVEN, DOWN) + event(SEVEN, UP)
    with pipe.open("wb", buffering=0) as writer:
        writer.write(written[:30])
        assert device.read(1) == [Event(EV_KEY, SEVEN, DOWN)]
        writer.write(written[30:])
        assert device.read(1) == [Event(EV_KEY, SEVEN, UP)]


def test_a_writer_that_goes_leaves_the_pad_where_it_is(device: EventFile, pipe: Path) -> None:
    for _ in range(2):
        with pipe.open("wb", buffering=0) as writer:
            writer.write(event(SEVEN, DOWN))
        assert device.read(1) == [Event(EV_KEY, SEVEN, DOWN)]
    assert device.read(0) == ()


def test_a_file_whose_events_would_come_again_and_again_is_no_pad(tmp_path: Path) -> None:
    (tmp_path / "recorded").write_bytes(event(SEVEN, DOWN))
    assert EventFiles(tmp_path / "recorded").present() == ()


def test_it_is_a_numeric_pad_and_no_keyboard(device: EventFile) -> None:
    assert has_numbers(device)
    assert not has_letters(device)


def test_a_file_that_is_not_there_may_come_later(tmp_path: Path) -> None:
    files = EventFiles(tmp_path / "later")
    assert files.present() == ()
    os.mkfifo(tmp_path / "later")
    assert len(files.present()) == 1


def test_a_device_of_the_kernel_is_a_pad_until_it_hangs_up() -> None:
    terminal, device = pty.openpty()  # what is at hand of the kernel's: it reads as one does
    tty.setraw(device)
    (node,) = EventFiles(Path(os.ttyname(device))).present()
    pad = EventFiles(Path(node.path)).open(node)
    os.write(terminal, event(SEVEN, DOWN))
    assert pad.read(1) == [Event(EV_KEY, SEVEN, DOWN)]
    os.close(terminal)
    with pytest.raises(OSError, match=r"ended|error"):
        pad.read(1)
    pad.close()
    os.close(device)
