"""`narrator box`: a speaker in the middle of the circle, which sets games up, plays them, and says goodbye.

Nobody looks at it: what is written goes to a log, and is for everybody. Its first word waits for as little as it can:
the voice is opened while all else is still being loaded.
"""

from __future__ import annotations

import signal
from contextlib import ExitStack
from dataclasses import dataclass
from types import FrameType
from typing import NoReturn

from narrator.commands.evening import Equipment, log, speaking
from narrator.commands.front_voice import FrontVoice
from narrator.session.pulse import Pulses
from narrator.session.settings import Settings, load_settings

GOODBYE = 42
"""The exit status after somebody took leave: whoever runs the service switches the machine off."""


STORED, FAILED, REFUSED = 0, 1, 2


class StoppedError(KeyboardInterrupt):
    """The service is to stop; what was answered is stored."""


@dataclass(frozen=True)
class Wish:
    """How the box is to be: what the command line says, over the settings."""

    language: str
    equipment: Equipment
    keypad: str | None = None
    button: str | None = None
    light: str | None = None


def box(wish: Wish) -> int:
    """Be the box until somebody takes leave, or the service is stopped."""
    signal.signal(signal.SIGTERM, _stop)
    try:
        said = {name: value for name in ("keypad", "button", "light") if (value := getattr(wish, name)) is not None}
        settings = load_settings(log).model_copy(update=said)
        with ExitStack() as equipment:
            pulses = Pulses()
            voice = new_voice(wish, settings, pulses)
            if voice is not None:
                equipment.callback(voice.close)
            return _live(wish, settings, voice, equipment, pulses)
    except KeyboardInterrupt:
        return STORED


def _live(wish: Wish, settings: Settings, voice: FrontVoice | None, equipment: ExitStack, pulses: Pulses) -> int:
    from narrator.commands.playing import REFUSALS  # loaded only now, while the voice is being opened
    from narrator.commands.speaker import Box

    try:
        return Box(wish, settings, voice, equipment, pulses).live()
    except REFUSALS as error:
        log(str(error))
        return REFUSED


def new_voice(wish: Wish, settings: Settings, pulses: Pulses) -> FrontVoice | None:
    """Begin to open the voice of the set-up; None where there is to be none."""
    if not wish.equipment.sound:
        return None
    listens = wish.equipment.ears and settings.ears
    return FrontVoice(speaking(wish.equipment, settings, wish.language), pulses, listens=listens)


def _stop(_signal: int, _frame: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise StoppedError
