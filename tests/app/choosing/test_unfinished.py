"""What is said of a game that waits for its end: its title, its seats, its day, and nothing else."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.app.choosing.unfinished import described, offer
from narrator.games.saved_games import SavedGame
from narrator.resources import pack_path
from narrator.story.pack import load_pack
from narrator.story.wording import Wording

WORDING = Wording(load_pack(pack_path("mafia"), ["fr"]).words["fr"])
TITLES = {"mafia": "Mafia", "cuba": "Mafia de Cuba"}
DAY = date(2026, 11, 20)


def said(header: dict[str, Any], today: date = DAY, id_: str = "20261120-213000") -> str | None:
    """Return what is said of a game with this header, that was begun on the day of `id_`."""
    offered = offer(SavedGame(id_, header, None), TITLES, today)
    return None if offered is None else WORDING.line(offered[0], **offered[1])


@pytest.mark.parametrize(
    ("days", "words"),
    [
        (0, "Une partie d'aujourd'hui attend sa fin : Mafia, à 8 places. La reprendre ? Oui, ou non."),
        (1, "Une partie d'hier attend sa fin : Mafia, à 8 places. La reprendre ? Oui, ou non."),
        (5, "Une partie attend sa fin depuis 5 jours : Mafia, à 8 places. La reprendre ? Oui, ou non."),
        (-1, "Une partie attend sa fin : Mafia, à 8 places. La reprendre ? Oui, ou non."),
    ],
)
def test_a_game_is_offered_by_its_title_its_seats_and_its_day(days: int, words: str) -> None:
    assert said({"pack": "mafia", "players": 8}, DAY + timedelta(days)) == words


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.lists(st.text())))
def test_nothing_else_of_a_header_is_told(secrets: dict[str, Any]) -> None:
    plain = {"pack": "mafia", "players": 8}
    assert said({**secrets, **plain}) == said(plain)


@pytest.mark.parametrize(
    "header", [{}, {"pack": "other", "players": 8}, {"pack": "mafia"}, {"pack": "mafia", "players": "8"}]
)
def test_what_cannot_be_resumed_here_is_not_offered(header: dict[str, Any]) -> None:
    assert said(header) is None


def test_an_id_without_a_day_is_offered_without_one() -> None:
    assert said({"pack": "cuba", "players": 6}, id_="mine") == (
        "Une partie attend sa fin : Mafia de Cuba, à 6 places. La reprendre ? Oui, ou non."
    )


@pytest.mark.parametrize(
    ("header", "days", "words"),
    [
        ({"players": 3, "names": ["Ann", "Bob", "Cléo"]}, 1, "3 places : Ann, Bob, Cléo. Commencée hier"),
        ({"players": 8, "names": []}, 0, "8 places. Commencée aujourd'hui"),
        ({"players": 8}, 4, "8 places. Commencée il y a 4 jours"),
        ({"players": 8}, -1, "8 places"),
    ],
)
def test_at_a_terminal_a_game_is_known_by_who_plays_it_and_since_when(
    header: dict[str, Any], days: int, words: str
) -> None:
    kept = SavedGame("20261120-213000", header, None)
    assert described(kept, WORDING, DAY + timedelta(days)) == words
