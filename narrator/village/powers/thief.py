"""The thief (voleur): on the first night he may take one of the two cards left in the centre.

If both are wolves he must take one; where he does not choose, the narrator draws.
"""

from __future__ import annotations

from narrator.core.answers import KEEP, SILENT, Card, Choices, Kind, Token
from narrator.core.effects import Form, Term
from narrator.core.lots import drawn
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines
from narrator.village.asking import ask
from narrator.village.powers.power import Power
from narrator.village.setup import WOLVES
from narrator.village.table import Table, card_term, seat_term

CHOOSE, RESULT = range(2)


def act(table: Table) -> Play[None]:
    """Show the centre, ask for a card, show what he is from now on."""
    thieves = table.holders("thief")
    if not thieves:
        return
    (thief,) = thieves
    me = table.private("thief")
    if table.centre:
        centre = tuple((card, table.centre.count(card)) for card in sorted(set(table.centre)))
        yield table.show("thief.centre", to=me, slot=CHOOSE, cards=Term(Form.HAND, centre))
    choices = _choices(table)
    answer = yield from ask(table, lambda: table.ask("thief.card", choices, to=me, slot=CHOOSE))
    if isinstance(answer, Card):
        taken = answer.card
    elif KEEP not in choices.words:
        taken = drawn(table.key, sorted(table.centre), "thief.card")
    else:
        yield table.show("thief.same", to=me, slot=RESULT)
        return
    if table.centre:
        table.centre[table.centre.index(taken)] = table.cards[thief]
    table.tale.append(("epilogue.thief", (thief,)))
    yield table.deed("story.thief", seat=seat_term(thief), card=card_term(taken))
    yield table.holds(thief, taken)
    yield table.show("thief.now", to=me, slot=RESULT, card=card_term(taken))


def _choices(table: Table) -> Choices:
    """Return the two cards and `keep`; without `keep` where both are wolves.

    Where a leader tells what the thief does, the centre is not known: any card of the composition but his own.
    """
    centre = table.centre or [card for card, _ in table.setup.hand if card != table.setup.card_with("thief")]
    forced = bool(table.centre) and all(table.setup.role(card).camp == WOLVES for card in table.centre)
    words: tuple[Token, ...] = (SILENT,) if forced else (KEEP, SILENT)
    return Choices(kind=Kind.CARD, cards=tuple(sorted(set(centre))), words=words)


POWER = Power(
    id="thief",
    slots=2,
    act=act,
    lines=(
        *lines("thief.wake", "thief.sleep"),
        *lines("thief.centre", cards=Form.HAND),
        *lines("thief.same"),
        *lines("thief.now", card=Form.CARD),
        *lines("story.thief", seat=Form.SEAT, card=Form.CARD),
        *lines("epilogue.thief", seats=Form.SEAT),
    ),
    questions=(Question("thief.card", Kind.CARD, "one of the two cards | keep, unless both are wolves", secret=True),),
)
