"""Somebody answers aloud by day, by keys at night: whole evenings in real sound, from air to air.

One sink is the air of the room: the narrator speaks into it, a voice like a person's that the model never heard in its
training speaks into it, and the microphone hears all of it. `.ci/run` makes the sink.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO

import numpy as np
import pytest
import soundfile
from benchmarks.held_out import said as recorded
from booths import hasty
from numpy.typing import NDArray

from models.build.export import FOLDER

SINK = os.environ.get("NARRATOR_SINK", "")
pytestmark = pytest.mark.skipif(
    not SINK or shutil.which("paplay") is None,
    reason="NARRATOR_SINK names no PulseAudio sink to speak into: .ci/run makes one",
)

RATE = 16000
VOICES = ("bm_lewis", "am_puck")
"""Two of those that no model was trained on. Of the others, one clip of each is hardly ever understood: `if_sara`'s
"non merci", `ff_siwis`'s "c'est un villageois".
"""

LEVEL = -24.0
"""dB under full scale, RMS."""

BREATH = 1.3
"""Seconds of silence before somebody answers: the ears are shut until the room has rung out."""

PATIENCE = 12.0
"""Seconds without a line, longer than any takes to be spoken, after which somebody says again what he has said."""

TRIES = 5
"""How often something is waited for so long before an evening is given up."""

AGAIN = 2
"""How often in an evening something may have to be said again."""

LED = [
    *("--names", "Alice,Bruno,Camille,David,Emma,Hugo,Karim,Manon", "--roles", "loup-garou=2,voyante"),
    *("--mode", "meneur", "--deal", "cards", "--set", "elect=never"),
]
"""A table of eight whose leader plays with open eyes."""

ALIKE = ["--lang", "fr", "--seed", "4", "--pace", "fast", "--no-ambience", "--model", str(FOLDER)]


@dataclass(frozen=True)
class Said:
    """Words that somebody says into the air."""

    text: str
    air: str = SINK
    after: float = BREATH


@dataclass(frozen=True)
class Keyed:
    """A line that somebody keys."""

    text: str


@dataclass(frozen=True)
class Done:
    """Something that somebody does."""

    deed: Callable[[], object]


Act = Said | Keyed | Done
Script = Sequence[tuple[str | tuple[str, ...], Act]]
"""What is done at each line that is shown, by how it begins, in this order."""

STANDS, RIGHT = "? C'est noté, sauf « non »", "? Est-ce bien cela"
"""What is shown while an answer that was surely heard stands, and where it is asked back."""


def spoken(voice: str, text: str, after: float) -> NDArray[np.float64]:
    """Return how somebody says this, after so many seconds."""
    speech = recorded(voice, text)
    level = 10 ** (LEVEL / 20) / np.sqrt(np.mean(np.square(speech)))
    return np.concatenate([np.zeros(round(after * RATE)), level * speech, np.zeros(RATE // 5)])


def as_they_come(stream: IO[str]) -> Iterator[str | None]:
    """Yield what the program shows, line by line, and None whenever it has shown nothing for `PATIENCE`."""
    lines: Queue[str] = Queue()

    def read() -> None:
        for line in stream:
            lines.put(line)
        lines.put("")

    Thread(target=read).start()
    while True:
        try:
            line = lines.get(timeout=PATIENCE)
        except Empty:
            yield None
        else:
            if not line:
                return
            yield line.rstrip("\n")


@dataclass
class Evening:
    """An evening that somebody plays by a script, alone with the program; and all that was shown."""

    folder: Path
    voice: str = VOICES[0]
    shown: list[str] = field(default_factory=list)
    speaking: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def play(self, script: Script, *options: str, **environment: str) -> None:
        """Play until the program has ended. What is not understood is said again, as people do."""
        home = self.folder / "home"
        command = [
            sys.executable,
            "-m",
            "narrator",
            "play",
            "thiercelieux",
            *options,
            "--set",
            "introduction=full",
            *ALIKE,
            "--voice",
            hasty(home),
        ]
        left = list(script)
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "NARRATOR_HOME": str(home), **environment},
        ) as playing:
            assert playing.stdin is not None
            assert playing.stdout is not None
            done = tries = again = 0
            said: Said | None = None
            for line in as_they_come(playing.stdout):
                if line is None:
                    tries += 1
                    if tries > TRIES or (said is not None and again == AGAIN):
                        playing.terminate()
                    elif said is not None:
                        again += 1
                        del self.shown[done:]  # that it was not understood
                        self._say(said)
                    continue
                self.shown.append(line)
                if line.startswith(RIGHT) and left and RIGHT not in left[0][0]:
                    self._say(Said("oui"))  # as whoever was heard in doubt does
                if left and line.startswith(left[0][0]):
                    done, tries = len(self.shown), 0
                    act = left.pop(0)[1]
                    said = act if isinstance(act, Said) else None
                    match act:
                        case Keyed(text):
                            playing.stdin.write(f"{text}\n")
                            playing.stdin.flush()
                        case Said():
                            self._say(act)
                        case Done(deed):
                            deed()
        for speaker in self.speaking:
            speaker.wait()
        assert not left, self.shown[-12:]
        assert playing.returncode == 0

    def _say(self, said: Said) -> None:
        file = self.folder / f"{self.voice} {said.text}.wav"
        soundfile.write(file, spoken(self.voice, said.text, said.after), RATE)
        self.speaking.append(subprocess.Popen(["paplay", f"--device={said.air}", str(file)]))


@pytest.fixture(autouse=True)
def recorder() -> Iterator[None]:
    """Keep the sink's time even: without a recorder it runs in bursts of two seconds."""
    command = ["parec", "-d", f"{SINK}.monitor", "--latency-msec=10"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as recording:
        yield
        recording.terminate()


CONFIRM = "[privé] Entrée pour continuer"
AT_ONCE = 0.2
"""Seconds after which people answer."""

DAY_AND_NIGHT: Script = (
    ("? Expliquer d'abord", Said("non")),
    ("? Jouer une nuit d'essai", Said("non merci")),
    ("? Entrée quand le cercle", Said("suite")),
    ("? Entrée quand chaque", Said("suite")),
    ("[privé] Qui tient la carte Voyante", Keyed("1")),
    ("[privé] Quelle carte percer", Keyed("2")),
    (CONFIRM, Said("suite")),
    ("[privé] Où sont toutes les cartes du camp des Loups-Garous", Keyed("2 3")),
    ("[privé] Quelle proie", Keyed("4")),
    (CONFIRM, Said("suite")),
    ("? Quelle carte avait David", Said("c'est un villageois")),
    ("? Entrée pour finir le débat", Said("suite")),
    ("? Qui a le plus de voix", Said("la place cinq s'il vous plaît")),
    ((STANDS, RIGHT), Said("non", after=AT_ONCE)),
    ("? Qui a le plus de voix", Said("joueur deux s'il te plaît")),
    ("[privé] Quelle carte percer", Keyed("quitter")),
)

TOLD = ["Villageois.", "On continue.", "Emma.", "D'accord, je n'ai rien noté. Redites.", "Bruno."]


@pytest.mark.parametrize("voice", VOICES)
def test_a_day_and_a_night_are_played_by_voice_and_keys(tmp_path: Path, voice: str) -> None:
    evening = Evening(tmp_path, voice)
    evening.play(DAY_AND_NIGHT, *LED)
    heard = map(told, evening.shown)
    assert [line for line in heard if line in TOLD] == TOLD


def told(line: str) -> str:
    """Return what was heard, whether it is said back or asked back; any other line as it is."""
    heard = re.fullmatch(r"J'entends : (.*) C'est bien cela \?", line)
    return line if heard is None else heard[1][0].upper() + heard[1][1:]


AIR = "narrator_air"


@contextmanager
def microphone_of_its_own() -> Iterator[tuple[Callable[[], object], Callable[[], object]]]:
    """Put a microphone beside the loudspeaker; yield how it falls silent, as one that is pulled out, and comes back."""
    load = ["pactl", "load-module", "module-null-sink", f"sink_name={AIR}", "channels=1", "format=s16le"]
    module = subprocess.run(load, check=True, capture_output=True, text=True).stdout.strip()

    def suspend(yes: str) -> None:
        subprocess.run(["pactl", "suspend-sink", AIR, yes], check=True)

    try:
        yield lambda: suspend("1"), lambda: suspend("0")
    finally:
        subprocess.run(["pactl", "unload-module", module], check=True)


def test_a_microphone_may_go_in_a_question_and_come_back(tmp_path: Path) -> None:
    with microphone_of_its_own() as (go, come):
        script: Script = (
            ("? Expliquer d'abord", Done(go)),
            ("Je n'entends plus rien", Keyed("non")),
            ("? Jouer une nuit d'essai", Done(come)),
            ("Je vous entends de nouveau", Said("non", AIR, after=3 * BREATH)),
            ("? Entrée quand le cercle", Keyed("quitter")),
        )
        private = ("--private", str(tmp_path / "private"))
        Evening(tmp_path).play(script, "--players", "8", *private, PULSE_SOURCE=f"{AIR}.monitor")
