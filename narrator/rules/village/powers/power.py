"""What a power is, for the engine and for the packs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from narrator.rules.core.play import Play
from narrator.rules.core.vocabulary import Eyes, Line, Question, lines
from narrator.rules.village.state import VillageState
from narrator.rules.village.table import CauseOfDeath
from narrator.rules.village.windows import Counted


def nothing(_state: VillageState) -> Play[None]:
    """Act without effect."""
    yield from ()


Dead = tuple[int, CauseOfDeath]
"""Who died, and of what."""


def nothing_more(_state: VillageState, _group: Sequence[Dead]) -> Play[None]:
    """Let the dead rest."""
    yield from ()


def signs(line: str) -> Callable[[VillageState], Play[None]]:
    """Return an opening that bids who is called make himself known: there is a point in it where somebody leads."""

    def opening(state: VillageState) -> Play[None]:
        if state.led:
            yield state.say(line)

    return opening


def every_night(_state: VillageState) -> bool:
    """Be called every night that the call exists."""
    return True


@dataclass(frozen=True, kw_only=True, slots=True)
class Power:
    """One power.

    `needs` is the power whose card must be in the composition for the call to be made (its own by default). `before`
    comes ahead of the call's first word, `opening` between that and its window, `act` inside its window, `after`
    behind its last word. A call that is not `due` is not made: that depends on public facts alone. `around` is another
    call of the same first night, and what is said before and after it. `pairs` tells that two seats are named in it.
    `slots` tell what is counted in each slot of the window, none is a power without a call; each of the powers `more`
    that the game has adds one. `alone` says that at most one player may carry it, `together` that exactly so many do.
    `identified` powers are never called but must be known: with real cards and a leader they get one silent call on
    the first night. `quiet` is what a power that attacks, or saves from attacks, does in place of `act` in a night in
    which nobody is attacked (option `quiet_night`). `whispers` tells that somebody learns by it in secret what no card
    shows: a screen or a light must be there. `buried` is what comes of each burial, once the cards were turned,
    whoever it was.
    """

    id: str
    lines: tuple[Line, ...] = ()
    questions: tuple[Question, ...] = ()
    slots: tuple[Counted, ...] = ()
    more: Mapping[str, Counted] = field(default_factory=dict)
    scene: str = "night"
    pairs: bool = False
    whispers: bool = False
    needs: str = ""
    alone: bool = True
    together: int = 0
    identified: bool = False
    around: tuple[str, str, str] | None = None
    due: Callable[[VillageState], bool] = every_night
    before: Callable[[VillageState], Play[None]] = nothing
    opening: Callable[[VillageState], Play[None]] = nothing
    act: Callable[[VillageState], Play[None]] = nothing
    quiet: Callable[[VillageState], Play[None]] | None = None
    after: Callable[[VillageState], Play[None]] = nothing
    buried: Callable[[VillageState, Sequence[Dead]], Play[None]] = nothing_more

    @property
    def carrier(self) -> str:
        """Return the power whose card makes this call exist."""
        return self.needs or self.id


def never_called(
    power: str,
    *said: Line,
    questions: tuple[Question, ...] = (),
    buried: Callable[[VillageState, Sequence[Dead]], Play[None]] = nothing_more,
) -> Power:
    """Return a power that is called only to be identified; `said` are its lines besides."""
    called = lines(f"{power}.wake", f"{power}.sleep", eyes=Eyes.CLOSED)
    slots = (Counted.NOTHING,)
    return Power(id=power, slots=slots, identified=True, buried=buried, lines=(*called, *said), questions=questions)
