"""A card under another name: in the singular and the plural, with the articles that its gender and beginning want."""

from __future__ import annotations

import pytest

from narrator.packs.grammar import grammar_of
from narrator.packs.renaming import carried, carried_through, renamed, still_named
from narrator.packs.words import CardWords

SEER = CardWords(name="la Voyante", bare="Voyante", many="Voyantes", reminder="Elle voit.")
HUNTER = CardWords(name="le Chasseur", bare="Chasseur", many="Chasseurs", reminder="Il tire.")
WOLF = CardWords(name="un Loup-Garou", bare="Loup-Garou", many="Loups-Garous", reminder="Il mord.")
CRITIC = CardWords(name="the Seer", bare="Seer", many="Seers", reminder="It sees.")
FRENCH, ENGLISH = grammar_of("fr"), grammar_of("en")


def french(card: CardWords, new: str, text: str) -> str:
    """Return a French text in which a card has another name."""
    return carried(text, renamed(card, new, FRENCH.articles, FRENCH.plural_of), FRENCH.articles, FRENCH.elides)


@pytest.mark.parametrize(
    ("card", "new", "before", "after"),
    [
        (SEER, "critique", "La Voyante dort ; une voyante rêve.", "La Critique dort ; une critique rêve."),
        (SEER, "le critique", "la Voyante, à la Voyante, de la Voyante", "le Critique, au Critique, du Critique"),
        (SEER, "le critique", "Cette Voyante qu'une Voyante voit", "Ce Critique qu'un Critique voit"),
        (SEER, "oracle", "La Voyante et le regard de la Voyante", "L'Oracle et le regard de l'Oracle"),
        (SEER, "la critique", "Deux Voyantes ? Des voyantes.", "Deux Critiques ? Des critiques."),
        (HUNTER, "la faucheuse", "du Chasseur au Chasseur", "de la Faucheuse à la Faucheuse"),
        (HUNTER, "ermite", "Ce Chasseur, quel Chasseur !", "Cet Ermite, quel Ermite !"),
        (WOLF, "cheval/chevaux", "2 Loups-Garous, un Loup-Garou", "2 Chevaux, un Cheval"),
        (SEER, "critique", "La voyance et les clairvoyantes restent.", "La voyance et les clairvoyantes restent."),
        (SEER, "critique", "{seat} tient la carte {card:bare}.", "{seat} tient la carte {card:bare}."),
    ],
)
def test_a_name_is_carried_with_its_articles(card: CardWords, new: str, before: str, after: str) -> None:
    assert french(card, new, before) == after


def test_in_english_an_article_hears_the_first_letter() -> None:
    name = renamed(CRITIC, "oracle", ENGLISH.articles, ENGLISH.plural_of)
    assert carried("A Seer, the Seers", name, ENGLISH.articles, ENGLISH.elides) == "An Oracle, the Oracles"


def test_a_gender_that_is_another_one_leaves_sentences_to_be_read_again_and_keys_and_comments_as_they_are() -> None:
    lines = [
        "# La Voyante",
        "  voyante:",
        '    name: "la Voyante"',
        '  a: "À elle, la Voyante, de voir."',
        '    - "La nuit."',
    ]
    name = renamed(SEER, "le critique", FRENCH.articles, FRENCH.plural_of)
    assert [*carried_through(lines, name, FRENCH.articles, FRENCH.elides)] == [
        ("# La Voyante", False),
        ("  voyante:", False),
        ('    name: "le Critique"', False),
        ('  a: "À elle, le Critique, de voir."', True),
        ('    - "La nuit."', False),
    ]


def test_what_keeps_its_gender_is_read_again_only_where_the_old_name_is_left_inside_a_word() -> None:
    lines = ['  a: "La Voyante dort."', '  b: "Une clairvoyante dort."']
    name = renamed(SEER, "la critique", FRENCH.articles, FRENCH.plural_of)
    assert [again for _, again in carried_through(lines, name, FRENCH.articles, FRENCH.elides)] == [False, True]


def test_an_old_name_is_found_as_a_word_and_not_where_it_is_part_of_the_own_name() -> None:
    texts = {"a": ("La voyante voit.",), "b": ("La clairvoyante voit.",), "c": ("Rien.", "Deux Voyantes.")}
    assert [*still_named(texts, ["voyante", "Voyantes"], ["Critique", "Critiques"])] == ["a", "c"]
    assert [*still_named(texts, ["voyante"], ["Voyante du soir"])] == []


@pytest.mark.parametrize(
    ("new", "many"),
    [
        ("critic", "Critics"),
        ("thief", "Thieves"),
        ("wolf", "Wolves"),
        ("fisherman", "Fishermen"),
        ("human", "Humans"),
        ("spy", "Spies"),
        ("witch", "Witches"),
        ("princess", "Princesses"),
        ("boy scout", "Boy scouts"),
        ("knight of the sea", "Knights of the sea"),
    ],
)
def test_an_english_name_has_the_plural_that_people_say(new: str, many: str) -> None:
    assert renamed(CRITIC, new, ENGLISH.articles, ENGLISH.plural_of).now[1] == many


@pytest.mark.parametrize(
    ("new", "many"),
    [
        ("matelot", "Matelots"),
        ("sans-abri/sans-abri", "Sans-abri"),
        ("bourgeois", "Bourgeois"),
        ("nez", "Nez"),
        ("bateau", "Bateaux"),
        ("amiral", "Amiraux"),
        ("garde du corps", "Gardes du corps"),
        ("petit mousse", "Petits mousses"),
        ("chef d'équipe", "Chefs d'équipe"),
        ("cheval/chevals", "Chevals"),
    ],
)
def test_a_name_in_place_of_one_that_hears_no_plural_has_its_own(new: str, many: str) -> None:
    villager = CardWords(name="un Villageois", bare="Villageois", many="Villageois", reminder="Il dort.")
    name = renamed(villager, new, FRENCH.articles, FRENCH.plural_of)
    lines = ['    bare: "Villageois"', '    many: "Villageois"']
    told = [line for line, _ in carried_through(lines, name, FRENCH.articles, FRENCH.elides)]
    assert told == [f'    bare: "{name.now[0]}"', f'    many: "{many}"']
