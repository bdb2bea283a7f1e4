"""Taking a card from the centre on the first night, for good: the thief (voleur) and the double agent (agent double).

The thief may take one of the two cards left in the centre; if both are wolves he must take one, and where he does not
choose, the narrator draws. The double agent always becomes one of the two.
"""

from __future__ import annotations

from functools import partial

from narrator.rules.core.answers import KEEP, SILENT, Card, Choices, Kind, Token
from narrator.rules.core.effects import Form, Term
from narrator.rules.core.keyed_draws import drawn
from narrator.rules.core.play import Play
from narrator.rules.core.table_state import put
from narrator.rules.core.vocabulary import Eyes, Question, lines, told, unspoken
from narrator.rules.village.powers.power import Power
from narrator.rules.village.state import VillageState, card_term, seat_term
from narrator.rules.village.table import WOLVES
from narrator.rules.village.windows import Counted

SWAPPING = "thief", "double"
"""The powers that do it."""

CHOOSE, RESULT = range(2)


SWAPS = {f"{power}.card": power for power in SWAPPING}
"""The questions by which a card is taken from the centre, with the power that takes it."""


def swap(state: VillageState, *, power: str, may_keep: bool) -> Play[None]:
    """Show the centre, ask for a card, show what he is from now on.

    Who must take one and does not choose is drawn one.
    """
    for seat in state.holders(power):
        me = state.private(power)
        if state.centre:
            centre = tuple((card, state.centre.count(card)) for card in sorted(set(state.centre)))
            yield state.show(f"{power}.centre", to=me, slot=CHOOSE, cards=Term(Form.HAND, centre))
        choices = _choices(state, power, may_keep=may_keep)
        answer = yield from put(state, state.ask(f"{power}.card", choices, to=me, slot=CHOOSE))
        taken = None
        if isinstance(answer, Card):
            taken = answer.card
        elif KEEP not in choices.words and state.centre:
            taken = drawn(state.key, sorted(state.centre), f"{power}.card")
        if taken is None:
            yield state.show(f"{power}.same", to=me, slot=RESULT, word=KEEP)
            return
        if state.centre:
            state.centre[state.centre.index(taken)] = state.cards[seat]
        state.secret_history.done(f"epilogue.{power}", seat)
        yield state.deed(f"story.{power}", seat=seat_term(seat), card=card_term(taken))
        yield state.holds(seat, taken)
        yield state.show(f"{power}.now", to=me, slot=RESULT, card=card_term(taken))


def _choices(state: VillageState, power: str, *, may_keep: bool) -> Choices:
    """Return the cards of the centre, and `keep` where it is allowed: never where all of them are hunters.

    Where a leader tells what is taken, the centre is not known: any card of the composition but one's own.
    """
    centre = state.centre or [card for card, _ in state.setup.hand if card != state.setup.card_with(power)]
    hunters = bool(state.centre) and all(state.setup.role(card).camp == WOLVES for card in state.centre)
    words: tuple[Token, ...] = (KEEP, SILENT) if may_keep and not hunters else (SILENT,)
    return Choices(kind=Kind.CARD, cards=tuple(sorted(set(centre))), words=words)


def _swapping(power: str, slots: tuple[Counted, Counted], *, may_keep: bool, legal: str) -> Power:
    return Power(
        id=power,
        slots=slots,
        act=partial(swap, power=power, may_keep=may_keep),
        lines=(
            *lines(f"{power}.wake", f"{power}.sleep", eyes=Eyes.CLOSED),
            *unspoken(f"{power}.same", word=KEEP),
            *unspoken(f"{power}.centre", cards=Form.HAND),
            *unspoken(f"{power}.now", card=Form.CARD),
            *told(f"story.{power}", seat=Form.SEAT, card=Form.CARD),
            *lines(f"epilogue.{power}", seats=Form.SEAT),
        ),
        questions=(Question(f"{power}.card", Kind.CARD, legal, secret=True),),
    )


SLOTS = (Counted.CENTRE_OR_KEEP, Counted.CARD_OR_KEPT_SHOWN)
THIEF = _swapping("thief", SLOTS, may_keep=True, legal="one of the two cards | keep, unless both are wolves")
DOUBLE = _swapping("double", (Counted.CENTRE, Counted.CARD_SHOWN), may_keep=False, legal="one of the two undealt cards")
