"""Powers that show when their holder is attacked or dies: two withstand a first attack, two take somebody with them."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.core.answers import NOBODY, Kind, Seats
from narrator.rules.core.effects import Form
from narrator.rules.core.play import Play
from narrator.rules.core.table_state import ask, one_seat, public
from narrator.rules.core.vocabulary import Eyes, Question, lines, told
from narrator.rules.village import declassify
from narrator.rules.village.powers.power import Dead, Power, never_called, signs
from narrator.rules.village.state import VillageState, next_hunter, of_the_hunted
from narrator.rules.village.table import CauseOfDeath, Reveal, Revenge
from narrator.rules.village.windows import Counted

# --- the elder (ancien) ---------------------------------------------------------------------------------------------
# The first attack that nothing stopped does not kill him, and nobody hears of it. Where the village's own hand kills
# him, by vote, by poison or by a shot, every living card of the hunted loses its power from his burial on (option
# `elder_revenge`). That is announced only where his card is shown.

OWN_HAND = (CauseOfDeath.VOTE, CauseOfDeath.POISON, CauseOfDeath.SHOT)
"""The deaths that the village brings on him."""


def elder_withstands(state: VillageState, seat: int) -> bool:
    """Count an attack that nothing stopped; return whether its victim stands: the elder does, the first time."""
    if not has_a_life_to_spare(state, seat):
        return False
    state.wounded.add(seat)
    return True


def has_a_life_to_spare(state: VillageState, seat: int) -> bool:
    """Whether a player is the elder, and was not attacked in earnest yet."""
    return seat in state.holders("elder") and seat not in state.wounded


def _take_powers(state: VillageState, group: Sequence[Dead]) -> Play[None]:
    elders = state.setup.cards_with("elder")
    for seat, cause in group:
        if state.cards.get(seat) not in elders or seat in state.powerless:
            continue
        if cause in OWN_HAND and state.options.elder_revenge:
            state.powerless.update(other for other in state.living if of_the_hunted(state, other))
            if state.options.reveal is Reveal.ROLE:
                yield state.say("elder.revenge")


ELDER = never_called("elder", *lines("elder.revenge"), buried=_take_powers)


# --- the veteran (vétéran) and the pastor (pasteur) -----------------------------------------------------------------
# The first attack does not take them, whatever else cancelled it. The second one does, on another night. The vote, a
# poison, a minister take them at once.

TOUGH = ("veteran", "pastor")


def veteran_withstands(state: VillageState, seat: int) -> bool:
    """Whether an attack leaves a player standing because it is the first on him; it is the last that does."""
    if not any(seat in state.holders(power) for power in TOUGH) or seat in state.wounded:
        return False
    state.wounded.add(seat)
    return True


VETERAN = never_called("veteran")
PASTOR = Power(
    id="pastor",
    slots=(Counted.NOTHING,),
    opening=signs("pastor.sign"),
    lines=lines("pastor.wake", "pastor.sign", "pastor.sleep", eyes=Eyes.CLOSED),
)


# --- the knight with the rusty sword (chevalier) --------------------------------------------------------------------
# Who attacks him to death pays for it a night later. With the deaths of the next night dies the hunter who is the
# nearest alive, clockwise, when the knight is buried.


def _rust(state: VillageState, group: Sequence[Dead]) -> Play[None]:
    """Note who dies of his sword; nobody hears of it."""
    knights = state.setup.cards_with("knight")
    for seat, cause in group:
        if cause is CauseOfDeath.NIGHT and state.cards.get(seat) in knights and seat not in state.powerless:
            hunter = next_hunter(state, seat)
            if hunter is not None:
                state.doomed.append(hunter)
                state.secret_history.done("epilogue.rust", hunter)
    yield from ()


def put_off_rust(state: VillageState) -> None:
    """Leave whom the rust takes to the next night: of this one nothing is announced, but nothing saves him."""
    state.doomed.extend(seat for seat, cause in state.tonight.fallen.items() if cause is CauseOfDeath.RUST)


KNIGHT = never_called(
    "knight", *lines("epilogue.rust", seats=Form.SEAT), *told("story.death.rust", seat=Form.SEAT), buried=_rust
)


# --- the hunter (chasseur, officier de cavalerie) -------------------------------------------------------------------
# Whatever he dies of, he takes somebody with him. Options: `revenge: must | may`, and `revenge_on`, the deaths that
# he may avenge. Who shoots, and when, stands in the chain of deaths.


def shoot(state: VillageState, hunter: int) -> Play[int | None]:
    """Ask a dead hunter whom he shoots; None where nobody is left or, if he may, he spares them all."""
    if not state.living:
        return None
    yield state.say("hunter.shoots", seat=declassify.seat(hunter))
    words = (NOBODY,) if state.options.revenge is Revenge.MAY else ()
    answer = yield from ask(
        state,
        lambda: (
            public(state, "hunter.target", one_seat(state.others(), *words), about=hunter) if state.living else None
        ),
    )
    if isinstance(answer, Seats):
        return answer.seats[0]
    if answer is NOBODY:
        yield state.say("hunter.spares", seat=declassify.seat(hunter))
    return None


HUNTER = Power(
    id="hunter",
    alone=False,
    lines=lines("hunter.shoots", "hunter.spares", seat=Form.SEAT),
    questions=(Question("hunter.target", Kind.SEATS, "a living seat (revenge=may: none too)", about=True),),
)
