"""The phone, as a session tells it things: what leaves it for whom, and when."""

from __future__ import annotations

import json
from typing import Any

import pytest
from papers import happen
from shipped import shipped

from narrator.base.sentences import QuestionText
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.rules.core.answers import CONFIRM, NOBODY, SILENT, YES, Choices, Kind, seat
from narrator.rules.core.effects import Ask, Effect, Everyone, News, Player, Say, Scene, Timer, Topic, Window
from narrator.rules.core.secrets import Secret
from narrator.screens.phone.messages import CAPTIONS, LEAST_CELLS, Greeting
from narrator.screens.phone.phone import Phone
from narrator.table.inbox.inbox import Inbox
from narrator.table.inbox.moment import Facts, Moment

PRIVATE = Ask(question="any", choices=Secret(Choices(kind=Kind.SEATS, seats=(1, 2))), living=(1, 2, 3), slot=0)
PUBLIC = Ask(question="debate.end", choices=CONFIRM, living=(1, 2, 3))
THREE = Facts(3)
DEBATE = Ask(
    question="debate.end",
    choices=CONFIRM,
    living=(1, 2, 3),
    timer=Timer(seconds=300, warning=60),
)


NIGHT = Scene(scene="night", closed=True)
WINDOW = Window(call="any", slots=(5.0, 5.0))


class Sent:
    """A phone, its inbox, and what it has sent: to all, and to the table's page, in their order."""

    def __init__(
        self, names: tuple[str, ...] = ("Alice", "", "Chloé"), factor: float = 1.0, facts: Facts = THREE
    ) -> None:
        self.frames: list[tuple[str, dict[str, Any]]] = []
        self.clock = VirtualClock()
        self.admits = False
        self.inbox = Inbox(self.clock)
        self.stand(facts)
        greeting = Greeting(shipped().words["fr"], 3, names)
        self.phone = Phone(self.send, self.admit, greeting, self.clock, factor, self.inbox.moment)
        self.inbox.followers.append(self.phone.moment)

    def stand(self, facts: Facts) -> None:
        """Let all that was told be known anew, as after an undo."""
        self.inbox.change(lambda moment: moment.standing(facts, ()))

    def happens(self, *effects: Effect, called: str | None = None) -> None:
        happen(self.inbox, *effects, called=called)

    def open_window(self) -> None:
        """Open a window, as a driver does."""
        self.phone.open_window("Chut")
        self.happens(WINDOW)
        self.inbox.open(None)

    def close_window(self) -> None:
        self.inbox.close()
        self.phone.close_window()
        self.inbox.change(Moment.closing)

    def send(self, kind: str, frame: bytes) -> None:
        self.frames.append((kind, json.loads(frame)[kind]))

    def admit(self, willing: bool) -> None:
        self.admits = willing

    def last(self, kind: str) -> dict[str, Any]:
        return next(view for sent, view in reversed(self.frames) if sent == kind)

    def kinds(self) -> list[str]:
        """Return what was sent since this was asked last."""
        kinds = [kind for kind, _ in self.frames[self._seen :]]
        self._seen = len(self.frames)
        return kinds

    _seen = 0


@pytest.fixture
def sent() -> Sent:
    made = Sent()
    made.kinds()
    return made


def test_pages_are_greeted_with_the_words_of_the_game_and_the_names_of_its_seats() -> None:
    greeting = Sent().last("greeting")
    assert greeting["language"] == "fr"
    assert greeting["names"] == ["Alice", "", "Chloé"]
    assert greeting["answers"]["nobody"] == "personne"
    assert greeting["orders"]["undo"] == "annule"


@pytest.mark.parametrize(("players", "cells"), [(8, LEAST_CELLS), (18, 20), (40, 42)])
def test_a_private_screen_has_a_key_for_every_seat_and_two_words_besides(players: int, cells: int) -> None:
    assert Greeting(shipped().words["fr"], players).cells == cells


def test_what_happens_in_a_window_goes_to_the_table_alone(sent: Sent) -> None:
    sent.open_window()
    opening = sent.kinds()
    assert (opening.count("public"), {*opening}) == (1, {"public", "table"})
    sent.phone.private(Player(3), "Voyante.")
    sent.phone.ask(PRIVATE)
    sent.phone.kept(PRIVATE, seat(2))
    sent.phone.ask(None)
    assert set(sent.kinds()) == {"table"}
    assert sent.last("table")["window"] == {"heading": "Chut", "lines": ["Voyante."]}


def test_a_window_is_wiped_first_and_then_all_are_told_that_it_is_over(sent: Sent) -> None:
    sent.open_window()
    sent.phone.private(Everyone(), "secret")
    sent.phone.ask(PRIVATE)
    sent.phone.answered(PRIVATE, seat(2), 0.0)
    sent.kinds()
    sent.phone.close_window()
    assert sent.last("table")["window"] is None
    assert sent.last("table")["stored"] is None
    assert sent.last("public")["called"]
    sent.inbox.change(Moment.closing)
    assert not sent.last("public")["called"]
    assert sent.kinds().count("public") == 1


