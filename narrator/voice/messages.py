"""What the game and its audio process say to each other: typed messages, and their form on a pipe.

On the wire a message is two lengths (4 bytes each, little-endian), a header and samples. The header is a JSON list: the
message's name, then its fields in their order, samples left out. Samples are 16-bit PCM of one channel.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Generic, NoReturn, TypeAlias, TypeVar, get_args, get_type_hints

_LENGTHS = struct.Struct("<II")
_HEADER_AT_MOST = 64 * 1024
_SAMPLES_AT_MOST = 256 * 1024 * 1024  # an hour and a half; what claims to be more is no message
_LOUDEST = 4.0


class MessageError(ValueError):
    """These bytes are no message, or one that may not stand here; says why."""


@dataclass(frozen=True, slots=True)
class Speak:
    """Say these samples (at `RATE`) after what is being said. `number` comes back in `Begun` and `Left`."""

    number: int
    pcm: bytes


@dataclass(frozen=True, slots=True)
class Scene:
    """Change the ambience to this scene; `seed` and `take` decide how it goes. An empty name is no ambience."""

    scene: str
    seed: int
    take: int


@dataclass(frozen=True, slots=True)
class Cover:
    """A night window is open: the ambience rises to mask keys and gestures; or it is closed."""

    on: bool


@dataclass(frozen=True, slots=True)
class Level:
    """How loud everything is, as a factor: 1 is as it was rendered."""

    gain: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.gain) and 0 <= self.gain <= _LOUDEST):
            raise MessageError(f"a level goes from 0 to {_LOUDEST}, not {self.gain}")


@dataclass(frozen=True, slots=True)
class Hush:
    """Stop saying what is being said or waits to be. The ambience goes on."""


@dataclass(frozen=True, slots=True)
class Ambience:
    """Switch the ambience on or off."""

    on: bool


@dataclass(frozen=True, slots=True)
class Listen:
    """Send what the microphone hears, or stop."""

    on: bool


@dataclass(frozen=True, slots=True)
class Ready:
    """The output is open: its name, the samples a second that it takes, the seconds that it holds."""

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
    """Something is missing or has gone.

    Kinds: `portaudio` (the library is not installed), `device` (no output opens), `lost` (the open one has gone),
    `input` (no microphone, or it has gone; tried again), `ambience` (a scene cannot be made).
    """

    kind: str
    detail: str


@dataclass(frozen=True, slots=True)
class Hearing:
    """A microphone is open: its name, and its own samples a second."""

    device: str
    rate: int


@dataclass(frozen=True, slots=True)
class Heard:
    """What the microphone heard, at 16 kHz. `frame` counts from its opening, with what was dropped.

    Where it is not the frame after the last one, something in between was dropped.
    """

    frame: int
    pcm: bytes


@dataclass(frozen=True, slots=True)
class Captured:
    """What the microphone's own process recorded, at 16 kHz; `at` is when its last sample was, by the machine's clock.

    The clock is `time.monotonic`, which is the same in every process. `frame` as in `Heard`.
    """

    frame: int
    at: float
    pcm: bytes


Order: TypeAlias = Speak | Scene | Cover | Level | Hush | Ambience | Listen
"""What the game says to the audio process."""

Reply: TypeAlias = Ready | Beat | Begun | Left | Trouble | Hearing | Heard
"""What the audio process says to the game."""

Recorded: TypeAlias = Hearing | Captured | Trouble
"""What the microphone's process says to the audio process."""

Message: TypeAlias = Order | Reply | Recorded

ORDERS: tuple[type[Order], ...] = get_args(Order)
REPLIES: tuple[type[Reply], ...] = get_args(Reply)
RECORDED: tuple[type[Recorded], ...] = get_args(Recorded)

AnyMessage = TypeVar("AnyMessage", bound=Message)

_SHAPES: dict[str, tuple[type[Message], tuple[tuple[str, Any], ...]]] = {
    kind.__name__: (kind, tuple((field.name, get_type_hints(kind)[field.name]) for field in fields(kind)))
    for kind in dict.fromkeys((*ORDERS, *REPLIES, *RECORDED))
}


def encoded(message: Message) -> bytes:
    """Return the message as it goes through a pipe."""
    header: list[object] = [type(message).__name__]
    samples = b""
    for name, kind in _SHAPES[type(message).__name__][1]:
        if kind is bytes:
            samples = getattr(message, name)
        else:
            header.append(kind(getattr(message, name)))  # a whole number may stand where a float is meant
    head = json.dumps(header, separators=(",", ":"), allow_nan=False).encode()
    return b"".join((_LENGTHS.pack(len(head), len(samples)), head, samples))


class Wire(Generic[AnyMessage]):
    """What comes out of a pipe, put together again; only messages of the `expected` kinds may come."""

    def __init__(self, expected: tuple[type[AnyMessage], ...]) -> None:
        self._expected = expected
        self._unread = bytearray()

    def feed(self, data: bytes) -> Iterator[AnyMessage]:
        """Take what was read and yield the messages that are whole now.

        Raises:
            MessageError: it is no message, or not one that is expected. The pipe is of no more use then.
        """
        self._unread += data
        while len(self._unread) >= _LENGTHS.size:
            head, samples = _LENGTHS.unpack_from(self._unread)
            if head > _HEADER_AT_MOST or samples > _SAMPLES_AT_MOST:
                raise MessageError(f"a message of {head} and {samples} bytes is too long")
            whole = _LENGTHS.size + head + samples
            if len(self._unread) < whole:
                return
            body = bytes(self._unread[_LENGTHS.size : whole])
            del self._unread[:whole]
            message = decoded(body[:head], body[head:])
            if not isinstance(message, self._expected):
                raise MessageError(f"{type(message).__name__} may not come here")
            yield message


def decoded(head: bytes, samples: bytes) -> Message:
    """Return the message of a header and its samples.

    Raises:
        MessageError: they do not make one.
    """
    try:
        name, *values = json.loads(head, parse_constant=_refuse)
        kind, shape = _SHAPES[name]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise MessageError(f"{head[:80]!r} begins no message") from error
    carried: dict[str, Any] = {}
    for field, expected in shape:
        if expected is bytes:
            carried[field] = samples
        elif values and type(values[0]) is expected:
            carried[field] = values.pop(0)
        else:
            raise MessageError(f"{name}: {values[:1]!r:.80} is not its {field}")
    if values:
        raise MessageError(f"{name} has no place for {values!r:.80}")
    if samples and not any(expected is bytes for _, expected in shape):
        raise MessageError(f"{name} carries no samples")
    if len(samples) % 2:
        raise MessageError(f"{name} has half a sample")
    message: Message = kind(**carried)
    return message


def _refuse(constant: str) -> NoReturn:
    raise MessageError(f"{constant} is no number")
