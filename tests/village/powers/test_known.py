"""Powers of whom something is known and no more."""

from __future__ import annotations

from tables import rules_of, run, standing

from narrator.setup.composition import hand_faults
from narrator.village.powers.known import introduce_plain


def test_who_lies_in_the_centre_is_introduced_to_nobody() -> None:
    state = standing("villageois-villageois voleur villageois*3 loup-garou")
    assert run(introduce_plain(state)) == ["plain.known"]
    state.cards[1] = "villageois"
    assert run(introduce_plain(state)) == []


def test_so_many_siblings_there_must_be() -> None:
    rules = rules_of("thiercelieux")
    for named, group in (("deux-sœurs", 2), ("trois-frères", 3)):
        for count in range(1, 5):
            hand = (("loup-garou", 2), ("villageois", 10 - count), (named, count))
            faults = [fault.line for fault in hand_faults(rules, 12, hand) if fault.error]
            assert faults == ([] if count == group else ["compose.together"])
