"""In a debate somebody may denounce somebody, once; or the debate is ended instead."""

from __future__ import annotations

import pytest
from tables import table

from narrator.core.answers import DONE, NOBODY, Answer, seat
from narrator.core.effects import Ask, Say
from narrator.village.phases.deaths import depart
from narrator.village.phases.judgement import denunciation
from narrator.village.state import VillageState


def debated(state: VillageState, answer: Answer) -> tuple[bool, list[str]]:
    """Answer what is asked; return whether the debate was ended, and the lines that were said."""
    play, said, given = denunciation(state, None), list[str](), list[Answer | None]([None])
    while True:
        try:
            effect = play.send(given.pop() if given else None)
        except StopIteration as over:
            return over.value, said
        match effect:
            case Ask():
                given.append(answer)
            case Say(line=line):
                said.append(line)
            case _:
                pass


def circle() -> VillageState:
    """Return a game by day: an infiltrator at 1, a hacker at 2."""
    cards = "infiltré*2 hackeuse croyant*5"
    state = VillageState(table(cards, game="infiltres"), depart)
    state.cards = dict(enumerate(["infiltré", "hackeuse", "infiltré", *["croyant"] * 5], start=1))
    state.departures_wait = False
    return state


@pytest.mark.parametrize("answer", [DONE, NOBODY])
def test_who_wants_no_denunciation_ends_the_debate(answer: Answer) -> None:
    assert debated(circle(), answer) == (True, [])


def test_who_denounces_is_out_and_what_he_tells_is_said_and_the_debate_goes_on() -> None:
    state = circle()
    over, said = debated(state, seat(1))
    assert not over
    assert said[:2] == ["denounce.yes", "denounce.dead"]
    assert 1 in state.living
    assert 2 not in state.living


def test_where_all_have_seen_the_hacker_dead_nobody_is_asked() -> None:
    state = circle()
    state.shown_by[2] = "hackeuse"
    assert debated(state, DONE) == (False, [])
