"""Rulings on what is asked, of whom and how often, where a table once heard it otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from tables import table

from narrator.evening.rehearsal.virtual_table import offered
from narrator.rules.core.answers import DONE, NOBODY, SILENT, Answer, Card, Leave, Tie, seat
from narrator.rules.core.effects import Say
from narrator.rules.core.play import Walk, choices_of
from narrator.rules.village.game import VillageSetup

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


def test_after_a_vain_denunciation_there_may_be_another_in_the_same_debate() -> None:
    setup = table("infiltré*2 hackeuse croyant*6", game="infiltres", values=DAY)
    nights: dict[str, list[Answer]] = {"seer.target": [NOBODY], "wolves.victim": [NOBODY]}
    asked = [*questions(setup, {**nights, "denounce.target": [seat(3)]})]
    assert asked[-2:] == ["denounce.target", "denounce.target"]


def test_who_leaves_while_a_message_is_written_leaves_once_it_is() -> None:
    cards = "boer*2 sergent-major messager fusilier*8"
    setup = table(cards, game="mafeking", values={**DAY, "elect": "start"})
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
    assert asked[asked.index("message.text") + 1] == "message.text"


def test_an_idiot_who_was_shown_is_never_named_a_voter() -> None:
    cards = "loup-garou idiot bouc-émissaire chasseur villageois*4"
    walk = Walk(table(cards, values=DAY))
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
    assert [seats for seats in (2, 5) if choices_of(walk.pending).refusal(seat(seats)) is None] == [5]


def test_a_fox_whom_a_leader_answered_before_the_hunters_were_known_may_lose_his_nose_that_night() -> None:
    setup = table("loup-garou renard villageois*5", mode="meneur", deal="cards", values=DAY)
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
    assert asked[asked.index("vote.result") + 1 : -1] == ["wolves.victim"]


def test_in_a_trial_the_second_voice_of_a_captain_counts_among_all_voices_too() -> None:
    values = {"debate": "0", "elect": "start", "day": "trials"}
    walk = Walk(table("loup-garou villageois*4", values=values))
    answers = iter((seat(5), NOBODY, seat(2)))
    while (asked := walk.run()) and (walk.pending is None or walk.pending.question != "trial.verdict"):
        assert walk.pending is not None
        walk.answer(offered(walk.pending) if walk.pending.offer else next(answers))
    (accused,) = [effect for effect in asked if isinstance(effect, Say) and effect.line == "trial.accused"]
    assert dict(accused.args)["count"].value == 4


OPENING = "loup-garou ange idiot bouc-émissaire villageois*4"


def test_a_leader_with_real_cards_is_asked_for_the_scapegoat_of_an_opening_vote() -> None:
    setup = table(OPENING, mode="meneur", deal="cards", values=DAY)
    given: dict[str, list[Answer]] = {"deal.done": [DONE], "debate.end": [DONE], "vote.result": [Tie((1, 3))]}
    assert [*questions(setup, given)][-1] == "scapegoat.seat"


def test_an_idiot_of_whom_a_leader_tells_only_then_survives_an_opening_vote() -> None:
    walk = Walk(table(OPENING, mode="meneur", deal="cards", values=DAY))
    answers: dict[str, Answer] = {"vote.result": seat(3), "death.card": Card("idiot")}
    while walk.run() and walk.pending is not None and (walk.pending.offer or walk.pending.question in answers):
        walk.answer(answers.get(walk.pending.question) or offered(walk.pending))
    assert walk.pending is not None
    assert 3 in walk.pending.living


def test_who_is_left_of_the_tied_when_the_others_leave_in_the_second_ballot_is_out() -> None:
    setup = table("loup-garou*2 villageois*6", values=DAY)
    answers: dict[str, list[Answer]] = {
        "wolves.victim": [NOBODY],
        "debate.end": [DONE],
        "vote.result": [Tie((4, 5))],
        "vote.again": [Leave(4)],
    }
    assert [*questions(setup, answers)][-2:] == ["vote.again", "wolves.victim"]
