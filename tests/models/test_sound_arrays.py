"""Sound as arrays, noise, and the right answer for every frame."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.build.espeak import EspeakError, Manner, render
from models.build.noise import COLOURS, babble, clatter, coloured, crowd, room
from models.build.phones import PHONES, SILENCE_OUTPUT, ForeignSoundError, first_output, phone_of
from models.build.sound import RATE, Samples, at_peak, filtered, mixed, resampled, rms, stretched, within
from models.build.speech import Speech, labels, phones_in, speak
from models.build.vocabulary import other_talk
from models.build.voices import TESTING, TRAINING, TUNING

pytestmark = pytest.mark.thorough


def tone(hertz: float, rate: int = RATE) -> Samples:
    """A second of one tone."""
    return (1000 * np.sin(2 * np.pi * hertz * np.arange(rate) / rate)).astype(np.float32)


def test_a_tone_keeps_its_pitch_at_another_rate() -> None:
    moved = resampled(tone(440, 22050), 320, 441)
    assert len(moved) == RATE
    assert moved[500:-500] == pytest.approx(tone(440)[500:-500], abs=1)


def test_what_lies_above_the_new_band_is_dropped() -> None:
    moved = resampled(tone(9000, 22050), 320, 441)
    assert rms(moved[500:-500]) < 1


def test_what_is_stretched_keeps_its_pitch_and_lies_where_it_was_moved() -> None:
    first, second = tone(200)[: RATE // 2], tone(500)[: RATE // 2]
    long = stretched(np.concatenate([first, second]), (0, RATE // 2, RATE), (0, 2 * RATE, 3 * RATE))
    assert len(long) == 3 * RATE
    assert pitch(long[RATE // 4 : RATE * 7 // 4]) == pytest.approx(200, abs=1)
    assert pitch(long[RATE * 9 // 4 : RATE * 11 // 4]) == pytest.approx(500, abs=1)
    edge = long[RATE * 15 // 8 : RATE * 17 // 8]
    assert rms(edge) == pytest.approx(rms(first), rel=0.1)
    assert pitch(edge[: RATE // 10]) == pytest.approx(200, abs=5)
    assert pitch(edge[-RATE // 10 :]) == pytest.approx(500, abs=5)


def pitch(sound: Samples) -> float:
    return float(np.argmax(np.abs(np.fft.rfft(sound, RATE))))


@given(
    lengths=st.lists(st.integers(1, RATE // 4), min_size=1, max_size=8),
    chosen=st.data(),
    seed=st.integers(0, 2**32 - 1),
)
def test_drawled_speech_has_the_same_sounds_in_order_each_somewhat_longer(
    lengths: list[int], chosen: st.DataObject, seed: int
) -> None:
    phones = chosen.draw(st.lists(st.sampled_from(("", *PHONES)), min_size=len(lengths), max_size=len(lengths)))
    begins = [0, *np.cumsum(lengths).tolist()]
    rng = np.random.default_rng(seed)
    speech = Speech(rng.normal(0, 1000, begins[-1]).astype(np.float32), tuple(zip(begins, phones, strict=False)))
    drawled = speech.drawled(rng)
    assert [phone for _, phone in drawled.phones] == phones
    ends = [*(begin for begin, _ in drawled.phones[1:]), len(drawled.samples)]
    lasting = [end - begin for (begin, _), end in zip(drawled.phones, ends, strict=True)]
    assert min(lasting) >= 0
    slower = [after / before for after, before in zip(lasting, lengths, strict=True) if before > RATE // 50]
    assert all(0.85 < factor < 10 for factor in slower)


def test_the_vowels_of_drawled_speech_are_what_lasts_longer() -> None:
    rng = np.random.default_rng(0)
    begins = range(0, RATE, RATE // 4)
    speech = Speech(tone(150), tuple(zip(begins, ("d", "u", "z", "@"), strict=True)))
    longer = list[float]()
    for _ in range(20):
        drawled = speech.drawled(rng)
        begun = [*(begin for begin, _ in drawled.phones), len(drawled.samples)]
        consonant, vowel, other_consonant, last_vowel = np.diff(begun)
        assert consonant == pytest.approx(other_consonant, abs=2)
        assert consonant - 2 <= vowel <= last_vowel + 2
        longer.append(last_vowel / consonant)
    assert max(longer) > 2


def test_noise_lies_as_far_under_the_speech_as_was_asked() -> None:
    speech, noise = tone(300), coloured(RATE, np.random.default_rng(0), "pink")
    added = mixed(speech, noise, 10.0, rms(speech)) - speech
    assert 20 * np.log10(rms(speech) / rms(added)) == pytest.approx(10, abs=0.01)


def test_a_peak_is_set_and_samples_are_whole() -> None:
    found = at_peak(tone(300), -6.0)
    assert np.abs(found).max() == pytest.approx(32767 * 10**-0.3, abs=1)
    assert np.array_equal(found, np.round(found))


def test_a_band_lets_its_middle_through_and_weakens_the_rest_by_12_decibels_an_octave() -> None:
    weakened = rms(within(tone(500), 2000, 4000)) / rms(within(tone(1000), 2000, 4000))
    assert 20 * np.log10(weakened) == pytest.approx(-12, abs=0.6)
    assert rms(within(tone(1000), 100, 7000)) == pytest.approx(rms(tone(1000)), rel=0.02)


def test_a_room_keeps_the_direct_sound_where_it_was() -> None:
    click = np.zeros(2000, np.float32)
    click[100] = 1
    heard = filtered(click, room(np.random.default_rng(0)))
    assert len(heard) == len(click)
    assert heard[:100] == pytest.approx(np.zeros(100), abs=1e-4)
    assert heard[100] == pytest.approx(1, abs=1e-3)


def test_every_kind_of_noise_is_as_long_as_was_asked() -> None:
    rng = np.random.default_rng(0)
    for colour in COLOURS:
        assert len(coloured(1234, rng, colour)) == 1234
    assert len(clatter(5000, rng)) == 5000
    crowd = babble(1.0, 2, rng, TRAINING)
    assert len(crowd) == RATE
    assert rms(crowd) > 0.1


def test_everybody_in_a_crowd_is_heard_all_the_time_about_as_loud_as_the_others() -> None:
    pitches = 300, 1000, 2500
    talkers = [partial(tone, hertz) for hertz in pitches]
    together = crowd(4.0, talkers, np.random.default_rng(0))
    assert len(together) == 4 * RATE
    for second in range(4):
        spectrum = np.abs(np.fft.rfft(together[second * RATE : (second + 1) * RATE]))
        levels = [20 * np.log10(spectrum[hertz - 3 : hertz + 4].max()) for hertz in pitches]
        assert max(levels) - min(levels) < 18


def test_no_voice_is_both_trained_with_and_tested_with() -> None:
    assert len({*TRAINING, *TUNING, *TESTING}) == len(TRAINING) + len(TUNING) + len(TESTING)
    for variant in (*TUNING, *TESTING):
        assert len(render("oui", Manner(f"fr+{variant}")).samples)


def test_a_voice_that_espeak_does_not_have_is_refused() -> None:
    with pytest.raises(EspeakError, match="xx-nowhere"):
        render("oui", Manner("xx-nowhere"))


def test_espeak_tells_the_sounds_of_a_word_and_leaves_french_by_an_exception() -> None:
    assert phones_in("oui", Manner()) == ["w", "i"]
    assert phones_in("joueur trois", Manner("fr+f5")) == list("ZwWrtrwa")
    with pytest.raises(ForeignSoundError):
        phones_in("leader", Manner())
    assert phone_of("_:") == ""


def test_espeak_reads_every_sentence_in_french() -> None:
    for sentence in other_talk().sentences:
        assert len(phones_in(sentence, Manner())) > 10


def test_speech_is_labelled_where_it_sounds_and_nowhere_else() -> None:
    speech = speak("oui", Manner()).between(RATE // 2, RATE // 2)
    found = labels(speech.phones, len(speech.samples) // 160)
    (heard,) = np.nonzero(found != SILENCE_OUTPUT)
    assert 45 < heard[0] < 65
    assert heard[-1] < len(found) - 35
    assert list(dict.fromkeys(found[heard])) == [
        output for phone in "wi" for output in (first_output(phone), first_output(phone) + 1)
    ]


PHONE_ROWS = st.lists(st.tuples(st.integers(480, 3200), st.sampled_from(PHONES)), min_size=1, max_size=8)


@given(PHONE_ROWS)
def test_every_phone_of_30_ms_is_answered_in_order_first_by_its_beginning(rows: list[tuple[int, str]]) -> None:
    start, phones = 4000, [(0, "")]
    for length, phone in rows:
        phones.append((start, phone))
        start += length
    found = labels((*phones, (start, "")), (start + 4000) // 160).tolist()
    wanted: list[int] = []
    for _, phone in phones[1:]:
        wanted += [first_output(phone)] * 3
        place = next(index for index in range(len(found)) if found[index : index + 3] == wanted[-3:])
        assert found[:place].count(first_output(phone)) == 0
        found = found[place + 3 :]


@given(st.lists(st.integers(0, 400), min_size=1, max_size=30))
def test_labels_fill_every_frame_however_short_the_phones(lengths: list[int]) -> None:
    starts = np.cumsum([300, *lengths]).tolist()
    phones = ((0, ""), *((start, "a") for start in starts[:-1]), (starts[-1], ""))
    found = labels(phones, 5).tolist()
    assert found[:4] == [SILENCE_OUTPUT, *[first_output("a")] * 3]
    assert found[4:] in ([SILENCE_OUTPUT], [first_output("a")], [first_output("a") + 1])
