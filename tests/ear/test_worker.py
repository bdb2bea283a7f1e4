"""Orders and sound in, phrases out: the process that listens, without the process."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import cast

import numpy as np
import pytest
from hearings import MODEL, said
from sounds import VOICE, Everything, cut, room_hiss

from narrator.ear.endpointing import Limits
from narrator.ear.messages import (
    Audio,
    CheckWords,
    Close,
    EarOrder,
    EarReply,
    Follow,
    KnownWords,
    Open,
    Opened,
    Recognised,
    SoundLevel,
)
from narrator.ear.thresholds import Thresholds
from narrator.ear.vad import Pcm
from narrator.ear.vosk_recogniser import Recognition, VoskRecogniser
from narrator.ear.worker import LULL, EarWorker
from narrator.sound.dsp.samples import HEARING_RATE

pytest.importorskip("vosk", reason="the package vosk is missing")

SEVEN = Open("how many?", ("sept", "deux"), ("c'est",))  # the first and the last sound alike before a vowel
YES = Open("sure?", ("oui", "non"), ())
SEATS = Open("who?", ("joueur trois", "joueur treize", "Alice", "personne"), ("toi",))


@pytest.fixture(scope="module")
def recogniser() -> VoskRecogniser:
    recogniser = VoskRecogniser(MODEL)
    recogniser.thresholds = Thresholds(sure=4.0, around=0.29)
    return recogniser


@pytest.fixture
def ear(recogniser: VoskRecogniser) -> EarWorker:
    return EarWorker(recogniser, Everything())


def heard(sound: Pcm, frame: int = 0) -> list[EarOrder]:
    """Return a sound as it comes from the microphone, 20 ms at a time."""
    places = list(cut(sound, range(320, len(sound), 320)))
    return [Audio(frame + 320 * number, piece.astype("<i2").tobytes()) for number, piece in enumerate(places)]


def told(ear: EarWorker, orders: Iterable[EarOrder]) -> list[EarReply]:
    """Obey, and return all replies but levels."""
    return [reply for order in orders for reply in ear.take(order) if not isinstance(reply, SoundLevel)]


def utterances(ear: EarWorker, orders: Iterable[EarOrder]) -> list[Recognised]:
    return [reply for reply in told(ear, orders) if isinstance(reply, Recognised)]


def said_to(replies: Iterable[EarReply]) -> list[str]:
    return [reply.texts[0] for reply in replies if isinstance(reply, Recognised)]


def test_a_phrase_of_the_open_question_is_caught_with_its_length(ear: EarWorker) -> None:
    opened, caught = told(ear, [SEATS, *heard(said("joueur trois"))])
    assert opened == Opened("who?", ())
    assert isinstance(caught, Recognised)
    assert (caught.context, caught.texts[0], caught.behind[0]) == ("who?", "joueur trois", 0.0)
    assert 0.5 < caught.seconds < 1.2


def test_what_is_none_of_its_phrases_is_noise(ear: EarWorker) -> None:
    [noise] = utterances(ear, [YES, *heard(said("joueur trois"))])
    assert noise.context == "sure?"
    assert not {*noise.texts} & {*YES.phrases}


def test_each_question_has_its_own_phrases(ear: EarWorker) -> None:
    first, second = said("oui"), said("alice")
    orders = [YES, *heard(first), SEATS, *heard(second, len(first)), YES, *heard(first, len(first) + len(second))]
    assert said_to(told(ear, orders)) == ["oui", "Alice", "oui"]


def test_an_answer_is_caught_while_it_is_still_silent_and_an_unfinished_one_is_waited_for(ear: EarWorker) -> None:
    sound = said("joueur trois", after=0.4)
    assert [type(reply) for reply in told(ear, [SEATS, *heard(sound)])] == [Opened, Recognised]
    unfinished = said("joueur", after=0.4)
    assert told(ear, heard(unfinished, len(sound))) == []
    rest = said("trois", before=0.02)
    [caught] = told(ear, heard(rest, len(sound) + len(unfinished)))
    assert said_to([caught]) == ["joueur trois"]


def test_a_phrase_that_may_go_on_is_waited_for(ear: EarWorker) -> None:
    sound = said("joueur", after=0.45)
    asked = Open("who?", ("joueur", "joueur trois"), ())
    assert told(ear, [asked, *heard(sound)]) == [Opened("who?", ())]
    assert said_to(told(ear, heard(room_hiss(0.3), len(sound)))) == ["joueur"]


def test_an_answer_that_is_not_certain_is_waited_for_too(ear: EarWorker) -> None:
    uncertain = said("sept", after=0.45)
    assert told(ear, [SEVEN, *heard(uncertain)]) == [Opened("how many?", ())]
    [caught] = utterances(ear, heard(room_hiss(0.3), len(uncertain)))
    assert {*caught.texts[:2]} == {"sept", "c'est"}
    assert caught.behind[1] < 4.0
    assert list(caught.behind) == sorted(caught.behind)


def test_what_is_no_answer_yet_at_a_pause_is_recognised_with_its_rest(ear: EarWorker) -> None:
    begun, rest = said("sept", after=0.4), said("deux", before=0.02)
    [_, noise] = told(ear, [SEVEN, *heard(begun), *heard(rest, len(begun))])
    assert said_to([noise])[0] in {"sept deux", "c'est deux"}


def test_a_phrase_in_sound_of_which_no_words_are_made_is_no_answer(ear: EarWorker) -> None:
    more = np.concatenate([said("oui", after=0.02), room_hiss(1.0, VOICE), room_hiss(1.0)])
    [_, noise] = told(ear, [YES, *heard(more)])
    assert said_to([noise]) == ["oui [unk]"]


@pytest.mark.parametrize(("silence", "amid"), [(LULL - 0.5, True), (LULL + 0.5, False)])
def test_a_voice_soon_after_another_is_amid_talk(ear: EarWorker, silence: float, amid: bool) -> None:
    first = said("oui", after=1.0)
    after = np.concatenate([room_hiss(silence - 1.0), said("non", before=0.02, after=1.0)])
    [one, other] = utterances(ear, [YES, *heard(first), *heard(after, len(first))])
    assert (one.amid_talk, other.amid_talk) == (False, amid)


def test_talk_before_a_question_is_none_of_its_own(ear: EarWorker) -> None:
    first = said("oui", after=1.0)
    [_, answer] = utterances(ear, [YES, *heard(first), SEATS, *heard(said("alice"), len(first))])
    assert not answer.amid_talk


def test_talk_before_the_narrator_spoke_is_over(ear: EarWorker) -> None:
    first, spoken = said("oui", after=1.0), round(HEARING_RATE / 2)
    [_, answer] = utterances(ear, [YES, *heard(first), *heard(said("non"), len(first) + spoken)])
    assert not answer.amid_talk


def talk(seconds: float) -> Pcm:
    """Return somebody who talks for so long without a break, and then nobody for a second."""
    words = said("joueur trois", before=0.02, after=0.02)
    return np.concatenate([*[words] * round(seconds * HEARING_RATE / len(words)), room_hiss(1.0)])


@pytest.mark.parametrize("more", [0.5, LULL + 2.0])
def test_talk_that_is_too_long_for_an_answer_is_talk_to_its_end(ear: EarWorker, more: float) -> None:
    before = np.concatenate([room_hiss(1.0), talk(Limits().longest + more)])
    [long, answer] = utterances(ear, [YES, *heard(before), *heard(said("oui"), len(before))])
    assert long.texts == ("[unk]",)
    assert answer.amid_talk


def test_a_soft_sound_long_after_much_talk_is_none(ear: EarWorker) -> None:
    before = np.concatenate([room_hiss(1.0), talk(Limits().longest + 1.0), room_hiss(LULL), room_hiss(0.2, VOICE - 30)])
    [_, answer] = utterances(ear, [YES, Follow(True), *heard(before), *heard(said("oui", before=0.1), len(before))])
    assert not answer.amid_talk


@pytest.mark.parametrize(("seconds", "amid"), [(3.0, True), (0.4, False)])
def test_talk_goes_on_that_was_under_way_as_the_question_opened_and_an_early_answer_is_none(
    ear: EarWorker, seconds: float, amid: bool
) -> None:
    before = talk(seconds)
    *_, answer = utterances(ear, [YES, *heard(before), *heard(said("oui"), len(before))])
    assert (answer.texts[0], answer.amid_talk) == ("oui", amid)


class First:
    """A recogniser without a model, and what it makes of a question: every utterance is the first phrase."""

    def __init__(self, phrases: Sequence[str] = ()) -> None:
        self._phrases, self.unheard = phrases, tuple(phrases[1:])
        self.thresholds = Thresholds()

    def question(self, asked: Open) -> First:
        return First(asked.phrases)

    def unknown(self, words: Iterable[str]) -> tuple[str, ...]:
        return tuple(words)

    def take(self, pcm: Pcm) -> None:
        """Hear nothing in particular."""

    def readings(self, voice: float = 0.0, span: float = inf) -> tuple[Recognition, ...]:  # noqa: ARG002 - as it is called
        return (Recognition(self._phrases[0], self._phrases[0]),)

    def drop(self) -> None:
        """Forget nothing."""


def test_any_recogniser_will_do() -> None:
    opened, caught, words = told(
        EarWorker(cast(VoskRecogniser, First()), Everything()), [YES, *heard(said("non")), CheckWords(("oui",))]
    )
    assert opened == Opened("sure?", ("non",))
    assert said_to([caught]) == ["oui"]
    assert words == KnownWords(("oui",), ("oui",))


def test_words_of_which_a_moment_alone_was_a_voice_are_no_answer(recogniser: VoskRecogniser) -> None:
    deafer = EarWorker(recogniser, Everything(VOICE + 1))
    [_, noise] = told(deafer, [SEATS, *heard(said("joueur treize", "fr+m8"))])
    assert said_to([noise]) == ["joueur treize [unk]"]


def test_nothing_is_recognised_while_no_question_is_open(ear: EarWorker) -> None:
    sound = said("oui")
    assert told(ear, heard(sound)) == []
    assert told(ear, [YES, Close(), *heard(sound, len(sound))]) == [Opened("sure?", ())]


@pytest.mark.parametrize("moment", [1.05, 1.2, 1.3])
def test_what_was_begun_before_the_question_was_open_does_not_count(ear: EarWorker, moment: float) -> None:
    sound, later = said("personne"), said("alice")
    begun = round(moment * HEARING_RATE)
    orders = [*heard(sound[:begun]), SEATS, *heard(sound[begun:], begun), *heard(later, len(sound))]
    assert said_to(told(ear, orders)) == ["Alice"]


@pytest.mark.parametrize("moment", [1.05, 1.2, 1.3])
def test_what_was_begun_while_the_mouth_spoke_is_told_as_cut(ear: EarWorker, moment: float) -> None:
    sound, later = said("personne"), said("alice")
    rest = sound[round(moment * HEARING_RATE) :]
    orders = [SEATS, *heard(room_hiss(1)), *heard(rest, 9 * HEARING_RATE), *heard(later, 9 * HEARING_RATE + len(rest))]
    begun, whole = utterances(ear, orders)
    assert (begun.cut, whole.cut) == (True, False)
    assert whole.texts[0] == "Alice"


@pytest.mark.parametrize("late", [0.1, 0.5, 0.9])
def test_a_question_that_opens_late_has_what_was_said_since_the_ears_opened(ear: EarWorker, late: float) -> None:
    sound = said("alice", before=0.2)
    opens = round(late * HEARING_RATE)
    spoken = 9 * HEARING_RATE
    orders = [YES, *heard(room_hiss(1)), *heard(sound[:opens], spoken), SEATS, *heard(sound[opens:], spoken + opens)]
    last = utterances(ear, orders)[-1]
    assert (last.context, last.texts[0], last.cut) == ("who?", "Alice", False)


def test_what_one_question_was_told_is_not_told_to_the_next(ear: EarWorker) -> None:
    sound = said("oui", before=0.2, after=0.8)
    orders = [
        YES,
        *heard(room_hiss(1)),
        *heard(sound, 9 * HEARING_RATE),
        YES,
        *heard(room_hiss(1), 9 * HEARING_RATE + len(sound)),
    ]
    assert said_to(told(ear, orders)) == ["oui"]


def test_what_was_said_long_before_a_question_is_not_said_to_it(ear: EarWorker) -> None:
    sound = said("alice", before=0.2, after=2.5)
    orders = [
        Close(),
        *heard(room_hiss(1)),
        *heard(sound, 9 * HEARING_RATE),
        SEATS,
        *heard(room_hiss(1), 9 * HEARING_RATE + len(sound)),
    ]
    assert said_to(told(ear, orders)) == []


def test_what_the_mouth_cuts_off_does_not_count(ear: EarWorker) -> None:
    cut_off, later = said("joueur trois", after=0)[:-3000], said("alice")
    orders = [SEATS, *heard(cut_off), *heard(later, 9 * HEARING_RATE)]
    assert said_to(told(ear, orders)) == ["Alice"]


def test_words_unknown_to_the_model_are_told(ear: EarWorker) -> None:
    assert told(ear, [CheckWords(("alice", "hélicoptère"))]) == [KnownWords(("alice", "hélicoptère"), ("hélicoptère",))]
    assert told(ear, [Open("who?", ("alice", "zxy"), ())]) == [Opened("who?", ("zxy",))]


def test_how_loud_it_is_is_told_five_times_a_second_with_or_without_a_question(ear: EarWorker) -> None:
    sound = np.concatenate([room_hiss(3), room_hiss(3, -30)])
    ear_replies = [reply for order in [Follow(True), *heard(sound)] for reply in ear.take(order)]
    levels = [reply for reply in ear_replies if isinstance(reply, SoundLevel)]
    assert len(levels) == pytest.approx(30, abs=2)
    assert [level.speaking for level in levels] == [level.db > -50 for level in levels]


def test_a_name_with_capitals_comes_back_as_it_was_given(ear: EarWorker) -> None:
    [_, caught] = told(ear, [Open("who?", ("Élodie", "Benoît"), ()), *heard(said("benoît"))])
    assert said_to([caught]) == ["Benoît"]


def test_who_speaks_up_in_the_midst_of_talk_is_heard_and_told_as_amid_it(ear: EarWorker) -> None:
    around = np.concatenate([said("combien de temps encore", before=0.0, after=0.05) for _ in range(8)])
    mixed = np.rint(around * 10 ** (-15 / 20)).astype(np.int16)
    answer = said("alice", before=0.0, after=0.0)
    at = 5 * HEARING_RATE
    mixed[at : at + len(answer)] += answer
    [*_, told_of] = [one for one in utterances(ear, [SEATS, *heard(mixed)]) if one.texts[0] == "Alice"]
    assert told_of.amid_talk
