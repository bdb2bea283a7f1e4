"""`narrator box`: a speaker in the middle of the circle, which sets games up, plays them, and says goodbye.

Nobody looks at it: what is written goes to a log, and is for everybody. Its first words wait for as little as they can:
all else is loaded while they are said.
"""

from __future__ import annotations

import signal
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial

from narrator.app.equipment import Equipment, log, speaking
from narrator.app.interruption import interrupted_by
from narrator.app.prompt_voice import PromptVoice
from narrator.app.settings import Settings, load_settings
from narrator.box.game_storage import Keeping, of_this_machine
from narrator.box.watchdog import Watchdog
from narrator.inbox.inbox import WallClock
from narrator.processes.liveness import STARTING, Pulses

GOODBYE = 42
"""The exit status after somebody took leave: whoever runs the service switches the machine off."""

STORED, FAILED, REFUSED = 0, 1, 2


@dataclass(frozen=True)
class BoxOptions:
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


def box(options: BoxOptions) -> int:
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
            settings = options.settings()
            voice = new_voice(options, settings, pulses)
            if voice is not None:
                equipment.callback(voice.close)
            said = voice is not None and _greeted(voice, options.language)
            pulses.engine.grant(STARTING)
            return _live(options, settings, voice, Upkeep(equipment, pulses, watchdog, keeping), hello=not said)
    except KeyboardInterrupt:
        return STORED


def _greeted(voice: PromptVoice, language: str) -> bool:
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


def _live(options: BoxOptions, settings: Settings, voice: PromptVoice | None, upkeep: Upkeep, *, hello: bool) -> int:
    from narrator.app.playing import REFUSALS  # loaded only now, while hello is being said
    from narrator.box.speaker import Box

    try:
        return Box(options, settings, voice, upkeep, hello).live()
    except REFUSALS as error:
        log(str(error))
        return REFUSED


def new_voice(options: BoxOptions, settings: Settings, pulses: Pulses) -> PromptVoice | None:
    """Begin to open the voice of the set-up; None where there is to be none."""
    if not options.equipment.sound:
        return None
    listens = options.equipment.ears and settings.ears
    return PromptVoice(partial(speaking, options.equipment, settings, options.language), pulses, listens=listens)
