"""`make bench ARGS=conversation`: how soon after the narrator's last word somebody is heard, with his own voice around.

A table is simulated to the sample: the narrator's lines go through the mixer, a loudspeaker that bends loud sound and a
room, back into the microphone; somebody answers at a known time from the last word. The loudspeaker's clock differs
from the microphone's by 50 millionths, and where it is told so, the device reports another latency than it has. The
people are voices like people's that no model was trained on.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import numpy as np
from scipy.signal import fftconvolve

from benchmarks.day_by_voice import day_by_voice
from benchmarks.ear_measuring import audio, question
from benchmarks.ear_table import GAME
from benchmarks.ear_table import NAMES as TWELVE
from benchmarks.held_out import FOLDER, clips
from benchmarks.loudness import NAMES
from benchmarks.recordings import QUIET, SPEECH, Sound, at_rate, loudness, read, rms, steady, trimmed
from benchmarks.voice import evening
from narrator.base.resources import folder, pack_path
from narrator.commands.ear import answered_by, evening_grammars
from narrator.ear.decision import Certain, Decider, Doubtful, Overheard
from narrator.ear.messages import Audio, Close, EarOrder, Recognised, RecogniserError
from narrator.ear.open_ears import OpenEars
from narrator.ear.table_ears import LONGEST_SLIP
from narrator.ear.vad import Pcm, Silero
from narrator.ear.vosk_recogniser import VoskRecogniser
from narrator.ear.worker import EarWorker
from narrator.packs.markup import TextPart, Utterance
from narrator.packs.pack import load_pack
from narrator.sound.audio.capture import BLOCK_SECONDS
from narrator.sound.audio.messages import Left, Played, Speak
from narrator.sound.audio.mixer import Mixer, SampleStream
from narrator.sound.audio.process.__main__ import BLOCK
from narrator.sound.dsp.samples import HEARING_RATE, RATE, Samples, frames, to_pcm
from narrator.sound.soundscape.source import earcon
from narrator.table.inbox.entry import Entry, Reply
from narrator.table.language.spoken import Grammar
from narrator.voice.cache import Cache
from narrator.voice.profile import load_voice
from narrator.voice.recital import Recital

BEGUN = (-0.6, -0.2, 0.05, 0.2, 0.3, 0.5)
"""When somebody begins to answer: seconds from the narrator's last word, where it is heard."""

UNHURRIED = 1.5
"""The same, of who waits for as long as nobody has to: he is understood as well as the ear can."""

PATIENCE = 4.5
"""Seconds from the last word to the next line: every answer has long been decided by then."""

TALK, SOFTER = {"one talker who goes on": 1, "five who talk at once": 5}, (15, 10, 5)
"""The rows of talk, how many talk in them, and by how many dB they are softer than who answers."""

DAY = "a day by voice"

_BEFORE, _BEHIND = 6.0, 3.0  # seconds of talk
_QUESTIONS, _LONGEST = 8, 6.0
_HANDED_ON = 0.03  # from the end of a line to the question's opening, through two pipes and two threads
_HEARD = 10 ** (-40 / 20)  # of a line's peak: where its last word ends
_MICROPHONE = round(HEARING_RATE * BLOCK_SECONDS)
_BUFFERED = 0.02  # seconds that a microphone's block is late


@dataclass(frozen=True, slots=True)
class Table:
    """A room, and how the narrator comes back in it.

    `ringing` is the seconds in which the room falls by 60 dB; `echo` by how many dB the narrator is louder than who
    answers, None where he is not heard at all; `latency` what the loudspeaker holds, and `reported` what it says.
    """

    name: str
    ringing: float
    echo: float | None
    latency: float = 0.06
    reported: float = 0.06
    drift: float = 50e-6
    bent: float = 0.3

    def echoed(self, played: Samples) -> Sound:
        """Return what the microphone hears of what was handed over, by its own clock."""
        if self.echo is None:
            return np.zeros(round(len(played) / RATE * HEARING_RATE))
        sound = at_rate(played, RATE)
        top = np.abs(sound).max() / self.bent
        sound = top * np.tanh(sound / top)
        sound = np.interp(np.arange(len(sound)) * (1 + self.drift), np.arange(len(sound)), sound)
        loud = np.abs(sound) > np.abs(sound).max() * _HEARD
        sound *= loudness(SPEECH + self.echo) / rms(sound[loud])
        sound = np.concatenate([np.zeros(round(self.latency * HEARING_RATE)), sound])[: len(sound)]
        return self.rung(sound, 3)

    def rung(self, sound: Sound, seed: int) -> Sound:
        """Return a sound as this room has it ring: as long as it was."""
        chance, count = np.random.default_rng(seed), round(self.ringing * HEARING_RATE)
        response = chance.standard_normal(count) * np.exp(-6.9 * np.arange(count) / count)
        response *= 0.5 / np.sqrt(np.sum(np.square(response)))
        response[0] = 1.0
        wet: Sound = fftconvolve(sound, response)[: len(sound)]
        return wet


