"""What is measured of the ear is what it says: places, levels, scores and delays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hearings import MODEL, recognised, said
from sounds import Everything, room, samples

from benchmarks.ear_measuring import (
    Answers,
    AskedPhrases,
    HeardPhrases,
    WebRtc,
    answers,
    compared,
    in_turn,
    spotting,
    stock,
)
from benchmarks.recordings import (
    SPEECH,
    Company,
    LabelledRecording,
    Placed,
    by_telephone,
    clatter,
    read,
    slowly,
    steady,
)
from benchmarks.soak_test import Watch, soak_test
from narrator.ear.messages import Recognised
from narrator.ear.thresholds import Thresholds
from narrator.ear.vad import FRAME, decibels, power
from narrator.ear.vosk_recogniser import VoskRecogniser
from narrator.sound.dsp.samples import HEARING_RATE

pytestmark = pytest.mark.thorough

TWO = ((3.0, 3.5), (5.0, 5.6))


def burst(*bursts: tuple[float, float]) -> LabelledRecording:
    """Return bursts in a hiss, of which it is known that the first two are."""
    placed = tuple(Placed(samples(begin), samples(end), "oui") for begin, end in TWO)
    return LabelledRecording(room(9, *bursts).astype(np.float64), placed)


@pytest.fixture(scope="module")
def company() -> Iterator[Company]:
    with Company(("m8",)) as company:
        yield company


def test_what_is_found_where_it_is_counts_as_found() -> None:
    score = spotting(burst(*TWO), Everything())
    assert (score.placed, score.missed, score.split, score.false) == (2, 0, 0, 0)
    assert max(map(abs, score.onsets + score.ends)) < FRAME / HEARING_RATE


def test_what_is_missed_split_or_found_elsewhere_counts_as_that() -> None:
    score = spotting(burst((3.0, 3.5), (7.0, 7.5)), Everything())
    assert (score.missed, score.split, score.false) == (1, 0, 1)
    assert score.false_a_minute == pytest.approx(60 / 9)
    torn = LabelledRecording(
        room(9, (3.0, 3.3), (4.2, 4.5)).astype(float), (Placed(samples(3.0), samples(4.5), "oui"),)
    )
    assert spotting(torn, Everything()).split == 1


def test_by_telephone_nothing_is_left_above_four_kilohertz_and_all_is_where_it_was() -> None:
    said = burst(*TWO)
    heard = by_telephone(said)
    strength = np.square(np.abs(np.fft.rfft(heard.sound)))
    assert strength[len(strength) * 11 // 20 :].sum() < 1e-4 * strength.sum()
    score = spotting(heard, Everything())
    assert (score.placed, score.missed, score.split, score.false) == (2, 0, 0, 0)


def test_what_is_said_slowly_is_longer_and_where_it_is_said_to_be() -> None:
    pytest.importorskip("pedalboard", reason="the package pedalboard, or its library, is missing", exc_type=ImportError)
    heard = slowly(burst(*TWO))
    assert len(heard.sound) == pytest.approx(1.8 * samples(9), abs=FRAME)
    score = spotting(heard, Everything())
    assert (score.placed, score.missed, score.split, score.false) == (2, 0, 0, 0)
    assert max(map(abs, score.onsets)) < 0.1


def at(second: float, *texts: str, computing: float = 0.0) -> HeardPhrases:
    """Return what was heard then; all texts but the first are a little less likely."""
    return HeardPhrases(recognised("", *texts), samples(second), computing)


YES = AskedPhrases.exactly("oui", "non").meaning
LIMITS = Thresholds()


def test_amid_talk_an_utterance_counts_if_it_is_said_twice() -> None:
    texts = ("oui", "non", "non", "bien", "oui")
    replies = [recognised("", text, amid_talk=place > 0) for place, text in enumerate(texts)]
    taken = [type(decision).__name__ for decision in in_turn(replies, YES, LIMITS)]
    assert taken == ["Certain", "Overheard", "Certain", "NoneType", "Overheard"]


def answers_of(recording: LabelledRecording, *found: HeardPhrases) -> Answers:
    """Compare what was found with what was said."""
    return compared(recording, found, YES, LIMITS)


def test_an_answer_is_what_was_meant_once_and_nothing_else() -> None:
    recording = burst(*TWO)
    score = answers_of(recording, at(4.0, "oui", computing=0.25), at(6.6, "oui"))
    assert (score.accepted, score.wrong) == (2, 0)
    assert score.delays == pytest.approx([0.75, 1.0])
    assert answers_of(recording, at(4.0, "non")).wrong == 1
    assert answers_of(recording, at(4.0, "oui"), at(4.1, "oui")).accepted == 0


def test_what_means_nothing_is_not_heard_and_what_is_in_doubt_is_asked_back() -> None:
    score = answers_of(burst(*TWO), at(4.0, "oui"), at(4.1, "peut-être"), at(6.6, "non", "oui"))
    assert (score.accepted, score.wrong, score.asked_back) == (1, 0, 1)
    assert answers_of(burst(*TWO), at(4.0, "oui"), at(6.6, "non", "oui"), at(6.7, "non")).asked_back == 0


def test_a_company_says_every_phrase_where_it_tells(company: Company) -> None:
    recording = company.answers(("oui", "joueur trois"), 4, seed=1)
    assert [placed.text in ("oui", "joueur trois") for placed in recording.placed] == [True] * 4
    for placed in recording.placed:
        voice = recording.pcm()[placed.begin : placed.end]
        assert decibels(power(voice)) == pytest.approx(SPEECH, abs=0.1)
        assert decibels(power(recording.pcm()[placed.begin - 8000 : placed.begin - 100])) < -65
    assert company.answers(("oui", "joueur trois"), 4, seed=1).pcm().tolist() == recording.pcm().tolist()


def test_noise_is_as_far_below_speech_as_asked_for() -> None:
    noisy = LabelledRecording(np.zeros(HEARING_RATE)).over(steady(HEARING_RATE // 3, 1), 10)
    assert decibels(power(noisy.pcm())) == pytest.approx(SPEECH - 10, abs=0.1)


def test_a_debate_goes_on_for_as_long_as_asked_for(company: Company) -> None:
    assert len(company.talk(5.0, 1).sound) == 5 * HEARING_RATE
    assert len(company.babble(3.0, 1, talkers=2)) == 3 * HEARING_RATE
    assert len(clatter(2.0, 1)) == 2 * HEARING_RATE


def test_the_whole_chain_and_vosk_by_itself_hear_the_same_answers(company: Company) -> None:
    pytest.importorskip("vosk", reason="the package vosk is missing")
    asked = AskedPhrases.exactly("oui", "suite", "joueur trois")
    recording = company.answers(asked.phrases, 6, seed=2)
    ours = answers(VoskRecogniser(MODEL), Everything(), asked, recording)
    theirs = stock(MODEL, asked, recording)
    assert ours.accepted == theirs.accepted == 6


def test_hours_of_sound_are_heard_by_the_process_with_their_questions_and_what_it_needs() -> None:
    pytest.importorskip("vosk", reason="the package vosk is missing")
    sound = said("oui")
    over: list[int] = []
    told = soak_test(MODEL, [Watch("first", ("oui",), sound), Watch("second", ("non",), sound)], over.append)
    assert [(name, type(reply)) for name, reply in told.heard] == [("first", Recognised), ("second", Recognised)]
    assert over == [0, 1, 2]
    assert 20 < told.uses[-1].most < 500
    assert told.uses[0].seconds <= told.uses[-1].seconds


def test_the_detector_it_is_compared_with_takes_frames_of_any_number(company: Company) -> None:
    pytest.importorskip("webrtcvad", reason="the package webrtcvad-wheels is missing")
    detector = WebRtc()
    voice = company.says("bonjour tout le monde", Random(1)).astype(np.int16)
    found = [detector.probability(voice[at : at + FRAME]) for at in range(0, len(voice) - FRAME, FRAME)]
    assert np.mean(found) > 0.7
    silence = [detector.probability(np.zeros(FRAME, np.int16)) for _ in range(20)]
    assert silence[-1] == 0


def test_recorded_files_of_any_rate_are_heard_at_16_khz(tmp_path: Path) -> None:
    import soundfile

    file = tmp_path / "tone.wav"
    soundfile.write(file, np.sin(np.arange(44100) / 20)[:, None].repeat(2, axis=1) / 2, 44100)
    sound = read(file)
    assert len(sound) == HEARING_RATE
    assert decibels(power(sound.astype(np.int16))) == pytest.approx(-9, abs=0.1)
