"""How the full screen looks: pictures that were looked at, and that no change alters unseen.

`pytest tests/ui/full_screen/test_table_snapshots.py --snapshot-update` takes them anew.
"""

from __future__ import annotations

from typing import Any

import pytest
from papers import NAMES, Scene

from narrator.ui.full_screen.app import TableApp

MANY = tuple(f"{name}{turn}" for turn in ("", " B", " C", " D", " E") for name in NAMES)


def by_day(scene: Scene) -> None:
    scene.day()


def at_night(scene: Scene) -> None:
    scene.day()
    scene.night()


def in_a_window(scene: Scene) -> None:
    at_night(scene)
    scene.window("Quelle proie ? Une place, ou personne.", typed="7")


def in_the_window_of_a_dead_role(scene: Scene) -> None:
    at_night(scene)
    scene.window()


@pytest.mark.parametrize("size", [(80, 24), (132, 43)], ids=["small", "large"])
@pytest.mark.parametrize("stand", [by_day, at_night, in_a_window, in_the_window_of_a_dead_role])
def test_the_full_screen_looks_as_it_did(stand: Any, size: tuple[int, int], snap_compare: Any) -> None:
    scene = Scene()
    stand(scene)
    assert snap_compare(TableApp(scene.screen_model, scene), terminal_size=size)


def test_forty_at_the_table_find_room_on_the_smallest_screen(snap_compare: Any) -> None:
    scene = Scene(MANY)
    scene.day()
    assert snap_compare(TableApp(scene.screen_model, scene), terminal_size=(80, 24))


def test_in_english_it_looks_the_same_with_other_words(snap_compare: Any) -> None:
    scene = Scene(language="en")
    scene.day()
    assert snap_compare(TableApp(scene.screen_model, scene), terminal_size=(80, 24))
