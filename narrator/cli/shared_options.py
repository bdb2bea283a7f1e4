"""Options that several commands share, and the types of their values."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from narrator import resources

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


class PlayerCount(click.ParamType[int]):
    """How many sit in the circle, in digits or in words of any language: 8, huit, eight."""

    name = "integer"

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Let one or more pass."""
        from narrator.language.numerals import number_of
        from narrator.language.phrasebook import is_spoken

        written = str(value).strip().casefold()
        ways = (number_of(written, language) for language in resources.languages() if is_spoken(language))
        count = (
            int(written)
            if written.isdecimal() and len(written) < 10
            else next((way for way in ways if way is not None), 0)
        )
        return count or self.fail(f"{value!r} is no number of players: write 8, for example.", param, ctx)


LANGUAGES, COUNT = Language(), PlayerCount()
DEFAULT_LANGUAGE = "fr"
"""The language where none is asked for."""

LANG = click.option("--lang", "language", type=LANGUAGES, default=DEFAULT_LANGUAGE, show_default=True)
MODEL = click.option("--model", help="A recognition model by its name, or its folder.")
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


def told(settings: tuple[str, ...], words: str | None, *, quick: bool) -> tuple[str, ...]:
    """Return the options with those that have a name of their own: how much is told, and how soon night falls."""
    named = (*((f"words={words}",) if words else ()), *(("quick=yes",) if quick else ()))
    return (*settings, *named)


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


def table_options(command: Callable[..., None]) -> Callable[..., None]:
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
        LANG,
        click.option("--counted", is_flag=True, help="Answered by one button: what it means is counted aloud."),
    )

    @wraps(command)
    def gathered(*, quick: bool, words: str | None, settings: tuple[str, ...], **others: Any) -> None:
        command(settings=told(settings, words, quick=quick), **others)

    for option in reversed(options):
        gathered = option(gathered)
    return gathered
