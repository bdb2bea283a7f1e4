"""What is remarked and what is remembered for it: worth hearing, short, never the same twice in an evening."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest
from players import any_answer
from shipped import shipped
from tables import NIGHT_GAMES, table

from narrator.evening.rehearsal.virtual_table import offered
from narrator.packs.markup import caption
from narrator.packs.wording import Wording
from narrator.rules.core.answers import DONE, NOBODY, SILENT, Answer, seat
from narrator.rules.core.effects import Fact, Form, Say
from narrator.rules.core.play import Walk, choices_of
from narrator.rules.village.chronicle import KEEPSAKES, Chronicle
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.phases.reactions import LINES

LANGUAGES = ("en", "fr")
LONGEST = 12
"""Words in a remark at most, each name and number counted as one."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", NIGHT_GAMES)
def test_every_remark_has_words_and_none_is_long(game: str, language: str) -> None:
    words = shipped(game).words[language]
    for line in LINES:
        variants = words.lines[line.id]
        least = 1 if line.id.startswith("keepsake.") else 3
        assert len(set(variants)) >= least, line.id
        for text in variants:
            count = r"\{[a-z]+\|([^{}|]|\{count\})*\|([^|]*?)\}"
            said = re.sub(r"\[[^\]]*\]|[^\w\s'’{}-]", " ", re.sub(count, r"\2", text))
            assert len(said.split()) <= LONGEST, text


@pytest.mark.parametrize("game", NIGHT_GAMES)
def test_no_remark_is_heard_twice_in_one_game(game: str) -> None:
    words = shipped(game).words["fr"]
    wording = Wording(words, seed=7)
    heard: Counter[tuple[str, str]] = Counter()
    for line in LINES:
        args = tuple((name, Fact(form, 3 if form is Form.NUMBER else (3,))) for name, form in line.args)
        said = [wording.spoken(Say(line=line.id, args=args, occurrence=turn, aside=True)) for turn in range(9)]
        heard.update((line.id, caption(text)) for text in said if text)
        assert len([text for text in said if text]) == len(words.lines[line.id])
    assert set(heard.values()) == {1}


def test_an_aside_that_a_pack_leaves_out_is_passed_over() -> None:
    words = shipped("thiercelieux").words["fr"]
    without = words.model_copy(update={"lines": {"dawn": words.lines["dawn"]}})
    assert Wording(without).spoken(Say(line="react.one", aside=True)) == ()


@pytest.mark.parametrize("level", ["few", "normal", "rich"])
def test_remarks_are_told_as_many_words_as_are_wanted(level: str) -> None:
    chance, told = Random(3), set[str]()
    for deal in range(12):
        setup = table("loup-garou*2 voyante sorcière villageois*5", values={"words": level}, key=bytes([deal + 1]))
        walk = Walk(setup)
        told |= {effect.line for effect in walk.run() if isinstance(effect, Say)}
        while walk.pending is not None:
            walk.answer(any_answer(choices_of(walk.pending), chance))
            told |= {effect.line for effect in walk.run() if isinstance(effect, Say)}
    kinds = {line.split(".")[0] for line in told} & {"react", "memory", "keepsake"}
    assert kinds == {"few": set(), "normal": {"react"}, "rich": {"react", "memory", "keepsake"}}[level]


def test_a_line_in_brief_says_nothing_that_it_does_not_say_in_full() -> None:
    players = (("count", Fact(Form.NUMBER, 8)),)
    for game in NIGHT_GAMES:
        for language in LANGUAGES:
            words = shipped(game).words[language]
            wording = Wording(words)
            for line, variants in words.lines.items():
                for turn in range(len(variants) * ("[more]" in "".join(variants))):
                    full, brief = (
                        wording.spoken(Say(line=line, args=players, occurrence=turn, brief=brief))
                        for brief in (False, True)
                    )
                    assert set(brief) <= set(full), line
                    assert wording.seconds(brief) <= wording.seconds(full)


