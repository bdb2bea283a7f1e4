"""Whole games by one button, at virtual time, in all night games: nothing is keyed, and everything is answered."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from one_button import Sitting, by_lot
from tables import NIGHT_GAMES, sampled, table

from narrator.devices.light import TableLight
from narrator.evening.rehearsal.virtual_table import VirtualClock, offered
from narrator.rules.core.answers import NO, NOBODY, SILENT, YES, Answer, Kind, Seats, Token, seat
from narrator.rules.core.effects import Ask, Audience, Terms
from narrator.rules.core.play import choices_of
from narrator.rules.village.game import VillageSetup
from narrator.table.inbox.entry import Pressed
from narrator.table.session.counting import BEAT, CARD_BEAT
from narrator.table.session.ports import Pace

CIRCLES = {
    "thiercelieux": [
        ("loup-garou*2 voleur voyante chasseur cupidon petite-fille villageois*2", "sorcière villageois"),
        ("loup-garou*2 sorcière voyante petite-fille cupidon villageois*3", ""),
    ],
    "mafeking": [("boer*2 sergent-major médecin scout père messager sentinelle vétéran officier-de-cavalerie", "")],
    "infiltres": [
        (
            "infiltré*2 hackeuse ministre pasteur leader-louange lanceuse-d-alerte guetteuse avocate agent-double",
            "croyant*2",
        ),
    ],
    "mafia": [("mafioso*2 ange-gardien villageois*5", "")],
    "mafia-classique": [("mafioso*2 docteur détective garde-du-corps justicier villageois*2", "")],
}
EVENINGS = [
    (game, cards, centre, deal)
    for game, circles in CIRCLES.items()
    for cards, centre in circles
    for deal in ("narrator", "cards")
]


def laid(game: str, cards: str, centre: str, deal: str = "narrator", **values: str) -> VillageSetup:
    return table(cards, centre, game=game, deal=deal, prologue=True, values=values)


def test_there_is_an_evening_of_every_night_game() -> None:
    assert CIRCLES.keys() == {*NIGHT_GAMES}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("game", "cards", "centre", "deal"), sampled(EVENINGS))
def test_what_is_pressed_is_what_is_keyed_elsewhere(game: str, cards: str, centre: str, deal: str, seed: int) -> None:
    setup = laid(game, cards, centre, deal)
    pressed = Sitting(setup, by_lot(setup, seed)).play()
    keyed = Sitting(setup, by_lot(setup, seed), button=False).play()
    assert {type(entry) for entry in pressed.came} == {Pressed}
    assert pressed.answers == keyed.answers
    assert pressed.outcome == keyed.outcome


@pytest.mark.parametrize("pace", [Pace.SLOW, Pace.FAST])
def test_a_game_by_one_button_can_be_played_at_every_pace(pace: Pace) -> None:
    setup = laid("thiercelieux", *CIRCLES["thiercelieux"][1])
    sitting = Sitting(setup, by_lot(setup, 1), pace=pace).play()
    assert sitting.answers == Sitting(setup, by_lot(setup, 1), button=False).play().answers


def test_votes_with_ties_and_two_that_fall_at_once_can_be_pressed() -> None:
    ties = 0
    for seed in range(12):
        setup = laid(
            "infiltres", *CIRCLES["infiltres"][0], double_elimination="yes", count_votes="no", volunteers="yes"
        )
        pressed = Sitting(setup, by_lot(setup, seed)).play()
        assert pressed.answers == Sitting(setup, by_lot(setup, seed), button=False).play().answers
        ties += sum(say.line == "heard.tie" for _, say in pressed.said)
    assert ties > 2


def test_the_rhythm_is_even() -> None:
    setup = laid("thiercelieux", *CIRCLES["thiercelieux"][1])
    said = Sitting(setup, by_lot(setup, 1)).play().said
    first = next(place for place, (_, say) in enumerate(said) if say.line == "nightfall.girl")
    night = said[first : next(place for place, (_, say) in enumerate(said) if say.line == "dawn")]
    beats = {
        round(then - now, 3)
        for (now, say), (then, following) in pairwise(night)
        if say.line == following.line == "count.seat"
    }
    cards = {
        round(then - now, 3)
        for (now, say), (then, following) in pairwise(night)
        if say.line == following.line == "count.card"
    }
    assert (beats, cards) == ({BEAT}, {CARD_BEAT})


def test_the_seats_are_counted_twice_whatever_is_pressed() -> None:
    setup = laid("mafia", *CIRCLES["mafia"][0])
    sitting = Sitting(setup, by_lot(setup, 1)).play()
    opened = next(at for at, call in sitting.windows if call == "wolves")
    closed = next(at for at, say in sitting.said if say.line == "wolves.sleep")
    counted = [dict(say.args)["seat"].value for at, say in sitting.said if opened <= at < closed and say.args]
    assert counted == [*setup.seats] * 2
    victims = [answer for question, answer in sitting.answers if question == "wolves.victim"]
    assert isinstance(victims[0], Seats)


CIRCLE = "loup-garou voyante sorcière cupidon villageois*3"


class Bulb:
    """A lamp that notes when it is switched."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self._on = False
        self.lit: list[tuple[float, float]] = []

    def set(self, on: bool) -> None:
        if on and not self._on:
            self.lit.append((self._clock.now(), self._clock.now()))
        if self._on:
            self.lit[-1] = (self.lit[-1][0], self._clock.now())
        self._on = on


