"""The command line. Each command loads what it needs when it runs, so that help comes at once."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, cast

import click

from narrator import __version__, resources
from narrator.commands.help import Program
from narrator.ui.clean_text import CleanStream, raw

if TYPE_CHECKING:
    from narrator.app.equipment import Equipment

MODES = click.Choice(["joueur", "meneur"])
DEALS = click.Choice(["narrator", "cards"])
PACES = click.Choice(["slow", "normal", "fast", "instant"])


class Language(click.ParamType[str]):
    """A language that there is a folder for, ours or the player's own, looked up when it is asked for."""

    name = "language"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002 - as click calls it
        """Show the languages."""
        return f"[{'|'.join(resources.languages())}]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Let a language pass."""
        known = resources.languages()
        if value not in known:
            self.fail(f"{value!r} is not one of {', '.join(map(repr, known))}.", param, ctx)
        return value


class Count(click.ParamType[int]):
    """How many sit in the circle, in digits or in words of any language: 8, huit, eight."""

    name = "integer"

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Let one or more pass."""
        from narrator.language.numerals import number_of
        from narrator.language.phrasebook import is_spoken

        written = str(value).strip().casefold()
        ways = (number_of(written, language) for language in resources.languages() if is_spoken(language))
        count = int(written) if written.isdecimal() else next((way for way in ways if way is not None), 0)
        return count or self.fail(f"{value!r} is no number of players: write 8, for example.", param, ctx)


LANGUAGES, COUNT = Language(), Count()
QUICK = click.option("--quick", is_flag=True, help="The first night comes at once.")
WORDS = click.option("--words", type=click.Choice(["few", "normal", "rich"]), help="How much the storyteller tells.")
REMOTE = click.option(
    "--remote",
    is_flag=False,
    flag_value="",
    metavar="[ADDRESS[:PORT]]",
    help="Serve a page for a phone: in the local network, or where this says.",
)

PRIVATE = "Off a terminal: where private lines go (mode 0600)."


def refuse(sentence: str) -> NoReturn:
    """End with status 2 and a sentence: what was asked for is not possible."""
    click.echo(sentence, err=True)
    sys.exit(2)


def _complete_streams() -> None:
    """Stand in for streams that were closed; write a question mark for a letter that the terminal does not know.

    What is printed from now on is clean: nothing in it is obeyed by a terminal.
    """
    sys.stdin = sys.stdin or _ended()
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    sys.stdout, sys.stderr = (cast(TextIO, CleanStream(raw(stream))) for stream in (sys.stdout, sys.stderr))


def _log(debug: bool) -> None:
    """Log where `NARRATOR_LOG` says, or, to debug, beside the games. Where that fails, it is said, and all goes on."""
    from narrator.processes import event_log
    from narrator.resources import log_file

    if debug:
        os.environ[event_log.VARIABLE] = os.environ.get(event_log.VARIABLE) or str(log_file())
    try:
        event_log.begin("game", first=True)
    except OSError as error:
        click.echo(f"Nothing is logged: {error}", err=True)
    else:
        if debug:
            click.echo(f"Log: {os.environ[event_log.VARIABLE]}", err=True)


def _ended() -> io.TextIOWrapper:
    """Return a pipe at its end: unlike /dev/null, which a service has, it tells a box that lines were to come."""
    reading, writing = os.pipe()
    os.close(writing)
    return os.fdopen(reading, encoding="utf-8")


@click.group(cls=Program, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="narrator")
@click.option("--debug", is_flag=True, help="Log to a file what happens, and nothing secret; says to which file.")
@click.pass_context
def main(context: click.Context, debug: bool) -> None:
    """Lead a game of social deduction around a real table, offline.

    Without a command it asks what it needs, in French, and offers to resume an unfinished game.
    """
    _complete_streams()
    _log(debug)
    if context.invoked_subcommand is None:
        from narrator.app.playing import converse

        sys.exit(converse())


def equipped(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of the equipment, and give them to a command as one argument."""
    options = (
        click.option("--no-sound", is_flag=True, help="Captions only."),
        click.option("--voice", help="Who speaks: `narrator voices list` names them."),
        click.option("--no-ambience", is_flag=True, help="Silence between the lines."),
        click.option("--no-ears", is_flag=True, help="Nothing is answered aloud."),
        click.option("--model", help="Listen with this model: its name, or its folder."),
        click.option("--private", type=click.Path(dir_okay=False), help=PRIVATE),
        click.option("--plain", is_flag=True, help="Lines and prompts, for screen readers; no full screen."),
        REMOTE,
    )

    @wraps(command)
    def gathered(
        *,
        pace: str | None,
        no_sound: bool,
        voice: str | None,
        no_ambience: bool,
        no_ears: bool,
        model: str | None,
        private: str | None,
        plain: bool,
        remote: str | None,
        **others: Any,
    ) -> None:
        from narrator.app.equipment import Equipment

        equipment = Equipment(
            pace=pace,
            sound=not no_sound,
            private=private,
            voice=voice,
            ambience=not no_ambience,
            remote=remote,
            plain=plain,
            ears=not no_ears,
            model=model,
        )
        command(equipment=equipment, **others)

    for option in reversed(options):
        gathered = option(gathered)
    return gathered


