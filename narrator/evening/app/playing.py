"""`narrator play`, `narrator resume`, and `narrator` alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from narrator.base.resources import FIRST, chosen_language, pack_path, told_in, user_folder
from narrator.base.sentences import PROGRAM, reason, sentences, to_user
from narrator.base.user_error import UserError
from narrator.evening.app.choosing.conversation import Conversation, PlayOptions, asking, joined
from narrator.evening.app.choosing.game_list import game_called, misfits
from narrator.evening.app.choosing.last_evening import keep_evening, with_decks
from narrator.evening.app.choosing.unfinished import whole
from narrator.evening.app.game_series import GameEnd, play_on, resume
from narrator.evening.app.interruption import ending_in_order
from narrator.evening.app.ports.terminal_ports import TERMINAL, on_terminal
from narrator.evening.app.prepared_game import PreparedGame, open_evening, planned
from narrator.evening.app.settings import Equipment, keep_settings, load_settings, log
from narrator.packs.pack import load_pack
from narrator.packs.wording import Wording
from narrator.screens.clean_text import OUTPUT
from narrator.table.games.founding import fresh_key
from narrator.table.games.saved_games import SavedGame, one, unfinished
from narrator.table.journal.journal_file import StorageError, beforehand
from narrator.table.session.narration import Quit
from narrator.table.session.public_questions import LanguageChosenError
from narrator.table.setup.circle import name_faults, read_names, read_respellings
from narrator.table.setup.composition import check
from narrator.table.setup.setup_answers import SetupAnswers


@ending_in_order()
def begin(options: PlayOptions, equipment: Equipment) -> None:
    """Play a game from its first word. At a terminal, players who were not named are asked for. They may play again.

    Raises:
        UserError: it is not possible.
    """
    with _storage_explained(options.language), suppress(Quit):
        if options.game is not None:
            options = replace(options, game=game_called(options.game, options.language))
        if options.names is None and options.players is None and on_terminal():
            _conversation(options, equipment)
        else:
            prepared = open_evening(options.game or FIRST, options.language, equipment)
            _play(prepared, _decided(options, prepared))


@ending_in_order()
def go_on(game_id: str | None, equipment: Equipment) -> None:
    """Resume a game where it stood, or from what is left of it, if that is wanted.

    Raises:
        UserError: it is not possible.
    """
    with _storage_explained(chosen_language(), resuming=True):
        game = _latest() if game_id is None else one(game_id)
        if not game.playable:
            raise UserError(game.why)
    language = str(game.header["language"])
    with _storage_explained(language, resuming=True), suppress(Quit):
        with told_in(language), asking() as asker:
            wanted = asker.going_back(lambda: whole(game.id, asker))
        if wanted:
            _after(resume(game.id, equipment, TERMINAL), language, equipment)


@ending_in_order()
def converse() -> None:
    """Ask for everything that a game needs, and play it.

    Raises:
        UserError: it is not possible.
    """
    _conversation(PlayOptions(language=chosen_language()), Equipment())


def _conversation(options: PlayOptions, equipment: Equipment, *, other: bool = False) -> None:
    """Ask for what the command line leaves open, and play. A language that is chosen meanwhile is kept.

    Where something `other` than the last game is wanted, its players are offered.
    """
    with _storage_explained(options.language), suppress(Quit):
        try:
            with told_in(options.language), asking(phone=equipment.remote is not None) as asker:
                conversation = Conversation(options, equipment)
                if (phone := conversation.prepared.phone) is not None:
                    phone.lay_setup(asker, conversation.prepared.pack.words[options.language])
                decided = asker.going_back(lambda: conversation.decide(asker, other=other))
        except LanguageChosenError as chosen:
            keep_settings(replace(load_settings(log), lang=chosen.language))
            with told_in(chosen.language):
                _conversation(replace(options, language=chosen.language), equipment)
        else:
            if isinstance(decided, str):
                go_on(decided, equipment)
            else:
                _play(*decided, warn=lambda _told: None)


def _after(ending: GameEnd, language: str, equipment: Equipment) -> None:
    """Ask what is played next, where something else is wanted."""
    if ending is GameEnd.OTHER and on_terminal():
        _conversation(PlayOptions(language=language), equipment, other=True)


def _play(prepared: PreparedGame, asked: SetupAnswers, warn: Callable[[str], None] = log) -> None:
    """Play what was decided; what was decided at a terminal is known the next time, and what is unusual was told.

    Raises:
        Quit: somebody said goodbye before it began.
    """
    if on_terminal():
        with told_in(prepared.language), asking(phone=prepared.phone is not None) as asker:
            asked = joined(asker, prepared, asked)
    game = planned(prepared, asked, warn).found(fresh_key())
    if on_terminal():
        keep_evening(prepared, asked)
    _after(play_on(prepared, game, TERMINAL), prepared.language, prepared.equipment)


def _latest() -> SavedGame:
    """Return the latest game that can be resumed; tell which others can, and which ones cannot, and why.

    Raises:
        UserError: there is none.
        OSError: the folder of games may not be read.
    """
    found, refused = list[SavedGame](), list[str]()
    for game in unfinished(lambda busy: refused.append(str(busy))):
        if not game.playable:
            refused.append(game.why)
        else:
            found.append(game)
    for why in refused:
        log(why)
    if not found:
        raise UserError(to_user("play.none_resumable" if refused else "play.none_unfinished"))
    latest, *others = (f"{game.id} ({game.header.get('game')})" for game in found)
    if others:
        log(to_user("play.latest", name=latest, names=", ".join(others)))
    return found[0]


@contextmanager
def _storage_explained(language: str, *, resuming: bool = False) -> Iterator[None]:
    """Where nothing can be stored here, say so in the game's language, and where else it could be.

    Raises:
        UserError: that is so.
    """
    try:
        yield
    except StorageError as error:
        words = load_pack(pack_path(FIRST), [language]).words[language]
        told = Wording(words).line(beforehand(error, resuming=resuming))
        raise UserError(f"{told} (NARRATOR_HOME={user_folder()})") from error
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.filename in (None, str(OUTPUT)):
            raise
        raise UserError(to_user("play.folder", name=error.filename, detail=reason(error))) from error


def _decided(options: PlayOptions, prepared: PreparedGame) -> SetupAnswers:
    """Read the command line's choices; a number of players that is missing is an error with a sentence."""
    joint = sentences(PROGRAM, prepared.language)["typed.and"]
    names = read_names(options.names or "", joint)
    players = len(names) or options.players
    if not players:
        raise UserError(to_user("play.players"))
    if options.players not in (None, players):
        raise UserError(to_user("play.names", number=len(names), count=options.players))
    faults = [*name_faults(names), *misfits(prepared.pack.rules, prepared.language, players)]
    check(faults, Wording(prepared.pack.words[prepared.language]), log)
    prepared.respellings = read_respellings(options.names or "", joint)
    return replace(with_decks(options.given(), prepared), players=players, names=names)
