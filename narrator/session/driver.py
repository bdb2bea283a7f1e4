"""The public scheduler: it takes effects from the game, gives them to the room, and answers to the game.

It knows no rule, and is the only loop. When something is heard is decided by public things alone: a window lasts as
long as its slots, and what is entered in it goes to the slot worker, for which nothing here waits before the time that
was fixed for it; a question by day stands until it is answered.
"""

from __future__ import annotations

import logging
from collections import Counter, deque
from functools import partial
from typing import assert_never

from narrator.core.answers import DONE, YES, Answer, Leave
from narrator.core.effects import Ask, Deed, Effect, News, Pause, Say, Scene, Show, Topic, Window
from narrator.core.play import Setup
from narrator.inbox.inbox import ReadingTime
from narrator.journal.journal import Journal
from narrator.language.spoken import Moment
from narrator.session import announcements, undo
from narrator.session.answer_store import AnswerStore
from narrator.session.cursor import Cursor
from narrator.session.entry_wait import EntryWait
from narrator.session.known_cards import Holdings
from narrator.session.ports import Pace, Ports
from narrator.session.public_facts import Facts
from narrator.session.public_questions import PublicQuestions
from narrator.session.replay import Replayed, Step, replay
from narrator.session.scanning.counting import Stroke
from narrator.session.scanning.rhythm import Rhythm
from narrator.session.slot_worker import Game, PrivateSide, SlotWorker
from narrator.session.table_orders import Orders, View
from narrator.session.undo import Target
from narrator.session.windows import MARGIN, OpenWindow
from narrator.story.markup import paced
from narrator.story.wording import Wording

_logger = logging.getLogger(__name__)


