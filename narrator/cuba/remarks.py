"""What the storyteller remarks during the enquiry: drawn from what pockets have shown to all, and nothing else.

Never from the parrain's counts, which are his alone. One remark each time, the rarest that fits; where much is to be
told, a memory before he goes on asking. All of it is an aside: it asks nothing, and a pack may do without.
"""

from __future__ import annotations

from narrator.core.effects import Fact, Form
from narrator.core.keyed_draws import drawn, public_key
from narrator.core.modes import Wordiness
from narrator.core.play import Play
from narrator.core.vocabulary import asides
from narrator.cuba import declassify
from narrator.cuba.cuba_table import left_of, right_of
from narrator.cuba.state import CubaState


def on_pockets(state: CubaState, accused: int) -> Play[None]:
    """Remark on pockets that were emptied, while the enquiry goes on."""
    before, guilty = state.judged[-1:], accused in state.out
    state.judged.append((accused, guilty))
    if not _silent(state):
        yield state.aside(_of_the_guilty(state, before, accused) if guilty else _of_the_wronged(state, before))


def on_shot(state: CubaState, accused: int, *, guilty: bool) -> Play[None]:
    """Remark on a shot that has taken two, while the enquiry goes on: it was the parrain who accused."""
    state.judged.append((accused, guilty))
    if not _silent(state):
        yield state.aside("family.shot")


def before_questions(state: CubaState) -> Play[None]:
    """Remember something before the parrain goes on asking, where much is to be told."""
    if state.setup.words is Wordiness.RICH and state.judged:
        line, count = drawn(public_key(state.setup.seed), _memories(state), "memory", len(state.judged))
        yield state.aside(line, count=count)


def at_the_end(state: CubaState, won: tuple[int, ...]) -> Play[None]:
    """Remark on what decided the enquiry, once the winners are named."""
    if state.setup.words is Wordiness.FEW or not state.judged:
        return
    seat, guilty = state.judged[-1]
    if state.parrain in state.out and state.parrain not in state.left and not guilty:
        yield state.aside("family.fallen", seat=declassify.seat(seat))
    elif state.parrain in won and all(rightly for _, rightly in state.judged):
        yield state.aside("family.flawless")


def _silent(state: CubaState) -> bool:
    """Whether nothing is remarked: that is wanted, or the enquiry is over."""
    return state.setup.words is Wordiness.FEW or state.settled


def _of_the_guilty(state: CubaState, before: list[tuple[int, bool]], accused: int) -> str:
    if not before:
        return "family.caught.first"
    ((seat, guilty),) = before
    players = state.setup.players
    if guilty and seat in (left_of(accused, players), right_of(accused, players)):
        return "family.caught.beside"
    return "family.caught.again" if guilty else "family.caught"


def _of_the_wronged(state: CubaState, before: list[tuple[int, bool]]) -> str:
    if not state.jokers:
        return "family.wronged.last"
    return "family.wronged.again" if before and not before[0][1] else "family.wronged"


def _memories(state: CubaState) -> list[tuple[str, Fact]]:
    """Return what may be remembered: who may still be asked, what is back on the table, how often he was wrong."""
    wronged = [seat for seat, guilty in state.judged if not guilty]
    excuses = 0 if state.shot.intersection(wronged) else len(wronged)  # who was shot is owed none
    counts = {"family.left": len(state.suspects), "family.back": state.recovered, "family.mistakes": excuses}
    return [(line, declassify.count(count)) for line, count in counts.items() if count]


LINES = (
    *asides("family.caught", "family.caught.first", "family.caught.again", "family.caught.beside"),
    *asides("family.wronged", "family.wronged.again", "family.wronged.last"),
    *asides("family.shot", "family.flawless"),
    *asides("family.left", "family.back", "family.mistakes", count=Form.NUMBER),
    *asides("family.fallen", seat=Form.SEAT),
)
