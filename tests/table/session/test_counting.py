"""What is being counted, for whoever presses; how long a count lasts, and that it keeps its time."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pytest
from rooms import Keyed, Press, wording
from sittings import Sitting
from tables import table

from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.rules.core.answers import DONE, NOBODY, SILENT, YES, Answer, Card, Number, Refusal, seat
from narrator.rules.core.effects import Ask, Count, Purpose, Window
from narrator.table.inbox.entry import Changed, Misread, Order, Pressed
from narrator.table.session import announcements
from narrator.table.session.counting import BEAT, CARD_BEAT, LAG, REST, Counting, Rhythm, Scope, Stroke
from narrator.table.session.narration import CaptionsOnly

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
    window = Window(call="lovers", slots=(15.0, 4.0), counts=((), (Count((YES,)),)))
    written, counted = rhythm(2.0).lengths(window, Counting(VirtualClock()).counts)
    assert written == 30.0
    assert counted != 8.0


def test_without_a_screen_a_slot_for_looking_is_as_long_as_what_is_shown() -> None:
    look, choose = Count((NOBODY,), Purpose.LOOK), Count((seat(1),))
    slots = (look,), (choose,), (look,), (look, choose)
    window = Window(call="witch", slots=(3.0, 3.0, 30.0, 12.0), counts=slots)
    assert rhythm().lengths(window, lambda _: False, shown=9.0) == (9.0, 3.0, 30.0, 21.0)


def test_with_keys_only_the_cards_that_are_shown_are_counted() -> None:
    counting = Counting(VirtualClock(), Scope.CARDS_SHOWN)
    card = Card("voyante")
    assert [counting.counts(Count((card,), purpose)) for purpose in Purpose] == [False, True, True]
    assert not counting.counts(Count((seat(1), NOBODY), Purpose.LOOK))
    assert counting.introduction == ()


def test_without_a_light_nothing_is_counted_that_is_only_looked_at() -> None:
    counting = Counting(VirtualClock(), Scope.CHOSEN)
    assert [counting.counts(Count(SEATS, purpose)) for purpose in Purpose] == [True, False, True]


def test_how_the_button_is_used_is_said_where_there_is_one() -> None:
    for scope in (Scope.ALL, Scope.CHOSEN):
        assert [say.line for say in Counting(VirtualClock(), scope).introduction] == ["count.how"]


SETUP = table("loup-garou villageois*5", values={"elect": "never"})
PLAYERS = 6


def night(*keyed: Keyed, drawl: float | None = None, stores: float = 0.0) -> Sitting:
    """Play the wolves' call with one button; these are keyed in it.

    With a `drawl` every line takes so many seconds; what is keyed `stores` in so many.
    """
    sitting = Sitting(SETUP, {"wolves.victim": [[*keyed]], "debate.end": []})
    sitting.ports.counting = sitting.entries.counting = Counting(sitting.clock)
    if drawl is not None:
        sitting.ports.mouth = CaptionsOnly(sitting.clock, lambda _: drawl)
    sitting.ports.acknowledger = Slow(sitting.clock, stores)
    sitting.play()
    return sitting


@dataclass
class Slow:
    """Takes so many seconds over what was keyed."""

    clock: VirtualClock
    seconds: float

    def kept(self, ask: Ask, answer: Answer | None) -> None:  # noqa: ARG002 - each takes as long
        if answer is not None:
            self.clock.sleep(self.seconds)


def counted(sitting: Sitting) -> list[float]:
    """Return when seats were counted in the first slot of the wolves' call."""
    choose = sitting.lines().index("count.choose", sitting.lines().index("wolves.wake"))
    return [at for at, line in sitting.said[choose + 1 :][: 2 * PLAYERS] if line == "count.seat"]


def beats(sitting: Sitting) -> list[float]:
    return [round(then - now, 3) for now, then in pairwise(counted(sitting))]


def victim(sitting: Sitting) -> Answer:
    return dict(sitting.answers)["wolves.victim"]


