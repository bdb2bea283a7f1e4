"""The mouth of a real table: a voice where there is sound, else captions alone."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING

from narrator.audio.underruns import Tally
from narrator.dsp.samples import RATE, Volume, silence, stepped
from narrator.resources import cache_folder

if TYPE_CHECKING:  # sound is loaded only where it is wanted
    from narrator.audio.sound import Sound
    from narrator.core.effects import Scene
    from narrator.games.repertoire import Repertoire
    from narrator.session.captions_only import CaptionsOnly
    from narrator.session.ports import Mouth
    from narrator.speech.recital import Recital
    from narrator.speech.table_sound import TableSound
    from narrator.story.markup import Utterance
    from narrator.story.wording import Wording

Progress = Callable[[int, int], None]
"""Told how many phrases are rendered, and how many there are to render."""


class SpokenMouth:
    """Speaks, and keeps the time by captions as long as there is no sound. `seed` is the game's public one.

    By day a line ends with its last word: people answer in the breath behind it. Only a line that follows at once
    waits for that breath. `now` tells the time in seconds.
    """

    def __init__(
        self,
        recital: Recital,
        sound: Sound,
        silent: CaptionsOnly,
        *,
        seed: int,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._recital = recital
        self._sound = sound
        self._silent = silent
        self._seed = seed
        self._by_night = False
        self._volume = Volume()
        self._level = self._volume.level
        self._now = now
        self._breathed = -math.inf  # when the breath behind the last line is over

    def speak(self, utterance: Utterance) -> None:
        from narrator.audio.playback import NoSoundError
        from narrator.speech.recital import BREATH

        parts = self._recital.parts(utterance, by_night=self._by_night, breath=self._by_night, level=self._volume.gain)
        owed = max(0.0, self._breathed - self._now())
        self._breathed = -math.inf
        try:
            self._sound.speak_parts(chain((silence(owed),), parts) if owed else parts)
        except NoSoundError:
            self._silent.speak(utterance)
            return
        if not (self._by_night or self._sound.interrupted()):
            self._breathed = self._now() + BREATH

    def times(self, utterance: Utterance, by_night: bool) -> list[tuple[float, float]]:
        """Return when the words between two written pauses are heard, in seconds from the beginning."""
        return [(begin / RATE, end / RATE) for begin, end, _ in self._recital.timeline(utterance, by_night=by_night)]

    def scene(self, scene: Scene, take: int, gain: float = 0.0) -> None:
        self._by_night = scene.closed
        self._sound.scene(scene.scene, self._seed, take)
        self._volume.gain = gain
        self._set_level()

    def cover(self, on: bool) -> None:
        self._sound.cover(on)
        self._volume.covering = on
        self._set_level()

    def volume(self, steps: int) -> bool:
        if self._sound.missing is not None:
            return False
        self._volume.chosen = stepped(self._volume.chosen, steps)
        self._set_level()
        return True

    def _set_level(self) -> None:
        if self._volume.level != self._level:
            self._level = self._volume.level
            self._sound.level(self._level)


def mouth(
    table: TableSound, repertoire: Repertoire, wording: Wording, silent: CaptionsOnly, progress: Progress
) -> Mouth:
    """Return a mouth that has everything at hand which this game can say; without a voice, captions alone.

    What is missing is told in one sentence. Everything is put away with the table's equipment.
    """
    from narrator.speech.cache import Cache
    from narrator.speech.recital import Recital

    sound, voice = table.sound, table.voice
    recital = table.equipment.enter_context(Recital(voice, Cache(cache_folder()), table.tell, seed=wording.seed))
    if not recital.ready():
        return silent
    table.equipment.enter_context(Tally(lambda: sound.underruns))
    recital.prepare(repertoire.by_day(wording), repertoire.by_night(wording), progress)
    if lost := table.changes.begin(table.voice.advice):  # while it was prepared, when changes were not told yet
        table.tell(lost)
    return SpokenMouth(recital, sound, silent, seed=wording.seed)
