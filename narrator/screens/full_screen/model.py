"""What the full screen shows: public lines, questions and facts, the private panel, the typed line.

It is told by the game's thread and by the keyboard's; who draws it takes a `snapshot` of it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from narrator.base.sentences import PROGRAM, QuestionText, sentences
from narrator.packs.markup import Utterance, capitalised, caption
from narrator.packs.wording import Wording
from narrator.packs.words import Words
from narrator.rules.core.answers import Answer
from narrator.rules.core.effects import Ask, Audience, Effect, Form, Term
from narrator.rules.core.play import choices_of
from narrator.screens.clean_text import clean
from narrator.screens.even_light import PrivateLines
from narrator.screens.full_screen.word_timing import Spans, Word, said_by, words_of
from narrator.screens.public_lines import PublicLine, PublicLineKind, PublicLines, told_back
from narrator.table.inbox.entry import Typed, TypedLine
from narrator.table.inbox.moment import Countdown, Facts, Moment


@dataclass(frozen=True, slots=True)
class Panel:
    """The private panel: of a window, with its heading; or of a glance, which a leader takes by day, without one.

    `typed` is the line that is being typed, which is private as long as the panel is there. `asked` is the question
    that is open, one of the lines; empty where there is none.
    """

    heading: str
    lines: tuple[str, ...]
    typed: str = ""
    asked: str = ""


@dataclass(frozen=True, slots=True)
class EarState:
    """What the microphone hears: how loud it is, from 0 to 1, and what was understood last."""

    level: float
    understood: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Snapshot:
    """Everything that is on the screen. `names` are by seat, `dead` the seats of the dead with what they showed.

    `legal` are the seats that the open public question takes; `hint` says what may be answered to it. `typed` is what
    may be seen by all of the line that is being typed. `call` is who is called, empty for nobody. `closed` counts the
    windows that were closed.
    """

    title: str
    names: tuple[str, ...]
    phase: str = ""
    asleep: bool = False
    dead: Mapping[int, str] = field(default_factory=dict)
    office: int | None = None
    office_name: str = ""
    said: tuple[PublicLine, ...] = ()
    prompt: str = ""
    hint: str = ""
    legal: frozenset[int] = frozenset()
    countdown: Countdown | None = None
    paused: bool = False
    panel: Panel | None = None
    closed: int = 0
    call: str = ""
    advice: str = ""
    typed: str = ""
    ear: EarState | None = None

    @property
    def dark(self) -> bool:
        """Whether it is to be seen in the dark: at night, and whenever eyes may be closed."""
        return self.asleep or self.panel is not None


CAPTIONS = 12
"""How many of the last public lines are kept."""


class ScreenModel:
    """The table of one game, in its words. `names` are by seat, empty where a seat has none.

    `now` is the time in seconds; `factor` is how long a second of the game lasts, 0 where nothing has a length.
    `moment` returns the present moment.
    `changed` is called, from any thread and under no lock, whenever there is something new to be seen.
    """

    def __init__(
        self,
        words: Words,
        wording: Wording,
        names: tuple[str, ...],
        now: Callable[[], float],
        factor: float,
        moment: Callable[[], Moment],
    ) -> None:
        self.changed: Callable[[], None] = lambda: None
        self._words = words
        self._wording = wording
        self._names = tuple(map(clean, names))
        self._now = now
        self._factor = factor
        self._moment = moment
        self._lock = threading.RLock()
        self._elsewhere: Callable[[str], None] | None = None
        self._said = PublicLines(CAPTIONS)
        self._speaking: tuple[float, tuple[Word, ...]] | None = None
        self._prompt = ""
        self._secret = False  # whether a secret question is open
        self._question = ""
        self._panel: tuple[str, PrivateLines] | None = None
        self._glancing = False
        self._closed = 0
        self._line = TypedLine(moment, shown=True, now=now)
        self._ear: EarState | None = None

    def retire(self, tell: Callable[[str], None]) -> None:
        """Give notices to `tell` from now on: nothing is drawn any more."""
        self._elsewhere = tell

    # --- a screen -------------------------------------------------------------------------------------------

    def caption(self, text: str) -> None:
        self._tell(PublicLine(PublicLineKind.CAPTION, text))

    def notice(self, text: str) -> None:
        if self._elsewhere is None:
            self._tell(PublicLine(PublicLineKind.NOTICE, text))
        else:
            self._elsewhere(text)

    def prompt(self, text: QuestionText) -> None:
        with self._lock:
            self._end_glance()
            self._prompt = text.typed
        self.changed()

    def open_window(self, heading: str) -> None:
        with self._lock:
            self._panel, self._glancing = (heading, PrivateLines()), False
        self.changed()

    def private(self, to: Audience, text: str) -> None:  # noqa: ARG002 - who is called looks at the one screen
        with self._lock:
            if self._panel is None:
                self._panel, self._glancing = ("", PrivateLines()), True
            self._question = self._question or text  # a question is the first that is shown once it was opened
            self._panel[1].add(text)
        self.changed()

    def reply(self, to: Audience, *texts: str, over: Sequence[str] = ()) -> None:  # noqa: ARG002 - who is called looks at the one screen
        """Show what is said to an entry in a window, in place of what was said to the one before.

        What stands below every window anyway is not said twice.
        """
        with self._lock:
            if self._panel is None:
                return
            self._panel[1].reply([text for text in texts if clean(text) != self._advice], over)
        self.changed()

    def close_window(self) -> None:
        with self._lock:
            self._panel, self._glancing = None, False
            self._closed += 1
        self.changed()

    # --- a mouth that says when it speaks ---------------------------------------------------------------------

    def speaking(self, utterance: Utterance, spans: Spans = ()) -> None:
        with self._lock:
            said = list(self._said)
            if said and said[-1].text == clean(caption(utterance)):
                self._speaking = self._now(), words_of(utterance, spans)
        self.changed()

    def silent(self) -> None:
        with self._lock:
            self._speaking = None
        self.changed()

    def heard(self, level: float, text: str | None = None) -> None:
        """Show how loud it is at the microphone, from 0 to 1, and what was understood; None leaves that as it was.

        Only what everybody at the table heard may be given: the ear is shut in a window.
        """
        with self._lock:
            before = "" if self._ear is None else self._ear.understood
            self._ear = EarState(min(1.0, max(0.0, level)), before if text is None else clean(text))
        self.changed()

    # --- what is asked, and who watches -----------------------------------------------------------------------

    def ask(self, ask: Ask | None) -> None:
        with self._lock:
            self._secret, self._question = ask is not None, ""
        self.changed()

    def moment(self, moment: Moment) -> None:
        with self._lock:
            self._said.moment(moment)
            if moment.asked is None:
                self._prompt = ""
        self.changed()

    def effect(self, effect: Effect, at: float) -> None:
        """All of it arrives as on any screen."""

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:  # noqa: ARG002 - it counts that it was noted
        if not ask.public or self._moment().eyes_closed:
            return
        with self._lock:
            self._said.answered()
        if told := told_back(answer, self._wording):
            self.notice(told)

    # --- the line that is being typed -------------------------------------------------------------------------

    def type(self, text: str) -> None:
        with self._lock:
            self._line.type(text)
        self.changed()

    def erase(self) -> None:
        with self._lock:
            self._line.erase()
        self.changed()

    def wipe(self) -> None:
        with self._lock:
            self._line.forget()
        self.changed()

    def turn(self, step: int) -> None:
        """Go round the circle: type the next living seat, or the one before.

        Who lives is public: the seats are the same ones whatever is asked, and whether anything is.
        """
        with self._lock:
            dead = self._moment().facts.dead
            living = [seat for seat in range(1, len(self._names) + 1) if seat not in dead]
            if not living:
                return
            typed = self._line.text
            here = int(typed) if typed.isdecimal() and len(typed) < 4 else 0
            after = [seat for seat in living if (seat > here if step > 0 else seat < here)]
            self._line.forget()
            self._line.type(str((after or living)[0 if step > 0 else -1]))
        self.changed()

    def enter(self) -> Typed | None:
        with self._lock:
            typed, glancing = self._line.enter(), self._glancing
            self._end_glance()
        self.changed()
        return None if glancing and not (typed and typed.text) else typed

    # --- to be drawn ------------------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        with self._lock:
            said = list(self._said)
            if self._speaking is not None and said:
                began, words = self._speaking
                said[-1] = PublicLine(said[-1].kind, said[-1].text, said_by(words, self._now() - began))
            moment = self._moment()
            public, facts = moment.asked, moment.facts
            choices = None if public is None else choices_of(public)
            question = self._question if self._secret else ""
            heading, lines = self._panel or ("", ())
            windowed = self._panel is not None and not self._glancing
            panel = None if self._panel is None else Panel(heading, tuple(lines), self._line.text, question)
            return Snapshot(
                title=clean(self._words.title),
                names=self._names,
                phase=self._phase(facts),
                asleep=facts.asleep,
                dead={seat: clean(self._words.label(shown or "")) for seat, shown in facts.dead.items()},
                office=facts.office,
                office_name="" if self._words.office is None else clean(capitalised(self._words.office.name)),
                said=tuple(said),
                prompt=self._prompt,
                hint="" if public is None else clean(self._wording.help(public)),
                legal=frozenset() if choices is None else frozenset(choices.seats),
                countdown=moment.countdown(self._now(), self._factor),
                paused=moment.paused,
                panel=panel,
                closed=self._closed,
                call=clean(moment.call),
                advice=self._advice if windowed else "",
                typed=self._line.echo if self._panel is None else "",
                ear=None if windowed else self._ear,
            )

    @property
    def commands(self) -> Mapping[str, str]:
        """Return the first word of each order, by its id."""
        return {id_: clean(phrases[0]) for id_, phrases in self._words.commands.items()}

    @property
    def quoted(self) -> str:
        """Return how what was understood is set off from the rest, with `{text}` for it."""
        return sentences(PROGRAM, self._words.language)["heard"]

    # --- within -----------------------------------------------------------------------------------------------

    def _tell(self, line: PublicLine) -> None:
        with self._lock:
            self._end_glance()
            self._speaking = None
            if self._panel is not None:
                self._panel[1].add(line.text)
            self._said.add(line)
        self.changed()

    def _phase(self, facts: Facts) -> str:
        number = Term(Form.NUMBER, facts.night if facts.asleep else facts.day)
        phase = "state.night" if facts.asleep else "state.day" if facts.day else ""
        return phase and self._line_of(phase, number=number)

    def _line_of(self, line_id: str, **terms: Term) -> str:
        return clean(self._wording.line(line_id, **terms))

    @property
    def _advice(self) -> str:
        return self._line_of("help.night")

    def _end_glance(self) -> None:
        if self._glancing:
            self._panel, self._glancing = None, False
