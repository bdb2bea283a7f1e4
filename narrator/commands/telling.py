"""`narrator story`: the tale of a finished game; `narrator evenings`: who won what. They change no game."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from narrator.base import whole_files
from narrator.base.diagnostics import PackError
from narrator.base.resources import UnknownGameError, chosen_language, pack_path
from narrator.base.sentences import PROGRAM, sentences, to_user
from narrator.base.user_error import UserError
from narrator.evening.app.settings import keep_settings, load_settings, log
from narrator.evening.recap.story_page import story_page
from narrator.evening.recap.tale import LOVERS, FinishedGame, nights, tale, told, winners
from narrator.packs.pack import load_pack
from narrator.packs.wording import Wording
from narrator.packs.words import Words
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.phases.epilogue import ALONE, NOBODY, named_cards
from narrator.rules.village.powers.loners import MARTYR_OUTCOME
from narrator.rules.village.table import VILLAGE
from narrator.screens.screens import PromptScreen
from narrator.table.games.registry import evening_of, restored
from narrator.table.games.saved_games import (
    Condition,
    SavedGame,
    SeenFiles,
    forget,
    kept,
    last_finished,
    left_out,
    path_of,
    told_left_out,
)
from narrator.table.journal.journal import JournalError, OpenElsewhereError, look
from narrator.table.journal.journal_file import StorageError
from narrator.table.session.ports import Pace
from narrator.table.session.replay import replay


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
    said, words_of = sentences(PROGRAM, chosen_language()), cache(_words)
    for game in games:
        if isinstance(game, OpenElsewhereError):
            print(said["play.kept.open"].format(name=game.game))
        elif game.header:
            state = "waits" if game.outcome is None else "over"
            title = _title(game.header, words_of(game.header["pack"], game.header["language"]))
            print(said[f"play.kept.{state}"].format(name=game.id, game=title, players=game.header["players"]))
        elif not game.left_out:
            show(game.why)
    for sentence in told_left_out(game for game in games if isinstance(game, SavedGame)):
        show(sentence)


def show(line: str) -> None:
    """Print a line; on a terminal it breaks between words."""
    PromptScreen(sys.stdout, "").notice(line)


def _title(header: Mapping[str, object], words: Words | None) -> str:
    return str(header["game"]) if words is None else words.title


EVENINGS = "evenings"
"""Where it is kept what everybody knew of each game by its end."""


def tell_evenings(wanted: bool | None) -> int:
    """Tell what was played to its end, or switch the telling on or off; status 2 where that cannot be kept."""
    settings = load_settings(log)
    if wanted is not None:
        keep_settings(replace(settings, evenings=wanted))
        if not wanted:
            forget(EVENINGS)
    if wanted is False or not (wanted or settings.evenings):
        show(to_user("evenings.off"))
        return 0
    games = [*kept()]
    for line in (*told([*finished_games(games)], sentences(PROGRAM, chosen_language())), *told_left_out(games)):
        show(line)
    return 0


def finished_games(games: Iterable[SavedGame]) -> Iterator[FinishedGame]:
    """Yield those that were played to their end; not those that are damaged, under way or taken back."""
    words_of = cache(_words)  # a pack is read once, however many games it was played in
    with SeenFiles(EVENINGS) as seen:
        for game in games:
            if game.outcome is None or game.condition is not Condition.SOUND or game.begun is None:
                continue
            with suppress(JournalError, StorageError, OSError):
                path = path_of(game.id)
                course = seen.of(path, partial(_course, game.id, path))
                if course is None:
                    continue
                words = words_of(game.header["pack"], game.header["language"])
                yield FinishedGame(
                    begun=game.begun,
                    title=_title(game.header, words),
                    names=tuple(course["names"]),
                    winners=frozenset(course["winners"]),
                    outcome=outcome_in_words(game.outcome, words) if course["camps"] else "",
                    nights=tuple(course["nights"]),
                )


def _course(game_id: str, path: Path) -> dict[str, object]:
    """Return what everybody knew of a game by its end.

    Raises:
        JournalError: it cannot be replayed.
        StorageError: it cannot be read.
    """
    journal = look(path)
    setup, evening, record = restored(journal.header).setup, evening_of(journal.header), journal.record(game_id)
    effects = [step.effect for step in replay(setup, record.answers).steps]
    village = setup if isinstance(setup, VillageSetup) else None
    named = named_cards(effects)

    def camp_of(seat: int) -> str:
        if village is None:
            return ""
        return village.role(named[seat]).camp if seat in named else VILLAGE  # whoever hunts is named

    return {
        "names": setup.names,
        "winners": sorted(winners(effects, range(1, setup.players + 1), record.outcome or "", camp_of)),
        "camps": village is not None,
        "nights": nights(effects, (evening.pace or Pace.NORMAL).factor),
    }


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
        seats = outcome.removeprefix(SEATS).split(",")
        return to_user("rehearse.seats" if len(seats) > 1 else "rehearse.seat", seats=", ".join(seats))
    if outcome in (LOVERS, NOBODY, MARTYR_OUTCOME, *ALONE):
        return to_user(f"evenings.{outcome}")
    return words.camps[outcome].name if words is not None and outcome in words.camps else outcome


def who_won(outcome: str, words: Words | None) -> str:
    """Return the sentence that ends a rehearsal."""
    return to_user("rehearse.won", who=outcome_in_words(outcome, words))
