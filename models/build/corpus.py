"""Recordings to train with, near and far, in noise: features and right answers, frame by frame, in files of NumPy.

    python -m models.build.corpus FOLDER CLIPS BANK...

A file train_N.npz holds `features` (float16, [frames, 40]) and `labels` (uint8, [frames]); dev.npz is of other voices.
A bank is a file of clips, or a folder of them; of a folder, the last twentieth is for dev.npz. Espeak says the rest.
Interrupted, it goes on with the file at which it was.
"""

import multiprocessing
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.build.bank import load
from models.build.espeak import Manner
from models.build.mfcc import mfcc
from models.build.microphone import recorded
from models.build.noise import COLOURS, Talker, ambience, babble, clatter, coloured, crowd, room
from models.build.people import FRENCH
from models.build.phones import SILENCE_OUTPUT, ForeignSoundError
from models.build.progress import say
from models.build.sound import RATE, Samples, amplitude, at_peak, filtered, mixed, rms, within
from models.build.speech import Speech, labels, phones_in, speak
from models.build.splicing import Splicer
from models.build.vocabulary import other_talk, pick, vocabulary
from models.build.voices import ACCENTS, TRAINING, TUNING
from narrator.ear.endpointing import Limits

CLIPS = 3000
"""In one file."""
_DEV_CLIPS = 800
_DEV_SEED = 999
_ESPEAK = 0.2
"""The share of what espeak says where there are banks."""
_PEOPLE = 0.5
"""The share of a bank of people among the banks: they are few, and what counts."""
_ABROAD = 0.2
"""How often somebody is heard who speaks another language, beside one who speaks French."""
_SPLICED = 0.5
"""How many clips of people are joined of pieces, so that they say what games are told."""
_ENOUGH = 300
"""Recordings of one speaker that are enough to be joined."""
_CROWDED = 400
"""Clips of a speaker from which on more of them do not make him heard more."""
_DRAWLED = 0.35
"""How many clips are drawled."""
_BEND = 0.06
"""How much first formants are warped otherwise than the others: standard deviation."""
_BABBLE_SECONDS = 45.0
_SCENES, _SCENE_SECONDS = 24, 20.0
_TALKERS = (1, 2, 3, 4, 5, 6, 8)
_CROWD = 3
"""Talkers that make a crowd: alone, they are no speech to listen to; one or two would be."""
_NOISES = {"none": 0.15, "faint": 0.10, "dishes": 0.12, "steady": 0.13, "narrator": 0.16, "people": 0.34}
"""What is heard around a voice, and how often."""
_COOKING = 0.4
"""How much steady noise has dishes in it, as a kitchen's has."""
_HUSHED = 0.5
"""How many clips are softened as the ear does it, but for a voice and what is near."""
_HUSH = np.float32(amplitude(-Limits().hush))
_BEFORE, _AFTER = round(Limits().near_before * RATE), round(Limits().near_after * RATE)


@dataclass(frozen=True, slots=True)
class Speakers:
    """Who speaks: variants of espeak, and speech that is there already, by speaker."""

    variants: tuple[str, ...]
    network: Mapping[str, Sequence[Speech]]
    people: Mapping[str, Sequence[Speech]]


def speakers(variants: tuple[str, ...], banks: Iterable[Path]) -> Speakers:
    """Read banks. The name of a blend of the network's voices begins with a share, that of a person with a letter."""
    found: dict[bool, dict[str, list[Speech]]] = {True: {}, False: {}}
    for clip in load(banks):
        found[_is_made(clip.speaker)].setdefault(clip.speaker, []).append(clip.speech)
    return Speakers(variants, found[True], found[False])


