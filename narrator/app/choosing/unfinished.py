"""Offering to resume an unfinished game. What is said of it is public: anybody may hear or read it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from narrator.core.effects import Form, Term
from narrator.games.saved_games import SavedGame
from narrator.setup.circle import seated
from narrator.story.wording import Wording

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
    when, day = _begun(kept, today)
    return f"box.resume.{when}", {**terms, **day}


def described(kept: SavedGame, wording: Wording, today: date) -> str:
    """Return who plays a game, and since when, in words that stand in the middle of a sentence."""
    names, players = kept.header.get("names"), kept.header.get("players")
    told = []
    if isinstance(players, int):
        told.append(seated(players, map(str, names) if isinstance(names, list) else (), wording))
    when, day = _begun(kept, today)
    if when != "once":
        told.append(wording.line(f"setup.resume.{when}", **day))
    return ". ".join(sentence.rstrip(".") for sentence in told) or kept.id


def _begun(kept: SavedGame, today: date) -> tuple[str, dict[str, Term]]:
    """Return when a game was begun, and how many days ago, where that is worth telling."""
    match -1 if kept.begun is None else (today - kept.begun.date()).days:
        case 0:
            return "today", {}
        case 1:
            return "yesterday", {}
        case days if days > 1:
            return "days", {"number": Term(Form.NUMBER, days)}
        case _:
            return "once", {}
