"""The board: what it is told is to be seen, and what was private is nowhere once its window has closed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from papers import SEER, Scene, vote

from narrator.rules.core.answers import YES_NO, Choices, Kind, Token, seat
from narrator.rules.core.effects import Ask
from narrator.screens.full_screen.model import EarState, Snapshot
from narrator.screens.public_lines import PublicLine, PublicLineKind


@pytest.fixture
def scene() -> Scene:
    return Scene()


def texts(snapshot: Snapshot) -> list[str]:
    return [said.text for said in snapshot.said]


def test_what_is_spoken_noted_and_asked_is_to_be_seen(scene: Scene) -> None:
    scene.day()
    snapshot = scene.screen_model.snapshot()
    assert texts(snapshot)[:2] == ["Le coq chante. Que tous les yeux s'ouvrent.", "Le son monte."]
    assert snapshot.phase == "Jour 2."
    assert snapshot.dead == {3: "Loup-Garou", 5: "Villageois"}
    assert snapshot.office == 2
    assert snapshot.prompt.startswith("Qui a le plus de voix ?")
    assert snapshot.legal == {1, 2, 4, 6, 7, 8}
    assert snapshot.ear == EarState(0.6, "égalité")


def test_a_question_that_is_answered_is_no_longer_to_be_seen(scene: Scene) -> None:
    scene.day()
    scene.inbox.close()
    snapshot = scene.screen_model.snapshot()
    assert (snapshot.prompt, snapshot.hint, snapshot.legal, snapshot.countdown) == ("", "", frozenset(), None)


def test_an_answer_is_told_back_by_day_in_place_of_what_was_refused(scene: Scene) -> None:
    scene.day()
    scene.screen_model.notice("Personne de ce nom.")
    scene.inbox.close()
    scene.screen_model.answered(vote(), seat(4), 0.0)
    assert [said.text for said in scene.screen_model.snapshot().said if said.kind is PublicLineKind.NOTICE] == [
        "Noté : David."
    ]


def test_no_secret_answer_is_told_back_and_none_by_night(scene: Scene) -> None:
    scene.day()
    before = texts(scene.screen_model.snapshot())
    scene.screen_model.answered(Ask(question="any", choices=YES_NO, living=(1, 2), slot=0), seat(4), 0.0)
    assert texts(scene.screen_model.snapshot()) == before
    scene.night()
    before = texts(scene.screen_model.snapshot())
    scene.screen_model.answered(vote(), seat(4), 0.0)
    assert texts(scene.screen_model.snapshot()) == before


def test_what_was_said_by_day_does_not_light_the_night(scene: Scene) -> None:
    scene.day()
    scene.night()
    snapshot = scene.screen_model.snapshot()
    assert len(snapshot.said) == 1
    assert snapshot.dark


def test_only_the_line_that_is_being_said_has_a_marked_word(scene: Scene) -> None:
    scene.day()
    *before, last = scene.screen_model.snapshot().said
    assert last.mark is not None
    assert all(said.mark is None for said in before)
    scene.screen_model.silent()
    assert scene.screen_model.snapshot().said[-1].mark is None


def test_words_that_are_spoken_but_not_captioned_mark_nothing(scene: Scene) -> None:
    scene.screen_model.caption("Ce qui est écrit.")
    scene.screen_model.speaking(scene.utterance("vote.call"))
    assert scene.screen_model.snapshot().said == (
        PublicLine(scene.screen_model.snapshot().said[0].kind, "Ce qui est écrit."),
    )


def test_a_debate_counts_down_and_stands_still_in_a_pause(scene: Scene) -> None:
    scene.ask(vote())
    scene.hour.seconds += 60.0
    scene.inbox.pause()
    scene.hour.seconds += 1000.0
    paused = scene.screen_model.snapshot()
    assert paused.paused
    assert paused.countdown is not None
    assert paused.countdown.clock == "4:00"
    scene.inbox.resume()
    scene.hour.seconds += 30.0
    running = scene.screen_model.snapshot().countdown
    assert running is not None
    assert running.clock == "3:30"


def test_a_debate_that_has_lasted_too_long_has_no_time_left(scene: Scene) -> None:
    scene.ask(vote())
    scene.hour.seconds += 1000.0
    countdown = scene.screen_model.snapshot().countdown
    assert countdown is not None
    assert countdown.clock == "0:00"


def test_a_window_leaves_nothing_behind(scene: Scene) -> None:
    scene.night()
    scene.screen_model.silent()
    before = scene.screen_model.snapshot()
    scene.window("Quelle carte percer ?", "Le numéro 7 cache cette carte : un Loup-Garou.", typed="07")
    assert "Loup-Garou" in str(scene.screen_model.snapshot().panel)
    scene.close_window()
    assert replace(scene.screen_model.snapshot(), closed=before.closed) == before


def test_what_is_spoken_in_a_window_stands_on_its_panel(scene: Scene) -> None:
    scene.window()
    scene.screen_model.caption("Pause.")
    assert "Pause." in str(scene.screen_model.snapshot().panel)


def test_what_was_typed_before_a_window_is_forgotten(scene: Scene) -> None:
    scene.screen_model.type("7")
    scene.window()
    assert scene.screen_model.snapshot().typed == ""


def test_a_secret_question_shows_nothing_but_what_the_panel_is_told(scene: Scene) -> None:
    scene.night()
    scene.window()
    before = scene.screen_model.snapshot()
    choices = Choices(kind=Kind.SEATS, seats=(1, 7), words=(Token.NOBODY,))
    scene.screen_model.ask(Ask(question="seer.target", choices=choices, living=(1, 7), to=SEER, slot=0))
    assert scene.screen_model.snapshot() == before
    scene.screen_model.ask(None)
    assert scene.screen_model.snapshot() == before


def test_the_ear_is_not_to_be_seen_in_a_window(scene: Scene) -> None:
    scene.screen_model.heard(0.5, "sept")
    scene.window()
    assert scene.screen_model.snapshot().ear is None


def test_how_loud_it_is_stays_between_nothing_and_all(scene: Scene) -> None:
    scene.screen_model.heard(7.0)
    assert scene.screen_model.snapshot().ear == EarState(1.0, "")
    scene.screen_model.heard(-1.0, "oui")
    scene.screen_model.heard(0.2)
    assert scene.screen_model.snapshot().ear == EarState(0.2, "oui")


def test_a_typed_line_can_be_wiped(scene: Scene) -> None:
    scene.screen_model.type("Bruno")
    scene.screen_model.wipe()
    scene.enter()
    assert scene.entered == [""]


def test_the_arrows_go_round_the_living_whatever_is_asked(scene: Scene) -> None:
    scene.day()
    scene.screen_model.wipe()
    for asked in (False, True):
        if asked:
            choices = Choices(kind=Kind.SEATS, seats=(7,))
            scene.screen_model.ask(Ask(question="seer.target", choices=choices, living=(7,), to=SEER, slot=0))
        seats = []
        for _ in range(7):
            scene.screen_model.turn(1)
            seats.append(scene.screen_model.snapshot().typed)
        scene.screen_model.turn(-1)
        scene.screen_model.turn(-1)
        scene.enter()
        assert (seats, scene.entered.pop()) == (["1", "2", "4", "6", "7", "8", "1"], "7")


def test_notices_are_given_away_once_nothing_is_drawn_any_more(scene: Scene) -> None:
    told: list[str] = []
    scene.screen_model.retire(told.append)
    scene.screen_model.notice("La partie est gardée.")
    assert told == ["La partie est gardée."]
