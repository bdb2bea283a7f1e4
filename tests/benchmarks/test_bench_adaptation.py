"""What adapts the ear: means are of the same sounds, every way gives a model that listens, pairs are counted."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.adaptation import WAYS, Compared, Example, Means, examples, listening
from benchmarks.ear_measuring import Answers
from benchmarks.held_out import HeldOut
from models.build import network
from models.build.export import WEIGHTS
from models.build.mfcc import CEPSTRA
from models.build.network import STEP
from narrator.base.downloads.store import shipped
from narrator.ear.thresholds import thresholds_of

SOME = ("oui", "non", "suite", "joueur deux s'il te plaît")


def example(right: list[int], level: float) -> Example:
    cepstra = np.array(right, np.float32)[:, None] + np.full((len(right), CEPSTRA), level, np.float32)
    return Example("oui", cepstra, np.zeros((len(right), 1)), np.array(right))


def test_means_are_compared_sound_by_sound_and_without_silence() -> None:
    others = Means.of([example([1, 1, 1, 2, 0], 0.0)])
    assert Means.of([example([1, 2, 2, 2, 3], 5.0)]).beyond(others) == pytest.approx(np.full(CEPSTRA, 5.0))


@pytest.mark.thorough
def test_each_way_changes_the_network_and_what_is_made_of_it_can_listen() -> None:
    place, weights = shipped("fr"), network.load(WEIGHTS)
    assert place is not None
    mine = list(examples(weights, HeldOut("if_sara").saying(SOME, 1)))
    others = Means.of(list(examples(weights, HeldOut("am_puck").saying(SOME, 1))))
    assert [one.text for one in mine] == list(SOME)
    assert all(len(one.cepstra) == len(one.right) and len(one.seen) == len(one.right[::STEP]) for one in mine)
    for way in WAYS.values():
        adapted = way(weights, mine, others)
        assert all(np.isfinite(layer.matrix).all() for layer in (*adapted.hidden, adapted.last))
        with listening(adapted, place) as recogniser:
            assert recogniser.unknown(("oui",)) == ()


def test_an_adapted_model_has_the_thresholds_of_the_shipped_one() -> None:
    place = shipped("fr")
    assert place is not None
    with listening(network.load(WEIGHTS), place) as recogniser:
        assert recogniser.thresholds == thresholds_of(place)


def test_a_gain_is_of_the_same_sayings_with_the_interval_of_pairs() -> None:
    well, badly = Answers(placed=1, accepted=1), Answers(placed=1)
    gain = Compared.between([well, badly, badly, well], [well, well, well, badly])
    assert (gain.gained, gain.lost, gain.of, gain.points) == (2, 1, 4, 25.0)
    assert Compared.between([well], [well]).half == 0.0
