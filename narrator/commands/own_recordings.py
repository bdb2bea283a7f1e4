"""`narrator record GAME --microphone`, `--from`, `--list`: records a person's voice, live or from sound files."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from narrator.app.equipment import log
from narrator.app.progress import Bar
from narrator.commands.prompt_terminal import PromptTerminal
from narrator.commands.recording_microphone import microphone
from narrator.games.registry import engine_facts
from narrator.recording.making import Work
from narrator.recording.own_voice import check_name, publish, take_folder
from narrator.recording.prompts import Prompt, listed, prompts
from narrator.recording.sitting import Sitting
from narrator.resources import pack_path, user_folder
from narrator.story.checks.pack_check import load_checked
from narrator.story.sentences import to_user


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


def list_prompts(own: OwnVoice) -> None:
    """Print the name of every sound file, what is said in it, and how."""
    print(*listed(own.prompts()), sep="\n")


def record_folder(own: OwnVoice, place: Path) -> int:
    """Make a voice of a folder of sound files; status 1 where it holds none of what is said."""
    check_name(own.name, own.language)
    wanted = own.prompts()
    with closing(_work(own)) as work:
        taken = take_folder(place, wanted, work, log)
        print(to_user("record.taken", place=place, count=taken))
        _publish(own, wanted, work)
    return int(not taken)


def record_person(own: OwnVoice, device: str | None) -> None:
    """Have a person speak what is missing, and make a voice of all that he has spoken."""
    check_name(own.name, own.language)
    wanted = own.prompts()
    with microphone(device) as recorder, closing(_work(own)) as work:
        try:
            Sitting(wanted, work.tries(), lambda cut: work.put([cut], 1), recorder, PromptTerminal()).run()
        finally:
            _publish(own, wanted, work)


def _publish(own: OwnVoice, wanted: Sequence[Prompt], work: Work) -> None:
    """Make the voice, and say how much of the game it can tell."""
    there = work.tries()
    spoken = sum(prompt.spoken in there for prompt in wanted)
    print(to_user("record.so_far", name=own.name, count=spoken, total=len(wanted)))
    if (file := publish(own.name, own.language, wanted, work, Bar(own.name))) is not None:
        print(to_user("record.hear", file=file, game=own.game, name=own.name))


def _work(own: OwnVoice) -> Work:
    """Open what was spoken. Nobody can make it again: it is not kept with what may be removed."""
    return Work(user_folder() / "recordings" / f"{own.name}.work")
