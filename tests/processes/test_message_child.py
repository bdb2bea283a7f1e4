"""What stands around a child process that exchanges messages: when another one is started."""

from __future__ import annotations

from narrator.processes.message_child import BackOff


def test_each_wait_is_twice_as_long_up_to_a_limit_and_short_again_once_all_was_well() -> None:
    back_off = BackOff(0.5, 3.0)
    assert [back_off.next() for _ in range(5)] == [0.5, 1.0, 2.0, 3.0, 3.0]
    back_off.reset()
    assert [back_off.next() for _ in range(2)] == [0.5, 1.0]
