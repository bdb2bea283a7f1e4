"""The messages between the game and the process that listens; `narrator.base.processes.wire` puts them on a pipe."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.ear.thresholds import Thresholds


@dataclass(frozen=True, slots=True)
class Load:
    """Load the model in this folder, to recognise phrases."""

    folder: str


@dataclass(frozen=True, slots=True)
class Listen:
    """Take in what the microphone hears, or drop it. Where it is to be `passed_on`, it goes to the game as well."""

    on: bool
    passed_on: bool = False


@dataclass(frozen=True, slots=True)
class Open:
    """Listen for these phrases from now on, instead of others. What is being said at this moment does not count.

    `context` comes back with what is heard. Decoys are words to be recognised, and not to be taken for a phrase.
    `endings` and `talk` say which longer phrases are not waited for: see `vosk_phrases.Phrases`.
    """

    context: str
    phrases: tuple[str, ...]
    decoys: tuple[str, ...]
    endings: tuple[str, ...] = ()
    talk: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Close:
    """Listen for nothing. What is being said at this moment is forgotten."""


@dataclass(frozen=True, slots=True)
class Audio:
    """What a microphone heard, at 16 kHz. `frame` counts from its opening, with what was dropped.

    Where it is not the frame after the last one, something in between was dropped.
    """

    frame: int
    pcm: bytes


@dataclass(frozen=True, slots=True)
class CheckWords:
    """Say which of these words, or phrases, cannot be recognised."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Follow:
    """Tell soft talk from noise too, so that `SoundLevel.speaking` can be relied on; or stop doing so."""

    on: bool


@dataclass(frozen=True, slots=True)
class MicrophoneOpen:
    """A microphone is open, and something comes from it: its name, and its own samples a second."""

    device: str
    rate: int


@dataclass(frozen=True, slots=True)
class MicrophoneLost:
    """There is no microphone, or it has gone; why. The process ends."""

    detail: str


@dataclass(frozen=True, slots=True)
class MicrophoneSound:
    """What the microphone heard, as in `Audio`, where it is passed on."""

    frame: int
    pcm: bytes


@dataclass(frozen=True, slots=True)
class Alive:
    """A sign of life, once a second: the microphone records, and what it recorded is looked at."""


@dataclass(frozen=True, slots=True)
class EarReady:
    """The model is loaded. `detector` is what tells speech from noise: `silero`, or `loudness` without its package.

    `apart` and `unlike` are thresholds of the model: see `narrator.ear.thresholds`.
    """

    detector: str
    apart: float
    unlike: float

    @property
    def thresholds(self) -> Thresholds:
        return Thresholds(apart=self.apart, unlike=self.unlike)


@dataclass(frozen=True, slots=True)
class Opened:
    """The phrases of this context are listened for, except those with words that the model does not know."""

    context: str
    unheard: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recognised:
    """Somebody said something, or something sounded like speech: what it may have been, the likeliest text first.

    A text may be none of the phrases, and an answer all the same, of words of several: a game's grammar reads it.
    `behind` is by how much each text is less likely than the first, as a natural logarithm; `seconds` last from the
    beginning of the voice to its end, pauses included. It is `amid_talk` where a voice had ended shortly before,
    whosever it was, and the narrator has not spoken since. Talk that is no utterance is told as well, as the text
    "[unk]". It is `cut` where it was under way when the ears opened: its beginning may be missing.
    """

    context: str
    texts: tuple[str, ...]
    behind: tuple[float, ...]
    seconds: float
    amid_talk: bool = False
    cut: bool = False


@dataclass(frozen=True, slots=True)
class SoundLevel:
    """How loud the last fifth of a second was, in dB under full scale, and whether there was speech in it."""

    db: float
    speaking: bool


@dataclass(frozen=True, slots=True)
class KnownWords:
    """Which of these words cannot be recognised: the reply to `CheckWords`."""

    words: tuple[str, ...]
    unknown: tuple[str, ...]


EarTroubleKind: TypeAlias = Literal["package", "model", "lost"]
"""A package or a model is missing or damaged, and there will be no listening; or the process has ended or hangs, and
is started again."""


@dataclass(frozen=True, slots=True)
class EarTrouble:
    """Something is missing, or was lost; `detail` is a sentence that says what, and what to do."""

    kind: EarTroubleKind
    detail: str


class RecogniserError(UserError):
    """Listening is impossible; the text is a sentence that tells what to do."""

    def __init__(self, kind: EarTroubleKind, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind


def damaged(folder: Path) -> str:
    """Say that a model cannot be loaded, and what to do."""
    return to_user("ear.damaged", place=folder)


EarOrder: TypeAlias = Open | Close | Audio | CheckWords | Follow
"""What the game says to who recognises phrases."""

EarReply: TypeAlias = EarReady | Opened | Recognised | SoundLevel | KnownWords | EarTrouble
"""What the game is told of what is recognised."""

ListenerOrder: TypeAlias = Listen | Load | EarOrder
"""What it says to the process."""

ListenerReply: TypeAlias = MicrophoneOpen | MicrophoneLost | MicrophoneSound | Alive | EarReply
"""What it is told by the process."""

EarChangeKind: TypeAlias = Literal["hearing", "input"]
"""A microphone is open; there is none, or it has gone, and it is tried again."""

ORDERS: tuple[type[ListenerOrder], ...] = get_args(ListenerOrder)
REPLIES: tuple[type[ListenerReply], ...] = get_args(ListenerReply)