@main.command()
@click.argument("game", required=False)
@click.option("--players", type=COUNT, help="How many sit in the circle.")
@click.option("--names", help="First names, clockwise: Alice,Bruno,Chloé=Clo-é. Instead of --players.")
@click.option("--mode", type=MODES, help="joueur, usually; meneur: a person leads, eyes open.")
@click.option("--deal", type=DEALS, help="The program deals, usually, or real cards do.")
@click.option("--roles", help="simple, full, full,voleur, or cards: loup-garou=2,voyante. Default: the richest.")
@click.option("--lang", "language", type=LANGUAGES, default="fr", show_default=True)
@click.option("--pace", type=PACES, help="normal, usually; instant removes all waiting.")
@click.option("--seed", type=int, help="Chooses variants and ambience; never the deal.")
@QUICK
@WORDS
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="A rule option, such as reveal=camp.")
@equipped
def play(
    game: str | None,
    players: int | None,
    names: str | None,
    mode: str | None,
    deal: str | None,
    roles: str | None,
    language: str,
    seed: int | None,
    quick: bool,
    words: str | None,
    settings: tuple[str, ...],
    equipment: Equipment,
) -> None:
    """Play GAME, a pack's name or its folder. At a terminal, what is not said is asked."""
    from narrator.app.conversation import PlayOptions
    from narrator.app.playing import begin

    settings = _told(settings, words, quick=quick)
    sys.exit(begin(PlayOptions(game, players, names, mode, deal, roles, language, seed, settings), equipment))


@main.command()
@click.argument("game_id", required=False)
@click.option("--pace", type=PACES, help="By default the pace that it was begun with.")
@equipped
def resume(game_id: str | None, equipment: Equipment) -> None:
    """Go on with the latest unfinished game, or with GAME_ID."""
    from narrator.app.playing import go_on

    sys.exit(go_on(game_id, equipment))


@main.command()
@click.option("--lang", "language", type=LANGUAGES, default="fr", show_default=True)
@click.option("--pace", type=PACES, default="normal", show_default=True, help="instant removes all waiting.")
@click.option("--no-sound", is_flag=True, help="Captions only.")
@click.option("--voice", help="Who speaks: `narrator voices list` names them.")
@click.option("--no-ambience", is_flag=True, help="Silence between the lines.")
@click.option("--no-ears", is_flag=True, help="Do not listen.")
@click.option("--model", help="A recognition model by its name, or its folder.")
@click.option("--keypad", help="auto, none, a part of its name, or a file of input events such as /run/pad.")
@click.option("--button", help="A pin, such as GPIO17, or a key, such as KEY_SPACE@remote.")
@click.option("--light", help="A pin, such as GPIO27, or keypad for the light of the keypad.")
@REMOTE
def box(
    language: str,
    pace: str,
    no_sound: bool,
    voice: str | None,
    no_ambience: bool,
    no_ears: bool,
    model: str | None,
    keypad: str | None,
    button: str | None,
    light: str | None,
    remote: str | None,
) -> None:
    """Be a speaker in the middle of the circle: no screen, and games set up by voice, keypad or button.

    What is not said here is as the settings have it. Status 42 after goodbye: the machine may be switched off.
    """
    from narrator.app.equipment import Equipment
    from narrator.box.options import BoxOptions
    from narrator.box.service import box as be

    equipment = Equipment(pace, not no_sound, None, voice, not no_ambience, remote, ears=not no_ears, model=model)
    sys.exit(be(BoxOptions(language, equipment, keypad, button, light)))


