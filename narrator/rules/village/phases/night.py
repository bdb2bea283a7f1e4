"""The night: the roles of the composition are called, each with the same words and the same length, whoever lives.

A role is left out once everybody has seen each of its cards dead, where the dead show them (`Options.skips_the_dead`).

After the calls comes the tour in which the bitten and the charmed learn what they are: every night in a game that has
the one or the other, whether or not there is anything to tell.

Where the first night is quiet (option `quiet_night`), who attacks, or saves from attacks, is called all the same, in
the same window, and all hear that there is nothing to choose.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from narrator.rules.core.answers import NOBODY, SILENT, WOLVES, YES, Choices, Kind, Number, Refusal, Seats
from narrator.rules.core.effects import Ask, Leader, Motif, Topic, Window
from narrator.rules.core.play import Mode, Play
from narrator.rules.core.table_state import one_seat, put
from narrator.rules.core.vocabulary import Eyes, Question, lines, unspoken
from narrator.rules.village.phases import reactions
from narrator.rules.village.powers import POWERS
from narrator.rules.village.powers.loners import PIPER
from narrator.rules.village.powers.messenger import collect
from narrator.rules.village.powers.power import Power
from narrator.rules.village.powers.seeing import lose_scent
from narrator.rules.village.powers.turning import INFECT, turn_bitten
from narrator.rules.village.state import (
    HUNTERS,
    Tonight,
    VillageState,
    news,
    night_scene,
    of_the_hunted,
    seats_term,
    several,
    to_seat,
)
from narrator.rules.village.table import CauseOfDeath, LoversTold, NightBy
from narrator.rules.village.windows import Counted, counts, secret_round

if TYPE_CHECKING:
    from narrator.rules.village.game import VillageSetup

SEATS = 0
ROUND = "round"
LIT = "night.lit"
"""The question whose phone is lit as night falls."""
UNLIT = frozenset(("girl", "scout", "sisters", "brothers", "messenger", "hymn"))
"""The powers that no phone can stand for."""
UNPRACTISED = 2
"""The nights in which every call has its whole time."""


def night(state: VillageState) -> Play[None]:
    """Play one night, from nightfall to the last call, or to the song that ends it."""
    yield from collect(state)
    state.night += 1
    state.departures_wait, state.called = True, False
    state.guards_before, state.tonight = state.tonight.guards, Tonight()
    state.tonight.fallen.update((seat, CauseOfDeath.RUST) for seat in state.doomed if seat in state.living)
    state.doomed.clear()
    yield from _light_phones(state)
    yield news(Topic.NIGHTFALL, number=state.night)
    yield night_scene("night")
    # Where, by what everybody knows, somebody may spy on the hunters: heads stay up, hands down.
    yield state.say("nightfall.girl" if any(map(state.may_act, ("girl", "scout"))) else "nightfall")
    state.called = True
    yield from reactions.at_nightfall(state)
    if state.options.drum and not (state.led or state.by_phone):
        yield state.say("drum" if state.night == 1 else "drum.again")
    watching = _watching(state)
    for power in calls(state.setup, first=state.night == 1):
        if power.due(state) and not _skipped(state, power):
            yield from _call(state, power, watching)
        if state.tonight.song:
            break
    lose_scent(state)
    if not state.tonight.song:
        yield from tour(state)
    state.by_phone = False
    state.newly_dead.clear()


def fits_phones(setup: VillageSetup) -> bool:
    """Whether the nights of a game can be played on the players' phones.

    They cannot where somebody leads, nor where eyes see what no phone shows, or somebody writes or sings.
    """
    in_the_round = setup.options.lovers is LoversTold.ROUND
    return setup.mode is Mode.JOUEUR and in_the_round and setup.powers.isdisjoint(UNLIT)


def _light_phones(state: VillageState) -> Play[None]:
    """Learn whether a night is played on the players' phones (option `night`): each who lives has one that is lit."""
    if state.options.night is NightBy.TABLE or not fits_phones(state.setup):
        return
    choices = Choices(kind=Kind.SEATS, seats=state.living, count=(1, len(state.living)), words=(NOBODY,))
    answer = yield from put(state, Ask(question=LIT, choices=choices, living=state.others(), tacit=True, lit=True))
    state.by_phone = isinstance(answer, Seats) and {*state.living} <= {*answer.seats}


