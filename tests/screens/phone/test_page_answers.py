"""What a touch of the page chooses, and which answer it sends: none that the rules would refuse, and any they take."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_scripts import PageScripts

from narrator.rules.core.answers import Answer, Choices, Kind, Seats, Text, Tie
from narrator.screens.phone.messages import answer_data, answer_of

SCRIPTS = PageScripts("answers")
SEATS = st.sets(st.integers(1, 12), min_size=2)


def asked(choices: Choices) -> dict[str, Any]:
    least, most = choices.count
    return {"kind": "seats", "seats": list(choices.seats), "least": least, "most": most, "ties": choices.ties}


@st.composite
def of_seats(draw: st.DrawFn) -> Choices:
    seats = tuple(sorted(draw(SEATS)))
    most = draw(st.integers(1, min(3, len(seats))))
    least = draw(st.integers(1, most))
    return Choices(kind=Kind.BALLOT, seats=seats, count=(least, most), ties=draw(st.booleans()))


def touch(choices: Choices, touched: list[int], *, tie: bool = False) -> tuple[dict[str, Any], Answer | None]:
    """Touch seats in their order; return what is chosen then, and the answer that it is."""
    choice = {**SCRIPTS.run("answers.NOTHING"), "tie": tie}
    for seat in touched:
        choice = SCRIPTS.call("answers.touchSeat", choice, asked(choices), seat)
    answer = SCRIPTS.call("answers.answerOf", choice, asked(choices))
    return choice, None if answer is None else answer_of(answer)


@given(of_seats(), st.data())
def test_whatever_is_touched_an_answer_of_seats_is_legal_or_not_offered(choices: Choices, data: st.DataObject) -> None:
    touched = data.draw(st.lists(st.sampled_from(choices.seats), max_size=8))
    _, answer = touch(choices, touched, tie=choices.ties and data.draw(st.booleans()))
    assert answer is None or choices.refusal(answer) is None


@given(of_seats(), st.data())
def test_every_legal_answer_of_seats_can_be_touched(choices: Choices, data: st.DataObject) -> None:
    least, most = choices.count
    wanted = data.draw(st.permutations(choices.seats))[: data.draw(st.integers(least, most))]
    assert touch(choices, wanted)[1] == Seats(tuple(wanted))


@given(SEATS, st.data())
def test_every_tie_can_be_touched_and_who_is_ahead_of_it_by_a_second_touch(
    seats: set[int], data: st.DataObject
) -> None:
    order = data.draw(st.permutations(sorted(seats)))
    several = Choices(kind=Kind.BALLOT, seats=tuple(sorted(seats)), count=(1, 2), ties=True)
    assert touch(several, order, tie=True)[1] == Tie(tuple(sorted(seats)))
    ahead, *equal = order
    expected = Tie(tuple(sorted(equal)), ahead) if len(equal) > 1 else None
    assert touch(several, [*order, ahead], tie=True)[1] == expected


@given(of_seats(), st.data())
def test_a_stored_answer_comes_back_as_the_choice_that_sent_it(choices: Choices, data: st.DataObject) -> None:
    touched = data.draw(st.lists(st.sampled_from(choices.seats), min_size=1, max_size=6))
    choice, answer = touch(choices, touched, tie=choices.ties and data.draw(st.booleans()))
    if answer is not None:
        back = SCRIPTS.call("answers.choiceOf", answer_data(answer))
        assert SCRIPTS.call("answers.answerOf", back, asked(choices)) == answer_data(answer)
        assert back["clear"] == choice["clear"]


@pytest.mark.parametrize(
    ("chosen", "kind", "sent"),
    [
        ({"word": "yes"}, "yes_no", {"word": "yes"}),
        ({"card": "sorcière"}, "card", {"card": "sorcière"}),
        ({"number": 0}, "number", {"number": 0}),
        ({"number": 3}, "take", {"diamonds": 3}),
    ],
)
def test_a_word_a_card_a_number_and_diamonds_are_sent_as_what_they_are_and_come_back(
    chosen: dict[str, Any], kind: str, sent: dict[str, Any]
) -> None:
    choice = {**SCRIPTS.run("answers.NOTHING"), **chosen}
    assert SCRIPTS.call("answers.answerOf", choice, {"kind": kind, "least": 1, "most": 1}) == sent
    assert SCRIPTS.call("answers.choiceOf", sent) == choice


@given(st.text(max_size=40))
def test_a_text_is_sent_on_one_line_that_the_narrator_reads_or_not_at_all(text: str) -> None:
    choice = {**SCRIPTS.run("answers.NOTHING"), "text": "".join(filter(str.isprintable, text)) + "\n \u00a0"}
    sent = SCRIPTS.call("answers.answerOf", choice, {"kind": "text", "least": 1, "most": 1})
    if sent is not None:
        answer = answer_of(sent)
        assert isinstance(answer, Text)
        assert answer.text == answer.text.strip()
        assert "  " not in answer.text
    else:
        assert choice["text"].strip("\ufeff \n\u00a0") == "" or not choice["text"].strip()


def test_a_range_holds_both_its_ends() -> None:
    assert SCRIPTS.call("answers.range", [0, 3]) == [0, 1, 2, 3]
    assert SCRIPTS.call("answers.range", [7, 7]) == [7]


def test_what_a_question_before_a_game_offers_can_be_touched() -> None:
    ask = {"kind": "text", "options": [["mafia", "Mafia"]], "words": ["done"]}
    choice = {**SCRIPTS.run("answers.NOTHING"), "option": "mafia"}
    assert answer_of(SCRIPTS.call("answers.answerOf", choice, ask)) == Text("mafia")
    assert not SCRIPTS.call("answers.isWritten", ask)
    assert SCRIPTS.call("answers.isWritten", {**ask, "options": []})
