"""The chain, used for every death: by night, by vote, by shot, by grief, by leaving.

1. bury all who died together, cards are revealed; 2. a lover of the dead dies of grief, until nobody is added;
3. each hunter who died shoots, in the order of announcement, and his victim is buried by the same chain before
the next one shoots. Then `settle`: 4. victory is checked; 5. a dead holder hands his office over.
"""

from __future__ import annotations

from collections.abc import Sequence

from narrator.core.answers import SILENT, YES, Card, Choices, Kind
from narrator.core.effects import Ask, Form, Pause, Topic
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines, unspoken
from narrator.village import declassify
from narrator.village.asking import YES_NO, ask, muster, public, put
from narrator.village.office import hand_over
from narrator.village.powers import hunter
from narrator.village.setup import Cause, Mode, Occasion, Reveal
from narrator.village.table import Table, news, seat_term, to_seat
from narrator.village.victory import check

OCCASIONS = {
    Cause.NIGHT: Occasion.NIGHT,
    Cause.CAUGHT: Occasion.NIGHT,
    Cause.POISON: Occasion.NIGHT,
    Cause.VOTE: Occasion.VOTE,
    Cause.GRIEF: Occasion.GRIEF,
    Cause.SHOT: Occasion.SHOT,
}
"""Which deaths count as which occasion of the option `revenge_on`; leaving is none."""

Dead = tuple[int, Cause]


def chain(table: Table, fallen: Sequence[Dead], line: str) -> Play[None]:
    """Bury, grieve, avenge, until nobody is added. `line` announces the first deaths, in the order given."""
    table.chaining = True
    dead = yield from _bury_and_grieve(table, fallen, line)
    avengers = [seat for seat, cause in dead if _shoots(table, seat, cause)]
    while avengers:
        victim = yield from hunter.shoot(table, avengers.pop(0))
        if victim is not None:
            more = yield from _bury_and_grieve(table, [(victim, Cause.SHOT)], "hunter.dead")
            avengers += [seat for seat, cause in more if _shoots(table, seat, cause)]
    table.chaining = False


def settle(table: Table) -> Play[None]:
    """After a chain: check victory, hand over the office, offer a dead player to lead.

    Raises:
        Over: the game has been won.
    """
    check(table)
    yield from hand_over(table)
    dead = table.setup.players - len(table.living)
    if table.options.relay and not table.led and dead > table.relay_offered:
        yield from _offer_relay(table, dead)


def _offer_relay(table: Table, dead: int) -> Play[None]:
    """Ask the dead, aloud at a death, whether one of them leads from now on."""
    table.relay_offered = dead
    yield table.say("relay.offer")
    wanted = yield from ask(
        table,
        lambda: public(table, "relay.wanted", YES_NO, offer=True) if table.relay_offered == dead else None,
    )
    if wanted is YES:
        table.mode = Mode.MENEUR
        yield table.say("relay.thanks")


def depart(table: Table, seat: int) -> Play[None]:
    """Let a player leave by day. In the middle of a chain, victory and office wait for that chain's end."""
    yield from depart_quietly(table, seat)
    if not table.chaining:
        yield from settle(table)


def depart_quietly(table: Table, seat: int) -> Play[None]:
    """Bury a player who leaves: out like a dead one, card revealed, a chain without revenge."""
    before, table.chaining = table.chaining, True
    yield from _bury_and_grieve(table, [(seat, Cause.LEFT)], "left.dead")
    table.chaining = before


def give_away(table: Table, seat: int) -> Play[None]:
    """Bury a player who gave herself away: her card is shown, whatever the option `reveal` says."""
    before, table.chaining = table.chaining, True
    yield from _bury_and_grieve(table, [(seat, Cause.DENOUNCED)], "denounce.dead")
    table.chaining = before
    yield from settle(table)


def _bury_and_grieve(table: Table, fallen: Sequence[Dead], line: str) -> Play[list[Dead]]:
    """Steps 1 and 2. Return all who died, in the order of announcement."""
    dead: list[Dead] = []
    group = [death for death in fallen if death[0] in table.living]
    while group:
        dead += group
        yield from _bury(table, group, line)
        group = [
            (lover, Cause.GRIEF)
            for lover in table.lovers
            if lover in table.living and any(seat in table.lovers for seat, _ in dead)
        ]
        line = "grief.dead"
    return dead


