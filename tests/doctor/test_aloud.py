"""In a room with a loudspeaker the doctor speaks, says a number and asks for it back, and listens to the microphone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from machines import Table
from pads import keyed
from pretended import Room, microphone, speaker

from narrator.doctor.loudspeaker import loudspeaker
from narrator.doctor.microphone import microphone as listen
from narrator.doctor.visit import FREE, DoctorWords, Finding, State, Visit, says

pytestmark = pytest.mark.thorough

pytest_plugins = ("rooms_of_sound",)


@pytest.fixture
def room(room: Room, home: Path) -> Room:
    assert not home.exists()
    room.furnish(speaker("HDMI"), speaker("USB Box"), microphone("USB Mic"))
    return room


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    for visit in table.visits:
        visit.close()


def tried(visit: Visit) -> tuple[State, DoctorWords | None]:
    found: Finding = loudspeaker(visit)
    return found.state, found.remedy


def test_a_number_that_is_given_back_has_been_heard(room: Room, table: Table) -> None:
    assert "30 instead of 39" in loudspeaker(table.visit("thirty", "thirty")).text.written("en")
    assert loudspeaker(table.visit("pardon?", "thirty-nine")).state is State.WELL
    assert table.told[0].startswith("After a few seconds of silence I will say a number")
    assert np.abs(room.heard()).max() > 3000


def test_a_number_that_nobody_gives_back_was_not_heard(room: Room, table: Table) -> None:
    assert tried(table.visit()) == (State.WRONG, says("loudspeaker.louder"))
    assert room.asked()[0] == "HDMI"


def test_a_loudspeaker_that_swallows_what_comes_after_silence_is_told_from_one_that_is_too_soft(
    room: Room, table: Table
) -> None:
    assert room.folder.is_dir()
    found = loudspeaker(table.visit("thirty", "thirty-nine"))
    assert (found.state, "swallows" in found.text.written("en")) == (State.WRONG, True)
    assert found.remedy is not None
    assert "lead_in: 1`" in found.remedy.written("en")
    found = loudspeaker(table.visit("nine", "thirty-nine", lead_in=2.5))
    assert found.remedy is not None
    assert "lead_in: 3`" in found.remedy.written("en")


def test_a_number_may_be_keyed_on_the_pad(room: Room, table: Table) -> None:
    table.pad().put(keyed("39\n"))
    found = loudspeaker(table.visit(waits=True))
    assert (found.state, room.asked()[0]) == (State.WELL, "HDMI")


def test_where_nobody_is_there_the_loudspeaker_only_has_to_take_sound(room: Room, table: Table) -> None:
    found = loudspeaker(table.visit(someone=False))
    assert (found.state, found.text.written("en")) == (State.WELL, "“HDMI” opens and plays.")
    assert not room.heard().any()


def test_another_loudspeaker_than_the_chosen_one_is_a_fault(room: Room, table: Table) -> None:
    assert loudspeaker(table.visit(someone=False, output="usb")).state is State.WELL
    assert room.asked()[0] == "USB Box"
    found = loudspeaker(table.visit(someone=False, output="Jabra"))
    assert (found.state, "Jabra" in found.text.written("fr")) == (State.WRONG, True)


def test_a_loudspeaker_or_microphone_that_the_number_of_a_card_chose_is_noted(room: Room, table: Table) -> None:
    room.furnish(speaker("HDMI"), speaker("USB: - (hw:2,0)"), microphone("Mic: - (hw:3,0)"))
    visit = table.visit(someone=False, output="hw:2,0", input="hw:3,0")
    found = loudspeaker(visit)
    assert (found.state, found.remedy) == (State.NOTE, says("devices.keep_name"))
    assert "“USB: - (hw:2,0)” opens" in found.text.written("en")
    assert loudspeaker(table.visit(someone=False, output="USB")).state is State.WELL


def test_a_loudspeaker_that_does_not_open_is_a_fault_and_says_why(room: Room, table: Table) -> None:
    room.befalls("HDMI", "gone")
    room.befalls("USB Box", "gone")
    found = loudspeaker(table.visit(someone=False))
    assert (found.state, found.remedy) == (State.WRONG, FREE)
    assert "Device unavailable" in found.text.written("fr")


def test_a_machine_without_a_loudspeaker_is_told_to_have_one_plugged_in(room: Room, table: Table) -> None:
    room.furnish(microphone("USB Mic"))
    found = loudspeaker(table.visit(someone=False))
    assert (found.state, found.text, found.remedy) == (State.WRONG, says("loudspeaker.none"), says("loudspeaker.plug"))


def test_a_slip_in_a_file_of_the_sound_system_is_why_there_is_no_loudspeaker(room: Room, table: Table) -> None:
    room.furnish()
    slip = (
        b"(_snd_config_load_with_include) _toplevel_:4:0:Unexpected char\n"
        b"(config_file_open) /a/.asoundrc may be old or corrupted\n"
    )
    library = room.folder / "sounddevice.py"
    library.write_text(f"{library.read_text(encoding='utf-8')}\nimport os\nos.write(2, {slip!r})\n", encoding="utf-8")
    found = loudspeaker(table.visit(someone=False))
    told = says("loudspeaker.slip", detail="/a/.asoundrc:4: Unexpected char")
    assert (found.state, found.text) == (State.WRONG, told)


def test_the_channel_that_is_chosen_is_the_one_that_is_judged_and_told(room: Room, table: Table) -> None:
    room.furnish(microphone("Array", inputs=2))  # its first channel alone hears anything

    def tried(channel: int) -> tuple[Finding, bool]:
        visit = table.visit(someone=False, channel=channel)
        visit.quick = True
        return listen(visit), bool(np.abs(visit.booth.heard(0.1)).max() > 0.01)

    for channel, heard in ((1, True), (2, False)):
        found, hears = tried(channel)
        assert (found.text.behind, hears) == ((says("microphone.channel", channel=channel),), heard)
    found, hears = tried(3)
    assert (found.text, hears) == (says("microphone.no_channel", device="Array", channel=3, count=2), True)


def test_the_microphone_is_heard_whether_or_not_there_is_a_loudspeaker(room: Room, table: Table) -> None:
    visit = table.visit(someone=False)
    visit.quick = True
    found = listen(visit)
    assert "USB Mic" in found.text.written("en")
    room.furnish(microphone("USB Mic"))
    alone = table.visit(someone=False)
    alone.quick = True
    assert "USB Mic" in listen(alone).text.written("en")


def test_a_level_that_never_moves_is_mute(table: Table, room: Room) -> None:
    assert room.folder.is_dir()
    visit = table.visit(someone=False)
    visit.quick = True
    assert listen(visit).remedy == says(
        "microphone.unmute"
    )  # the pretended one gives a constant: an offset and no sound


def test_a_microphone_that_does_not_open_is_a_fault_and_none_is_a_note(room: Room, table: Table) -> None:
    room.befalls("USB Mic", "gone")
    found = listen(table.visit(someone=False))
    assert (found.state, found.remedy) == (State.WRONG, FREE)
    room.furnish(speaker("HDMI"))
    assert listen(table.visit(someone=False)).state is State.NOTE
    assert listen(table.visit(someone=False, input="USB")).state is State.WRONG
