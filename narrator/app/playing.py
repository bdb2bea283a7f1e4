"""`narrator play`, `narrator resume`, and `narrator` alone."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from narrator.app.equipment import Equipment
from narrator.app.game_list import list_games
from narrator.app.game_series import TERMINAL, GameEnd, play_on, resume
from narrator.app.interruption import ending_in_order
from narrator.app.mending import whole
from narrator.app.prepared_game import FRENCH, PreparedGame, RefusedError, open_evening
from narrator.core.modes import Mode
from narrator.devices.keyboard import lines_of, listen_to_lines
from narrator.games.engine import Founded, GamePlan, SetupAnswers
from narrator.games.founding import fresh_key
from narrator.games.options import OptionError, settings
from narrator.games.saved_games import Condition, SavedGame, one, path_of, unfinished
from narrator.inbox.inbox import LiveInbox, Order, WallClock
from narrator.journal.journal import JournalError, writable
from narrator.journal.storage_error import StorageError, beforehand
from narrator.language.typed_offers import OfferReader
from narrator.resources import FIRST, UnknownGameError, games, pack_path, user_folder
from narrator.session.entry_wait import Quit
from narrator.session.ports import CaptionsOnly, Pace, Ports, instantly
from narrator.setup.asker import Asker
from narrator.setup.composition import CompositionError
from narrator.setup.questions import is_number, read_names, read_respellings
from narrator.speech.profile import VoiceError
from narrator.story.capabilities import UnknownEngineError
from narrator.story.diagnostics import PackError
from narrator.story.pack import Pack, load_pack
from narrator.story.wording import Wording
from narrator.ui.prompt_screen import PromptScreen

REFUSED, FAILED, STORED = 2, 1, 0


@dataclass(frozen=True)
class PlayOptions:
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
    StorageError,
    OSError,
)
"""What ends a command with a sentence instead of a game."""


@ending_in_order()
def begin(options: PlayOptions, equipment: Equipment) -> int:
    """Play a game from its first word; afterwards the same players may go on."""
    try:
        prepared = open_evening(options.game, options.language, equipment)
        prepared.respellings = read_respellings(options.names or "")
        return _status(play_on(prepared, _decided(options, prepared).found(fresh_key()), TERMINAL))
    except REFUSALS as error:
        print(_sentence(error, options.language), file=sys.stderr)
        return REFUSED


@ending_in_order()
def go_on(game_id: str | None, equipment: Equipment) -> int:
    """Resume a game where it stood, or from what is left of it, if that is wanted."""
    language = FRENCH
    try:
        game = _latest() if game_id is None else one(game_id)
        if game.condition is Condition.LOST:
            raise RefusedError(game.why)
        language = str(game.header["language"])
        with _asking() as asker:
            wanted = whole(game.id, asker)
        return _status(resume(game.id, equipment, TERMINAL)) if wanted else STORED
    except Quit:
        return STORED
    except REFUSALS as error:
        print(_sentence(error, language, resuming=True), file=sys.stderr)
        return REFUSED


@ending_in_order()
def converse() -> int:
    """Ask for everything that a game needs, and play it."""
    equipment = Equipment()
    try:
        first = open_evening(FIRST, FRENCH, equipment)
        with _asking() as asker:
            decided = _resumed(asker, first.pack) or _decided_now(asker, first)
        if isinstance(decided, str):
            return go_on(decided, equipment)
        return _status(play_on(*decided, TERMINAL))
    except Quit:
        return STORED
    except REFUSALS as error:
        print(_sentence(error, FRENCH), file=sys.stderr)
        return REFUSED


def _decided_now(asker: Asker, first: PreparedGame) -> tuple[PreparedGame, Founded]:
    """Ask which game, and for everything that it needs."""
    list_games(FRENCH)
    words = first.pack.words[FRENCH]
    choice = asker.dialog(first.pack.rules, words).choose("setup.game", {name: name for name in games()}, FIRST)
    prepared = open_evening(asker.ask(words, choice), FRENCH, first.equipment)
    words = prepared.pack.words[FRENCH]
    dialog = asker.dialog(prepared.pack.rules, words)
    plan = asker.ask(words, prepared.engine.dialog(prepared.pack.rules, dialog, _seed(None)))
    prepared.respellings = dialog.respellings
    return prepared, plan.found(fresh_key())


def _latest() -> SavedGame:
    """Return the latest game that can be gone on with; those of which nothing is left are told.

    Raises:
        RefusedError: there is none.
    """
    for game in unfinished():
        if game.condition is not Condition.LOST:
            return game
        print(game.why, file=sys.stderr)
    raise RefusedError("no game is unfinished: `narrator play` begins one")


def _resumed(asker: Asker, pack: Pack) -> str | None:
    """Offer what was not finished: the latest game, and damaged ones before it; return the one to go on with."""
    words = pack.words[FRENCH]
    dialog = asker.dialog(pack.rules, words)
    for game in unfinished():
        if game.condition is Condition.LOST:
            asker.ask(words, dialog.tell("damage.lost"))
            print(game.why, file=sys.stderr)
            continue
        print(f"{game.header['game']}, {game.id}")
        if not writable(path_of(game.id)):
            asker.ask(words, dialog.tell("storage.unfinished"))
            return None
        if game.condition is Condition.SOUND:
            return game.id if asker.ask(words, dialog.yes("setup.resume", default=True)) else None
        try:
            if whole(game.id, asker):
                return game.id
        except (JournalError, PackError, UnknownGameError) as error:
            print(error, file=sys.stderr)
    return None


def _status(ending: GameEnd) -> int:
    return FAILED if ending is GameEnd.FAILED else STORED


def _sentence(error: Exception, language: str, *, resuming: bool = False) -> str:
    """Say what ended the command, and what to do where the system alone knows why."""
    match error:
        case StorageError():
            words = load_pack(pack_path(FIRST), [language]).words[language]
            return f"{Wording(words).line(beforehand(error, resuming=resuming))} (NARRATOR_HOME={user_folder()})"
        case OSError():
            return f"{error.filename}: {error.strerror}; NARRATOR_HOME=FOLDER keeps the games in another folder"
        case _:
            return str(error)


@contextmanager
def _asking() -> Iterator[Asker]:
    """Let the questions before a game be answered by what is typed; the end of the input takes leave."""
    clock = WallClock()
    inbox = LiveInbox(clock)
    stop = listen_to_lines(lines_of(sys.stdin.fileno()), OfferReader(), inbox, end=Order.QUIT)
    mouth, screen = CaptionsOnly(clock, instantly), PromptScreen(sys.stdout, "> ")
    try:
        yield Asker(Ports(clock, inbox, mouth, screen, Pace.INSTANT))
    finally:
        stop()


def _decided(options: PlayOptions, prepared: PreparedGame) -> GamePlan:
    """Read the command line's choices; a number of players that is missing is an error with a sentence."""
    names = read_names(options.names or "")
    players = len(names) or options.players
    if not players:
        raise RefusedError("say how many play: --players 8, or --names Alice,Bruno,…")
    if options.players not in (None, players):
        raise RefusedError(
            f"--names gives {len(names)} names and --players says {options.players}: give one of the two"
        )
    if any(map(is_number, names)):
        raise RefusedError("a first name that is a number would be taken for a seat: write it out")
    asked = SetupAnswers(
        players=players,
        mode=Mode(options.mode),
        deal=options.deal,
        roles=options.roles,
        names=names,
        seed=_seed(options.seed),
        settings=settings(options.settings),
    )
    wording = Wording(prepared.pack.words[prepared.language])
    return prepared.engine.plan(prepared.pack.rules, asked, wording, lambda sentence: print(sentence, file=sys.stderr))


def _seed(seed: int | None) -> int:
    return secrets.randbits(32) if seed is None else seed
