"""The chain of deaths, used for every death: by night, by vote, by shot, by grief, by leaving.

1. bury all who died together, cards are revealed; 2. a lover of the dead dies of grief, until nobody is added;
3. each hunter who died shoots, in the order of announcement, and his victim is buried by the same chain before
the next one shoots. Then `settle`: 4. victory is checked; 5. a dead holder hands his office over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from narrator.rules.core.answers import SILENT, YES, YES_NO, Card, Choices, Kind
from narrator.rules.core.effects import Ask, Form, Motif, Pause, Topic
from narrator.rules.core.play import Play
from narrator.rules.core.table_state import ask, public
from narrator.rules.core.vocabulary import Question, lines, told
from narrator.rules.village import declassify
from narrator.rules.village.phases.epilogue import check
from narrator.rules.village.phases.office import hand_over
from narrator.rules.village.powers import POWERS
from narrator.rules.village.powers.by_day import bared_idiots
from narrator.rules.village.powers.power import Dead, nothing_more
from narrator.rules.village.powers.when_attacked import shoot
from narrator.rules.village.state import VillageState, news, to_seat
from narrator.rules.village.table import CauseOfDeath, Occasion, Reveal
from narrator.rules.village.windows import muster, put_in_window

CARD = "death.card"
DAWN = "dawn.dead"
OCCASIONS = {
    CauseOfDeath.NIGHT: Occasion.NIGHT,
    CauseOfDeath.CAUGHT: Occasion.NIGHT,
    CauseOfDeath.POISON: Occasion.NIGHT,
    CauseOfDeath.VOTE: Occasion.VOTE,
    CauseOfDeath.GRIEF: Occasion.GRIEF,
    CauseOfDeath.SHOT: Occasion.SHOT,
    CauseOfDeath.TIE: Occasion.VOTE,
    CauseOfDeath.RUST: Occasion.NIGHT,
}
"""Which deaths count as which occasion of the option `revenge_on`; leaving is none."""

OF_ONE_POWER = (CauseOfDeath.DENOUNCED, CauseOfDeath.TIE, CauseOfDeath.RUST)
"""The deaths for which a game has words only where it has the power."""

FELT = {power.id: power.buried for power in POWERS.values() if power.buried is not nothing_more}
"""What comes of a burial, by the powers that it touches."""


def chain(state: VillageState, fallen: Sequence[Dead], line: str) -> Play[None]:
    """Bury, grieve, avenge, until nobody is added. `line` announces the first deaths, in the order given."""
    state.chaining = True
    dead = yield from _bury_and_grieve(state, fallen, line)
    avengers = [seat for seat, cause in dead if _shoots(state, seat, cause)]
    while avengers:
        victim = yield from shoot(state, avengers.pop(0))
        if victim is not None:
            more = yield from _bury_and_grieve(state, [(victim, CauseOfDeath.SHOT)], "hunter.dead")
            avengers = [*(seat for seat, cause in more if _shoots(state, seat, cause)), *avengers]
    state.chaining = False


def settle(state: VillageState) -> Play[None]:
    """After a chain: check victory, hand over the office, offer a dead player to lead.

    Raises:
        VillageOver: the game has been won.
    """
    check(state)
    yield from hand_over(state)
    dead = state.setup.players - len(state.living)
    if state.options.relay and not state.led and dead > state.relay_offered:
        yield from _offer_relay(state, dead)


def _offer_relay(state: VillageState, dead: int) -> Play[None]:
    """Ask the dead, aloud at a death, whether one of them leads from now on."""
    state.relay_offered = dead
    yield state.say("relay.offer")
    wanted = yield from ask(
        state,
        lambda: public(state, "relay.wanted", YES_NO, offer=True) if state.relay_offered == dead else None,
    )
    if wanted is YES:
        state.led = True
        yield state.say("relay.thanks")


def depart(state: VillageState, seat: int) -> Play[None]:
    """Let a player leave by day. In the middle of a chain, victory and office wait for that chain's end."""
    yield from depart_quietly(state, seat)
    if not state.chaining:
        yield from settle(state)


def depart_quietly(state: VillageState, seat: int) -> Play[None]:
    """Bury a player who leaves: out like a dead one, card revealed."""
    yield from _without_revenge(state, (seat, CauseOfDeath.LEFT), "left.dead")


def see_off(state: VillageState) -> Play[None]:
    """Let those leave who wait for it: before a day that no night comes before, too."""
    leaving, state.leaving = state.leaving, []
    for seat in leaving:
        yield from state.leave(seat)


def give_away(state: VillageState, seat: int) -> Play[None]:
    """Bury a player who gave herself away: her card is shown, whatever the option `reveal` says."""
    yield from _without_revenge(state, (seat, CauseOfDeath.DENOUNCED), "denounce.dead")
    yield from settle(state)


def _without_revenge(state: VillageState, death: Dead, line: str) -> Play[None]:
    """Take a player's death and the grief for it through, as a chain of its own or within another."""
    before, state.chaining = state.chaining, True
    yield from _bury_and_grieve(state, [death], line)
    state.chaining = before


