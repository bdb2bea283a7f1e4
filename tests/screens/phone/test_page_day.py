"""The page by day: the question's answers, chosen first and confirmed then; orders; what is told; the time left."""

from __future__ import annotations

from typing import Any

import pytest
from page_scripts import GREETING, PageScripts, table_view

from narrator.rules.core.answers import (
    ACQUITTED,
    CONFIRM,
    DONE,
    GUILTY,
    NO,
    NOBODY,
    YES,
    YES_NO,
    Answer,
    Choices,
    Kind,
    Number,
    Seats,
    Text,
    Tie,
)
from narrator.rules.core.effects import Aloud, Verb
from narrator.screens.phone.messages import entry_of
from narrator.table.inbox.entry import Order, Reply

VIEW: dict[str, Any] = {
    "phase": "day",
    "number": 1,
    "dead": [],
    "office": None,
    "said": [],
    "prompt": "Qui ?",
    "countdown": None,
    "called": False,
    "closed": False,
    "won": None,
    "paused": False,
    "came": 0,
}
SEATS = Choices(kind=Kind.SEATS, seats=(1, 2, 4), words=(NOBODY,))
VERDICT = Choices(kind=Kind.YES_NO, words=(GUILTY, ACQUITTED))
BALLOT = Choices(kind=Kind.BALLOT, seats=(1, 2, 4), ties=True)


class Day:
    """The page at a table by day; what it sends is read as the narrator reads it."""

    def __init__(self) -> None:
        self.scripts = PageScripts("day")
        self.scripts.run("globalThis.sent = []; globalThis.open = true; return 0")
        self.scripts.run("const send = (turn, said) => { if (open) sent.push([turn, said]); return open; };"
                         "globalThis.here = new day.Day(send); return 0")  # fmt: skip

    def show(self, choices: Choices | None, *, turn: int = 1, stored: Answer | None = None, **view: Any) -> None:
        self.scripts.call("here.show", GREETING.data(), {**VIEW, **view}, table_view(choices, turn, stored))

    def debate(self, turn: int = 1) -> None:
        choices = Choices(kind=Kind.SEATS, seats=(1, 2, 4), words=(NOBODY, DONE))
        asked = table_view(choices, turn, None, aloud=Aloud(debate=True, verb=Verb.DENOUNCE))
        self.scripts.call("here.show", GREETING.data(), VIEW, asked)

    def watch(self, **view: Any) -> None:
        self.scripts.call("here.show", GREETING.data(), {**VIEW, **view}, None)

    def touch(self, label: str, where: str = "options") -> None:
        """Touch a button by what stands on it; by a name, one of the circle."""
        place = "circle" if label in GREETING.names else where
        self.scripts.call(f"((label) => document.getElementById('{place}').querySelectorAll('button')"
                          ".find((one) => one.textContent.endsWith(label)).click())", label)  # fmt: skip

    def send(self) -> None:
        self.scripts.run("document.getElementById('send').click(); return 0")

    def shown(self, id_: str, name: str) -> Any:
        return self.scripts.run(f"document.getElementById('{id_}').{name}")

    def labels(self, where: str = "options") -> list[str]:
        found: list[str] = self.scripts.run(
            f"document.getElementById('{where}').querySelectorAll('button').map((one) => one.textContent)"
        )
        return found

    def seats(self, property_: str) -> list[int]:
        """Return the seats of the circle that have a property, such as `disabled`."""
        found: list[int] = self.scripts.run(
            "document.getElementById('circle').querySelectorAll('button')"
            f".filter((one) => {property_}).map((one) => one.means.seat)"
        )
        return found

    @property
    def touchable(self) -> list[int]:
        return self.seats("!one.disabled")

    @property
    def chosen(self) -> list[int]:
        return self.seats("one.getAttribute('aria-pressed') === 'true'")

    @property
    def sent(self) -> list[tuple[int, object]]:
        return [(turn, entry_of(said)) for turn, said in self.scripts.run("sent")]


@pytest.fixture
def day() -> Day:
    return Day()


