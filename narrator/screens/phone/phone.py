"""The phone as a session sees it: a screen, and a watcher of questions and of what is stored.

Two streams leave it. The public one is written when something public happens and from public things alone, so that
neither its bytes nor its times tell a secret; the table's is written whenever anything happens.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from narrator.base.sentences import QuestionText
from narrator.rules.core.answers import Answer
from narrator.rules.core.effects import Ask, Audience, Effect
from narrator.screens.even_light import PrivateLines
from narrator.screens.phone.messages import CAPTIONS, Greeting, frame, public_frame, table_frame
from narrator.screens.public_lines import PublicLine, PublicLineKind, PublicLines
from narrator.table.inbox.inbox import Clock
from narrator.table.inbox.moment import Moment

Self = TypeVar("Self", bound="Phone")
Given = ParamSpec("Given")


def _alone(method: Callable[Concatenate[Self, Given], None]) -> Callable[Concatenate[Self, Given], None]:
    """Let nobody else change a phone meanwhile."""

    @wraps(method)
    def held(self: Self, /, *args: Given.args, **kwargs: Given.kwargs) -> None:
        with self._lock:
            method(self, *args, **kwargs)

    return held


class Phone:
    """The phone of one game. Safe for the game's thread and the lanes beside it.

    `send` sends a frame of a kind in place of the one before, also to pages that come later: to every page the
    `greeting` and the `public` view, to the table's page, and no other, its own `table`. `admit` lets a page become
    the table's from now on, or not until told otherwise.

    `factor` is how long a second of the game lasts here; 0 where nothing has a length. `now` is the moment at first.
    """

    def __init__(
        self,
        send: Callable[[str, bytes], None],
        admit: Callable[[bool], None],
        greeting: Greeting,
        clock: Clock,
        factor: float,
        now: Moment,
    ) -> None:
        self._lock = threading.RLock()
        self._send = send
        self._admit = admit
        self._greeting = greeting
        self._clock, self._factor = clock, factor
        self._now = now
        self._said = PublicLines(CAPTIONS)
        self._story = False
        self._won: str | None = None  # the last sentence of what was said first once it was known who has won
        self._prompt: str | None = None
        self._secret: Ask | None = None
        self._window: tuple[str, PrivateLines] | None = None
        self._stored: Answer | None = None
        self._public = b""  # the public frame that was sent last
        self._admits: bool | None = None  # what was said of pages last
        self.greet(greeting)

    @_alone
    def greet(self, greeting: Greeting) -> None:
        """Show the words and the seats of another table from now on."""
        self._greeting = greeting
        self._send("greeting", frame("greeting", greeting.data()))
        self._show_public()
        self._show_table()

    @_alone
    def offer_story(self, offered: bool) -> None:
        self._story = offered
        self._show_public()

    # --- a screen -------------------------------------------------------------------------------------------

    @_alone
    def caption(self, text: str) -> None:
        if self._won is None and self._now.facts.outcome is not None:
            self._won = re.split(r"(?<=[.!?…])\s+", text.strip())[-1]
        self._tell(PublicLineKind.CAPTION, text)

    @_alone
    def notice(self, text: str) -> None:
        self._tell(PublicLineKind.NOTICE, text)

    @_alone
    def prompt(self, text: QuestionText) -> None:
        self._prompt = text.touched
        self._show_public()

    @_alone
    def open_window(self, heading: str) -> None:
        self._window = heading, PrivateLines()
        self._show_public()
        self._show_table()

    @_alone
    def private(self, to: Audience, text: str) -> None:  # noqa: ARG002 - who is called looks at the one page
        if self._window is None:
            return
        self._window[1].add(text)
        self._show_table()

    @_alone
    def reply(self, to: Audience, *texts: str, over: Sequence[str] = ()) -> None:  # noqa: ARG002 - who is called looks at the one page
        if self._window is None:
            return
        self._window[1].reply(texts, over)
        self._show_table()

    @_alone
    def close_window(self) -> None:
        self._window = self._secret = self._stored = None
        self._show_table()
        self._show_public()

    # --- what is asked, and what is stored ------------------------------------------------------------------

    @_alone
    def ask(self, ask: Ask | None) -> None:
        self._secret, self._stored = ask, None
        self._show_table()

    @_alone
    def moment(self, moment: Moment) -> None:
        before, self._now = self._now, moment
        self._said.moment(moment)
        if moment.asked is not before.asked:
            self._stored = None
        if moment.facts.outcome is None:
            self._won = None
        if moment.asked is None:
            self._prompt = None
        self._show_public()
        self._show_table()

    def effect(self, effect: Effect, at: float) -> None:
        """All of it arrives as on any screen."""

    @_alone
    def answered(self, ask: Ask, answer: Answer, at: float) -> None:  # noqa: ARG002
        self._store(ask, answer)
        if ask.public and not self._now.eyes_closed:
            self._said.answered()
            if told := self._greeting.told_back(answer):
                self._tell(PublicLineKind.NOTICE, told)

    @_alone
    def kept(self, ask: Ask, answer: Answer | None) -> None:
        self._store(ask, answer)

    def _store(self, ask: Ask, answer: Answer | None) -> None:
        if ask is self._asked:
            self._stored = answer
            self._show_table()

    # --- frames ---------------------------------------------------------------------------------------------

    @property
    def _asked(self) -> Ask | None:
        return self._now.asked or self._secret

    def _tell(self, kind: PublicLineKind, text: str) -> None:
        self._said.add(PublicLine(kind, text))
        self._show_public()

    def _show_public(self) -> None:
        now = self._now
        if now.admits is not self._admits:
            self._admits = now.admits
            self._admit(now.admits)
        shown = public_frame(
            self._greeting,
            now,
            said=self._said,
            prompt=self._prompt,
            countdown=now.countdown(self._clock.now(), self._factor),
            won=self._won,
            story=self._story,
        )
        if shown != self._public:  # the slots of a leader, which are his own, change nothing of it
            self._public = shown
            self._send("public", shown)

    def _show_table(self) -> None:
        self._send("table", table_frame(self._greeting, self._now.slot, self._asked, self._window, self._stored))
