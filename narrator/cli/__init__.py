"""The command line. Each command loads what it needs when it runs, so that help comes at once."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from narrator import __version__
from narrator.base.resources import log_file
from narrator.base.sentences import to_user
from narrator.cli import groups
from narrator.cli.shared_options import (
    DEAL,
    LANG,
    MODE,
    NAMES,
    NO_AMBIENCE,
    PACE,
    PLAIN,
    PLAYERS,
    PRIVATE,
    QUICK,
    ROLES,
    SEED,
    SET,
    VOICE,
    WORDS,
    Program,
    equipped,
    table_options,
    told,
)

if TYPE_CHECKING:
    from narrator.evening.app.settings import Equipment


def _log(debug: bool) -> None:
    """Log where `NARRATOR_LOG` says, or, to debug, beside the games. Where that fails, it is said, and all goes on."""
    from narrator.base.processes import event_log

    if debug:
        os.environ[event_log.VARIABLE] = os.environ.get(event_log.VARIABLE) or str(log_file())
    try:
        event_log.begin("game", first=True)
    except OSError as error:
        click.echo(to_user("log.none", detail=error), err=True)
    else:
        if debug:
            click.echo(to_user("log.file", file=os.environ[event_log.VARIABLE]), err=True)


@click.group(cls=Program, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="narrator")
@click.option("--debug", is_flag=True, help="Log to a file what happens, and nothing secret; says to which file.")
@click.pass_context
def main(context: click.Context, debug: bool) -> None:
    """Lead a game of social deduction around a real table, offline.

    Without a command it asks what it needs, and offers to resume an unfinished game.
    """
    _log(debug)
    if context.invoked_subcommand is None:
        from narrator.evening.app.playing import converse

        converse()


@main.command()
@click.argument("game", nargs=-1)
@PLAYERS()
@NAMES(help="First names, clockwise: Alice,Bruno,Chloé=Clo-é. Instead of --players.")
@MODE()
@DEAL()
@ROLES()
@LANG()
@PACE()
@SEED()
@QUICK()
@WORDS()
@SET()
@equipped(PRIVATE(), PLAIN())
def play(
    game: tuple[str, ...],
    quick: bool,
    words: str | None,
    settings: tuple[str, ...],
    equipment: Equipment,
    **table: Any,
) -> None:
    """Play GAME, by its title, its number, its pack's name or folder. At a terminal, what is not said is asked."""
    from narrator.evening.app.choosing.conversation import PlayOptions
    from narrator.evening.app.playing import begin

    settings = told(settings, words, quick=quick)
    begin(PlayOptions(" ".join(game) or None, settings=settings, **table), equipment)


@main.command()
@click.argument("source", required=False)
@click.option("--sha256", metavar="DIGEST", help="What is brought must have this one; else SOURCE.sha256 tells it.")
@click.option("--back", is_flag=True, help="Run the version again that ran before.")
def update(source: str | None, sha256: str | None, back: bool) -> None:
    """Bring another version of narrator onto a box: from SOURCE, a file, a folder or an https address, or from a stick.

    The version that runs is kept, and comes back where the new one does not begin to speak.
    """
    from narrator.commands import update
    from narrator.evening.box.versions import Versions

    sys.exit(update.back(Versions()) if back else update.update(source, sha256, Versions()))


@main.command()
@click.argument("game_id", required=False)
@PACE(help="By default the pace that it was begun with.")
@equipped(PRIVATE(), PLAIN())
def resume(game_id: str | None, equipment: Equipment) -> None:
    """Go on with the latest unfinished game, or with GAME_ID: `narrator story --list` tells it."""
    from narrator.evening.app.playing import go_on

    go_on(game_id, equipment)


@main.command()
@LANG(default=None)
@PACE()
@click.option("--keypad", help="auto, none, a part of its name, or a file of input events such as /run/pad.")
@click.option("--button", help="A pin, such as GPIO17, or a key, such as KEY_SPACE@remote.")
@click.option("--light", help="A pin, such as GPIO27, or keypad for the light of the keypad.")
@equipped()
def box(language: str | None, keypad: str | None, button: str | None, light: str | None, equipment: Equipment) -> None:
    """Be a speaker in the middle of the circle: no screen, and games set up by voice, keypad or button.

    What is not said here is as the settings have it. Status 42 after goodbye: the machine may be switched off.
    """
    from narrator.evening.box.service import BoxOptions
    from narrator.evening.box.service import box as be

    sys.exit(be(BoxOptions(language or "", equipment, keypad, button, light)))


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@LANG()
@click.option("--remote", metavar="ADDRESS[:PORT]", help="Where the page is, unless it is as the settings say.")
def label(file: str, language: str, remote: str | None) -> None:
    """Write into FILE, a page to print, a label for a box: its QR code opens the phone's page. - prints the page.

    Without an address in the settings, the code holds the name of this machine in the local network.
    """
    from narrator.commands.update import write_label

    write_label(file, language, remote)


