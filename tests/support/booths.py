"""Voices for the tests: engines that hum and tell what they were asked, recordings of tones, one in a hurry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from zlib import crc32

import numpy as np
from shipped import shipped

from narrator.packs.wording import Wording
from narrator.recording import making
from narrator.recording.making import encoded
from narrator.rules.core.secrets import Secret
from narrator.sound.audio.messages import Order
from narrator.sound.dsp.loudness import levelled
from narrator.sound.dsp.samples import RATE, Samples
from narrator.table.games.engine import Founded
from narrator.table.games.registry import engine_of
from narrator.table.setup.setup_answers import SetupAnswers
from narrator.voice.profile import Voice
from narrator.voice.recordings import Recordings, Spoken, decoded
from narrator.voice.synthesisers.synthesiser import Synthesiser, SynthesiserError


@dataclass
class Booth:
    """Where engines hum. Each text has its pitch and its length, in each voice."""

    asked: list[tuple[str, str]] = field(default_factory=list)
    """Voice and text of every rendering."""
    open: list[str] = field(default_factory=list)
    """The voices of the engines that were not closed yet."""
    broken: bool = False

    def engine(self, voice: Voice) -> Synthesiser:
        return Humming(voice.name, self)

    def newly_asked(self) -> list[tuple[str, str]]:
        asked, self.asked = self.asked, []
        return asked


class Humming:
    """An engine in a booth."""

    def __init__(self, voice: str, booth: Booth) -> None:
        self._voice, self._booth = voice, booth
        booth.open.append(voice)

    @property
    def identity(self) -> str:
        return f"humming {self._voice}"

    def ready(self) -> None:
        if self._booth.broken:
            raise SynthesiserError("the booth is dark")

    def render(self, text: str, pace: float, strong: bool) -> Samples:
        self.ready()
        self._booth.asked.append((self._voice, text))
        pitch = 120 + blake2b(f"{self._voice}{strong}{text}".encode(), digest_size=1).digest()[0]
        time = np.arange(round((6 + len(text)) * RATE / 60 / pace)) / RATE
        return (0.2 * np.sin(2 * np.pi * pitch * time)).astype(np.float32)

    def close(self) -> None:
        if self._voice in self._booth.open:
            self._booth.open.remove(self._voice)


@dataclass
class Paper:
    """A mixer that mixes nothing, and writes down what it is told, and when."""

    at: int = 0
    orders: list[tuple[int, Order]] = field(default_factory=list)

    def take(self, order: Order) -> None:
        self.orders.append((self.at, order))

    def mix(self, count: int) -> tuple[Samples, object]:
        self.at += count
        return np.zeros(count, np.float32), ()


def game(name: str = "thiercelieux", players: int = 8, names: tuple[str, ...] = (), seed: int = 0) -> Founded:
    rules = shipped(name).rules
    asked = SetupAnswers(players=players, names=names, seed=seed)
    wording = words(name, names, seed)
    return engine_of(rules.engine).plan(rules, asked, wording, lambda _: None).found(Secret(b"booth"))


def words(name: str = "thiercelieux", names: tuple[str, ...] = (), seed: int = 0) -> Wording:
    """Return the French words of that pack."""
    return Wording(shipped(name).words["fr"], names, seed)


def nothing(_done: int, _total: int) -> None:
    """Show no progress."""


def same(one: Samples, other: Samples) -> bool:
    """Whether two sounds are the same to the last bit."""
    return one.tobytes() == other.tobytes()


def tone(spoken: Spoken) -> Samples:
    """Return what stands for a phrase: the longer the words, the longer it lasts."""
    pitch = 150 + crc32(repr(spoken.row).encode()) % 400
    time = np.arange(round((0.3 + len(spoken.text) / 20) * RATE)) / RATE
    return levelled((0.2 * np.sin(2 * np.pi * pitch * time)).astype(np.float32))


def write_recordings(file: Path, said: Iterable[Spoken]) -> Path:
    """Write a file in which all this is recorded."""
    making.write_recordings(file, {}, ((spoken, encoded(tone(spoken), 0.05)) for spoken in said))
    return file


def sound_in(recordings: Recordings, spoken: Spoken) -> Samples | None:
    """Return a recording at `RATE`; None where there is none."""
    opus = recordings.opus(spoken)
    return None if opus is None else decoded(opus)


NAME = "presse"

_VOICE = """\
language: fr
about: "un narrateur pressé"
engine: pyttsx3
voice: roa/fr
rate: 420
"""


def hasty(home: Path) -> str:
    """Put the voice into a player's data folder; return its name."""
    folder = home / "voices"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{NAME}.yaml").write_text(_VOICE, encoding="utf-8")
    return NAME