def _bury_and_grieve(state: VillageState, fallen: Sequence[Dead], line: str) -> Play[list[Dead]]:
    """Steps 1 and 2. Return all who died, in the order of announcement."""
    dead: list[Dead] = []
    group = [death for death in fallen if death[0] in state.living]
    while group:
        dead += group
        yield from _bury(state, group, line)
        group = [
            (lover, CauseOfDeath.GRIEF)
            for lover in state.lovers
            if lover in state.living and any(seat in state.lovers for seat, _ in dead)
        ]
        line = "grief.dead"
        if not group and (unshielded := bared_idiots(state)):
            group, line = [(idiot, CauseOfDeath.VOTE) for idiot in unshielded], "idiot.dead"
    return dead


def _bury(state: VillageState, group: Sequence[Dead], line: str) -> Play[None]:
    """Announce deaths together, without cause, then show the cards."""
    seats = tuple(seat for seat, _ in group)
    state.living = state.others(*seats)
    state.newly_dead += seats
    yield Pause(seconds=2.0 if line == DAWN else 1.0)
    toll = Motif.TOLL if len(seats) == 1 else Motif.TOLLS
    yield state.say(line, seats=declassify.seats(seats), after=toll if line == DAWN else None)
    state.secret_history.died(group)
    for seat, cause in group:
        yield news(Topic.DEATH, seat=seat)
        yield state.death(seat, cause)
    for seat, cause in group:
        yield from _turn_card(state, seat, openly=cause is CauseOfDeath.DENOUNCED)
    if len(state.living) + len(group) == state.setup.players:  # the first deaths of the game
        yield state.say("dead.silent" if state.options.skips_the_dead else "dead.called")
    for power, felt in FELT.items():
        if power in state.setup.powers:
            yield from felt(state, group)


def _turn_card(state: VillageState, seat: int, *, openly: bool) -> Play[None]:
    """Show what the option `reveal` lets the dead show, or the card where it is shown openly.

    Where only the card itself knows, it is learnt first.
    """
    if state.told and seat not in state.keyed:
        yield from learn_card(state, seat)
    shown = declassify.shown_card(state, seat, openly=openly)
    if shown is None:
        return
    word = str(shown.value)
    if shown.form is Form.CARD:
        state.shown_by[seat] = word
    yield news(Topic.CARD, seat=seat, card=word)
    line = "dead.card" if shown.form is Form.CARD else "dead.camp"
    yield state.say(line, seat=declassify.seat(seat), shown=shown)


def learn_card(state: VillageState, seat: int) -> Play[None]:
    """Ask for the card of the dead: aloud where all see it, else unseen, in the same length of time for all."""
    every = tuple(card for card, _ in state.setup.hand)
    if state.options.reveal is not Reveal.ROLE:
        # All cards may be named: one left out, or refused, would tell the dead what others hold.
        choices = Choices(kind=Kind.CARD, cards=every, words=(SILENT,))
        yield state.say("dead.key_card", seat=declassify.seat(seat))
        yield state.window("death")
        hidden = lambda: state.ask(CARD, choices, to=to_seat(seat), slot=0, about=seat)  # noqa: E731 - put anew
        yield from put_in_window(state, _unheard(state, seat, hidden))
    else:
        possible = tuple(card for card in every if state.may_be_held(card)) or every
        choices = Choices(kind=Kind.CARD, cards=possible)
        if seat not in state.cards:
            yield state.say(CARD, seat=declassify.seat(seat))
        yield from _told(state, seat, lambda: public(state, CARD, choices, about=seat))
    state.keyed.add(seat)


def _told(state: VillageState, seat: int, question: Callable[[], Ask]) -> Play[None]:
    answer = yield from ask(state, lambda: None if seat in state.cards else question())
    if isinstance(answer, Card):
        yield state.holds(seat, answer.card)


def _unheard(state: VillageState, seat: int, question: Callable[[], Ask]) -> Play[None]:
    """Ask in secret, and take in who left meanwhile, whether or not there was anything to ask."""
    yield from _told(state, seat, question)
    yield from muster(state)


def _shoots(state: VillageState, seat: int, cause: CauseOfDeath) -> bool:
    """Whether a dead player is a hunter who may avenge such a death."""
    if seat in state.powerless or state.cards.get(seat) not in state.setup.cards_with("hunter"):
        return False
    return OCCASIONS.get(cause) in state.options.revenge_on


LINES = (
    *lines("grief.dead", "left.dead", "vote.dead", "hunter.dead", seats=Form.SEAT),
    *lines(DAWN, seats=Form.SEAT, nightly=True),
    *lines("dead.card", seat=Form.SEAT, shown=Form.CARD),
    *lines("dead.camp", seat=Form.SEAT, shown=Form.CAMP),
    *lines("dead.key_card", CARD, seat=Form.SEAT),
    *lines("relay.offer", "relay.thanks", "dead.silent", "dead.called"),
    *told(*(f"story.death.{cause.value}" for cause in CauseOfDeath if cause not in OF_ONE_POWER), seat=Form.SEAT),
)
QUESTIONS = (
    Question(CARD, Kind.CARD, "the card of the dead (meneur with real cards)", about=True),
    Question("relay.wanted", Kind.YES_NO, "yes | no (option relay)"),
)
