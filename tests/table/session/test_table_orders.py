"""Orders at any question: what is said again to it, and who may order what at night."""

from __future__ import annotations

import pytest
from havana import family
from rooms import Keyed
from sittings import Keying, Script, Sitting
from tables import table

from narrator.rules.core.answers import DONE, NOBODY, SILENT, Diamonds, Leave, Number, Text, seat
from narrator.rules.core.effects import Everyone
from narrator.rules.village.game import VillageSetup
from narrator.table.inbox.entry import Order
from narrator.table.session.narration import CaptionsOnly, instantly


def said_after(sitting: Sitting, line: str) -> list[str]:
    """Play; return the lines that were said after one was first, and the line itself."""
    sitting.play()
    lines = [told for _, told in sitting.said]
    return lines[lines.index(line) :]


@pytest.mark.parametrize("order", [Order.REPEAT, None], ids=["asked for", "after a while"])
def test_a_question_that_somebody_s_leaving_interrupted_is_said_again(order: Order | None) -> None:
    setup = table("infiltré croyant*7", game="infiltres", values={"elect": "never", "debate": "0", "words": "few"})
    meanwhile: list[Keyed] = [(30.0, order)] if order is not None else []
    votes: list[Keying] = [[(5.0, Leave(5))], [(5.0, Leave(6))], [*meanwhile, (100.0, seat(2))]]
    sitting = Sitting(setup, {"wolves.victim": [NOBODY] * 9, "debate.end": [DONE], "vote.result": votes})
    told = said_after(sitting, "vote.signal")
    assert told[: told.index("vote.dead")].count("vote.most") == 2 + len(meanwhile)
    after = len(told) - told[::-1].index("left.dead")
    assert "vote.most" in told[after : told.index("vote.dead")]


def test_what_was_said_before_a_departure_is_not_said_again_once_there_was_an_answer() -> None:
    setup = table("infiltré croyant*7", game="infiltres", values={"elect": "never", "debate": "0", "words": "few"})
    votes: list[Keying] = [[(5.0, Leave(5))], seat(2), [(5.0, Order.REPEAT), (40.0, seat(3))]]
    sitting = Sitting(setup, {"wolves.victim": [NOBODY] * 9, "debate.end": [DONE] * 2, "vote.result": votes})
    told = said_after(sitting, "dawn.nobody")
    second_day = told[told.index("nightfall") :]
    assert second_day.count("vote.signal") == 2, "once, and once more when it was asked for"


def test_a_question_that_is_put_without_a_word_repeats_what_led_to_the_one_before() -> None:
    shown: list[Keying] = [[(30.0, Order.REPEAT), (50.0, Diamonds(3))]]
    answers: Script = {"cuba.hidden": [Number(0)], "cuba.returned": [Number(5)], "cuba.accused": [seat(2)]}
    told = said_after(Sitting(family(8), {**answers, "cuba.pockets": shown}), "accuse")
    assert told[: told.index("pockets.diamonds")] == ["accuse", "accuse"]


BOER, LEAVES = Text("boer 1"), Leave(6)


@pytest.mark.parametrize(
    "written",
    [
        [[(5.0, BOER), (15.0, LEAVES), (16.0, LEAVES)], [(1000.0, NOBODY)]],
        [[(5.0, LEAVES), (6.0, LEAVES), (10.0, BOER)]],
    ],
)
def test_who_leaves_while_a_message_is_written_leaves_afterwards_and_it_is_kept(written: list[Keying]) -> None:
    setup = table(
        "boer*2 sergent-major messager fusilier*8",
        game="mafeking",
        values={"elect": "never", "debate": "0", "words": "few"},
    )
    sitting = Sitting(
        setup,
        {
            "seer.target": [NOBODY] * 3,
            "wolves.victim": [NOBODY] * 3,
            "debate.end": [DONE] * 3,
            "vote.result": [seat(3), NOBODY],
            "message.text": written,
            "message.to": [seat(5)] * 2,
        },
    )
    told = said_after(sitting, "message.leave")
    assert told[1] == "left.dead"
    assert [given for question, given in sitting.answers if question == "message.text"] == [LEAVES, BOER]
    assert len([call for _, call in sitting.windows if call == "message"]) == 1, "in one window, which all know of"


