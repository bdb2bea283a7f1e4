"""What follows what in a loop of sounds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.build.network import STEP
from models.build.phone_loop import ENTRIES, followers
from models.build.phones import PHONES, SILENCE_OUTPUT, SILENCE_STAY, STAY, first_output

pytestmark = pytest.mark.thorough

_SAID = st.lists(st.tuples(st.sampled_from(("", *PHONES)), st.integers(0, 9)), min_size=1, max_size=30)


def labels(said: list[tuple[str, int]]) -> np.ndarray:
    """Return the right outputs of sounds that last for so many steps after their first."""
    steps: list[int] = []
    for phone, more in said:
        first = first_output(phone) if phone else SILENCE_OUTPUT
        steps += [first, *[first + 1 if phone else first] * more]
    return np.repeat(np.array(steps, np.uint8), STEP)


@given(_SAID)
def test_from_every_output_something_follows(said: list[tuple[str, int]]) -> None:
    assert followers(labels(said)).sum(axis=1) == pytest.approx(1.0)


@given(_SAID)
def test_a_sound_lasts_as_the_decoder_has_it_and_begins_anew_by_its_entry_alone(said: list[tuple[str, int]]) -> None:
    found = followers(labels(said))
    assert found[SILENCE_OUTPUT, SILENCE_OUTPUT] == pytest.approx(SILENCE_STAY)
    for phone in PHONES:
        entry = first_output(phone)
        assert found[entry, entry + 1] == found[entry + 1, entry + 1] == pytest.approx(STAY)
        others = [output for output in range(len(found)) if output not in (*ENTRIES, entry + 1)]
        assert not found[[entry, entry + 1]][:, others].any()


def test_what_is_said_more_often_is_likelier() -> None:
    found = followers(labels([("", 3), ("s", 2), ("i", 2), ("s", 4), ("i", 1), ("s", 2), ("E", 3), ("t", 0), ("", 5)]))
    s = first_output("s") + 1
    assert found[s, first_output("i")] > found[s, first_output("E")] > found[s, first_output("u")] > 0
