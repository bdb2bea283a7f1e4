"""`narrator record`: a network speaks all that packs can say in public; the recordings are kept beside a voice."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from narrator.app.progress import Bar
from narrator.box.service import hello
from narrator.downloads.manifest import megabytes
from narrator.dsp.samples import to_pcm
from narrator.games.registry import engine_facts
from narrator.recording.making import Work, published, published_before, recorded
from narrator.recording.network import NetworkError
from narrator.recording.recipe import CREDITS, Recipe, everything, recipes, takes
from narrator.resources import COMMON, cache_folder, folder, games, languages, pack_path, user_folder
from narrator.speech.cache import Cache
from narrator.speech.first_names import first_names
from narrator.speech.first_words import write_first_words
from narrator.speech.profile import RECORDED, load_voice
from narrator.speech.recital import Recital
from narrator.speech.recordings import SUFFIX
from narrator.story.checks.pack_check import load_checked
from narrator.story.markup import caption
from narrator.story.pack import Pack
from narrator.story.sentences import to_user
from narrator.user_error import UserError


@dataclass(frozen=True)
class RecordingPlan:
    """What to record (packs and first names), with how many processes, into which files.

    Without `names`, the language's own list is taken. What is spoken is `kept` in one folder, so that it can be gone
    on with, and published in another, `place`, in files whose names end with `part`.
    """

    packs: Sequence[Pack]
    names: Sequence[str] | None
    jobs: int
    kept: Path
    place: Path
    part: str = ""


def record_pack(game: str, only: Sequence[str], names: Sequence[str], jobs: int) -> int:
    """Record what a pack says, and first names, into the player's data folder; `only` with these voices."""
    path = pack_path(game)
    pack = load_checked(path, engine_facts)
    plan = RecordingPlan([pack], names, jobs, cache_folder() / "recordings", user_folder() / "voices", f".{path.name}")
    return _record([recipe for recipe in _chosen(only) if recipe.voice.language in pack.words], plan)


def record_all(only: Sequence[str], jobs: int) -> int:
    """Record what our own games say, and the first names, beside our voices: `make recordings`."""
    packs = [load_checked(path, engine_facts) for path in games().values() if path.parent == folder("scripts")]
    voices = folder("voices")
    plan = RecordingPlan(packs, None, jobs, voices.parent / "build" / "recordings", voices)
    status = _record(_chosen(only), plan)
    if status == 0:
        keep_first_words(voices)
    return status


def keep_first_words(place: Path) -> None:
    """Write, into a folder of voices, how the default voice of each of our languages says the first words of a box."""
    for voice in map(load_voice, languages(folder("scripts") / COMMON)):
        if voice.engine != RECORDED or (said := hello(voice.language)) is None:
            continue
        with Recital(voice, Cache(cache_folder()), print, seed=0) as recital:
            file = write_first_words(place, voice.name, caption(said), to_pcm(recital(said, by_night=False)))
        print(f"{file}: {megabytes(file.stat().st_size)}")


def _chosen(only: Sequence[str]) -> list[Recipe]:
    return [recipe for recipe in recipes() if not only or recipe.voice.name in only]


def _record(chosen: Sequence[Recipe], plan: RecordingPlan) -> int:
    """Record with each voice, and say what came of it; status 1 where something could not be recorded."""
    status = 0
    for recipe in chosen:
        try:
            status |= _with_voice(recipe, plan)
        except (NetworkError, OSError) as error:
            raise UserError(f"{recipe.voice.name}: {error}") from error
    return status


def _with_voice(recipe: Recipe, plan: RecordingPlan) -> int:
    voice = recipe.voice
    name = f"{voice.voice}{plan.part}"
    names = first_names(voice.language) if plan.names is None else plan.names
    said = recipe.programme(plan.packs)
    wanted = set(everything(said, names))
    file = plan.place / f"{name}{SUFFIX}"
    about = {**CREDITS, "voice": voice.name, "language": voice.language}
    with closing(Work(plan.kept / f"{name}.work")) as work:
        before = published_before(file)
        due = [take for take in takes(said, names, voice.language) if any(cut not in before for _, cut in take.cuts)]
        recorded(due, recipe.speaker(), work, Bar(name), jobs=plan.jobs)
        count = published(work, wanted, voice, file, about, jobs=plan.jobs, before=before)
        doubtful = sum(bool(faults) for spoken, (_, faults) in work.tries().items() if spoken in wanted)
    size = megabytes(file.stat().st_size)
    print(to_user("record.made", file=file, count=count, total=len(wanted), size=size, doubtful=doubtful))
    return int(count < len(wanted))
