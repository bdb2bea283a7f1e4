"""Puts the questions before a game: says them with their answers where there is no screen, reads back what it heard.

What somebody gives while a question stands ends at once what is being said to it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Generic, TypeAlias, TypeVar

from narrator.core.answers import DONE, KEEP, NO, YES, Answer, Choices, Kind, Token
from narrator.core.effects import Ask, Form, Say, Term
from narrator.core.play import Play, choices_of, refusal_of
from narrator.inbox.entry import (
    Changed,
    Doubted,
    Entry,
    Farewell,
    LanguageTyped,
    Lost,
    Misheard,
    Misread,
    Order,
    Pressed,
    Reply,
)
from narrator.journal.journal import Journal
from narrator.language.offered_answers import Offer, SetupAsk, yes_or_no
from narrator.session.driver import Driver
from narrator.session.narration import Narration, Quit, Stranded
from narrator.session.ports import Pace, Ports
from narrator.session.presses import Repetition
from narrator.session.public_questions import MISUNDERSTANDINGS, STANDING
from narrator.setup.composition import CompositionFault
from narrator.setup.dialog import YES_OR_NO, Dialog, said
from narrator.setup.setup_answers import EVERYTHING, Abilities
from narrator.story.markup import paced
from narrator.story.rules import Rules
from narrator.story.sentences import QuestionText
from narrator.story.wording import PACE, Wording
from narrator.story.words import Words

REPEAT_AFTER, REPEATS = 40.0, 3
"""Seconds of silence after which a question is said again, and how often; after that it stands in silence."""

ROUNDS = 2
"""How often all answers are counted after a press."""

LEAST_BEAT, REST = 1.6, 0.7
"""Seconds from one counted answer to the next: so many at least, and so many more than the longest takes to say."""

LULL, LONGEST = 1.0, 4.0
"""Seconds without talk after which somebody has finished and was understood; and the longest wait for that."""

END = "box.end"
"""The question whether to end the evening."""


MEANT = "setup.meant"
"""The question whether an answer that nearly was one is meant."""


class StartOverError(Exception):
    """Something was taken back: the questions begin again, or go on from the one before."""


class LanguageChosenError(Exception):
    """The questions begin again in this language."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language


class _NearlyError(Exception):
    """To the question whether one answer is meant, another one was nearly given."""

    def __init__(self, offer: Offer) -> None:
        super().__init__()
        self.offer = offer


EarOpener: TypeAlias = Callable[[SetupAsk | None], object]
"""Opens the ears to a question; None closes them."""


