"""What is secret in a window: what is shown, taken, acknowledged and taken back, and who must feign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest
from rooms import wording
from shipped import shipped
from sittings import Script, Sitting
from tables import table

from narrator.packs.wording import Wording
from narrator.rules.core.answers import (
    DONE,
    KEEP,
    NO,
    NOBODY,
    SILENT,
    YES,
    YES_NO,
    Answer,
    Choices,
    Kind,
    Leave,
    Seats,
    seat,
)
from narrator.rules.core.effects import Ask, Audience, Count, Deed, Effect, Everyone, Fact, Form, Show, Term, Window
from narrator.rules.core.secrets import Secret
from narrator.rules.village import declassify
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.phases.deaths import depart
from narrator.rules.village.state import HUNTERS, VillageState
from narrator.screens.even_light import PrivateLines
from narrator.table.inbox.entry import Order
from narrator.table.inbox.moment import Facts
from narrator.table.session.answer_store import AnswerStore
from narrator.table.session.known_cards import Holdings
from narrator.table.session.private_game import PrivateGame, PrivateView
from narrator.table.session.replay import Cursor, replay, undo_by_day
from narrator.table.session.slot_worker import IdleCall

SETUP = table("loup-garou voyante sorcière villageois*3", values={"elect": "never"})
NIGHT: Script = {"seer.target": [seat(3)], "wolves.victim": [seat(4)], "witch.heal": [NO], "witch.poison": [NOBODY]}


def test_a_game_goes_back_with_its_answers_its_place_and_its_cards() -> None:
    sitting = Sitting(SETUP, {**NIGHT, "debate.end": [DONE], "vote.result": [seat(2), seat(5)]})
    sitting.play()
    journal = sitting.journal
    answers, before = AnswerStore(SETUP, journal, journal.record()), journal.record().answers
    played, holdings = answers.replayed(), Holdings()
    cursor = Cursor(played.walk, played.steps, len(played.steps))
    holdings.stand(played.steps)
    target = undo_by_day(played)
    assert target is not None
    told = PrivateGame(cursor, answers, holdings, wording(SETUP), led=True).go_back(target)
    assert journal.record().answers == answers.given == before[: target.answers] != before
    assert told == replay(SETUP, before).steps[: target.step]
    assert cursor.at == target.step - 1
    known = Holdings()
    known.stand(told)
    assert [*holdings.told()] == [*known.told()]


HEAL, POISON = (
    Ask(question=question, choices=YES_NO, living=(1, 2, 3, 4), slot=0) for question in ("witch.heal", "witch.poison")
)


class Page:
    """A private screen, as the others keep theirs."""

    def __init__(self) -> None:
        self.lines = PrivateLines()

    def private(self, to: Audience, text: str) -> None:  # noqa: ARG002 - whoever is called looks at it
        self.lines.add(text)

    def reply(self, to: Audience, *texts: str, over: Sequence[str] = ()) -> None:  # noqa: ARG002 - all look at it
        self.lines.reply(texts, over)


WORDING = Wording(shipped("thiercelieux").words["fr"])


def view(page: Page) -> PrivateView:
    return PrivateView(page, None, WORDING, Facts(4), None)


@pytest.mark.parametrize(("answer", "told"), [(SILENT, "screen.late"), (NO, "screen.noted")])
def test_a_question_and_what_was_refused_go_with_their_slot_and_whoever_was_late_is_told_so(
    answer: Answer, told: str
) -> None:
    page = Page()
    window = view(page)
    window.put(HEAL)
    window.reply(Everyone(), "refused.word")
    window.end(HEAL, answer)
    window.put(POISON)
    said = WORDING.line(told, **({"text": Term(Form.TEXT, "non")} if answer is NO else {}))
    assert [*page.lines] == [said, WORDING.prompt(POISON)]
    window.serve(Order.REPEAT, POISON)
    assert WORDING.prompt(HEAL) not in [*page.lines]


def test_what_is_noted_in_one_slot_stands_where_another_ends_without_an_answer() -> None:
    """To a witch who cured, and whose poison stays where it is, "too late" alone would read as if nothing were done."""
    page = Page()
    window = view(page)
    window.put(HEAL)
    window.tell_kept(Everyone(), YES, 1.0)
    window.end(HEAL, YES)
    window.put(POISON)
    window.end(POISON, SILENT)
    assert [*page.lines] == [WORDING.line("screen.noted", text=Term(Form.TEXT, "oui")), WORDING.line("screen.late")]


def test_a_departure_is_asked_for_again_only_until_something_else_is_entered() -> None:
    page = Page()
    window = view(page)
    window.put(HEAL)
    window.ask_leaving(Leave(4))
    assert len([*page.lines]) == 2
    window.inform("leave.noted")
    assert [*page.lines] == [WORDING.prompt(HEAL), WORDING.line("leave.noted")]


ASKING = Window(call="seer", slots=(10.0,), led=True, counts=((Count((seat(1),)),),))
DEED = Deed(line="thief.story", args=Secret(()))
SHOW = Show(line="seer.sees", to=Everyone(), args=Secret(()), slot=0)
ASK = Ask(question="seer.target", choices=Choices(kind=Kind.SEATS, seats=(1,)), living=(1,), slot=0)
IDENTIFYING = replace(ASK, question="seer.seat", identifies=True)


@pytest.mark.parametrize(
    ("happens", "feigned"), [([], True), ([DEED], True), ([SHOW], False), ([ASK], False), ([ASK, DEED], False)]
)
def test_a_call_in_which_nobody_is_asked_or_shown_anything_is_feigned(happens: list[Effect], feigned: bool) -> None:
    call = IdleCall(ASKING)
    for effect in happens:
        call.note(effect)
    assert call.feigned == feigned


@pytest.mark.parametrize(("answer", "feigned"), [(None, False), (Seats((1,)), False), (NOBODY, True)])
def test_a_call_whose_leader_told_that_nobody_is_there_is_feigned(answer: Answer | None, feigned: bool) -> None:
    call = IdleCall(Window(call="lovers", slots=(10.0,), led=True))
    call.note(IDENTIFYING, answer)
    assert call.feigned == feigned


@pytest.mark.parametrize("counts", [(), ((),)])
def test_a_call_in_which_nothing_is_ever_asked_is_not_feigned(counts: tuple[tuple[Count, ...], ...]) -> None:
    assert not IdleCall(Window(call="wolves", slots=(10.0,), led=True, counts=counts)).feigned


CARDS = table("loup-garou voyante villageois*4", values={"elect": "never"})
KEYED: Script = {
    "seer.target": [[(1.0, seat(3)), (2.0, seat(99)), (3.0, seat(4)), (4.0, Order.UNDO), (5.0, seat(5))]],
    "wolves.victim": [[(1.0, NOBODY)]],
    "debate.end": [],
}


@dataclass
class Notes:
    """Notes what it is told is kept."""

    told: list[tuple[str, Answer | None]] = field(default_factory=list)

    def kept(self, ask: Ask, answer: Answer | None) -> None:
        self.told.append((ask.question, answer))


def test_what_is_keyed_is_acknowledged_at_once_and_on_disk_once_its_slot_is_over() -> None:
    sitting = Sitting(CARDS, KEYED)
    sitting.ports.acknowledger = notes = Notes()
    assert sitting.play() == "debate.end"
    assert notes.told == [
        ("seer.target", None),
        ("seer.target", seat(3)),
        ("seer.target", seat(4)),
        ("seer.target", None),
        ("seer.target", seat(5)),
        ("wolves.victim", None),
        ("wolves.victim", NOBODY),
    ]
    assert sitting.answers[:2] == [("seer.target", seat(5)), ("wolves.victim", NOBODY)]


def test_after_a_restart_what_was_only_keyed_is_asked_anew() -> None:
    stopped = Sitting(CARDS, {"seer.target": [[(1.0, seat(3)), (2.0, Order.QUIT)]]})
    stopped.put_away()
    resumed = stopped.resume({"seer.target": [[]], "wolves.victim": [SILENT]})
    resumed.ports.acknowledger = notes = Notes()
    resumed.play(resumed=True)
    assert notes.told[0] == ("seer.target", None)
    assert resumed.answers[0] == ("seer.target", SILENT)


def laid(told: str, cards: str = "loup-garou sorcière villageois*5", centre: str = "") -> VillageSetup:
    return table(cards, centre, values={"tell_victim": told, "elect": "never"})


def night(setup: VillageSetup, victim: Answer) -> Sitting:
    script: Script = {"thief.card": [KEEP], "wolves.victim": [victim], "witch.heal": [NO], "witch.poison": [NOBODY]}
    sitting = Sitting(setup, script)
    sitting.play()
    return sitting


def heard(sitting: Sitting) -> list[str]:
    lines = sitting.lines()
    return lines[lines.index("witch.wake") : lines.index("witch.sleep") + 1]


def test_everybody_hears_it_before_the_witch_acts() -> None:
    assert heard(night(laid("yes"), seat(3))) == ["witch.wake", "victim.heard", "witch.sleep"]
    assert heard(night(laid("yes"), NOBODY)) == ["witch.wake", "victim.nobody", "witch.sleep"]


def test_it_is_said_as_well_where_the_witch_is_not_there_to_hear_it() -> None:
    cards = "loup-garou villageois*5 voleur"
    told = night(laid("yes", cards, "sorcière villageois"), seat(3))
    assert heard(told) == ["witch.wake", "victim.heard", "witch.sleep"]


def test_nobody_hears_it_unless_it_was_asked_for() -> None:
    assert heard(night(laid("no"), seat(3))) == ["witch.wake", "witch.sleep"]


def test_it_is_no_fact_unless_it_was_asked_for() -> None:
    quiet, told = VillageState(laid("no"), depart), VillageState(laid("yes"), depart)
    quiet.tonight.attacks[HUNTERS] = told.tonight.attacks[HUNTERS] = 3
    with pytest.raises(ValueError, match="secret"):
        declassify.victim(quiet)
    assert declassify.victim(told) == Fact(Form.SEAT, 3)
