"""The first words of a box: how they are said, and that nothing else is waited for where they are kept as sound."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue

import pytest

from narrator.base.processes.liveness import Pulses
from narrator.evening.app.ports.prompt_voice import PromptVoice
from narrator.evening.box.service import hello
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.packs.markup import TextPart, caption
from narrator.sound.audio.playback import NoSoundError
from narrator.table.session.narration import CaptionsOnly
from narrator.voice import profile
from narrator.voice.profile import Voice
from narrator.voice.table_sound import Speaking
from narrator.voice.voice_files import VoiceError, read_first_words

SECONDS = 30.0

HELLO = hello("fr")


class Loudspeaker:
    """In place of the process of sound: it says when it was given something to say."""

    missing: NoSoundError | None = None
    played = -1

    def __init__(self, *_names: str | None, **_ways: object) -> None:
        self.said = threading.Event()
        self.heard: list[bytes] = []
        OPEN.append(self)

    def __enter__(self) -> Loudspeaker:
        return self

    def __exit__(self, *_error: object) -> None:
        """Be closed."""

    def begin_pcm(self, pcm: bytes) -> None:
        if self.missing is not None:
            raise self.missing
        self.heard.append(pcm)
        self.said.set()

    def begin_parts(self, parts: object) -> None:
        self.begin_pcm(b"".join(part.tobytes() for part in parts))  # type: ignore[attr-defined]

    def ambience(self, on: bool) -> None:
        """Nothing is heard of it between games."""


class Microphone:
    """In place of the process that listens: it says when it is listened to."""

    def __init__(self, *_ways: object) -> None:
        """Be there."""

    def __enter__(self) -> Microphone:
        return self

    def __exit__(self, *_error: object) -> None:
        """Be closed."""

    def listen(self, on: bool) -> None:
        LISTENED.put(on)


OPEN: list[Loudspeaker] = []
LISTENED: SimpleQueue[bool] = SimpleQueue()


@pytest.fixture(autouse=True)
def _no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    OPEN.clear()
    monkeypatch.setattr("narrator.sound.audio.sound.Sound", Loudspeaker)
    monkeypatch.setattr("narrator.ear.listener.Listener", Microphone)


@pytest.fixture
def late_voice(monkeypatch: pytest.MonkeyPatch) -> Callable[[], bool]:
    """Load voices only once something is said; return whether they had to be waited for in vain."""
    load, in_vain = profile.load_voice, threading.Event()

    def load_voice(name: str) -> Voice:
        if not OPEN or not OPEN[-1].said.wait(SECONDS):
            in_vain.set()
        return load(name)

    monkeypatch.setattr("narrator.voice.profile.load_voice", load_voice)
    return in_vain.is_set


def test_words_that_are_kept_as_sound_are_said_before_the_voice_is_loaded(late_voice: Callable[[], bool]) -> None:
    voice = PromptVoice(Speaking("fr"), Pulses(), listens=False, hello=HELLO)
    assert voice.greets()
    voice.close()
    assert not late_voice()
    assert voice.table is not None
    assert HELLO is not None
    assert OPEN[-1].heard == [read_first_words("fr", caption(HELLO))]


def test_the_microphone_opens_while_the_first_words_are_said(late_voice: Callable[[], bool]) -> None:
    voice = PromptVoice(Speaking("fr"), Pulses(), listens=True, hello=HELLO)
    assert voice.greets()
    assert LISTENED.get(timeout=SECONDS)
    voice.close()
    assert not late_voice()


@pytest.mark.parametrize(
    ("name", "words"),
    [("fr", (TextPart("Bonsoir, mes amis."),)), ("conteur", HELLO)],
    ids=["words", "voice"],
)
def test_what_is_not_kept_is_said_by_the_voice(name: str, words: tuple[TextPart, ...]) -> None:
    voice = PromptVoice(Speaking(name), Pulses(), listens=False, hello=words)
    assert voice.greets()
    (loud,) = OPEN[-1].heard
    assert loud != read_first_words("fr", caption(words))
    assert len(loud) > len(caption(words))
    voice.close()


def test_without_words_nothing_is_said() -> None:
    voice = PromptVoice(Speaking("fr"), Pulses(), listens=False)
    assert not voice.greets()
    voice.close()
    assert OPEN[-1].heard == []


def test_what_cannot_be_heard_is_not_taken_for_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Loudspeaker, "missing", NoSoundError("device", "no card"))
    voice = PromptVoice(Speaking("fr"), Pulses(), listens=False, hello=HELLO)
    assert not voice.greets()
    voice.close()


def test_a_voice_that_there_is_not_is_refused_later_and_nobody_waits() -> None:
    voice = PromptVoice(Speaking("personne"), Pulses(), listens=False, hello=HELLO)
    assert not voice.greets()
    clock = VirtualClock()
    with pytest.raises(VoiceError, match="personne"):
        voice.mouth(CaptionsOnly(clock, lambda _said: 0.0))
    voice.close()