def test_nothing_private_leaves_outside_of_a_window(sent: Sent) -> None:
    sent.phone.private(Everyone(), "secret")
    assert sent.kinds() == []


def test_the_legal_answers_of_a_question_go_to_the_table_with_its_turn(sent: Sent) -> None:
    sent.inbox.change(Moment.next_slot)
    sent.phone.ask(PRIVATE)
    view = sent.last("table")
    assert view["turn"] == sent.inbox.moment.slot
    assert view["ask"]["kind"] == "seats"
    assert view["ask"]["seats"] == [1, 2]
    assert "turn" not in json.dumps(sent.last("public"))


def test_what_is_stored_is_acknowledged_until_another_question_is_open(sent: Sent) -> None:
    sent.phone.ask(PRIVATE)
    assert sent.last("table")["stored"] is None
    sent.phone.kept(PRIVATE, seat(2))
    assert sent.last("table")["stored"] == {"seats": [2]}
    sent.phone.kept(PRIVATE, None)
    assert sent.last("table")["stored"] is None
    sent.phone.answered(PRIVATE, NOBODY, 0.0)
    assert sent.last("table")["stored"] == {"word": "nobody"}
    sent.phone.ask(None)
    assert sent.last("table")["stored"] is None


def test_silence_and_answers_to_other_questions_are_not_acknowledged(sent: Sent) -> None:
    sent.phone.ask(PRIVATE)
    sent.phone.answered(PRIVATE, SILENT, 0.0)
    sent.phone.answered(PUBLIC, YES, 0.0)
    assert sent.last("table")["stored"] is None


def test_a_public_question_stands_on_every_page_until_it_is_closed(sent: Sent) -> None:
    sent.phone.prompt(QuestionText.alike("Entrée pour finir le débat."))
    sent.inbox.open(PUBLIC)
    assert sent.last("public")["prompt"] == "Entrée pour finir le débat."
    assert sent.last("table")["ask"]["kind"] == "confirm"
    sent.inbox.close()
    assert sent.last("public")["prompt"] is None
    assert sent.last("table")["ask"] is None


def test_a_question_shows_no_example_of_what_a_keyboard_would_type(sent: Sent) -> None:
    sent.phone.prompt(QuestionText("Une place, égalité 2 5, ou personne.", "Une place, ou personne."))
    sent.inbox.open(PUBLIC)
    assert sent.last("public")["prompt"] == "Une place, ou personne."


def test_no_line_of_a_page_begins_with_a_sign_or_breaks_an_example_of_what_is_typed(sent: Sent) -> None:
    sent.phone.notice("Une égalité : égalité 2 15.")
    sent.phone.prompt(QuestionText.alike("Qui ?"))
    sent.phone.open_window("Chut !")
    sent.phone.private(Everyone(), "Laquelle ?")
    assert sent.last("public")["said"] == [["notice", "Une égalité\u00a0: égalité\u00a02\u00a015."]]
    assert sent.last("public")["prompt"] == "Qui\u00a0?"
    assert sent.last("table")["window"] == {"heading": "Chut\u00a0!", "lines": ["Laquelle\u00a0?"]}


def test_a_public_answer_is_told_back_by_day_in_place_of_what_was_refused(sent: Sent) -> None:
    sent.happens(news(Topic.DAYBREAK))
    sent.phone.caption("Qui ?")
    sent.inbox.open(PUBLIC)
    sent.phone.notice("Personne de ce nom.")
    sent.inbox.close()
    sent.phone.answered(PUBLIC, seat(3), 0.0)
    assert sent.last("public")["said"] == [["caption", "Qui\u00a0?"], ["notice", "Noté\u00a0: Chloé."]]


@pytest.mark.parametrize("ask", [PUBLIC, PRIVATE])
def test_nothing_is_told_back_in_a_window_or_by_night(sent: Sent, ask: Ask) -> None:
    falls(sent)
    sent.open_window()
    sent.phone.notice("Les yeux sont fermés.")
    sent.phone.answered(ask, seat(3), 0.0)
    assert sent.last("public")["said"] == [["notice", "Les yeux sont fermés."]]


def test_a_debate_counts_down_and_stands_still_while_the_game_is_paused(sent: Sent) -> None:
    sent.inbox.open(DEBATE)
    sent.clock.advance(10.0)
    sent.inbox.pause()
    sent.phone.caption("Pause.")
    assert sent.last("public")["countdown"] == {"lasts": 300.0, "gone": 10.0}
    assert sent.last("public")["paused"]
    sent.clock.advance(100.0)
    sent.inbox.resume()
    sent.phone.caption("On reprend.")
    assert sent.last("public")["countdown"] == {"lasts": 300.0, "gone": 10.0}
    sent.clock.advance(105.0)
    sent.phone.notice("Rien.")
    assert sent.last("public")["countdown"]["gone"] == 15.0


def test_what_was_said_by_day_does_not_stand_on_pages_by_night(sent: Sent) -> None:
    sent.happens(news(Topic.DAYBREAK))
    sent.phone.caption("Le jour se lève.")
    falls(sent, 2)
    sent.phone.caption("La nuit tombe.")
    assert sent.last("public")["said"] == [["caption", "La nuit tombe."]]
    for number in range(CAPTIONS + 3):
        sent.phone.caption(str(number))
    assert len(sent.last("public")["said"]) == CAPTIONS


