"""Options that several commands share, and the types of their values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from gettext import gettext, ngettext
from typing import Any, ClassVar, TypeAlias

import click

from narrator import resources
from narrator.cli.help import NO_COUNT, NONE_OF, NOT_ONE


class Language(click.ParamType[str]):
    """A language that there is a folder for, ours or the player's own, looked up when it is asked for."""

    name = "language"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002 - as click calls it
        """Show the languages."""
        return f"[{'|'.join(resources.languages())}]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Let a language pass."""
        known = [*resources.languages()]
        if value not in known:
            told = ngettext(NOT_ONE, NONE_OF, len(known))
            self.fail(told.format(value=value, choice=repr(known[0]), choices=", ".join(map(repr, known))), param, ctx)
        return value


class PlayerCount(click.ParamType[int]):
    """How many sit in the circle, in digits or in words of any language: 8, huit, eight."""

    name = "integer"

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Let one or more pass."""
        from narrator.core.folding import digits
        from narrator.language.phrasebook import number_in_any_language

        written = str(value).strip()
        count = digits(written) or number_in_any_language(written)
        return count or self.fail(gettext(NO_COUNT).format(value=value), param, ctx)


class LeaderChoice(click.Choice[str]):
    """Who leads: `joueur` or `meneur`, as files have it, or the words of an English set-up for them."""

    ENGLISH: ClassVar = {"nobody": "joueur", "leader": "meneur"}

    def __init__(self) -> None:
        super().__init__(["joueur", "meneur", *self.ENGLISH])

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the mode by its own name."""
        chosen = super().convert(value, param, ctx)
        return self.ENGLISH.get(chosen, chosen)


LANGUAGES, COUNT, LEADER = Language(), PlayerCount(), LeaderChoice()
DEFAULT_LANGUAGE = "fr"
"""The language where none is asked for."""

Decorator: TypeAlias = Callable[[Callable[..., None]], Callable[..., None]]


def shared(*names: str, **usual: Any) -> Callable[..., Decorator]:
    """Return an option that several commands have. Each may add names to it, and say otherwise what it must."""
    return lambda *also, **here: click.option(*also, *names, **{**usual, **here})


LANG = shared("--lang", "language", type=LANGUAGES, default=DEFAULT_LANGUAGE, show_default=True)
ROLES = shared(
    "--roles",
    help="The cards: short, balanced, wild, one's own deck by its name, simple, full, full,voleur, or a list such as "
    "loup-garou=2,voyante; with --lang en werewolf=2,seer. Default: the richest.",
)
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
WORDS = shared("--words", type=click.Choice(["few", "normal", "rich"]), help="How much the storyteller tells.")
SET = shared(
    "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="A rule option, such as reveal=camp; lists: a,b."
)
NO_SOUND = shared("--no-sound", is_flag=True, help="Captions only.")
VOICE = shared("--voice", help="Who speaks: `narrator voices list` names them.")
NO_AMBIENCE = shared("--no-ambience", is_flag=True, help="Silence between the lines.")
NO_EARS = shared("--no-ears", is_flag=True, help="Nothing is answered aloud.")
MODEL = shared("--model", help="Listen with this model: its name, or its folder.")
PRIVATE = shared(
    "--private", type=click.Path(dir_okay=False), help="Off a terminal: where private lines go (mode 0600)."
)
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
    named = (*((f"words={words}",) if words else ()), *(("quick=yes",) if quick else ()))
    return (*settings, *named)


def equipped(*more: Decorator) -> Decorator:
    """Return what adds the options of the equipment, and `more` of them, and gives a command them as one argument."""
    options = (NO_SOUND(), VOICE(), NO_AMBIENCE(), NO_EARS(), MODEL(), *more, REMOTE())

    def add(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def gathered(
            *,
            pace: str | None,
            no_sound: bool,
            voice: str | None,
            no_ambience: bool,
            no_ears: bool,
            model: str | None,
            remote: str | None,
            private: str | None = None,
            plain: bool = False,
            **others: Any,
        ) -> None:
            from narrator.app.settings import Equipment

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

        return _with(gathered, options)

    return add


def table_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add what decides on a rehearsed table."""
    options = (
        click.argument("game"),
        click.option("--players", type=COUNT, required=True),
        click.option("--cards", help="The cards by seat, separated by commas; left out, they are dealt from --seed."),
        click.option("--center", help="The two cards in the centre, where the composition leaves cards."),
        ROLES(),
        MODE(default="joueur", show_default=True),
        DEAL(default="narrator", show_default=True),
        QUICK(),
        WORDS(),
        SET(),
        SEED(default=0, show_default=True),
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
