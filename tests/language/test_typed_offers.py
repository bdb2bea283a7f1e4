"""What is typed to a question before a game: on a terminal, and where nobody sees the answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.core.answers import NO, YES, Choices, Kind, Number, Refusal, Text, Token
from narrator.inbox.entry import Entry, Farewell, Misread, Order, Reply
from narrator.inbox.inbox import LiveInbox
from narrator.language.offered_answers import Offer, OfferReader, SetupAsk, numbered, yes_or_no
from narrator.language.phrasebook import phrasebook_of
from narrator.language.table_words import TableWords
from narrator.rehearsal.virtual_table import VirtualClock
from narrator.resources import pack_path
from narrator.story.pack import load_pack

WORDS = load_pack(pack_path("mafia"), ["fr"]).words["fr"]
MODES = (
    Offer(Text("joueur"), "personne", ("tout le monde joue", "personne"), ("joueur", "personne")),
    Offer(Text("meneur"), "une personne", ("un meneur",), ("meneur",)),
)
JOUEUR, MENEUR = Reply(Text("joueur")), Reply(Text("meneur"))


def read(line: str, offers: tuple[Offer, ...], *, aloud: bool = False) -> Entry:
    """Type a line to a question with these answers."""
    inbox = LiveInbox(VirtualClock())
    inbox.open(SetupAsk(question="any", choices=Choices(kind=Kind.TEXT), offers=offers))
    return OfferReader(TableWords.of(WORDS, 0) if aloud else None).read(line, inbox)


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


def test_a_yes_is_keyed_by_its_place_and_zero_takes_leave_as_ever() -> None:
    offers = yes_or_no(WORDS.answers)
    assert [read(line, offers, aloud=True) for line in ("1", "2")] == [Reply(YES), Reply(NO)]
    assert read("0", offers, aloud=True) == Farewell()


def test_where_nothing_is_offered_any_words_are_an_answer() -> None:
    assert read("Alice, Bruno", ()) == Reply(Text("Alice, Bruno"))


@pytest.mark.parametrize(
    ("line", "entry"),
    [("oui.", YES), ("heu oui", YES), ("Oui !", YES), ("non merci", NO), ("yes", None), ("ouais", YES), ("o", YES)],
)
def test_politeness_and_final_marks_change_no_yes(line: str, entry: Token | None) -> None:
    expected = Misread(Refusal.WORD) if entry is None else Reply(entry)
    assert read(line, yes_or_no(WORDS.answers)) == expected


@pytest.mark.parametrize("line", ["1", "2", "0", "1.", "heu 1", "9" * 5000])
def test_where_answers_are_seen_a_yes_is_no_number(line: str) -> None:
    assert read(line, yes_or_no(WORDS.answers)) == Misread(Refusal.WORD)


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
    st.sampled_from([(MODES, "meneur"), (MODES, "personne"), (yes_or_no(WORDS.answers), "oui")]),
)
def test_no_politeness_changes_an_answer(
    before: str, after: str, mark: str, asked: tuple[tuple[Offer, ...], str]
) -> None:
    offers, line = asked
    for aloud in (False, True):
        assert read(f"{before} {line} {after}{mark}", offers, aloud=aloud) == read(line, offers, aloud=aloud)
