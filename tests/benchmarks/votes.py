"""`make bench ARGS=votes`: votes by voice that are said back, asked back, missed or wrong, by how sure the ear must be.

Voices like people's that no model was trained on name somebody, or nobody, once in each noise. What is surely heard is
said back and stands where nobody objects. To what is wrong there the same voice says "non", which has to be heard, too.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import log10
from pathlib import Path
from random import Random

from benchmarks.ear import Condition
from benchmarks.ear_measuring import HeardPhrases, heard, shared
from benchmarks.ear_table import GAME, NAMES
from benchmarks.held_out import HeldOut, clips, said
from benchmarks.recordings import Company, LabelledRecording, Placed, Sound, in_a_room, noises
from narrator.base.resources import folder, pack_path
from narrator.ear.decision import Certain, Doubtful
from narrator.ear.thresholds import Thresholds
from narrator.ear.vad import Silero
from narrator.ear.vosk_recogniser import VoskRecogniser
from narrator.packs.pack import load_pack
from narrator.rules.core.answers import NO, NOBODY, YES, Choices, Kind, Seats, Token
from narrator.rules.core.effects import Ask
from narrator.sound.audio.mixer import DUCK
from narrator.table.inbox.entry import Order, Reply
from narrator.table.language.spoken import Grammar, Hearing, grammar_of
from narrator.table.language.table_words import TableWords
from narrator.table.session.announcements import STANDS

APART = (3.0, 4.0, 6.0, 8.0)
"""By how much an answer must be likelier than any other, besides what is in use."""

MOST, OF = 1, 300
"""How many may be wrong behind both: the ear, and the time in which an answer may be taken back."""

_SECONDS = 60.0
_OBJECTIONS = 6
_CIRCLE = tuple(range(1, len(NAMES) + 1))
_CHOICES = Choices(kind=Kind.BALLOT, seats=_CIRCLE, ties=True, words=(NOBODY,))
_VOTE = Ask(question="vote.result", choices=_CHOICES, living=_CIRCLE)
_STANDS = replace(_VOTE, question=STANDS, choices=replace(_CHOICES, words=(NOBODY, YES, NO)))


@dataclass(slots=True)
class Votes:
    """What became of votes: `stood` are the wrong ones to which the "non" was not understood either."""

    placed: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    stood: float = 0.0

    def __add__(self, other: Votes) -> Votes:
        return Votes(
            self.placed + other.placed,
            self.right + other.right,
            self.asked + other.asked,
            self.wrong + other.wrong,
            self.stood + other.stood,
        )

    def __str__(self) -> str:
        """Return them as a cell: said back and asked back, in %; wrong ones said back, and those that stood."""
        told = f"{100 * self.right / self.placed:.0f}+{100 * self.asked / self.placed:.0f}"
        return told + (f" {self.wrong}w {self.stood:.1f}" if self.wrong else "")


def votes() -> int:
    """Print the table; status 1 where more stand wrongly than may, by the thresholds in use."""
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # as in the process that listens
    recogniser = VoskRecogniser(folder("models") / "fr")
    table_words = TableWords.of(load_pack(pack_path(GAME)).words_of_a_table("fr"), len(NAMES), NAMES)
    vote, stands = (
        grammar_of(ask, table_words, Hearing.DAY, lambda word: not recogniser.unknown((word,)))
        for ask in (_VOTE, _STANDS)
    )
    tried = {apart: replace(recogniser.thresholds, apart=apart) for apart in (*APART, recogniser.thresholds.apart)}
    tried = dict(sorted(tried.items()))
    print(
        "Said back + asked back, % of votes; w taken for something else, and how many of them stood behind a `non`.\n"
    )
    print(f"{'apart':34}" + "".join(f"{apart:>16g}" for apart in tried))
    every = dict.fromkeys(tried, Votes())
    for name, condition in _conditions().items():
        found = {apart: Votes() for apart in tried}
        for voice in sorted({clip.voice for clip in clips()}):
            recording = condition(_said(voice, vote))
            recognised = [*shared(recording, heard(recogniser, Silero(), vote.phrases, recording.pcm()))]
            objected = _understood(recogniser, condition, voice, stands)
            for apart, thresholds in tried.items():
                found[apart] += _judged(recognised, vote, thresholds, objected)
        print(f"{name:34}" + "".join(f"{score!s:>16}" for score in found.values()), flush=True)
        every = {apart: score + found[apart] for apart, score in every.items()}
    print(
        f"{f'all {every[recogniser.thresholds.apart].placed}':34}" + "".join(f"{one!s:>16}" for one in every.values())
    )
    used = every[recogniser.thresholds.apart]
    print(f"\nWrong behind both, of {OF}: {OF * used.stood / used.placed:.2f}; at most {MOST}.")
    return int(OF * used.stood > MOST * used.placed)


def _conditions() -> Mapping[str, Condition]:
    recorded = Path(os.environ["NARRATOR_AUDIO"]) if "NARRATOR_AUDIO" in os.environ else None
    with Company() as company:
        sounds = {name: make() for name, make in noises(company, recorded, _SECONDS).items() if name != "hiss"}
    conditions: dict[str, Condition] = {"quiet": lambda said: said, "in a room, at 3 m": in_a_room}
    waiting = partial(LabelledRecording.over, noise=sounds["ambience"], ratio=10 - 20 * log10(DUCK))
    conditions["ambience, lowered"] = waiting
    for name, sound in sounds.items():
        conditions[f"{name}, 10 dB"] = partial(LabelledRecording.over, noise=sound, ratio=10)
    return conditions


def _said(voice: str, vote: Grammar) -> LabelledRecording:
    """Return all votes for one seat, or for nobody, that a voice says."""
    texts = (clip.text for clip in clips() if clip.voice == voice and not clip.talk)
    return HeldOut(voice).saying([text for text in texts if _names_one(vote.read(text))], seed=3)


def _names_one(entry: object) -> bool:
    """Whether it is a vote that is said back; ties and departures are asked back always."""
    return isinstance(entry, Reply) and isinstance(entry.answer, Seats | Token)


class Objecting(Company):
    """A voice that says no."""

    def __init__(self, voice: str) -> None:
        super().__init__(())
        self._no = said(voice, "non")

    def says(self, text: str, chance: Random) -> Sound:  # noqa: ARG002 - it says nothing else
        return self._no


def _understood(recogniser: VoskRecogniser, condition: Condition, voice: str, stands: Grammar) -> float:
    """Return which share of its "non" takes an answer back, or has it asked back."""
    recording = condition(Objecting(voice).saying(["non"] * _OBJECTIONS, seed=4))
    found = shared(recording, heard(recogniser, Silero(), stands.phrases, recording.pcm()))
    objecting = (Reply(NO), Order.UNDO)
    understood = 0
    for _, mine in found:
        decisions = [one.decision(stands.read, recogniser.thresholds) for one in mine]
        understood += any(
            isinstance(one, Doubtful) or (isinstance(one, Certain) and one.meant in objecting) for one in decisions
        )
    return understood / _OBJECTIONS


def _judged(
    recognised: Sequence[tuple[Placed, Sequence[HeardPhrases]]], vote: Grammar, thresholds: Thresholds, objected: float
) -> Votes:
    """Judge votes by these thresholds; of objections so large a share is understood."""
    score = Votes(placed=len(recognised))
    for placed, mine in recognised:
        right = vote.read(placed.text)
        decisions = [one.decision(vote.read, thresholds) for one in mine]
        sure = [one.meant for one in decisions if isinstance(one, Certain) and _names_one(one.meant)]
        if any(meant != right for meant in sure):
            score.wrong += 1
            score.stood += 1 - objected
        elif sure:
            score.right += 1
        else:
            score.asked += any(right in one.meant for one in decisions if isinstance(one, Doubtful))
    return score
