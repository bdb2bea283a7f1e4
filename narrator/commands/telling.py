"""`narrator story`, `narrator questions` and `narrator check`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import yaml

from narrator.core.modes import Mode
from narrator.games.registry import engine_facts, evening_of, restored
from narrator.games.saved_games import latest_finished, path_of
from narrator.journal.journal import JournalError, look
from narrator.journal.storage_error import StorageError
from narrator.language.phrasebook import phrasebook_faults
from narrator.recap.story_page import story_page
from narrator.recap.tale import tale
from narrator.resources import UnknownGameError, games, languages, pack_path
from narrator.session.state.replay import replay
from narrator.story.checks.pack_check import check
from narrator.story.diagnostics import PackError
from narrator.story.pack import languages as pack_languages
from narrator.story.pack import load_pack
from narrator.story.renaming import still_named
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
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename}: {error.strerror}; choose another place for the page", file=sys.stderr)
        return 2
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


def list_questions(game: str) -> int:
    """Print the questions of a game: id, secret or not, kind, legal answers."""
    try:
        rules = load_pack(pack_path(game), []).rules
    except (UnknownGameError, PackError) as error:
        print(error, file=sys.stderr)
        return 2
    questions = engine_facts(rules.engine).vocabulary(rules.in_play).questions
    width = max(len(name) for name in questions)
    for name, question in sorted(questions.items()):
        where = "secret" if question.secret else "public"
        print(f"{name:{width}}  {where}  {question.kind.name.lower():8}  {question.legal}")
    return 0


def check_pack(path: str) -> int:
    """Print the diagnostics of a pack; status 1 where there are any."""
    try:
        place = pack_path(path)
        faults = check(place, engine_facts)
        known = languages()
        for language in pack_languages(place):
            faults += phrasebook_faults(known[language]) if language in known else []
    except UnknownGameError as error:
        print(error, file=sys.stderr)
        return 2
    for fault in faults:
        print(fault)
    if faults:
        print(f"{len(faults)} to mend", file=sys.stderr)
        return 1
    print("nothing to mend")
    _tell_old_names(place)
    _tell_unrecorded(place)
    return 0


def _tell_old_names(place: Path) -> None:
    """Say in which words of a sound pack a card goes by another game's name for it, not by its own."""
    pack = load_pack(place)
    ours = [load_pack(path) for path in games().values() if path != place]
    for language, words in pack.words.items():
        own = yaml.safe_load((place / f"{language}.yaml").read_text("utf-8"))  # what is shared names no card of a game
        said = {**words.lines, **{id_: (text,) for id_, text in words.prompts.items()}}
        texts = {id_: said[id_] for section in ("lines", "prompts") for id_ in own.get(section) or {}}
        texts |= {f"cards.{card}.reminder": (its.reminder,) for card, its in words.cards.items()}
        all_own = [name for its in words.cards.values() for name in (its.bare, its.many)]
        for card, its in words.cards.items():
            others = [other.words[language].cards.get(card) for other in ours if language in other.words]
            old = {name for other in others if other for name in (other.bare, other.many)}
            for id_ in still_named(texts, old, all_own):
                print(to_user("packs.old_name", place=f"{language}: {id_}", name=card, text=its.bare), file=sys.stderr)


def _tell_unrecorded(place: Path) -> None:
    """Say which lines of a sound pack the recorded voices have not, and what to do about it."""
    from narrator.recording.coverage import lines_of_another_voice
    from narrator.speech.recordings import RecordingsError

    try:
        for language, missing in lines_of_another_voice(load_pack(place)):
            print(
                f"{language}: {len(missing)} lines are not recorded, another voice says them: {', '.join(missing)}; "
                f"`narrator record {place.name}` records them"
            )
    except RecordingsError as error:
        print(error, file=sys.stderr)
