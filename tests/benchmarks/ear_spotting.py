"""Detectors of speech compared: where they find utterances, and where nobody speaks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median, quantiles

from benchmarks.ear_measuring import Spotting, WebRtc, spotting
from benchmarks.recordings import Company, LabelledRecording, Sound, loudness, rms
from narrator.ear.vad import Loudness, Silero, Vad

_RATIOS = (10, 5)
_ALONE, _TALK = -36.0, 120.0  # dB under full scale; seconds


def detectors(quiet: LabelledRecording, company: Company, sounds: Mapping[str, Sound]) -> None:
    """Print what each finds of phrases in noise, of noise alone, and of talk."""
    print(f"\nUtterances found, of {len(quiet.placed)} phrases: missed / split / found where nobody speaks, a minute;")
    print("onset: by how much later than the voice it begins, in ms: median, 95th percentile.\n")
    made: dict[str, Callable[[], Vad]] = {"silero": Silero, "webrtc": WebRtc, "loudness": Loudness}
    print(f"{'':26}" + "".join(f"{name:>31}" for name in made))
    conditions = {"quiet": quiet} | {
        f"{name}, {ratio} dB": quiet.over(sound, ratio) for name, sound in sounds.items() for ratio in _RATIOS
    }
    for name, sound in sounds.items():
        conditions[f"{name}, alone"] = LabelledRecording(sound * (loudness(_ALONE) / rms(sound)))
    conditions["talk at the table"] = company.talk(_TALK, 5)
    for name, recording in conditions.items():
        cells = [_spotted(recording, detector) for detector in made.values()]
        print(f"{name:26}" + "".join(f"{cell:>31}" for cell in cells), flush=True)


def _spotted(recording: LabelledRecording, detector: Callable[[], Vad]) -> str:
    try:
        found: Spotting = spotting(recording, detector())
    except ImportError:
        return "not installed"
    if not found.placed:
        return f"{found.false_a_minute:.1f} / min"
    onset = ""
    if found.onsets:
        high = quantiles(found.onsets, n=20)[-1] if len(found.onsets) > 1 else found.onsets[0]
        onset = f"{1000 * median(found.onsets):4.0f} {1000 * high:4.0f}"
    return f"{found.missed}/{found.split}/{found.false_a_minute:4.1f}  onset {onset}"
