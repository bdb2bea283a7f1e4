"""The last evening: kept for its owner alone, without a secret, and offered again as long as it can be read."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
import yaml
from terminals import PseudoTerminal, journals, narrator

from narrator.evening.app.choosing.last_evening import (
    DECKS_FILE,
    FILE,
    keep_decks,
    keep_evening,
    known_decks,
    last_evening,
    saved_decks,
    told,
)
from narrator.evening.app.prepared_game import open_evening
from narrator.evening.app.settings import Equipment
from narrator.packs.wording import Wording
from narrator.rules.core.play import Mode
from narrator.table.games.founding import fresh_key
from narrator.table.games.options import OPTIONS
from narrator.table.journal.journal import Journal
from narrator.table.setup.setup_answers import SetupAnswers

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
        "8 joueurs : Ann, Bob, Cléo, Dan, Eve, Flo, Guy, Hal. En jeu : 2 Loups-Garous, 5 Villageois et la Voyante. "
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


QUIETLY = Equipment(sound=False)


def test_decks_are_kept_by_game_for_their_owner_alone(home: Path) -> None:
    keep_decks(open_evening("thiercelieux", "fr", QUIETLY), {"été": "full,voleur"})
    keep_decks(open_evening("mafia", "fr", QUIETLY), {"no": "full"})
    assert saved_decks("thiercelieux") == {"été": "full,voleur"}
    assert known_decks(open_evening("mafia", "en", QUIETLY)).own == {"no": "full"}
    assert stat.S_IMODE((home / DECKS_FILE).stat().st_mode) == 0o600
    assert [file.name for file in home.iterdir()] == [DECKS_FILE]


def test_how_the_decks_of_a_pack_went_is_known(home: Path) -> None:
    known = known_decks(open_evening("thiercelieux", "fr", QUIETLY))
    assert known.odds is not None
    assert not home.exists()


def test_the_last_deck_is_known_to_its_game_in_its_language_alone(home: Path) -> None:
    prepared = open_evening("thiercelieux", "fr", QUIETLY)
    keep_evening(prepared, SetupAnswers(players=8, roles="2 loups-garous, voyante"))
    assert known_decks(prepared).last == "2 loups-garous, voyante"
    assert known_decks(open_evening("thiercelieux", "en", QUIETLY)).last is None
    assert known_decks(open_evening("mafia", "fr", QUIETLY)).last is None
    assert (home / "last-evening.yaml").exists()


def test_a_file_that_cannot_be_read_is_as_none(home: Path) -> None:
    home.mkdir()
    for text in (b"\xff", b"[", b"- a list", b"thiercelieux: full"):
        (home / DECKS_FILE).write_bytes(text)
        assert saved_decks("thiercelieux") == {}


def test_decks_that_cannot_be_written_are_told_and_stop_no_game(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home.write_text("a file, where a folder should be", encoding="utf-8")
    keep_decks(open_evening("thiercelieux", "fr", QUIETLY), {"été": "full"})
    assert "could not be kept" in capsys.readouterr().err


def test_a_deck_named_at_a_terminal_is_taken_by_an_option_another_evening(home: Path) -> None:
    quietly = ("--mode", "meneur", "--no-sound", "--pace", "instant")
    terminal = PseudoTerminal(home, "play", "mafia", "--plain", *quietly)
    try:
        answers = [("Qui joue", "8"), ("régler", "r"), ("Qui mène", ""), ("Qui distribue", "")]
        answers.append(("Quelles cartes", "été : 4 mafiosi"))
        # Every other option is as it was.
        for question, line in [*answers, ("Gardé : « été »", "\r" * len(OPTIONS))]:
            terminal.awaited(question)
            terminal.type(line + "\r")
        terminal.awaited("Entrée quand le cercle")
        terminal.type("\x04")
        assert terminal.ended() == 0
    finally:
        terminal.close()
    assert (home / DECKS_FILE).read_text(encoding="utf-8") == "mafia:\n  été: mafioso=4\n"
    narrator(home, "play", "mafia", "--players", "10", "--roles", "ETE", *quietly)
    for path in journals(home):
        with Journal.reopen(path) as kept:
            assert "[['mafioso', 4]," in str(kept.header()["hand"])
    assert len(journals(home)) == 2
