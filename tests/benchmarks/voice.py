"""`make bench ARGS=voice`: what speaking costs, each figure beside what it is to be compared to, now."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.bystanders import model
from benchmarks.figures import heading, row
from benchmarks.first_samples import LINE, first_samples
from benchmarks.loudness import NAMES
from benchmarks.monitor import Monitor, NotHeardError
from benchmarks.side_by_side import side_by_side
from narrator.base.processes.child import spawned
from narrator.commands.rehearsing import RANDOM, Rehearsal, RehearsalOptions, rehearsal
from narrator.sound.audio.messages import PlayScene, Speak
from narrator.sound.audio.mixer import Mixer
from narrator.sound.audio.playback import NoSoundError
from narrator.sound.audio.sound import Sound
from narrator.sound.dsp.samples import RATE, Samples, to_pcm
from narrator.sound.soundscape.scenes import SCENES, stream
from narrator.voice.cache import Cache
from narrator.voice.profile import Voice, load_voice
from narrator.voice.recital import Recital
from narrator.voice.synthesisers.synthesiser import Synthesiser, engine_of

OTHER_NAMES = ("Lina", "Marc", "Nadia", "Omar", "Paul", "Rosa", "Sami", "Théo", "Ursule", "Victor", "Wanda", "Yanis")

RENDERED = "conteur"
"""A voice that has to be rendered: the default one is recorded, and prepares nothing."""

PI_4 = 0.8
"""Seconds that a Raspberry Pi 4 takes for a second of speech by a medium voice of Piper, as its authors publish."""

MOST_ENGINE_SECONDS = 30
"""What preparing a new game may take there, where the lines that all games share were rendered before."""

MIXED = 20.0
"""Seconds of each scene that are mixed."""

BLOCK = RATE // 100
"""Frames mixed at a time, as the audio process does."""


class CountedSystem:
    """An engine, and how many phrases and seconds of speech were asked of it, in all its copies."""

    phrases = 0
    seconds = 0.0

    def __init__(self, voice: Voice) -> None:
        self._engine: Synthesiser = engine_of(voice)
        self.ready, self.close = self._engine.ready, self._engine.close

    @property
    def identity(self) -> str:
        """Return the engine's own."""
        return self._engine.identity

    def render(self, text: str, pace: float, strong: bool) -> Samples:
        """Render, and count."""
        samples = self._engine.render(text, pace, strong)
        CountedSystem.phrases += 1
        CountedSystem.seconds += len(samples) / RATE
        return samples


def voice(minutes: float) -> int:
    """Print the table of the voice's benchmarks; underruns are counted for so many minutes."""
    with TemporaryDirectory(prefix="narrator-") as folder:
        heading("compared to")
        cache = Cache(Path(folder))
        with Recital(load_voice("fr"), cache, _tell, seed=0) as recital:
            if not recital.ready():
                return 2
            first_samples(recital)
            side_by_side()
            _preparations(Path(folder) / "games")
            _mixing(recital(LINE, by_night=False))
            _underruns(recital(LINE, by_night=False), minutes)
    return 0


# --- preparing a game ---------------------------------------------------------------------------------------


def _preparations(folder: Path) -> None:
    cache = Cache(folder)
    cold, phrases, speech = _prepared(cache, NAMES)
    pi = f"{PI_4:g} s a second of speech"
    row(
        f"a cold game of 12 by {RENDERED}: {phrases} phrases, s",
        f"{cold:.1f}",
        f"{speech:.0f} s of speech, {speech / cold:.0f} times",
    )
    row("... engine seconds at Piper's Pi 4 speed", f"{PI_4 * speech:.0f}", f"{pi}; once for a voice")
    cached, phrases, _ = _prepared(cache, NAMES)
    row(f"... the same game, cached: {phrases} phrases, s", f"{cached:.1f}", f"1/{cold / cached:.0f} of cold")
    new, phrases, speech = _prepared(cache, OTHER_NAMES)
    row(f"... 12 new names, lines cached: {phrases} phrases, s", f"{new:.1f}", f"1/{cold / new:.0f} of cold")
    row("... engine seconds at Piper's Pi 4 speed", f"{PI_4 * speech:.1f}", f"{MOST_ENGINE_SECONDS} at most; {pi}")


