"""How long nobody has talked is counted from what is reported, and only while it is."""

from __future__ import annotations

import pytest

from narrator.table.session.reminders import GONE, LAPSE, TableTalk

REPORT = 0.2
"""Seconds from one report of the level to the next."""


class Talk:
    """A table whose talk is followed, on a clock of its own."""

    def __init__(self) -> None:
        self.now = 0.0
        self.of_table = TableTalk(lambda: self.now)

    def levels(self, seconds: float, *, speaking: bool = False) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + REPORT)
            self.of_table.heard(speaking)


def test_talk_is_followed_by_its_level() -> None:
    talk = Talk()
    talk.levels(20.0)
    assert talk.of_table.silent_for() == pytest.approx(20.0, abs=REPORT)
    assert not talk.of_table.talked_within(60.0)
    talk.levels(REPORT, speaking=True)
    assert talk.of_table.silent_for() == 0.0
    talk.levels(5.0)
    assert talk.of_table.silent_for() == pytest.approx(5.0)
    assert talk.of_table.talked_within(6.0)
    assert not talk.of_table.talked_within(4.0)


def test_what_is_not_listened_to_is_no_silence_and_after_a_while_nobody_listens() -> None:
    talk = Talk()
    assert talk.of_table.silent_for() is None
    talk.levels(20.0)
    talk.now += LAPSE + 0.1
    assert talk.of_table.silent_for() == 0.0
    talk.now += GONE
    assert talk.of_table.silent_for() is None


@pytest.mark.parametrize("unheard", [LAPSE + 0.1, GONE + 0.1], ids=["for a moment", "for long"])
def test_silence_counts_anew_once_the_ears_are_back(unheard: float) -> None:
    talk = Talk()
    talk.levels(20.0)
    talk.now += unheard
    talk.levels(REPORT)
    assert talk.of_table.silent_for() == 0.0
    talk.levels(3.0)
    assert talk.of_table.silent_for() == pytest.approx(3.0)
    assert not talk.of_table.talked_within(60.0)


def test_a_report_that_is_a_little_late_breaks_no_silence() -> None:
    talk = Talk()
    talk.levels(20.0)
    talk.now += LAPSE - 2 * REPORT
    talk.levels(REPORT)
    assert talk.of_table.silent_for() == pytest.approx(20.0 + LAPSE, abs=3 * REPORT)
