"""One night's record."""

from __future__ import annotations

from narrator.village.state import HUNTERS, Tonight


def test_who_is_attacked_twice_is_one_victim_in_the_order_of_the_calls() -> None:
    tonight = Tonight(attacks={HUNTERS: 4, "whitewolf": 2, "bigwolf": 4})
    assert tonight.victims == (4, 2)


def test_no_night_shares_anything_with_another() -> None:
    Tonight().attacks[HUNTERS] = 1
    assert Tonight().victims == ()
