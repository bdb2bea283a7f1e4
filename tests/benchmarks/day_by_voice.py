"""A day that is played by voice in a noisy room, heard out: what each answer costs, with and without being asked back.

The real driver plays it under a virtual clock, in which each line takes as long as the storyteller's. Whoever answers
begins half a second after he may, says it again after a while if nothing comes of it, says "non" where he was
misunderstood, and is heard by the real ear, as a game hears it. He is one of the voices that no model was trained on.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

import numpy as np
from hearings import Table
from rooms import Keyed, Senses
from sittings import Sitting
from tables import table

from benchmarks.ear import Condition
from benchmarks.ear_measuring import audio, question
from benchmarks.held_out import clips, said
from benchmarks.recordings import QUIET, Company, LabelledRecording, Placed, Sound, loudness, noises, steady
from narrator.ear.messages import Recognised, RecogniserError
from narrator.ear.vad import Silero
from narrator.ear.vosk_recogniser import VoskRecogniser
from narrator.ear.worker import EarWorker
from narrator.packs.markup import Utterance
from narrator.rules.core.answers import DONE, NO, NOBODY, YES, Answer, seat
from narrator.rules.core.effects import Ask, Scene
from narrator.rules.core.play import Confirm
from narrator.sound.dsp.samples import HEARING_RATE, RATE
from narrator.table.inbox.entry import Doubted, Entry, Reply
from narrator.table.session.announcements import ASKED_BACK, CONFIRM, STANDS
from narrator.voice.cache import Cache
from narrator.voice.profile import load_voice
from narrator.voice.recital import Recital

ANSWERS: dict[str, tuple[str, Answer]] = {
    "captain.elected": ("la place cinq s'il vous plaît", seat(5)),
    "debate.end": ("suite", DONE),
    "vote.result": ("joueur deux s'il te plaît", seat(2)),
}
"""What is said to each question of the day, and what is meant."""

KEYED = 1.5
"""Seconds after which somebody has keyed an answer, with its Enter."""

_REACTION, _PATIENCE, _TRIES, _ROUNDS = 0.5, 5.0, 2, 3
_SECONDS = 60.0


class Timed:
    """A mouth that takes as long as a voice does."""

    def __init__(self, sitting: Sitting, voice: Recital) -> None:
        self._sitting, self._voice = sitting, voice

    def speak(self, utterance: Utterance) -> None:
        frames = sum(len(part) for part in self._voice.parts(utterance, by_night=False, breath=False))
        self._sitting.clock.sleep(frames / RATE)

    def scene(self, scene: Scene, take: int, gain: float = 0.0) -> None:
        """There is no ambience."""

    def cover(self, on: bool) -> None:
        """Nothing is covered."""

    def volume(self, steps: int) -> bool:  # noqa: ARG002 - it has none
        return False


@dataclass
class Day(Sitting):
    """A day up to the card that its vote turns. A `speaker` answers by voice; without one, somebody keys."""

    speaker: Speaker | None = None
    put: dict[str, tuple[float, int]] = field(default_factory=dict)
    """When a question was put first, and how much had been seen and heard by then; `over`: when it was answered."""
    over: dict[str, tuple[float, int]] = field(default_factory=dict)

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:  # noqa: ARG002 - game time is this clock's here
        """Note when a question has its answer."""
        self.over[ask.question] = self.clock.now(), len(self.senses.public)

    def _table(self, ask: Ask) -> Sequence[Keyed]:
        if not ask.public or (ask.question not in ANSWERS and ask.question not in ASKED_BACK):
            return super()._table(ask)
        self.put.setdefault(ask.question, (self.clock.now(), len(self.senses.public)))
        if self.speaker is not None:
            return self.speaker.answers(ask)
        return [(KEYED, ANSWERS[ask.question][1])]

    def cost(self, question: str) -> tuple[float, int]:
        """Return the seconds from a question until the game went on, and the narrator's words meanwhile."""
        (put, before), (over, behind) = self.put[question], self.over[question]
        told = (entry.partition(" voice: ")[2] for entry in self.senses.public[before:behind])
        return over - put, sum(len(text.split()) for text in told)


