"""`narrator story`: the tale of a finished game; `narrator evenings`: who won what. Nothing else is kept for them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path

from narrator import whole_files
from narrator.app.settings import keep_settings, load_settings, log
from narrator.games.registry import evening_of, restored
from narrator.games.saved_games import Condition, SavedGame, kept, last_finished, left_out, path_of
from narrator.journal.journal import JournalContent, JournalError, OpenElsewhereError, look
from narrator.journal.journal_file import StorageError
from narrator.recap.across_evenings import LOVERS, FinishedGame, nights, told, winners
from narrator.recap.story_page import story_page
from narrator.recap.tale import tale
from narrator.resources import UnknownGameError, locale_language, pack_path
from narrator.session.ports import Pace
from narrator.session.replay import replay
from narrator.story.diagnostics import PackError
from narrator.story.pack import load_pack
from narrator.story.sentences import PROGRAM, sentences, to_user
from narrator.story.wording import Wording
from narrator.story.words import Words
from narrator.ui.plain import PromptScreen
from narrator.user_error import UserError
from narrator.village.game import VillageSetup
from narrator.village.phases.epilogue import named_cards
from narrator.village.phases.victory import NOBODY
from narrator.village.table import VILLAGE


def tell_story(game_id: str | None, page: str | None = None) -> None:
    """Print the tale of a finished game, or write it as a page into a file.

    Raises:
        UserError: there is none to tell, or it is not over.
        OSError: the page cannot be written.
    """
    if game_id is None:
        game = last_finished()
        for sentence in left_out():
            log(sentence)
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
        # For its owner alone: the game is over, but who may read of it is for those who played it to say.
        whole_files.write_asked(Path(page), story_page(effects, wording, setup.players), whole_files.PRIVATE)
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
            evening = evening_of(game.header)
            title = _title(game.header, _words(evening.pack, evening.language))
            print(to_user(f"play.kept.{state}", name=game.id, game=title, players=game.header["players"]))
        elif not game.left_out:
            show(game.why)
    for sentence in left_out():
        show(sentence)


def show(line: str) -> None:
    """Print a line; on a terminal it breaks between words."""
    PromptScreen(sys.stdout, "").notice(line)


def _title(header: Mapping[str, object], words: Words | None) -> str:
    return str(header["game"]) if words is None else words.title


def tell_evenings(wanted: bool | None) -> int:
    """Tell what was played to its end, or switch the telling on or off; status 2 where that cannot be kept."""
    settings = load_settings(log)
    if wanted is not None:
        keep_settings(replace(settings, evenings=wanted))
    if wanted is False or not (wanted or settings.evenings):
        show(to_user("evenings.off"))
        return 0
    for line in (*told([*finished_games()], sentences(PROGRAM, locale_language())), *left_out()):
        show(line)
    return 0


def finished_games() -> Iterator[FinishedGame]:
    """Yield the games that were played to their end; not those that are damaged, under way or taken back."""
    words_of = cache(_words)  # a pack is read once, however many games it was played in
    for game in kept():
        if game.outcome is not None and game.condition is Condition.SOUND and game.begun is not None:
            with suppress(JournalError, StorageError):
                yield _finished(game.id, game.begun, look(path_of(game.id)), words_of)


def _finished(
    game_id: str, begun: datetime, journal: JournalContent, words_of: Callable[[str, str], Words | None]
) -> FinishedGame:
    """Return what everybody knew of a game by its end.

    Raises:
        JournalError: it cannot be replayed.
    """
    setup, evening, record = restored(journal.header).setup, evening_of(journal.header), journal.record(game_id)
    effects = [step.effect for step in replay(setup, record.answers).steps]
    words, outcome = words_of(evening.pack, evening.language), record.outcome or ""
    village = setup if isinstance(setup, VillageSetup) else None
    named = named_cards(effects)

    def camp_of(seat: int) -> str:
        if village is None:
            return ""
        return village.role(named[seat]).camp if seat in named else VILLAGE  # whoever hunts is named

    return FinishedGame(
        begun=begun,
        title=_title(journal.header, words),
        names=setup.names,
        winners=frozenset(winners(effects, range(1, setup.players + 1), outcome, camp_of)),
        outcome="" if village is None else outcome_in_words(outcome, words),
        nights=nights(effects, (evening.pace or Pace.NORMAL).factor),
    )


def _words(pack: str, language: str) -> Words | None:
    """Return the words of a pack; None where it is here no more."""
    try:
        return load_pack(pack_path(pack), [language]).words[language]
    except (UnknownGameError, PackError):
        return None


SEATS = "seats "
"""How the outcome of a game begins that seats win."""


def outcome_in_words(outcome: str, words: Words | None) -> str:
    """Return who has won, in words; as it is where a pack has none for it."""
    if outcome.startswith(SEATS):
        return to_user("rehearse.seats", seats=outcome.removeprefix(SEATS))
    if outcome in (LOVERS, NOBODY):
        return to_user(f"evenings.{outcome}")
    return words.camps[outcome].name if words is not None and outcome in words.camps else outcome
