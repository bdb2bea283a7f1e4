"""The words of the model: every word that a game can be answered with, each with sounds that the network knows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from models.build import lexicon
from models.build.phones import PHONES
from models.build.vocabulary import vocabulary
from narrator.table.language.phrasebook import MOST, numerals, phrasebook_of
from narrator.table.language.spelling import spelled

SCRIPTS = Path(__file__).parents[2] / "scripts"
PACKS = [*sorted(SCRIPTS.glob("*/fr.yaml")), SCRIPTS / "common" / "fr" / "words.yaml"]
LEXICON = lexicon.read()


def spoken(pack: Path) -> Iterator[str]:
    """What may be said to a game: commands, answers, cards with and without article, camps, the office, its title.

    Answers of one letter are keys: nobody says them.
    """
    words = yaml.safe_load(pack.read_text("utf-8"))
    for said in (*words.get("commands", {}).values(), *words.get("answers", {}).values()):
        yield from (phrase for phrase in said if len(phrase) > 1)
    for card in words.get("cards", {}).values():
        yield from (card["name"], card["bare"], card["many"])
    yield from (camp["name"] for camp in words.get("camps", {}).values())
    yield from (words[key] for key in ("title",) if key in words)
    if "office" in words:
        yield words["office"]["name"]


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.parent.name)
def test_the_model_knows_every_word_that_a_pack_can_be_answered_with(pack: Path) -> None:
    assert {word for phrase in spoken(pack) for word in phrase.lower().split()} <= LEXICON.keys()


def test_the_model_knows_whatever_the_ear_listens_for_in_french() -> None:
    phrasebook = phrasebook_of("fr")
    phrases = [numeral for number in range(MOST + 1) for numeral in numerals(number, "fr")]
    phrases += [
        *phrasebook.seats,
        phrasebook.join,
        *phrasebook.leavers,
        *phrasebook.ties,
        *phrasebook.even,
        *phrasebook.empties,
    ]
    phrases += [*phrasebook.shots, *phrasebook.farewells, *phrasebook.naming, *phrasebook.polite.phrases]
    phrases += [
        *phrasebook.talk,
        *phrasebook.hush,
        phrasebook.voices.many,
        phrasebook.diamonds.one,
        phrasebook.diamonds.many,
    ]
    assert [phrase for phrase in phrases if spelled(phrase, LEXICON.__contains__) is None] == []


def test_the_lexicon_has_the_words_of_the_vocabulary_and_first_names_that_are_recorded_no_more() -> None:
    words = vocabulary().words
    assert tuple(word for word in LEXICON if word in words) == words


def test_every_word_has_sounds_and_only_sounds_of_the_network() -> None:
    for word, pronunciations in LEXICON.items():
        assert pronunciations, word
        assert len(set(pronunciations)) == len(pronunciations), word
        for sounds in pronunciations:
            assert sounds, word
            assert set(sounds) <= set(PHONES), word


def test_numbers_go_to_sixty_in_one_word_each() -> None:
    numbers = vocabulary().sections["numbers"]
    assert len(numbers) == 61
    assert (numbers[0], numbers[17], numbers[21], numbers[40], numbers[60]) == (
        "zéro",
        "dix-sept",
        "vingt-et-un",
        "quarante",
        "soixante",
    )


def test_phrases_are_made_of_words_of_the_vocabulary() -> None:
    rng, known = np.random.default_rng(1), set(vocabulary().words)
    for _ in range(3000):
        phrase = vocabulary().phrase(rng)
        assert phrase
        assert known.issuperset(phrase), phrase


def test_words_are_written_for_espeak_with_elisions_glued_and_english_lookalikes_respelt() -> None:
    rng = np.random.default_rng(0)
    assert vocabulary().written(["l'", "ange", "joker"], rng) == "l'ange jokère"
    assert vocabulary().written(["oui", "non"], rng, pauses=1.0) == "oui, non"


def test_the_commands_of_a_table_do_not_sound_alike() -> None:
    commands = {"oui", "non", "suite", "répète", "annule", "pause", "reprends", "personne", "égalité", "aide"}
    for one, other in combinations(commands, 2):
        assert set(LEXICON[one]).isdisjoint(LEXICON[other])


WORDS = st.lists(st.lists(st.sampled_from(PHONES), min_size=1, max_size=5).map(tuple), min_size=1, max_size=5)


@given(WORDS, st.lists(st.sampled_from(PHONES), max_size=12))
def test_every_sound_that_was_heard_goes_to_one_word_in_order(words: list[tuple[str, ...]], heard: list[str]) -> None:
    shares = lexicon.attached(words, heard)
    assert len(shares) == len(words)
    assert [sound for share in shares for sound in share] == heard


@given(WORDS)
def test_words_said_as_expected_get_their_own_sounds(words: list[tuple[str, ...]]) -> None:
    assert lexicon.attached(words, [sound for word in words for sound in word]) == words


def test_a_liaison_goes_to_the_word_before_it() -> None:
    deux, amis = ("d", "Y"), ("a", "m", "i")
    assert lexicon.attached([deux, amis], ["d", "Y", "z", "a", "m", "i"]) == [("d", "Y", "z"), amis]
