"""What every effect of every game keeps to: declared words, seats of the table, slots of the open window."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from narrator.rules.core.answers import SILENT
from narrator.rules.core.effects import (
    Ask,
    Deed,
    Effect,
    Fact,
    Form,
    Holders,
    Leader,
    News,
    Player,
    Say,
    Scene,
    Show,
    Term,
    Timer,
    Topic,
    Window,
)
from narrator.rules.core.play import Mode, choices_of
from narrator.rules.core.secrets import Secret, unseal
from narrator.rules.core.vocabulary import Vocabulary
from narrator.rules.cuba import catalogue as box
from narrator.rules.cuba.game import CubaSetup
from narrator.rules.village import catalogue as village
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.powers import POWERS
from narrator.sound.soundscape.scenes import resolved

Laid = VillageSetup | CubaSetup

IN_A_WINDOW = ("death.card", "hymn")
"""Public questions that may stand in a window: an unseen card of the dead, and who starts to sing."""

BY_DAY = ("scapegoat.seat",)
"""Secret questions that a leader may be asked in public: who pays for the tie of an opening vote."""

OFFERS = (
    *(
        "cuba.box",
        "reminder.wanted",
        "practice.wanted",
        "ready",
        "deal.done",
        "debate.end",
        "denounce.target",
        "relay.wanted",
    ),
    "debate.turn",
    *("again", "muster"),
)
"""Questions with a harmless answer that a rehearsal gives by itself. Pockets are one, where nothing depends on them."""

NAMES_NOBODY = ("parrain.next",)
"""Lines that have words for no seat at all: where nobody has won, the whole table names the next parrain."""

TIMED = ("debate.end", "denounce.target", "trial.accused")
"""Questions that stand as long as a debate."""


def vocabulary_of(setup: Laid) -> Vocabulary:
    """Gather what the game may say and ask, anew each time: a mutant changes it after it was imported."""
    return village.vocabulary(POWERS) if isinstance(setup, VillageSetup) else box.vocabulary()


def assert_declared(setup: Laid, effects: Sequence[Effect], words: Vocabulary) -> None:
    """Assert that all that is said, shown and asked is declared, and that whom and what it names is there."""
    seats = range(1, setup.players + 1)
    said: Counter[str] = Counter()
    for effect in effects:
        match effect:
            case Say():
                assert words.lines[effect.line].spoken, effect.line
                assert effect.aside == words.lines[effect.line].aside, effect.line
                assert effect.occurrence == said[effect.line], "variants are chosen by how often a line was said"
                said[effect.line] += 1
                assert effect.line in NAMES_NOBODY or all(fact.value != () for _, fact in effect.args), effect.line
                _assert_named(effect.args, words.lines[effect.line].args, seats)
            case Show() | Deed():
                assert not words.lines[effect.line].spoken, effect.line
                terms = unseal(effect.args)
                _assert_named(terms, words.lines[effect.line].args, seats)
            case Ask():
                _assert_asked(setup, effect, words)
            case Scene():
                assert resolved(effect.scene), "a scene that is not known is refused"
            case Window():
                assert effect.floor == setup.floor, effect
            case _:
                pass
    _assert_private(setup, effects)
    news = [effect for effect in effects if isinstance(effect, News)]
    _assert_news(news, seats)
    if isinstance(setup, VillageSetup):
        shown = {word for card, _ in setup.hand for word in (card, setup.camp_shown(card))}
        assert {it.card for it in news if it.topic is Topic.CARD} <= shown, "what is seen of the dead"


def _assert_asked(setup: Laid, ask: Ask, words: Vocabulary) -> None:
    question, seats = words.questions[ask.question], range(1, setup.players + 1)
    secret = ask.slot is not None
    assert secret == isinstance(ask.choices, Secret), question
    assert ask.identifies == (secret and question.identifies), question
    assert not ask.identifies or ask.to == Leader(), question
    assert secret == question.secret or ask.question in (IN_A_WINDOW if secret else BY_DAY), question
    assert choices_of(ask).kind in (question.kind, question.other), question
    assert secret == (SILENT in choices_of(ask).words), "a slot takes silence, and nothing else does"
    assert (ask.about in seats) if question.about else (ask.about is None), question
    assert ask.offer == (ask.question in OFFERS) or ask.question == "cuba.pockets", question
    assert ask.tacit == (ask.question == "muster"), question
    if ask.question == "cuba.box":
        assert ask.timer == Timer(seconds=math.inf, warning=0.0, turn=sum(setup.windows["box"])), question
        return
    if isinstance(setup, VillageSetup) and ask.question == "debate.turn":
        timer = Timer(seconds=math.inf, warning=0.0)
        if setup.options.debate:
            timer = Timer(seconds=setup.options.debate, warning=setup.options.debate_warning)
        assert ask.timer == replace(timer, turn=setup.options.turns), question
        return
    debate = isinstance(setup, VillageSetup) and ask.question in TIMED and setup.options.debate
    if isinstance(setup, VillageSetup) and debate:
        tease = ask.timer.tease if ask.timer else None
        assert ask.timer == Timer(seconds=debate, warning=setup.options.debate_warning, tease=tease), question
        if tease is not None:
            assert tease.aside, tease
            _assert_named(tease.args, words.lines[tease.line].args, seats)
    else:
        assert ask.timer is None, question


def _assert_private(setup: Laid, effects: Iterable[Effect]) -> None:
    """Assert that what is private stands in a slot of the open window, in their order, for somebody who plays."""
    window, slot = Window(call="none", slots=()), 0
    for effect in effects:
        if isinstance(effect, Window):
            window, slot = effect, 0
        elif isinstance(effect, Show | Ask) and effect.slot is not None:
            assert slot <= effect.slot < len(window.slots), f"slot {effect.slot} of the window {window.call}"
            slot = effect.slot
            match effect.to:
                case Player(seat=seat):
                    assert seat in range(1, setup.players + 1), seat
                case Holders(card=card):
                    assert isinstance(setup, VillageSetup)
                    assert card in dict(setup.hand), card
                case Leader():
                    assert isinstance(setup, VillageSetup)
                    assert setup.mode is Mode.MENEUR or setup.options.relay, "nobody leads"
                case _:
                    pass


def _assert_news(news: Sequence[News], seats: Iterable[int]) -> None:
    """Assert that nights and days are counted from 1, that nobody dies twice, and that news are of this table."""
    for topic in (Topic.NIGHTFALL, Topic.DAYBREAK):
        numbers = [it.number for it in news if it.topic is topic]
        assert numbers == list(range(1, len(numbers) + 1)), topic
    dead = [it.seat for it in news if it.topic is Topic.DEATH]
    assert len(dead) == len(set(dead)), "nobody dies twice"
    assert {it.seat for it in news if it.topic in (Topic.DEATH, Topic.CARD)} <= set(seats)
    assert {it.seat for it in news if it.topic is Topic.OFFICE} <= {*seats, None}
    assert all(it.word for it in news if it.topic is Topic.OUTCOME)
    assert all(isinstance(it.topic, Topic) for it in news)


def _assert_named(
    args: Iterable[tuple[str, Term | Fact]], declared: tuple[tuple[str, Form], ...], seats: Iterable[int]
) -> None:
    """Assert that a line is given what it names, each of its form."""
    named = list(args)
    assert tuple((name, value.form) for name, value in named) == declared
    for _, value in named:
        items = value.value if isinstance(value.value, tuple) else (value.value,)
        match value.form:
            case Form.SEAT:
                assert set(items) <= set(seats), value
            case Form.NUMBER:
                assert all(type(item) is int for item in items), value
            case Form.HAND:
                assert all(isinstance(item, tuple) and [type(part) for part in item] == [str, int] for item in items)
            case _:
                assert all(isinstance(item, str) for item in items), value
