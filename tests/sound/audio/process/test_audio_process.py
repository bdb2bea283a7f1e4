"""What keeps the loudspeaker fed: orders wait for one block at most, lines leave whole, its turn comes in time."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import cast

import children
import numpy as np
import pytest
from pretended import Room, Table, word

from narrator.base.processes.wire import MessageDecoder
from narrator.sound.audio.messages import Begun, Left, Order, Played, Ready, Reply, Speak, VolumeLevel
from narrator.sound.audio.mixer import Mixer
from narrator.sound.audio.process.__main__ import (
    BLOCK,
    NICE,
    PRIORITY,
    RTKIT,
    Output,
    PlayedPipe,
    play,
)
from narrator.sound.dsp.samples import RATE, Samples, to_pcm

HELD = 5


class Over(Exception):  # noqa: N818 - not a mistake: the evening is over
    """The loudspeaker has played enough."""


@dataclass
class Box:
    """A loudspeaker that holds five blocks, and lets something happen while it takes each of thirty."""

    name: str = "Box"
    rate: int = RATE
    latency: float = HELD * BLOCK / RATE
    underruns: int = 0
    starves: bool = False
    played: list[Samples] = field(default_factory=list)
    deepened: list[int] = field(default_factory=list)
    meanwhile: Callable[[int], None] = lambda _: None

    def write(self, samples: Samples) -> None:
        if len(self.played) == 30:
            raise Over
        self.meanwhile(len(self.played))
        self.played.append(samples)

    def deepen(self) -> None:
        self.deepened.append(len(self.played))
        self.starves, self.latency = False, 2 * self.latency


@dataclass
class Evening:
    """A loudspeaker that is fed, and what is told with the number of blocks that it has taken by then."""

    box: Box = field(default_factory=Box)
    orders: SimpleQueue[Order] = field(default_factory=SimpleQueue)
    told: list[tuple[int, Reply]] = field(default_factory=list)
    pipe: int = field(default_factory=lambda: os.open(os.devnull, os.O_WRONLY))

    def play(self) -> None:
        mixer = Mixer(lambda *_: pytest.fail("no scene was ordered"))
        with pytest.raises(Over):
            play(cast(Output, self.box), mixer, self.orders, PlayedPipe(self.pipe), self.tell)

    def tell(self, reply: Reply) -> None:
        self.told.append((len(self.box.played), reply))


def line(number: int, blocks: int) -> Speak:
    return Speak(number, to_pcm(np.full(blocks * BLOCK, 0.5, dtype=np.float32)))


def with_a_line(during: int, blocks: int) -> Evening:
    evening = Evening()
    evening.box.meanwhile = lambda block: evening.orders.put(line(7, blocks)) if block == during else None
    return evening


def test_an_order_that_comes_while_a_block_is_taken_is_in_the_next_one() -> None:
    evening = with_a_line(10, 2)
    evening.play()
    assert [bool(block.any()) for block in evening.box.played[9:14]] == [False, False, True, True, False]
    assert (12, Begun(7, 11 * BLOCK)) in evening.told
    assert BLOCK / RATE <= 0.01


def test_a_line_has_left_when_the_device_has_played_what_it_held() -> None:
    evening = with_a_line(10, 2)
    evening.play()
    assert evening.told[-1] == (13 + HELD, Left(7, 13 * BLOCK))


def test_the_device_is_told_to_be_ready_before_it_plays() -> None:
    evening = Evening()
    evening.play()
    assert evening.told == [(0, Ready("Box", RATE, HELD * BLOCK / RATE))]


def test_what_was_ordered_before_the_device_was_open_holds_from_the_first_frame() -> None:
    evening = Evening()
    evening.orders.put(VolumeLevel(0.5))
    evening.orders.put(line(1, 3))
    evening.play()
    assert evening.box.played[0] == pytest.approx(0.25, abs=1e-4)


def test_a_loudspeaker_that_starves_is_given_more_but_only_between_lines() -> None:
    evening = with_a_line(5, 4)
    order = evening.box.meanwhile

    def starve(block: int) -> None:
        order(block)
        evening.box.starves |= block == 7

    evening.box.meanwhile = starve
    evening.play()
    assert evening.box.deepened == [10 + HELD]
    assert evening.told[-1] == (10 + HELD, Ready("Box", RATE, 2 * HELD * BLOCK / RATE))


def test_who_listens_is_told_what_is_played_from_the_first_word_on_and_what_he_does_not_read_is_dropped() -> None:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    evening = with_a_line(10, 2)
    evening.pipe = writer
    evening.play()
    told = list(MessageDecoder[Played]((Played,)).feed(os.read(reader, 1 << 16)))
    assert [bool(played.words) for played in told] == [True, True, *[False] * 18]
    *taken, _ = (played.pcm for played in told)
    assert taken == [*map(to_pcm, evening.box.played[11:])]
    for _ in range(100):
        evening.box.played.clear()
        evening.play()
    assert len(list(MessageDecoder[Played]((Played,)).feed(os.read(reader, 1 << 16)))) > 50, "each whole, or not at all"


pytest_plugins = ("rooms_of_sound",)

SYSTEM = """
import os

def answer(*_):
    if {refused}:
        raise PermissionError("Operation not permitted")

os.sched_setscheduler = answer
"""


class Bus:
    """A bus in pretence, and what is called on it."""

    def __init__(self, folder: Path, room: Room) -> None:
        self.calls = folder / "calls"
        self._program, self._room = folder / "busctl", room

    def answers(self, status: int) -> None:
        self._program.write_text(f'#!/bin/sh\necho "$@" >>{self.calls}\nexit {status}\n')
        self._program.chmod(0o700)

    def asked(self, table: Table, *, refused: bool, until: int) -> tuple[int, list[list[str]]]:
        """Have a loudspeaker opened, and wait for so many calls; return the process's id, and its calls."""
        # Before narrator's own modules.
        (self._room.folder / "sitecustomize.py").write_text(SYSTEM.format(refused=refused), encoding="utf-8")
        with table.open() as sound:
            sound.speak(word(100))
            (process,) = children.running("narrator.sound.audio.process")
            while len(calls := self._called()) < until:
                sound.speak(word(100))
            sound.speak(word(100, 4.0))
        return process, calls

    def _called(self) -> list[list[str]]:
        return [line.split() for line in self.calls.read_text().splitlines()] if self.calls.exists() else []


@pytest.fixture
def bus(tmp_path: Path, room: Room, monkeypatch: pytest.MonkeyPatch) -> Bus:
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return Bus(folder, room)


def test_rtkit_is_asked_for_a_turn_for_the_thread_that_mixes_and_that_others_wait_less(bus: Bus, table: Table) -> None:
    bus.answers(0)
    process, calls = bus.asked(table, refused=True, until=4)
    assert all(set(RTKIT) <= set(call) for call in calls)
    first, *_ = others = [call for call in calls if "MakeThreadHighPriorityWithPID" in call]
    assert first[-3::2] == [str(process), str(NICE)]
    assert str(process) not in {call[-2] for call in others}
    last = next(call for call in calls if "MakeThreadRealtimeWithPID" in call)
    assert last[-3:] == [str(process), str(process), str(PRIORITY)]


def test_rtkit_that_refuses_is_asked_once(bus: Bus, table: Table) -> None:
    bus.answers(1)
    _, calls = bus.asked(table, refused=True, until=1)
    assert len(calls) == 1


def test_where_the_system_grants_it_nobody_else_is_asked(bus: Bus, table: Table) -> None:
    bus.answers(0)
    _, calls = bus.asked(table, refused=False, until=0)
    assert calls == []
