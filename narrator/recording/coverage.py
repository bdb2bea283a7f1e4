"""Which lines of a pack a recorded voice cannot say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

from narrator.core.vocabulary import Eyes
from narrator.recording.takes import MOST, all_lines, carriers, playing
from narrator.speech.line_speaker import recordings_of
from narrator.speech.performance import phrases, script
from narrator.speech.profile import RECORDED, Voice, by_night, load_voice
from narrator.speech.recordings import Recordings, Spoken
from narrator.speech.voice_files import default_voice
from narrator.story.naming import Cast
from narrator.story.pack import Pack
from narrator.story.wording import Wording


def lines_of_another_voice(pack: Pack) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each language whose default voice is recorded but not for all of a pack, and the lines that it has not.

    Raises:
        RecordingsError: its files are missing or damaged.
        VoiceError: the file of a voice is damaged.
    """
    for language in pack.words:
        name = default_voice(language)
        if name is not None and (voice := load_voice(name)).engine == RECORDED:
            missing = tuple(line for line, _ in unrecorded(pack, language, recorded_by(voice)))
            if missing:
                yield language, missing


def unrecorded(pack: Pack, language: str, has: Callable[[Spoken, bool], bool]) -> Iterator[tuple[str, str]]:
    """Yield the id of each line that is not recorded as a whole, with the first phrase of it that is missing.

    `has` says whether there is a recording, by day or by night. The line is said of somebody who has a number for a
    name: names are looked for by themselves.
    """
    words = pack.words[language]
    cast = Cast(MOST, tuple(words.cards), tuple(words.camps), MOST, playing(words))
    wording = Wording(words, (carriers(language).stand_in,))
    for line in all_lines(pack):
        missing = (
            phrase.text
            for by_night in _times(line.eyes)
            for utterance in wording.utterances([line], cast)
            for phrase in phrases(script(utterance))
            if not has(Spoken.of(phrase), by_night)
        )
        if (first := next(missing, None)) is not None:
            yield line.id, first


def recorded_by(voice: Voice) -> Callable[[Spoken, bool], bool]:
    """Return whether a recorded voice has something, by day (False) or, with its voice of the night, by night (True).

    Raises:
        RecordingsError: its files are missing or damaged.
        VoiceError: its file names a voice of the night that there is not.
    """
    files = []
    for who in (voice, by_night(voice)[0]):
        with closing(Recordings(recordings_of(who))) as recordings:
            files.append(frozenset(recordings))
    return lambda spoken, night: spoken in files[night]


def _times(eyes: Eyes) -> tuple[bool, ...]:
    """Return when a line is said: by day (False), by night (True), or at both times."""
    match eyes:
        case Eyes.OPEN:
            return (False,)
        case Eyes.CLOSED:
            return (True,)
        case Eyes.EITHER:
            return (False, True)
