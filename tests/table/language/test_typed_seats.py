"""The seats of a circle as people type them: as they say them, whoever is called how."""

from __future__ import annotations

from functools import cache

import pytest
from hearings import LIVING, PUBLIC, eight, grammar
from hypothesis import given
from hypothesis import strategies as st
from shipped import shipped

from narrator.rules.core.answers import CONFIRM, Answer, Choices, Kind, Leave, Refusal, Seats, Tie
from narrator.rules.core.effects import Ask
from narrator.rules.core.folding import plain
from narrator.table.inbox.entry import Entry, Misread, Reply
from narrator.table.inbox.moment import Moment
from narrator.table.language.phrasebook import numerals, phrasebook_of
from narrator.table.language.table_words import TableWords
from narrator.table.language.typed import Reader
from narrator.table.language.typed_talk import TypedSeats, TypedTalk

LEA = ("Léa", "Tom", "Zoé", "Max", "Inès", "Paul", "Anaïs", "Hugo")
BEGINNING = ("Léa", "Laura", "Lesly", "Denis", "Aurélie", "Surya", "Numa", "Sofia")
"""First names that begin with words that may stand before a seat."""
UNLUCKY = ("Sophie", "Benoît", "Sixtine", "Pascal", "Jean-Luc", "Jean Paul", "Le", "Noé")
"""First names that begin like other words of an answer, or are one."""
TWO = Choices(kind=Kind.SEATS, seats=tuple(range(1, 9)), count=(2, 2))
VOTE = Choices(kind=Kind.BALLOT, seats=tuple(range(1, 9)), ties=True)
LANGUAGES = st.sampled_from(["fr", "en"])


@cache
def table_reader(names: tuple[str, ...], language: str) -> Reader:
    """Return the reader of a table of eight."""
    return Reader(TableWords.of(shipped("thiercelieux").words[language], 8, names))


def read(line: str, choices: Choices = VOTE, names: tuple[str, ...] = LEA, language: str = "fr") -> Entry:
    """Read a line that is typed to a public question."""
    ask = Ask(question="any", choices=choices, living=tuple(range(1, 9)))
    return table_reader(names, language).read(line, Moment().asking(ask, 0.0))


@pytest.mark.parametrize("names", [LEA, BEGINNING, ()])
@pytest.mark.parametrize(
    ("line", "seat"),
    [
        ("le 3", 3),
        ("numéro 4", 4),
        ("le numéro 5", 5),
        ("n° 4", 4),
        ("n°4", 4),
        ("#4", 4),
        ("la place 2", 2),
        ("quatre", 4),
        ("Le Quatre.", 4),
        ("heu 4", 4),
        ("sur le 3", 3),
        ("je vote contre le numéro 7, s'il te plaît", 7),
        ("euh, c'est le joueur huit !", 8),
        ("seat 4", 4),
        ("number four", 4),
    ],
)
def test_a_seat_is_typed_as_it_is_said(line: str, seat: int, names: tuple[str, ...]) -> None:
    assert read(line, names=names) == Reply(Seats((seat,)))


@pytest.mark.parametrize("line", ["number 4", "seat 4", "the 4", "four", "on seat four", "we vote for the 4"])
def test_it_is_so_in_english(line: str) -> None:
    assert read(line, names=("Theo", "Onan", "Forrest", *LEA[3:]), language="en") == Reply(Seats((4,)))


@pytest.mark.parametrize(
    "line", ["le 3 et le 5", "le 3, le 5", "numéro trois et numéro cinq", "trois cinq", "le 3 et inès"]
)
def test_so_are_two(line: str) -> None:
    assert read(line, TWO) == Reply(Seats((3, 5)))
    assert read(f"égalité entre {line}") == read(f"{line} à égalité") == read(line) == Reply(Tie((3, 5)))
    assert read(f"une égalité, {line}") == Reply(Tie((3, 5))), "an article is not seat 1"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("le", Seats((7,))),  # whole, though an article
        ("le 3", Tie((3, 7))),
        ("ben", Seats((2,))),
        ("ben et so", Tie((1, 2))),
        ("3, ben", Tie((2, 3))),
        ("jean luc", Seats((5,))),
        ("jean p et so", Tie((1, 6))),
        ("le numéro six", Tie((6, 7))),
        ("numéro six", Seats((6,))),
        ("sixt", Seats((3,))),
        ("pas", Seats((4,))),
    ],
)
def test_a_whole_name_wins_and_a_beginning_counts_where_it_stands_alone(line: str, answer: Answer) -> None:
    assert read(line, names=UNLUCKY) == Reply(answer)


@pytest.mark.parametrize("line", ["so 3", "so, 3", "ben noé", "pas 3", "pas le 3", "six", "heu six"])
def test_what_may_be_talk_or_a_name_or_a_number_is_asked_back(line: str) -> None:
    assert read(line, names=UNLUCKY) == Misread(Refusal.AMBIGUOUS)


