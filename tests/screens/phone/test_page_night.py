"""The private screen: as many keys in every window, nothing left of the one before, and the same light in all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from page_scripts import GREETING, PageScripts, table_view

from narrator.rules.core.answers import NOBODY, YES, YES_NO, Answer, Card, Choices, Kind, Number, Seats, Text
from narrator.screens.phone.messages import entry_of
from narrator.table.inbox.entry import Order, Reply

SEAT = Choices(kind=Kind.SEATS, seats=(1, 2), words=(NOBODY,))
WINDOWS: dict[str, tuple[list[str], Choices | None]] = {
    "nobody is there": ([], None),
    "a card is shown": (["Ta carte : la Petite fille."], None),
    "a seat": (["Qui ?"], SEAT),
    "two seats": (["Qui ?", "Et qui ?"], Choices(kind=Kind.SEATS, seats=(1, 2, 3), count=(2, 2))),
    "yes or no": (["Guérir Emma ?"], YES_NO),
    "a card": (["Quelle carte ?"], Choices(kind=Kind.CARD, cards=("sorcière", "voleur"))),
    "a number": (["Combien ?"], Choices(kind=Kind.NUMBER, numbers=(0, 30))),
    "a text": (["Le message ?"], Choices(kind=Kind.TEXT, length=9)),
}


class Night:
    """The private screen of a paired phone; what it sends is read as the narrator reads it."""

    def __init__(self) -> None:
        self.scripts = PageScripts("night")
        self.scripts.run("globalThis.sent = []; return 0")
        self.scripts.run(
            "globalThis.here = new night.Night((turn, said) => { sent.push([turn, said]); return true; }); return 0"
        )

    def show(
        self,
        lines: list[str],
        choices: Choices | None,
        *,
        turn: int = 1,
        stored: Answer | None = None,
        there: bool = True,
        call: str | None = None,
        paused: bool = False,
        dead: Sequence[int] = (),
    ) -> None:
        table = table_view(choices, turn, stored, lines=lines)
        view = {"call": call, "paused": paused, "dead": [[seat, ""] for seat in dead]}
        self.scripts.call("here.show", GREETING.data(), table, there, view)

    def touch(self, *labels: str) -> None:
        """Touch keys by what begins to stand on them."""
        for label in labels:
            self.scripts.call(
                "((label) => document.getElementById('night').querySelectorAll('button')"
                ".find((one) => one.textContent.replace('\\n', ' ') === label).click())",
                label,
            )

    def on_keys(self, what: str = "textContent") -> list[Any]:
        found: list[Any] = self.scripts.run(
            f"document.getElementById('night').querySelectorAll('button').map((one) => one.{what})"
        )
        return found

    def lines(self) -> str:
        return str(self.scripts.run("document.getElementById('lines').textContent"))

    @property
    def sent(self) -> list[object]:
        return [entry_of(said) for _, said in self.scripts.run("sent")]


@pytest.fixture
def night() -> Night:
    return Night()


def test_every_window_has_as_many_keys_whatever_is_asked(night: Night) -> None:
    counts = set()
    for turn, (lines, choices) in enumerate(WINDOWS.values()):
        night.show(lines, choices, turn=turn)
        counts.add(len(night.on_keys()))
    assert counts == {GREETING.cells + 5}


def test_a_line_names_a_key_of_the_page_and_none_of_a_keyboard(night: Night) -> None:
    night.show(["Essai pour Bruno, une place, puis Entrée."], SEAT)
    assert night.lines() == "Essai pour Bruno, une place, puis Suite."
    assert "Suite" in night.on_keys()


@pytest.mark.parametrize("call", [None, "Petite Fille"])
@pytest.mark.parametrize(("lines", "choices"), WINDOWS.values(), ids=WINDOWS)
def test_a_window_gives_the_same_light_whoever_reads_and_is_called(
    night: Night, lines: list[str], choices: Choices | None, call: str | None
) -> None:
    """Every box measures the same here, and a letter gives one light: what texts do not give the lines on keys do."""
    night.show(lines, choices, call=call)
    whole = 0.16 * 100 * 40 + 0.05 * 100 * 40 * (GREETING.cells + 5)
    most = 0.76 * 100 * (GREETING.cells + 5)
    high = -(-whole // most)
    shown = float(night.scripts.run("document.getElementById('night').styles['--glow']"))
    letters = night.scripts.run(
        "[...document.getElementById('night').querySelectorAll('button'), document.getElementById('heading'),"
        "...document.getElementById('lines').children].map((one) => one.textContent).join('').length"
    )
    assert night.scripts.run("document.getElementById('night').styles['--line']") == f"{high:.0f}px"
    assert shown * most * high + letters == pytest.approx(whole, abs=0.1)


@pytest.mark.parametrize(
    ("window", "touched", "entry"),
    [
        ("a seat", ["2 Bruno"], Reply(Seats((2,)))),
        ("a seat", ["Personne"], Reply(NOBODY)),
        ("two seats", ["3 Chloé", "1 Alice"], Reply(Seats((3, 1)))),
        ("yes or no", ["Oui"], Reply(YES)),
        ("a card", ["Voleur"], Reply(Card("voleur"))),
        ("a number", ["autres…", "17"], Reply(Number(17))),
        ("a text", ["mno", "n", "mno", "o", "espace", "0–9", "7", "Suite"], Reply(Text("no 7"))),
        ("a seat", ["Suite"], Order.NEXT),
        ("nobody is there", ["Suite"], Order.NEXT),
        ("a seat", ["Annule"], Order.UNDO),
    ],
)
def test_a_touch_in_a_window_is_an_answer_or_an_order(
    night: Night, window: str, touched: list[str], entry: object
) -> None:
    night.show(*WINDOWS[window])
    night.touch(*touched)
    assert night.sent == [entry]


@pytest.mark.parametrize("touched", [[], ["2 Bruno"], ["Personne"]], ids=str)
@pytest.mark.parametrize(("lines", "choices"), WINDOWS.values(), ids=WINDOWS)
def test_in_a_pause_the_key_that_goes_on_ends_it_whatever_is_asked_or_chosen(
    night: Night, lines: list[str], choices: Choices | None, touched: list[str]
) -> None:
    night.show(lines, choices, paused=True)
    keys = night.on_keys()
    night.touch(*(key for key in touched if key.replace(" ", "\n") in keys), "Suite")
    assert night.sent[-1] is Order.RESUME


@pytest.mark.parametrize("paused", [True, False], ids=["a pause begins", "a pause is over"])
def test_what_is_half_chosen_is_forgotten_where_the_turn_changes_for_a_pause(night: Night, paused: bool) -> None:
    window = WINDOWS["two seats"]
    night.show(*window, paused=not paused)
    night.touch("2 Bruno")
    night.show(*window, turn=2, paused=paused)
    assert "○ 2\nBruno" not in night.on_keys()
    night.touch("1 Alice")
    assert not any(isinstance(entry, Reply) for entry in night.sent)


def test_a_stored_choice_stands_in_a_pause_too(night: Night) -> None:
    night.show(*WINDOWS["a seat"])
    night.touch("2 Bruno")
    night.show(*WINDOWS["a seat"], turn=2, stored=Seats((2,)), paused=True)
    assert "● 2\nBruno" in night.on_keys()


def test_where_nothing_is_asked_a_touched_seat_is_chosen_and_not_sent(night: Night) -> None:
    night.show([], None)
    night.touch("2 Bruno")
    assert night.sent == []
    assert "○ 2\nBruno" in night.on_keys()


def test_who_goes_on_with_half_a_choice_is_told_what_is_missing_and_may_complete_it(night: Night) -> None:
    """A leader's wish to go on would pass over the call."""
    night.show(*WINDOWS["two seats"])
    night.touch("2 Bruno", "Suite")
    assert night.sent == []
    assert night.lines().endswith("Touchez 2 joueurs, ou annulez.")
    night.touch("1 Alice")
    assert night.sent == [Reply(Seats((2, 1)))]


