"""What a game is played with, as the command line says. It imports little, so that a box speaks soon."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from narrator.app.settings import Settings
    from narrator.speech.table_sound import Speaking


@dataclass(frozen=True)
class Equipment:
    """The equipment that a command line asks for."""

    pace: str | None = None
    sound: bool = True
    private: str | None = None
    voice: str | None = None
    ambience: bool = True
    remote: str | None = None
    """Where the phone's page listens; nothing for the local networks, None for no phone."""
    plain: bool = False
    """Whether a terminal shows lines and prompts, and no full screen."""
    ears: bool = True
    model: str | None = None
    """A recognition model of the manifest, or the folder of one; None for the one of the language."""


def speaking(equipment: Equipment, kept: Settings, language: str) -> Speaking:
    """Return how games of a language are to be heard: as the command line says, else as the settings do."""
    from narrator.speech.table_sound import Speaking

    return Speaking(
        voice=equipment.voice or kept.voice.get(language, language),
        output=kept.output,
        input=kept.input,
        ambience=equipment.ambience and kept.ambience,
        sounds=kept.sounds,
        lead_in=kept.lead_in,
    )


def log(sentence: str) -> None:
    """Write a sentence to the log of the machine."""
    print(sentence, file=sys.stderr, flush=True)
