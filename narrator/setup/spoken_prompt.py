"""A prompt for the ear: the question and its answers are said; what is said, typed or pressed first is the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from narrator.core.effects import Form, Term
from narrator.inbox.inbox import Changed, Clock, Lost, Order
from narrator.language.offered_answers import Expected, Offer, expected
from narrator.language.spelling import Known
from narrator.setup.prompt_inputs import Anew, Given, PressInput, PromptInputs, SaidInput, TypedInput
from narrator.setup.questions import EndOfInputError
from narrator.story.wording import PACE, Wording
from narrator.story.words import Words

MISUNDERSTANDINGS = 2
"""How many in a row turn a question to the keypad."""

REPEAT_AFTER, REPEATS = 40.0, 3
"""Seconds of silence after which a question is said again, and how often; then it stands without a word."""

ROUNDS = 2
"""How often all answers are counted after a press."""

LEAST_BEAT, REST = 1.6, 0.7
"""Seconds from one counted answer to the next: so many at least, and so many more than the longest takes to say."""

TYPED = {"+": Order.NEXT, "-": Order.UNDO, "*": Order.REPEAT, "/": Order.HELP}
"""The keys of a numeric pad that are no answer."""

END = "0"
"""What is keyed to take leave: it answers no question, and is to be confirmed."""


class FarewellError(Exception):
    """Somebody took leave: the evening is over."""


class StartOverError(Exception):
    """Something was taken back: the questions begin again."""


class AnewError(Exception):
    """Other games are offered than before: everything begins anew."""


class PhraseEars(Protocol):
    """What listens: see `narrator.listening.prompt_ears`."""

    def open(self, context: str, expecting: Callable[[Known], Expected]) -> None:
        """Listen for what is expected, given what a model knows."""
        ...

    def shut(self) -> None:
        """Listen for nothing."""
        ...


@dataclass(frozen=True)
class PromptPorts:
    """What a prompt needs: who speaks, what comes, who listens.

    `say` returns when all was said. `volume` makes it louder or softer. `keypad` tells whether there is one, `remains`
    whether anything can still be answered now that a piece is lost.
    """

    say: Callable[[str], object]
    clock: Clock
    prompt_inputs: PromptInputs
    ears: PhraseEars
    volume: Callable[[int], object]
    keypad: Callable[[], bool]
    remains: Callable[[Lost], bool]


class SpokenPrompt:
    """Puts one question at a time, as `narrator.setup.questions.Prompt`, and returns the line of an answer.

    Answers that are words are said with their numbers, in an even rhythm, and may be keyed or said by these. The button
    takes the answer that is being `counted`. What was heard or counted is read back and wants a yes; a yes needs none.
    """

    def __init__(self, prompt_ports: PromptPorts, words: Words, wording: Wording) -> None:
        self._prompt_ports = prompt_ports
        self._words = words
        self._wording = wording
        self._turn = 0
        self.counted: Offer | None = None
        """The answer whose number is being heard. Any thread may read it."""
        yes, no = words.answers["yes"], words.answers["no"]
        self._yes = Offer(yes[0], yes[0], yes, plain=True)
        self._no = Offer(no[0], no[0], no, plain=True)

    def __call__(self, question: str, offers: tuple[Offer, ...]) -> str:
        """Ask until an answer is given.

        Raises:
            FarewellError: somebody took leave.
            StartOverError: something was taken back.
            EndOfInputError: nothing is left that could answer.
            AnewError: other games are offered than before.
        """
        self._turn += 1
        self._prompt_ports.prompt_inputs.clear()
        asked = _Question(question, offers, str(self._turn), self._expecting(offers))
        missed = silences = 0
        given = self._put(asked)
        while True:
            if given is None:
                given = self._await(asked, REPEAT_AFTER if silences < REPEATS else None)
            if given is None:
                silences += 1
                given = self._put(asked)
                continue
            taken = self._take(given, asked)
            if taken.line is not None:
                return taken.line
            given = taken.then
            missed = missed + 1 if taken.missed else 0
            if taken.missed:
                given = self._missed(missed, asked)

    # --- asking -------------------------------------------------------------------------------------------------

    def _put(self, question: _Question) -> Given | None:
        """Say a question, and the answers that are words; return what came meanwhile, instead of the rest."""
        self._prompt_ports.say(question.text)
        if self._prompt_ports.prompt_inputs.waits():
            return self._prompt_ports.prompt_inputs.get(self._now())
        return None if question.counts or question.plain else self._count(question.offers, 1)

    def _count(self, offers: Sequence[Offer], rounds: int) -> Given | None:
        """Count the answers aloud, each as long as the others; return what came meanwhile, instead of the rest."""
        said = [self._counted(place, offer) for place, offer in enumerate(offers, start=1)]
        beat = max(LEAST_BEAT, *(len(text) / PACE + REST for text in said))
        try:
            for _ in range(rounds):
                for text, offer in zip(said, offers, strict=True):
                    begun = self._now()
                    self.counted = offer
                    self._prompt_ports.say(text)
                    if (given := self._prompt_ports.prompt_inputs.get(begun + beat)) is not None:
                        return given
        finally:
            self.counted = None
        return None

    def _counted(self, place: int, offer: Offer) -> str:
        if offer.number is not None or offer.plain:
            return self._line("box.chosen", offer.said)
        return self._wording.line("box.offered", number=Term(Form.NUMBER, place), text=Term(Form.TEXT, offer.said))

    def _await(self, question: _Question, seconds: float | None) -> Given | None:
        """Listen until something comes, or for so long; what was said to another question is nothing."""
        end = None if seconds is None else self._now() + seconds
        self._prompt_ports.ears.open(question.context, question.expecting)
        try:
            while True:
                given = self._prompt_ports.prompt_inputs.get(end)
                if not isinstance(given, SaidInput) or given.context == question.context:
                    return given
        finally:
            self._prompt_ports.ears.shut()

    # --- taking what came ---------------------------------------------------------------------------------------

    def _take(self, given: Given, question: _Question) -> _Taken:
        match given:
            case TypedInput(line=line):
                return self._typed(line.strip(), question)
            case SaidInput(text=text, certain=certain):
                return self._said(text, question, certain=certain)
            case PressInput(offer=None):
                return _Taken(then=self._count(question.offers, ROUNDS))
            case PressInput(offer=offer):
                return self._sure(offer) if offer in question.offers else _Taken()
            case Order():
                return self._serve(given, question)
            case Changed(line=line):
                self._prompt_ports.say(self._wording.line(line))
                if line == "sound.back":  # nobody heard what was asked meanwhile
                    return _Taken(then=self._put(question))
            case Lost():
                if not self._prompt_ports.remains(given):
                    raise EndOfInputError
            case Anew():
                raise AnewError
        return _Taken()

    def _typed(self, line: str, question: _Question) -> _Taken:
        if line in TYPED:
            return self._serve(TYPED[line], question)
        if line == END and not question.plain:
            return self._leave(question)
        if line.isdecimal() and not question.counts and 1 <= int(line) <= len(question.offers):
            return _Taken(question.offers[int(line) - 1].line)
        match question.expecting(_all).read(line):
            case Offer() as offer if not line.isdecimal():
                return _Taken(offer.line)
            case Order() as order:
                return self._serve(order, question)
        return _Taken(line)

    def _said(self, text: str, question: _Question, *, certain: bool) -> _Taken:
        expecting = question.expecting(_all)
        match expecting.read(text) if certain else None:
            case Offer() as offer:
                return self._sure(offer)
            case Order.QUIT:
                return self._leave(question)
            case Order() as order:
                return self._serve(order, question)
        return _Taken(missed=expecting.slips(text))

    def _leave(self, question: _Question) -> _Taken:
        """Ask whether that is the end; who is asked so, and takes leave again, has said yes."""
        end = self._wording.line("box.end")
        if question.text == end or self._affirmed(end):
            raise FarewellError
        return _Taken(then=self._put(question))

    def _serve(self, order: Order, question: _Question) -> _Taken:
        match order:
            case Order.QUIT:
                raise FarewellError
            case Order.UNDO:
                raise StartOverError
            case Order.NEXT:
                return _Taken("")
            case Order.LOUDER | Order.SOFTER:
                self._prompt_ports.volume(1 if order is Order.LOUDER else -1)
        return _Taken(then=self._put(question))

    def _sure(self, offer: Offer) -> _Taken:
        """Read back what may have been misheard; take it where it was right."""
        if offer.plain:
            self._prompt_ports.say(self._line("box.chosen", offer.said))
            return _Taken(offer.line)
        if self._affirmed(self._line("box.heard", offer.said)):
            return _Taken(offer.line)
        self._prompt_ports.say(self._wording.line("heard.dropped"))
        return _Taken()

    def _affirmed(self, question: str) -> bool:
        """Ask for a yes; to take back what is to be confirmed is a no."""
        try:
            return self(question, (self._yes, self._no)) in ("", *self._yes.ways)
        except StartOverError:
            return False

    def _missed(self, missed: int, question: _Question) -> Given | None:
        """Say that nothing was understood; from the second time on, what else can be done."""
        if missed < MISUNDERSTANDINGS:
            self._prompt_ports.say(self._wording.line("heard.again"))
            return None
        self._prompt_ports.say(self._wording.line("heard.keypad" if self._prompt_ports.keypad() else "box.unheard"))
        return self._put(question)

    def _expecting(self, offers: Sequence[Offer]) -> Callable[[Known], Expected]:
        return partial(expected, offers, self._words.language, self._words.commands)

    def _line(self, line: str, text: str) -> str:
        return self._wording.line(line, text=Term(Form.TEXT, text))

    def _now(self) -> float:
        return self._prompt_ports.clock.now()


@dataclass(frozen=True)
class _Taken:
    """What something that came was: the line of an answer, or what came while it was served, or words of no answer."""

    line: str | None = None
    then: Given | None = None
    missed: bool = False


@dataclass(frozen=True)
class _Question:
    """A question that stands. `expecting` tells what may be said, in the words that a model knows."""

    text: str
    offers: tuple[Offer, ...]
    context: str
    expecting: Callable[[Known], Expected]

    @property
    def counts(self) -> bool:
        """Whether its answers are numbers, which need no others."""
        return all(offer.number is not None for offer in self.offers)

    @property
    def plain(self) -> bool:
        """Whether its text has named its answers."""
        return all(offer.plain for offer in self.offers)


def _all(_word: str) -> bool:
    return True
