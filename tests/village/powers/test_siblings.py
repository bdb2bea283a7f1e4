"""The power `siblings`, in the middle of a game."""

from __future__ import annotations

from tables import rules_of

from narrator.setup.composition import hand_faults


def test_so_many_of_them_there_must_be() -> None:
    rules = rules_of("thiercelieux")
    for named, group in (("deux-sœurs", 2), ("trois-frères", 3)):
        for count in range(1, 5):
            hand = (("loup-garou", 2), ("villageois", 10 - count), (named, count))
            faults = [fault.line for fault in hand_faults(rules, 12, hand) if fault.error]
            assert faults == ([] if count == group else ["compose.together"])
