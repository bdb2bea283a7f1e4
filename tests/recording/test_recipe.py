"""What a recorded voice is made of."""

from __future__ import annotations

import numpy as np
import pytest
from booths import tone

from narrator.dsp.samples import RATE, Samples
from narrator.recording.making import encoded
from narrator.recording.recipe import everything, recipes, takes, without_hiss
from narrator.recording.takes import Programme, Take
from narrator.speech.recordings import Spoken

LINE = Spoken("La nuit tombe.")
SAID = Programme(
    {LINE: Take((LINE.text,), ((0, LINE),))},
    values=frozenset([Spoken("7")]),
    names=frozenset([Spoken(""), Spoken("", 0.82)]),
)


def test_there_is_a_voice_of_the_day_and_one_of_the_night() -> None:
    found = [(recipe.voice.language, recipe.by_night) for recipe in recipes()]
    assert sorted(found) == [("en", False), ("en", True), ("fr", False), ("fr", True)]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_each_has_its_styles_and_whispers_by_day_as_the_night_speaks(language: str) -> None:
    speakers = {(recipe.voice.language, recipe.by_night): recipe.speaker() for recipe in recipes()}
    day, night = speakers[language, False], speakers[language, True]
    assert day.styles.shape == (510, 256)
    assert (day.whisper == night.styles).all()
    assert (day.styles != night.styles).any()


def test_names_are_recorded_at_the_pace_of_the_voice_and_published_at_every_pace() -> None:
    cuts = {cut for take in takes(SAID, ["Anne"], "fr") for _, cut in take.cuts}
    assert cuts == {LINE, Spoken("7"), Spoken("Anne")}
    assert set(everything(SAID, ["Anne"])) == {LINE, Spoken("7"), Spoken("Anne"), Spoken("Anne", 0.82)}


def test_what_was_published_and_hisses_where_a_vowel_ends_it_is_recorded_anew_at_every_pace() -> None:
    noise = np.random.default_rng(1).normal(0, 0.1, RATE // 5).astype(np.float32)

    def opus(text: str, *, hisses: bool) -> bytes:
        said: Samples = tone(Spoken(text))
        return encoded(np.concatenate([said, np.diff(noise)]) if hisses else said, 0.5)

    milo, alice, emma = Spoken("Milo"), Spoken("Alice"), Spoken("Emma", 0.82)
    before = {
        milo: opus("Milo", hisses=True),
        Spoken("Milo", 0.82): opus("Milo", hisses=False),
        alice: opus("Alice", hisses=True),
        emma: opus("Emma", hisses=False),
    }
    assert set(without_hiss(before, "fr")) == {alice, emma}
