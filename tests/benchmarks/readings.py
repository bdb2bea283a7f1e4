"""`make bench ARGS=readings`: every first name that a voice has recorded, read back once by a recogniser.

It is that of `names`, and hears a name in a sentence. What it writes is kept in `build/readings`, beside the digest of
what it heard: a name that is recorded anew is read anew. What it does not get may be misread by the network, badly cut,
or hard to spell: the list tells where to listen.
"""

from __future__ import annotations

import csv
import statistics
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import heading, row
from benchmarks.names import Ears, Sentence, distance, sound_of
from narrator.base.resources import folder
from narrator.evening.app.fetching import Bar
from narrator.recording.recipe import Recipe, recipes
from narrator.voice.profile import load_voice
from narrator.voice.recital import recordings_of
from narrator.voice.recordings import Recordings, Spoken, decoded
from narrator.voice.voice_files import first_names

NOT_GOT = 0.5
"""Phoneme error from which on a name was not understood."""


@dataclass(frozen=True)
class Reading:
    """What was written of a sentence with a name, and the phonemes in it that stand for the name."""

    name: str
    written: str
    wanted: str
    got: str

    @property
    def error(self) -> float:
        return distance(self.got, self.wanted) / max(len(self.got), len(self.wanted), 1)


def readings(only: Sequence[str], worst: int) -> int:
    """Read back what was not read yet, and print how well it was understood, with the `worst` names."""
    heading("of it")
    for recipe in recipes(only):
        found = _read(recipe)
        name, errors = recipe.voice.name, [reading.error for reading in found]
        row(f"{name}: names read back", f"{len(found)}", f"phoneme error {statistics.mean(errors):.3f}")
        for what, most in (("without an error", 0.0), ("with less than half of it wrong", NOT_GOT - 1e-9)):
            row(f"... {what}", f"{100 * statistics.mean(error <= most for error in errors):.1f} %")
        for reading in sorted(found, key=lambda one: -one.error)[:worst]:
            print(f"  {reading.name}: {reading.wanted}, heard {reading.got} ({reading.error:.2f}): {reading.written}")
    return 0


def _read(recipe: Recipe) -> list[Reading]:
    """Return what was written of each name, the commonest first."""
    voice = recipe.voice
    language, known = voice.language, first_names(voice.language)
    kept = folder("voices").parent / "build" / "readings" / f"{voice.name}.csv"
    kept.parent.mkdir(parents=True, exist_ok=True)
    by_day = Recordings(recordings_of(load_voice(language)))
    with TemporaryDirectory(prefix="narrator-") as place, closing(Recordings(recordings_of(voice))) as recordings:
        digests = {
            spoken.text: digest.hex()
            for spoken, digest in recordings.digests().items()
            if spoken == Spoken(spoken.text)
        }
        before = dict(csv.reader(kept.open(encoding="utf-8"))) if kept.is_file() else {}
        ears = Ears(Path(place), language, known)
        with closing(by_day), kept.open("a", encoding="utf-8", newline="") as file:
            said, rows, bar = Sentence(by_day, language), csv.writer(file), Bar(voice.name)
            due = [name for name in known if digests[name] not in before]
            for done, name in enumerate(due, 1):
                opus = recordings.opus(Spoken(name))
                assert opus is not None
                before[digests[name]] = ears.written(said.around(decoded(opus)))
                rows.writerow((digests[name], before[digests[name]]))
                file.flush()
                bar(done, len(due))
        written = [(name, before[digests[name]]) for name in known]
        return [Reading(name, text, sound_of(name, language), ears.name_in(text)) for name, text in written]
