"""When the story of a game may be read: once it is asked whether to play again, and while the end stands."""

from __future__ import annotations

from narrator.app.ports.call_names import StoryWatcher
from narrator.core.answers import YES, Choices, Kind
from narrator.core.effects import Ask, Say


def asked(*, encore: bool) -> Ask:
    """Ask yes or no of everyone."""
    return Ask(question="any", choices=Choices(kind=Kind.YES_NO, words=(YES,)), living=(1, 2), encore=encore)


class Evening:
    """A game that is watched; `told` is what became of its story."""

    def __init__(self) -> None:
        self.over = False
        self.told: list[bool] = []
        self.watcher = StoryWatcher(lambda: self.over, self.told.append)

    def hear(self, *effects: Ask | Say) -> list[bool]:
        """Let these begin."""
        for effect in effects:
            self.watcher.effect(effect, 0.0)
        return self.told


def test_the_story_waits_for_the_epilogue_and_is_told_once() -> None:
    evening = Evening()
    assert evening.hear(Say(line="dawn"), asked(encore=False)) == []
    evening.over = True
    assert evening.hear(Say(line="epilogue.end"), asked(encore=False)) == []
    assert evening.hear(asked(encore=True), asked(encore=True), Say(line="again")) == [True]


def test_a_game_whose_end_nobody_knows_has_no_story_whatever_is_asked() -> None:
    assert Evening().hear(asked(encore=True)) == []


def test_an_end_that_is_taken_back_takes_the_story_back_and_another_end_tells_it_again() -> None:
    evening = Evening()
    evening.over = True
    evening.hear(asked(encore=True))
    evening.over = False
    assert evening.hear(Say(line="undo.day"), Say(line="dawn")) == [True, False]
    evening.over = True
    assert evening.hear(asked(encore=True)) == [True, False, True]