def _skipped(state: VillageState, power: Power) -> bool:
    """Whether a call is left out because all have seen its card dead.

    The messenger is called dead or alive: his post outlives him. So are the hunters where others may have joined them.
    """
    if not state.options.skips_the_dead or power.carrier == "messenger":
        return False
    return state.publicly_gone(power.carrier) and not (power.carrier == HUNTERS and state.setup.may_turn)


def calls(setup: VillageSetup, *, first: bool) -> list[Power]:
    """Return the calls of a night, in their order: those whose card is in the composition."""
    known = [power.id for power in POWERS.values() if power.identified] if setup.told else []
    # Who is never called is identified once nobody swaps cards any more, and before the wolves act.
    names = (*setup.calls_first, *known, *setup.calls_every) if first else setup.calls_every
    return [POWERS[name] for name in names if setup.card_with(POWERS[name].carrier) is not None]


def _call(state: VillageState, power: Power, watching: list[Power]) -> Play[None]:
    """Call one role: the same words and the same window whoever lives. `watching` is who opens his eyes around it."""
    yield from power.before(state)
    yield night_scene(power.scene)
    around = [other.around for other in watching if other.around is not None and other.around[0] == power.id]
    for _, before, _ in around:
        yield state.say(before)
    hunts = state.setup.card_with(power.carrier) in state.setup.hunters
    yield state.say(f"{power.id}.wake", before=Motif.HUNTERS if hunts else Motif.HELPERS)
    quiet = power.quiet if state.quiet else None
    if quiet is None:
        yield from power.opening(state)
    else:
        yield state.say("quiet.call")
    yield _window(state, power)
    yield from _identify(state, power)
    if state.powerless and not state.powerless.isdisjoint(state.carriers(power.id)):
        yield state.show("power.lost", to=state.private(power.id), slot=SEATS, word=NOBODY)
    yield from (quiet or power.act)(state)
    if state.tonight.song:
        yield state.say("hymn.sung")
        yield state.deed("story.hymn")
        return
    yield state.say(f"{power.id}.sleep")
    for _, _, after in around:
        yield state.say(after)
    yield from power.after(state)


def _window(state: VillageState, power: Power) -> Window:
    """Open the window of a call: without the last slots where, as everybody knows, nobody has the powers for them.

    It is as long as the pack says in the first two nights and where it is made for the first time, else shorter.
    """
    setup = state.setup
    saving = Counted.SAVE_ONE if several(setup) else Counted.SAVE
    named = [(power.id, saving if slot is Counted.SAVE else slot) for slot in power.slots]
    named += [(name, slot) for name, slot in power.more.items() if setup.knows(name)]
    while len(named) > len(power.slots) and not state.may_act(named[-1][0]):
        del named[-1]
    slots = [slot if _is_counted(state, power, name) else Counted.NOTHING for name, slot in named]
    share = setup.practised if state.night > UNPRACTISED and power.id in state.practised else 1.0
    state.practised.add(power.id)
    window = state.window(power.id, counts(state, slots))
    return replace(window, slots=tuple(seconds * share for seconds in window.slots[: len(slots)]))


def _is_counted(state: VillageState, power: Power, name: str) -> bool:
    """Whether somebody may have something to choose of this power in the call of that one, as everybody knows."""
    return (name == power.id or state.may_act(name)) and not (state.quiet and POWERS[name].quiet is not None)


def _watching(state: VillageState) -> list[Power]:
    """Return the powers of the composition that have their eyes open during the first night."""
    if state.night > 1:
        return []
    return [power for power in calls(state.setup, first=True) if power.around and not _skipped(state, power)]


