"""An evening of many games keeps of each only what is written."""

from __future__ import annotations

import pytest

from benchmarks.many_games import evening

SPARE = 60
"""Objects of a type that caches of a fixed size may still fill."""


@pytest.mark.thorough
@pytest.mark.parametrize("words", [(), ("--plain",)], ids=["full screen", "plain"])
def test_of_a_game_that_is_over_no_screen_and_no_thread_is_kept(words: tuple[str, ...]) -> None:
    *_, early, _, _, _, late = evening(8, *words)
    assert late.threads == early.threads
    grown = {name: more for name, more in late.more_than(early).items() if more > SPARE}
    assert not grown, "four games later there are so many more of them"
    screens = {"TableApp", "ScreenModel", "TerminalScreen", "StylesCache", "LiveInbox", "Driver"}
    assert not {name: count for name, count in late.objects.items() if name.rpartition(".")[2] in screens}
