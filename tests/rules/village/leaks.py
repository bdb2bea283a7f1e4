"""Doubles of the engine that leak: each plays the real game and spoils what is heard in one way.

They show that the test of law 1 would notice. Each changes the stretch of effects from one question to the next,
knowing the answer given before and the question that follows, as a careless engine might.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from narrator.rules.core.answers import SILENT, Answer, Seats, seat
from narrator.rules.core.effects import Ask, Count, Deed, Effect, News, Pause, Say, Scene, Topic, Window
from narrator.rules.core.play import Play, Walk, choices_of
from narrator.rules.core.secrets import unseal
from narrator.rules.village.game import VillageSetup

Spoil = Callable[[list[Effect], Answer | None], list[Effect]]


@dataclass(frozen=True)
class Leaky:
    """A table whose game leaks."""

    setup: VillageSetup
    spoil: Spoil

    def begin(self) -> Play[str]:
        walk = Walk(self.setup)
        answer: Answer | None = None
        while True:
            effects = walk.run()
            for effect in self.spoil(effects, answer):
                if not isinstance(effect, Ask):
                    yield effect
            if walk.pending is None:
                return walk.outcome or ""
            answer = yield walk.pending
            assert answer is not None
            walk.answer(answer)


def skips_who_is_not_there(effects: list[Effect], _answer: Answer | None) -> list[Effect]:
    """Leave out a call in which nobody is asked."""
    kept: list[Effect] = []
    for effect in effects:
        if isinstance(effect, Say) and effect.line == "seer.sleep" and _said(kept, "seer.wake"):
            start = next(i for i, other in enumerate(kept) if isinstance(other, Say) and other.line == "seer.wake")
            del kept[start:]
        else:
            kept.append(effect)
    return kept


def sighs_at_silence(effects: list[Effect], answer: Answer | None) -> list[Effect]:
    """Be audibly disappointed where nothing valid came."""
    return [Pause(seconds=0.1), *effects] if answer is SILENT else effects


def closes_empty_windows_early(effects: list[Effect], _answer: Answer | None) -> list[Effect]:
    """End a window at once where its call passes without a question."""
    return [
        replace(e, slots=e.slots[:1]) if isinstance(e, Window) and _said(effects, f"{e.call}.sleep") else e
        for e in effects
    ]


def ends_the_witches_window_early(effects: list[Effect], _answer: Answer | None) -> list[Effect]:
    """Give the witch no time for a potion that she is not asked about."""
    asked = isinstance(effects[-1], Ask) and effects[-1].question.startswith("witch.")
    return [
        replace(e, slots=e.slots[:1]) if isinstance(e, Window) and e.call == "witch" and not asked else e
        for e in effects
    ]


def words_depend_on_answers(effects: list[Effect], answer: Answer | None) -> list[Effect]:
    """Choose the next variant by what was answered in secret."""
    bump = 0 if answer is SILENT or answer is None else 1
    return [replace(e, occurrence=e.occurrence + bump) if isinstance(e, Say) else e for e in effects]


class ShortensTheFirstNight:
    """Do not call the lovers where cupid named nobody."""

    def __init__(self) -> None:
        self.asked = ""

    def __call__(self, effects: list[Effect], answer: Answer | None) -> list[Effect]:
        before, self.asked = self.asked, effects[-1].question if isinstance(effects[-1], Ask) else ""
        if before != "cupid.lovers" or answer is not SILENT:
            return effects
        return [e for e in effects if not (isinstance(e, Say) and e.line.startswith("lovers."))]


def counts_what_is_legal(effects: list[Effect], _answer: Answer | None) -> list[Effect]:
    """Count only what the one who is asked may answer."""
    asked = effects[-1]
    if not isinstance(asked, Ask) or asked.slot is None:
        return effects
    legal = (Count(tuple(map(seat, choices_of(asked).seats))),)
    return [replace(e, counts=(legal,) * len(e.slots)) if isinstance(e, Window) else e for e in effects]


def counts_for_the_living(effects: list[Effect], _answer: Answer | None) -> list[Effect]:
    """Count nothing where a call passes without a question."""
    return [
        replace(e, counts=()) if isinstance(e, Window) and _said(effects, f"{e.call}.sleep") else e for e in effects
    ]


class RemarksOnPoison:
    """Leave out what is remarked on a dawn where somebody was struck in the night."""

    def __init__(self) -> None:
        self.asked, self.struck = "", False

    def __call__(self, effects: list[Effect], answer: Answer | None) -> list[Effect]:
        self.struck = isinstance(answer, Seats) if self.asked == "witch.poison" else self.struck
        self.asked = effects[-1].question if isinstance(effects[-1], Ask) else ""
        return [e for e in effects if not (self.struck and isinstance(e, Say) and e.line.startswith("react."))]


class SkipsTheDead:
    """Leave out the witch's call once her death is decided, or public, though nobody has seen that it is she who died.

    `decided`: from the choice of the hunters on; else from dawn on, which everybody may hear where her card is shown.
    """

    def __init__(self, *, decided: bool) -> None:
        self.decided, self.asked = decided, ""
        self.witch: object = None
        self.dead: set[object] = set()
        self.skipping = False

    def __call__(self, effects: list[Effect], answer: Answer | None) -> list[Effect]:
        if self.decided and self.asked == "wolves.victim" and isinstance(answer, Seats):
            self.dead |= {*answer.seats}
        self.asked = effects[-1].question if isinstance(effects[-1], Ask) else ""
        return [effect for effect in effects if not self._is_left_out(effect)]

    def _is_left_out(self, effect: Effect) -> bool:
        match effect:
            case Deed(line="story.holds", args=args):
                terms = unseal(args)
                held = dict(terms)
                if held["card"].value == "sorcière":
                    self.witch = held["seat"].value
            case News(topic=Topic.DEATH, seat=seat):
                self.dead.add(seat)
            case Say(line="witch.wake"):
                self.skipping = self.witch in self.dead
            case Say(line="witch.sleep") if self.skipping:
                self.skipping = False
                return True
            case _:
                pass
        return self.skipping and isinstance(effect, Say | Pause | Scene | Window)


class SparesWordsForNobody:
    """In a quiet night, tell that there is nothing to choose only where a witch is there to hear it."""

    def __init__(self) -> None:
        self.held: set[object] = set()
        self.called = ""

    def __call__(self, effects: list[Effect], _answer: Answer | None) -> list[Effect]:
        return [effect for effect in effects if not self._is_left_out(effect)]

    def _is_left_out(self, effect: Effect) -> bool:
        match effect:
            case Deed(line="story.holds", args=args):
                terms = unseal(args)
                self.held.add(dict(terms)["card"].value)
            case Say(line=line) if line.endswith(".wake"):
                self.called = line
            case _:
                pass
        unheard = self.called == "witch.wake" and "sorcière" not in self.held
        return unheard and isinstance(effect, Say) and effect.line == "quiet.call"


class CountsTheDoomed:
    """Count the chairs by whom the hunters have chosen so far, not by who was told dead."""

    def __init__(self) -> None:
        self.asked, self.attacks = "", 0

    def __call__(self, effects: list[Effect], answer: Answer | None) -> list[Effect]:
        self.attacks += self.asked == "wolves.victim" and isinstance(answer, Seats)
        self.asked = effects[-1].question if isinstance(effects[-1], Ask) else ""
        return [
            replace(e, occurrence=self.attacks) if isinstance(e, Say) and e.line == "nightfall.chairs" else e
            for e in effects
        ]


def _said(effects: list[Effect], line: str) -> bool:
    return any(isinstance(effect, Say) and effect.line == line for effect in effects)


LEAKS: dict[str, Callable[[], Spoil]] = {
    "a call without anybody is skipped": lambda: skips_who_is_not_there,
    "silence is heard": lambda: sighs_at_silence,
    "an empty window closes early": lambda: closes_empty_windows_early,
    "the witch's window closes early": lambda: ends_the_witches_window_early,
    "secret answers choose the words": lambda: words_depend_on_answers,
    "the first night is shorter without lovers": ShortensTheFirstNight,
    "a remark on the dawn tells of poison": RemarksOnPoison,
    "a quiet night tells of who is not there": SparesWordsForNobody,
    "who is to die is called no more": partial(SkipsTheDead, decided=True),
}

MEMORY_LEAKS: dict[str, Callable[[], Spoil]] = {
    "the chairs are counted by attacks": CountsTheDoomed,
    "who died unseen is called no more": partial(SkipsTheDead, decided=False),
}
"""What leaks of nights gone by."""

COUNT_LEAKS: dict[str, Callable[[], Spoil]] = {
    "only what is legal is counted": lambda: counts_what_is_legal,
    "nothing is counted for nobody": lambda: counts_for_the_living,
}
"""What leaks where there is counting."""
