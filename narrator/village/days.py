"""From dawn to nightfall: the night's deaths, the election, the debate, the vote."""

from __future__ import annotations

from narrator.core.answers import DONE, NOBODY, Kind, Seats
from narrator.core.effects import Pause, Timer, Topic
from narrator.core.lots import shuffled
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines
from narrator.village.asking import CONFIRM, ask, muster, public
from narrator.village.deaths import chain, depart_quietly, give_away, settle
from narrator.village.office import elect
from narrator.village.powers import denounce, silence
from narrator.village.powers.veteran import withstands
from narrator.village.setup import Cause
from narrator.village.table import Table, news, scene
from narrator.village.trials import trials
from narrator.village.votes import vote


def dawn(table: Table) -> Play[None]:
    """Announce the night; after a song nothing of it is announced. Those who left at night leave now."""
    yield from muster(table)
    table.asleep = False
    table.day += 1
    yield news(Topic.DAYBREAK, number=table.day)
    yield scene("dawn")
    if table.song:
        table.silenced = None
        yield table.say("hymn.day")
    else:
        yield table.say("dawn")
        yield from _announce(table)
    leaving, table.leaving = table.leaving, []
    for seat in leaving:
        yield from depart_quietly(table, seat)
    yield from settle(table)
    yield from silence.announce(table)


def _announce(table: Table) -> Play[None]:
    """Announce the night's direct deaths together, without cause, in an order that only the key knows.

    "Nobody died" is one sentence, whatever the reason.
    """
    attacked = table.attack
    if attacked is not None:
        cancelled = table.saved or attacked == table.protected
        # A first attack counts as such even where something else cancelled it.
        if not withstands(table, attacked) and not cancelled:
            table.fallen.setdefault(attacked, Cause.NIGHT)
    order = shuffled(table.key, sorted(table.fallen), "dawn", table.night)
    if order:
        yield from chain(table, [(seat, table.fallen[seat]) for seat in order], "dawn.dead")
    else:
        yield Pause(seconds=2.0)
        yield table.say("dawn.nobody")


def day(table: Table) -> Play[None]:
    """Elect where it is due, debate, and judge by vote or by trials."""
    due = table.options.election_day()
    # After a song the day begins at the debate: an election that was due waits for the next day.
    if table.setup.office is not None and not table.elected and due and table.day >= due and not table.song:
        yield from elect(table)
    timer = None
    if table.options.debate:
        timer = Timer(seconds=table.options.debate, warning=table.options.debate_warning)
    if table.options.day == "trials":
        yield from trials(table, timer)
        return
    yield scene("debate")
    yield table.say("debate.open")
    yield from _debate(table, timer)
    yield from vote(table)


def _debate(table: Table, timer: Timer | None) -> Play[None]:
    """Let the table talk until it has said all; somebody may denounce somebody meanwhile."""
    if denounce.possible(table):
        answer = yield from ask(table, lambda: denounce.question(table, timer) if denounce.possible(table) else None)
        if answer in (NOBODY, DONE):
            return
        if isinstance(answer, Seats):
            hacker = yield from denounce.denounced(table, answer.seats[0])
            if hacker is not None:
                yield from give_away(table, hacker)
    yield from ask(table, lambda: public(table, "debate.end", CONFIRM, offer=True, timer=timer))


LINES = lines("dawn", "dawn.nobody", "debate.open", nightly=True)
QUESTIONS = (
    Question("debate.end", Kind.CONFIRM, "done (answers itself in a rehearsal)"),
    Question("muster", Kind.CONFIRM, "done (answers itself: who left while nobody was asked?)"),
)
