"""Law 1 with the driver and the cards of the extensions: nights in which nobody is attacked, and what days do to cards.

What the rulings tell everybody is public here: there is no bear, the crow and the judge rest. The angel, who opens with
a day, and attacks with all that comes of them, are walked without a driver by `every_world.py`.
"""

from __future__ import annotations

from random import Random

import pytest
from counted_parties import CountedParty
from evenings import redealt
from hypothesis import assume, event, example, given, settings
from hypothesis import strategies as st
from leaky_drivers import Mourning
from parties import Event, Party, Plan
from players import any_answer, hands, option_texts
from tables import hunter_cards, runs, table
from test_non_interference_at_the_table import KINDS, Twins, events, notices

from narrator.rules.core.answers import NO, NOBODY, Answer
from narrator.rules.core.effects import Ask
from narrator.rules.core.play import choices_of
from narrator.table.session.ports import Pace

GAME = "thiercelieux"
LOUD = {"montreur-d-ours", "ange"}
HARMLESS = ("fox.target", "defender.target", "piper.targets", "wolfhound.side", "wildchild.model", "seer.target")
"""What may be answered anyhow in a night in which nobody dies."""


class QuietParty(Party):
    """One table at which nobody dies by night."""

    def _options(self, ask: Ask) -> Answer | None:
        if ask.question in HARMLESS:
            return self._chance.choice([None, any_answer(choices_of(ask), self._chance)])
        return self._chance.choice((None, NOBODY, NO))


class QuietCountedParty(QuietParty, CountedParty):
    """The same with one button and a light."""


@st.composite
def twins(
    draw: st.DrawFn,
    kinds: tuple[str, ...] = KINDS,
    modes: tuple[str, ...] = ("joueur", "meneur"),
    *,
    spared: str | None = None,
) -> Twins:
    """Draw two tables that look the same from outside; whoever is voted out or leaves has the same card at both.

    Who has the card `spared` is voted out on the first day, and leaves in the second night.
    """
    cards, players = draw(hands(GAME, least=6, most=12, extensions=True))
    if spared is not None and spared not in cards:
        assume("villageois" in cards)
        cards[cards.index("villageois")] = spared
    assume(not LOUD & {*cards})
    tame = [seat for seat, card in enumerate(cards[:players], 1) if card not in ("cupidon", *hunter_cards(GAME))]
    assume(tame)
    known = draw(st.lists(st.sampled_from(tame), unique=True, max_size=3), label="known")
    nights = draw(st.integers(1, 3), label="nights")
    hanged = [draw(st.sampled_from([None, *known]), label="hanged") for _ in range(nights)]
    happening = list(draw(st.lists(events(nights, known or [1], kinds), max_size=3), label="events") if kinds else ())
    values = draw(option_texts())
    if spared is not None:
        assume(spared in cards[:players])
        known.append(cards.index(spared) + 1)
        hanged = [known[-1], None]
        happening.append(Event(night=2, after=draw(st.floats(0.0, 400.0)), what="leave", seat=known[-1]))
        values |= {"day": "vote", "count_votes": "no"}
    plan = Plan(
        victims=(None,) * len(hanged),
        hanged=tuple(hanged),
        events=tuple(happening),
        confirmations=tuple(draw(st.lists(st.sampled_from((3.0, 9.0, 20.0)), min_size=1, max_size=3))),
        pace=draw(st.sampled_from((Pace.NORMAL, Pace.FAST)), label="pace"),
        seed=draw(st.integers(0, 2**32)),
    )
    pinned = {*(seat - 1 for seat in known), *(at for at, card in enumerate(cards) if card == "villageois-villageois")}
    other = redealt(cards, sorted(pinned), Random(draw(st.integers(0, 2**32), label="the other deal")))
    mode, deal = draw(st.sampled_from(modes)), draw(st.sampled_from(("narrator", "cards")))
    one, two = (
        table(held[:players], held[players:], game=GAME, mode=mode, deal=deal, values=values) for held in (cards, other)
    )
    return Twins(one, two, plan, (draw(st.integers(0, 2**32)), draw(st.integers(0, 2**32))))


def before_the_first_night(*happening: Event) -> Twins:
    """Let someone leave in the round of the deal, whose card is another at each table: it is shown before any night."""
    deals = ("voleur", "villageois"), ("villageois", "voleur")
    one, other = (
        table(f"{first} loup-garou abominable-sectaire villageois*3", f"{left} villageois") for first, left in deals
    )
    leaves = Event(night=0, after=0.0, what="leave", seat=1)
    return Twins(one, other, Plan(victims=(None,), hanged=(None,), events=(leaves, *happening)), (0, 0))


IN_THE_LAST_CALL = Event(night=0, after=47.0, what="cut", lasting=5.0)
"""A power cut while the last seat is called in the round of the deal."""

AS_IT_ENDS = Event(night=0, after=49.3, what="cut", lasting=5.0)
"""One within the last moment of that call, when it is stored as over already: its end was not said."""


@settings(max_examples=runs(1000))
@given(twins())
@example(before_the_first_night(IN_THE_LAST_CALL))
@example(before_the_first_night(AS_IT_ENDS))
def test_nothing_secret_is_heard_or_seen_by_all_with_cards_of_the_extensions(pair: Twins) -> None:
    compared, found = pair.hear(party=QuietParty)
    event(f"{compared} nights compared")
    assert found is None


@pytest.mark.thorough
@settings(max_examples=runs(300))
@given(twins(modes=("joueur",)))
@example(before_the_first_night())
def test_nothing_secret_is_heard_where_it_is_counted(pair: Twins) -> None:
    assert pair.hear(party=QuietCountedParty)[1] is None


@pytest.mark.parametrize(("cut", "calls"), [(IN_THE_LAST_CALL, 7), (AS_IT_ENDS, 6)])
def test_who_is_called_when_the_power_fails_is_called_again_although_somebody_leaves(cut: Event, calls: int) -> None:
    pair = before_the_first_night(cut)
    heard = "\n".join(QuietParty(pair.one, pair.plan, 0).play())
    assert heard.count('"line": "round.seat"') == calls
    assert heard.index("resume.night") < heard.index("round.end") < heard.index("left.dead")


@settings(max_examples=runs(600))
@given(twins((), spared="idiot"))
def test_a_farewell_of_who_showed_his_card_and_lives_is_heard_whoever_is_asked(pair: Twins) -> None:
    assert pair.hear(party=QuietParty)[1] is None


@pytest.mark.thorough
def test_a_driver_that_takes_him_for_dead_is_noticed() -> None:
    assert notices(twins((), spared="idiot"), lambda pair: pair.hear(driver=Mourning, party=QuietParty))
