"""Every scene is played as written; each proves one ruling."""

from __future__ import annotations

from pathlib import Path

import pytest
from declared import assert_declared, vocabulary_of
from scene import SceneError, Stage, read
from tables import GAMES, written

from narrator.rules.core.play import play

FOLDER = Path(__file__).parent
SCENES = sorted(FOLDER.glob("*/*.scene"))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_scenes(game: str) -> None:
    assert list((FOLDER / game).glob("*.scene")), f"no transcript proves a ruling of {game}"


@pytest.mark.parametrize("path", SCENES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_scene_is_played_as_written(path: Path) -> None:
    scene = read(path)
    assert scene.ruling, "a scene begins with the ruling that it proves"
    stage = Stage(scene)
    stage.play()
    assert_declared(stage.setup, stage.effects, vocabulary_of(stage.setup))
    again = play(stage.setup, stage.answers)
    assert written(again.effects) == written(stage.effects)


WRONG = {
    "another question is asked": ("seer.target? 1", "wolves.victim is asked"),
    "the line was not said": ("> dawn.dead 2", "since then"),
    "the game goes on": ("outcome wolves", "the outcome is None"),
    "the answer is not legal": ("wolves.victim? 1", "refused.own"),
    "the answer is legal": ("refused wolves.victim? 2", "it was not refused"),
    "the question comes": ("wolves.victim? 2\nnever dawn.dead\nwaits captain.elected?", "dawn.dead happened"),
    "the line is said": ("silence wolves.wake\nwaits wolves.victim?", "wolves.wake happened"),
    "it is shown to another": ("shown deal.card villageois to seat 1", "since then"),
    "the window is longer": ("window wolves 39", "since then"),
    "somebody else dies": ("wolves.victim? 2\ndeath 3", "since then"),
    "no end": ("wolves.victim? 2", "a scene ends with"),
}


@pytest.mark.parametrize(("body", "complaint"), WRONG.values(), ids=WRONG)
def test_a_scene_that_goes_otherwise_is_told_with_its_line(tmp_path: Path, body: str, complaint: str) -> None:
    path = tmp_path / "wrong.scene"
    path.write_text(f"# A wrong scene.\ntable loup-garou villageois*5\n{body}\n", encoding="utf-8")
    with pytest.raises(SceneError, match=rf"wrong\.scene:\d+: .*{complaint}"):
        Stage(read(path, "thiercelieux")).play()
