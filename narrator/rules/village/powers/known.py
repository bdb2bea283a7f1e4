"""Powers that know or bind each other, and do no more: lovers, siblings, the villager known to all, the sentinel."""

from __future__ import annotations

from narrator.rules.core.answers import NOBODY, SILENT, Choices, Kind, Seats
from narrator.rules.core.effects import Form, Leader
from narrator.rules.core.play import Play
from narrator.rules.core.table_state import ask, one_seat, public, put
from narrator.rules.core.vocabulary import Eyes, Question, lines, told, unspoken
from narrator.rules.village import declassify
from narrator.rules.village.powers.power import Power, signs
from narrator.rules.village.state import VillageState, night_scene, seat_term, seats_term, to_seat
from narrator.rules.village.table import LoversTold
from narrator.rules.village.windows import Counted, secret_round

# --- Cupid (cupidon, père) ------------------------------------------------------------------------------------------
# On the first night he names two lovers, himself allowed. They die of each other's death. They are told in one way:
# where nobody leads by the secret round, and with the option `lovers=call` by a call besides; where somebody does, by
# his tour and a call, and with `lovers=touch`, for tables where nothing can show it, by Cupid's. All that is done all
# the same where nobody was named.


def act(state: VillageState) -> Play[None]:
    """Ask for the two."""
    if not state.holders("cupid"):
        return
    choices = Choices(kind=Kind.SEATS, seats=state.others(), count=(2, 2), words=(NOBODY, SILENT))
    answer = yield from put(state, state.ask("cupid.lovers", choices, to=state.private("cupid"), slot=0))
    if isinstance(answer, Seats):
        state.lovers = answer.seats
        state.secret_history.done("epilogue.lovers", *answer.seats)
        yield state.deed("story.lovers", seats=seats_term(answer.seats))


def tell(state: VillageState) -> Play[None]:
    """Tell the lovers: by the secret round, or by a full tour of the circle, the leader's or Cupid's."""
    if "lovers" not in state.setup.calls_first:
        return
    if not (state.led or state.options.lovers is LoversTold.TOUCH):
        yield from secret_round(state, "lovers.round", "round", Counted.SEAT_SHOWN, _whisper)
        return
    yield night_scene("night")
    yield state.say("lovers.tour" if state.led else "lovers.walk")
    yield state.window("tour")
    if not state.led:
        return
    if state.lovers:
        yield state.show("lovers.touch", to=Leader(), slot=0, seats=seats_term(state.lovers))
    else:
        yield state.show("lovers.touch_nobody", to=Leader(), slot=0, word=NOBODY)


def wake(state: VillageState) -> bool:
    """Whether the lovers are woken to see each other: a tour tells them that they are, and a round who they are."""
    return state.led or state.options.lovers is not LoversTold.ROUND


def _whisper(state: VillageState, seat: int) -> Play[None]:
    """Show a lover the other's seat; show everybody else a line that looks the same."""
    if seat in state.lovers:
        (other,) = (lover for lover in state.lovers if lover != seat)
        yield state.show("lovers.told", to=to_seat(seat), slot=0, seat=seat_term(other), kept="lovers.told")
    else:
        yield state.show("round.nothing", to=to_seat(seat), slot=0, word=NOBODY)


CUPID = Power(
    id="cupid",
    slots=(Counted.SEAT,),
    pairs=True,
    act=act,
    after=tell,
    lines=(
        *lines("cupid.wake", "cupid.sleep", eyes=Eyes.CLOSED),
        *lines("epilogue.lovers", seats=Form.SEAT),
        *told("story.lovers", seats=Form.SEAT),
    ),
    questions=(Question("cupid.lovers", Kind.SEATS, "two living seats, one's own allowed | none", secret=True),),
)

LOVERS = Power(
    id="lovers",
    slots=(Counted.NOTHING,),
    needs="cupid",
    due=wake,
    lines=(
        *lines("lovers.wake", "lovers.sleep", "lovers.round", "lovers.tour", "lovers.walk", eyes=Eyes.CLOSED),
        *unspoken("lovers.touch_nobody", word=NOBODY),
        *unspoken("lovers.told", seat=Form.SEAT),
        *unspoken("lovers.touch", seats=Form.SEAT),
    ),
)


# --- the two sisters and the three brothers -------------------------------------------------------------------------
# On the first night they learn who they are. They have no power.


def _siblings(power: str, number: int) -> Power:
    return Power(
        id=power,
        slots=(Counted.NOTHING,),
        alone=False,
        together=number,
        lines=lines(f"{power}.wake", f"{power}.sleep", eyes=Eyes.CLOSED),
    )


SISTERS = _siblings("sisters", 2)
BROTHERS = _siblings("brothers", 3)


# --- the villager whom everybody knows (villageois-villageois) ------------------------------------------------------
# Before the first night all hear who he is.


def introduce_plain(state: VillageState) -> Play[None]:
    """Say who he is; a leader with real cards tells it first. His card may lie in the centre."""
    card = state.setup.card_with("plain")
    if card is None:
        return
    if state.told:
        yield state.say("plain.seat")
        answer = yield from ask(state, lambda: public(state, "plain.seat", one_seat(state.others(), NOBODY)))
        if isinstance(answer, Seats):
            yield state.holds(answer.seats[0], card)
    for seat in state.holders("plain"):
        yield state.say("plain.known", seat=declassify.seat(seat))


PLAIN = Power(
    id="plain",
    lines=(*lines("plain.seat"), *lines("plain.known", seat=Form.SEAT)),
    questions=(Question("plain.seat", Kind.SEATS, "his seat | none (meneur with real cards)"),),
)


# --- the sentinel (sentinelle) --------------------------------------------------------------------------------------
# Eyes open the whole first night, except while the hunters are called. The narrator says then that the sentinel
# pretends to sleep.

SENTINEL = Power(
    id="sentinel",
    slots=(Counted.NOTHING,),
    around=("wolves", "sentinel.feigns", "sentinel.watches"),
    opening=signs("sentinel.sign"),
    lines=lines(
        "sentinel.wake", "sentinel.sign", "sentinel.sleep", "sentinel.feigns", "sentinel.watches", eyes=Eyes.CLOSED
    ),
)
