"""A pause that is asked for while the narrator speaks: he breaks off at once, and says the line again afterwards."""

from __future__ import annotations

from functools import partial

import pytest
from rooms import Senses, wording
from sittings import Sitting
from tables import table

from narrator.core.answers import NOBODY, SILENT
from narrator.inbox.entry import Order
from narrator.session.captions_only import CaptionsOnly, InterruptibleClock
from narrator.session.narration import Quit

SETUP = table("loup-garou voyante villageois*4", values={"elect": "never"})
near = partial(pytest.approx, abs=0.06)
"""He looks for a pause twenty times a second."""


def sat(*keys: tuple[float, Order]) -> Sitting:
    """Return a night at which these orders were keyed, and whose narrator breaks off as at a real table."""
    sitting = seated(*keys)
    assert sitting.play() == "debate.end"
    return sitting


def seated(*keys: tuple[float, Order]) -> Sitting:
    """Return such a night before its first line."""
    sitting = Sitting(SETUP, {"seer.target": [SILENT], "wolves.victim": [NOBODY], "debate.end": []})
    patience = InterruptibleClock(sitting.clock, sitting.entries.breaking)
    sitting.senses = Senses(sitting.clock, CaptionsOnly(patience, wording(SETUP).seconds))
    sitting.ports.mouth = sitting.ports.screen = sitting.senses
    sitting.ports.take_pause = sitting.entries.take_pause
    sitting.ports.take_quit = sitting.entries.take_quit
    for at, order in keys:
        sitting.key(at, order)
    return sitting


def heard(sitting: Sitting, since: float, count: int) -> list[str]:
    """Return what was said from a time on, which entries have in rounded milliseconds."""
    return [entry.partition("voice: ")[2] for entry in sitting.public(since - 0.001) if " voice: " in entry][:count]


@pytest.mark.parametrize("line", ["nightfall", "seer.wake", "dawn"])
def test_a_line_breaks_off_at_once_and_is_said_again_once_the_pause_is_over(line: str) -> None:
    calm = sat()
    begun = calm.when(line)
    paused = sat((begun + 0.5, Order.PAUSE), (begun + 30.0, Order.RESUME))
    assert paused.when("pause.on") == near(begun + 0.5)
    said = heard(paused, begun, 4)
    assert said[0] == said[3] == heard(calm, begun, 1)[0]
    following = next(at for at, _ in calm.said if at > begun) - begun
    after = paused.said[paused.lines().index("pause.off") + 1][0]
    again = float(paused.public(paused.when("pause.off") + 0.01)[0].split()[0])
    assert after - again == near(following)


def test_a_second_word_for_a_pause_changes_nothing_and_afterwards_the_game_goes_on_as_if_there_had_been_none() -> None:
    calm = sat()
    begun = calm.when("nightfall")
    paused = sat((begun + 0.5, Order.PAUSE), (begun + 0.7, Order.PAUSE), (begun + 30.0, Order.RESUME))
    assert paused.when("pause.off") == near(begun + 30.0)
    assert [line for line in paused.lines() if not line.startswith("pause.")] == calm.lines()
    assert paused.lines().count("pause.on") == paused.lines().count("pause.off") == 1


def test_a_window_is_no_shorter_for_a_pause_in_the_call_before_it() -> None:
    calm = sat()
    begun = calm.when("seer.wake")
    paused = sat((begun + 0.5, Order.PAUSE), (begun + 30.0, Order.RESUME))
    lasting = [sitting.closed("seer") - sitting.opened("seer") for sitting in (calm, paused)]
    assert lasting[1] == near(lasting[0])


@pytest.mark.parametrize("line", ["nightfall", "seer.wake", "dawn"])
def test_a_goodbye_is_heard_while_a_line_is_said_and_nothing_is_said_after_it(line: str) -> None:
    begun = sat().when(line)
    sitting = seated((begun + 0.5, Order.QUIT))
    with pytest.raises(Quit):
        sitting.play()
    assert sitting.clock.now() == near(begun + 0.5)
    assert sitting.lines()[-1] == line
