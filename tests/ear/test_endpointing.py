"""Where an utterance begins and ends in what a microphone hears, and who stands out of talk."""

from __future__ import annotations

from dataclasses import astuple
from typing import TypeVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sounds import VOICE, Everything, cut, events, room, room_hiss, samples

from narrator.ear.endpointing import (
    TALK,
    Dropped,
    Endpointer,
    Event,
    Limits,
    Piece,
    SpeechHeard,
    SpeechPause,
    TalkHeard,
    VoiceIgnored,
)
from narrator.ear.standing_out import CUTS, StandingOut, StoodOut, together
from narrator.ear.vad import FRAME, Pcm, decibels, power
from narrator.sound.dsp.samples import HEARING_RATE

Kind = TypeVar("Kind", bound=Event)

LIMITS = Limits()


def only(kind: type[Kind], found: list[Event]) -> list[Kind]:
    return [event for event in found if isinstance(event, kind)]


def spoken(sound: Pcm) -> list[SpeechHeard]:
    return only(SpeechHeard, events(sound))


def told(found: list[Event]) -> list[object]:
    """Return events in a form that can be compared: sound as bytes."""
    return [(type(event), _plain(astuple(event))) for event in found]


def _plain(value: object) -> object:
    match value:
        case np.ndarray():
            return value.tobytes()
        case tuple():
            return tuple(map(_plain, value))
        case _:
            return value


TALKATIVE = room(9, (0.05, 0.3), (1.0, 1.4), (1.75, 2.2), (3.1, 3.15), (4.0, 4.1), (5.0, 5.6), (6.3, 8.9))
UNCUT = told(events(TALKATIVE))


@given(st.lists(st.integers(0, len(TALKATIVE)), max_size=12))
def test_where_the_sound_is_cut_changes_nothing(cuts: list[int]) -> None:
    endpointer = Endpointer(Everything())
    assert told([event for piece in cut(TALKATIVE, cuts) for event in endpointer.feed(piece)]) == UNCUT


@given(st.integers(samples(0.3), samples(1)), st.integers(samples(0.2), samples(1)))
def test_begin_and_end_are_those_of_the_voice_to_a_frame(begin: int, length: int) -> None:
    sound = room(3, (begin / HEARING_RATE, (begin + length) / HEARING_RATE))
    [utterance] = spoken(sound)
    assert abs(utterance.begin - begin) < FRAME
    assert abs(utterance.end - (begin + length)) < FRAME


def test_the_pieces_are_the_utterance_with_some_of_the_time_before() -> None:
    sound = room(5, (3.0, 3.5))
    found = events(sound)
    [utterance] = only(SpeechHeard, found)
    assert np.concatenate([piece.pcm for piece in only(Piece, found)]).tolist() == utterance.pcm.tolist()
    before = samples(LIMITS.before)
    voice = sound[utterance.begin : utterance.end]
    assert utterance.pcm[before : before + len(voice)].tolist() == voice.tolist()


def test_what_is_far_from_the_voice_is_softened() -> None:
    [utterance] = spoken(room(3, (1.0, 1.5), noise=-50.0))
    levels = [decibels(power(part)) for part in (utterance.pcm[:1000], utterance.pcm[2000:4000], utterance.pcm[-8000:])]
    assert levels == pytest.approx([-56, -50, -56], abs=0.5)


def test_a_pause_of_four_tenths_does_not_split_an_answer_and_one_of_eight_does() -> None:
    assert len(spoken(room(4, (1.0, 1.4), (1.8, 2.2)))) == 1
    assert len(spoken(room(4, (1.0, 1.4), (2.2, 2.6)))) == 2


def test_whoever_has_understood_ends_an_utterance_at_its_first_pause() -> None:
    endpointer, found = Endpointer(Everything()), []
    fed = 0
    for piece in cut(room(3, (1.0, 1.5)), range(0, 3 * HEARING_RATE, 100)):
        fed += len(piece)
        for event in endpointer.feed(piece):
            found.append(event)
            if isinstance(event, SpeechPause):
                utterance = endpointer.close()
                assert isinstance(utterance, SpeechHeard)
                assert fed - utterance.end < (LIMITS.pause + 0.02) * HEARING_RATE
    assert len(only(SpeechPause, found)) == 1
    assert only(SpeechHeard, found) == []