TABLES = (
    Table("room 0.35 s, echo 0 dB", 0.35, 0.0),
    Table("room 0.35 s, echo +10 dB", 0.35, 10.0),
    Table("room 0.6 s, echo 0 dB", 0.6, 0.0),
    Table("room 0.6 s, echo +10 dB", 0.6, 10.0),
    Table("room 0.6 s, +10 dB, 0.2 s later than told", 0.6, 10.0, latency=0.26),
    Table("room 0.6 s, +10 dB, 0.2 s sooner than told", 0.6, 10.0, reported=0.26),
)
"""Two rooms, two loudnesses of the echo; and latencies that are reported wrongly."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A question of the narrator's, what is answered, and when: seconds from its last word; None is no answer."""

    line: Samples
    name: str
    grammar: Grammar
    text: str = ""
    voice: Sound = field(default_factory=lambda: np.zeros(0))
    begun: float | None = None

    @property
    def words_end(self) -> int:
        """Return the frame behind the line's last word."""
        return int(np.flatnonzero(np.abs(self.line) > np.abs(self.line).max() * _HEARD)[-1]) + 1


@dataclass(slots=True)
class Outcomes:
    """What became of answers; `waits` are the seconds from the end of one to what was made of it."""

    right: int = 0
    asked: int = 0
    again: int = 0
    wrong: int = 0
    silent: int = 0
    waits: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        """Return them as a cell: right at once + asked back, (said again), wrong."""
        told = f"{self.right}+{self.asked}" + (f"({self.again})" if self.again else "")
        return told + (f" {self.wrong}w" if self.wrong else "") + (f" {self.silent}-" if self.silent else "")


@dataclass(slots=True)
class _Played:
    """A session as it was handed to the loudspeaker, by its own clock: blocks, and where the questions stand."""

    samples: Samples
    words: list[bool]
    ended: list[int]
    opened: list[int]
    closed: list[int]


def _play(turns: Sequence[Turn], latency: float) -> _Played:
    """Have the mixer play the turns, one after the other, as the driver does."""
    mixer, played = Mixer(_no_ambience), list[Samples]()
    words, ended, opened, closed = list[bool](), list[int](), list[int](), list[int]()
    sign = to_pcm(earcon())
    for number, turn in enumerate(turns):
        closed.append(mixer.frame)
        began = mixer.frame
        mixer.take(Speak(2 * number, to_pcm(turn.line)))
        ended.append(began + turn.words_end)
        until, opens = ended[-1] + frames(PATIENCE), None
        while mixer.frame < until:
            if opens is not None and mixer.frame >= opens and len(opened) == number:
                opened.append(mixer.frame)
                mixer.take(Speak(2 * number + 1, sign, words=False))
            samples, replies = mixer.mix(BLOCK)
            played.append(samples)
            words.append(mixer.worded)
            if any(isinstance(reply, Left) and reply.number == 2 * number for reply in replies):
                opens = mixer.frame + frames(latency + _HANDED_ON)
    return _Played(np.concatenate(played), words, ended, opened, closed)


def _no_ambience(scene: str, _seed: int, _take: int) -> SampleStream:
    raise AssertionError(f"{scene} is not played")


