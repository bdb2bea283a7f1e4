"""Who leaves the game of the box: it is told afterwards, and one missing diamond is as good as many."""

from __future__ import annotations

from havana import AGENT, CHAUFFEUR, CHEAT, FIDELE, STREET, after, at, family, said, stone

from narrator.core.answers import NOBODY, Leave
from narrator.core.effects import Deed, Form, News, Term, Topic
from narrator.core.secrets import unseal


def test_who_left_is_told_after_the_game() -> None:
    position = after(family(7), 2, 4, Leave(3), FIDELE)
    told = [
        unseal(effect.args) for effect in position.effects if isinstance(effect, Deed) and effect.line == "story.left"
    ]
    assert told == [(("seat", Term(Form.SEAT, 3)),)]


def test_a_parrain_who_leaves_one_diamond_to_a_thief_has_lost_to_him() -> None:
    position = after(family(7), 2, 12, Leave(1), stone(1), FIDELE, AGENT, FIDELE, CHAUFFEUR, STREET)
    assert position.outcome == "seats 2,7"


def test_a_cheat_who_leaves_while_his_diamonds_are_counted_is_put_out_once() -> None:
    position = after(family(7), 2, 4, at(3), NOBODY, CHEAT, Leave(3), CHEAT, 2, 2)
    deaths = [e.seat for e in position.effects if isinstance(e, News) and e.topic is Topic.DEATH]
    assert deaths == [3]
    assert "pockets.cheat" not in said(position.effects), "he is not accused any more"
    assert position.pending is not None
    assert position.pending.question == "cuba.accused"
