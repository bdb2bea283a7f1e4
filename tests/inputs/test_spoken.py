"""What may be said to an open question, and how exactly it is read."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from questions import tongue

from narrator.core.answers import (
    ACQUITTED,
    DONE,
    GUILTY,
    HYMN,
    KEEP,
    NO,
    NOBODY,
    YES,
    Answer,
    Card,
    Choices,
    Diamonds,
    Kind,
    Leave,
    Number,
    Refusal,
    Seats,
    Tie,
)
from narrator.core.effects import Ask
from narrator.inputs.inbox import Entry, Misread, Order, Reminder, Reply
from narrator.inputs.parlance import UnspokenError, parlance_of
from narrator.inputs.spoken import Grammar, Moment, grammar_of
from narrator.inputs.tongue import Tongue

EIGHT = ("Alice", "Bruno", "Chloé", "Jean-Luc", "Jean Paul", "Tiernan", "Noé", "Zoé")
LIVING = (1, 2, 3, 4, 5, 7, 8)
BALLOT = Choices(kind=Kind.BALLOT, seats=LIVING, ties=True, words=(NOBODY,))
TWO_OUT = replace(BALLOT, count=(1, 2))
ONE = Choices(kind=Kind.SEATS, seats=LIVING, words=(NOBODY,))
VOLUNTEERS = Choices(kind=Kind.SEATS, seats=LIVING, count=(1, 7), words=(NOBODY,))
CONFIRM = Choices(kind=Kind.CONFIRM, words=(DONE,))
YES_NO = Choices(kind=Kind.YES_NO, words=(YES, NO))
VERDICT = Choices(kind=Kind.YES_NO, words=(GUILTY, ACQUITTED))
VOICES = Choices(kind=Kind.NUMBER, numbers=(0, 9))
DEAD = Choices(kind=Kind.CARD, cards=("loup-garou", "petite-fille", "sorcière", "voyante"))
SWAP = replace(DEAD, words=(KEEP,))
POCKET = Choices(kind=Kind.TAKE, numbers=(1, 15), cards=("fidele", "agent", "street", "cheat"))
DENOUNCE = replace(ONE, words=(NOBODY, DONE))
PUBLIC = (BALLOT, TWO_OUT, ONE, VOLUNTEERS, CONFIRM, YES_NO, VERDICT, VOICES, DEAD)


def eight(game: str = "thiercelieux", language: str = "fr", names: tuple[str, ...] = EIGHT) -> Tongue:
    """Return the words of a table of eight."""
    return replace(tongue(game, language), players=8, names=names)


@cache
def grammar(choices: Choices, question: str = "any", game: str = "thiercelieux", language: str = "fr") -> Grammar:
    """Return what may be said by day to a question with these choices, seat 6 being dead."""
    ask = Ask(question=question, choices=choices, living=LIVING)
    return grammar_of(ask, eight(game, language), Moment.DAY)


def heard(text: str, choices: Choices, question: str = "any", game: str = "thiercelieux") -> Entry | None:
    """Read a text that was heard in French."""
    return grammar(choices, question, game).read(text)


def heard_in_english(text: str, choices: Choices, question: str = "any", game: str = "thiercelieux") -> Entry | None:
    """Read a text that was heard in English."""
    return grammar(choices, question, game, "en").read(text)


# --- seats --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        *("trois", "joueur trois", "le joueur trois", "siège trois", "numéro trois", "le numéro trois", "place trois"),
        *("chloé", "Chloé", "euh chloé", "c'est chloé", "on vote pour chloé merci"),
        "alors euh le numéro trois s'il te plaît",
    ],
)
def test_a_seat_is_said_by_its_number_or_its_name(text: str) -> None:
    for choices in (BALLOT, ONE, VOLUNTEERS):
        assert heard(text, choices) == Reply(Seats((3,)))


@pytest.mark.parametrize("text", ["un", "une", "joueur un", "joueuse une", "alice"])
def test_the_first_seat_is_one_in_either_gender(text: str) -> None:
    assert heard(text, BALLOT) == Reply(Seats((1,)))


@pytest.mark.parametrize("text", ["jean-luc", "jean luc", "Jean Luc"])
def test_a_compound_name_is_one_name(text: str) -> None:
    assert heard(text, BALLOT) == Reply(Seats((4,)))


@pytest.mark.parametrize("text", ["vingt-et-un", "vingt et un", "place vingt et un"])
def test_a_compound_number_is_one_seat(text: str) -> None:
    circle = tuple(range(1, 31))
    ask = Ask(question="any", choices=replace(BALLOT, seats=circle), living=circle)
    table = grammar_of(ask, replace(eight(), players=30), Moment.DAY)
    assert table.read(text) == Reply(Seats((21,)))
    assert table.read("vingt et deux") == Reply(Tie((2, 20)))
    assert table.read("un et vingt") == Reply(Tie((1, 20)))


def test_a_number_without_a_seat_is_never_two_seats() -> None:
    circle = tuple(range(1, 21))
    ask = Ask(question="any", choices=replace(BALLOT, seats=circle), living=circle)
    table = grammar_of(ask, replace(eight(), players=20), Moment.DAY)
    assert table.read("égalité vingt et un") is None
    assert table.read("vingt deux et trois") is None
    assert table.read("vingt et un") is None


@pytest.mark.parametrize("text", ["personne", "aucune", "euh personne", "personne merci"])
def test_nobody_is_a_word(text: str) -> None:
    assert heard(text, BALLOT) == Reply(NOBODY)


@pytest.mark.parametrize(
    "text",
    [
        *("égalité deux et cinq", "deux et cinq à égalité", "à égalité deux et cinq", "égalité entre deux et cinq"),
        *("bruno et jean paul", "cinq et deux", "égalité joueur deux et jean paul", "c'est égalité deux et cinq"),
    ],
)
def test_a_tie_is_said_in_several_ways(text: str) -> None:
    assert heard(text, BALLOT) == Reply(Tie((2, 5)))


def test_a_tie_of_three_needs_its_last_and_alone() -> None:
    assert heard("égalité deux trois et cinq", BALLOT) == Reply(Tie((2, 3, 5)))
    assert heard("deux et trois et cinq", BALLOT) == Reply(Tie((2, 3, 5)))
    assert heard("deux trois cinq", BALLOT) is None
    assert heard("deux cinq", BALLOT) is None


def test_a_tie_without_seats_is_told_what_is_missing() -> None:
    assert heard("égalité", BALLOT) == Misread(Refusal.TIE_OF_TWO)
    assert heard("égalité deux", BALLOT) == Misread(Refusal.TIE_OF_TWO)
    assert heard("égalité", YES_NO) is None


def test_where_two_are_out_one_may_be_clear_and_others_tied() -> None:
    assert heard("quatre égalité deux et cinq", TWO_OUT) == Reply(Tie((2, 5), 4))
    assert heard("quatre et égalité deux et cinq", TWO_OUT) == Reply(Tie((2, 5), 4))
    assert heard("deux et cinq", TWO_OUT) == Reply(Seats((2, 5)))
    assert heard("quatre égalité deux et cinq", BALLOT) == Misread(Refusal.COUNT)


def test_several_seats_may_be_named_where_several_are_wanted() -> None:
    assert heard("cinq deux et alice", VOLUNTEERS) == Reply(Seats((5, 2, 1)))
    assert heard("deux et cinq", ONE) == Misread(Refusal.COUNT)


@pytest.mark.parametrize("text", ["joueur six", "tiernan", "deux et six"])
def test_a_seat_that_the_question_does_not_take_is_heard_and_refused(text: str) -> None:
    assert heard(text, BALLOT) == Misread(Refusal.SEAT)


@pytest.mark.parametrize(
    "text", ["neuf", "joueur neuf", "zéro", "wolfgang", "pas alice", "c'est pas alice", "alice oui"]
)
def test_what_names_nobody_here_is_nothing(text: str) -> None:
    assert heard(text, BALLOT) is None


# --- names that are no names --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Pause", "Personne", "Merci", "Deux", "Égalité", "Et"])
def test_a_name_that_means_something_else_leaves_its_player_a_number(name: str) -> None:
    ask = Ask(question="any", choices=BALLOT, living=LIVING)
    without = grammar_of(ask, eight(names=("", *EIGHT[1:])), Moment.DAY)
    named = grammar_of(ask, eight(names=(name, *EIGHT[1:])), Moment.DAY)
    assert named.read(name) == without.read(name)
    assert named.read("joueur un") == Reply(Seats((1,)))


def test_two_players_of_one_name_have_numbers() -> None:
    table = grammar_of(
        Ask(question="any", choices=BALLOT, living=LIVING), eight(names=("Ana", "ANA", *EIGHT[2:])), Moment.DAY
    )
    assert table.read("ana") is None
    assert "ana" not in table.phrases
    assert table.read("deux") == Reply(Seats((2,)))


def test_an_alias_stands_in_for_a_name_that_the_model_does_not_know() -> None:
    known = {"wolf", "luc", "et", "joueur", "un", "deux", "alice"}
    words = replace(eight(names=("Alice", "Wolfgang")), aliases=("", "Luc"))
    table = grammar_of(Ask(question="any", choices=BALLOT, living=LIVING), words, Moment.DAY, known.__contains__)
    assert table.read("luc") == Reply(Seats((2,)))
    assert table.read("wolfgang") is None
    assert "luc" in table.phrases


# --- verbs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["dénonce trois", "je dénonce chloé", "euh je dénonce le numéro trois"])
def test_to_denounce_takes_the_verb(text: str) -> None:
    assert heard(text, DENOUNCE, "denounce.target", "infiltres") == Reply(Seats((3,)))


@pytest.mark.parametrize("text", ["chloé", "trois", "joueur trois", "chloé dénonce"])
def test_a_name_in_the_debate_denounces_nobody(text: str) -> None:
    assert heard(text, DENOUNCE, "denounce.target", "infiltres") is None


def test_the_debate_with_a_denouncer_ends_like_any_other() -> None:
    assert heard("suite", DENOUNCE, "denounce.target", "infiltres") == Reply(DONE)


@pytest.mark.parametrize("text", ["vide tes poches chloé", "chloé vide tes poches", "videz vos poches joueur trois"])
def test_pockets_are_emptied_on_three_words(text: str) -> None:
    assert heard(text, ONE, "cuba.accused", "cuba") == Reply(Seats((3,)))


@pytest.mark.parametrize("text", ["chloé", "trois"])
def test_a_name_in_the_enquiry_accuses_nobody(text: str) -> None:
    assert heard(text, ONE, "cuba.accused", "cuba") is None


def test_a_verb_alone_wants_a_seat() -> None:
    assert heard("vide tes poches", ONE, "cuba.accused", "cuba") == Misread(Refusal.COUNT)
    assert heard("pam", ONE, "cuba.pam", "cuba") == Misread(Refusal.COUNT)
    assert heard("je dénonce", DENOUNCE, "denounce.target", "infiltres") == Misread(Refusal.COUNT)


@pytest.mark.parametrize("text", ["pam chloé", "chloé pam", "pam joueur trois", "chloé", "trois"])
def test_who_shot_is_named_with_the_shot_or_without(text: str) -> None:
    assert heard(text, ONE, "cuba.pam", "cuba") == Reply(Seats((3,)))


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
    ("au revoir", Order.QUIT),
]


@pytest.mark.parametrize(("text", "order"), ORDERS)
def test_an_order_is_read_at_any_question_of_the_day_and_between_them(text: str, order: Order) -> None:
    for choices in PUBLIC:
        assert heard(text, choices) is order
    assert grammar_of(None, eight(), Moment.DAY).read(text) is order


@pytest.mark.parametrize("text", ["quitter", "arrêter", "attends", "encore"])
def test_what_a_table_says_all_the_time_is_no_order(text: str) -> None:
    for choices in PUBLIC:
        assert heard(text, choices) is None


@pytest.mark.parametrize("text", ["aide voyante", "aide la voyante", "aide une voyante"])
def test_help_with_a_card_is_its_reminder(text: str) -> None:
    assert heard(text, BALLOT) == Reminder("voyante")
    assert grammar_of(None, eight(), Moment.DAY).read(text) == Reminder("voyante")


def test_going_on_is_nothing_where_nobody_waits_for_it() -> None:
    assert heard("suite", YES_NO) is None
    assert grammar_of(None, eight(), Moment.DAY).read("suite") is None


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
        grammar_of(None, replace(eight(), language="eo"), Moment.DAY)


# --- exactness ----------------------------------------------------------------------------------------------

FEW = Choices(kind=Kind.BALLOT, seats=(1, 2, 4), ties=True, words=(NOBODY,))
AROUND = ("euh", "c'est", "s'il te plaît", "on vote pour", "merci", "alors", "donc", "voilà")


@given(
    st.sampled_from([*PUBLIC, SWAP]),
    st.lists(st.sampled_from(parlance_of("fr").polite.before), max_size=3),
    st.lists(st.sampled_from(parlance_of("fr").polite.after), max_size=3),
    st.data(),
)
def test_politeness_changes_no_answer(
    choices: Choices, before: list[str], after: list[str], data: st.DataObject
) -> None:
    said = grammar(choices)
    meant = [phrase for phrase in said.phrases if said.read(phrase) is not None]
    phrase = data.draw(st.sampled_from(meant))
    assert said.read(" ".join([*before, phrase, *after])) == said.read(phrase)


@given(st.lists(st.sampled_from(AROUND), max_size=4), st.lists(st.sampled_from(AROUND), min_size=1, max_size=4))
def test_politeness_alone_is_no_answer(some: list[str], more: list[str]) -> None:
    assert grammar(BALLOT).read(" ".join([*some, *more])) is None


# What may be said to one question at a table of four, written out here by hand: an oracle for the reading.
NUMBERED = (
    "(?:(?:le )?joueur |(?:la )?joueuse |(?:le )?siège |(?:le )?numéro |(?:la )?place )?(?:un|une|deux|trois|quatre)"
)
SEAT = f"(?:{NUMBERED}|alice|bruno|noé|rose)"
SEVERAL = f"(?:{SEAT} (?:(?:et )?{SEAT} )*et {SEAT})"
TIE = f"(?:égalité (?:entre )?{SEVERAL}|à égalité {SEVERAL}|{SEVERAL}(?: à)? égalité|{SEVERAL})"
LEAVING = f"départ (?:du |de )?{SEAT}"
CORE = f"(?:personne|aucun|aucune|rien|{SEAT}|{TIE}|{LEAVING})"
BEFORE = (
    "(?:euh|hum|ben|bah|alors|donc|bon|voilà|c'est|ce sera|je dis|on dit|(?:on|je) vote(?: pour| contre)?|on accuse)"
)
AFTER = "(?:s'il (?:te|vous) plaît|merci|voilà|alors|donc|euh)"
CHOICE = re.compile(f"(?:{BEFORE} )*{CORE}(?: {AFTER})*")

FOUR = grammar_of(
    Ask(question="any", choices=FEW, living=(1, 2, 4)),
    replace(
        eight(), players=4, names=("Alice", "Bruno", "Noé", "Rose"), commands={**eight().commands, "leave": ("départ",)}
    ),
    Moment.DAY,
)
WORDS = sorted({word for phrase in FOUR.phrases for word in phrase.split()})
FREQUENT = (
    *("un", "deux", "trois", "quatre", "une", "alice", "bruno", "noé", "rose", "et", "égalité", "à", "entre"),
    *("personne", "départ", "du", "joueur", "le", "euh", "merci"),
)


@given(st.lists(st.sampled_from(FREQUENT) | st.sampled_from(WORDS), max_size=6))
def test_no_other_text_of_the_grammars_words_is_a_choice(words: list[str]) -> None:
    text = " ".join(words)
    if isinstance(FOUR.read(text), Reply):
        assert CHOICE.fullmatch(text)


@given(st.lists(st.sampled_from(FREQUENT), max_size=6))
def test_every_text_that_should_be_understood_is_understood(words: list[str]) -> None:
    text = " ".join(words)
    if CHOICE.fullmatch(text):
        assert FOUR.read(text) is not None


@given(st.sampled_from([*PUBLIC, POCKET]), st.text() | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_reading_is_total(choices: Choices, text: str) -> None:
    entry = grammar(choices).read(text)
    assert entry is None or isinstance(entry, Reply | Misread | Reminder | Order)


def test_an_answer_that_is_read_is_legal() -> None:
    for choices in PUBLIC:
        said = grammar(choices)
        for phrase in said.phrases:
            entry = said.read(phrase)
            if isinstance(entry, Reply) and not isinstance(entry.answer, Leave):
                assert choices.refusal(entry.answer) is None, phrase
