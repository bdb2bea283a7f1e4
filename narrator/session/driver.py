"""The only loop: it takes effects from the game, gives them to the room, and answers to the game.

It knows no rule. What it waits for is decided by the effect alone: a window at night lasts as long as its slots,
whatever is keyed; a question by day stands until it is answered.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import assert_never

from narrator.core.answers import DONE, SILENT, YES, Answer, Leave
from narrator.core.effects import (
    Ask,
    Deed,
    Effect,
    Everyone,
    News,
    Pause,
    Say,
    Scene,
    Show,
    Term,
    Topic,
    Window,
)
from narrator.core.play import Setup, choices_of, refusal_of
from narrator.core.secrets import unseal
from narrator.inputs.inbox import Entry, Misread, Order, Pressed, Reply
from narrator.inputs.spoken import Moment
from narrator.session import announce, undoing
from narrator.session.counting import Stroke
from narrator.session.facts import Facts
from narrator.session.hearing import Hearing
from narrator.session.journal import Journal
from narrator.session.orders import Orders, View
from narrator.session.public_questions import PublicQuestions
from narrator.session.replaying import Step, replay
from narrator.session.rhythm import Rhythm
from narrator.session.room import Pace, Room
from narrator.session.windows import OpenWindow
from narrator.story.markup import paced
from narrator.story.wording import Wording


class Driver:
    """One game at one table.

    `run` plays it to its end and returns the outcome; `again` tells then whether the same players go on.
    """

    def __init__(
        self, setup: Setup, journal: Journal, wording: Wording, room: Room, *, players: int, led: bool
    ) -> None:
        self._setup = setup
        self._journal = journal
        self._wording = wording
        self._room = room
        self._screen = room.screen
        self._players = players
        self._leads = led
        self._orders = Orders(room, wording, self._view, self._say)
        self._rhythm = Rhythm(wording, players, room.pace.factor)
        self._hearing = Hearing(room, self._orders.serve, self._orders.remind, self._leave, self._announce, self._count)
        self._public = PublicQuestions(
            room, wording, self._hearing, self._orders, self._rhythm, self._say, self._announce, self._undo
        )
        self._window: OpenWindow | None = None
        self._kept: Answer | None = None
        self._recent: list[Say] = []
        self._held: deque[Leave] = deque()
        self._announced: Counter[str] = Counter()
        self.again = False
        record = journal.record()
        self._kept = record.entry
        self._unsaid = record.unsaid
        replayed = replay(setup, record.answers)
        self._walk = replayed.walk
        self._stand(replayed.steps, replayed.start(record.cue))

    # --- the loop -------------------------------------------------------------------------------------------

    def run(self) -> str | None:
        """Play to the end.

        Raises:
            Quit: the players put the game away.
            Stranded: the last equipment that can answer is gone.
        """
        for say in self._room.first:
            self._say(say)
        while (step := self._next()) is not None:
            self._perform(step)
        return self._walk.outcome

    def resume(self) -> None:
        """Say what is public before going on: that the game resumes, who lives, whether eyes are closed."""
        self._set_scene()
        for say in announce.resumed(self.facts):
            self._say(say)
        self._hearing.wait(self._hearing.now() + 3.0 * self._room.pace.factor)

    def _stand(self, steps: list[Step], start: int) -> None:
        """Put behind what was already heard, and ahead what is to be heard, again or for the first time."""
        self.facts = Facts(self._players)
        self._holds: dict[int, tuple[Term, Term]] = {}
        self._led = self._leads
        for step in steps[:start]:
            self._note(step.effect)
        scenes = [step.effect.scene for step in steps[:start] if isinstance(step.effect, Scene)]
        self._cue = len(scenes)
        self._scene = scenes[-1] if scenes else None
        self._at = start - 1
        self._backlog = deque(steps[start:])
        self._listen()

    def _view(self) -> View:
        holds = tuple(self._holds[seat] for seat in sorted(self._holds)) if self._led else ()
        return View(self.facts, self._window, tuple(self._recent), holds)

    def _next(self) -> Step | None:
        self._at += 1
        if self._backlog:
            return self._backlog.popleft()
        effect = self._walk.step()
        return None if effect is None else Step(effect)

    def _perform(self, step: Step) -> None:
        effect = step.effect
        if _ends_windows(effect) and not self._close_window():
            return  # a leader went back: this effect will come again
        if isinstance(effect, Pause | Scene | Window | News | Deed):
            self._watch(effect)
        match effect:
            case Say():
                self._recent.append(effect)
                self._say(effect)
            case Pause():
                self._hearing.wait(self._hearing.now() + effect.seconds * self._room.pace.factor)
            case Scene():
                self._recent.clear()
                self._cue += 1
                self._journal.cue(self._cue)
                self._scene = effect.scene
                self._set_scene()
            case Window():
                self._note(effect)
                heading, now = self._wording.line("screen.window"), self._hearing.now()
                self._window = OpenWindow.open(effect, self._at, now, self._room, self._rhythm, heading)
                self._listen()
            case Show():
                self._show(effect)
            case Ask():
                self._meet(effect, step.given)
            case News():
                self._note(effect)
                self._listen()
                self._react(effect)
            case Deed():
                self._note(effect)
            case _:
                assert_never(effect)

    def _watch(self, effect: Effect) -> None:
        if self._room.watcher is not None:
            self._room.watcher.effect(effect, self._hearing.now())

    # --- speaking -------------------------------------------------------------------------------------------

    def _say(self, say: Say) -> None:
        self._watch(say)
        utterance = self._wording.spoken(say)
        self._screen.caption(self._wording.caption(utterance))
        self._room.mouth.speak(paced(utterance, self._room.pace.factor))

    def _count(self, stroke: Stroke) -> None:
        """Say one item of a count, which the light shows meanwhile where it is meant."""
        if self._window is not None:
            self._window.counted(stroke.item, over=stroke.say is None)
        if stroke.say is not None:
            self._say(stroke.say)

    def _set_scene(self) -> None:
        """Let the ambience of the present scene be heard; its number is public, as all scenes are."""
        if self._scene is not None:
            self._room.mouth.scene(self._scene, self._cue)

    def _announce(self, line: str) -> None:
        self._say(announce.said(line, self._announced[line]))
        self._announced[line] += 1

    def _note(self, effect: Effect) -> None:
        """Take in what happened: public facts, whether somebody leads, and for his eyes who holds what."""
        if isinstance(effect, News):
            self.facts.note(effect)
        elif isinstance(effect, Window):
            self._led = self._led or effect.led
        elif isinstance(effect, Deed) and effect.line == "story.holds":
            (_, seat), (_, card) = unseal(effect.args)
            self._holds[int(str(seat.value))] = (seat, card)

    def _listen(self) -> None:
        """Tell the ears which moment it is: that of the open window, or of the day."""
        if self._room.ears is None:
            return
        if self._window is not None:
            moment = Moment.LED if self._window.effect.led else Moment.NIGHT
        else:
            moment = Moment.NIGHT if self.facts.asleep else Moment.DAY
        self._room.ears.moment(moment)

    def _react(self, news: News) -> None:
        if news.topic is Topic.OUTCOME and news.word is not None:
            self._journal.outcome(news.word)
        elif news.topic is Topic.DAYBREAK and self._unsaid:
            self._announce("undo.heard")
            self._journal.told()
            self._unsaid = False

    # --- windows and their slots ----------------------------------------------------------------------------

    def _close_window(self) -> bool:
        """Let the open window run to its end, then wipe the screen; False where a leader went back instead."""
        window = self._window
        if window is None:
            return True
        if window.effect.led and self._room.pace is not Pace.INSTANT and not self._confirmed():
            return False
        self._hearing.wait(window.closes)
        self._wipe()
        return True

    def _wipe(self) -> None:
        if self._window is not None:
            self._window.close(self._room)
            self._window = None
            self._listen()

    def _confirmed(self) -> bool:
        """Await the leader's confirmation, in the windows of the dead as in all others."""
        walk = self._walk
        self._screen.private(Everyone(), self._wording.line("screen.confirm"))
        self._room.inbox.open(None)
        while self._walk is walk:
            entry = self._hearing.get(None)
            if entry is Order.NEXT or isinstance(entry, Pressed):
                self._room.inbox.close()
                return True
            if entry is Order.UNDO:
                self._undo()
        return False

    def _show(self, show: Show) -> None:
        if self._window is None:
            raise RuntimeError(f"{show.line} is shown outside a window")
        self._hearing.wait(self._window.start(show.slot))
        self._watch(show)
        args = unseal(show.args)
        self._window.show(show.to, self._wording.shown(show.line, args))
        self._window.light_up(show.to, show.line, args)

    def _meet(self, ask: Ask, given: Answer | None) -> None:
        """Ask; a question that is told again has its answer, and only its end may have to be told again."""
        if given is None:
            self._ask(ask)
        elif given in choices_of(ask).urgent:
            self._wipe()

    def _ask(self, ask: Ask) -> None:
        window, slot = self._window, ask.slot
        if window is not None and slot is not None:
            self._hearing.wait(window.start(slot))
        if self._held:
            self._walk.answer(self._held.popleft())
        elif ask.tacit:
            self._store(ask, DONE)
        elif window is None or slot is None:
            self._watch(ask)
            self._ask_public(ask)
        else:
            self._watch(ask)
            self._ask_secret(ask, window, slot)

    def _ask_secret(self, ask: Ask, window: OpenWindow, slot: int) -> None:
        """Ask in a slot: the last valid entry at its end is the answer, or silence.

        What is keyed never shortens the slot; where a leader answers, there is nothing to shorten.
        """
        until = window.end(slot)
        window.show(ask.to, self._wording.prompt(ask))
        if self._kept is not None:
            self._screen.private(ask.to, self._wording.line("screen.kept"))
        self._room.inbox.open(ask)
        self._acknowledge_kept(ask)
        while self._walk.pending is ask and (entry := self._hearing.get(until)) is not None:
            if isinstance(entry, Pressed) and not window.waits:
                answer = window.press(ask, slot, entry.item)
            else:
                answer = self._enter(ask, entry, window)
            if answer is None:
                continue
            urgent = answer in choices_of(ask).urgent
            if urgent or isinstance(answer, Leave) or until is None:
                self._store(ask, answer)
                if urgent:
                    self._wipe()  # a public act: everybody opens their eyes
            else:
                self._kept = answer
                self._journal.entry(ask.question, answer)
                self._acknowledge_kept(ask)
                self._screen.private(ask.to, self._wording.line("screen.kept"))
        self._room.inbox.close()
        if self._walk.pending is ask:
            self._store(ask, SILENT if self._kept is None else self._kept)

    def _acknowledge_kept(self, ask: Ask) -> None:
        """Tell who acknowledges entries what is on disk for this slot."""
        if self._room.keeper is not None:
            self._room.keeper.kept(ask, self._kept)

    def _enter(self, ask: Ask, entry: Entry, window: OpenWindow) -> Answer | None:
        """Read one entry of a slot; whatever is to be said to it stands on the private screen alone."""
        match entry:
            case Reply(answer=answer):
                refusal = refusal_of(ask, answer)
                if refusal is None:
                    return answer
                self._screen.private(ask.to, self._wording.line(refusal.value))
            case Misread(refusal=refusal):
                self._screen.private(ask.to, self._wording.line(refusal.value))
            case Order.NEXT | Pressed() if window.waits and refusal_of(ask, SILENT) is None:
                return SILENT
            case Order.UNDO if window.effect.led:
                self._undo()
            case Order.UNDO:
                window.forget()
                self._kept = None
                self._journal.clear(ask.question)
                self._acknowledge_kept(ask)
                self._screen.private(ask.to, self._wording.line("screen.cleared"))
            case _:
                self._screen.private(ask.to, self._wording.prompt(ask))
        return None

    # --- public questions -----------------------------------------------------------------------------------

    def _ask_public(self, ask: Ask) -> None:
        answer = self._public.put(ask)
        if answer is None:
            return
        if ask.question == "again":
            self.again = answer is YES
        self._recent.clear()
        self._store(ask, answer)

    def _store(self, ask: Ask, answer: Answer) -> None:
        """Put an answer on disk, and only then let the game hear it (law 2)."""
        self._journal.answer(ask.question, answer)
        if self._room.watcher is not None and not ask.tacit:
            self._room.watcher.answered(ask, answer, self._hearing.now())
        if isinstance(answer, Leave):
            self._acknowledge()
        else:
            self._kept = None
        self._walk.answer(answer)

    # --- going back -----------------------------------------------------------------------------------------

    def _undo(self, confirmed: bool = False) -> bool:
        """Go back: a leader anywhere; a table to the last answer of the day, or, asked twice, to nightfall.

        Return whether the game went back.
        """
        replayed = replay(self._setup, self._journal.record().answers)
        if self._led:
            target = undoing.last(replayed, self._at, None if self._window is None else self._window.index)
        else:
            target = undoing.by_day(replayed)
        if target is None:
            self._orders.inform(self._wording.line("undo.nothing"))
            return False
        if target.night and not confirmed:
            self._announce("undo.ask_night")
            return False
        if not target.silent:
            self._wipe()
        behind = self.facts.asleep and not target.silent
        kept = replay(self._setup, self._journal.record().answers[: target.answers])
        self._journal.undo(target.answers, kept.cue_from(target.step), behind=behind)
        self._unsaid = self._unsaid or behind
        self._kept = None
        self._held.clear()
        self._walk = kept.walk
        self._stand(kept.steps, target.step)
        if not target.silent:
            self._set_scene()
        if target.night:
            self._announce("undo.night")
        elif not self.facts.asleep and not target.silent:
            self._announce("undo.day")
        return True

    def _leave(self, leave: Leave) -> None:
        """Take a departure keyed while nothing was asked: it waits, stored, for the next question."""
        if leave.seat in self.facts.living and leave not in self._held:
            self._journal.answer(None, leave)
            self._held.append(leave)
            self._acknowledge()

    def _acknowledge(self) -> None:
        """Show that a departure was taken where it will be heard only at dawn."""
        if self.facts.asleep or not self.facts.day:
            self._orders.inform(self._wording.line("leave.noted"))


def _ends_windows(effect: Effect) -> bool:
    """Whether an open window runs to its end before this effect, however early its answers were given."""
    match effect:
        case Say() | Pause() | Scene() | Window():
            return True
        case Ask(tacit=tacit):
            return tacit
        case News(topic=topic):
            return topic in (Topic.NIGHTFALL, Topic.DAYBREAK)
        case _:
            return False
