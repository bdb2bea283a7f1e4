"""A game is put away when somebody says so, and when the last equipment that can answer is gone."""

from __future__ import annotations

import pytest
from rooms import Keyed
from sittings import Script, Sitting
from tables import table

from narrator.core.answers import NOBODY, SILENT
from narrator.inbox.entry import Changed, Lost, Order
from narrator.session.narration import Quit, Stranded

SETUP = table("loup-garou voyante villageois*4", values={"elect": "never"})
QUIET: Script = {"seer.target": [SILENT], "wolves.victim": [NOBODY]}


def test_quitting_puts_the_game_away_with_everything_that_was_answered() -> None:
    sitting = Sitting(SETUP, {**QUIET, "debate.end": [Order.QUIT]})
    with pytest.raises(Quit):
        sitting.play()
    assert sitting.resume({"debate.end": []}).play(resumed=True) == "debate.end"


def test_the_game_may_be_put_away_during_a_pause() -> None:
    sitting = Sitting(SETUP, {**QUIET, "debate.end": [[(1.0, Order.PAUSE), (9.0, Order.QUIT)]]})
    with pytest.raises(Quit):
        sitting.play()


@pytest.mark.parametrize("device", ["keyboard", "keypad", "button"])
@pytest.mark.parametrize("before", [[], [(1.0, Order.PAUSE)]], ids=["at once", "paused"])
def test_the_loss_of_the_last_piece_that_answers_is_announced(device: str, before: list[Keyed]) -> None:
    sitting = Sitting(SETUP, {**QUIET, "debate.end": [[*before, (9.0, Lost(device))]]})
    with pytest.raises(Stranded):
        sitting.play()
    assert sitting.lines()[-1] == f"{device}.lost"


def test_the_loss_of_a_keypad_beside_other_keys_is_announced_and_the_game_goes_on() -> None:
    keyed: list[Keyed] = [(2.0, Changed("keypad.lost")), (5.0, Changed("keypad.back")), (9.0, Order.QUIT)]
    sitting = Sitting(SETUP, {**QUIET, "debate.end": [keyed]})
    with pytest.raises(Quit):
        sitting.play()
    assert [line for line in sitting.lines() if line.startswith("keypad")] == ["keypad.lost", "keypad.back"]
