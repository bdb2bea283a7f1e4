"""The night: every role of the composition is called, alive or dead, with the same words and the same length."""

from __future__ import annotations

from narrator.core.answers import NOBODY, SILENT, Choices, Kind, Number, Seats
from narrator.core.effects import Leader, News, Topic
from narrator.core.play import Play
from narrator.core.vocabulary import lines
from narrator.village.asking import ask, one_seat
from narrator.village.powers import POWERS
from narrator.village.powers.power import Power
from narrator.village.setup import VillageSetup
from narrator.village.table import Table, scene

SEATS = 0


def night(table: Table) -> Play[None]:
    """Play one night, from nightfall to the last call."""
    table.night += 1
    table.asleep = True
    table.attack = None
    table.fallen.clear()
    yield News(topic=Topic.NIGHTFALL, number=table.night)
    yield scene("night", "nightfall")
    girl = table.setup.card_with("girl") is not None and not table.publicly_gone("girl")
    yield table.say("nightfall.girl" if girl else "nightfall")
    if table.options.drum and not table.led:
        yield table.say("drum")
    for power in calls(table.setup, first=table.night == 1):
        if not table.options.call_the_dead and table.publicly_gone(power.carrier):
            continue
        yield from _call(table, power)


def calls(setup: VillageSetup, *, first: bool) -> list[Power]:
    """Return the calls of a night, in their order: those whose card is in the composition."""
    known = [power.id for power in POWERS.values() if power.identified] if setup.told else []
    # Who is never called is identified once nobody swaps cards any more, and before the wolves act.
    names = (*setup.calls_first, *known, *setup.calls_every) if first else setup.calls_every
    return [POWERS[name] for name in names if setup.card_with(POWERS[name].carrier) is not None]


def _call(table: Table, power: Power) -> Play[None]:
    """Call one role: the same words and the same window whoever lives."""
    yield from power.before(table)
    yield scene(power.scene, power.id)
    yield table.say(f"{power.id}.wake")
    yield table.window(power.id)
    yield from _identify(table, power)
    yield from power.act(table)
    yield table.say(f"{power.id}.sleep")


def _identify(table: Table, power: Power) -> Play[None]:
    """With real cards and a leader, ask at the first call who wakes up."""
    card = table.setup.card_with(power.id)
    if not table.told or card is None or power.id in table.identified:
        return
    held = [seat for seat, told in table.cards.items() if told == card]
    known = tuple(seat for seat in held if seat in table.living)
    if power.alone and held:
        table.identified.add(power.id)
        return
    most = table.setup.count(card) - (len(held) - len(known))
    least = max(most - table.setup.undealt, len(known))
    if not power.alone and table.setup.undealt:
        number = Choices(kind=Kind.NUMBER, numbers=(least, most), words=(SILENT,))
        count = yield from ask(table, lambda: table.ask(f"{power.id}.count", number, to=Leader(), slot=SEATS))
        if isinstance(count, Number):
            least = most = count.value
            if not most:
                table.identified.add(power.id)
                return
    candidates = (*known, *table.unknown())
    words = (SILENT,) if least else (NOBODY, SILENT)
    choices = (
        one_seat(candidates, *words)
        if power.alone
        else Choices(kind=Kind.SEATS, seats=candidates, count=(max(least, 1), most), words=words)
    )
    question = f"{power.id}.seat" if power.alone else f"{power.id}.seats"
    answer = yield from ask(table, lambda: table.ask(question, choices, to=Leader(), slot=SEATS))
    if answer is NOBODY:
        table.identified.add(power.id)
    elif isinstance(answer, Seats):
        table.identified.add(power.id)
        for seat in answer.seats:
            yield table.holds(seat, card)


LINES = lines("nightfall", "drum", nightly=True)
