"""The phone as a session sees it: a screen, and a watcher of questions and of what is stored.

Two streams leave it. The public one is written when something public happens and from public things alone, so that
neither its bytes nor its times tell a secret; the table's is written whenever anything happens.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from narrator.core.answers import Answer
from narrator.core.effects import Ask, Audience, Effect, News, Scene, Topic, Window
from narrator.inbox.inbox import Clock
from narrator.session.game_state import Facts
from narrator.story.sentences import QuestionText
from narrator.ui.even_light import PrivateLines
from narrator.ui.phone.messages import CAPTIONS, Greeting, PublicView, TableView, frame
from narrator.ui.public_moment import CallSign, CountdownClock, Named, PublicLine, PublicLineKind, PublicLines

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

    `factor` is how long a second of the game lasts here; 0 where nothing has a length. `turn` tells which question
    of the inbox is open, `named` who is called by a line, in few words.
    """

    def __init__(
        self,
        send: Callable[[str, bytes], None],
        admit: Callable[[bool], None],
        greeting: Greeting,
        clock: Clock,
        factor: float,
        turn: Callable[[], int],
        named: Named,
    ) -> None:
        self._lock = threading.RLock()
        self._send = send
        self._admit = admit
        self._greeting = greeting
        self._time = CountdownClock(clock.now, factor)
        self._turn = turn
        self._call = CallSign(named)
        self._ended = 0  # the number of the last call whose window was closed
        self._windows: deque[int] = deque()  # the calls of windows that are, or will be, open
        self._look: Callable[[], Facts | None] = lambda: None
        self._said = PublicLines(CAPTIONS)
        self._settled = False
        self._story = False
        self._night = False
        self._round = False  # whether all have closed their eyes before a night: each in turn looks alone
        self._under_way = False  # whether there was a scene for open eyes, or a window, since the program began
        self._prompt: str | None = None
        self._ask: Ask | None = None
        self._window: tuple[str, PrivateLines] | None = None
        self._stored: Answer | None = None
        send("greeting", frame("greeting", greeting.data()))
        self._show_public()
        self._show_table()

    @_alone
    def attend(self, look: Callable[[], Facts]) -> None:
        """Look at the public facts from now on, as they stand whenever something public happens."""
        self._look = look
        self._show_public()

    @property
    def eyes_closed(self) -> bool:
        """Whether nobody may become the table's page: while eyes are closed, and in a window, where one looks alone.

        A program that is started again meanwhile has no page yet: until the first call it may be given one.
        """
        return self._night or self._round or self._window is not None

    @_alone
    def offer_story(self, offered: bool) -> None:
        self._story = offered
        self._show_public()

    # --- a screen -------------------------------------------------------------------------------------------

    @_alone
    def caption(self, text: str) -> None:
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
        self._window, self._under_way = (heading, PrivateLines()), True
        self._show_public()
        self._show_table()

    @_alone
    def private(self, to: Audience, text: str) -> None:  # noqa: ARG002 - who is called looks at the one page
        if self._window is None:
            return
        self._window[1].add(text)
        self._show_table()

    @_alone
    def reply(self, to: Audience, *texts: str) -> None:  # noqa: ARG002 - who is called looks at the one page
        if self._window is None:
            return
        self._window[1].reply(texts)
        self._show_table()

    @_alone
    def close_window(self) -> None:
        self._window, self._stored = None, None
        if self._windows:
            self._ended = self._windows.popleft()
        self._show_table()
        self._show_public()

    # --- questions, and what is stored ----------------------------------------------------------------------

    @_alone
    def opened(self, ask: Ask | None) -> None:
        self._ask, self._stored = ask, None
        if ask is not None and ask.public:
            self._round = False
            self._time.opened(ask)
            self._show_public()
        self._show_table()

    @_alone
    def closed(self) -> None:
        ask, self._ask = self._ask, None
        if ask is not None and ask.public:
            self._prompt = None
            self._time.closed()
            self._show_public()
        self._show_table()

    @_alone
    def effect(self, effect: Effect, at: float) -> None:  # noqa: ARG002 - a page counts by itself
        """Notice when eyes are closed, calls, and when the game pauses; everything else arrives as on any screen."""
        self._time.effect(effect)
        self._call.effect(effect)
        match effect:
            case News(topic=Topic.NIGHTFALL):
                self._settled = self._night = True
                self._admit(False)
            case Scene(closed=closed):
                self._round = closed and self._under_way
                self._under_way = self._under_way or not closed
                if self._round:
                    self._admit(False)
            case Window():
                self._windows.append(self._call.number)
            case _:
                pass

    @_alone
    def answered(self, ask: Ask, answer: Answer, at: float) -> None:  # noqa: ARG002
        self._store(ask, answer)
        if ask.public and not self.eyes_closed:
            self._said.answered()
            if told := self._greeting.told_back(answer):
                self._tell(PublicLineKind.NOTICE, told)

    @_alone
    def kept(self, ask: Ask, answer: Answer | None) -> None:
        self._store(ask, answer)

    def _store(self, ask: Ask, answer: Answer | None) -> None:
        if ask is self._ask:
            self._stored = answer
            self._show_table()

    # --- frames ---------------------------------------------------------------------------------------------

    def _tell(self, kind: PublicLineKind, text: str) -> None:
        facts = self._look()
        self._said.sleep(facts is not None and facts.asleep)
        self._said.add(PublicLine(kind, text))
        self._show_public()

    def _look_up(self) -> Facts | None:
        """Return the public facts, and take in from them whether it is night."""
        facts = self._look()
        asleep = facts is not None and facts.asleep
        self._settled = self._settled or self._window is not None or (facts is not None and not asleep)
        self._night = asleep and self._settled
        return facts

    def _show_public(self) -> None:
        facts = self._look_up()
        self._admit(not self.eyes_closed)
        view = PublicView(
            facts=facts,
            said=tuple(self._said),
            prompt=self._prompt,
            countdown=self._time.countdown,
            called=self._window is not None,
            call=None if self._ended == self._call.number else self._call.name or None,
            paused=self._time.paused,
            story=self._story,
        )
        self._send("public", view.frame(self._greeting))

    def _show_table(self) -> None:
        view = TableView(turn=self._turn(), ask=self._ask, window=self._window, stored=self._stored)
        self._send("table", view.frame(self._greeting))
