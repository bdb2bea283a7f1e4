"""Keypad, button and light are looked for as a game would, and tried by whoever is there."""

from __future__ import annotations

import ast
import threading
from pathlib import Path
from typing import Any

import pytest
from machines import Somebody, Table
from pads import KEYBOARD, KP, PAD, SIGNS, SPACE, keyed, pressed

import narrator.devices.opening
from narrator.base.resources import PIP
from narrator.devices.opening import Reason
from narrator.doctor import hands
from narrator.doctor.hands import answering, button, keypad, light
from narrator.doctor.visit import FREE, DoctorWords, State, Visit, says
from narrator.rules.core.effects import Form, Term
from narrator.table.inbox.inbox import WallClock

EVERY_KEY = "0123456789.+-*/\n"


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_pad_whose_keys_are_all_pressed_is_well(table: Table) -> None:
    pad = table.pad("Numpad")
    for key in EVERY_KEY:
        pad.put(keyed(key))
    found = keypad(table.visit())
    assert (found.state, found.text.written("en")) == (State.WELL, "“Numpad”: all 16 keys work.")
    assert table.told[0] == "Press 0."
    assert table.told[-1] == "Press Enter."
    assert not pad.grabbed


def test_keys_that_do_not_answer_are_named(table: Table) -> None:
    pad = table.pad()
    for key in EVERY_KEY.replace("7", "").replace("+", ""):
        pad.put(keyed(key))
        if key == "6":
            pad.put([])
    found = keypad(table.visit())
    assert found.state is State.WRONG
    assert "7" in found.text.written("en")


def test_another_key_than_the_one_that_is_asked_for_is_no_answer(table: Table) -> None:
    pad = table.pad(keys=[*KP.values(), SIGNS["\n"]])
    for key in "0123456780\n":
        pad.put(keyed(key))
    found = keypad(table.visit())
    assert found.state is State.WRONG
    assert "9" in found.text.written("en").split(": ")[-1]


def test_a_pad_that_nobody_presses_is_here_and_the_rest_is_not_asked_for(table: Table) -> None:
    table.pad()
    found = keypad(table.visit())
    assert found.state is State.NOTE
    assert len(table.told) == 3


def test_keys_that_a_pad_does_not_have_are_not_asked_for(table: Table) -> None:
    pad = table.pad(keys=PAD - {SIGNS["/"], SIGNS["."]})
    for key in EVERY_KEY.replace("/", "").replace(".", ""):
        pad.put(keyed(key))
    assert keypad(table.visit()).state is State.WELL
    assert "Press slash." not in table.told


def test_where_nobody_is_there_a_pad_is_found_and_nothing_is_asked(table: Table) -> None:
    table.pad("Numpad")
    assert keypad(table.visit(someone=False)).text.written("en") == "“Numpad” is here."
    assert table.told == []


def test_a_pad_that_is_missing_is_a_note_and_a_fault_where_it_is_wanted_or_needed(table: Table) -> None:
    assert keypad(table.visit()).state is State.NOTE
    assert keypad(table.visit(keypad="auto")).state is State.WRONG
    box = table.visit()
    box.boxed = True
    assert keypad(box).state is State.WRONG
    box = table.visit(button="GPIO17")
    box.boxed = True
    assert keypad(box).state is State.NOTE
    assert keypad(table.visit(keypad="none")).remedy is None


def test_why_a_pad_is_missing_is_said_with_what_to_do(table: Table) -> None:
    table.pad("Cherry", keys=KEYBOARD)
    assert keypad(table.visit()).remedy == says("reasons.name_it")
    assert keypad(table.visit(keypad="Logi")).text.written("en") == "Nothing is called “Logi”. Here: Cherry."
    table.pad("Numpad").taken = True
    assert keypad(table.visit()).remedy == FREE
    assert table.devices is not None
    table.devices.denied = True
    assert keypad(table.visit()).remedy == says("reasons.join")
    table.devices = None
    assert keypad(table.visit()).remedy == says("reasons.get_evdev", pip=PIP)


def test_of_several_keyboards_of_a_box_the_one_that_is_pressed_is_named_and_remembered(
    table: Table, home: Path
) -> None:
    table.pad("One", keys=KEYBOARD)
    other = table.pad("Other", keys=KEYBOARD)

    def box() -> Visit:
        visit = table.visit()
        visit.boxed = True
        return visit

    assert keypad(box()).remedy == says("reasons.name_it"), "nobody presses"
    visit = box()

    def tell(words: DoctorWords) -> None:
        if not table.told:
            other.put(keyed("5"))
        table.tell(words)

    visit.tell = tell
    table.told.clear()
    assert "Other" in keypad(visit).text.written("en")
    assert table.told[0] == "Press 5."
    assert (home / "keyboard").read_text(encoding="utf-8") == other.identity
    table.told.clear()
    assert "Other" in keypad(box()).text.written("en")
    assert table.told[0] == "Press 0."


