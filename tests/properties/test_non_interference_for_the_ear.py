"""Law 1, to the sample: what is heard of a night is the same at two tables that differ in secrets alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from typing import cast

import numpy as np
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from leaky_drivers import Hasty
from parties import Party, Public
from rooms import Senses, Watch
from tables import NIGHT_GAMES, runs, sampled
from test_non_interference_at_the_table import Found, Twins, notices, twins

from narrator.commands.rendering import Studio
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.packs.markup import Suspense, Utterance, caption
from narrator.packs.wording import Wording
from narrator.rules.village.game import VillageSetup
from narrator.sound.audio.messages import Order
from narrator.sound.audio.mixer import Mixer
from narrator.sound.dsp.samples import RATE, Samples
from narrator.sound.soundscape.instruments import figure
from narrator.sound.soundscape.scenes import stream
from narrator.table.session.driver import Driver
from narrator.table.session.ports import Ports

pytestmark = pytest.mark.thorough


def syllables(utterance: Utterance, *, by_night: bool, level: float = 0.0) -> Samples:  # noqa: ARG001 - as it is called
    """Say an utterance in tones: what an engine renders is a function of its words, and so is this. Play the rest."""
    played = [figure(part.seconds, part.figure, 0) for part in utterance if isinstance(part, Suspense)]
    return np.concatenate([*played, tone(f"{caption(utterance)}{'.' * by_night}")])


@cache
def tone(text: str) -> Samples:
    length = len(text) * RATE // 14
    pitch = 100 + int.from_bytes(blake2b(text.encode(), digest_size=1).digest(), "big")
    said: Samples = (0.1 * np.sin(np.arange(length) * (2 * np.pi * pitch / RATE))).astype(np.float32)
    return said


@dataclass
class Tape:
    """A mixer that mixes nothing: it writes down at which frame it was told what."""

    at: int
    record: list[str]

    def take(self, order: Order) -> None:
        self.record.append(f"sound: {self.at} {order!r:.80}")

    def mix(self, count: int) -> tuple[Samples, object]:
        self.at += count
        return np.zeros(count, np.float32), ()


@dataclass
class Digest:
    """The real mixer; at every order it writes down the digest of all samples since the last one."""

    mixer: Mixer
    record: list[str]
    samples: list[bytes] = field(default_factory=list)

    def take(self, order: Order) -> None:
        self.record.append(f"sound: {blake2b(b''.join(self.samples)).hexdigest()}")
        self.samples.clear()
        self.mixer.take(order)

    def mix(self, count: int) -> tuple[Samples, object]:
        mixed, replies = self.mixer.mix(count)
        self.samples.append(mixed.tobytes())
        return mixed, replies


Studios = Callable[["Heard", VirtualClock], Studio]


class Heard(Party):
    """A party whose mouth is a studio; what it does goes into the public record."""

    studio: Studios

    def _ports(self, words: Wording) -> Ports:
        senses = Senses(self._clock, self.studio(self, self._clock), self.heard)
        watch = Watch(words, Public(self.heard), self._began, self._answered)
        ports = Ports(self._clock, self._hands, senses, senses, self.plan.pace, [watch], opener=self._hands)
        ports.motifs = True
        return ports

    def make(self, mixer: Mixer | Tape | Digest) -> Studio:
        return Studio(self._clock, cast(Mixer, mixer), syllables, lambda _samples: None, seed=self.plan.seed)


def on_tape(party: Heard, clock: VirtualClock) -> Studio:
    return party.make(Tape(round(clock.now() * RATE), party.heard))


def in_samples(party: Heard, _clock: VirtualClock) -> Studio:
    return party.make(Digest(Mixer(stream), party.heard))


def compare(pair: Twins, studio: Studios, driver: type[Driver] = Driver) -> Found:
    def lay(setup: VillageSetup, secret: int) -> Party:
        party = Heard(setup, pair.plan, secret, driver=driver)
        party.studio = studio
        return party

    return pair.compared(lay)


@pytest.mark.parametrize("game", sampled(NIGHT_GAMES))
@settings(max_examples=runs(150))
@given(data=st.data())
def test_the_mixer_is_told_the_same_at_the_same_frames(game: str, data: st.DataObject) -> None:
    compared, found = compare(data.draw(twins(game=game)), on_tape)
    event(f"{compared} nights compared")
    assert found is None


@pytest.mark.thorough
@settings(max_examples=runs(20))
@given(twins())
def test_a_night_sounds_the_same_sample_for_sample(pair: Twins) -> None:
    compared, found = compare(pair, in_samples)
    event(f"{compared} nights compared")
    assert found is None


# --- planted leaks ------------------------------------------------------------------------------------------


class Considerate(Driver):
    """Covers a window only where somebody acts in it."""

    def _pass_on(self, until: float | None, looks: deque[float]) -> float:
        if self._worker._ask is not None:
            self._ports.mouth.cover(False)
        return super()._pass_on(until, looks)


class Counting(Driver):
    """Makes the ambience depend on how many answers were stored."""

    def _set_scene(self) -> None:
        if self._state.scene is not None:
            self._ports.mouth.scene(self._state.scene, len(self._answers.given))


class Mournful(Driver):
    """Tells a night the lower the more was done in it."""

    def _set_scene(self) -> None:
        if self._state.scene is not None:
            self._ports.mouth.scene(self._state.scene, self._state.place.cue, -0.1 * len(self._answers.given))


class Relieved(Driver):
    """Lets the ambience go down as soon as the last secret answer is given."""

    def _pass_on(self, until: float | None, looks: deque[float]) -> float:
        if self._worker.done:
            self._ports.mouth.cover(False)
        return super()._pass_on(until, looks)


@pytest.mark.thorough
@pytest.mark.parametrize("driver", [Considerate, Counting, Mournful, Relieved, Hasty])
def test_a_driver_that_lets_it_be_heard_is_noticed(driver: type[Driver]) -> None:
    assert notices(twins(()), lambda pair: compare(pair, on_tape, driver))


@pytest.mark.thorough
def test_an_ambience_that_knows_who_lives_is_noticed_in_the_samples() -> None:
    def secret(setup: VillageSetup) -> int:
        return len(setup.dealt()[0][0])

    def careless(party: Heard, _clock: VirtualClock) -> Studio:
        leak = secret(party.setup)
        return party.make(Digest(Mixer(lambda scene, seed, take: stream(scene, seed, take + leak)), party.heard))

    # Mixing takes time, and without a difference there is nothing to hear.
    pairs = twins(()).filter(lambda pair: secret(pair.one) != secret(pair.other))
    assert notices(pairs, lambda pair: compare(pair, careless))