@pytest.mark.parametrize(
    ("choices", "touched", "entry"),
    [
        pytest.param(SEATS, ["Bruno", "David"], Reply(Seats((4,))), id="a seat"),
        pytest.param(SEATS, ["Personne"], Reply(NOBODY), id="a word"),
        pytest.param(VERDICT, [0], Reply(GUILTY), id="a verdict"),
        pytest.param(BALLOT, [0, "Alice", "David", 0], Reply(Seats((1,))), id="no tie any more, but the last named"),
        pytest.param(CONFIRM, [], Order.NEXT, id="going on"),
    ],
)
def test_an_answer_is_chosen_first_and_sent_when_it_is_confirmed(
    day: Day, choices: Choices, touched: list[str | int], entry: object
) -> None:
    """Buttons that have no words here are touched by their places."""
    day.show(choices)
    labels = day.labels()
    assert bool(labels) == (choices != CONFIRM), "where one only goes on there is one button"
    assert day.shown("send", "disabled") == (choices != CONFIRM)
    for one in touched:
        day.touch(labels[one] if isinstance(one, int) else one)
        assert day.sent == []
    day.send()
    assert day.sent == [(1, entry)]


def test_what_may_be_answered_has_a_button_and_nothing_else_has(day: Day) -> None:
    day.show(SEATS)
    assert (day.touchable, day.labels()) == ([1, 2, 4], ["Personne"])
    day.show(None)
    assert (day.touchable, day.labels()) == ([], [])
    assert day.shown("answer", "hidden")


def test_a_seat_that_dies_while_the_question_stands_leaves_the_others_as_they_are(day: Day) -> None:
    day.show(SEATS)
    day.touch("Bruno")
    day.show(SEATS, dead=[[5, "Voyante"]])
    assert (day.touchable, day.chosen) == ([1, 2, 4], [2])


def test_what_is_chosen_is_marked_in_the_circle_and_who_is_ahead_besides(day: Day) -> None:
    day.show(Choices(kind=Kind.BALLOT, seats=(1, 2, 4), ties=True, count=(1, 2)))
    for label in (*day.labels(), "Alice", "David", "Bruno", "Bruno"):
        day.touch(label)
    assert day.chosen == [1, 2, 4]
    assert day.seats("one.classList.contains('ahead')") == [2]


def test_yes_is_said_by_one_touch_and_again_while_its_question_stands(day: Day) -> None:
    """What was refused, or went down with its connection, is touched again: the narrator takes one answer a turn."""
    day.show(YES_NO)
    assert day.shown("send", "hidden")
    day.touch("Oui")
    assert day.sent == [(1, Reply(YES))]
    day.watch()
    day.show(YES_NO)
    assert not day.shown("noted", "textContent"), "it says of what may be lost that it was sent"
    day.touch("Non")
    assert day.sent[1:] == [(1, Reply(NO))]


def test_a_yes_that_could_not_be_sent_can_be_said_again(day: Day) -> None:
    day.show(YES_NO)
    day.scripts.run("globalThis.open = false")
    day.touch("Oui")
    assert day.shown("noted", "textContent")
    day.scripts.run("globalThis.open = true")
    day.touch("Oui")
    assert day.sent == [(1, Reply(YES))]


def test_a_tie_is_sent_once_two_seats_are_in_it(day: Day) -> None:
    day.show(BALLOT)
    tie = day.labels()[0]
    for label in (tie, "Alice"):
        day.touch(label)
    assert day.shown("send", "disabled")
    day.touch("David")
    day.send()
    assert day.sent == [(1, Reply(Tie((1, 4))))]


@pytest.mark.parametrize(
    ("choices", "button"),
    [(CONFIRM, "Suite"), (Choices(kind=Kind.TAKE, numbers=(1, 3), words=(DONE,)), "Suite"), (SEATS, "Valider")],
)
def test_a_prompt_names_the_button_of_the_page_and_no_key(day: Day, choices: Choices, button: str) -> None:
    day.show(choices, prompt="Prêts ? Entrée.")
    assert day.shown("prompt", "textContent") == f"Prêts ? {button}."
    assert button in [*day.labels(), day.shown("send", "textContent")]


def test_few_numbers_are_buttons_and_many_are_typed(day: Day) -> None:
    day.show(Choices(kind=Kind.NUMBER, numbers=(0, 5)))
    day.touch("3")
    day.send()
    day.show(Choices(kind=Kind.NUMBER, numbers=(10, 60)), turn=2)
    assert day.labels() == []
    for typed, refused in (("61", True), ("", True), ("42", False)):
        day.scripts.run("const field = document.getElementById('options').querySelector('input');"
                        f"field.value = '{typed}'; field.dispatch('input'); return 0")  # fmt: skip
        assert day.shown("send", "disabled") == refused
    day.send()
    assert day.sent == [(1, Reply(Number(3))), (2, Reply(Number(42)))]


