"""Offering to go on with a game that was not finished: what is said of it is public, whoever hears it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime

from narrator.core.effects import Form, Term
from narrator.games.saved_games import SavedGame

STAMP = "%Y%m%d"
"""How the id of a game begins: the day on which it was begun."""

Offer = tuple[str, dict[str, Term]]
"""A line, and what stands in it."""


def offer(kept: SavedGame, titles: Mapping[str, str], today: date) -> Offer | None:
    """Return the line that offers a game, by its title, its number of seats and its day.

    None where its pack is not among the titles, or its header is damaged: it cannot be resumed here. A machine without
    a clock may think that the game is of tomorrow: then nothing is said of the day.
    """
    title, players = titles.get(str(kept.header.get("pack"))), kept.header.get("players")
    if title is None or not isinstance(players, int):
        return None
    terms = {"game": Term(Form.TEXT, title), "count": Term(Form.NUMBER, players)}
    try:
        days = (today - datetime.strptime(kept.id[:8], STAMP).date()).days
    except ValueError:
        days = -1
    match days:
        case 0:
            return "box.resume.today", terms
        case 1:
            return "box.resume.yesterday", terms
        case _ if days > 1:
            return "box.resume.days", {**terms, "number": Term(Form.NUMBER, days)}
        case _:
            return "box.resume.once", terms
