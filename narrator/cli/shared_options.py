"""What all commands share: their language, options with the types of their values, help and errors.

English stands with the commands; another language has `help.yaml`, with an id for each: `play`, `play.voice`, or
`voice` for an option that means the same everywhere. What click says by itself has ids that begin with `click.`: click
asks `gettext` for it, and gets it from there.
"""

from __future__ import annotations

import gettext
import io
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from difflib import get_close_matches
from functools import cache, wraps
from typing import Any, ClassVar, TextIO, TypeAlias, cast

import click

from narrator.base import resources
from narrator.base.resources import UnknownGameError, chosen_language, languages, told_in
from narrator.base.sentences import places, reason, sentences_in, to_user, unbroken
from narrator.base.user_error import UserError
from narrator.evening.app.settings import kept_language
from narrator.rules.core.folding import digits, folded
from narrator.screens.clean_text import OUTPUT, CleanStream, PrintedText, raw

FILE = "help.yaml"
HELP = "help"
REFUSED = 2
WHOLE = 1000
"""So many letters of a command's first sentence stand in a list: all of them; click would cut it."""

ALIKE = 0.8
"""How alike names are, of 1, where one may be meant for the other."""

NO_COMMAND = "No such command {name!r}."
NOT_ONE, NONE_OF = "{value!r} is not {choice}.", "{value!r} is not one of {choices}."
NO_COUNT = "{value!r} is no number of players: write 8, for example."

SAID_BY_CLICK = {
    "Usage:": "usage",
    "Options": "options",
    "Commands": "commands",
    "Show this message and exit.": "help",
    "default: {default}": "default",
    "required": "required",
    "Try '{command} {option}' for help.": "try",
    "Error: {message}": "error",
    "Aborted!": "aborted",
    NO_COMMAND: "no_command",
    "No such option {name!r}.": "no_option",
    "Option {name!r} does not take a value.": "no_value",
    "Option {name!r} requires {nargs} arguments.": "needs_value",
    "Got unexpected extra arguments ({args})": "too_many",
    "Missing argument": "missing",
    "Missing option": "missing",
    "Invalid value for {param_hint}: {message}": "value",
    NONE_OF: "choose",
    "{value!r} is not a valid {number_type}.": "number",
    "{value} is not in the range {range}.": "number",
    NO_COUNT: "number",
    "{name} {filename!r} does not exist.": "path",
    "{name} {filename!r} is a directory.": "path",
    "{name} {filename!r} is a file.": "folder",
    "{name} {filename!r} is not readable.": "path",
    "{name} {filename!r} is not writable.": "path",
}
"""What click gives `gettext`, and which words of a language say it."""

_BETWEEN_WORDS = re.compile(r"\W+")


@cache
def words(language: str) -> Mapping[str, str]:
    """Return the words of a language for the command line; none where it has none."""
    folder = languages().get(language)
    return {} if folder is None else sentences_in(folder / FILE)


class Translated(str):
    """A sentence of click's in the words of a language; in its `own` words where these cannot be filled in.

    Names that are filled in have no quotes around them, as click would have it.
    """

    own: str

    def __new__(cls, text: str, own: str) -> Translated:
        told = super().__new__(cls, text)
        told.own = own
        return told

    def format(self, *args: object, **terms: object) -> str:
        if not places(self) <= terms.keys():
            return self.own.format(*args, **terms)
        for name in terms.keys() & {"param_hint", "choices"}:
            terms[name] = str(terms[name]).replace("'", "")
        return super().format(*args, **terms)


def in_language(domain: str, message: str) -> str:  # noqa: ARG001 - as gettext calls it
    """Return what click says in the words of the system's language, as far as it has some."""
    id_ = SAID_BY_CLICK.get(message)
    text = None if id_ is None else words(chosen_language()).get(f"click.{id_}")
    return message if text is None else Translated(text, message)


def in_language_of_many(domain: str, msgid1: str, msgid2: str, n: int) -> str:
    """Return what click says of one thing or of several: a language says both as it says the latter."""
    told = in_language(domain, msgid2)
    return msgid1 if told == msgid2 and n == 1 else told


