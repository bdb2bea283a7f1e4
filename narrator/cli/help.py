"""Help and error messages of the command line in the system's language, where its folder has words for them.

English stands with the commands; another language has `help.yaml`, with an id for each: `play`, `play.voice`, or
`voice` for an option that means the same everywhere. What click says by itself has ids that begin with `click.`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, partial
from typing import Any

import click

from narrator.core.folding import folded
from narrator.resources import UnknownGameError, languages, locale_language
from narrator.story.sentences import places, reason, sentences_in, to_user
from narrator.user_error import UserError

FILE = "help.yaml"
HELP = "help"
REFUSED = 2
WHOLE = 1000
"""So many letters of a command's first sentence stand in a list: all of them; click would cut it."""

SAID_BY_CLICK = {
    "Options": "options",
    "Commands": "commands",
    "Show this message and exit.": "help",
    "Show the version and exit.": "version",
}
ALIKE = 0.8
"""How alike names are, of 1, where one may be meant for the other."""

_BETWEEN_WORDS = re.compile(r"\W+")
MARKS = {"[default: ": "default", "[required]": "required"}
"""What click puts behind the help of an option."""


@cache
def words(language: str) -> Mapping[str, str]:
    """Return the words of a language for the command line; none where it has none."""
    folder = languages().get(language)
    return {} if folder is None else sentences_in(folder / FILE)


class HelpFormatter(click.HelpFormatter):
    """Writes help as click does, in other words."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write how a command is written."""
        super().write_usage(prog, args, words(locale_language()).get("click.usage", prefix))

    def write_heading(self, heading: str) -> None:
        """Write what stands over a list."""
        super().write_heading(_by_click(heading))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write a list with what each of its things means."""
        super().write_dl([(first, _by_click(second)) for first, second in rows], col_max, col_spacing)


class HelpContext(click.Context):
    """What a command runs in; its help is written by ours."""

    formatter_class = HelpFormatter


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


class UnknownOptionError(click.NoSuchOption):
    """There is no such option; `meant` are those that may be."""

    def __init__(self, error: click.NoSuchOption, meant: Sequence[str]) -> None:
        also = f" Did you mean {', '.join(meant)}?" if meant else ""
        super().__init__(error.option_name, error.message + also, ctx=error.ctx)
        self.meant = meant


class Command(click.Command):
    """A command that says which option may be meant where there is none of a name."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read what was typed behind the command."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            raise UnknownOptionError(error, self._meant(error.option_name)) from None

    def _meant(self, name: str) -> list[str]:
        """Return the option that is nearly called so, or those whose help has the word, as `--phone`."""
        told = {max(param.opts, key=len): param.help or "" for param in self.params if isinstance(param, click.Option)}
        word = folded(name.strip("-"))
        return get_close_matches(name, told, n=1, cutoff=ALIKE) or [
            option for option, about in told.items() if word in folded(about)
        ]


class Program(click.Group):
    """A group of commands with the words of the system's language."""

    command_class = Command
    context_class = HelpContext
    group_class = type

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command that is asked for; what is not possible ends with status 2 and a sentence.

        Where nobody reads what it prints any more, it ends with status 1, as click would have it.
        """
        try:
            return self._main(args, prog_name, complete_var, standalone_mode, **extra)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left is written there at the end
            sys.exit(1)
        except (UserError, OSError) as error:
            print(sentence_of(error), file=sys.stderr)
            sys.exit(REFUSED)

    def _main(
        self,
        args: Sequence[str] | None,
        prog_name: str | None,
        complete_var: str | None,
        standalone_mode: bool,
        **extra: Any,
    ) -> Any:
        known = words(locale_language())
        if not known or not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode, **extra)
        _translate(self, "", known)
        try:
            status = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            sys.exit(error.exit_code)
        except click.UsageError as error:
            if error.ctx is not None:
                click.echo(error.ctx.get_usage(), err=True)
                command = error.ctx.command_path
                click.echo(_filled(known, "click.try", f"{command} --help", command=command) + "\n", err=True)
            reason = _reason(error, known)
            click.echo(_filled(known, "click.error", reason, detail=reason), err=True)
            sys.exit(REFUSED)
        except click.ClickException as error:
            error.show()
            sys.exit(error.exit_code)
        except click.Abort:
            sys.exit(1)
        sys.exit(status if isinstance(status, int) else 0)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take `help play` for `play --help`, and `help` for `--help`."""
        if args[:1] == [HELP]:
            args = [*args[1:], "--help"]
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, each with its first sentence."""
        rows = [(name, self.commands[name].get_short_help_str(WHOLE)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is meant."""
        known = words(locale_language())
        if known and args and self.get_command(ctx, args[0]) is None:
            unknown = _filled(known, "click.no_command", "", name=args[0], command=ctx.command_path)
            if unknown:
                raise click.UsageError(unknown, ctx)
        return super().resolve_command(ctx, args)


def _translate(command: click.Command, path: str, known: Mapping[str, str]) -> None:
    command.context_class = HelpContext
    command.help = known.get(path or "narrator", command.help)
    for param in command.params:
        _name_value(param, known)
        if isinstance(param, click.Option):
            param.help = known.get(f"{path}.{param.name}", known.get(f"{param.name}", param.help))
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


def _by_click(text: str) -> str:
    known = words(locale_language())
    if (id_ := SAID_BY_CLICK.get(text)) is not None:
        return known.get(f"click.{id_}", text)
    for mark, id_ in MARKS.items():
        text = text.replace(mark, known.get(f"click.{id_}", mark))
    return text


def _reason(error: click.UsageError, known: Mapping[str, str]) -> str:
    """Return what is wrong, where it is known what click means; else in its own words."""
    told = partial(_filled, known, otherwise=error.format_message())
    match error:
        case UnknownOptionError(option_name=name, meant=[_, *_] as meant):
            return told("click.meant_option", name=name, names=", ".join(meant))
        case click.NoSuchOption(option_name=name):
            return told("click.no_option", name=name)
        case click.MissingParameter(param=click.Parameter() as param):
            return told("click.missing", name=param.get_error_hint(error.ctx or click.get_current_context()))
        case click.BadParameter(param=click.Parameter(type=click.Choice(choices=choices)) as param):
            return told("click.choose", name=_name(param), names=", ".join(choices))
        case click.BadParameter(param=click.Parameter(type=click.Path(file_okay=False)) as param):
            return told("click.folder", name=_name(param))
        case click.BadParameter(param=click.Parameter(type=click.Path()) as param):
            return told("click.path", name=_name(param))
        case click.BadParameter(param=click.Parameter(type=click.IntRange(min=int(least), max=int(most))) as param):
            return told("click.range", name=_name(param), least=least, most=most)
        case click.BadParameter(param=click.Parameter(type=click.ParamType(name="language")) as param):
            return told("click.choose", name=_name(param), names=", ".join(languages()))
        case click.BadParameter(param=click.Parameter(type=click.ParamType(name="integer" | "integer range")) as param):
            return told("click.number", name=_name(param))
        case click.BadParameter(param=click.Parameter() as param):
            return told("click.value", name=_name(param))
    return error.format_message()


def _filled(known: Mapping[str, str], id_: str, otherwise: str, **terms: object) -> str:
    """Return a sentence of the language, filled in; `otherwise` where it has none that can be filled in with these."""
    text = known.get(id_)
    return otherwise if text is None or not places(text) <= terms.keys() else text.format(**terms)


def _name(param: click.Parameter) -> str:
    return param.human_readable_name.strip("[].") if isinstance(param, click.Argument) else param.opts[0]