@main.command()
@click.argument("game_id", required=False)
@click.option("--html", "page", type=click.Path(dir_okay=False), help="Write it as a page into FILE (mode 0600).")
@click.option("--list", "listed", is_flag=True, help="List the games on this machine, each with its GAME_ID.")
def story(game_id: str | None, page: str | None, listed: bool) -> None:
    """Tell a finished game: roles, night by night, who did what, who died of what.

    That is the game that ended last, or GAME_ID, such as 20260131-204500: the day and the hour when it began.
    """
    from narrator.commands import telling

    if listed:
        telling.list_games()
    else:
        telling.tell_story(game_id, page)


@main.command()
@click.option("--on/--off", "wanted", default=None, help="Tell it from now on, or never.")
def evenings(wanted: bool | None) -> None:
    """Tell who won what across the evenings on this machine: games that are over, and nothing that was secret."""
    from narrator.commands.telling import tell_evenings

    sys.exit(tell_evenings(wanted))


@main.command()
@table_options
@click.option("--answers", required=True, metavar="FILE|random", help="A YAML mapping from question id to answers.")
@click.option("--games", type=click.IntRange(min=1), default=1, show_default=True, help="With random answers.")
@click.option("--trace", type=click.Path(dir_okay=False), help="Where to write the trace, one JSON object a line.")
def rehearse(games: int, trace: str | None, **table: Any) -> None:
    """Play GAME under a virtual clock, silent and instant, with answers from a file or at random."""
    from narrator.commands.rehearsing import RehearsalOptions, run

    sys.exit(run(RehearsalOptions(**table), games, trace))


@main.command()
@table_options
@click.option("--answers", default="random", show_default=True, metavar="FILE|random", help="As in `rehearse`.")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False),
    help="A .flac or an .opus; subtitles and the story's page go beside it.",
)
@NAMES()
@VOICE()
@NO_AMBIENCE()
@PACE(type=click.Choice(["slow", "normal", "fast"]), default="normal", show_default=True, help="How fast it is told.")
def render(output: str, names: str | None, voice: str | None, no_ambience: bool, pace: str, **table: Any) -> None:
    """Rehearse GAME as a sound file with chapters, subtitles and its story, as it would be heard."""
    from narrator.commands.rehearsing import RehearsalOptions
    from narrator.commands.rendering import run

    run(RehearsalOptions(**table), output, names or "", voice, ambience=not no_ambience, pace=pace)


@main.command()
@click.argument("game")
@LANG()
def questions(game: str, language: str) -> None:
    """List the questions of GAME: id, kind, legal answers as a file writes them, and words."""
    from narrator.commands.packs import list_questions

    list_questions(game, language)


@main.command()
@click.argument("path")
def check(path: str) -> None:
    """Check a pack: a game's name, or a folder with game.yaml and words."""
    from narrator.commands.packs import check_pack

    sys.exit(check_pack(path))


@main.command()
@LANG()
def games(language: str) -> None:
    """List the games, with how many may play."""
    from narrator.evening.app.choosing.game_list import list_games

    list_games(language)


@main.command()
@click.argument("game")
@PLAYERS()
@ROLES()
@LANG()
def cards(game: str, players: int | None, roles: str | None, language: str) -> None:
    """Tell what each card of GAME does; with --players, which playing cards stand in for those in play."""
    from narrator.commands.packs import list_cards, show_stand_ins

    if players is None:
        list_cards(game, language)
    else:
        show_stand_ins(game, players, roles, language)


@main.command()
@click.argument("game")
@click.option(
    "--games", type=click.IntRange(min=1), default=400, show_default=True, help="How often each is rehearsed."
)
def odds(game: str, games: int) -> None:
    """Rehearse the decks of GAME, and write beside its rules how they went: set-up tells it."""
    from narrator.commands.rehearsing import write_odds

    write_odds(game, games)


@main.command("new-pack")
@click.argument("name")
@click.option("--from", "source", help="The game to begin from: thiercelieux, or the one with most of the --cards.")
@click.option(
    "--cards",
    "deck_list",
    metavar="LIST",
    help="The cards of its only deck: '2 Werewolves, 1 Seer, 4 Villagers'; - reads them from standard input.",
)
@click.option(
    "--rename",
    "renames",
    multiple=True,
    metavar="OLD=NEW",
    help="Another name of a card, in its language: voyante=critique, seer='the critic', with a plural: cheval/chevaux.",
)
@LANG(default=None, help="Words in this language alone.")
def new_pack(
    name: str, source: str | None, deck_list: str | None, renames: tuple[str, ...], language: str | None
) -> None:
    """Make a pack of your own, NAME, from another game."""
    from narrator.commands import new_pack

    if deck_list == "-":
        deck_list = sys.stdin.read(new_pack.LONGEST_LIST)
    new_pack.new_pack(name, source, renames, language, deck_list)


@main.command()
@click.option("--try", "tried", metavar="NAME", help="Play three notes on this one, or show what it hears.")
@click.option("--output", metavar="NAME", help="Keep this loudspeaker for every game; empty for the default.")
@click.option(
    "--input", "microphone", metavar="NAME", help="Keep this microphone for every game; empty for the default."
)
def devices(tried: str | None, output: str | None, microphone: str | None) -> None:
    """List loudspeakers and microphones by name; a part of a name is enough."""
    from narrator.commands import devices

    devices.devices(tried, output, microphone)


@main.command()
@LANG()
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


for group in (groups.pack, groups.ear, groups.voices, groups.record, groups.models):
    main.add_command(group)