@main.command()
@click.argument("game_id", required=False)
@click.option("--html", "page", type=click.Path(dir_okay=False), help="Write it as a page into FILE (mode 0600).")
def story(game_id: str | None, page: str | None) -> None:
    """Tell a finished game: roles, night by night, who did what, who died of what."""
    from narrator.commands.telling import tell_story

    sys.exit(tell_story(game_id, page))


@main.command()
@click.option("--on/--off", "wanted", default=None, help="Tell it from now on, or never.")
def evenings(wanted: bool | None) -> None:
    """Tell who won what across the evenings on this machine: games that are over, and nothing that was secret."""
    from narrator.commands.evenings import tell_evenings

    sys.exit(tell_evenings(wanted))


def _told(settings: tuple[str, ...], words: str | None, *, quick: bool) -> tuple[str, ...]:
    """Return the options with those that have a name of their own: how much is told, and how soon night falls."""
    named = (*((f"words={words}",) if words else ()), *(("quick=yes",) if quick else ()))
    return (*settings, *named)


def _table_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add what decides on a rehearsed table."""
    options = (
        click.argument("game"),
        click.option("--players", type=COUNT, required=True),
        click.option("--cards", help="The cards by seat, separated by commas; left out, they are dealt from --seed."),
        click.option("--center", help="The two cards in the centre, where the composition leaves cards."),
        click.option("--roles", help="The composition, where --cards is left out; by default the richest one."),
        click.option("--mode", type=MODES, default="joueur", show_default=True),
        click.option("--deal", type=DEALS, default="narrator", show_default=True),
        QUICK,
        WORDS,
        click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="A rule option; lists: a,b."),
        click.option("--seed", type=int, default=0, show_default=True),
        click.option("--lang", "language", type=LANGUAGES, default="fr", show_default=True),
        click.option("--counted", is_flag=True, help="Answered by one button: what it means is counted aloud."),
    )

    @wraps(command)
    def gathered(*, quick: bool, words: str | None, settings: tuple[str, ...], **others: Any) -> None:
        command(settings=_told(settings, words, quick=quick), **others)

    for option in reversed(options):
        gathered = option(gathered)
    return gathered


@main.command()
@_table_options
@click.option("--answers", required=True, metavar="FILE|random", help="A YAML mapping from question id to answers.")
@click.option("--games", type=click.IntRange(min=1), default=1, show_default=True, help="With random answers.")
@click.option("--trace", type=click.Path(dir_okay=False), help="Where to write the trace, one JSON object a line.")
def rehearse(games: int, trace: str | None, **table: Any) -> None:
    """Play GAME under a virtual clock, silent and instant, with answers from a file or at random."""
    from narrator.commands.rehearsing import Plan, run

    sys.exit(run(Plan(**table), games, trace))


@main.command()
@_table_options
@click.option("--answers", default="random", show_default=True, metavar="FILE|random", help="As in `rehearse`.")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False),
    help="A .flac or an .opus; subtitles and the story's page go beside it.",
)
@click.option("--names", help="First names, clockwise: Alice,Bruno,Chloé=Clo-é.")
@click.option("--voice", help="Who speaks: `narrator voices list` names them.")
@click.option("--no-ambience", is_flag=True, help="Silence between the lines.")
@click.option("--pace", type=click.Choice(["slow", "normal", "fast"]), default="normal", show_default=True)
def render(output: str, names: str | None, voice: str | None, no_ambience: bool, pace: str, **table: Any) -> None:
    """Rehearse GAME as a sound file with chapters, subtitles and its story, as it would be heard."""
    from narrator.commands.rehearsing import Plan
    from narrator.commands.rendering import Take, run

    sys.exit(run(Plan(**table), Take(output, names, voice, not no_ambience, pace)))


@main.command()
@click.argument("game")
def questions(game: str) -> None:
    """List the questions of GAME: id, kind and legal answers."""
    from narrator.commands.telling import list_questions

    sys.exit(list_questions(game))


@main.command()
@click.argument("path")
def check(path: str) -> None:
    """Check a pack: a game's name, or a folder with game.yaml and words."""
    from narrator.commands.telling import check_pack

    sys.exit(check_pack(path))


@main.command()
@click.option("--lang", "language", type=LANGUAGES, default="fr", show_default=True)
def games(language: str) -> None:
    """List the games, with how many may play."""
    from narrator.app.game_list import list_games

    sys.exit(list_games(language))


