"""`narrator record`: a game's lines, spoken by a network or by a person, become recordings beside a voice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from narrator.base.resources import cache_folder, pack_path, user_folder
from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.evening.app.fetching import Bar
from narrator.evening.app.settings import load_settings, log
from narrator.packs.pack_check import load_checked
from narrator.recording.making import Work
from narrator.recording.own_voice import PromptTerminal, Sitting, check_name, publish, take_folder
from narrator.recording.prompts import Prompt, listed, prompts
from narrator.recording.recipe import RecordingPlan, recipes
from narrator.sound.audio.capture import Recorder, RecorderError, opened
from narrator.sound.audio.sound_devices import NoDevicesError
from narrator.sound.dsp.samples import RATE
from narrator.table.games.registry import engine_facts


def record_pack(game: str, only: Sequence[str], names: Sequence[str], jobs: int) -> int:
    """Record what a pack says, and first names, into the player's data folder; `only` with these voices."""
    path = pack_path(game)
    pack = load_checked(path, engine_facts)
    kept, place = cache_folder() / "recordings", user_folder() / "voices"
    plan = RecordingPlan([pack], names, jobs, kept, place, Bar, f".{path.name}")
    return plan.record([recipe for recipe in recipes(only) if recipe.voice.language in pack.words], print)


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


@contextmanager
def microphone(device: str | None) -> Iterator[Recorder]:
    """Open the microphone of that name, or a part of it; else the one that is kept for every game.

    Raises:
        UserError: it cannot be opened, or is lost meanwhile.
    """
    try:
        with closing(Recorder(opened(device or load_settings(log).microphone or "", RATE))) as recorder:
            yield recorder
    except (NoDevicesError, RecorderError) as error:
        raise UserError(to_user("devices.deaf", detail=error)) from error