def test_the_dead_are_marked_on_their_keys(night: Night) -> None:
    night.show(*WINDOWS["a seat"], dead=[4])
    assert {"3\nChloé", "† 4\nDavid"} <= set(night.on_keys())


def test_a_choice_is_marked_as_stored_once_the_narrator_says_so(night: Night) -> None:
    night.show(*WINDOWS["a seat"])
    night.touch("2 Bruno")
    assert "○ 2\nBruno" in night.on_keys()
    night.show(*WINDOWS["a seat"], stored=Seats((2,)))
    assert "● 2\nBruno" in night.on_keys()


def test_the_last_letter_is_taken_back_before_the_answer_is(night: Night) -> None:
    night.show(*WINDOWS["a text"])
    night.touch("mno", "n", "mno", "o", "Annule", "Suite")
    assert night.sent == [Reply(Text("n"))]


def test_a_text_stops_at_its_length(night: Night) -> None:
    night.show(*WINDOWS["a text"])
    night.touch(*["espace", "mno", "n"] * 6, "Suite")
    (reply,) = night.sent
    assert isinstance(reply, Reply)
    assert isinstance(reply.answer, Text)
    assert len(reply.answer.text) <= 9


def test_nothing_of_a_window_is_left_in_the_next(night: Night) -> None:
    night.show(["Ta carte : la Sorcière."], SEAT)
    night.touch("2 Bruno")
    night.show([], None, turn=2)
    assert night.lines() == ""
    assert set(night.on_keys("attributes['aria-pressed']")) == {"false"}


def test_a_wiped_screen_says_nothing(night: Night) -> None:
    night.show(["Ta carte : la Sorcière."], SEAT)
    night.touch("2 Bruno")
    night.scripts.run("here.wipe(); return 0")
    assert night.scripts.run("document.getElementById('night').hidden")
    assert night.lines() == ""
    assert set(night.on_keys()) == {""}


def test_a_screen_that_is_cut_off_says_so(night: Night) -> None:
    night.show(*WINDOWS["a seat"])
    connected = night.lines()
    night.show(*WINDOWS["a seat"], there=False)
    assert night.lines() != connected
