"""The board: what it is told is to be seen, and what was private is nowhere once its window has closed."""

from __future__ import annotations

import pytest
from boards import HEADING, SEER, Scene, vote

from narrator.core.answers import Choices, Kind, Token
from narrator.core.effects import Ask, Leader, Say
from narrator.screen.table.sight import Ear, Said, Sight


@pytest.fixture
def scene() -> Scene:
    return Scene()


def texts(sight: Sight) -> list[str]:
    return [said.text for said in sight.said]


def typed(scene: Scene, text: str) -> str | None:
    """Type a line letter by letter, and Enter."""
    for letter in text:
        scene.board.type(letter)
    return scene.board.enter()


def test_what_is_spoken_noted_and_asked_is_to_be_seen(scene: Scene) -> None:
    scene.day()
    sight = scene.board.sight()
    assert texts(sight)[:2] == ["Le coq chante. Que tous les yeux s'ouvrent.", "Le son monte."]
    assert sight.phase == "Jour 2."
    assert sight.dead == {3: "Loup-Garou", 5: "Villageois"}
    assert sight.office == 2
    assert sight.prompt.startswith("Qui a le plus de voix ?")
    assert sight.legal == {1, 2, 4, 6, 7, 8}
    assert sight.ear == Ear(0.6, "égalité")


def test_a_question_that_is_answered_is_no_longer_to_be_seen(scene: Scene) -> None:
    scene.day()
    scene.board.closed()
    sight = scene.board.sight()
    assert (sight.prompt, sight.hint, sight.legal, sight.countdown) == ("", "", frozenset(), None)


def test_what_was_said_by_day_does_not_light_the_night(scene: Scene) -> None:
    scene.day()
    scene.night()
    sight = scene.board.sight()
    assert len(sight.said) == 1
    assert sight.dark


def test_only_the_line_that_is_being_said_has_a_marked_word(scene: Scene) -> None:
    scene.day()
    *before, last = scene.board.sight().said
    assert last.mark is not None
    assert all(said.mark is None for said in before)
    scene.board.silent()
    assert scene.board.sight().said[-1].mark is None


def test_words_that_are_spoken_but_not_captioned_mark_nothing(scene: Scene) -> None:
    scene.board.caption("Ce qui est écrit.")
    scene.board.speaking(scene.utterance("vote.call"))
    assert scene.board.sight().said == (Said(scene.board.sight().said[0].kind, "Ce qui est écrit."),)


def test_a_debate_counts_down_and_stands_still_in_a_pause(scene: Scene) -> None:
    scene.ask(vote())
    scene.hour.seconds += 60.0
    scene.board.effect(Say(line="pause.on"), 0.0)
    scene.hour.seconds += 1000.0
    paused = scene.board.sight()
    assert paused.paused
    assert paused.countdown is not None
    assert paused.countdown.clock == "4:00"
    scene.board.effect(Say(line="pause.off"), 0.0)
    scene.hour.seconds += 30.0
    running = scene.board.sight().countdown
    assert running is not None
    assert running.clock == "3:30"


def test_a_debate_that_has_lasted_too_long_has_no_time_left(scene: Scene) -> None:
    scene.ask(vote())
    scene.hour.seconds += 1000.0
    countdown = scene.board.sight().countdown
    assert countdown is not None
    assert countdown.clock == "0:00"


def test_a_window_leaves_nothing_behind(scene: Scene) -> None:
    scene.night()
    scene.board.silent()
    before = scene.board.sight()
    scene.window("Quelle carte percer ?", "Le numéro 7 cache cette carte : un Loup-Garou.", typed="07")
    assert "Loup-Garou" in str(scene.board.sight().panel)
    scene.board.close_window()
    assert scene.board.sight() == before


def test_what_is_spoken_in_a_window_stands_on_its_panel(scene: Scene) -> None:
    scene.window()
    scene.board.caption("Pause.")
    assert "Pause." in str(scene.board.sight().panel)


