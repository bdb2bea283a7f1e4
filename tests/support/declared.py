"""What every effect of every game keeps to: declared words, seats of the table, slots of the open window."""

from __future__ import annotations

from collections.abc import Iterable

from narrator.core.effects import Ask, Deed, Effect, Fact, Form, Holders, Player, Say, Scene, Show, Term, Window
from narrator.core.play import choices_of
from narrator.core.secrets import Secret, unseal
from narrator.core.vocabulary import Vocabulary
from narrator.cuba import catalogue as box
from narrator.cuba.setup import CubaSetup
from narrator.soundscape.scenes import resolved
from narrator.village import catalogue as village
from narrator.village.powers import POWERS
from narrator.village.setup import VillageSetup

IN_A_WINDOW = ("death.card", "hymn")
"""Public questions that may stand in a window: an unseen card of the dead, and who starts to sing."""


def vocabulary_of(setup: VillageSetup | CubaSetup) -> Vocabulary:
    """Gather what the game may say and ask, anew each time: a mutant changes it after it was imported."""
    return village.vocabulary(POWERS) if isinstance(setup, VillageSetup) else box.vocabulary()


def assert_declared(setup: VillageSetup | CubaSetup, effects: Iterable[Effect], words: Vocabulary) -> None:
    """Assert that all that is said, shown and asked is declared, and that whom and what it names is there."""
    seats = range(1, setup.players + 1)
    window, slot = Window(call="none", slots=()), 0
    for effect in effects:
        match effect:
            case Say():
                assert words.lines[effect.line].spoken, effect.line
                _assert_named(effect.args, words.lines[effect.line].args, seats)
            case Show() | Deed():
                assert not words.lines[effect.line].spoken, effect.line
                terms = unseal(effect.args)
                _assert_named(terms, words.lines[effect.line].args, seats)
            case Ask():
                question = words.questions[effect.question]
                secret = effect.slot is not None
                assert secret == isinstance(effect.choices, Secret), effect.question
                assert secret == question.secret or effect.question in IN_A_WINDOW, effect.question
                assert choices_of(effect).kind is question.kind, effect.question
                assert (effect.about in seats) if question.about else (effect.about is None), effect.question
            case Scene():
                assert resolved(effect.scene), "a scene that is not known is refused"
            case Window():
                assert setup.windows[effect.call], effect.call
                window, slot = effect, 0
            case _:
                pass
        if isinstance(effect, Show | Ask) and effect.slot is not None:
            assert slot <= effect.slot < len(window.slots), f"slot {effect.slot} of the window {window.call}"
            match effect.to:
                case Player(seat=seat):
                    assert seat in seats, seat
                case Holders(card=card):
                    assert isinstance(setup, VillageSetup)
                    assert card in dict(setup.hand), card
            slot = effect.slot


def _assert_named(
    args: Iterable[tuple[str, Term | Fact]], declared: tuple[tuple[str, Form], ...], seats: Iterable[int]
) -> None:
    named = list(args)
    assert tuple((name, value.form) for name, value in named) == declared
    for _, value in named:
        items = value.value if isinstance(value.value, tuple) else (value.value,)
        match value.form:
            case Form.SEAT:
                assert set(items) <= set(seats), value
            case Form.NUMBER:
                assert all(type(item) is int for item in items), value
            case Form.HAND:
                assert all(isinstance(item, tuple) and [type(part) for part in item] == [str, int] for item in items)
            case _:
                assert all(isinstance(item, str) for item in items), value
