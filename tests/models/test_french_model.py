"""The committed model in the hands of stock Vosk: it loads, takes grammars, and knows its words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from models.build import lexicon
from models.build.espeak import Manner
from models.build.export import FOLDER
from models.build.sound import RATE, Samples, at_peak
from models.build.speech import speak
from models.build.vocabulary import vocabulary
from models.build.voices import TESTING
from narrator.ear.vosk_recogniser import ANYTHING, UNKNOWN, UNSAID

vosk = pytest.importorskip("vosk", reason="the package vosk is missing")

COMMANDS = ["oui", "non", "suite", "répète", "annule", "pause", "personne", "vide tes poches", "plus fort"]
SEATS = [f"joueur {number}" for number in vocabulary().sections["numbers"][1:21]]
ROLES = ["loup-garou", "villageois", "petite fille", "voyante", "lanceuse d'alerte", "sergent-major", "pam", "ping"]


@pytest.fixture(scope="module")
def model() -> Any:
    vosk.SetLogLevel(-1)
    return vosk.Model(str(FOLDER))


def text(model: Any, samples: Samples, phrases: Sequence[str]) -> str:
    """What is recognised in a recording of one utterance, with these phrases and `[unk]` for a grammar."""
    # Vosk does not decode \u00e9: a word written so would be dropped from the grammar.
    grammar = json.dumps([*phrases, UNKNOWN], ensure_ascii=False)
    recogniser = vosk.KaldiRecognizer(model, RATE, grammar)
    blocks = np.split(samples.astype(np.int16), range(RATE // 5, len(samples), RATE // 5))
    results = [recogniser.Result() for block in blocks if recogniser.AcceptWaveform(block.tobytes())]
    texts = [json.loads(result)["text"] for result in (*results, recogniser.FinalResult())]
    return " ".join(filter(None, texts))


def heard(model: Any, said: str, phrases: Sequence[str], voice: str = "fr+f5") -> str:
    """What is recognised when somebody says this in a quiet room."""
    written = vocabulary().written(said.split(), np.random.default_rng(0))
    speech = speak(written, Manner(voice)).between(RATE // 2, RATE // 2)
    return text(model, at_peak(speech.samples, -9.0), phrases)


def test_vosk_finds_every_word_and_no_other(model: Any) -> None:
    for word in (*lexicon.read(), UNKNOWN, ANYTHING, UNSAID):
        assert model.vosk_model_find_word(word) >= 0, word
    assert model.vosk_model_find_word("hélicoptère") == -1


@pytest.mark.parametrize("voice", TESTING)
def test_commands_are_recognised_from_voices_that_training_never_heard(model: Any, voice: str) -> None:
    assert [heard(model, said, COMMANDS, f"fr+{voice}") for said in COMMANDS] == COMMANDS


def test_each_grammar_hears_its_own_phrases(model: Any) -> None:
    for said in ("joueur trois", "joueur douze", "joueur vingt"):
        assert heard(model, said, SEATS) == said
    for said in ROLES:
        assert heard(model, said, ROLES) == said


@pytest.mark.parametrize("voice", TESTING)
def test_a_word_is_heard_that_is_tied_to_the_next_one(model: Any, voice: str) -> None:
    phrases = ["un instant", "un enfant", "un villageois"]
    assert [heard(model, said, phrases, f"fr+{voice}") for said in phrases] == phrases


def test_a_first_name_is_heard_with_its_accents(model: Any) -> None:
    names = ["élodie", "benoît", "zoé", "inès", "alice", "victor"]
    assert [heard(model, said, names) for said in names] == names


@pytest.mark.parametrize(
    "said", ["le bac part du quai", "un écureuil a vidé la mangeoire", "ils vendent leur bateau à un notaire"]
)
def test_speech_outside_the_grammar_is_unknown(model: Any, said: str) -> None:
    for phrases in (COMMANDS, SEATS):
        assert set(heard(model, said, phrases).split()) == {UNKNOWN}


@pytest.mark.parametrize("said", ["oui", "égalité entre deux et trois", "un écureuil a vidé la mangeoire"])
def test_whatever_is_said_is_any_sounds(model: Any, said: str) -> None:
    assert set(heard(model, said, [ANYTHING]).split()) == {ANYTHING}


def test_a_word_that_nobody_can_say_is_never_heard(model: Any) -> None:
    assert heard(model, "oui", [UNSAID, "oui"]) == "oui"
    assert heard(model, "non", [UNSAID]) == UNKNOWN


def test_silence_is_nothing(model: Any) -> None:
    assert text(model, np.zeros(2 * RATE, np.float32), COMMANDS) == ""


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
