"""Sound sentences: every slip of a kind is found, in every line of a pack, whatever it names.

That no pack that we ship has one stands in `tests/packs/test_scripts.py`, which checks all of each.
"""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shipped import shipped

from narrator.base import resources
from narrator.packs.grammar import NAMES, KnownLanguage, grammar_of, readings_of, slips
from narrator.packs.naming import counted, readings
from narrator.packs.pack_check import vocabulary_of
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Form, Term
from narrator.table.games.registry import engine_facts

GAMES = sorted(file.parent for file in resources.folder("scripts").glob("*/game.yaml"))
LANGUAGES = ("en", "fr")
FRENCH, ENGLISH = map(grammar_of, ("fr", "en"))
KNOWN = KnownLanguage(frozenset({"oui", "yes"}), frozenset({"Mafiosi"}), "le numéro ")


@pytest.mark.parametrize(
    ("text", "slip"),
    [
        ("Qui ment?", "pas d'espace devant un signe: `t?`"),
        ("Écoutez!", "pas d'espace devant un signe: `z!`"),
        ("Voici: Anna.", "pas d'espace devant un signe: `i:`"),
        ("Le numéro 4, à le numéro 3.", "à contracter: `à le`"),
        ("La carte de le Voleur.", "à contracter: `de le`"),
        ("La nuit de Élise.", "à élider: `de Élise`"),
        ("La place que Hugo tient.", "à élider: `que Hugo`"),
        ("Si il parle, on vote.", "à élider: `Si il`"),
        ("Voici 1 diamants.", "a number and its noun disagree: `1 diamants`"),
        ("Voici 0 diamants.", "a number and its noun disagree: `0 diamants`"),
        ("Voici 2 diamant.", "a number and its noun disagree: `2 diamant`"),
        ("Voici 21 diamant.", "a number and its noun disagree: `21 diamant`"),
        ("La victoire va aux place que voici.", "an article and its noun disagree: `aux place`"),
        ("le jour se lève.", "a sentence begins small: `le`"),
        ("Le jour se lève. la nuit est finie.", "a sentence begins small: `la`"),
        ("On vote  encore.", "a space too many: ``"),
        ("Le cercle perd .", "a space before a sign: `perd .`"),
        ("La nuit,, puis le jour.", "signs that do not go together: `,,`"),
        ("Anna,Bob.", "no space behind a comma: `Anna,Bob.`"),
        ("On vote vote encore.", "a word stands twice: `vote vote`"),
        ("Le cercle {seats}.", "markup is left over: `{`"),
        (
            "Un Villageois. Un Villageois dort.",
            "a sentence begins with the whole of the one before: `Un Villageois. Un",
        ),
    ],
)
def test_each_slip_in_french_is_found(text: str, slip: str) -> None:
    assert any(found.startswith(slip) for found in slips(text, FRENCH, KNOWN)), [*slips(text, FRENCH, KNOWN)]


@pytest.mark.parametrize(
    ("text", "slip"),
    [
        ("Who lies ?", "a space before a sign: `?`"),
        ("A owl hoots.", "a or an: `A owl`"),
        ("Wait an day.", "a or an: `an day`"),
        ("Wait a hour.", "a or an: `a hour`"),
        ("Here are 1 diamonds.", "a number and its noun disagree: `1 diamonds`"),
        ("Here are 0 diamond.", "a number and its noun disagree: `0 diamond`"),
        ("Here are 21 diamond.", "a number and its noun disagree: `21 diamond`"),
        ("Your card: a Villager. A Villager sleeps.", "a sentence begins with the whole of the one before"),
    ],
)
def test_each_slip_in_english_is_found(text: str, slip: str) -> None:
    assert any(found.startswith(slip) for found in slips(text, ENGLISH, KNOWN)), [*slips(text, ENGLISH, KNOWN)]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Le hameau, la hackeuse, le onze et le hasard : rien de haut.", "fr"),
        ("Le numéro 4 cache 1 voix, 2 voix et 3 Mafiosi. Le numéro 1 ment…", "fr"),
        ("Rappeler les cartes ? oui ou non", "fr"),
        ("Écris « keypad: none ». À la place ! À lui de parler.", "fr"),
        ("An hour, a unicorn, a one-way road: 2 seats, 1 seat and 0 seats.", "en"),
        ("Which cards? yes,or=2 such as a=1,b. Write `a:b`.", "en"),
    ],
)
def test_what_is_right_is_left_alone(text: str, language: str) -> None:
    assert [*slips(text, grammar_of(language), KNOWN)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_line_is_looked_at_with_one_and_with_several_of_all_that_it_names(game: Path, language: str) -> None:
    pack = shipped(game)
    words, vocabulary = pack.words[language], vocabulary_of(pack.rules, engine_facts(pack.rules.engine))
    read: dict[str, set[str]] = {}
    for where, text in readings_of(words, vocabulary.lines.values(), {}):
        if where[0] == "lines":
            read.setdefault(str(where[1]), set()).add(text)
    wording = Wording(words, NAMES)
    several = wording.read("{seats}", {"seats": Term(Form.SEAT, (1, 3))})
    for line in vocabulary.lines.values():
        texts = read[line.id]
        if ("seats", Form.SEAT) in line.args and all("{seats}" in text for text in words.lines[line.id]):
            assert {several in text for text in texts} == {True, False}, line.id
        for name, form in line.args:
            if form is Form.CARD and any(f"{{{name}}}" in text for text in words.lines[line.id]):
                assert all(any(card.name.lower() in text.lower() for text in texts) for card in words.cards.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_nothing_follows_a_list_of_seats_that_does_not_agree_with_it(game: Path, language: str) -> None:
    words = shipped(game).words[language]
    for line, variants in words.lines.items():
        for text in variants:
            assert re.search(r"\{seats\} (?!\{seats\||par le serment)", text) is None, line


CLAIMS_ALL = re.compile(
    r"tout le (?:cercle|monde)|toutes les voix|chacun vote|everyone|everybody|every (?:voice|vote)|all of you"
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_vote_is_called_everybodys_while_somebody_may_be_silenced(game: Path, language: str) -> None:
    pack = shipped(game)
    votes = (line for line in pack.words[language].lines if line.startswith(("vote.", "captain.", "trial.")))
    for line in votes:
        for text in pack.words[language].lines[line]:
            assert CLAIMS_ALL.search(text.lower()) is None, line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_only_lines_to_a_leader_speak_of_one(game: Path, language: str) -> None:
    led = (".sign", ".tour", "girl.", "veteran.", "relay.", "undo.", "setup.", "box.", "session.", "jokers.")
    for line, variants in shipped(game).words[language].lines.items():
        if not any(mark in line for mark in led):
            for text in variants:
                assert re.search(r"\b(?:meneur|leader)\b", text) is None, line


@given(st.text(max_size=60))
def test_any_text_can_be_looked_at(text: str) -> None:
    for language in (*LANGUAGES, "eo"):
        list(slips(text, grammar_of(language)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_words_that_agree_do_so_in_every_wording_of_their_line(game: Path, language: str) -> None:
    """With two arguments that are counted, every pair of numbers is a sentence of its own."""
    words = shipped(game).words[language]
    singular = {int(number) for number in words.singular}
    for line, variants in words.lines.items():
        for text in variants:
            ways = len(list(product((0, 1, 2), repeat=len(counted(text)))))
            assert 1 <= len(list(readings(text, singular))) <= ways, line
