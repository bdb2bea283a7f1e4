"""What is said to an open question becomes an entry of the one inbox, in its turn; at night neutral words alone do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest
from hearings import BALLOT, DENOUNCE, EIGHT, LIVING, VERDICT, eight
from hypothesis import given
from hypothesis import strategies as st
from recognised import FAR_BEHIND, recognised

from narrator.core.answers import CONFIRM, DONE, GUILTY, YES, YES_NO, Answer, Choices, seat
from narrator.core.effects import Aloud, Ask, Form, Verb
from narrator.core.folding import folded
from narrator.core.secrets import Secret
from narrator.inbox.inbox import Changed, Doubted, Entry, Farewell, Misheard, Order, Reminder, Reply
from narrator.language.spelling import Unheard
from narrator.language.spoken import NEUTRAL, Moment
from narrator.listening.messages import EarReady, EarTrouble, EarTroubleKind, KnownWords, SoundLevel
from narrator.listening.recogniser import RecogniserError
from narrator.listening.table_ears import GONE, LAPSE, LONGEST_SLIP, TableEars
from narrator.session.announcements import unheard
from narrator.session.questions.asked_back import CONFIRM as READ_BACK

ACCUSATION = Aloud(debate=True, verb=Verb.DENOUNCE)
VOTE = Ask(question="vote.result", choices=BALLOT, living=LIVING)
SECRET = Ask(question="seer.target", choices=Secret(BALLOT), living=LIVING, slot=0)

REPORT = 0.2
"""Seconds from one report of the level to the next."""


@dataclass
class Listening:
    """A listener that keeps what it is told, and recognises what a test wants it to."""

    opened: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    shut_times: int = 0
    following: bool = False
    checked: tuple[str, ...] = ()
    sound: list[tuple[int, bytes]] = field(default_factory=list)
    closed: bool = False

    def open(self, context: str, phrases: Sequence[str]) -> None:
        """Listen."""
        self.opened.append((context, tuple(phrases)))

    def shut(self) -> None:
        """Listen no more."""
        self.shut_times += 1

    def follow(self, on: bool) -> None:
        """Follow soft talk."""
        self.following = on

    def check(self, words: Sequence[str]) -> None:
        """Be asked."""
        self.checked = tuple(words)

    def heard(self, frame: int, pcm: bytes) -> None:
        """Be given sound."""
        self.sound.append((frame, pcm))

    def close(self) -> None:
        """End."""
        self.closed = True


class Table:
    """A table of eight with ears, and all that they put into its inbox."""

    def __init__(self, names: tuple[str, ...] = EIGHT, unknown: Sequence[str] = (), game: str = "thiercelieux") -> None:
        """`unknown` are words that the model does not know, without accents; nor what is made of them."""
        self.now = 0.0
        self.turn = 0
        self.put: list[tuple[Entry, int]] = []
        self.signals = 0
        self.attended: list[bool] = []
        self.shown: list[tuple[float, str | None]] = []
        self.listening = Listening()
        self.ears = TableEars(
            lambda entry, turn: self.put.append((entry, turn)),
            lambda: self.turn,
            lambda: self.now,
            signal=self._signal,
            attend=self.attended.append,
        )
        self.ears.shown = lambda level, text: self.shown.append((level, text))
        self.ears.learn(self.listening, eight(game, names=names))
        asked = self.listening.checked
        self.ears.told(
            KnownWords(asked, tuple(word for word in asked if {*re.split("['-]", folded(word))} & {*unknown}))
        )
        self.unheard = self.ears.learned()

    def _signal(self) -> None:
        self.signals += 1

    def ask(self, ask: Ask | None, moment: Moment = Moment.DAY) -> None:
        """Open a question."""
        self.turn += 1
        self.ears.moment(moment)
        self.ears.opened(ask)

    def hear(self, text: str, *, amid_talk: bool = False, seconds: float = 0.8) -> None:
        """Have a phrase recognised in the context that is open."""
        self.ears.told(recognised(self.listening.opened[-1][0], text, amid_talk=amid_talk, seconds=seconds))

    def mishear(self, text: str, seconds: float = 0.8) -> None:
        """Have something heard that is no phrase."""
        self.ears.told(recognised(self.listening.opened[-1][0], text, seconds=seconds))

    def levels(self, seconds: float, *, speaking: bool = False) -> None:
        """Let time pass in which the level is reported."""
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + REPORT)
            self.ears.told(SoundLevel(-30.0, speaking))

    @property
    def entries(self) -> list[Entry]:
        """Return what was put into the inbox."""
        return [entry for entry, _ in self.put]


@pytest.mark.parametrize(
    ("choices", "text", "answer"),
    [
        (BALLOT, "joueur trois", seat(3)),
        (BALLOT, "c'est chloé s'il vous plaît", seat(3)),
        (YES_NO, "oui", YES),
        (VERDICT, "coupable", GUILTY),
        (CONFIRM, "suite", DONE),
    ],
)
def test_what_answers_the_open_question_is_an_answer_in_its_turn_and_marked_as_spoken(
    choices: Choices, text: str, answer: object
) -> None:
    table = Table()
    table.ask(replace(VOTE, choices=choices))
    table.hear(text)
    assert table.put == [(Reply(answer, spoken=True), 1)]  # type: ignore[arg-type]  # a parameter of the test


def test_a_phrase_that_was_said_to_another_question_is_nothing() -> None:
    table = Table()
    table.ask(VOTE)
    table.ask(VOTE)
    context, _ = table.listening.opened[0]
    table.ears.told(recognised(context, "joueur trois"))
    table.ears.told(recognised(context, "joueur"))
    assert table.put == []


def test_an_answer_of_words_of_several_phrases_counts() -> None:
    table = Table()
    table.ask(VOTE)
    context, phrases = table.listening.opened[-1]
    text = "euh joueur trois s'il te plaît"
    assert text not in phrases
    table.ears.told(recognised(context, text))
    assert table.put == [(Reply(seat(3), spoken=True), 1)]


@pytest.mark.parametrize(
    ("choices", "text", "answer"), [(BALLOT, "joueur trois", seat(3)), (CONFIRM, "suite", DONE), (YES_NO, "oui", YES)]
)
def test_an_answer_amid_talk_is_asked_back(choices: Choices, text: str, answer: Answer) -> None:
    table = Table()
    table.ask(replace(VOTE, choices=choices))
    table.hear(text, amid_talk=True, seconds=LONGEST_SLIP + 1)
    assert table.entries == [Doubted((answer,))]


@pytest.mark.parametrize("ask", [VOTE, replace(VOTE, choices=CONFIRM, aloud=ACCUSATION)])
def test_an_order_amid_talk_counts_when_it_is_said_twice(ask: Ask) -> None:
    table = Table()
    table.ask(ask)
    table.hear("un instant", amid_talk=True)
    assert table.entries == []
    table.hear("pause", amid_talk=True)
    assert table.entries == [Order.PAUSE]


def test_what_ends_a_debate_is_said_twice_in_it() -> None:
    table = Table()
    table.ask(replace(VOTE, choices=CONFIRM, aloud=ACCUSATION))
    table.hear("suite", amid_talk=True)
    assert table.entries == []
    table.hear("suite", amid_talk=True)
    assert table.entries == [Reply(DONE, spoken=True)]


def test_at_night_an_order_counts_at_once_whatever_was_heard_before() -> None:
    table = Table()
    table.ask(SECRET, Moment.NIGHT)
    table.hear("pause", amid_talk=True)
    assert table.entries == [Order.PAUSE]


def test_an_order_in_silence_counts_at_once() -> None:
    table = Table()
    table.ask(VOTE)
    table.hear("pause")
    assert table.entries == [Order.PAUSE]


def test_of_two_answers_that_are_almost_as_likely_neither_counts_and_both_are_told() -> None:
    table = Table()
    table.ask(VOTE)
    context, _ = table.listening.opened[-1]
    table.ears.told(recognised(context, "joueur deux", "euh joueur deux", "joueur trois", "joueur quatre"))
    assert table.put == [(Doubted((seat(2), seat(3))), 1)]


def test_how_far_two_answers_must_be_apart_the_model_says() -> None:
    table = Table()
    table.ears.told(EarReady("silero", apart=0.5, unlike=0.0))
    table.ask(VOTE)
    context, _ = table.listening.opened[-1]
    table.ears.told(recognised(context, "joueur deux", "joueur trois"))
    assert table.put == [(Reply(seat(2), spoken=True), 1)]


def test_of_an_answer_and_an_order_that_are_almost_as_likely_the_answer_is_told() -> None:
    table = Table()
    table.ask(VOTE)
    context, _ = table.listening.opened[-1]
    table.ears.told(recognised(context, "pause", "joueur trois"))
    assert table.put == [(Doubted((seat(3),)), 1)]


def test_an_answer_is_asked_back_where_words_that_are_none_are_likelier_but_not_in_a_debate() -> None:
    table = Table()
    for ask, told in ((VOTE, [Doubted((seat(3),))]), (replace(VOTE, aloud=Aloud(debate=True)), [])):
        table.put.clear()
        table.ask(ask)
        context, _ = table.listening.opened[-1]
        table.ears.told(recognised(context, "trois joueur", "joueur trois"))
        assert table.entries == told
        table.ears.told(recognised(context, "trois joueur", "joueur trois", behind=FAR_BEHIND))
        assert table.entries[len(told) :] == [Misheard()] * len(told)


def test_at_night_doubt_is_nothing() -> None:
    table = Table()
    table.ask(None, Moment.NIGHT)
    context, _ = table.listening.opened[-1]
    table.ears.told(recognised(context, "pause", "reprends"))
    assert table.put == []


def test_an_answer_beside_other_speech_is_none_and_no_slip_however_certain_it_is() -> None:
    table = Table()
    table.ask(VOTE)
    context, _ = table.listening.opened[-1]
    for text in ("joueur trois [unk]", "[unk] joueur trois"):
        table.ears.told(recognised(context, text))
    assert table.put == []


def test_after_a_rest_orders_alone_are_heard() -> None:
    table = Table()
    table.ask(VOTE)
    table.ears.rest()
    table.hear("joueur trois")
    table.hear("au revoir")
    table.mishear("joueur joueur")
    assert table.put == []
    table.hear("répète")
    table.hear("aide voyante")
    assert table.entries == [Order.REPEAT, Reminder("voyante")]


def test_nothing_is_heard_between_questions() -> None:
    table = Table()
    table.ask(VOTE)
    table.ears.closed()
    table.hear("joueur trois")
    table.mishear("joueur joueur")
    assert table.put == []
    assert table.listening.shut_times == 1


@given(
    st.sampled_from([SECRET, None]),
    st.sampled_from([Moment.NIGHT, Moment.LED]),
    st.lists(st.sampled_from([*EIGHT, "joueur", "trois", "oui", "non", "loup-garou", "annule", "répète", "pause"])),
)
def test_at_night_no_choice_is_ever_taken(ask: Ask | None, moment: Moment, words: list[str]) -> None:
    """Law 1: a voice betrays its owner."""
    table = Table()
    table.ask(ask, moment)
    table.hear(" ".join(words).lower())
    table.mishear(" ".join(words).lower())
    neutral = {*NEUTRAL, Order.NEXT} if moment is Moment.LED and ask is None else {*NEUTRAL}
    assert {*table.entries} <= neutral


@pytest.mark.parametrize("moment", [Moment.NIGHT, Moment.LED])
def test_at_night_one_listens_on_whatever_is_asked_and_by_whom(moment: Moment) -> None:
    table = Table()
    for ask in (None, SECRET, replace(SECRET, choices=Secret(YES_NO)), None):
        table.ask(ask, moment)
        table.ears.closed()
    assert len(table.listening.opened) == 1
    assert table.listening.shut_times == 0
    table.hear("pause")
    assert table.put == [(Order.PAUSE, 4)]


def test_by_day_one_listens_again_to_what_the_next_question_asks() -> None:
    table = Table()
    table.ask(None, Moment.NIGHT)
    table.ears.closed()
    table.ask(VOTE)
    assert len(table.listening.opened) == 2
    table.ears.closed()
    assert table.listening.shut_times == 1


def test_a_leader_confirms_aloud_and_answers_nothing_so() -> None:
    table = Table()
    table.ask(SECRET, Moment.LED)
    table.hear("suite")
    assert table.entries == []
    table.ask(None, Moment.LED)
    table.hear("suite")
    assert table.entries == [Order.NEXT]


def test_orders_and_reminders_are_heard_by_day() -> None:
    table = Table()
    table.ask(VOTE)
    for said in ("répète", "pause", "annule", "aide voyante", "au revoir"):
        table.hear(said)
    assert table.entries == [Order.REPEAT, Order.PAUSE, Order.UNDO, Reminder("voyante"), Farewell()]


def test_words_of_answers_that_make_none_are_a_misunderstanding_and_other_talk_is_not() -> None:
    table = Table()
    table.ask(VOTE)
    table.mishear("joueur joueur trois")
    assert table.put == [(Misheard(), 1)]
    table.mishear("joueur [unk] trois")
    table.mishear("euh")
    table.mishear("")
    table.mishear("joueur joueur trois", LONGEST_SLIP + 0.1)
    assert table.put == [(Misheard(), 1)]


def test_words_that_make_no_answer_amid_talk_are_talk() -> None:
    table = Table()
    table.ask(VOTE)
    table.hear("joueur joueur trois", amid_talk=True)
    assert table.entries == []


def test_long_talk_between_two_orders_amid_talk_makes_them_two_first_ones() -> None:
    table = Table()
    table.ask(VOTE)
    for text in ("annule", "[unk]", "annule"):
        table.hear(text, amid_talk=True, seconds=LONGEST_SLIP)
    assert table.entries == []


def test_in_a_debate_talk_is_no_misunderstanding_and_soft_talk_is_followed() -> None:
    table = Table()
    table.ask(replace(VOTE, choices=CONFIRM, aloud=Aloud(debate=True)))
    table.mishear("suite suite")
    assert table.put == []
    assert table.listening.following
    table.ask(VOTE)
    assert not table.listening.following


def test_soft_talk_is_followed_too_while_something_is_read_back_in_a_debate() -> None:
    table = Table()
    debate = replace(VOTE, choices=YES_NO, aloud=Aloud(debate=True))
    back = replace(VOTE, question=READ_BACK, choices=YES_NO)
    for ask, following in ((debate, True), (back, True), (VOTE, False), (back, False)):
        table.ask(ask)
        assert table.listening.following is following


@pytest.mark.parametrize("text", ["dénonce", "je dénonce", "je dénonce six", "départ six", "euh je dénonce six"])
def test_in_a_debate_what_would_be_refused_is_table_talk(text: str) -> None:
    """Seat 6 is dead."""
    table = Table(game="infiltres")
    table.ask(Ask(question="denounce.target", choices=DENOUNCE, living=LIVING, aloud=ACCUSATION))
    table.hear(text)
    assert table.put == []
    assert table.shown == []
    table.hear("je dénonce trois")
    assert table.entries == [Reply(seat(3), spoken=True)]


def test_outside_a_debate_what_is_refused_is_asked_for_again() -> None:
    table = Table()
    table.ask(VOTE)
    table.hear("joueur six")
    assert table.entries == [Misheard()]


def test_a_sign_is_given_when_a_public_question_is_listened_to_and_never_at_night() -> None:
    table = Table()
    table.ask(VOTE)
    assert table.signals == 1
    table.ask(None)
    for moment in (Moment.NIGHT, Moment.LED):
        table.ask(SECRET, moment)
        table.ask(None, moment)
    table.ask(SECRET)
    assert table.signals == 1


def test_room_is_made_for_an_answer_by_day_and_neither_in_a_debate_nor_at_night() -> None:
    table = Table()
    table.ask(VOTE)
    table.ears.closed()
    assert table.attended == [True, False]
    table.ask(replace(VOTE, choices=CONFIRM, aloud=Aloud(debate=True)))
    table.ears.closed()
    for moment in (Moment.NIGHT, Moment.LED):
        table.ask(SECRET, moment)
        table.ask(None, moment)
    table.ask(SECRET)
    assert table.attended == [True, False]


@pytest.mark.parametrize("moment", [Moment.NIGHT, Moment.LED])
def test_no_room_is_made_any_more_when_night_falls(moment: Moment) -> None:
    table = Table()
    table.ask(VOTE)
    table.ears.moment(moment)
    assert table.attended == [True, False]


def test_no_room_is_made_for_ears_that_are_lost() -> None:
    table = Table()
    table.ask(VOTE)
    table.ears.told(EarTrouble("lost", "it has gone"))
    table.ask(VOTE)
    assert table.attended == [True, False]
    table.ears.told(EarReady("silero", 4.0, 2.0))
    table.ask(VOTE)
    assert table.attended == [True, False, True]


def test_room_is_made_once_while_one_question_follows_another() -> None:
    table = Table()
    table.ask(VOTE)
    table.ask(VOTE)
    table.ask(None)
    assert table.attended == [True, False]


def test_the_level_and_what_was_understood_are_shown_by_day_alone() -> None:
    table = Table()
    table.ask(VOTE)
    table.ears.told(SoundLevel(-30.0, True))
    table.hear("joueur trois")
    assert table.shown == [(0.5, None), (0.0, "joueur trois")]
    table.ask(None, Moment.NIGHT)
    table.ears.told(SoundLevel(-30.0, True))
    table.hear("pause")
    assert len(table.shown) == 2


def test_talk_is_followed_by_its_level() -> None:
    table = Table()
    table.levels(20.0)
    assert table.ears.talk.silent_for() == pytest.approx(20.0, abs=REPORT)
    assert not table.ears.talk.talked_within(60.0)
    table.levels(REPORT, speaking=True)
    assert table.ears.talk.silent_for() == 0.0
    table.levels(5.0)
    assert table.ears.talk.silent_for() == pytest.approx(5.0)
    assert table.ears.talk.talked_within(6.0)
    assert not table.ears.talk.talked_within(4.0)


def test_what_is_not_listened_to_is_no_silence_and_after_a_while_nobody_listens() -> None:
    table = Table()
    assert table.ears.talk.silent_for() is None
    table.levels(20.0)
    table.now += LAPSE + 0.1
    assert table.ears.talk.silent_for() == 0.0
    table.now += GONE
    assert table.ears.talk.silent_for() is None


@pytest.mark.parametrize("unheard", [LAPSE + 0.1, GONE + 0.1], ids=["for a moment", "for long"])
def test_silence_counts_anew_once_the_ears_are_back(unheard: float) -> None:
    table = Table()
    table.levels(20.0)
    table.now += unheard
    table.levels(REPORT)
    assert table.ears.talk.silent_for() == 0.0
    table.levels(3.0)
    assert table.ears.talk.silent_for() == pytest.approx(3.0)
    assert not table.ears.talk.talked_within(60.0)


def test_a_report_that_is_a_little_late_breaks_no_silence() -> None:
    table = Table()
    table.levels(20.0)
    table.now += LAPSE - 2 * REPORT
    table.levels(REPORT)
    assert table.ears.talk.silent_for() == pytest.approx(20.0 + LAPSE, abs=3 * REPORT)


# --- names --------------------------------------------------------------------------------------------------


def test_a_first_name_that_the_model_does_not_know_has_its_number() -> None:
    table = Table(unknown=["tiernan", "zoe"])
    assert table.unheard == [Unheard(6, "Tiernan"), Unheard(8, "Zoé")]
    assert {unheard(who.seat, who.alias).line for who in table.unheard} == {"ear.number"}
    table.ask(VOTE)
    ((_, phrases),) = table.listening.opened
    assert "zoé" not in {word for phrase in phrases for word in phrase.split()}
    table.hear("joueur huit")
    assert table.entries == [Reply(seat(8), spoken=True)]


def test_a_part_of_a_first_name_stands_for_it_where_the_rest_is_unknown() -> None:
    table = Table(("Alice", "Bruno", "Chloé", "Marie-Luc", "Emma", "Tiernan", "Noé", "Zoé"), ["luc"])
    assert table.unheard == [Unheard(4, "Marie-Luc", "Marie")]
    said = unheard(4, "Marie")
    assert (said.line, dict(said.args)["alias"].form) == ("ear.alias", Form.TEXT)
    table.ask(VOTE)
    table.hear("marie")
    assert table.entries == [Reply(seat(4), spoken=True)]


# --- without ears -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["package", "model"])
def test_without_a_model_or_its_package_there_are_no_ears_and_a_reason(kind: EarTroubleKind) -> None:
    table = Table()
    ears = TableEars(lambda entry, turn: table.put.append((entry, turn)), lambda: 0, lambda: 0.0)
    ears.learn(table.listening, eight())
    ears.told(EarTrouble(kind, "It is not there: fetch it."))
    with pytest.raises(RecogniserError, match="fetch it"):
        ears.learned()
    ears.opened(VOTE)
    ears.heard(0, b"")
    assert (table.listening.opened, table.listening.sound, table.put) == ([], [], [])


def test_a_model_that_never_answers_is_not_waited_for_without_end() -> None:
    table = Table()
    ears = TableEars(lambda entry, turn: table.put.append((entry, turn)), lambda: 0, lambda: 0.0)
    ears.learn(table.listening, eight())
    with pytest.raises(RecogniserError, match="too long"):
        ears.learned(0.0)
    assert table.listening.closed


def test_listening_that_is_lost_is_told_once_and_so_is_its_return() -> None:
    table = Table()
    table.ears.told(EarTrouble("lost", "It ended."))
    table.ears.told(EarTrouble("lost", "It ended again."))
    table.ears.told(EarReady("silero", apart=6.0, unlike=0.0))
    table.ears.told(EarReady("silero", apart=6.0, unlike=0.0))
    assert table.entries == [Changed("ear.lost", "It ended."), Changed("ear.back")]


def test_sound_goes_to_the_listener() -> None:
    table = Table()
    table.ears.heard(320, b"xx")
    assert table.listening.sound == [(320, b"xx")]
