"""An evening: a game's pack in one language with the equipment, read before anything is asked or played."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from narrator.commands.equipment import Equipment, log, speaking
from narrator.inputs.reading import Reader
from narrator.inputs.tongue import Tongue
from narrator.resources import pack_path
from narrator.session.engine import Engine, TableSetup
from narrator.session.engines import engine_facts, engine_of
from narrator.session.mouths import Speaking, check_voice
from narrator.session.settings import Settings, load_settings
from narrator.story import typography
from narrator.story.check import load_checked
from narrator.story.pack import Pack, languages
from narrator.story.wording import Wording

if TYPE_CHECKING:  # a phone is loaded only where it is wanted
    from narrator.commands.phoning import TablePhone

FRENCH, ENGLISH = "fr", "en"


@dataclass
class Evening:
    """A pack in one language, with the equipment: what stays when the same players play again.

    `respellings` are how first names are to be said.
    """

    pack: Pack
    language: str
    equipment: Equipment
    settings: Settings = field(default_factory=Settings)
    respellings: Mapping[str, str] = field(default_factory=dict)
    phone: TablePhone | None = None

    @property
    def engine(self) -> Engine:
        """Return what plays the pack."""
        return engine_of(self.pack.rules.engine)

    @property
    def speaking(self) -> Speaking:
        """Return how it is to be heard: as the command line says, else as the settings do."""
        return speaking(self.equipment, self.settings, self.language)

    def wording(self, setup: TableSetup) -> Wording:
        """Return the words for one game."""
        said = tuple(self.respellings.get(name, "") for name in setup.names)
        return Wording(self.pack.words[self.language], setup.names, setup.seed, said)

    def tongue(self, setup: TableSetup) -> Tongue:
        """Return the words that are read at one table: the game's language comes first, English besides."""
        own = self.pack.words[self.language]
        return Tongue.of(own, setup.players, setup.names, twin=self.pack.words.get(ENGLISH))

    def spoken_tongue(self, setup: TableSetup) -> Tongue:
        """Return the words that are understood when they are said: those of the game's language alone."""
        return Tongue.of(self.pack.words[self.language], setup.players, setup.names)

    @property
    def listens(self) -> bool:
        """Return whether it is to be listened, where that is possible."""
        return self.equipment.ears and self.settings.ears

    @property
    def model(self) -> str | None:
        """Return the recognition model that is asked for, if any."""
        return self.equipment.model or self.settings.model.get(self.language)


class RefusedError(Exception):
    """What was asked for is not possible; the text says why, and what to do."""


def open_evening(game: str, language: str, equipment: Equipment) -> Evening:
    """Read a game.

    Raises:
        RefusedError: it has no words in this language.
        PackError: it has faults, and so for the other errors of a pack that there is not, or a voice.
    """
    path = pack_path(game)
    there = languages(path)
    if not there:
        raise RefusedError(f"{game} has no words: `narrator check {game}` says what to mend")
    if language not in there:
        raise RefusedError(f"{game} has no words in {language}: choose {', '.join(there)}")
    # English is read besides: its commands are understood in every game.
    pack = load_checked(path, engine_facts, {language, ENGLISH} & {*there})
    evening = Evening(pack, language, equipment, load_settings(log))
    if equipment.sound:
        check_voice(evening.speaking.voice)
    if equipment.remote is not None:
        evening.phone = serve_phone(equipment.remote)
    return evening


def serve_phone(where: str) -> TablePhone:
    """Serve the page of a phone.

    Raises:
        RefusedError: it cannot be served there.
    """
    from narrator.commands.phoning import TablePhone
    from narrator.remote.addresses import NoAddressError
    from narrator.remote.host import MissingPackagesError

    try:
        return TablePhone(where)
    except (NoAddressError, MissingPackagesError) as error:
        raise RefusedError(str(error)) from None


def reader_for(evening: Evening, setup: TableSetup) -> Reader:
    """Read in the game's language and in English; the game's language comes first where a word means two things."""
    return Reader(evening.tongue(setup))


def wrapped(text: str) -> str:
    """Break a text between words for the terminal; elsewhere a text is a line."""
    if not sys.stdout.isatty():
        return text
    return "\n".join(typography.wrapped(text, max(shutil.get_terminal_size().columns - 1, 20), hyphens=False))
