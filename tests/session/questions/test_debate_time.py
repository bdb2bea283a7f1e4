"""A debate that was interrupted lasts as long as it would have lasted."""

from __future__ import annotations

import pytest
from sittings import Keying, Script, Sitting
from tables import table

from narrator.core.answers import NOBODY, Leave, seat
from narrator.inbox.entry import Order

NIGHTS: Script = {"wolves.victim": [NOBODY] * 9, "seer.target": [NOBODY] * 9}


def over(cards: str, game: str, script: Script) -> float:
    """Return how many seconds people could talk until a debate of 300 s was said to be over."""
    setup = table(cards, game=game, values={"elect": "never", "debate": "300", "words": "few", "reveal": "nothing"})
    sitting = Sitting(setup, {**NIGHTS, **script})
    sitting.play()
    lines = sitting.lines()
    first = lines.index("debate.open")
    begun, end = sitting.said[first][0], sitting.when("debate.over")
    return end - begun


@pytest.mark.parametrize(
    ("cards", "script"),
    [
        ("infiltré croyant*7", {"debate.end": [[(200.0, Leave(5))], [(900.0, Order.NEXT)]]}),
        ("infiltré croyant*7", {"debate.end": [[(100.0, Leave(5))], [(100.0, Leave(6))], [(900.0, Order.NEXT)]]}),
        ("infiltré hackeuse croyant*6", {"denounce.target": [[(200.0, seat(2))], [(900.0, Order.NEXT)]]}),
        (
            "infiltré hackeuse croyant*6",
            {"denounce.target": [[(200.0, seat(1))]], "debate.end": [[(900.0, Order.NEXT)]]},
        ),
    ],
    ids=["left", "left twice", "denounced in vain", "denounced"],
)
def test_what_interrupts_a_debate_does_not_begin_it_anew(cards: str, script: dict[str, list[Keying]]) -> None:
    plain = over(
        cards, "infiltres", {"denounce.target": [[(900.0, Order.NEXT)]], "debate.end": [[(900.0, Order.NEXT)]]}
    )
    interrupted = over(cards, "infiltres", script)
    assert plain <= interrupted < plain + 60.0, "longer by what was said of it, and no more"
