"""A person's recordings as a voice: finds the speech in each, says how good it is, and makes the voice of them.

Also takes a folder of sound files, each called after its prompt.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Container, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING

import click
import numpy as np

from narrator.base import whole_files
from narrator.base.resources import folder, languages, user_folder
from narrator.base.sentences import PROGRAM, sentences, to_user
from narrator.recording.making import FASTEST, Cut, Quality, Work, made_of, measured, published, published_before
from narrator.recording.prompts import Prompt
from narrator.rules.core.folding import folded
from narrator.screens.clean_text import clean, raw
from narrator.sound.dsp.samples import RATE, Samples, frames, trimmed
from narrator.sound.dsp.sound_reading import UnreadableSoundError, read_sound
from narrator.voice.profile import RECORDED, load_voice, stand_ins
from narrator.voice.recordings import SUFFIX, RecordingsError, Spoken
from narrator.voice.voice_files import VoiceError, default_voice, voices

if TYPE_CHECKING:  # it opens a microphone, which who records from sound files has not
    from narrator.sound.audio.capture import Recorder

SOFT = 0.01
"""RMS below which a person should come nearer: -40 dB under full scale."""

CLIPPED = 0.99
"""The highest sample above which a microphone was given too much."""

MANY = 64
"""Recordings that keep a process busy for longer than it takes to begin."""

GOOD = "record.good"
SOUNDS = {".wav", ".flac", ".ogg", ".opus", ".mp3"}
"""How files of a folder may end."""

VOICE = """\
# Recorded by a person. What else may stand here: voices/README.md.
language: {language}
about: {about}
engine: recorded
voice: {name}
instead: {instead} # who speaks a line of which something is not recorded
chain:
  equaliser: [{{shape: low_cut, at: 80}}]
  compressor: {{threshold: -24, ratio: 1.8}}
"""

_WINDOW = 0.01  # seconds
_OVER_THE_ROOM, _UNDER_THE_LOUDEST = 2.5, 0.015
_BEFORE, _AFTER = 0.05, 0.08  # seconds that stay at the ends: soft consonants
_LETTERS = 1.3  # to a phoneme


def speech(samples: Samples) -> Samples:
    """Return what was said, without the silence, or the room, that is heard at both ends; empty for mere silence."""
    length = frames(_WINDOW)
    whole = samples[: samples.size // length * length].reshape(-1, length)
    if not whole.size:
        return samples[:0]
    level = np.sqrt((whole**2).mean(axis=1))
    loudest = float(level.max())
    room = min(float(np.percentile(level, 10)), loudest / 10)  # a tenth of a recording is pause, or else none is
    loud = np.flatnonzero(level > max(room * _OVER_THE_ROOM, loudest * _UNDER_THE_LOUDEST))
    if not loud.size:
        return samples[:0]
    begin = max(0, loud[0] * length - frames(_BEFORE))
    return trimmed(samples[begin : (loud[-1] + 1) * length + frames(_AFTER)])


def kept(samples: Samples, spoken: Spoken) -> Cut:
    """Return a person's recording, cut and measured."""
    said = speech(samples)
    letters = sum(sign.isalnum() for sign in spoken.text)
    return Cut(spoken, said, measured(said, RATE, round(letters / _LETTERS), spoken))


def verdict(quality: Quality) -> str:
    """Return the id of a sentence that says how good a recording is: `GOOD`, or what to do about it."""
    if not quality.seconds or quality.per_phoneme < FASTEST:
        return "record.short"
    if quality.peak >= CLIPPED:
        return "record.loud"
    return "record.soft" if quality.rms < SOFT else GOOD


def take_folder(place: Path, prompts: Iterable[Prompt], work: Work, tell: Callable[[str], None]) -> int:
    """Keep the recordings of a folder that are called after a prompt; return how many. `tell` is given what is odd.

    Raises:
        OSError: it is no folder that can be read.
    """
    called = {folded(prompt.file): prompt for prompt in prompts}
    count = 0
    for file in sorted(path for path in place.iterdir() if not path.name.startswith(".")):
        prompt = called.get(folded(file.stem))
        if file.suffix.lower() not in SOUNDS:
            tell(to_user("record.no_sound", file=file.name, formats=", ".join(sorted(SOUNDS))))
        elif prompt is None:
            tell(to_user("record.no_prompt", file=file.name))
        else:
            count += _take(file, prompt, work, tell)
    return count


def _take(file: Path, prompt: Prompt, work: Work, tell: Callable[[str], None]) -> bool:
    """Keep the recording of one file, if anything is said in it."""
    try:
        sound = read_sound(file, RATE)
    except UnreadableSoundError as error:
        tell(f"{file.name}: {error}")
        return False
    cut = kept(sound, prompt.spoken)
    if (found := verdict(cut.quality)) != GOOD:
        tell(f"{file.name}: {to_user(found)}")
    if cut.samples.size:
        work.put([cut], 1)
    return bool(cut.samples.size)


