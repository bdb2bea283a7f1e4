"""One utterance after another: none is torn by Vosk's own ends, and none leaves anything behind."""

from __future__ import annotations

import json
from functools import partial

import numpy as np
import pytest
from speakers import MODEL, said

from narrator.dsp.samples import HEARING_RATE
from narrator.listening import vosk_decoder as module
from narrator.listening.vosk_decoder import Decoder

vosk = pytest.importorskip("vosk", reason="the package vosk is missing")

PHRASES = ("oui", "non", "suite", "joueur trois", "[unk]")


@pytest.fixture(scope="module")
def decoder() -> Decoder:
    vosk.SetLogLevel(-1)
    return Decoder(partial(recogniser, vosk.Model(str(MODEL))))


def recogniser(model: object) -> object:
    made = vosk.KaldiRecognizer(model, HEARING_RATE, json.dumps(PHRASES, ensure_ascii=False))
    made.SetWords(True)
    made.SetMaxAlternatives(10)
    return made


def likeliest(decoder: Decoder) -> str:
    return " ".join(word.text for word in decoder.end()[0].words)


def test_what_was_said_comes_with_how_long_each_word_lasts(decoder: Decoder) -> None:
    decoder.take(said("joueur trois", before=0.2, after=0.3))
    first, *others = decoder.end()
    assert [word.text for word in first.words] == ["joueur", "trois"]
    assert all(0.1 < word.seconds < 0.6 for word in first.words)
    assert all(other.log_likelihood <= first.log_likelihood for other in others)


def test_a_pause_that_vosk_takes_for_an_end_does_not_tear_an_utterance(decoder: Decoder) -> None:
    for sound in (said("joueur", before=0.2, after=1.6), said("trois", before=0.1, after=0.3)):
        decoder.take(sound)
    assert likeliest(decoder) == "joueur trois"


def test_what_was_dropped_is_no_part_of_the_next(decoder: Decoder) -> None:
    decoder.take(said("joueur", before=0.2, after=1.6))
    decoder.drop()
    decoder.take(said("oui", before=0.2, after=0.3))
    assert likeliest(decoder) == "oui"


def test_both_parts_of_an_utterance_count_for_how_likely_it_is(decoder: Decoder) -> None:
    decoder.take(said("suite", before=0.2, after=0.3))
    alone = decoder.end()[0].log_likelihood
    for _ in range(2):
        decoder.take(said("suite", before=0.2, after=1.6))
    assert decoder.end()[0].log_likelihood > 1.5 * alone


def test_silence_is_one_alternative_without_words(decoder: Decoder) -> None:
    decoder.take(np.zeros(HEARING_RATE, np.int16))
    assert [one.words for one in decoder.end()] == [()]


def test_a_recogniser_that_has_heard_much_is_made_anew_and_hears_as_well(
    decoder: Decoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_UTTERANCES", 2)
    heard = []
    for _ in range(5):
        decoder.take(said("suite", before=0.2, after=0.3))
        heard.append(likeliest(decoder))
    assert heard == ["suite"] * 5


class Made:
    """A recogniser of Vosk that hears nothing, and counts the utterances that it ended."""

    def __init__(self) -> None:
        self.ended = 0

    def FinalResult(self) -> str:  # noqa: N802 - Vosk's name
        """End an utterance without words."""
        self.ended += 1
        return "{}"


def test_no_recogniser_hears_more_than_five_hundred_utterances() -> None:
    made: list[Made] = []

    def make() -> Made:
        made.append(Made())
        return made[-1]

    decoder = Decoder(make)
    for number in range(1200):
        if number % 2:
            decoder.drop()
        else:
            decoder.end()
    assert [recogniser.ended for recogniser in made] == [500, 500, 200]
