"""The pins of a Raspberry Pi, through the package gpiozero, which may be missing: a button and a light."""

from __future__ import annotations

import queue
import re
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from narrator.devices.button import NAME, Edge
from narrator.devices.connection import ConnectedDevices

PIN = re.compile(r"GPIO(\d{1,2})")
"""How a pin is written: its number as the board's maker counts, such as `GPIO17`."""


class NoPinsError(Exception):
    """There are no pins; the text is what gpiozero says. It is empty where that is not installed."""


class TakenPinError(Exception):
    """This pin cannot be used; the text is what gpiozero says."""


class BrokenPinsError(Exception):
    """The library that drives the pins fails, whatever the pin (mismatched versions, often); the text says how."""


def pin_number(written: str) -> int | None:
    """Return the number of a pin; None where this is none."""
    found = PIN.fullmatch(written.strip().upper())
    return int(found[1]) if found else None


def _opened(kind: str, pin: int, **options: bool | None) -> Any:
    """Open a pin as one of gpiozero's devices.

    Raises:
        NoPinsError: there are none here.
        TakenPinError: there is no such pin, or it is in use.
        BrokenPinsError: gpiozero fails, or what it stands on.
    """
    try:
        gpiozero = import_module("gpiozero")
    except ImportError:
        raise NoPinsError from None
    except Exception as error:  # a library that is broken ends no game
        raise BrokenPinsError(_why(error)) from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # one for each library that could have driven the pins
            return getattr(gpiozero, kind)(pin, **options)
    except gpiozero.BadPinFactory as error:
        raise NoPinsError(str(error)) from None
    except (gpiozero.GPIOZeroError, OSError) as error:
        raise TakenPinError(str(error)) from None
    except Exception as error:  # gpiozero 1.6 on lgpio 0.2 raises AttributeError, others what they like
        raise BrokenPinsError(_why(error)) from None


def _why(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


class PinContact:
    """A button between a pin and the ground: pressed, the pin is low.

    Raises:
        NoPinsError: there are no pins here.
        TakenPinError: there is no such pin, or it is in use.
        BrokenPinsError: gpiozero fails, or what it stands on.
    """

    least = 0.01
    """A long wire picks up interference; no finger is as quick."""

    def __init__(self, pin: int, connected: ConnectedDevices) -> None:
        self._connected = connected
        self._edges: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        # What bounces is settled where presses are timed: gpiozero would lose the moment of the first contact.
        self._button = _opened("Button", pin, pull_up=True, bounce_time=None)
        self._button.when_pressed = lambda: self._edges.put(Edge.DOWN)
        self._button.when_released = lambda: self._edges.put(Edge.UP)

    def begin(self) -> bool:
        """Be there: whether something is wired to a pin cannot be known."""
        self._connected.has(NAME)
        return True

    def read(self, seconds: float) -> Sequence[Edge]:
        try:
            return (self._edges.get(timeout=seconds),)
        except queue.Empty:
            return ()

    def close(self) -> None:
        self._button.close()


class PinLamp:
    """A light between a pin and the ground; raises what a `PinContact` does."""

    def __init__(self, pin: int) -> None:
        self._led = _opened("LED", pin)

    def set(self, on: bool) -> None:
        self._led.value = on

    def close(self) -> None:
        self._led.off()
        self._led.close()
