"""One light: it blinks or is on while an item is counted, and whoever measures its switching learns nothing."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.core.answers import KEEP, NO, NOBODY, YES, Card, Token, seat
from narrator.core.effects import Everyone, Form, Term, Terms
from narrator.devices.blinks import LEAD
from narrator.devices.light import CALL, TableLight

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
        """Switch the lamp."""
        self.lit = on
        self.switched.append((round(self.now, 6), on))

    def show(self, shown: Shown) -> None:
        """Show a line to somebody."""
        self.light.show(Everyone(), *shown)

    def watch(self) -> int:
        """Let the light's thread live until nothing changes any more; return how many blinks there were."""
        begun = len(self.switched)
        while (seconds := self.light.step()) is not None:
            self.now += seconds + 1e-9
        return sum(on for _, on in self.switched[begun:])

    def at(self, item: object | None) -> bool:
        """Whether the lamp is on while this is being counted."""
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
        """Switch it."""
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