# click has bound `gettext.gettext` and `gettext.ngettext` by now; these two ask the ones that are replaced here.
gettext.dgettext = in_language
gettext.dngettext = in_language_of_many


def sentence_of(error: UserError | OSError) -> str:
    """Return why a command has ended, in the language of help as far as narrator has words for it."""
    match error:
        case UnknownGameError(name=name, meant=meant) if meant:
            return to_user("play.meant_game", name=name, text=meant)
        case UnknownGameError(name=name, known=known):
            return to_user("play.unknown_game", name=name, names=", ".join(known))
        case FileNotFoundError(filename=name) if name is not None:
            return to_user("file.missing", name=name)
        case FileExistsError(filename=name) if name is not None:
            return to_user("file.exists", name=name)
        case OSError(filename=name) if name is not None:
            return to_user("file.unusable", name=name, detail=reason(error))
        case _:
            return str(error)


def _complete_streams() -> None:
    """Stand in for streams that were closed; write a question mark for a letter that the terminal does not know.

    What is printed from now on is clean: nothing in it is obeyed by a terminal.
    """
    if not sys.stdin:
        # A pipe at its end: unlike /dev/null, which a service has, it tells a box that lines were to come.
        reading, writing = os.pipe()
        os.close(writing)
        sys.stdin = os.fdopen(reading, encoding="utf-8")
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    sys.stdout, sys.stderr = cast(TextIO, PrintedText(raw(sys.stdout))), cast(TextIO, CleanStream(raw(sys.stderr)))


class Language(click.ParamType[str]):
    """A language that there is a folder for, ours or the player's own, looked up when it is asked for."""

    name = "language"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002 - as click calls it
        return f"[{'|'.join(languages())}]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        known = [*languages()]
        if value not in known:
            told = gettext.ngettext(NOT_ONE, NONE_OF, len(known))
            self.fail(told.format(value=value, choice=repr(known[0]), choices=", ".join(map(repr, known))), param, ctx)
        return value


LANGUAGES = Language()
LANG_NAME, LANG_HELP = "--lang", "The language of all that is said; `lang` in the settings keeps one."


def _language_asked(args: Sequence[str]) -> str | None:
    """Return the language of a command line, before it is read: what is wrong with it is said in that, too."""
    asked, words = "", iter(args)
    for word in words:
        name, given, value = word.partition("=")
        if name == LANG_NAME:
            asked = value if given else next(words, "")
    return asked if asked in languages() else None


class Translatable(click.Command):
    """What has `--lang`, for all that it says, or one of its own that means more."""

    def __init__(self, *args: Any, **extra: Any) -> None:
        super().__init__(*args, **extra)
        if all(LANG_NAME not in param.opts for param in self.params):
            self.params.append(click.Option([LANG_NAME], type=LANGUAGES, expose_value=False, help=LANG_HELP))


