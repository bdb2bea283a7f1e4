"""At every call the same sign for who cannot hear: its name on screens, one flash of the light."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from papers import HEADING, Hour, Paper
from rooms import pack, wording
from tables import table

from narrator.app.ports.call_names import CallNames
from narrator.core.effects import Fact, Form, Motif, Say, Scene, Window
from narrator.ui.even_light import GAP, LIT, lit, sign
from narrator.ui.full_screen.model import ScreenModel
from narrator.ui.public_moment import CallSign, LightAtCalls
from narrator.ui.terminal import TerminalScreen

NAMES = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid")
SETUP = table("loup-garou cupidon voyante villageois*3", names=NAMES)
NAMED = CallNames(SETUP, pack("thiercelieux").words["fr"], wording(SETUP, "fr"))
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
    calls = CallSign(CallNames(setup, pack("thiercelieux").words["fr"], wording(setup, "fr")))
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
    words = pack("thiercelieux").words["fr"]
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
