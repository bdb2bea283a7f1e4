"""One light: it blinks or is on while an item is counted, and whoever measures its switching learns nothing."""

from __future__ import annotations

import threading
from itertools import pairwise
from typing import assert_never

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.devices.light import CALL, GROUP, LEAD, OFF, ON, Blinks, TableLight, blinks, items
from narrator.rules.core.answers import KEEP, NO, NOBODY, YES, Card, Token, seat
from narrator.rules.core.effects import Everyone, Form, Term, Terms
from narrator.rules.core.vocabulary import Line
from narrator.rules.village.catalogue import vocabulary
from narrator.rules.village.powers import POWERS

PLAYERS = 12
SEATS = st.integers(1, PLAYERS)
Shown = tuple[Token | None, Terms]
"""The one word that a line says, if any, and its arguments."""


def victim(number: int) -> Shown:
    return None, (("seat", Term(Form.SEAT, number)),)


def looked(card: str, number: int = 3) -> Shown:
    return None, (("seat", Term(Form.SEAT, number)), ("card", Term(Form.CARD, card)))


class Dark:
    """A dark room in which a light is watched: each time that the lamp is switched, and to what."""

    def __init__(self, *, blinking: bool) -> None:
        self.now = 0.0
        self.light = TableLight(self, lambda: self.now, PLAYERS, blinking=blinking)
        self.lit = False
        self.switched: list[tuple[float, bool]] = []

    def set(self, on: bool) -> None:
        self.lit = on
        self.switched.append((round(self.now, 6), on))

    def show(self, shown: Shown) -> None:
        self.light.show(Everyone(), *shown)

    def watch(self) -> int:
        """Let the light's thread live until nothing changes any more; return how many blinks there were."""
        begun = len(self.switched)
        while (seconds := self.light.step()) is not None:
            self.now += seconds + 1e-9
        return sum(on for _, on in self.switched[begun:])

    def at(self, item: object | None) -> bool:
        self.light.item(item)
        self.light.step()
        return self.lit


@given(SEATS)
def test_a_seat_blinks_as_often_as_its_number(number: int) -> None:
    dark = Dark(blinking=True)
    dark.show(victim(number))
    assert dark.watch() == number


@pytest.mark.parametrize(("word", "times"), [(NO, 1), (YES, 2), (NOBODY, 0)])
def test_one_blink_is_no_two_are_yes_and_none_is_nobody(word: Token, times: int) -> None:
    dark = Dark(blinking=True)
    dark.show((word, (("seat", Term(Form.SEAT, 5)),)))
    assert dark.watch() == times


lines = st.one_of(
    SEATS.map(victim),
    st.sampled_from(["loup-garou", "voyante"]).map(looked),
    st.sampled_from([(YES, ()), (NO, ()), (NOBODY, ()), (None, ())]),
)


@given(lines, lines)
def test_whatever_is_shown_the_lamp_is_switched_at_the_same_times(one: Shown, other: Shown) -> None:
    rooms = Dark(blinking=True), Dark(blinking=True)
    for dark, shown in zip(rooms, (one, other), strict=True):
        dark.show(shown)
        dark.watch()
    assert [at for at, _ in rooms[0].switched] == [at for at, _ in rooms[1].switched]
    assert all(dark.switched[-1][0] < dark.light.seconds for dark in rooms)


@pytest.mark.parametrize("blinking", [True, False])
def test_the_light_is_on_exactly_while_the_card_is_counted(blinking: bool) -> None:
    dark = Dark(blinking=blinking)
    dark.show(looked("voyante"))
    dark.watch()
    counted = [Card("loup-garou"), Card("voyante"), Card("villageois"), None]
    assert [dark.at(item) for item in (*counted, *counted)] == [
        item == Card("voyante") for item in (*counted, *counted)
    ]