class Command(Translatable):
    """A command that says which option may be meant where there is none of a name."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            meant = self._meant(error.option_name)
            told = to_user("option.meant", name=error.option_name, names=", ".join(meant)) if meant else error.message
            raise click.UsageError(told, error.ctx) from None

    def _meant(self, name: str) -> list[str]:
        """Return the option that is nearly called so, or those whose help has the word, as `--phone`."""
        told = {max(param.opts, key=len): param.help or "" for param in self.params if isinstance(param, click.Option)}
        word = folded(name.strip("-"))
        return get_close_matches(name, told, n=1, cutoff=ALIKE) or [
            option for option, about in told.items() if word in folded(about)
        ]


class Program(Translatable, click.Group):
    """A group of commands in one language: the one after `--lang`, else that of the settings, else the system's."""

    command_class = Command
    group_class = type

    def main(self, args: Sequence[str] | None = None, *more: Any, **extra: Any) -> Any:
        """Run the command that is asked for; what is not possible ends with status 2 and a sentence."""
        _complete_streams()
        with told_in(_language_asked(sys.argv[1:] if args is None else args) or kept_language() or chosen_language()):
            return self._run(args, *more, **extra)

    def _run(self, *args: Any, **extra: Any) -> Any:
        _translate(self, "", words(chosen_language()))
        unread = {str(error.filename): reason(error) for error in resources.refused_folders()}
        for name, why in unread.items():
            print(to_user("file.unread", name=name, detail=why), file=sys.stderr)
        try:
            try:
                return super().main(*args, **extra)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            raise
        except (UserError, OSError) as error:
            if isinstance(error, OSError) and error.filename == str(OUTPUT) and isinstance(sys.stdout, PrintedText):
                sys.stdout.drop()
            if not isinstance(error, OSError) or str(error.filename) not in unread:
                print(sentence_of(error), file=sys.stderr)
            sys.exit(REFUSED)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args[:1] == [HELP]:  # `help play` is `play --help`
            args = [*args[1:], "--help"]
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, unbroken(self.commands[name].get_short_help_str(WHOLE))) for name in self.list_commands(ctx)]
        with formatter.section(gettext.gettext("Commands")):
            formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is meant; a language may say what tells all of them."""
        told = gettext.gettext(NO_COMMAND)
        if told != NO_COMMAND and self.get_command(ctx, args[0]) is None:
            raise click.UsageError(told.format(name=args[0], command=ctx.command_path), ctx)
        return super().resolve_command(ctx, args)


def _translate(command: click.Command, path: str, known: Mapping[str, str]) -> None:
    command.help = unbroken(known.get(path or "narrator", command.help or ""))
    for param in command.params:
        _name_value(param, known)
        if isinstance(param, click.Option):
            param.help = unbroken(known.get(f"{path}.{param.name}", known.get(f"{param.name}", param.help or "")))
    if isinstance(command, click.Group):
        command.subcommand_metavar = known.get("click.COMMAND_ARGS", command.subcommand_metavar)
        for name, inner in command.commands.items():
            _translate(inner, f"{path}.{name}".removeprefix("."), known)


def _name_value(param: click.Parameter, known: Mapping[str, str]) -> None:
    """Call what is to be given by its name in the language, as `GAME`, with click's signs around it."""
    name = param.metavar or (param.name if isinstance(param, click.Argument) else param.type.name) or ""
    if (word := known.get(f"click.{_BETWEEN_WORDS.sub('_', name.upper()).strip('_')}")) is not None:
        needed = param.required if isinstance(param, click.Argument) else not name.startswith("[")
        param.metavar = (word if needed else f"[{word}]") + ("" if param.nargs == 1 else "...")


class PlayerCount(click.ParamType[int]):
    """How many sit in the circle, in digits or in words of any language: 8, huit, eight."""

    name = "integer"

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        from narrator.table.language.phrasebook import number_in_any_language

        written = str(value).strip()
        count = digits(written) or number_in_any_language(written)
        return count or self.fail(gettext.gettext(NO_COUNT).format(value=value), param, ctx)


class LeaderChoice(click.Choice[str]):
    """Who leads: `joueur` or `meneur`, as files have it, or the words of an English set-up for them."""

    ENGLISH: ClassVar = {"nobody": "joueur", "leader": "meneur"}

    def __init__(self) -> None:
        super().__init__(["joueur", "meneur", *self.ENGLISH])

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        chosen = super().convert(value, param, ctx)
        return self.ENGLISH.get(chosen, chosen)


COUNT, LEADER = PlayerCount(), LeaderChoice()

Decorator: TypeAlias = Callable[[Callable[..., None]], Callable[..., None]]


def shared(*names: str, **usual: Any) -> Callable[..., Decorator]:
    """Return an option that several commands have. Each may add names to it, and say otherwise what it must."""
    return lambda *also, **here: click.option(*also, *names, **{**usual, **here})


