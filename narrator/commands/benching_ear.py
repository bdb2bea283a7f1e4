"""`narrator bench ear`: what is heard of synthetic speech in noise, rightly and wrongly, how soon, and at what cost."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import ceil
from pathlib import Path
from statistics import median, quantiles

import numpy as np
from scipy.stats import chi2

from narrator.resources import folder
from narrator.voice.ear.measuring import Answers, Spotting, WebRtc, answers, cost, false_accepts, spotting, stock
from narrator.voice.ear.noise import RATE, Pcm
from narrator.voice.ear.recogniser import Recogniser, RecogniserError
from narrator.voice.ear.recordings import Company, Recording, Sound, loudness, noises, read, rms
from narrator.voice.ear.vad import Loudness, Silero, Vad
from narrator.voice.engines.engine import EngineError

WARNING = """\
These are figures of SYNTHETIC speech: the voices of espeak-ng, in noise added to them. They tell whether something
broke, and which of two ways is better. THEY SAY NOTHING about how well people are understood, whatever the model."""

RATIOS = (20, 10, 5)
"""Speech over noise, in dB."""

_LOOP = 120.0
"""Seconds of noise, which are then repeated."""

NUMBERS = (
    *("un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize"),
    *("quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf", "vingt"),
)

QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "commands": (
        *("oui", "non", "suite", "répète", "annule", "pause", "reprends", "aide", "plus fort", "moins fort"),
        *("personne", "égalité", "coupable", "acquitté", "au revoir"),
    ),
    "seats": tuple(f"joueur {number}" for number in NUMBERS),
    "names": (
        *("alice", "benoît", "camille", "damien", "élodie", "fatima", "gabriel", "hélène", "inès", "karim", "léon"),
        *("mathilde", "victor"),
    ),
    "cards": ("villageois", "voyante", "sorcière", "chasseur", "cupidon", "petite fille", "voleur", "loup-garou"),
}
"""What is listened for, by kind of question."""


def ear(model: str, recordings: str, clips: int, minutes: float) -> int:
    """Print the tables; status 2 where there is nothing to measure with.

    `model` is the folder of one, empty for the tiny one; `recordings` a folder with `noise` and others, whose files are
    named by what is said in them, empty for what NARRATOR_AUDIO names, if anything. So many phrases are said of each
    kind in each noise, and so many minutes of talk are listened to, as of noise, up to two.
    """
    place = Path(model).expanduser() if model else folder("models") / "tiny-fr"
    named = recordings or os.environ.get("NARRATOR_AUDIO", "")
    recorded = Path(named).expanduser() if named else None
    print(WARNING, f"\nModel: {place.name}; recordings: {recorded or 'none'}", flush=True)
    try:
        recogniser = Recogniser(place)
        with Company() as company:
            made = noises(company, recorded, min(_LOOP, 60 * minutes))
            sounds = {name: make() for name, make in made.items()}
            _detectors(company, sounds, clips)
            _phrases(recogniser, company, sounds, clips)
            _delays(place, recogniser, company, clips)
            _talk(recogniser, company, minutes)
            _costs(place, company)
        if recorded is not None:
            _recorded(recogniser, recorded)
    except (RecogniserError, EngineError, ImportError) as error:
        print(error)
        return 2
    return 0


def _detectors(company: Company, sounds: Mapping[str, Sound], clips: int) -> None:
    print(
        f"\nUtterances found, of {clips} phrases for each ratio: missed / split / found where nobody speaks, a minute;"
    )
    print("onset: by how much later than the voice it begins, in ms: median, 95th percentile.\n")
    quiet = company.answers(QUESTIONS["commands"] + QUESTIONS["seats"], clips, 1)
    detectors: dict[str, Callable[[], Vad]] = {"silero": Silero, "webrtc": WebRtc, "loudness": Loudness}
    print(f"{'':24}" + "".join(f"{name:>31}" for name in detectors))
    conditions = {"quiet": quiet} | {
        f"{name}, {ratio} dB": quiet.over(sound, ratio) for name, sound in sounds.items() for ratio in RATIOS
    }
    conditions |= {f"{name}, alone": _alone(sound) for name, sound in sounds.items()}
    conditions["talk at the table"] = company.talk(_LOOP, 5)
    for name, recording in conditions.items():
        cells = [_spotted(recording, detector) for detector in detectors.values()]
        print(f"{name:24}" + "".join(f"{cell:>31}" for cell in cells), flush=True)


def _alone(sound: Sound) -> Recording:
    return Recording(sound * (loudness(-36.0) / rms(sound)))


def _spotted(recording: Recording, detector: Callable[[], Vad]) -> str:
    try:
        found: Spotting = spotting(recording, detector())
    except ImportError:
        return "not installed"
    if not found.placed:
        return f"{found.false_a_minute:.1f} / min"
    onset = f"{1000 * median(found.onsets):4.0f} {1000 * _high(found.onsets):4.0f}" if found.onsets else ""
    return f"{found.missed}/{found.split}/{found.false_a_minute:4.1f}  onset {onset}"


def _phrases(recogniser: Recogniser, company: Company, sounds: Mapping[str, Sound], clips: int) -> None:
    print(f"\nPhrases accepted, % of {clips}, and other phrases accepted instead or as well, if any (w).\n")
    print(f"{'':24}" + "".join(f"{kind:>12}" for kind in QUESTIONS) + f"{'all':>12}")
    said = {kind: company.answers(phrases, clips, 2) for kind, phrases in QUESTIONS.items()}
    _accepted("quiet", recogniser, said)
    for name, sound in sounds.items():
        for ratio in RATIOS:
            over = {kind: recording.over(sound, ratio) for kind, recording in said.items()}
            _accepted(f"{name}, {ratio} dB", recogniser, over)


def _accepted(condition: str, recogniser: Recogniser, said: Mapping[str, Recording]) -> None:
    scores = [answers(recogniser, Silero(), QUESTIONS[kind], recording) for kind, recording in said.items()]
    cells = [_share(score) for score in (*scores, sum(scores, Answers()))]
    print(f"{condition:24}" + "".join(f"{cell:>12}" for cell in cells), flush=True)


def _share(score: Answers) -> str:
    wrong = f" {score.wrong}w" if score.wrong else ""
    return f"{100 * score.accepted / score.placed:.0f}{wrong}"


def _delays(place: Path, recogniser: Recogniser, company: Company, clips: int) -> None:
    print("\nFrom the end of the voice to the answer, in seconds, waiting and computing: median, 95th percentile.\n")
    ours, theirs = Answers(), Answers()
    for kind, phrases in QUESTIONS.items():
        said = company.answers(phrases, clips, 3)
        mine = answers(recogniser, Silero(), phrases, said)
        ours += mine
        theirs += stock(place, phrases, said)
        print(f"{kind:24}{_seconds(mine.delays)}", flush=True)
    print(f"{'all':24}{_seconds(ours.delays)}\n{'Vosk by itself':24}{_seconds(theirs.delays)}", flush=True)


def _seconds(delays: Sequence[float]) -> str:
    return f"{median(delays):6.2f} {_high(delays):6.2f}" if delays else "  none"


def _high(values: Sequence[float]) -> float:
    return quantiles(values, n=20)[-1] if len(values) > 1 else values[0]


def _talk(recogniser: Recogniser, company: Company, minutes: float) -> None:
    print(f"\nPhrases accepted in {minutes:g} minutes of talk that is not meant for the narrator, a voice at a time.\n")
    for kind, phrases in QUESTIONS.items():
        heard: list[str] = []
        found = 0
        parts = ceil(minutes)
        for part in range(parts):
            talk = company.talk(60 * minutes / parts, 100 + part).pcm()
            accepted, utterances = false_accepts(recogniser, Silero, phrases, talk)
            heard += accepted
            found += utterances
        hours = minutes / 60
        low, high = _interval(len(heard))
        span = f"{len(heard) / hours:.1f} an hour (95 %: {low / hours:.1f} to {high / hours:.1f})"
        print(f"{kind:24}{len(heard)} of {found} utterances, {span} {_listed(heard)}", flush=True)


def _interval(events: int) -> tuple[float, float]:
    """Return the exact interval of a Poisson mean of which so many events were seen, at 95 %."""
    low = float(chi2.ppf(0.025, 2 * events)) / 2 if events else 0.0
    return low, float(chi2.ppf(0.975, 2 * events + 2)) / 2


def _listed(heard: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(heard))


def _costs(place: Path, company: Company) -> None:
    print("\nThe process that listens: seconds of one core for a second of sound, and its memory at most.\n")
    sounds: Mapping[str, Pcm] = {
        "a quiet room": Recording(np.zeros(60 * RATE)).pcm(),
        "answers, 1 to 3 s apart": company.answers(QUESTIONS["commands"], 25, 4).pcm(),
        "talk without end": company.talk(60.0, 6).pcm(),
    }
    for name, sound in sounds.items():
        measured = cost(place, sound, QUESTIONS["commands"])
        print(f"{name:24}{measured.factor:8.3f} {measured.megabytes:8.0f} MB", flush=True)


def _recorded(recogniser: Recogniser, recorded: Path) -> None:
    print("\nRecorded files: what was accepted in each folder, with the name of the file, which tells what is said.\n")
    for place in sorted(path for path in recorded.iterdir() if path.is_dir()):
        files = sorted(file for file in place.iterdir() if file.suffix in (".flac", ".wav", ".ogg"))
        pcm = {file.stem: Recording(_lengthened(read(file))).pcm() for file in files}
        minutes = sum(map(len, pcm.values())) / RATE / 60
        for kind, phrases in QUESTIONS.items():
            said = phrases + (("suivant", "annuler", "silence") if kind == "commands" else ())
            accept = partial(false_accepts, recogniser, Silero, said)
            heard = {name: accept(sound)[0] for name, sound in pcm.items()}
            told = [f"{name[:40]!r} as {_listed(accepted)}" for name, accepted in heard.items() if accepted]
            count = sum(map(len, heard.values()))
            title = f"{place.name}, {kind}"
            print(
                f"{title:24}{count} in {len(pcm)} files, {minutes:.1f} minutes{': ' if told else ''}{'; '.join(told)}"
            )


def _lengthened(sound: Sound) -> Sound:
    """Return it in silence: half a second before it and one after it."""
    return np.concatenate([np.zeros(RATE // 2), sound, np.zeros(RATE)])