def check_name(name: str, language: str) -> None:
    """See that a person's recordings may be called so.

    Raises:
        VoiceError: they may not; its text says why.
    """
    if not re.fullmatch(r"[^\W_][\w-]*", name) or name in languages():
        raise VoiceError(to_user("voices.no_name", name=name))
    if (folder("voices") / f"{name}.yaml").is_file() or (folder("voices") / f"{name}{SUFFIX}").is_file():
        raise VoiceError(to_user("voices.taken", name=name))
    if name not in voices():
        return
    voice = load_voice(name)
    if (voice.engine, voice.voice, voice.language) != (RECORDED, name, language):
        raise VoiceError(to_user("voices.other_kind", file=voices()[name]))


def publish(
    name: str, language: str, prompts: Iterable[Prompt], work: Work, progress: Callable[[int, int], None]
) -> Path | None:
    """Make a voice of what is kept: its recordings and, where there is none yet, its file; None where nothing is kept.

    What was recorded for another game stays in it, as it was published where the working file has it no more.

    Raises:
        VoiceError: there is no voice that speaks what is not recorded.
    """
    there = work.tries()
    if not there:
        return None
    place = user_folder() / "voices"
    whole_files.make_folder(place)
    described, recordings = place / f"{name}.yaml", place / f"{name}{SUFFIX}"
    if not described.is_file():
        usual = load_voice(default_voice(language) or language)
        instead = next(voice.name for voice in (usual, *stand_ins(usual)) if voice.engine != RECORDED)
        said_of_it = json.dumps(sentences(PROGRAM, language)["record.about"], ensure_ascii=False)
        text = VOICE.format(name=name, language=language, about=said_of_it, instead=instead)
        whole_files.replace(described, text.encode())
    before: dict[Spoken, bytes] = {}
    with suppress(RecordingsError):  # then it is written again
        before = published_before(recordings)
    wanted = {spoken for prompt in prompts for spoken in prompt.serves} | there.keys() | before.keys()
    gone = {spoken: opus for spoken, opus in before.items() if made_of(spoken, there) is None}
    about = {"spoken by": "a person", "voice": name, "language": language}
    jobs = min(os.cpu_count() or 1, 1 + len(there) // MANY)
    published(work, wanted, load_voice(name), recordings, about, jobs=jobs, before=gone, progress=progress)
    return recordings


KEY_DOWN, KEY_UP = 0.15, 0.08
"""Seconds at the beginning and at the end of a recording in which a microphone hears the key, not the person."""


_INDENT = 4


class PromptTerminal:
    """The terminal: what to say stands out between what stands around it."""

    def show(self, prompt: Prompt, number: int, total: int) -> None:
        """Show what to say: the words, what stands around them, and how many of how many are spoken with it."""
        before, after = (text and click.style(clean(text), dim=True) for text in (prompt.before, prompt.after))
        width, indent = get_terminal_size().columns - _INDENT, " " * _INDENT
        words = click.style(
            fill(clean(prompt.words), width, initial_indent=indent, subsequent_indent=indent), bold=True
        )
        manner = f" ({prompt.manner})" if prompt.manner else ""
        shown = (f"\n{number}/{total}{manner}", before, words, after)
        self.tell("\n\n".join(filter(None, shown)) + "\n")

    def tell(self, sentence: str) -> None:
        click.echo(sentence, file=raw(sys.stdout))

    def ask(self, question: str) -> str:
        """Return what is typed, a small letter at most; `q` where nobody types any more."""
        try:
            return input(question).strip().lower()[:1]
        except (EOFError, KeyboardInterrupt):
            click.echo()
            return "q"


class Sitting:
    """One sitting of a person who speaks prompts. What is `there` is not asked for; what he keeps goes to `keep`."""

    def __init__(
        self,
        prompts: Sequence[Prompt],
        there: Container[Spoken],
        keep: Callable[[Cut], None],
        microphone: Recorder,
        terminal: PromptTerminal,
    ) -> None:
        self._missing = [prompt for prompt in prompts if prompt.spoken not in there]
        self._spoken, self._total = len(prompts) - len(self._missing), len(prompts)
        self._keep, self._microphone, self._terminal = keep, microphone, terminal

    def run(self) -> None:
        """Ask for what is missing, until all of it was asked for or the person stops."""
        for prompt in self._missing:
            self._terminal.show(prompt, self._spoken + 1, self._total)
            if not self._said(prompt):
                return

    def _said(self, prompt: Prompt) -> bool:
        """Ask for one thing until it is kept or skipped; whether to go on."""
        answer = self._answer("record.begin", ("", "s", "q"))
        while answer not in ("s", "q"):
            self._microphone.begin()
            self._terminal.ask(to_user("record.end"))
            heard = self._microphone.end()
            cut = kept(heard[frames(KEY_DOWN) : max(0, heard.size - frames(KEY_UP))], prompt.spoken)
            self._terminal.tell(f"{to_user(verdict(cut.quality))} ({cut.quality.seconds:.1f} s)")
            if not cut.samples.size:
                answer = self._answer("record.again", ("", "s", "q"))
            elif (answer := self._answer("record.keep", ("", "r", "s", "q"))) == "":
                self._keep(cut)
                self._spoken += 1
                return True
        return answer == "s"

    def _answer(self, question: str, answers: Sequence[str]) -> str:
        while (answer := self._terminal.ask(to_user(question))) not in answers:
            pass
        return answer
