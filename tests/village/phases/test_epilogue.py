"""After the end a story is told in a few sentences, whatever was done, and then who held what."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from players import any_answer, setups
from tables import runs

from narrator.core.effects import Say
from narrator.core.play import Walk, Wordiness, choices_of
from narrator.village.game import VillageSetup
from narrator.village.phases.epilogue import MOST


def ending(setup: VillageSetup, chance: Random) -> list[str]:
    """Play anything, and return the lines from the outcome on."""
    walk, said = Walk(setup), list[str]()
    while True:
        said += [effect.line for effect in walk.run() if isinstance(effect, Say)]
        if walk.pending is None:
            break
        walk.answer(any_answer(choices_of(walk.pending), chance))
    return said[next(place for place, line in enumerate(said) if line.startswith("outcome.")) :]


@given(setups(least=5, most=10), st.integers(0, 2**32))
@settings(max_examples=runs(300))
def test_the_story_has_a_few_sentences_and_the_table_comes_after_it(setup: VillageSetup, seed: int) -> None:
    lines = ending(setup, Random(seed))
    story = lines[1 : lines.index("epilogue.open")]
    table = lines[lines.index("epilogue.open") + 1 : lines.index("again.ask")]
    if setup.options.words is Wordiness.FEW:
        assert story == []
    else:
        assert len(story) <= MOST
        assert set(table) <= {"epilogue.held"}