def test_whatever_is_pressed_the_count_is_the_same() -> None:
    noise = [((at, Press()), (at + 3.0, Order.UNDO), (at + 6.0, Misread(Refusal.SEAT))) for at in (1.0, 4.0, 9.0)]
    assert len({tuple(sitting.senses.public) for sitting in (night(), *(night(*keyed) for keyed in noise))}) == 1
    assert beats(night()) == [BEAT] * (2 * PLAYERS - 1)


def test_a_long_press_takes_back() -> None:
    assert victim(night((8.0, Pressed(seat(3))), (9.0, Order.UNDO))) is SILENT


def test_a_press_at_a_wolf_changes_nothing() -> None:
    assert victim(night((8.0, Pressed(seat(3))), (9.0, Pressed(seat(1))))) == seat(3)


def test_a_press_after_the_last_item_is_too_late_for_it() -> None:
    assert victim(night((500.0, Pressed(seat(3))))) is SILENT


def test_a_paused_count_goes_on_where_it_stood() -> None:
    sitting = night((5.0, Order.PAUSE), (40.0, Order.RESUME), (48.0, Pressed(seat(4))))
    lines = sitting.lines()
    call = lines[lines.index("wolves.wake") : lines.index("wolves.sleep")]
    assert call.count("count.seat") == 2 * PLAYERS
    assert call.index("count.seat") < call.index("pause.on") < call.index("pause.off") < len(call) - PLAYERS
    assert victim(sitting) == seat(4)


def test_what_is_said_of_the_equipment_puts_a_count_off_and_takes_nothing_from_it() -> None:
    sitting = night((5.0, Changed("sound.lost")))
    at = [at for at, line in sitting.said if line == "count.seat" and sitting.opened("wolves") <= at]
    gaps = [round(then - now, 3) for now, then in pairwise(at[: 2 * PLAYERS])]
    assert sorted(gaps)[:-1] == [BEAT] * (2 * PLAYERS - 2)
    assert gaps != [BEAT] * (2 * PLAYERS - 1)


def test_a_voice_slower_than_the_beat_is_waited_for_and_every_press_is_heard() -> None:
    drawl = 3.0
    sitting = night(drawl=drawl)
    assert len(counted(sitting)) == 2 * PLAYERS
    assert all(beat >= drawl for beat in beats(sitting))
    began = sitting.opened("wolves")
    for place, at in enumerate(counted(sitting)[1:PLAYERS], start=2):
        assert victim(night((at - began + 1.0, Press()), drawl=drawl)) == seat(place)


def test_a_slow_disk_makes_no_night_longer() -> None:
    quiet = night()
    for at in (3.0, 8.5, 9.0, 9.4):
        pressed = night((at, Pressed(seat(3))), stores=0.4)
        assert victim(pressed) == seat(3)
        assert pressed.closed("wolves") == quiet.closed("wolves")
        late = [here - there for here, there in zip(counted(pressed), counted(quiet), strict=True)]
        assert sum(seconds > 0.001 for seconds in late) <= 1


def tallied(second: object) -> list[str]:
    """Count four votes of six against the first seat, then enter this against the second; return what was noticed."""
    setup = table("loup-garou villageois*5", values={"elect": "never", "count_votes": "yes"})
    keyed = [(2.0, second), (9.0, Order.QUIT)]
    script = {"wolves.victim": [NOBODY], "debate.end": [DONE], "vote.count": [Number(4), keyed]}
    sitting = Sitting(setup, script)  # type: ignore[arg-type]  # what is keyed is an entry or an answer
    sitting.put_away()
    assert [id_ for _, id_ in sitting.asked if id_ == "vote.count"] == ["vote.count"] * 2
    return [entry.partition("notice: ")[2] for entry in sitting.senses.public if "notice: " in entry]


def test_what_is_too_much_is_refused_with_the_sum_and_the_limit() -> None:
    assert tallied(Number(5))[-1] == "Cela ferait 9 voix, et il n'y en a que 6 : recomptez."


def test_a_number_that_was_misheard_is_refused_without_a_sum() -> None:
    assert tallied(Misread(Refusal.TOTAL))[-1] == "Il faut un nombre, en chiffres : 0 au moins, 2 au plus."


def test_other_refusals_have_their_own_words() -> None:
    assert tallied(NOBODY)[-1].startswith("Ce mot ne répond pas")