@pytest.mark.parametrize("words", [1, 2, 3, 4])
def test_each_of_the_first_two_silences_in_an_utterance_is_a_pause(words: int) -> None:
    found = events(room(5, *[(1.0 + 0.8 * number, 1.4 + 0.8 * number) for number in range(words)]))
    assert len(only(SpeechPause, found)) == min(words, 2)
    assert len(only(SpeechHeard, found)) == 1


def test_closing_ends_what_is_being_said() -> None:
    endpointer = Endpointer(Everything())
    list(endpointer.feed(room(1.5, (1.0, 1.5))))
    utterance = endpointer.close()
    assert isinstance(utterance, SpeechHeard)
    assert utterance.end == samples(1.5) // FRAME * FRAME
    assert endpointer.close() is None


def test_a_click_is_no_utterance() -> None:
    found = events(room(3, (1.0, 1.06)))
    assert only(Dropped, found) == [Dropped("short")]
    assert only(SpeechHeard, found) == []


class _Slow(Everything):
    """Hardly believes in the first 0.1 s of a voice."""

    def __init__(self) -> None:
        super().__init__()
        self._doubts = iter((0.4, 0.4, 0.4))

    def probability(self, frame: Pcm) -> float:
        """Return less than what opens an utterance, and enough to continue one, three times."""
        return next(self._doubts, 1.0) if super().probability(frame) else 0.0


def test_a_short_word_counts_from_where_it_begins_though_the_detector_is_slow() -> None:
    begin, end = 32 * FRAME, 37 * FRAME
    [utterance] = only(SpeechHeard, list(Endpointer(_Slow()).feed(room(3, (begin / HEARING_RATE, end / HEARING_RATE)))))
    assert (utterance.begin, utterance.end, utterance.voice) == (begin, end, end - begin)


def test_talk_without_end_is_no_answer_and_neither_is_its_last_word() -> None:
    talk = room(12, (1.0, 8.0), (8.3, 8.8), (10.0, 10.5))
    found = events(talk)
    assert only(Dropped, found) == [Dropped("long")]
    [utterance] = only(SpeechHeard, found)
    assert utterance.begin == pytest.approx(samples(10), abs=FRAME)


def test_who_was_speaking_before_anybody_listened_is_not_heard_before_he_falls_silent() -> None:
    sound = room(6, (0.0, 0.5), (0.8, 1.2), (2.5, 3.0))
    [utterance] = spoken(sound)
    assert utterance.begin == pytest.approx(samples(2.5), abs=FRAME)


@pytest.mark.parametrize(("begin", "end"), [(0.0, 1.8), (1.0, 8.4)], ids=["under way", "too long"])
def test_a_voice_that_is_no_utterance_is_told_once_it_is_silent(begin: float, end: float) -> None:
    syllables = [(start, start + 0.2) for start in np.arange(begin, end, 0.4)]
    found = events(room(12, *syllables, (10.0, 10.5)))
    [ignored] = only(VoiceIgnored, found)
    assert (ignored.begin / HEARING_RATE, ignored.end / HEARING_RATE) == pytest.approx(
        (begin, end), abs=2 * FRAME / HEARING_RATE
    )
    assert found.index(ignored) < found.index(only(SpeechHeard, found)[0])


def test_a_gap_ends_what_is_being_said_and_cuts_its_rest() -> None:
    endpointer = Endpointer(Everything())
    list(endpointer.feed(room(1.5, (1.0, 1.5))))
    assert endpointer.gap(10 * HEARING_RATE) == Dropped("gap")
    found = list(endpointer.feed(room(3, (0.0, 0.4), (1.5, 2.0))))
    rest, utterance = only(SpeechHeard, found)
    assert (rest.cut, utterance.cut) == (True, False)
    assert rest.begin == samples(10)
    assert utterance.begin == pytest.approx(samples(11.5), abs=FRAME)
    assert endpointer.gap(0) is None


