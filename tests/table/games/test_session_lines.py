"""The lines of a session are those of the shared words that no engine declares: the program says them all."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from module_tree import modules

from narrator.rules.core.answers import SILENT, Kind, Refusal, Token
from narrator.rules.core.effects import Purpose
from narrator.rules.core.play import Introduction, Mode
from narrator.rules.village.phases.epilogue import ALONE, LOVERS, NOBODY
from narrator.rules.village.powers.loners import MARTYR_OUTCOME
from narrator.rules.village.table import Deal
from narrator.table.games.options import OPTIONS, values_of
from narrator.table.games.repertoire import session_ids, session_lines
from narrator.table.journal.journal_file import StorageCause
from narrator.table.session.ports import Pace

WORDS = [word.value for word in Token if word is not SILENT]


MADE = {
    "heard.": WORDS,
    "count.": [*WORDS, *(purpose.value for purpose in Purpose), "tie"],
    "": [*(refusal.value for refusal in Refusal), "keyboard.lost"],
    "help.": [kind.name.lower() for kind in Kind if kind is not Kind.BALLOT],  # a ballot is typed as seats are
    "setup.share.": [LOVERS, NOBODY, MARTYR_OUTCOME, *ALONE],
    "setup.": [*OPTIONS, *(f"{name}.{value}" for name, option in OPTIONS.items() for value in option.values)],
    "setup.mode.": values_of(Mode),
    "setup.deal.": [deal.value for deal in Deal],
    "setup.deck.": ["balanced", "short", "wild"],
    "setup.play.": ["play", "settle"],
    "setup.pace.": [pace.value for pace in Pace if pace is not Pace.INSTANT],
    "setup.rare.": ["enough", "settle"],
    "setup.game.": ["lead", "phone", "settle"],
    "box.game.": ["lead", "settle"],
    "box.introduction.": [*values_of(Introduction)],
    "setup.resume.": ["today", "yesterday", "days"],
    "box.": [
        *("another", "as_before", "call_the_dead", "double_elimination"),
        *("game", "introduction", "phones", "players", "right", "votes_on_phones"),
    ],
    "box.tell_": ["victim"],
    "box.mode.": [mode.value for mode in (Mode.JOUEUR, Mode.MENEUR)],
    "box.deal.": [deal.value for deal in Deal],
    "box.how.": ["voice", "keypad", "button", "end"],
    "box.no.": ["sound", "ears", "remote", "hands", "night", "lead", "deal", "light_dealer"],
    "box.resume.": ["today", "yesterday", "once", "days"],
    "damage.from.": ["day", "debate", "vote"],
    "storage.": [cause.value for cause in StorageCause],
    "storage.none.": [cause.value for cause in StorageCause],
}
"""The ids that the program makes of a head and a tail."""


@pytest.mark.parametrize(("head", "tails"), MADE.items(), ids=MADE)
def test_whatever_an_id_is_made_of_has_words(head: str, tails: list[str]) -> None:
    assert {head + tail for tail in tails} <= session_ids()


def test_no_words_are_left_that_nothing_says() -> None:
    nodes = (node for tree in modules().values() for node in ast.walk(tree))
    said = {node.value for node in nodes if isinstance(node, ast.Constant)}
    assert session_ids() - said - {head + tail for head, tails in MADE.items() for tail in tails} == set()


def calls_by_an_id(*names: str) -> Iterator[tuple[str, set[str]]]:
    """Yield the id and the names of what is given in each call of these functions whose id is written there."""
    for node in (node for tree in modules().values() for node in ast.walk(tree)):
        match node:
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=[ast.Constant(str(id_)), *_]):
                if name in names:
                    yield id_, {str(keyword.arg) for keyword in node.keywords}


def test_whatever_is_said_by_its_id_has_words() -> None:
    ids = {id_ for id_, _ in calls_by_an_id("line", "announce", "inform")}
    assert len(ids) > 20
    assert ids <= session_ids()


def test_what_the_words_of_a_line_name_is_given_where_it_is_said() -> None:
    """The words declare what they name: a name that only one language has would otherwise be missed in a game alone."""
    named = {line.id: {name for name, _ in line.args} for line in session_lines()}
    given = [call for call in calls_by_an_id("line", "announce", "inform", "said") if call[0] in named]
    assert sum(bool(names) for _, names in given) > 10
    assert [call for call in given if call[1] != named[call[0]]] == []
