"""Screens that hand on: several are shown the same, in their order; where there is none, it is said by day."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread

from narrator.base.sentences import QuestionText
from narrator.rules.core.effects import Everyone, News, Scene, Topic, Window
from narrator.screens.screens import PlainScreen, Screens, SpokenScreen
from narrator.table.inbox.moment import Moment


@dataclass
class Notes:
    """Notes what it is told, with its own name."""

    name: str
    told: list[tuple[object, ...]]

    def __getattr__(self, shown: str) -> Callable[..., None]:
        return lambda *texts, over=(): self.told.append((self.name, shown, *texts, *over))


SHOWN: list[tuple[object, ...]] = [
    ("caption", "a"),
    ("notice", "b"),
    ("prompt", QuestionText.alike("c")),
    ("open_window", "d"),
    ("private", Everyone(), "e"),
    ("reply", Everyone(), "f", "g"),
    ("close_window",),
]


def test_every_screen_shows_everything() -> None:
    told: list[tuple[object, ...]] = []
    screens = Screens(Notes("one", told), Notes("two", told))
    for what, *texts in SHOWN:
        getattr(screens, str(what))(*texts)
    screens.reply(Everyone(), "h", over=["e"])
    shown = [*SHOWN, ("reply", Everyone(), "h", "e")]
    assert told == [(name, *one) for one in shown for name in ("one", "two")]


class Table:
    """A screen without a screen, its log, and what it says."""

    def __init__(self, *, sound: bool = True) -> None:
        self.log = io.StringIO()
        self.said: list[str] = []
        self.screen = SpokenScreen(PlainScreen(self.log), self.said.append if sound else None)


def test_notices_are_said_by_day_and_never_where_eyes_are_closed() -> None:
    table, day = Table(), Moment()
    table.screen.notice("day")
    for closed in (
        day.after(News(topic=Topic.NIGHTFALL, number=1)),
        day.after(Scene(scene="night", closed=True)),
        day.after(Window(call="seer", slots=(8.0,), led=True)),
    ):
        table.screen.moment(closed)
        table.screen.notice("night")
    table.screen.moment(day)
    table.screen.notice("morning")
    assert (table.said, table.log.getvalue()) == (["day", "morning"], "")


def test_a_notice_of_a_pads_thread_is_said_before_the_next_line_unless_a_question_or_closed_eyes_come_first() -> None:
    """Where that thread spoke itself, the pad was deaf until it had: Enter skipped nothing for seconds."""
    table = Table()

    def pressed_early() -> None:
        pad = Thread(target=table.screen.notice, args=("too early",))
        pad.start()
        pad.join()

    table.screen.caption("a line")
    pressed_early()
    assert not table.said
    table.screen.caption("the next line")
    table.screen.caption("another line")
    assert table.said == ["too early"]
    pressed_early()
    table.screen.prompt(QuestionText.alike("a question"))
    table.screen.caption("what follows")
    pressed_early()
    table.screen.moment(Moment().after(News(topic=Topic.NIGHTFALL, number=1)))
    table.screen.caption("night")
    assert table.said == ["too early"]


def test_what_is_private_goes_nowhere() -> None:
    table = Table()
    table.screen.open_window("heading")
    table.screen.private(Everyone(), "secret")
    table.screen.close_window()
    assert (table.said, table.log.getvalue()) == ([], "")


def test_captions_and_questions_go_into_the_log_alone() -> None:
    table = Table()
    table.screen.caption("spoken")
    table.screen.prompt(QuestionText.alike("question"))
    assert (table.said, table.log.getvalue()) == ([], "spoken\n? question\n")


def test_without_sound_notices_are_written() -> None:
    table = Table(sound=False)
    table.screen.notice("written")
    assert table.log.getvalue() == "written\n"
