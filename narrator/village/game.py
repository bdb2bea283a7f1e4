"""A night-and-day game from its first word to its last, in the order of its rule sheet."""

from __future__ import annotations

from narrator.core.play import Introduction, Play
from narrator.village.phases.day import dawn, deliberate, election, second_vote
from narrator.village.phases.dealing import deal
from narrator.village.phases.deaths import depart, see_off
from narrator.village.phases.epilogue import epilogue
from narrator.village.phases.night import night
from narrator.village.phases.office import elect
from narrator.village.phases.prologue import prologue
from narrator.village.phases.victory import VillageOver
from narrator.village.powers.known import introduce_plain
from narrator.village.powers.loners import split_table
from narrator.village.state import VillageState
from narrator.village.table import VillageTable


class VillageSetup(VillageTable):
    """One night-and-day game, from its table on."""

    def begin(self) -> Play[str]:
        state = VillageState(self, depart)
        if self.prologue and state.options.introduction is not Introduction.NONE:
            yield from prologue(state)
        yield from deal(state)
        state.departures_wait = False
        outcome = yield from _until_over(state)
        yield from epilogue(state, outcome)
        return outcome


def _until_over(state: VillageState) -> Play[str]:
    try:
        yield from introduce_plain(state)
        yield from split_table(state)
        if state.setup.office is not None and state.options.election_day() == 0:
            yield from see_off(state)
            yield from elect(state)
        if "martyr" in state.setup.powers:
            yield from see_off(state)
            yield state.say("martyr.open")
            yield from deliberate(state)
        while True:
            yield from night(state)
            yield from dawn(state)
            yield from election(state)
            yield from deliberate(state)
            yield from second_vote(state)
    except VillageOver as over:
        return over.outcome
