"""Every scene sounds: quietly, without end or seam, never twice alike, and always the same for the same three names."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import narrator
from narrator.rules.village.phases.epilogue import OUTCOMES
from narrator.rules.village.powers import POWERS
from narrator.sound.dsp.loudness import loudness
from narrator.sound.dsp.samples import RATE, Samples
from narrator.sound.soundscape.scenes import PEAK, SCENES, SceneError, Stream, resolved, stream
from narrator.sound.soundscape.source import CHUNK, HOP, Chance, MixBuffer, generator

every_scene = pytest.mark.parametrize("scene", sorted(SCENES))


@cache
def a_while(scene: str) -> Samples:
    """Return 40 seconds of a scene, not to be changed."""
    return stream(scene, 3, 1).read(40 * RATE)


MAKERS = ("Scene", "scene", "night_scene")


def scenes_of_the_games() -> Iterator[str]:
    """Yield every name that an engine gives to a scene, wherever it is written."""
    package = Path(narrator.__file__).parent
    for part in ("village", "cuba"):
        for file in sorted((package / "rules" / part).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
                    match node.args[0] if node.args else node.keywords[0].value:
                        case ast.Constant(value=str(name)):
                            yield name
                        case ast.Attribute(value=ast.Name(id="power"), attr="scene"):
                            yield from (power.scene for power in POWERS.values())
                        case ast.Name(id="name"):
                            pass  # within one that makes scenes
                        case ast.JoinedStr(values=[ast.Constant(value="victory."), ast.FormattedValue()]):
                            yield from (f"victory.{outcome}" for outcome in OUTCOMES)
                        case other:
                            pytest.fail(f"{file}:{node.lineno}: a scene whose name is not known: {ast.dump(other)}")


def test_every_scene_of_the_games_has_a_sound_of_its_own() -> None:
    named = set(scenes_of_the_games())
    assert {"evening", "night", "wolves", "dawn", "debate", "verdict", "count", "box", "victory.lovers"} <= named
    assert named <= SCENES.keys()


def test_an_ending_without_a_scene_of_its_own_has_that_of_any_victory() -> None:
    assert resolved("victory.dragons") == "victory"
    assert np.abs(stream("victory.dragons", 1, 1).read(RATE)).max() > 0


@pytest.mark.parametrize("scene", ["", "nigth", "dragons.victory", "."])
def test_an_unknown_scene_is_refused_with_those_that_exist(scene: str) -> None:
    with pytest.raises(SceneError, match="known are: box, count"):
        stream(scene, 1, 1)


@pytest.mark.thorough
@every_scene
def test_a_scene_is_as_loud_as_it_says_and_far_below_speech(scene: str) -> None:
    for sound in (a_while(scene), stream(scene, 1, 1).read(20 * RATE)):
        found = loudness(sound)
        assert -46 < found < -36
        assert abs(found - SCENES[scene].loudness) < 2
        assert max(loudness(part) for part in np.split(sound, 10)) < -31, "speech is at -20 LUFS"
        assert min(loudness(part) for part in np.split(sound, 10)) > -52, "a scene that is not heard is none"
        assert np.abs(sound).max() <= PEAK


@pytest.mark.thorough
@every_scene
def test_the_same_names_give_the_same_sound_and_others_another(scene: str) -> None:
    sound = stream(scene, 7, 3).read(5 * RATE)
    assert np.array_equal(sound, stream(scene, 7, 3).read(5 * RATE))
    for seed, take in ((7, 4), (8, 3), (3, 7), (73, 0)):
        other = stream(scene, seed, take).read(5 * RATE)
        # Two bells are alike in every evening, so that a little is left where they happen to meet.
        assert abs(np.corrcoef(sound, other)[0, 1]) < 0.25


def test_scenes_of_one_seed_and_number_share_no_sound() -> None:
    night, wolves = (stream(scene, 7, 3).read(RATE) for scene in ("night", "wolves"))
    assert abs(np.corrcoef(night, wolves)[0, 1]) < 0.2


def test_an_evening_stays_in_one_place_while_its_moments_differ() -> None:
    first, second = Chance(7, "night", 3), Chance(7, "wolves", 4)
    assert first.place("wind").random() == second.place("wind").random()
    assert first.moment("wind").random() != second.moment("wind").random()
    assert first.place("wind").random() != Chance(8, "night", 3).place("wind").random()


def test_chance_does_not_confuse_names_that_read_alike_in_a_row() -> None:
    assert generator("a", "bc").random() != generator("ab", "c").random()
    assert generator("night", 1, 12).random() != generator("night", 11, 2).random()


def fingerprint() -> str:
    sound = b"".join(stream(scene, 5, 2).read(3 * RATE).tobytes() for scene in sorted(SCENES))
    return blake2b(sound, digest_size=16).hexdigest()


def test_another_process_makes_the_same_sound() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "from test_scenes import fingerprint; print(fingerprint())"],
        env={"PYTHONHASHSEED": "1", "PYTHONPATH": f"{Path(narrator.__file__).parent.parent}:{Path(__file__).parent}"},
        capture_output=True,
        check=True,
        text=True,
    )
    assert told.stdout.strip() == fingerprint()


@settings(deadline=None, max_examples=40)
@given(
    scene=st.sampled_from(sorted(SCENES)),
    seed=st.integers(-5, 2**64),
    take=st.integers(0, 500),
    cuts=st.lists(st.one_of(st.integers(0, 2000), st.integers(CHUNK - 2, 3 * CHUNK)), max_size=8),
)
def test_a_stream_does_not_depend_on_how_it_is_cut(scene: str, seed: int, take: int, cuts: list[int]) -> None:
    cut = stream(scene, seed, take)
    parts = [cut.read(frames) for frames in cuts]
    assert [len(part) for part in parts] == cuts
    whole = stream(scene, seed, take).read(sum(cuts))
    assert whole.dtype == np.float32
    assert np.array_equal(np.concatenate([whole[:0], *parts]), whole)


def test_what_was_read_is_the_readers_to_change() -> None:
    spoiled, kept = stream("night", 1, 1), stream("night", 1, 1)
    for _ in range(40):
        part = spoiled.read(1000)
        assert np.array_equal(part, kept.read(1000))
        part[:] = 1.0


def seam(samples: Samples, every: int) -> float:
    """Return how much rougher a sound is where its pieces meet than anywhere else: about 1 where nothing is heard.

    Roughness is the median of how the slope bends, which a jump, a click and a sudden start all raise.
    """
    rough = np.abs(np.diff(samples.astype(np.float64), n=3))
    return float(max(np.median(rough[every + offset :: every]) for offset in (-3, -2, -1, 0)) / np.median(rough))


@pytest.mark.thorough
@every_scene
def test_nothing_is_heard_where_pieces_meet(scene: str) -> None:
    assert seam(a_while(scene), CHUNK) < 1.5
    assert seam(a_while(scene), HOP) < 1.25


def test_a_seam_would_be_noticed() -> None:
    clicking = a_while("night").copy()
    clicking[CHUNK::CHUNK] += 0.003
    assert seam(clicking, CHUNK) > 1.5


@every_scene
def test_a_scene_begins_as_it_goes_on(scene: str) -> None:
    """No fade at the start: the mixer makes its own, and the first noise is as strong as the later."""
    starts = np.mean([np.mean(stream(scene, 1, take).read(HOP)[: HOP // 4] ** 2) for take in range(24)])
    later = np.mean([np.mean(stream(scene, 1, take).read(2 * CHUNK)[CHUNK:] ** 2) for take in range(24)])
    assert starts > later / 4


def test_a_long_sound_on_a_buffer_goes_through_chunk_after_chunk() -> None:
    buffer = MixBuffer()
    first, second = (generator(name).standard_normal(3 * CHUNK).astype(np.float32) for name in "ab")
    buffer.add(100, first)
    taken = [buffer.chunk()]
    buffer.add(0, second)
    taken += [buffer.chunk() for _ in range(5)]
    expected = np.zeros(6 * CHUNK, dtype=np.float32)
    expected[100 : 100 + len(first)] += first
    expected[CHUNK : CHUNK + len(second)] += second
    assert np.array_equal(np.concatenate(taken), expected)


class Counting:
    """A source of numbers."""

    def __init__(self) -> None:
        self.made = 0

    def chunk(self) -> Samples:
        self.made += 1
        return np.full(CHUNK, self.made, dtype=np.float32)


def test_a_stream_makes_no_more_than_it_is_asked_for() -> None:
    source = Counting()
    counted = Stream(source)
    assert source.made == 0
    counted.read(CHUNK)
    assert source.made == 1
    assert counted.read(1)[0] == 2
