"""`narrator box`: a speaker in the middle of the circle, which sets games up, plays them, and says goodbye.

Nobody looks at it: what is written goes to a log, and is for everybody. Its first words wait for as little as they can:
all else is loaded while they are said.
"""

from __future__ import annotations

import signal
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial

from narrator.commands.equipment import Equipment, log, speaking
from narrator.commands.front_voice import FrontVoice
from narrator.commands.keeping import Keeping, of_this_machine
from narrator.commands.put_away import interrupted_by
from narrator.commands.watchdog import Watchdog
from narrator.inputs.inbox import WallClock
from narrator.session.pulse import STARTING, Pulses
from narrator.session.settings import Settings, load_settings

GOODBYE = 42
"""The exit status after somebody took leave: whoever runs the service switches the machine off."""

STORED, FAILED, REFUSED = 0, 1, 2


@dataclass(frozen=True)
class Wish:
    """How the box is to be: what the command line says, over the settings."""

    language: str
    equipment: Equipment
    keypad: str | None = None
    button: str | None = None
    light: str | None = None

    def settings(self) -> Settings:
        """Return the settings as they are kept now, under what the command line says."""
        named = {name: value for name in ("keypad", "button", "light") if (value := getattr(self, name)) is not None}
        return load_settings(log).model_copy(update=named)


@dataclass(frozen=True)
class Upkeep:
    """What a box lives by, from power-on to its end: what is put away last, signs of life, a place for its games."""

    equipment: ExitStack
    pulses: Pulses
    watchdog: Watchdog
    keeping: Keeping


def box(wish: Wish) -> int:
    """Be the box until somebody takes leave, or the service is stopped."""
    pulses = Pulses()
    pulses.engine.grant(STARTING)
    try:
        # Ready is told as soon as the process stands: from then on it is the watchdog that ends a start that hangs.
        with (
            interrupted_by(signal.SIGTERM),
            Watchdog(pulses.engine, pulses.sound) as watchdog,
            ExitStack() as equipment,
        ):
            watchdog.status("starting")
            keeping = of_this_machine()
            keeping.begin(WallClock(partial(pulses.engine.grant, STARTING)))
            settings = wish.settings()
            voice = new_voice(wish, settings, pulses)
            if voice is not None:
                equipment.callback(voice.close)
            said = voice is not None and _greeted(voice, wish.language)
            pulses.engine.grant(STARTING)
            return _live(wish, settings, voice, Upkeep(equipment, pulses, watchdog, keeping), hello=not said)
    except KeyboardInterrupt:
        return STORED


def _greeted(voice: FrontVoice, language: str) -> bool:
    """Begin to say hello; False where that cannot be heard, or has no words: then it is said later, or why not."""
    from narrator.resources import FIRST, pack_path
    from narrator.story.diagnostics import PackError
    from narrator.story.pack import load_pack
    from narrator.story.wording import Wording

    try:
        hello = Wording(load_pack(pack_path(FIRST), [language]).words[language]).line("box.hello")
    except PackError:
        return False
    begun = voice.begins(hello)
    if begun:
        print(hello, flush=True)
    return begun


def _live(wish: Wish, settings: Settings, voice: FrontVoice | None, upkeep: Upkeep, *, hello: bool) -> int:
    from narrator.commands.playing import REFUSALS  # loaded only now, while hello is being said
    from narrator.commands.speaker import Box

    try:
        return Box(wish, settings, voice, upkeep, hello).live()
    except REFUSALS as error:
        log(str(error))
        return REFUSED


def new_voice(wish: Wish, settings: Settings, pulses: Pulses) -> FrontVoice | None:
    """Begin to open the voice of the set-up; None where there is to be none."""
    if not wish.equipment.sound:
        return None
    listens = wish.equipment.ears and settings.ears
    return FrontVoice(partial(speaking, wish.equipment, settings, wish.language), pulses, listens=listens)
