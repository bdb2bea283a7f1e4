"""`narrator play`, `narrator resume`, and `narrator` alone."""

from __future__ import annotations

import secrets
import sys
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from narrator.commands.evening import FRENCH, Equipment, Evening, RefusedError, open_evening, respelt, wrapped
from narrator.commands.furnishing import furnished, refuse_without_private
from narrator.commands.packs import list_games
from narrator.core.modes import Mode
from narrator.inputs.keyboard import RawLines
from narrator.resources import UnknownGameError, games, name_of
from narrator.screen.table.stage import TableFailedError
from narrator.session.composing import CompositionError
from narrator.session.driver import Driver
from narrator.session.engine import Asked, Founded, GamePlan
from narrator.session.engines import restored
from narrator.session.founding import RULES_VERSION, fresh_key
from narrator.session.games import latest_unfinished, new_path, path_of
from narrator.session.hearing import Quit, Stranded
from narrator.session.journal import Journal, JournalError
from narrator.session.options import OptionError, settings
from narrator.session.room import Pace
from narrator.session.settingup import Dialog, EndOfInputError, Prompt, is_number, read_names, read_respellings
from narrator.story.diagnostics import PackError
from narrator.story.engine import UnknownEngineError
from narrator.story.wording import Wording
from narrator.voice.profile import VoiceError

FIRST = "thiercelieux"
"""The game that is offered first."""

REFUSED, FAILED, STORED = 2, 1, 0


@dataclass(frozen=True)
class Wish:
    """What is to be played, as it was written on the command line."""

    game: str
    players: int | None
    names: str | None
    mode: str
    deal: str
    roles: str | None
    language: str
    seed: int | None
    settings: tuple[str, ...]


REFUSALS = (
    RefusedError,
    JournalError,
    UnknownGameError,
    UnknownEngineError,
    PackError,
    CompositionError,
    OptionError,
    VoiceError,
    OSError,
)
"""What ends a command with a sentence instead of a game."""


def begin(wish: Wish, equipment: Equipment) -> int:
    """Play a game from its first word; afterwards the same players may go on."""
    try:
        evening = open_evening(wish.game, wish.language, equipment)
        evening.respellings = read_respellings(wish.names or "")
        return _play_on(evening, _decided(wish, evening).found(fresh_key()))
    except REFUSALS as error:
        print(_sentence(error), file=sys.stderr)
        return REFUSED


def go_on(game_id: str | None, equipment: Equipment) -> int:
    """Resume a game where it stood."""
    try:
        if game_id is None:
            unfinished = latest_unfinished()
            if unfinished is None:
                raise RefusedError("no game is unfinished: `narrator play` begins one")
            game_id = unfinished.id
        with Journal.reopen(path_of(game_id)) as journal:
            header = journal.header()
            game = restored(header)
            if journal.record().outcome is not None:
                raise RefusedError(f"the game {game_id} is over: `narrator story {game_id}` tells it")
            if equipment.pace is None:
                equipment = replace(equipment, pace=str(header.get("pace") or Pace.NORMAL.value))
            evening = open_evening(str(header["pack"]), str(header["language"]), equipment)
            evening.respellings = respelt(header.get("respellings"))
            ending = _play(evening, game, journal, resumed=True)
            answers = journal.record().answers
        if ending.again:
            return _play_on(evening, game.again(answers, fresh_key()))
        return ending.status
    except REFUSALS as error:
        print(_sentence(error), file=sys.stderr)
        return REFUSED