def test_the_dead_are_told_by_seat_with_what_they_showed_and_so_is_the_office(sent: Sent) -> None:
    sent.stand(Facts(3, day=1, dead={3: "voyante", 1: None}, office=2))
    view = sent.last("public")
    assert view["dead"] == [[1, ""], [3, "Voyante"]]
    assert (view["office"], view["phase"], view["number"]) == (2, "day", 1)


@pytest.mark.parametrize(
    ("facts", "phase", "number"),
    [
        (Facts(3), "before", 0),
        (Facts(3, night=2, day=1, asleep=True), "night", 2),
        (Facts(3, night=2, day=2), "day", 2),
        (Facts(3, night=2, day=2, outcome="village"), "over", 2),
    ],
)
def test_the_phase_is_that_of_the_public_facts(sent: Sent, facts: Facts, phase: str, number: int) -> None:
    sent.stand(facts)
    assert (sent.last("public")["phase"], sent.last("public")["number"]) == (phase, number)


def news(topic: Topic, number: int = 1) -> News:
    return News(topic=topic, number=number)


def falls(sent: Sent, number: int = 1) -> None:
    """Let night fall."""
    sent.happens(news(Topic.NIGHTFALL, number))


def test_eyes_are_closed_in_a_round_before_the_first_night_between_its_windows_too(sent: Sent) -> None:
    assert not sent.last("public")["closed"]
    sent.happens(Scene(scene="deal", closed=True))
    sent.open_window()
    sent.close_window()
    assert (sent.last("public")["called"], sent.last("public")["closed"]) == (False, True)


def test_whoever_has_won_is_what_the_last_sentence_says_that_tells_the_outcome(sent: Sent) -> None:
    sent.phone.caption("Le brouillard se déchire.")
    assert sent.last("public")["won"] is None, "it is no public fact yet"
    sent.happens(News(topic=Topic.OUTCOME, word="village"))
    sent.phone.caption("Plus un loup… Le village a gagné.")
    sent.phone.caption("Chacun retourne sa carte.")
    assert sent.last("public")["won"] == "Le village a gagné."
    sent.stand(THREE)
    assert sent.last("public")["won"] is None


def test_from_nightfall_to_dawn_no_page_is_admitted(sent: Sent) -> None:
    assert sent.admits
    falls(sent)
    assert not sent.admits
    for text in ("Les loups s'éveillent.", "Les loups s'endorment."):
        sent.phone.caption(text)
        sent.open_window()
        assert not sent.admits
        sent.close_window()
        assert not sent.admits
    sent.happens(news(Topic.DAYBREAK))
    sent.phone.caption("Le jour se lève.")
    assert sent.admits


def signal(sent: Sent) -> str | None:
    """Return the signal that stands on every page."""
    call: str | None = sent.last("public")["call"]
    return call


def test_a_call_has_its_signal_from_its_first_word_until_its_window_is_over(sent: Sent) -> None:
    sent.happens(NIGHT, Say(line="nobody"))
    assert signal(sent) is None
    sent.happens(Say(line="seer.wake"), called="Voyante")
    assert signal(sent) == "Voyante"
    sent.open_window()
    assert signal(sent) == "Voyante"
    sent.happens(Say(line="nobody"))
    assert signal(sent) == "Voyante"
    sent.close_window()
    assert signal(sent) is None


LED = Window(call="wolves", slots=(0.0, 0.0), led=True)


def test_nothing_tells_all_that_a_slot_of_a_leader_is_over(sent: Sent) -> None:
    falls(sent)
    sent.happens(NIGHT)
    sent.happens(Say(line="wolves.wake"), called="Loup-Garou")
    sent.phone.open_window("Chut")
    sent.happens(LED)
    sent.inbox.open(None)
    sent.kinds()
    for _ in range(3):
        sent.inbox.change(Moment.next_slot)
        sent.phone.ask(PRIVATE)
        sent.phone.answered(PRIVATE, seat(2), 0.0)
    assert set(sent.kinds()) == {"table"}
    assert sent.last("table")["turn"] == sent.inbox.moment.slot


def test_a_pause_is_told_to_all_and_takes_nothing_that_is_stored_from_the_table(sent: Sent) -> None:
    sent.open_window()
    sent.phone.ask(PRIVATE)
    sent.phone.kept(PRIVATE, seat(2))
    before = sent.last("table")
    sent.inbox.pause()
    assert sent.last("public")["paused"]
    assert sent.last("table") == {**before, "turn": before["turn"] + 1}, "what is half chosen there is void"
    sent.inbox.resume()
    assert not sent.last("public")["paused"]


def test_the_story_is_offered_when_the_game_says_so_and_no_sooner(sent: Sent) -> None:
    assert not sent.last("public")["story"]
    for offered in (True, False):
        sent.phone.offer_story(offered)
        assert sent.last("public")["story"] == offered
