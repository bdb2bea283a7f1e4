"""Offering to resume an unfinished game, and repairing a damaged one: what is left of it is told, its file rewritten.

What is told is public: how many answers everybody heard, and where the table stood. How many answers were given in
secret would tell who lives.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path

from narrator.base.resources import pack_path
from narrator.base.sentences import to_user
from narrator.evening.app.settings import log
from narrator.packs.pack import load_pack
from narrator.packs.wording import Wording
from narrator.packs.words import Words
from narrator.rules.core.answers import Leave
from narrator.rules.core.effects import Ask, Form, News, Scene, Term
from narrator.rules.core.play import Play
from narrator.rules.village.game import VillageSetup
from narrator.table.games.registry import evening_of, restored
from narrator.table.games.saved_games import SavedGame, path_of
from narrator.table.inbox.moment import Facts
from narrator.table.journal.journal import DamagedError, JournalContent, look, mend
from narrator.table.session.replay import replay
from narrator.table.setup.circle import seated
from narrator.table.setup.dialog import Dialog, said
from narrator.table.setup.setup_questions import Asker

_BY_DAY = {"debate": "debate", "verdict": "vote"}


def whole(game_id: str, asker: Asker, words: Words | None = None) -> bool:
    """Whether a game can go on: it is whole, or was mended now, because somebody wants to go on from what is left.

    It is asked in these words, or in those of the game.

    Raises:
        JournalError: nothing can be gone on from; and so for a pack that cannot be read.
        StorageError: what is left could not be written; the file stays as it was.
        Quit: nobody answered; the file stays as it was.
    """
    path = path_of(game_id)
    try:
        look(path)
    except DamagedError as error:
        sound = error.sound
    else:
        return True
    evening = evening_of(sound.header)
    pack = load_pack(pack_path(evening.pack), [evening.language])
    title, words = pack.words[evening.language].title, words or pack.words[evening.language]
    return asker.ask(words, _mended(path, sound, asker.dialog(pack.rules, words), title))


def _mended(path: Path, sound: JournalContent, dialog: Dialog, title: str) -> Play[bool]:
    """Tell what is left of a damaged game, and mend it where that is wanted."""
    found, *others = _remains(sound, path.name)
    line, terms = found
    yield said(line, game=Term(Form.TEXT, title), **terms)
    for line, terms in others:
        yield said(line, **terms)
    if not (yield from dialog.yes("damage.ask", default=False)):
        yield said("damage.declined")
        return False
    log(to_user("journal.kept_beside", name=path.name, file=mend(path).name))
    yield said("damage.mended")
    return True


def _remains(sound: JournalContent, name: str) -> list[tuple[str, dict[str, Term]]]:
    """Return the lines that tell what is left."""
    setup = restored(sound.header).setup
    record = sound.record(name)
    replayed = replay(setup, record.answers)
    facts, scene = Facts(setup.players), ""
    for step in replayed.steps[: replayed.start(record.place)]:
        if isinstance(step.effect, News):
            facts = facts.after(step.effect)
        elif isinstance(step.effect, Scene):
            scene = step.effect.scene
    heard = sum(
        isinstance(step.effect, Ask)
        and step.effect.public
        and not step.effect.tacit
        and step.given is not None
        and not isinstance(step.given, Leave)
        for step in replayed.steps
    )
    found = ("damage.found", {"count": Term(Form.NUMBER, heard)})  # the answers that were given before everybody
    return [found, _place(facts, scene, nights=isinstance(setup, VillageSetup))]


def _place(facts: Facts, scene: str, *, nights: bool) -> tuple[str, dict[str, Term]]:
    if not nights:
        return "damage.from.last", {}
    if facts.asleep:
        return "damage.from.night", {"number": Term(Form.NUMBER, facts.night)}
    if facts.day:
        return f"damage.from.{_BY_DAY.get(scene, 'day')}", {"number": Term(Form.NUMBER, facts.day)}
    return "damage.from.before", {}


Offer = tuple[str, dict[str, Term]]
"""A line, and what stands in it."""


def offer(kept: SavedGame, titles: Mapping[str, str], wording: Wording, today: date, *, aloud: bool) -> Offer | None:
    """Return the line that offers a game, by its title, who plays it and its day.

    None where it is offered `aloud` and its pack is not among the titles, or its header is damaged: it cannot be
    resumed here. A machine without a clock may think that the game is of tomorrow: then nothing is said of the day.
    """
    title, players, names = titles.get(str(kept.header.get("pack"))), *map(kept.header.get, ("players", "names"))
    when, day = _begun(kept, today)
    if aloud:
        if title is None or not isinstance(players, int):
            return None
        return f"box.resume.{when}", {"game": Term(Form.TEXT, title), "count": Term(Form.NUMBER, players), **day}
    told = []
    if isinstance(players, int):
        told.append(seated(players, map(str, names) if isinstance(names, list) else (), wording))
    if when != "once":
        told.append(wording.line(f"setup.resume.{when}", **day))
    text = ". ".join(sentence.rstrip(".") for sentence in told) or kept.id
    return "setup.resume", {"game": Term(Form.TEXT, title or kept.id), "text": Term(Form.TEXT, text)}


def _begun(kept: SavedGame, today: date) -> tuple[str, dict[str, Term]]:
    """Return when a game was begun, and how many days ago, where that is worth telling."""
    match -1 if kept.begun is None else (today - kept.begun.date()).days:
        case 0:
            return "today", {}
        case 1:
            return "yesterday", {}
        case days if days > 1:
            return "days", {"number": Term(Form.NUMBER, days)}
        case _:
            return "once", {}
