"""What people type and say, in two languages and in the words of other games, and what it means at each question."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from shipped import shipped

from narrator.packs.wording import Wording
from narrator.rules.core.answers import NO, NOBODY, YES, Card, Choices, Diamonds, Kind, Leave, Seats, Tie, Token
from narrator.rules.core.effects import Ask
from narrator.table.games.deck_advice import games_with_card
from narrator.table.games.village_engine import village_rules
from narrator.table.inbox.entry import Misread, Order, Reply
from narrator.table.inbox.moment import Moment
from narrator.table.language.table_words import TableWords
from narrator.table.language.typed import Reader
from narrator.table.setup.composition import UnknownCardError, counted_card

SAID = Path(__file__).with_name("said.txt").read_text(encoding="utf-8")
"""Under each question what is said, between commas, and behind a sign what it means: `?` is no card here, but there."""

NAMES = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid", "Gwen", "Hugo")


def _said() -> Iterator[tuple[str, str, str]]:
    question = ""
    for line in SAID.strip().splitlines():
        if line.startswith("== "):
            question = line.removeprefix("== ")
        elif line:
            texts, _, meaning = line.partition(" = ")
            yield from ((question, text.strip(), meaning) for text in texts.split(","))


TABLE = [*_said()]

VOTE = Choices(kind=Kind.BALLOT, seats=tuple(range(1, 9)), ties=True, words=(NOBODY,))
QUESTIONS = {
    "vote": VOTE,
    "yes or no": Choices(kind=Kind.YES_NO, words=(YES, NO)),
    "pockets": Choices(
        kind=Kind.TAKE,
        numbers=(1, 15),
        cards=("fidele", "agent", "chauffeur", "nettoyeur", "street", "cheat"),
        nothing="street",
    ),
}


@cache
def reader(game: str) -> Reader:
    words = shipped(game).words
    return Reader(TableWords.of(words["fr"], 8, NAMES, twin=words["en"]))


def at_the_table(question: str, text: str) -> str:
    """Return what a line means at a question to all."""
    ask = Ask(question="asked", choices=QUESTIONS[question], living=tuple(range(1, 9)))
    match reader("cuba" if question == "pockets" else "thiercelieux").read(text, Moment(asked=ask)):
        case Reply(answer=Seats(seats=(number,))):
            return str(number) if number <= len(NAMES) else "refused"
        case Reply(answer=Tie(seats=seats)):
            return f"tie {' '.join(map(str, seats))}"
        case Reply(answer=Token() as token):
            return "nobody" if token is NOBODY else token.value
        case Reply(answer=Card(card=card)):
            return card
        case Reply(answer=Diamonds(count=count)):
            return f"{count} diamonds"
        case Reply(answer=Leave(seat=number)):
            return f"leaves {number}"
        case Order() as order:
            return f"order {order.value}"
        case Misread():
            return "refused"
        case other:
            return repr(other)


def among_cards(game: str, text: str, language: str) -> str:
    """Return which card a word means where cards are chosen, or which games have one of that name."""
    pack = shipped(game)
    try:
        return counted_card(village_rules(pack.rules), text, Wording(pack.words[language]).typed)[0]
    except UnknownCardError:
        return " ".join(("?", *list(games_with_card(text, game))[:1]))


@pytest.mark.parametrize(("question", "text", "meaning"), TABLE)
def test_what_people_say_means_what_they_mean(question: str, text: str, meaning: str) -> None:
    if question.startswith("cards "):
        game = question.removeprefix("cards ")
        assert {among_cards(game, text, language) for language in ("fr", "en")} == {meaning}
    else:
        assert at_the_table(question, text) == meaning


def test_the_table_is_as_long_as_an_evening_needs() -> None:
    assert len(TABLE) >= 200
