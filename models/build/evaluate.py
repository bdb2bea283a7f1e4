"""How well a model folder does on synthetic speech, through the stock `vosk` package: a table in Markdown.

`python -m models.build.evaluate [FOLDER] [--voices testing] [--clips 60]`
"""

import argparse
import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from models.build import lexicon
from models.build.espeak import Manner
from models.build.export import FOLDER
from models.build.noise import babble, clatter, coloured
from models.build.phones import ForeignSoundError
from models.build.sound import RATE, Samples, at_peak, mixed, rms
from models.build.speech import Speech, speak
from models.build.vocabulary import UNKNOWN, other_talk, pick, vocabulary
from models.build.voices import LANGUAGES, TESTING, TRAINING, TUNING

WARNING: Final = """\
**These figures say nothing about people.** The model knows the voices of espeak-ng, a speech synthesiser, and no human
voice; it is trained and tested with the same synthesiser and the same kinds of noise. They serve to notice when
something breaks, and to compare one build of this model with another."""

RATIOS: Final = (20, 10, 5, 0)
"""Speech over noise, in dB."""

_BLOCK: Final = 3200
_COMMANDS: Final = (
    "oui, non, suite, suivant, répète, redis, annule, corrige, pause, reprends, aide, état, plus fort, moins fort, "
    "personne, égalité, coupable, acquitté, quitter, au revoir"
)


def grammars() -> dict[str, list[str]]:
    """Phrases that a game listens for together, by kind of question; none sounds like another of its list."""
    known = vocabulary()
    numbers, names = known.sections["numbers"], known.sections["names"][::7]
    return {
        "commands": _COMMANDS.split(", "),
        "seats": [f"{word} {number}" for word in ("joueur", "numéro") for number in numbers[1:31]] + ["personne"],
        "names": [*names, *(f"c'est {name}" for name in names), "personne"],
        "roles": [*known.roles, "vide tes poches", "pam", "ping"],
        "numbers": list(numbers[:41]),
    }


class Recogniser:
    """A model with some grammars over it."""

    def __init__(self, folder: Path) -> None:
        import vosk

        vosk.SetLogLevel(-1)
        self._make: Callable[..., Any] = vosk.KaldiRecognizer
        self._model = vosk.Model(str(folder))
        self._recognisers: dict[tuple[str, ...], Any] = {}
        self.computed = 0.0
        self.heard = 0.0

    def text(self, samples: Samples, phrases: Sequence[str]) -> str:
        """What is recognised in a recording of one utterance, with this grammar and `[unk]`."""
        key = tuple(phrases)
        if key not in self._recognisers:
            # Vosk does not decode \u00e9: a word written so would be dropped from the grammar.
            grammar = json.dumps([*phrases, UNKNOWN], ensure_ascii=False)
            self._recognisers[key] = self._make(self._model, RATE, grammar)
        recogniser, started = self._recognisers[key], time.process_time()
        blocks = (samples[start : start + _BLOCK] for start in range(0, len(samples), _BLOCK))
        results = [
            recogniser.Result() for block in blocks if recogniser.AcceptWaveform(block.astype(np.int16).tobytes())
        ]
        texts = [json.loads(result)["text"] for result in (*results, recogniser.FinalResult())]
        self.computed += time.process_time() - started
        self.heard += len(samples) / RATE
        return " ".join(filter(None, texts))


def unlike(phrases: Sequence[str], words: Iterable[str]) -> list[str]:
    """Those words that sound like no word of the phrases."""
    known = lexicon.read()
    taken = {sounds for phrase in phrases for word in phrase.split() for sounds in known[word]}
    return [word for word in words if taken.isdisjoint(known[word])]


def decoys(phrases: Sequence[str]) -> list[str]:
    """Words of table talk that a game puts beside its phrases, to be recognised in their place."""
    return unlike(phrases, vocabulary().sections["decoys"][::3])


def without_unknown(text: str) -> str:
    """A text without its `[unk]`."""
    return " ".join(word for word in text.split() if word != UNKNOWN)


@dataclass(frozen=True, slots=True)
class Score:
    """How many of so many clips: as exact text, and with `[unk]` left out of it."""

    exact: int
    lenient: int
    clips: int

    def __str__(self) -> str:
        return f"{100 * self.exact / self.clips:.0f}/{100 * self.lenient / self.clips:.0f}"


