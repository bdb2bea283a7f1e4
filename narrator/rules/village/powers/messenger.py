"""The messenger (messager): he delivers what the seer or the scout leaves behind, and his post outlives him.

Who has died, his card seen by all, since the last night leaves a message: on paper laid on the device, or typed. The
next night the messenger is called, written or not, and says whom it goes to; to himself for one message only. The
receiver learns it in the secret round. A messenger who died delivers that night all the same, then names his heir
after the hunters. With nobody left to deliver, the message is lost.

That the calls are made depends on public deaths alone.
"""

from __future__ import annotations

from narrator.rules.core.answers import NOBODY, SILENT, Choices, Kind, Seats, Text
from narrator.rules.core.effects import Form, Leader, Term
from narrator.rules.core.play import Play
from narrator.rules.core.table_state import put
from narrator.rules.core.vocabulary import Eyes, Question, lines, told, unspoken
from narrator.rules.village import declassify
from narrator.rules.village.powers.power import Power
from narrator.rules.village.state import Message, VillageState, night_scene, scene, seat_term, to_seat
from narrator.rules.village.windows import Counted, put_in_window, secret_round, secret_seat

AUTHORS = ("seer", "scout")
LONGEST = 200
"""The most letters of a typed message."""


def collect(state: VillageState) -> Play[None]:
    """Before nightfall, let those who may leave a message write it."""
    state.messages = []
    if state.setup.card_with("messenger") is None:
        return
    leaving = {state.setup.card_with(power) for power in AUTHORS} - {None}
    for seat in state.newly_dead:  # which grows where somebody leaves meanwhile
        if state.shown_by.get(seat) in leaving:  # all have seen that he held such a card
            message = Message(seat)
            state.messages.append(message)
            yield from _write(state, message)


def _write(state: VillageState, message: Message) -> Play[None]:
    yield scene("evening")
    yield state.say("message.leave", seat=declassify.seat(message.author))
    yield state.window("message")
    choices = Choices(kind=Kind.TEXT, length=LONGEST, words=(NOBODY, SILENT))
    question = state.ask("message.text", choices, to=to_seat(message.author), slot=0, about=message.author)
    answer = yield from put_in_window(state, put(state, question))
    if isinstance(answer, Text):
        message.text = answer.text
        yield state.deed("story.message", seat=seat_term(message.author), text=Term(Form.TEXT, answer.text))


def _courier(state: VillageState) -> int | None:
    """Return who delivers: the messenger or his heir, alive or dead since the last night."""
    card = state.setup.card_with("messenger")
    held = [seat for seat, told in state.cards.items() if told == card]
    seat = state.heir if state.heir is not None else next(iter(held), None)
    return seat if seat in state.living or seat in state.newly_dead else None


def act(state: VillageState) -> Play[None]:
    """Ask whom each message goes to."""
    courier = _courier(state)
    if courier is None:
        return
    for slot, message in enumerate(state.messages):
        kept = f"message.{courier}"  # for one message only: whoever holds the post, an heir too
        barred = (courier,) if kept in state.spent else ()
        choices = secret_seat(state.others(*barred))
        question = state.ask("message.to", choices, to=to_seat(courier), slot=slot, about=message.author)
        answer = yield from put(state, question)
        if isinstance(answer, Seats):
            (message.to,) = answer.seats
            yield state.deed("story.delivered", seat=seat_term(message.to))
            if message.to == courier:
                state.spent.add(kept)


def hand_out(state: VillageState) -> Play[None]:
    """Tell the receivers: by the secret round, or by the leader's hand."""
    if not state.led:
        yield from secret_round(state, "message.round", "round", Counted.DEAD_SHOWN, _read)
        return
    yield night_scene("night")
    yield state.say("message.tour")
    yield state.window("errand")
    for message in state.messages:
        if message.to is None:
            yield state.show("message.lost", to=Leader(), slot=0)
        else:
            yield state.show("message.hand", to=Leader(), slot=0, seat=seat_term(message.to))


def _read(state: VillageState, seat: int) -> Play[None]:
    """Show a receiver his message, or where the paper is; show everybody else the same-looking nothing."""
    received = [message for message in state.messages if message.to == seat]
    if not received:
        yield state.show("round.nothing", to=to_seat(seat), slot=0, word=NOBODY)
    for message in received:
        if message.text is None:
            yield state.show("message.paper", to=to_seat(seat), slot=0, seat=seat_term(message.author))
        else:
            text = Term(Form.TEXT, message.text)
            yield state.show("message.told", to=to_seat(seat), slot=0, seat=seat_term(message.author), text=text)


def heir_due(state: VillageState) -> bool:
    """Whether the post may be vacant, by what everybody knows: its card was seen dead, and somebody just died."""
    return state.publicly_gone("messenger") and bool(state.newly_dead)


def name_heir(state: VillageState) -> Play[None]:
    """Ask a messenger who has just died for his heir."""
    courier = _courier(state)
    if courier is None or courier in state.living:
        return
    choices = secret_seat(state.others())
    answer = yield from put(state, state.ask("message.heir", choices, to=to_seat(courier), slot=0, about=courier))
    if isinstance(answer, Seats):
        (state.heir,) = answer.seats
        yield state.deed("story.heir", seat=seat_term(state.heir))


MESSENGER = Power(
    id="messenger",
    whispers=True,
    slots=(Counted.SEAT, Counted.SEAT),
    due=lambda state: bool(state.messages),
    act=act,
    after=hand_out,
    lines=(
        *lines("messenger.wake", "messenger.sleep", "message.round", "message.tour", eyes=Eyes.CLOSED),
        *unspoken("message.lost"),
        *lines("message.leave", seat=Form.SEAT),
        *unspoken("message.hand", "message.paper", seat=Form.SEAT),
        *unspoken("message.told", seat=Form.SEAT, text=Form.TEXT),
        *told("story.message", seat=Form.SEAT, text=Form.TEXT),
        *told("story.delivered", seat=Form.SEAT),
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
    lines=(*lines("heir.wake", "heir.sleep", eyes=Eyes.CLOSED), *told("story.heir", seat=Form.SEAT)),
    questions=(Question("message.heir", Kind.SEATS, "a living seat | none", secret=True, about=True),),
)
