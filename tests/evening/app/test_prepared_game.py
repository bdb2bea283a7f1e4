"""A game before it is played."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tables import table

from narrator.base.resources import folder
from narrator.base.user_error import UserError
from narrator.evening.app.prepared_game import open_evening, reader_for
from narrator.evening.app.settings import Equipment
from narrator.rules.core.answers import ENCORE, SILENT, Card, Choices, Kind, Refusal, Text
from narrator.rules.core.effects import Ask
from narrator.rules.core.play import Confirm
from narrator.rules.core.secrets import Secret
from narrator.rules.village.table import Deal
from narrator.table.inbox.entry import Misread, Reply
from narrator.table.language.spoken import Hearing, grammar_of
from narrator.table.session.announcements import Care, care


def test_a_game_without_words_in_a_language_names_the_option_for_those_it_has(home: Path) -> None:
    abbey = home / "packs" / "abbey"
    shutil.copytree(folder("scripts") / "mafia", abbey)
    (abbey / "fr.yaml").unlink()
    with pytest.raises(UserError, match=r"abbey has no words in fr: write --lang en$"):
        open_evening("abbey", "fr", Equipment(sound=False))


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", {"king of spades": "mafioso", "queen of hearts": "ange-gardien", "Seven of hearts": "villageois"}),
        ("fr", {"roi de pique": "mafioso", "king of spades": "mafioso", "DAME DE CŒUR": "ange-gardien"}),
    ],
)
def test_a_card_may_be_typed_as_the_playing_card_that_stands_for_it(language: str, typed: dict[str, str]) -> None:
    prepared = open_evening("mafia", language, Equipment())
    for cards in (Deal.CARDS, Deal.NARRATOR):
        setup = replace(
            table("mafioso*2 ange-gardien villageois*5", game="mafia", values={"playing_cards": "yes"}), deal=cards
        )
        choices = Choices(kind=Kind.CARD, cards=tuple(card for card, _ in setup.hand), words=(SILENT,))
        ask = Ask(question="deal.card", choices=Secret(choices), living=(*setup.seats,), slot=0, about=1)
        for line, card in typed.items():
            meant = Reply(Card(card)) if cards is Deal.CARDS else Misread(Refusal.UNREADABLE)
            assert reader_for(prepared, setup).answer(line, ask) == meant


PLAYING_CARDS = """
from tables import table
from narrator.evening.app.settings import Equipment
from narrator.evening.app.prepared_game import open_evening
from narrator.rules.village.table import Deal
from dataclasses import replace
setup = table("mafioso*2 ange-gardien villageois*5", game="mafia", values={"playing_cards": "yes"})
words = open_evening("mafia", "fr", Equipment()).table_words(replace(setup, deal=Deal.CARDS))
print(*words.cards["mafioso"], sep="|")
"""


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_the_names_of_a_card_have_the_same_order_in_every_process(hash_seed: str, home: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-c", PLAYING_CARDS],
        env={
            **os.environ,
            "NARRATOR_HOME": str(home),
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    ).stdout.split("|")
    assert told.index("roi de pique") < told.index("king of spades")


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("names", "said", "typed"),
    [
        (("Alice", "Bruno", "Chloé", "David", "Emma", "Farid", "Gwen"), "oui sans gwen", "sans Gwen"),
        (("Alice", "Bruno", "Chloé", "David", "Emma", "Farid", "Gwen"), "à neuf", None),  # who they are is not known
        (("Alice", "Bruno", "Chloé", "David", "Emma"), "sans chloé", None),  # no game is left
        ((), "oui mais à neuf", "9"),
        ((), "on est huit", "8"),
        ((), "à trois", None),
    ],
)
def test_who_plays_the_next_game_may_be_said_where_it_can_be_played(
    names: tuple[str, ...], said: str, typed: str | None
) -> None:
    words = open_evening("thiercelieux", "fr", Equipment()).spoken_tongue(
        table("loup-garou voyante villageois*5" if len(names) != 5 else "loup-garou voyante villageois*3", names=names)
    )
    again = Ask(question="again", choices=ENCORE, living=(), encore=True, offer=True)
    heard = grammar_of(again, words, Hearing.DAY).read(said)
    assert heard == (None if typed is None else Reply(Text(typed)))
    if isinstance(heard, Reply):
        assert care(again, replace(heard, spoken=True), Confirm.DOUBT) is Care.ASKED_BACK
