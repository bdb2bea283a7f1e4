"""The lines that a session makes from public news: how things stand, what was heard, counted or asked back."""

from __future__ import annotations

from enum import Enum
from typing import Final, assert_never

from narrator.rules.core.answers import NO, YES, Answer, Card, Diamonds, Kind, Leave, Number, Seats, Text, Tie, Token
from narrator.rules.core.effects import Ask, Fact, Form, Purpose, Say, Unit, Verb
from narrator.rules.core.play import Confirm, choices_of
from narrator.table.inbox.entry import Reply
from narrator.table.inbox.moment import Facts
from narrator.table.language.offered_answers import Offer, SetupAsk
from narrator.table.session.presses import Sign


def said(line: str, occurrence: int = 0) -> Say:
    """Say a line without arguments."""
    return Say(line=line, occurrence=occurrence)


def state(facts: Facts) -> list[Say]:
    """Say how things stand: which night or day, who lives, who is dead, who holds the office."""
    lines = [said("resume.night" if facts.asleep else "resume.day" if facts.day else "resume.before")]
    if facts.dead:
        lines.append(Say(line="resume.living", args=(("seats", Fact(Form.SEAT, facts.living)),)))
        lines.append(Say(line="resume.dead", args=(("seats", Fact(Form.SEAT, tuple(facts.dead))),)))
    if facts.office is not None:
        lines.append(Say(line="resume.office", args=(("seat", Fact(Form.SEAT, facts.office)),)))
    return lines


def resumed(facts: Facts, *, eyes_closed: bool) -> list[Say]:
    """Say that the game goes on, and how things stand. Eyes may be `eyes_closed` before the first night, too."""
    first, *others = state(facts)
    return [said("resume.hello"), said("resume.night") if eyes_closed else first, *others]


def reminder(card: str) -> Say:
    """Say what a card does, as before the first night."""
    return Say(line="reminder.card", args=(("card", Fact(Form.CARD, card)),))


def unheard(seat: int, alias: str) -> Say:
    """Say how somebody is named whose first name the ears do not know: by another word for it, else by number."""
    who = ("seat", Fact(Form.SEAT, seat))
    if alias:
        return Say(line="ear.alias", args=(who, ("alias", Fact(Form.TEXT, alias))))
    return Say(line="ear.number", args=(who, ("number", Fact(Form.NUMBER, seat))))


def seat_asked(seat: int) -> Say:
    """Ask whether a new phone may have a seat."""
    return Say(line="seats.asks", args=(("seats", Fact(Form.SEAT, (seat,))),))


def heard(answer: Answer, *, denounces: bool = False) -> Say:
    """Read back an answer that is public as such; `denounces` tells that its seat is denounced."""
    match answer:
        case Token():
            return said(f"heard.{answer.value}")
        case Seats(seats=(seat,)) if denounces:
            return Say(line="heard.denounce", args=(("seat", Fact(Form.SEAT, seat)),))
        case Seats(seats=seats):
            return Say(line="heard.seats", args=(("seats", Fact(Form.SEAT, seats)),))
        case Tie(seats=seats, clear=clear):
            tied = ("seats", Fact(Form.SEAT, seats))
            if clear is None:
                return Say(line="heard.tie", args=(tied,))
            return Say(line="heard.clear_tie", args=(("seat", Fact(Form.SEAT, clear)), tied))
        case Card(card=card):
            return Say(line="heard.card", args=(("card", Fact(Form.CARD, card)),))
        case Number(value=number) | Diamonds(count=number):
            return Say(line="heard.number", args=(("number", Fact(Form.NUMBER, number)),))
        case Leave(seat=seat):
            return Say(line="heard.leave", args=(("seat", Fact(Form.SEAT, seat)),))
        case Text(text=text):
            return Say(line="heard.text", args=(("text", Fact(Form.TEXT, text)),))
        case _:
            assert_never(answer)


def either(one: Answer, other: Answer) -> Say | None:
    """Ask which of two answers was given aloud; None where they cannot be asked about in one sentence."""
    match one, other:
        case Seats(seats=(first,)), Seats(seats=(second,)):
            return Say(line="heard.either_seat", args=_two(Form.SEAT, first, second))
        case Card(card=card), Card(card=another):
            return Say(line="heard.either_card", args=_two(Form.CARD, card, another))
        case Number(value=number), Number(value=another_number):
            return Say(line="heard.either_number", args=_two(Form.NUMBER, number, another_number))
        case _:
            return None


