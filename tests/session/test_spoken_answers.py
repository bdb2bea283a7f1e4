"""Answers given aloud: read back, confirmed by a yes and by nothing else; and a debate that dries up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, pairwise, repeat
from typing import TypeAlias

import pytest
from rooms import Keyed
from sittings import Keying, Script, Sitting
from tables import table

from narrator.core.answers import DONE, NO, NOBODY, YES, Answer, Card, Diamonds, Leave, Number, Text, Tie, Token, seat
from narrator.inputs.inbox import Farewell, Misheard, Order, Reminder, Reply
from narrator.inputs.spoken import Moment
from narrator.session.announce import heard
from narrator.session.hearing import Quit
from narrator.session.lines import SPOKEN
from narrator.session.relaunching import QUIET

NIGHT: Script = {"wolves.victim": [NOBODY] * 9}


@dataclass
class Attentive:
    """Ears that count how often they were told to rest."""

    rests: int = 0

    def moment(self, moment: Moment) -> None:
        """Listen at any moment alike."""

    def rest(self) -> None:
        """Rest."""
        self.rests += 1


def aloud(answer: Answer) -> Reply:
    return Reply(answer, spoken=True)


def sat(script: Script) -> Sitting:
    """Sit down without an election, with a debate of no set length."""
    setup = table("loup-garou villageois*5", values={"elect": "never", "debate": "0"})
    sitting = Sitting(setup, {**NIGHT, **script})
    sitting.room.ears = Attentive()
    return sitting


def vote(*said: Keyed, confirm: list[Keying] | None = None) -> Sitting:
    """Play to the first vote, of which this is said; `confirm` is what is keyed each time that a yes is awaited."""
    return sat({"debate.end": [Order.NEXT], "vote.result": [[*said]], "voice.confirm": confirm or []})


def votes(sitting: Sitting) -> list[Answer]:
    return [answer for question, answer in sitting.answers if question == "vote.result"]


def test_a_spoken_vote_is_read_back_and_counts_after_a_yes() -> None:
    sitting = vote((2.0, aloud(seat(3))), confirm=[[(1.0, aloud(YES))]])
    sitting.play()
    assert votes(sitting) == [seat(3)]
    assert sitting.when("heard.seats") < sitting.when("vote.dead")


def test_a_typed_vote_is_not_read_back() -> None:
    sitting = vote((2.0, seat(3)))
    sitting.play()
    assert votes(sitting) == [seat(3)]
    assert "heard.seats" not in sitting.lines()


@pytest.mark.parametrize("refusal", [aloud(NO), NO, Order.UNDO])
def test_a_no_takes_nothing_and_the_question_is_put_again(refusal: Reply | Answer | Order) -> None:
    sitting = vote((2.0, aloud(seat(3))), confirm=[[(1.0, refusal)]])
    assert sitting.play() == "vote.result"
    assert votes(sitting) == []
    assert sitting.lines()[-1] == "heard.dropped"


@pytest.mark.parametrize("keyed", [[], [(5.0, Order.NEXT)], [(5.0, Misheard())]])
def test_nothing_but_a_yes_confirms(keyed: list[Keyed]) -> None:
    sitting = vote((2.0, aloud(seat(3))), confirm=[[*keyed, (300.0, Order.QUIT)]])
    with pytest.raises(Quit):
        sitting.play()
    assert votes(sitting) == []
    assert sitting.lines().count("heard.seats") > 2  # the narrator asks, and asks again


def test_the_end_of_a_debate_is_read_back_too() -> None:
    sitting = sat({"debate.end": [[(1.0, aloud(DONE))]], "voice.confirm": [YES]})
    assert sitting.play() == "vote.result"
    assert "heard.done" in sitting.lines()


def test_an_offer_is_taken_at_its_word() -> None:
    setup = table("loup-garou villageois*5", values={"elect": "never"}, prologue=True)
    sitting = Sitting(setup, {**NIGHT, "reminder.wanted": [[(1.0, aloud(NO))]]})
    sitting.play()
    assert ("reminder.wanted", NO) in sitting.answers
    assert "heard.no" not in sitting.lines()


def test_a_departure_is_read_back_even_where_something_is_offered() -> None:
    setup = table("loup-garou villageois*5", values={"elect": "never"}, prologue=True)
    sitting = Sitting(
        setup, {**NIGHT, "reminder.wanted": [[(1.0, aloud(Leave(2))), (30.0, NO)]], "voice.confirm": [NO]}
    )
    sitting.play()
    assert "heard.leave" in sitting.lines()
    assert ("reminder.wanted", Leave(2)) not in sitting.answers


def test_who_takes_leave_of_the_narrator_is_asked_whether_he_means_it() -> None:
    said: Script = {"vote.result": [[(2.0, Farewell())], seat(3)], "voice.confirm": [[(1.0, aloud(NO))]]}
    sitting = sat({"debate.end": [Order.NEXT], **said})
    sitting.play()
    assert votes(sitting) == [seat(3)]
    assert sitting.lines().count("heard.farewell") == 1


@pytest.mark.parametrize("confirm", [aloud(YES), YES])
def test_after_a_yes_to_his_leave_the_game_is_put_away(confirm: Reply | Answer) -> None:
    sitting = vote((2.0, Farewell()), confirm=[[(1.0, confirm)]])
    with pytest.raises(Quit):
        sitting.play()
    assert votes(sitting) == []


def test_going_on_ends_a_pause_however_it_is_said() -> None:
    for going_on in (Order.NEXT, Order.RESUME, aloud(DONE)):
        sitting = vote((1.0, Order.PAUSE), (20.0, going_on), (40.0, seat(3)))
        sitting.play()
        assert sitting.lines().count("pause.off") == 1
        assert votes(sitting) == [seat(3)]


def test_two_misunderstandings_turn_to_the_keypad() -> None:
    sitting = vote((1.0, Misheard()), (8.0, Misheard()), (20.0, seat(3)))
    sitting.play()
    assert [line for line in sitting.lines() if line.startswith("heard")] == ["heard.again", "heard.keypad"]
    assert sitting.room.ears == Attentive(rests=1)
    assert votes(sitting) == [seat(3)]


def test_where_there_are_no_keys_nobody_is_sent_to_them() -> None:
    sitting = vote((1.0, Misheard()), (8.0, Misheard()), (16.0, Misheard()), (30.0, seat(3)))
    sitting.room.keyed = lambda: False
    sitting.play()
    assert [line for line in sitting.lines() if line.startswith("heard")] == ["heard.again"] * 3
    assert sitting.room.ears == Attentive()


def test_what_was_understood_in_between_makes_good_for_a_misunderstanding() -> None:
    sitting = vote((1.0, Misheard()), (8.0, Order.HELP), (9.0, seat(99)), (12.0, Misheard()), (20.0, seat(3)))
    sitting.play()
    assert [line for line in sitting.lines() if line.startswith("heard")] == ["heard.again"] * 2
    assert sitting.room.ears == Attentive()


def test_whatever_is_spoken_at_night_stays_unanswered() -> None:
    sitting = sat({"wolves.victim": [[(1.0, Misheard()), (2.0, seat(2))]]})
    sitting.play()
    assert ("wolves.victim", seat(2)) in sitting.answers
    assert not [line for line in sitting.lines() if line.startswith("heard")]


def test_a_card_s_reminder_is_said_by_day_and_shown_by_night() -> None:
    sitting = sat({"debate.end": [[(1.0, Reminder("voyante")), (30.0, Order.NEXT)]], "vote.result": []})
    sitting.key(90.0, Reminder("sorcière"))
    sitting.play()
    assert sitting.lines().count("reminder.card") == 1
    assert sitting.when("reminder.card") > sitting.when("debate.open")
    night = [text for at, _, text in sitting.senses.secret if at < sitting.when("dawn")]
    assert [text for text in night if text.startswith("La Sorcière apprend")]


@pytest.mark.parametrize(
    "answer",
    [
        *(word for word in Token if word is not Token.SILENT),
        *(seat(2), Tie((1, 2)), Tie((1, 2), clear=3), Card("voyante"), Number(3), Diamonds(4), Leave(2)),
    ],
)
def test_whatever_can_be_said_can_be_read_back(answer: Answer) -> None:
    said = heard(answer)
    line = next(line for line in SPOKEN if line.id == said.line)
    assert {name: fact.form for name, fact in said.args} == dict(line.args)


def test_a_text_is_never_read_back() -> None:
    with pytest.raises(ValueError, match="typed"):
        heard(Text("secret"))


# --- the debate ---------------------------------------------------------------------------------------------

Stretch: TypeAlias = tuple[float, float]


@dataclass
class Chatter:
    """Talk in some stretches of a sitting's time: from, to. To look takes the `delays` in turn, in seconds.

    In the stretches that are `unheard` nobody listens.
    """

    sitting: Sitting
    stretches: list[Stretch]
    unheard: list[Stretch] = field(default_factory=list)
    delays: Iterator[float] = field(default_factory=lambda: repeat(0.0))
    looks: int = 0

    def silent_for(self) -> float | None:
        """Return how long nobody has talked, unless nobody listens."""
        self.looks += 1
        assert self.looks < 200, "it looks again and again, and hears nothing else"
        self.sitting.clock.sleep(next(self.delays))
        now = self.sitting.clock.now()
        if any(begin <= now < end for begin, end in self.unheard):
            return None
        begun = [(begin, end) for begin, end in (*self.stretches, *self.unheard) if begin <= now]
        return min((max(0.0, now - end) for _, end in begun), default=now)

    def talked_within(self, seconds: float) -> bool:
        """Whether somebody has talked in that time."""
        now = self.sitting.clock.now()
        return any(begin <= now and now - end < seconds for begin, end in self.stretches)


def debated(
    *talk: Stretch, lasts: float, unheard: Sequence[Stretch] = (), delays: Iterable[float] = repeat(0.0)
) -> tuple[Sitting, float]:
    """Debate for some seconds; return the sitting, and when the debate was opened."""
    sitting = sat({"debate.end": [[(lasts, Order.NEXT)]], "vote.result": []})
    opened = sat({"debate.end": []})
    opened.play()
    begun = opened.clock.now()
    talk_at, unheard_at = ([(begun + begin, begun + end) for begin, end in some] for some in (talk, unheard))
    sitting.room.talk = Chatter(sitting, talk_at, unheard_at, iter(delays))
    assert sitting.play() == "vote.result"
    return sitting, begun


def relaunches(sitting: Sitting, begun: float) -> list[float]:
    return [round(at - begun, 1) for at, line in sitting.said if line == "debate.relaunch"]


def test_a_debate_that_dries_up_is_relaunched() -> None:
    sitting, begun = debated((0.0, 10.0), lasts=40.0)
    assert relaunches(sitting, begun) == [10.0 + QUIET]


def test_a_debate_is_relaunched_at_once_on_a_clock_that_goes_on_between_two_looks() -> None:
    sitting, begun = debated((0.0, 10.0), lasts=30.0, delays=cycle((0.0007, 0.0002, 0.0011, 0.0003, 0.0005)))
    assert relaunches(sitting, begun) == [10.0 + QUIET]


def test_the_narrator_never_cuts_in_on_people_talking() -> None:
    sitting, begun = debated((0.0, 24.9), (30.0, 44.0), lasts=58.0)
    assert relaunches(sitting, begun) == []


def test_a_table_that_keeps_silent_is_left_alone_for_longer_and_longer() -> None:
    sitting, begun = debated(lasts=120.0)
    first, second, third, *_ = relaunches(sitting, begun)
    assert second - first < third - second


def test_a_table_that_talks_again_is_relaunched_as_soon_as_before() -> None:
    sitting, begun = debated((0.0, 10.0), (30.0, 35.0), lasts=59.0)
    assert relaunches(sitting, begun) == [10.0 + QUIET, 35.0 + QUIET]


def test_no_relaunch_is_in_the_words_of_the_one_before() -> None:
    sitting, begun = debated(lasts=400.0)
    words = [entry.partition("caption: ")[2] for entry in sitting.public(begun) if "caption: " in entry]
    spoken = [text for text in words if "?" in text or "silence" in text]
    assert len(spoken) > 2
    assert all(one != other for one, other in pairwise(spoken))


def test_a_debate_that_nobody_hears_is_never_relaunched_and_its_silence_counts_anew_once_somebody_does() -> None:
    sitting, begun = debated((0.0, 20.0), lasts=120.0, unheard=[(20.0, 100.0)])
    assert relaunches(sitting, begun) == [100.0 + QUIET]


def test_without_ears_nobody_is_relaunched() -> None:
    sitting = sat({"debate.end": [[(300.0, Order.NEXT)]], "vote.result": []})
    sitting.play()
    assert "debate.relaunch" not in sitting.lines()
