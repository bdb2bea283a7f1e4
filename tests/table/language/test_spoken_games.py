"""All questions of all games: each answer can be said, the night listens for nothing, and no two sounds are one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from hearings import clashes, pronounced
from hypothesis import given
from hypothesis import strategies as st
from questions import GAMES, asked, declared, table_words
from shipped import shipped
from tables import sampled

from narrator.base.resources import folder
from narrator.commands.ear import answered_by, evening_grammars, sayings
from narrator.rules.core.answers import (
    CONFIRM,
    NOBODY,
    SILENT,
    YES_NO,
    Answer,
    Card,
    Choices,
    Diamonds,
    Kind,
    Leave,
    Number,
    Seats,
    Tie,
    Token,
)
from narrator.rules.core.effects import Ask, Audience, Everyone, Holders, Leader, Player
from narrator.rules.core.play import choices_of
from narrator.rules.core.secrets import Secret
from narrator.table.inbox.entry import Order, Reminder, Reply
from narrator.table.language.spelling import words_in
from narrator.table.language.spoken import Grammar, Hearing, grammar_of, vocabulary
from narrator.table.language.table_words import TableWords

LANGUAGES = ("fr", "en")
CIRCLE = tuple(range(1, 13))
SHAPES = {
    Kind.CONFIRM: CONFIRM,
    Kind.YES_NO: YES_NO,
    Kind.SEATS: Choices(kind=Kind.SEATS, seats=CIRCLE, words=(NOBODY,)),
    Kind.BALLOT: Choices(kind=Kind.BALLOT, seats=CIRCLE, ties=True, words=(NOBODY,)),
    Kind.NUMBER: Choices(kind=Kind.NUMBER, numbers=(0, 15)),
}
"""How a question is asked that no random evening has come to."""


def by_day(game: str) -> Iterator[Ask]:
    """Yield each question of a game that is put to everyone by day, with the most that may be answered."""
    for id_, question in declared(game).items():
        public = [ask for ask in asked(game).get(id_, ()) if ask.slot is None]
        yield from sorted(public, key=lambda ask: len(choices_of(ask).seats) + len(choices_of(ask).cards))[-1:]
        if not asked(game).get(id_) and not question.secret:
            circle = tuple(range(1, GAMES[game] + 1))
            choices = SHAPES[question.kind]
            yield Ask(
                question=id_,
                choices=replace(choices, seats=circle if choices.seats else ()),
                living=circle,
                about=1,
                aloud=question.aloud,
            )


@cache
def grammars(game: str, language: str) -> tuple[tuple[Ask, Grammar], ...]:
    """Return each of these questions with what is listened for."""
    words = table_words(game, language)
    return tuple((ask, grammar_of(ask, words, Hearing.DAY)) for ask in by_day(game))


def answers(choices: Choices) -> Iterator[Answer]:
    """Yield the legal answers to a question: of ties and of several seats, some of each shape."""
    yield from (word for word in choices.words if word is not SILENT)
    yield from (Card(card) for card in choices.cards)
    if choices.kind in (Kind.NUMBER, Kind.TAKE):
        counted = Number if choices.kind is Kind.NUMBER else Diamonds
        yield from (counted(number) for number in range(choices.numbers[0], choices.numbers[1] + 1))
    yield from (Seats((seat,)) for seat in choices.seats if choices.count[0] == 1)
    if choices.count[1] > 1:
        yield from (Seats(pair) for pair in zip(choices.seats, choices.seats[1:], strict=False))
    if choices.ties:
        yield from (Tie(pair) for pair in zip(choices.seats, choices.seats[1:], strict=False))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sampled(GAMES))
def test_each_legal_answer_to_each_question_of_the_day_has_a_phrase(game: str, language: str) -> None:
    seen = set()
    for ask, grammar in grammars(game, language):
        assert isinstance(ask.choices, Choices)
        meant = {grammar.read(phrase) for phrase in grammar.phrases}
        for answer in (*answers(ask.choices), *map(Leave, ask.living)):
            assert Reply(answer) in meant, f"{ask.question}: {answer}"
        seen.add(ask.question)
    assert {id_ for id_, question in declared(game).items() if not question.secret} <= seen | {"hymn"}


@pytest.mark.parametrize("game", sampled(GAMES))
def test_the_tiny_model_knows_all_that_the_games_need_in_french(game: str) -> None:
    known = tiny_words().__contains__
    for ask in by_day(game):
        assert isinstance(ask.choices, Choices)
        grammar = grammar_of(ask, table_words(game), Hearing.DAY, known)
        assert {word for phrase in grammar.phrases for word in phrase.split()} <= tiny_words()
        meant = {grammar.read(phrase) for phrase in grammar.phrases}
        for answer in (*answers(ask.choices), *map(Leave, ask.living)):
            assert Reply(answer) in meant, f"{ask.question}: {answer}"


@cache
def tiny_words() -> frozenset[str]:
    """Return the words of the tiny model."""
    lines = (folder("models") / "fr" / "graph" / "words.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line.split()[0] for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sampled(GAMES))
def test_a_model_is_asked_about_every_word_of_every_grammar(game: str, language: str) -> None:
    asked_about = vocabulary(table_words(game, language))
    for _, grammar in grammars(game, language):
        assert set(words_in(" ".join(grammar.phrases))) <= asked_about


def test_a_model_is_asked_about_every_spelling_of_every_name() -> None:
    asked_about = vocabulary(replace(table_words("cuba"), names=("Helene-Zoe", "Chloe")))
    assert {"hélène", "zoé", "chloé"} <= asked_about


# --- by night -----------------------------------------------------------------------------------------------

NIGHT = {language: grammar_of(None, table_words("thiercelieux", language), Hearing.NIGHT) for language in LANGUAGES}
AUDIENCES = st.sampled_from([Everyone(), Leader()]) | st.integers(1, 8).map(Player) | st.text().map(Holders)
SEATS = st.lists(st.integers(1, 12), unique=True).map(tuple)
CHOICES = st.builds(
    Choices,
    kind=st.sampled_from(Kind),
    seats=SEATS,
    ties=st.booleans(),
    words=st.lists(st.sampled_from(Token), unique=True).map(tuple),
    cards=st.lists(st.sampled_from(["voyante", "loup-garou"])).map(tuple),
    numbers=st.tuples(st.integers(0, 5), st.integers(5, 20)),
    urgent=st.lists(st.sampled_from(Token)).map(tuple),
)


@given(
    CHOICES,
    st.booleans(),
    AUDIENCES,
    SEATS,
    st.sampled_from(["hymn", "seer.target", "denounce.target", "vote.result"]),
    st.none() | st.integers(1, 12),
    st.sampled_from(Hearing),
    st.sampled_from(LANGUAGES),
)
def test_a_secret_question_is_listened_to_as_all_others_are(
    choices: Choices,
    sealed: bool,
    to: Audience,
    living: tuple[int, ...],
    question: str,
    about: int | None,
    moment: Hearing,
    language: str,
) -> None:
    put = Secret(choices) if sealed else choices
    ask = Ask(question=question, choices=put, living=living, to=to, about=about, slot=0)
    words = table_words("thiercelieux", language)
    alike = grammar_of(None, words, Hearing.LED) if moment is Hearing.LED else NIGHT[language]
    assert grammar_of(ask, words, moment) == alike
    if sealed:
        assert grammar_of(replace(ask, slot=None), words, moment) == alike


@pytest.mark.parametrize("game", sampled(GAMES))
def test_the_secret_questions_of_real_evenings_have_one_grammar(game: str) -> None:
    night = grammar_of(None, table_words(game), Hearing.NIGHT)
    secret = [ask for asks in asked(game).values() for ask in asks if ask.slot is not None]
    assert secret
    for ask in secret:
        assert grammar_of(ask, table_words(game), Hearing.NIGHT).phrases == night.phrases


@given(st.sampled_from(LANGUAGES), st.data())
def test_by_night_nothing_that_is_said_chooses_anything(language: str, data: st.DataObject) -> None:
    words = table_words("infiltres", language)
    night = grammar_of(None, words, Hearing.NIGHT)
    said = data.draw(
        st.lists(st.sampled_from(everything_by_day(language)) | st.sampled_from(night.phrases), max_size=4)
    )
    assert night.read(" ".join(said)) in (None, Order.PAUSE, Order.RESUME, Order.REPEAT)


@cache
def everything_by_day(language: str) -> tuple[str, ...]:
    """Return all that may be said to any question of a day."""
    return tuple(dict.fromkeys(phrase for _, grammar in grammars("infiltres", language) for phrase in grammar.phrases))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sampled(GAMES))
def test_no_phrase_of_the_night_is_a_choice_of_the_day(game: str, language: str) -> None:
    night = grammar_of(None, table_words(game, language), Hearing.NIGHT)
    for _, day in grammars(game, language):
        assert [phrase for phrase in night.phrases if isinstance(day.read(phrase), Reply)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_going_on_is_listened_for_in_all_of_a_window_that_a_leader_ends_and_in_no_other(language: str) -> None:
    words = table_words("cuba", language)
    on = words.commands["next"][0]
    secret = Ask(question="cuba.hidden", choices=Secret(SHAPES[Kind.NUMBER]), living=CIRCLE, slot=0)
    assert grammar_of(None, words, Hearing.LED).read(on) is Order.NEXT
    assert grammar_of(secret, words, Hearing.LED) == grammar_of(None, words, Hearing.LED)
    assert grammar_of(None, words, Hearing.NIGHT).read(on) is None
    assert grammar_of(secret, words, Hearing.NIGHT).read(on) is None


# --- sounds -------------------------------------------------------------------------------------------------


def tables(game: str, language: str) -> Iterator[tuple[str, Grammar]]:
    """Yield every grammar of a game in a language, with where it is from."""
    words: TableWords = table_words(game, language)
    yield "night", grammar_of(None, words, Hearing.NIGHT)
    yield "led window", grammar_of(None, words, Hearing.LED)
    yield "between", grammar_of(None, words, Hearing.DAY)
    for ask, grammar in grammars(game, language):
        yield ask.question, grammar


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sampled(GAMES))
def test_no_two_phrases_of_a_grammar_sound_alike_and_differ(game: str, language: str) -> None:
    for question, grammar in tables(game, language):
        assert clashes(grammar, pronounced(language)) == [], question


@pytest.mark.parametrize("game", sampled(GAMES))
def test_in_french_a_word_that_is_taken_for_its_homophone_is_understood_all_the_same(game: str) -> None:
    sound = pronounced("fr")
    for question, grammar in tables(game, "fr"):
        words = {word for phrase in grammar.phrases for word in phrase.split()}
        alike = {word: [other for other in words if other != word and sound(other) == sound(word)] for word in words}
        for phrase in grammar.phrases:
            parts = phrase.split()
            for place, word in enumerate(parts):
                for other in alike[word]:
                    taken = " ".join((*parts[:place], other, *parts[place + 1 :]))
                    assert grammar.read(taken) == grammar.read(phrase), f"{question}: {phrase} / {taken}"


def test_what_sounds_alike_and_differs_is_found() -> None:
    words = replace(table_words("thiercelieux"), names=("Marc", "Marque", "Sept"), players=8)
    ask = Ask(question="any", choices=replace(SHAPES[Kind.BALLOT], seats=(1, 2)), living=(1, 2))
    assert ("marc", "marque") in clashes(grammar_of(ask, words, Hearing.DAY), pronounced("fr"))


GRAMMARS = evening_grammars(shipped("thiercelieux").words["fr"], ("Alice", "Bruno", "Chloé"), lambda _word: True)


def test_every_saying_is_an_answer_and_none_comes_twice() -> None:
    said = list(sayings(GRAMMARS, 60, 1))
    assert len(set(said)) == 60
    assert all(answered_by(text, GRAMMARS) is not None for text in said)
    assert said == list(sayings(GRAMMARS, 60, 1))


def test_they_are_what_people_would_say_and_of_every_kind() -> None:
    said = list(sayings(GRAMMARS, 60, 1))
    polite = ("on accuse ", "je vote ", "euh ", "c'est ", "voilà ")
    assert not any(text.startswith(polite) or text.endswith((" merci", " voilà")) for text in said)
    assert {"oui", "non"} < set(said)
    kinds = {type(answered_by(text, GRAMMARS).read(text)) for text in said}  # type: ignore[union-attr] # it is one
    assert kinds == {Reply, Order, Reminder}


def test_there_are_no_more_sayings_than_phrases() -> None:
    few = {name: grammar for name, grammar in GRAMMARS.items() if name == "by night"}
    assert len(list(sayings(few, 500, 1))) <= len(few["by night"].phrases)


def test_table_talk_answers_nothing() -> None:
    assert answered_by("le bac part du quai", GRAMMARS) is None
    assert answered_by("alice", GRAMMARS) is GRAMMARS["a seat"]