@pytest.mark.parametrize(
    ("shown", "item"),
    [
        (victim(4), seat(4)),
        ((YES, (("seat", Term(Form.SEAT, 4)),)), YES),
        ((NO, (("seat", Term(Form.SEAT, 4)),)), NO),
        ((NOBODY, ()), NOBODY),
        ((KEEP, ()), KEEP),
        ((None, (("card", Term(Form.CARD, "voyante")),)), Card("voyante")),
    ],
)
def test_what_is_shown_is_lit_at_its_item_alone(shown: Shown, item: object) -> None:
    dark = Dark(blinking=False)
    counted = [*map(seat, range(1, PLAYERS + 1)), YES, NO, NOBODY, KEEP, Card("voyante"), Card("loup-garou")]
    dark.show(shown)
    assert [other for other in counted if dark.at(other)] == [item]


def test_several_cards_are_lit_each_at_its_own() -> None:
    dark = Dark(blinking=False)
    dark.show((None, (("cards", Term(Form.HAND, (("loup-garou", 1), ("voyante", 1)))),)))
    assert [dark.at(Card(card)) for card in ("loup-garou", "villageois", "voyante")] == [True, False, True]


def test_nothing_is_lit_where_nothing_was_shown() -> None:
    dark = Dark(blinking=False)
    assert not any(dark.at(item) for item in (seat(1), YES, Card("voyante"), None))


def test_what_is_over_is_forgotten() -> None:
    dark = Dark(blinking=True)
    dark.show(victim(9))
    dark.light.step()
    dark.now += 0.7
    dark.light.step()
    assert dark.lit
    dark.light.dark()
    assert dark.watch() == 0
    assert not dark.at(seat(9))


def test_without_blinking_a_count_alone_lights_it() -> None:
    dark = Dark(blinking=False)
    dark.show(victim(9))
    assert dark.watch() == 0
    assert dark.light.seconds == 0.0


def test_a_line_that_is_shown_again_blinks_again() -> None:
    dark = Dark(blinking=True)
    for _ in range(2):
        dark.show(victim(6))
        assert dark.watch() == 6


class Watched:
    """A lamp that tells of each switch."""

    def __init__(self) -> None:
        self.on = threading.Event()
        self.off = threading.Event()

    def set(self, on: bool) -> None:
        (self.on if on else self.off).set()
        (self.off if on else self.on).clear()


def test_the_thread_switches_the_lamp_at_once_and_leaves_it_dark() -> None:
    lamp = Watched()
    light = TableLight(lamp, lambda: 0.0, PLAYERS, blinking=False)
    light.start()
    light.show(Everyone(), *victim(2))
    light.item(seat(2))
    assert lamp.on.wait(10)
    light.item(seat(3))
    assert lamp.off.wait(10)
    light.item(seat(2))
    assert lamp.on.wait(10)
    light.close()
    assert lamp.off.is_set()
    assert "light" not in {thread.name for thread in threading.enumerate()}


@pytest.mark.parametrize("blinking", [True, False])
@pytest.mark.parametrize("shown", [None, victim(3)])
def test_at_a_call_it_shines_for_a_second_whatever_is_shown_meanwhile(shown: Shown | None, *, blinking: bool) -> None:
    dark = Dark(blinking=blinking)
    dark.light.call()
    if shown is not None:
        dark.show(shown)
    assert dark.light.step() == pytest.approx(LEAD if shown is not None and blinking else CALL)
    for at, lit in ((CALL - 0.01, True), (CALL + 10.0, False)):
        dark.now = at
        dark.light.step()
        assert dark.lit is lit


counts = st.integers(0, 40).flatmap(lambda most: st.tuples(st.integers(0, most), st.just(most)))
twins = st.integers(0, 40).flatmap(lambda most: st.tuples(st.integers(0, most), st.integers(0, most), st.just(most)))


def switched(blinks: Blinks) -> list[float]:
    times: list[float] = []
    at = blinks.next(0.0)
    while at is not None:
        times.append(at)
        at = blinks.next(at)
    return times


def seen(blinks: Blinks) -> list[tuple[float, float]]:
    """Return from when to when somebody who looks sees the light."""
    times = [0.0, *switched(blinks), blinks.seconds]
    spans = [(begin, end) for begin, end in pairwise(times) if blinks.lit((begin + end) / 2)]
    assert all(blinks.lit(begin) for begin, _ in spans)
    return spans


