"""The mouth of a real table: the voice where there is sound, captions alone where there is none or none is left."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Protocol

from narrator.inputs.inbox import Changed
from narrator.session.room import CaptionsOnly, Mouth
from narrator.story.markup import Utterance, unstyled

STEP = 0.15
"""How much `plus fort` and `moins fort` change the volume, of 1."""


class Voice(Protocol):
    """What makes sound: see `narrator.voice.speaker`."""

    def speak(self, segments: list[str | float], volume: float) -> None:
        """Say texts and keep silences; return when the last sample has left."""
        ...


class SpokenMouth:
    """Speaks with a voice, and goes on with captions alone once the sound is lost."""

    def __init__(
        self, voice: Voice, lost: type[Exception], silent: CaptionsOnly, changed: Callable[[Changed], None]
    ) -> None:
        self._mouth: Callable[[Utterance], None] = self._with_voice
        self._voice = voice
        self._lost = lost
        self._silent = silent
        self._changed = changed
        self._volume = 1.0

    def speak(self, utterance: Utterance) -> None:
        """Speak."""
        self._mouth(utterance)

    def scene(self, scene: str, take: int) -> None:
        """Nothing is heard between the lines."""

    def cover(self, on: bool) -> None:
        """There is nothing to cover with."""

    def volume(self, steps: int) -> bool:
        """Make it louder or softer; False where there is no sound any more."""
        self._volume = min(1.0, max(STEP, self._volume + steps * STEP))
        return self._mouth == self._with_voice

    def _with_voice(self, utterance: Utterance) -> None:
        try:
            self._voice.speak(unstyled(utterance), self._volume)
        except self._lost as error:
            self._mouth = self._silent.speak
            self._changed(Changed("sound.lost", str(error)))


def mouth(
    language: str,
    silent: CaptionsOnly,
    tell: Callable[[str], None],
    changed: Callable[[Changed], None],
    equipment: ExitStack,
) -> Mouth:
    """Return a mouth with sound where that is possible; what is missing is said in one sentence.

    The device is given back when `equipment` is put away.
    """
    from narrator.voice.profile import load_voice  # sound is loaded only where it is wanted
    from narrator.voice.speaker import NoSound, SoundLost, open_speaker

    try:
        speaker = equipment.enter_context(open_speaker(load_voice(language)))
    except NoSound as error:
        tell(str(error))
        return silent
    return SpokenMouth(speaker, SoundLost, silent, changed)