class Stepped(TableLight):
    """The light of a table, switched at once and without a thread."""

    def show(self, to: Audience, word: Token | None, args: Terms) -> None:
        super().show(to, word, args)
        self.step()

    def item(self, item: object | None) -> None:
        super().item(item)
        self.step()

    def dark(self) -> None:
        super().dark()
        self.step()


def answering(**wanted: Answer) -> Callable[[Ask], Answer]:
    """Answer so in secret, and otherwise as little as can be; by day nobody is voted out."""

    def options(ask: Ask) -> Answer:
        name = ask.question.replace(".", "_")
        if name in wanted:
            return wanted[name]
        choices = choices_of(ask)
        if ask.offer:
            return offered(ask)
        if choices.kind is Kind.YES_NO:
            return NO
        return next(word for word in (SILENT, NOBODY, *choices.words) if word in choices.words)

    return options


def evening(**wanted: Answer) -> tuple[Sitting, Bulb]:
    setup: VillageSetup = table(CIRCLE, values={"elect": "never"})
    clock = VirtualClock()
    bulb = Bulb(clock)
    light = Stepped(bulb, clock.now, setup.players, blinking=False)
    return Sitting(setup, answering(**wanted), clock=clock, light=light, until="dawn").play(), bulb


def item(sitting: Sitting, at: float) -> tuple[str, object]:
    """Return the item that began to be counted at this time: its line, and what it names."""
    (say,) = (say for said, say in sitting.said if said == at)
    return say.line, say.args[0][1].value if say.args else None


def seen(sitting: Sitting, bulb: Bulb, call: str) -> list[tuple[str, object]]:
    """Return the items at which the light was on in the first window of a call."""
    opened = next(at for at, opened in sitting.windows if opened == call)
    closed = sitting.closed(opened)
    return [item(sitting, begin) for begin, _ in bulb.lit if opened <= begin < closed]


def test_the_seer_sees_the_card_of_whom_she_named() -> None:
    sitting, bulb = evening(seer_target=seat(1))
    assert seen(sitting, bulb, "seer") == [("count.card", "loup-garou")] * 2


def test_the_light_stays_dark_for_a_seer_who_named_nobody() -> None:
    sitting, bulb = evening()
    assert seen(sitting, bulb, "seer") == []


@pytest.mark.parametrize(
    ("victim", "shown"), [(seat(5), ("count.seat", 5)), (SILENT, ("count.none", None))], ids=["a seat", "nobody"]
)
def test_the_witch_learns_the_victim_and_only_where_it_is_shown(victim: Answer, shown: tuple[str, object]) -> None:
    sitting, bulb = evening(wolves_victim=victim, witch_heal=YES)
    assert seen(sitting, bulb, "witch") == [shown] * 2


def test_every_card_is_dealt_by_a_light_of_the_same_length() -> None:
    sitting, bulb = evening()
    night = next(at for at, say in sitting.said if say.line.startswith("nightfall"))
    lengths = [end - begin for begin, end in bulb.lit if begin < night]
    assert len(lengths) == 2 * sitting.setup.players
    assert {round(length, 6) for length in lengths} == {CARD_BEAT}
    shown = [item(sitting, begin)[1] for begin, _ in bulb.lit[: len(lengths) : 2]]
    assert tuple(shown) == sitting.setup.dealt()[0]


def test_lovers_and_the_others_have_the_light_on_for_the_same_time() -> None:
    sitting, bulb = evening(cupid_lovers=Seats((2, 5)))
    opened = [at for at, call in sitting.windows if call == "round"][sitting.setup.players :]
    totals = [sum(end - begin for begin, end in bulb.lit if at <= begin < sitting.closed(at)) for at in opened]
    assert len(totals) == sitting.setup.players
    assert {round(total, 6) for total in totals} == {2 * BEAT}


def test_the_light_is_dark_when_a_window_closes() -> None:
    sitting, bulb = evening(seer_target=seat(1), wolves_victim=seat(5), witch_heal=YES)
    closed = [at for at, say in sitting.said if say.line.endswith(".sleep")]
    assert closed
    assert not [at for at in closed for begin, end in bulb.lit if begin <= at < end]