@main.command()
@click.argument("game")
@click.option("--players", type=COUNT, required=True)
@click.option("--roles", help="The composition; by default the richest suggested one.")
@click.option("--lang", "language", type=LANGUAGES, default="fr", show_default=True)
def cards(game: str, players: int, roles: str | None, language: str) -> None:
    """Print which playing cards stand in for the cards of GAME."""
    from narrator.commands.packs import show_cards

    sys.exit(show_cards(game, players, roles, language))


@main.command()
@click.argument("game")
@click.option(
    "--games", type=click.IntRange(min=1), default=400, show_default=True, help="How often each is rehearsed."
)
def odds(game: str, games: int) -> None:
    """Rehearse the decks of GAME, and write beside its rules how they went: set-up tells it."""
    from narrator.commands.odds import write_odds

    sys.exit(write_odds(game, games))


@main.command("new-pack")
@click.argument("name")
@click.option("--from", "source", default="thiercelieux", show_default=True, help="The game to begin from.")
@click.option(
    "--rename",
    "renames",
    multiple=True,
    metavar="OLD=NEW",
    help="Another name of a card, in its language: voyante=critique, seer='the critic', with a plural: cheval/chevaux.",
)
def new_pack(name: str, source: str, renames: tuple[str, ...]) -> None:
    """Make a pack of your own, NAME, from another game."""
    from narrator.commands import packs

    sys.exit(packs.new_pack(name, source, renames))


@main.group()
def pack() -> None:
    """A pack as one file: to hand on, or to take from somebody."""


@pack.command("export")
@click.argument("game")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def export_pack(game: str, file: Path) -> None:
    """Write GAME, its rules and its words, into FILE."""
    from narrator.commands import pack_files

    sys.exit(pack_files.export_pack(game, file))


@pack.command("add")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def add_pack(file: Path) -> None:
    """Take the pack in FILE among your games, once it is checked."""
    from narrator.commands import pack_files

    sys.exit(pack_files.add_pack(file))


@main.group()
def ear() -> None:
    """Try how well you are understood: say what games are answered with, and read what was heard of it."""


@ear.command("record")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--count", type=click.IntRange(1, 500), default=60, show_default=True, help="How many phrases.")
@click.option("--lang", "language", type=LANGUAGES, default="fr", show_default=True)
@click.option("--device", help="The microphone, or a part of its name; by default the default one.")
def record_ear(folder: Path, count: int, language: str, device: str | None) -> None:
    """Say phrases, one after the other; they stay in FOLDER, on this machine. Goes on where it was."""
    from narrator.commands import ear

    sys.exit(ear.record(folder, language, device, count))


@ear.command("report")
@click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
@click.option("--lang", "language", type=LANGUAGES, default="fr", show_default=True)
@click.option("--model", help="A recognition model by its name, or its folder.")
def report_ear(folder: Path, language: str, model: str | None) -> None:
    """Hear the sound files in FOLDER, called after what is said in them, and say which are understood."""
    from narrator.commands import ear

    sys.exit(ear.report(folder, language, model))


@main.group()
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
@click.option("--device", help="The loudspeaker, or a part of its name; by default the default one.")
def try_voice(name: str, text: str | None, output: str | None, device: str | None) -> None:
    """Hear NAME, a voice, or the default one of a language: fr, en."""
    from narrator.commands import voices

    sys.exit(voices.try_voice(name, text, output, device))


@voices.command("measure")
@click.argument("names", nargs=-1)
@click.option("--game", default="thiercelieux", show_default=True, help="Whose lines are spoken.")
@click.option("--lines", type=click.IntRange(min=1), default=40, show_default=True, help="At most so many of them.")
def measure_voices(names: tuple[str, ...], game: str, lines: int) -> None:
    """Measure the loudness and the peaks of every voice, or of NAMES; status 1 where they are not as they should be."""
    from narrator.commands import measuring

    sys.exit(measuring.measure(names, game, lines))


@voices.command("fetch")
@click.argument("name")
def fetch_voice(name: str) -> None:
    """Fetch NAME, a voice of Piper, from the internet: resumed where it was interrupted, checked before it is used."""
    from narrator.app import fetching

    sys.exit(fetching.fetch_voice(name))