def test_what_is_to_be_forgotten_is_so_up_to_the_silence_after_it() -> None:
    endpointer = Endpointer(Everything())
    sound = room(6, (1.0, 1.6), (1.9, 2.2), (4.0, 4.5))
    list(endpointer.feed(sound[: samples(1.3)]))
    assert endpointer.forget() == Dropped("forgotten")
    [utterance] = only(SpeechHeard, list(endpointer.feed(sound[samples(1.3) :])))
    assert utterance.begin == pytest.approx(samples(4), abs=FRAME)


def test_forgetting_in_silence_costs_nothing() -> None:
    endpointer = Endpointer(Everything())
    sound = room(3, (1.0, 1.5))
    list(endpointer.feed(sound[: samples(0.99)]))
    assert endpointer.forget() is None
    assert len(only(SpeechHeard, list(endpointer.feed(sound[samples(0.99) :])))) == 1


@pytest.mark.parametrize(("louder", "heard"), [(5, 0), (12, 1)])
def test_only_who_speaks_up_over_the_noise_is_heard(louder: float, heard: int) -> None:
    sound = room(6, (4.0, 4.6), level=-40 + louder, noise=-40)
    assert len(spoken(sound)) == heard


def test_a_moment_that_stands_out_makes_no_answer_of_what_does_not() -> None:
    sound = room(6, (4.0, 4.08), level=-30, noise=-40)
    murmur = slice(samples(4.08), samples(4.6))
    sound[murmur] = room_hiss(0.52, -33.5, seed=2)
    assert only(Dropped, events(sound)) == [Dropped("soft")]
    sound[murmur] = room_hiss(0.52, -31, seed=2)
    assert len(spoken(sound)) == 1


def test_an_answer_ends_where_softer_talk_goes_on() -> None:
    sound = room(8, (3.0, 3.5), level=-20, noise=-50)
    sound[samples(3.5) :] = room_hiss(4.5, -38, seed=2)
    spoken = next(event for event in events(sound) if isinstance(event, SpeechHeard))
    assert (spoken.begin / HEARING_RATE, spoken.end / HEARING_RATE) == pytest.approx((3.0, 3.5), abs=0.04)


def test_in_a_quiet_room_a_soft_ending_belongs_to_the_answer() -> None:
    sound = room(8, (3.0, 3.5), level=-20)
    sound[samples(3.5) : samples(4.3)] = room_hiss(0.8, -40, seed=2)
    [spoken] = [event for event in events(sound) if isinstance(event, SpeechHeard)]
    assert spoken.end / HEARING_RATE == pytest.approx(4.3, abs=0.04)


def test_how_long_somebody_spoke_is_told_without_his_pauses_and_the_echo_after_him() -> None:
    sound = room(5, (2.0, 2.4), (2.6, 2.8))
    echo = slice(samples(2.8), samples(3.1))
    sound[echo] = room_hiss(0.3, VOICE - 16)
    [spoken] = [event for event in events(sound) if isinstance(event, SpeechHeard)]
    assert abs(spoken.end - samples(3.1)) < FRAME
    assert abs(spoken.voice - samples(0.6)) <= 3 * FRAME


def test_noise_makes_the_first_answer_no_longer() -> None:
    sound = room(3, (1.6, 2.0), noise=-36.0)
    [first] = [event for event in events(sound) if isinstance(event, SpeechHeard)]
    assert abs(first.voice - samples(0.4)) <= 2 * FRAME


def test_noise_that_has_come_to_stay_is_no_voice() -> None:
    sound = np.concatenate([room(4, (2.0, 2.5)), room(12, (8.0, 8.6), noise=-40.0, level=-20.0)])
    begins = [utterance.begin / HEARING_RATE for utterance in spoken(sound)]
    assert begins == pytest.approx([2.0, 12.0], abs=0.05)


