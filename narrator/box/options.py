"""How a box is started: its options, what it keeps from power-on to its end, and its exit statuses."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace

from narrator.app.equipment import Equipment, log, speaking
from narrator.app.ports.prompt_voice import PromptVoice
from narrator.app.settings import Settings, load_settings
from narrator.box.game_storage import Keeping
from narrator.box.watchdog import Watchdog
from narrator.processes.liveness import Pulses
from narrator.story.markup import Utterance

GOODBYE = 42
"""The exit status after somebody said goodbye: the service then switches the machine off."""

STORED, REFUSED = 0, 2


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
        return replace(load_settings(log), **named)

    def voice(self, settings: Settings, pulses: Pulses, hello: Utterance | None = None) -> PromptVoice | None:
        """Begin to open the voice of the set-up, which says `hello` first; None where there is to be none."""
        if not self.equipment.sound:
            return None
        listens = self.equipment.ears and settings.ears
        how = speaking(self.equipment, settings, self.language)
        return PromptVoice(how, pulses, listens=listens, hello=hello)


@dataclass(frozen=True)
class Upkeep:
    """What a box lives by, from power-on to its end: what is put away last, signs of life, a place for its games."""

    equipment: ExitStack
    pulses: Pulses
    watchdog: Watchdog
    keeping: Keeping
