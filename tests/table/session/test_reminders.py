"""In a debate the narrator speaks unasked where it dries up, and keeps silent while people talk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, pairwise, repeat
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rooms import Keyed
from sittings import Keying, Script, Sitting
from tables import runs, table

from narrator.rules.core.answers import CONFIRM, DONE, NO, NOBODY, YES, Leave, seat
from narrator.rules.core.effects import Aloud, Ask, Say, Timer
from narrator.table.inbox.entry import Order, Reply
from narrator.table.session.reminders import QUIET, RELAUNCH, REMINDER, Remark, Reminders, TableTalk

NIGHT: Script = {"wolves.victim": [NOBODY] * 9}

Stretch: TypeAlias = tuple[float, float]


def sat(script: Script, debate: str = "0") -> Sitting:
    """Sit down without an election, with a debate of so many seconds; by default it has no set length."""
    setup = table("loup-garou villageois*5", values={"elect": "never", "debate": debate, "confirm": "always"})
    return Sitting(setup, {**NIGHT, **script})


@dataclass
class Chatter(TableTalk):
    """Talk in some stretches of a sitting's time: from, to. To look takes the `delays` in turn, in seconds.

    In the stretches that are `unheard` nobody listens.
    """

    sitting: Sitting
    stretches: list[Stretch]
    unheard: list[Stretch] = field(default_factory=list)
    delays: Iterator[float] = field(default_factory=lambda: repeat(0.0))
    looks: int = 0

    def silent_for(self) -> float | None:
        self.looks += 1
        assert self.looks < 10_000, "it looks again and again, and hears nothing else"
        self.sitting.clock.sleep(next(self.delays))
        now = self.sitting.clock.now()
        if any(begin <= now < end for begin, end in self.unheard):
            return None
        begun = [(begin, end) for begin, end in (*self.stretches, *self.unheard) if begin <= now]
        return min((max(0.0, now - end) for _, end in begun), default=now)

    def talked_within(self, seconds: float) -> bool:
        now = self.sitting.clock.now()
        return any(begin <= now and now - end < seconds for begin, end in self.stretches)


@dataclass
class Debate:
    """A debate that was opened at the time `begun` of a sitting, and ended after `lasts` seconds."""

    sitting: Sitting
    begun: float
    lasts: float

    @property
    def said(self) -> list[tuple[float, str]]:
        end = self.begun + self.lasts
        return [(round(at - self.begun, 3), line) for at, line in self.sitting.said if self.begun <= at < end]

    def when(self, line: str) -> list[float]:
        return [at for at, said in self.said if said == line]


def debated(
    *talk: Stretch,
    lasts: float,
    timer: str = "0",
    unheard: Sequence[Stretch] = (),
    delays: Iterable[float] = repeat(0.0),
    ended: float | None = None,
) -> Debate:
    """Debate for some seconds, while somebody listens but where it is `unheard`.

    Where somebody is heard to say that it has `ended`, it goes on until a yes comes, after those seconds.
    """
    end = [(lasts, Order.NEXT)] if ended is None else [(ended, Reply(DONE, spoken=True))]
    sitting = sat({"debate.end": [end], "voice.confirm": [[(lasts, YES)]], "vote.result": []}, timer)
    opened = sat({"debate.end": []}, timer)
    opened.play()
    begun = opened.clock.now()
    talk_at, unheard_at = ([(begun + begin, begun + end) for begin, end in some] for some in (talk, unheard))
    sitting.ports.talk = Chatter(sitting, talk_at, unheard_at, iter(delays))
    assert sitting.play() == "vote.result"
    return Debate(sitting, begun, lasts)


def test_until_somebody_is_accused_in_a_day_of_trials_people_debate() -> None:
    setup = table("mafioso villageois*5", game="mafia", values={"elect": "never", "debate": "0"})
    said: Script = {**NIGHT, "trial.accused": [[(200.0, NOBODY)]]}
    opened = Sitting(setup, {**said, "trial.accused": []})
    assert opened.play() == "trial.accused"
    begun = opened.clock.now()
    sitting = Sitting(setup, {**said, "wolves.victim": [NOBODY]})
    sitting.ports.talk = Chatter(sitting, [(begun, begun + 150.0)])
    sitting.play()
    debate = Debate(sitting, begun + 0.01, 199.0)
    assert debate.when(RELAUNCH)[:1] == [150.0 + QUIET - 0.01]
    assert debate.said[0][1] == RELAUNCH


def test_a_debate_that_dries_up_is_relaunched() -> None:
    debate = debated((0.0, 10.0), lasts=40.0)
    assert debate.when(RELAUNCH) == [10.0 + QUIET]


def test_a_debate_is_relaunched_at_once_on_a_clock_that_goes_on_between_two_looks() -> None:
    debate = debated((0.0, 10.0), lasts=30.0, delays=cycle((0.0007, 0.0002, 0.0011, 0.0003, 0.0005)))
    assert debate.when(RELAUNCH) == pytest.approx([10.0 + QUIET], abs=0.01)


def test_the_narrator_never_cuts_in_on_people_talking() -> None:
    debate = debated((0.0, 24.9), (30.0, 44.0), (50.0, 205.0), lasts=230.0)
    assert debate.said == [(205.0 + QUIET, RELAUNCH)]


@given(st.lists(st.tuples(st.floats(0.5, 200.0), st.floats(0.5, 60.0)), min_size=1, max_size=12))
@settings(max_examples=runs(200))
def test_whatever_the_narrator_says_in_a_debate_he_and_all_others_have_been_silent_for_some_seconds(
    turns: list[tuple[float, float]],
) -> None:
    """Each turn is some seconds of talk, and of silence after it."""
    now, talk = 0.0, []
    for talking, silent in turns:
        talk.append((now, now + talking))
        now += talking + silent
    debate = debated(*talk, lasts=now + 200.0)
    assert debate.said
    for at, _ in debate.said:
        assert not [(begin, end) for begin, end in talk if begin + 0.01 < at < end + QUIET - 0.01]
    assert all(later - earlier > QUIET for (earlier, _), (later, _) in pairwise(debate.said))


def test_a_debate_s_question_comes_again_once_the_table_and_the_narrator_have_been_silent() -> None:
    debate = debated((0.0, 200.0), lasts=400.0)
    (relaunch, _), (again, line), *_ = debate.said
    assert relaunch == 200.0 + QUIET
    assert line == "debate.open"
    assert relaunch + QUIET < again < relaunch + 2 * QUIET


def test_a_question_that_had_to_wait_comes_again_no_sooner_than_if_it_had_not() -> None:
    debate = debated((0.0, 170.0), lasts=900.0)
    first, second, third, *_ = debate.when("debate.open")
    assert second - first >= 2 * REMINDER
    assert third - second >= 4 * REMINDER


def test_the_times_that_were_promised_are_kept_while_people_talk_and_nothing_else_is_said() -> None:
    debate = debated((0.0, 500.0), lasts=520.0, timer="300")
    promised = [(240.0, "debate.warning"), (300.0, "debate.over")]
    assert debate.said == [*promised, (500.0 + QUIET, RELAUNCH)]


TEASE = Say(line="tease.unaccused", aside=True)


@dataclass
class Hush(TableTalk):
    """Nobody talks any more."""

    seconds: float

    def silent_for(self) -> float:
        return self.seconds

    def talked_within(self, seconds: float) -> bool:
        return self.seconds < seconds


def remarks(seconds: float, tease: Say | None, talk: TableTalk | None) -> list[tuple[float, Remark]]:
    """Return what is said in a debate of 300 seconds until so many have passed, and when."""
    timer = Timer(seconds=300.0, warning=60.0, tease=tease)
    ask = Ask(question="debate.end", choices=CONFIRM, living=(1, 2), timer=timer, aloud=Aloud(debate=True))
    reminders, said = Reminders(ask, talk, 0.0, 1.0), list[tuple[float, Remark]]()
    while (now := reminders.next(0.0)) is not None and now < seconds:
        remark = reminders.due(now)
        if remark is not None:
            said.append((now, remark))
        reminders.said(now)
    return said


def test_a_debate_that_is_silent_is_teased_once_from_a_third_of_its_time_on() -> None:
    plain, teased = (remarks(240.0, tease, Hush(1000.0)) for tease in (None, TEASE))
    assert [at for at, _ in plain] == [at for at, _ in teased]
    changed = [(at, said) for (at, said), (_, before) in zip(teased, plain, strict=True) if said != before]
    assert [said for _, said in changed] == [TEASE]
    assert changed[0][0] >= 100.0
    assert [said for at, said in teased if at < 100.0] == [said for at, said in plain if at < 100.0] != []


def test_nobody_is_teased_where_nobody_listens() -> None:
    assert remarks(310.0, TEASE, None) == remarks(310.0, None, None)


def test_a_relaunch_waits_after_a_promised_time_too() -> None:
    debate = debated((0.0, 226.0), lasts=262.0, timer="300")
    (warning, _), (relaunch, _) = debate.said
    assert warning == 240.0
    assert relaunch > warning + QUIET


def test_what_is_read_back_in_a_debate_is_read_back_again_only_once_nobody_talks() -> None:
    debate = debated((0.0, 200.0), lasts=230.0, ended=5.0)
    assert debate.said == [(5.0, "heard.done"), (200.0 + QUIET, "heard.done")]


def test_after_a_no_to_what_was_read_back_a_debate_is_relaunched_no_sooner_than_if_it_had_just_fallen_silent() -> None:
    end: list[Keying] = [[(5.0, Reply(DONE, spoken=True))], [(40.0, Order.NEXT)]]
    sitting = sat({"debate.end": end, "voice.confirm": [[(30.0, NO)]], "vote.result": []})
    sitting.ports.talk = Chatter(sitting, [])
    sitting.play()
    assert sitting.when(RELAUNCH) > sitting.when("heard.dropped") + QUIET


def test_the_times_that_were_promised_are_kept_while_a_yes_is_awaited() -> None:
    debate = debated((0.0, 500.0), lasts=400.0, timer="300", ended=200.0)
    assert debate.said == [(200.0, "heard.done"), (240.0, "debate.warning"), (300.0, "debate.over")]


def test_a_table_that_talks_again_is_relaunched_as_soon_as_before() -> None:
    debate = debated((0.0, 10.0), (30.0, 35.0), lasts=59.0)
    assert debate.when(RELAUNCH) == [10.0 + QUIET, 35.0 + QUIET]


def test_no_relaunch_is_in_the_words_of_the_one_before() -> None:
    debate = debated(lasts=400.0)
    words = [entry.partition("caption: ")[2] for entry in debate.sitting.public(debate.begun) if "caption: " in entry]
    spoken = [text for text in words if "?" in text or "silence" in text]
    assert len(spoken) > 2
    assert all(one != other for one, other in pairwise(spoken))


def test_a_debate_that_nobody_hears_is_never_relaunched_and_its_silence_counts_anew_once_somebody_does() -> None:
    debate = debated((0.0, 20.0), lasts=120.0, unheard=[(20.0, 100.0)])
    assert debate.when(RELAUNCH) == [100.0 + QUIET]


def until_the_vote_is_keyed(*keyed: Keyed) -> list[str]:
    """Return the lines that are said in a vote at which this is keyed, each at its second."""
    sitting = sat({"debate.end": [Order.NEXT], "vote.result": [keyed]})
    sitting.play()
    return [line for line in sitting.lines() if line in ("vote.call", "vote.signal", "vote.most")]


def test_a_question_that_nobody_answers_comes_again_without_what_was_told_before_it() -> None:
    assert until_the_vote_is_keyed((4 * REMINDER, seat(2))) == ["vote.call", "vote.signal", *["vote.most"] * 3]


def test_whoever_asks_for_it_hears_again_all_that_led_to_a_question() -> None:
    assert (
        until_the_vote_is_keyed((2.0, Order.REPEAT), (30.0, seat(2))) == ["vote.call", "vote.signal", "vote.most"] * 2
    )


def test_a_promised_time_comes_before_a_relaunch_that_is_due_too() -> None:
    choices, timer = CONFIRM, Timer(seconds=300, warning=60)
    ask = Ask(question="debate.end", choices=choices, living=(1, 2), timer=timer, aloud=Aloud(debate=True))
    reminders = Reminders(ask, Hush(2 * QUIET), 0.0, 1.0)
    assert reminders.next(240.0) == 240.0 - QUIET
    assert reminders.due(240.0) == "debate.warning"


def test_where_nobody_listens_any_more_the_question_comes_again_at_its_time() -> None:
    debate = debated((0.0, 70.0), lasts=69.0, unheard=[(20.0, 100.0)])
    assert debate.said == [(REMINDER, "debate.open")]


def test_without_ears_nobody_is_relaunched() -> None:
    sitting = sat({"debate.end": [[(300.0, Order.NEXT)]], "vote.result": []})
    sitting.play()
    assert RELAUNCH not in sitting.lines()


NIGHTS: Script = {"wolves.victim": [NOBODY] * 9, "seer.target": [NOBODY] * 9}


def over(cards: str, game: str, script: Script) -> float:
    """Return how many seconds people could talk until a debate of 300 s was said to be over."""
    setup = table(cards, game=game, values={"elect": "never", "debate": "300", "words": "few", "reveal": "nothing"})
    sitting = Sitting(setup, {**NIGHTS, **script})
    sitting.play()
    lines = sitting.lines()
    first = lines.index("debate.open")
    begun, end = sitting.said[first][0], sitting.when("debate.over")
    return end - begun


@pytest.mark.parametrize(
    ("cards", "script"),
    [
        ("infiltré croyant*7", {"debate.end": [[(200.0, Leave(5))], [(900.0, Order.NEXT)]]}),
        ("infiltré croyant*7", {"debate.end": [[(100.0, Leave(5))], [(100.0, Leave(6))], [(900.0, Order.NEXT)]]}),
        ("infiltré hackeuse croyant*6", {"denounce.target": [[(200.0, seat(2))], [(900.0, Order.NEXT)]]}),
        (
            "infiltré hackeuse croyant*6",
            {"denounce.target": [[(200.0, seat(1))]], "debate.end": [[(900.0, Order.NEXT)]]},
        ),
    ],
    ids=["left", "left twice", "denounced in vain", "denounced"],
)
def test_what_interrupts_a_debate_does_not_begin_it_anew(cards: str, script: dict[str, list[Keying]]) -> None:
    plain = over(
        cards, "infiltres", {"denounce.target": [[(900.0, Order.NEXT)]], "debate.end": [[(900.0, Order.NEXT)]]}
    )
    interrupted = over(cards, "infiltres", script)
    assert plain <= interrupted < plain + 60.0, "longer by what was said of it, and no more"
