"""`make recordings`: a network speaks all that our own games say in public, and first names.

It goes on where it was. What is spoken is kept in `build/recordings`, what is shipped is written beside our voices.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from narrator.base.downloads.manifest import megabytes
from narrator.base.resources import COMMON, cache_folder, folder, games, languages
from narrator.base.user_error import UserError
from narrator.evening.app.fetching import Bar
from narrator.evening.box.service import hello
from narrator.packs.markup import caption
from narrator.packs.pack_check import load_checked
from narrator.recording.recipe import RecordingPlan, recipes
from narrator.sound.dsp.samples import to_pcm
from narrator.table.games.registry import engine_facts
from narrator.voice.cache import Cache
from narrator.voice.profile import RECORDED, load_voice
from narrator.voice.recital import Recital
from narrator.voice.voice_files import write_first_words


@click.command()
@click.option("--voice", "only", multiple=True, help="Record with this voice only; may be given several times.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Sentences spoken at once.")
def record(only: tuple[str, ...], jobs: int) -> None:
    """Record what our games say and nobody has recorded yet, with the recorded voices."""
    packs = [load_checked(path, engine_facts) for path in games().values() if path.parent == folder("scripts")]
    place = folder("voices")
    plan = RecordingPlan(packs, None, jobs, place.parent / "build" / "recordings", place, Bar)
    try:
        status = plan.record(recipes(only), print)
    except UserError as error:
        raise click.ClickException(str(error)) from error
    if status == 0:
        keep_first_words(place)
    sys.exit(status)


def keep_first_words(place: Path) -> None:
    """Write, into a folder of voices, how the default voice of each of our languages says the first words of a box."""
    for voice in map(load_voice, languages(folder("scripts") / COMMON)):
        if voice.engine != RECORDED or (said := hello(voice.language)) is None:
            continue
        with Recital(voice, Cache(cache_folder()), print, seed=0) as recital:
            file = write_first_words(place, voice.name, caption(said), to_pcm(recital(said, by_night=False)))
        print(f"{file}: {megabytes(file.stat().st_size)}")


if __name__ == "__main__":
    record()
