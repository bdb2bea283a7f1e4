"""Reading a typed line: orders, answers, and why it is neither. Case and accents are optional."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rooms import reader, wording
from shipped import shipped
from tables import table

from narrator.rules.core.answers import (
    ACQUITTED,
    CONFIRM,
    DONE,
    KEEP,
    NO,
    NOBODY,
    SILENT,
    YES,
    YES_NO,
    Answer,
    Card,
    Choices,
    Diamonds,
    Kind,
    Leave,
    Number,
    Refusal,
    Seats,
    Text,
    Tie,
    Token,
    seat,
)
from narrator.rules.core.effects import Aloud, Ask, News, Say, Scene, Topic, Verb, Window
from narrator.table.inbox.entry import Entry, Misread, Order, Reply, StateTyped, Unread
from narrator.table.inbox.moment import Moment
from narrator.table.language.table_words import TableWords
from narrator.table.language.typed import LineSource, Reader

EIGHT = ("Alice", "Bruno", "Chloé", "Jean-Luc", "Jean Paul", "Tiernan", "Noé", "Aidée")
BALLOT = Choices(kind=Kind.BALLOT, seats=tuple(range(1, 9)), ties=True, words=(NOBODY,))
ONE = Choices(kind=Kind.SEATS, seats=tuple(range(1, 9)), words=(NOBODY, SILENT))
TWO = Choices(kind=Kind.SEATS, seats=tuple(range(1, 9)), count=(2, 2), words=(NOBODY, SILENT))
VERDICT = Choices(kind=Kind.YES_NO, words=(Token.GUILTY, ACQUITTED))
COUNT = Choices(kind=Kind.NUMBER, numbers=(0, 9))
SWAP = Choices(kind=Kind.CARD, cards=("petite-fille", "sorcière", "villageois", "voyante"), words=(KEEP, SILENT))

PROMPTS = (None, BALLOT, TWO, CONFIRM, YES_NO, COUNT, SWAP)


def read(
    line: str,
    choices: Choices | None,
    names: Sequence[str] = EIGHT,
    language: str = "fr",
    *,
    slot: int | None = None,
) -> Entry:
    """Read one line at a table of eight, for a question with these choices, secret in a slot."""
    own = reader(table("villageois*7 loup-garou", names=tuple(names)), language)
    if choices is None:
        return own.read(line, Moment())
    ask = Ask(question="any", choices=choices, living=tuple(range(1, 9)), slot=slot)
    return own.read(line, Moment().asking(ask, 0.0)) if ask.public else own.answer(line, ask)


def answer(line: str, choices: Choices, names: Sequence[str] = EIGHT) -> Answer | Refusal:
    """Read one line that is an answer, or none for a reason."""
    entry = read(line, choices, names)
    match entry:
        case Reply(answer=given):
            return given
        case Misread(refusal=refusal):
            return refusal
        case _:
            raise AssertionError(f"{line!r} was read as {entry}")


# --- orders -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("aide", Order.HELP),
        ("AIDE ", Order.HELP),
        ("help", Order.HELP),
        ("répète", Order.REPEAT),
        ("repete", Order.REPEAT),
        ("again", Order.REPEAT),
        ("annule", Order.UNDO),
        ("undo", Order.UNDO),
        ("pause", Order.PAUSE),
        ("Un instant", Order.PAUSE),
        ("stop", Order.PAUSE),
        ("reprends", Order.RESUME),
        ("resume", Order.RESUME),
        ("etat", StateTyped()),
        ("status", StateTyped()),
        ("plus fort", Order.LOUDER),
        ("louder", Order.LOUDER),
        ("moins fort", Order.SOFTER),
        ("quieter", Order.SOFTER),
        ("quitter", Order.QUIT),
        ("quit", Order.QUIT),
    ],
)
def test_an_order_is_understood_at_any_prompt_in_french_and_in_english(line: str, order: Entry) -> None:
    for choices in PROMPTS:
        assert read(line, choices) == order


@pytest.mark.parametrize("line", ["help", "repeat", "undo", "wait", "go on", "state", "louder", "softer", "stop"])
def test_an_english_table_is_led_in_english(line: str) -> None:
    assert isinstance(read(line, BALLOT, language="en"), Order | StateTyped)


@pytest.mark.parametrize("line", ["1 " * 500_000, "1 " * 201, "a" * 1_000_000, ", " * 100_000, "oui" + " " * 9000])
def test_what_is_longer_than_anybody_types_is_no_answer_and_is_not_looked_through(line: str) -> None:
    for choices in (BALLOT, TWO):
        assert answer(line, choices) is Refusal.UNREADABLE


@pytest.mark.parametrize("source", [LineSource.PAD, LineSource.FILE])
def test_how_things_stand_is_asked_at_the_own_keyboard_only_there(source: LineSource) -> None:
    assert debated("état", source) is Order.STATE
    assert debated("état") == StateTyped()


@pytest.mark.parametrize(
    ("key", "order"), [("+", Order.NEXT), ("-", Order.UNDO), ("*", Order.REPEAT), ("/", Order.HELP)]
)
def test_the_keys_of_a_numeric_keypad_are_orders_everywhere(key: str, order: Order) -> None:
    for choices in PROMPTS:
        assert read(key, choices) is order
        assert read(f" {key} ", choices) is order


def test_enter_alone_goes_on_where_going_on_is_an_answer_or_nothing_is_asked() -> None:
    assert read("", CONFIRM) is Order.NEXT
    assert read("", None) is Order.NEXT


def test_enter_alone_is_no_answer_to_a_secret_question_and_by_day_the_table_is_told_what_is_wanted() -> None:
    assert read("", ONE, slot=0) == Misread(Refusal.EMPTY)
    assert read("", ONE) is Order.NEXT


def test_a_word_that_is_an_order_and_a_legal_answer_is_the_answer() -> None:
    assert answer("suite", CONFIRM) is DONE


def test_the_same_word_is_the_order_where_that_answer_is_not_legal() -> None:
    assert read("suite", ONE) is Order.NEXT
    assert read("continue", ONE) is Order.NEXT


def test_a_whole_command_is_never_taken_for_the_beginning_of_a_name() -> None:
    assert read("aide", BALLOT) is Order.HELP
    assert answer("aidée", BALLOT) == Seats((8,))
    assert answer("aid", BALLOT) == Seats((8,))


def test_a_player_may_be_called_like_a_command() -> None:
    names = ("Pause", "Suite", *EIGHT[2:])
    assert answer("pause", ONE, names) == Seats((1,))
    assert answer("suite", ONE, names) == Seats((2,))
    assert read("pause", YES_NO, names) is Order.PAUSE
    assert read("/pause", ONE, names) is Order.PAUSE


QUITTERIE = ("Quitterie", "Pauselin", *EIGHT[2:])


def test_an_order_that_begins_a_first_name_is_asked_about_and_each_can_be_said() -> None:
    for line in ("quitte", "QUITTE ", "pause"):
        assert answer(line, BALLOT, QUITTERIE) is Refusal.ORDER
    assert answer("quitterie", BALLOT, QUITTERIE) == Seats((1,))
    assert answer("quit", BALLOT, QUITTERIE) is Refusal.ORDER
    assert answer("quitt", BALLOT, QUITTERIE) == Seats((1,)), "which is no order"
    assert answer("1", BALLOT, QUITTERIE) == Seats((1,))
    assert read("/quitte", BALLOT, QUITTERIE) is Order.QUIT
    assert read("/ Pause", BALLOT, QUITTERIE) is Order.PAUSE


def test_an_order_is_not_asked_about_where_no_name_can_be_meant() -> None:
    for choices in (CONFIRM, YES_NO, COUNT):
        assert read("quitte", choices, QUITTERIE) is Order.QUIT
    assert read("quitte", BALLOT) is Order.QUIT
    assert read("/pause", None) is Order.PAUSE


def test_by_night_it_is_asked_about_whoever_is_asked_and_whatever() -> None:
    for choices in (None, ONE, YES_NO, SWAP):
        assert read("pause", choices, QUITTERIE, slot=0) == Misread(Refusal.ORDER)


def test_by_night_the_name_of_somebody_called_like_an_order_is_never_that_order() -> None:
    names = ("Pause", "Quitte", *EIGHT[2:])
    for place, line in enumerate(("pause", "quitte"), start=1):
        assert read(line, None, names) == Misread(Refusal.ORDER)
        assert read(line, ONE, names, slot=0) == Reply(seat(place))
        assert read(line, YES_NO, names, slot=0) == Misread(Refusal.ORDER)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_sentence_tells_how_to_say_either(language: str) -> None:
    sentence = wording(table("villageois*7 loup-garou", names=QUITTERIE), language).line(Refusal.ORDER.value)
    assert read("/pause", BALLOT, QUITTERIE, language) is Order.PAUSE
    assert "/pause" in sentence


def test_a_command_may_be_given_where_free_words_are_asked_for() -> None:
    words = Choices(kind=Kind.TEXT, words=(SILENT,), length=200)
    assert read("annule", words) is Order.UNDO
    assert answer("  Méfiez-vous de Bruno ", words) == Text("Méfiez-vous de Bruno")


# --- denunciations -------------------------------------------------------------------------------------------

DEBATE = Ask(
    question="denounce.target",
    choices=replace(ONE, words=(NOBODY, DONE)),
    living=tuple(range(1, 9)),
    aloud=Aloud(debate=True, verb=Verb.DENOUNCE),
)


def debated(line: str, source: LineSource = LineSource.KEYBOARD) -> Entry:
    """Read a line while somebody may denounce."""
    moment = Moment().asking(DEBATE, 0.0)
    return Reader(TableWords.of(shipped("infiltres").words["fr"], 8, EIGHT), source).read(line, moment)


def test_a_seat_alone_denounces_nobody_where_words_can_be_typed() -> None:
    for line in ("7", "Chloé", "7 3"):
        assert debated(line) == Misread(Refusal.DENOUNCE)
    assert debated("99") == Misread(Refusal.UNKNOWN_SEAT)


@pytest.mark.parametrize("line", ["dénonce 3", "je dénonce Chloé", "DENONCER chlo"])
def test_a_seat_is_denounced_by_the_word_for_it(line: str) -> None:
    assert debated(line) == Reply(seat(3))


def test_a_pad_without_letters_denounces_by_the_seat_alone() -> None:
    assert debated("3", LineSource.PAD) == Reply(seat(3))


def test_a_file_means_what_it_says() -> None:
    assert debated("3", LineSource.FILE) == Reply(seat(3), certain=True)


def test_a_debate_is_ended_by_its_words() -> None:
    assert (debated("personne"), debated("suite")) == (Reply(NOBODY), Reply(DONE))


# --- departures ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["départ 3", "depart 03", "leave 3", "leaves Chloé", "DÉPART chloe", "sortie ch"])
def test_a_departure_names_a_seat_or_a_player_at_any_prompt(line: str) -> None:
    for choices in PROMPTS:
        assert read(line, choices) == Reply(Leave(3))


def test_a_departure_may_name_a_player_whose_name_has_spaces() -> None:
    assert read("départ jean paul", BALLOT) == Reply(Leave(5))


@pytest.mark.parametrize("line", ["départ 99", "départ jean", "départ 2 3", "départ qui"])
def test_a_departure_of_nobody_in_particular_is_refused(line: str) -> None:
    assert isinstance(read(line, BALLOT), Misread)


@pytest.mark.parametrize("choices", [BALLOT, None])
def test_a_departure_of_nobody_asks_who_it_is(choices: Choices | None) -> None:
    assert read("départ", choices) == Misread(Refusal.LEAVER)


@pytest.mark.parametrize("choices", [BALLOT, YES_NO, None])
@pytest.mark.parametrize("line", ["retour", "Retour", "back"])
def test_the_word_that_goes_back_before_a_game_is_told_what_takes_an_answer_back(
    line: str, choices: Choices | None
) -> None:
    assert read(line, choices) == Misread(Refusal.BACK)


# --- seats --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "seats"),
    [
        ("5", (5,)),
        ("05", (5,)),
        (" 5 ", (5,)),
        ("bruno", (2,)),
        ("BRU", (2,)),
        ("Chloé", (3,)),
        ("chloe", (3,)),
        ("jean-luc", (4,)),
        ("jean paul", (5,)),
        ("jean p", (5,)),
        ("no", (7,)),
        ("ti", (6,)),
        ("tie", (6,)),
        ("tiernan", (6,)),
    ],
)
def test_a_seat_is_a_number_or_the_unambiguous_beginning_of_a_name(line: str, seats: tuple[int, ...]) -> None:
    assert answer(line, ONE) == Seats(seats)
    assert answer(line, BALLOT) == Seats(seats)


@pytest.mark.parametrize("line", ["3 7", "03 07", "3,7", "3;7", "3 et 7", "3 and 7", "chloé noé", "3 & no", "3.7"])
def test_two_seats_are_separated_by_anything(line: str) -> None:
    assert answer(line, TWO) == Seats((3, 7))


@pytest.mark.parametrize("line", ["jean paul et bruno", "jean paul, bruno", "jean paul & bru"])
def test_a_name_with_spaces_may_stand_in_a_pair(line: str) -> None:
    assert answer(line, TWO) == Seats((5, 2))


def test_a_name_that_fits_several_players_is_ambiguous() -> None:
    assert answer("jean", ONE) is Refusal.AMBIGUOUS
    assert answer("3 jean", TWO) is Refusal.AMBIGUOUS


def test_a_whole_name_is_not_ambiguous_though_longer_names_begin_with_it() -> None:
    assert answer("ana", ONE, ("Ana", "Anaïs", "Anatole", *EIGHT[3:])) == Seats((1,))


def test_two_players_of_one_name_are_told_apart_by_number_only() -> None:
    names = ("Ana", "ANA", *EIGHT[2:])
    assert answer("ana", ONE, names) is Refusal.AMBIGUOUS
    assert answer("2", ONE, names) == Seats((2,))


@pytest.mark.parametrize("line", ["0", "9", "99", "9" * 5000, "neuf"])
def test_a_seat_that_does_not_exist_is_unknown(line: str) -> None:
    assert answer(line, ONE) is Refusal.UNKNOWN_SEAT


@pytest.mark.parametrize("names", [EIGHT, ()])
def test_a_word_that_is_nobody_s_name_is_not_understood(names: tuple[str, ...]) -> None:
    assert answer("zoé", ONE, names) is Refusal.UNREADABLE


@pytest.mark.parametrize("line", [".", "personne", "nobody", "none", "Aucune"])
def test_nobody_is_a_word_or_the_point_of_the_keypad(line: str) -> None:
    assert answer(line, ONE) is NOBODY
    assert answer(line, BALLOT) is NOBODY


# --- ballots ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["égalité 2 6", "egalite 6 2", "tied 2 6", "tie 2 6", "tie bruno tiernan", "2 6", "égalité tiernan, bru"]
)
def test_a_tie_is_said_or_follows_from_several_seats(line: str) -> None:
    assert answer(line, BALLOT) == Tie((2, 6))


def test_a_tie_may_follow_who_is_clearly_out_where_two_are_eliminated() -> None:
    two = Choices(kind=Kind.BALLOT, seats=tuple(range(1, 9)), count=(1, 2), ties=True, words=(NOBODY,))
    assert answer("4 égalité 7 8", two) == answer("4, égalité 7 8", two) == answer("4, tied 7 8", two) == Tie((7, 8), 4)
    assert answer("4 7", two) == Seats((4, 7))


# --- other kinds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "token"), [("oui", YES), ("O", YES), ("y", YES), ("non", NO), ("n", NO), ("no", NO)])
def test_yes_and_no_are_understood_by_their_first_letter(line: str, token: Token) -> None:
    assert answer(line, YES_NO) is token


@pytest.mark.parametrize("line", ["prêt", "ready", "ok", "fini", "c'est fini"])
def test_done_has_many_words(line: str) -> None:
    assert answer(line, CONFIRM) is DONE


@pytest.mark.parametrize(
    ("line", "choices", "meant"),
    [
        ("ok", YES_NO, YES),
        ("D'accord !", YES_NO, YES),
        ("nan", YES_NO, NO),
        ("Non merci", ONE, NOBODY),
        ("je passe", ONE, NOBODY),
        ("je passe", YES_NO, NO),
        ("oui", CONFIRM, DONE),
        ("J'ai fini", CONFIRM, DONE),
        ("on est prets", CONFIRM, DONE),
        ("non", SWAP, KEEP),
        ("je garde ma carte", SWAP, KEEP),
        ("Je prends la sorciere", SWAP, Card("sorcière")),
        ("je tire sur Alice", ONE, seat(1)),
        ("à Bruno", ONE, seat(2)),
        ("aucun", COUNT, Number(0)),
        ("personne", COUNT, Number(0)),
        ("non coupable", VERDICT, ACQUITTED),
        ("Acquittée", VERDICT, ACQUITTED),
        ("Bruno a le plus de voix", BALLOT, seat(2)),
        ("ex-aequo 2 5", BALLOT, Tie((2, 5))),
        ("égalité 2-5", BALLOT, Tie((2, 5))),
    ],
)
def test_an_answer_is_taken_as_people_give_it(line: str, choices: Choices, meant: Answer) -> None:
    assert answer(line, choices) == meant


def test_a_word_that_gives_another_question_s_answer_gives_none_here() -> None:
    assert answer("passe", CONFIRM) is Refusal.WORD
    assert answer("c'est vu", BALLOT) is Refusal.UNREADABLE


def test_a_player_who_is_called_like_an_answer_that_is_not_listed_is_named() -> None:
    names = ("Alice", "Blanc", "Nora")
    assert [answer(line, ONE, names) for line in ("blanc", "no")] == [seat(2), seat(3)]


def test_a_message_is_no_answer_of_another_kind() -> None:
    assert answer("passe", Choices(kind=Kind.TEXT, words=(NOBODY, SILENT), length=40)) == Text("passe")


def test_a_letter_that_may_stand_before_a_name_is_an_initial_before_another_one() -> None:
    names = ("Alice", "Bruno", "Chloé")
    assert answer("à bruno", TWO, names) == seat(2)
    assert answer("a b", TWO, names) == Seats((1, 2))


def test_a_tie_of_nobody_is_told_what_it_needs() -> None:
    assert answer("égalité", BALLOT) is Refusal.TIE_OF_TWO


@pytest.mark.parametrize("line", ["5 Jean Paul", "Jean-Paul 5", "5 - jean-paul"])
def test_a_seat_may_be_named_twice_over_as_it_stands_in_the_circle(line: str) -> None:
    assert answer(line, ONE) == seat(5)
    assert answer("5 5", ONE) == Seats((5, 5))


@pytest.mark.parametrize(
    ("line", "card"),
    [
        ("voyante", "voyante"),
        ("VOY", "voyante"),
        ("sorciere", "sorcière"),
        ("la sorcière", "sorcière"),
        ("petite fille", "petite-fille"),
        ("petite-fille", "petite-fille"),
        ("p", "petite-fille"),
        ("witch", "sorcière"),
    ],
)
def test_a_card_is_named_by_any_unambiguous_beginning(line: str, card: str) -> None:
    assert answer(line, SWAP) == Card(card)


def test_a_beginning_of_two_cards_is_ambiguous() -> None:
    cards = Choices(kind=Kind.CARD, cards=("voleur", "voyante"))
    assert answer("vo", cards) is Refusal.AMBIGUOUS
    assert answer("vol", cards) == Card("voleur")


def test_a_card_that_is_not_offered_is_refused_and_one_s_own_is_kept_by_a_word() -> None:
    assert answer("cupidon", SWAP) is Refusal.CARD
    assert answer("garder", SWAP) is KEEP
    assert answer("keep", SWAP) is KEEP


def test_a_count_is_a_number() -> None:
    assert answer("4", COUNT) == Number(4)
    assert answer("quatre", COUNT) == Number(4)
    assert answer("beaucoup", COUNT) is Refusal.NUMBER
    assert answer("9" * 5000, COUNT) is Refusal.NUMBER


def test_a_pocket_is_so_many_diamonds_or_a_card() -> None:
    pocket = Choices(kind=Kind.TAKE, cards=("fidele",), numbers=(0, 15))
    assert answer("3 diamants", pocket) == Diamonds(3)
    assert answer("3", pocket) == Diamonds(3)
    assert answer("fid", pocket) == Card("fidele")


POCKET = Choices(kind=Kind.TAKE, cards=("fidele", "street", "cheat"), numbers=(1, 15), nothing="street")


def pocketed(line: str, language: str) -> Entry:
    """Read what came out of a pocket, at a table of that language; both Agents have been seen."""
    moment = Moment().asking(Ask(question="cuba.pockets", choices=POCKET, living=(1, 2), about=1), 0.0)
    return Reader(TableWords.of(shipped("cuba").words[language], 6)).read(line, moment)


@pytest.mark.parametrize(
    ("language", "lines", "meant"),
    [
        ("en", ("two", "Two diamonds", "2diamonds", "deux"), Diamonds(2)),
        ("fr", ("deux", "deux diamants", "DEUX DIAMANTS", "2 diamants"), Diamonds(2)),
        ("en", ("zero diamonds", "zero"), Diamonds(0)),
        ("en", ("urchin", "street urchin", "street", "empty", "empty pockets", "nothing", "none", "0"), Card("street")),
        ("fr", ("enfant", "rues", "vide", "poches vides", "rien", "0"), Card("street")),
        ("en", ("henchman", "loyal henchman", "Loyal", "a loyal henchman"), Card("fidele")),
    ],
)
def test_a_pocket_is_told_in_words_too(language: str, lines: tuple[str, ...], meant: Answer) -> None:
    for line in lines:
        assert pocketed(line, language) == Reply(meant)


def test_what_names_no_card_of_the_game_is_told_apart_from_a_card_that_it_cannot_be() -> None:
    assert pocketed("agent", "en") == Misread(Refusal.CARD)
    assert pocketed("king of spades", "en") == Misread(Refusal.UNREADABLE)
    assert answer("xyzzy", SWAP) is Refusal.UNREADABLE


def test_a_word_within_the_names_of_two_cards_names_neither_and_an_article_none() -> None:
    cards = {"white": ("White Wolf",), "black": ("Black Wolf",), "child": ("Child of the Sea",)}
    table_words = TableWords(language="en", players=6, commands={}, answers={}, cards=cards)
    ask = Ask(question="any", choices=Choices(kind=Kind.CARD, cards=tuple(cards)), living=(1, 2), slot=0)
    assert Reader(table_words).answer("wolf", ask) == Misread(Refusal.AMBIGUOUS)
    assert Reader(table_words).answer("the", ask) == Misread(Refusal.UNREADABLE)


@pytest.mark.parametrize(
    "line", ["\x00\x1b[A", "🐺", "é" * 10_000, "3 " * 3000, "\u202e5", "-" * 200, "départ " * 500], ids=range(7)
)
def test_nothing_that_can_be_typed_is_an_error(line: str) -> None:
    for choices in PROMPTS:
        assert isinstance(read(line, choices), Reply | Misread)


# --- a numeric pad, which has no letters ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keyed", "choices", "meant"),
    [
        ("1", YES_NO, YES),
        ("2", YES_NO, NO),
        ("2", VERDICT, ACQUITTED),
        ("1", Choices(kind=Kind.YES_NO, words=(Token.HYMN, SILENT)), Token.HYMN),
        ("3", SWAP, Card("voyante")),
        ("0", SWAP, KEEP),
        ("03", Choices(kind=Kind.TAKE, numbers=(1, 9), cards=("voyante",)), Card("voyante")),
        ("3", Choices(kind=Kind.TAKE, numbers=(1, 9), cards=("voyante",)), Diamonds(3)),
        ("2", COUNT, Number(2)),
        ("2", ONE, Seats((2,))),
    ],
)
def test_a_word_and_a_card_are_keyed_by_their_place(keyed: str, choices: Choices, meant: Answer) -> None:
    assert answer(keyed, choices) == meant


@pytest.mark.parametrize("typed", ["0", ".", "rien", "personne"])
def test_empty_pockets_are_told_in_any_word_for_nothing(typed: str) -> None:
    pocket = Choices(kind=Kind.TAKE, numbers=(1, 9), cards=("voyante",), nothing="voyante")
    assert answer(typed, pocket) == Card("voyante")


@pytest.mark.parametrize(("keyed", "choices"), [("0", YES_NO), ("3", YES_NO), ("99", SWAP)])
def test_a_place_that_there_is_not_is_no_answer(keyed: str, choices: Choices) -> None:
    assert isinstance(answer(keyed, choices), Refusal)


# --- where somebody is called, and in a pause ---------------------------------------------------------------

ORDERLY = ("Pause", "Reprends", "Suite", "Quitterie", "Annule", "Alice", "Bruno", "Zoé")
"""First names of which some are orders."""
COMMANDS = shipped("thiercelieux").words["fr"].commands
LINES = st.one_of(
    st.sampled_from([*(phrase for phrases in COMMANDS.values() for phrase in phrases), "", "+", "-", "*", "/", "fini"]),
    st.sampled_from([*ORDERLY, "pau", "r", "4", "4 7", "voyante", "oui", "personne", "départ 3", "égalité 2 5"]),
    st.text(max_size=12),
).flatmap(lambda line: st.sampled_from([line, f"/{line}", f" {line.upper()} ", f"euh, {line} !", line[:3]]))
PLAYERS = st.sampled_from([EIGHT, ORDERLY, ()])
SECRETS = [
    None,
    *(
        Ask(question="any", choices=choices, living=tuple(range(1, 9)), slot=0)
        for choices in (ONE, TWO, YES_NO, SWAP, COUNT, Choices(kind=Kind.TEXT, length=40))
    ),
]
OPEN = [None, *(replace(ask, slot=None) for ask in SECRETS if ask is not None), DEBATE]

BEFORE = Moment().after(News(topic=Topic.NIGHTFALL, number=1)).after(Scene(scene="night", closed=True))
CALLED = BEFORE.after(Say(line="seer.wake"), "Voyante")
IN_A_WINDOW = CALLED.after(Window(call="seer", slots=(8.0,)))


@cache
def keyboard(names: tuple[str, ...], source: LineSource = LineSource.KEYBOARD) -> Reader:
    return Reader(TableWords.of(shipped("thiercelieux").words["fr"], 8, names), source)


@given(LINES, PLAYERS, st.sampled_from(LineSource))
def test_in_a_pause_a_line_means_the_same_whatever_is_asked_and_where(
    line: str, names: tuple[str, ...], source: LineSource
) -> None:
    here = [CALLED, IN_A_WINDOW, BEFORE, *(Moment() if ask is None else Moment().asking(ask, 0.0) for ask in OPEN)]
    meant = {repr(keyboard(names, source).read(line, moment.pausing(0.0))) for moment in here}
    assert len(meant) == 1


@given(LINES, PLAYERS, st.sampled_from(LineSource))
def test_in_a_window_and_from_its_call_on_nobody_knows_what_a_line_is_but_a_pause_and_a_goodbye(
    line: str, names: tuple[str, ...], source: LineSource
) -> None:
    reader_ = keyboard(names, source)
    called, windowed = (reader_.read(line, moment) for moment in (CALLED, IN_A_WINDOW))
    if called == Misread(Refusal.EMPTY):
        assert isinstance(windowed, Unread)
        assert windowed.read(None) in (Order.NEXT, Order.UNDO)
        return
    if not isinstance(called, Unread):
        assert called in (Order.PAUSE, Order.QUIT)
        assert windowed is called
        return
    assert isinstance(windowed, Unread)
    for ask in SECRETS:
        entry = called.read(ask)
        assert entry == windowed.read(ask) == reader_.answer(line, ask)
        assert not isinstance(entry, Unread)


@pytest.mark.parametrize("names", [EIGHT, ORDERLY], ids=["any names", "names like orders"])
@pytest.mark.parametrize("line", ["", "  ", "+", "reprends", "Reprendre", "suite", "/suite", "la suite", "fini", "oui"])
def test_whatever_means_to_go_on_ends_a_pause(line: str, names: tuple[str, ...]) -> None:
    for moment in (Moment(), Moment().asking(DEBATE, 0.0), CALLED, IN_A_WINDOW):
        assert keyboard(names).read(line, moment.pausing(0.0)) is Order.RESUME


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("4", Misread(Refusal.UNREADABLE)),
        ("Alice", Misread(Refusal.UNREADABLE)),
        ("non", Misread(Refusal.UNREADABLE)),
        ("quitter", Order.QUIT),
        ("aide", Order.HELP),
        ("-", Order.UNDO),
        ("état", StateTyped()),
    ],
)
def test_in_a_pause_orders_are_orders_and_nothing_is_an_answer(line: str, entry: Entry) -> None:
    assert keyboard(EIGHT).read(line, Moment().asking(DEBATE, 0.0).pausing(0.0)) == entry


def test_where_a_player_is_called_like_an_order_a_bar_tells_them_apart_in_a_window() -> None:
    assert keyboard(EIGHT).read("pause", IN_A_WINDOW) is Order.PAUSE
    named = keyboard(ORDERLY).read("pause", IN_A_WINDOW)
    assert isinstance(named, Unread)
    assert named.read(SECRETS[1]) == Reply(Seats((1,)))
    assert keyboard(ORDERLY).read("/pause", IN_A_WINDOW) is Order.PAUSE
    assert isinstance(keyboard(ORDERLY).read("quitte", IN_A_WINDOW), Unread)
    assert keyboard(ORDERLY).read("arrêter", IN_A_WINDOW) is Order.QUIT
    assert keyboard(ORDERLY).read("/quitte", IN_A_WINDOW) is Order.QUIT


@pytest.mark.parametrize("key", ["", "+", "-"])
def test_nobody_goes_on_or_back_in_a_window_before_it_is_open(key: str) -> None:
    assert keyboard(EIGHT).read(key, CALLED) == Misread(Refusal.EMPTY)
    assert isinstance(keyboard(EIGHT).read(key, IN_A_WINDOW), Unread)
