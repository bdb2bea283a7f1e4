"""What is said to an open question becomes an entry of the one inbox, in its turn, or nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hearings import ACCUSATION, BALLOT, DENOUNCE, FAR_BEHIND, LIVING, VERDICT, VOTE, Table, recognised

from narrator.ear.messages import EarReady, EarTrouble
from narrator.ear.table_ears import LONGEST_SLIP
from narrator.rules.core.answers import CONFIRM, DONE, GUILTY, NO, YES, YES_NO, Answer, Choices, Leave, Refusal, seat
from narrator.rules.core.effects import Aloud, Ask
from narrator.table.inbox.entry import Changed, Doubted, Entry, Farewell, Misheard, Misread, Order, Reminder, Reply
from narrator.table.language.spoken import Hearing
from narrator.table.session.announcements import CONFIRM as READ_BACK
from narrator.table.session.announcements import STANDS


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.mark.parametrize(
    ("choices", "text", "answer"),
    [
        (BALLOT, "joueur trois", seat(3)),
        (BALLOT, "c'est chloé s'il vous plaît", seat(3)),
        (YES_NO, "oui", YES),
        (VERDICT, "coupable", GUILTY),
        (CONFIRM, "suite", DONE),
    ],
)
def test_what_answers_the_open_question_is_an_answer_in_its_turn_and_marked_as_spoken(
    table: Table, choices: Choices, text: str, answer: object
) -> None:
    table.ask(replace(VOTE, choices=choices))
    table.hear(text)
    assert table.put == [(Reply(answer, spoken=True), 1)]  # type: ignore[arg-type]  # a parameter of the test


def test_a_phrase_that_was_said_to_another_question_is_nothing(table: Table) -> None:
    table.ask(VOTE)
    table.ask(replace(VOTE))
    context, _ = table.listening.opened[0]
    table.ears.told(recognised(context, "joueur trois"))
    table.ears.told(recognised(context, "joueur"))
    assert table.put == []


def test_an_answer_of_words_of_several_phrases_counts(table: Table) -> None:
    table.ask(VOTE)
    _, phrases = table.listening.opened[-1]
    text = "euh joueur trois s'il te plaît"
    assert text not in phrases
    table.hear(text)
    assert table.put == [(Reply(seat(3), spoken=True), 1)]


@pytest.mark.parametrize(
    ("choices", "text", "answer"), [(BALLOT, "joueur trois", seat(3)), (CONFIRM, "suite", DONE), (YES_NO, "oui", YES)]
)
def test_an_answer_amid_talk_is_asked_back(table: Table, choices: Choices, text: str, answer: Answer) -> None:
    table.ask(replace(VOTE, choices=choices))
    table.hear(text, amid_talk=True, seconds=LONGEST_SLIP + 1)
    assert table.entries == [Doubted((answer,))]


DEBATE = replace(VOTE, choices=CONFIRM, aloud=ACCUSATION)


@pytest.mark.parametrize(
    ("ask", "first", "again", "entry"),
    [
        (VOTE, "un instant", "pause", Order.PAUSE),
        (DEBATE, "un instant", "pause", Order.PAUSE),
        (DEBATE, "suite", "suite", Reply(DONE, spoken=True)),
    ],
)
def test_an_order_amid_talk_and_what_ends_a_debate_count_when_they_are_said_twice(
    table: Table, ask: Ask, first: str, again: str, entry: Entry
) -> None:
    table.ask(ask)
    table.hear(first, amid_talk=True)
    assert table.entries == []
    table.hear(again, amid_talk=True)
    assert table.entries == [entry]


@pytest.mark.parametrize("amid_talk", [False, True])
@pytest.mark.parametrize("between", [None, "huit"])
def test_what_ends_a_debate_counts_though_words_that_are_none_are_likelier_when_it_is_said_twice_in_a_row(
    table: Table, between: str | None, amid_talk: bool
) -> None:
    table.ask(DEBATE)
    table.hear("huit", "suite")
    if between is not None:
        table.hear(between)
    assert table.entries == []
    table.hear("huit", "suite", amid_talk=amid_talk)
    assert table.entries == ([] if between or amid_talk else [Reply(DONE, spoken=True)])


@pytest.mark.parametrize(
    ("texts", "seats"),
    [(("joueur deux", "euh joueur deux", "joueur trois", "joueur quatre"), (2, 3)), (("pause", "joueur trois"), (3,))],
    ids=["two answers", "an order and an answer"],
)
def test_of_what_is_almost_as_likely_nothing_counts_and_two_answers_are_told(
    table: Table, texts: tuple[str, ...], seats: tuple[int, ...]
) -> None:
    table.ask(VOTE)
    table.hear(*texts)
    assert table.put == [(Doubted(tuple(map(seat, seats))), 1)]


def test_how_far_two_answers_must_be_apart_the_model_says(table: Table) -> None:
    table.ears.told(EarReady("silero", apart=0.5, unlike=0.0))
    table.ask(VOTE)
    table.hear("joueur deux", "joueur trois")
    assert table.put == [(Reply(seat(2), spoken=True), 1)]


def test_an_answer_is_asked_back_where_words_that_are_none_are_likelier_but_not_in_a_debate(table: Table) -> None:
    for ask, told in ((VOTE, [Doubted((seat(3),))]), (replace(VOTE, aloud=Aloud(debate=True)), [])):
        table.put.clear()
        table.ask(ask)
        table.hear("trois joueur", "joueur trois")
        assert table.entries == told
        table.hear("trois joueur", "joueur trois", behind=FAR_BEHIND)
        assert table.entries[len(told) :] == [Misheard()] * len(told)


def test_an_answer_beside_other_speech_is_none_and_no_slip_however_certain_it_is(table: Table) -> None:
    table.ask(VOTE)
    for text in ("joueur trois [unk]", "[unk] joueur trois"):
        table.hear(text)
    assert table.put == []


def test_nothing_is_heard_between_questions(table: Table) -> None:
    table.ask(VOTE)
    table.ears.closed()
    table.hear("joueur trois")
    table.hear("joueur joueur")
    assert table.put == []
    assert table.listening.shut_times == 1


def test_orders_and_reminders_are_heard_by_day(table: Table) -> None:
    table.ask(VOTE)
    for said in ("répète", "pause", "annule", "aide voyante", "au revoir"):
        table.hear(said)
    assert table.entries == [Order.REPEAT, Order.PAUSE, Order.UNDO, Reminder("voyante"), Farewell()]


def test_words_of_answers_that_make_none_are_a_misunderstanding_and_other_talk_is_not(table: Table) -> None:
    table.ask(VOTE)
    table.hear("joueur joueur trois")
    assert table.put == [(Misheard(), 1)]
    table.hear("joueur [unk] trois")
    table.hear("euh")
    table.hear("")
    table.hear("joueur joueur trois", seconds=LONGEST_SLIP + 0.1)
    assert table.put == [(Misheard(), 1)]


@pytest.mark.parametrize(
    ("text", "entry"), [("joueur trois", Doubted((seat(3),))), ("pause", Misheard()), ("[unk]", Misheard())]
)
def test_who_began_before_the_ears_were_open_is_asked_back_or_asked_again(
    table: Table, text: str, entry: Entry
) -> None:
    table.ask(VOTE)
    table.hear(text, cut=True)
    assert table.entries == [entry]


def test_talk_that_was_under_way_when_the_ears_opened_is_talk(table: Table) -> None:
    table.ask(VOTE)
    table.hear("joueur trois", cut=True, seconds=LONGEST_SLIP + 1)
    table.ask(replace(VOTE, choices=CONFIRM, aloud=Aloud(debate=True)))
    table.hear("suite", cut=True)
    assert table.entries == []


def test_at_night_what_was_under_way_when_the_ears_opened_is_nothing(table: Table) -> None:
    table.ask(None, Hearing.NIGHT)
    table.hear("pause", cut=True)
    assert table.entries == []
    table.hear("pause")
    assert table.entries == [Order.PAUSE]


@pytest.mark.parametrize(("text", "answer"), [("oui", YES), ("non", NO)])
def test_a_yes_or_no_to_what_was_just_asked_back_counts_amid_talk(table: Table, text: str, answer: Answer) -> None:
    table.ask(replace(VOTE, question=READ_BACK, choices=YES_NO))
    table.hear(text, amid_talk=True)
    assert table.entries == [Reply(answer, spoken=True)]


@pytest.mark.parametrize(
    ("text", "entry"),
    [("non", Reply(NO, spoken=True)), ("annule", Order.UNDO), ("joueur trois", Doubted((seat(3),)))],
)
def test_amid_talk_a_no_takes_back_what_was_said_back_and_another_name_is_asked_back(
    table: Table, text: str, entry: Entry
) -> None:
    table.ask(replace(VOTE, question=STANDS, choices=replace(BALLOT, words=(YES, NO))))
    table.hear(text, amid_talk=True)
    assert table.entries == [entry]


def test_a_departure_that_was_hardly_said_is_not_asked_back(table: Table) -> None:
    table.ask(VOTE)
    table.hear("départ du joueur trois", cut=True)
    assert table.entries == [Misheard()]
    table.ask(replace(VOTE))
    table.hear("départ du joueur trois", amid_talk=True)
    assert table.entries == [Misheard()]
    table.hear("départ du joueur trois", amid_talk=True)
    assert table.entries == [Misheard(), Reply(Leave(3), spoken=True)]


def test_words_that_make_no_answer_amid_talk_are_talk(table: Table) -> None:
    table.ask(VOTE)
    table.hear("joueur joueur trois", amid_talk=True)
    assert table.entries == []


def test_long_talk_between_two_orders_amid_talk_makes_them_two_first_ones(table: Table) -> None:
    table.ask(VOTE)
    for text in ("annule", "[unk]", "annule"):
        table.hear(text, amid_talk=True, seconds=LONGEST_SLIP)
    assert table.entries == []


def test_in_a_debate_talk_is_no_misunderstanding_and_soft_talk_is_followed(table: Table) -> None:
    table.ask(replace(VOTE, choices=CONFIRM, aloud=Aloud(debate=True)))
    table.hear("suite suite")
    assert table.put == []
    assert table.listening.following
    table.ask(VOTE)
    assert not table.listening.following


def test_soft_talk_is_followed_too_while_something_is_read_back_in_a_debate(table: Table) -> None:
    debate = replace(VOTE, choices=YES_NO, aloud=Aloud(debate=True))
    back = replace(VOTE, question=READ_BACK, choices=YES_NO)
    for ask, following in ((debate, True), (back, True), (VOTE, False), (back, False)):
        table.ask(ask)
        assert table.listening.following is following


@pytest.mark.parametrize("text", ["dénonce", "je dénonce", "je dénonce six", "départ six", "euh je dénonce six"])
def test_in_a_debate_what_would_be_refused_is_table_talk(text: str) -> None:
    """Seat 6 is dead."""
    table = Table(game="infiltres")
    table.ask(Ask(question="denounce.target", choices=DENOUNCE, living=LIVING, aloud=ACCUSATION))
    table.hear(text)
    assert table.put == []
    assert table.shown == []
    table.hear("je dénonce trois")
    assert table.entries == [Reply(seat(3), spoken=True)]


def test_outside_a_debate_what_is_refused_is_told_to_be_so(table: Table) -> None:
    table.ask(VOTE)
    table.hear("joueur six")
    assert table.entries == [Misread(Refusal.SEAT, spoken=True)]


def test_no_room_is_made_for_ears_that_are_lost(table: Table) -> None:
    table.ask(VOTE)
    table.ears.told(EarTrouble("lost", "it has gone"))
    table.ask(replace(VOTE))
    assert table.attended == [True, False]
    table.ears.told(EarReady("silero", 4.0, 2.0))
    assert table.attended == [True, False, True], "for the question that is open"
    table.ask(replace(VOTE))
    assert table.attended == [True, False, True]


def test_room_is_made_once_while_one_question_follows_another(table: Table) -> None:
    table.ask(VOTE)
    table.ask(VOTE)
    table.ask(None)
    assert table.attended == [True, False]


def test_listening_that_is_lost_is_told_once_and_so_is_its_return(table: Table) -> None:
    table.ears.told(EarTrouble("lost", "It ended."))
    table.ears.told(EarTrouble("lost", "It ended again."))
    table.ears.told(EarReady("silero", apart=6.0, unlike=0.0))
    table.ears.told(EarReady("silero", apart=6.0, unlike=0.0))
    assert table.entries == [Changed("ear.lost", "It ended."), Changed("ear.back")]