@given(counts)
def test_whoever_counts_gets_the_number(numbers: tuple[int, int]) -> None:
    count, most = numbers
    assert len(seen(Blinks(count, most))) == count


@given(counts)
def test_each_blink_is_long_enough_to_be_seen_and_apart_from_the_next(numbers: tuple[int, int]) -> None:
    spans = seen(Blinks(*numbers))
    assert all(end - begin == pytest.approx(ON) for begin, end in spans)
    gaps = [after[0] - before[1] for before, after in pairwise(spans)]
    assert all(gap >= OFF - 1e-9 for gap in gaps)
    assert [place for place, gap in enumerate(gaps, start=1) if gap > OFF + 1e-9] == [
        place for place in range(1, len(spans)) if place % GROUP == 0
    ]


@given(twins)
def test_length_and_switching_do_not_depend_on_the_number(numbers: tuple[int, int, int]) -> None:
    one, other, most = numbers
    first, second = Blinks(one, most), Blinks(other, most)
    assert first.seconds == second.seconds
    assert switched(first) == switched(second)


@given(counts)
def test_it_is_dark_before_and_after(numbers: tuple[int, int]) -> None:
    blinks = Blinks(*numbers)
    assert not blinks.lit(0.0)
    assert not blinks.lit(blinks.seconds)
    assert all(at < blinks.seconds for at in switched(blinks))


@pytest.mark.parametrize("count", [-1, 9])
def test_there_are_no_more_blinks_than_seats(count: int) -> None:
    with pytest.raises(ValueError, match="of 8"):
        Blinks(count, 8)


BLINKED = {
    *("angel.yes", "angel.no", "fox.yes", "fox.no"),
    *("lovers.told", "lovers.touch_nobody"),
    *("message.hand", "message.paper"),
    *("minister.victim", "minister.no_victim", "witch.victim", "witch.no_victim"),
    *("piper.told", "power.lost", "tonight.touch_nobody", "wildchild.shown"),
    "round.nothing",
    "seer.lift",
}
COUNTED = {
    "deal.card",
    *("double.centre", "double.now", "double.same", "thief.centre", "thief.now", "thief.same"),
    *("infect.told", "infect.touch", "lovers.touch", "piper.touch"),
    "seer.look",
}
"""Cards, several seats, a side, and `as before`: they can only be lit while all are counted."""

UNTOLD = {"message.told", "message.lost", "seer.feign", "seer.feign.none", "attack.several", "piper.kept"}
"""A message that was typed, two hints for a leader, that one of several may be healed, what a phone keeps: words."""

PRIVATE = {id_: line for id_, line in vocabulary(POWERS).lines.items() if not line.spoken and not line.tale}


def term(name: str, form: Form) -> Term:
    match form:
        case Form.SEAT:
            return Term(form, (2, 3) if name == "seats" else 2)
        case Form.CARD | Form.CAMP | Form.TEXT:
            return Term(form, "voyante")
        case Form.HAND:
            return Term(form, (("voyante", 1), ("loup-garou", 2)))
        case Form.PLAYING:
            return Term(form, ("KS",))
        case Form.NUMBER:
            return Term(form, 2)
        case _:
            assert_never(form)


def terms(line: Line) -> Terms:
    return tuple((name, term(name, form)) for name, form in line.args)


def test_it_is_known_of_every_private_line_how_a_light_tells_it() -> None:
    assert PRIVATE.keys() == BLINKED | COUNTED | UNTOLD


@pytest.mark.parametrize("line", sorted(BLINKED))
def test_a_light_blinks_a_line_or_is_on_at_its_item(line: str) -> None:
    assert blinks(items(PRIVATE[line].word, terms(PRIVATE[line]))) is not None


@pytest.mark.parametrize("line", sorted(COUNTED))
def test_a_light_is_on_at_the_items_of_a_line_that_is_no_number(line: str) -> None:
    shown = items(PRIVATE[line].word, terms(PRIVATE[line]))
    assert shown
    assert blinks(shown) is None


def test_every_line_that_says_one_word_is_a_private_line() -> None:
    assert PRIVATE.keys() >= {id_ for id_, line in vocabulary(POWERS).lines.items() if line.word is not None}
