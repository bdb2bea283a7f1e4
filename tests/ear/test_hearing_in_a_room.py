"""The microphone is heard when it is listened to, comes and goes, and never hears what the narrator says."""

from __future__ import annotations

import os
import signal
import sys
from queue import Empty
from typing import Any

import children
import numpy as np
import pytest
from pretended import SECONDS, Room, Table, microphone, speaker, word

from narrator.ear.listener import Listener
from narrator.sound.audio.sound import Sound
from narrator.sound.dsp.samples import frames
from narrator.voice.profile import load_voice
from narrator.voice.table_sound import Changes

pytestmark = pytest.mark.thorough

pytest_plugins = ("rooms_of_sound",)

WORKER = "narrator.ear.worker"


def test_the_microphone_is_heard_only_when_it_is_listened_to(table: Table, sound: Sound, listener: Listener) -> None:
    assert table.told() == "hearing"
    for _ in range(20):
        table.heard.get(timeout=SECONDS)
    listener.listen(False)
    sound.speak(word(100))
    while not table.heard.empty():
        table.heard.get()
    sound.speak(word(200, 4.0))
    with pytest.raises(Empty):
        table.heard.get_nowait()


@pytest.mark.parametrize("asked", [{}, {"rates": [48000], "channels": [2], "inputs": 2}, {"rates": [16000]}])
def test_what_is_heard_comes_at_16_khz_and_its_frames_are_counted(
    room: Room, table: Table, asked: dict[str, Any]
) -> None:
    room.furnish(speaker("default"), microphone("Mic", **asked))
    with table.open() as sound, table.listen(sound):
        came = [table.heard.get(timeout=SECONDS) for _ in range(30)]
    expected = came[0][0]
    for frame, pcm in came:
        assert frame == expected
        expected += len(pcm) // 2
    assert np.frombuffer(came[-1][1], dtype="<i2") == pytest.approx(2000, abs=20), "a silent channel weakens no other"


@pytest.mark.usefixtures("listener")
def test_what_the_narrator_says_is_never_heard_by_himself(table: Table, sound: Sound) -> None:
    """The pretended room echoes for 150 ms: what is heard must be the 2000 of an empty room, and no 20000."""
    assert table.told() == "hearing"
    came: list[tuple[int, bytes]] = []
    for value in (100, 200, 300):
        while not table.heard.empty():
            came.append(table.heard.get())
        came += [table.heard.get(timeout=SECONDS) for _ in range(5)]
        sound.speak(word(value, 2.0))
    while not table.heard.empty():
        came.append(table.heard.get())
    came += [table.heard.get(timeout=SECONDS) for _ in range(5)]
    loudest = max(int(np.frombuffer(pcm, dtype="<i2").max(initial=0)) for _, pcm in came)
    assert loudest < 5000
    ends = [frame + len(pcm) // 2 for frame, pcm in came]
    gaps = [frame - end for (frame, _), end in zip(came[1:], ends, strict=False) if frame != end]
    assert min(gaps) > 0
    assert sum(gaps) >= 16000 * 3, "of the six seconds, most were words: a busy machine may leave holes in them"


@pytest.mark.usefixtures("listener")
def test_a_lost_microphone_is_told_and_heard_again_and_the_voice_goes_on(
    room: Room, table: Table, sound: Sound
) -> None:
    assert table.told() == "hearing"
    table.heard.get(timeout=SECONDS)
    room.befalls("microphone", "gone")
    assert table.changes.get(timeout=SECONDS) == ("input", "Device unavailable")
    sound.speak(word(100))
    assert room.said(100) == frames(0.5)
    room.befalls("microphone")
    assert table.told() == "hearing"
    assert heard_again(table)
    assert table.not_told()


@pytest.mark.usefixtures("listener")
def test_a_microphone_that_hangs_is_opened_again(room: Room, table: Table) -> None:
    assert table.told() == "hearing"
    room.befalls("microphone", "hanging")
    assert table.changes.get(timeout=SECONDS) == ("input", "nothing comes from the microphone")
    room.befalls("microphone")
    assert table.told() == "hearing"


def test_a_microphone_that_opens_and_gives_nothing_does_not_hear(room: Room, table: Table, sound: Sound) -> None:
    room.befalls("microphone", "hanging")
    with table.listen(sound):
        assert table.told() == "input"
        assert table.not_told()
        room.befalls("microphone")
        assert table.told() == "hearing"


def test_a_house_without_a_microphone_says_so_once_and_speaks(room: Room, table: Table) -> None:
    room.furnish(speaker("default"))
    with table.open() as sound, table.listen(sound):
        assert {table.told(), table.told()} == {"open", "input"}
        sound.speak(word(100))
        assert table.not_told()


def test_a_process_that_cannot_be_started_is_a_missing_microphone_and_is_tried_again(
    room: Room, table: Table, sound: Sound, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = sys.executable
    monkeypatch.setattr(sys, "executable", str(room.folder / "nowhere"))
    with table.listen(sound):
        kind, why = table.changes.get(timeout=SECONDS)
        assert (kind, str(room.folder / "nowhere") in why) == ("input", True)
        monkeypatch.setattr(sys, "executable", python)
        assert table.told() == "hearing"


def test_a_process_that_was_stopped_is_replaced(table: Table, listener: Listener) -> None:
    assert table.told() == "hearing"
    (stopped,) = children.running(WORKER)
    os.kill(stopped, signal.SIGSTOP)
    assert table.told() == "input"
    assert table.told() == "hearing"
    assert children.running(WORKER) != [stopped]
    listener.close()
    assert not children.running(WORKER)


def heard_again(table: Table) -> bool:
    """Whether something comes from the microphone that was not there yet."""
    while not table.heard.empty():
        table.heard.get()
    return bool(table.heard.get(timeout=SECONDS)[1])


def test_whatever_becomes_of_the_loudspeaker_the_ears_hear_on_and_a_return_is_told_after_a_loss_alone(
    room: Room, table: Table, sound: Sound
) -> None:
    told: list[str] = []
    changes = Changes(lambda entry: told.append(entry.line))
    changes.begin(load_voice("en").advice)

    def comes(*kinds: str) -> None:
        for kind in kinds:
            came, detail = table.changes.get(timeout=SECONDS)
            assert came == kind
            changes(came, detail)  # type: ignore[arg-type]  # one of its kinds

    with table.listen(sound):
        comes("hearing")
        for _ in range(3):
            os.kill(children.running("narrator.sound.audio.process")[0], signal.SIGKILL)
            comes("replaced")
            assert heard_again(table)
        assert told == []
        room.befalls("default", "gone")
        comes("device")
        assert heard_again(table), "without a loudspeaker too"
        room.befalls("default")
        comes("open")
        assert heard_again(table)
        assert told == ["sound.lost", "sound.back"]


def test_a_house_without_a_loudspeaker_hears_all_the_same(room: Room, table: Table) -> None:
    room.furnish(microphone("Mic"))
    with table.open() as sound:
        assert table.told() == "device"
        with table.listen(sound):
            assert table.changes.get(timeout=SECONDS) == ("hearing", "Mic")
            assert heard_again(table)
        assert not children.running(WORKER)


def test_what_is_played_while_nobody_listens_holds_nobody_up(room: Room, table: Table, sound: Sound) -> None:
    """The pipe takes a second and a half of it."""
    sound.speak(word(100, 8.0))
    assert room.said(100) == frames(8.0)
    with table.listen(sound):
        assert table.told() == "hearing"
        assert heard_again(table), "it is about the past"
