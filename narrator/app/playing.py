"""`narrator play`, `narrator resume`, and `narrator` alone."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from narrator.app.equipment import Equipment, log
from narrator.app.game_list import games_in
from narrator.app.game_series import TERMINAL, GameEnd, play_on, resume
from narrator.app.interruption import ending_in_order
from narrator.app.last_evening import keep_evening, last_evening, told
from narrator.app.mending import whole
from narrator.app.prepared_game import FRENCH, PreparedGame, RefusedError, open_evening
from narrator.app.saved_decks import keep_decks, with_decks
from narrator.app.terminal_ports import on_terminal
from narrator.core.effects import Form, Term
from narrator.core.modes import Mode
from narrator.core.play import Play
from narrator.devices.keyboard import lines_of, listen_to_lines
from narrator.games.engine import GamePlan
from narrator.games.founding import fresh_key
from narrator.games.options import OptionError, settings
from narrator.games.saved_games import Condition, SavedGame, one, path_of, unfinished
from narrator.inbox.inbox import LiveInbox, Order, WallClock
from narrator.journal.journal import JournalError, writable
from narrator.journal.storage_error import StorageError, beforehand
from narrator.language.offered_answers import titles
from narrator.language.typed_offers import OfferReader
from narrator.resources import FIRST, UnknownGameError, pack_path, user_folder
from narrator.session.entry_wait import Quit
from narrator.session.ports import CaptionsOnly, Pace, Ports, instantly
from narrator.setup.abilities import NARRATOR
from narrator.setup.asker import Asker
from narrator.setup.circle import name_faults, read_names, read_respellings
from narrator.setup.composition import CompositionError, check
from narrator.setup.questions import Dialog
from narrator.setup.setup_answers import SetupAnswers
from narrator.speech.profile import VoiceError
from narrator.story.capabilities import UnknownEngineError
from narrator.story.diagnostics import PackError
from narrator.story.pack import load_pack
from narrator.story.sentences import PROGRAM, sentences, to_user
from narrator.story.wording import Wording
from narrator.story.words import Words
from narrator.ui.prompt_screen import PromptScreen

REFUSED, FAILED, STORED = 2, 1, 0


@dataclass(frozen=True)
class PlayOptions:
    """What is to be played, as it was written on the command line. What nobody decided is None."""

    game: str | None = None
    players: int | None = None
    names: str | None = None
    mode: str | None = None
    deal: str | None = None
    roles: str | None = None
    language: str = FRENCH
    seed: int | None = None
    settings: tuple[str, ...] = ()

    @property
    def open(self) -> bool:
        """Whether all of it is still to be decided."""
        return self == PlayOptions(language=self.language)


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
    """Play a game from its first word; at a terminal, who plays is asked where it is not said. Then they may go on."""
    if options.names is None and options.players is None and on_terminal():
        return _conversation(options, equipment)
    try:
        prepared = open_evening(options.game or FIRST, options.language, equipment)
        return _play(prepared, _decided(options, prepared))
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
    return _conversation(PlayOptions(), Equipment())


def _conversation(options: PlayOptions, equipment: Equipment) -> int:
    """Ask for what the command line does not say, and play that."""
    try:
        with _asking() as asker:
            listed = games_in(options.language)
            dialog = asker.dialog(load_pack(pack_path(FIRST), [options.language]).rules, listed[FIRST])
            decided: str | tuple[PreparedGame, SetupAnswers] | None = None
            if options.open:
                decided = _resumed(asker, dialog, listed[FIRST]) or _as_before(asker, dialog, options, equipment)
            decided = decided or _asked(asker, dialog, listed, options, equipment)
        return go_on(decided, equipment) if isinstance(decided, str) else _play(*decided)
    except Quit:
        return STORED
    except REFUSALS as error:
        print(_sentence(error, options.language), file=sys.stderr)
        return REFUSED


def _play(prepared: PreparedGame, asked: SetupAnswers) -> int:
    """Play what was decided; what was decided at a terminal is known the next time."""
    game = _plan(prepared, asked).found(fresh_key())
    if on_terminal():
        keep_evening(prepared, asked)
    return _status(play_on(prepared, game, TERMINAL))


def _as_before(
    asker: Asker, dialog: Dialog, options: PlayOptions, equipment: Equipment
) -> tuple[PreparedGame, SetupAnswers] | None:
    """Offer the last evening again, where it is known and still possible."""
    last = last_evening()
    if last is None or last.language != options.language:
        return None
    if equipment != Equipment():
        last = last.model_copy(update={"equipment": equipment})
    asked = last.answers(_seed(None))
    try:
        prepared = open_evening(last.game, last.language, replace(last.equipment, remote=None))
        game = _plan(prepared, asked).found(fresh_key())
    except REFUSALS:
        return None
    words = prepared.pack.words[last.language]
    terms = {"game": Term(Form.TEXT, words.title), "text": Term(Form.TEXT, told(last, game, Wording(words)))}
    if not asker.ask(words, dialog.yes("setup.as_before", default=True, **terms)):
        return None
    prepared = open_evening(last.game, last.language, last.equipment)
    prepared.respellings = last.respellings
    return prepared, asked


def _asked(
    asker: Asker, dialog: Dialog, listed: Mapping[str, Words], options: PlayOptions, equipment: Equipment
) -> tuple[PreparedGame, SetupAnswers]:
    """Ask which game, and who plays it and how, as far as the command line does not say."""
    game = options.game or asker.ask(listed[FIRST], _which(dialog, listed, options.language))
    prepared = open_evening(game, options.language, equipment)
    words = prepared.pack.words[options.language]
    dialog = asker.dialog(prepared.pack.rules, words)
    given = with_decks(_given(options), prepared)
    asked = asker.ask(words, prepared.engine.dialog(prepared.pack.rules, dialog, given))
    if asked.decks != given.decks:
        keep_decks(prepared, asked.decks.own)
    prepared.respellings = dialog.respellings
    unknown = prepared.unrecorded_names(asked.names)
    prepared.respellings = {**dialog.respellings, **asker.ask(words, dialog.sayable(unknown))}
    return prepared, asked


def _which(dialog: Dialog, listed: Mapping[str, Words], language: str) -> Play[str]:
    """Show the games by number, and ask for one."""
    for place, words in enumerate(listed.values(), start=1):
        game, text = Term(Form.TEXT, words.title), Term(Form.TEXT, words.summary)
        yield from dialog.tell("setup.offered", number=Term(Form.NUMBER, place), game=game, text=text)
    offers = titles({name: words.title for name, words in listed.items()}, language)
    return (yield from dialog.choose("setup.game", {name: name for name in listed}, FIRST, offers=offers))


def _latest() -> SavedGame:
    """Return the latest game that can be gone on with; those of which nothing is left are told.

    Raises:
        RefusedError: there is none.
    """
    for game in unfinished():
        if game.condition is not Condition.LOST:
            return game
        print(game.why, file=sys.stderr)
    raise RefusedError(to_user("play.none_unfinished"))


def _resumed(asker: Asker, dialog: Dialog, words: Words) -> str | None:
    """Offer what was not finished: the latest game, and damaged ones before it; return the one to go on with."""
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
            return to_user("play.folder", name=error.filename, detail=error.strerror)
        case UnknownGameError(name=name, known=known):
            return to_user("play.unknown_game", name=name, names=", ".join(known))
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


def _decided(options: PlayOptions, prepared: PreparedGame) -> SetupAnswers:
    """Read the command line's choices; a number of players that is missing is an error with a sentence."""
    joint = sentences(PROGRAM, prepared.language)["typed.and"]
    names = read_names(options.names or "", joint)
    players = len(names) or options.players
    if not players:
        raise RefusedError(to_user("play.players"))
    if options.players not in (None, players):
        raise RefusedError(to_user("play.names", number=len(names), count=options.players))
    check(name_faults(names), Wording(prepared.pack.words[prepared.language]), log)
    prepared.respellings = read_respellings(options.names or "", joint)
    return replace(with_decks(_given(options), prepared), players=players, names=names)


def _given(options: PlayOptions) -> SetupAnswers:
    """Return what the command line says besides who plays."""
    return SetupAnswers(
        mode=None if options.mode is None else Mode(options.mode),
        deal=options.deal or NARRATOR,
        roles=options.roles,
        seed=_seed(options.seed),
        settings=settings(options.settings),
    )


def _plan(prepared: PreparedGame, asked: SetupAnswers) -> GamePlan:
    wording = Wording(prepared.pack.words[prepared.language])
    return prepared.engine.plan(prepared.pack.rules, asked, wording, log)


def _seed(seed: int | None) -> int:
    return secrets.randbits(32) if seed is None else seed
