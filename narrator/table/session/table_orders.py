"""Orders that may come at any question and change nothing in the game: repeat, help, state, louder, softer, phone.

Those that come in a window are served on the private screen, without a sound: see `PrivateView`. From nightfall to
dawn, and in every window, nobody changes who is in authority nor how loud it is: one sentence says when it can be done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from narrator.base.sentences import QuestionText
from narrator.packs.wording import Wording
from narrator.rules.core.answers import KEEP, Leave
from narrator.rules.core.effects import Ask, Form, Leader, Say, Term
from narrator.rules.core.play import choices_of
from narrator.table.inbox.entry import Entry, Order, Reply, StateTyped, belongs
from narrator.table.language.offered_answers import SetupAsk
from narrator.table.session import announcements
from narrator.table.session.announcements import ASKED_BACK, words_of
from narrator.table.session.answer_store import AnswerStore
from narrator.table.session.game_state import GameState
from narrator.table.session.narration import Narration
from narrator.table.session.ports import Ports
from narrator.table.session.presses import DepartureCheck, Repetition


class Orders:
    """Serves the orders of one table."""

    def __init__(
        self, ports: Ports, wording: Wording, state: GameState, narration: Narration, answers: AnswerStore
    ) -> None:
        self._ports = ports
        self._wording = wording
        self._state = state
        self._narration = narration
        self._answers = answers
        self.departure_check = DepartureCheck()
        """What was entered once, outside a window, while nothing was asked."""
        self._repetition = Repetition()

    def serve(self, order: Order | StateTyped) -> bool:
        """Serve an order; False for one that concerns the open question, as before a game all do."""
        asked = self._ports.inbox.moment.asked
        if isinstance(asked, SetupAsk):
            self._serve_before(asked, order)
            return False
        match order:
            case Order.REPEAT:
                self.repeat()
            case Order.HELP:
                if asked is not None:
                    self.inform(self._wording.help(asked))
                self.inform(self._wording.line("help.commands"))
                self._prompt_again()
            case Order.STATE | StateTyped():
                self._tell_state(cards=isinstance(order, StateTyped))
            case Order.LOUDER | Order.SOFTER | Order.PHONE if self._state.moment.eyes_closed:
                self.inform(self._wording.line("orders.by_day"))
            case Order.LOUDER | Order.SOFTER:
                there = self._ports.mouth.volume(1 if order is Order.LOUDER else -1)
                told = ("volume.up" if order is Order.LOUDER else "volume.down") if there else "volume.none"
                self.inform(self._wording.line(told))
            case Order.PHONE if self._ports.phone is not None:
                self._ports.phone()
            case Order.PHONE:
                self.inform(self._wording.line("phone.none"))
            case _:
                return False
        return True

    def _serve_before(self, ask: SetupAsk, order: Order | StateTyped) -> None:
        """Serve an order before a game; then the question is put again."""
        match order:
            case Order.HELP if self._ports.counting is None:
                help_line = "setup.help" if ask.offers else "setup.help_text"
                rest = ["setup.rest"] if KEEP in choices_of(ask).words else []
                for say in (*ask.aid, *map(announcements.said, [help_line, *rest])):
                    self.inform(self._wording.caption(say))
            case Order.REPEAT:
                for say in self._narration.recent:
                    self._narration.say(say)
            case Order.LOUDER | Order.SOFTER:
                self._ports.mouth.volume(1 if order is Order.LOUDER else -1)
            case Order.PHONE if self._ports.phone is not None:
                self._ports.phone()

    def serve_paused(self, entry: Entry) -> None:
        """Serve, without a sound, an order that was given outside a window while the game stands still.

        To all that is entered it is told how the game goes on. But by night what may have been meant for a window that
        closed just now is answered by nothing that all can see.
        """
        if self._state.moment.eyes_closed and belongs(entry):
            return
        if isinstance(entry, Order | StateTyped) and entry is not Order.REPEAT:
            self.serve(entry)
        self.inform(self._wording.line("session.paused"))

    def repeat(self) -> None:
        """Say again all that led to the question, for somebody who asks."""
        self._say_again(self._narration.recent)

    def put_again(self) -> None:
        """Say again the line that puts the question: the last one that led to it."""
        self._say_again(self._narration.recent[-1:])

    def remind(self, card: str) -> None:
        """Say what a card does, for all to hear; by night show it."""
        if self._state.moment.eyes_closed:
            self.inform(self._wording.card(card, "reminder"))
        else:
            self._narration.say(announcements.reminder(card))
            self._prompt_again()

    def leave(self, entry: Entry) -> bool:
        """Take a departure that is certain, or entered twice, while nothing is asked; False for every other entry.

        It waits, stored, for the next question.
        """
        living = self._state.facts.living
        first = self.departure_check.first(entry, living)
        match entry:
            case Reply(answer=Leave() as leave):
                if first is not None:
                    self.inform(self._wording.line("leave.again", seat=Term(Form.SEAT, leave.seat)))
                elif leave.seat in living:
                    at_once = not self._state.moment.in_round
                    self._ports.lane.post(partial(self._answers.leave, leave, at_once=at_once))
                    self.acknowledge()
                return True
            case _:
                return False

    def acknowledge(self) -> None:
        """Show that a departure was taken where it will be heard only at dawn."""
        if self._state.facts.asleep or not self._state.facts.day:
            self.inform(self._wording.line("leave.noted"))

    def not_yet(self) -> None:
        """Show that something was typed too early to be an answer; by night nothing, whoever typed it."""
        if not self._state.moment.eyes_closed:
            self.inform(self._wording.line("session.not_yet"))

    def prompt(self, ask: Ask) -> None:
        own, words = ASKED_BACK.get(ask.question), words_of(ask)
        if own is not None:
            text = QuestionText.alike(self._wording.line(own))
        elif words is not None:
            text = QuestionText.alike(self._wording.caption(words))
        else:
            text = QuestionText(self._wording.prompt(ask), self._wording.prompt(ask, typed=False))
        self._ports.screen.prompt(text)

    def inform(self, text: str) -> bool:
        """Show a notice to whoever has entered something; False where it was shown just now, and nothing since."""
        if fresh := self._is_fresh(text):
            self._ports.screen.notice(text)
        return fresh

    def _is_fresh(self, told: object) -> bool:
        return self._repetition.fresh((self._ports.inbox.moment.slot, told), self._ports.clock.now())

    def refuse(self, ask: Ask, why: str) -> None:
        """Show why an entry is no answer, and the question again."""
        if self.inform(why):
            self.prompt(ask)

    def refuse_before(self, ask: SetupAsk, put: Callable[[], None]) -> None:
        """Say before a game why an entry is no answer, and put the question again."""
        if self._is_fresh(ask.refused):
            for say in ask.refused:
                self._narration.say(say)
            put()
            if self._ports.inbox.answered():
                self._repetition.forget()  # it was cut short

    def _tell_state(self, *, cards: bool) -> None:
        """Show what everybody knows, and a leader who typed it himself the `cards` that he knows."""
        for say in announcements.state(self._state.facts):
            self.inform(self._wording.caption(say))
        self._prompt_again()
        for seat, card in self._state.holds() if cards else ():
            self._ports.screen.private(Leader(), self._wording.line("state.holds", seat=seat, card=card))

    def _say_again(self, says: Sequence[Say]) -> None:
        for say in says:
            self._narration.say(say)
        self._prompt_again()

    def _prompt_again(self) -> None:
        question = self._ports.inbox.moment.asked
        if question is not None:
            self.prompt(question)