LANG = shared(LANG_NAME, "language", type=LANGUAGES, default=chosen_language, show_default=False, help=LANG_HELP)
ROLES = shared(
    "--roles",
    help="The cards: short, balanced, wild, one's own deck by its name, simple, full, full,voleur, or a list such as "
    "werewolf=2,seer. Default: balanced.",
)
PLAYERS = shared("--players", type=COUNT, help="How many sit in the circle.")
NAMES = shared("--names", help="First names, clockwise: Alice,Bruno,Chloé=Clo-é.")
MODE = shared(
    "--mode",
    type=LEADER,
    help="joueur or nobody, usually: all play; meneur or leader: a person leads, eyes open.",
)
DEAL = shared("--deal", type=click.Choice(["narrator", "cards"]), help="The program deals, usually, or real cards do.")
PACE = shared(
    "--pace",
    type=click.Choice(["slow", "normal", "fast", "instant"]),
    help="normal, usually; instant removes all waiting, also for cards to be read.",
)
SEED = shared("--seed", type=int, help="Chooses variants and ambience; never the deal.")
QUICK = shared("--quick", is_flag=True, help="The first night comes at once.")
WORDS = shared("--words", type=click.Choice(["few", "normal", "rich"]), help="How much the narrator tells.")
SET = shared(
    "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="A rule option, such as reveal=camp; lists: a,b."
)
NO_SOUND = shared("--no-sound", is_flag=True, help="Captions only.")
VOICE = shared("--voice", help="Who speaks: `narrator voices list` names them.")
NO_AMBIENCE = shared("--no-ambience", is_flag=True, help="Silence between the lines.")
NO_EARS = shared("--no-ears", is_flag=True, help="Nothing is answered aloud.")
MODEL = shared("--model", help="Listen with this model: its name, or its folder.")
PRIVATE = shared("--private", type=click.Path(dir_okay=False), help="Where private lines go alone (mode 0600).")
PLAIN = shared("--plain", is_flag=True, help="Lines and prompts, for screen readers; no full screen.")
REMOTE = shared(
    "--remote",
    is_flag=False,
    flag_value="",
    metavar="[ADDRESS[:PORT]]",
    help="Serve a page for a phone: in the local network, or where this says.",
)
DEVICE = shared("--device", help="The microphone, or a part of its name; by default the default one.")


def told(settings: tuple[str, ...], words: str | None, *, quick: bool) -> tuple[str, ...]:
    """Return the options with those that have a name of their own: how much is told, and how soon night falls."""
    named = (*((f"words={words}",) if words else ()), *(("introduction=short",) if quick else ()))
    return (*settings, *named)


def equipped(*more: Decorator) -> Decorator:
    """Return what adds the options of the equipment, and `more` of them, and gives a command them as one argument."""
    options = (NO_SOUND(), VOICE(), NO_AMBIENCE(), NO_EARS(), MODEL(), *more, REMOTE())

    def add(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def gathered(*, no_sound: bool, no_ambience: bool, no_ears: bool, **others: Any) -> None:
            from narrator.evening.app.settings import Equipment

            named = {field.name: others.pop(field.name) for field in fields(Equipment) if field.name in others}
            equipment = Equipment(sound=not no_sound, ambience=not no_ambience, ears=not no_ears, **named)
            command(equipment=equipment, **others)

        return _with(gathered, options)

    return add


def table_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add what decides on a rehearsed table."""
    options = (
        click.argument("game"),
        PLAYERS(required=True),
        click.option("--cards", help="The cards by seat, separated by commas; left out, they are dealt from --seed."),
        click.option("--center", help="The two cards in the centre, where the composition leaves cards."),
        ROLES(),
        MODE(default="joueur", show_default=True),
        DEAL(default="narrator", show_default=True),
        QUICK(),
        WORDS(),
        SET(),
        SEED(default=0, show_default=True, help="Chooses variants and ambience; the deal too, without --cards."),
        LANG(),
        click.option("--counted", is_flag=True, help="Answered by one button: what it means is counted aloud."),
    )

    @wraps(command)
    def gathered(*, quick: bool, words: str | None, settings: tuple[str, ...], **others: Any) -> None:
        command(settings=told(settings, words, quick=quick), **others)

    return _with(gathered, options)


def _with(command: Callable[..., None], options: Sequence[Decorator]) -> Callable[..., None]:
    """Return a command with these options, in their order."""
    for option in reversed(options):
        command = option(command)
    return command
