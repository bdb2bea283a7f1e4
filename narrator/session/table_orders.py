"""Orders that may come at any prompt and change nothing in the game: repeat, help, state, louder, softer, phone.

Those that come in a window are served on the private screen, without a sound: see `slot_worker`. From nightfall to
dawn, and in every window, nobody changes who is in authority nor how loud it is: one sentence says when it can be done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from narrator.core.effects import Leader, Say, Term
from narrator.core.play import choices_of
from narrator.inbox.inbox import Order
from narrator.session import announcements
from narrator.session.ports import Ports
from narrator.session.public_facts import Facts
from narrator.story.wording import Wording


@dataclass(frozen=True)
class View:
    """How the game stands for the people at the table.

    `eyes_closed` is true from nightfall to dawn and in every window: somebody may be awake alone. `recent` was said
    since the last answer; `holds` is who holds what, as (seat, card), for a leader's eyes alone.
    """

    facts: Facts
    eyes_closed: bool
    recent: tuple[Say, ...]
    holds: tuple[tuple[Term, Term], ...]


class Orders:
    """Serves the orders of one table. `look` tells how the game stands now, `say` speaks."""

    def __init__(self, ports: Ports, wording: Wording, look: Callable[[], View], say: Callable[[Say], None]) -> None:
        self._ports = ports
        self._wording = wording
        self._look = look
        self._say = say

    def serve(self, order: Order) -> bool:
        """Serve an order; False for one that concerns the open question."""
        match order:
            case Order.REPEAT:
                self.repeat()
            case Order.HELP:
                self._help()
            case Order.STATE:
                self._tell_state()
            case Order.LOUDER | Order.SOFTER | Order.PHONE if self._look().eyes_closed:
                self.inform(self._wording.line("orders.by_day"))
            case Order.LOUDER | Order.SOFTER:
                self._set_volume(louder=order is Order.LOUDER)
            case Order.PHONE if self._ports.phone is not None:
                self._ports.phone()
            case Order.PHONE:
                self.inform(self._wording.line("phone.none"))
            case _:
                return False
        return True

    def repeat(self) -> None:
        """Say again what led to the question."""
        for say in self._look().recent:
            self._say(say)
        self._prompt_again()

    def remind(self, card: str) -> None:
        """Say what a card does, for all to hear; by night show it."""
        if self._look().eyes_closed:
            self.inform(self._wording.card(card, "reminder"))
        else:
            self._say(announcements.reminder(card))
            self._prompt_again()

    def inform(self, text: str) -> None:
        """Show a text to all."""
        self._ports.screen.notice(text)

    def _help(self) -> None:
        question = self._ports.inbox.question
        if question is not None:
            self.inform(self._wording.line(f"help.{choices_of(question).kind.name.lower()}"))
        self.inform(self._wording.line("help.commands"))
        self._prompt_again()

    def _tell_state(self) -> None:
        view = self._look()
        for say in announcements.state(view.facts):
            self.inform(self._wording.caption(self._wording.spoken(say)))
        self._prompt_again()
        for seat, card in view.holds:
            self._ports.screen.private(Leader(), self._wording.line("state.holds", seat=seat, card=card))

    def _set_volume(self, *, louder: bool) -> None:
        there = self._ports.mouth.volume(1 if louder else -1)
        self.inform(self._wording.line(("volume.up" if louder else "volume.down") if there else "volume.none"))

    def _prompt_again(self) -> None:
        question = self._ports.inbox.question
        if question is not None:
            self._ports.screen.prompt(self._wording.prompt(question))