def test_silence_is_silence_and_nothing_is_computed_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    detector = Everything()
    monkeypatch.setattr(detector, "probability", lambda _: pytest.fail("the detector was run"))
    assert only(SpeechHeard, list(Endpointer(detector).feed(np.zeros(3 * HEARING_RATE, np.int16)))) == []


def test_talk_is_told_at_a_steady_pace_with_its_level() -> None:
    talk = only(TalkHeard, events(room(4, (2.0, 4.0))))
    assert len(talk) == 4 * HEARING_RATE // FRAME // TALK
    assert [talk[2].level, talk[-2].level] == pytest.approx([-70, -26], abs=1)
    assert [talk[2].share, talk[-2].share] == [0, 1]


def test_soft_talk_counts_as_talk_only_where_it_is_followed() -> None:
    sound = np.concatenate([room_hiss(4, -40), room_hiss(4, -36, seed=2)])
    for following in (False, True):
        endpointer = Endpointer(Everything(-38))
        endpointer.follow(following)
        talk = only(TalkHeard, list(endpointer.feed(sound)))
        assert talk[-1].share == pytest.approx(1.0 if following else 0.0)


MURMUR = -40.0
"""dB under full scale of those who talk on and on."""


def talk(seconds: float, *louder: tuple[float, float, float]) -> Pcm:
    """Return talk, syllable after syllable; somebody is so many dB louder between two times."""
    chance, count = np.random.default_rng(2), round(seconds * HEARING_RATE)
    times = np.arange(count) / HEARING_RATE
    sound = chance.standard_normal(count) * (0.75 + 0.25 * np.sin(2 * np.pi * 4 * times))
    level = np.full(count, MURMUR)
    for begin, end, over in louder:
        level[round(begin * HEARING_RATE) : round(end * HEARING_RATE)] += over
    pcm: Pcm = np.rint(sound * 32768 * 10 ** (level / 20)).astype(np.int16)
    return pcm


def found(sound: Pcm, pieces: int = 320) -> list[StoodOut]:
    standing_out = StandingOut()
    return [one for piece in cut(sound, range(pieces, len(sound), pieces)) for one in standing_out.feed(piece)]


def test_talk_alone_has_nobody_who_stands_out() -> None:
    assert found(talk(12.0)) == []


@pytest.mark.parametrize("over", [10.0, 15.0])
def test_who_speaks_up_is_cut_out_at_his_edges(over: float) -> None:
    [one] = found(talk(8.0, (5.0, 5.6, over)))
    assert (one.begin / HEARING_RATE, one.end / HEARING_RATE) == pytest.approx((5.0, 5.6), abs=0.05)
    lengths = [len(sound) / HEARING_RATE for sound in one.cuts]
    assert lengths == pytest.approx([0.6 + before + behind for before, behind in CUTS], abs=0.1)


def test_how_sound_is_cut_into_pieces_changes_nothing() -> None:
    sound = talk(8.0, (5.0, 5.6, 12.0))
    one, other = found(sound), found(sound, 777)
    assert [(out.begin, out.end) for out in one] == [(out.begin, out.end) for out in other]


@pytest.mark.parametrize("seconds", [0.05, 4.0], ids=["a click", "a speech"])
def test_neither_a_moment_nor_a_speech_stands_out(seconds: float) -> None:
    assert found(talk(12.0, (5.0, 5.0 + seconds, 15.0))) == []


def test_what_is_cut_by_a_gap_does_not_stand_out() -> None:
    sound, standing_out = talk(8.0, (5.0, 5.6, 15.0)), StandingOut()
    half = round(5.3 * HEARING_RATE)
    assert list(standing_out.feed(sound[:half])) == []
    standing_out.gap(10 * HEARING_RATE)
    assert [out.begin for out in standing_out.feed(talk(2.0))] == []


def test_of_several_cuts_what_most_of_them_are_is_the_likeliest() -> None:
    heard = [[("six", 0.0), ("dix", 9.0)], [("six", 0.0)], [("dix", 0.0)]]
    (first, behind), (second, further) = together(heard)
    assert (first, second, behind) == ("six", "dix", 0.0)
    assert further == pytest.approx(np.log(2), abs=0.01)