@pytest.mark.parametrize("line", hands.TAKEN)
@pytest.mark.parametrize("boxed", [False, True])
def test_the_service_is_named_for_what_is_taken_only_where_it_is_installed(line: str, boxed: bool) -> None:
    visit = Table().visit()
    visit.boxed = boxed
    terms = {name: Term(Form.TEXT, "GPIO17") for name in ("names", "text", "detail")}
    _, _, remedy = hands.said((Reason(line, terms),), visit)
    assert ("systemctl" in remedy.written("en")) == boxed


def test_lines_of_a_pad_answer_questions(table: Table) -> None:
    pad = table.pad()
    visit = table.visit()
    visit.clock = WallClock()
    somebody = Somebody()
    pad.put(keyed("27\n"))
    with answering(visit, somebody):
        assert somebody.came.wait(30)
    assert somebody.line() == "27"
    assert not pad.grabbed


def test_a_button_that_is_pressed_is_felt(table: Table, board: Any) -> None:
    visit = table.visit(button="GPIO17")
    visit.clock = WallClock()
    pin = board.pin(17)

    def press(_words: DoctorWords) -> None:
        pin.drive_low()
        threading.Timer(0.1, pin.drive_high).start()

    visit.tell = press
    found = button(visit)
    assert (found.state, "works" in found.text.written("en")) == (State.WELL, True)


def test_a_button_that_nobody_presses_is_wrong(board: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.doctor.hands._SECONDS_TO_PRESS", 0.01)
    assert button(Table().visit(button="GPIO17")).state is State.WRONG
    assert button(Table().visit(button="GPIO17", someone=False)).state is State.WELL
    assert board.pin(17).state


def test_pins_that_fail_are_a_finding_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        """Pins of a library that lacks what gpiozero asks it for."""

        def __getattr__(self, name: str) -> object:
            raise AttributeError("module 'lgpio' has no attribute 'SET_BIAS_DISABLE'")

    gpiozero = pytest.importorskip("gpiozero", reason="gpiozero is not installed")
    monkeypatch.setattr(gpiozero.Device, "pin_factory", Broken())
    for found in (button(Table().visit(button="GPIO17")), light(Table().visit(light="GPIO27"))):
        assert (found.state, found.remedy) == (State.WRONG, says("reasons.mend_pins", pip=PIP))
        assert "SET_BIAS_DISABLE" in found.text.written("en")


def test_a_key_may_be_the_button(table: Table) -> None:
    pedal = table.pad("Pedal", keys=[SPACE])
    visit = table.visit(button="KEY_SPACE")
    visit.clock = WallClock()
    pedal.put(pressed(SPACE))
    visit.tell = lambda _words: None
    assert button(visit).state is State.WELL


@pytest.mark.parametrize(
    ("written", "remedy"), [("KEY_SPACE", says("reasons.plug_key")), ("doorbell", says("reasons.write_key"))]
)
def test_a_button_that_is_not_there_is_said_with_what_to_do(written: str, remedy: DoctorWords) -> None:
    found = button(Table().visit(button=written))
    assert (found.state, found.remedy) == (State.WRONG, remedy)
    assert written in found.text.written("en")
    assert button(Table().visit()).state is State.NOTE


def test_a_pin_without_a_board_is_said_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "gpiozero", None)
    for found in (button(Table().visit(button="GPIO17")), light(Table().visit(light="GPIO27"))):
        assert (found.state, found.remedy) == (State.WRONG, says("reasons.get_gpiozero", pip=PIP))


def test_a_light_that_is_counted_right_is_seen(table: Table, board: Any) -> None:
    found = light(table.visit("5", light="GPIO27"))
    assert (found.state, found.text.written("en")) == (State.WELL, "“GPIO27” works: 5 blinks, counted right.")
    assert table.clock.now() > 4
    assert not board.pin(27).state


def test_a_light_that_is_counted_wrong_or_by_nobody_is_wrong(board: Any) -> None:
    assert "blinked 5 times; 3 were seen" in light(Table().visit("3", light="GPIO27")).text.written("en")
    assert "nobody" in light(Table().visit(light="GPIO27")).text.written("en")
    assert light(Table().visit(light="GPIO27", someone=False)).state is State.WELL
    assert not board.pin(27).state


def test_the_light_of_a_pad_is_tried(table: Table) -> None:
    pad = table.pad()
    assert light(table.visit("5", light="keypad")).state is State.WELL
    assert pad.lit == {0: False}
    assert light(Table().visit(light="keypad")).state is State.WRONG
    assert light(Table().visit(light="lantern")).remedy == says("reasons.write_light")
    assert light(Table().visit()).state is State.NOTE


def test_every_reason_of_the_search_has_words_here() -> None:
    source = ast.parse(Path(narrator.devices.opening.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(source) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    because = [call.args[0] for call in calls if ast.unparse(call.func) == "_because"]
    lines = {line.value for line in because if isinstance(line, ast.Constant)}
    assert lines == hands.SAID.keys()