def _bury(table: Table, group: Sequence[Dead], line: str) -> Play[None]:
    """Announce deaths together, without cause, then show the cards."""
    seats = tuple(seat for seat, _ in group)
    table.living = table.others(*seats)
    table.newly_dead += seats
    yield Pause(seconds=2.0)
    yield table.say(line, seats=declassify.seats(seats))
    for seat, cause in group:
        yield news(Topic.DEATH, seat=seat)
        yield table.deed(f"story.death.{cause.value}", seat=seat_term(seat))
    for seat, cause in group:
        yield from _turn_card(table, seat, openly=cause is Cause.DENOUNCED)


def _turn_card(table: Table, seat: int, *, openly: bool) -> Play[None]:
    """Show what the option `reveal` lets the dead show, or the card where it is shown openly.

    Where only the card itself knows, it is learnt first.
    """
    if table.told:
        yield from _learn_card(table, seat)
    shown = declassify.shown_card(table, seat, openly=openly)
    if shown is None:
        return
    if shown.form is Form.CARD:
        table.shown[str(shown.value)] += 1
        table.shown_by[seat] = str(shown.value)
    word = str(shown.value)
    yield news(Topic.CARD, seat=seat, card=word)
    line = "dead.card" if shown.form is Form.CARD else "dead.camp"
    yield table.say(line, seat=declassify.seat(seat), shown=shown)


def _learn_card(table: Table, seat: int) -> Play[None]:
    """Ask for the card of the dead: aloud where all see it, else unseen, in the same length of time for all."""
    every = tuple(card for card, _ in table.setup.hand)
    unseen = table.options.reveal is not Reveal.ROLE
    choices = Choices(
        kind=Kind.CARD,
        cards=tuple(card for card in every if _may_hold(table, card)) or every,
        words=(SILENT,) if unseen else (),
    )
    if unseen:
        yield table.say("dead.key_card", seat=declassify.seat(seat))
        yield table.window("death")
        question = table.ask("death.card", choices, to=to_seat(seat), slot=0, about=seat)
        yield from _unheard(table, seat, question)
    else:
        yield from _told(table, seat, public(table, "death.card", choices, about=seat))


def _told(table: Table, seat: int, question: Ask) -> Play[None]:
    """Ask for a card, where it is not known."""
    if seat in table.cards:
        return
    answer = yield from put(table, question)
    if isinstance(answer, Card):
        yield table.holds(seat, answer.card)


def _unheard(table: Table, seat: int, question: Ask) -> Play[None]:
    """Ask in secret; who leaves meanwhile leaves afterwards, whether or not there was anything to ask."""
    before, table.leaving, table.asleep = table.leaving, [], True
    yield from _told(table, seat, question)
    yield from muster(table)
    leaving, table.leaving, table.asleep = table.leaving, before, False
    for other in leaving:
        if other in table.living:
            yield from table.depart(table, other)


def _may_hold(table: Table, card: str) -> bool:
    """Whether somebody not yet known may hold this card."""
    if any(power in table.identified for power in table.setup.role(card).powers):
        return False
    return list(table.cards.values()).count(card) < table.setup.count(card)


def _shoots(table: Table, seat: int, cause: Cause) -> bool:
    """Whether a dead player is a hunter who may avenge such a death."""
    card = table.cards.get(seat)
    if card is None or "hunter" not in table.setup.role(card).powers:
        return False
    return OCCASIONS.get(cause) in table.options.revenge_on


LINES = (
    *lines("grief.dead", "left.dead", "vote.dead", "hunter.dead", seats=Form.SEAT),
    *lines("dawn.dead", seats=Form.SEAT, nightly=True),
    *lines("dead.card", seat=Form.SEAT, shown=Form.CARD),
    *lines("dead.camp", seat=Form.SEAT, shown=Form.CAMP),
    *lines("dead.key_card", seat=Form.SEAT),
    *lines("relay.offer", "relay.thanks"),
    *unspoken(*(f"story.death.{cause.value}" for cause in Cause if cause is not Cause.DENOUNCED), seat=Form.SEAT),
)
QUESTIONS = (
    Question("death.card", Kind.CARD, "the card of the dead (meneur with real cards)", about=True),
    Question("relay.wanted", Kind.YES_NO, "yes | no (option relay)"),
)
