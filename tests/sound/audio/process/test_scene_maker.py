"""Ambience made ahead sounds as it would have otherwise; where it comes too late it fades, and comes back."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from queue import SimpleQueue

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sounds import Steady

from narrator.sound.audio.messages import Ambience, Order, PlayScene, Trouble
from narrator.sound.audio.mixer import Mixer
from narrator.sound.audio.process.scene_maker import AHEAD, EDGE, FIRST, BufferedStream, SceneMaker
from narrator.sound.dsp.samples import Samples

SECONDS = 20.0


@dataclass
class Hum:
    """A sound whose every sample is known."""

    at: int = 0

    def read(self, frames: int) -> Samples:
        self.at += frames
        return (np.arange(self.at - frames, self.at) % 1000 / 1000 + 0.1).astype(np.float32)


@dataclass
class Backstage:
    """A scene_maker, and what comes from it."""

    orders: SimpleQueue[Order] = field(default_factory=SimpleQueue)
    troubles: SimpleQueue[Trouble] = field(default_factory=SimpleQueue)
    made: list[str] = field(default_factory=list)
    may: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.may.set()
        self.scene_maker = SceneMaker(self.make, self.orders.put, self.troubles.put)

    def make(self, scene: str, seed: int, take: int) -> Hum:
        self.may.wait(SECONDS)
        if scene == "moon":
            raise LookupError(f"there is no {scene}: {seed}, {take}")
        self.made.append(scene)
        return Hum()


def filled(buffered: BufferedStream, frames: int = AHEAD) -> None:
    while buffered.fill(frames):
        pass


@given(st.lists(st.integers(1, 3000), min_size=1, max_size=30))
def test_what_was_made_ahead_is_what_would_have_been_made(cuts: list[int]) -> None:
    buffered, straight = BufferedStream(Hum()), Hum()
    for frames in cuts:
        filled(buffered)
        assert buffered.read(frames).tobytes() == straight.read(frames).tobytes()


def test_no_more_is_made_than_is_asked_for() -> None:
    made = Hum()
    filled(BufferedStream(made))
    assert AHEAD <= made.at < 2 * AHEAD


@pytest.mark.parametrize("block", [50, 220, EDGE, 5 * EDGE])
def test_what_comes_too_late_fades_to_silence_and_comes_back_without_a_click(block: int) -> None:
    buffered = BufferedStream(Steady())
    filled(buffered, FIRST)
    dry = [buffered.read(block) for _ in range(2 * AHEAD // block)]
    buffered.fill(AHEAD)
    still_dry = [buffered.read(block) for _ in range(3)]
    filled(buffered)
    again = [buffered.read(block) for _ in range(3)]
    heard = np.concatenate([*dry, *still_dry, *again])
    assert heard[0] == heard[-1] == np.float32(0.1)
    assert not np.concatenate(still_dry).any()
    assert np.abs(np.diff(heard)).max() <= 0.1 / (min(block, EDGE) - 1) + 1e-6


def test_a_scene_is_passed_on_when_its_first_frames_are_ready() -> None:
    backstage = Backstage()
    backstage.may.clear()
    backstage.scene_maker.order(PlayScene("night", 1, 1))
    assert backstage.orders.empty()
    backstage.may.set()
    assert backstage.orders.get(timeout=SECONDS) == PlayScene("night", 1, 1)
    mixer = Mixer(backstage.scene_maker.stream_of)
    mixer.take(PlayScene("night", 1, 1))
    straight = Mixer(lambda *_: Hum())
    straight.take(PlayScene("night", 1, 1))
    assert mixer.mix(FIRST // 2)[0].tobytes() == straight.mix(FIRST // 2)[0].tobytes()


def test_orders_are_passed_on_in_order_and_only_what_will_sound_is_made() -> None:
    backstage = Backstage()
    mixer = Mixer(backstage.scene_maker.stream_of)
    orders: list[PlayScene | Ambience] = [
        PlayScene("night", 1, 1),
        PlayScene("night", 1, 1),
        Ambience(False),
        PlayScene("dawn", 1, 2),
        Ambience(True),
        Ambience(True),
        PlayScene("", 1, 3),
        Ambience(False),
        Ambience(True),
        PlayScene("day", 1, 4),
    ]
    for order in orders:
        backstage.scene_maker.order(order)
    for order in orders:
        assert backstage.orders.get(timeout=SECONDS) == order
        mixer.take(order)
        mixer.mix(220)
    assert backstage.made == ["night", "dawn", "day"]


def test_a_scene_that_cannot_be_made_is_told_and_not_passed_on() -> None:
    backstage = Backstage()
    backstage.scene_maker.order(PlayScene("moon", 7, 3))
    backstage.scene_maker.order(PlayScene("night", 1, 1))
    assert backstage.orders.get(timeout=SECONDS) == PlayScene("night", 1, 1)
    assert backstage.troubles.get(timeout=SECONDS) == Trouble("ambience", "there is no moon: 7, 3")
