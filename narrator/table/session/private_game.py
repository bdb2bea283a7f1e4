"""The private side of a game and of its table: what a slot worker can reach, and what the called player sees of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from narrator.packs.wording import Wording
from narrator.rules.core.answers import SILENT, Answer, Kind, Leave, Refusal, Token
from narrator.rules.core.effects import Ask, Audience, Everyone, Form, Leader, Term, Terms
from narrator.rules.core.play import choices_of
from narrator.table.inbox.entry import Entry, Order, Reminder, StateTyped
from narrator.table.inbox.moment import Facts
from narrator.table.session import announcements
from narrator.table.session.answer_store import AnswerStore
from narrator.table.session.known_cards import Holdings
from narrator.table.session.lane import Work
from narrator.table.session.ports import Acknowledger, Light, Pockets, PrivateScreen, QuestionOpener, Watcher
from narrator.table.session.presses import Repetition
from narrator.table.session.replay import Cursor, Step, Target


@dataclass(frozen=True)
class PrivatePorts:
    """All that a slot worker can reach of a table. `post` has work done by it, after all that it was given before."""

    screen: PrivateScreen
    questions: QuestionOpener
    post: Callable[[Work], None]
    light: Light | None = None
    acknowledger: Acknowledger | None = None
    watchers: Iterable[Watcher] = ()
    pockets: Pockets | None = None


@dataclass(frozen=True)
class PrivateGame:
    """The private side of one game: where it stands, its answers, who holds what, its words; whether it is led."""

    cursor: Cursor
    answers: AnswerStore
    holdings: Holdings
    wording: Wording
    led: bool

    def go_back(self, target: Target) -> list[Step]:
        """Take answers back, and go on from there; return the steps that stand."""
        kept = self.answers.replayed(target.answers)
        self.answers.go_back(target.answers, kept.place_from(target.step))
        self.cursor.stand(kept.walk, kept.steps, target.step)
        told = kept.steps[: target.step]
        self.holdings.stand(told)
        return told


class PrivateView:
    """The private side of one window, as it is seen.

    `facts` are what everybody knows meanwhile; `holdings` are for a leader's eyes: None where nobody leads
    from the beginning.
    """

    def __init__(
        self, screen: PrivateScreen, light: Light | None, wording: Wording, facts: Facts, holdings: Holdings | None
    ) -> None:
        self._screen = screen
        self._light = light
        self._wording = wording
        self._facts = facts
        self._holdings = holdings
        self._shown: list[tuple[Audience, str]] = []
        self._lit: list[tuple[Audience, Token | None, Terms]] = []
        self._repetition = Repetition()

    def show(self, to: Audience, text: str) -> None:
        """Show a text that stands until the window closes, so that it can be repeated."""
        self._shown.append((to, text))
        self._screen.private(to, text)

    def put(self, ask: Ask) -> None:
        """Show a question, which cards it offers, if any, and how to type a seat so that all of them sound alike."""
        for text in self._asked(ask):
            self.show(ask.to, text)

    def _asked(self, ask: Ask) -> tuple[str, ...]:
        choices = choices_of(ask)
        cards = [self._wording.offered_cards(choices.cards)] if choices.cards else []
        heard = choices.kind is Kind.SEATS and self._holdings is None  # a leader's keys tell nothing
        seat = [self._wording.line("screen.seat")] if heard else []
        return (self._wording.prompt(ask), *cards, *seat)

    def end(self, ask: Ask, answer: Answer) -> None:
        """Take away a question whose slot is over, and what was refused in it; tell its answer, or that it is late.

        What is noted stands from now on, whatever becomes of the slots to come.
        """
        asked = self._asked(ask)
        if asked[0] not in (text for _, text in self._shown):
            return  # it was answered for somebody who had no time for it
        self._shown = [shown for shown in self._shown if shown[1] not in asked]
        if answer is SILENT:
            self._reply(ask.to, self._late, over=asked)
        else:
            self._reply(ask.to, over=asked)
            self.show(ask.to, self._noted(answer))

    def tell_late(self, to: Audience, at: float) -> None:
        """Show that what was entered at this time came after the slot of its question."""
        self._tell_once(to, self._late, at)

    def light_up(self, to: Audience, word: Token | None, args: Terms) -> None:
        """Give a private line to the light, until a count is over or the window closes."""
        if self._light is not None:
            self._lit.append((to, word, args))
            self._light.show(to, word, args)

    def reply(self, to: Audience, line: str) -> None:
        """Show a line of the session to the one who has entered something, until something else is entered."""
        self._reply(to, self._wording.line(line))

    def _reply(self, to: Audience, *texts: str, over: Sequence[str] = ()) -> None:
        self._repetition.forget()
        self._screen.reply(to, *texts, over=over)

    def refuse(self, ask: Ask, refusal: Refusal, answer: Answer | None, at: float) -> None:
        """Show why what was entered at this time is not taken, until something else is entered."""
        self._tell_once(ask.to, self._wording.refusal(ask, refusal, answer), at)

    def tell_paused(self, at: float) -> None:
        """Show to whoever enters something while the game stands still how it goes on."""
        self._tell_once(Everyone(), self._wording.line("session.paused"), at)

    def _tell_once(self, to: Audience, text: str, at: float) -> None:
        if self._repetition.fresh(text, at):
            self._screen.reply(to, text)

    def tell_kept(self, to: Audience, answer: Answer, at: float) -> None:
        """Show what is noted until something else is entered; to an Enter too many at this time, again."""
        self._tell_once(to, self._noted(answer), at)

    def _noted(self, answer: Answer) -> str:
        if isinstance(answer, Leave):
            return self._wording.line("leave.noted")
        told = self._wording.named(answer)
        noted = self._wording.line("screen.noted", text=Term(Form.TEXT, told)) if told else None
        return noted or self._wording.line("screen.kept")

    @property
    def _late(self) -> str:
        return self._wording.line("screen.late")

    def tell_back(self, to: Audience, answer: Answer) -> None:
        """Show which answer was understood, as it may have been typed in many ways."""
        if told := self._wording.named(answer):
            self._screen.private(to, self._wording.line("screen.understood", text=Term(Form.TEXT, told)))

    def take_back(self, answer: Answer) -> None:
        if told := self._wording.named(answer):
            self._screen.private(Everyone(), self._wording.line("screen.taken_back", text=Term(Form.TEXT, told)))
        else:
            self.inform("screen.cleared")

    def ask_leaving(self, leave: Leave) -> None:
        self._reply(Everyone(), self._wording.line("leave.again", seat=Term(Form.SEAT, leave.seat)))

    def prompt(self, ask: Ask, at: float) -> None:
        """Show the question again to whoever has entered, at this time, what has no meaning here."""
        prompt = self._wording.prompt(ask)
        if self._repetition.fresh(prompt, at):
            self._screen.private(ask.to, prompt)

    def clear(self, to: Audience) -> None:
        """Take away what was said to entries."""
        self._reply(to)

    def inform(self, line: str) -> None:
        """Show a line of the session to whoever looks, until something else is entered."""
        self.reply(Everyone(), line)

    def await_confirmation(self, line: str) -> None:
        """Show a line that says what ends the window, as a question stands."""
        self._screen.private(Everyone(), self._wording.line(line))

    def counted(self, item: object | None, *, over: bool) -> None:
        """Tell the light which item is being counted; what was shown for a count goes with it."""
        if self._light is not None:
            self._light.item(item)
            if over:
                self._lit.clear()
                self._light.dark()

    def close(self) -> None:
        if self._light is not None:
            self._light.item(None)
            self._light.dark()

    def serve(self, entry: Entry, ask: Ask | None) -> bool:
        """Serve an order that changes nothing, without a sound; False for what concerns the open question."""
        match entry:
            case Order.REPEAT:
                for to, text in self._shown:
                    self._screen.private(to, text)
                if self._light is not None:
                    for to, word, args in self._lit:
                        self._light.show(to, word, args)
            case Order.HELP:
                answered = () if ask is None else (self._wording.help(ask),)
                self._reply(Everyone(), *answered, self._wording.line("help.night"))
            case Order.STATE | StateTyped():
                told = (self._wording.caption(say) for say in announcements.state(self._facts))
                held = self._holdings.told() if isinstance(entry, StateTyped) and self._holdings is not None else ()
                holds = (self._wording.line("state.holds", seat=seat, card=card) for seat, card in held)
                self._reply(Everyone() if self._holdings is None else Leader(), *told, *holds)
            case Order.LOUDER | Order.SOFTER | Order.PHONE:
                self.inform("orders.by_day")
            case Reminder(card=card):
                self._reply(Everyone(), self._wording.card(card, "reminder"))
            case _:
                return False
        return True