class Speaker:
    """Who answers by voice in a room, and objects to what he did not say."""

    def __init__(self, recogniser: VoskRecogniser, voice: str, room: Condition) -> None:
        self._recogniser, self._voice, self._room = recogniser, voice, room
        self._ears = Table(names=(), unknown=())
        self._wanted: tuple[str, Answer] = ("", DONE)
        self._perhaps: Answer | None = None
        self._put = Counter[str]()

    def answers(self, ask: Ask) -> Sequence[Keyed]:
        """Return what is heard of him once this question is open, and when."""
        self._wanted = ANSWERS.get(ask.question, self._wanted)
        text, meant = self._wanted
        self._put[ask.question] += 1
        if ask.question in ANSWERS and self._put[ask.question] > _ROUNDS:
            return [(KEYED, meant)]
        right = self._perhaps == meant
        if ask.question == CONFIRM:
            text = "oui" if right else "non"
        elif ask.question == STANDS:
            if right:
                return []
            text = "non"
        heard = self._heard(ask, text)
        if ask.question not in ASKED_BACK:
            given = (entry for _, entry in heard if isinstance(entry, Reply | Doubted))
            match next(given, None):
                case Reply(answer=answer) | Doubted((answer, *_)):
                    self._perhaps = answer
        return heard

    def _heard(self, ask: Ask, text: str) -> list[tuple[float, Entry]]:
        """Return what is made of this text, which he says until something is, or he keys it after all."""
        self._ears.ask(ask)
        context, phrases = self._ears.listening.opened[-1]
        voice = said(self._voice, text)
        gaps = [_REACTION, *[_PATIENCE] * (_TRIES - 1)]
        parts, placed, at = list[Sound](), list[Placed](), 0
        for gap in gaps:
            silent = np.zeros(round(gap * HEARING_RATE))
            parts += [silent, voice]
            placed.append(Placed(at + len(silent), at + len(silent) + len(voice), text))
            at += len(silent) + len(voice)
        sound = np.concatenate([*parts, np.zeros(2 * HEARING_RATE)])
        seed = self._put[ask.question]
        recording = self._room(LabelledRecording(sound + steady(len(sound), seed) * loudness(QUIET), tuple(placed)))
        ear, found = EarWorker(self._recogniser, Silero()), list[tuple[float, Entry]]()
        list(ear.take(question(phrases, context)))
        for order in audio(recording.pcm()):
            for reply in ear.take(order):
                if isinstance(reply, Recognised):
                    before = len(self._ears.put)
                    self._ears.ears.told(reply)
                    ends = (order.frame + len(order.pcm) // 2) / HEARING_RATE
                    found += [(ends, entry) for entry, _ in self._ears.put[before:]]
            if found and isinstance(found[-1][1], Reply):
                return found
        answer = {"oui": YES, "non": NO}.get(text, self._wanted[1])
        return [*found, (len(sound) / HEARING_RATE, Reply(answer))]


def day_by_voice(recogniser: VoskRecogniser) -> None:
    """Print what each answer of a day costs: asked back always, in doubt alone, and keyed."""
    recorded = Path(os.environ["NARRATOR_AUDIO"]) if "NARRATOR_AUDIO" in os.environ else None
    with Company() as company:
        made = noises(company, recorded, _SECONDS)
    rooms: dict[str, Condition] = {"quiet": lambda said: said}
    for name in ("clatter", "kitchen, recorded"):
        if name in made:
            rooms[f"{name}, 10 dB"] = partial(LabelledRecording.over, noise=made[name](), ratio=10)
    print(
        "\nA day by voice, heard out: seconds from a question to what follows its answer, and the narrator's words.\n"
    )
    print(f"{'':44}" + "".join(f"{name:>18}" for name in ANSWERS) + f"{'from suite to the card':>26}  wrong")
    with (
        TemporaryDirectory(prefix="narrator-") as cache,
        Recital(load_voice("fr"), Cache(Path(cache)), _unheard, seed=0) as recital,
    ):
        if not recital.ready():
            raise RecogniserError("package", "No voice speaks here.")
        voices = sorted({clip.voice for clip in clips()})
        _row("keyed", [_day(recital, Confirm.DOUBT, None)])
        _row("keyed, as from the second vote on", [_day(recital, Confirm.DOUBT, None, words="few")])
        for name, room in rooms.items():
            for confirm in (Confirm.ALWAYS, Confirm.DOUBT):
                speakers = (Speaker(recogniser, voice, room) for voice in voices)
                _row(f"{name}, confirm={confirm.value}", [_day(recital, confirm, speaker) for speaker in speakers])
        speakers = (Speaker(recogniser, voice, rooms["quiet"]) for voice in voices)
        days = [_day(recital, Confirm.DOUBT, speaker, words="few") for speaker in speakers]
        _row("quiet, as from the second vote on", days)


def _day(recital: Recital, confirm: Confirm, speaker: Speaker | None, words: str = "normal") -> Day:
    values = {"elect": "day:1", "debate": "0", "confirm": confirm.value, "words": words}
    setup = table("loup-garou*2 villageois*6", values=values)
    day = Day(setup, {"wolves.victim": [NOBODY]}, speaker=speaker)
    day.senses = Senses(day.clock, Timed(day, recital))
    day.ports.mouth = day.ports.screen = day.senses
    day.play()
    return day


def _row(name: str, days: Sequence[Day]) -> None:
    print(f"{name:44}", end="")
    for question_ in ANSWERS:
        costs = [day.cost(question_) for day in days]
        print(f"{mean(cost[0] for cost in costs):10.1f} s {mean(cost[1] for cost in costs):5.1f}", end="")
    turned = mean(day.when("dead.card") - day.put["debate.end"][0] for day in days)
    wrong = sum((question_, answer) not in day.answers for day in days for question_, (_, answer) in ANSWERS.items())
    print(f"{turned:24.1f} s  {wrong:5}", flush=True)


def _unheard(_told: str) -> None:
    """Nobody reads what a voice has to tell."""
