"""From nightfall to dawn nobody changes who is in authority, nor how loud it is; by day everybody may."""

from __future__ import annotations

import pytest
from sittings import Script, Sitting
from tables import table

from narrator.core.answers import NOBODY, SILENT
from narrator.core.effects import Everyone
from narrator.inbox.entry import Order
from narrator.session.captions_only import CaptionsOnly, instantly
from narrator.session.narration import Quit
from narrator.village.game import VillageSetup

AUTHORITY = (Order.PHONE, Order.LOUDER, Order.SOFTER)
LATER = "Le son et le téléphone se règlent de jour, quand tous ont les yeux ouverts."
SCRIPT: Script = {"thief.card": [SILENT], "seer.target": [SILENT], "wolves.victim": [NOBODY], "debate.end": []}


class Loud(CaptionsOnly):
    """A mouth that counts how often it was set."""

    asked = 0

    def volume(self, steps: int) -> bool:  # noqa: ARG002 - any step counts
        """Count."""
        self.asked += 1
        return True


class Evening(Sitting):
    """A sitting with a loudspeaker and a phone, of which it is noted how often they were asked to change."""

    def __post_init__(self) -> None:
        """Set the room up."""
        super().__post_init__()
        self.loud = Loud(self.clock, instantly)
        self.ports.mouth = self.loud
        self.given_away = 0
        self.ports.phone = self._give_away

    @property
    def changed(self) -> int:
        """Return how often authority or volume changed."""
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
    with pytest.raises(Quit):
        before.play()
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


@pytest.mark.parametrize("order", AUTHORITY)
def test_by_day_it_is_done(order: Order) -> None:
    evening = Evening(laid(), {**SCRIPT, "debate.end": [[(1.0, order), (2.0, Order.QUIT)]]})
    with pytest.raises(Quit):
        evening.play()
    assert evening.changed == 1
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
