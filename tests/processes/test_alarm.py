"""An alarm wakes whoever waits for it, once for all its rings."""

from __future__ import annotations

import select
import threading

from narrator.processes.alarm import Alarm


def rings(alarm: Alarm) -> bool:
    return bool(select.select([alarm], [], [], 0)[0])


def test_an_alarm_rings_until_it_is_heard_and_then_no_more() -> None:
    alarm = Alarm()
    assert not rings(alarm)
    alarm.ring()
    alarm.ring()
    assert rings(alarm)
    alarm.wait()
    assert not rings(alarm)
    alarm.close()


def test_an_alarm_wakes_a_thread_that_waits_for_it() -> None:
    alarm = Alarm()
    waiting = threading.Thread(target=alarm.wait, args=(60.0,))
    waiting.start()
    alarm.ring()
    waiting.join(30.0)
    assert not waiting.is_alive()
    alarm.close()


def test_whoever_rings_never_waits_however_many_rings_are_not_heard() -> None:
    alarm = Alarm()
    for _ in range(1 << 17):  # more than a pipe holds
        alarm.ring()
    alarm.wait()
    alarm.wait()
    assert not rings(alarm)
    alarm.close()
