"""Answers given aloud: said back, or asked back and confirmed by a yes; what may be ordered meanwhile."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from rooms import ButtonDown, Key, Keyed, Senses, Typed, wording
from sittings import Keying, Script, Sitting
from tables import table

from narrator.packs.markup import Utterance
from narrator.rules.core.answers import (
    DONE,
    NO,
    NOBODY,
    YES,
    Answer,
    Card,
    Choices,
    Diamonds,
    Kind,
    Leave,
    Number,
    Refusal,
    Text,
    Tie,
    Token,
    seat,
)
from narrator.rules.core.effects import PLAINLY, Aloud, Ask, Verb
from narrator.rules.core.play import Confirm
from narrator.table.games.repertoire import is_spoken, session_lines
from narrator.table.inbox.entry import (
    Doubted,
    Entry,
    Farewell,
    Misheard,
    Misread,
    Order,
    Pressed,
    Reminder,
    Reply,
    SeatAsked,
)
from narrator.table.inbox.inbox import LiveInbox
from narrator.table.session.announcements import Care, care, counted, either, heard
from narrator.table.session.narration import CaptionsOnly, InterruptibleClock
from narrator.table.session.ports import Pace
from narrator.table.session.public_questions import LULL, STANDING
from narrator.table.session.reminders import TableTalk

NIGHT: Script = {"wolves.victim": [NOBODY] * 9}


def aloud(answer: Answer) -> Reply:
    return Reply(answer, spoken=True)


def sat(script: Script, confirm: str = "always") -> Sitting:
    """Sit down without an election, with a debate of no set length."""
    setup = table("loup-garou villageois*5", values={"elect": "never", "debate": "0", "confirm": confirm})
    return Sitting(setup, {**NIGHT, **script})


def vote(*said: Keyed, confirm: list[Keying] | None = None) -> Sitting:
    """Play to the first vote, of which this is said; `confirm` is what is keyed each time that a yes is awaited."""
    return sat({"debate.end": [Order.NEXT], "vote.result": [[*said]], "voice.confirm": confirm or []})


def voted(*said: Keyed, confirm: list[Keying] | None = None) -> Sitting:
    sitting = vote(*said, confirm=confirm)
    sitting.play()
    return sitting


def public_question(choices: Choices, aloud: Aloud = PLAINLY) -> Ask:
    return Ask(question="any", choices=choices, living=(1, 2, 3), aloud=aloud)


def votes(sitting: Sitting) -> list[Answer]:
    return [answer for question, answer in sitting.answers if question == "vote.result"]


def test_a_spoken_vote_is_read_back_and_counts_after_a_yes() -> None:
    sitting = voted((2.0, aloud(seat(3))), confirm=[[(1.0, aloud(YES))]])
    assert votes(sitting) == [seat(3)]
    assert sitting.when("heard.seats") < sitting.when("vote.dead")


def test_a_typed_vote_is_not_read_back() -> None:
    sitting = voted((2.0, seat(3)))
    assert votes(sitting) == [seat(3)]
    assert "heard.seats" not in sitting.lines()


@pytest.mark.parametrize("refusal", [aloud(NO), NO, Order.UNDO])
@pytest.mark.parametrize("said", [aloud(seat(3)), Doubted((seat(3), seat(4)))], ids=["one", "either"])
def test_a_no_takes_nothing_and_the_question_is_put_again(said: Entry, refusal: Reply | Answer | Order) -> None:
    no: list[Keying] = [[(1.0, refusal)]]
    script: Script = {"vote.result": [[(2.0, said)]], "voice.confirm": no, "voice.either": no}
    sitting = sat({"debate.end": [Order.NEXT], **script})
    assert sitting.play() == "vote.result"
    assert votes(sitting) == []
    assert sitting.lines()[-1] == "heard.dropped"


@pytest.mark.parametrize("keyed", [[], [(5.0, Order.NEXT)], [(5.0, Misheard())]])
def test_nothing_but_a_yes_confirms(keyed: list[Keyed]) -> None:
    sitting = vote((2.0, aloud(seat(3))), confirm=[[*keyed, (300.0, Order.QUIT)]])
    sitting.put_away()
    assert votes(sitting) == []
    assert sitting.lines().count("heard.seats") > 2  # the narrator asks, and asks again


def test_a_yes_that_is_in_doubt_is_asked_for_once_more() -> None:
    sitting = voted((2.0, aloud(seat(3))), confirm=[[(1.0, Doubted((YES,))), (5.0, aloud(YES))]])
    assert votes(sitting) == [seat(3)]
    assert [line for line in sitting.lines() if line.startswith("heard")] == ["heard.seats", "heard.seats"]


TWICE: list[Keying] = [[(1.0, Doubted((YES,))), (5.0, Doubted((YES,))), (20.0, YES)]]


def test_a_yes_that_is_in_doubt_twice_over_counts_where_nothing_but_a_doubt_asked_for_it() -> None:
    sitting = doubt(seat(3), then=TWICE)
    sitting.play()
    assert votes(sitting) == [seat(3)]
    assert [line for line in sitting.lines() if line.startswith("heard")] == ["heard.seats", "heard.seats"]


def test_where_a_yes_is_always_wanted_one_in_doubt_again_and_again_is_asked_for_at_the_keypad() -> None:
    sitting = sat({"debate.end": [[(2.0, aloud(Leave(2)))]], "voice.confirm": TWICE}, "doubt")
    sitting.play()
    assert ("debate.end", Leave(2)) in sitting.answers
    assert [line for line in sitting.lines() if line.startswith("heard")] == ["heard.leave"] * 2 + ["heard.keypad"]


ORDERS = [Order.HELP, Order.REPEAT, Order.STATE, Order.LOUDER, Order.PHONE, Order.RESUME, Reminder("loup-garou")]


@pytest.mark.parametrize("order", ORDERS, ids=str)
@pytest.mark.parametrize("doubted", [aloud(seat(3)), Doubted((seat(3), seat(4)))], ids=["one", "either"])
def test_whatever_is_ordered_while_an_answer_is_read_back_it_stands_open(order: Entry, doubted: Entry) -> None:
    replied: Script = {
        "voice.confirm": [[(1.0, order), (9.0, aloud(YES))]],
        "voice.either": [[(1.0, order), (9.0, aloud(seat(3)))]],
    }
    sitting = sat({"debate.end": [Order.NEXT], "vote.result": [[(2.0, doubted)]], **replied})
    sitting.play()
    assert votes(sitting) == [seat(3)]


def test_what_was_read_back_is_said_again_on_request_and_not_the_question() -> None:
    sitting = voted((2.0, aloud(seat(3))), confirm=[[(1.0, Order.REPEAT), (9.0, aloud(NO))]])
    assert sitting.lines()[-3:] == ["heard.seats", "heard.seats", "heard.dropped"]


def test_after_an_answer_was_read_back_the_question_is_what_is_said_again() -> None:
    said: list[Keying] = [[(2.0, aloud(seat(3)))], [(1.0, Order.REPEAT), (30.0, seat(3))]]
    sitting = sat({"debate.end": [Order.NEXT], "vote.result": said, "voice.confirm": [[(1.0, NO)]]})
    sitting.play()
    lines = sitting.lines()
    read_back, dropped = lines.index("heard.seats"), lines.index("heard.dropped")
    assert lines[dropped + 1 : dropped + 4] == lines[read_back - 3 : read_back]


@pytest.mark.parametrize("entry", [Leave(2), aloud(Leave(2))])
def test_a_departure_counts_after_a_yes_however_it_was_told(entry: Answer | Reply) -> None:
    sitting = sat({"debate.end": [[(2.0, entry)]], "voice.confirm": [[(1.0, YES)]]})
    sitting.play()
    lines = sitting.lines()
    assert lines.index("heard.leave") < lines.index("left.dead")
    assert ("debate.end", Leave(2)) in sitting.answers


@pytest.mark.parametrize("entry", [Leave(2), aloud(Leave(2))])
def test_a_departure_that_was_a_slip_changes_nothing(entry: Answer | Reply) -> None:
    sitting = sat({"debate.end": [[(2.0, entry)], DONE], "voice.confirm": [[(1.0, NO)]]})
    assert sitting.play() == "vote.result"
    assert "heard.unchanged" in sitting.lines()
    assert [answer for question, answer in sitting.answers if question == "debate.end"] == [DONE]


def test_what_comes_from_a_file_is_not_read_back() -> None:
    sitting = sat({"debate.end": [[(2.0, Reply(Leave(2), certain=True))]]})
    sitting.play()
    assert "heard.leave" not in sitting.lines()
    assert ("debate.end", Leave(2)) in sitting.answers


def test_a_departure_that_is_told_again_is_confirmed() -> None:
    sitting = sat({"debate.end": [[(2.0, Leave(2))]], "voice.confirm": [[(1.0, Leave(2))]]})
    sitting.play()
    assert ("debate.end", Leave(2)) in sitting.answers


def denouncing(*keyed: Keyed, confirm: list[Keying]) -> Sitting:
    """Play a debate in which somebody may denounce, up to its vote; this is keyed in it, and then go on."""
    setup = table("infiltré*2 hackeuse croyant*5", game="infiltres", values={"elect": "never", "debate": "0"})
    asked: list[Keying] = [[*keyed, (60.0, DONE)], DONE]
    sitting = Sitting(setup, {**NIGHT, "seer.target": [NOBODY], "denounce.target": asked, "voice.confirm": confirm})
    sitting.play()
    return sitting


@pytest.mark.parametrize("entry", [seat(5), aloud(seat(5)), Typed("dénonce 5")])
@pytest.mark.parametrize("meant", [YES, NO])
def test_a_denunciation_counts_after_a_yes_however_it_was_given(entry: Key, meant: Answer) -> None:
    sitting = denouncing((2.0, entry), confirm=[[(1.0, meant)]])
    lines = sitting.lines()
    assert "heard.denounce" in lines
    assert ("denounce.no" in lines) == (meant is YES) == (("denounce.target", seat(5)) in sitting.answers)


def test_a_seat_that_is_typed_in_a_debate_denounces_nobody() -> None:
    sitting = denouncing((2.0, Typed("5")), confirm=[])
    assert any("notice: Pour dénoncer, il faut aussi le mot" in told for told in sitting.public())
    assert [answer for question, answer in sitting.answers if question == "denounce.target"] == [DONE]


@pytest.mark.parametrize("departure", [Leave(2), aloud(Leave(2))])
def test_a_departure_that_is_told_while_something_is_read_back_counts(departure: Answer | Reply) -> None:
    said: list[Keying] = [[(2.0, aloud(seat(3)))], [], [(9.0, seat(3))]]
    sitting = sat(
        {
            "debate.end": [Order.NEXT],
            "vote.result": said,
            "voice.confirm": [[(1.0, departure)], [(1.0, aloud(YES))]],
        }
    )
    sitting.play()
    assert votes(sitting) == [Leave(2), seat(3)]


def test_what_is_neither_yes_nor_no_is_refused_where_something_is_read_back() -> None:
    sitting = voted((2.0, aloud(seat(3))), confirm=[[(1.0, NOBODY), (3.0, Typed("zut")), (5.0, YES)]])
    assert votes(sitting) == [seat(3)]
    assert "heard.dropped" not in sitting.lines()
    assert sum("notice: Ce mot ne répond pas" in told for told in sitting.public()) == 2


# --- said back ------------------------------------------------------------------------------------------------------


def surely(*said: Keyed, against: Keying = ()) -> Sitting:
    """Play to the first vote, of which this is heard; `against` is what comes once it was said back."""
    script: Script = {"debate.end": [Order.NEXT], "vote.result": [[*said]], "voice.stands": [against]}
    sitting = sat(script, confirm="doubt")
    sitting.play()
    return sitting


def stood(said_back: Answer, then: str, sitting: Sitting) -> float:
    """Return the seconds from the end of what was said back to a line."""
    say = counted(said_back)
    words = wording(sitting.setup)
    return sitting.when(then) - sitting.when(say.line) - words.seconds(words.spoken(say))


def test_what_was_surely_heard_is_said_back_and_counts_where_nobody_objects_for_two_seconds() -> None:
    sitting = surely((2.0, aloud(seat(3))))
    assert votes(sitting) == [seat(3)]
    assert not [line for line in sitting.lines() if line.startswith("heard.")]
    assert stood(seat(3), "vote.dead", sitting) == pytest.approx(STANDING)  # and no pause of the game's besides


@pytest.mark.parametrize("agreed", [Order.NEXT, Pressed(None), aloud(YES), aloud(DONE), Doubted((YES,))], ids=str)
def test_who_goes_on_or_agrees_ends_the_time_to_object(agreed: Entry) -> None:
    sitting = sat({"debate.end": [[(2.0, aloud(DONE))]], "voice.stands": [[(0.5, agreed)]]}, confirm="doubt")
    assert sitting.play() == "vote.result"
    assert stood(DONE, "vote.call", sitting) == pytest.approx(0.5)


@pytest.mark.parametrize("objection", [aloud(NO), NO, Order.UNDO], ids=str)
def test_an_objection_takes_back_what_was_said_back(objection: Key) -> None:
    sitting = surely((2.0, aloud(seat(3))), against=[(STANDING - 0.1, objection)])
    assert votes(sitting) == []
    assert sitting.lines()[-1] == "heard.dropped"


def test_another_name_counts_instead_and_is_said_back_where_it_was_heard() -> None:
    said = surely((2.0, aloud(seat(3))), against=[(1.0, aloud(seat(4)))])
    assert votes(said) == [seat(4)]
    assert said.lines().count("count.seat") == 2
    keyed = surely((2.0, aloud(seat(3))), against=[(1.0, seat(4))])
    assert votes(keyed) == [seat(4)]
    assert keyed.lines().count("count.seat") == 1


@pytest.mark.parametrize(
    ("heard", "asked"),
    [(Doubted((NO,)), "heard.seats"), (Misheard(), "heard.seats"), (Doubted((seat(4),)), "heard.either_seat")],
    ids=str,
)
def test_a_doubtful_objection_has_the_answer_asked_back(heard: Entry, asked: str) -> None:
    sitting = surely((2.0, aloud(seat(3))), against=[(1.0, heard)])
    assert asked in sitting.lines()


def test_what_cannot_be_is_refused_and_the_answer_stands() -> None:
    sitting = surely((2.0, aloud(seat(3))), against=[(1.0, Typed("zut"))])
    assert votes(sitting) == [seat(3)]
    told = sitting.public(sitting.when("count.seat"), sitting.when("vote.dead"))
    assert [entry for entry in told if " notice: " in entry]


def test_while_people_talk_there_is_more_time_to_object_but_not_for_ever() -> None:
    sitting = sat({"debate.end": [Order.NEXT], "vote.result": [[(2.0, aloud(seat(3)))]]}, confirm="doubt")
    sitting.ports.talk = Chatter(sitting.clock.now)
    sitting.play()
    assert stood(seat(3), "vote.dead", sitting) == pytest.approx(2 * STANDING, abs=LULL)


def test_a_long_press_that_begins_in_time_takes_back_though_it_is_let_go_later() -> None:
    late: list[Keyed] = [(STANDING - 0.1, ButtonDown()), (STANDING + 1.1, Order.UNDO)]
    votings: list[Keying] = [[(2.0, aloud(seat(3)))], [(2.0, aloud(seat(4)))]]
    sitting = sat({"debate.end": [Order.NEXT], "vote.result": votings, "voice.stands": [late]}, confirm="doubt")
    sitting.play()
    assert votes(sitting) == [seat(4)]


def test_a_button_that_is_held_for_ever_keeps_nobody_waiting_for_ever() -> None:
    sitting = surely((2.0, aloud(seat(3))), against=[(STANDING - 0.1, ButtonDown())])
    assert votes(sitting) == [seat(3)]
    assert stood(seat(3), "vote.dead", sitting) < 2 * STANDING + LULL


class Chatter(TableTalk):
    """People who never stop talking."""

    def talked_within(self, seconds: float) -> bool:  # noqa: ARG002 - they always do
        return True


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        (public_question(Choices(kind=Kind.SEATS, seats=(1, 2))), Leave(2)),
        (public_question(Choices(kind=Kind.SEATS, seats=(1, 2)), Aloud(verb=Verb.SHOOT)), seat(2)),
        (public_question(Choices(kind=Kind.SEATS, seats=(1, 2)), Aloud(verb=Verb.EMPTY)), seat(2)),
        (public_question(Choices(kind=Kind.SEATS, seats=(1, 2)), Aloud(debate=True)), seat(2)),
        (public_question(Choices(kind=Kind.TAKE, numbers=(0, 5))), Diamonds(2)),
        (public_question(Choices(kind=Kind.TAKE, cards=("agent",))), Card("agent")),
        (public_question(Choices(kind=Kind.BALLOT, seats=(1, 2, 3), ties=True)), Tie((1, 2))),
    ],
    ids=str,
)
def test_what_no_undo_reaches_and_what_takes_several_words_is_asked_back(ask: Ask, answer: Answer) -> None:
    assert care(ask, aloud(answer), Confirm.DOUBT) is Care.ASKED_BACK


def test_at_instant_pace_nothing_waits_and_what_was_heard_is_asked_back() -> None:
    setup = table("loup-garou villageois*5", values={"elect": "never", "debate": "0"})
    script: Script = {"debate.end": [Order.NEXT], "vote.result": [[(2.0, aloud(seat(3)))]]}
    sitting = Sitting(setup, {**NIGHT, **script}, pace=Pace.INSTANT)
    sitting.play()
    assert "heard.seats" in sitting.lines()


# --- in doubt -------------------------------------------------------------------------------------------------------


def doubt(*perhaps: Answer, then: list[Keying]) -> Sitting:
    """Play to a vote of which the ears do not know which of these it was; then the narrator asks back."""
    either = {"voice.either": then, "voice.confirm": then}
    return sat({"debate.end": [Order.NEXT], "vote.result": [[(2.0, Doubted(perhaps))]], **either}, "doubt")


@pytest.mark.parametrize(
    ("perhaps", "reply", "counts", "asked"),
    [
        ((seat(3), seat(4)), aloud(seat(4)), seat(4), "heard.either_seat"),
        ((seat(3), seat(4)), seat(4), seat(4), "heard.either_seat"),
        ((seat(3),), aloud(YES), seat(3), "heard.seats"),
        ((NOBODY, seat(4)), aloud(YES), NOBODY, "heard.none"),
    ],
    ids=["either", "either, typed", "one alone", "the likelier of two kinds"],
)
def test_an_answer_that_is_in_doubt_is_asked_back_and_then_counts(
    perhaps: tuple[Answer, ...], reply: Reply | Answer, counts: Answer, asked: str
) -> None:
    sitting = doubt(*perhaps, then=[[(1.0, reply)]])
    sitting.play()
    assert votes(sitting) == [counts]
    assert [line for line in sitting.lines() if line.startswith("heard")] == [asked]


def test_an_answer_that_would_be_refused_is_not_offered() -> None:
    sitting = doubt(seat(77), seat(4), then=[[(1.0, aloud(YES))]])
    sitting.play()
    assert votes(sitting) == [seat(4)]
    sitting = sat({"debate.end": [Order.NEXT], "vote.result": [[(2.0, Doubted((seat(77),))), (9.0, seat(3))]]})
    sitting.play()
    assert [line for line in sitting.lines() if line.startswith("heard")] == ["heard.again"]


def test_even_what_is_offered_is_not_taken_where_it_is_in_doubt() -> None:
    setup = table("loup-garou villageois*5", values={"elect": "never"}, prologue=True)
    doubtful: Script = {"reminder.wanted": [[(1.0, Doubted((NO,)))]], "voice.confirm": [[(1.0, aloud(YES))]]}
    sitting = Sitting(setup, {**NIGHT, **doubtful})
    sitting.play()
    assert ("reminder.wanted", NO) in sitting.answers
    assert "heard.no" in sitting.lines()


@pytest.mark.parametrize(
    ("one", "other"), [(seat(2), seat(5)), (Card("voyante"), Card("sorcière")), (Number(6), Number(10))]
)
def test_two_answers_of_one_kind_are_asked_about_in_one_sentence(one: Answer, other: Answer) -> None:
    said = either(one, other)
    assert said is not None
    line = next(line for line in session_lines() if line.id == said.line and is_spoken(line.id))
    assert {name: fact.form for name, fact in said.args} == dict(line.args)


def test_the_end_of_a_debate_is_read_back_too() -> None:
    sitting = sat({"debate.end": [[(1.0, aloud(DONE))]], "voice.confirm": [YES]})
    assert sitting.play() == "vote.result"
    assert "heard.done" in sitting.lines()


def test_an_offer_is_taken_at_its_word() -> None:
    setup = table("loup-garou villageois*5", values={"elect": "never"}, prologue=True)
    sitting = Sitting(setup, {**NIGHT, "reminder.wanted": [[(1.0, aloud(NO))]]})
    sitting.play()
    assert ("reminder.wanted", NO) in sitting.answers
    assert "heard.no" not in sitting.lines()


def test_a_departure_is_read_back_even_where_something_is_offered() -> None:
    setup = table("loup-garou villageois*5", values={"elect": "never"}, prologue=True)
    sitting = Sitting(
        setup, {**NIGHT, "reminder.wanted": [[(1.0, aloud(Leave(2))), (30.0, NO)]], "voice.confirm": [NO]}
    )
    sitting.play()
    assert "heard.leave" in sitting.lines()
    assert ("reminder.wanted", Leave(2)) not in sitting.answers


def test_who_takes_leave_of_the_narrator_is_asked_whether_he_means_it() -> None:
    said: Script = {"vote.result": [[(2.0, Farewell())], seat(3)], "voice.confirm": [[(1.0, aloud(NO))]]}
    sitting = sat({"debate.end": [Order.NEXT], **said})
    sitting.play()
    assert votes(sitting) == [seat(3)]
    assert sitting.lines().count("heard.farewell") == 1


@pytest.mark.parametrize("confirm", [aloud(YES), YES, Farewell()], ids=str)
def test_after_a_yes_to_his_leave_or_a_second_goodbye_the_game_is_put_away(confirm: Key) -> None:
    sitting = vote((2.0, Farewell()), confirm=[[(1.0, confirm)]])
    sitting.put_away()
    assert votes(sitting) == []


@pytest.mark.parametrize(
    ("answer", "given"), [(aloud(YES), True), (YES, True), (aloud(NO), False), (Order.UNDO, False)]
)
def test_the_table_is_asked_whether_a_new_phone_may_have_a_seat_and_then_the_question_stands_again(
    answer: Key, given: bool
) -> None:
    decided: list[bool] = []
    asked: Script = {
        "vote.result": [[(2.0, SeatAsked(4, decided.append))], seat(3)],
        "voice.confirm": [[(1.0, answer)]],
    }
    sitting = sat({"debate.end": [Order.NEXT], **asked})
    sitting.play()
    assert decided == [given]
    assert sitting.lines().count("seats.asks") == 1
    assert votes(sitting) == [seat(3)]


def test_phones_that_ask_while_an_answer_is_asked_back_wait_for_the_end_of_that() -> None:
    decided: list[bool] = []
    two = [(at, SeatAsked(number, decided.append)) for at, number in ((1.0, 4), (1.5, 5))]
    asked_back: list[Keying] = [[*two, (3.0, aloud(NO))], [(1.0, YES)], [(1.0, NO)]]
    vote: Script = {"vote.result": [[(2.0, aloud(seat(2)))], [], [], seat(3)], "voice.confirm": asked_back}
    sitting = sat({"debate.end": [Order.NEXT], **vote})
    sitting.play()
    assert decided == [True, False]
    assert votes(sitting) == [seat(3)]


def test_going_on_ends_a_pause_however_it_is_said() -> None:
    for going_on in (Order.NEXT, Order.RESUME, aloud(DONE)):
        sitting = vote((1.0, Order.PAUSE), (20.0, going_on), (40.0, seat(3)))
        sitting.play()
        assert sitting.lines().count("pause.off") == 1
        assert votes(sitting) == [seat(3)]


@pytest.mark.parametrize("missed", [Misheard(), Doubted((seat(77),))], ids=["nothing", "what would be refused"])
def test_two_misunderstandings_turn_to_the_keypad(missed: Misheard | Doubted) -> None:
    sitting = voted((1.0, missed), (8.0, missed), (16.0, missed), (30.0, seat(3)))  # and from then on to silence
    assert [line for line in sitting.lines() if line.startswith("heard")] == ["heard.again", "heard.keypad"]
    assert votes(sitting) == [seat(3)]


@pytest.mark.parametrize(
    "given", [Misread(Refusal.SEAT, spoken=True), Reply(seat(77), spoken=True)], ids=["by the ear", "by the rules"]
)
def test_what_was_understood_and_cannot_be_is_said_to_be_so_and_a_screen_tells_why(given: Misread | Reply) -> None:
    sitting = voted((1.0, given), (8.0, given), (20.0, seat(3)))
    assert [line for line in sitting.lines() if line.startswith("heard")] == ["heard.cannot"] * 2
    assert sum(" notice: " in told for told in sitting.public(sitting.when("heard.cannot"))) == 2
    assert votes(sitting) == [seat(3)]


def test_what_was_misunderstood_of_a_yes_or_no_is_not_held_against_the_question() -> None:
    said: Script = {
        "vote.result": [[(2.0, aloud(seat(3)))], [(2.0, Misheard()), (20.0, seat(3))]],
        "voice.confirm": [[(1.0, Misheard()), (10.0, aloud(NO))]],
    }
    sitting = sat({"debate.end": [Order.NEXT], **said})
    sitting.play()
    assert sitting.lines().count("heard.again") == 2
    assert "heard.keypad" not in sitting.lines()


def test_where_there_are_no_keys_nobody_is_sent_to_them() -> None:
    sitting = vote((1.0, Misheard()), (8.0, Misheard()), (16.0, Misheard()), (30.0, seat(3)))
    sitting.ports.keyed = lambda: False
    sitting.play()
    assert [line for line in sitting.lines() if line.startswith("heard")] == ["heard.again"] * 3


def test_what_was_understood_in_between_makes_good_for_a_misunderstanding() -> None:
    sitting = voted((1.0, Misheard()), (8.0, Order.HELP), (9.0, seat(99)), (12.0, Misheard()), (20.0, seat(3)))
    assert [line for line in sitting.lines() if line.startswith("heard")] == ["heard.again"] * 2


def test_whatever_is_spoken_at_night_stays_unanswered() -> None:
    sitting = sat({"wolves.victim": [[(1.0, Misheard()), (2.0, seat(2))]]})
    sitting.play()
    assert ("wolves.victim", seat(2)) in sitting.answers
    assert not [line for line in sitting.lines() if line.startswith("heard")]


def test_a_card_s_reminder_is_said_by_day_and_shown_by_night() -> None:
    sitting = sat({"debate.end": [[(1.0, Reminder("voyante")), (30.0, Order.NEXT)]], "vote.result": []})
    calm = sat({"debate.end": []})
    calm.play()
    sitting.key(calm.opened("wolves") + 1.0, Reminder("sorcière"))
    sitting.play()
    assert sitting.lines().count("reminder.card") == 1
    assert sitting.when("reminder.card") > sitting.when("debate.open")
    night = [text for at, _, text in sitting.senses.secret if at < sitting.when("dawn")]
    assert [text for text in night if "la Sorcière apprend" in text]


@pytest.mark.parametrize(
    "answer",
    [
        *(word for word in Token if word is not Token.SILENT),
        *(seat(2), Tie((1, 2)), Tie((1, 2), clear=3), Card("voyante"), Number(3), Diamonds(4), Leave(2), Text("9")),
    ],
)
def test_whatever_can_be_said_can_be_read_back(answer: Answer) -> None:
    said = heard(answer)
    line = next(line for line in session_lines() if line.id == said.line and is_spoken(line.id))
    assert {name: fact.form for name, fact in said.args} == dict(line.args)


PROLOGUE = table("loup-garou voyante villageois*3", prologue=True)
CUT = 1.0
"""Seconds that a line takes at most which is cut short as it begins."""


class Impatient(CaptionsOnly):
    """A mouth at whose first word to a question somebody answers it; once all is answered, they go.

    Who is `hurried` goes on at the first word of all else.
    """

    def __init__(self, sitting: Sitting, inbox: LiveInbox, entries: Mapping[str, Entry], *, hurried: bool) -> None:
        self._clock_of, self._inbox, self._left = sitting.clock, inbox, dict(entries)
        self._hurried = hurried
        self.took: dict[str, float] = {}
        self.skipped: list[float] = []
        super().__init__(InterruptibleClock(sitting.clock, inbox.interrupting), wording(sitting.setup).seconds)

    def speak(self, utterance: Utterance) -> None:
        asked, begun = self._inbox.moment.asked, self._clock_of.now()
        if asked is not None and asked.question in self._left:
            self._inbox.put(self._left.pop(asked.question))
        elif not self._left:
            self._inbox.put(Order.QUIT)
        elif asked is None and self._hurried:
            self._inbox.put(Order.NEXT)
        super().speak(utterance)
        if asked is not None:
            self.took[asked.question] = self._clock_of.now() - begun
        else:
            self.skipped.append(self._clock_of.now() - begun)


def cut_in(entries: Mapping[str, Entry], *, hurried: bool = False) -> tuple[Sitting, Impatient]:
    """Give this to questions while they are being said, and then go."""
    sitting = Sitting(PROLOGUE, pace=Pace.INSTANT)
    inbox = LiveInbox(sitting.clock)
    mouth = Impatient(sitting, inbox, entries, hurried=hurried)
    sitting.senses = Senses(sitting.clock, mouth)
    inbox.change(lambda _: sitting.entries.moment)
    sitting.ports.inbox = inbox
    sitting.ports.mouth = sitting.ports.screen = sitting.senses
    sitting.put_away()
    return sitting, mouth


def test_an_answer_that_is_given_while_its_question_is_being_said_cuts_it_short_and_counts() -> None:
    wanted: dict[str, Answer] = {"reminder.wanted": NO, "practice.wanted": NO, "ready": DONE}
    sitting, mouth = cut_in({question: Reply(answer) for question, answer in wanted.items()})
    assert sitting.answers[:3] == list(wanted.items())
    assert not [entry for entry in sitting.senses.public if " prompt: " in entry], "what is answered is not asked for"
    assert {question: took < CUT for question, took in mouth.took.items()} == dict.fromkeys(wanted, True)


def test_who_goes_on_skips_whatever_is_said_by_day_and_answers_nothing_with_it() -> None:
    wanted: dict[str, Answer] = {"reminder.wanted": NO, "practice.wanted": NO, "ready": DONE}
    sitting, mouth = cut_in({question: Reply(answer) for question, answer in wanted.items()}, hurried=True)
    assert sitting.answers[:3] == list(wanted.items())
    assert len(mouth.skipped) > 1
    assert max(mouth.skipped) < CUT


def test_what_is_read_back_is_cut_short_too() -> None:
    sitting, mouth = cut_in({"reminder.wanted": Doubted((NO,)), "voice.confirm": Reply(YES)})
    assert sitting.answers[:1] == [("reminder.wanted", NO)]
    assert mouth.took["voice.confirm"] < CUT
