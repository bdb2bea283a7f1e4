"""The storyteller remembers what was said aloud, and draws no more from it than everybody could."""

from __future__ import annotations

from tables import table

from narrator.core.effects import Fact, Form
from narrator.village.chronicle import KEEPSAKES, Chronicle
from narrator.village.game import VillageSetup

TABLE = table("loup-garou*2 voyante villageois*5")


def seats(*numbers: int) -> dict[str, Fact]:
    return {"seats": Fact(Form.SEAT, numbers)}


def dead(memory: Chronicle, seat: int, card: str) -> None:
    memory.hear("dawn.dead", seats(seat))
    memory.hear("dead.card", {"seat": Fact(Form.SEAT, seat), "shown": Fact(Form.CARD, card)})


def test_hunters_left_are_counted_while_every_card_of_the_dead_was_shown() -> None:
    memory = Chronicle(TABLE)
    assert memory.hunters_left == 2
    dead(memory, 1, "loup-garou")
    dead(memory, 4, "villageois")
    assert memory.hunters_left == 1
    memory.hear("vote.dead", seats(5))
    assert memory.hunters_left is None


def test_nobody_counts_hunters_where_cards_lie_in_the_centre() -> None:
    centre: VillageSetup = table("loup-garou voleur villageois*4", "loup-garou villageois")
    assert Chronicle(centre).hunters_left is None


def test_the_first_and_the_last_seat_of_a_circle_are_neighbours() -> None:
    memory = Chronicle(TABLE)
    for seat in (8, 1, 3):
        dead(memory, seat, "villageois")
    assert [memory.neighbours(seat) for seat in (8, 1, 3)] == [False, True, False]


def test_a_doubt_of_today_is_none_of_an_earlier_day() -> None:
    memory = Chronicle(TABLE)
    memory.hear("dawn", {})
    memory.hear("vote.tie", seats(2, 3))
    assert not memory.doubted_before(2)
    memory.hear("dawn", {})
    assert memory.doubted_before(2)
    assert not memory.doubted_before(4)


def test_who_inherits_an_office_wore_it_when_he_dies() -> None:
    memory = Chronicle(TABLE)
    memory.hear("captain.elected", {"seat": Fact(Form.SEAT, 3)})
    dead(memory, 3, "villageois")
    memory.hear("captain.succeeds", {"seat": Fact(Form.SEAT, 4)})
    dead(memory, 5, "villageois")
    assert memory.wore == {3}
    dead(memory, 4, "villageois")
    assert memory.wore == {3, 4}


def test_every_keepsake_is_left_once_in_an_order_that_the_public_seed_chooses() -> None:
    orders = set()
    for seed in range(4):
        memory = Chronicle(table("loup-garou villageois*8", seed=seed))
        left = [memory.keep((seat,)) for seat in range(1, len(KEEPSAKES) + 1)]
        assert set(left) == set(KEEPSAKES)
        assert memory.keep((7,)) is None
        orders.add(tuple(left))
    assert len(orders) > 1
