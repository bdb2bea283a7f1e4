"""`narrator record GAME --microphone`, `--from`, `--list`: records a person's voice, live or from sound files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill

import click

from narrator.app.equipment import log
from narrator.app.progress import Bar
from narrator.app.settings import load_settings
from narrator.audio.process.capture import opened
from narrator.audio.recorder import Recorder, RecorderError
from narrator.audio.sound_devices import NoDevicesError
from narrator.dsp.samples import RATE
from narrator.games.registry import engine_facts
from narrator.recording.making import Work
from narrator.recording.own_voice import check_name, publish, take_folder
from narrator.recording.prompts import Prompt, listed, prompts
from narrator.recording.sitting import Sitting
from narrator.resources import cache_folder, pack_path
from narrator.story.checks.pack_check import load_checked
from narrator.story.sentences import to_user
from narrator.ui.clean_text import clean, raw
from narrator.user_error import UserError

INDENT = 4


@dataclass(frozen=True)
class OwnVoice:
    """What a person records: a game in one language with first names, into the voice of a name."""

    game: str
    name: str
    language: str
    names: Sequence[str]

    def prompts(self) -> tuple[Prompt, ...]:
        """Return what there is to say.

        Raises:
            UnknownGameError: there is no such game.
            PackError: something is wrong with it, or it has no words of that language.
        """
        pack = load_checked(pack_path(self.game), engine_facts, [self.language])
        return prompts(pack, self.language, self.names)


class PromptTerminal:
    """The terminal: what to say stands out between what stands around it."""

    def show(self, prompt: Prompt, number: int, total: int) -> None:
        """Show one prompt, and how far it is."""
        before, after = (text and click.style(clean(text), dim=True) for text in (prompt.before, prompt.after))
        width, indent = get_terminal_size().columns - INDENT, " " * INDENT
        words = click.style(
            fill(clean(prompt.words), width, initial_indent=indent, subsequent_indent=indent), bold=True
        )
        manner = f" ({prompt.manner})" if prompt.manner else ""
        shown = (f"\n{number} of {total}{manner}", before, words, after)
        self.tell("\n\n".join(filter(None, shown)) + "\n")

    def tell(self, sentence: str) -> None:
        """Print a sentence."""
        click.echo(sentence, file=raw(sys.stdout))

    def ask(self, question: str) -> str:
        """Return what is typed; `q` at the end of the input, and where Ctrl-C is pressed."""
        try:
            return input(question).strip().lower()
        except (EOFError, KeyboardInterrupt):
            print()
            return "q"


def list_prompts(own: OwnVoice) -> None:
    """Print the name of every sound file, what is said in it, and how."""
    print(*listed(own.prompts()), sep="\n")


def record_folder(own: OwnVoice, place: Path) -> int:
    """Make a voice of a folder of sound files; status 1 where it holds none of what is said."""
    check_name(own.name, own.language)
    wanted = own.prompts()
    with closing(_work(own)) as work:
        taken = take_folder(place, wanted, work, log)
        print(f"{place}: {taken} recordings taken")
        _publish(own, wanted, work)
    return int(not taken)


def record_person(own: OwnVoice, device: str | None) -> None:
    """Have a person speak what is missing, and make a voice of all that he has spoken."""
    check_name(own.name, own.language)
    wanted = own.prompts()
    kept = load_settings(log).input
    try:
        microphone = Recorder(opened(device or kept or "", RATE))
        with closing(microphone), closing(_work(own)) as work:
            try:
                Sitting(wanted, work, microphone, PromptTerminal()).run()
            finally:
                _publish(own, wanted, work)
    except (NoDevicesError, RecorderError) as error:
        raise UserError(to_user("devices.deaf", detail=error)) from error


def _publish(own: OwnVoice, wanted: Sequence[Prompt], work: Work) -> None:
    """Make the voice, and say how much of the game it can tell."""
    there = work.tries()
    spoken = sum(prompt.spoken in there for prompt in wanted)
    print(f"{own.name}: {spoken} of {len(wanted)} recordings")
    if (file := publish(own.name, own.language, wanted, work, Bar(own.name))) is not None:
        print(f"{file}: to hear it, narrator play {own.game} --voice {own.name}")


def _work(own: OwnVoice) -> Work:
    return Work(cache_folder() / "recordings" / f"{own.name}.work")
