"""What is opened in a `with` statement is closed at its end, whatever ends it."""

from __future__ import annotations

import pytest

from narrator.base.closing import Closing


class Door(Closing):
    """A door that counts how often it is closed."""

    closed = 0

    def close(self) -> None:
        self.closed += 1


def test_what_is_opened_is_closed_at_the_end() -> None:
    with Door() as door:
        assert door.closed == 0
    assert door.closed == 1


def test_it_is_closed_by_an_error_too_and_the_error_goes_on() -> None:
    door = Door()
    with pytest.raises(KeyError), door:
        raise KeyError
    assert door.closed == 1
