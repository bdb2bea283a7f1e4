"""What a recorded voice is made of: its styles, its speed, the words that it has to say; and how packs are recorded.

The voices that narrator ships are recorded by `voices/build`, a player's own pack by `narrator record`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from narrator.base.downloads.manifest import megabytes
from narrator.base.resources import folder
from narrator.base.sentences import PROGRAM, sentences, to_user
from narrator.base.user_error import UserError
from narrator.packs.pack import Pack
from narrator.recording.making import (
    HISS,
    Speaker,
    Work,
    ends_with_vowel,
    hissing,
    published,
    published_before,
    recorded,
)
from narrator.recording.network import NetworkError, Styles, check
from narrator.recording.takes import Programme, Take, carried, programme, sentence
from narrator.sound.dsp.samples import RATE
from narrator.voice.phonemes import phonemes
from narrator.voice.profile import RECORDED, Voice, by_night, load_voice
from narrator.voice.recordings import SUFFIX, Spoken, decoded
from narrator.voice.voice_files import first_names, spelt_names, voices

OWN_SPEED = 150
"""The `rate` of a voice that speaks as fast as the network does by itself."""

TOGETHER = 120
"""Recordings of first names that are made before the next ones are."""

CREDITS = {
    "spoken by": "Kokoro-82M (hexgrad, Apache-2.0), a network",
    "learnt from": "for French, the SIWIS recordings (University of Edinburgh, CC BY 4.0)",
}
"""What a file of recordings says of where they come from."""


@dataclass(frozen=True)
class Recipe:
    """One voice that is recorded, and when it speaks."""

    voice: Voice
    by_night: bool

    def speaker(self) -> Speaker:
        """Return who speaks; what is whispered by day is said by the voice of the night.

        Raises:
            FileNotFoundError: there are no styles of that name.
        """
        whisper, _ = by_night(self.voice)
        speed = self.voice.rate / OWN_SPEED
        return Speaker(self.voice, styles_of(self.voice), styles_of(whisper), speed)

    def programme(self, packs: Iterable[Pack]) -> Programme:
        """Return what it has to say: the lines of packs, and what is said where a voice is tried."""
        language = self.voice.language
        said = programme(packs, language, by_night=self.by_night)
        tried = sentence(sentences(PROGRAM, language)["voices.try"], language)
        return replace(said, fixed={**tried, **said.fixed})


def recipes(only: Sequence[str] = ()) -> Iterator[Recipe]:
    """Yield the voices that are recorded, or `only` these, a voice of the day and then its voice of the night."""
    for day in filter(lambda voice: voice.engine == RECORDED, map(load_voice, voices())):
        night, _ = by_night(day)
        if night != day:
            both = Recipe(day, by_night=False), Recipe(night, by_night=True)
            yield from (recipe for recipe in both if not only or recipe.voice.name in only)


def takes(said: Programme, names: Sequence[str], language: str, before: Collection[Spoken] = ()) -> Iterator[Take]:
    """Yield the breaths of all that is to be recorded: lines first, then names, those first that come first.

    What was published `before` is left out. Names are recorded at the voice's own pace alone, of which others are made.
    """
    said_as = dict(spelt_names(language))
    for take in dict.fromkeys(said.fixed.values()):
        if missing := tuple(cut for cut in take.cuts if cut[1] not in before):
            yield replace(take, cuts=missing)
    yield from carried((value for value in said.values if value not in before), language)
    ways = [way for way in said.named(names) if way.pace == 1.0 and way not in before]
    for at in range(0, len(ways), TOGETHER):
        yield from carried(ways[at : at + TOGETHER], language, lambda name: said_as.get(name, name))


def without_hiss(before: Mapping[Spoken, bytes], language: str) -> dict[Spoken, bytes]:
    """Return what was published, but words that end with a vowel and hiss, at any pace: they are recorded anew."""
    said_as = dict(spelt_names(language))
    hisses = {
        replace(spoken, pace=1.0)
        for spoken, opus in before.items()
        if ends_with_vowel(phonemes(said_as.get(spoken.text, spoken.text), language))
        and hissing(decoded(opus), RATE) >= HISS
    }
    return {spoken: opus for spoken, opus in before.items() if replace(spoken, pace=1.0) not in hisses}


def everything(said: Programme, names: Sequence[str]) -> Iterator[Spoken]:
    """Yield what a file of recordings has to hold."""
    yield from said.fixed
    yield from said.values
    yield from said.named(names)


def styles_of(voice: Voice) -> Styles:
    """Return the styles of a voice: a blend of the network's own, kept beside the voices.

    Raises:
        FileNotFoundError: there are none of that name.
    """
    styles: Styles = np.load(folder("voices") / "styles" / f"{voice.voice}.npy").astype(np.float32)
    return styles


@dataclass(frozen=True)
class RecordingPlan:
    """What to record (packs and first names), with how many processes, into which files.

    Without `names`, the language's own list is taken. What is spoken is `kept` in one folder, so that it can be gone
    on with, and published in another, `place`, in files whose names end with `part`. `bar` shows, under the name of a
    file, how far it is.
    """

    packs: Sequence[Pack]
    names: Sequence[str] | None
    jobs: int
    kept: Path
    place: Path
    bar: Callable[[str], Callable[[int, int], None]]
    part: str = ""

    def record(self, chosen: Iterable[Recipe], tell: Callable[[str], object]) -> int:
        """Record with each voice, and `tell` what came of it; status 1 where something could not be recorded.

        Raises:
            UserError: the network is not installed, or something cannot be written.
        """
        status = 0
        for recipe in chosen:
            try:
                status |= self._with_voice(recipe, tell)
            except (NetworkError, OSError) as error:
                raise UserError(f"{recipe.voice.name}: {error}") from error
        return status

    def _with_voice(self, recipe: Recipe, tell: Callable[[str], object]) -> int:
        check()  # before all that it would say is put together
        voice = recipe.voice
        name = f"{voice.voice}{self.part}"
        names = first_names(voice.language) if self.names is None else self.names
        said = recipe.programme(self.packs)
        wanted = set(everything(said, names))
        file = self.place / f"{name}{SUFFIX}"
        about = {**CREDITS, "voice": voice.name, "language": voice.language}
        with closing(Work(self.kept / f"{name}.work")) as work:
            before = without_hiss(published_before(file), voice.language)
            due = takes(said, names, voice.language, before)
            recorded(due, recipe.speaker(), work, self.bar(name), jobs=self.jobs)
            count = published(work, wanted, voice, file, about, jobs=self.jobs, before=before)
            faults = [(spoken.text, found.split()) for spoken, (_, found) in work.tries().items() if spoken in wanted]
        size, doubtful = megabytes(file.stat().st_size), sum(bool(found) for _, found in faults)
        tell(to_user("record.made", file=file, count=count, total=len(wanted), size=size, doubtful=doubtful))
        hisses = sorted(text for text, found in faults if "hiss" in found)
        if hisses:
            tell(to_user("record.hisses", text=" / ".join(hisses)))
        return int(bool(hisses) or count < len(wanted))
