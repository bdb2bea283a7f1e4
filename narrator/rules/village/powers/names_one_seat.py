"""Powers that name one seat each night, with effect at dawn or on the next day: two that guard it, two that mark it."""

from __future__ import annotations

from collections.abc import Callable

from narrator.rules.core.answers import Kind, Refusal
from narrator.rules.core.effects import Form
from narrator.rules.core.play import Play
from narrator.rules.core.vocabulary import Eyes, Question, lines, told
from narrator.rules.village import declassify
from narrator.rules.village.powers.power import Power, nothing
from narrator.rules.village.state import VillageState
from narrator.rules.village.windows import Counted, name_seat


def _naming(
    power: str,
    *,
    act: Callable[[VillageState], Play[None]],
    deed: str,
    legal: str = "a living seat | none",
    announced: tuple[str, ...] = (),
    quiet: Callable[[VillageState], Play[None]] | None = None,
) -> Power:
    """Return a power with one slot, in which it is asked for a seat; the `announced` lines name that seat by day."""
    return Power(
        id=power,
        slots=(Counted.SEAT,),
        act=act,
        quiet=quiet,
        lines=(
            *lines(f"{power}.wake", f"{power}.sleep", nightly=True, eyes=Eyes.CLOSED),
            *lines(*announced, seat=Form.SEAT),
            *told(deed, seat=Form.SEAT),
        ),
        questions=(Question(f"{power}.target", Kind.SEATS, legal, secret=True),),
    )


# --- the defender (salvateur) ---------------------------------------------------------------------------------------
# Each night he protects one player, himself too, but not the same two nights running. His protection stops every
# attack, infection too; neither a poison, a charm nor a mark. A night without choice lifts what he may not choose
# again. It does not cover the girl, unless the option `girl_protected` says so.


def _defend(state: VillageState) -> Play[None]:
    if not state.holders("defender"):
        return
    before = state.guards_before.get("defender")
    seats = state.others() if before is None else state.others(before)
    target = yield from name_seat(
        state, "defender.target", seats, by="defender", deed="story.defended", why=Refusal.SAME
    )
    if target is not None:
        state.tonight.guards["defender"] = target


DEFENDER = _naming(
    "defender",
    act=_defend,
    quiet=nothing,
    deed="story.defended",
    legal="a living seat, not the same two nights running | none",
)


# --- the lawyer (avocate) -------------------------------------------------------------------------------------------
# Each night she protects one player from the attack; herself not two nights running. Protection cancels the attack
# alone. Nobody is told of it, not even who saves the victim besides: both are then spent.


def _protect(state: VillageState) -> Play[None]:
    lawyers = state.holders("lawyer")
    if not lawyers:
        return
    barred = lawyers if state.guards_before.get("lawyer") in lawyers else []
    target = yield from name_seat(
        state, "lawyer.target", state.others(*barred), by="lawyer", deed="story.protected", why=Refusal.SAME
    )
    if target is not None:
        state.tonight.guards["lawyer"] = target


LAWYER = _naming(
    "lawyer",
    act=_protect,
    quiet=nothing,
    deed="story.protected",
    legal="a living seat, herself not two nights running | none",
)


# --- the crow (corbeau) ---------------------------------------------------------------------------------------------
# Each night he marks a player, himself too. Two voices more count against that one in the first vote of the next day.
# It is told when the debate opens. The narrator counts them where he counts (option `count_votes`), otherwise the
# table.

CROW_VOICES = 2
"""How many he has against whom he marked."""


def _mark(state: VillageState) -> Play[None]:
    if state.holders("crow"):
        seats = state.others()
        state.tonight.marked = yield from name_seat(state, "crow.target", seats, by="crow", deed="story.marked")


def tell_marked(state: VillageState) -> Play[None]:
    """Say who is marked, if he is alive and the crow too."""
    tonight = state.tonight
    if tonight.marked is None:
        return
    if tonight.marked not in state.living or not state.carriers("crow"):
        tonight.marked = None
    else:
        yield state.say("crow.announced", seat=declassify.seat(tonight.marked))


CROW = _naming("crow", act=_mark, deed="story.marked", announced=("crow.announced",))


# --- the whistle-blower (lanceuse d'alerte) -------------------------------------------------------------------------
# Each night she names a player who may debate but not vote the next day. It is announced after the night's result,
# and not of a player who did not live to hear it.


def _silence(state: VillageState) -> Play[None]:
    if state.holders("silence"):
        named = yield from name_seat(state, "silence.target", state.others(), by="silence", deed="story.silenced")
        state.tonight.silenced = named


def tell_silenced(state: VillageState) -> Play[None]:
    """Say by day who does not vote, if he is alive."""
    tonight = state.tonight
    if tonight.silenced not in state.living:
        tonight.silenced = None
    if tonight.silenced is not None:
        yield state.say("silence.announced", seat=declassify.seat(tonight.silenced))


SILENCE = _naming("silence", act=_silence, deed="story.silenced", announced=("silence.announced",))
