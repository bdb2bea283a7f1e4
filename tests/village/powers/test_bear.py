"""The power `bear`, in the middle of a game."""

from __future__ import annotations

from extension_tables import run, standing

from narrator.resources import folder
from narrator.story.pack import load_pack
from narrator.village.powers import bear


def test_the_bear_growls_for_a_hunter_beside_it_and_for_its_tamer() -> None:
    state = standing("montreur-d-ours villageois*2 loup-garou villageois")
    assert run(bear.listen(state)) == ["bear.sleeping"]
    state.living = (1, 2, 4, 5)
    assert run(bear.listen(state)) == ["bear.sleeping"]
    state.living = (1, 4, 5)
    assert run(bear.listen(state)) == ["bear.growls"]
    state.living, state.hunting = (1, 2, 3, 4, 5), {1}
    assert run(bear.listen(state)) == ["bear.growls"]


def test_its_two_sentences_are_equally_long() -> None:
    for language in ("fr", "en"):
        lines = load_pack(folder("scripts") / "thiercelieux", [language]).words[language].lines
        for growl, sleep in zip(lines["bear.growls"], lines["bear.sleeping"], strict=True):
            assert abs(len(growl) - len(sleep)) <= 3
