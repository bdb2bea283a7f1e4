"""What a recorded voice is made of: its styles, its speed, the words that it has to say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from narrator.recording.making import Speaker
from narrator.recording.network import Styles
from narrator.recording.takes import Programme, Take, carried, programme, sentence
from narrator.resources import folder
from narrator.speech.first_names import spelt_names
from narrator.speech.profile import RECORDED, Voice, by_night, load_voice
from narrator.speech.recordings import Spoken
from narrator.speech.voice_files import voices
from narrator.story.pack import Pack
from narrator.story.sentences import PROGRAM, sentences

OWN_SPEED = 150
"""The `rate` of a voice that speaks as fast as the network does by itself."""

TOGETHER = 60
"""First names that are recorded in every manner before the next ones are."""

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
        return Speaker(self.voice.language, styles_of(self.voice), styles_of(whisper), speed)

    def programme(self, packs: Iterable[Pack]) -> Programme:
        """Return what it has to say: the lines of packs, and what is said where a voice is tried."""
        language = self.voice.language
        said = programme(packs, language, by_night=self.by_night)
        tried = sentence(sentences(PROGRAM, language)["voices.try"], language)
        return replace(said, fixed={**tried, **said.fixed})


def recipes() -> Iterator[Recipe]:
    """Yield the voices that are recorded, a voice of the day and then its voice of the night."""
    for voice in filter(lambda voice: voice.engine == RECORDED, map(load_voice, voices())):
        night, _ = by_night(voice)
        if night != voice:
            yield Recipe(voice, by_night=False)
            yield Recipe(night, by_night=True)


def takes(said: Programme, names: Sequence[str], language: str) -> Iterator[Take]:
    """Yield the breaths of all that is to be recorded: lines first, then names, those first that come first.

    Names are recorded at the voice's own pace alone: other paces are made of it.
    """
    said_as = dict(spelt_names(language))
    yield from dict.fromkeys(said.fixed.values())
    yield from carried(said.values, language)
    for at in range(0, len(names), TOGETHER):
        ways = (way for way in said.named(names[at : at + TOGETHER]) if way.pace == 1.0)
        yield from carried(ways, language, lambda name: said_as.get(name, name))


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
