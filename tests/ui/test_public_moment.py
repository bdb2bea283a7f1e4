"""What all may see of now: the sign at every call, the countdown, the last public lines, what was noted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from papers import HEADING, Hour, Paper
from rooms import wording
from shipped import shipped
from tables import table

from narrator.app.ports.call_names import CallNames
from narrator.core.answers import (
    CONFIRM,
    DONE,
    NOBODY,
    SILENT,
    YES,
    Answer,
    Card,
    Diamonds,
    Leave,
    Number,
    Seats,
    Text,
    Tie,
)
from narrator.core.effects import Ask, Fact, Form, Motif, Say, Scene, Timer, Window
from narrator.story.wording import Wording
from narrator.ui.even_light import GAP, LIT, lit, sign
from narrator.ui.full_screen.model import ScreenModel
from narrator.ui.public_moment import (
    CallSign,
    Countdown,
    CountdownClock,
    LightAtCalls,
    PublicLine,
    PublicLineKind,
    PublicLines,
    told_back,
)
from narrator.ui.terminal import TerminalScreen

NAMES = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid")
SETUP = table("loup-garou cupidon voyante villageois*3", names=NAMES)
NAMED = CallNames(SETUP, shipped("thiercelieux").words["fr"], wording(SETUP, "fr"))
NIGHT, DAY = Scene(scene="night", closed=True), Scene(scene="dawn")
SEER, WOLVES = (Say(line=line, before=Motif.HELPERS) for line in ("seer.wake", "wolves.wake"))
BRUNO = Say(line="round.seat", args=(("seat", Fact(Form.SEAT, 2)),))
WINDOW = Window(call="seer", slots=(8.0,))


@given(st.text(st.characters(categories=("Lu", "Ll")) | st.sampled_from(" -'"), max_size=40), st.integers(20, 120))
def test_a_sign_gives_the_same_light_whoever_is_called(name: str, width: int) -> None:
    row = sign(" ".join(name.split()), width)
    assert lit(row) == lit(sign("", width)) == max(1, min(LIT, width - 2 * GAP))
    assert len(row) <= width


def test_a_name_stands_in_spaced_capitals_where_there_is_room() -> None:
    assert "P E T I T E  F I L L E" in sign("Petite Fille", 60)
    assert "PETITE FILLE" in sign("Petite Fille", 24)


@pytest.mark.parametrize(("name", "shown"), [("12", "12"), ("12 Léa", "12  L É A"), ("Numéro 10", "N U M É R O  10")])
def test_a_number_is_not_spaced_for_it_would_read_as_two(name: str, shown: str) -> None:
    assert f"  {shown}  " in sign(name, 60)


def test_a_name_that_is_too_long_ends_with_a_whole_word() -> None:
    assert "LES AMOUREUX OUVRENT LES" in sign("Les Amoureux ouvrent les yeux", 40)
    assert "YEU" not in sign("Les Amoureux ouvrent les yeux", 60)
    assert "ABCDEFGHIJKLMNOPQRSTUVWX" in sign("Abcdefghijklmnopqrstuvwxyz", 32)


def test_a_call_is_known_from_its_first_word_to_the_next_scene() -> None:
    calls = CallSign(NAMED)
    told = [(calls.effect(effect), calls.name) for effect in (NIGHT, SEER, WINDOW, NIGHT, BRUNO, DAY, BRUNO)]
    assert told == [
        (False, ""),
        (True, "Voyante"),
        (False, "Voyante"),
        (True, ""),
        (True, "2 Bruno"),
        (True, ""),
        (False, ""),
    ]


def test_the_victim_whom_all_are_told_of_is_not_called_in_place_of_the_witch() -> None:
    setup = table("loup-garou sorcière villageois*4", names=NAMES)
    calls = CallSign(CallNames(setup, shipped("thiercelieux").words["fr"], wording(setup, "fr")))
    victim = Say(line="victim.heard", args=(("seat", Fact(Form.SEAT, 2)),))
    for effect in (NIGHT, Say(line="witch.wake", before=Motif.HELPERS), victim, WINDOW):
        calls.effect(effect)
        assert calls.name == ("" if effect is NIGHT else "Sorcière")


def test_by_day_it_is_a_window_that_calls_whom_the_line_before_it_named() -> None:
    calls = CallSign(NAMED)
    for effect in (DAY, BRUNO, WINDOW):
        calls.effect(effect)
    assert calls.name == "2 Bruno"


def test_a_light_shines_once_at_every_call_and_at_nothing_else() -> None:
    shone: list[None] = []
    light = LightAtCalls(NAMED, lambda: shone.append(None))
    for effect in (NIGHT, SEER, WINDOW, NIGHT, WOLVES, WINDOW, DAY, BRUNO):
        light.effect(effect, 0.0)
    assert len(shone) == 2


def test_the_full_screen_shows_who_is_called_before_the_window_and_over_it() -> None:
    words = shipped("thiercelieux").words["fr"]
    model = ScreenModel(words, wording(SETUP, "fr"), NAMES, Hour().now, 1.0, NAMED)
    seen = []
    for effect in (NIGHT, WOLVES):
        model.effect(effect, 0.0)
        seen.append(model.snapshot().call)
    model.open_window(HEADING)
    seen.append(model.snapshot().call)
    assert seen == ["", "Loup-Garou", "Loup-Garou"]


@pytest.mark.parametrize("call", [SEER, WOLVES, BRUNO])
def test_a_window_of_a_plain_terminal_is_headed_by_who_is_called_and_as_bright_for_all(call: Say) -> None:
    light, head = [], ""
    for effects in ((NIGHT,), (NIGHT, call)):
        paper = Paper()
        screen = TerminalScreen(paper.terminal, NAMED)
        for effect in effects:
            screen.effect(effect, 0.0)
        screen.open_window(HEADING)
        light.append(lit(paper.shown))
        head = paper.shown.upper().replace(" ", "")
    assert str(NAMED(call)).upper().replace(" ", "") in head
    assert light[0] == light[1]


ON, OFF, ELSE = (Say(line=line) for line in ("pause.on", "pause.off", "debate.open"))


@given(st.lists(st.tuples(st.integers(0, 100), st.sampled_from((ON, OFF, ELSE)))))
def test_it_goes_on_as_long_as_the_game_does(told: list[tuple[int, Say]]) -> None:
    time, played, paused = 0, 0, False
    clock = CountdownClock(lambda: time)
    for seconds, say in told:
        time += seconds
        played += 0 if paused else seconds
        clock.effect(say)
        paused = say == ON or (paused and say != OFF)
        assert (clock.now(), clock.paused) == (played, paused)


def debate(seconds: float) -> Ask:
    timer = Timer(seconds=seconds, warning=30.0)
    return Ask(question="debate.end", choices=CONFIRM, living=(1, 2), timer=timer)


def test_a_debate_is_counted_in_seconds_as_long_as_they_last_here() -> None:
    time = 0.0
    clock = CountdownClock(lambda: time, factor=0.5)
    clock.opened(debate(300.0))
    time = 70.0
    assert clock.countdown == Countdown(150.0, 70.0)
    assert clock.countdown.clock == "1:20"
    clock.closed()
    assert clock.countdown is None


def test_where_nothing_has_a_length_there_is_no_countdown() -> None:
    clock = CountdownClock(lambda: 0.0, factor=0.0)
    clock.opened(debate(300.0))
    assert clock.countdown is None


SAID, NOTED = PublicLine(PublicLineKind.CAPTION, "Le jour se lève."), PublicLine(PublicLineKind.NOTICE, "Qui ?")


def lines(*told: PublicLine, most: int = 9) -> PublicLines:
    shown = PublicLines(most)
    for line in told:
        shown.add(line)
    return shown


def test_only_the_last_lines_stand() -> None:
    assert [*lines(SAID, NOTED, SAID, most=2)] == [NOTED, SAID]


def test_an_answer_takes_the_refusals_away_and_nothing_else() -> None:
    shown = lines(NOTED, SAID, NOTED)
    shown.answered()
    assert [*shown] == [SAID]


def test_what_was_said_by_day_does_not_light_the_night() -> None:
    shown = lines(SAID)
    shown.sleep(False)
    assert [*shown] == [SAID]
    shown.sleep(True)
    assert not [*shown]


def test_what_is_said_at_night_stays() -> None:
    shown = lines()
    shown.sleep(True)
    shown.add(SAID)
    shown.sleep(True)
    assert [*shown] == [SAID]


WORDING = Wording(shipped("thiercelieux").words["fr"], ("Alice", "", "Chloé"))


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (Seats((1,)), "Noté : Alice."),
        (Seats((2,)), "Noté : le numéro 2."),
        (Seats((1, 2)), "Noté : Alice et le numéro 2."),
        (Tie((1, 3)), "Noté : égalité Alice et Chloé."),
        (Tie((1, 3), 2), "Noté : le numéro 2, égalité Alice et Chloé."),
        (YES, "Noté : oui."),
        (NOBODY, "Noté : personne."),
        (Card("voyante"), "Noté : Voyante."),
        (Number(3), "Noté : 3."),
        (Diamonds(4), "Noté : 4."),
        (Text("le 4 ment"), "Noté : le 4 ment."),
        (Text("le\x1b[2J4"), "Noté : le�[2J4."),
        (DONE, ""),
        (SILENT, ""),
        (Leave(2), ""),
    ],
)
def test_a_public_answer_is_told_back_in_words(answer: Answer, told: str) -> None:
    assert told_back(answer, WORDING) == told