@pytest.mark.parametrize("names", [LEA, ()])
@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("le 99", Refusal.UNKNOWN_SEAT),
        ("neuf", Refusal.UNKNOWN_SEAT),
        ("vingt et un", Refusal.UNKNOWN_SEAT),
        ("zut", Refusal.UNREADABLE),
        ("le truc", Refusal.UNREADABLE),
        ("-3", Refusal.UNREADABLE),
        ("3 ou 5", Refusal.UNREADABLE),
        ("sauf le 3", Refusal.UNREADABLE),
        (",", Refusal.UNREADABLE),
    ],
)
def test_what_is_no_seat_is_told_apart_from_a_seat_that_there_is_not(
    line: str, refusal: Refusal, names: tuple[str, ...]
) -> None:
    assert read(line, names=names) == Misread(refusal)


def test_a_number_that_is_no_seat_here_may_be_the_beginning_of_a_name() -> None:
    assert read("dix", names=("Dixie", *LEA[1:])) == Reply(Seats((1,)))
    assert read("le dix", names=("Dixie", *LEA[1:])) == Misread(Refusal.UNKNOWN_SEAT)


def test_one_number_is_never_taken_for_two() -> None:
    seats = TypedSeats(40, (), ("et",), TypedTalk("fr"))
    assert seats.read("vingt et un") == (21,)
    assert seats.read("vingt et un et deux") == (21, 2)
    assert seats.read("le dix sept et dix") == (17, 10)


def test_names_may_hold_signs_and_the_word_between_two_seats() -> None:
    seats = TypedSeats(3, ("Tom & Jerry", "Dr. Who", "Nick et Nora"), ("et",), TypedTalk("fr"))
    assert seats.read("tom & jerry, nick et nora et dr. who") == (1, 3, 2)


NAMES = st.lists(
    st.sampled_from([*BEGINNING, *UNLUCKY[:6], *UNLUCKY[7:], "Théo", "Onan", "Merci-Anne", "Unai", "Seven", "Placide"]),
    min_size=8,
    max_size=8,
    unique=True,
).map(tuple)


@given(NAMES, LANGUAGES, st.integers(1, 8), st.booleans(), st.data())
def test_an_article_a_noun_and_politeness_change_no_seat(
    names: tuple[str, ...], language: str, seat: int, in_words: bool, data: st.DataObject
) -> None:
    book = phrasebook_of(language)

    def around(phrases: tuple[str, ...]) -> list[str]:
        """Choose politeness that is not also the beginning of a name here: that is asked about."""
        clear = [phrase for phrase in phrases if not any(plain(name).startswith(plain(phrase)) for name in names)]
        return data.draw(st.lists(st.sampled_from(clear), max_size=2))

    before, after = around(book.polite.before), around(book.polite.after)
    naming = data.draw(st.lists(st.sampled_from(book.typed.naming), max_size=2))
    nouns = data.draw(st.lists(st.sampled_from(book.seats), min_size=0 if naming else 1, max_size=1))
    number = data.draw(st.sampled_from(numerals(seat, language))) if in_words else str(seat)
    mark = data.draw(st.sampled_from(["", ".", " !", "…"]))
    line = " ".join([*before, *naming, *nouns, number, *after]) + mark
    assert read(line, names=names, language=language) == Reply(Seats((seat,)))


@given(NAMES, LANGUAGES, st.permutations(range(1, 9)), st.sampled_from([" ", ", ", " et ", " and ", " & "]))
def test_a_whole_name_is_always_its_seat(names: tuple[str, ...], language: str, seats: list[int], between: str) -> None:
    one, other, *_ = seats
    assert read(names[one - 1].upper(), names=names, language=language) == Reply(Seats((one,)))
    both = f"{names[one - 1]}{between}{names[other - 1]}"
    assert read(both, TWO, names, language) == Reply(Seats((one, other)))


@given(NAMES, LANGUAGES, st.integers(1, 8), st.integers(1, 7))
def test_the_beginning_of_a_name_is_its_seat_or_asked_about_and_nobody_else_s(
    names: tuple[str, ...], language: str, seat: int, length: int
) -> None:
    begun = names[seat - 1][:length]
    entry = read(begun, Choices(kind=Kind.SEATS, seats=tuple(range(1, 9))), names, language)
    assert not isinstance(entry, Reply) or not isinstance(entry.answer, Seats) or entry.answer == Seats((seat,))


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(
    "choices", [choices for choices in PUBLIC if choices != CONFIRM], ids=lambda its: its.kind.name
)
def test_what_may_be_said_may_be_typed(choices: Choices, language: str) -> None:
    moment = Moment().asking(Ask(question="any", choices=choices, living=LIVING), 0.0)
    keyboard = Reader(eight(language=language))
    said = grammar(choices, language=language)
    meant = {phrase: entry for phrase in said.phrases if isinstance(entry := said.read(phrase), Reply)}
    meant = {phrase: entry for phrase, entry in meant.items() if not isinstance(entry.answer, Leave)}
    assert meant
    assert {phrase: keyboard.read(phrase, moment) for phrase in meant} == meant
