"""The mouth of a real table: a voice where there is sound, captions alone where there is none or none is left."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from narrator.inputs.inbox import Changed
from narrator.resources import cache_folder
from narrator.session.repertoire import Repertoire
from narrator.session.room import CaptionsOnly, Mouth
from narrator.session.studio import stepped
from narrator.story.markup import Utterance
from narrator.story.wording import Wording

if TYPE_CHECKING:  # sound is loaded only where it is wanted
    from narrator.voice.profile import Advice
    from narrator.voice.recital import Recital
    from narrator.voice.sound import Sound

Progress = Callable[[int, int], None]
"""Told how many phrases are rendered, and how many there are to render."""


@dataclass(frozen=True)
class Speaking:
    """How a game is to be heard: a voice or a language's default one, devices by name, and what lies between lines.

    `sounds` is a folder of one's own sounds for scenes.
    """

    voice: str
    output: str | None = None
    input: str | None = None
    ambience: bool = True
    sounds: Path | None = None


class SpokenMouth:
    """Speaks, and keeps the time by captions as long as there is no sound. `seed` is the game's public one."""

    def __init__(self, recital: Recital, sound: Sound, silent: CaptionsOnly, *, seed: int) -> None:
        from narrator.voice.speech import NoSoundError

        self._recital = recital
        self._sound = sound
        self._silent = silent
        self._seed = seed
        self._no_sound = NoSoundError
        self._scene = ""
        self._volume = 1.0

    def speak(self, utterance: Utterance) -> None:
        """Speak; what cannot be heard takes its time all the same."""
        try:
            self._sound.speak(self._recital(utterance, self._scene))
        except self._no_sound:
            self._silent.speak(utterance)

    def times(self, utterance: Utterance, scene: str) -> list[tuple[float, float]]:
        """Return when the words between two written pauses are heard, in seconds from the beginning."""
        from narrator.voice.samples import RATE

        return [(begin / RATE, end / RATE) for begin, end, _ in self._recital.timeline(utterance, scene)]

    def scene(self, scene: str, take: int) -> None:
        """Change the ambience, and by day or night who speaks."""
        self._scene = scene
        self._sound.scene(scene, self._seed, take)

    def cover(self, on: bool) -> None:
        """Let the ambience cover what is done in a window."""
        self._sound.cover(on)

    def volume(self, steps: int) -> bool:
        """Make it louder or softer; False while there is no sound."""
        if self._sound.missing is not None:
            return False
        self._volume = stepped(self._volume, steps)
        self._sound.level(self._volume)
        return True


class Changes:
    """Turns what becomes of the sound into entries of the one inbox. Nothing is told before the first word."""

    def __init__(self, advice: Advice, changed: Callable[[Changed], None]) -> None:
        self._advice = advice
        self._changed = changed
        self._lost = False
        self.listening = False

    def __call__(self, kind: str, detail: str) -> None:
        """Take in a change, from the thread that watches the sound."""
        entry: Changed | None = None
        match kind:
            case "open" if self._lost:
                entry = Changed("sound.back")
            case "moved":
                entry = Changed("sound.moved", detail)
            case "replaced":
                entry = Changed("sound.back")
            case "portaudio" | "device" | "lost" if not self._lost:
                entry = Changed("sound.lost", self._advice.lost.format(detail=detail))
            case _:
                pass
        self._lost = kind in ("portaudio", "device", "lost") or (self._lost and kind not in ("open", "moved"))
        if entry is not None and self.listening:
            self._changed(entry)


def check_voice(name: str) -> None:
    """Make sure that there is such a voice, with those that its file names: before a game is begun.

    Raises:
        VoiceError: there is not; the sentence says what there is, or what to mend.
    """
    from narrator.voice.profile import by_night, load_voice, stand_ins

    voice = load_voice(name)
    watchman, _ = by_night(voice)
    stand_ins(voice)
    stand_ins(watchman)


def mouth(
    speaking: Speaking,
    repertoire: Repertoire,
    wording: Wording,
    silent: CaptionsOnly,
    *,
    seed: int,
    tell: Callable[[str], None],
    progress: Progress,
    changed: Callable[[Changed], None],
    equipment: ExitStack,
) -> Mouth:
    """Return a mouth that has everything at hand which this game can say; without sound, captions alone.

    What is missing is told in one sentence. Everything is put away with `equipment`.

    Raises:
        VoiceError: there is no such voice.
    """
    from narrator.voice.cache import Cache
    from narrator.voice.profile import load_voice
    from narrator.voice.recital import Recital
    from narrator.voice.sound import Sound

    voice = load_voice(speaking.voice)
    changes = Changes(voice.advice, changed)
    sound = equipment.enter_context(Sound(speaking.output, speaking.input, sounds=speaking.sounds, on_change=changes))
    if (missing := sound.missing) is not None:
        advice = voice.advice.portaudio if missing.kind == "portaudio" else voice.advice.device
        tell(advice.format(detail=missing))
        return silent
    recital = equipment.enter_context(Recital(voice, Cache(cache_folder()), tell, seed=seed))
    if not recital.ready():
        return silent
    recital.prepare(repertoire.by_day(wording), repertoire.by_night(wording), progress)
    sound.ambience(speaking.ambience)
    changes.listening = True
    if (lost := sound.missing) is not None:
        tell(voice.advice.lost.format(detail=lost))  # while it was prepared, when changes were not told yet
    return SpokenMouth(recital, sound, silent, seed=seed)
