"""Powers by which somebody hunts whose card does not: the wild child, the wolf-hound, the father of the wolves."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.core.answers import NO, NOBODY, SILENT, VILLAGE, WOLVES, YES, Choices, Kind, Refusal, Seats
from narrator.rules.core.effects import Form
from narrator.rules.core.keyed_draws import drawn
from narrator.rules.core.play import Play
from narrator.rules.core.table_state import put
from narrator.rules.core.vocabulary import Eyes, Question, lines, told, unspoken
from narrator.rules.village.powers.power import Dead, Power, nothing
from narrator.rules.village.powers.when_attacked import elder_withstands
from narrator.rules.village.state import HUNTERS, VillageState, guarded, seat_term
from narrator.rules.village.windows import Counted

# --- the wild child (enfant sauvage) --------------------------------------------------------------------------------
# On the first night it chooses a model. From the model's burial on it hunts, for good. Who chooses nobody is drawn
# one.

CHOOSE, LOOK = range(2)


def _choose_model(state: VillageState) -> Play[None]:
    children = state.holders("wildchild")
    if not children:
        return
    me, others = state.private("wildchild"), state.others(*children)
    choices = Choices(kind=Kind.SEATS, seats=others, words=(SILENT,), why=Refusal.YOURSELF)
    answer = yield from put(state, state.ask("wildchild.model", choices, to=me, slot=CHOOSE))
    state.model = answer.seats[0] if isinstance(answer, Seats) else drawn(state.key, others, "wildchild.model")
    yield state.show("wildchild.shown", to=me, slot=LOOK, seat=seat_term(state.model))
    yield state.deed("story.model", seat=seat_term(state.model))


def _turn_child(state: VillageState, group: Sequence[Dead]) -> Play[None]:
    """Let the child hunt once its model is buried; nobody hears of it."""
    if any(seat == state.model for seat, _ in group):
        for child in state.holders("wildchild"):
            state.hunting.add(child)
            state.secret_history.done("epilogue.wildchild", child)
    yield from ()


WILDCHILD = Power(
    id="wildchild",
    slots=(Counted.SEAT, Counted.SEAT_SHOWN),
    act=_choose_model,
    buried=_turn_child,
    lines=(
        *lines("wildchild.wake", "wildchild.sleep", eyes=Eyes.CLOSED),
        *unspoken("wildchild.shown", seat=Form.SEAT),
        *lines("epilogue.wildchild", seats=Form.SEAT),
        *told("story.model", seat=Form.SEAT),
    ),
    questions=(Question("wildchild.model", Kind.SEATS, "a living seat, not one's own", secret=True),),
)


# --- the wolf-hound (chien-loup) ------------------------------------------------------------------------------------
# On the first night it chooses its side, for good; nothing chosen is the village. With the wolves it wakes in the
# same night.


def _choose_side(state: VillageState) -> Play[None]:
    for seat in state.holders("wolfhound"):
        choices = Choices(kind=Kind.YES_NO, words=(VILLAGE, WOLVES, SILENT))
        answer = yield from put(state, state.ask("wolfhound.side", choices, to=state.private("wolfhound"), slot=0))
        if answer is WOLVES:
            state.hunting.add(seat)
            state.secret_history.done("epilogue.wolfhound", seat)
            yield state.deed("story.wolfhound", seat=seat_term(seat))


WOLFHOUND = Power(
    id="wolfhound",
    slots=(Counted.SIDE,),
    act=_choose_side,
    lines=(
        *lines("wolfhound.wake", "wolfhound.sleep", eyes=Eyes.CLOSED),
        *lines("epilogue.wolfhound", seats=Form.SEAT),
        *told("story.wolfhound", seat=Form.SEAT),
    ),
    questions=(Question("wolfhound.side", Kind.YES_NO, "village | wolves", secret=True),),
)


# --- the father of the wolves (infect père des loups) ---------------------------------------------------------------
# Once a game the hunters' victim does not die but hunts for good. He keeps his card and his power, learns it in the
# tour of the same night, and joins the hunters from the next night. Who is protected, or the elder with a life to
# spare, is not infected; the use is spent all the same.


def _infect(state: VillageState) -> Play[None]:
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


def turn_bitten(state: VillageState) -> None:
    """Let who was bitten hunt from now on, unless something stops it; a piper plays no more."""
    bitten = state.tonight.bitten
    if bitten is None or guarded(state, bitten) or elder_withstands(state, bitten) or bitten in state.tonight.fallen:
        return
    state.hunting.add(bitten)
    state.infected.add(bitten)
    state.powerless.update(seat for seat in state.holders("piper") if seat == bitten)
    state.secret_history.done("epilogue.infected", bitten)


INFECT = Power(
    id="infect",
    whispers=True,
    slots=(Counted.YES_NO,),
    scene="wolves",
    act=_infect,
    quiet=nothing,
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