def _microphone(table: Table, turns: Sequence[Turn], played: _Played) -> tuple[Pcm, list[tuple[int, int]]]:
    """Return what it hears, and the samples between which each answer lies."""
    heard = table.echoed(played.samples)
    voices, places = np.zeros(len(heard)), list[tuple[int, int]]()
    for turn, ended in zip(turns, played.ended, strict=True):
        at = round((ended / RATE / (1 + table.drift) + table.latency + (turn.begun or 0.0)) * HEARING_RATE)
        count = max(0, min(len(turn.voice), len(heard) - at))
        voices[at : at + count] += turn.voice[:count]
        places.append((at, at + len(turn.voice)))
    heard += table.rung(voices, 5) + steady(len(heard), 1) * loudness(QUIET)
    pcm: Pcm = np.rint(np.clip(heard, -32768, 32767)).astype(np.int16)
    return pcm, places


def _orders(
    table: Table, turns: Sequence[Turn], played: _Played, heard: Pcm, cancels: bool
) -> Iterator[tuple[float, EarOrder]]:
    """Yield what the listening process is told, and when: questions, and what is heard with the ears open."""
    ears, block = OpenEars(cancels=cancels and table.echo is not None), 0
    clock = RATE * (1 + table.drift)
    marks: list[tuple[float, EarOrder]] = [(at / clock, Close()) for at in played.closed]
    marks += [
        (at / clock, question(turn.grammar.phrases, str(number)))
        for number, (turn, at) in enumerate(zip(turns, played.opened, strict=True))
    ]
    marks.sort(key=lambda mark: mark[0])
    for at in range(0, len(heard) - _MICROPHONE, _MICROPHONE):
        ends = (at + _MICROPHONE) / HEARING_RATE
        now = ends + _BUFFERED
        while block < len(played.words) and block * BLOCK / clock <= now:
            begun = block * BLOCK / clock
            samples = played.samples[block * BLOCK : (block + 1) * BLOCK]
            words = played.words[block] and table.echo is not None
            ears.play(Played(table.name, block * BLOCK, begun, table.reported, words, to_pcm(samples)))
            block += 1
        while marks and marks[0][0] <= now:
            yield marks.pop(0)
        for sound in ears.hear(at, ends, heard[at : at + _MICROPHONE].astype("<i2").tobytes()):
            yield now, Audio(sound.frame, sound.pcm)


def converse(
    recogniser: VoskRecogniser, table: Table, turns: Sequence[Turn], cancels: bool
) -> tuple[Outcomes, Counter[str]]:
    """Play the turns at a table; return what became of the answers, and what was taken though nobody said it.

    Whether the narrator's voice is taken out of what is heard: `cancels`.
    """
    played = _play(turns, table.reported)
    heard, places = _microphone(table, turns, played)
    ear, found = EarWorker(recogniser, Silero()), dict[str, list[tuple[float, Recognised]]]()
    for now, order in _orders(table, turns, played, heard, cancels):
        for reply in ear.take(order):
            if isinstance(reply, Recognised):
                found.setdefault(reply.context, []).append((now, reply))
    outcomes, own = Outcomes(), Counter[str]()
    for number, (turn, (_, end)) in enumerate(zip(turns, places, strict=True)):
        verdicts = [(now, _verdict(reply, turn, recogniser)) for now, reply in found.get(str(number), ())]
        if turn.begun is None:
            own.update(verdict for _, verdict in verdicts if verdict)
            continue
        kinds = [verdict for _, verdict in verdicts]
        if "wrong" in kinds:
            outcomes.wrong += 1
        elif "right" in kinds:
            outcomes.right += 1
            outcomes.waits.append(verdicts[kinds.index("right")][0] - end / HEARING_RATE)
        elif "asked" in kinds:
            outcomes.asked += 1
        elif "again" in kinds:
            outcomes.again += 1
        else:
            outcomes.silent += 1
    return outcomes, own


