"""A count of votes that is too much is refused by day with the sum and the limit, and the question stands."""

from __future__ import annotations

import pytest
from sittings import Sitting
from tables import table

from narrator.core.answers import DONE, NOBODY, Number, Refusal
from narrator.inbox.entry import Misread, Order
from narrator.session.narration import Quit


def counted(second: object) -> list[str]:
    """Count four votes of six against the first seat, then enter this against the second; return what was noticed."""
    setup = table("loup-garou villageois*5", values={"elect": "never", "count_votes": "yes"})
    keyed = [(2.0, second), (9.0, Order.QUIT)]
    script = {"wolves.victim": [NOBODY], "debate.end": [DONE], "vote.count": [Number(4), keyed]}
    sitting = Sitting(setup, script)  # type: ignore[arg-type]  # what is keyed is an entry or an answer
    with pytest.raises(Quit):
        sitting.play()
    assert [id_ for _, id_ in sitting.asked if id_ == "vote.count"] == ["vote.count"] * 2
    return [entry.partition("notice: ")[2] for entry in sitting.senses.public if "notice: " in entry]


def test_what_is_too_much_is_refused_with_the_sum_and_the_limit() -> None:
    assert counted(Number(5))[-1] == "Cela ferait 9 voix, et il n'y en a que 6 : recomptez."


def test_a_number_that_was_misheard_is_refused_without_a_sum() -> None:
    assert counted(Misread(Refusal.TOTAL))[-1] == "Il faut un nombre, en chiffres : 0 au moins, 2 au plus."


def test_other_refusals_have_their_own_words() -> None:
    assert counted(NOBODY)[-1].startswith("Ce mot ne répond pas")