class Driver:
    """One game at one table.

    `run` plays it to its end and returns the outcome; `again` tells then whether the same players go on.
    """

    def __init__(
        self, setup: Setup, journal: Journal, wording: Wording, ports: Ports, *, players: int, led: bool
    ) -> None:
        self._setup = setup
        self._wording = wording
        self._ports = ports
        self._screen = ports.screen
        self._players = players
        self._leads = led
        self._orders = Orders(ports, wording, self._view, self._say)
        self._rhythm = Rhythm(wording, players, ports.pace.factor)
        self._hearing = EntryWait(
            ports, self._orders.serve, self._orders.remind, self._leave, self._announce, self._count
        )
        self._public = PublicQuestions(
            ports, wording, self._hearing, self._orders, self._rhythm, self._say, self._announce, self._undo
        )
        self._window: OpenWindow | None = None
        self._recent: list[Say] = []
        self._announced: Counter[str] = Counter()
        self.again = False
        record = journal.record()
        replayed = replay(setup, record.answers)
        start = replayed.start(record.cue)
        self._answers = AnswerStore(journal, record)
        self._cursor = Cursor(replayed.walk, replayed.steps, start)
        self._holdings = Holdings()
        self._private = Game(setup, self._cursor, self._answers, self._holdings, wording)
        self._worker: SlotWorker
        self._stand(replayed.steps[:start])

    # --- the loop -------------------------------------------------------------------------------------------

    def run(self) -> str | None:
        """Play to the end.

        Raises:
            Quit: the players put the game away.
            Stranded: the last equipment that can answer is gone.
        """
        for say in self._ports.first:
            self._say(say)
        while (step := self._cursor.next()) is not None:
            self._perform(step)
        return self._cursor.outcome

    def resume(self) -> None:
        """Say what is public before going on: that the game resumes, who lives, whether eyes are closed."""
        self._set_scene()
        for say in announcements.resumed(self.facts):
            self._say(say)
        self._hearing.wait(self._hearing.now() + 3.0 * self._ports.pace.factor)

    def _stand(self, steps: list[Step]) -> None:
        """Know what these steps told, and nothing else: they were heard."""
        self.facts = Facts(self._players)
        self._led = self._leads
        self._holdings.stand(steps)
        for step in steps:
            self._note(step.effect)
        scenes = [step.effect for step in steps if isinstance(step.effect, Scene)]
        self._cue = len(scenes)
        self._scene = scenes[-1] if scenes else None
        self._listen()

    def _view(self) -> View:
        closed = self.facts.asleep or self._window is not None
        return View(self.facts, closed, tuple(self._recent), self._holdings.told() if self._led else ())

    def _perform(self, step: Step) -> None:
        effect = step.effect
        if isinstance(effect, Pause | Scene | Window | News | Deed):
            self._watch(effect)
        match effect:
            case Say():
                self._recent.append(effect)
                self._say(effect)
            case Pause():
                self._hearing.wait(self._hearing.now() + effect.seconds * self._ports.pace.factor)
            case Scene():
                self._recent.clear()
                self._begin_scene(effect)
            case Window():
                self._note(effect)
                self._hold(effect)
            case Show():
                raise RuntimeError(f"{effect.line} is shown outside a window")
            case Ask():
                self._ask(effect, step.given)
            case News():
                self._note(effect)
                self._listen()
                if effect.topic is Topic.OUTCOME and effect.word is not None:
                    self._answers.outcome(effect.word)
                    self._secure()
            case Deed():
                self._holdings.note(effect)
            case _:
                assert_never(effect)

    def _watch(self, effect: Effect) -> None:
        if self._ports.watcher is not None:
            self._ports.watcher.effect(effect, self._hearing.now())

    def _begin_scene(self, effect: Scene) -> None:
        """Store the number of a scene, then let it be heard, after a time that does not hang on the disk."""
        self._cue += 1
        self._ports.lane.post(partial(self._answers.cue, self._cue))
        if self._ports.pace is not Pace.INSTANT:
            self._ports.clock.sleep(MARGIN)
        self._secure()
        self._scene = effect
        self._set_scene()

    def _secure(self) -> None:
        """Go on only once all that was answered is on disk; where the disk does not take it, say so and wait."""
        self._ports.lane.settle()
        self._hearing.hold(self._answers.flush)

    # --- speaking -------------------------------------------------------------------------------------------

    def _say(self, say: Say) -> None:
        self._watch(say)
        utterance = self._wording.spoken(say)
        self._screen.caption(self._wording.caption(utterance))
        self._ports.mouth.speak(paced(utterance, self._ports.pace.factor))

    def _count(self, stroke: Stroke) -> None:
        """Say one item of a count, which the light shows meanwhile where it is meant."""
        if self._window is not None:
            self._ports.lane.post(partial(self._worker.counted, stroke.item, over=stroke.say is None))
        if stroke.say is not None:
            self._say(stroke.say)

    def _set_scene(self) -> None:
        """Let the ambience of the present scene be heard; its number is public, as all scenes are."""
        if self._scene is not None:
            self._ports.mouth.scene(self._scene, self._cue)

    def _announce(self, line: str) -> None:
        self._say(announcements.said(line, self._announced[line]))
        self._announced[line] += 1

    def _note(self, effect: Effect) -> None:
        """Take in what is public: facts, and whether somebody leads."""
        if isinstance(effect, News):
            self.facts.note(effect)
        elif isinstance(effect, Window):
            self._led = self._led or effect.led

    def _listen(self) -> None:
        """Tell the ears which moment it is: that of the open window, or of the day."""
        if self._ports.ears is None:
            return
        if self._window is not None:
            moment = Moment.LED if self._window.effect.led else Moment.NIGHT
        else:
            moment = Moment.NIGHT if self.facts.asleep else Moment.DAY
        self._ports.ears.moment(moment)

    # --- windows --------------------------------------------------------------------------------------------

    def _hold(self, effect: Window) -> None:
        """Hold a window open to its end; what is secret in it is left to the slot worker."""
        heading, now = self._wording.line("screen.window"), self._hearing.now()
        window = self._window = OpenWindow.open(effect, now, self._ports, self._rhythm, heading)
        self._listen()
        self._worker = SlotWorker(
            self._private,
            _private_side(self._ports),
            effect,
            waits=window.waits,
            confirms=window.confirmed,
            facts=self.facts,
            opened=now,
        )
        if window.waits:
            self._await(window)
        else:
            self._keep_time(window)
        self._ports.lane.post(partial(self._worker.finish, self._hearing.now()))
        self._end_window()

    def _keep_time(self, window: OpenWindow) -> None:
        """Begin each slot at its time, and pass on what is entered, until the window's time or a song ends it."""
        starts = deque(window.starts)
        looks: deque[float] = deque()
        now = window.opened
        self._ports.inbox.reading(ReadingTime.ALWAYS)
        while True:
            sung = self._worker.over_at
            end = window.closes - MARGIN if sung is None else sung + MARGIN
            if starts and starts[0][0] <= now:
                _, slot = starts.popleft()
                self._ports.inbox.open(None)
                self._ports.lane.post(partial(self._worker.slot, slot, now))
            elif now >= end:
                break
            elif looks and looks[0] <= now:
                looks.popleft()
            else:
                now = self._pass_on(min([end, *looks, *(at for at, _ in starts)]), looks)
        self._ports.inbox.close()
        self._ports.inbox.reading(ReadingTime.ASKED)
        if sung is None:
            self._ports.lane.post(partial(self._worker.finish, now))
            while now < window.closes:
                now = self._pass_on(window.closes, looks)

    def _pass_on(self, until: float | None, looks: deque[float]) -> float:
        """Give the slot worker the next entry; whether it ends the window is looked at once it must be stored.

        Return the game time then: exactly `until` where nothing came.
        """
        entry = self._hearing.get(until, secret=True)
        now = self._hearing.now()
        if entry is None:
            return now if until is None else until
        self._ports.lane.post(partial(self._worker.enter, entry, self._ports.inbox.question, now))
        looks.append(now + MARGIN)
        return now

    def _await(self, window: OpenWindow) -> None:
        """Pass on what is entered until nothing is left to answer, and a leader has confirmed it."""
        looks: deque[float] = deque()
        now = window.opened
        self._ports.inbox.open(None)
        self._ports.lane.post(partial(self._worker.slot, len(window.lengths), self._hearing.now()))
        while True:
            over = self._worker.over_at
            if not window.confirmed:
                if self._worker.done or over is not None:
                    break
                now = self._pass_on(None, looks)
                continue
            end = None if over is None else max(over + MARGIN, window.closes)
            if end is not None and now >= end:
                break
            if looks and looks[0] <= now:
                looks.popleft()
                continue
            self._ports.inbox.reading(ReadingTime.NEVER if looks else ReadingTime.ASKED)
            times = [*looks] if end is None else [end, *looks]
            now = self._pass_on(min(times, default=None), looks)
        self._ports.inbox.close()
        self._ports.inbox.reading(ReadingTime.ASKED)

    def _end_window(self) -> None:
        """Close the window once all that was entered in it is stored; a leader may go back behind it."""
        self._ports.lane.settle()
        self._wipe()
        if self._worker.went_back:
            self._go_back(undo.to_public_place(self._replayed()))

    def _wipe(self) -> None:
        window, self._window = self._window, None
        if window is not None:
            self._ports.lane.post(self._worker.close)
            window.close(self._ports)
            self._listen()

    # --- public questions -----------------------------------------------------------------------------------

    def _ask(self, ask: Ask, given: Answer | None) -> None:
        """Ask everybody; a question that is told again has its answer."""
        if given is not None:
            return
        self._ports.lane.settle()
        if self._answers.held:
            self._cursor.answer(self._answers.held.popleft())
        elif ask.tacit:
            # Nobody said it, and nothing hangs on it: it need not be on disk before what follows is heard.
            self._ports.lane.post(partial(self._answers.record, ask.question, DONE))
            self._cursor.answer(DONE)
        else:
            self._watch(ask)
            answer = self._public.put(ask)
            if answer is not None:
                self._take(ask, answer)

    def _take(self, ask: Ask, answer: Answer) -> None:
        """Put a public answer on disk, and only then let the game hear it (law 2)."""
        if ask.encore:
            self.again = answer is YES
        self._recent.clear()
        self._ports.lane.settle()
        self._answers.record(ask.question, answer)
        self._secure()
        self._answers.hand_over(answer, self._cursor)
        if self._ports.watcher is not None:
            self._ports.watcher.answered(ask, answer, self._hearing.now())
        if isinstance(answer, Leave):
            self._acknowledge()

    # --- going back -----------------------------------------------------------------------------------------

    def _undo(self, confirmed: bool = False) -> bool:
        """Go back to the last answer of the day, or, asked twice, to nightfall. Return whether the game went back."""
        replayed = self._replayed()
        target = undo.by_day(replayed)
        if target is None:
            self._orders.inform(self._wording.line("undo.nothing"))
            return False
        if target.night and not confirmed:
            self._announce("undo.ask_night")
            return False
        self._go_back(target)
        return True

    def _replayed(self) -> Replayed:
        self._ports.lane.settle()
        return replay(self._setup, self._answers.given)

    def _go_back(self, target: Target) -> None:
        """Take answers back and tell it; what was said of them is said anew."""
        _logger.info("answers are taken back")
        by_day = not self.facts.asleep
        kept = replay(self._setup, self._answers.given[: target.answers])
        self._answers.go_back(target.answers, kept.cue_from(target.step))
        self._secure()
        self._cursor.stand(kept.walk, kept.steps, target.step)
        self._stand(kept.steps[: target.step])
        self._set_scene()
        if target.night:
            self._announce("undo.night" if by_day else "undo.dusk")
        else:
            self._announce("undo.day")

    def _leave(self, leave: Leave) -> None:
        """Take a departure keyed while nothing was asked: it waits, stored, for the next question."""
        if leave.seat in self.facts.living:
            self._ports.lane.post(partial(self._answers.leave, leave))
            self._acknowledge()

    def _acknowledge(self) -> None:
        """Show that a departure was taken where it will be heard only at dawn."""
        if self.facts.asleep or not self.facts.day:
            self._orders.inform(self._wording.line("leave.noted"))


def _private_side(ports: Ports) -> PrivateSide:
    """Return what of a room may be reached in secret."""
    return PrivateSide(
        ports.screen, ports.inbox, lambda: ports.lane.idle, ports.light, ports.acknowledger, ports.watcher
    )