class Studio:
    """Where clips are made: a source of chance, voices, and some recordings of people talking and of scenes."""

    def __init__(self, seed: int, who: Speakers) -> None:
        self._rng = np.random.default_rng(seed)
        self._speakers = who
        spoken = [bank for name, bank in who.people.items() if _speaks_french(name)]
        self._splicers = [Splicer(bank) for bank in spoken if len(bank) >= _ENOUGH]
        self._crowds = {talkers: self._talking(talkers) for talkers in _TALKERS}
        self._scenes = [ambience(_SCENE_SECONDS, self._rng) for _ in range(_SCENES)]

    def _talking(self, talkers: int) -> list[Samples]:
        """So many at once: espeak's voices, and those of the banks."""
        rng, who = self._rng, self._speakers
        crowds = [babble(_BABBLE_SECONDS, talkers, rng, who.variants)]
        if banks := [bank for bank in (who.network, who.people) if bank]:
            crowds.append(crowd(_BABBLE_SECONDS, (self._talker(pick(rng, banks)) for _ in range(talkers)), rng))
        return crowds

    def _talker(self, bank: Mapping[str, Sequence[Speech]]) -> Talker:
        clips = bank[pick(self._rng, list(bank))]
        return lambda: pick(self._rng, clips).samples

    def _crowd(self, count: int, fewest: int) -> tuple[int, Samples]:
        talkers = pick(self._rng, [talkers for talkers in _TALKERS if talkers >= fewest])
        talking = pick(self._rng, self._crowds[talkers])
        start = int(self._rng.integers(len(talking) - count))
        return talkers, talking[start : start + count]

    def _scene(self, count: int) -> Samples:
        scene = pick(self._rng, self._scenes)
        return np.resize(np.roll(scene, -int(self._rng.integers(len(scene)))), count)

    def _text(self) -> str:
        rng, chance = self._rng, self._rng.random()
        if chance < 0.80:
            words = vocabulary().phrase(rng)
            if rng.random() < 0.06:
                words += vocabulary().phrase(rng)
            return vocabulary().written(words, rng, pauses=0.12)
        if chance < 0.92:
            return other_talk().invented(rng, int(rng.integers(1, 6)))
        words = pick(rng, other_talk().sentences).split()
        start = int(rng.integers(max(1, len(words) - 4)))
        return " ".join(words[start : start + int(rng.integers(2, 7))])

    def _speech(self) -> tuple[Speech, float]:
        """Somebody says something, 0.1 to 1.2 s of silence around it; and how his vocal tract is to be warped."""
        rng = self._rng
        people, network = bool(self._speakers.people), bool(self._speakers.network)
        if (not people and not network) or rng.random() < _ESPEAK:
            speech, warp = self._espeak(), rng.normal(1, 0.06)
        else:
            warp = rng.normal(1, 0.07)
            if not people or (network and rng.random() >= _PEOPLE):
                speech = self._kept(self._speakers.network)
            elif self._splicers and rng.random() < _SPLICED:
                speech = self._spliced()
            else:
                speech = self._kept(self._speakers.people)
            if rng.random() < 0.7:
                speech = speech.at_speed(int(rng.integers(84, 121)))
        if rng.random() < _DRAWLED:
            speech = speech.drawled(rng)
        speech = speech.between(int(rng.uniform(0.1, 1.2) * RATE), int(rng.uniform(0.1, 0.9) * RATE))
        return speech, float(np.clip(warp, 0.82, 1.22))

    def _kept(self, bank: Mapping[str, Sequence[Speech]]) -> Speech:
        """One of the clips that are there, or two in a row."""
        rng = self._rng
        names = list(bank)
        weights = np.array([weight(name, len(bank[name])) for name in names])
        clips = bank[names[int(rng.choice(len(names), p=weights / weights.sum()))]]
        speech = pick(rng, clips)
        if rng.random() < 0.2:
            speech = speech.then(pick(rng, clips), int(rng.uniform(0.02, 0.4) * RATE))
        return speech

    def _spliced(self) -> Speech:
        """A text that is drawn anew, as somebody would say it."""
        rng, speech = self._rng, None
        while speech is None:
            with suppress(ForeignSoundError):
                speech = pick(rng, self._splicers).say(phones_in(self._text(), Manner(pick(rng, ACCENTS))), rng)
        return speech

    def _espeak(self) -> Speech:
        """What espeak makes of a text that is drawn anew."""
        rng = self._rng
        while True:
            variant = f"+{pick(rng, self._speakers.variants)}" if rng.random() < 0.93 else ""
            manner = Manner(
                pick(rng, ACCENTS) + variant,
                int(rng.integers(95, 206)),
                int(rng.integers(15, 86)),
                int(rng.integers(20, 81)),
            )
            try:
                speech = speak(self._text(), manner)
            except ForeignSoundError:
                continue
            if any(phone for _, phone in speech.phones):
                break
        return speech.at_speed(int(rng.integers(88, 115))) if rng.random() < 0.4 else speech

    def _surrounded(self, samples: Samples, reference: float) -> Samples:
        """With one of the noises of a table."""
        rng, count = self._rng, len(samples)
        match rng.choice(list(_NOISES), p=list(_NOISES.values())):
            case "none":
                return samples
            case "faint":
                hiss = coloured(count, rng, pick(rng, ("white", "pink")))
                return mixed(samples, hiss, rng.uniform(30, 55), reference)
            case "dishes":
                noise = clatter(count, rng)
                peaks = float(np.abs(samples).max()) / (float(np.abs(noise).max()) + 1e-9)
                return samples + noise * np.float32(peaks * amplitude(-rng.uniform(-3, 22)))
            case "steady":
                noise = coloured(count, rng, pick(rng, tuple(COLOURS)))
                if rng.random() < _COOKING:
                    noise = mixed(noise, clatter(count, rng), rng.uniform(-6, 12), rms(noise))
                return mixed(samples, noise, rng.uniform(-3, 25), reference)
            case "narrator":
                return mixed(samples, self._scene(count), rng.uniform(3, 24), reference)
            case _:
                talkers, crowd = self._crowd(count, 1)
                return mixed(samples, crowd, rng.uniform(7 if talkers < _CROWD else 0, 24), reference)

    def spoken(self) -> tuple[Samples, NDArray[np.uint8]]:
        """A clip with a speaker: features and labels."""
        rng, (speech, warp) = self._rng, self._speech()
        samples = speech.samples
        if rng.random() < 0.5:
            samples = filtered(samples, room(rng))
        if rng.random() < 0.2:
            samples = within(samples, rng.uniform(80, 350), rng.uniform(3300, 7000))
        first, last = speech.phones[1][0], speech.phones[-1][0]
        reference = rms(samples[first:last])
        samples = self._surrounded(samples, reference)
        if rng.random() < 0.1:
            hum = np.sin(2 * np.pi * 50 * np.arange(len(samples)) / RATE).astype(np.float32)
            samples = mixed(samples, hum, rng.uniform(10, 30), reference)
        samples = recorded(samples, rng)
        if rng.random() < _HUSHED:
            samples = samples.copy()
            samples[: max(0, first - _BEFORE)] *= _HUSH
            samples[last + _AFTER :] *= _HUSH
        bend = float(np.clip(rng.normal(0, _BEND), -2 * _BEND, 2 * _BEND))
        features = mfcc(at_peak(samples, -rng.uniform(0.5, 24)), warp, bend)
        return features, labels(speech.phones, len(features))

    def unspoken(self) -> tuple[Samples, NDArray[np.uint8]]:
        """A clip without anybody to listen to: dishes, a crowd, or steady noise."""
        rng = self._rng
        count, chance = int(rng.uniform(0.6, 3.0) * RATE), rng.random()
        if chance < 0.45:
            samples = clatter(count, rng)
        elif chance < 0.8:
            _, samples = self._crowd(count, _CROWD)
            if rng.random() < 0.3:
                samples = mixed(samples, clatter(count, rng), rng.uniform(-6, 10), rms(samples))
        elif chance < 0.92:
            samples = self._scene(count)
        else:
            samples = coloured(count, rng, pick(rng, tuple(COLOURS)))
        features = mfcc(at_peak(recorded(samples, rng), -rng.uniform(1, 60)))
        return features, np.full(len(features), SILENCE_OUTPUT, np.uint8)

    def record(self, clips: int, path: Path) -> float:
        """Make a file of so many clips, one in six without a speaker; returns its hours."""
        made = [self.unspoken() if self._rng.random() < 1 / 6 else self.spoken() for _ in range(clips)]
        right = np.concatenate([labels for _, labels in made])
        unfinished = path.with_suffix(".new.npz")
        np.savez(
            unfinished, features=np.concatenate([features for features, _ in made]).astype(np.float16), labels=right
        )
        unfinished.replace(path)
        return len(right) / 100 / 3600


