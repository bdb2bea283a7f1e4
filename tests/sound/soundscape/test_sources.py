"""Each source sounds like what it is called after, as far as that can be measured."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.signal import butter, find_peaks, sosfiltfilt

from narrator.sound.dsp.samples import RATE, Samples
from narrator.sound.soundscape.animals import (
    DAWN,
    DAY,
    Bird,
    Birds,
    Crickets,
    Howls,
    Owl,
    blackbird,
    cuckoo,
    dove,
    field_cricket,
    nightingale,
    robin,
    tit,
)
from narrator.sound.soundscape.instruments import Bells, Heart, Strings
from narrator.sound.soundscape.scenes import Fire, Sea, Valley, Wind
from narrator.sound.soundscape.source import (
    CHUNK,
    FREQUENCIES,
    HOPS,
    SECONDS,
    Chance,
    Drift,
    Noise,
    Onsets,
    Source,
    band,
    even,
    generator,
    path,
    swell,
    tilted,
    times,
    voice,
)

Floats = NDArray[np.float64]

AN_EVENING = [Chance(seed, "night", take) for seed, take in ((1, 1), (2, 9), (3, 4))]
any_time = pytest.mark.parametrize("chance", AN_EVENING, ids=lambda chance: f"{chance.seed}-{chance.take}")


def heard(source: Source, seconds: float) -> Samples:
    return np.concatenate([source.chunk() for _ in range(round(seconds / SECONDS))])


def within(samples: Samples, lowest: float, highest: float) -> float:
    """Return the share of power between two frequencies."""
    power = np.abs(np.fft.rfft(samples)) ** 2
    frequency = np.fft.rfftfreq(len(samples), 1 / RATE)
    return float(power[(frequency >= lowest) & (frequency < highest)].sum() / power.sum())


def envelope(samples: Samples, seconds: float) -> Floats:
    """Return the RMS over stretches of that length."""
    count = round(seconds * RATE)
    whole = samples[: len(samples) // count * count].reshape(-1, count).astype(np.float64)
    return np.asarray(np.sqrt(np.mean(whole**2, axis=1)))


def notes(samples: Samples, size: int = 1024) -> tuple[Floats, Floats]:
    """Return the strongest frequency of each stretch of `size` frames, and how strong the stretch is."""
    stretches = samples[: len(samples) // size * size].reshape(-1, size) * np.hanning(size)
    power = np.abs(np.fft.rfft(stretches, 8 * size)) ** 2
    return np.argmax(power, axis=1) * RATE / (8 * size), power.sum(axis=1)


@any_time
def test_a_fire_roars_low_and_crackles_high(chance: Chance) -> None:
    fire = heard(Fire(chance), 30)
    assert within(fire, 40, 700) > 0.6
    crackles = sosfiltfilt(butter(4, 1500, "highpass", fs=RATE, output="sos"), fire)
    height, steady = np.abs(crackles), float(np.median(np.abs(crackles)))
    bursts, _ = find_peaks(height, height=12 * steady, distance=RATE // 50)
    assert 1 < len(bursts) / 30 < 15, "bursts a second"
    assert 20 * np.log10(height.max() / np.sqrt(np.mean(crackles**2))) > 18
    gaps = np.diff(bursts)
    assert gaps.std() > 0.8 * gaps.mean(), "as irregular as chance, or more"


@any_time
def test_embers_crackle_less_than_a_fire(chance: Chance) -> None:
    def bursts(life: float) -> float:
        sound = heard(Fire(chance, life), 30)
        return float(np.mean(sosfiltfilt(butter(4, 3000, "highpass", fs=RATE, output="sos"), sound) ** 4))

    assert bursts(0.3) < bursts(1.0)


@any_time
def test_wind_falls_towards_the_treble_and_comes_in_gusts(chance: Chance) -> None:
    wind = heard(Wind(chance, leaves=0.5, gusts=0.8), 60)
    low, middle, high = (within(wind, *edges) for edges in ((100, 800), (800, 3000), (3000, 9000)))
    assert low > middle > high > 0.005
    levels = 20 * np.log10(envelope(wind, 1.0))
    assert 1 < levels.std() < 6
    assert np.abs(np.diff(levels)).max() < 9, "a gust comes and goes; it does not switch"


def test_wind_without_gusts_is_steadier() -> None:
    steady, gusty = (envelope(heard(Wind(AN_EVENING[0], gusts=gusts), 60), 1.0) for gusts in (0.1, 0.9))
    assert steady.std() / steady.mean() < 0.5 * gusty.std() / gusty.mean()


@any_time
def test_crickets_sing_between_four_and_five_kilohertz(chance: Chance) -> None:
    assert within(heard(Crickets(chance), 20), 3900, 5200) > 0.98


def test_trees_have_crickets_of_a_lower_note() -> None:
    assert within(heard(Crickets(AN_EVENING[0], trees=True), 20), 2400, 3100) > 0.1


def test_a_chirp_is_three_or_four_pulses_at_about_thirty_a_second() -> None:
    singers = Crickets(AN_EVENING[0])
    cricket = field_cricket(generator("one"), 4500, 0)
    chirp = singers._chirp(cricket)
    loud = envelope(chirp, 0.002)
    peaks, _ = find_peaks(np.concatenate([[0], loud, [0]]), prominence=0.3 * loud.max())
    assert len(peaks) == cricket.pulses
    assert cricket.pulses in (3, 4)
    assert np.all(np.abs(np.diff(peaks) * 0.002 - 1 / 30) < 0.006)


@any_time
def test_a_howl_rises_and_falls_like_a_wolfs_and_comes_early(chance: Chance) -> None:
    sound = heard(Howls(chance), 12)
    pitch, power = notes(sound, 2048)
    sung = np.flatnonzero(power > 0.02 * power.max())
    assert 1.0 < sung[0] * 2048 / RATE < 4.5, "seconds until it is heard"
    assert pitch[sung].min() > 200
    assert 420 < pitch[sung].max() < 800
    glide = pitch[sung[0] : sung[0] + 30]
    assert glide[0] < 0.9 * glide.max()
    assert np.argmax(glide) > 1


def test_howls_come_back_after_a_while_and_a_chorus_sooner() -> None:
    def share(chorus: bool) -> float:
        loud = envelope(heard(Howls(AN_EVENING[0], chorus), 90), 0.5)
        return float(np.mean(loud > 0.1 * loud.max()))

    assert 0.1 < share(chorus=False) < 0.55
    assert share(chorus=True) > share(chorus=False)


def test_when_wolves_howl_hangs_on_the_number_of_the_scene() -> None:
    firsts = {int(np.argmax(np.abs(heard(Howls(Chance(1, "wolves", take)), 6)) > 0.001)) for take in range(12)}
    assert len(firsts) == 12


@any_time
def test_an_owl_hoots_below_a_kilohertz_and_waits(chance: Chance) -> None:
    owl = heard(Owl(chance), 90)
    assert within(owl, 600, 900) > 0.9
    loud = envelope(owl, 0.2)
    assert 0.05 < np.mean(loud > 0.1 * loud.max()) < 0.35


@any_time
@pytest.mark.parametrize("flock", [DAWN, DAY], ids=["dawn", "day"])
def test_birds_sing_songs_and_pause(chance: Chance, flock: tuple[Bird, ...]) -> None:
    birds = heard(Birds(chance, flock), 60)
    loud = envelope(birds, 0.25) > 1e-4
    if flock is DAWN:
        assert loud.mean() > 0.4
    else:
        assert loud.mean() < 0.5, "by day people talk"
    assert np.count_nonzero(np.diff(loud.astype(int)) == 1) > 4, "songs begin and end"


@pytest.mark.parametrize(
    ("song", "lowest", "highest"),
    [
        (blackbird, 1300, 7200),
        (tit, 3200, 5000),
        (robin, 2300, 7000),
        (nightingale, 1500, 4200),
        (cuckoo, 500, 700),
        (dove, 430, 560),
    ],
)
def test_each_bird_sings_in_its_range_and_varies(
    song: Callable[[np.random.Generator, float], Samples], lowest: float, highest: float
) -> None:
    chance = generator("a bird")
    songs = [song(chance, 1.0) for _ in range(8)]
    assert all(within(one, lowest, highest) > 0.93 for one in songs)
    assert all(0.3 < np.abs(one).max() < 1.6 for one in songs)
    assert len({one.tobytes() for one in songs}) == 8


def test_a_cuckoo_calls_a_falling_third() -> None:
    call = cuckoo(generator("a bird"), 1.0)
    pitch, power = notes(call[: int(0.9 * RATE)], 512)
    sung = pitch[power > 0.1 * power.max()]
    assert 640 < sung[0] < 680
    assert 520 < sung[-1] < 560


def test_a_bell_tolls_at_its_pace_and_rings_long() -> None:
    toll = heard(Bells(AN_EVENING[0], (-5,), swing=5.0, ring=3600, rest=0), 40)
    loud = envelope(toll, 0.05)
    strokes, _ = find_peaks(loud, height=0.5 * loud.max(), distance=40)
    assert np.all(np.abs(np.diff(strokes) * 0.05 - 5.0) < 0.2)
    after = loud[strokes[0] + 30]
    assert 0.03 < after / loud[strokes[0]] < 0.5, "1.5 s later it is softer, and still there"


def test_a_peal_rests() -> None:
    loud = envelope(heard(Bells(AN_EVENING[0], (2, 6), swing=2.0, ring=10, rest=12), 60), 0.5)
    assert np.any(loud[:20] > 0.3 * loud.max())
    assert np.all(loud[32:42] < 0.02 * loud.max())
    assert np.any(loud[46:64] > 0.3 * loud.max())


@any_time
def test_a_string_plays_only_notes_of_its_scale(chance: Chance) -> None:
    sound = heard(Strings(chance, root=0, beat=1.0), 60)
    power = np.abs(np.fft.rfft(sound)) ** 2
    frequency = np.fft.rfftfreq(len(sound), 1 / RATE)
    semitones = 12 * np.log2(np.maximum(frequency, 1) / 261.63)
    played = power[(frequency > 250) & (frequency < 480)]
    away = np.min([np.abs(semitones - note) for note in (0, 2, 4, 7, 9)], axis=0)[(frequency > 250) & (frequency < 480)]
    assert played[away < 0.4].sum() > 0.97 * played.sum()


@any_time
def test_waves_break_one_after_another(chance: Chance) -> None:
    sea = heard(Sea(chance), 90)
    hiss = sosfiltfilt(butter(4, 1000, "highpass", fs=RATE, output="sos"), sea)
    loud = np.convolve(envelope(hiss.astype(np.float32), 0.25), np.hanning(9) / 4, mode="valid")
    waves, _ = find_peaks(loud, prominence=0.15 * loud.max())
    assert 5 < 90 / len(waves) < 14, "seconds a wave"


@any_time
def test_a_heart_beats_as_slowly_as_one_at_rest(chance: Chance) -> None:
    loud = envelope(heard(Heart(chance), 30), 0.02)
    beats, _ = find_peaks(loud, height=0.7 * loud.max(), distance=30)
    assert 40 < 60 * (len(beats) - 1) / ((beats[-1] - beats[0]) * 0.02) < 48


def test_noise_is_as_strong_as_its_colour_says_at_every_place_of_its_frames() -> None:
    noise = Noise(generator("noise"))
    sound = np.concatenate([noise.chunk(0.5 * even(tilted(3, 100, 4000))) for _ in range(400)])
    assert abs(float(np.sqrt(np.mean(sound**2))) - 0.5) < 0.01
    at_each_place = sound.reshape(-1, CHUNK // HOPS // 16, 16)
    by_place = np.sqrt(np.mean(at_each_place.astype(np.float64) ** 2, axis=(0, 2)))
    assert np.all(np.abs(by_place - 0.5) < 0.1)


def test_noise_has_the_colour_that_it_is_given() -> None:
    noise = Noise(generator("noise"))
    sound = np.concatenate([noise.chunk(even(band(1000, 0.3))) for _ in range(20)])
    assert within(sound, 700, 1420) > 0.9
    tilt = even(tilted(6, 100, 8000))
    one, two = (int(np.argmin(np.abs(FREQUENCIES - hertz))) for hertz in (1000, 2000))
    assert 5 < 20 * np.log10(tilt[one] / tilt[two]) < 7


def test_a_drift_wanders_around_zero_without_jumps() -> None:
    drift = Drift(generator("drift"), 2.0)
    walk = np.concatenate([drift.hops() for _ in range(3000)])
    assert abs(walk.mean()) < 0.15
    assert 0.85 < walk.std() < 1.15
    assert np.abs(np.diff(walk)).max() < 0.5
    assert 0.85 < np.std([Drift(generator(number), 2.0).hops()[0] for number in range(300)]) < 1.15, "from the start"


def test_onsets_keep_their_distance_and_none_is_lost_between_chunks() -> None:
    onsets = Onsets(generator("onsets"), (0.1, 0.2), (0.05, 1.0))
    at = np.array([number * CHUNK + due for number in range(400) for due in onsets.due()]) / RATE
    gaps = np.diff(at)
    assert 0.09 < at[0] < 0.21
    assert gaps.min() > 0.049
    assert gaps.max() < 1.001
    assert abs(gaps.mean() - 0.525) < 0.05


def test_the_valley_answers_late_and_darkly_and_falls_silent() -> None:
    valley = Valley()
    click = np.zeros(CHUNK, dtype=np.float32)
    click[0] = 1.0
    answer = np.concatenate([valley.chunk(click)] + [valley.chunk(np.zeros_like(click)) for _ in range(19)])
    loud = envelope(answer, 0.05)
    assert loud[1] > 4 * loud[20] > 16 * loud[40]
    assert np.all(answer[3 * RATE :] == 0)
    late = answer[RATE : 2 * RATE]
    assert within(late, 100, 1000) > 2 * within(late, 2000, 8000)


def test_a_voice_follows_its_pitch_and_leaves_out_what_would_fold_back() -> None:
    seconds = 0.5
    glide = path(seconds, (0, 1000), (1, 2000))
    sung, _ = notes(voice(glide, swell(seconds, 0.05, 0.05)), 1024)
    assert np.all(np.diff(sung[:9]) > 0)
    high = np.full(len(times(seconds)), 5000.0)
    assert within(voice(high, np.ones(len(high)), (1.0, 1.0, 1.0)), 4900, 5100) > 0.98


def test_a_swell_begins_and_ends_in_silence() -> None:
    curve = swell(1.0, 0.2, 0.3)
    assert curve[0] == 0
    assert curve[-1] < 1e-9
    assert curve.max() == 1
