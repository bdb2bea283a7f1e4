"""The wild child (enfant sauvage): on the first night it chooses a model.

From the model's burial on it hunts, for good. Who chooses nobody is drawn one.
"""

from __future__ import annotations

from collections.abc import Sequence

from narrator.core.answers import SILENT, Choices, Kind, Seats
from narrator.core.effects import Form
from narrator.core.keyed_draws import drawn
from narrator.core.play import Play
from narrator.core.table_questions import put
from narrator.core.vocabulary import Eyes, Question, lines, told, unspoken
from narrator.village.powers.power import Dead, Power
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState, seat_term

CHOOSE, LOOK = range(2)


def act(state: VillageState) -> Play[None]:
    """Ask for the model, and show who it is."""
    children = state.holders("wildchild")
    if not children:
        return
    me, others = state.private("wildchild"), state.others(*children)
    choices = Choices(kind=Kind.SEATS, seats=others, words=(SILENT,))
    answer = yield from put(state, state.ask("wildchild.model", choices, to=me, slot=CHOOSE))
    state.model = answer.seats[0] if isinstance(answer, Seats) else drawn(state.key, others, "wildchild.model")
    yield state.show("wildchild.shown", to=me, slot=LOOK, seat=seat_term(state.model))
    yield state.deed("story.model", seat=seat_term(state.model))


def buried(state: VillageState, group: Sequence[Dead]) -> Play[None]:
    """Let the child hunt once its model is buried; nobody hears of it."""
    if any(seat == state.model for seat, _ in group):
        for child in state.holders("wildchild"):
            state.hunting.add(child)
            state.secret_history.done("epilogue.wildchild", child)
    yield from ()


POWER = Power(
    id="wildchild",
    slots=(Counted.SEAT, Counted.SEAT_SHOWN),
    act=act,
    buried=buried,
    lines=(
        *lines("wildchild.wake", "wildchild.sleep", eyes=Eyes.CLOSED),
        *unspoken("wildchild.shown", seat=Form.SEAT),
        *lines("epilogue.wildchild", seats=Form.SEAT),
        *told("story.model", seat=Form.SEAT),
    ),
    questions=(Question("wildchild.model", Kind.SEATS, "a living seat, not one's own", secret=True),),
)
