"""Who speaks up in the midst of talk is cut out of it, in several ways; a talker who goes on alike is not."""

from __future__ import annotations

import numpy as np
import pytest
from sounds import cut

from narrator.dsp.samples import HEARING_RATE
from narrator.listening.standing_out import CUTS, StandingOut, StoodOut, together
from narrator.listening.vad import Pcm

TALK = -40.0
"""dB under full scale of those who talk on and on."""


def talk(seconds: float, *louder: tuple[float, float, float]) -> Pcm:
    """Return talk, syllable after syllable; somebody is so many dB louder between two times."""
    chance, count = np.random.default_rng(2), round(seconds * HEARING_RATE)
    times = np.arange(count) / HEARING_RATE
    sound = chance.standard_normal(count) * (0.75 + 0.25 * np.sin(2 * np.pi * 4 * times))
    level = np.full(count, TALK)
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