def _identify(state: VillageState, power: Power) -> Play[None]:
    """With real cards and a leader, ask at the first call who wakes up.

    What is asked for is never more than may be alive: a card may lie in the centre, or before a dead player of whom
    nobody told it. Who is known already, such as a thief, is one of them, keyed again or not.
    """
    cards = state.setup.cards_with(power.id)
    if not state.told or not cards or power.id in state.identified:
        return
    held = [seat for seat, told in state.cards.items() if told in cards]
    known = tuple(seat for seat in held if seat in state.living)
    candidates = (*known, *state.unknown())
    left = sum(map(state.setup.count, cards)) - (len(held) - len(known))
    most = possible = min(left, len(candidates))
    if most <= len(known) or (power.alone and held):
        state.identified.add(power.id)
        return
    dead_unknown = sum(seat not in state.cards for seat in state.dead)
    # What was keyed wrongly before may leave fewer candidates than there should be.
    least = min(max(left - state.setup.undealt - dead_unknown, len(known)), most)
    if not power.alone and state.setup.undealt:
        number = Choices(kind=Kind.NUMBER, numbers=(least, most), words=(SILENT,))
        count = yield from put(state, _of_the_leader(state, f"{power.id}.count", number))
        if isinstance(count, Number):
            least = most = count.value
            if not most:
                state.identified.add(power.id)
                return
    words = (SILENT,) if least else (NOBODY, SILENT)
    choices = (
        one_seat(candidates, *words)
        if power.alone
        else Choices(kind=Kind.SEATS, seats=candidates, count=(max(least, 1), most), words=words)
    )
    holding = tuple((seat, card) for seat, card in sorted(state.cards.items()) if seat not in candidates)
    choices = replace(choices, why=Refusal.HELD, held=holding)
    question = _of_the_leader(state, f"{power.id}.seat" if power.alone else f"{power.id}.seats", choices)
    answer = yield from put(state, question)
    # Whoever counted a thief out, and names all the others, has named everybody.
    while isinstance(answer, Seats) and len({*known, *answer.seats}) > possible:
        answer = yield from put(state, question)
    if answer is NOBODY or isinstance(answer, Seats):
        state.identified.add(power.id)
    if isinstance(answer, Seats):
        yield from _note_holders(state, answer.seats, cards)


def _of_the_leader(state: VillageState, question: str, choices: Choices) -> Ask:
    return replace(state.ask(question, choices, to=Leader(), slot=SEATS), identifies=True)


def _note_holders(state: VillageState, seats: tuple[int, ...], cards: tuple[str, ...]) -> Play[None]:
    if len(cards) > 1:  # who of them holds which is told when each is called alone
        state.hunting.update(seats)
    else:
        (card,) = cards
        for seat in seats:
            yield state.holds(seat, card)
    # As long as nobody had told a card, the elder took its power as one of the hunted.
    state.powerless.difference_update(seat for seat in seats if not of_the_hunted(state, seat))


def tour(state: VillageState) -> Play[None]:
    """Tell them, by the secret round or by the leader's full tour of the circle."""
    if state.setup.powers.isdisjoint((INFECT.id, PIPER.id)):
        return
    turn_bitten(state)
    if not state.led:
        yield from secret_round(state, "tonight.round", ROUND, Counted.TURNED_SHOWN, _whisper)
        return
    yield night_scene("night")
    yield state.say("tonight.tour")
    (seconds,) = state.setup.windows[ROUND]
    yield Window(call=ROUND, slots=(seconds * len(state.circle),), led=True, floor=state.setup.floor)
    for line, seats in (("infect.touch", state.infected), ("piper.touch", state.charmed)):
        if touched := _called(state, seats):
            yield state.show(line, to=Leader(), slot=0, seats=seats_term(touched))
    if not _called(state, state.infected | state.charmed):
        yield state.show("tonight.touch_nobody", to=Leader(), slot=0, word=NOBODY)


def _called(state: VillageState, seats: set[int]) -> tuple[int, ...]:
    """Return those of these seats that the tour calls."""
    return tuple(seat for seat in state.circle if seat in seats)


def _whisper(state: VillageState, seat: int) -> Play[None]:
    """Show a player what he is by now; show everybody else a line that looks the same."""
    if seat in state.infected:
        yield state.show("infect.told", to=to_seat(seat), slot=0, word=WOLVES, kept="infect.told")
    if seat in state.charmed:
        charmed = seats_term(_called(state, state.charmed))
        yield state.show("piper.told", to=to_seat(seat), slot=0, word=YES, kept="piper.kept", seats=charmed)
    if seat not in state.infected | state.charmed:
        yield state.show("round.nothing", to=to_seat(seat), slot=0, word=NOBODY)


LINES = (
    *lines("nightfall", "drum.again", nightly=True, eyes=Eyes.CLOSED),
    *lines("drum", "quiet.call", eyes=Eyes.CLOSED),
    *unspoken("power.lost", word=NOBODY),
)
QUESTIONS = (Question(LIT, Kind.SEATS, "the seats whose phone is lit | none (answers itself: option night)"),)
