"""What the tale says that somebody died of, where more than one thing struck him in one night."""

from __future__ import annotations

from collections.abc import Sequence

from tables import table

from narrator.core.answers import DONE, NO, YES, Answer, seat
from narrator.core.effects import Deed
from narrator.core.play import play


def causes(cards: str, answers: Sequence[Answer]) -> list[str]:
    """Return what was noted of deaths in a night of these answers."""
    effects = play(table(cards, elect="never"), answers).effects
    return [effect.line for effect in effects if isinstance(effect, Deed) and effect.line.startswith("story.death.")]


GIRL = "loup-garou*2 petite-fille sorcière villageois*4"
WITCH = "loup-garou*2 villageois sorcière villageois*4"


def test_a_girl_who_was_caught_and_poisoned_was_caught() -> None:
    assert causes(GIRL, [seat(5), seat(3), seat(3), DONE]) == ["story.death.caught"]


def test_who_was_attacked_and_poisoned_was_poisoned_first() -> None:
    assert causes(WITCH, [seat(5), NO, seat(5), DONE]) == ["story.death.poison"]


def test_who_was_healed_and_poisoned_was_poisoned() -> None:
    assert causes(WITCH, [seat(5), YES, seat(5), DONE]) == ["story.death.poison"]
