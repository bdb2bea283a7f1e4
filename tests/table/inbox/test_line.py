"""The line that is being typed, alone and on both screens, and what becomes of it when its slot is over; glances."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from papers import HEADING, WINDOW, Hour, PaperTable, Scene, happen, vote

from narrator.base.sentences import QuestionText
from narrator.rules.core import effects
from narrator.rules.core.answers import CONFIRM
from narrator.rules.core.effects import Ask, Leader, News, Say, Topic
from narrator.screens.full_screen.model import ScreenModel
from narrator.screens.terminal import TerminalScreen
from narrator.table.inbox.entry import HESITATION, LONGEST, Typed, TypedLine
from narrator.table.inbox.inbox import Inbox
from narrator.table.inbox.moment import Facts, Moment

CLOSED, CALL = effects.Scene(scene="night", closed=True), Say(line="seer.wake")
READY = Ask(question="ready", choices=CONFIRM, living=(1, 2, 3))
CHANGES: dict[str, Callable[[Moment], Moment]] = {
    "a question": lambda moment: moment.asking(vote(), 0.0),
    "another": lambda moment: moment.asking(READY, 0.0),
    "a wait": lambda moment: moment.waiting(True),
    "nothing": lambda moment: moment.waiting(False),
    "nightfall": lambda moment: moment.after(News(topic=Topic.NIGHTFALL, number=1)),
    "dawn": lambda moment: moment.after(News(topic=Topic.DAYBREAK, number=1)),
    "eyes open": lambda moment: moment.after(effects.Scene(scene="day")),
    "a call": lambda moment: moment.after(CLOSED).after(CALL, "Voyante"),
    "a window": lambda moment: moment.after(WINDOW),
    "a slot": Moment.next_slot,
    "its end": lambda moment: moment if moment.window is None else moment.closing(),
    "a pause": lambda moment: moment.pausing(0.0),
    "its end too": lambda moment: moment.resuming(0.0),
    "an undo": lambda moment: moment.standing(replace(moment.facts, asleep=False), ()),
}
KEYS: dict[str, Callable[[TypedLine], object]] = {
    "type": lambda line: line.type("4"),
    "name": lambda line: line.type("Ali"),
    "erase": TypedLine.erase,
    "forget": TypedLine.forget,
    "enter": TypedLine.enter,
}
STEPS = st.lists(st.sampled_from([*CHANGES, *KEYS, *KEYS]), max_size=40)
LEFT = ["a window", "type", "its end", "a call", "enter"]
"""One leaves a line half typed, and the next presses Enter."""
OVERNIGHT = ["a question", "type", "nothing", "nightfall", "type", "dawn", "another", "enter"]
"""All saw one line half typed by day, and nobody the other one by night."""


class Now:
    """A moment that goes on."""

    def __init__(self) -> None:
        self.moment = Moment(facts=Facts(8))

    def __call__(self) -> Moment:
        return self.moment

    def change(self, name: str) -> None:
        self.moment = CHANGES[name](self.moment)


@given(STEPS, st.booleans())
@example(LEFT, True)
def test_what_a_line_yields_is_made_of_keys_of_the_present_slot_alone(steps: list[str], shown: bool) -> None:
    """But by day, an Enter that comes too late still belongs to the line that all saw, as keys that follow at once."""
    now, hours = Now(), count(0.0, HESITATION)
    line, own = TypedLine(now, shown=shown, now=hours.__next__), TypedLine(now, shown=shown)
    for step in steps:
        slot = now.moment.slot
        if step in CHANGES:
            now.change(step)
            if now.moment.slot != slot:
                own = TypedLine(now, shown=shown)  # knows nothing of what was keyed before
            continue
        given, alone = KEYS[step](line), KEYS[step](own)
        late = given is None and alone == Typed("", now.moment) and now.moment.echoed
        assert given == alone or late
        assert (line.text, line.echo) == (own.text, own.echo)


@given(STEPS, st.integers(min_value=0), st.booleans())
@example(OVERNIGHT, -1, False)
def test_nothing_that_was_keyed_unseen_changes_what_a_key_does_where_all_see_it(
    steps: list[str], left_out: int, shown: bool
) -> None:
    now = Now()
    line, twin = (TypedLine(now, shown=shown, now=lambda: 0.0) for _ in range(2))
    for place, step in enumerate(steps):
        if step in CHANGES:
            now.change(step)
        elif now.moment.echoed:
            assert KEYS[step](line) == KEYS[step](twin)
            assert line.echo == twin.echo
        else:
            KEYS[step](line)
            if not left_out >> place & 1:
                KEYS[step](twin)


@given(STEPS, st.booleans())
def test_nothing_is_echoed_in_the_dark(steps: list[str], shown: bool) -> None:
    now = Now()
    line = TypedLine(now, shown=shown)
    for step in steps:
        if step in CHANGES:
            now.change(step)
        else:
            KEYS[step](line)
        assert not line.echo or not (now.moment.asleep and now.moment.asked is None)
        assert not line.echo or now.moment.window is None


def test_a_sleeve_on_the_keys_fills_no_memory() -> None:
    line = TypedLine(Now())
    for _ in range(3 * LONGEST):
        line.type("77")
    assert line.text == "7" * LONGEST


class Table:
    """A screen on which is typed, and what all see of the typed line."""

    screen: TerminalScreen | ScreenModel

    def __init__(self, inbox: Inbox, hour: Hour) -> None:
        self.inbox, self.hour = inbox, hour

    def sleep(self, asleep: bool) -> None:
        happen(self.inbox, News(topic=Topic.NIGHTFALL if asleep else Topic.DAYBREAK, number=1))

    def call(self) -> None:
        happen(self.inbox, CLOSED)
        happen(self.inbox, CALL, called="Voyante")

    def open_window(self) -> None:
        self.screen.open_window(HEADING)
        happen(self.inbox, WINDOW)
        self.inbox.open(None)

    def next_slot(self) -> None:
        self.inbox.change(Moment.next_slot)

    def close_window(self) -> None:
        self.inbox.close()
        self.screen.close_window()
        self.inbox.change(Moment.closing)

    def enter(self) -> str | None:
        typed = self.screen.enter()
        assert typed is None or typed.moment is self.inbox.moment
        return None if typed is None else typed.text

    def seen(self) -> str:
        """Return what of the typed line stands where all see it."""
        raise NotImplementedError

    def private(self) -> str:
        raise NotImplementedError

    def covered(self) -> str:
        """Return all that stands on the private screen; empty where it is not there."""
        raise NotImplementedError


class OnATerminal(Table):
    """The plain terminal."""

    def __init__(self) -> None:
        laid = PaperTable()
        super().__init__(laid.inbox, laid.hour)
        self.paper, self.screen = laid.paper, laid.screen
        self.look = laid.screen.look
        laid.screen.caption("Il se passe quelque chose.")

    def seen(self) -> str:
        return self.paper.main.splitlines()[-1].removeprefix("> ")

    def private(self) -> str:
        return self.paper.shown.splitlines()[0].removeprefix("> ")

    def covered(self) -> str:
        self.look()
        assert "Loup-Garou" not in self.paper.main
        return self.paper.shown if self.paper.alternate else ""


class OnABoard(Table):
    """The full screen."""

    def __init__(self) -> None:
        scene = Scene()
        super().__init__(scene.inbox, scene.hour)
        self.model = self.screen = scene.screen_model

    def seen(self) -> str:
        return self.model.snapshot().typed

    def private(self) -> str:
        panel = self.model.snapshot().panel
        assert panel is not None
        return panel.typed

    def covered(self) -> str:
        snapshot = self.model.snapshot()
        assert "Loup-Garou" not in str(replace(snapshot, panel=None))
        return str(snapshot.panel or "")


@pytest.fixture(params=[OnATerminal, OnABoard])
def table(request: pytest.FixtureRequest) -> Table:
    made: Table = request.param()
    return made


def test_by_day_what_is_typed_is_seen_while_something_is_asked_and_while_nothing_is(table: Table) -> None:
    table.screen.type("4")
    assert table.seen() == "4"
    table.screen.prompt(QuestionText.alike("Qui a le plus de voix ?"))
    table.inbox.open(vote())
    table.hour.sleep(HESITATION)
    table.screen.type("2")
    assert table.seen() == "2"


def test_by_day_a_line_that_is_typed_across_the_opening_of_a_question_is_void_as_a_whole(table: Table) -> None:
    """Whoever types a number or a name a moment early has not chosen whom the rest of it means."""
    table.screen.type("1")
    table.inbox.open(vote())
    table.hour.sleep(HESITATION / 2)
    table.screen.type("2")
    assert table.seen() == ""
    assert table.enter() is None
    table.screen.type("12")
    assert table.enter() == "12"


ENDS: dict[str, Callable[[Table], object]] = {
    "the question is answered": lambda table: table.inbox.close(),
    "another one is asked": lambda table: table.inbox.open(vote()),
    "a wait begins": lambda table: table.inbox.open(None),
    "night falls": lambda table: table.sleep(True),
    "a window opens": lambda table: table.open_window(),
    "somebody is called": lambda table: table.call(),
    "the game is paused": lambda table: table.inbox.pause(),
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_what_is_half_typed_goes_when_its_turn_ends(table: Table, end: Callable[[Table], object]) -> None:
    table.inbox.open(vote())
    table.screen.type("4")
    end(table)
    table.inbox.resume()
    table.close_window()
    table.sleep(False)
    table.inbox.open(vote())
    assert table.seen() == ""
    table.screen.type("7")
    assert table.enter() == "7", "nothing stands before what is keyed next"


def test_by_day_an_enter_that_comes_too_late_ends_the_earlier_line_and_not_the_debate(table: Table) -> None:
    table.inbox.open(vote())
    table.screen.type("4")
    table.inbox.close()
    table.inbox.open(vote())
    assert table.enter() is None
    assert table.enter() == ""


def test_what_was_half_typed_in_a_slot_does_not_stand_in_the_next(table: Table) -> None:
    table.open_window()
    table.screen.type("1")
    assert table.private() == "1"
    table.next_slot()
    assert table.private() == ""
    assert table.enter() == "", "a key in a window means what it means there"
    table.screen.type("2")
    assert table.enter() == "2"


def test_a_digit_keyed_too_late_by_night_is_never_seen_by_all(table: Table) -> None:
    table.sleep(True)
    table.screen.type("3")
    assert table.seen() == ""
    table.open_window()
    assert table.private() == ""
    table.close_window()
    table.screen.type("5")
    assert table.seen() == ""
    table.sleep(False)
    assert table.seen() == ""
    table.inbox.open(vote())
    assert table.enter() == "", "what was typed by night changes no key by day"


def test_after_the_windows_of_the_deal_nothing_is_seen_until_something_is_asked(table: Table) -> None:
    table.open_window()
    table.close_window()
    table.screen.type("3")
    assert table.seen() == ""
    table.inbox.open(vote())
    table.screen.type("4")
    assert table.seen() == "4"


def test_before_the_first_window_of_the_deal_nothing_is_seen_either(table: Table) -> None:
    happen(table.inbox, CLOSED)
    table.screen.type("voyante")
    assert table.seen() == ""
    table.inbox.open(vote())
    table.screen.type("4")
    assert table.seen() == "4"


def test_what_is_keyed_from_the_name_on_stands_in_the_window_until_an_enter_there(table: Table) -> None:
    table.call()
    table.screen.type("4")
    assert table.enter() is None, "who is called sees it before it counts"
    assert table.seen() == ""
    table.open_window()
    assert table.private() == "4"
    assert table.enter() == "4"


def test_what_the_one_before_left_half_typed_changes_no_key_of_the_next(table: Table) -> None:
    for keyed in ("", "4"):
        table.open_window()
        table.screen.type(keyed)
        table.close_window()
        table.call()
        assert table.enter() is None
        table.open_window()
        assert (table.private(), table.enter()) == ("", "")
        table.close_window()


@pytest.mark.parametrize("called", [False, True])
def test_a_pause_ends_with_an_enter_whatever_was_half_typed(table: Table, called: bool) -> None:
    if called:
        table.call()
    else:
        table.inbox.open(vote())
    for keyed in ("", "4"):
        table.screen.type(keyed)
        table.inbox.pause()
        assert table.seen() == ""
        assert table.enter() == ""
        table.inbox.resume()


def test_an_order_typed_in_the_dark_is_still_an_order(table: Table) -> None:
    table.sleep(True)
    table.screen.type("pause")
    assert table.enter() == "pause"


def test_typed_letters_can_be_taken_back(table: Table) -> None:
    for letter in "Alixe":
        table.screen.type(letter)
    table.screen.erase()
    table.screen.erase()
    table.screen.type("ce")
    assert table.enter() == "Alice"


def test_what_a_leader_asks_for_by_day_is_shown_to_him_until_enter(table: Table) -> None:
    table.inbox.open(vote())
    table.screen.private(Leader(), "Le numéro 1 : un Loup-Garou.")
    table.screen.private(Leader(), "Le numéro 2 : la Voyante.")
    assert "un Loup-Garou" in table.covered()
    assert table.enter() is None, "it ends the glance, not the debate"
    assert not table.covered()
    assert table.enter() == ""


def test_an_answer_typed_during_a_glance_is_an_answer(table: Table) -> None:
    table.inbox.open(vote())
    table.screen.private(Leader(), "Le numéro 1 : un Loup-Garou.")
    table.screen.type("4")
    assert table.enter() == "4"
    assert not table.covered()


@pytest.mark.parametrize("what", ["caption", "notice", "prompt", "open_window", "close_window"])
def test_a_glance_ends_before_anything_else_happens(table: Table, what: str) -> None:
    table.screen.private(Leader(), "Le numéro 1 : un Loup-Garou.")
    if what == "close_window":
        table.screen.close_window()
    else:
        getattr(table.screen, what)(QuestionText.alike(HEADING) if what == "prompt" else HEADING)
    assert "un Loup-Garou" not in table.covered()
    assert bool(table.covered()) == (what == "open_window")


def test_a_line_longer_than_the_terminal_leaves_nothing_behind() -> None:
    table = OnATerminal()
    table.inbox.open(vote())
    table.screen.type("long " * 60)
    assert all(len(line) < 80 for line in table.paper.main.splitlines())
    table.inbox.close()
    assert "long" not in table.paper.main


def test_in_the_dark_not_even_a_cursor_moves() -> None:
    table = OnATerminal()
    table.sleep(True)
    before = table.paper.stream.getvalue()
    table.screen.type("12")
    table.screen.erase()
    table.enter()
    assert table.paper.stream.getvalue() == before
