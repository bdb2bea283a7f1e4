"""A waker wakes whoever waits for it, once for all calls."""

from __future__ import annotations

import select
import threading

from narrator.processes.waker import Waker


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
