"""The messages between the game and its audio process; `narrator.base.processes.wire` puts them on a pipe.

A process sends them by an `Outbox`, from a thread of its own: the mixer must not wait for a slow reader.
"""

from __future__ import annotations

import math
import os
import threading
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Literal, TypeAlias, get_args

from narrator.base.processes.wire import MessageError, send

_LOUDEST = 4.0

LONGEST_LEAD_IN = 3.0
"""Seconds. A line that began later still would be taken for a fault."""


NoSoundKind: TypeAlias = Literal["portaudio", "device", "lost"]
"""Why there is no sound: the library is not installed, no output opens, the open one has gone."""

TroubleKind: TypeAlias = Literal[NoSoundKind, "ambience"]
"""The same; a scene cannot be made."""

SoundChangeKind: TypeAlias = Literal[TroubleKind, "open", "replaced", "moved"]
"""What a game is told of its sound, see `narrator.sound.audio.sound`."""


@dataclass(frozen=True, slots=True)
class Speak:
    """Say these samples (at `RATE`) after what is being said. `number` comes back in `Begun` and `Left`.

    While `words` of the narrator's are in the air nobody else is heard; an earcon is none.
    """

    number: int
    pcm: bytes
    words: bool = True


@dataclass(frozen=True, slots=True)
class PlayScene:
    """Change the ambience to this scene; `seed` and `take` decide how it goes. An empty name is no ambience."""

    scene: str
    seed: int
    take: int


@dataclass(frozen=True, slots=True)
class Cover:
    """A night window opens, and the ambience rises to mask keys and gestures; or it closes."""

    on: bool


@dataclass(frozen=True, slots=True)
class Attend:
    """By day somebody is listened to, and the ambience stays down as under speech; or no longer."""

    on: bool


@dataclass(frozen=True, slots=True)
class VolumeLevel:
    """How loud everything is, as a factor: 1 is as it was rendered."""

    gain: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.gain) and 0 <= self.gain <= _LOUDEST):
            raise MessageError(f"a level goes from 0 to {_LOUDEST}, not {self.gain}")


@dataclass(frozen=True, slots=True)
class LeadIn:
    """How many seconds of a soft hiss wake a loudspeaker that has been silent, before a line; 0 is none."""

    seconds: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.seconds) and 0 <= self.seconds <= LONGEST_LEAD_IN):
            raise MessageError(f"a lead-in lasts from 0 to {LONGEST_LEAD_IN} s, not {self.seconds}")


@dataclass(frozen=True, slots=True)
class Hush:
    """Stop saying what is being said or waits to be. The ambience goes on."""


@dataclass(frozen=True, slots=True)
class Ambience:
    """Switch the ambience on or off."""

    on: bool


@dataclass(frozen=True, slots=True)
class Ready:
    """The output is open: its name, the samples a second that it takes, the seconds that it holds.

    It comes again when the output starved, and was opened to hold more.
    """

    device: str
    rate: int
    latency: float


@dataclass(frozen=True, slots=True)
class Beat:
    """The output takes samples: how many it has taken since it opened, and how often it ran dry."""

    frame: int
    underruns: int


@dataclass(frozen=True, slots=True)
class Begun:
    """The first sample of a speech was handed over, as the frame with this number."""

    number: int
    frame: int


@dataclass(frozen=True, slots=True)
class Left:
    """A speech is over, or was hushed: `frame` is the first one without it. The device has played all before it."""

    number: int
    frame: int


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something is missing or has gone."""

    kind: TroubleKind
    detail: str


LASTING = 1.0
"""Seconds after words for which what is played is still told: rooms ring, devices lag, and the earcon sounds."""


@dataclass(frozen=True, slots=True)
class Played:
    """What was handed to the loudspeaker at this time, before anybody can have heard it.

    The loudspeaker, which `device` names, says that it holds `latency` seconds; `frame` counts the first sample from
    its opening. The time is that of the machine's clock, `time.monotonic`, the same in every process. Whether there
    were words in it: only then, and for `LASTING` seconds afterwards, it is told.
    """

    device: str
    frame: int
    at: float
    latency: float
    words: bool
    pcm: bytes


Order: TypeAlias = Speak | PlayScene | Cover | Attend | VolumeLevel | LeadIn | Hush | Ambience
"""What the game says to the audio process."""

Reply: TypeAlias = Ready | Beat | Begun | Left | Trouble
"""What the audio process says to the game."""

ORDERS: tuple[type[Order], ...] = get_args(Order)
REPLIES: tuple[type[Reply], ...] = get_args(Reply)


_LAST = None


class Outbox:
    """A pipe on which messages go out in their order. The process ends when nobody is at its other end."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._unsent: SimpleQueue[Reply | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="outbox", daemon=True)
        self._thread.start()

    def send(self, message: Reply) -> None:
        """Send, without waiting."""
        self._unsent.put(message)

    def close(self, seconds: float) -> None:
        self._unsent.put(_LAST)
        self._thread.join(seconds)

    def _write(self) -> None:
        while (message := self._unsent.get()) is not _LAST:
            try:
                send(self._pipe, message)
            except OSError:
                os._exit(0)  # without asking PortAudio, which may hang
