"""The games of an evening, one after another: each with a journal of its own, in a room, by a driver."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from functools import partial
from typing import Any

from narrator.commands.equipment import Equipment
from narrator.commands.evening import Evening, RefusedError, open_evening
from narrator.commands.furnishing import Stage, furnished, refuse_without_private
from narrator.core.modes import Mode
from narrator.resources import name_of
from narrator.screen.table.stage import TableFailedError
from narrator.session.driver import Driver
from narrator.session.engine import Founded, TableSetup
from narrator.session.engines import evening_of, restored
from narrator.session.founding import RULES_VERSION, fresh_key
from narrator.session.games import new_path, path_of
from narrator.session.hearing import Quit, Stranded
from narrator.session.journal import Journal
from narrator.session.room import Pace, Room
from narrator.story.wording import Wording


class Ending(Enum):
    """How a game ended, or why it did not."""

    OVER = "over"
    AGAIN = "again"
    """It is over, and the same players go on."""
    PUT_AWAY = "put away"
    INTERRUPTED = "interrupted"
    STRANDED = "stranded"
    """Nothing is left that could answer."""
    FAILED = "failed"


@dataclass(frozen=True)
class House:
    """Where games are played. `check` refuses what cannot be played there, `furnish` makes the room and its stage.

    `put_away` tells the table that an unfinished game is kept, and why it is left; `fail` tells what broke.
    """

    check: Callable[[Evening, TableSetup], None]
    furnish: Callable[[Evening, Founded, Wording, ExitStack], tuple[Room, Stage]]
    put_away: Callable[[Room, Wording, Ending], None]
    fail: Callable[[Exception], None]


def on_screen(room: Room, wording: Wording, ending: Ending) -> None:
    """Show goodbye, and how to go on another time."""
    if ending is not Ending.STRANDED:
        room.screen.notice(wording.line("goodbye"))
    room.screen.notice(wording.line("session.resume_how"))


def play_on(evening: Evening, game: Founded, house: House) -> Ending:
    """Play, and again with the same seats and names for as long as the players like.

    Raises:
        RefusedError: the game cannot be played here.
        StorageError: there is no place for its journal.
    """
    ending = Ending.AGAIN
    while ending is Ending.AGAIN:
        header = {
            **game.header(),
            "engine": evening.pack.rules.engine,
            "pack": name_of(evening.pack.path),
            "pack_hash": evening.pack.pack_hash,
            "rules_version": RULES_VERSION,
            "language": evening.language,
            "pace": evening.equipment.pace,
            "respellings": dict(evening.respellings),
        }
        house.check(evening, game.setup)
        _check(header)
        with Journal.create(new_path(datetime.now()), header) as journal:
            ending = _play(evening, game, journal, house)
            game = game.again(journal.record().answers, fresh_key())
    return ending


def resume(
    game_id: str, equipment: Equipment, house: House, prepare: Callable[[Evening], None] | None = None
) -> Ending:
    """Go on with a game where it stood, and then play on. `prepare` is called with its evening before.

    Raises:
        RefusedError: it is over, or cannot be played here; and so for a journal or a pack that cannot be read.
        StorageError: it cannot be written, or there is no place for the journal of the next game.
    """
    with Journal.reopen(path_of(game_id)) as journal:
        header = journal.header()
        game, told = restored(header), evening_of(header)
        if journal.record().outcome is not None:
            raise RefusedError(f"the game {game_id} is over: `narrator story {game_id}` tells it")
        if equipment.pace is None:
            equipment = replace(equipment, pace=(told.pace or Pace.NORMAL).value)
        evening = open_evening(told.pack, told.language, equipment)
        evening.respellings = told.respellings
        _check_words(evening, game, game_id)
        if prepare is not None:
            prepare(evening)
        house.check(evening, game.setup)
        ending = _play(evening, game, journal, house, resumed=True)
        answers = journal.record().answers
    if ending is Ending.AGAIN:
        return play_on(evening, game.again(answers, fresh_key()), house)
    return ending


def _check(header: Mapping[str, Any]) -> None:
    """Refuse to begin what could not be gone on with.

    Raises:
        JournalError: this narrator would not take it for a game.
    """
    restored(header)
    evening_of(header)


def _check_words(evening: Evening, game: Founded, game_id: str) -> None:
    """Refuse a game for which its pack has no words any more.

    Raises:
        RefusedError: it has not.
    """
    words, repertoire = evening.pack.words[evening.language], game.repertoire()
    worded = all(line.id in words.lines for line in repertoire.lines)
    if not worded or not set(repertoire.cast.cards) <= words.cards.keys():
        raise RefusedError(f"the pack of the game {game_id} has changed and lacks words for it: bring the old one back")


def _play(evening: Evening, game: Founded, journal: Journal, house: House, *, resumed: bool = False) -> Ending:
    """Play one game to its end, or until it is put away."""
    setup = game.setup
    wording = evening.wording(setup)
    with ExitStack() as equipment:
        room, stage = house.furnish(evening, game, wording, equipment)
        try:
            driver = Driver(setup, journal, wording, room, players=setup.players, led=setup.mode is Mode.MENEUR)
            if evening.phone is not None:
                evening.phone.attend(driver)
            stage(driver, partial(_perform, driver, resumed=resumed))
        except (Quit, KeyboardInterrupt, Stranded) as left:
            room.screen.close_window()
            ending = _LEFT.get(type(left), Ending.INTERRUPTED)
            house.put_away(room, wording, ending)
            return ending
        except TableFailedError as error:
            house.fail(error)
            return Ending.FAILED
    return Ending.AGAIN if driver.again else Ending.OVER


_LEFT: dict[type[BaseException], Ending] = {Quit: Ending.PUT_AWAY, Stranded: Ending.STRANDED}


def _perform(driver: Driver, *, resumed: bool) -> None:
    if resumed:
        driver.resume()
    driver.run()


def _on_standard_error(error: Exception) -> None:
    print(error, file=sys.stderr)


TERMINAL = House(refuse_without_private, furnished, on_screen, _on_standard_error)
"""A terminal or a pipe."""