def test_a_text_is_typed_and_sent_on_one_line(day: Day) -> None:
    day.show(Choices(kind=Kind.TEXT, length=40))
    day.scripts.run("const field = document.getElementById('options').querySelector('textarea');"
                    "field.value = ' le 4  ment '; field.dispatch('input'); return 0")  # fmt: skip
    day.send()
    assert day.sent == [(1, Reply(Text("le 4 ment")))]


def test_a_choice_is_forgotten_with_its_question_and_kept_while_it_stands(day: Day) -> None:
    day.show(SEATS)
    day.touch("Bruno")
    day.show(SEATS, number=2)
    assert not day.shown("send", "disabled")
    day.show(SEATS, turn=2)
    assert day.shown("send", "disabled")


def test_an_answer_is_noted_once_it_is_stored_and_not_before(day: Day) -> None:
    day.show(SEATS)
    day.touch("Bruno")
    day.send()
    on_its_way = day.shown("noted", "textContent")
    day.show(SEATS, stored=Seats((2,)))
    noted = day.shown("noted", "textContent")
    assert on_its_way
    assert "Bruno" in noted


def test_what_cannot_be_sent_is_said_to_be_unsent(day: Day) -> None:
    day.show(SEATS)
    day.touch("Bruno")
    day.scripts.run("globalThis.open = false")
    day.send()
    unsent = day.shown("noted", "textContent")
    assert unsent
    day.show(SEATS, stored=Seats((1,)))
    assert day.shown("noted", "textContent") == unsent


def test_what_is_told_stays_where_it_stands_and_the_new_is_added(day: Day) -> None:
    said = [["say", f"line {number}"] for number in range(4)]
    day.watch(said=said[:3])
    day.scripts.run("document.getElementById('said').lastChild.kept = true")
    day.watch(said=said[1:])
    lines = day.scripts.run(
        "document.getElementById('said').children.map((one) => [one.textContent, one.kept ?? false])"
    )
    assert lines == [["line 1", False], ["line 2", True], ["line 3", False]]


def test_what_goes_from_among_the_lines_leaves_the_others_standing(day: Day) -> None:
    said = [["caption", "Qui ?"], ["notice", "Pas cette place."]]
    day.watch(said=said)
    day.scripts.run("document.getElementById('said').firstChild.kept = true")
    day.watch(said=[said[0], ["notice", "Noté : Bruno."]])
    assert day.shown("said", "firstChild.kept")
    assert day.shown("said", "children.length") == 2


def test_the_time_left_goes_down_by_itself_and_rests_while_the_game_is_paused(day: Day) -> None:
    clock = {"gone": 10, "lasts": 100}
    day.watch(countdown=clock)
    assert day.shown("countdown", "textContent").endswith("1:30")
    day.scripts.go_on(25)
    assert day.shown("countdown", "textContent").endswith("1:05")
    day.watch(countdown=clock, paused=True)
    day.scripts.go_on(60)
    assert day.shown("countdown", "textContent").endswith("1:30")
    day.watch()
    assert day.shown("countdown", "hidden")


def test_a_seat_that_was_chosen_before_a_pause_is_forgotten_in_it_and_after_it(day: Day) -> None:
    day.show(SEATS)
    day.touch("Bruno")
    for turn, paused in ((2, True), (3, False)):
        day.show(SEATS, turn=turn, paused=paused)
        assert not day.chosen
        day.touch("Bruno")
    assert not day.sent


@pytest.mark.parametrize("choices", [CONFIRM, SEATS, YES_NO, None])
def test_in_a_pause_one_button_ends_it_whatever_is_asked(day: Day, choices: Choices | None) -> None:
    day.show(choices, paused=True)
    assert (day.shown("send", "textContent"), day.labels(), day.touchable) == ("Reprends", [], [])
    day.send()
    assert day.sent == [(1, Order.RESUME)]


def test_the_game_is_put_away_from_the_page_once_that_is_confirmed(day: Day) -> None:
    day.show(SEATS)
    for last in ("Retour", None):
        day.touch("Quitter…", "menu")
        assert day.shown("prompt", "textContent") == "Ranger la partie ? Elle est gardée."
        assert day.sent == []
        if last:
            day.touch(last)
    assert day.shown("send", "textContent") == "Quitter"
    day.send()
    assert day.sent == [(1, Order.QUIT)]


def test_the_menu_closes_once_an_order_is_given_and_stays_for_the_volume(day: Day) -> None:
    day.show(SEATS)
    for label, stays in (("Plus fort", True), ("Répète", False)):
        day.scripts.run("document.getElementById('menu').open = true; return 0")
        day.touch(label, "menu")
        assert day.shown("menu", "open") is stays
    day.scripts.run("document.getElementById('menu').open = true; return 0")
    day.show(SEATS, closed=True)
    assert day.shown("menu", "open") is False, "an open menu lights the room"


