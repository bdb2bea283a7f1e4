"""A game is played to its end by the version of the rules that it began with: what was stored is asked again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from tables import table

from narrator.core.answers import DONE, NOBODY, SILENT, Answer, Card, Leave, Tie, seat
from narrator.core.effects import Say
from narrator.core.play import Walk, choices_of
from narrator.rehearsal.random_table import offered
from narrator.village.setup import VillageSetup

DAY = {"elect": "never", "debate": "0"}


def questions(setup: VillageSetup, answers: dict[str, list[Answer]]) -> Iterator[str]:
    """Yield what is asked, until there is no answer; a departure is served by day."""
    walk = Walk(setup)
    while True:
        for _ in walk.run():
            pass
        if walk.pending is None:
            return
        if walk.pending.tacit:
            walk.answer(DONE)
            continue
        yield walk.pending.question
        if not (given := answers.get(walk.pending.question)):
            return
        walk.answer(given.pop(0))


@pytest.mark.parametrize(("rules", "then"), [(1, "debate.end"), (2, "denounce.target")])
def test_a_vain_denunciation_is_the_last_one_of_a_debate_by_the_first_rules(rules: int, then: str) -> None:
    setup = replace(table("infiltré*2 hackeuse croyant*6", game="infiltres", values=DAY), rules=rules)
    nights: dict[str, list[Answer]] = {"seer.target": [NOBODY], "wolves.victim": [NOBODY]}
    asked = [*questions(setup, {**nights, "denounce.target": [seat(3)]})]
    assert asked[-2:] == ["denounce.target", then]


@pytest.mark.parametrize(("rules", "between"), [(1, ["captain.successor"]), (2, [])])
def test_who_leaves_while_a_message_is_written_is_served_first_by_the_first_rules(
    rules: int, between: list[str]
) -> None:
    cards = "boer*2 sergent-major messager fusilier*8"
    setup = replace(table(cards, game="mafeking", values={**DAY, "elect": "start"}), rules=rules)
    answers: dict[str, list[Answer]] = {
        "captain.elected": [seat(6)],
        "seer.target": [NOBODY],
        "wolves.victim": [NOBODY],
        "debate.end": [DONE],
        "vote.result": [seat(3)],
        "message.text": [Leave(6), SILENT],
        "captain.successor": [seat(7)],
    }
    asked = [*questions(setup, answers)]
    first = asked.index("message.text")
    assert asked[first + 1 : asked.index("message.text", first + 1)] == between


@pytest.mark.parametrize(("rules", "named"), [(2, (2, 5)), (3, (5,))])
def test_an_idiot_who_was_shown_may_be_named_a_voter_by_the_first_rules(rules: int, named: tuple[int, ...]) -> None:
    cards = "loup-garou idiot bouc-émissaire chasseur villageois*4"
    walk = Walk(replace(table(cards, values=DAY), rules=rules))
    answers: dict[str, list[Answer]] = {
        "wolves.victim": [NOBODY, NOBODY],
        "vote.result": [seat(2), Tie((1, 4))],
    }
    while True:
        walk.run()
        assert walk.pending is not None
        if walk.pending.question == "scapegoat.voters":
            break
        given = answers.get(walk.pending.question)
        walk.answer(given.pop(0) if given else offered(walk.pending))
    assert [seats for seats in (2, 5) if choices_of(walk.pending).refusal(seat(seats)) is None] == list(named)


@pytest.mark.parametrize(("rules", "second_night"), [(2, ["fox.target", "wolves.victim"]), (3, ["wolves.victim"])])
def test_a_fox_whom_a_leader_answered_first_keeps_his_scent_by_the_first_rules(
    rules: int, second_night: list[str]
) -> None:
    setup = replace(table("loup-garou renard villageois*5", mode="meneur", deal="cards", values=DAY), rules=rules)
    answers: dict[str, list[Answer]] = {
        "deal.done": [DONE],
        "fox.seat": [seat(2)],
        "fox.target": [seat(5), NOBODY],
        "wolves.seats": [seat(1)],
        "wolves.victim": [NOBODY, NOBODY],
        "debate.end": [DONE],
        "vote.result": [NOBODY],
    }
    asked = [*questions(setup, answers)]
    assert asked[asked.index("vote.result") + 1 : -1] == second_night


@pytest.mark.parametrize(("rules", "needed"), [(2, 3), (3, 4)])
def test_half_the_voices_of_a_trial_condemn_where_a_captain_raises_two_by_the_first_rules(
    rules: int, needed: int
) -> None:
    values = {"debate": "0", "elect": "start", "day": "trials"}
    walk = Walk(replace(table("loup-garou villageois*4", values=values), rules=rules))
    answers = iter((seat(5), NOBODY, seat(2)))
    while (asked := walk.run()) and (walk.pending is None or walk.pending.question != "trial.verdict"):
        assert walk.pending is not None
        walk.answer(offered(walk.pending) if walk.pending.offer else next(answers))
    (accused,) = [effect for effect in asked if isinstance(effect, Say) and effect.line == "trial.accused"]
    assert dict(accused.args)["count"].value == needed


OPENING = "loup-garou ange idiot bouc-émissaire villageois*4"


@pytest.mark.parametrize(("rules", "then"), [(2, "vote.again"), (3, "scapegoat.seat")])
def test_a_leader_is_not_asked_for_the_scapegoat_of_an_opening_vote_by_the_first_rules(rules: int, then: str) -> None:
    setup = replace(table(OPENING, mode="meneur", deal="cards", values=DAY), rules=rules)
    assert [*questions(setup, {"deal.done": [DONE], "debate.end": [DONE], "vote.result": [Tie((1, 3))]})][-1] == then


@pytest.mark.parametrize(("rules", "lives"), [(2, False), (3, True)])
def test_an_idiot_dies_of_an_opening_vote_before_a_leader_tells_of_him_by_the_first_rules(
    rules: int, lives: bool
) -> None:
    walk = Walk(replace(table(OPENING, mode="meneur", deal="cards", values=DAY), rules=rules))
    answers: dict[str, Answer] = {"vote.result": seat(3), "death.card": Card("idiot")}
    while walk.run() and walk.pending is not None and (walk.pending.offer or walk.pending.question in answers):
        walk.answer(answers.get(walk.pending.question) or offered(walk.pending))
    assert walk.pending is not None
    assert (3 in walk.pending.living) is lives


@pytest.mark.parametrize(("rules", "then"), [(2, ["vote.again", "vote.again"]), (3, ["vote.again", "wolves.victim"])])
def test_who_is_left_of_the_tied_is_voted_on_alone_by_the_first_rules(rules: int, then: list[str]) -> None:
    setup = replace(table("loup-garou*2 villageois*6", values=DAY), rules=rules)
    answers: dict[str, list[Answer]] = {
        "wolves.victim": [NOBODY],
        "debate.end": [DONE],
        "vote.result": [Tie((4, 5))],
        "vote.again": [Leave(4)],
    }
    assert [*questions(setup, answers)][-2:] == then
