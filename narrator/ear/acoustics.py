"""What the narrator's own voice tells of a table: its latency, its echo, its noise, and how its two clocks differ.

Whatever is played is known, and the microphone hears it: nothing need be played to measure. What is found is kept by
loudspeaker and microphone, in `acoustics.json` in the player's data folder, mode 0600: the next game begins with it,
and the doctor shows it. It holds names of devices and numbers, and nothing of what was heard.
"""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from narrator.base import whole_files
from narrator.base.resources import user_folder
from narrator.ear.vad import Pcm, decibels, power
from narrator.sound.dsp.samples import HEARING_RATE

_logger = logging.getLogger(__name__)

FILE = "acoustics.json"
_MOST = 20  # pairs of devices that are kept

LONGEST = 0.6
"""Seconds after which an echo is none of what was played."""

_BAND = (200.0, 3400.0)  # Hz, in which voices are and loudspeakers play
_CLEAR = 9.0
"""How many times the echo's place must stand out of the others' spread, and by how much of it of the next best."""
_AROUND, _RIVAL = HEARING_RATE // 50, 1.5
_STEP = HEARING_RATE // 50
_LOUD, _SILENT = 20.0, 45.0  # dB under the loudest of what was played
_FEW = 10  # steps
_RUNG_OUT = 10  # the percentile of steps without him in which he does not ring on

_APART = 60.0
"""Seconds between two measurements that tell how clocks differ."""
_JUMPED, _WORST = 0.002, 3e-4  # seconds, and seconds a second, by which clocks cannot move an echo
_MOVED, _OTHERWISE = 0.02, 6.0  # seconds and dB from which on a table is another one, and kept anew


@dataclass(frozen=True, slots=True)
class Acoustics:
    """What was measured at a table.

    `late` is the seconds by which the microphone hears what is played later than the loudspeaker says. `echo` is how
    loud the narrator is at the microphone, `noise` how loud it is between his words, in dB under full scale. `skew` is
    by how many millionths the loudspeaker's clock is faster than the microphone's, None as long as that is not known.
    """

    late: float
    echo: float
    noise: float
    skew: float | None = None

    def like(self, other: Acoustics | None) -> bool:
        """Whether another measurement need not be kept."""
        return (
            other is not None
            and (self.skew is None or other.skew is not None)
            and abs(self.late - other.late) < _MOVED
            and max(abs(self.echo - other.echo), abs(self.noise - other.noise)) < _OTHERWISE
        )


def echo_of(played: Pcm, heard: Pcm) -> float | None:
    """Return after how many samples sound is heard that was played, None where it cannot be told.

    `played` begins `LONGEST` before `heard`, and both end together. Both are whitened, so that neither the tail of a
    room nor the colour of a loudspeaker hides the place of the direct sound.
    """
    count = 1 << (len(played) + len(heard) - 1).bit_length()
    cross = np.fft.rfft(played, count) * np.conj(np.fft.rfft(heard, count))
    pitches = np.fft.rfftfreq(count, 1 / HEARING_RATE)
    cross[(pitches < _BAND[0]) | (pitches > _BAND[1])] = 0.0
    cross /= np.abs(cross) + 1e-9
    first = round(LONGEST * HEARING_RATE)
    alike = np.fft.irfft(cross, count)[: first + 1]  # the longest echo is the first
    place = int(np.argmax(alike))
    others = np.delete(alike, slice(max(0, place - _AROUND), place + _AROUND))
    if not 0 < place < first or alike[place] < max(_CLEAR * others.std(), _RIVAL * others.max()):
        return None
    before, here, behind = alike[place - 1 : place + 2]
    return first - float(place + (before - behind) / (2 * (before - 2 * here + behind)))


def levels(played: Pcm, heard: Pcm) -> tuple[float, float] | None:
    """Return how loud the narrator is in what is heard, and how loud it is without him; both begin together.

    None where he speaks all the time, or hardly.
    """
    his, whole = (
        np.array([decibels(power(pcm[at : at + _STEP])) for at in range(0, len(pcm), _STEP)]) for pcm in (played, heard)
    )
    loud, silent = whole[his > his.max() - _LOUD], whole[his < his.max() - _SILENT]
    return (
        None
        if min(len(loud), len(silent)) < _FEW
        else (float(np.median(loud)), float(np.percentile(silent, _RUNG_OUT)))
    )


class Clocks:
    """Follows by how much the loudspeaker's clock is faster than the microphone's."""

    def __init__(self) -> None:
        self._first: tuple[float, float] | None = None
        self._before = 0.0, 0.0
        self._skew: float | None = None

    def skew(self, heard: float, played: float) -> float | None:
        """Take in when a sound was heard and played, in seconds of each clock; return millionths, None at first."""
        behind = heard - played
        (since, before), self._before = self._before, (heard, behind)
        if self._first is None or abs(behind - before) > _JUMPED + _WORST * (heard - since):
            self._first = heard, behind  # samples were lost
        elif (passed := heard - self._first[0]) >= _APART:
            self._skew = 1e6 * (self._first[1] - behind) / passed
        return self._skew


def path() -> Path:
    """Return where what was measured is kept, or would be."""
    return user_folder() / FILE


def read_all() -> dict[str, Acoustics]:
    """Return what is kept, by devices, the oldest first; nothing where there is none, or none that can be read."""
    try:
        written = json.loads(path().read_text(encoding="utf-8"))
        return {
            str(devices): Acoustics(
                float(one["late"]),
                float(one["echo"]),
                float(one["noise"]),
                None if one["skew"] is None else float(one["skew"]),
            )
            for devices, one in written.items()
        }
    except (OSError, ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError):
        return {}


def kept(loudspeaker: str, microphone: str) -> Acoustics | None:
    """Return what was measured last between these two devices."""
    return read_all().get(_devices(loudspeaker, microphone))


def keep(loudspeaker: str, microphone: str, measured: Acoustics) -> None:
    """Keep what was measured between two devices; where it cannot be written, nothing is, and the game goes on."""
    devices, all_kept = _devices(loudspeaker, microphone), read_all()
    before = all_kept.pop(devices, None)
    if measured.skew is None and before is not None:
        measured = replace(measured, skew=before.skew)
    newest = [*all_kept.items(), (devices, measured)][-_MOST:]
    try:
        whole_files.make_folder(path().parent)
        whole_files.replace(path(), json.dumps({name: asdict(one) for name, one in newest}).encode())
    except OSError as error:
        _logger.warning("what was measured is not kept: %s", error)


def _devices(loudspeaker: str, microphone: str) -> str:
    return f"{loudspeaker} > {microphone}"
