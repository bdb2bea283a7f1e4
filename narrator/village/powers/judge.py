"""The stuttering judge (juge bègue): once a game, in the night, he asks for a second vote on the next day.

It follows the first one, after its chain, and is told when that is over. It is lost if he dies before.
"""

from __future__ import annotations

from narrator.core.answers import NO, SILENT, YES, Choices, Kind
from narrator.core.play import Play
from narrator.core.table_questions import put
from narrator.core.vocabulary import Eyes, Question, lines, told
from narrator.village.powers.power import Power
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState


def act(state: VillageState) -> Play[None]:
    """Ask whether there is to be a second vote."""
    if not state.holders("judge") or "judge" in state.spent:
        return
    choices = Choices(kind=Kind.YES_NO, words=(YES, NO, SILENT))
    answer = yield from put(state, state.ask("judge.second", choices, to=state.private("judge"), slot=0))
    if answer is YES:
        state.spent.add("judge")
        state.tonight.second_vote = True
        yield state.deed("story.judge")


def insists(state: VillageState) -> bool:
    """Whether a second vote follows: he asked for it, and lives."""
    return state.tonight.second_vote and bool(state.carriers("judge"))


POWER = Power(
    id="judge",
    slots=(Counted.YES_NO,),
    act=act,
    lines=(
        *lines("judge.wake", "judge.sleep", nightly=True, eyes=Eyes.CLOSED),
        *lines("judge.second"),
        *told("story.judge"),
    ),
    questions=(Question("judge.second", Kind.YES_NO, "yes | no, once a game", secret=True),),
)
