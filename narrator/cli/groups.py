"""Commands in groups, `pack`, `voices`, `models`, and what takes a microphone, `ear` and `record`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from narrator.base.sentences import to_user
from narrator.cli.shared_options import DEVICE, LANG, MODEL, Program


@click.group(cls=Program)
def pack() -> None:
    """A pack as one file: to hand on, or to take from somebody."""


@pack.command("export")
@click.argument("game")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def export_pack(game: str, file: Path) -> None:
    """Write GAME, its rules and its words, into FILE."""
    from narrator.commands import packs

    packs.export_pack(game, file)


@pack.command("add")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def add_pack(file: Path) -> None:
    """Take the pack in FILE among your games, once it is checked."""
    from narrator.commands import packs

    packs.add_pack(file)


@click.command()
@click.option("--count", type=click.IntRange(min=1), default=20, show_default=True, help="How many phrases.")
@LANG()
@DEVICE()
@MODEL()
def ear(count: int, language: str, device: str | None, model: str | None) -> None:
    """Try how well you are understood: say what games are answered with, and read what was heard of it.

    Nothing of it is kept.
    """
    from narrator.commands.ear import try_ear

    try_ear(language, device, model, count)


@click.group(cls=Program)
def voices() -> None:
    """The voices that narrate."""


@voices.command("list")
def list_voices() -> None:
    """List the voices: language, engine, what they are, and what it takes to hear them."""
    from narrator.commands import voices

    sys.exit(voices.list_voices())


@voices.command("try")
@click.argument("name")
@click.option("--text", help="What to say, with markup as in packs; by default two sentences.")
@click.option("-o", "--output", metavar="FILE", help="Write it to FILE, .flac or .wav, instead of playing it.")
@DEVICE(help="The loudspeaker, or a part of its name; by default the default one.")
def try_voice(name: str, text: str | None, output: str | None, device: str | None) -> None:
    """Hear NAME, a voice, or the default one of a language: fr, en."""
    from narrator.commands import voices

    voices.try_voice(name, text, output, device)


@voices.command("fetch")
@click.argument("name")
def fetch_voice(name: str) -> None:
    """Fetch NAME, a voice of Piper, from the internet, checked before it is used."""
    from narrator.evening.app import fetching

    sys.exit(fetching.fetch_voice(name))


@click.command()
@click.argument("game")
@click.option("--voice", "only", multiple=True, help="Record with this voice only; may be given several times.")
@click.option("--names", default="", help="First names to record besides: `--names 'Zoran, Ysé'`.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Sentences spoken at once.")
@click.option("--microphone", is_flag=True, help="Speak it yourself, line by line: it becomes the voice --voice NAME.")
@click.option(
    "--from", "source", type=click.Path(path_type=Path), help="Make a voice of a folder of sound files: --voice NAME."
)
@click.option("--list", "listed", is_flag=True, help="Print what those sound files are called, and what they say.")
@LANG()
@DEVICE()
def record(
    game: str,
    only: tuple[str, ...],
    names: str,
    jobs: int,
    microphone: bool,
    source: Path | None,
    listed: bool,
    language: str,
    device: str | None,
) -> None:
    """Record what GAME says, with the recorded voices.

    It needs a network that speaks, on a laptop: where it is missing, what installs it is told. What is written is
    carried to the box.
    A person needs no network: --microphone, or --from FOLDER.
    """
    from narrator.commands import recording

    first_names = names.replace(",", " ").split()
    if microphone or source is not None or listed:
        if microphone + (source is not None) + listed != 1 or len(only) != (not listed):
            raise click.UsageError(to_user("record.ways"))
        own = recording.OwnVoice(game, "".join(only), language, first_names)
        if listed:
            recording.list_prompts(own)
        elif source is None:
            recording.record_person(own, device)
        else:
            sys.exit(recording.record_folder(own, source))
    else:
        sys.exit(recording.record_pack(game, only, first_names, jobs))


@click.group(cls=Program)
def models() -> None:
    """The models that recognise speech."""


@models.command("list")
def list_models() -> None:
    """List the models, and which are on this machine."""
    from narrator.commands import voices

    voices.list_models()


@models.command("fetch")
@click.argument("name", required=False)
@LANG()
@click.option(
    "--from",
    "source",
    type=click.Path(exists=True, file_okay=False),
    metavar="FOLDER",
    help="Take the archive from there, on a stick perhaps; no network is used.",
)
def fetch_model(name: str | None, language: str, source: str | None) -> None:
    """Fetch NAME from the internet, checked before it is used."""
    from narrator.evening.app import fetching

    sys.exit(fetching.fetch_model(name, language, source))


@models.command("verify")
@click.argument("name", required=False)
def verify_models(name: str | None) -> None:
    """Read NAME, or every model on this machine, and say what is damaged."""
    from narrator.commands import voices

    sys.exit(voices.verify_models(name))
