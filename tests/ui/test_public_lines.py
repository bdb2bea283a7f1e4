"""What was said stands for a while: not into the night, and a refusal not beyond its answer."""

from __future__ import annotations

from narrator.ui.public_moment import PublicLine, PublicLineKind, PublicLines

SAID, NOTED = PublicLine(PublicLineKind.CAPTION, "Le jour se lève."), PublicLine(PublicLineKind.NOTICE, "Qui ?")


def lines(*told: PublicLine, most: int = 9) -> PublicLines:
    shown = PublicLines(most)
    for line in told:
        shown.add(line)
    return shown


def test_only_the_last_lines_stand() -> None:
    assert [*lines(SAID, NOTED, SAID, most=2)] == [NOTED, SAID]


def test_an_answer_takes_the_refusals_away_and_nothing_else() -> None:
    shown = lines(NOTED, SAID, NOTED)
    shown.answered()
    assert [*shown] == [SAID]


def test_what_was_said_by_day_does_not_light_the_night() -> None:
    shown = lines(SAID)
    shown.sleep(False)
    assert [*shown] == [SAID]
    shown.sleep(True)
    assert not [*shown]


def test_what_is_said_at_night_stays() -> None:
    shown = lines()
    shown.sleep(True)
    shown.add(SAID)
    shown.sleep(True)
    assert [*shown] == [SAID]
