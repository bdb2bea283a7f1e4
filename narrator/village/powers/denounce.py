"""Denouncing (hackeuse): in the debate she may give herself away to tell of another player.

Her card is revealed, whether the other belongs to the hunters is said, she is out, and the other stays in play. The
question stands in every debate until all have seen her card: that it is asked tells nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from narrator.core.answers import DONE, NOBODY, Kind
from narrator.core.effects import Aloud, Ask, Form, Timer, Verb
from narrator.core.play import Play
from narrator.core.table_questions import one_seat, public
from narrator.core.vocabulary import Question, lines, told
from narrator.village import declassify
from narrator.village.powers.power import Power
from narrator.village.state import VillageState, seat_term

ACCUSATION = Aloud(debate=True, verb=Verb.DENOUNCE)


def possible(state: VillageState) -> bool:
    """Whether, by what everybody knows, somebody may still denounce."""
    return state.setup.card_with("denounce") is not None and not state.publicly_gone("denounce")


def question(state: VillageState, timer: Timer | None, vain: Sequence[int]) -> Ask:
    """Ask, for the length of the debate, who is denounced, but those who were in `vain`; `done` ends the debate."""
    choices = one_seat(state.others(*vain), NOBODY, DONE)
    return public(state, "denounce.target", choices, offer=True, timer=timer, aloud=ACCUSATION)


def denounced(state: VillageState, target: int) -> Play[int | None]:
    """Say what is known of the denounced; return who gave herself away, None where there is nobody who can."""
    hackers = [seat for seat in state.holders("denounce") if seat != target]
    if not hackers:
        card = state.setup.card_with("denounce")
        # Whom a leader has not told yet she may sit among: then he says by himself what came of it.
        if not (state.told and card is not None and state.may_be_held(card) and set(state.unknown()) - {target}):
            yield state.say("denounce.nobody")
        return None
    yield state.deed("story.denounced", seat=seat_term(target))
    # A leader who has not told yet who hunts says it by himself.
    if target in state.cards or state.hunters_known:
        line = "denounce.yes" if state.is_wolf(target) else "denounce.no"
        yield state.say(line, seat=declassify.seat(target))
    return hackers[0]


POWER = Power(
    id="denounce",
    lines=(
        *lines("denounce.yes", "denounce.no", seat=Form.SEAT),
        *lines("denounce.nobody"),
        *lines("denounce.dead", seats=Form.SEAT),
        *told("story.denounced", "story.death.denounced", seat=Form.SEAT),
    ),
    questions=(
        Question("denounce.target", Kind.SEATS, "a living seat | none, done: the debate ends", aloud=ACCUSATION),
    ),
)
