"""The night: every role of the composition is called, alive or dead, with the same words and the same length."""

from __future__ import annotations

from narrator.core.answers import NOBODY, SILENT, Choices, Kind, Number, Seats
from narrator.core.effects import Leader, Topic
from narrator.core.play import Play
from narrator.core.vocabulary import lines
from narrator.village.asking import one_seat, put
from narrator.village.counts import Counted, counts
from narrator.village.powers import POWERS, messenger
from narrator.village.powers.power import Power
from narrator.village.setup import VillageSetup
from narrator.village.table import Table, news, scene

SEATS = 0


def night(table: Table) -> Play[None]:
    """Play one night, from nightfall to the last call, or to the song that ends it."""
    yield from messenger.collect(table)
    table.night += 1
    table.asleep = True
    table.attack, table.saved, table.silenced, table.song = None, False, None, False
    table.protected_before, table.protected = table.protected, None
    table.fallen.clear()
    yield news(Topic.NIGHTFALL, number=table.night)
    yield scene("night", "nightfall")
    yield table.say("nightfall.girl" if _somebody_peeps(table) else "nightfall")
    if table.options.drum and not table.led:
        yield table.say("drum")
    watching = _watching(table)
    for power in calls(table.setup, first=table.night == 1):
        if power.due(table) and not _skipped(table, power):
            yield from _call(table, power, watching)
        if table.song:
            break
    table.newly_dead.clear()


def _somebody_peeps(table: Table) -> bool:
    """Whether, as far as everybody knows, somebody may spy on the hunters: heads stay up, hands down."""
    peepers = ("girl", "scout")
    return any(table.setup.card_with(power) is not None and not table.publicly_gone(power) for power in peepers)


def _skipped(table: Table, power: Power) -> bool:
    """Whether a call is left out because all have seen its card dead (option `call_the_dead`).

    The messenger is called dead or alive: his post outlives him.
    """
    return not table.options.call_the_dead and power.carrier != "messenger" and table.publicly_gone(power.carrier)


def calls(setup: VillageSetup, *, first: bool) -> list[Power]:
    """Return the calls of a night, in their order: those whose card is in the composition."""
    known = [power.id for power in POWERS.values() if power.identified] if setup.told else []
    # Who is never called is identified once nobody swaps cards any more, and before the wolves act.
    names = (*setup.calls_first, *known, *setup.calls_every) if first else setup.calls_every
    return [POWERS[name] for name in names if setup.card_with(POWERS[name].carrier) is not None]


def _call(table: Table, power: Power, watching: list[Power]) -> Play[None]:
    """Call one role: the same words and the same window whoever lives. `watching` is who opens his eyes around it."""
    yield from power.before(table)
    yield scene(power.scene, power.id)
    around = [other.around for other in watching if other.around is not None and other.around[0] == power.id]
    for _, before, _ in around:
        yield table.say(before)
    yield table.say(f"{power.id}.wake")
    yield from power.opening(table)
    yield table.window(power.id, counts(table, _slots(table, power)))
    yield from _identify(table, power)
    yield from power.act(table)
    if table.song:
        yield table.say("hymn.sung")
        yield table.deed("story.hymn")
        return
    yield table.say(f"{power.id}.sleep")
    for _, _, after in around:
        yield table.say(after)
    yield from power.after(table)


def _slots(table: Table, power: Power) -> tuple[Counted, ...]:
    """Return what is counted in the slots of a call: nothing for a power that, as everybody knows, nobody has."""
    setup = table.setup
    gone = {more for more in power.more if setup.card_with(more) is None or table.publicly_gone(more)}
    more = (Counted.NOTHING if name in gone else counted for name, counted in power.more.items() if setup.knows(name))
    return (*power.slots, *more)


def _watching(table: Table) -> list[Power]:
    """Return the powers of the composition that have their eyes open during the first night."""
    if table.night > 1:
        return []
    return [power for power in calls(table.setup, first=True) if power.around and not _skipped(table, power)]


def _identify(table: Table, power: Power) -> Play[None]:
    """With real cards and a leader, ask at the first call who wakes up.

    What is asked for is never more than may be alive: a card may lie in the centre, or before a dead player of whom
    nobody told it. Who is known already, such as a thief, is one of them, keyed again or not.
    """
    card = table.setup.card_with(power.id)
    if not table.told or card is None or power.id in table.identified:
        return
    held = [seat for seat, told in table.cards.items() if told == card]
    known = tuple(seat for seat in held if seat in table.living)
    candidates = (*known, *table.unknown())
    left = table.setup.count(card) - (len(held) - len(known))
    most = min(left, len(candidates))
    if most <= len(known) or (power.alone and held):
        table.identified.add(power.id)
        return
    dead_unknown = sum(seat not in table.cards for seat in table.setup.seats if seat not in table.living)
    # What was keyed wrongly before may leave fewer candidates than there should be.
    least = min(max(left - table.setup.undealt - dead_unknown, len(known)), most)
    if not power.alone and table.setup.undealt:
        number = Choices(kind=Kind.NUMBER, numbers=(least, most), words=(SILENT,))
        count = yield from put(table, table.ask(f"{power.id}.count", number, to=Leader(), slot=SEATS))
        if isinstance(count, Number):
            least = most = count.value
            if not most:
                table.identified.add(power.id)
                return
    words = (SILENT,) if least else (NOBODY, SILENT)
    choices = (
        one_seat(candidates, *words)
        if power.alone
        else Choices(kind=Kind.SEATS, seats=candidates, count=(max(least, 1), most), words=words)
    )
    question = table.ask(f"{power.id}.seat" if power.alone else f"{power.id}.seats", choices, to=Leader(), slot=SEATS)
    answer = yield from put(table, question)
    while isinstance(answer, Seats) and len({*known, *answer.seats}) > most:
        answer = yield from put(table, question)
    if answer is NOBODY:
        table.identified.add(power.id)
    elif isinstance(answer, Seats):
        table.identified.add(power.id)
        for seat in answer.seats:
            yield table.holds(seat, card)


LINES = lines("nightfall", "drum", nightly=True)