def test_what_was_typed_before_a_window_is_forgotten(scene: Scene) -> None:
    scene.board.type("7")
    scene.window()
    assert scene.board.sight().typed == ""


def test_a_line_that_is_shown_again_stands_there_once(scene: Scene) -> None:
    scene.window("Quelle carte percer ?", "Noté.", "Quelle carte percer ?")
    panel = scene.board.sight().panel
    assert panel is not None
    assert panel.lines == ("Noté.", "Quelle carte percer ?")


def test_a_secret_question_shows_nothing_but_what_the_panel_is_told(scene: Scene) -> None:
    scene.night()
    scene.window()
    before = scene.board.sight()
    choices = Choices(kind=Kind.SEATS, seats=(1, 7), words=(Token.NOBODY,))
    scene.board.opened(Ask(question="seer.target", choices=choices, living=(1, 7), to=SEER, slot=0))
    assert scene.board.sight() == before
    scene.board.closed()
    assert scene.board.sight() == before


def test_the_ear_is_not_to_be_seen_in_a_window(scene: Scene) -> None:
    scene.board.heard(0.5, "sept")
    scene.window()
    assert scene.board.sight().ear is None


def test_how_loud_it_is_stays_between_nothing_and_all(scene: Scene) -> None:
    scene.board.heard(7.0)
    assert scene.board.sight().ear == Ear(1.0, "")
    scene.board.heard(-1.0, "oui")
    scene.board.heard(0.2)
    assert scene.board.sight().ear == Ear(0.2, "oui")


def test_what_a_leader_asks_for_by_day_is_shown_to_him_until_enter(scene: Scene) -> None:
    scene.ask(vote())
    scene.board.private(Leader(), "Le numéro 1 : un Loup-Garou.")
    scene.board.private(Leader(), "Le numéro 2 : la Voyante.")
    assert "Loup-Garou" in str(scene.board.sight().panel)
    assert scene.board.enter() is None, "it ends the glance, not the debate"
    assert scene.board.sight().panel is None
    assert scene.board.enter() == ""


@pytest.mark.parametrize("what", ["caption", "notice", "prompt", "open_window", "close_window"])
def test_a_glance_ends_before_anything_else_happens(scene: Scene, what: str) -> None:
    scene.board.private(Leader(), "Le numéro 1 : un Loup-Garou.")
    if what == "close_window":
        scene.board.close_window()
    else:
        getattr(scene.board, what)(HEADING)
    assert "Loup-Garou" not in str(scene.board.sight())


def test_an_answer_typed_during_a_glance_is_an_answer(scene: Scene) -> None:
    scene.board.private(Leader(), "Le numéro 1 : un Loup-Garou.")
    assert typed(scene, "4") == "4"


def test_typed_letters_can_be_taken_back(scene: Scene) -> None:
    for letter in "Alixe":
        scene.board.type(letter)
    scene.board.erase()
    scene.board.erase()
    assert typed(scene, "ce") == "Alice"
    scene.board.type("Bruno")
    scene.board.wipe()
    assert scene.board.enter() == ""


def test_the_arrows_go_round_the_living_whatever_is_asked(scene: Scene) -> None:
    scene.day()
    scene.board.wipe()
    for asked in (False, True):
        if asked:
            choices = Choices(kind=Kind.SEATS, seats=(7,))
            scene.board.opened(Ask(question="seer.target", choices=choices, living=(7,), to=SEER, slot=0))
        seats = []
        for _ in range(7):
            scene.board.turn(1)
            seats.append(scene.board.sight().typed)
        scene.board.turn(-1)
        scene.board.turn(-1)
        assert (seats, scene.board.enter()) == (["1", "2", "4", "6", "7", "8", "1"], "7")


def test_notices_are_given_away_once_nothing_is_drawn_any_more(scene: Scene) -> None:
    told: list[str] = []
    scene.board.retire(told.append)
    scene.board.notice("La partie est gardée.")
    assert told == ["La partie est gardée."]
