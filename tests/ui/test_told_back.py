"""Every kind of public answer is told back by its name; going on and leaving are not."""

from __future__ import annotations

import pytest
from rooms import pack

from narrator.core.answers import DONE, NOBODY, SILENT, YES, Answer, Card, Diamonds, Leave, Number, Seats, Text, Tie
from narrator.story.wording import Wording
from narrator.ui.public_moment import told_back

WORDING = Wording(pack("thiercelieux").words["fr"], ("Alice", "", "Chloé"))


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (Seats((1,)), "Noté : Alice."),
        (Seats((2,)), "Noté : le numéro 2."),
        (Seats((1, 2)), "Noté : Alice et le numéro 2."),
        (Tie((1, 3)), "Noté : égalité Alice et Chloé."),
        (Tie((1, 3), 2), "Noté : le numéro 2, égalité Alice et Chloé."),
        (YES, "Noté : oui."),
        (NOBODY, "Noté : personne."),
        (Card("voyante"), "Noté : Voyante."),
        (Number(3), "Noté : 3."),
        (Diamonds(4), "Noté : 4."),
        (Text("le 4 ment"), "Noté : le 4 ment."),
        (Text("le\x1b[2J4"), "Noté : le�[2J4."),
        (DONE, ""),
        (SILENT, ""),
        (Leave(2), ""),
    ],
)
def test_a_public_answer_is_told_back_in_words(answer: Answer, told: str) -> None:
    assert told_back(answer, WORDING) == told
