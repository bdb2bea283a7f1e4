"""The terminal: captions scroll, a window covers them with a private screen that leaves nothing behind."""

from __future__ import annotations

import unicodedata

import pytest
from papers import HEADING, HEIGHT, SEQUENCE, WIDTH, Paper, PaperTable, happen, scrolled_back, vote

from narrator.base.sentences import QuestionText
from narrator.rules.core.effects import Everyone, Holders, News, Topic
from narrator.screens.terminal import TerminalScreen
from narrator.table.inbox.inbox import Inbox
from narrator.table.inbox.moment import Moment

SEER = Holders("voyante")


@pytest.fixture
def laid() -> PaperTable:
    return PaperTable()


@pytest.fixture
def paper(laid: PaperTable) -> Paper:
    return laid.paper


@pytest.fixture
def inbox(laid: PaperTable) -> Inbox:
    return laid.inbox


@pytest.fixture
def screen(laid: PaperTable) -> TerminalScreen:
    return laid.screen


class Writes:
    """Counts how often something is written."""

    def __init__(self, paper: Paper) -> None:
        self.count = 0
        self._flush = paper.stream.flush
        paper.stream.flush = self._note  # type: ignore[method-assign]  # each write is flushed

    def _note(self) -> None:
        self.count += 1
        self._flush()


def typed(screen: TerminalScreen, text: str) -> str | None:
    for letter in text:
        screen.type(letter)
    ended = screen.enter()
    return None if ended is None else ended.text


def test_captions_notices_and_questions_stand_on_the_main_screen(paper: Paper, screen: TerminalScreen) -> None:
    screen.caption("Le feu baisse.")
    screen.notice("Il n'y a pas de son à régler.")
    screen.prompt(QuestionText.alike("Qui a le plus de voix ?"))
    assert paper.main.splitlines() == [
        "Le feu baisse.",
        "Il n'y a pas de son à régler.",
        "Qui a le plus de voix ?",
        "> ",
    ]
    assert not paper.alternate


def test_a_long_caption_is_broken_between_words(paper: Paper, screen: TerminalScreen) -> None:
    screen.caption("mot " * 60)
    assert all(set(line.split()) <= {"mot", ">"} for line in paper.main.splitlines())
    assert len(paper.main.splitlines()) > 2


def test_what_is_typed_by_day_stands_there(paper: Paper, screen: TerminalScreen, inbox: Inbox) -> None:
    screen.prompt(QuestionText.alike("Qui a le plus de voix ?"))
    inbox.open(vote())
    assert typed(screen, "égalité 2 5") == "égalité 2 5"
    screen.caption("C'est l'égalité.")
    assert paper.main.splitlines()[1:3] == ["> égalité 2 5", "C'est l'égalité."]


def test_a_caption_does_not_swallow_the_line_that_is_being_typed(paper: Paper, screen: TerminalScreen) -> None:
    screen.prompt(QuestionText.alike("Qui ?"))
    screen.type("Ali")
    screen.caption("Le temps de parole s'amenuise.")
    assert paper.main.splitlines()[-2:] == ["Le temps de parole s'amenuise.", "> Ali"]
    assert typed(screen, "ce") == "Alice"


def test_a_window_covers_the_main_screen_and_leaves_nothing_behind(laid: PaperTable) -> None:
    paper, screen = laid.paper, laid.screen
    screen.caption("La Voyante s'éveille.")
    before = paper.main
    laid.open_window("Pour tes yeux seuls.")
    assert paper.alternate
    screen.private(SEER, "Quelle carte percer ?")
    assert typed(screen, "07") == "07"
    screen.private(SEER, "Le numéro 7 cache cette carte : un Loup-Garou.")
    screen.type("3")
    assert "Pour tes yeux seuls." in paper.shown
    assert "un Loup-Garou" in paper.shown
    assert "> 3" in paper.shown
    laid.close_window()
    assert not paper.alternate
    assert paper.main == before
    screen.caption("La Voyante se rendort.")
    assert "07" not in paper.main
    assert "Loup-Garou" not in paper.main