def _two(form: Form, one: int | str, other: int | str) -> tuple[tuple[str, Fact], ...]:
    return ("one", Fact(form, one)), ("other", Fact(form, other))


def counting(purpose: Purpose) -> Say:
    """Say what is about to be counted for: to choose, or to look."""
    return said(f"count.{purpose.value}")


def counted(item: object) -> Say:
    """Say one item of a count, as short as can be."""
    match item:
        case Token() | Sign():
            return said(f"count.{item.value}")
        case Seats(seats=(seat,)):
            return Say(line="count.seat", args=(("seat", Fact(Form.SEAT, seat)),))
        case Card(card=card):
            return Say(line="count.card", args=(("card", Fact(Form.CARD, card)),))
        case Number(value=number) | Diamonds(count=number):
            return Say(line="count.number", args=(("number", Fact(Form.NUMBER, number)),))
        case _:
            raise ValueError(f"{item} cannot be counted")


def offer_of(ask: Ask, answer: object) -> Offer | None:
    """Return what a question before a game offers by this answer; None where it does not, and in a game."""
    offers = ask.offers if isinstance(ask, SetupAsk) else ()
    return next((offer for offer in offers if offer.answer == answer), None)


def asked_back(ask: Ask, answer: Answer) -> Say:
    """Ask back an answer to this question."""
    offer = offer_of(ask, answer)
    return heard(answer, denounces=denounces(ask, answer)) if offer is None else named("box.heard", offer)


def said_back(ask: Ask, item: object) -> Say:
    """Say an answer to this question, or what else can be counted at it, as short as can be."""
    offer = offer_of(ask, item)
    return counted(item) if offer is None else named("box.chosen", offer)


def enumerated(ask: SetupAsk, item: object) -> Say:
    """Say an answer with its number among the others, unless it is a number, a yes or a no."""
    place, offer = next(its for its in enumerate(ask.offers, start=1) if its[1].answer == item)
    if ask.counts or offer.plain:
        return named("box.chosen", offer)
    number, text = Fact(Form.NUMBER, place), Fact(Form.TEXT, offer.said)
    return offer.counted or Say(line="box.offered", args=(("number", number), ("text", text)))


def named(line: str, offer: Offer) -> Say:
    """Say a line that names what is offered."""
    return Say(line=line, args=(("text", Fact(Form.TEXT, offer.said)),))


CONFIRM, EITHER, STANDS = "voice.confirm", "voice.either", "voice.stands"

ASKED_BACK: Final = {CONFIRM: "heard.confirm", EITHER: "heard.which", STANDS: "heard.stands"}
"""These questions, and the line of the session that stands on a screen while each of them is open."""


def words_of(ask: Ask) -> Say | None:
    """Return what a question is put in by itself; None where it was said before it: in a game, and an answer back."""
    return ask.words if isinstance(ask, SetupAsk) and ask.question not in ASKED_BACK else None


def denounces(ask: Ask, answer: Answer) -> bool:
    """Whether an answer is a denunciation."""
    return ask.aloud.verb is Verb.DENOUNCE and isinstance(answer, Seats)


def irrevocable(ask: Ask, answer: Answer) -> bool:
    """Whether an answer tells at once what no undo can hide again: it counts after a yes alone."""
    return isinstance(answer, Leave) or denounces(ask, answer)


class Care(Enum):
    """What an answer has to go through before it counts."""

    TAKEN = "at once"
    SAID_BACK = "said back, with time to take it back"
    ASKED_BACK = "asked back, and a yes"


def care(ask: Ask, reply: Reply, confirm: Confirm) -> Care:
    """Return what an answer has to go through before it counts.

    What is offered may be had or not, or comes a little early; but not the end of a debate. Asked back is what no undo
    reaches, what takes several words, and whoever is named in a debate, where people talk of each other.
    So is who plays the next game.
    """
    answer, aloud = reply.answer, ask.aloud
    offered = (ask.offer and not isinstance(answer, Text)) or (isinstance(ask, SetupAsk) and answer in (YES, NO))
    if reply.certain or not (irrevocable(ask, answer) or (reply.spoken and (aloud.debate or not offered))):
        return Care.TAKEN
    named = answer.seats if isinstance(answer, Seats) else ()
    several = len(named) > 1 or isinstance(answer, Tie | Leave) or (ask.encore and isinstance(answer, Text))
    shows = aloud.verb is not None or aloud.unit is Unit.DIAMONDS or choices_of(ask).kind is Kind.TAKE
    if several or shows or (aloud.debate and named) or confirm is Confirm.ALWAYS:
        return Care.ASKED_BACK
    return Care.SAID_BACK
