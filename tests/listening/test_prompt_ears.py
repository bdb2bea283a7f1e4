"""The ears of a set-up: they open once the model has told which words it knows, and pass on what was said."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from narrator.inbox.inbox import Lost
from narrator.language.offered_answers import Expected, expected, numbered
from narrator.language.spelling import Known as Knows
from narrator.listening.messages import Caught, EarTrouble, KnownWords, NoiseLevel, SoundLevel
from narrator.listening.prompt_ears import EARS, PromptEars
from narrator.listening.table_ears import LONGEST_SLIP
from narrator.setup.prompt_inputs import Given, SaidInput


def five(known: Knows) -> Expected:
    return expected(numbered((5,), "fr"), "fr", {}, known)


class Listener:
    """A listener that keeps what it is asked."""

    def __init__(self) -> None:
        self.checked: list[tuple[str, ...]] = []
        self.opened: list[tuple[str, tuple[str, ...]]] = []
        self.shuts = 0

    def open(self, context: str, phrases: Sequence[str]) -> None:
        """Listen."""
        self.opened.append((context, tuple(phrases)))

    def shut(self) -> None:
        """Listen no more."""
        self.shuts += 1

    def follow(self, on: bool) -> None:
        """Nobody's talk is followed."""

    def check(self, words: Sequence[str]) -> None:
        """Keep what is asked about."""
        self.checked.append(tuple(words))

    def heard(self, frame: int, pcm: bytes) -> None:
        """Nothing is heard here."""


class Table:
    """Ears, what they put, and how often they gave the sign that they listen."""

    def __init__(self) -> None:
        self.put: list[Given] = []
        self.signs = 0
        self.ears = PromptEars(self.put.append, self.sign)
        self.listener = Listener()
        self.ears.use(self.listener)

    def sign(self) -> None:
        """Count a sign."""
        self.signs += 1

    def answer(self, *unknown: str) -> None:
        """Say which of the words that were asked about last are not known."""
        self.ears.told(KnownWords(self.listener.checked[-1], unknown))


@pytest.fixture
def table() -> Table:
    return Table()


def test_it_is_listened_once_the_model_has_told_what_it_knows(table: Table) -> None:
    table.ears.open("1", five)
    assert (table.listener.opened, table.signs) == ([], 0)
    table.answer()
    ((context, phrases),) = table.listener.opened
    assert (context, table.signs) == ("1", 1)
    assert "cinq" in phrases


def test_what_the_model_does_not_know_is_not_listened_for(table: Table) -> None:
    table.ears.open("1", five)
    table.answer("cinq")
    assert not [phrase for phrase in table.listener.opened[0][1] if "cinq" in phrase]


def test_words_are_asked_about_once(table: Table) -> None:
    table.ears.open("1", five)
    table.answer()
    table.ears.shut()
    table.ears.open("2", five)
    assert len(table.listener.checked) == 1
    assert [context for context, _ in table.listener.opened] == ["1", "2"]


def test_a_question_that_is_over_is_not_opened_any_more(table: Table) -> None:
    table.ears.open("1", five)
    table.ears.shut()
    table.answer()
    assert table.listener.opened == []


def test_what_was_said_is_passed_on_with_its_question(table: Table) -> None:
    table.ears.told(Caught("1", "cinq", 1.0, 0.4, -20.0))
    table.ears.told(NoiseLevel("1", "cinq cinq", 0.9, -20.0, confidence=0.9))
    table.ears.told(NoiseLevel("1", "cinq", 0.9, -20.0, confidence=0.02))
    assert table.put == [SaidInput("1", "cinq"), SaidInput("1", "cinq cinq"), SaidInput("1", "cinq", certain=False)]


def test_noise_and_long_talk_are_nothing(table: Table) -> None:
    table.ears.told(NoiseLevel("1", "", 0.9, -20.0))
    table.ears.told(NoiseLevel("1", "cinq cinq", LONGEST_SLIP + 1, -20.0))
    table.ears.told(SoundLevel(-20.0, speaking=True))
    table.ears.told(EarTrouble("lost", "again"))
    assert table.put == []


def test_ears_that_cannot_be_had_are_lost(table: Table) -> None:
    table.ears.told(EarTrouble("model", "damaged"))
    assert table.put == [Lost(EARS)]
    assert not table.ears.there
    table.ears.open("1", five)
    assert table.listener.checked == []
