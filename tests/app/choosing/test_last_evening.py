"""The last evening: kept for its owner alone, without a secret, and offered again as long as it can be read."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
import yaml

from narrator.app.choosing.last_evening import FILE, keep_evening, last_evening, told
from narrator.app.prepared_game import open_evening
from narrator.app.settings import Equipment
from narrator.core.play import Mode
from narrator.games.founding import fresh_key
from narrator.setup.setup_answers import SetupAnswers
from narrator.story.wording import Wording

pytestmark = pytest.mark.thorough

ASKED = SetupAnswers(
    players=8,
    mode=Mode.JOUEUR,
    roles="simple",
    names=("Ann", "Bob", "Cléo", "Dan", "Eve", "Flo", "Guy", "Hal"),
    settings={"reveal": ("camp",)},
)


@pytest.fixture
def kept(home: Path) -> Path:
    prepared = open_evening("thiercelieux", "fr", Equipment(sound=False, private="/tmp/secrets"))
    prepared.respellings = {"Cléo": "Clé-o"}
    keep_evening(prepared, ASKED)
    return home / FILE


def test_the_same_is_decided_again(kept: Path) -> None:
    last = last_evening()
    assert last is not None, kept
    assert last.answers(0) == ASKED
    assert (last.game, last.respellings) == ("thiercelieux", {"Cléo": "Clé-o"})
    assert last.equipment == Equipment(sound=False), "where secrets went is not kept"


def test_only_its_owner_reads_it(kept: Path) -> None:
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"game: [", b"\xff", b"game: thiercelieux", b"- " * 10_000, b"x: 2026-13-45", b"x: !!bool x"],
)
def test_what_cannot_be_read_is_no_evening(kept: Path, content: bytes) -> None:
    kept.write_bytes(content)
    assert last_evening() is None


@pytest.mark.parametrize("ignored", ["2026-13-45", "!!bool x", "!!timestamp x", "0x_"])
def test_what_it_does_not_know_is_no_harm_even_where_it_is_no_value(kept: Path, ignored: str) -> None:
    kept.write_text(f"{kept.read_text(encoding='utf-8')}later: {ignored}\n", encoding="utf-8")
    last = last_evening()
    assert last is not None
    assert last.answers(0) == ASKED


def test_no_evening_is_known_at_first(home: Path) -> None:
    assert not home.exists()
    assert last_evening() is None


def test_it_is_told_with_its_names_its_cards_and_its_equipment(kept: Path) -> None:
    last = last_evening()
    assert last is not None, kept
    prepared = open_evening(last.game, last.language, Equipment(sound=False))
    wording = Wording(prepared.pack.words["fr"])
    game = prepared.engine.plan(prepared.pack.rules, last.answers(0), wording, lambda _sentence: None).found(
        fresh_key()
    )
    assert told(last, game, wording) == (
        "8 places : Ann, Bob, Cléo, Dan, Eve, Flo, Guy, Hal. En jeu : 2 Loups-Garous, 5 Villageois et la Voyante. "
        "Sans le son"
    )


def test_a_folder_that_takes_nothing_ends_no_game(home: Path) -> None:
    home.write_text("no folder", encoding="utf-8")
    keep_evening(open_evening("mafia", "fr", Equipment(sound=False)), ASKED)
    assert last_evening() is None


@pytest.mark.parametrize(
    "changed",
    [{"deal": "x"}, {"names": ["Ann", "Bob"]}, {"names": ["Ann"] * 8}, {"names": ["1", *"bcdefgh"]}],
)
def test_an_evening_that_could_not_be_founded_is_none(kept: Path, changed: dict[str, object]) -> None:
    document = yaml.safe_load(kept.read_text(encoding="utf-8")) | changed
    kept.write_text(yaml.safe_dump(document), encoding="utf-8")
    assert last_evening() is None
