"""What is said is heard to its end, whatever becomes of the process or the loudspeaker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import children
import numpy as np
import pytest
from pretended import SECONDS, Room, Table, microphone, speaker, word

import narrator
from narrator.sound.audio import sound as sound_module
from narrator.sound.audio.playback import NoSoundError
from narrator.sound.audio.sound import Sound
from narrator.sound.dsp.samples import RATE, Samples, frames, silence, to_pcm

pytest_plugins = ("rooms_of_sound",)
pytestmark = pytest.mark.thorough

AUDIO = "narrator.sound.audio.process"


def process() -> int:
    (pid,) = children.running(AUDIO)
    return pid


def test_lines_are_heard_whole_and_in_order(room: Room, sound: Sound) -> None:
    lines = [word(100), silence(0.3), word(200), word(300, 0.1)]
    speeches = [sound.begin(line) for line in lines]
    for speech in speeches:
        speech.wait()
    sound.speak(word(400))
    assert room.words() == [100, 200, 300, 400]
    assert to_pcm(np.concatenate([word(100), word(200)])) in room.spoken().tobytes()
    assert room.said(400) == frames(0.5)


@pytest.mark.parametrize("signal_", [signal.SIGSTOP, signal.SIGKILL])
def test_a_process_that_stops_or_dies_is_replaced_and_says_the_line_to_its_end(
    room: Room, table: Table, sound: Sound, signal_: signal.Signals
) -> None:
    sound.speak(word(50, 4.0))
    first = process()
    line = sound.begin(np.concatenate([word(100), silence(0.3), word(200, 8.0)]))
    room.until(200)
    os.kill(first, signal_)
    line.wait()
    assert table.told() == "replaced"
    assert process() != first
    assert room.words() in ([50, 100, 200], [50, 100, 200, 100, 200])
    assert (room.spoken()[-frames(8.0) :] == 200).all()
    assert first not in children.of("self")


def test_a_new_process_knows_the_level_from_its_first_sample(room: Room, table: Table, sound: Sound) -> None:
    sound.level(0.5)
    sound.speak(word(50, 4.0))
    os.kill(process(), signal.SIGKILL)
    sound.speak(word(400))
    assert table.told() == "replaced"
    assert room.said(200) == frames(0.5)
    assert not room.said(400)


def test_lines_that_wait_are_said_by_the_next_process(room: Room, sound: Sound) -> None:
    speeches = [sound.begin(word(value, 2.0)) for value in (100, 200, 300)]
    room.until(100)
    os.kill(process(), signal.SIGKILL)
    for speech in speeches:
        speech.wait()
    assert [value for value in room.words() if value != 100] == [200, 300]
    assert (room.spoken()[-3 * frames(2.0) :] == np.repeat([100, 200, 300], frames(2.0))).all()


def test_a_device_that_goes_and_comes_back_within_moments_costs_no_line(room: Room, table: Table, sound: Sound) -> None:
    sound.speak(word(50, 4.0))
    line = sound.begin(word(100, 8.0))
    room.until(100)
    first = process()
    room.befalls("default", "gone")
    assert children.ends(first, SECONDS)
    room.befalls("default")
    line.wait()
    assert table.told() == "replaced"
    assert (room.spoken()[-frames(8.0) :] == 100).all()


def test_when_a_device_goes_the_next_one_is_taken(room: Room, table: Table) -> None:
    room.furnish(speaker("Box"), speaker("HDMI", rates=[48000]))
    with table.open("box") as sound:
        assert table.changes.get(timeout=SECONDS) == ("open", "Box")
        line = sound.begin(word(100, 8.0))
        room.until(100)
        room.befalls("Box", "gone")
        line.wait()
        assert table.changes.get(timeout=SECONDS) == ("moved", "HDMI")
        assert sound.device == "HDMI"


def test_a_device_that_takes_nothing_more_is_given_up(room: Room, table: Table, sound: Sound) -> None:
    sound.speak(word(50, 4.0))
    line = sound.begin(word(100, 8.0))
    room.until(100)
    hanging = process()
    room.befalls("default", "hanging")
    assert children.ends(hanging, SECONDS)
    room.befalls("default")
    line.wait()
    assert table.changes.get(timeout=SECONDS) == ("replaced", "the loudspeaker takes no more samples")


def test_without_a_device_the_game_goes_on_and_sound_comes_back_by_itself(
    room: Room, table: Table, sound: Sound, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sound_module, "GRACE", 1.5)
    sound.speak(word(50, 4.0))
    line = sound.begin(word(100, 8.0))
    room.until(100)
    room.befalls("default", "gone")
    with pytest.raises(NoSoundError, match="Device unavailable") as lost:
        line.wait()
    assert table.changes.get(timeout=SECONDS)[0] == lost.value.kind
    with pytest.raises(NoSoundError):
        sound.speak(word(200))
    assert sound.missing is not None
    room.befalls("default")
    assert table.told() == "open"
    assert sound.missing is None
    sound.speak(word(300))
    assert room.words()[-1] == 300
    assert not room.said(200)


@pytest.mark.parametrize("missing", ["raise OSError('PortAudio library not found')", "import os; os.abort()"])
def test_sound_that_was_never_there_is_known_at_once(room: Room, table: Table, missing: str) -> None:
    (room.folder / "sounddevice.py").write_text(missing, encoding="utf-8")
    with table.open() as sound, pytest.raises(NoSoundError) as lacks:
        sound.speak(word(100))
    assert lacks.value.kind == table.told() == ("portaudio" if "library" in missing else "lost")
    assert table.not_told()


def test_a_house_without_a_loudspeaker_says_so(room: Room, table: Table) -> None:
    room.furnish(microphone("microphone"))
    with table.open() as sound:
        assert sound.missing is not None
        assert sound.missing.kind == "device"
        assert str(sound.missing) == "no loudspeaker is found"


@pytest.mark.parametrize(
    ("refuses", "asked"),
    [
        ({}, (RATE, 1)),
        ({"channels": [2]}, (RATE, 2)),
        ({"rates": [48000, 44100]}, (48000, 1)),
        ({"rates": [44100], "channels": [6], "outputs": 6}, (44100, 6)),
    ],
)
def test_a_device_is_spoken_to_at_its_own_rate_and_on_all_its_channels(
    room: Room, table: Table, refuses: dict[str, Any], asked: tuple[int, int]
) -> None:
    room.furnish(speaker("Box", **refuses))
    with table.open() as sound:
        sound.speak(word(1000, 1.0))
        sound.speak(silence(0.5))
        rate, channels = asked
        assert room.asked()[:3] == ("Box", rate, channels)
        heard = room.heard().reshape(-1, channels)
        assert (heard == heard[:, :1]).all()
        assert (abs(heard[:, 0] - 1000) < 20).sum() == pytest.approx(rate, rel=0.01)


@pytest.mark.parametrize(("lead_in", "heard"), [(0.0, 0.5), (0.6, 1.0)])
def test_a_loudspeaker_that_sleeps_in_silence_is_woken_before_a_line(
    room: Room, sound: Sound, lead_in: float, heard: float
) -> None:
    room.befalls("default", "sleeping")
    sound.lead_in(lead_in)
    for value in (2000, 3000):
        sound.speak(silence(6.0))
        sound.speak(word(value, 1.0))
        assert room.said(value) == pytest.approx(frames(heard), abs=frames(0.02))
    sound.speak(silence(1.0))
    sound.speak(word(4000, 1.0))
    assert room.said(4000) == frames(1.0)


def test_a_loudspeaker_that_starves_is_asked_to_hold_more_between_two_lines(room: Room, sound: Sound) -> None:
    sound.speak(word(100))
    first = room.asked()[3]
    room.befalls("default", "starving")
    sound.speak(word(200, 1.0))
    sound.speak(word(300, 1.0))
    assert room.asked()[3] > first
    room.befalls("default")
    sound.speak(word(400, 1.0))
    assert room.words() == [100, 200, 300, 400]
    assert [room.said(value) for value in (200, 300, 400)] == [frames(1.0)] * 3
    assert sound.underruns > 0


def test_a_loudspeaker_that_runs_dry_in_silence_holds_no_more_and_the_next_line_begins_as_soon(
    room: Room, sound: Sound
) -> None:
    sound.speak(word(100))
    first = room.asked()[3]
    sound.speak(silence(1.0))
    room.befalls("default", "starving")
    sound.speak(silence(2.0))
    room.befalls("default")
    sound.speak(silence(1.0))
    sound.speak(word(200))
    assert sound.underruns > 0
    assert room.asked()[3] == first


def test_what_is_interrupted_is_not_said_to_its_end_and_what_follows_is_said_once_it_may_be(
    room: Room, sound: Sound
) -> None:
    sound.interrupted = lambda: 100 in room.words()
    sound.speak(word(100, 60.0))
    sound.speak(word(200))
    sound.interrupted = lambda: False
    sound.speak(word(300))
    assert 0 < room.said(100) < frames(60.0)
    assert (room.said(200), room.said(300)) == (0, frames(0.5))


def test_a_line_in_parts_is_heard_from_its_first_one_on_and_left_where_it_is_interrupted(
    room: Room, sound: Sound
) -> None:
    def parts() -> Iterator[Samples]:
        yield word(100)
        room.until(100)
        yield word(200)
        sound.interrupted = lambda: True
        yield word(300)

    sound.speak_parts(parts())
    sound.interrupted = lambda: False
    sound.speak(word(400))
    assert room.said(100) > 0
    assert (room.said(300), room.said(400)) == (0, frames(0.5))


def test_hush_lets_everybody_go(room: Room, sound: Sound) -> None:
    speeches = [sound.begin(word(value, 20.0)) for value in (100, 200)]
    room.until(100)
    sound.hush()
    for speech in speeches:
        speech.wait()
    sound.speak(word(300))
    assert not room.said(200)
    assert room.said(100) < frames(20.0)
    assert room.said(300) == frames(0.5)


def test_an_interrupted_line_falls_silent_at_once(room: Room, sound: Sound, monkeypatch: pytest.MonkeyPatch) -> None:
    def ctrl_c(*_: object) -> None:
        room.until(100)
        raise KeyboardInterrupt

    monkeypatch.setattr("narrator.sound.audio.playback.Speech.wait", ctrl_c)
    with pytest.raises(KeyboardInterrupt):
        sound.speak(word(100, 20.0))
    monkeypatch.undo()
    sound.speak(word(300))
    assert room.said(100) < frames(20.0)
    assert room.said(300) == frames(0.5)


def test_nothing_is_left_when_sound_is_closed(table: Table) -> None:
    sound = table.open()
    assert table.told() == "open"
    line = sound.begin(word(100, 20.0))
    sound.close()
    sound.close()
    assert children.running(AUDIO) == []
    with pytest.raises(NoSoundError):
        line.wait()
    with pytest.raises(NoSoundError):
        sound.speak(word(100))


def test_what_is_asked_of_a_closed_sound_is_nothing(table: Table) -> None:
    sound = table.open()
    sound.close()
    with (table.room.folder / "reused").open("wb") as reused:
        sound.level(0.5)
        sound.hush()
        sound.scene("night", 1, 1)
        with pytest.raises(NoSoundError):
            sound.speak(word(100))
        assert reused.tell() == 0
    assert (table.room.folder / "reused").read_bytes() == b""


GAME = """
import numpy, sys
from narrator.sound.audio.sound import Sound
from narrator.ear.listener import Listener
with Sound() as sound, Listener("", sound.played, lambda kind, _: print(kind, flush=True)) as listener:
    listener.listen(True)
    sound.speak(numpy.full(22050 * 60, 0.01, dtype=numpy.float32))
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_the_processes_end_with_the_game_however_it_ends(room: Room, end: signal.Signals) -> None:
    path = os.pathsep.join([str(room.folder), str(Path(narrator.__file__).parents[1])])
    with subprocess.Popen(
        [sys.executable, "-c", GAME],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as game:
        assert game.stdout is not None
        assert game.stdout.readline() == "hearing\n"
        both = children.of(game.pid)
        assert len(both) == 2
        room.until(328)
        game.send_signal(end)
    assert all(children.ends(child, SECONDS) for child in both)


def test_an_unknown_scene_is_told_and_the_voice_goes_on(room: Room, table: Table, sound: Sound) -> None:
    sound.scene("the far side of the moon", 1, 1)
    assert table.told() == "ambience"
    sound.speak(word(100))
    assert room.said(100) == frames(0.5)


def test_a_scene_is_heard_between_the_lines_and_can_be_switched_off(room: Room, sound: Sound) -> None:
    sound.scene("night", 1, 1)
    while not len(room.heard()):
        threading.Event().wait(0.01)
    sound.ambience(False)
    sound.speak(silence(8.0))
    before = len(room.heard())
    sound.speak(silence(2.0))
    assert len(room.heard()) == before


def test_a_scene_is_lower_while_somebody_is_listened_to_also_from_a_new_process(room: Room, sound: Sound) -> None:
    sound.scene("night", 1, 1)
    sound.speak(silence(20.0))
    whole = np.abs(room.heard()[-frames(8.0) :]).mean()
    sound.attend(True)
    sound.speak(silence(10.0))
    assert np.abs(room.heard()[-frames(8.0) :]).mean() < 0.4 * whole
    os.kill(process(), signal.SIGKILL)
    sound.speak(silence(20.0))
    assert np.abs(room.heard()[-frames(8.0) :]).mean() < 0.4 * whole


def test_the_sound_gives_signs_of_life_as_long_as_it_plays_and_as_long_as_it_is_known_to_be_missing(room: Room) -> None:
    told: SimpleQueue[str] = SimpleQueue()
    waited: list[str] = []

    def until(what: str) -> None:
        while told.get(timeout=SECONDS) != what:
            pass

    def changed(kind: str, _detail: str) -> None:
        told.put(kind)

    with Sound(on_change=changed, playing=lambda: told.put("alive"), waiting=lambda: waited.append("alive")) as sound:
        until("open")
        until("alive")
        sound.speak(word(100))
        assert waited
        room.befalls("default", "gone")
        until("device")
        until("alive")
        until("alive")


def test_the_sound_gives_signs_of_life_while_a_loudspeaker_that_was_lost_is_stuck_in_its_opening(room: Room) -> None:
    told: SimpleQueue[str] = SimpleQueue()
    with Sound(on_change=lambda kind, _detail: told.put(kind), playing=lambda: told.put("alive")):
        room.befalls("default", "gone")
        while told.get(timeout=SECONDS) != "device":
            pass
        room.befalls("default", "stuck")
        stuck = room.stuck()
        while not told.empty():
            told.get()
        assert told.get(timeout=SECONDS) == "alive"
        assert process() == stuck
