"""The driver, the one loop: it takes effects from the game, gives them to the ports, and answers to the game.

It knows no rule. When something is heard is decided by public things alone: a window lasts as long as its slots, and
what is entered in it goes to the slot worker, for which nothing here waits before the time that was fixed for it; a
question by day stands until it is answered.
"""

from __future__ import annotations

import logging
from collections import deque
from functools import partial
from typing import assert_never

from narrator.packs.wording import Wording
from narrator.rules.core.answers import DONE, NO, NOBODY, Answer, Leave, Seats
from narrator.rules.core.effects import Ask, Deed, Form, News, Pause, Say, Scene, Show, Term, Topic, Window
from narrator.rules.core.play import Confirm, Setup, choices_of
from narrator.table.inbox.entry import Unread, belongs
from narrator.table.inbox.inbox import ReadingTime
from narrator.table.inbox.moment import Facts, Moment
from narrator.table.journal.journal import Journal
from narrator.table.session import announcements
from narrator.table.session.answer_store import AnswerStore
from narrator.table.session.counting import Rhythm
from narrator.table.session.entry_wait import EntryWait
from narrator.table.session.game_state import GameState
from narrator.table.session.narration import GameTime, Narration, Quit, Stranded
from narrator.table.session.open_window import MARGIN, OpenWindow
from narrator.table.session.ports import Pace, Pockets, Ports, QuestionOpener, SlotOpener
from narrator.table.session.private_game import PrivateGame, PrivatePorts
from narrator.table.session.public_questions import PublicQuestions
from narrator.table.session.reminders import DebateTime
from narrator.table.session.replay import Cursor, Step, Target, to_public_place
from narrator.table.session.slot_worker import SlotWorker
from narrator.table.session.table_orders import Orders

BACKLOG = 50
"""The most entries that wait to be taken in: nobody means more, and a window ends at its time."""

_logger = logging.getLogger(__name__)


