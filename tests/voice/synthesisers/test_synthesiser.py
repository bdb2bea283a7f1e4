"""An engine's process answers each order in time, or is told as lost; texts come to it on one line."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import children
import pytest

from narrator.voice.synthesisers.synthesiser import EngineWorker, SynthesiserError, pronounceable

MODULE = "narrator.voice.synthesisers.piper_worker"


@pytest.fixture
def worker() -> Iterator[EngineWorker]:
    """Return the process of an engine to which each order is strange."""
    worker = EngineWorker("Piper", "piper_worker", {"strange": 1})
    yield worker
    worker.kill()
    worker.kill()
    assert children.running(MODULE) == []


def process_of(worker: EngineWorker) -> int:
    """Return the process that runs the module: it does from its first answer on."""
    with pytest.raises(SynthesiserError):
        worker.answer(30)
    (pid,) = children.running(MODULE)
    return pid


def test_what_the_library_raises_is_told_and_the_next_order_is_answered(worker: EngineWorker) -> None:
    with pytest.raises(SynthesiserError, match=r"^Piper: .*strange"):
        worker.answer(30)
    with pytest.raises(SynthesiserError, match=r"^Piper: .*other"):
        worker.ask({"other": 2}, 30)


def test_a_process_that_was_killed_is_lost(worker: EngineWorker) -> None:
    os.kill(process_of(worker), signal.SIGKILL)
    with pytest.raises(SynthesiserError, match=r"^Piper: it has ended"):
        worker.answer(30)


def test_a_process_that_does_not_answer_is_lost(worker: EngineWorker) -> None:
    os.kill(process_of(worker), signal.SIGSTOP)
    with pytest.raises(SynthesiserError, match=r"^Piper: it does not answer"):
        worker.ask({"strange": 2}, 0.01)


@pytest.mark.parametrize(
    ("text", "given"),
    [
        (" La nuit\ttombe.\n", "La nuit tombe."),
        ("Zo\N{COMBINING DIAERESIS}e", "Zo\N{COMBINING DIAERESIS}e"),
        ("7", "7"),
    ],
)
def test_a_text_is_given_on_one_line(text: str, given: str) -> None:
    assert pronounceable(text) == given


@pytest.mark.parametrize("text", ["", " \n", "... !", "\0"])
def test_in_signs_alone_there_is_nothing_to_pronounce(text: str) -> None:
    assert pronounceable(text) == ""
