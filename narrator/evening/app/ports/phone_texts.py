"""What may stand on the players' phones in a game: cards, what a seat keeps, and in a night what is asked and told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

from narrator.packs.wording import Wording
from narrator.rules.core.answers import Choices, Kind
from narrator.rules.core.effects import Ask, Form, Term
from narrator.rules.core.vocabulary import Line
from narrator.rules.village.catalogue import KEPT, vocabulary
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.phases.dealing import CARD
from narrator.rules.village.powers import POWERS
from narrator.rules.village.table import NightBy
from narrator.screens.phone.pads import NAMED, PadTexts
from narrator.screens.phone.pockets import Prints


def prints_of(setup: VillageSetup, wording: Wording) -> Prints:
    """Return all that may stand on a player's phone in a game."""
    cards = tuple((card, Term(Form.CARD, card)) for card, count in setup.hand if count)
    seats = tuple(Term(Form.SEAT, seat) for seat in setup.seats)
    known = vocabulary(POWERS).lines
    notes = {
        id_: [wording.line(id_, seat=seat) for seat in seats] if known[id_].args else [wording.line(id_)]
        for id_ in KEPT
        if id_ in wording.lines
    }
    return Prints(
        [(card, wording.headline((("card", term),)), wording.line(CARD, card=term)) for card, term in cards],
        notes,
        _pad_texts(setup, wording) if setup.options.night is NightBy.PHONES else PadTexts(),
    )


def _pad_texts(setup: VillageSetup, wording: Wording) -> PadTexts:
    """Return all that may stand on a pad in a night of this composition."""
    known = vocabulary(setup.powers)
    asked = [one for one in known.questions.values() if one.secret and not (one.about or one.identifies)]
    prompts = {id_: question for question in asked for id_ in (question.id, *question.prompts)}
    none = Choices(kind=Kind.SEATS)
    questions = {
        id_: wording.prompt(Ask(question=id_, choices=none, living=(), slot=0), typed=False) for id_ in prompts
    }
    cards = [Term(Form.CARD, card) for card, count in setup.hand if count]
    told = [line for line in known.lines.values() if not line.spoken and (setup.options.ghosts or not line.tale)]
    lines = {line.id: _line_texts(line, wording, cards) for line in told}
    return PadTexts(questions, lines)


def _line_texts(line: Line, wording: Wording, cards: Sequence[Term]) -> tuple[str, Sequence[str]]:
    """Return of what form a line is, and its texts: `PadTexts`."""
    named = {name: Term(Form.TEXT, NAMED if form is Form.SEAT else "…") for name, form in line.args}
    match {form: name for name, form in line.args}:
        case {Form.HAND: name}:
            hands = [
                tuple(Counter(str(card.value) for card in two if card is not None).items())
                for two in product((None, *cards), repeat=2)
            ]
            return "hand", [wording.line(line.id, **{**named, name: Term(Form.HAND, hand)}) for hand in hands if hand]
        case {Form.CARD: name}:
            return "card", [wording.line(line.id, **{**named, name: card}) for card in cards]
        case {Form.SEAT: "seats"}:
            two = wording.line(line.id, **{**named, "seats": Term(Form.SEAT, (1, 2))})
            return "seats", [wording.line(line.id, **named), two.replace(wording.seat_list((1, 2)), NAMED)]
        case _:
            return "seat", [wording.line(line.id, **named)]
