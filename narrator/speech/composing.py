"""What a recorded voice has not recorded is composed of pieces of its recordings, by arithmetic alone."""

from __future__ import annotations

import logging
import re
from collections.abc import Collection
from dataclasses import replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

import numpy as np

from narrator.dsp.loudness import levelled
from narrator.dsp.samples import Samples, from_pcm, silence, to_pcm, trimmed
from narrator.resources import folder
from narrator.speech.cache import Cache
from narrator.speech.grains import GrainSource, joined
from narrator.speech.performance import rest_at
from narrator.speech.phonemes import SpeechSound, phones
from narrator.speech.processing import faded
from narrator.speech.profile import Voice
from narrator.speech.recordings import Recordings, RecordingsError, Spoken, decoded
from narrator.speech.selection import Chosen, Selection
from narrator.speech.units import DIGEST, SUFFIX, Units, read_units
from narrator.speech.voice_files import as_read, first_names

STRONG_PACE = 0.9
"""By how much words that are leant on are slower."""

DOUBTFUL = 2.0
"""Cost a phone from which on a name is hardly understood."""

_PIECES = re.compile(r"([^.,;:!?…—–]+)([.,;:!?…—–]*)")


class Composer:
    """Composes with the units of one voice. For one thread at a time; whoever opened the recordings closes them.

    Pieces of recordings that are `without` are not used: measurements hold them out.

    Raises:
        RecordingsError: the recordings are damaged.
    """

    def __init__(
        self, units: Units, recordings: Recordings, language: str, *, without: Collection[Spoken] = frozenset()
    ) -> None:
        self._units, self._recordings, self._language = units, recordings, language
        there = recordings.digests()
        kept = [digest.tobytes() for digest in units.digests]
        usable = [
            there.get(spoken, b"")[:DIGEST] == digest and spoken not in without
            for spoken, digest in zip(units.spoken, kept, strict=True)
        ]
        names = {*first_names(language)}
        of_line = np.array([spoken.text not in names for spoken in units.spoken])
        self.selection = Selection(units, np.array(usable), of_line)
        self._without = without

    def composes(self, text: str) -> bool:
        """Whether all of a text can be said."""
        try:
            read = self._read(text)
        except OSError as error:  # nobody is there to read it
            _logger.warning("nothing is composed: %s", error)
            return False
        return bool(read) and all(self.selection.sayable(said) is not None for said, _ in read)

    def cost(self, text: str) -> float:
        """Return what the pieces of a text cost a phone: 0 where it is recorded, or sounds as something that is."""
        costs = [0.0 if self._alike(said) else self._chosen(said, closing=True).cost for said, _ in self._read(text)]
        return max(costs, default=0.0)

    def composed(self, spoken: Spoken) -> Samples:
        """Return how words that it `composes` are said, as loud as any phrase; what sounds alike is the same.

        Raises:
            RecordingsError: the recordings are damaged.
        """
        read = self._read(spoken.text)
        parts: list[Samples] = []
        for number, (said, marks) in enumerate(read, 1):
            last = number == len(read)
            parts.append(self._said(said, replace(spoken, text="", closing=spoken.closing or not last)))
            parts.append(silence(0 if last else rest_at(marks)))
        return levelled(faded(np.concatenate(parts)))

    def _said(self, said: tuple[SpeechSound, ...], manner: Spoken) -> Samples:
        alike = self._alike(said)
        if alike and (opus := self._recordings.opus(replace(manner, text=alike))) is not None:
            return decoded(opus)
        sources: dict[int, GrainSource] = {}

        def source(recording: int) -> GrainSource:
            if recording not in sources:
                opus = self._recordings.opus(self._units.spoken[recording])
                if opus is None:
                    raise RecordingsError("a recording is damaged")
                sources[recording] = GrainSource.of(decoded(opus), self._units.pulses_of(recording))
            return sources[recording]

        pace = manner.pace * (STRONG_PACE if manner.strong else 1.0)
        chosen = self._chosen(said, closing=manner.closing)
        return levelled(trimmed(joined(chosen, source, self._units.deviations, pace=pace)))

    def _chosen(self, said: tuple[SpeechSound, ...], *, closing: bool) -> Chosen:
        phones = self.selection.sayable(said)
        assert phones is not None
        return self.selection.choose(phones, closing=closing)

    def _alike(self, said: tuple[SpeechSound, ...]) -> str:
        found = self._units.sounds.get(tuple(phone.label for phone in said), "")
        return "" if any(spoken.text == found for spoken in self._without) else found

    def _read(self, text: str) -> list[tuple[tuple[SpeechSound, ...], str]]:
        """Return the phones of each piece of a text, with the marks behind it."""
        found = _PIECES.findall(text)
        read = [(phones(as_read(words.strip(), self._language), self._language), marks) for words, marks in found]
        return [(said, marks) for said, marks in read if said]


_logger = logging.getLogger(__name__)


def composer_of(voice: Voice, recordings: Recordings) -> Composer | None:
    """Return what composes with a voice; None where it has no units, or damaged ones."""
    if not units_of(voice).is_file():
        return None
    try:
        return Composer(read_units(units_of(voice)), recordings, voice.language)
    except RecordingsError as error:
        _logger.warning("units: %s", error)
        return None


def units_of(voice: Voice) -> Path:
    """Return the file of a recorded voice's units, which need not be there."""
    return folder("voices") / f"{voice.voice}{SUFFIX}"


MAKE = 1
"""Goes up with every change of how phrases are composed: part of the key under which they are kept."""


class ComposedPhrases:
    """What a recorded voice composes, kept in memory and in the verified cache. For one thread at a time.

    A voice without units composes nothing; damaged ones count as none.
    """

    def __init__(self, voice: Voice, recordings: Recordings, cache: Cache) -> None:
        self._voice, self._recordings, self._cache = voice, recordings, cache
        self._kept: dict[Spoken, Samples] = {}
        self._says: dict[str, bool] = {}

    def composes(self, spoken: Spoken) -> bool:
        """Whether it can say a phrase; asked once for the words of many lines."""
        if spoken.text not in self._says:
            at_hand = self.at_hand(spoken)
            self._says[spoken.text] = at_hand or (self._composer is not None and self._composer.composes(spoken.text))
        return self._says[spoken.text]

    def at_hand(self, spoken: Spoken) -> bool:
        """Whether a phrase would sound at once."""
        return self._found(spoken) is not None

    def sound(self, spoken: Spoken) -> Samples | None:
        """Return a phrase, the same to the sample each time; None where the voice cannot say it.

        Raises:
            RecordingsError: the recordings are damaged.
        """
        found = self._found(spoken)
        if found is None and self._composer is not None and self._composer.composes(spoken.text):
            pcm = to_pcm(self._composer.composed(spoken))
            _logger.debug("a phrase of %d letters was composed", len(spoken.text))
            self._cache.put(self._asked(spoken), pcm)
            found = self._kept[spoken] = from_pcm(pcm)
        return found

    @cached_property
    def _composer(self) -> Composer | None:
        return composer_of(self._voice, self._recordings)

    def _found(self, spoken: Spoken) -> Samples | None:
        if spoken not in self._kept and self._identity and (pcm := self._cache.get(self._asked(spoken))) is not None:
            self._kept[spoken] = from_pcm(pcm)
        return self._kept.get(spoken)

    def _asked(self, spoken: Spoken) -> bytes:
        return repr((MAKE, self._identity, spoken.row)).encode()

    @cached_property
    def _identity(self) -> str:
        try:
            return blake2b(units_of(self._voice).read_bytes(), digest_size=16).hexdigest()
        except OSError:
            return ""
