"""Voices like people's that no model of this project was trained on, saying what is said to a game.

    python -m benchmarks.held_out STYLES

writes `tests/held_out` anew, with the network Kokoro (the extra `record`): four of its voices, each half of the sayings
that `Quiz.said(60, 2)` draws, and forty sentences of table talk. STYLES is the folder `voices` of the npm package
kokoro-js. A file of sound a voice, and one that tells what is said from which sample to which. In folders of their own:
what all of them say in an evening (`evening`), and to stop the narrator (`interrupting`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import soundfile
import yaml

from benchmarks.ear_table import quizzes
from benchmarks.recordings import Company, Sound, read, trimmed
from benchmarks.table_talk import sentence
from models.build import bank
from narrator.base.downloads.store import shipped
from narrator.ear.vosk_recogniser import VoskRecogniser
from narrator.sound.dsp.samples import HEARING_RATE

FOLDER = Path(__file__).parents[1] / "held_out"
SAYINGS, SEED = 60, 2
"""Of how many, and of which draw, the sayings are that were recorded."""

EVENING = (
    "oui",
    "non",
    "suite",
    "non merci",
    "c'est un villageois",
    "égalité deux et cinq",
    "joueur deux s'il te plaît",
    "la place cinq s'il vous plaît",
)
"""What all of them say, without haste, so that any can play a day and a night; of a folder beside the others."""

INTERRUPTING = (("bon stop", "stop", "bon pause"), ("pause", "pause", "pause"), ("stop", "stop", "stop"))
_SPEEDS = (0.8, 0.9, 1.0)
"""What they say to stop a narrator who speaks, and how fast; of the folder beside the others."""

_CALM = 0.85
_TALK = 160
_COMPRESSION = 0.9  # of Opus, as libsndfile counts it: some 30 kbit/s
_GAP = HEARING_RATE // 4
_BREATH = 3
"""Texts that are said in one breath: alone, short ones come out poor."""


@dataclass(frozen=True, slots=True)
class Clip:
    """Something that one of the voices says."""

    voice: str
    text: str
    talk: bool
    sound: Sound


def batched(texts: Sequence[str], count: int) -> Iterator[Sequence[str]]:
    """Yield so many of the texts at a time."""
    for start in range(0, len(texts), count):
        yield texts[start : start + count]


def clips(place: Path = FOLDER) -> Iterator[Clip]:
    """Yield all that was recorded there, each without the silence around it and as loud as espeak's are made."""
    for index in sorted(place.glob("*.yaml")):
        yield from _voice(index)


@cache
def _voice(index: Path) -> tuple[Clip, ...]:
    """Return the clips of one voice; `index` is the file that tells where each begins and ends."""
    sound = read(index.with_suffix(".opus"))
    return tuple(
        Clip(index.stem, entry["text"], entry["talk"], trimmed(sound[entry["begin"] : entry["end"]]))
        for entry in yaml.safe_load(index.read_text("utf-8"))
    )


class HeldOut(Company):
    """Those voices, or one of them, as company at the table: they can say what was recorded, and nothing else."""

    def __init__(self, voice: str = "") -> None:
        super().__init__(())
        self._sayings: dict[str, list[Sound]] = {}
        self._sentences: list[Sound] = []
        for clip in clips():
            if voice not in ("", clip.voice):
                continue
            if clip.talk:
                self._sentences.append(clip.sound)
            else:
                self._sayings.setdefault(clip.text, []).append(clip.sound)

    def can_say(self, text: str) -> bool:
        """Whether it was recorded."""
        return text in self._sayings

    def says(self, text: str, chance: Random) -> Sound:
        """Return how one of them says it; table talk is whatever sentence comes."""
        return chance.choice(self._sayings.get(text, self._sentences))


def said(voice: str, text: str) -> Sound:
    """Return how a voice says something of an evening."""
    return next(clip.sound for clip in _voice(FOLDER / "evening" / f"{voice}.yaml") if clip.text == text)


def sayings() -> tuple[str, ...]:
    """Return what is recorded of sayings, each once."""
    model = shipped("fr")
    assert model is not None
    recogniser = VoskRecogniser(model)
    known = quizzes(lambda word: not recogniser.unknown((word,)))
    return tuple(dict.fromkeys(said for quiz in known.values() for said in quiz.said(SAYINGS, SEED)))


def main(styles: Path) -> None:
    """Record what the voices say."""
    from models.build.neural import BETWEEN, Voices, breath
    from models.build.vocabulary import pick
    from narrator.recording.network import Network

    network, voices, rng = Network(), Voices(styles), np.random.default_rng(4)
    chance = Random(5)
    talk = tuple(dict.fromkeys(sentence(chance) for _ in range(_TALK)))
    for number, (voice, style) in enumerate(sorted(voices.testing.items())):
        mine = [text for place, text in enumerate(sayings()) if (place - number) % 4 < 2]
        heard = list[tuple[bool, bank.Clip]]()
        for texts, is_talk in ((mine, False), (talk[number::4], True)):
            for some in batched(texts, _BREATH):
                marks = [pick(rng, BETWEEN) for _ in some]
                said = breath(network, some, marks, voice, style, float(rng.uniform(0.8, 1.15)))
                heard += [(is_talk, clip) for clip in said]
        _write(FOLDER / voice, heard)
        calmly = (breath(network, texts, "." * len(texts), voice, style, _CALM) for texts in batched(EVENING, 2))
        _write(FOLDER / "evening" / voice, [(False, clip) for said in calmly for clip in said])
        shouted = (breath(network, texts, "!!!", voice, style, speed) for speed in _SPEEDS for texts in INTERRUPTING)
        _write(FOLDER / "interrupting" / voice, [(False, clip) for said in shouted for clip in said])


def _write(place: Path, said: Sequence[tuple[bool, bank.Clip]]) -> None:
    """Write what a voice says, and whether it is table talk: a file of sound, and one that tells what is where."""
    parts, index, at = list[Sound](), list[Mapping[str, object]](), 0
    for is_talk, clip in said:
        samples = clip.speech.samples.astype(np.float64)
        parts += [samples, np.zeros(_GAP)]
        index.append({"text": clip.text, "talk": is_talk, "begin": at, "end": at + len(samples)})
        at += len(samples) + _GAP
    sound = np.concatenate(parts) / 32768
    place.parent.mkdir(exist_ok=True)
    soundfile.write(
        place.with_suffix(".opus"), sound, HEARING_RATE, format="OGG", subtype="OPUS", compression_level=_COMPRESSION
    )
    place.with_suffix(".yaml").write_text(yaml.safe_dump(index, allow_unicode=True), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