@pytest.mark.parametrize(
    ("cards", "condemned", "teased"),
    [
        ("loup-garou*2 villageois*6", NOBODY, "tease.spared"),
        ("loup-garou*2 villageois*6", seat(3), "tease.innocent"),
        ("loup-garou*2 idiot villageois*5", seat(3), None),
        ("loup-garou*2 joueur-de-flûte villageois*5", seat(3), None),
        ("loup-garou infect-père-des-loups villageois*6", seat(3), None),
    ],
)
def test_a_debate_is_teased_with_the_verdict_of_yesterday_as_far_as_it_is_known(
    cards: str, condemned: Answer, teased: str | None
) -> None:
    walk = Walk(table(cards, values={"elect": "never"}))
    remarks: list[str | None] = []
    while len(remarks) < 2:
        walk.run()
        assert walk.pending is not None
        if walk.pending.question == "debate.end":
            timer = walk.pending.timer
            remarks.append(None if timer is None or timer.tease is None else timer.tease.line)
        given = {"vote.result": condemned, "debate.end": DONE}.get(walk.pending.question)
        walk.answer(given or offered(walk.pending) if walk.pending.offer else given or SILENT)
    assert remarks == [None, teased]


TABLE = table("loup-garou*2 voyante villageois*5")


def seats(*numbers: int) -> dict[str, Fact]:
    return {"seats": Fact(Form.SEAT, numbers)}


def dead(memory: Chronicle, seat: int, card: str) -> None:
    memory.hear("dawn.dead", seats(seat))
    memory.hear("dead.card", {"seat": Fact(Form.SEAT, seat), "shown": Fact(Form.CARD, card)})


def test_hunters_left_are_counted_while_every_card_of_the_dead_was_shown() -> None:
    memory = Chronicle(TABLE)
    assert memory.hunters_left == 2
    dead(memory, 1, "loup-garou")
    dead(memory, 4, "villageois")
    assert memory.hunters_left == 1
    memory.hear("vote.dead", seats(5))
    assert memory.hunters_left is None


def test_nobody_counts_hunters_where_cards_lie_in_the_centre() -> None:
    centre: VillageSetup = table("loup-garou voleur villageois*4", "loup-garou villageois")
    assert Chronicle(centre).hunters_left is None


def test_the_first_and_the_last_seat_of_a_circle_are_neighbours() -> None:
    memory = Chronicle(TABLE)
    for out in (8, 1, 3):
        dead(memory, out, "villageois")
    assert [memory.neighbours(out) for out in (8, 1, 3)] == [False, True, False]


def test_a_doubt_of_today_is_none_of_an_earlier_day() -> None:
    memory = Chronicle(TABLE)
    memory.hear("dawn", {})
    memory.hear("vote.tie", seats(2, 3))
    assert not memory.doubted_before(2)
    memory.hear("dawn", {})
    assert memory.doubted_before(2)
    assert not memory.doubted_before(4)


def test_who_inherits_an_office_wore_it_when_he_dies() -> None:
    memory = Chronicle(TABLE)
    memory.hear("captain.elected", {"seat": Fact(Form.SEAT, 3)})
    dead(memory, 3, "villageois")
    memory.hear("captain.succeeds", {"seat": Fact(Form.SEAT, 4)})
    dead(memory, 5, "villageois")
    assert memory.wore == {3}
    dead(memory, 4, "villageois")
    assert memory.wore == {3, 4}


def test_every_keepsake_is_left_once_in_an_order_that_the_public_seed_chooses() -> None:
    orders = set()
    for seed in range(4):
        memory = Chronicle(table("loup-garou villageois*8", seed=seed))
        left = [memory.keep((seat,)) for seat in range(1, len(KEEPSAKES) + 1)]
        assert set(left) == set(KEEPSAKES)
        assert memory.keep((7,)) is None
        orders.add(tuple(left))
    assert len(orders) > 1