def evening(names: tuple[str, ...]) -> Rehearsal:
    """Return a game of Thiercelieux among so many, with the cards that are proposed for them."""
    plan = RehearsalOptions(
        game="thiercelieux",
        players=len(names),
        cards=None,
        center=None,
        roles=None,
        mode="joueur",
        deal="narrator",
        settings=(),
        answers=RANDOM,
        seed=0,
        language="fr",
    )
    return rehearsal(plan, ",".join(names))


def _prepared(cache: Cache, names: tuple[str, ...]) -> tuple[float, int, float]:
    """Prepare a game of twelve; return the seconds it took, the phrases rendered, and their seconds of speech."""
    planned = evening(names)
    repertoire = planned.game.repertoire()
    CountedSystem.phrases, CountedSystem.seconds = 0, 0.0
    with Recital(load_voice(RENDERED), cache, _tell, seed=0, engine=CountedSystem) as recital:
        recital.ready()
        began = time.perf_counter()
        recital.prepare(repertoire.by_day(planned.wording), repertoire.by_night(planned.wording), _unseen)
        return time.perf_counter() - began, CountedSystem.phrases, CountedSystem.seconds


# --- the mixer ----------------------------------------------------------------------------------------------


def _mixing(line: Samples) -> None:
    share = {scene: _share(scene, line) for scene in ("", *SCENES)}
    silent = share.pop("")
    heaviest = max(share, key=lambda scene: share[scene])
    what = f"mixer and ambience, {heaviest}, % of one core"
    row(
        what,
        f"{100 * share[heaviest]:.1f}",
        f"{100 * silent:.1f} without ambience; the heaviest of {len(share)} scenes",
    )
    row("... mixing rate, times real time", f"{1 / share[heaviest]:.0f}", f"{1 / silent:.0f} without ambience")


def _share(scene: str, line: Samples) -> float:
    """Return which share of one core mixing takes: one line after another, over a scene or nothing."""
    mixer = Mixer(stream)
    mixer.take(PlayScene(scene, 1, 1))
    mixer.mix(BLOCK)
    began = time.process_time()
    for number in range(round(MIXED * RATE / BLOCK)):
        if not mixer.speaking:
            mixer.take(Speak(number, to_pcm(line)))
        mixer.mix(BLOCK)
    return (time.process_time() - began) / MIXED


# --- underruns ----------------------------------------------------------------------------------------------


def _underruns(line: Samples, minutes: float) -> None:
    what = f"underruns in {minutes:g} minutes of play"
    found = model()
    busy = (
        f"0; one core busy with {f'vosk on noise, {found.name}' if found else 'arithmetic: no model of vosk is here'}"
    )
    with ExitStack() as open_:
        with suppress(NotHeardError):
            open_.enter_context(Monitor())  # else a sink that goes nowhere takes seconds at a time
        sound = open_.enter_context(Sound())
        open_.enter_context(_busy(found))
        if sound.missing is not None:
            row(what, "-", f"not measured, there is no sound: {sound.missing}")
            return
        until = time.monotonic() + 60 * minutes
        try:
            for number in count(1):
                if time.monotonic() > until:
                    break
                sound.scene([*SCENES][number % len(SCENES)], 1, number)
                for _ in range(3):
                    sound.speak(line)
                    time.sleep(len(line) / RATE)
        except NoSoundError as error:
            row(what, "-", f"the sound was lost: {error}")
            return
        row(what, str(sound.underruns), busy)


@contextmanager
def _busy(found: Path | None) -> Iterator[None]:
    process = spawned("benchmarks.bystanders", "recognise", "" if found is None else str(found))
    try:
        yield
    finally:
        process.kill()
        process.wait()


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def _unseen(_done: int, _total: int) -> None:
    """Show no progress: it would stand between the rows."""
