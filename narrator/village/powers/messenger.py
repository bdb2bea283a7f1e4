"""The messenger (messager): he delivers what the seer or the scout leaves behind, and his post outlives him.

Who has died, his card seen by all, since the last night leaves a message: on paper laid on the device, or typed. The
next night the messenger is called, written or not, and says whom it goes to; to himself for one message only. The
receiver learns it in the secret round. A messenger who died delivers that night all the same, then names his heir
after the hunters. With nobody left to deliver, the message is lost.

That the calls are made depends on public deaths alone.
"""

from __future__ import annotations

from narrator.core.answers import NOBODY, SILENT, Choices, Kind, Seats, Text
from narrator.core.effects import Form, Leader, Term
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines, unspoken
from narrator.village import declassify
from narrator.village.asking import put, secret_seat
from narrator.village.counts import Counted
from narrator.village.powers.power import Power
from narrator.village.rounds import secret_round
from narrator.village.table import Message, Table, scene, seat_term, to_seat

AUTHORS = ("seer", "scout")
LONGEST = 200
"""The most letters of a typed message."""


def collect(table: Table) -> Play[None]:
    """Before nightfall, let those who may leave a message write it."""
    table.messages = []
    if table.setup.card_with("messenger") is None:
        return
    for seat in table.newly_dead:  # which grows where somebody leaves meanwhile
        if _was_author(table, seat):
            message = Message(seat)
            table.messages.append(message)
            yield from _write(table, message)


def _write(table: Table, message: Message) -> Play[None]:
    """Give an author the time to write, on paper or here."""
    yield scene("evening", "message")
    yield table.say("message.leave", seat=declassify.seat(message.author))
    yield table.window("message")
    choices = Choices(kind=Kind.TEXT, length=LONGEST, words=(NOBODY, SILENT))
    question = table.ask("message.text", choices, to=to_seat(message.author), slot=0, about=message.author)
    answer = yield from put(table, question)
    if isinstance(answer, Text):
        message.text = answer.text
        yield table.deed("story.message", seat=seat_term(message.author), text=Term(Form.TEXT, answer.text))


def _was_author(table: Table, dead: int) -> bool:
    """Whether all have seen that a dead player held a card that leaves a message."""
    card = table.shown_by.get(dead)
    return card is not None and card in (table.setup.card_with(power) for power in AUTHORS)


def due(table: Table) -> bool:
    """Whether there is a message to deliver tonight."""
    return bool(table.messages)


def _courier(table: Table) -> int | None:
    """Return who delivers: the messenger or his heir, alive or dead since the last night."""
    card = table.setup.card_with("messenger")
    held = [seat for seat, told in table.cards.items() if told == card]
    seat = table.heir if table.heir is not None else next(iter(held), None)
    return seat if seat in table.living or seat in table.newly_dead else None


def act(table: Table) -> Play[None]:
    """Ask whom each message goes to."""
    courier = _courier(table)
    if courier is None:
        return
    for slot, message in enumerate(table.messages):
        barred = (courier,) if "message" in table.spent else ()
        choices = secret_seat(table.others(*barred))
        question = table.ask("message.to", choices, to=to_seat(courier), slot=slot, about=message.author)
        answer = yield from put(table, question)
        if isinstance(answer, Seats):
            (message.to,) = answer.seats
            yield table.deed("story.delivered", seat=seat_term(message.to))
            if message.to == courier:
                table.spent.add("message")


def hand_out(table: Table) -> Play[None]:
    """Tell the receivers: by the secret round, or by the leader's hand."""
    if not table.led:
        yield from secret_round(table, "message.round", "round", Counted.DEAD_SHOWN, _read)
        return
    yield scene("night", "message")
    yield table.say("message.tour")
    yield table.window("errand")
    for message in table.messages:
        if message.to is None:
            yield table.show("message.lost", to=Leader(), slot=0)
        else:
            yield table.show("message.hand", to=Leader(), slot=0, seat=seat_term(message.to))


def _read(table: Table, seat: int) -> Play[None]:
    """Show a receiver his message, or where the paper is; show everybody else the same-looking nothing."""
    received = [message for message in table.messages if message.to == seat]
    if not received:
        yield table.show("round.nothing", to=to_seat(seat), slot=0)
    for message in received:
        if message.text is None:
            yield table.show("message.paper", to=to_seat(seat), slot=0, seat=seat_term(message.author))
        else:
            text = Term(Form.TEXT, message.text)
            yield table.show("message.told", to=to_seat(seat), slot=0, seat=seat_term(message.author), text=text)


def heir_due(table: Table) -> bool:
    """Whether the post may be vacant, as far as everybody knows: its card was seen dead, and somebody just died."""
    return table.publicly_gone("messenger") and bool(table.newly_dead)


def name_heir(table: Table) -> Play[None]:
    """Ask a messenger who has just died for his heir."""
    courier = _courier(table)
    if courier is None or courier in table.living:
        return
    choices = secret_seat(table.others())
    answer = yield from put(table, table.ask("message.heir", choices, to=to_seat(courier), slot=0, about=courier))
    if isinstance(answer, Seats):
        (table.heir,) = answer.seats
        yield table.deed("story.heir", seat=seat_term(table.heir))


POWER = Power(
    id="messenger",
    slots=(Counted.SEAT, Counted.SEAT),
    due=due,
    act=act,
    after=hand_out,
    lines=(
        *lines("messenger.wake", "messenger.sleep", "message.round", "message.tour"),
        *unspoken("message.lost"),
        *lines("message.leave", seat=Form.SEAT),
        *unspoken("message.hand", "message.paper", seat=Form.SEAT),
        *unspoken("message.told", "story.message", seat=Form.SEAT, text=Form.TEXT),
        *unspoken("story.delivered", seat=Form.SEAT),
    ),
    questions=(
        Question("message.text", Kind.TEXT, "a text | none: on paper", secret=True, about=True),
        Question("message.to", Kind.SEATS, "a living seat, oneself for one message only", secret=True, about=True),
    ),
)

HEIR = Power(
    id="heir",
    slots=(Counted.SEAT,),
    needs="messenger",
    due=heir_due,
    act=name_heir,
    lines=(*lines("heir.wake", "heir.sleep"), *unspoken("story.heir", seat=Form.SEAT)),
    questions=(Question("message.heir", Kind.SEATS, "a living seat | none", secret=True, about=True),),
)
