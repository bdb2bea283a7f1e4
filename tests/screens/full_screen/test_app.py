"""The full screen, by keys alone: a night is played on it, and what was private is nowhere on it afterwards."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from html import unescape
from typing import Any

import pytest
from papers import NAMES, Scene
from rooms import reader, wording
from shipped import shipped
from tables import table
from textual.pilot import Pilot

from narrator.devices.keyboard import KeyTerminal
from narrator.evening.app.ports.terminal_ports import FullScreen
from narrator.screens.full_screen.app import TableApp
from narrator.table.inbox.entry import Order
from narrator.table.inbox.inbox import LiveInbox, WallClock
from narrator.table.journal.journal import Journal
from narrator.table.session.driver import Driver
from narrator.table.session.narration import CaptionsOnly, Quit, instantly
from narrator.table.session.ports import Pace, Ports

CARDS = "loup-garou loup-garou voyante villageois*5"
PATIENCE = 400
"""Looks at the screen after which something that should have appeared has not: a limit, not a measurement."""

Play = Callable[[Pilot[None]], Awaitable[None]]


def on_screen(app: TableApp, play: Play, size: tuple[int, int] = (80, 24)) -> None:
    """Run a screen, and what is done on it."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await play(pilot)

    asyncio.run(run())


def shown(pilot: Pilot[None]) -> str:
    picture = pilot.app.export_screenshot()
    letters = re.findall(r"<text[^>]*>([^<]*)</text>", picture)
    return unescape("".join(letters)).replace("\xa0", " ")


async def awaited(pilot: Pilot[None], text: str) -> str:
    """Return the letters of the screen on which this text has appeared."""
    for _ in range(PATIENCE):
        await pilot.pause(0.01)
        if text in (letters := shown(pilot)):
            return letters
    pytest.fail(f"{text!r} did not appear in:\n{shown(pilot)}")


class Evening:
    """A real game behind the full screen, at instant pace, in a thread of its own."""

    def __init__(self) -> None:
        setup = table(CARDS, names=NAMES, prologue=True)
        words = wording(setup)
        clock = WallClock()
        self.inbox = LiveInbox(clock)
        self.full = FullScreen(
            KeyTerminal(),
            shipped("thiercelieux").words["fr"],
            words,
            setup,
            reader(setup),
            self.inbox,
            clock,
            0.0,
        )
        ports = Ports(clock, self.inbox, CaptionsOnly(clock, instantly), self.full.screen_model, Pace.INSTANT)
        self.full.furnish(ports)
        self.driver = Driver(setup, Journal.create(None, {}), words, ports, players=8, led=False)
        self._thread = threading.Thread(target=self._play, name="game")

    def play(self, play: Play) -> None:
        async def begun(pilot: Pilot[None]) -> None:
            self._thread.start()
            await play(pilot)

        try:
            on_screen(self.full.app(), begun)
        finally:
            self.inbox.put(Order.QUIT, self.inbox.moment.slot)
            self._thread.join()

    def _play(self) -> None:
        with suppress(Quit):
            self.driver.run()


async def keyed(pilot: Pilot[None], line: str) -> None:
    """Type a line, and Enter."""
    await pilot.press(*line, "enter")


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_a_night_is_played_by_keys_alone_and_nothing_private_stays_on_the_screen(evening: Evening) -> None:
    async def play(pilot: Pilot[None]) -> None:
        for question, answer in (("Expliquer d'abord", "non"), ("Jouer une nuit d'essai", "non")):
            await awaited(pilot, question)
            await keyed(pilot, answer)
        await awaited(pilot, "Entrée quand le cercle est prêt")
        await pilot.press("enter")
        await awaited(pilot, "Quelle carte percer")
        await keyed(pilot, "ali")
        await awaited(pilot, "Quelle proie")
        await keyed(pilot, "5")
        letters = await awaited(pilot, "Qui devient Capitaine")
        assert "5×" in letters, "Emma is dead, for all to see"
        for secret in ("Quelle carte", "Quelle proie", "cache cette carte", "Pour tes yeux seuls", "> ali"):
            assert secret not in letters
        assert evening.driver.facts.dead == {5: "villageois"}

    evening.play(play)


def test_what_is_typed_before_a_question_stands_means_nothing(evening: Evening) -> None:
    async def play(pilot: Pilot[None]) -> None:
        await awaited(pilot, "Expliquer d'abord")
        await keyed(pilot, "non")
        await awaited(pilot, "Jouer une nuit d'essai")
        turn = evening.inbox.moment.slot
        evening.inbox.put(evening_reply(evening), turn - 1)
        await keyed(pilot, "aide")
        await awaited(pilot, "À tout moment")
        assert evening.inbox.moment.slot == turn, "the question still stands"

    evening.play(play)


def evening_reply(evening: Evening) -> Any:
    return reader(table(CARDS, names=NAMES, prologue=True)).read("non", evening.inbox.moment)


def on_a_scene(play: Callable[[Scene, Pilot[None]], Coroutine[Any, Any, None]]) -> Scene:
    """Run a screen over a board of eight."""
    scene = Scene()

    async def begun(pilot: Pilot[None]) -> None:
        await play(scene, pilot)

    on_screen(TableApp(scene.screen_model, scene, KeyTerminal().output), begun)
    return scene