@main.command()
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--voice", "only", multiple=True, help="Record with this voice only; may be given several times.")
@click.option("--names", default="", help="First names to record besides: `--names 'Zoran, Ysé'`.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Sentences spoken at once.")
@click.option("--microphone", is_flag=True, help="Speak it yourself, line by line: it becomes the voice --voice NAME.")
@click.option(
    "--from", "source", type=click.Path(path_type=Path), help="Make a voice of a folder of sound files: --voice NAME."
)
@click.option("--list", "listed", is_flag=True, help="Print what those sound files are called, and what they say.")
@click.option("--lang", "language", type=LANGUAGES, default="fr", show_default=True, help="Of one's own voice.")
@click.option("--device", help="The microphone, or a part of its name.")
def record(
    game: str | None,
    only: tuple[str, ...],
    names: str,
    jobs: int,
    microphone: bool,
    source: Path | None,
    listed: bool,
    language: str,
    device: str | None,
) -> None:
    """Record what GAME says, with the recorded voices; without GAME, all that narrator itself ships.

    It needs a network that speaks, on a laptop: pip install 'narrator[record]'. What it writes is carried to the box.
    A person needs no network: --microphone, or --from FOLDER.
    """
    from narrator.commands import own_recordings, recording

    first_names = names.replace(",", " ").split()
    if microphone or source is not None or listed:
        if game is None or microphone + (source is not None) + listed != 1 or len(only) != (not listed):
            raise click.UsageError(
                "write GAME --microphone --voice NAME, GAME --from FOLDER --voice NAME, or GAME --list"
            )
        own = own_recordings.OwnVoice(game, "".join(only), language, first_names)
        if listed:
            sys.exit(own_recordings.list_prompts(own))
        sys.exit(
            own_recordings.record_person(own, device) if source is None else own_recordings.record_folder(own, source)
        )
    if game is None:
        sys.exit(recording.record_all(only, jobs))
    sys.exit(recording.record_pack(game, only, first_names, jobs))


@main.group()
def models() -> None:
    """The models that recognise speech."""


@models.command("list")
def list_models() -> None:
    """List the models, and which are on this machine."""
    from narrator.commands import models

    sys.exit(models.list_models())


@models.command("fetch")
@click.argument("name", required=False)
@click.option("--lang", "language", type=LANGUAGES, default="fr", show_default=True, help="Where NAME is left out.")
@click.option(
    "--from",
    "source",
    type=click.Path(exists=True, file_okay=False),
    metavar="FOLDER",
    help="Take the archive from there, on a stick perhaps; no network is used.",
)
def fetch_model(name: str | None, language: str, source: str | None) -> None:
    """Fetch NAME from the internet: resumed where it was interrupted, checked before it is used."""
    from narrator.app import fetching

    sys.exit(fetching.fetch_model(name, language, source))


@models.command("verify")
@click.argument("name", required=False)
def verify_models(name: str | None) -> None:
    """Read NAME, or every model on this machine, and say what is damaged."""
    from narrator.commands import models

    sys.exit(models.verify_models(name))


@main.command()
@click.option("--try", "tried", metavar="NAME", help="Play three notes on this one, or show what it hears.")
@click.option("--output", metavar="NAME", help="Keep this loudspeaker for every game; empty for the default.")
@click.option(
    "--input", "microphone", metavar="NAME", help="Keep this microphone for every game; empty for the default."
)
def devices(tried: str | None, output: str | None, microphone: str | None) -> None:
    """List loudspeakers and microphones by name; a part of a name is enough."""
    from narrator.commands import devices

    sys.exit(devices.devices(tried, output, microphone))


@main.command()
@click.option("--language", "--lang", "language", type=LANGUAGES, default="fr", show_default=True)
@click.option("--quick", is_flag=True, help="Ask and say nothing; leave out what takes long.")
@click.option(
    "--report",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="Write a report to attach to a bug; - prints it.",
)
@click.option("--self-test", is_flag=True, help="Recognise a synthetic word, too, with the model of narrator.")
@click.option("--json", "as_json", is_flag=True, help="For programs; as --quick.")
def doctor(language: str, quick: bool, report: str | None, self_test: bool, as_json: bool) -> None:
    """Look at all equipment, one thing after the other; status 1 where something is wrong."""
    from narrator.commands import doctor

    sys.exit(doctor.doctor(language, report, quick=quick, self_test=self_test, as_json=as_json))
