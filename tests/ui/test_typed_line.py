"""The line that is being typed, and what becomes of it when its turn is over; private lines, and their replies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from papers import HEADING, Paper, Scene, vote
from rooms import nobody_called

from narrator.core import effects
from narrator.core.answers import Choices, Kind
from narrator.core.effects import Ask, Leader, News, Topic
from narrator.inbox.inbox import EditedInbox, LiveInbox, WallClock
from narrator.story.sentences import QuestionText
from narrator.ui.even_light import LINES, PrivateLines
from narrator.ui.full_screen.model import ScreenModel
from narrator.ui.terminal import TerminalScreen

SLOT = Ask(question="seer.look", choices=Choices(kind=Kind.SEATS, seats=(1, 2)), living=(1, 2), slot=0)


class Table:
    """A screen on which is typed, and what all see of the typed line."""

    screen: TerminalScreen | ScreenModel

    def sleep(self, asleep: bool) -> None:
        self.screen.effect(News(topic=Topic.NIGHTFALL if asleep else Topic.DAYBREAK, number=1), 0.0)

    def seen(self) -> str:
        """Return what of the typed line stands where all see it."""
        raise NotImplementedError

    def private(self) -> str:
        """Return what of it stands on the private screen."""
        raise NotImplementedError

    def covered(self) -> str:
        """Return all that stands on the private screen; empty where it is not there."""
        raise NotImplementedError


class OnATerminal(Table):
    """The plain terminal."""

    def __init__(self) -> None:
        self.paper = Paper()
        self.screen = TerminalScreen(self.paper.terminal, nobody_called)
        self.screen.caption("Il se passe quelque chose.")

    def seen(self) -> str:
        return self.paper.main.splitlines()[-1].removeprefix("> ")

    def private(self) -> str:
        return self.paper.shown.splitlines()[-1].partition("> ")[2].rstrip("░")

    def covered(self) -> str:
        assert isinstance(self.screen, TerminalScreen)
        self.screen.look()
        assert "Loup-Garou" not in self.paper.main
        return self.paper.shown if self.paper.alternate else ""


class OnABoard(Table):
    """The full screen."""

    def __init__(self) -> None:
        self.scene = Scene()
        self.screen = self.scene.screen_model

    def sleep(self, asleep: bool) -> None:
        super().sleep(asleep)
        self.scene.facts.asleep = asleep

    def seen(self) -> str:
        return self.scene.screen_model.snapshot().typed

    def private(self) -> str:
        panel = self.scene.screen_model.snapshot().panel
        assert panel is not None
        return panel.typed

    def covered(self) -> str:
        snapshot = self.scene.screen_model.snapshot()
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
    table.screen.opened(vote())
    table.screen.type("2")
    assert table.seen() == "2"


ENDS: dict[str, Callable[[Table], object]] = {
    "the question is answered": lambda table: table.screen.closed(),
    "another one is asked": lambda table: table.screen.opened(vote()),
    "a wait begins": lambda table: table.screen.opened(None),
    "night falls": lambda table: table.sleep(True),
    "a window opens": lambda table: table.screen.open_window("Pour tes yeux seuls."),
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_what_is_half_typed_goes_when_its_turn_ends(table: Table, end: Callable[[Table], object]) -> None:
    table.screen.opened(vote())
    table.screen.type("4")
    end(table)
    table.screen.close_window()
    table.sleep(False)
    table.screen.opened(vote())
    assert table.seen() == ""
    table.screen.type("7")
    assert table.screen.enter() == "7", "nothing stands before what is keyed next"


def test_by_day_an_enter_that_comes_too_late_ends_the_earlier_line_and_not_the_debate(table: Table) -> None:
    table.screen.opened(vote())
    table.screen.type("4")
    table.screen.closed()
    table.screen.opened(vote())
    assert table.screen.enter() is None
    assert table.screen.enter() == ""


def test_what_was_half_typed_in_a_slot_does_not_stand_in_the_next(table: Table) -> None:
    table.screen.open_window("Pour tes yeux seuls.")
    table.screen.opened(SLOT)
    table.screen.type("1")
    assert table.private() == "1"
    table.screen.closed()
    table.screen.opened(SLOT)
    assert table.private() == ""
    assert table.screen.enter() is None
    table.screen.type("2")
    assert table.screen.enter() == "2"


def test_a_digit_keyed_too_late_by_night_is_never_seen_by_all(table: Table) -> None:
    table.sleep(True)
    table.screen.type("3")
    assert table.seen() == ""
    table.screen.open_window("Pour tes yeux seuls.")
    assert table.private() == ""
    table.screen.close_window()
    table.screen.type("5")
    assert table.seen() == ""
    table.sleep(False)
    assert table.seen() == ""
    table.screen.opened(vote())
    assert table.screen.enter() == "", "what was typed by night changes no key by day"


def test_after_the_windows_of_the_deal_nothing_is_seen_until_something_is_asked(table: Table) -> None:
    table.screen.open_window("Pour tes yeux seuls.")
    table.screen.close_window()
    table.screen.type("3")
    assert table.seen() == ""
    table.screen.opened(vote())
    table.screen.type("4")
    assert table.seen() == "4"


def test_before_the_first_window_of_the_deal_nothing_is_seen_either(table: Table) -> None:
    table.screen.effect(effects.Scene(scene="night", closed=True), 0.0)
    table.screen.type("voyante")
    assert table.seen() == ""
    table.screen.opened(vote())
    table.screen.type("4")
    assert table.seen() == "4"


def test_an_order_typed_in_the_dark_is_still_an_order(table: Table) -> None:
    table.sleep(True)
    table.screen.type("pause")
    assert table.screen.enter() == "pause"


def test_typed_letters_can_be_taken_back(table: Table) -> None:
    for letter in "Alixe":
        table.screen.type(letter)
    table.screen.erase()
    table.screen.erase()
    table.screen.type("ce")
    assert table.screen.enter() == "Alice"


def test_what_a_leader_asks_for_by_day_is_shown_to_him_until_enter(table: Table) -> None:
    table.screen.opened(vote())
    table.screen.private(Leader(), "Le numéro 1 : un Loup-Garou.")
    table.screen.private(Leader(), "Le numéro 2 : la Voyante.")
    assert "un Loup-Garou" in table.covered()
    assert table.screen.enter() is None, "it ends the glance, not the debate"
    assert not table.covered()
    assert table.screen.enter() == ""


def test_an_answer_typed_during_a_glance_is_an_answer(table: Table) -> None:
    table.screen.opened(vote())
    table.screen.private(Leader(), "Le numéro 1 : un Loup-Garou.")
    table.screen.type("4")
    assert table.screen.enter() == "4"
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
    table.screen.type("long " * 60)
    assert all(len(line) < 80 for line in table.paper.main.splitlines())
    table.screen.closed()
    assert "long" not in table.paper.main


def test_a_line_is_forgotten_before_the_next_turn_begins() -> None:
    inbox = LiveInbox(WallClock())
    turns: list[int] = []

    class Noting(TerminalScreen):
        """Notes the turn in which it forgets."""

        def opened(self, ask: Ask | None) -> None:
            turns.append(inbox.turn)
            super().opened(ask)

    EditedInbox(inbox, Noting(Paper().terminal, nobody_called)).open(None)
    assert (turns, inbox.turn) == ([0], 1)


def test_in_the_dark_not_even_a_cursor_moves() -> None:
    table = OnATerminal()
    table.sleep(True)
    before = table.paper.stream.getvalue()
    table.screen.type("12")
    table.screen.erase()
    table.screen.enter()
    assert table.paper.stream.getvalue() == before


def shown(*texts: str, most: int | None = LINES) -> list[str]:
    lines = PrivateLines(most)
    for text in texts:
        lines.add(text)
    return [*lines]


def test_what_is_shown_again_stands_once_below_all_others() -> None:
    assert shown("Qui ?", "Noté.", "Qui ?") == ["Noté.", "Qui ?"]


def test_of_many_the_last_ones_stand_and_all_where_there_is_room() -> None:
    many = [str(number) for number in range(LINES + 3)]
    assert shown(*many) == many[3:]
    assert shown(*many, most=None) == many


def test_what_is_said_to_an_entry_replaces_what_was_said_to_the_one_before() -> None:
    lines = PrivateLines()
    lines.add("Qui ?")
    lines.reply(["Cette place n'existe pas."])
    lines.reply(["Répondez par une place.", "Tout se fait en silence."])
    assert [*lines] == ["Qui ?", "Répondez par une place.", "Tout se fait en silence."]
    lines.add("Qui encore ?")
    lines.reply(["Noté."])
    assert [*lines] == ["Qui ?", "Qui encore ?", "Noté."]


def test_a_reply_that_is_shown_for_good_is_not_taken_away_by_the_next_one() -> None:
    lines = PrivateLines()
    lines.reply(["Qui ?"])
    lines.add("Qui ?")
    lines.reply(["Noté."])
    assert [*lines] == ["Qui ?", "Noté."]
    lines.reply(["Qui ?"])
    lines.reply(["Effacé."])
    assert [*lines] == ["Qui ?", "Effacé."]