class Trial:
    """Speech and noise that are the same for every model, so that two models are compared on equal terms."""

    def __init__(self, folder: Path, voices: tuple[str, ...], clips: int) -> None:
        self.recogniser = Recogniser(folder)
        self._voices, self._clips = voices, clips
        self._rng = np.random.default_rng(0)
        crowd_voices, sentences = TESTING + TUNING, other_talk().testing
        self._crowds = [babble(30, talkers, self._rng, crowd_voices, sentences) for talkers in (3, 6)]
        self._noises: dict[str, Callable[[int], Samples]] = {
            "steady noise": lambda count: coloured(count, self._rng, pick(self._rng, ("white", "pink"))),
            "babble": self._crowd,
            "clatter": lambda count: clatter(count, self._rng),
        }

    def _crowd(self, count: int) -> Samples:
        crowd = pick(self._rng, self._crowds)
        start = int(self._rng.integers(len(crowd) - count))
        return crowd[start : start + count]

    def _spoken(self, text: str) -> Speech:
        rng = self._rng
        voice = f"{pick(rng, LANGUAGES)}+{pick(rng, self._voices)}"
        speech = speak(text, Manner(voice, int(rng.integers(110, 191)), int(rng.integers(20, 81))))
        return speech.between(int(rng.uniform(0.3, 0.6) * RATE), int(0.5 * RATE))

    def _noisy(self, speech: Speech, kind: str | None, ratio: float) -> Samples:
        samples = speech.samples
        if kind:
            reference = rms(samples[speech.phones[1][0] : speech.phones[-1][0]])
            samples = mixed(samples, self._noises[kind](len(samples)), ratio, reference)
        return at_peak(samples, -self._rng.uniform(3, 15))

    def accepted(self, phrases: Sequence[str], kind: str | None = None, ratio: float = 0.0) -> Score:
        """How many phrases of the grammar are recognised."""
        self._rng = np.random.default_rng([1, self._clips])
        grammar = [*phrases, *decoys(phrases)]
        exact = lenient = 0
        for _ in range(self._clips):
            phrase = pick(self._rng, phrases)
            speech = self._spoken(vocabulary().written(phrase.split(), self._rng))
            text = self.recogniser.text(self._noisy(speech, kind, ratio), grammar)
            exact += text == phrase
            lenient += without_unknown(text) == phrase
        return Score(exact, lenient, self._clips)

    def wrongly_accepted(
        self, phrases: Sequence[str], talk: Callable[[np.random.Generator], str], kind: str | None, ratio: float
    ) -> Score:
        """How many utterances of something else are taken for a phrase of the grammar."""
        self._rng = np.random.default_rng([2, self._clips])
        samples = (self._noisy(self._french(talk), kind, ratio) for _ in range(self._clips))
        return self._taken(phrases, samples)

    def _french(self, talk: Callable[[np.random.Generator], str]) -> Speech:
        """Some talk in which espeak sees no English word."""
        while True:
            with contextlib.suppress(ForeignSoundError):
                return self._spoken(talk(self._rng))

    def noise_accepted(self, phrases: Sequence[str], kind: str) -> Score:
        """How many stretches of 3 s of noise alone are taken for a phrase of the grammar."""
        self._rng = np.random.default_rng([3, self._clips])
        samples = (at_peak(self._noises[kind](3 * RATE), -self._rng.uniform(1, 40)) for _ in range(self._clips))
        return self._taken(phrases, samples)

    def _taken(self, phrases: Sequence[str], recordings: Iterable[Samples]) -> Score:
        grammar = [*phrases, *decoys(phrases)]
        texts = [self.recogniser.text(samples, grammar) for samples in recordings]
        whole = sum(text in phrases for text in texts)
        return Score(whole, sum(without_unknown(text) in phrases for text in texts), len(texts))

    def noises(self) -> list[str]:
        """The kinds of noise."""
        return list(self._noises)


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _others(phrases: Sequence[str]) -> dict[str, Callable[[np.random.Generator], str]]:
    """What may be said beside the phrases of a grammar."""
    listed = set(decoys(phrases))
    outside = [word for word in unlike(phrases, vocabulary().words) if word not in listed and not word.endswith("'")]

    def words(rng: np.random.Generator) -> str:
        return vocabulary().written([pick(rng, outside) for _ in range(int(rng.integers(1, 4)))], rng)

    return {
        "sentences about other things": lambda rng: pick(rng, other_talk().testing),
        "words that do not exist": lambda rng: other_talk().invented(rng, int(rng.integers(1, 4))),
        "other words of the vocabulary": words,
    }


def report(folder: Path, voices: tuple[str, ...], clips: int) -> str:
    """All tables, in Markdown."""
    trial, lists = Trial(folder, voices, clips), grammars()
    conditions: list[tuple[str | None, int]] = [(None, 0)]
    conditions += [(kind, ratio) for kind in trial.noises() for ratio in RATIOS]
    lines = [
        WARNING,
        "",
        f"Phrases recognised, % of {clips}, with decoys and `[unk]` beside them: exact text / not counting `[unk]`.",
        "",
    ]
    headings = [f"{name} ({len(phrases)})" for name, phrases in lists.items()]
    lines += [_row("condition", *headings), _row(*["---"] * (len(lists) + 1))]
    for kind, ratio in conditions:
        scores = [trial.accepted(phrases, kind, ratio) for phrases in lists.values()]
        lines.append(_row(f"{kind} {ratio} dB" if kind else "clean", *scores))
    lines += ["", f"Something else taken for a phrase of the grammar, % of {clips}: likewise.", ""]
    lines += [_row("spoken", "condition", *lists), _row(*["---"] * (len(lists) + 2))]
    for talk in _others([]):
        for kind, ratio in ((None, 0), ("steady noise", 10), ("babble", 10)):
            found = [trial.wrongly_accepted(list_, _others(list_)[talk], kind, ratio) for list_ in lists.values()]
            lines.append(_row(talk, f"{kind} {ratio} dB" if kind else "clean", *found))
    for kind in trial.noises():
        found = [trial.noise_accepted(list_, kind) for list_ in lists.values()]
        lines.append(_row("nothing", f"3 s of {kind}", *found))
    factor = trial.recogniser.computed / trial.recogniser.heard
    lines += ["", f"{trial.recogniser.heard / 60:.0f} minutes of sound; real-time factor {factor:.4f} on one core."]
    return "\n".join(lines)


def main() -> None:
    """Print the report of a model folder."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    parser.add_argument("--voices", choices=("testing", "tuning", "training"), default="testing")
    parser.add_argument("--clips", type=int, default=60)
    asked = parser.parse_args()
    voices = {"testing": TESTING, "tuning": TUNING, "training": TRAINING}[asked.voices]
    sys.stdout.write(report(asked.folder, voices, asked.clips) + "\n")


if __name__ == "__main__":
    main()
