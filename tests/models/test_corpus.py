"""What the ear learns from: who speaks in it, how often, and what is right for each frame."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.build import bank
from models.build.bank import Clip
from models.build.corpus import Speakers, Studio, speakers, weight
from models.build.espeak import Manner
from models.build.phones import LEARNT_OUTPUTS, SILENCE_OUTPUT
from models.build.speech import Speech, speak
from models.build.voices import TRAINING


@pytest.fixture(scope="module")
def banks(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A voice of the network, and two people, of whom one speaks French."""
    place = tmp_path_factory.mktemp("banks")
    words = {"0.7 af_bella": "le loup", "stamps-fr": "un chat", "stamps-ru": "une lampe"}
    for number, (speaker, text) in enumerate(words.items()):
        bank.save([Clip(speaker, text, speak(text, Manner()))], place / f"bank_{number}.npz")
    return sorted(place.glob("*.npz"))


def test_speakers_of_banks_are_told_apart_by_their_names(banks: list[Path]) -> None:
    found = speakers(TRAINING, banks)
    assert set(found.network) == {"0.7 af_bella"}
    assert set(found.people) == {"stamps-fr", "stamps-ru"}


class _Overheard(list[Speech]):
    """Clips that know whether one of them was ever taken."""

    taken = False

    def __getitem__(self, index: Any) -> Any:
        self.taken = True
        return super().__getitem__(index)


@pytest.fixture(scope="module")
def who(banks: list[Path]) -> Speakers:
    """The speakers of the banks."""
    found = speakers(TRAINING, banks)
    made, said = ({name: _Overheard(bank[name]) for name in bank} for bank in (found.network, found.people))
    return Speakers(TRAINING, made, said)


@pytest.fixture(scope="module")
def studio(who: Speakers) -> Studio:
    """Where they, and espeak, speak; it is slow to make."""
    return Studio(1, who)


@pytest.mark.thorough
@pytest.mark.usefixtures("studio")
def test_voices_of_banks_talk_in_crowds_too(who: Speakers) -> None:
    for clips in (*who.network.values(), *who.people.values()):
        assert isinstance(clips, _Overheard)
        assert clips.taken


@given(clips=st.integers(1, 2000), more=st.integers(0, 2000))
def test_who_says_more_is_drawn_more_but_not_in_proportion_and_french_most(clips: int, more: int) -> None:
    said = weight("stamps-fr", clips)
    assert said <= weight("stamps-fr", clips + more) <= said * (clips + more) / clips
    assert weight("stamps-ru", clips) < said == weight("0.7 af_bella", clips)


@pytest.mark.thorough
def test_a_file_has_a_right_answer_for_every_frame_and_times_without_a_voice(studio: Studio, tmp_path: Path) -> None:
    assert set(studio.unspoken()[1].tolist()) == {SILENCE_OUTPUT}
    assert not {*studio.spoken()[1].tolist()} <= {SILENCE_OUTPUT}
    hours = studio.record(24, tmp_path / "train_0.npz")
    made = np.load(tmp_path / "train_0.npz")
    features, labels = made["features"], made["labels"]
    assert features.shape == (len(labels), 40)
    assert hours == pytest.approx(len(labels) / 100 / 3600)
    assert 0 <= labels.min() <= labels.max() < LEARNT_OUTPUTS
    assert 0.2 < np.mean(labels == SILENCE_OUTPUT) < 0.9