class Driver:
    """One game at one table.

    `run` plays it to its end and returns the outcome; `again` tells then whether the same players go on.
    """

    def __init__(
        self,
        setup: Setup,
        journal: Journal,
        wording: Wording,
        ports: Ports,
        *,
        players: int,
        led: bool,
        confirm: Confirm = Confirm.DOUBT,
    ) -> None:
        """Start where the journal ends."""
        self._ports = ports
        self._wording = wording
        self._state = GameState(ports, players, leads=led)
        time = GameTime(ports.clock)
        self._narration = Narration(ports, wording, time)
        self._debate = DebateTime(ports.pace.factor)
        record = journal.record()
        self._answers = AnswerStore(setup, journal, record, ports.disk)
        orders = self._orders = Orders(ports, wording, self._state, self._narration, self._answers)
        ports.inbox.early = orders.not_yet
        self._entries = EntryWait(ports, time, self._narration, orders)
        self._rhythm = Rhythm(wording, players, ports.pace.factor)
        self._public = PublicQuestions(
            ports, wording, self._entries, orders, self._rhythm, self._narration, self._answers, confirm
        )
        self.again = False
        self._unfilled = True
        """Whether secrets may have been told since the players' phones were filled."""
        self._round: int | None = None
        """The night of the scene for closed eyes that was begun last, 0 for a round before the first."""
        replayed = self._answers.replayed()
        start = replayed.start(record.place)
        self._cursor = Cursor(replayed.walk, replayed.steps, start)
        self._private = PrivateGame(self._cursor, self._answers, self._state.holdings, wording, led)
        self._worker: SlotWorker
        self._own: Pockets | None = None
        """The players' phones, as long as a window is open on them."""
        self._state.stand(replayed.steps[:start])
        if (gone := replayed.departure(start)) is not None:
            self._state.note(gone)

    @property
    def facts(self) -> Facts:
        return self._state.facts

    # --- the loop -------------------------------------------------------------------------------------------

    def run(self) -> str | None:
        """Play to the end.

        Raises:
            Quit: the players put the game away.
            Stranded: the last equipment that can answer is gone.
        """
        try:
            for say in self._ports.first:
                self._narration.say(say)
            while (step := self._cursor.next()) is not None:
                self._perform(step)
        except (Quit, Stranded):
            self._ports.lane.settle()
            self._answers.put_away()
            raise
        return self._cursor.outcome

    def resume(self) -> None:
        """Say what is public before going on: that the game resumes, who lives, whether eyes are closed.

        A round before the first night goes on with the seat that was called: its opening words are not told again.
        """
        self._set_scene()
        closed = self._state.moment.eyes_closed and not self._cursor.opens_eyes_next()
        self._fill_pockets()
        for say in announcements.resumed(self.facts, eyes_closed=closed):
            self._narration.say(say)
        self._entries.wait(self._entries.now() + 3.0 * self._ports.pace.factor)

    def _perform(self, step: Step) -> None:
        effect = step.effect
        if isinstance(effect, Pause | Scene | Window | News | Deed):
            self._narration.watch(effect)
        if isinstance(effect, Scene | Window | Ask):
            self._orders.departure_check.forget()
        if isinstance(effect, Scene):
            self._begin_scene(effect)
        elif isinstance(effect, Window):
            self._hold(effect)
        elif not isinstance(effect, Ask):
            self._state.note(effect)
        match effect:
            case Say():
                self._say(effect)
            case Pause():
                self._pause(effect.seconds * self._ports.pace.factor)
            case Show():
                raise RuntimeError(f"{effect.line} is shown outside a window")
            case Ask():
                self._ask(effect, step.given)
            case News(topic=Topic.OUTCOME, word=str(word)):
                self._answers.outcome(word)
                self._secure()
            case Scene() | Window() | News() | Deed():
                pass
            case _:
                assert_never(effect)

    def _pause(self, seconds: float) -> None:
        """Let nothing be heard for so long; the time counts in which an answer that was said back was left standing."""
        since, self._narration.hushed = self._narration.hushed, None
        self._entries.wait((self._entries.now() if since is None else since) + seconds)

    def _say(self, say: Say) -> None:
        """Say a line. Whoever answers the question that it puts cuts it short; but a debate is opened to its end."""
        asked = self._cursor.asked_next()
        if asked is not None and not asked.aloud.debate and not self._answers.held:
            self._ports.inbox.open_early(asked)
        self._narration.tell(say)

    def _begin_scene(self, scene: Scene) -> None:
        """Begin a scene. The table waits for the disk where a night begins or ends, or a round like it, and by day."""
        before, self._round = self._round, self.facts.night if scene.closed else None
        self._state.note(scene)
        self._narration.forget()
        self._debate.forget()
        if self._round is None or self._round != before:
            self._answers.cue(self._state.place.cue)
            if scene.closed:
                self._answers.reserve()
            self._secure()
        self._unfilled = self._unfilled or scene.closed
        self._fill_pockets()
        self._set_scene()

    def _set_scene(self) -> None:
        if self._state.scene is not None:
            self._narration.scene(self._state.scene, self._state.place.cue, self.facts)

    def _secure(self) -> None:
        """Go on only once all answers are on disk; if the disk does not take them, say so and wait."""
        self._ports.lane.settle()
        self._entries.hold(self._answers.flush)
        if (path := self._answers.moved()) is not None:
            self._ports.screen.notice(self._wording.line("journal.moved", text=Term(Form.TEXT, path.name)))

    # --- windows --------------------------------------------------------------------------------------------

    def _hold(self, effect: Window) -> None:
        """Hold a window open to its end; what is secret in it is left to the slot worker."""
        heading, now, pockets = self._wording.line("screen.window"), self._entries.now(), self._ports.pockets
        untimed = effect.led or self._ports.pace is Pace.INSTANT
        own = self._own = pockets if effect.phones and not untimed else None
        ports = self._ports if own is None else self._ports.on_phones(own)
        window = OpenWindow.open(effect, now, ports, self._rhythm, heading)
        self._state.note(effect)
        self._worker = self._entries.worker = SlotWorker(
            self._private,
            PrivatePorts(
                ports.screen,
                self._opener(window, ports),
                ports.lane.post,
                ports.light,
                ports.acknowledger,
                ports.watchers,
                own,
            ),
            effect,
            waits=window.waits,
            confirms=window.confirmed,
            facts=self.facts,
            place=self._state.place,
            opened=now,
        )
        ports.inbox.open(None)
        if window.waits:
            self._await(window)
        else:
            self._keep_time(window)
        ports.inbox.reading(ReadingTime.ASKED)
        ports.lane.post(partial(self._worker.finish, self._entries.now()))
        self._end(window, ports)

    def _keep_time(self, window: OpenWindow) -> None:
        """Begin each slot at its time, and pass on what is entered, until the window's time or a song ends it.

        Players' own phones are lit at their times.
        """
        starts = deque(window.starts)
        own = self._own
        lights = deque(window.lights if own is not None else ())
        looks: deque[float] = deque()
        now = window.opened
        asked = False  # whether a slot has begun in which something may be chosen
        self._ports.inbox.reading(ReadingTime.ALWAYS)
        while True:
            sung = self._worker.over_at
            end = window.closes - MARGIN if sung is None else sung + MARGIN
            if starts and starts[0][0] <= now:
                _, slot = starts.popleft()
                if asked:
                    self._ports.inbox.change(Moment.next_slot)
                asked = asked or window.asks(slot)
                self._ports.lane.post(partial(self._worker.slot, slot, now))
            elif now >= end:
                break
            elif own is not None and lights and lights[0][0] <= now:
                _, slot, takes = lights.popleft()
                own.light(slot, takes=takes)
            elif looks and looks[0] <= now:
                looks.popleft()
            else:
                times = [end, *looks, *(at for at, _ in starts), *(at for at, _, _ in lights)]
                now = self._pass_on(min(times), looks)
        self._ports.inbox.close()
        if sung is None:
            self._ports.lane.post(partial(self._worker.finish, now))
            while now < window.closes:
                now = self._pass_on(window.closes, looks)

    def _pass_on(self, until: float | None, looks: deque[float]) -> float:
        """Give the slot worker the next entry; whether it ends the window is looked at once it must be taken in.

        Return the game time then: exactly `until` where nothing came. Of a sleeve on the keys only so much is taken as
        the worker keeps up with; where players' own phones answer, nothing that is keyed elsewhere.
        """
        entry = self._entries.get(until, secret=True)
        now = self._entries.now()
        if entry is None:
            return now if until is None else until
        if self._own is not None and belongs(entry) and not (isinstance(entry, Unread) and entry.own):
            return now
        if self._ports.lane.waiting < BACKLOG:
            self._ports.lane.post(partial(self._worker.enter, entry, now))
            looks.append(now + MARGIN)
        return now

    def _await(self, window: OpenWindow) -> None:
        """Pass on what is entered until nothing is left to answer, and a leader has confirmed it."""
        looks: deque[float] = deque()
        now = window.opened
        self._ports.lane.post(partial(self._worker.slot, len(window.lengths), self._entries.now()))
        while True:
            over = self._worker.over_at
            if not window.confirmed:
                if self._worker.done or over is not None:
                    break
                now = self._pass_on(None, looks)
                continue
            end = None if over is None else max(over + MARGIN, window.closes)
            if end is not None and now >= end:
                self._ports.lane.settle()
                if self._worker.over_at is not None:  # else he has taken it back just now
                    break
            if looks and looks[0] <= now:
                looks.popleft()
                continue
            self._ports.inbox.reading(ReadingTime.NEVER if looks else ReadingTime.ASKED)
            times = [*looks] if end is None else [end, *looks]
            now = self._pass_on(min(times, default=None), looks)
        self._ports.inbox.close()

    def _opener(self, window: OpenWindow, ports: Ports) -> QuestionOpener:
        """Return where a secret question is opened; a slot that waits for its answer is over with it."""
        inbox, opener = ports.inbox, ports.opener
        return SlotOpener(opener, lambda: inbox.change(Moment.next_slot)) if window.waits else opener

    def _end(self, window: OpenWindow, ports: Ports) -> None:
        """Close a window at its time; a leader may go back behind it."""
        self._ports.lane.settle()
        self._entries.worker = None
        self._ports.lane.post(self._worker.close)
        window.close(ports)
        self._own = None
        self._state.close_window()
        if self._worker.went_back:
            self._ports.lane.settle()
            self._go_back(to_public_place(self._answers.replayed()))
        elif not self._state.moment.in_round:
            self._secure()

    # --- public questions -----------------------------------------------------------------------------------

    def _ask(self, ask: Ask, given: Answer | None) -> None:
        """Ask everybody; a question that is only told again has its answer already."""
        if given is not None:
            return
        self._state.note(ask)
        self._ports.lane.settle()
        if self._answers.held:
            self._ports.inbox.close()
            self._cursor.answer(self._answers.held.popleft())
        elif ask.tacit:
            self._answer_tacitly(ask)
        else:
            ask = self._debate.shortened(ask, self._entries.now())
            self._narration.put(ask)
            answer = self._public.put(ask)
            if isinstance(answer, Target):
                self._go_back(answer)
                self._ports.inbox.close()
            else:
                self._take(ask, answer)

    def _answer_tacitly(self, ask: Ask) -> None:
        """Answer what nobody is asked. Where nothing depends on it, it need not be on disk before more is heard."""
        pockets = self._ports.pockets
        answer: Answer = DONE
        if pockets is not None and (ask.seated or ask.lit):
            seats = pockets.seated() if ask.seated else self._light_phones(pockets, ask)
            answer = Seats(seats) if seats else NOBODY
        elif ask.seated or ask.lit:
            answer = NOBODY
        self._answers.record(ask.question, answer)
        if ask.seated:
            self._secure()
        self._cursor.answer(answer)
        self._unfilled = True

    def _light_phones(self, pockets: Pockets, ask: Ask) -> tuple[int, ...]:
        """Learn whose phone is lit as night falls, and show the table where it will be played.

        At instant pace no window has a length, in which phones could be lit.
        """
        living = choices_of(ask).seats
        lit = () if self._ports.pace is Pace.INSTANT else tuple(seat for seat in pockets.lit() if seat in living)
        unlit = tuple(seat for seat in living if seat not in lit)
        if unlit:
            told = [self._wording.line("seats.unlit", seats=Term(Form.SEAT, unlit))]
        else:
            told = [self._wording.line(line) for line in ("seats.lit", *(["seats.ghosts"] if pockets.ghosts else []))]
        self._ports.screen.notice(" ".join(told))
        return lit

    def _fill_pockets(self) -> None:
        """Have the players' phones show what their seats may know by now: to all at once, as soon as eyes are open."""
        if self._unfilled and self._ports.pockets is not None and not self._state.moment.eyes_closed:
            self._unfilled = False
            self._ports.pockets.fill(self._state.holdings.kept())

    def _take(self, ask: Ask, answer: Answer) -> None:
        """Put a public answer on disk, and only then let the game hear it (law 2)."""
        if ask.encore:
            self.again = answer is not NO and not isinstance(answer, Leave)
        self._narration.answered(ask, answer)
        self._debate.answered(ask, answer, self._entries.now())
        self._ports.lane.settle()
        self._answers.record(ask.question, answer)
        self._secure()
        self._cursor.answer(answer)
        for watcher in self._ports.watchers:
            watcher.answered(ask, answer, self._entries.now())
        if isinstance(answer, Leave):
            self._orders.acknowledge()

    # --- going back -----------------------------------------------------------------------------------------

    def _go_back(self, target: Target) -> None:
        """Take answers back and say so; what followed the last one left is said again."""
        _logger.info("answers are taken back")
        by_day = not self.facts.asleep
        told = self._private.go_back(target)
        self._secure()
        self._state.stand(told)
        self._round = None
        self._unfilled = True
        self._fill_pockets()
        self._set_scene()
        if target.night:
            self._narration.announce("undo.night" if by_day else "undo.dusk")
        else:
            self._narration.announce("undo.day")