def test_keys_become_a_line_and_keys_of_orders_become_orders() -> None:
    async def play(_scene: Scene, pilot: Pilot[None]) -> None:
        await pilot.press(*"Chloex", "backspace", "enter")
        await pilot.press("e", "escape", "right", "right", "enter")
        await pilot.press("f1", "f2", "f5", "ctrl+d")

    scene = on_a_scene(play)
    assert scene.entered == ["Chloe", "2"]
    assert scene.ordered == ["help", "repeat", "pause"]
    assert scene.ended


def test_the_key_that_pauses_also_ends_a_pause() -> None:
    async def play(scene: Scene, pilot: Pilot[None]) -> None:
        for change in (scene.inbox.pause, scene.inbox.resume):
            await pilot.press("f5")
            change()
        await pilot.press("f5")

    assert on_a_scene(play).ordered == ["pause", "resume", "pause"]


@pytest.mark.parametrize("typed", ["", "7", "voyante", "personne"])
def test_the_window_of_a_dead_role_looks_the_same_whatever_is_keyed_in_it(typed: str) -> None:
    pictures: list[str] = []

    async def play(scene: Scene, pilot: Pilot[None]) -> None:
        scene.night()
        scene.window()
        await pilot.pause()
        pictures.append(shown(pilot))
        await pilot.press(*typed, "enter")
        await pilot.pause()
        pictures.append(shown(pilot))

    on_a_scene(play)
    assert pictures[0] == pictures[1]


def test_the_window_of_a_dead_role_looks_like_that_of_a_living_one_before_anything_is_shown() -> None:
    pictures: list[str] = []

    async def play(scene: Scene, pilot: Pilot[None]) -> None:
        scene.night()
        for wake in ("seer.wake", "wolves.wake"):
            scene.say(wake)
            scene.window()
            await pilot.pause()
            pictures.append(shown(pilot))
            scene.screen_model.private(None, "Quelle carte percer ?")  # type: ignore[arg-type]  # nobody asks who it is for
            scene.close_window()
            await pilot.pause()

    on_a_scene(play)
    assert pictures[0] == pictures[1]


def test_everything_is_red_from_nightfall_to_dawn() -> None:
    grounds: list[Any] = []

    async def play(scene: Scene, pilot: Pilot[None]) -> None:
        for step in (scene.day, scene.night, scene.window):
            step()
            await pilot.pause()
            grounds.append(pilot.app.screen.styles.background.rgb)
        scene.close_window()
        scene.dawn()
        scene.screen_model.caption("Le jour se lève.")
        await pilot.pause()
        grounds.append(pilot.app.screen.styles.background.rgb)

    on_a_scene(play)
    day, *dark, dawn = grounds
    assert dawn == day
    assert all(green == blue == 0 < red for red, green, blue in dark)


@pytest.mark.parametrize("size", [(20, 5), (40, 12), (200, 60)])
def test_a_screen_that_is_made_smaller_or_larger_still_shows_what_is_asked(size: tuple[int, int]) -> None:
    async def play(scene: Scene, pilot: Pilot[None]) -> None:
        scene.day()
        await pilot.resize_terminal(*size)
        await pilot.pause()
        assert "Qui a le plus" in shown(pilot) or size[1] < 6
        scene.window("Quelle proie ?")
        await pilot.pause()
        await pilot.resize_terminal(80, 24)
        await awaited(pilot, "Quelle proie ?")

    on_a_scene(play)


MANY = tuple(f"{name}{turn}" for turn in ("", " B", " C", " D", " E") for name in NAMES)


def by_day(scene: Scene) -> None:
    scene.day()


def at_night(scene: Scene) -> None:
    scene.day()
    scene.night()


def in_a_window(scene: Scene) -> None:
    at_night(scene)
    scene.window("Quelle proie ? Quelqu'un, ou personne.", typed="7")


def in_the_window_of_a_dead_role(scene: Scene) -> None:
    at_night(scene)
    scene.window()


@pytest.mark.parametrize("size", [(80, 24), (132, 43)], ids=["small", "large"])
@pytest.mark.parametrize("stand", [by_day, at_night, in_a_window, in_the_window_of_a_dead_role])
def test_the_full_screen_looks_as_it_did(stand: Any, size: tuple[int, int], snap_compare: Any) -> None:
    scene = Scene()
    stand(scene)
    assert snap_compare(TableApp(scene.screen_model, scene, KeyTerminal().output), terminal_size=size)


def test_forty_at_the_table_find_room_on_the_smallest_screen(snap_compare: Any) -> None:
    scene = Scene(MANY)
    scene.day()
    assert snap_compare(TableApp(scene.screen_model, scene, KeyTerminal().output), terminal_size=(80, 24))


def test_in_english_it_looks_the_same_with_other_words(snap_compare: Any) -> None:
    scene = Scene(language="en")
    scene.day()
    assert snap_compare(TableApp(scene.screen_model, scene, KeyTerminal().output), terminal_size=(80, 24))
