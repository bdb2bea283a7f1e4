"""What decided a finished game: found in what was done, and told as a story in a few sentences.

Nothing is secret any more when this is asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from narrator.core.effects import Form, Say
from narrator.core.vocabulary import asides
from narrator.village import declassify
from narrator.village.state import VillageState
from narrator.village.table import CauseOfDeath

MOST = 6
"""Sentences of the story, its first and its last one included."""

LAST = {
    CauseOfDeath.SHOT: "epilogue.last.shot",
    CauseOfDeath.VOTE: "epilogue.last.vote",
    CauseOfDeath.NIGHT: "epilogue.last.night",
    CauseOfDeath.CAUGHT: "epilogue.last.night",
    CauseOfDeath.POISON: "epilogue.last.night",
    CauseOfDeath.TIE: "epilogue.last.vote",
    CauseOfDeath.RUST: "epilogue.last.night",
}
"""What is said of the death that ended the game: never grief, which follows one, nor leaving or denouncing."""

HEALING = {"witch": "witch.heal", "minister": "minister.protect"}
"""Who can save somebody once, and by which question."""


def story(state: VillageState) -> Iterator[Say]:
    """Yield the sentences in their order: how it began, what was done or left undone, what decided."""
    told = [*_sights(state), *_tale(state), *_kept(state)][: MOST - 2]
    killed = [(seat, LAST[cause]) for seat, cause in state.secret_history.deaths if cause in LAST]
    if killed:
        yield state.aside("epilogue.first", seat=declassify.seat(killed[0][0]))
    yield from told
    if len(killed) > 1:
        seat, line = killed[-1]
        yield state.aside(line, seat=declassify.seat(seat))


def _sights(state: VillageState) -> Iterator[Say]:
    """Yield the first hunter who was seen: whether the table condemned him the next day.

    Whose card is one of the hunted was not seen to hunt, whatever he has become.
    """
    for night, seat in state.secret_history.sights:
        condemned = state.chronicle.condemned_after(night)
        card = state.cards.get(seat)
        hunts = state.is_wolf(seat) and (card is None or card in state.setup.hunters)
        if hunts and condemned is not None:
            followed = seat in condemned
            yield state.aside("epilogue.heeded" if followed else "epilogue.unheeded", seat=declassify.seat(seat))
            return


def _tale(state: VillageState) -> Iterator[Say]:
    """Yield what was done in secret, in its order."""
    for line, seats in state.secret_history.deeds:
        yield state.say(line, seats=declassify.seats(seats))


def _kept(state: VillageState) -> Iterator[Say]:
    """Yield that a remedy was never given, where somebody held it."""
    for power, saving in HEALING.items():
        if saving not in state.spent and state.setup.card_with(power) in state.cards.values():
            yield state.aside("epilogue.kept")


LINES = (
    *asides("epilogue.first", "epilogue.heeded", "epilogue.unheeded", seat=Form.SEAT),
    *asides(*dict.fromkeys(LAST.values()), seat=Form.SEAT),
    *asides("epilogue.kept"),
)
