"""A pack in one language with the equipment, read before anything is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING

from narrator.base.resources import pack_path
from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.evening.app.settings import Equipment, Settings, load_settings, log, speaking
from narrator.packs.pack import Pack, languages
from narrator.packs.pack_check import load_checked
from narrator.packs.wording import Wording
from narrator.packs.words import Words
from narrator.rules.core.folding import folded
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.phases.dealing import stand_ins
from narrator.rules.village.table import Deal
from narrator.table.games.engine import Founded, GameEngine, TableSetup
from narrator.table.games.founding import fresh_key
from narrator.table.games.registry import engine_facts, engine_of
from narrator.table.language.table_words import TableWords
from narrator.table.language.typed import LineSource, Reader, ways_typed
from narrator.table.session.ports import Pace
from narrator.table.setup.circle import Circle
from narrator.table.setup.dialog import Dialog
from narrator.table.setup.setup_answers import SetupAnswers
from narrator.voice.profile import load_voice
from narrator.voice.table_sound import Speaking, check_voice

if TYPE_CHECKING:  # a phone is loaded only where it is wanted
    from narrator.evening.app.ports.phone import PhoneOfTheEvening

ENGLISH = "en"


@dataclass
class PreparedGame:
    """A pack in one language, with the equipment: what stays when the same players play again.

    `respellings` are how first names are to be said.
    """

    pack: Pack
    language: str
    equipment: Equipment
    settings: Settings = field(default_factory=Settings)
    respellings: Mapping[str, str] = field(default_factory=dict)
    phone: PhoneOfTheEvening | None = None

    @property
    def engine(self) -> GameEngine:
        return engine_of(self.pack.rules.engine)

    @property
    def speaking(self) -> Speaking:
        """Return how it is to be heard: as the command line says, else as the settings do."""
        return speaking(self.equipment, self.settings, self.language)

    @property
    def pace(self) -> Pace:
        """Return how long is waited: as the command line says, or who settles a game, else as the settings do."""
        return Pace(self.equipment.pace or self.settings.pace or Pace.NORMAL.value)

    def wording(self, setup: TableSetup) -> Wording:
        said = tuple(self.respellings.get(name, "") for name in setup.names)
        return Wording(self.pack.words[self.language], setup.names, setup.seed, said)

    def told_wording(self, setup: TableSetup) -> Wording:
        """Return the wording of a game that is heard: its voice says numbers with the names that it says badly."""
        wording = self.wording(setup)
        if not self.equipment.sound:
            return wording
        from narrator.voice.recital import with_numbers

        return with_numbers(wording, load_voice(self.speaking.voice))

    def table_words(self, setup: TableSetup) -> TableWords:
        """Return the words that are read at one table: the game's language comes first, English besides.

        A card may be called by the playing cards that stand for it.
        """
        twin = self._answers(setup, ENGLISH) if ENGLISH in self.pack.words else None
        words = TableWords.of(self._answers(setup, self.language), setup.players, setup.names, twin=twin)
        if not (isinstance(setup, VillageSetup) and setup.deal is Deal.CARDS and setup.options.playing_cards):
            return words
        languages = dict.fromkeys((self.language, ENGLISH))
        tongues = [Wording(self.pack.words[code]) for code in languages if code in self.pack.words]
        pack = {card: [way.playing(code) for code in codes for way in tongues] for card, codes in stand_ins(setup)}
        return replace(words, cards={card: (*names, *pack.get(card, ())) for card, names in words.cards.items()})

    def spoken_tongue(self, setup: TableSetup) -> TableWords:
        """Return the words that are understood when they are said: those of the game's language alone."""
        words = TableWords.of(self._answers(setup, self.language), setup.players, setup.names)
        return replace(words, changes=_dialog(self).changes_said(_circle(self, setup)))

    def _answers(self, setup: TableSetup, language: str) -> Words:
        in_play = [card for card, _ in setup.hand] if isinstance(setup, VillageSetup) else ()
        return self.pack.words_of_a_table(language, in_play)

    @property
    def listens(self) -> bool:
        return self.equipment.ears and self.settings.ears

    @property
    def model(self) -> str | None:
        return self.equipment.model or self.settings.model.get(self.language)


def open_evening(game: str, language: str, equipment: Equipment) -> PreparedGame:
    """Read a game.

    Raises:
        UserError: it has no words in this language.
        PackError: it has faults. A pack or a voice that does not exist raises its own error.
    """
    path = pack_path(game)
    there = languages(path)
    if not there:
        raise UserError(to_user("play.no_words", game=game))
    if language not in there:
        raise UserError(to_user("play.no_language", game=game, language=language, names=" | ".join(there)))
    # English is read besides: its commands are understood in every game.
    pack = load_checked(path, engine_facts, {language, ENGLISH} & {*there})
    prepared = PreparedGame(pack, language, equipment, load_settings(log))
    if equipment.sound:
        check_voice(prepared.speaking.voice)
    if equipment.remote is not None:
        prepared.phone = serve_phone(equipment.remote)
    return prepared


@cache
def serve_phone(where: str) -> PhoneOfTheEvening:
    """Serve the page of a phone: one for all that is asked and played until the program ends.

    Raises:
        NoAddressError: it cannot be served there.
        MissingPackagesError: it cannot be served at all.
    """
    from narrator.evening.app.ports.phone import PhoneOfTheEvening

    return PhoneOfTheEvening(where)


def reader_for(prepared: PreparedGame, setup: TableSetup, source: LineSource = LineSource.KEYBOARD) -> Reader:
    """Read in the game's language and in English; where a word means two things, the game's language comes first."""

    def changes(line: str) -> bool:
        return wants_other(prepared, line) or next_circle(prepared, setup, line) is not None

    return Reader(prepared.table_words(setup), source, changes=changes)


def planned(prepared: PreparedGame, asked: SetupAnswers, warn: Callable[[str], None] = log) -> Founded:
    """Return the game that was decided; of what is unusual about it, `warn`."""
    wording = Wording(prepared.pack.words[prepared.language])
    return prepared.engine.plan(prepared.pack.rules, asked, wording, warn)


def fitting(prepared: PreparedGame, asked: SetupAnswers) -> tuple[SetupAnswers, Founded]:
    """Found a game with the cards and settings that were asked for, as far as they still fit so many players.

    Raises:
        UserError: nothing does.
    """
    suits = prepared.engine.offer(prepared.pack, asked.players)
    without_cards = replace(asked, roles=None if suits is None else suits.roles)
    for fitting in (asked, without_cards, replace(without_cards, settings={})):
        with suppress(UserError):
            return fitting, planned(prepared, fitting, lambda _told: None).found(fresh_key())
    raise UserError(to_user("packs.no_composition", name=prepared.pack.rules.game, count=asked.players))


def wants_other(prepared: PreparedGame, text: str) -> bool:
    """Whether who is asked for another game wants something else."""
    return folded(text.strip()) in ways_typed("other", prepared.language)


def next_circle(prepared: PreparedGame, setup: TableSetup, text: str) -> Circle | None:
    """Return who plays next, as somebody says who is missing or comes; None where that is not what is said."""
    return _dialog(prepared).changed(text, _circle(prepared, setup))


def _dialog(prepared: PreparedGame) -> Dialog:
    return Dialog(prepared.pack.rules, prepared.pack.words[prepared.language])


def _circle(prepared: PreparedGame, setup: TableSetup) -> Circle:
    return Circle(setup.players, setup.names, prepared.respellings)
