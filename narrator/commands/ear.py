"""`narrator ear`: whoever says what games are answered with reads how it was understood. Nothing of it is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import soxr

from narrator.base.downloads.store import find_model, missing
from narrator.base.resources import chosen_language, pack_path
from narrator.base.sentences import to_user
from narrator.commands.recording import microphone
from narrator.ear.decision import Certain, Doubtful
from narrator.ear.listener import listened_for
from narrator.ear.messages import RecogniserError
from narrator.ear.thresholds import Thresholds
from narrator.ear.trial import HeardRecording, counted, heard, interval, pcm_of
from narrator.ear.vad import Pcm, Vad
from narrator.ear.vosk_recogniser import VoskRecogniser
from narrator.ear.worker import detector
from narrator.packs.pack import load_pack
from narrator.packs.words import Words
from narrator.recording.making import Cut
from narrator.recording.own_voice import PromptTerminal, Sitting
from narrator.recording.prompts import Prompt
from narrator.rules.core.answers import CONFIRM, NOBODY, YES_NO, Choices, Kind, Leave
from narrator.rules.core.effects import Ask
from narrator.rules.core.folding import folded
from narrator.sound.dsp.samples import HEARING_RATE, RATE
from narrator.table.inbox.entry import Entry, Misread, Order, Reminder, Reply
from narrator.table.language.phrasebook import Phrasebook, phrasebook_of
from narrator.table.language.spelling import Known
from narrator.table.language.spoken import Grammar, Hearing, grammar_of
from narrator.table.language.table_words import TableWords
from narrator.voice.recordings import Spoken
from narrator.voice.voice_files import first_names

ANSWER = "answer"
"""The kind of what answers the question itself."""

_CARDS = 8


def evening_grammars(words: Words, names: Sequence[str], known: Known) -> dict[str, Grammar]:
    """Return what is listened to when each kind of question is open, and between questions, in words that are known.

    Raises:
        UnspokenError: nothing is known of how people talk in the language of the words.
    """
    circle = tuple(range(1, len(names) + 1))
    table_words = TableWords.of(words, len(names), names)
    questions = {
        "yes or no": YES_NO,
        "go on": CONFIRM,
        "a seat": Choices(kind=Kind.SEATS, seats=circle, words=(NOBODY,)),
        "a vote": Choices(kind=Kind.BALLOT, seats=circle, ties=True, words=(NOBODY,)),
        "a card": Choices(kind=Kind.CARD, cards=tuple(table_words.cards)[:_CARDS]),
        "a number": Choices(kind=Kind.NUMBER, numbers=(0, len(names))),
    }
    asks = {name: Ask(question="any", choices=choices, living=circle) for name, choices in questions.items()}
    grammars = {name: grammar_of(ask, table_words, Hearing.DAY, known) for name, ask in asks.items()}
    grammars["by day"] = grammar_of(None, table_words, Hearing.DAY, known)
    grammars["by night"] = grammar_of(None, table_words, Hearing.NIGHT, known)
    return grammars


def answered_by(text: str, grammars: dict[str, Grammar]) -> Grammar | None:
    """Return the first grammar to which a text is an answer; None where it is one to none of them."""
    for grammar in grammars.values():
        entry = grammar.read(text)
        if entry is not None and not isinstance(entry, Misread):
            return grammar
    return None


def sayings(grammars: dict[str, Grammar], count: int, seed: int) -> Iterator[str]:
    """Yield so many things that people say, each once and without politeness, equally many for every kind of question.

    What may be said to any question, orders and departures, makes kinds of its own.
    """
    chance = Random(seed)
    kinds: dict[str, list[str]] = {}
    for question, grammar in grammars.items():
        for phrase, entry in plain_phrases(grammar):
            kind = kind_of(entry)
            kinds.setdefault(question if kind == ANSWER else kind, []).append(phrase)
    left = [list(dict.fromkeys(phrases)) for phrases in kinds.values()]
    for phrases in left:
        chance.shuffle(phrases)
    said: set[str] = set()
    while len(said) < count and any(left):
        for phrases in filter(None, left):
            text = phrases.pop()
            if text not in said and len(said) < count:
                said.add(text)
                yield text


def plain_phrases(grammar: Grammar) -> Iterator[tuple[str, Entry]]:
    """Yield the phrases of a grammar without politeness, each with what it means."""
    for phrase in filter(grammar.plain, grammar.phrases):
        entry = grammar.read(phrase)
        if entry is not None and not isinstance(entry, Misread):
            yield phrase, entry


def kind_of(entry: Entry) -> str:
    """Return what kind of thing is said: `ANSWER`, or one of those that may be said to any question."""
    match entry:
        case Order():
            return "order"
        case Reminder():
            return "reminder"
        case Reply(answer=Leave()):
            return "departure"
        case _:
            return ANSWER


_GAME = "thiercelieux"
SEATS = 12
"""At the table where nobody speaks of more."""
SEED = 60


@dataclass(frozen=True, slots=True)
class Listening:
    """A model, where it lies, and what an evening with common first names listens for.

    `words` are all words of its phrases, by how they are spelled without accents.
    """

    folder: Path
    recogniser: VoskRecogniser
    grammars: dict[str, Grammar]
    words: dict[str, str]
    vad: Vad
    phrasebook: Phrasebook
    language: str

    def answer(self, text: str) -> str | None:
        """Return a text with its accents if it answers any question, else None."""
        accented = " ".join(self.words.get(folded(word), word) for word in text.split())
        return next((way for way in (text, accented) if answered_by(way, self.grammars) is not None), None)

    def hear(self, grammar: Grammar, sound: Pcm, said: str | None) -> HeardRecording[Entry]:
        """Hear a recording while a question is open; what is `said` in it may be an answer, None is none."""
        told = heard(self.recogniser, self.vad, listened_for(grammar.phrases, self.phrasebook), sound)
        return HeardRecording(tuple(told), grammar.read, None if said is None else grammar.read(said))


def try_ear(language: str, device: str | None, model: str | None, count: int) -> None:
    """Show phrases, one after the other, and say of each what a game would have understood.

    Raises:
        UserError: there is nothing to hear with.
    """
    listening = listen(language, model)(SEATS)
    prompts = [Prompt("", Spoken(text), text) for text in sayings(listening.grammars, count, SEED)]
    terminal, every = PromptTerminal(), list[HeardRecording[Entry]]()
    thresholds = listening.recogniser.thresholds

    def hear(cut: Cut) -> None:
        said = cut.spoken.text
        grammar = answered_by(said, listening.grammars) or listening.grammars["a seat"]
        every.append(listening.hear(grammar, pcm_of(soxr.resample(cut.samples, RATE, HEARING_RATE)), said))
        terminal.tell(verdict(every[-1], thresholds))

    with microphone(device) as recorder:
        Sitting(prompts, (), hear, recorder, terminal).run()
    sum_up(every, thresholds)


def sum_up(every: Sequence[HeardRecording[Entry]], thresholds: Thresholds) -> None:
    """Print how many answers were understood, and between what shares that may lie."""
    found = counted(every, thresholds)
    if found.answers:
        low, high = (f"{100 * share:.0f}" for share in interval(found.understood, found.answers))
        print(to_user("ear.report", right=found.understood, of=found.answers, low=low, high=high))
    if found.asked_back:
        print(to_user("ear.asked_back", count=found.asked_back))
    if found.wrong:
        print(to_user("ear.wrong", count=found.wrong))


def verdict(one: HeardRecording[Entry], thresholds: Thresholds) -> str:
    """Say what became of a recording."""
    match one.decision(thresholds):
        case Certain(meant, text):
            return to_user("ear.well") if meant == one.wanted else to_user("ear.other", text=text)
        case Doubtful(meant):
            rightly = one.wanted is None or one.wanted in meant
            return to_user("ear.doubtful" if rightly else "ear.doubtful_others")
        case None:
            return to_user("ear.not_understood" if one.told else "ear.nothing")


def listen(language: str, model: str | None) -> Callable[[int], Listening]:
    """Load the model of a language; return what gathers what it listens for at a table of so many seats.

    Raises:
        RecogniserError: there is no such model, or it cannot be loaded.
    """
    place = find_model(language, model)
    if place is None:
        raise RecogniserError("model", missing(language, model, chosen_language()))
    recogniser, vad, phrasebook = VoskRecogniser(place), detector(), phrasebook_of(language)
    words = load_pack(pack_path(_GAME), [language]).words_of_a_table(language)
    names = [name for name in first_names(language) if not recogniser.unknown((name,))]

    def at_a_table(seats: int) -> Listening:
        grammars = evening_grammars(words, names[:seats], lambda word: not recogniser.unknown((word,)))
        spoken = {word for grammar in grammars.values() for phrase in grammar.phrases for word in phrase.split()}
        accented = {folded(word): word for word in sorted(spoken)}
        return Listening(place, recogniser, grammars, accented, vad, phrasebook, language)

    return at_a_table