def test_with_closed_eyes_the_page_is_dark_between_two_windows_too(day: Day) -> None:
    day.watch(phase="before", closed=True)
    assert day.scripts.run("document.body.className") == "asleep"
    day.watch(phase="before")
    assert day.scripts.run("document.body.className") == ""


def test_whoever_has_won_stands_on_a_screen_of_its_own(day: Day) -> None:
    day.watch(phase="over", won="Le village a gagné.")
    assert day.shown("won", "textContent") == "Le village a gagné."
    day.watch()
    assert not day.shown("won", "textContent")


@pytest.mark.parametrize(("label", "order"), [("Répète", Order.REPEAT), ("État", Order.STATE)])
def test_orders_are_sent_at_once(day: Day, label: str, order: Order) -> None:
    day.show(SEATS)
    day.touch(label, "menu")
    assert [entry for _, entry in day.sent] == [order]


def test_what_is_told_names_the_button_of_the_page_too(day: Day) -> None:
    day.show(SEATS, said=[["caption", "Une pression suffit, sur Entrée ou sur le bouton."]])
    told = day.scripts.run("Array.from(document.getElementById('said').children, (line) => line.textContent)")
    assert told == ["Une pression suffit, sur Suite ou sur le bouton."]


def test_who_leaves_is_chosen_in_the_circle_and_confirmed(day: Day) -> None:
    day.show(SEATS)
    asked = day.shown("prompt", "textContent")
    day.touch(day.labels("menu")[6], "menu")
    assert day.shown("prompt", "textContent") != asked
    day.touch("David")
    day.send()
    assert day.sent == [(1, entry_of({"leave": 4}))]
    assert (day.shown("prompt", "textContent"), day.chosen) == (asked, [])


def test_somebody_may_leave_where_nothing_is_asked_and_stay_after_all(day: Day) -> None:
    day.show(None, dead=[[2, ""]], prompt=None)
    leave = day.labels("menu")[6]
    day.touch(leave, "menu")
    assert day.touchable == [1, 3, 4, 5]
    (back,) = day.labels()
    day.touch(back)
    assert (day.touchable, day.sent) == ([], [])
    assert day.shown("question", "hidden")


def test_in_a_debate_a_seat_is_denounced_behind_a_button_of_its_own(day: Day) -> None:
    day.debate()
    assert (day.touchable, day.labels()) == ([], ["Personne", "Suite", "Dénoncer…"])
    day.touch("Dénoncer…")
    assert day.shown("prompt", "textContent") == "Qui est dénoncé ?"
    assert (day.touchable, day.labels()) == ([1, 2, 4], ["Retour"])
    day.touch("David")
    day.send()
    assert day.sent == [(1, Reply(Seats((4,))))]
    assert (day.touchable, day.chosen) == ([], [])


def test_who_wanted_to_denounce_may_go_back_and_ends_the_debate_as_ever(day: Day) -> None:
    day.debate()
    for label in ("Dénoncer…", "Retour", "Personne"):
        day.touch(label)
    day.send()
    assert day.sent == [(1, Reply(NOBODY))]


def test_whoever_was_denouncing_is_asked_the_next_question(day: Day) -> None:
    day.debate()
    day.touch("Dénoncer…")
    day.show(SEATS, turn=2)
    assert (day.shown("prompt", "textContent"), day.touchable) == ("Qui ?", [1, 2, 4])
    assert day.labels() == ["Personne"]


def test_a_call_is_written_large_for_who_cannot_hear_it_and_read_aloud_at_once(day: Day) -> None:
    day.watch(called=True, call="Voyante")
    assert day.shown("signal", "textContent") == "Voyante"
    assert day.shown("signal", "attributes")["aria-live"] == "assertive"
    day.watch(called=True, call=None)
    assert day.shown("signal", "textContent")
    day.watch()
    assert not day.shown("signal", "textContent")


def test_the_story_of_the_game_is_a_link_once_it_can_be_read(day: Day) -> None:
    day.watch(story=False)
    assert day.shown("story", "hidden")
    day.watch(story=True)
    assert not day.shown("story", "hidden")
    assert day.shown("story", "attributes")["href"] == "story"
    assert day.shown("story", "textContent")


def test_a_spectator_is_offered_nothing_to_touch(day: Day) -> None:
    day.watch()
    assert (day.labels(), day.touchable) == ([], [])
    assert day.shown("menu", "hidden")
    assert day.shown("answer", "hidden")
