"""Speech over ambience, to the sample: in order, whole, without a click, never too loud; the same however it is cut."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from sounds import Steady

from narrator.sound.audio.messages import (
    Ambience,
    Attend,
    Begun,
    Cover,
    Hush,
    LeadIn,
    Left,
    Order,
    PlayScene,
    Speak,
    VolumeLevel,
)
from narrator.sound.audio.mixer import (
    ASLEEP,
    COVER,
    CROSSFADE,
    DOWN,
    DUCK,
    HOLD,
    HUSHING,
    PAUSE,
    PEAK,
    UP,
    Mixer,
    sounds_in,
)
from narrator.sound.dsp.gains import Ramp
from narrator.sound.dsp.samples import RATE, Samples, from_pcm, silence, to_pcm


@dataclass
class Hum:
    """An ambience whose every sample is known: a wave that hangs on the frame alone."""

    step: float
    height: float = 0.25
    read_: int = 0

    def read(self, count: int) -> Samples:
        at = np.arange(self.read_, self.read_ + count)
        self.read_ += count
        return ((at * self.step % 2.0 - 1.0) * self.height).astype(np.float32)


@dataclass
class Night:
    """A table whose messages come at known frames."""

    mixer: Mixer
    sound: list[Samples] = field(default_factory=list)
    replies: list[Begun | Left] = field(default_factory=list)

    def goes(self, frames: int, block: int = 220) -> Samples:
        came: list[Samples] = []
        while frames:
            samples, replies = self.mixer.mix(min(block, frames))
            frames -= len(samples)
            came.append(samples)
            self.replies += replies
        self.sound += came
        return np.concatenate(came)


def hum(scene: str, seed: int, take: int) -> Hum:
    return Hum(0.001 * (1 + len(scene)) + 0.0001 * (seed % 7) + 0.00001 * (take % 5))


def table(height: float = 0.1) -> Night:
    return Night(Mixer(lambda *_: Steady(height)))


@pytest.fixture
def night() -> Night:
    """Return a table at which the ambience of a night is heard."""
    night = table()
    night.mixer.take(PlayScene("night", 1, 1))
    night.goes(2 * CROSSFADE)
    return night


def tone(frames: int, height: float = 0.5) -> Samples:
    """Return sound without a zero in it, at both ends as in the middle."""
    return np.full(frames, height, dtype=np.float32)


def line(number: int, samples: Samples) -> Speak:
    return Speak(number, to_pcm(samples))


def decibels(ratio: float) -> float:
    return float(20 * np.log10(ratio))


runs = st.tuples(st.integers(0, 900), st.sampled_from([0, 3000, -12000, 29000])) | st.just((PAUSE + 30_000, 0))
pcm = st.lists(runs, max_size=4).map(
    lambda line: b"".join(np.full(count, value, dtype="<i2").tobytes() for count, value in line)
)

orders: st.SearchStrategy[Order] = st.one_of(
    st.builds(Speak, st.integers(0, 99), pcm),
    st.builds(Speak, st.integers(0, 99), pcm),
    st.builds(PlayScene, st.sampled_from(["", "night", "day"]), st.integers(0, 2), st.integers(0, 2)),
    st.builds(Cover, st.booleans()),
    st.builds(Attend, st.booleans()),
    st.builds(Ambience, st.booleans()),
    st.builds(VolumeLevel, st.sampled_from([0.0, 0.3, 1.0, 1.7, 4.0])),
    st.builds(LeadIn, st.sampled_from([0.0, 0.01, 0.3])),
    st.just(Hush()),
)
gaps = st.integers(0, 3000) | st.integers(0, 60_000)
evenings = st.lists(st.tuples(gaps, orders), max_size=10).map(lambda evening: [(0, PlayScene("night", 0, 0)), *evening])
cuts = st.tuples(st.integers(1, 300), st.integers(1000, 9000)).map(list)


def played(evening: list[tuple[int, Order]], blocks: list[int]) -> tuple[Samples, list[Begun | Left]]:
    """Return the sound and the replies of messages that come after gaps of frames, mixed in blocks of these sizes."""
    night, sizes = Night(Mixer(hum)), iter(blocks * 10_000)
    for gap, order in [*evening, (4000, Hush())]:
        left = gap
        while left:
            left -= len(night.goes(min(left, size := next(sizes)), size))
        night.mixer.take(order)
    return np.concatenate(night.sound), night.replies


@given(evenings, cuts)
def test_the_sound_does_not_hang_on_how_time_is_cut(evening: list[tuple[int, Order]], blocks: list[int]) -> None:
    sound, replies = played(evening, blocks)
    whole, replies_to_whole = played(evening, [10_000])
    assert sound.tobytes() == whole.tobytes()
    assert replies == replies_to_whole


def test_words_are_told_while_they_sound_and_neither_their_rests_nor_what_is_no_word_is_one(night: Night) -> None:
    said = np.concatenate([tone(300), np.zeros(300, np.float32), tone(300)])
    night.mixer.take(line(1, said))
    night.mixer.take(Speak(2, to_pcm(tone(300)), words=False))
    worded = []
    for _ in range(5):
        night.mixer.mix(300)
        worded.append(night.mixer.worded)
    assert worded == [True, False, True, False, False]


@given(evenings)
def test_nothing_is_ever_louder_than_half_a_decibel_under_full_scale(evening: list[tuple[int, Order]]) -> None:
    sound, _ = played(evening, [700])
    assert np.abs(sound).max(initial=0) <= PEAK + 1e-6


@given(st.lists(pcm, max_size=5), cuts)
def test_lines_are_said_whole_in_order_and_one_after_the_other(lines: list[bytes], blocks: list[int]) -> None:
    whole = b"".join(lines)
    evening: list[tuple[int, Order]] = [(0, Speak(number, samples)) for number, samples in enumerate(lines)]
    sound, replies = played([*evening, (len(whole) // 2, Ambience(False))], blocks)
    assert to_pcm(sound)[: len(whole)] == whole
    assert not sound[len(whole) // 2 :].any()
    at, expected = 0, []
    for number, samples in enumerate(lines):
        expected += [Begun(number, at), Left(number, at := at + len(samples) // 2)]
    assert replies == expected


@given(evenings)
def test_every_line_leaves_once_in_the_order_in_which_it_came(evening: list[tuple[int, Order]]) -> None:
    numbered = [
        (gap, Speak(index, order.pcm) if isinstance(order, Speak) else order)
        for index, (gap, order) in enumerate(evening)
    ]
    _, replies = played([*numbered, (100, Hush())], [5000])
    left = [reply.number for reply in replies if isinstance(reply, Left)]
    assert left == [order.number for _, order in numbered if isinstance(order, Speak)]


def test_the_ambience_is_at_least_12_db_down_under_speech_and_comes_back_after_a_breath(night: Night) -> None:
    before = night.goes(1)[0]
    night.mixer.take(line(1, tone(RATE)))
    under = night.goes(RATE)[DOWN:] - from_pcm(to_pcm(tone(1)))
    assert decibels(under.max() / before) <= -12
    held = night.goes(HOLD)
    assert decibels(held.max() / before) <= -12
    night.goes(UP)
    assert night.goes(1)[0] == before


def test_the_ambience_stays_down_between_two_lines_with_a_breath(night: Night) -> None:
    night.mixer.take(line(1, np.concatenate([tone(RATE), silence(0.35)])))
    night.mixer.take(line(2, tone(RATE)))
    sound = night.goes(2 * RATE + round(0.35 * RATE))
    assert sound[RATE : RATE + 7000].max() == pytest.approx(0.1 * DUCK)


def test_the_ambience_comes_back_in_a_long_pause_of_a_line_and_goes_down_again(night: Night) -> None:
    night.mixer.take(line(1, np.concatenate([tone(RATE), silence(3.0), tone(RATE)])))
    sound = night.goes(5 * RATE)
    assert sound[RATE + HOLD + UP : 4 * RATE] == pytest.approx(0.1)
    assert sound[4 * RATE + DOWN :] == pytest.approx(0.5 + 0.1 * DUCK, abs=1e-4)


@given(
    pauses=st.lists(st.integers(0, PAUSE + 30_000) | st.sampled_from([HOLD, PAUSE, PAUSE + 1]), min_size=1, max_size=3),
    data=st.data(),
)
def test_a_line_that_comes_in_parts_is_heard_as_a_whole_one(pauses: list[int], data: st.DataObject) -> None:
    parts = [np.concatenate([tone(9000), np.zeros(pause, dtype=np.float32)]) for pause in pauses] + [tone(9000)]
    whole, cut = table(), table()
    for night in (whole, cut):
        night.mixer.take(PlayScene("night", 1, 1))
    frames = sum(map(len, parts)) + HOLD + UP
    whole.mixer.take(line(1, np.concatenate(parts)))
    for number, part in enumerate(parts):
        cut.mixer.take(line(number, part))
    blocks = data.draw(cuts)
    assert (cut.goes(frames, blocks[1]) == whole.goes(frames, blocks[1])).all()


def test_the_ambience_comes_back_where_the_rest_of_a_line_is_hushed_in_a_pause(night: Night) -> None:
    night.mixer.take(line(1, np.concatenate([tone(RATE), silence(1.5)])))
    night.mixer.take(line(2, tone(RATE)))
    night.goes(RATE + HOLD + 1000)
    night.mixer.take(Hush())
    assert night.goes(HOLD + UP + HUSHING)[-1] == pytest.approx(0.1)


def test_a_line_of_mere_silence_leaves_the_ambience_as_it_is(night: Night) -> None:
    night.mixer.take(line(1, silence(3.0)))
    assert night.goes(3 * RATE) == pytest.approx(0.1)
    assert night.replies[-1] == Left(1, 2 * CROSSFADE + 3 * RATE)


def test_a_window_is_covered_by_6_db_more_and_uncovered_again(night: Night) -> None:
    night.mixer.take(Cover(True))
    assert night.goes(RATE)[-1] == pytest.approx(0.1 * COVER)
    assert decibels(COVER) == pytest.approx(6)
    night.mixer.take(Cover(False))
    assert night.goes(2 * RATE)[-1] == pytest.approx(0.1)


@pytest.fixture
def asked(night: Night) -> Night:
    """Return a table at which a question was said this moment, and somebody is listened to."""
    night.mixer.take(line(1, tone(RATE)))
    night.goes(RATE)
    night.mixer.take(Attend(True))
    return night


def test_the_ambience_stays_down_after_a_question_until_nobody_is_listened_to(asked: Night) -> None:
    assert asked.goes(5 * RATE) == pytest.approx(0.1 * DUCK)
    asked.mixer.take(Attend(False))
    assert asked.goes(HOLD + UP + 1)[-1] == pytest.approx(0.1)


def test_the_ambience_goes_down_for_who_is_listened_to_though_nothing_is_said(night: Night) -> None:
    night.mixer.take(Attend(True))
    assert night.goes(RATE)[DOWN:] == pytest.approx(0.1 * DUCK)


@pytest.mark.parametrize("waited", [HOLD // 3, HOLD - 1000, 3 * HOLD])
def test_the_ambience_stays_down_between_an_answer_and_a_line_that_follows_soon(asked: Night, waited: int) -> None:
    asked.goes(waited)
    asked.mixer.take(Attend(False))
    assert asked.goes(HOLD // 2) == pytest.approx(0.1 * DUCK)
    asked.mixer.take(line(2, np.concatenate([silence(0.5), tone(RATE)])))
    assert asked.goes(RATE // 2) == pytest.approx(0.1 * DUCK)


def test_scenes_that_cross_are_as_loud_together_as_one() -> None:
    """Two sounds that know nothing of one another add their powers: each is in a channel of its own here."""
    gains: list[NDArray[np.float64]] = []
    for heard in ("night", "dawn"):
        night = Night(Mixer(lambda scene, *_, heard=heard: Steady(0.1 if scene == heard else 0.0)))
        night.mixer.take(PlayScene("night", 1, 1))
        night.goes(2 * CROSSFADE)
        night.mixer.take(PlayScene("dawn", 1, 2))
        gains.append(night.goes(CROSSFADE + 500).astype(np.float64))
    leaving, coming = gains
    assert leaving**2 + coming**2 == pytest.approx(0.01, rel=1e-3)
    assert leaving[0] == pytest.approx(0.1)
    assert not leaving[CROSSFADE:].any()
    assert coming[CROSSFADE:] == pytest.approx(0.1)


def test_the_same_scene_again_goes_on_as_it_was() -> None:
    night, undisturbed = Night(Mixer(hum)), Night(Mixer(hum))
    for one in (night, undisturbed):
        one.mixer.take(PlayScene("night", 1, 1))
        one.goes(5000)
    night.mixer.take(PlayScene("night", 1, 1))
    assert night.goes(9000).tobytes() == undisturbed.goes(9000).tobytes()


def test_a_scene_that_has_faded_is_read_no_more() -> None:
    streams: list[Hum] = []

    def kept(scene: str, seed: int, take: int) -> Hum:
        streams.append(hum(scene, seed, take))
        return streams[-1]

    night = Night(Mixer(kept))
    night.mixer.take(PlayScene("night", 1, 1))
    night.goes(1000)
    night.mixer.take(PlayScene("dawn", 1, 2))
    night.goes(3 * CROSSFADE)
    assert [stream.read_ for stream in streams] == [1000 + CROSSFADE, 3 * CROSSFADE]


def test_without_ambience_there_is_silence_and_with_it_the_scene_of_the_moment() -> None:
    night = table()
    night.mixer.take(Ambience(False))
    night.mixer.take(PlayScene("night", 1, 1))
    assert not night.goes(2 * CROSSFADE).any()
    night.mixer.take(Ambience(True))
    assert night.goes(2 * CROSSFADE)[-1] == pytest.approx(0.1)
    night.mixer.take(Ambience(False))
    assert not night.goes(2 * CROSSFADE)[CROSSFADE:].any()


def test_the_level_is_over_everything_and_is_so_from_the_first_frame() -> None:
    night = table()
    night.mixer.take(VolumeLevel(0.5))
    night.mixer.take(line(1, tone(100)))
    assert night.goes(100) == pytest.approx(0.25, abs=1e-4)
    night.mixer.take(PlayScene("night", 1, 1))
    assert night.goes(2 * CROSSFADE)[-1] == pytest.approx(0.05)


def test_a_scene_that_cannot_be_made_changes_nothing() -> None:
    def only_night(scene: str, seed: int, take: int) -> Hum:
        if scene != "night":
            raise LookupError(scene)
        return hum(scene, seed, take)

    night, undisturbed = Night(Mixer(only_night)), Night(Mixer(only_night))
    for one in (night, undisturbed):
        one.mixer.take(PlayScene("night", 1, 1))
        one.goes(5000)
    with pytest.raises(LookupError):
        night.mixer.take(PlayScene("moon", 1, 1))
    assert night.goes(2 * CROSSFADE).tobytes() == undisturbed.goes(2 * CROSSFADE).tobytes()


def test_hush_ends_what_is_said_at_once_and_what_waits_with_it(night: Night) -> None:
    for number in (1, 2, 3):
        night.mixer.take(line(number, tone(RATE)))
    night.goes(5000)
    at = night.mixer.frame
    night.mixer.take(Hush())
    sound = night.goes(RATE)
    assert night.replies[1:] == [Left(1, at + HUSHING), Left(2, at + HUSHING), Left(3, at + HUSHING)]
    assert sound[HUSHING:].max() <= 0.1
    assert not night.mixer.speaking
    night.mixer.take(line(4, tone(100)))
    night.goes(100)
    assert night.replies[-2:] == [Begun(4, at + RATE), Left(4, at + RATE + 100)]


def test_what_was_hushed_before_it_sounds_leaves_the_ambience_as_it_is(night: Night) -> None:
    night.mixer.take(line(1, np.concatenate([silence(0.1), tone(RATE)])))
    night.goes(round(0.1 * RATE) - HUSHING // 2)
    night.mixer.take(Hush())
    night.goes(HUSHING)
    assert night.goes(RATE) == pytest.approx(0.1)


def test_nothing_clicks_whatever_changes() -> None:
    """Where neither speech nor ambience jumps, what comes out does not either: no step of 0.3 %."""
    night = table()
    swell = (0.4 * np.sin(np.linspace(0, np.pi, RATE)) ** 2).astype(np.float32)
    for order in (
        PlayScene("night", 1, 1),
        line(1, swell),
        PlayScene("dawn", 1, 2),
        Cover(True),
        Attend(True),
        VolumeLevel(1.7),
        PlayScene("day", 1, 3),
        line(2, swell),
        Hush(),
        VolumeLevel(0.2),
        Ambience(False),
        VolumeLevel(1.0),
        Attend(False),
        Ambience(True),
        Cover(False),
    ):
        night.mixer.take(order)
        night.goes(5000)
    assert np.abs(np.diff(np.concatenate(night.sound))).max() < 0.003


@given(st.floats(0, 2), st.lists(st.tuples(st.floats(0, 2), st.integers(1, 300), st.integers(0, 400)), max_size=5))
def test_a_ramp_goes_from_where_it_is_to_where_it_is_sent(start: float, ways: list[tuple[float, int, int]]) -> None:
    ramp, frame = Ramp(start), 0
    for value, frames, wait in ways:
        before = ramp.at(frame)
        ramp.go(value, frame, frames)
        assert ramp.at(frame) == before
        assert ramp.at(frame + frames) == value
        low, high = sorted((before, value))
        way = np.atleast_1d(ramp.over(frame, frames + 1))
        assert ((low - 1e-12 <= way) & (way <= high + 1e-12)).all()
        frame += wait


def test_pauses_up_to_a_length_belong_to_what_is_heard() -> None:
    short, long = np.zeros(PAUSE - 1, dtype=np.float32), np.zeros(PAUSE, dtype=np.float32)
    sound = np.concatenate([silence(0.1), tone(10), short, tone(10), long, tone(5), silence(2.0)])
    begin, again = round(0.1 * RATE), round(0.1 * RATE) + 20 + 2 * PAUSE - 1
    assert list(sounds_in(sound)) == [(begin, begin + 19 + PAUSE), (again, again + 5)]
    assert not sounds_in(silence(1.0))


def lines_after_silence(lead_in: float, *, hum: float = 0.0) -> tuple[Night, list[int]]:
    """Return what is heard of two lines with a long silence before each, and when they begin."""
    night = table(hum)
    night.mixer.take(LeadIn(lead_in))
    if hum:
        night.mixer.take(PlayScene("night", 0, 0))
        night.goes(ASLEEP)
    for number in (1, 2):
        night.mixer.take(line(number, tone(1000)))
        night.goes(ASLEEP + 100_000)
    return night, [reply.frame for reply in night.replies if isinstance(reply, Begun)]


def test_a_line_after_silence_waits_for_a_hiss_which_is_never_over_it() -> None:
    night, begun = lines_after_silence(0.5)
    length = RATE // 2
    assert begun == [length, ASLEEP + 100_000 + length]
    sound = np.concatenate(night.sound)
    for begin in begun:
        hiss = sound[begin - length : begin]
        assert decibels(float(np.sqrt((hiss.astype(np.float64) ** 2).mean()))) == pytest.approx(-50, abs=1)
        assert (sound[begin : begin + 1000] == np.float32(tone(1)[0])).all()
        assert not sound[begin + 1000 : begin + ASLEEP].any()


def test_nothing_waits_where_it_is_not_wanted_or_an_ambience_keeps_the_loudspeaker_awake() -> None:
    assert lines_after_silence(0.0)[1] == [0, ASLEEP + 100_000]
    _, begun = lines_after_silence(0.5, hum=0.01)
    assert begun == [ASLEEP, 2 * ASLEEP + 100_000]


def test_a_line_soon_after_another_needs_no_hiss_and_what_is_hushed_leaves_none() -> None:
    night = table()
    night.mixer.take(LeadIn(0.5))
    night.mixer.take(line(1, tone(1000)))
    night.goes(1000)
    night.mixer.take(Hush())
    assert not night.goes(1000).any()
    night.mixer.take(line(2, tone(1000)))
    night.goes(RATE // 2 + ASLEEP // 2)
    night.mixer.take(line(3, tone(1000)))
    night.goes(1000)
    begun = [reply for reply in night.replies if isinstance(reply, Begun)]
    woken = 2000 + RATE // 2
    assert begun == [Begun(2, woken), Begun(3, woken + ASLEEP // 2)], "half a hiss has woken nobody"
