"""What may be said to a question of the set-up, and what is none of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shipped import shipped

from narrator.base.resources import games
from narrator.rules.core.answers import NO, YES, Choices, Kind, Number, Refusal, Text, Token
from narrator.table.inbox.entry import Entry, Farewell, Misread, Order, Reply
from narrator.table.inbox.moment import Moment
from narrator.table.language.offered_answers import (
    Offer,
    OfferReader,
    SetupAsk,
    numbered,
    offered_grammar,
    offered_vocabulary,
    titles,
    yes_or_no,
)
from narrator.table.language.phrasebook import phrasebook_of
from narrator.table.language.spelling import Known, everything
from narrator.table.language.spoken import Grammar
from narrator.table.language.table_words import TableWords

WORDS = {language: shipped(games()["mafia"]).words[language] for language in ("fr", "en")}
TITLES = {
    language: {name: shipped(path).words[language].title for name, path in games().items()} for language in ("fr", "en")
}


def asked(*offers: Offer) -> SetupAsk:
    """Return a question with these answers; which of them it takes does not matter here."""
    return SetupAsk(question="box.game", choices=Choices(kind=Kind.TEXT), offers=offers)


def said(offers: tuple[Offer, ...], language: str = "fr", known: Known = everything) -> Grammar:
    return offered_grammar(asked(*offers), TableWords.of(WORDS[language], 0), known)


def answer(text: str, offers: tuple[Offer, ...], language: str = "fr") -> str | int | Entry | None:
    """Return the name or the number that a text gives, or what else it is."""
    match said(offers, language).read(text):
        case Reply(answer=Text(text=name)):
            return name
        case Reply(answer=Number(value=number)):
            return number
        case read:
            return read


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("mafia", "mafia"),
        ("mafia de cuba", "cuba"),
        ("cuba", "cuba"),
        ("euh les loups garous s'il te plaît", "thiercelieux"),
        ("loups-garous de thiercelieux", "thiercelieux"),
        ("thiercelieux", "thiercelieux"),
        ("infiltrés", "infiltres"),
        ("mafeking", "mafeking"),
    ],
)
def test_a_game_is_called_by_its_title_or_a_part_of_it_that_is_no_other_game_s(text: str, name: str) -> None:
    assert answer(text, titles(TITLES["fr"], "fr")) == name


@pytest.mark.parametrize(
    ("text", "name"), [("the werewolves", "thiercelieux"), ("the infiltrators please", "infiltres")]
)
def test_a_game_is_called_in_english(text: str, name: str) -> None:
    assert answer(text, titles(TITLES["en"], "en"), "en") == name


def test_a_part_that_two_titles_share_means_neither() -> None:
    two = titles({"one": "Le Loup de Paris", "two": "Le Loup de Rome"}, "fr")
    assert answer("loup", two) is None
    assert answer("paris", two) == "one"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_numbers_are_understood_up_to_forty(language: str) -> None:
    offers = numbered(range(5, 41), language)
    for offer in offers:
        for way in offer.ways:
            assert Reply(offer.answer) == said(offers, language).read(way)


@pytest.mark.parametrize(
    "text", ["nous sommes vingt et un", "vingt-et-un joueurs", "euh vingt et un", "vingt et une places"]
)
def test_people_say_how_many_they_are(text: str) -> None:
    assert answer(text, numbered(range(5, 41), "fr", WORDS["fr"].lines["box.players.ways"])) == 21


def test_a_number_that_is_not_offered_is_no_answer() -> None:
    assert answer("quatre", numbered(range(5, 41), "fr")) is None


@pytest.mark.parametrize(
    ("text", "order"),
    [("au revoir", Order.QUIT), ("répète", Order.REPEAT), ("annule", Order.UNDO), ("plus fort", Order.LOUDER)],
)
def test_orders_are_understood_at_any_question(text: str, order: Order) -> None:
    assert answer(text, numbered((5, 6), "fr")) is order


@pytest.mark.parametrize("text", ["cinq six", "pas cinq", "cinq mais non", "", "je crois que cinq"])
def test_whatever_is_not_one_answer_as_a_whole_is_none(text: str) -> None:
    assert answer(text, numbered((5, 6), "fr")) is None


def test_a_slip_is_told_from_talk() -> None:
    heard = said(numbered((5, 6), "fr"))
    assert heard.slips("cinq six")
    assert heard.slips("euh cinq cinq")
    assert not heard.slips("euh")
    assert not heard.slips("tu crois que cinq")
    assert not heard.slips("")


def test_an_answer_that_cannot_be_spelled_is_not_listened_for_but_its_number_is() -> None:
    offers = titles(TITLES["fr"], "fr")
    heard = said(offers, known=lambda word: word != "mafeking")
    assert "mafeking" not in heard.phrases
    assert "numéro deux" in heard.phrases
    assert "mafeking" in offered_vocabulary(asked(*offers), TableWords.of(WORDS["fr"], 0))


def test_talk_is_listened_for_where_it_sounds_like_no_answer() -> None:
    phrases = said(yes_or_no({"yes": ("oui",), "no": ("non",)})).phrases
    assert "je pense que" in phrases
    assert len(phrases) == len({*phrases})


MODES = (
    Offer(Text("joueur"), "personne", ("tout le monde joue", "personne"), ("joueur", "personne")),
    Offer(Text("meneur"), "une personne", ("un meneur",), ("meneur",)),
)
JOUEUR, MENEUR = Reply(Text("joueur")), Reply(Text("meneur"))


def read(line: str, offers: tuple[Offer, ...], *, aloud: bool = False) -> Entry:
    """Type a line to a question with these answers."""
    moment = Moment().asking(SetupAsk(question="any", choices=Choices(kind=Kind.TEXT), offers=offers), 0.0)
    return OfferReader(TableWords.of(WORDS["fr"], 0) if aloud else None).read(line, moment)


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        (" M ", MENEUR),
        ("personne", JOUEUR),
        ("Jou", JOUEUR),
        ("", Order.NEXT),
        ("x", Misread(Refusal.WORD)),
        ("1", JOUEUR),
        ("2", MENEUR),
        ("3", Misread(Refusal.WORD)),
        ("-", Misread(Refusal.WORD)),
        ("tout le monde joue", JOUEUR),
        ("un-men", MENEUR),
        ("meneru", Misread(Refusal.WORD, meant=Text("meneur"))),
    ],
)
def test_on_a_terminal_a_word_is_typed_or_a_beginning_that_fits_one_answer(line: str, entry: Entry) -> None:
    assert read(line, MODES) == entry


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("2", MENEUR),
        ("m", MENEUR),
        ("tout le monde joue", JOUEUR),
        ("numéro un", JOUEUR),
        ("3", Misread(Refusal.WORD)),
        ("9" * 5000, Misread(Refusal.WORD)),
        ("0", Farewell()),
        ("au revoir", Order.QUIT),
        ("-", Order.UNDO),
        ("+", Order.NEXT),
    ],
)
def test_where_nobody_sees_the_answers_they_are_typed_as_they_are_said_and_by_number(line: str, entry: Entry) -> None:
    assert read(line, MODES, aloud=True) == entry


@pytest.mark.parametrize("offers", [MODES, (), numbered(range(5, 17), "fr")])
@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("aide", Order.HELP),
        ("Help", Order.HELP),
        ("?", Order.HELP),
        (" retour ", Order.UNDO),
        ("precedent", Order.UNDO),
        ("back", Order.UNDO),
        ("quitter", Order.QUIT),
    ],
)
def test_at_any_question_on_a_terminal_help_a_way_back_and_leave_are_typed(
    line: str, order: Order, offers: tuple[Offer, ...]
) -> None:
    assert read(line, offers) is order


@pytest.mark.parametrize("aloud", [False, True])
@pytest.mark.parametrize(
    ("line", "entry"), [("8", Reply(Number(8))), ("99", Reply(Number(99))), ("9" * 5000, Misread(Refusal.WORD))]
)
def test_a_number_is_typed_as_it_is_whether_it_will_do_or_not(line: str, entry: Entry, *, aloud: bool) -> None:
    assert read(line, numbered(range(5, 17), "fr"), aloud=aloud) == entry


@pytest.mark.parametrize("aloud", [False, True])
def test_one_is_yes_and_two_is_no_as_in_a_game(*, aloud: bool) -> None:
    offers = yes_or_no(WORDS["fr"].answers)
    assert [read(line, offers, aloud=aloud) for line in ("1", "2")] == [Reply(YES), Reply(NO)]


def test_zero_takes_leave_of_a_keypad_as_ever() -> None:
    assert read("0", yes_or_no(WORDS["fr"].answers), aloud=True) == Farewell()


def test_where_nothing_is_offered_any_words_are_an_answer() -> None:
    assert read("Alice, Bruno", ()) == Reply(Text("Alice, Bruno"))


@pytest.mark.parametrize(
    ("line", "entry"),
    [("oui.", YES), ("heu oui", YES), ("Oui !", YES), ("non merci", NO), ("yes", None), ("ouais", YES), ("o", YES)],
)
def test_politeness_and_final_marks_change_no_yes(line: str, entry: Token | None) -> None:
    expected = Misread(Refusal.WORD) if entry is None else Reply(entry)
    assert read(line, yes_or_no(WORDS["fr"].answers)) == expected


@pytest.mark.parametrize("line", ["3", "8", "0", "12.", "heu 6", "9" * 5000])
def test_a_number_that_may_be_meant_for_the_next_question_is_no_yes(line: str) -> None:
    assert read(line, yes_or_no(WORDS["fr"].answers)) == Misread(Refusal.WORD)


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("meneur.", MENEUR),
        ("un meneur, s'il te plaît", MENEUR),
        ("heu 2", MENEUR),
        ("meneru !", Misread(Refusal.WORD, meant=Text("meneur"))),
        ("aide !", Order.HELP),
        ("quitter, merci", Order.QUIT),
    ],
)
def test_politeness_and_final_marks_change_no_other_answer_and_no_order(line: str, entry: Entry) -> None:
    assert read(line, MODES) == entry


@pytest.mark.parametrize(
    "line", ["le 8", "huit", "heu, 8.", "numéro huit", "c'est le numéro 8 !", "number eight", "the 8"]
)
def test_a_number_is_typed_as_it_is_said(line: str) -> None:
    assert read(line, numbered(range(5, 17), "fr")) == Reply(Number(8))


def test_free_words_are_taken_as_they_are() -> None:
    assert read("Aide, Merci.", ()) == Reply(Text("Aide, Merci."))


@given(
    st.sampled_from(phrasebook_of("fr").polite.before),
    st.sampled_from(["", *phrasebook_of("fr").polite.after]),
    st.sampled_from(["", ".", " !", "…"]),
    st.sampled_from([(MODES, "meneur"), (MODES, "personne"), (yes_or_no(WORDS["fr"].answers), "oui")]),
)
def test_no_politeness_changes_an_answer(
    before: str, after: str, mark: str, asked: tuple[tuple[Offer, ...], str]
) -> None:
    offers, line = asked
    for aloud in (False, True):
        assert read(f"{before} {line} {after}{mark}", offers, aloud=aloud) == read(line, offers, aloud=aloud)


def test_names_longer_than_forty_people_have_are_not_taken() -> None:
    moment = Moment(asked=asked())
    names = ", ".join(f"{number:040}" for number in range(40))
    assert isinstance(OfferReader().read(names, moment), Reply)
    assert OfferReader().read(names * 5, moment) == Misread(Refusal.UNREADABLE)
