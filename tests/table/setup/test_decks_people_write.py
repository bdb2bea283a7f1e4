"""Decks as people write them, in forums and on the pages of games: each is understood, or its word is named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from shipped import shipped
from tables import rules_of

from narrator.packs.wording import Wording
from narrator.table.setup.composition import UnknownCardError, read_roles

PLAYERS = 12

DECKS = Path(__file__).with_name("decks.txt").read_text(encoding="utf-8")
"""A deck a line, below it its cards but the filler, or `?` where a word of it means no card; `|` ends a line."""


def _written() -> Iterator[tuple[str, str, str]]:
    game = ""
    lines = iter(DECKS.strip().splitlines())
    for line in lines:
        if line.startswith("== "):
            game = line.removeprefix("== ")
        else:
            yield game, line.replace(" | ", "\n"), next(lines).strip()


WRITTEN = [*_written()]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("game", "text", "cards"), WRITTEN)
def test_a_deck_is_understood_in_both_languages_or_its_word_is_named(
    game: str, text: str, cards: str, language: str
) -> None:
    rules, names = rules_of(game), Wording(shipped(game).words[language]).typed
    if cards == "?":
        with pytest.raises(UnknownCardError) as refused:
            read_roles(rules, PLAYERS, text, names)
        assert refused.value.name in text
        return
    hand, _ = read_roles(rules, PLAYERS, text, names)
    counted = (word.partition("=") for word in cards.split())
    assert {card: count for card, count in hand if card != rules.filler} == {
        card: int(count or 1) for card, _, count in counted
    }


def test_all_but_a_few_decks_are_understood() -> None:
    assert len(WRITTEN) >= 63
    assert sum(cards == "?" for _, _, cards in WRITTEN) <= 6