AUTHORITY = (Order.PHONE, Order.LOUDER, Order.SOFTER)
LATER = "Le son et le téléphone se règlent de jour, quand tous ont les yeux ouverts."
SCRIPT: Script = {"thief.card": [SILENT], "seer.target": [SILENT], "wolves.victim": [NOBODY], "debate.end": []}


class Loud(CaptionsOnly):
    """A mouth that counts how often it was set."""

    asked = 0

    def volume(self, steps: int) -> bool:  # noqa: ARG002 - any step counts
        self.asked += 1
        return True


class Evening(Sitting):
    """A sitting with a loudspeaker and a phone, of which it is noted how often they were asked to change."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.loud = Loud(self.clock, instantly)
        self.ports.mouth = self.loud
        self.given_away = 0
        self.ports.phone = self._give_away

    @property
    def changed(self) -> int:
        return self.loud.asked + self.given_away

    def _give_away(self) -> None:
        self.given_away += 1


def laid(mode: str = "joueur") -> VillageSetup:
    return table("loup-garou voyante villageois*2 voleur", "sorcière villageois", mode=mode, values={"elect": "never"})


@pytest.mark.parametrize("order", AUTHORITY)
@pytest.mark.parametrize("call", ["seer", "wolves", "witch"])
def test_in_a_window_it_is_refused_on_the_private_screen_alone(order: Order, call: str) -> None:
    quiet, asked = Evening(laid(), SCRIPT), Evening(laid(), SCRIPT)
    quiet.play()
    asked.key(quiet.opened(call) + 3.0, order)
    asked.play()
    assert asked.changed == 0
    assert asked.senses.public == quiet.senses.public
    told = [(to, text) for at, to, text in asked.senses.secret if at == pytest.approx(quiet.opened(call) + 3.0)]
    assert told == [(Everyone(), LATER)]


@pytest.mark.parametrize("order", AUTHORITY)
@pytest.mark.parametrize("mode", ["joueur", "meneur"])
def test_at_night_outside_of_windows_it_is_refused_for_all_to_see(order: Order, mode: str) -> None:
    quiet, before = Evening(laid(mode), SCRIPT), Evening(laid(mode), SCRIPT)
    quiet.play()
    before.key(quiet.opened("seer") + 1.0, Order.QUIT)
    before.put_away()
    after = Evening(before.setup, SCRIPT, before.journal, start=9000.0)
    after.key(9001.0, order)
    after.play(resumed=True)
    assert after.opened("seer") > 9001.0
    assert after.changed == 0
    told = [entry.partition(" ")[2] for entry in after.public(9001.0, after.opened("seer")) if "notice" in entry]
    assert told == [f"notice: {LATER}"]


@pytest.mark.parametrize("order", AUTHORITY)
def test_it_is_refused_while_the_night_is_paused(order: Order) -> None:
    quiet, asked = Evening(laid(), SCRIPT), Evening(laid(), SCRIPT)
    quiet.play()
    at = quiet.opened("seer") + 3.0
    for later, pressed in enumerate((Order.PAUSE, order, Order.RESUME)):
        asked.key(at + later, pressed)
    asked.play()
    assert asked.changed == 0


@pytest.mark.parametrize(("order", "told"), zip(AUTHORITY, ("", "Le son monte.", "Le son baisse."), strict=True))
def test_by_day_it_is_done_and_that_it_is_louder_or_softer_is_told(order: Order, told: str) -> None:
    evening = Evening(laid(), {**SCRIPT, "debate.end": [[(1.0, order), (2.0, Order.QUIT)]]})
    evening.put_away()
    assert evening.changed == 1
    assert evening.senses.public[-1].endswith(f"notice: {told}" if told else "")
    assert not [entry for entry in evening.senses.public if LATER in entry]


def test_the_refusal_is_one_sentence_whether_or_not_there_is_a_phone() -> None:
    quiet = Evening(laid(), SCRIPT)
    quiet.play()
    at = quiet.opened("wolves") + 1.0
    told = []
    for phone in (quiet.ports.phone, None):
        sitting = Evening(laid(), SCRIPT)
        sitting.ports.phone = phone
        sitting.key(at, Order.PHONE)
        sitting.play()
        told.append([text for when, _, text in sitting.senses.secret if when == pytest.approx(at)])
    assert told == [[LATER], [LATER]]
