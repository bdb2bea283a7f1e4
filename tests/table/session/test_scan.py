"""One button by day: a press begins the count, another answers, a third confirms; nothing counts without a yes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import pytest
from rooms import Keyed, Press
from sittings import Keying, Script, Sitting
from tables import table

from narrator.rules.core.answers import DONE, NO, NOBODY, SILENT, YES, Answer, Seats, Tie, seat
from narrator.table.inbox.entry import Order, Pressed, SeatAsked
from narrator.table.session.counting import Counting
from narrator.table.session.narration import Quit
from narrator.table.session.ports import Pace
from narrator.table.session.presses import Sign
from narrator.table.session.reminders import QUIET

BEGIN = Pressed(None)
NIGHT: Script = {"wolves.victim": [SILENT] * 9, "debate.end": [Order.NEXT] * 9}


def sat(script: Script, *, pace: Pace = Pace.NORMAL, double: str = "no", confirm: str = "always") -> Sitting:
    """Sit down with one button, without an election, with a debate of no set length."""
    values = {"elect": "never", "debate": "0", "double_elimination": double, "confirm": confirm}
    setup = table("loup-garou villageois*5", values=values)
    sitting = Sitting(setup, {**NIGHT, **script}, pace=pace)
    sitting.ports.counting = sitting.entries.counting = Counting(sitting.clock)
    return sitting


def voted(*keyed: Keyed, confirm: Sequence[Keying] = (), double: str = "no") -> Sitting:
    """Play to the first vote, of which this is keyed, and this whenever a yes is awaited."""
    sitting = sat({"vote.result": [[*keyed]], "voice.confirm": confirm}, double=double)
    sitting.play()
    return sitting


def votes(sitting: Sitting) -> list[Answer]:
    return [answer for question, answer in sitting.answers if question == "vote.result"]


def counted(sitting: Sitting) -> list[str]:
    """Return what was counted for the first vote."""
    lines = sitting.lines()
    voting = takewhile(lambda line: not line.startswith("nightfall"), lines[lines.index("vote.signal") :])
    return [line for line in voting if line.startswith("count.")]


def test_a_press_begins_the_count_and_another_one_answers() -> None:
    sitting = voted((1.0, BEGIN), (6.0, Pressed(seat(3))), confirm=[[(4.0, Pressed(YES))]])
    assert votes(sitting) == [seat(3)]
    assert sitting.lines().count("heard.seats") == 1


def test_a_new_phone_gets_a_seat_by_one_press() -> None:
    decided: list[bool] = []
    asked: list[Keyed] = [(1.0, SeatAsked(4, decided.append))]
    sitting = sat({"vote.result": [asked, NOBODY], "voice.confirm": [[(6.0, BEGIN), (8.0, Pressed(YES))]]})
    sitting.play()
    assert decided == [True]


def test_the_count_of_yes_and_no_begins_by_itself_after_a_press() -> None:
    sitting = voted((1.0, BEGIN), (6.0, Pressed(seat(3))), confirm=[[(3.0, Press())]])
    assert votes(sitting) == [seat(3)]  # what was being counted three seconds later is a yes


def test_what_was_pressed_is_said_back_and_a_long_press_takes_it_back() -> None:
    pressed: list[Keyed] = [(1.0, BEGIN), (6.0, Pressed(seat(3)))]
    against: list[Keying] = [[(1.0, Order.UNDO)], []]
    sitting = sat({"vote.result": [pressed, pressed], "voice.stands": against}, confirm="doubt")
    sitting.play()
    lines = sitting.lines()
    assert votes(sitting) == [seat(3)]
    assert lines.index("heard.dropped") < lines.index("vote.dead")
    assert "heard.seats" not in lines


def test_a_press_at_no_takes_nothing_and_the_question_stands() -> None:
    sitting = voted((1.0, BEGIN), (6.0, Pressed(seat(3))), confirm=[[(4.0, Pressed(NO))]])
    assert votes(sitting) == []
    assert sitting.lines()[-1] == "heard.dropped"


def test_without_a_press_the_whole_count_is_gone_through_twice_and_nothing_is_answered() -> None:
    with pytest.raises(Quit):
        voted((1.0, BEGIN), (50.0, Order.QUIT))
    sitting = sat({"vote.result": [[(1.0, BEGIN), (45.0, seat(2))]]})
    sitting.play()
    items = ["count.seat"] * 6 + ["count.none", "count.tie"]
    assert counted(sitting)[: 1 + 2 * len(items)] == ["count.choose", *items, *items]
    assert votes(sitting) == [seat(2)]


def test_what_is_keyed_in_the_middle_of_a_count_ends_it() -> None:
    sitting = voted((1.0, BEGIN), (4.0, seat(2)))
    assert votes(sitting) == [seat(2)]
    assert "heard.seats" not in sitting.lines()
    assert counted(sitting).count("count.seat") <= 2


def test_a_press_at_nothing_while_it_is_counted_changes_nothing() -> None:
    sitting = voted((1.0, BEGIN), (1.5, BEGIN), (6.0, Pressed(seat(3))), confirm=[[(4.0, Pressed(YES))]])
    assert votes(sitting) == [seat(3)]


def test_a_tie_is_pressed_seat_by_seat() -> None:
    pressed: list[Keyed] = [(1.0, BEGIN), (6.0, Pressed(Sign.TIE)), (10.0, Pressed(seat(4))), (12.0, Pressed(seat(1)))]
    sitting = voted(*pressed, confirm=[YES])
    assert votes(sitting) == [Tie((1, 4))]
    assert "count.tied" in sitting.lines()


def test_what_was_pressed_for_a_tie_is_taken_back_by_a_long_press() -> None:
    tied: list[Keyed] = [
        (10.0, Pressed(seat(4))),
        (12.0, Order.UNDO),
        (14.0, Pressed(seat(1))),
        (15.0, Pressed(seat(2))),
    ]
    sitting = voted((1.0, BEGIN), (6.0, Pressed(Sign.TIE)), *tied, confirm=[YES])
    assert votes(sitting) == [Tie((1, 2))]


def test_of_two_that_fall_at_once_the_one_ahead_of_the_tied_is_pressed_last() -> None:
    tied: list[Keyed] = [(10.0, Pressed(seat(4))), (12.0, Pressed(seat(1)))]
    ahead: list[Keyed] = [(34.0, Pressed(seat(5)))]
    sitting = voted((1.0, BEGIN), (6.0, Pressed(Sign.TIE)), *tied, *ahead, confirm=[YES], double="yes")
    assert votes(sitting) == [Tie((1, 4), clear=5)]
    assert "count.clear" in sitting.lines()


def test_several_that_want_the_office_are_gathered_in_one_count() -> None:
    wanted: list[Keyed] = [(1.0, BEGIN), (5.0, Pressed(seat(2))), (9.0, Pressed(seat(5)))]
    setup = table("loup-garou villageois*5", values={"elect": "start", "volunteers": "yes"})
    sitting = Sitting(setup, {"sage.volunteers": [wanted], "voice.confirm": [YES], "captain.elected": []})
    sitting.ports.counting = Counting(sitting.clock)
    assert sitting.play() == "captain.elected"
    assert [answer for question, answer in sitting.answers if question == "sage.volunteers"] == [Seats((2, 5))]


def test_where_one_answer_alone_is_possible_a_press_gives_it_and_it_wants_a_yes() -> None:
    sitting = sat({"debate.end": [[(3.0, BEGIN)]], "voice.confirm": [[(4.0, Pressed(YES))]], "vote.result": []})
    assert sitting.play() == "vote.result"
    assert ("debate.end", DONE) in sitting.answers
    assert "heard.done" in sitting.lines()


def test_an_answer_that_would_do_no_harm_needs_one_press_alone() -> None:
    setup = table("loup-garou villageois*5", values={"elect": "never"}, prologue=True)
    sitting = Sitting(setup, {**NIGHT, "ready": [[(3.0, BEGIN)]], "debate.end": []})
    sitting.ports.counting = Counting(sitting.clock)
    sitting.play()
    assert ("ready", DONE) in sitting.answers
    assert "heard.done" not in sitting.lines()


def test_the_question_is_not_said_again_in_the_middle_of_a_count() -> None:
    sitting = sat({"vote.result": [[(50.0, BEGIN), (75.0, Pressed(seat(3)))]], "voice.confirm": [YES]})
    sitting.play()
    said = [line for at, line in sitting.said if at >= sitting.when("vote.signal")]
    first, last = said.index("count.choose"), said.index("heard.seats")
    assert all(line.startswith("count.") for line in said[first:last])


def test_at_instant_pace_nothing_is_counted_and_keys_answer() -> None:
    script: Script = {"vote.result": [[(1.0, BEGIN), (2.0, seat(3))], NOBODY], "again": []}
    sitting = sat({**script, "wolves.victim": [[(1.0, BEGIN), (1.5, NOBODY)], seat(2)]}, pace=Pace.INSTANT)
    sitting.play()
    assert votes(sitting) == [seat(3), NOBODY]
    assert not [line for line in sitting.lines() if line.startswith("count.")]


def test_a_vote_that_was_counted_in_vain_is_not_held_again_and_its_question_is_said_a_little_later() -> None:
    sitting = sat({"vote.result": [[(25.0, BEGIN), (120.0, seat(2))]]})
    sitting.play()
    voted = sitting.when("vote.dead")
    lines = [(at, line) for at, line in sitting.said if sitting.when("vote.call") < at < voted]
    assert [line for _, line in lines].count("vote.signal") == 1
    counted = max(at for at, line in lines if line == "count.tie")
    _, again = (at for at, line in lines if line == "vote.most")
    assert QUIET <= again - counted < 2 * QUIET