class SetupQuestions:
    """Puts the questions before a game. Where something counts, answers that are words are said with their numbers.

    They may be keyed or said by these; the button takes the answer that is being counted. What was heard or counted is
    said back, and counts where nobody objects in time; what is in doubt is asked back; a yes counts at once. `ears`
    open once a question was said.
    """

    def __init__(
        self, ports: Ports, ears: EarOpener | None, words: Words, wording: Wording, narration: Narration
    ) -> None:
        self._ports = ports
        self._ears = ears
        self._wording = wording
        self._narration = narration
        self._yes_or_no = yes_or_no(words.answers)
        self._repetition = Repetition()
        self._early: Entry | None = None
        """What came in the middle of a count."""
        self._heard: SetupAsk | None = None
        """The question to which the ears are open."""

    def put(self, ask: Ask) -> Answer:
        """Ask until it is answered, and say the question again from time to time.

        Raises:
            Quit: somebody said goodbye.
            LanguageChosenError: another language is wanted.
            StartOverError: something was taken back.
            Stranded: nothing is left that could answer.
        """
        assert isinstance(ask, SetupAsk)  # nothing else is asked before a game
        self._open(ask)
        missed = silences = 0
        while True:
            self._listen(ask)
            entry = self._next(self._patience(silences))
            likely = _likely(ask, entry)
            missed = missed + 1 if isinstance(entry, Misheard | Doubted) and likely is None else 0
            if entry is None:
                silences += 1
                self._prompt(ask)
            elif missed:
                self._ask_again(ask, missed, in_doubt=isinstance(entry, Doubted))
            elif (answer := self._answer(ask, entry) if likely is None else self._asked_back(ask, likely)) is not None:
                self._ports.inbox.close()
                self._heard = None
                if self._ears is not None:
                    self._ears(None)
                return answer

    # --- asking -------------------------------------------------------------------------------------------------

    def _open(self, ask: SetupAsk) -> None:
        self._ports.inbox.open(ask)  # before it is said: whoever answers at once is heard
        self._prompt(ask)

    def _prompt(self, ask: SetupAsk) -> None:
        """Say a question, and those of its answers that it does not name."""
        self._heard = None
        utterance = self._wording.spoken(Say(line=ask.question, args=ask.args))
        self._ports.screen.prompt(QuestionText.alike(self._wording.caption(utterance)))
        self._ports.mouth.speak(paced(utterance, self._ports.pace.factor))
        self._listen(ask)
        if not (ask.counts or ask.plain):
            self._count(ask, rounds=1)

    def _listen(self, ask: SetupAsk) -> None:
        """Open the ears to a question, once it was said to its end."""
        if self._ears is not None and self._heard is not ask and not self._ports.inbox.answered():
            self._heard = ask
            self._ears(ask)

    def _count(self, ask: SetupAsk, rounds: int) -> None:
        """Count the answers aloud, each as long as the others, until something comes: that is taken next."""
        counting = self._ports.counting
        if counting is None:
            return
        lines = [self._counted(place, ask) for place in range(1, len(ask.offers) + 1)]
        longest = max((len(self._wording.caption(self._wording.spoken(say))) for say in lines), default=0)
        beat = max(LEAST_BEAT, longest / PACE + REST)
        try:
            for say, offer in [*zip(lines, ask.offers, strict=True)] * rounds:
                if self._ports.inbox.answered():
                    return
                begun = self._ports.clock.now()
                counting.hear(offer.answer)
                self._narration.say(say)
                self._early = self._next(begun + beat) or self._heard_out()
                if self._early is not None:
                    return
        finally:
            counting.stop()

    def _heard_out(self) -> Entry | None:
        """Let somebody who talks finish before the next answer is counted; return what he said."""
        talk, now = self._ports.talk, self._ports.clock.now
        end = now() + LONGEST
        while talk is not None and talk.talked_within(LULL) and now() < end:
            if (entry := self._next(now() + LULL / 4)) is not None:
                return entry
        return None

    def _counted(self, place: int, ask: SetupAsk) -> Say:
        offer = ask.offers[place - 1]
        if ask.counts or offer.plain:
            return _of("box.chosen", offer.said)
        return offer.counted or said("box.offered", number=Term(Form.NUMBER, place), text=Term(Form.TEXT, offer.said))

    def _patience(self, silences: int) -> float | None:
        """Return until when something is awaited before the question is said again; None: for ever."""
        if silences == REPEATS or self._ports.pace is Pace.INSTANT:
            return None
        return self._ports.clock.now() + REPEAT_AFTER

    def _next(self, until: float | None) -> Entry | None:
        entry, self._early = self._early, None
        match entry := entry or self._ports.inbox.get(until):
            case Order.QUIT:
                raise Quit
            case Lost():
                raise Stranded
        return entry

    # --- taking what came ---------------------------------------------------------------------------------------

    def _answer(self, ask: SetupAsk, entry: Entry) -> Answer | None:
        """Return the answer that an entry gives; what it says else is served here."""
        match entry:
            case Reply(answer=answer, spoken=spoken):
                if refusal_of(ask, answer) is not None:
                    self._refuse(ask)
                elif not spoken or self._stands(ask, answer):
                    return answer
            case Pressed(item=None):
                self._listen(ask)
                self._count(ask, ROUNDS)
            case Pressed(item=item):
                pressed = next((offer.answer for offer in ask.offers if offer.answer == item), None)
                return None if pressed is None else self._answer(ask, Reply(pressed, spoken=True))
            case Misread(meant=meant):
                return self._suggested(ask, meant)
            case Farewell():
                self._leave(ask)
            case LanguageTyped(language=language):
                raise LanguageChosenError(language)
            case Changed(line=line):
                self._narration.announce(line)
                if line == "sound.back":  # nobody heard what was asked meanwhile
                    self._prompt(ask)
            case Order():
                return self._serve(ask, entry)
            case _:
                self._prompt(ask)
        return None

    def _serve(self, ask: SetupAsk, order: Order) -> Answer | None:
        """Return what is usual where somebody goes on; after all other orders the question is said again."""
        match order:
            case Order.NEXT:
                return self._answer(ask, Reply(DONE))
            case Order.UNDO:
                raise StartOverError
            case Order.HELP if self._ports.counting is None:
                for say in ask.aid:
                    self._ports.screen.notice(self._wording.caption(self._wording.spoken(say)))
                self._ports.screen.notice(self._wording.line("setup.help" if ask.offers else "setup.help_text"))
                if KEEP in choices_of(ask).words:
                    self._ports.screen.notice(self._wording.line("setup.rest"))
            case Order.LOUDER | Order.SOFTER:
                self._ports.mouth.volume(1 if order is Order.LOUDER else -1)
        self._prompt(ask)
        return None

    def _refuse(self, ask: SetupAsk) -> None:
        inbox = self._ports.inbox
        if not self._repetition.fresh((inbox.moment.slot, ask.refused), self._ports.clock.now()):
            return
        for say in ask.refused:
            self._narration.say(say)
        self._prompt(ask)
        if inbox.answered():
            self._repetition.forget()  # it was cut short

    def _suggested(self, ask: SetupAsk, meant: Answer | None) -> Answer | None:
        """Ask whether an answer that nearly was one is meant, and return it; else the question is said again.

        Where that is asked on a screen, any answer of the question may be given at once.
        """
        offer = next((offer for offer in ask.offers if offer.answer == meant), None)
        if offer is None or ask.args == _of(MEANT, offer.said).args:
            self._refuse(ask)
            return None
        if ask.question == MEANT:
            raise _NearlyError(offer)
        if self._ports.counting is None:
            offer, given = self._given(offer, ask)
        else:
            given = YES if self._affirmed(_of("box.heard", offer.said)) else NO
        if given in (NO, None):
            self._open(ask)
            return None
        return offer.answer if given in (YES, DONE) else given

    def _stands(self, ask: SetupAsk, answer: Answer) -> bool:
        """Say back what was heard or pressed; whether it counts, for nobody objects in time. A yes counts at once."""
        offer = next(offer for offer in ask.offers if offer.answer == answer)
        said_back = _of("box.chosen", offer.said)
        self._narration.say(said_back)
        if offer.plain or self._ports.pace is Pace.INSTANT:
            return True
        offers = (*ask.offers, *(one for one in self._yes_or_no if refusal_of(ask, one.answer) is not None))
        choices = replace(choices_of(ask), words=(*dict.fromkeys((*choices_of(ask).words, YES, NO)),))
        stands = SetupAsk(question=said_back.line, args=said_back.args, choices=choices, offers=offers)
        self._ports.inbox.open(stands)
        self._listen(stands)
        match self._next(self._ports.clock.now() + STANDING):
            case None | Order.NEXT | Pressed() | Reply(answer=Token.YES) | Doubted((Token.YES,)):
                return True
            case Reply(answer=given) if given == answer:
                return True
            case Misheard() | Doubted():
                return self._asked_back(ask, offer) is not None
            case Misread() | Reply() as other if isinstance(other, Misread) or refusal_of(ask, other.answer) is None:
                self._early = other
                self._ports.inbox.open(ask)
            case Order.UNDO | Reply():
                self._drop(ask)
            case aside:
                self._early = aside  # it belongs to what is asked next
                return True
        return False

    def _asked_back(self, ask: SetupAsk, offer: Offer) -> Answer | None:
        if self._affirmed(_of("box.heard", offer.said)):
            return offer.answer
        self._drop(ask)
        return None

    def _drop(self, ask: SetupAsk) -> None:
        """Say that nothing was noted, and listen on."""
        self._ports.inbox.open(ask)
        self._narration.announce("heard.dropped")

    def _leave(self, ask: SetupAsk) -> None:
        """Ask whether to end the evening; saying goodbye again means yes."""
        if ask.question == END or self._affirmed(said(END)):
            raise Quit
        self._open(ask)

    def _affirmed(self, say: Say) -> bool:
        """Ask for a yes; to take back what is to be confirmed is a no."""
        confirm = SetupAsk(question=say.line, args=say.args, choices=YES_OR_NO, offers=self._yes_or_no)
        try:
            return self.put(confirm) in (YES, DONE)
        except StartOverError:
            return False

    def _given(self, offer: Offer, ask: SetupAsk) -> tuple[Offer, Answer | None]:
        """Ask for a yes to this, a no, or an answer of the question; to take back what is to be confirmed is None.

        Where what is given nearly was another answer, ask for a yes to that one. Return which it was.
        """
        words = (*dict.fromkeys((YES, NO, DONE, *choices_of(ask).words)),)
        choices = Choices(kind=Kind.TEXT, options=choices_of(ask).options, words=words)
        offers = (*ask.offers, *self._yes_or_no)  # the numbers of the answers stay
        while True:
            say = _of(MEANT, offer.said)
            try:
                return offer, self.put(SetupAsk(question=say.line, args=say.args, choices=choices, offers=offers))
            except _NearlyError as nearly:
                offer = nearly.offer
            except StartOverError:
                return offer, None

    def _ask_again(self, ask: SetupAsk, missed: int, *, in_doubt: bool) -> None:
        """Say that nothing was understood, or only ask; from the second time on, say what else can be done."""
        if missed < MISUNDERSTANDINGS:
            if in_doubt:
                self._prompt(ask)
            else:
                self._narration.announce("heard.again")
            return
        self._narration.announce("heard.keypad" if self._ports.keyed() else "box.unheard")
        self._prompt(ask)


