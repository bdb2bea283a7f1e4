"""Answers, departures and orders as they are said to an open question."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hearings import BALLOT, DEAD, ONE, POCKET, PUBLIC, SWAP, VERDICT, VOICES, eight, heard, heard_in_english

from narrator.rules.core.answers import (
    ACQUITTED,
    CONFIRM,
    DONE,
    GUILTY,
    HYMN,
    KEEP,
    NO,
    NOBODY,
    YES,
    YES_NO,
    Answer,
    Card,
    Choices,
    Diamonds,
    Leave,
    Number,
    Refusal,
    Seats,
    Tie,
)
from narrator.table.inbox.entry import Entry, Misread, Order, Reminder, Reply
from narrator.table.language.phrasebook import UnspokenError, phrasebook_of
from narrator.table.language.spoken import ExactPhrases, Grammar, Hearing, grammar_of, grammar_with

# --- other answers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "choices", "answer"),
    [
        ("oui", YES_NO, YES),
        ("ouais", YES_NO, YES),
        ("non merci", YES_NO, NO),
        ("coupable", VERDICT, GUILTY),
        ("acquitté", VERDICT, ACQUITTED),
        ("suite", CONFIRM, DONE),
        ("suivant", CONFIRM, DONE),
        ("continue s'il te plaît", CONFIRM, DONE),
        ("c'est fini", CONFIRM, DONE),
        ("garder", SWAP, KEEP),
        ("cantique", replace(YES_NO, words=(HYMN, YES)), HYMN),
        ("voyante", DEAD, Card("voyante")),
        ("la voyante", DEAD, Card("voyante")),
        ("loup-garou", DEAD, Card("loup-garou")),
        ("le loup garou", DEAD, Card("loup-garou")),
        ("c'est un loup garou", DEAD, Card("loup-garou")),
        ("sorcière", DEAD, Card("sorcière")),
        ("petite fille", DEAD, Card("petite-fille")),
        ("zéro", VOICES, Number(0)),
        ("neuf", VOICES, Number(9)),
    ],
)
def test_an_answer_is_read_as_it_is_said(text: str, choices: Choices, answer: Answer) -> None:
    assert heard(text, choices) == Reply(answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("trois", Diamonds(3)),
        ("trois diamants", Diamonds(3)),
        ("un diamant", Diamonds(1)),
        ("quinze diamants", Diamonds(15)),
        ("agent", Card("agent")),
        ("l'agent", Card("agent")),
        ("l' agent", Card("agent")),
        ("un fidèle", Card("fidele")),
        ("l'enfant des rues", Card("street")),
        ("triche", Card("cheat")),
    ],
)
def test_a_take_is_read_as_it_is_said(text: str, answer: Answer) -> None:
    assert heard(text, POCKET, "cuba.pockets", "cuba") == Reply(answer)


def test_voices_are_counted_as_voices() -> None:
    assert heard("trois voix", VOICES, "vote.count") == Reply(Number(3))
    assert heard("une voix", VOICES, "vote.count") == Reply(Number(1))
    assert heard("trois diamants", VOICES, "vote.count") is None
    assert heard("trois diamants", VOICES, "cuba.recovered", "cuba") == Reply(Number(3))


@pytest.mark.parametrize(
    ("text", "choices", "refusal"),
    [
        ("douze", VOICES, Refusal.NUMBER),
        ("vingt", VOICES, Refusal.NUMBER),
        ("villageois", DEAD, Refusal.CARD),
        ("le chasseur", DEAD, Refusal.CARD),
    ],
)
def test_what_is_no_answer_here_is_heard_and_refused(text: str, choices: Choices, refusal: Refusal) -> None:
    assert heard(text, choices) == Misread(refusal)


@pytest.mark.parametrize("text", ["o", "n", "ok", "", "  ", "[unk]", "oui oui", "oui non", "oui alice", "ou", "nom"])
def test_letters_and_talk_are_no_answer(text: str) -> None:
    assert heard(text, YES_NO) is None
    assert heard(text, CONFIRM) is None


# --- departures, orders, reminders --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["départ trois", "départ chloé", "départ du joueur trois", "départ de la joueuse trois"]
)
def test_a_departure_may_be_said_to_any_question_of_the_day(text: str) -> None:
    for choices in PUBLIC:
        assert heard(text, choices) == Reply(Leave(3))


def test_nobody_leaves_twice_and_no_departure_is_nobodys() -> None:
    assert heard("départ tiernan", YES_NO) == Misread(Refusal.NOT_LIVING)
    assert heard("départ", YES_NO) is None
    assert heard("un départ", YES_NO) is None
    assert heard("départ neuf", YES_NO) is None


ORDERS = [
    ("répète", Order.REPEAT),
    ("répète s'il te plaît", Order.REPEAT),
    ("pause", Order.PAUSE),
    ("un instant", Order.PAUSE),
    ("reprends", Order.RESUME),
    ("annule", Order.UNDO),
    ("aide", Order.HELP),
    ("aide-moi", Order.HELP),
    ("bilan", Order.STATE),
    ("plus fort", Order.LOUDER),
    ("moins fort merci", Order.SOFTER),
    ("changer de téléphone", Order.PHONE),
]


@pytest.mark.parametrize(("text", "order"), ORDERS)
def test_an_order_is_read_at_any_question_of_the_day_and_between_them(text: str, order: Order) -> None:
    for choices in PUBLIC:
        assert heard(text, choices) is order
    assert grammar_of(None, eight(), Hearing.DAY).read(text) is order


def test_leave_is_taken_of_an_open_question_alone_which_is_there_to_be_confirmed() -> None:
    for choices in PUBLIC:
        assert heard("au revoir", choices) is Order.QUIT
    assert grammar_of(None, eight(), Hearing.DAY).read("au revoir") is None


@pytest.mark.parametrize("text", ["quitter", "arrêter", "attends", "encore", "téléphone"])
def test_what_a_table_says_all_the_time_is_no_order(text: str) -> None:
    for choices in PUBLIC:
        assert heard(text, choices) is None


@pytest.mark.parametrize("text", ["aide voyante", "aide la voyante", "aide une voyante"])
def test_help_with_a_card_is_its_reminder(text: str) -> None:
    assert heard(text, BALLOT) == Reminder("voyante")
    assert grammar_of(None, eight(), Hearing.DAY).read(text) == Reminder("voyante")


def test_going_on_is_nothing_where_nobody_waits_for_it() -> None:
    assert heard("suite", YES_NO) is None
    assert grammar_of(None, eight(), Hearing.DAY).read("suite") is None


# --- English ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "choices", "entry"),
    [
        ("three", BALLOT, Reply(Seats((3,)))),
        ("player three please", BALLOT, Reply(Seats((3,)))),
        ("we vote for alice", BALLOT, Reply(Seats((1,)))),
        ("tied two and five", BALLOT, Reply(Tie((2, 5)))),
        ("two and five are tied", BALLOT, Reply(Tie((2, 5)))),
        ("a tie between alice and number five", BALLOT, Reply(Tie((1, 5)))),
        ("nobody", BALLOT, Reply(NOBODY)),
        ("yes", YES_NO, Reply(YES)),
        ("well no thanks", YES_NO, Reply(NO)),
        ("not guilty", VERDICT, Reply(ACQUITTED)),
        ("continue", CONFIRM, Reply(DONE)),
        ("the seer", DEAD, Reply(Card("voyante"))),
        ("it's a werewolf", DEAD, Reply(Card("loup-garou"))),
        ("alice leaves", YES_NO, Reply(Leave(1))),
        ("leave number two", YES_NO, Reply(Leave(2))),
        ("help seer", YES_NO, Reminder("voyante")),
        ("pause", YES_NO, Order.PAUSE),
        ("goodbye", YES_NO, Order.QUIT),
        ("y", YES_NO, None),
        ("for alice", BALLOT, None),
        ("we vote four", BALLOT, None),
    ],
)
def test_an_english_table_is_understood_in_english(text: str, choices: Choices, entry: Entry | None) -> None:
    assert heard_in_english(text, choices) == entry


def test_an_english_accusation_has_its_words() -> None:
    assert heard_in_english("empty your pockets alice", ONE, "cuba.accused", "cuba") == Reply(Seats((1,)))
    assert heard_in_english("two diamonds", POCKET, "cuba.pockets", "cuba") == Reply(Diamonds(2))


def test_a_language_that_nobody_taught_is_for_keys() -> None:
    with pytest.raises(UnspokenError, match="'eo'"):
        grammar_of(None, replace(eight(), language="eo"), Hearing.DAY)


BOOK = phrasebook_of("fr")


def grammar(*, known: frozenset[str] | None = None) -> Grammar:
    """Return a grammar of a yes, a no and an order, in the words that are known."""
    exact = ExactPhrases(BOOK)
    exact.add(Reply(YES), "oui", "d'accord")
    exact.add(Reply(NO), "non", "oui", "o")
    exact.add(Order.UNDO, "annule tout")
    return grammar_with(exact, (), BOOK.polite, (), BOOK, (lambda _: True) if known is None else known.__contains__)


def test_a_phrase_of_two_meanings_keeps_the_first() -> None:
    assert grammar().read("oui") == Reply(YES)


@pytest.mark.parametrize("text", ["oui non", "annule", "o", ""])
def test_what_is_no_whole_phrase_is_nothing(text: str) -> None:
    assert grammar().read(text) is None


def test_what_a_model_cannot_spell_is_not_listened_for() -> None:
    assert "annule tout" in grammar().phrases
    assert "annule tout" not in grammar(known=frozenset(("oui", "non", "annule"))).phrases


def test_words_of_answers_that_make_none_are_a_slip_and_other_talk_is_none() -> None:
    assert grammar().slips("oui non")
    assert not grammar().slips("oui mais non")
