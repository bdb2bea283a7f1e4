"""At night neutral words alone are listened for; by day, a table's words and names, as far as the model knows them."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
from hearings import EIGHT, SECRET, VOTE, Table, eight
from hypothesis import given
from hypothesis import strategies as st

from narrator.ear.listener import Listener
from narrator.ear.messages import EarTrouble, EarTroubleKind, RecogniserError, SoundLevel
from narrator.ear.table_ears import TableEars
from narrator.rules.core.answers import CONFIRM, YES_NO, seat
from narrator.rules.core.effects import Aloud, Ask, Form
from narrator.rules.core.secrets import Secret
from narrator.table.inbox.entry import Onward, Order, Reply
from narrator.table.language.spelling import Unheard
from narrator.table.language.spoken import NEUTRAL, Hearing
from narrator.table.session.announcements import unheard


@pytest.fixture
def table() -> Table:
    return Table()


def test_at_night_an_order_counts_at_once_whatever_was_heard_before(table: Table) -> None:
    table.ask(SECRET, Hearing.NIGHT)
    table.hear("pause", amid_talk=True)
    assert table.entries == [Order.PAUSE]


def test_at_night_doubt_is_nothing(table: Table) -> None:
    table.ask(None, Hearing.NIGHT)
    table.hear("pause", "reprends")
    assert table.put == []


@given(
    st.sampled_from([SECRET, None]),
    st.sampled_from([Hearing.NIGHT, Hearing.LED]),
    st.lists(
        st.sampled_from([*EIGHT, "joueur", "trois", "oui", "non", "loup-garou", "annule", "suite", "répète", "pause"])
    ),
)
def test_at_night_no_choice_is_ever_taken(ask: Ask | None, moment: Hearing, words: list[str]) -> None:
    """Law 1: a voice betrays its owner."""
    table = Table()
    table.ask(ask, moment)
    for _ in range(2):
        table.hear(" ".join(words).lower())
    neutral = {*NEUTRAL, Onward()} if moment is Hearing.LED else {*NEUTRAL}
    assert {*table.entries} <= neutral


@pytest.mark.parametrize("moment", [Hearing.NIGHT, Hearing.LED])
def test_at_night_one_listens_on_whatever_is_asked_and_by_whom(table: Table, moment: Hearing) -> None:
    for ask in (None, SECRET, replace(SECRET, choices=Secret(YES_NO)), None):
        table.ask(ask, moment)
        table.close(moment)
    assert len(table.listening.opened) == 1
    assert table.listening.shut_times == 0
    table.hear("pause")
    assert table.put == [(Order.PAUSE, table.slot - 1)], "in the slot that was opened last"


def test_by_day_one_listens_again_to_what_the_next_question_asks(table: Table) -> None:
    table.ask(None, Hearing.NIGHT)
    table.close(Hearing.NIGHT)
    table.ask(VOTE)
    assert len(table.listening.opened) == 2
    table.close()
    assert table.listening.shut_times == 1


@pytest.mark.parametrize("ask", [SECRET, None], ids=["a question", "nothing"])
def test_a_leader_confirms_aloud_and_answers_nothing_so_whatever_is_asked(table: Table, ask: Ask | None) -> None:
    table.ask(ask, Hearing.LED)
    table.hear("suite")
    assert table.entries == [Onward()], "which means nothing to a question"


def test_a_sign_is_given_when_a_public_question_is_listened_to_and_never_at_night(table: Table) -> None:
    table.ask(VOTE)
    assert table.signals == 1
    table.ask(None)
    for moment in (Hearing.NIGHT, Hearing.LED):
        table.ask(SECRET, moment)
        table.ask(None, moment)
    table.ask(SECRET)
    assert table.signals == 1


def test_a_pause_in_which_the_question_stands_gives_no_sign_and_what_is_said_then_belongs_to_it(table: Table) -> None:
    table.ask(VOTE)
    table.ask(VOTE)
    assert (table.signals, len(table.listening.opened)) == (1, 1)
    table.hear("joueur trois")
    assert table.put == [(Reply(seat(3), spoken=True), 2)]


def test_room_is_made_for_an_answer_by_day_and_neither_in_a_debate_nor_at_night(table: Table) -> None:
    table.ask(VOTE)
    table.close()
    assert table.attended == [True, False]
    table.ask(replace(VOTE, choices=CONFIRM, aloud=Aloud(debate=True)))
    table.close()
    for moment in (Hearing.NIGHT, Hearing.LED):
        table.ask(SECRET, moment)
        table.ask(None, moment)
    table.ask(SECRET)
    assert table.attended == [True, False]


@pytest.mark.parametrize("moment", [Hearing.NIGHT, Hearing.LED])
def test_no_room_is_made_any_more_when_night_falls(table: Table, moment: Hearing) -> None:
    table.ask(VOTE)
    table.close(moment)
    assert table.attended == [True, False]


def test_the_level_and_what_was_understood_are_shown_by_day_alone(table: Table) -> None:
    table.ask(VOTE)
    table.ears.told(SoundLevel(-30.0, True))
    table.hear("joueur trois")
    assert table.shown == [(0.5, None), (0.0, "joueur trois")]
    table.ask(None, Hearing.NIGHT)
    table.ears.told(SoundLevel(-30.0, True))
    table.hear("pause")
    assert len(table.shown) == 2


# --- names --------------------------------------------------------------------------------------------------


def test_a_first_name_that_the_model_does_not_know_has_its_number() -> None:
    table = Table(unknown=["tiernan", "zoe"])
    assert table.unheard == [Unheard(6, "Tiernan"), Unheard(8, "Zoé")]
    assert {unheard(who.seat, who.alias).line for who in table.unheard} == {"ear.number"}
    table.ask(VOTE)
    ((_, phrases),) = table.listening.opened
    assert "zoé" not in {word for phrase in phrases for word in phrase.split()}
    table.hear("joueur huit")
    assert table.entries == [Reply(seat(8), spoken=True)]


def test_a_part_of_a_first_name_stands_for_it_where_the_rest_is_unknown() -> None:
    table = Table(("Alice", "Bruno", "Chloé", "Marie-Luc", "Emma", "Tiernan", "Noé", "Zoé"), ["luc"])
    assert table.unheard == [Unheard(4, "Marie-Luc", "Marie")]
    said = unheard(4, "Marie")
    assert (said.line, dict(said.args)["alias"].form) == ("ear.alias", Form.TEXT)
    table.ask(VOTE)
    table.hear("marie")
    assert table.entries == [Reply(seat(4), spoken=True)]


# --- without ears -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["package", "model"])
def test_without_a_model_or_its_package_there_are_no_ears_and_a_reason(table: Table, kind: EarTroubleKind) -> None:
    ears = TableEars(lambda entry, turn: table.put.append((entry, turn)), lambda: 0, lambda: 0.0)
    ears.learn(cast(Listener, table.listening), eight())
    ears.told(EarTrouble(kind, "It is not there: fetch it."))
    with pytest.raises(RecogniserError, match="fetch it"):
        ears.learned()
    ears.opened(VOTE)
    assert (table.listening.opened, table.put) == ([], [])


def test_a_model_that_never_answers_is_not_waited_for_without_end(table: Table) -> None:
    ears = TableEars(lambda entry, turn: table.put.append((entry, turn)), lambda: 0, lambda: 0.0)
    ears.learn(cast(Listener, table.listening), eight())
    with pytest.raises(RecogniserError, match="too long"):
        ears.learned(0.0)
    assert table.listening.closed
