"""From dawn to nightfall: the night's deaths, the election, the debate, the vote."""

from __future__ import annotations

from dataclasses import replace

from narrator.rules.core.answers import CONFIRM, Kind
from narrator.rules.core.effects import Motif, Pause, Topic
from narrator.rules.core.keyed_draws import shuffled
from narrator.rules.core.play import Play
from narrator.rules.core.table_state import ask, public
from narrator.rules.core.vocabulary import Question, lines
from narrator.rules.village.phases import reactions
from narrator.rules.village.phases.deaths import DAWN, chain, depart_quietly, settle
from narrator.rules.village.phases.debate import debate_timer, denunciation, take_turns
from narrator.rules.village.phases.judgement import trials, vote
from narrator.rules.village.phases.office import elect
from narrator.rules.village.powers.by_day import hear_bear, judge_insists, may_denounce
from narrator.rules.village.powers.names_one_seat import tell_marked, tell_silenced
from narrator.rules.village.powers.when_attacked import elder_withstands, put_off_rust, veteran_withstands
from narrator.rules.village.state import VillageState, news, scene, stopped
from narrator.rules.village.table import CauseOfDeath, Judgement
from narrator.rules.village.windows import DEBATE, muster


def dawn(state: VillageState) -> Play[None]:
    """Announce the night; after a song nothing of it is announced. Those who left at night leave now."""
    yield from muster(state)
    state.departures_wait = False
    state.day += 1
    yield news(Topic.DAYBREAK, number=state.day)
    yield scene("dawn")
    state.voters, state.next_voters = state.next_voters, None
    if state.tonight.song:
        state.tonight.silenced = None
        put_off_rust(state)
        yield state.say("hymn.day", before=Motif.SONG)
    else:
        yield state.say("dawn")
        yield from _announce(state)
    leaving, state.leaving = state.leaving, []
    for seat in leaving:
        yield from depart_quietly(state, seat)
    yield from settle(state)
    # Who could not be told of by day, or was gone by then, was neither heeded nor ignored.
    able = state.holders("seer") or state.holders("angel")
    state.secret_history.forget_sights(state.night, but=state.living if able else ())
    if not leaving:
        yield from reactions.at_dawn(state)
    yield from tell_silenced(state)
    yield from hear_bear(state)


def _announce(state: VillageState) -> Play[None]:
    """Announce the night's direct deaths together, without cause, in an order that only the key knows.

    "Nobody died" is one sentence, whatever the reason. Who died and had left besides has left: his card does nothing.
    """
    fallen = state.tonight.fallen
    for attacked in state.tonight.victims:
        # A first attack on a veteran counts as such even where something else cancelled it; on an elder it does not.
        if not (veteran_withstands(state, attacked) or stopped(state, attacked) or elder_withstands(state, attacked)):
            fallen.setdefault(attacked, CauseOfDeath.NIGHT)
    order = shuffled(state.key, sorted(fallen), "dawn", state.night)
    if order:
        fallen.update((seat, CauseOfDeath.LEFT) for seat in state.leaving if seat in fallen)
        yield from chain(state, [(seat, fallen[seat]) for seat in order], DAWN)
    else:
        yield Pause(seconds=2.0)
        yield state.say("dawn.nobody", after=Motif.SPARED)


def election(state: VillageState) -> Play[None]:
    """Elect where it is due."""
    due = state.options.election_day()
    # After a song the day begins at the debate: an election that was due waits for the next day.
    if state.setup.office is not None and not state.elected and due and state.day >= due and not state.tonight.song:
        yield from elect(state)


def deliberate(state: VillageState) -> Play[None]:
    """Debate, and judge by vote or by trials."""
    timer = debate_timer(state, tease=True)
    state.acquitted.clear()
    if state.options.day is Judgement.TRIALS:
        yield from tell_marked(state)
        yield from trials(state, timer, first=True)
    else:
        yield scene("debate")
        yield state.say("debate.open")
        yield from tell_marked(state)
        yield from take_turns(state, timer)
        ended = False
        if may_denounce(state):
            ended = yield from denunciation(state, timer)
            timer = timer and replace(timer, tease=None)
        if not ended:
            yield from ask(state, lambda: public(state, "debate.end", CONFIRM, offer=True, timer=timer, aloud=DEBATE))
        yield from vote(state)
    state.tonight.marked = None


def second_vote(state: VillageState) -> Play[None]:
    """Judge once more, where the judge asked for it."""
    if judge_insists(state):
        yield state.say("judge.second")
        yield from (vote(state) if state.options.day is Judgement.VOTE else trials(state, debate_timer(state)))


LINES = lines("dawn", "dawn.nobody", "debate.open", nightly=True)
QUESTIONS = (
    Question("debate.end", Kind.CONFIRM, "done (answers itself in a rehearsal)", aloud=DEBATE),
    Question("muster", Kind.CONFIRM, "done (answers itself: who left while nobody was asked?)"),
)
