"""In a debate the narrator speaks unasked where it dries up, and keeps silent while people talk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, pairwise, repeat
from typing import TypeAlias

from sittings import Script, Sitting
from tables import table

from narrator.core.answers import NOBODY
from narrator.inputs.inbox import Order
from narrator.session.relaunching import QUIET

NIGHT: Script = {"wolves.victim": [NOBODY] * 9}

Stretch: TypeAlias = tuple[float, float]


def sat(script: Script) -> Sitting:
    """Sit down without an election, with a debate of no set length."""
    setup = table("loup-garou villageois*5", values={"elect": "never", "debate": "0"})
    return Sitting(setup, {**NIGHT, **script})


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
