"""Which texts count as answers: three rules compared, and how much likelier than others a text must be.

A game takes what its grammar reads as a whole, of whatever phrases the words are. Measured with the tiny model, of 240
sayings at 10 dB that understands 97 %, where the listed phrases alone would be 74 %. To tolerate `[unk]` around an
answer was tried and left: it understands 98 %, takes twice as many answers to other questions for one, and in talk it
took `[unk] alors rien [unk]` for an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from benchmarks.det_curve import picture, trade_off
from benchmarks.ear_measuring import AskedPhrases, HeardPhrases, heard, shared
from benchmarks.ear_table import Quiz
from benchmarks.recordings import Company, Sound
from narrator.ear.decision import Certain
from narrator.ear.thresholds import Thresholds
from narrator.ear.vad import Silero
from narrator.ear.vosk_recogniser import UNKNOWN, VoskRecogniser

READ = "read as a whole (what a game does)"


def _listed(asked: AskedPhrases, text: str) -> object | None:
    return asked.meaning(text) if text in asked.phrases else None


def _read(asked: AskedPhrases, text: str) -> object | None:
    return asked.meaning(text)


def _within(asked: AskedPhrases, text: str) -> object | None:
    words = text.split()
    while words and words[0] == UNKNOWN:
        words = words[1:]
    while words and words[-1] == UNKNOWN:
        words = words[:-1]
    return asked.meaning(" ".join(words))


Rule: TypeAlias = Callable[[AskedPhrases, str], object | None]

FAR = 50.0
"""By how much what is the only reading counts as likelier than all else."""

RULES: Mapping[str, Rule] = {
    "one of the listed phrases": _listed,
    READ: _read,
    f"the same, with {UNKNOWN} around it tolerated": _within,
}


@dataclass(slots=True)
class Trial:
    """What was heard of sayings, and of what answers other questions; each with what was listened for and meant."""

    answers: list[tuple[AskedPhrases, object | None, list[HeardPhrases]]] = field(default_factory=list)
    strangers: list[tuple[AskedPhrases, list[HeardPhrases]]] = field(default_factory=list)

    @property
    def said(self) -> int:
        """Return how many sayings there are."""
        return len(self.answers)

    @property
    def others(self) -> int:
        """Return how many were said to other questions."""
        return len(self.strangers)

    def right(self, rule: str) -> list[float]:
        """Return by how much each saying was likelier than all else that is taken for what it is."""
        return [
            ahead
            for asked, meant, found in self.answers
            for one in found
            for taken, ahead in _best(RULES[rule], asked, one)
            if taken == meant
        ]

    def wrong(self, rule: str) -> list[float]:
        """Return by how much what answers another question was likelier than all else, where it is an answer at all."""
        margins = (
            [ahead for one in found for _, ahead in _best(RULES[rule], asked, one)] for asked, found in self.strangers
        )
        return [max(found) for found in margins if found]

    def shares(self, rule: str, thresholds: Thresholds) -> tuple[float, float, float]:
        """Return, in percent: what is understood, what is taken for something else, and strangers accepted."""

        def taken(asked: AskedPhrases, found: Sequence[HeardPhrases]) -> set[object]:
            decisions = (one.decision(partial(RULES[rule], asked), thresholds) for one in found)
            return {decision.meant for decision in decisions if isinstance(decision, Certain)}

        answers = [(meant, taken(asked, found)) for asked, meant, found in self.answers]
        right = sum(meant in entries for meant, entries in answers)
        mistaken = sum(bool(entries - {meant}) for meant, entries in answers)
        accepted = sum(bool(taken(asked, found)) for asked, found in self.strangers)
        return 100 * right / self.said, 100 * mistaken / self.said, 100 * accepted / self.others


def _best(rule: Rule, asked: AskedPhrases, one: HeardPhrases) -> Iterator[tuple[object, float]]:
    """Yield the likeliest answer, if there is one, and by how much it is likelier than all that is not it."""
    texts = zip((rule(asked, text) for text in one.recognised.texts), one.recognised.behind, strict=True)
    readings = list(texts)
    for meant, behind in readings:
        if meant is not None:
            yield meant, min((other for entry, other in readings if entry != meant), default=FAR) - behind
            return


def trials(
    recogniser: VoskRecogniser, company: Company, known: Mapping[str, Quiz], sounds: Mapping[str, Sound], clips: int
) -> Trial:
    """Have each question answered in noise of 10 dB, and have the answers to all others said to it."""
    trial, every = Trial(), list(sounds.values())
    for number, (kind, quiz) in enumerate(known.items()):
        noise = every[number % len(every)]
        recording = quiz.answers(company, clips, 5).over(noise, 10)
        for placed, found in shared(recording, heard(recogniser, Silero(), quiz.asked.phrases, recording.pcm())):
            trial.answers.append((quiz.asked, quiz.asked.meaning(placed.text), found))
        foreign = [
            text
            for other, others in known.items()
            for text in others.said(clips, 6)
            if other != kind and quiz.asked.meaning(text) is None
        ][:: len(known) - 1]
        recording = company.saying(foreign, 7).over(noise, 10)
        for _, found in shared(recording, heard(recogniser, Silero(), quiz.asked.phrases, recording.pcm())):
            trial.strangers.append((quiz.asked, found))
    return trial


def rejection(trial: Trial) -> str:
    """Return a picture of what each rule misses and wrongly accepts, for every threshold of certainty."""
    curves = {rule: trade_off(trial.right(rule), trial.wrong(rule), trial.said, trial.others) for rule in RULES}
    return picture("Synthetic speech at 10 dB: answers, and answers to other questions", curves)