def _verdict(said: Recognised, turn: Turn, recogniser: VoskRecogniser) -> str:
    """Return what a game makes of it: "right", "asked" back, to be said "again", "wrong", or nothing."""

    def meaning(text: str) -> Entry | None:
        entry = turn.grammar.read(text)
        return entry if isinstance(entry, Reply) else None

    expected = meaning(turn.text) if turn.text else None
    decision = Decider[Entry]().decide(said, meaning, recogniser.thresholds)
    if said.cut:  # at most it is asked back
        if said.seconds > LONGEST_SLIP:
            return ""
        asked = decision.meant if isinstance(decision, Doubtful) else (getattr(decision, "meant", None),)
        return "asked" if expected is not None and expected in asked else "again"
    match decision:
        case Certain(entry):
            return "right" if entry == expected else "wrong"
        case Doubtful(entries):
            return "asked" if expected in entries else "again"
        case Overheard(entry):
            return "asked" if entry == expected else "again"
    slips = said.seconds <= LONGEST_SLIP and turn.grammar.slips(said.texts[0])
    return "again" if slips and not said.amid_talk else ""


def questions_said() -> list[Samples]:
    """Return some questions of an evening as the narrator says them."""
    game, said = evening(NAMES), list[Samples]()
    with (
        TemporaryDirectory(prefix="narrator-") as cache,
        Recital(load_voice("fr"), Cache(Path(cache)), _unheard, seed=0) as voice,
    ):
        if not voice.ready():
            raise RecogniserError("package", "No voice speaks here.")
        lines = list(game.game.repertoire().by_day(game.wording))
        Random(4).shuffle(lines)
        for line in lines:
            text = "".join(part.said for part in line if isinstance(part, TextPart))
            if text.rstrip().endswith("?") and len(samples := _spoken(voice, line)) < _LONGEST * RATE:
                said.append(samples)
            if len(said) == _QUESTIONS:
                break
    return said


def _spoken(voice: Recital, line: Utterance) -> Samples:
    """Return a question as the mouth says it by day: its last word is its end."""
    return np.concatenate([*voice.parts(line, by_night=False, breath=False)])


def _unheard(_told: str) -> None:
    """Nobody reads what a voice has to tell."""


def answering(recogniser: VoskRecogniser, count: int) -> list[tuple[str, Grammar, str, Sound]]:
    """Return so many answers, of each voice as many: the name of the question, what is listened for, text and voice."""
    words = load_pack(pack_path(GAME)).words_of_a_table("fr")
    grammars = evening_grammars(words, TWELVE, lambda word: not recogniser.unknown((word,)))
    for name in ("by day", "by night"):
        del grammars[name]
    voices: dict[str, list[tuple[str, Grammar, str, Sound]]] = {}
    names = {id(grammar): name for name, grammar in grammars.items()}
    for clip in (*clips(FOLDER / "evening"), *clips()):
        grammar = None if clip.talk else answered_by(clip.text, grammars)
        if grammar is not None and isinstance(grammar.read(clip.text), Reply):
            voices.setdefault(clip.voice, []).append((names[id(grammar)], grammar, clip.text, clip.sound))
    for mine in voices.values():
        Random(8).shuffle(mine)
    return list(islice((one for some in zip(*voices.values(), strict=False) for one in some), count))


def conversation(answers: int, minutes: float, only: str, plain: bool) -> int:
    """Print the table: so many answers for each figure, so many minutes of narration alone, at tables called so.

    `plain`: without the package that takes the narrator's voice out.
    """
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # as in the process that listens
    recogniser = VoskRecogniser(folder("models") / "fr")
    said, lines = answering(recogniser, answers), questions_said()
    tables = [table for table in TABLES if only in table.name]
    print(
        f"Right at once + asked back (asked to say it again), w taken for something else, - silence; of {len(said)}.\n"
    )
    if tables:
        print(f"{'answered ... s from the last word':44}" + "".join(f"{begun:>14}" for begun in (*BEGUN, UNHURRIED)))
    waits = list[float]()
    for table in tables:
        alone = Table(table.name, table.ringing, None)
        cells = [_asked(recogniser, alone, said, lines, UNHURRIED, plain)[0]]
        print(f"{f'nobody narrates, room {table.ringing:g} s':44}{'':{14 * len(BEGUN)}}{cells[0]!s:>14}", flush=True)
        print(f"{table.name:44}", end="", flush=True)
        for begun in (*BEGUN, UNHURRIED):
            outcomes, _ = _asked(recogniser, table, said, lines, begun, plain)
            waits += outcomes.waits
            print(f"{outcomes!s:>14}", end="", flush=True)
        print(flush=True)
    if len(waits) > 1:
        slow = quantiles(waits, n=10)[8]
        print(f"\nFrom the end of an answer to what is made of it: median {median(waits):.2f} s, 90 % {slow:.2f} s")
    for name, talkers in TALK.items():
        if only in name:
            amid_talk(recogniser, said, name, talkers)
    if minutes and tables:
        _alone(recogniser, tables, said, lines, minutes, plain)
    if not only or only in DAY:
        day_by_voice(recogniser)
    return 0


