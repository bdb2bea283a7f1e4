"""What all may see: the sign and the light at every call, the last public lines, what was noted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from papers import HEADING, WINDOW, PaperTable, Scene, happen
from rooms import call_names
from shipped import shipped
from tables import table

from narrator.devices.light import CALL, TableLight
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.packs.wording import Wording
from narrator.rules.core import effects
from narrator.rules.core.answers import (
    DONE,
    NOBODY,
    SILENT,
    YES,
    Answer,
    Card,
    Diamonds,
    Leave,
    Number,
    Seats,
    Text,
    Tie,
)
from narrator.rules.core.effects import Fact, Form, Motif, News, Say, Topic
from narrator.screens.even_light import GAP, LIT, lit, sign
from narrator.screens.private_page import LIT_BLANK
from narrator.screens.public_lines import PublicLine, PublicLineKind, PublicLines, told_back
from narrator.table.inbox.inbox import Inbox
from narrator.table.inbox.moment import Facts, Moment

NAMES = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid")
SETUP = table("loup-garou cupidon voyante villageois*3", names=NAMES)
NAMED = call_names(SETUP)
NIGHT, DAY = effects.Scene(scene="night", closed=True), effects.Scene(scene="dawn")
SEER, WOLVES = (Say(line=line, before=Motif.HELPERS) for line in ("seer.wake", "wolves.wake"))
BRUNO = Say(line="round.seat", args=(("seat", Fact(Form.SEAT, 2)),))


@given(st.text(st.characters(categories=("Lu", "Ll")) | st.sampled_from(" -'"), max_size=40), st.integers(20, 120))
def test_a_sign_gives_the_same_light_whoever_is_called(name: str, width: int) -> None:
    row = sign(" ".join(name.split()), width)
    assert lit(row) == lit(sign("", width)) == max(1, min(LIT, width - 2 * GAP))
    assert len(row) <= width


def test_a_name_stands_in_spaced_capitals_where_there_is_room() -> None:
    assert "P E T I T E  F I L L E" in sign("Petite Fille", 60)
    assert "PETITE FILLE" in sign("Petite Fille", 24)


@pytest.mark.parametrize(("name", "shown"), [("12", "12"), ("12 Léa", "12  L É A"), ("Numéro 10", "N U M É R O  10")])
def test_a_number_is_not_spaced_for_it_would_read_as_two(name: str, shown: str) -> None:
    assert f"  {shown}  " in sign(name, 60)


def test_a_name_that_is_too_long_ends_with_a_whole_word() -> None:
    assert "LES AMOUREUX OUVRENT LES" in sign("Les Amoureux ouvrent les yeux", 40)
    assert "YEU" not in sign("Les Amoureux ouvrent les yeux", 60)
    assert "ABCDEFGHIJKLMNOPQRSTUVWX" in sign("Abcdefghijklmnopqrstuvwxyz", 32)


class Lamp:
    """Whether it is lit."""

    lit = False

    def set(self, on: bool) -> None:
        self.lit = on


def test_a_light_shines_once_at_every_call_and_at_nothing_else() -> None:
    shone, lamp, clock = list[str](), Lamp(), VirtualClock()
    inbox, light = Inbox(clock), TableLight(lamp, clock.now, len(NAMES), blinking=True)
    inbox.followers.append(light.moment)
    for effect in (NIGHT, SEER, WINDOW, NIGHT, WOLVES, WINDOW, DAY, BRUNO):
        happen(inbox, effect, called=NAMED(effect) if isinstance(effect, Say) else None)
        inbox.open(None)  # what else becomes of a moment lights nothing
        inbox.close()
        if effect is WINDOW:
            inbox.change(Moment.closing)
        light.step()
        if lamp.lit:
            shone.append(inbox.moment.call)
        clock.sleep(2 * CALL)
    assert shone == ["Voyante", "Loup-Garou"]


def test_the_full_screen_shows_who_is_called_before_the_window_and_over_it() -> None:
    scene = Scene(NAMES)
    seen = []
    scene.happens(NIGHT)
    seen.append(scene.screen_model.snapshot().call)
    scene.happens(WOLVES, called=NAMED(WOLVES))
    seen.append(scene.screen_model.snapshot().call)
    scene.window()
    seen.append(scene.screen_model.snapshot().call)
    scene.close_window()
    seen.append(scene.screen_model.snapshot().call)
    assert seen == ["", "Loup-Garou", "Loup-Garou", ""]


@pytest.mark.parametrize("call", [SEER, WOLVES, BRUNO])
def test_a_window_of_a_plain_terminal_is_headed_by_who_is_called_and_as_bright_for_all(call: Say) -> None:
    light = []
    for name in (None, NAMED(call)):
        laid = PaperTable()
        happen(laid.inbox, NIGHT)
        happen(laid.inbox, call, called=name)
        laid.open_window()
        light.append(laid.paper.light)
        assert laid.paper.lines == [*filter(None, [name]), HEADING]
    assert abs(light[0] - light[1]) <= LIT_BLANK


SAID, NOTED = PublicLine(PublicLineKind.CAPTION, "Le jour se lève."), PublicLine(PublicLineKind.NOTICE, "Qui ?")


def lines(*told: PublicLine, most: int = 9) -> PublicLines:
    shown = PublicLines(most)
    for line in told:
        shown.add(line)
    return shown


def test_only_the_last_lines_stand() -> None:
    assert [*lines(SAID, NOTED, SAID, most=2)] == [NOTED, SAID]


def test_an_answer_takes_the_refusals_away_and_nothing_else() -> None:
    shown = lines(NOTED, SAID, NOTED)
    shown.answered()
    assert [*shown] == [SAID]


AWAKE = Moment(facts=Facts(6))
ASLEEP = AWAKE.after(News(topic=Topic.NIGHTFALL, number=1))


def test_what_was_said_by_day_does_not_light_the_night() -> None:
    shown = lines(SAID)
    shown.moment(AWAKE)
    assert [*shown] == [SAID]
    shown.moment(ASLEEP)
    assert not [*shown]


def test_what_is_said_at_night_stays() -> None:
    shown = lines()
    shown.moment(ASLEEP)
    shown.add(SAID)
    shown.moment(ASLEEP.next_slot())
    assert [*shown] == [SAID]


WORDING = Wording(shipped("thiercelieux").words["fr"], ("Alice", "", "Chloé"))


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (Seats((1,)), "Noté : Alice."),
        (Seats((2,)), "Noté : le numéro 2."),
        (Seats((1, 2)), "Noté : Alice et le numéro 2."),
        (Tie((1, 3)), "Noté : égalité Alice et Chloé."),
        (Tie((1, 3), 2), "Noté : le numéro 2, égalité Alice et Chloé."),
        (YES, "Noté : oui."),
        (NOBODY, "Noté : personne."),
        (Card("voyante"), "Noté : Voyante."),
        (Number(3), "Noté : 3."),
        (Diamonds(4), "Noté : 4."),
        (Text("le 4 ment"), "Noté : le 4 ment."),
        (Text("le\x1b[2J4"), "Noté : le�[2J4."),
        (DONE, ""),
        (SILENT, ""),
        (Leave(2), ""),
    ],
)
def test_a_public_answer_is_told_back_in_words(answer: Answer, told: str) -> None:
    assert told_back(answer, WORDING) == told
