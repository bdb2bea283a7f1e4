"""Whole evenings in a real browser, every answer touched on the phone."""

from __future__ import annotations

import os
import signal
import time

import pytest
from browsers import Hand, Sit, needs_chromium
from phone_tables import PhoneTable, until

from narrator.rules.core.answers import (
    DONE,
    NO,
    NOBODY,
    Answer,
    seat,
)
from narrator.table.journal.journal import Journal

pytest_plugins = ("phone_ports",)
pytestmark = needs_chromium


class Evening:
    """Eight players, two nights: what is touched at each question."""

    def __init__(self, laid: PhoneTable, hand: Hand, *, cut: bool = False) -> None:
        self.laid = laid
        self.hand = hand
        self.cut = cut
        self.victims = iter(("Hélène", "Gus"))
        self.hanged = iter(("Alice", "Bruno"))
        self.looked_at = iter(("Alice", "Bruno"))
        self.seen: list[str] = []

    def play(self) -> None:
        while not self.laid.over:
            ask = self.laid.asked
            if ask is None:
                time.sleep(0.01)
            elif ask.slot is None:
                self.by_day(ask.question)
                until(lambda asked=ask: self.laid.asked is not asked)  # type: ignore[misc]
            else:
                self.by_night(ask.question)
                self.laid.end_slot()
                until(lambda asked=ask: self.laid.asked is not asked)  # type: ignore[misc]

    def by_day(self, question: str) -> None:
        self.seen.append(question)
        match question:
            case "captain.elected":
                self.hand.choose("Chloé")
            case "debate.end":
                self.hand.choose()
            case "vote.result":
                self.hand.choose(next(self.hanged))
            case "again":
                self.hand.choose("Non")
            case _:
                raise AssertionError(question)

    def by_night(self, question: str) -> None:
        self.seen.append(question)
        match question:
            case "seer.target":
                self.hand.key(next(self.looked_at))
            case "wolves.victim":
                if self.cut:
                    self.cut = False
                    self.key_across_a_cut()
                self.hand.key(next(self.victims))
            case "witch.heal":
                self.hand.key("Non")
            case "witch.poison":
                self.hand.key("Personne")
            case _:
                raise AssertionError(question)

    def key_across_a_cut(self) -> None:
        """Key something, lose the connection and the server with it, come back, and find it standing."""
        self.hand.key("Emma")
        page = self.hand.page
        self.hand.context.set_offline(True)
        pid = self.laid.host.pid
        os.kill(pid, signal.SIGKILL)
        page.locator("#night").wait_for(state="hidden")
        assert self.hand.lines() == []
        page.locator("#link").filter(has_text="Connexion perdue").wait_for()
        until(lambda: self.laid.host.pid != pid)
        self.hand.context.set_offline(False)
        page.locator("#night").wait_for()
        self.hand.stored()
        assert page.locator("#night button[aria-pressed=true]").all_inner_texts() == ["● 5\nEmma"]


EVENING: list[tuple[str, Answer]] = [
    ("captain.elected", seat(3)),
    *(("seer.target", seat(1)), ("wolves.victim", seat(8)), ("witch.heal", NO), ("witch.poison", NOBODY)),
    *(("debate.end", DONE), ("vote.result", seat(1))),
    *(("seer.target", seat(2)), ("wolves.victim", seat(7)), ("witch.heal", NO), ("witch.poison", NOBODY)),
    *(("debate.end", DONE), ("vote.result", seat(2))),
    ("again", NO),
]


@pytest.mark.parametrize("cut", [False, True], ids=["connected", "cut off in the first night"])
def test_eight_players_play_a_whole_game_by_touch(sit: Sit, cut: bool) -> None:
    laid, hand = sit()
    evening = Evening(laid, hand, cut=cut)
    evening.play()
    assert laid.outcome == "village"
    assert evening.seen == [question for question, _ in EVENING]
    with Journal.reopen(laid.journal) as kept:
        told = [entry for entry in kept.record().answers if entry[0] != "muster"]
    assert told == EVENING
    assert hand.faults == []
    hand.page.locator("#phase").filter(has_text="finie").wait_for()
