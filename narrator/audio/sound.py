"""Sound for the game: a line is heard to its end, even if the audio process or the loudspeaker is lost meanwhile."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from narrator.audio.messages import Ambience, Attend, Cover, LeadIn, PlayScene, SoundChangeKind, VolumeLevel
from narrator.audio.playback import NoSoundError, Speech
from narrator.audio.supervisor import GRACE, SECONDS_TO_OPEN, AudioSupervisor
from narrator.closing import Closing
from narrator.dsp.samples import Samples, to_pcm


class Sound(Closing):
    """The loudspeaker of a game. Close it, or use it in a `with` statement.

    Only what everyone may hear is ever given to it. Nothing here waits without end, and only `speak` waits for long.
    `scene`, `ambience`, `cover`, `attend`, `level` and `lead_in` are orders: see `narrator.audio.messages`.

    `on_change` is told of changes, a kind and a detail:

    - `open`: there is sound, or there is again; the loudspeaker's name
    - `replaced`: the audio process was replaced, and what was being said is said again; why
    - `moved`: the same, on another loudspeaker; its name
    - `portaudio`, `device`, `lost`: there is no sound now; what the system answered. It is tried again, more rarely
    - `ambience`: a scene cannot be heard, or not with one's own sounds; why

    It is called by a thread of this module, which does nothing else meanwhile: it must return at once.

    Two signs of life: `playing` is called by that thread at each beat of the audio process, or, as long as it is known
    that there is none, once a second; `waiting` by who speaks, at least once a second until the line is over.

    Raises, where something is to be said:
        NoSoundError: there is no sound now.
    """

    def __init__(
        self,
        output: str | None = None,
        *,
        sounds: Path | None = None,
        on_change: Callable[[SoundChangeKind, str], object] = lambda kind, detail: None,  # noqa: ARG005 - as it is called
        playing: Callable[[], object] = lambda: None,
        waiting: Callable[[], object] = lambda: None,
    ) -> None:
        """Open a device by name or a part of it; without one, or where none is called so, the default.

        `sounds` is a folder of one's own sounds for scenes. Returns when it is known whether there is sound: see
        `missing`.
        """
        self.played, self._told = os.pipe()
        """Who listens reads here what is played around words, in messages `Played`; what nobody reads is dropped."""
        for end in (self.played, self._told):
            os.set_blocking(end, False)
        self._supervisor = AudioSupervisor(output or "", sounds, self._told, on_change, playing)
        self._waiting, self._closed = waiting, False
        self.interrupted: Callable[[], bool] = lambda: False
        """Whether the rest of what is being said is left out, because somebody has answered it."""
        self._supervisor.known.wait(SECONDS_TO_OPEN + GRACE)

    @property
    def missing(self) -> NoSoundError | None:
        """Why there is no sound now, or None where there is."""
        return self._supervisor.missing

    @property
    def device(self) -> str:
        """The name of the loudspeaker, the last one where there is none now."""
        return self._supervisor.device

    @property
    def underruns(self) -> int:
        """How often the loudspeaker has run dry."""
        return self._supervisor.underruns

    def begin(self, samples: Samples) -> Speech:
        """Say these samples after those begun before, and do not wait for it."""
        return self.begin_pcm(to_pcm(samples))

    def sign(self, samples: Samples) -> Speech:
        """Sound these as `begin` does: they are no words, and who answers meanwhile is heard."""
        return self._supervisor.say(to_pcm(samples), words=False)

    def begin_pcm(self, pcm: bytes) -> Speech:
        """Say PCM as `begin` says samples: nothing that computes with samples has to be loaded for it."""
        return self._supervisor.say(pcm)

    def speak(self, samples: Samples) -> None:
        """Say these samples; return when the last one has left the loudspeaker, or at once where it is interrupted.

        Raises:
            NoSoundError: also where it was lost, and did not come back within `GRACE`.
            KeyboardInterrupt: it fell silent at once; the ambience goes on.
        """
        self.speak_parts((samples,))

    def speak_parts(self, parts: Iterable[Samples]) -> None:
        """Say parts of a line as `speak` says a whole one; the first is heard while the others are still made."""
        try:
            if (speech := self.begin_parts(parts)) is not None:
                speech.wait(self._alive)
        except (KeyboardInterrupt, NoSoundError):
            self.hush()  # also what does not keep up must not speak into what is said next
            raise

    def begin_parts(self, parts: Iterable[Samples]) -> Speech | None:
        """Say parts of a line one after the other, the first while the others are made; return the last one.

        None where there is none, or it is interrupted: then it is silent.
        """
        speech: Speech | None = None
        for samples in parts:
            if self.interrupted():
                self.hush()
                return None
            first = speech is None
            speech = self.begin(samples)
            if first:
                speech.wait_for_begin()  # making the others would hold up the thread that sends it
        return speech

    def _alive(self) -> None:
        """Take note that somebody waits for a line."""
        self._waiting()
        if self.interrupted():
            self.hush()

    def hush(self) -> None:
        """Stop what is being said or waits to be; whoever waits for it need not wait any more."""
        self._supervisor.hush()

    def scene(self, name: str, seed: int, take: int) -> None:
        self._supervisor.order(PlayScene(name, seed, take))

    def ambience(self, on: bool) -> None:
        self._supervisor.order(Ambience(on))

    def cover(self, on: bool) -> None:
        self._supervisor.order(Cover(on))

    def attend(self, on: bool) -> None:
        self._supervisor.order(Attend(on))

    def level(self, gain: float) -> None:
        self._supervisor.order(VolumeLevel(gain))

    def lead_in(self, seconds: float) -> None:
        self._supervisor.order(LeadIn(seconds))

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._supervisor.close()
            for end in (self.played, self._told):
                os.close(end)
