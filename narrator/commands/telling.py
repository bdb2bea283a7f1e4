"""`narrator story`: the tale of a finished game, printed or as a page."""

from __future__ import annotations

import os
from pathlib import Path

from narrator.commands.help import refused
from narrator.core.modes import Mode
from narrator.games.registry import evening_of, restored
from narrator.games.saved_games import latest_finished, path_of
from narrator.journal.journal import JournalError, look
from narrator.journal.storage_error import StorageError
from narrator.recap.story_page import story_page
from narrator.recap.tale import tale
from narrator.resources import UnknownGameError, pack_path
from narrator.session.state.replay import replay
from narrator.story.diagnostics import PackError
from narrator.story.pack import load_pack
from narrator.story.sentences import to_user
from narrator.story.wording import Wording


def tell_story(game_id: str | None, page: str | None = None) -> int:
    """Print the tale of a finished game, or write it as a page into a file; status 2 where there is none to tell."""
    try:
        if game_id is None:
            game = latest_finished()
            if game is None:
                raise JournalError(to_user("play.none_over"))
            game_id = game.id
        told = look(path_of(game_id))
        record = told.record(game_id)
        setup = restored(told.header).setup
        if record.outcome is None and setup.mode is Mode.JOUEUR:
            raise JournalError(
                f"the game {game_id} is not over: its tale would tell secrets; `narrator resume {game_id}` goes on"
            )
        evening = evening_of(told.header)
        language = evening.language
        pack = load_pack(pack_path(evening.pack), [language])
        wording = Wording(pack.words[language], setup.names, setup.seed)
        effects = [step.effect for step in replay(setup, record.answers).steps]
        if page is not None:
            write_page(Path(page), story_page(effects, wording, setup.players))
            return 0
    except (JournalError, StorageError, UnknownGameError, PackError) as error:
        return refused(error)
    except OSError as error:
        return refused(f"{error.filename}: {error.strerror}; choose another place for the page")
    for line in tale(effects, wording):
        print(line)
    return 0


def write_page(path: Path, page: str) -> None:
    """Write a page for its owner alone: the game is over, but who may read of it is for those who played it to say.

    Raises:
        OSError: it cannot be written.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        os.fchmod(descriptor, 0o600)
        file.write(page)