def test_a_window_for_nobody_looks_like_any_other_until_something_is_shown() -> None:
    papers = Paper(), Paper()
    for paper in papers:
        screen = TerminalScreen(paper.terminal, Moment)
        screen.caption("La Voyante s'éveille.")
        screen.open_window("Pour tes yeux seuls.")
    assert papers[0].stream.getvalue() == papers[1].stream.getvalue()


def test_what_is_spoken_in_a_window_stands_on_its_private_screen(paper: Paper, screen: TerminalScreen) -> None:
    screen.open_window("Pour tes yeux seuls.")
    screen.caption("Pause.")
    screen.look()
    assert "Pause." in paper.shown
    screen.close_window()
    assert "Pause." not in paper.main


def test_where_a_private_screen_is_full_another_page_begins_and_nothing_scrolls(
    paper: Paper, screen: TerminalScreen
) -> None:
    screen.open_window("Pour tes yeux seuls.")
    told = [f"ligne {number}." for number in range(60)]
    for text in told:
        screen.private(SEER, text)
    screen.look()
    assert paper.lines[-1] == told[-1]
    assert told[0] not in paper.lines
    assert "\n" not in paper.stream.getvalue().partition("Pour tes yeux")[2]
    assert all(paper.stream.getvalue().count(text) == 1 for text in told)


def drawn(paper: Paper, written: int) -> str:
    """Return the letters that were written, after so many characters, and not the blanks between them."""
    return "".join(SEQUENCE.sub("", paper.stream.getvalue()[written:]).split())


def test_a_private_line_is_written_once_and_nothing_that_stands_there_is_written_again(laid: PaperTable) -> None:
    paper, screen = laid.paper, laid.screen
    laid.open_window()
    told = ["Quelle carte percer ?", "Personne de ce nom.", "Note ton choix."]
    screen.private(SEER, told[0])
    screen.look()
    for keyed, text in (("99", told[1]), ("07", told[2])):
        for letter in keyed:
            written = len(paper.stream.getvalue())
            screen.type(letter)
            screen.look()
            assert drawn(paper, written) == letter
        screen.enter()
        screen.reply(SEER, text)
        screen.look()
    written = len(paper.stream.getvalue())
    screen.look()
    assert drawn(paper, written) == ""
    assert paper.lines == [HEADING, told[0], told[2]]
    assert all(paper.stream.getvalue().count(text) == 1 for text in (HEADING, *told))


def test_a_question_whose_slot_is_over_goes_with_what_was_refused_in_it(laid: PaperTable) -> None:
    paper, screen = laid.paper, laid.screen
    laid.open_window()
    for text in ("Quelqu'un est visé.", "Le sauver ?"):
        screen.private(SEER, text)
    screen.reply(SEER, "Répondez par oui ou non.")
    screen.reply(SEER, "Trop tard.", over=["Le sauver ?"])
    screen.look()
    assert paper.lines == [HEADING, "Quelqu'un est visé.", "Trop tard."]


def test_what_is_shown_again_on_demand_is_written_again(paper: Paper, screen: TerminalScreen) -> None:
    screen.open_window("Pour tes yeux seuls.")
    for _ in range(2):
        screen.private(SEER, "Quelle carte percer ?")
        screen.look()
    assert paper.stream.getvalue().count("Quelle carte percer ?") == 2


def test_a_private_screen_is_made_of_letters_and_blanks_alone(laid: PaperTable) -> None:
    happen(laid.inbox, News(topic=Topic.NIGHTFALL, number=1))
    laid.open_window()
    laid.screen.private(SEER, "Ta carte : la Voyante, nº 7.")
    laid.screen.type("12")
    laid.screen.look()
    assert not [letter for letter in drawn(laid.paper, 0) if unicodedata.category(letter) == "So"]


