"""The father of the wolves (infect père des loups): once a game the hunters' victim does not die but hunts for good.

He keeps his card and his power, learns it in the tour of the same night, and joins the hunters from the next night. Who
is protected, or the elder with a life to spare, is not infected; the use is spent all the same.
"""

from __future__ import annotations

from narrator.core.answers import NO, NOBODY, SILENT, WOLVES, YES, Choices, Kind
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.table_questions import put
from narrator.core.vocabulary import Eyes, Question, lines, told, unspoken
from narrator.village.attacks import guarded
from narrator.village.powers import elder
from narrator.village.powers.power import Power
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState, seat_term
from narrator.village.tonight import HUNTERS


def act(state: VillageState) -> Play[None]:
    """Ask whether tonight's victim is infected; the remedy is shown none then."""
    tonight = state.tonight
    if not state.holders("infect") or "infect" in state.spent or HUNTERS not in tonight.attacks:
        return
    choices = Choices(kind=Kind.YES_NO, words=(YES, NO, SILENT))
    answer = yield from put(state, state.ask("infect.use", choices, to=state.private("infect"), slot=0))
    if answer is YES:
        state.spent.add("infect")
        tonight.bitten = tonight.attacks.pop(HUNTERS)
        yield state.deed("story.infected", seat=seat_term(tonight.bitten))


def turn(state: VillageState) -> None:
    """Let who was bitten hunt from now on, unless something stops it; a piper plays no more."""
    bitten = state.tonight.bitten
    if bitten is None or guarded(state, bitten) or elder.withstands(state, bitten) or bitten in state.tonight.fallen:
        return
    state.hunting.add(bitten)
    state.infected.add(bitten)
    state.powerless.update(seat for seat in state.holders("piper") if seat == bitten)
    state.secret_history.done("epilogue.infected", bitten)


POWER = Power(
    id="infect",
    slots=(Counted.YES_NO,),
    scene="wolves",
    act=act,
    lines=(
        *lines("infect.wake", "infect.sleep", nightly=True, eyes=Eyes.CLOSED),
        *lines("tonight.round", "tonight.tour", nightly=True, eyes=Eyes.CLOSED),
        *unspoken("tonight.touch_nobody", word=NOBODY),
        *unspoken("infect.told", word=WOLVES),
        *unspoken("infect.touch", seats=Form.SEAT),
        *lines("epilogue.infected", seats=Form.SEAT),
        *told("story.infected", seat=Form.SEAT),
    ),
    questions=(Question("infect.use", Kind.YES_NO, "yes | no, once a game", secret=True),),
)
