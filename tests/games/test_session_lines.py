"""The lines of a session are those of the shared words that no engine declares: the program says them all."""

from __future__ import annotations

import ast
import re

import pytest
from module_tree import modules

from narrator.core.answers import SILENT, Kind, Refusal, Token
from narrator.core.effects import Purpose
from narrator.games.options import KINDS, READERS, values_of
from narrator.games.repertoire import session_ids
from narrator.village.phases.victory import ALONE, LOVERS, NOBODY
from narrator.village.powers.loners import MARTYR_OUTCOME

WORDS = [word.value for word in Token if word is not SILENT]


@pytest.mark.parametrize(
    ("head", "tails"),
    [
        ("heard.", WORDS),
        ("count.", [*WORDS, *(purpose.value for purpose in Purpose)]),
        ("", [refusal.value for refusal in Refusal]),
        ("help.", [kind.name.lower() for kind in Kind]),
        ("setup.share.", [LOVERS, NOBODY, MARTYR_OUTCOME, *ALONE]),
        ("setup.", [*READERS, *(f"{option}.{value}" for option, kind in KINDS.items() for value in values_of(kind))]),
        ("setup.elect.", ["start", "day:1", "day:2", "never"]),
        ("box.how.", ["voice", "keypad", "button", "end"]),
        ("box.no.", ["sound", "ears", "remote", "hands", "night", "lead", "deal", "light_dealer"]),
        ("box.resume.", ["today", "yesterday", "once", "days"]),
    ],
)
def test_whatever_an_id_is_made_of_has_words(head: str, tails: list[str]) -> None:
    assert {head + tail for tail in tails} <= session_ids()


def test_no_words_are_left_that_nothing_says() -> None:
    nodes = [node for tree in modules().values() for node in ast.walk(tree)]
    said = {node.value for node in nodes if isinstance(node, ast.Constant)}
    parts = [str(part.value) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values
             if isinstance(part, ast.Constant)]  # fmt: skip
    heads = tuple(part for part in parts if re.fullmatch(r"[a-z_]+(\.[a-z_]+)*\.", part))
    lost = {"keyboard.lost"}  # made of what was lost
    assert {id_ for id_ in session_ids() - said - lost if not id_.startswith(heads)} == set()


def test_whatever_is_said_by_its_id_has_words() -> None:
    calls = [node for tree in modules().values() for node in ast.walk(tree) if isinstance(node, ast.Call)]
    ids = {
        str(call.args[0].value)
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr in {"line", "announce", "inform"}
        and call.args
        and isinstance(call.args[0], ast.Constant)
    }
    assert len(ids) > 20
    assert ids <= session_ids()
