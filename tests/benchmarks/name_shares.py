"""The shares of people, by country, whose first name a voice has recorded, composes well, or composes in doubt.

And what the recordings of rarer names take. The package `gender-guesser` tells how frequent first names are, by
country, in steps of a factor of two. Its list is under the GNU Free Documentation License: nothing of it is kept here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from importlib.util import find_spec

from benchmarks.figures import row
from narrator.voice.composing import DOUBTFUL, Composer, units_of
from narrator.voice.profile import by_night, load_voice
from narrator.voice.recital import recordings_of
from narrator.voice.recordings import Recordings, Spoken
from narrator.voice.units import read_units
from narrator.voice.voice_files import first_names

COUNTRIES = {"fr": ("france", "belgium", "swiss"), "en": ("great_britain", "ireland", "usa")}

COMMON = 300
"""Names of the list that are a good enough source of which to compose others."""

OF_100 = 97.0
"""Share of people whose names are looked at: the rest has names that are too many to compose, and rarer."""

RECORDED, ALIKE, WELL, DOUBTFULLY, NOT = "recorded", "sounds as recorded", "composed well", "in doubt", "by the number"


def shares(language: str) -> None:
    """Print what recordings of rarer names take, and the shares of people for the countries of a language."""
    _print_rarer(language)
    if find_spec("gender_guesser") is None:
        row("names by country", "-", "gender-guesser is not installed")
        return
    voice = load_voice(language)
    units = read_units(units_of(voice))
    with closing(Recordings(recordings_of(voice))) as recordings:
        composer = Composer(units, recordings, language)
        known: dict[str, str] = {}
        for country in COUNTRIES[language]:
            found: dict[str, float] = dict.fromkeys((RECORDED, ALIKE, WELL, DOUBTFULLY, NOT), 0.0)
            for name, weight in commonest(frequencies(country)):
                if name not in known:
                    known[name] = _way(name, recordings, composer)
                found[known[name]] += weight
            whole = sum(found.values())
            said = ", ".join(f"{100 * found[way] / whole:.1f} % {way}" for way in (ALIKE, WELL, DOUBTFULLY, NOT))
            row(f"{country}: {RECORDED}", f"{100 * found[RECORDED] / whole:.1f} %", said)


def _print_rarer(language: str) -> None:
    rarer, day = {*first_names(language)[COMMON:]}, load_voice(language)
    size = 0
    for voice in (day, by_night(day)[0]):
        with closing(Recordings(recordings_of(voice))) as recordings:
            size += sum(len(recordings.opus(spoken) or b"") for spoken in recordings if spoken.text in rarer)
    row(f"names behind the first {COMMON}", f"{size / 1e6:.1f} MB", "of the recordings, by day and by night")


def frequencies(country: str) -> Mapping[str, float]:
    """Return how frequent each first name is in a country: men's and women's together, as a share of what is known."""
    from gender_guesser.detector import Detector

    at = Detector.COUNTRIES.index(country)
    known = Detector().names
    weights = {name: sum(_weight(values[at : at + 1]) for values in ways.values()) for name, ways in known.items()}
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items() if weight}


def commonest(names: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """Yield the commonest names, until they are `OF_100` of the people."""
    reached = 0.0
    for name, weight in sorted(names.items(), key=lambda known: (-known[1], known[0])):
        if reached >= OF_100 / 100:
            return
        reached += weight
        yield name, weight


def _weight(step: str) -> float:
    """Return how frequent a step of the list is: each doubles it."""
    return 2.0 ** int(step, 16) if step.strip() else 0.0


def _way(name: str, recordings: Recordings, composer: Composer) -> str:
    if Spoken(name) in recordings:
        return RECORDED
    if not composer.composes(name):
        return NOT
    cost = composer.cost(name)
    return ALIKE if cost == 0 else WELL if cost <= DOUBTFUL else DOUBTFULLY
