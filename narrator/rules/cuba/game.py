"""A game of Mafia de Cuba from its first word to its last, in the order of its rule sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from narrator.rules.core.play import Confirm, Introduction, Mode, Play, Wordiness
from narrator.rules.cuba.enquiry import depart, enquiry
from narrator.rules.cuba.reveal import epilogue, reveal
from narrator.rules.cuba.robbery import prologue, robbery
from narrator.rules.cuba.state import CubaState, EnquiryOver
from narrator.rules.cuba.takes import EnquiryEnd, Tokens, outcome, winners


@dataclass(frozen=True, kw_only=True)
class CubaSetup:
    """One game of Mafia de Cuba.

    `players` counts the parrain. `tokens` start in the box with `diamonds`, of which the parrain hides up to
    `pocket`. `windows` are seconds at normal pace: the parrain's counts `hidden` and `returned`, the time to
    handle the `box`, the time for `pam`. `seed` is public; nothing is drawn by lot. `words` is how much is
    told.
    """

    game: str
    players: int
    tokens: Tokens
    jokers: int
    windows: Mapping[str, tuple[float, ...]]
    parrain: int = 1
    diamonds: int = 15
    pocket: int = 5
    mode: Mode = Mode.JOUEUR
    names: tuple[str, ...] = ()
    floor: float = 8.0
    seed: int = 0
    prologue: bool = True
    introduction: Introduction = Introduction.SHORT
    words: Wordiness = Wordiness.NORMAL

    @property
    def confirm(self) -> Confirm:
        """All but who is the next parrain is asked back whatever this says."""
        return Confirm.DOUBT

    @property
    def seats(self) -> range:
        return range(1, self.players + 1)

    @property
    def box_order(self) -> tuple[int, ...]:
        """Return the seats to which the box goes: clockwise from the parrain's left."""
        return (*range(self.parrain + 1, self.players + 1), *range(1, self.parrain))

    def begin(self) -> Play[str]:
        state = CubaState(self, depart)
        over = yield from _until_over(state)
        state.over = True
        if over.ending is EnquiryEnd.BROKEN:
            yield state.say("enquiry.broken")
        else:
            yield from reveal(state)
        end = state.end(over)
        yield from epilogue(state, end)
        return outcome(winners(end))


def _until_over(state: CubaState) -> Play[EnquiryOver]:
    """Rob and enquire until it is over; return how."""
    try:
        if state.setup.prologue and state.setup.introduction is not Introduction.NONE:
            yield from prologue(state)
        yield from robbery(state)
        yield from enquiry(state)
    except EnquiryOver as over:
        return over
    return EnquiryOver(EnquiryEnd.RECOVERED)
