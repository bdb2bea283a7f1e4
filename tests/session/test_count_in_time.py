"""A count at a real table: paused, cut into or said by a slow voice, it goes the whole round and hears every press."""

from __future__ import annotations

from itertools import pairwise

from rooms import Keyed, Press
from sittings import Sitting
from tables import table

from narrator.core.answers import SILENT, Answer, Refusal, seat
from narrator.inbox.entry import Changed, Misread, Order, Pressed
from narrator.session.captions_only import CaptionsOnly
from narrator.session.counting import BEAT, Counting

SETUP = table("loup-garou villageois*5", values={"elect": "never"})
SEATS = 6


def night(*keyed: Keyed, drawl: float | None = None, stores: float = 0.0) -> Sitting:
    """Play the wolves' call with one button; these are keyed in it.

    With a `drawl` every line takes so many seconds; what is keyed `stores` in so many.
    """
    sitting = Sitting(SETUP, {"wolves.victim": [[*keyed]], "debate.end": []})
    sitting.ports.counting = sitting.entries.counting = Counting(sitting.clock)
    if drawl is not None:
        sitting.ports.mouth = CaptionsOnly(sitting.clock, lambda _: drawl)
    keep = sitting.journal.entry

    def entry(question: str, answer: Answer) -> None:
        sitting.clock.sleep(stores)
        keep(question, answer)

    sitting.journal.entry = entry  # type: ignore[method-assign]  # a slow disk
    sitting.play()
    return sitting


def counted(sitting: Sitting) -> list[float]:
    """Return when seats were counted in the first slot of the wolves' call."""
    choose = sitting.lines().index("count.choose", sitting.lines().index("wolves.wake"))
    return [at for at, line in sitting.said[choose + 1 :][: 2 * SEATS] if line == "count.seat"]


def beats(sitting: Sitting) -> list[float]:
    return [round(then - now, 3) for now, then in pairwise(counted(sitting))]


def victim(sitting: Sitting) -> Answer:
    return dict(sitting.answers)["wolves.victim"]


def test_whatever_is_pressed_the_count_is_the_same() -> None:
    noise = [((at, Press()), (at + 3.0, Order.UNDO), (at + 6.0, Misread(Refusal.SEAT))) for at in (1.0, 4.0, 9.0)]
    assert len({tuple(sitting.senses.public) for sitting in (night(), *(night(*keyed) for keyed in noise))}) == 1
    assert beats(night()) == [BEAT] * (2 * SEATS - 1)


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
    assert call.count("count.seat") == 2 * SEATS
    assert call.index("count.seat") < call.index("pause.on") < call.index("pause.off") < len(call) - SEATS
    assert victim(sitting) == seat(4)


def test_what_is_said_of_the_equipment_puts_a_count_off_and_takes_nothing_from_it() -> None:
    sitting = night((5.0, Changed("sound.lost")))
    at = [at for at, line in sitting.said if line == "count.seat" and sitting.opened("wolves") <= at]
    gaps = [round(then - now, 3) for now, then in pairwise(at[: 2 * SEATS])]
    assert sorted(gaps)[:-1] == [BEAT] * (2 * SEATS - 2)
    assert gaps != [BEAT] * (2 * SEATS - 1)


def test_a_voice_slower_than_the_beat_is_waited_for_and_every_press_is_heard() -> None:
    drawl = 3.0
    sitting = night(drawl=drawl)
    assert len(counted(sitting)) == 2 * SEATS
    assert all(beat >= drawl for beat in beats(sitting))
    began = sitting.opened("wolves")
    for place, at in enumerate(counted(sitting)[1:SEATS], start=2):
        assert victim(night((at - began + 1.0, Press()), drawl=drawl)) == seat(place)


def test_a_slow_disk_makes_no_night_longer() -> None:
    quiet = night()
    for at in (3.0, 8.5, 9.0, 9.4):
        pressed = night((at, Pressed(seat(3))), stores=0.4)
        assert victim(pressed) == seat(3)
        assert pressed.closed("wolves") == quiet.closed("wolves")
        late = [here - there for here, there in zip(counted(pressed), counted(quiet), strict=True)]
        assert sum(seconds > 0.001 for seconds in late) <= 1
