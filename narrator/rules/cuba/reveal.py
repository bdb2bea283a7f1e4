"""After the enquiry every take is told, in the order of the box; then who wins, and whether to play again.

Takes that do not add up are told again, and it is said how many diamonds are missing or too many. The very same ones
told twice stand: then a count was wrong, or somebody took nothing out of a box that was not empty, and is out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from narrator.rules.core.answers import DONE, ENCORE, YES, Card, Diamonds, Kind
from narrator.rules.core.effects import Form, News, Pause, Say, Scene, Term, Topic
from narrator.rules.core.play import Play
from narrator.rules.core.table_state import ask, one_seat, public
from narrator.rules.core.vocabulary import Question, lines, told
from narrator.rules.cuba import declassify
from narrator.rules.cuba.enquiry import at_the_end, put_out
from narrator.rules.cuba.state import CubaState
from narrator.rules.cuba.takes import (
    CHAUFFEUR,
    FIDELE,
    NETTOYEUR,
    REASONS,
    STREET,
    Situation,
    Take,
    outcome,
    reason,
    winners,
)

REVEALED, NEXT_PARRAIN = "cuba.reveal", "cuba.parrain"


def reveal(state: CubaState) -> Play[None]:
    """Hear every seat's take until they add up, or stand."""
    yield Scene(scene="reveal")
    yield state.say("reveal.open")
    seen = set(state.takes)
    while True:
        before = dict(state.takes)
        yield from _round(state, seen)
        idle = [seat for seat in state.order if state.broke(seat)]
        accused = [seat for seat in idle if seat in state.living]
        right = state.box.adds_up(excused=idle)
        if right and not accused:
            return
        if state.takes == before:
            break
        yield state.say("reveal.again")
        surplus = state.box.surplus()
        if surplus:
            line = "reveal.many" if surplus > 0 else "reveal.missing"
            yield state.say(line, count=declassify.difference(abs(surplus)))
    if not right:
        yield state.say("reveal.believed")
    for seat in accused:
        yield state.say("pockets.nothing", seat=declassify.seat(seat))
        yield from put_out(state, seat)


def _round(state: CubaState, seen: set[int]) -> Play[None]:
    """Ask every seat that had the box, but those who left after showing what they took.

    A token cannot be told that others have told before in this round, or have shown in the enquiry (`seen`).
    """
    told = set(seen)
    for seat in state.order:
        if seat not in state.left or seat not in state.takes:
            yield state.say("reveal.seat", seat=declassify.seat(seat))
            yield from _told(state, seat, told)
        told.add(seat)


def _told(state: CubaState, seat: int, told: set[int]) -> Play[None]:
    """Ask for one take; what was told of it last need only be confirmed."""
    shown: Take | None = state.takes.get(seat)
    choices, kept = state.pockets(seat, told), None
    if shown is not None and choices.refusal(shown) is None:
        choices = replace(choices, words=(DONE,))
        kept = Term(Form.NUMBER, shown.count) if isinstance(shown, Diamonds) else Term(Form.CARD, shown.card)
    take = yield from ask(state, lambda: public(state, REVEALED, choices, about=seat, kept=kept))
    if isinstance(take, Diamonds | Card) and take != shown:
        yield state.took(seat, take)


def epilogue(state: CubaState, end: Situation) -> Play[None]:
    """Name the winners, and why they have won."""
    won = winners(end)
    yield Scene(scene="victory")
    yield Pause(seconds=2.0)
    yield News(topic=Topic.OUTCOME, word=outcome(won))
    said = state.say("outcome.seats", seats=declassify.seats(won)) if won else state.say("outcome.nobody")
    yield replace(said, notes=(Say(line=f"why.{reason(end)}"), *_shares(end, won)))
    yield from at_the_end(state, won)
    yield state.say("again.ask")
    if (yield from ask(state, lambda: public(state, "again", ENCORE, offer=True, encore=True))) is YES:
        yield state.say("parrain.next", seats=declassify.seats(won))
        yield from ask(state, lambda: public(state, NEXT_PARRAIN, one_seat(tuple(state.setup.seats))))


def _shares(end: Situation, won: tuple[int, ...]) -> Iterator[Say]:
    """Tell of those who win together by what each of them does: the richest thieves first."""
    if end.alone is not None:
        return
    rich = {seat: take for seat in won if isinstance(take := end.takes.get(seat), Diamonds)}
    if rich:
        most = declassify.shown_diamonds(next(iter(rich.values())))
        yield Say(line="why.thief", args=(("seats", declassify.seats(rich)), ("count", most)))
    for card in (FIDELE, NETTOYEUR, STREET, CHAUFFEUR):
        if held := [seat for seat in won if end.takes.get(seat) == Card(card)]:
            yield Say(line="why.with", args=(("seats", declassify.seats(held)), ("card", declassify.token(card))))


LINES = (
    *lines("reveal.open", "reveal.again", "reveal.believed"),
    *lines("reveal.many", "reveal.missing", count=Form.NUMBER),
    *lines("reveal.seat", seat=Form.SEAT, nightly=True),
    *lines("outcome.seats", seats=Form.SEAT),
    *lines("parrain.next", spares=["seats"], seats=Form.SEAT),
    *lines("outcome.nobody", "enquiry.broken", "again.ask"),
    *told(*(f"why.{why}" for why in REASONS)),
    *told("why.thief", seats=Form.SEAT, count=Form.NUMBER),
    *told("why.with", seats=Form.SEAT, card=Form.CARD),
)
QUESTIONS = (
    Question(
        REVEALED, Kind.TAKE, "{diamonds: N} | a token | street | cheat (done: as told last)", about=True, keeps=True
    ),
    Question("again", Kind.YES_NO, "yes | no (answers itself in a rehearsal)"),
    Question(NEXT_PARRAIN, Kind.SEATS, "any seat: the winners name the next parrain"),
)
