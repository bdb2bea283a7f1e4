"""How a day judges: what a vote asks, who is spared, and a denunciation before it."""

from __future__ import annotations

import pytest
from rooms import wording
from tables import run, standing, table

from narrator.rules.core.answers import DONE, NOBODY, Answer, Seats, Tie, seat
from narrator.rules.core.effects import Ask, Say
from narrator.rules.core.play import play, refusal_of
from narrator.rules.village.phases.deaths import depart
from narrator.rules.village.phases.debate import denunciation
from narrator.rules.village.phases.judgement import condemn
from narrator.rules.village.state import VillageState
from narrator.rules.village.table import CauseOfDeath

SAGE: tuple[Answer, ...] = (seat(1),)
TO_THE_VOTE: tuple[Answer, ...] = (NOBODY, DONE, DONE)


def asked(*answers: Answer, double: str = "yes") -> Ask:
    """Return what is asked after these answers where two are excluded, or where one is."""
    setup = table("infiltré*2 croyant*6", game="infiltres", double_elimination=double)
    question = play(setup, answers).pending
    assert question is not None
    return question


@pytest.mark.parametrize(
    ("answers", "question"),
    [
        ((*SAGE, *TO_THE_VOTE), "vote.result"),
        ((*SAGE, *TO_THE_VOTE, Tie((3, 4, 7))), "vote.captain"),
        ((NOBODY, *TO_THE_VOTE, Tie((3, 4, 7))), "vote.again"),
    ],
)
@pytest.mark.parametrize(("language", "two"), [("fr", ("Deux", "comme 3 7")), ("en", ("wo", "like 3 7"))])
def test_where_two_are_excluded_two_are_asked_for(
    answers: tuple[Answer, ...], question: str, language: str, two: tuple[str, str]
) -> None:
    asking = asked(*answers)
    assert asking.question == question
    assert refusal_of(asking, Seats((3, 7))) is None
    setup = table("infiltré*2 croyant*6", game="infiltres")
    assert all(words in wording(setup, language).prompt(asking) for words in two)
    assert "3 7" in wording(setup, language).help(asking)


def test_how_a_vote_is_cast_is_explained_once_to_whoever_wants_words_as_usual() -> None:
    setup = table("loup-garou villageois*6", elect="never")
    day: tuple[Answer, ...] = (NOBODY, DONE, DONE, NOBODY)  # in which nobody dies
    said = [effect for effect in play(setup, (*day, *day)).effects if isinstance(effect, Say)]
    for line in ("vote.call", "vote.signal"):
        assert [say.brief for say in said if say.line == line] == [False, True]


def test_where_one_is_excluded_one_is_asked_for() -> None:
    asking = asked(*SAGE, *TO_THE_VOTE, double="no")
    words = wording(table("infiltré*2 croyant*6", game="infiltres"))
    assert "Quelqu'un" in words.prompt(asking)
    assert "3 7" not in words.prompt(asking) + words.help(asking)


def test_of_two_places_one_alone_may_be_left_to_be_named() -> None:
    asking = asked(*SAGE, *TO_THE_VOTE, Tie((4, 7), clear=3))
    assert asking.question == "vote.captain"
    assert asking.prompt is None


def test_of_two_condemned_the_idiot_lives() -> None:
    state = standing("idiot villageois*3 loup-garou")
    assert run(condemn(state, (1, 2), CauseOfDeath.VOTE, "vote.dead"))[:2] == ["idiot.shown", "vote.dead"]
    assert 1 in state.living
    assert 2 not in state.living
    assert "vote.dead" in run(condemn(state, (1,), CauseOfDeath.VOTE, "vote.dead"))
    assert 1 not in state.living


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
