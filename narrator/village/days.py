"""From dawn to nightfall: the night's deaths, the election, the debate, the vote."""

from __future__ import annotations

from narrator.core.answers import Kind
from narrator.core.effects import News, Pause, Timer, Topic
from narrator.core.lots import shuffled
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines
from narrator.village.asking import CONFIRM, ask, public
from narrator.village.deaths import chain, depart_quietly, settle
from narrator.village.office import elect
from narrator.village.setup import Cause
from narrator.village.table import Table, scene
from narrator.village.votes import vote


def dawn(table: Table) -> Play[None]:
    """Announce the night: its direct deaths together, without cause, in an order that only the key knows.

    "Nobody died" is one sentence, whatever the reason. Those who left at night leave now.
    """
    table.asleep = False
    table.day += 1
    yield News(topic=Topic.DAYBREAK, number=table.day)
    yield scene("dawn")
    yield table.say("dawn")
    if table.attack is not None:
        table.fallen.setdefault(table.attack, Cause.NIGHT)
    order = shuffled(table.key, sorted(table.fallen), "dawn", table.night)
    if order:
        yield from chain(table, [(seat, table.fallen[seat]) for seat in order], "dawn.dead")
    else:
        yield Pause(seconds=2.0)
        yield table.say("dawn.nobody")
    leaving, table.leaving = table.leaving, []
    for seat in leaving:
        yield from depart_quietly(table, seat)
    yield from settle(table)


def day(table: Table) -> Play[None]:
    """Elect where it is due, debate, vote."""
    if table.setup.office is not None and table.office is None and table.day == table.options.election_day():
        yield from elect(table)
    yield scene("debate")
    yield table.say("debate.open")
    timer = None
    if table.options.debate:
        timer = Timer(seconds=table.options.debate, warning=table.options.debate_warning)
    yield from ask(table, lambda: public(table, "debate.end", CONFIRM, offer=True, timer=timer))
    yield from vote(table)


LINES = lines("dawn", "dawn.nobody", "debate.open", nightly=True)
QUESTIONS = (Question("debate.end", Kind.CONFIRM, "done (answers itself in a rehearsal)"),)
