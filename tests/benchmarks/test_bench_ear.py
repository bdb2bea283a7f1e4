"""What the bench of the ear says to the ear, what it takes for an answer, and how it draws what comes of it."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import pytest
from hearings import recognised

from benchmarks.det_curve import picture, trade_off
from benchmarks.ear import Bars
from benchmarks.ear_hours import interval
from benchmarks.ear_measuring import AskedPhrases, HeardPhrases
from benchmarks.ear_rules import READ, RULES, Trial
from benchmarks.ear_table import quizzes
from benchmarks.own_voice import lines
from narrator.ear.thresholds import Thresholds
from narrator.table.inbox.entry import Misread, Order

QUIZZES = quizzes(lambda _word: True)


@pytest.mark.parametrize("name", QUIZZES)
def test_every_saying_means_something_to_its_question(name: str) -> None:
    quiz = QUIZZES[name]
    said = quiz.said(200, seed=1)
    assert all(quiz.asked.meaning(text) is not None for text in said)
    assert said == quiz.said(200, seed=1)
    assert said != quiz.said(200, seed=2)


def test_by_night_nothing_but_orders_is_said() -> None:
    quiz = QUIZZES["by night"]
    assert {*map(quiz.asked.meaning, quiz.said(100, seed=1))} == {Order.PAUSE, Order.RESUME, Order.REPEAT}


def test_most_of_what_is_said_answers_the_question() -> None:
    quiz = QUIZZES["yes or no"]
    kinds = Counter(type(quiz.asked.meaning(text)).__name__ for text in quiz.said(300, seed=3))
    assert kinds["Reply"] > kinds["Order"] > kinds["Reminder"] > 0
    assert Misread.__name__ not in kinds


def test_the_narrators_lines_are_said_without_marks() -> None:
    said = lines()
    assert len(said) > 500
    assert not any(mark in line for line in said for mark in "{}[]")


def test_each_rule_tolerates_more_than_the_one_before() -> None:
    asked = AskedPhrases(
        ("oui", "non"), lambda text: text.split()[-1] if text.split()[-1:] in (["oui"], ["non"]) else None
    )
    texts = ("oui", "euh oui", "[unk] euh oui [unk]", "[unk]")
    answers: list[tuple[AskedPhrases, object | None, list[HeardPhrases]]] = [
        (asked, "oui", [HeardPhrases(recognised("", text), 0, 0.0)]) for text in texts
    ]
    strangers = [
        (asked, [HeardPhrases(recognised("", "[unk]", "non", behind=2.0), 0, 0.0)]),
        (asked, [HeardPhrases(recognised("", "[unk]"), 0, 0.0)]),
    ]
    trial = Trial(answers, strangers)
    assert [len(trial.right(rule)) for rule in RULES] == [1, 2, 3]
    assert trial.wrong(READ) == [-2.0]
    assert trial.shares(READ, Thresholds(unlike=3.0)) == pytest.approx((50.0, 0.0, 50.0))
    assert trial.shares(READ, Thresholds(unlike=1.0)) == pytest.approx((50.0, 0.0, 0.0))


def test_who_asks_for_more_certainty_misses_more_and_accepts_less() -> None:
    points = trade_off([0.9, 0.8, 0.3], [0.2, 0.6], said=4, others=10)
    assert points[0] == pytest.approx((0.2, 0.25))
    accepted, missed = zip(*points, strict=True)
    assert sorted(accepted, reverse=True) == list(accepted)
    assert sorted(missed) == list(missed)


def test_the_picture_is_well_formed_and_holds_every_curve_in_its_frame() -> None:
    drawn = ElementTree.fromstring(picture("a < b", {"one": [(0.0, 1.0), (0.5, 0.0)], "two": [(0.01, 0.02)]}))
    lines = [element for element in drawn if element.tag.endswith("polyline")]
    assert len(lines) == 2
    _, _, width, height = map(float, drawn.attrib["viewBox"].split())
    for line in lines:
        for point in line.attrib["points"].split():
            x, y = map(float, point.split(","))
            assert 0 < x < width
            assert 0 < y < height


def test_a_bar_is_missed_only_where_chance_would_hardly_do_it(capsys: pytest.CaptureFixture[str]) -> None:
    few, many = Bars(), Bars()
    few.share("understood", 9, 10, 95.0)
    many.share("understood", 900, 1000, 95.0)
    assert few.reached()
    assert not many.reached()
    assert [line.split()[-1] for line in capsys.readouterr().out.splitlines() if "understood" in line] == ["tell", "NO"]


def test_speed_and_what_is_wanted_are_told_and_fail_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    bars = Bars()
    bars.speed("cores", "0.03", reached=False)
    bars.goal("understood", 1, 1000, 97.0)
    assert bars.reached()
    assert [line.split("  ")[-1] for line in capsys.readouterr().out.splitlines()[-2:]] == ["not here", "not yet"]
    bars.add("memory", "100 MB", reached=False)
    assert not bars.reached()


def test_the_interval_of_nothing_seen_begins_at_nothing_and_ends_at_three_and_a_half() -> None:
    assert interval(0) == pytest.approx((0.0, 3.689), abs=0.001)
    assert interval(2) == pytest.approx((0.242, 7.225), abs=0.001)
