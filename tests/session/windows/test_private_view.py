"""What stands on the private screen of a window: what is said to an entry goes with the next entry or question."""

from __future__ import annotations

from rooms import pack

from narrator.core.answers import YES_NO, Leave
from narrator.core.effects import Ask, Audience, Everyone
from narrator.session.game_state import Facts
from narrator.session.private_game import PrivateView
from narrator.story.wording import Wording
from narrator.ui.even_light import PrivateLines

HEAL, POISON = (
    Ask(question=question, choices=YES_NO, living=(1, 2, 3, 4), slot=0) for question in ("witch.heal", "witch.poison")
)


class Page:
    """A private screen, as the others keep theirs."""

    def __init__(self) -> None:
        self.lines = PrivateLines()

    def private(self, to: Audience, text: str) -> None:  # noqa: ARG002 - whoever is called looks at it
        """Show a text."""
        self.lines.add(text)

    def reply(self, to: Audience, *texts: str) -> None:  # noqa: ARG002 - whoever is called looks at it
        """Show what is said to an entry."""
        self.lines.reply(texts)


WORDING = Wording(pack("thiercelieux").words["fr"])


def view(page: Page) -> PrivateView:
    """Open a window that nobody leads."""
    return PrivateView(page, None, WORDING, Facts(4), None)


def test_a_refusal_is_over_once_the_next_question_of_the_call_is_asked() -> None:
    page = Page()
    window = view(page)
    window.put(HEAL)
    window.reply(Everyone(), "refused.word")
    window.put(POISON)
    assert [*page.lines] == [WORDING.prompt(HEAL), WORDING.prompt(POISON)]


def test_a_departure_is_asked_for_again_only_until_something_else_is_entered() -> None:
    page = Page()
    window = view(page)
    window.put(HEAL)
    window.ask_leaving(Leave(4))
    assert len([*page.lines]) == 2
    window.inform("leave.noted")
    assert [*page.lines] == [WORDING.prompt(HEAL), WORDING.line("leave.noted")]
