"""What is being counted, for whoever presses; and how long a count lasts."""

from __future__ import annotations

from itertools import pairwise

import pytest
from rooms import wording
from tables import table

from narrator.core.answers import NOBODY, YES, Card, seat
from narrator.core.effects import Count, Purpose, Window
from narrator.rehearsal.virtual_table import VirtualClock
from narrator.session import announcements
from narrator.session.counting import BEAT, CARD_BEAT, LAG, REST, Counting, Rhythm, Scope, Stroke

NAMES = ("Anne", "Maximilienne-Désirée de la Tour du Pin", "Bob", "Chloé", "Denis")
SEATS = (seat(1), seat(3))


def rhythm(factor: float = 1.0, names: tuple[str, ...] = ()) -> Rhythm:
    setup = table("loup-garou villageois*4", names=names)
    return Rhythm(wording(setup), setup.players, factor)


def test_nothing_is_heard_before_a_count_and_after_it() -> None:
    clock = VirtualClock()
    counting = Counting(clock)
    assert counting.current is None
    counting.begin([Stroke(0.0, seat(1))])
    counting.stroke()
    clock.sleep(1.0)
    assert counting.current == seat(1)
    counting.stop()
    assert (counting.current, counting.due) == (None, None)


def test_an_item_is_heard_only_once_its_sound_has_come() -> None:
    clock = VirtualClock()
    counting = Counting(clock)
    counting.hear(seat(1))
    clock.sleep(2.0)
    counting.hear(seat(2))
    assert counting.current == seat(1)
    clock.sleep(LAG)
    assert counting.current == seat(2)


@pytest.mark.parametrize("factor", [0.7, 1.0, 1.35])
def test_the_beat_is_even_and_follows_the_pace(factor: float) -> None:
    lead = announcements.counting(Purpose.CHOOSE)
    strokes = [*rhythm(factor).strokes(SEATS, lead, 10.0)]
    assert [stroke.item for stroke in strokes] == [None, *SEATS, *SEATS, None]
    (beat,) = {round(then.at - now.at, 6) for now, then in pairwise(strokes[1:])}
    assert beat >= round(BEAT * factor, 6)
    assert strokes[-1].at + REST == pytest.approx(10.0 + rhythm(factor).seconds(SEATS, lead))


def test_cards_take_longer_than_seats() -> None:
    lead, cards = announcements.counting(Purpose.LOOK), (Card("voyante"), Card("loup-garou"))
    assert rhythm().seconds(cards, lead) - rhythm().seconds(SEATS, lead) > 4 * (CARD_BEAT - BEAT) - 0.5


def test_the_longest_name_has_time_whoever_is_counted() -> None:
    lead, named = announcements.counting(Purpose.CHOOSE), rhythm(names=NAMES)
    assert named.seconds(SEATS, lead) > rhythm().seconds(SEATS, lead)
    assert named.seconds((seat(1), seat(4)), lead) == named.seconds((seat(2), seat(3)), lead)


def test_what_is_not_counted_keeps_its_written_length() -> None:
    window = Window(call="lovers", slots=(15.0, 4.0), counts=(Count(), Count((YES,))))
    written, counted = rhythm(2.0).lengths(window, Counting(VirtualClock()).counts)
    assert written == 30.0
    assert counted != 8.0


def test_without_a_screen_a_slot_for_looking_is_as_long_as_what_is_shown() -> None:
    look, choose = Count((NOBODY,), Purpose.LOOK), Count((seat(1),))
    window = Window(call="witch", slots=(3.0, 3.0, 30.0), counts=(look, choose, look))
    assert rhythm().lengths(window, lambda _: False, shown=9.0) == (9.0, 3.0, 30.0)


def test_with_keys_only_the_cards_that_are_shown_are_counted() -> None:
    counting = Counting(VirtualClock(), Scope.CARDS_SHOWN)
    card = Card("voyante")
    assert [counting.counts(Count((card,), purpose)) for purpose in Purpose] == [False, True, True]
    assert not counting.counts(Count((seat(1), NOBODY), Purpose.LOOK))
    assert counting.introduction == ()


def test_without_a_light_nothing_is_counted_that_is_only_looked_at() -> None:
    counting = Counting(VirtualClock(), Scope.CHOSEN)
    assert [counting.counts(Count(SEATS, purpose)) for purpose in Purpose] == [True, False, True]
    assert not counting.counts(Count())


def test_how_the_button_is_used_is_said_where_there_is_one() -> None:
    for scope in (Scope.ALL, Scope.CHOSEN):
        assert [say.line for say in Counting(VirtualClock(), scope).introduction] == ["count.how"]
