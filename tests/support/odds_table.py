"""Writes docs/odds.md: how the decks of the shipped games went in rehearsals, by numbers of players.

`make odds` calls it; a test refuses a page that is not that of the packs.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from narrator.base.resources import games
from narrator.packs.pack import load_pack
from narrator.packs.rules import VillageRules
from narrator.table.games.deck_advice import is_possible
from narrator.table.setup.composition import read_roles
from narrator.table.setup.setup_answers import DeckOdds, read_odds

PAGE = Path(__file__).resolve().parents[2] / "docs" / "odds.md"
MOST = 20
"""The largest table that has rows here; `odds.yaml` of each game has the others."""

HEAD = """\
# How decks go

Made by `make odds` from `odds.yaml` of each game, 400 games a row with players who answer at random: do not edit.
`balanced` is dealt where nobody settles anything else. The village wins two to three games of five, but where a sheet
or its few cards leave no choice: Thiercelieux from twelve on has the three wolves of its sheet, and in Mafia from nine
to twelve one mafioso is too few and two are too many. A star: fewer or more hunters than the sheet counts.
"""


def drawn() -> str:
    return HEAD + "".join(_game(name, path) for name, path in sorted(games().items()))


def _game(name: str, path: Path) -> str:
    rules = load_pack(path).rules
    if not isinstance(rules, VillageRules) or (odds := read_odds(path, rules)) is None:
        return ""
    rows = "".join(_rows(rules, odds))
    return f"\n## {name}\n\n| players | deck | cards | nights | per cent |\n|---|---|---|---|---|\n{rows}"


def _rows(rules: VillageRules, odds: DeckOdds) -> Iterator[str]:
    for players in range(rules.players.hard_least, min(rules.players.hard_most, MOST) + 1):
        for deck in rules.decks:
            its = odds.of(deck, players)
            if its is None or not is_possible(rules, players, deck):
                continue
            hand = dict(read_roles(rules, players, deck, {})[0])
            star = "" if hand[rules.hunters.card] == rules.hunters.count(players) else " *"
            cards = ", ".join(card if count == 1 else f"{count} {card}" for card, count in hand.items())
            shares = ", ".join(f"{outcome} {share}" for outcome, share in its.shares.items())
            yield f"| {players} | {deck}{star} | {cards} | {its.nights:.1f} | {shares} |\n"


if __name__ == "__main__":
    PAGE.write_text(drawn(), encoding="utf-8")
