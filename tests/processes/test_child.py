"""What a child process fails with is found in the log, for nobody sees what it prints."""

from __future__ import annotations

import select
import threading
from pathlib import Path

import pytest

from narrator.processes.child import Child, spawned
from narrator.processes.message_child import BackOff, Waker

FAILING = """
import threading
from narrator.processes.child import log_as

log_as("trial")

def fail():
    raise ValueError("Alice is a wolf")

{}
"""


@pytest.mark.parametrize(
    ("ending", "told"),
    [("fail()", "ends: ValueError at"), ("threading.Thread(target=fail).start()", "a thread ends: ValueError at")],
)
def test_what_ends_a_child_or_its_thread_is_logged_but_for_its_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, told: str
) -> None:
    (tmp_path / "failing_child.py").write_text(FAILING.format(ending), encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("NARRATOR_LOG", str(tmp_path / "log"))
    process = spawned("failing_child")
    process.wait()
    Child(process).end()
    log = (tmp_path / "log").read_text(encoding="utf-8")
    assert f"trial CRITICAL narrator.processes.child {told}" in log
    assert "Alice" not in log


def wakes(waker: Waker) -> bool:
    return bool(select.select([waker], [], [], 0)[0])


def test_who_waits_is_woken_once_for_all_calls() -> None:
    waker = Waker()
    assert not wakes(waker)
    waker.wake()
    waker.wake()
    assert wakes(waker)
    waker.wait()
    assert not wakes(waker)
    waker.close()


def test_a_thread_that_waits_is_woken() -> None:
    waker = Waker()
    waiting = threading.Thread(target=waker.wait, args=(60.0,))
    waiting.start()
    waker.wake()
    waiting.join(30.0)
    assert not waiting.is_alive()
    waker.close()


def test_whoever_wakes_never_waits_however_many_calls_there_were() -> None:
    waker = Waker()
    for _ in range(1 << 17):  # more than a pipe holds
        waker.wake()
    waker.wait()
    waker.wait()
    assert not wakes(waker)
    waker.close()


def test_each_wait_is_twice_as_long_up_to_a_limit_and_short_again_once_all_was_well() -> None:
    back_off = BackOff(0.5, 3.0)
    assert [back_off.next() for _ in range(5)] == [0.5, 1.0, 2.0, 3.0, 3.0]
    back_off.reset()
    assert [back_off.next() for _ in range(2)] == [0.5, 1.0]