def test_a_key_by_day_writes_that_key_alone(paper: Paper, screen: TerminalScreen, inbox: Inbox) -> None:
    screen.prompt(QuestionText.alike("Qui a le plus de voix ?"))
    inbox.open(vote())
    for letter in "égalité 2 5":
        written = len(paper.stream.getvalue())
        screen.type(letter)
        assert paper.stream.getvalue()[written:] == letter
    screen.erase()
    assert paper.main.splitlines()[-1] == "> égalité 2 "


@pytest.mark.parametrize("line", ["05", "loup-garou"])
def test_a_line_typed_too_early_or_too_late_is_wiped(laid: PaperTable, line: str) -> None:
    paper, screen = laid.paper, laid.screen
    happen(laid.inbox, News(topic=Topic.NIGHTFALL, number=1))
    screen.caption("Les Loups-Garous s'éveillent.")
    assert typed(screen, line) == line
    screen.type(line)
    laid.open_window()
    laid.close_window()
    assert typed(screen, line) == line
    screen.caption("Les Loups-Garous se rendorment.")
    assert line not in paper.main


def test_a_terminal_without_a_second_screen_clears_what_could_be_scrolled_back() -> None:
    paper = Paper()

    class Simple:
        """A terminal that has no alternate screen."""

        def __getattr__(self, name: str) -> object:
            return "" if name in ("enter_fullscreen", "exit_fullscreen") else getattr(paper.terminal, name)

    screen = TerminalScreen(Simple(), Moment)  # type: ignore[arg-type]  # it has all that is used of one
    screen.open_window("Pour tes yeux seuls.")
    screen.private(Everyone(), "Entrée pour continuer.")
    screen.close_window()
    assert paper.stream.getvalue().rstrip("\r> \x1b[K").count("\x1b[3J") == 1


def test_nothing_private_can_be_scrolled_back_to_where_a_terminal_obeys_no_alternate_screen(
    paper: Paper, screen: TerminalScreen
) -> None:
    for number in range(3):
        screen.open_window("Pour tes yeux seuls.")
        screen.private(SEER, f"Ta carte : la Voyante {number}.")
        typed(screen, "7")
        screen.close_window()
        screen.caption("La nuit s'achève." * 9)
    assert "Voyante" in paper.stream.getvalue()
    assert "Voyante" not in scrolled_back(paper.stream.getvalue())


def test_no_row_of_a_private_screen_lies_above_the_cursor_where_a_smaller_terminal_would_keep_it(
    paper: Paper, screen: TerminalScreen
) -> None:
    screen.open_window("Pour tes yeux seuls.")
    screen.private(SEER, "Ta carte : la Voyante.")
    screen.look()
    assert paper.cursor_row == 0
    screen.type("7")
    assert paper.cursor_row == 0
    screen.enter()
    assert paper.cursor_row == 0
    assert "Voyante" in paper.shown


def test_a_private_screen_is_drawn_again_where_its_terminal_has_another_size(
    paper: Paper, screen: TerminalScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen.open_window("Pour tes yeux seuls.")
    screen.private(SEER, "Ta carte : la Voyante.")
    screen.look()
    monkeypatch.setattr(type(paper.terminal), "width", WIDTH - 20)
    monkeypatch.setattr(type(paper.terminal), "height", HEIGHT - 6)
    written = len(paper.stream.getvalue())
    screen.look()
    assert "Voyante" in paper.stream.getvalue()[written:]
    screen.close_window()
    written = len(paper.stream.getvalue())
    monkeypatch.setattr(type(paper.terminal), "width", WIDTH)
    screen.look()
    assert len(paper.stream.getvalue()) == written, "outside of a window the terminal keeps its own lines"


def test_every_look_in_a_window_writes_once_whatever_has_changed_there() -> None:
    papers = Paper(), Paper()
    for paper, told in zip(papers, (("Quelle carte percer ?", "Note ton choix."), ()), strict=True):
        screen = TerminalScreen(paper.terminal, Moment)
        screen.open_window("Pour tes yeux seuls.")
        writes = Writes(paper)
        for text in told:
            screen.private(SEER, text)
        screen.reply(SEER, *told)
        screen.look()
        screen.look()
        assert writes.count == 2
        assert all(text in paper.shown for text in told)