def weight(speaker: str, clips: int) -> float:
    """Return the relative weight with which a speaker is drawn of whom there are so many clips."""
    return float(min(clips, _CROWDED) ** 0.75) * (1.0 if _speaks_french(speaker) else _ABROAD)


def _speaks_french(speaker: str) -> bool:
    """The network's voices do."""
    return _is_made(speaker) or speaker.endswith(f"-{FRENCH}")


def _is_made(speaker: str) -> bool:
    """Whether it is a voice of the network, whose name begins with a share, and no person."""
    return speaker[0].isdigit()


def _record(job: tuple[int, int, Path, tuple[str, ...], tuple[Path, ...]]) -> tuple[Path, float]:
    seed, clips, path, variants, banks = job
    return path, Studio(seed, speakers(variants, banks)).record(clips, path)


def main(folder: Path, clips: int, banks: Sequence[Path]) -> None:
    """Make what is missing of the corpus, with as many processes as there are processors."""
    folder.mkdir(parents=True, exist_ok=True)
    learnt, kept = list[Path](), list[Path]()
    for place in banks:
        files = sorted(place.glob("*[0-9].npz")) if place.is_dir() else [place]
        held = len(files) // 20
        learnt += files[: len(files) - held]
        kept += files[len(files) - held :] if held else []
    jobs = [
        (100 + number, CLIPS, folder / f"train_{number}.npz", TRAINING, tuple(learnt))
        for number in range(-(-clips // CLIPS))
    ]
    jobs.insert(0, (_DEV_SEED, _DEV_CLIPS, folder / "dev.npz", TUNING, tuple(kept)))
    due = [job for job in jobs if not job[2].exists()]
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        for done, (path, hours) in enumerate(pool.imap_unordered(_record, due), 1):
            say(f"{len(jobs) - len(due) + done} of {len(jobs)}: {path.name}, {hours:.2f} h")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), [Path(name) for name in sys.argv[3:]])
