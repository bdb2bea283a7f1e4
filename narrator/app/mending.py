"""Going on with a damaged game from what is left of it: what that is, whether it is wanted, and the mending itself.

What is told of it is public: how many answers everybody heard, and where the table stood. How many answers were given
in secret would tell who lives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from narrator.app.equipment import log
from narrator.core.answers import Leave
from narrator.core.effects import Ask, Form, News, Scene, Term
from narrator.games.registry import evening_of, restored
from narrator.games.saved_games import path_of
from narrator.journal.journal import DamagedError, JournalContent, look, mend
from narrator.resources import pack_path
from narrator.session.state.public_facts import Facts
from narrator.session.state.replay import Step, replay
from narrator.setup.questions import Dialog
from narrator.story.pack import Pack, load_pack
from narrator.village.setup import VillageSetup

_BY_DAY = {"debate": "debate", "verdict": "vote"}

DialogOf = Callable[[Pack, str], Dialog]
"""Makes the questions that are asked in the words of a pack, in a language."""


def whole(game_id: str, dialog_of: DialogOf) -> bool:
    """Whether a game can go on: it is whole, or was mended now, because somebody wants to go on from what is left.

    Raises:
        JournalError: nothing can be gone on from; and so for a pack that cannot be read.
        StorageError: what is left could not be written; the file stays as it was.
        EndOfInputError: nobody answered; the file stays as it was.
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
    dialog = dialog_of(pack, evening.language)
    title = Term(Form.TEXT, pack.words[evening.language].title)
    found, *others = _remains(sound, path.name)
    line, terms = found
    dialog.tell(dialog.wording.line(line, game=title, **terms))
    for line, terms in others:
        dialog.tell(dialog.wording.line(line, **terms))
    if not dialog.yes("damage.ask", default=False):
        dialog.tell(dialog.wording.line("damage.declined"))
        return False
    log(f"{path.name} was damaged, and is kept as {mend(path).name}")
    dialog.tell(dialog.wording.line("damage.mended"))
    return True


def _remains(sound: JournalContent, name: str) -> list[tuple[str, dict[str, Term]]]:
    """Return the lines that tell what is left."""
    setup = restored(sound.header).setup
    record = sound.record(name)
    replayed = replay(setup, record.answers)
    facts, scene = Facts(setup.players), ""
    for step in replayed.steps[: replayed.start(record.cue)]:
        if isinstance(step.effect, News):
            facts.note(step.effect)
        elif isinstance(step.effect, Scene):
            scene = step.effect.scene
    count = Term(Form.NUMBER, _heard(replayed.steps))
    return [("damage.found", {"count": count}), _place(facts, scene, nights=isinstance(setup, VillageSetup))]


def _place(facts: Facts, scene: str, *, nights: bool) -> tuple[str, dict[str, Term]]:
    if not nights:
        return "damage.from.last", {}
    if facts.asleep:
        return "damage.from.night", {"number": Term(Form.NUMBER, facts.night)}
    if facts.day:
        return f"damage.from.{_BY_DAY.get(scene, 'day')}", {"number": Term(Form.NUMBER, facts.day)}
    return "damage.from.before", {}


def _heard(steps: Sequence[Step]) -> int:
    """Count the answers that were given before everybody."""
    return sum(
        isinstance(step.effect, Ask)
        and step.effect.slot is None
        and not step.effect.tacit
        and step.given is not None
        and not isinstance(step.given, Leave)
        for step in steps
    )
