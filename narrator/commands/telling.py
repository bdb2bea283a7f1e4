"""`narrator story`: the tale of a finished game, printed or as a page."""

from __future__ import annotations

import sys
from pathlib import Path

from narrator.games.registry import evening_of, restored
from narrator.games.saved_games import SavedGame, kept, last_finished, path_of
from narrator.journal.journal import OpenElsewhereError, look
from narrator.private_files import open_private
from narrator.recap.story_page import story_page
from narrator.recap.tale import tale
from narrator.resources import UnknownGameError, pack_path
from narrator.session.replay import replay
from narrator.story.diagnostics import PackError
from narrator.story.pack import load_pack
from narrator.story.sentences import to_user
from narrator.story.wording import Wording
from narrator.ui.plain import PromptScreen
from narrator.user_error import UserError


def tell_story(game_id: str | None, page: str | None = None) -> None:
    """Print the tale of a finished game, or write it as a page into a file.

    Raises:
        UserError: there is none to tell, or it is not over.
        OSError: the page cannot be written.
    """
    if game_id is None:
        game = last_finished()
        if game is None:
            raise UserError(to_user("play.none_over"))
        game_id = game.id
    told = look(path_of(game_id))
    record = told.record(game_id)
    setup = restored(told.header).setup
    if record.outcome is None:
        raise UserError(to_user("play.not_over", game=game_id))
    evening = evening_of(told.header)
    language = evening.language
    pack = load_pack(pack_path(evening.pack), [language])
    wording = Wording(pack.words[language], setup.names, setup.seed)
    effects = [step.effect for step in replay(setup, record.answers).steps]
    if page is not None:
        write_page(Path(page), story_page(effects, wording, setup.players))
        print(to_user("file.written", name=page))
        return
    for line in tale(effects, wording):
        show(line)


def list_games() -> None:
    """Print the games on this machine, the latest first: the id of each, what it is, and whether it can be told.

    Of one that another narrator has open nothing but that is known.

    Raises:
        UserError: there is none.
    """
    games: list[SavedGame | OpenElsewhereError] = []
    games.extend(kept(games.append))
    if not games:
        raise UserError(to_user("play.none_kept"))
    for game in games:
        if isinstance(game, OpenElsewhereError):
            print(to_user("play.kept.open", name=game.game))
        elif game.header:
            state = "waits" if game.outcome is None else "over"
            print(to_user(f"play.kept.{state}", name=game.id, game=_title(game), players=game.header["players"]))
        else:
            show(game.why)


def show(line: str) -> None:
    """Print a line; on a terminal it breaks between words."""
    PromptScreen(sys.stdout, "").notice(line)


def _title(game: SavedGame) -> str:
    """Return what a game is called, also where its pack is here no more."""
    evening = evening_of(game.header)
    try:
        return load_pack(pack_path(evening.pack), [evening.language]).words[evening.language].title
    except (UnknownGameError, PackError):
        return str(game.header["game"])


def write_page(path: Path, page: str) -> None:
    """Write a page for its owner alone: the game is over, but who may read of it is for those who played it to say.

    Raises:
        OSError: it cannot be written.
    """
    with open_private(path, "w") as file:
        file.write(page)
