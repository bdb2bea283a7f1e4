"""The committed model in the hands of stock Vosk: it loads, takes grammars, and knows its words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from models.build import lexicon
from models.build.espeak import Manner
from models.build.evaluate import Recogniser, grammars
from models.build.export import FOLDER
from models.build.sound import RATE, at_peak
from models.build.speech import speak
from models.build.vocabulary import UNKNOWN, vocabulary
from models.build.voices import TESTING
from narrator.listening.vosk_recogniser import ANYTHING, UNSAID

vosk = pytest.importorskip("vosk", reason="the package vosk is missing")

COMMANDS = ["oui", "non", "suite", "répète", "annule", "pause", "personne", "vide tes poches", "plus fort"]
SEATS = [f"joueur {number}" for number in vocabulary().sections["numbers"][1:21]]


@pytest.fixture(scope="module")
def model() -> Any:
    vosk.SetLogLevel(-1)
    return vosk.Model(str(FOLDER))


@pytest.fixture(scope="module")
def ears() -> Recogniser:
    return Recogniser(FOLDER)


def heard(ears: Recogniser, said: str, phrases: Sequence[str], voice: str = "fr+f5") -> str:
    """What is recognised when somebody says this in a quiet room."""
    text = vocabulary().written(said.split(), np.random.default_rng(0))
    speech = speak(text, Manner(voice)).between(RATE // 2, RATE // 2)
    return ears.text(at_peak(speech.samples, -9.0), phrases)


def test_vosk_finds_every_word_and_no_other(model: Any) -> None:
    for word in (*lexicon.read(), UNKNOWN, ANYTHING, UNSAID):
        assert model.vosk_model_find_word(word) >= 0, word
    assert model.vosk_model_find_word("hélicoptère") == -1


@pytest.mark.parametrize("voice", TESTING)
def test_commands_are_recognised_from_voices_that_training_never_heard(ears: Recogniser, voice: str) -> None:
    assert [heard(ears, said, COMMANDS, f"fr+{voice}") for said in COMMANDS] == COMMANDS


def test_each_grammar_hears_its_own_phrases(ears: Recogniser) -> None:
    for said in ("joueur trois", "joueur douze", "joueur vingt"):
        assert heard(ears, said, SEATS) == said
    roles = grammars()["roles"]
    for said in ("loup-garou", "petite fille", "lanceuse d'alerte", "sergent-major", "pam", "ping"):
        assert heard(ears, said, roles) == said


@pytest.mark.parametrize("voice", TESTING)
def test_a_word_is_heard_that_is_tied_to_the_next_one(ears: Recogniser, voice: str) -> None:
    phrases = ["un instant", "un enfant", "un villageois"]
    assert [heard(ears, said, phrases, f"fr+{voice}") for said in phrases] == phrases


def test_a_first_name_is_heard_with_its_accents(ears: Recogniser) -> None:
    names = ["élodie", "benoît", "zoé", "inès", "alice", "victor"]
    assert [heard(ears, said, names) for said in names] == names


@pytest.mark.parametrize(
    "said", ["le bac part du quai", "un écureuil a vidé la mangeoire", "ils vendent leur bateau à un notaire"]
)
def test_speech_outside_the_grammar_is_unknown(ears: Recogniser, said: str) -> None:
    for phrases in (COMMANDS, SEATS):
        assert set(heard(ears, said, phrases).split()) == {UNKNOWN}


@pytest.mark.parametrize("said", ["oui", "égalité entre deux et trois", "un écureuil a vidé la mangeoire"])
def test_whatever_is_said_is_any_sounds(ears: Recogniser, said: str) -> None:
    assert set(heard(ears, said, [ANYTHING]).split()) == {ANYTHING}


def test_a_word_that_nobody_can_say_is_never_heard(ears: Recogniser) -> None:
    assert heard(ears, "oui", [UNSAID, "oui"]) == "oui"
    assert heard(ears, "non", [UNSAID]) == UNKNOWN


def test_silence_is_nothing(ears: Recogniser) -> None:
    assert ears.text(np.zeros(2 * RATE, np.float32), COMMANDS) == ""


def test_the_same_sound_gives_the_same_text(ears: Recogniser) -> None:
    assert heard(ears, "vide tes poches", COMMANDS) == heard(ears, "vide tes poches", COMMANDS)


def test_words_come_with_times_and_confidence(model: Any) -> None:
    recogniser = vosk.KaldiRecognizer(model, RATE, json.dumps(["oui", "joueur trois", UNKNOWN], ensure_ascii=False))
    recogniser.SetWords(True)
    speech = speak("joueur trois", Manner("fr+m8")).between(RATE, RATE)
    recogniser.AcceptWaveform(at_peak(speech.samples, -9.0).astype(np.int16).tobytes())
    first, second = json.loads(recogniser.FinalResult())["result"]
    assert (first["word"], second["word"]) == ("joueur", "trois")
    begun, ended = speech.phones[1][0] / RATE, speech.phones[-1][0] / RATE
    assert first["start"] == pytest.approx(begun, abs=0.1)
    assert first["end"] <= second["start"] + 0.01
    assert second["end"] == pytest.approx(ended, abs=0.25)
    assert first["conf"] > 0.9
