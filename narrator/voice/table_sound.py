"""The sound of a real table: how it is to be heard, opening it, what becomes of it meanwhile, and its mouth.

The mouth has a voice where there is sound, else captions alone.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from narrator.base.processes.liveness import Pulses
from narrator.base.resources import cache_folder
from narrator.base.sentences import to_user
from narrator.sound.audio.sound_devices import is_card_number, means
from narrator.sound.audio.underruns import Tally
from narrator.sound.dsp.samples import RATE, Volume, silence, stepped
from narrator.table.inbox.entry import Changed
from narrator.voice.voice_files import voice_file

if TYPE_CHECKING:  # sound is loaded only where it is wanted
    from narrator.ear.listener import Listener
    from narrator.ear.messages import EarChangeKind
    from narrator.packs.markup import Utterance
    from narrator.packs.wording import Wording
    from narrator.rules.core.effects import Scene
    from narrator.sound.audio.messages import SoundChangeKind
    from narrator.sound.audio.sound import Sound
    from narrator.table.games.repertoire import Repertoire
    from narrator.table.session.narration import CaptionsOnly
    from narrator.table.session.ports import Mouth
    from narrator.voice.profile import Advice, Voice
    from narrator.voice.recital import Recital


@dataclass(frozen=True)
class Speaking:
    """How a game is to be heard: a voice or a language's default one, devices by name, and what lies between lines.

    `sounds` is a folder of one's own sounds for scenes; `lead_in` as in `Sound`.
    """

    voice: str
    output: str | None = None
    input: str | None = None
    ambience: bool = True
    sounds: Path | None = None
    lead_in: float = 0.0


class Changes:
    """Turns what becomes of the sound into entries of the one inbox, from `begin` on: not before the first word.

    That it is back is told only after it was told that it is lost: not where a process was replaced so soon that what
    was being said goes on. What becomes of the microphone is told only where somebody listens: `heeding`.
    """

    def __init__(self, changed: Callable[[Changed], None]) -> None:
        self._advice: Advice | None = None
        self._changed = changed
        self._lock = threading.Lock()  # loudspeaker and microphone are watched by a thread each
        self._lost: str | None = None
        self._told = False
        """Whether people know that it is lost."""
        self._deaf: bool | None = None
        self._known = threading.Event()
        self.heeding = False

    def begin(self, advice: Advice) -> str:
        """Tell what changes from now on; `advice` is the voice's. Return what is to be told of sound that is lost."""
        with self._lock:
            self._advice, self._told = advice, self._lost is not None
            return "" if self._lost is None else advice.lost.format(detail=self._lost)

    def hears(self, seconds: float) -> bool:
        """Wait, for so long at most, until it is known whether there is a microphone, and say so."""
        self._known.wait(seconds)
        return self._deaf is False

    def __call__(self, kind: SoundChangeKind | EarChangeKind, detail: str) -> None:
        """Take in a change, from the thread that watches the sound."""
        with self._lock:
            if (entry := self._entry(kind, detail)) is not None and self._advice is not None:
                self._changed(entry)

    def _entry(self, kind: SoundChangeKind | EarChangeKind, detail: str) -> Changed | None:
        match kind:
            case "portaudio" | "device" | "lost":
                self._lost = detail
                if self._advice is not None and not self._told:
                    self._told = True
                    return Changed("sound.lost", self._advice.lost.format(detail=detail))
            case "open" | "moved" | "replaced":
                told, self._told, self._lost = self._told, False, None
                if kind == "moved":
                    return Changed("sound.moved", detail)
                if told:
                    return Changed("sound.back")
            case "hearing" | "input":
                return self._hearing(kind == "input", detail)
            case "ambience":
                pass
        return None

    def _hearing(self, deaf: bool, detail: str) -> Changed | None:
        """Take in whether there is a microphone; return what is new about it."""
        before, self._deaf = self._deaf, deaf
        self._known.set()
        if not self.heeding or before in (None, deaf):
            return None
        return Changed("ear.lost", detail) if deaf else Changed("ear.back")


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


@dataclass(frozen=True)
class OpenSound:
    """The loudspeaker and the microphone of a table, before its voice is loaded. They are put away with `equipment`.

    `ear` gives the one who hears by its microphone, `changes` tell what becomes of both.
    """

    speaking: Speaking
    sound: Sound
    ear: Callable[[], Listener]
    changes: Changes
    equipment: ExitStack

    def voiced(self, tell: Callable[[str], None], *, late: bool = False) -> TableSound | None:
        """Load the voice; where there is no loudspeaker, tell it in one sentence and return None.

        One that may come `late`, as after power-on, is waited for, and told of when it is there.

        Raises:
            VoiceError: its file does not say what it must.
        """
        from narrator.voice.profile import load_voice  # takes as long as opening sound does

        voice = load_voice(self.speaking.voice)
        if (missing := self.sound.missing) is not None:
            advice = voice.advice.portaudio if missing.kind == "portaudio" else voice.advice.device
            tell(advice.format(detail=missing))
            if not late or missing.kind == "portaudio":
                return None
        elif (kept := self.speaking.output) and (is_card_number(kept) or not means(kept, self.sound.device)):
            known = "devices.by_number" if is_card_number(kept) else "devices.in_place"
            tell(to_user(known, name=kept, device=self.sound.device))
        return TableSound(**vars(self), voice=voice, tell=tell)


@dataclass(frozen=True)
class TableSound(OpenSound):
    """The same with its voice; `tell` is given a sentence for each thing that people should know."""

    voice: Voice
    tell: Callable[[str], None]


def open_sound(
    speaking: Speaking,
    equipment: ExitStack,
    changed: Callable[[Changed], None],
    pulses: Pulses | None = None,
) -> OpenSound:
    """Open the loudspeaker; return as soon as it is known whether there is sound. It is put away with `equipment`.

    The microphone is opened once somebody listens. `changed` is told what becomes of them. `pulses` get the signs of
    life of the sound, and of the thread that speaks.

    Raises:
        VoiceError: there is no such voice: it is refused before any loudspeaker is opened.
    """
    from narrator.sound.audio.sound import Sound

    voice_file(speaking.voice)
    changes = Changes(changed)
    pulses = pulses or Pulses()
    equipment.callback(pulses.sound.rest)  # called once it is closed
    sound = equipment.enter_context(
        Sound(
            speaking.output,
            sounds=speaking.sounds,
            on_change=changes,
            playing=pulses.sound.beat,
            waiting=pulses.engine.beat,
        )
    )
    if speaking.lead_in:
        sound.lead_in(speaking.lead_in)
    sound.ambience(speaking.ambience)

    @cache
    def ear() -> Listener:
        from narrator.ear.listener import Listener  # the first words do not wait for it

        return equipment.enter_context(Listener(speaking.input or "", sound.played, changes))

    return OpenSound(speaking, sound, ear, changes, equipment)


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
        from narrator.sound.audio.playback import NoSoundError
        from narrator.voice.recital import BREATH

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
    from narrator.voice.cache import Cache
    from narrator.voice.recital import Recital

    sound, voice = table.sound, table.voice
    recital = table.equipment.enter_context(Recital(voice, Cache(cache_folder()), table.tell, seed=wording.seed))
    if not recital.ready():
        return silent
    table.equipment.enter_context(Tally(lambda: sound.underruns))
    recital.prepare(repertoire.by_day(wording), repertoire.by_night(wording), progress)
    if lost := table.changes.begin(table.voice.advice):  # while it was prepared, when changes were not told yet
        table.tell(lost)
    return SpokenMouth(recital, sound, silent, seed=wording.seed)
