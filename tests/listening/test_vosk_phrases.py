"""Phrases are spelled in the words that a model knows, and told as they were asked for."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from narrator.listening.vosk_phrases import ModelWords, Phrases
from narrator.listening.vosk_recogniser import ANYTHING, OTHERS, UNSAID


class Model:
    """A model that knows some words."""

    def __init__(self, known: Iterable[str]) -> None:
        self._known = set(known)

    def vosk_model_find_word(self, word: str) -> int:
        """Return the number of a word, or -1."""
        return 7 if word in self._known else -1


def test_what_may_only_go_on_politely_is_complete() -> None:
    words = ModelWords(Model(["oui", "merci", "s'il", "te", "plaît", "deux", "et", "trois", "non"]))
    said = ("oui", "oui merci", "deux", "deux s'il te plaît", "deux et trois", "non merci")
    phrases = Phrases(said, words, ("merci", "s'il te plaît"))
    assert [phrases.complete(text) for text in ("oui", "oui merci", "deux", "deux et trois")] == [
        True,
        True,
        False,
        True,
    ]
    assert not phrases.complete("non")
    assert not Phrases(said, words).complete("oui")


def test_an_answer_that_may_only_go_on_as_talk_is_complete() -> None:
    words = ModelWords(Model(["oui", "non", "mais", "coupable"]))
    talk = ("oui", "non", "mais", "oui mais", "non coupable")
    phrases = Phrases(("oui", "non", "oui mais", "mais", "non coupable"), words, talk=talk)
    assert [phrases.complete(text) for text in ("oui", "non")] == [True, True]
    guilty = Phrases(("coupable", "non", "non coupable"), words, talk=talk)
    assert not guilty.complete("non")  # it may go on as an answer would


def test_a_phrase_is_spelled_as_the_model_spells_it() -> None:
    words = ModelWords(Model(["ange", "l'", "gardien", "dix", "sept", "l'agent", "dix-huit", "l'ange-gardien"]))
    assert words.spelled("L’ange gardien") == "l' ange gardien"
    assert words.spelled("l'agent dix-sept") == "l'agent dix sept"
    assert words.spelled("dix-huit") == "dix-huit"
    assert words.spelled("l'ange-gardien") == "l'ange-gardien"
    assert words.spelled("l'abbé") is None
    assert words.spelled("dix-neuf") is None


@pytest.mark.parametrize("name", [ANYTHING, UNSAID, *OTHERS, "<eps>", f"anna {ANYTHING}"])
def test_what_stands_for_sounds_cannot_be_said_whoever_is_called_so(name: str) -> None:
    words = ModelWords(Model({"anna", "<eps>", ANYTHING, UNSAID, *OTHERS, *map(str.casefold, OTHERS)}))
    assert words.spelled(name) is None


def test_what_is_heard_is_told_as_it_was_asked_for() -> None:
    phrases = Phrases(("L'ange", "dix-sept", "oui"), ModelWords(Model(["ange", "l'", "dix", "sept", "oui", "dix"])))
    assert phrases.spelled == ("l' ange", "dix sept", "oui")
    assert [phrases.whole(text) for text in phrases.spelled] == ["L'ange", "dix-sept", "oui"]
    assert phrases.whole("dix") is None