def amid_talk(
    recogniser: VoskRecogniser, said: Sequence[tuple[str, Grammar, str, Sound]], name: str, talkers: int
) -> None:
    """Print what is made of answers in the midst of so many people's talk, who go on before, under and behind them.

    They read from a book where NARRATOR_AUDIO names a folder with `read-fr`; else it is others' table talk, in one go.
    """
    files = sorted((Path(os.environ.get("NARRATOR_AUDIO", "")) / "read-fr").glob("*.flac"))
    sentences = [trimmed(read(file)) for file in files] or [clip.sound for clip in clips() if clip.talk]
    one = np.concatenate(sentences)
    talk = sum(np.roll(one, number * len(one) // talkers) for number in range(talkers)) / np.sqrt(talkers)
    print(f"\nIn the midst of {name}, {'read aloud' if files else 'table talk'}; by how much softer that is.\n")
    for softer in SOFTER:
        chance, outcomes, asks = Random(5), Outcomes(), 0
        for seed, answer in enumerate(said):
            voice = answer[3]
            count = round((_BEFORE + _BEHIND) * HEARING_RATE) + len(voice)
            at = chance.randrange(len(talk))
            heard = np.resize(np.roll(talk, -at), count) * 10 ** (-softer / 20)
            heard += steady(count, seed) * loudness(QUIET)
            heard[round(_BEFORE * HEARING_RATE) :][: len(voice)] += voice
            pcm: Pcm = np.rint(np.clip(heard, -32768, 32767)).astype(np.int16)
            ear, turn = EarWorker(recogniser, Silero()), Turn(np.zeros(1, np.float32), *answer)
            list(ear.take(question(turn.grammar.phrases)))
            replies = (reply for order in audio(pcm) for reply in ear.take(order))
            kinds = [_verdict(reply, turn, recogniser) for reply in replies if isinstance(reply, Recognised)]
            kind = next((kind for kind in ("wrong", "right", "asked") if kind in kinds), "silent")
            setattr(outcomes, kind, getattr(outcomes, kind) + 1)
            asks += kinds.count("again")
        print(f"{f'{softer} dB':44}{outcomes!s:>12}   {asks} times asked in vain", flush=True)


def _asked(
    recogniser: VoskRecogniser,
    table: Table,
    said: Sequence[tuple[str, Grammar, str, Sound]],
    lines: Sequence[Samples],
    begun: float,
    plain: bool,
) -> tuple[Outcomes, Counter[str]]:
    turns = [Turn(line, *one, begun=begun) for one, line in zip(said, cycle(lines), strict=False)]
    return converse(recogniser, table, turns, not plain)


def _alone(
    recogniser: VoskRecogniser,
    tables: Sequence[Table],
    said: Sequence[tuple[str, Grammar, str, Sound]],
    lines: Sequence[Samples],
    minutes: float,
    plain: bool,
) -> None:
    """Let the narrator ask, and nobody answer; print what was taken of it all the same."""
    print(f"\nTaken in {minutes:g} minutes of questions that nobody answers, at all of these tables together.\n")
    each = max(1, round(minutes * 60 / len(tables) / (PATIENCE + _LONGEST - 2)))
    taken: Counter[str] = Counter()
    for table in tables:
        silent = zip(range(each), cycle(said), cycle(lines), strict=False)
        turns = [Turn(line, name, grammar) for _, (name, grammar, *_), line in silent]
        taken += converse(recogniser, table, turns, not plain)[1]
    print(", ".join(f"{kind} {count}" for kind, count in taken.items()) or "nothing")
