"""An interruption by a signal is never lost, wherever it strikes."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import cast

import pytest

from narrator.app.interruption import interrupted_by

SECONDS = 20
"""How long a lost interruption is waited for before the test fails."""


def struck_as_it_is_dropped() -> Iterator[int]:
    """Yield once; the signal comes while Python puts the generator away."""
    try:
        yield 1
    finally:
        signal.raise_signal(signal.SIGTERM)


def test_an_interruption_that_a_finaliser_swallows_is_raised_again() -> None:
    with interrupted_by(signal.SIGTERM) as told:
        dropped = struck_as_it_is_dropped()
        next(dropped)
        del dropped
        with pytest.raises(KeyboardInterrupt):
            threading.Event().wait(SECONDS)
    assert told == [signal.SIGTERM]


def test_a_lock_is_given_back_although_a_signal_strikes_as_it_is_taken() -> None:
    given_back: list[tuple[object, ...]] = []
    lock = SimpleNamespace(
        acquire=lambda: None,
        release=lambda: None,
        __enter__=partial(signal.raise_signal, signal.SIGTERM),
        __exit__=lambda *why: given_back.append(why),
    )
    with interrupted_by(signal.SIGTERM):
        with threading.Condition(cast("threading.Lock", lock)):
            pass
        assert given_back
        with pytest.raises(KeyboardInterrupt):
            threading.Event().wait(SECONDS)


def test_only_the_first_signal_interrupts() -> None:
    with interrupted_by(signal.SIGTERM) as told:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)
    assert told == [signal.SIGTERM, signal.SIGTERM]


def test_an_ignored_signal_stays_ignored_and_the_handlers_are_put_back() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with interrupted_by(signal.SIGTERM) as told:
            signal.raise_signal(signal.SIGTERM)
        assert told == []
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)
