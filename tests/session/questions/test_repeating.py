"""What is said again to a question: what led to it, also where somebody left meanwhile or it was put without a word."""

from __future__ import annotations

import pytest
from havana import family
from rooms import Keyed
from sittings import Keying, Script, Sitting
from tables import table

from narrator.core.answers import DONE, NOBODY, Diamonds, Leave, Number, Text, seat
from narrator.inbox.entry import Order


def said_after(sitting: Sitting, line: str) -> list[str]:
    """Play; return the lines that were said after one was first, and the line itself."""
    sitting.play()
    lines = [told for _, told in sitting.said]
    return lines[lines.index(line) :]


@pytest.mark.parametrize("order", [Order.REPEAT, None], ids=["asked for", "after a while"])
def test_a_question_that_somebody_s_leaving_interrupted_is_said_again(order: Order | None) -> None:
    setup = table("infiltré croyant*7", game="infiltres", values={"elect": "never", "debate": "0", "words": "few"})
    meanwhile: list[Keyed] = [(30.0, order)] if order is not None else []
    votes: list[Keying] = [[(5.0, Leave(5))], [(5.0, Leave(6))], [*meanwhile, (100.0, seat(2))]]
    sitting = Sitting(setup, {"wolves.victim": [NOBODY] * 9, "debate.end": [DONE], "vote.result": votes})
    told = said_after(sitting, "vote.signal")
    assert told[: told.index("vote.dead")].count("vote.signal") == 2 + len(meanwhile)
    after = len(told) - told[::-1].index("left.dead")
    assert "vote.signal" in told[after : told.index("vote.dead")]


def test_what_was_said_before_a_departure_is_not_said_again_once_there_was_an_answer() -> None:
    setup = table("infiltré croyant*7", game="infiltres", values={"elect": "never", "debate": "0", "words": "few"})
    votes: list[Keying] = [[(5.0, Leave(5))], seat(2), [(5.0, Order.REPEAT), (40.0, seat(3))]]
    sitting = Sitting(setup, {"wolves.victim": [NOBODY] * 9, "debate.end": [DONE] * 2, "vote.result": votes})
    told = said_after(sitting, "dawn.nobody")
    second_day = told[told.index("nightfall") :]
    assert second_day.count("vote.signal") == 2, "once, and once more when it was asked for"


def test_a_question_that_is_put_without_a_word_repeats_what_led_to_the_one_before() -> None:
    shown: list[Keying] = [[(30.0, Order.REPEAT), (50.0, Diamonds(3))]]
    answers: Script = {"cuba.hidden": [Number(0)], "cuba.returned": [Number(5)], "cuba.accused": [seat(2)]}
    told = said_after(Sitting(family(8), {**answers, "cuba.pam": [NOBODY], "cuba.pockets": shown}), "accuse")
    assert told[: told.index("pockets.diamonds")] == ["accuse", "accuse"]


BOER, LEAVES = Text("boer 1"), Leave(6)


@pytest.mark.parametrize(
    "written",
    [
        [[(5.0, BOER), (15.0, LEAVES), (16.0, LEAVES)], [(1000.0, NOBODY)]],
        [[(5.0, LEAVES), (6.0, LEAVES)], [(10.0, BOER)]],
    ],
)
def test_who_leaves_while_a_message_is_written_leaves_afterwards_and_it_is_kept(written: list[Keying]) -> None:
    setup = table(
        "boer*2 sergent-major messager fusilier*8",
        game="mafeking",
        values={"elect": "never", "debate": "0", "words": "few"},
    )
    sitting = Sitting(
        setup,
        {
            "seer.target": [NOBODY] * 3,
            "wolves.victim": [NOBODY] * 3,
            "debate.end": [DONE] * 3,
            "vote.result": [seat(3), NOBODY],
            "message.text": written,
            "message.to": [seat(5)] * 2,
        },
    )
    told = said_after(sitting, "message.leave")
    assert told[1] == "left.dead"
    assert [given for question, given in sitting.answers if question == "message.text"] == [LEAVES, BOER]
    assert len([call for _, call in sitting.windows if call == "message"]) == 1, "in one window, which all know of"
