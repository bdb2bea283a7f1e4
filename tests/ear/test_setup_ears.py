"""The ears of a set-up: they open once the model has told which words it knows, and pass on what was said."""

from __future__ import annotations

from typing import cast

import pytest
from hearings import Listening, recognised
from shipped import shipped

from narrator.ear.listener import Listener
from narrator.ear.messages import EarReady, EarTrouble, KnownWords, SoundLevel
from narrator.ear.table_ears import LONGEST_SLIP, SetupEars
from narrator.rules.core.answers import Choices, Kind, Number
from narrator.table.inbox.entry import Doubted, Entry, Misheard, Order, Reply
from narrator.table.language.offered_answers import SetupAsk, numbered
from narrator.table.language.table_words import TableWords

WORDS = TableWords.of(shipped("mafia").words["fr"], 0)
FIVE = SetupAsk(question="five", choices=Choices(kind=Kind.NUMBER, numbers=(5, 5)), offers=numbered((5,), "fr"))


class Table:
    """Ears, what they put in which turn, and how often they gave the sign that they listen."""

    def __init__(self) -> None:
        self.put: list[tuple[Entry, int]] = []
        self.signs = self.turn = 0
        self.ears = SetupEars(
            lambda entry, turn: self.put.append((entry, turn)), lambda: self.turn, lambda: 0.0, signal=self.sign
        )
        self.listener = Listening()
        self.ears.use(cast(Listener, self.listener), WORDS)

    def sign(self) -> None:
        self.signs += 1

    def ask(self) -> None:
        self.turn += 1
        self.ears.opened(FIVE)

    def answer(self, *unknown: str) -> None:
        self.ears.told(KnownWords(self.listener.checked[-1], unknown))


@pytest.fixture
def table() -> Table:
    return Table()


def test_it_is_listened_once_the_model_has_told_what_it_knows(table: Table) -> None:
    table.ask()
    assert (table.listener.opened, table.signs) == ([], 0)
    table.answer()
    ((context, phrases),) = table.listener.opened
    assert (context, table.signs) == ("1", 1)
    assert "cinq" in phrases


def test_what_the_model_does_not_know_is_not_listened_for(table: Table) -> None:
    table.ask()
    table.answer("cinq")
    assert not [phrase for phrase in table.listener.opened[0][1] if "cinq" in phrase]


def test_words_are_asked_about_once(table: Table) -> None:
    table.ask()
    table.answer()
    table.ears.closed()
    table.ask()
    assert len(table.listener.checked) == 1
    assert [context for context, _ in table.listener.opened] == ["1", "2"]


def test_a_question_that_is_over_is_not_opened_any_more(table: Table) -> None:
    table.ask()
    table.ears.closed()
    table.answer()
    assert table.listener.opened == []


def test_what_was_said_is_an_answer_to_its_question_or_a_slip(table: Table) -> None:
    table.ask()
    table.answer()
    for texts in (("cinq",), ("euh cinq",), ("cinq cinq",), ("cinq cinq", "cinq"), ("annule",)):
        table.ears.told(recognised("1", *texts, behind=3.0))
    five = Reply(Number(5), spoken=True)
    assert table.put == [(entry, 1) for entry in (five, five, Misheard(), Doubted((Number(5),)), Order.UNDO)]


def test_noise_long_talk_and_what_was_said_to_another_question_are_nothing(table: Table) -> None:
    table.ask()
    table.answer()
    table.ears.told(recognised("1", ""))
    table.ears.told(recognised("1", "cinq cinq", seconds=LONGEST_SLIP + 1))
    table.ears.told(recognised("0", "cinq"))
    table.ears.told(SoundLevel(-20.0, speaking=True))
    assert table.put == []


def test_ears_that_cannot_be_had_are_not_there(table: Table) -> None:
    assert table.ears.there
    table.ears.told(EarTrouble("model", "damaged"))
    assert not table.ears.there
    table.ask()
    assert (table.put, table.listener.opened) == ([], [])


def test_ears_that_are_lost_after_they_heard_are_not_there_until_they_are_back(table: Table) -> None:
    table.ears.told(KnownWords(("oui",), ()))
    table.ears.told(EarTrouble("lost", "it has gone"))
    assert not table.ears.there
    table.ears.told(EarReady("silero", 5.0, 8.0))
    assert table.ears.there