def converse() -> int:
    """Ask for everything that a game needs, and play it."""
    equipment = Equipment()
    lines = RawLines(sys.stdin.fileno())

    def prompt(question: str, _expected: tuple[str, ...]) -> str:
        print(wrapped(question), end="\n> ", flush=True)
        line = lines.readline()
        if not line:
            raise EndOfInputError
        return line

    try:
        unfinished = latest_unfinished()
        names = list(games())
        evening = open_evening(FIRST, FRENCH, equipment)
        dialog = _dialog(evening, prompt)
        if unfinished is not None:
            print(f"{unfinished.header['game']}, {unfinished.id}")
        if unfinished is not None and dialog.yes("setup.resume", default=True):
            return go_on(unfinished.id, equipment)
        list_games(FRENCH)
        evening = open_evening(dialog.choose("setup.game", {name: name for name in names}, FIRST), FRENCH, equipment)
        dialog = _dialog(evening, prompt)
        planned = evening.engine.dialog(evening.pack.rules, dialog, _seed(None))
        evening.respellings = dialog.respellings
        return _play_on(evening, planned.found(fresh_key()))
    except EndOfInputError:
        return STORED
    except REFUSALS as error:
        print(_sentence(error), file=sys.stderr)
        return REFUSED


def _sentence(error: Exception) -> str:
    """Say what ended the command, and what to do where the system alone knows why."""
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}; NARRATOR_HOME=FOLDER keeps the games in another folder"
    return str(error)


def _dialog(evening: Evening, prompt: Prompt) -> Dialog:
    words = evening.pack.words[evening.language]
    return Dialog(evening.pack.rules, words, Wording(words), prompt, lambda sentence: print(wrapped(sentence)))


def _decided(wish: Wish, evening: Evening) -> GamePlan:
    """Read the command line's choices; a number of players that is missing is an error with a sentence."""
    names = read_names(wish.names or "")
    players = len(names) or wish.players
    if not players:
        raise RefusedError("say how many play: --players 8, or --names Alice,Bruno,…")
    if wish.players not in (None, players):
        raise RefusedError(f"--names gives {len(names)} names and --players says {wish.players}: give one of the two")
    if any(map(is_number, names)):
        raise RefusedError("a first name that is a number would be taken for a seat: write it out")
    asked = Asked(
        players=players,
        mode=Mode(wish.mode),
        deal=wish.deal,
        roles=wish.roles,
        names=names,
        seed=_seed(wish.seed),
        settings=settings(wish.settings),
    )
    wording = Wording(evening.pack.words[evening.language])
    return evening.engine.plan(evening.pack.rules, asked, wording, lambda sentence: print(sentence, file=sys.stderr))


def _seed(seed: int | None) -> int:
    return secrets.randbits(32) if seed is None else seed


@dataclass(frozen=True)
class Ending:
    """How a game ended for the program: its exit status, and whether the same players go on."""

    status: int
    again: bool = False


def _play_on(evening: Evening, game: Founded) -> int:
    """Play, and again with the same seats and names for as long as the players like."""
    ending = Ending(STORED, again=True)
    while ending.again:
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
        refuse_without_private(evening, game.setup)
        with Journal.create(new_path(datetime.now()), header) as journal:
            ending = _play(evening, game, journal)
            game = game.again(journal.record().answers, fresh_key())
    return ending.status


def _play(evening: Evening, game: Founded, journal: Journal, *, resumed: bool = False) -> Ending:
    """Play one game to its end, or until it is put away."""
    setup = game.setup
    refuse_without_private(evening, setup)
    wording = evening.wording(setup)
    with ExitStack() as equipment:
        room, stage = furnished(evening, game, wording, equipment)
        try:
            driver = Driver(setup, journal, wording, room, players=setup.players, led=setup.mode is Mode.MENEUR)
            if evening.phone is not None:
                evening.phone.attend(driver)
            stage(driver, partial(_perform, driver, resumed=resumed))
        except (Quit, KeyboardInterrupt):
            room.screen.close_window()
            room.screen.notice(wording.line("goodbye"))
            room.screen.notice(wording.line("session.resume_how"))
            return Ending(STORED)
        except TableFailedError as error:
            print(error, file=sys.stderr)
            return Ending(FAILED)
        except Stranded:
            room.screen.close_window()
            room.screen.notice(wording.line("session.resume_how"))
            return Ending(STORED)
    return Ending(STORED, again=driver.again)


def _perform(driver: Driver, *, resumed: bool) -> None:
    if resumed:
        driver.resume()
    driver.run()
