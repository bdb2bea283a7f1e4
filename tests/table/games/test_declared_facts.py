"""What is true of a line or a question is declared with it: a game does what it declares, and no other module knows."""

from __future__ import annotations

import ast
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from module_tree import modules, package_of
from players import Players, game, setups, specials_of
from questions import GAMES, founded, silently_opened
from shipped import shipped
from tables import NIGHT_GAMES, extension_cards, hunter_cards, rules_of, runs, table

from narrator.evening.rehearsal.rehearsal import Guesser
from narrator.evening.rehearsal.virtual_table import among
from narrator.packs.rules import UnknownEngineError
from narrator.rules.core.effects import Ask, Say, Scene, Show, Window
from narrator.rules.core.play import Walk, choices_of
from narrator.rules.core.vocabulary import Eyes
from narrator.rules.cuba import catalogue as cuba
from narrator.rules.village import catalogue as village
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.powers import POWERS
from narrator.table.games.registry import CUBA, VILLAGE, engine_facts
from narrator.table.games.repertoire import session_ids

KNOWN_BY_NAME = {
    "evening/app/game_series.py": {"again": "how a game ended"},
    "rules/core/answers.py": {"hymn": "a word that can be entered"},
    "rules/core/effects.py": {"nightfall": "what a public fact is about"},
    "table/games/options.py": {"drum": "an option"},
    "evening/recap/tale.py": {"story.lovers": "whom the tale binds"},
    "table/session/announcements.py": {"reminder.card": "said on demand: who has cards declares it"},
    "sound/soundscape/scenes.py": {"dawn": "an ambience"},
    "sound/soundscape/instruments.py": {"drum": "what draws its chance"},
    "packs/markup.py": {"drum": "a mark in a text"},
}
"""Where an engine's id stands by right: it is a word of another kind there, but for one line."""

DECLARED = {VILLAGE: village.vocabulary(sorted(POWERS)), CUBA: cuba.vocabulary()}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_a_game_does_what_its_lines_and_questions_declare(game: str, seed: int) -> None:
    """Eyes are closed when a closed line is said, and open when another is; offers are taken up as often as not."""
    known = DECLARED[shipped(game).rules.engine]
    table, chance = founded(game, seed), Random(seed)
    people, walk = Guesser(table.things(chance), chance), Walk(table.setup)
    closed = False
    while True:
        for effect in walk.run():
            match effect:
                case Scene():
                    closed = effect.closed
                case Say():
                    assert known.lines[effect.line].eyes in (Eyes.EITHER, Eyes.CLOSED if closed else Eyes.OPEN), (
                        effect.line
                    )
                case Show():
                    assert known.lines[effect.line].word == effect.word, effect.line
                case Ask():
                    assert known.questions[effect.question].aloud == effect.aloud, effect.question
                case _:
                    pass
        if (ask := walk.pending) is None:
            break
        taken_up = ask.offer and not ask.tacit and chance.random() < 0.5
        walk.answer(among(choices_of(ask), chance) if taken_up else people.answer(ask))


ENGINES_IDS = frozenset(id_ for known in DECLARED.values() for id_ in (*known.lines, *known.questions))
SESSION_IDS = session_ids()


def ids_in(tree: ast.AST) -> set[str]:
    """Return the engines' ids in a module: whole, or the head or the tail by which several are meant at once."""
    strings = {str(node.value) for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    heads = {word for word in strings if len(word) > 1 and word.endswith(".") and _some(word, str.startswith)}
    tails = {word for word in strings if len(word) > 1 and word.startswith(".") and _some(word, str.endswith)}
    return strings & ENGINES_IDS | heads | tails


def _some(part: str, of: Callable[[str, str], bool]) -> bool:
    """Whether lines of an engine are meant, and none that a session says by itself."""
    return any(of(id_, part) for id_ in ENGINES_IDS) and not any(of(id_, part) for id_ in SESSION_IDS)


def test_no_module_but_an_engine_s_knows_a_line_or_a_question_by_its_id() -> None:
    found = {
        name: ids_in(tree)
        for name, tree in modules().items()
        if package_of(name).removeprefix("rules/") not in DECLARED
    }
    assert {name: ids for name, ids in found.items() if ids} == {name: {*ids} for name, ids in KNOWN_BY_NAME.items()}


@pytest.mark.parametrize(
    ("source", "ids"),
    [
        ("if ask.question == 'debate.end': ...", {"debate.end"}),
        ("ENDS = ('.wake', '.sleep')", {".wake", ".sleep"}),
        ("line.startswith('victim.')", {"victim."}),
        ("say('resume.night', f'heard.{word}', '.', 'wake')", set()),
    ],
)
def test_no_id_of_an_engine_is_overlooked(source: str, ids: set[str]) -> None:
    assert ids_in(ast.parse(source)) == ids


@pytest.mark.parametrize("game", GAMES)
def test_every_question_to_all_is_spoken_when_it_opens(game: str) -> None:
    goes_on = {"debate.end"}  # a debate goes on behind a denunciation
    assert silently_opened(game) - goes_on == set()


FACTS = engine_facts("village")
QUESTIONS = FACTS.vocabulary(POWERS).questions


@settings(max_examples=runs(1000))
@given(setups(), st.integers(0, 2**32))
def test_windows_and_questions_are_as_packs_are_told(setup: VillageSetup, seed: int) -> None:
    effects, _, _ = game(setup, Players(setup, seed))
    carried = {power for card, count in setup.hand if count for power in setup.role(card).powers}
    slots = 0
    for effect in effects:
        if isinstance(effect, Window):
            opening = FACTS.openings[effect.call]
            assert not opening.carrier or opening.carrier in carried
            slots = opening.slots + len(opening.more & rules_of(setup.game).powers)
        elif isinstance(effect, Show):
            assert effect.slot < slots
        elif isinstance(effect, Ask):
            assert QUESTIONS[effect.question].about == (effect.about is not None)
            assert effect.slot is None or effect.slot < slots


@pytest.mark.parametrize("name", NIGHT_GAMES)
def test_no_window_is_asked_of_packs_that_the_village_never_opens(name: str) -> None:
    rules = rules_of(name)
    cards = [*hunter_cards(name) * 2, *specials_of(name), *extension_cards(name), rules.filler]
    centre = [card for rule in rules.cards.values() for card, count in rule.adds.items() for _ in range(count)]
    opened: set[str] = set()
    for mode in ("meneur", "joueur"):
        for deal in ("narrator", "cards"):
            for reveal in ("role", "camp"):
                for seed in range(8):
                    setup = table(cards, centre, game=name, mode=mode, deal=deal, prologue=True, reveal=reveal)
                    effects, _, _ = game(setup, Players(setup, seed))
                    opened |= {effect.call for effect in effects if isinstance(effect, Window)}
    due = {call for call, opening in FACTS.openings.items() if not opening.carrier or opening.carrier in rules.powers}
    assert due == opened | {"girl"} & due, "who is known without a call is asked for by a leader alone"
    assert set(rules.windows) == due


def test_an_engine_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(UnknownEngineError, match=r"'town'.*village"):
        engine_facts("town")