def _likely(ask: SetupAsk, entry: Entry | None) -> Offer | None:
    """Return the likeliest answer that was heard in doubt, where it may be asked back."""
    first = entry.perhaps[0] if isinstance(entry, Doubted) else None
    return next((offer for offer in ask.offers if offer.answer == first and not offer.plain), None)


def _of(line: str, text: str) -> Say:
    return said(line, text=Term(Form.TEXT, text))


T = TypeVar("T")


class Asker:
    """Puts the questions before a game, and tells what belongs to them.

    `ears` open with each question. Where it is `aloud`, nobody sees a screen. `can` is what the equipment can do now.
    """

    def __init__(
        self,
        ports: Ports,
        *,
        ears: EarOpener | None = None,
        aloud: bool = False,
        can: Callable[[], Abilities] = lambda: EVERYTHING,
    ) -> None:
        self._ports = ports
        self._ears = ears
        self.aloud = aloud
        self._can = can
        self._given: list[Answer] = []
        self._kept: deque[Answer] = deque()

    def going_back(self, conversation: Callable[[], T]) -> T:
        """Hold a conversation; whoever takes something back gets the question before once more.

        What came before that one is neither said nor asked again.
        """
        while True:
            try:
                return conversation()
            except StartOverError:
                self._kept, self._given = deque(self._given[:-1]), []

    def dialog(
        self, rules: Rules, words: Words, *, seats: Callable[[int], Iterable[CompositionFault]] | None = None
    ) -> Dialog:
        """Return the questions of a game, in one language; `seats` tells what is wrong with a number of players."""
        return Dialog(rules, words, aloud=self.aloud, can=self._can(), seats=seats)

    def ask(self, words: Words, play: Play[T]) -> T:
        """Ask, in these words, until it is decided; return that.

        Here it is decided that no answer of a set-up is journaled: its journal is one in memory, which nobody keeps.
        Only the header of the game that it makes outlives a set-up.

        Raises:
            Quit: somebody said goodbye, or the input has ended.
            StartOverError: something was taken back.
            Stranded: nothing is left that could answer.
        """
        setup, wording = _Setup(self._from_the_kept(play)), Wording(words)
        questions = partial(SetupQuestions, self._ports, self._ears, words, wording)
        journal = Journal.create(None, {})
        try:
            Driver(setup, journal, wording, self._ports, players=0, led=False, questions=questions).run()
        finally:
            self._ports.inbox.close()  # whatever is said now is said to no question
        (decided,) = setup.decided
        return decided

    def _from_the_kept(self, play: Play[T]) -> Play[T]:
        """Go on with the questions that follow those whose answers are kept; what was refused is no answer."""
        answer: Answer | None = None
        asked: Ask | None = None
        while True:
            try:
                effect = play.send(answer)
            except StopIteration as decided:
                value: T = decided.value
                return value
            answer = None
            if isinstance(effect, Ask):
                if effect == asked and isinstance(effect, SetupAsk) and not effect.offers:
                    self._given.pop()  # free words that are asked for again at once were refused
                asked = effect
                answer = self._kept.popleft() if self._kept else (yield effect)
                assert answer is not None  # the loop only goes on from a question with its answer
                self._given.append(answer)
            elif not self._kept:
                yield effect


@dataclass(frozen=True)
class _Setup(Generic[T]):
    """Questions as a game: it is over once all is decided."""

    play: Play[T]
    decided: list[T] = field(default_factory=list)

    def begin(self) -> Play[str]:
        """Ask from the first question on, once."""
        self.decided.append((yield from self.play))
        return "decided"
