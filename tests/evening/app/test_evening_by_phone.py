"""An evening from the command line that is led by a phone: `narrator play --remote`."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TextIO

import httpx
import pytest
from phone_tables import TablesPhone
from shipped import shipped
from terminals import PseudoTerminal
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from narrator.screens.phone.connected_pages import REVOKED
from narrator.table.journal.journal import Journal

PATIENCE = 60.0
"""Seconds after which something that should have happened has not."""

BETWEEN = 0.06
"""Seconds between two touches: nobody is quicker, and the page's server takes no more."""


class Narrator:
    """A narrator that plays, at pace instant, with nothing at hand but a phone and what a test types."""

    def __init__(self, home: Path, *words: str) -> None:
        command = [sys.executable, "-m", "narrator", "play", "--players", "8", "--pace", "instant", *words]
        self.process = subprocess.Popen(
            [*command, "--remote", "127.0.0.1"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            env={**os.environ, "NARRATOR_HOME": str(home), "LC_ALL": "C.UTF-8"},
        )
        self.home = home
        self.said: list[str] = []
        assert self.process.stdout is not None
        self._reading = threading.Thread(target=self._read, args=(self.process.stdout,))
        self._reading.start()

    def _read(self, lines: TextIO) -> None:
        for line in lines:
            self.said.append(line.rstrip("\n"))

    def awaited(self, pattern: str, after: int = 0) -> str:
        """Return what a pattern finds in the lines after so many, once it is said."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            found = re.search(pattern, "\n".join(self.said[after:]))
            if found:
                return found[1]
            time.sleep(0.02)
        pytest.fail(f"{pattern!r} was not said in {self.said}")

    def code(self, after: int = 0) -> str:
        """Return the code that was shown after so many lines."""
        return re.sub(r"\D", "", self.awaited(r"code du téléphone de la table : ([\d ,]+)\.", after))

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def close_keyboard(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def pair(self, code: str) -> httpx.Response:
        url = self.awaited(r"(http://\S+)/")
        headers = {"origin": url, "content-type": "application/json"}
        return httpx.post(f"{url}/pair", content=json.dumps({"code": code}), headers=headers)

    def page(self, code: str) -> ClientConnection:
        answer = self.pair(code)
        assert answer.status_code == 204, answer.text
        url = self.awaited(r"(http://\S+)/")
        ((name, value),) = answer.cookies.items()
        origin: Any = url
        return connect(
            url.replace("http", "ws") + "/live", origin=origin, additional_headers={"Cookie": f"{name}={value}"}
        )

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reading.join()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


@pytest.fixture
def narrator(tmp_path: Path) -> Iterator[Narrator]:
    started = Narrator(tmp_path / "home", "--roles", "simple")
    yield started
    started.close()


def closed(page: ClientConnection) -> int:
    """Read until the page is closed; return why."""
    try:
        while True:
            page.recv(PATIENCE)
    except ConnectionClosed as end:
        return 0 if end.rcvd is None else end.rcvd.code


def chosen(ask: dict[str, Any]) -> dict[str, Any]:
    """Return what is touched: somebody dies whenever somebody may."""
    if ask["kind"] == "confirm":
        return {"order": "next"}
    if ask["seats"]:
        return {"answer": {"seats": ask["seats"][: ask["least"]]}}
    return {"answer": {"word": "no" if "no" in ask["words"] else ask["words"][0]}}


class Hand:
    """A hand at the table's page."""

    def __init__(self, page: ClientConnection) -> None:
        self._page = page
        self._on, self._number, self._answered = "", 0, -1

    def view(self) -> dict[str, Any] | None:
        """Return the next view of the table's page; None once the narrator has gone."""
        while True:
            try:
                frame = json.loads(self._page.recv(PATIENCE))
            except ConnectionClosed:
                return None
            self._on = frame.get("you", {}).get("on", self._on)
            if "table" in frame:
                view: dict[str, Any] = frame["table"]
                return view

    def answer(self, view: dict[str, Any]) -> None:
        if view["ask"] is None or view["turn"] == self._answered:
            return
        self._number, self._answered = self._number + 1, view["turn"]
        time.sleep(BETWEEN)
        said = {"on": self._on, "n": self._number, "turn": self._answered, "say": chosen(view["ask"])}
        self._page.send(json.dumps(said))

    def play(self, until: Callable[[dict[str, Any]], bool] = lambda _view: False) -> list[dict[str, Any]]:
        """Answer everything until such a view comes, or the narrator has gone; return all views."""
        views: list[dict[str, Any]] = []
        while (view := self.view()) is not None:
            views.append(view)
            if until(view):
                break
            self.answer(view)
        return views


def at_the_wolves(view: dict[str, Any]) -> bool:
    """Whether a window is open in which the wolves are asked."""
    asked = view["ask"] is not None and view["window"] is not None
    return asked and any("proie" in line.lower() for line in view["window"]["lines"])


def test_a_phone_leads_a_whole_evening_after_the_keyboard_is_gone(narrator: Narrator) -> None:
    narrator.close_keyboard()
    with narrator.page(narrator.code()) as page:
        views = Hand(page).play()
        narrator.process.wait(PATIENCE)
    assert narrator.process.returncode == 0
    lines = (line for view in views if view["window"] for line in view["window"]["lines"])
    private = {line.replace("\N{NO-BREAK SPACE}", " ") for line in lines}  # as the terminal would write them
    assert private
    assert not [line for line in private if any(line in said for said in narrator.said)]
    (journal,) = (narrator.home / "games").glob("*.journal")
    with Journal.reopen(journal) as kept:
        assert kept.record().outcome is not None


def test_a_word_at_the_terminal_gives_the_table_to_another_phone(narrator: Narrator) -> None:
    first = narrator.code()
    with narrator.page(first) as old:
        narrator.awaited(r"(\? )")
        before = len(narrator.said)
        narrator.type("téléphone")
        second = narrator.code(before)
        assert second != first
        assert closed(old) == REVOKED
    with narrator.page(second) as new:
        assert json.loads(new.recv(PATIENCE))["you"]["role"] == "table"


def any_of(line: str) -> str:
    """Return a pattern that finds a line in any of its variants, as it is shown."""
    variants = (re.escape(re.sub(r" \[.*?\]", "", text)) for text in shipped().words["fr"].lines[line])
    return f"({'|'.join(variants)})"


def test_who_gets_and_loses_the_table_by_day_is_said_for_all_to_hear(narrator: Narrator) -> None:
    with narrator.page(narrator.code()) as page:
        narrator.awaited(any_of("phone.paired"))
        narrator.type("téléphone")
        narrator.awaited(any_of("phone.taken"))
        assert closed(page) == REVOKED


def test_a_wolf_cannot_have_the_table_given_to_his_own_phone(narrator: Narrator) -> None:
    code = narrator.code()
    with narrator.page(code) as page:
        hand = Hand(page)
        *_, night = hand.play(until=at_the_wolves)
        narrator.awaited(r"(Ils se reconnaissent)")  # the page may be told before the terminal
        before = len(narrator.said)
        narrator.type("téléphone")
        view = hand.view()
        assert view is not None
        assert shipped().words["fr"].lines["orders.by_day"][0] in view["window"]["lines"]
        assert narrator.pair(code).json()["reason"] == "asleep"
        assert narrator.said[before:] == []
        hand.answer(night)
        assert hand.play()
    narrator.process.wait(PATIENCE)
    assert not re.search(any_of("phone.taken"), "\n".join(narrator.said))


def story(narrator: Narrator, name: str = "story") -> httpx.Response:
    """Ask for the story, or for something else of this name, as anybody in the network may."""
    return httpx.get(f"{narrator.awaited(r'(http://[^/]+)/')}/{name}")


def nowhere(narrator: Narrator) -> bool:
    """Whether the story's address answers as one at which nothing has ever been."""
    here, nothing = story(narrator), story(narrator, "stories")
    ours = [{key: value for key, value in one.headers.items() if key != "date"} for one in (here, nothing)]
    return (here.status_code, here.text, ours[0]) == (404, nothing.text, ours[1])


def test_the_story_can_be_read_once_all_know_the_end_and_no_sooner(narrator: Narrator) -> None:
    """An end that is taken back takes the story back."""

    def asked_whether_to_go_on(view: dict[str, Any]) -> bool:
        by_day = view["ask"] is not None and view["window"] is None
        return by_day and view["ask"]["kind"] == "yes_no" and story(narrator).status_code == 200

    assert nowhere(narrator)
    with narrator.page(narrator.code()) as page:
        hand = Hand(page)
        *_, night = hand.play(until=at_the_wolves)
        assert nowhere(narrator)
        hand.answer(night)
        hand.play(until=asked_whether_to_go_on)
        told = story(narrator)
        assert told.text.startswith("<!doctype html>")
        assert "<svg" in told.text
        assert "<script" not in told.text
        assert "script" not in told.headers["content-security-policy"]
        assert told.headers["cache-control"] == "no-store"
        assert narrator.awaited(r"(http://\S+/story)")
        before = len(narrator.said)
        for _ in range(2):  # who goes back into a night is asked whether he means it
            narrator.type("annule")
        narrator.awaited(f"({any_of('undo.day')}|{any_of('undo.night')})", before)
        assert nowhere(narrator)


def test_the_code_stands_on_no_page(narrator: Narrator) -> None:
    code = narrator.code()
    with narrator.page(code) as page:
        narrator.awaited(r"(\? )")
        seen: list[str | bytes] = []
        while not any("public" in json.loads(frame) for frame in seen):
            seen.append(page.recv(PATIENCE))
    digits = re.sub(r"\D+", "", json.dumps([json.loads(frame).get("public") for frame in seen]))
    assert code not in digits


def test_without_remote_there_is_no_phone_to_change(tmp_path: Path) -> None:
    words = ["play", "--players", "8", "--pace", "instant", "--private", str(tmp_path / "private")]
    played = subprocess.run(
        [sys.executable, "-m", "narrator", *words],
        input="téléphone\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "NARRATOR_HOME": str(tmp_path / "home"), "LC_ALL": "C.UTF-8"},
        check=True,
    )
    assert "--remote" in played.stdout


@pytest.mark.thorough
def test_the_tables_phone_and_the_terminal_answer_the_same_questions_before_a_game(tmp_path: Path) -> None:
    home = tmp_path / "home"
    words = ("play", "--remote", "127.0.0.1", "--pace", "instant", "--plain", "--no-sound")
    terminal = PseudoTerminal(home, *words)
    try:
        with ExitStack() as evening:
            terminal.awaited("Le code du téléphone de la table")
            terminal.awaited("Qui joue ?")
            phone = TablesPhone(terminal.text, evening)
            phone.answer("Qui joue", {"text": "Ann Bob Cy Di Eve Fay"})
            terminal.awaited("6 joueurs : Ann, Bob, Cy, Di, Eve, Fay.")
            phone.answer("À quoi jouez-vous", {"text": "settle"})
            terminal.awaited("Noté")
            terminal.type("thiercelieux\r")
            phone.answer("Qui mène", {"text": "joueur"})
            terminal.awaited("Qui distribue ?")
            terminal.type("jouer\r")
            terminal.awaited("Entrée : jouer")
            phone.answer("jouer", {"word": "done"})
            assert phone.asked("quand le cercle est prêt")["kind"] == "confirm", "it holds the table of the game, too"
            (game,) = home.glob("games/*.journal")
            with Journal.reopen(Path(shutil.copy(game, tmp_path))) as journal:
                assert journal.header()["names"] == ["Ann", "Bob", "Cy", "Di", "Eve", "Fay"]
        assert terminal.text.count("Le code du téléphone de la table") == 1
    finally:
        terminal.close()
