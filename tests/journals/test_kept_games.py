"""The games on a machine: each is read by itself, and a damaged one stands in no other's way."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path

import pytest
from golden import FOLDER, fingerprint, laid_out, written
from tables import GAMES

from narrator.base.user_error import UserError
from narrator.commands.telling import list_games, tell_evenings, tell_story
from narrator.rules.core.keyed_draws import SERIES
from narrator.table.games import saved_games
from narrator.table.games.saved_games import Condition, kept, last_finished, left_out, new_path, one, unfinished
from narrator.table.journal.journal import RULES, Journal, JournalError, OtherRulesError, look
from narrator.table.journal.journal_file import contents


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the games, in which one lies that is sound and not over."""
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    saved_games.folder().mkdir()
    laid_out("thiercelieux-meneur-night", saved_games.folder()).rename(saved_games.folder() / "20260101-200000.journal")
    return saved_games.folder()


def conditions() -> dict[str, Condition]:
    return {game.id: game.condition for game in kept()}


HEADERS = [
    {},
    {"players": 99999999},
    {"windows": {}},
    {"options": {"fire": True}},
    {"hand": None},
    {"pack": 3},
    {"engine": "town"},
    {"language": ["fr"]},
]


@pytest.mark.parametrize("change", HEADERS[1:], ids=repr)
def test_a_game_that_cannot_be_is_listed_as_lost_and_the_others_are_there(
    folder: Path, change: dict[str, object]
) -> None:
    header = look(folder / "20260101-200000.journal").header
    (folder / "20260102-200000.journal").write_bytes(contents({**header, **change}))
    (lost,) = [game for game in kept() if game.condition is Condition.LOST]
    assert lost.id == "20260102-200000"
    assert lost.why.startswith("20260102-200000: ")
    assert conditions()["20260101-200000"] is Condition.SOUND


@pytest.mark.parametrize(
    "content",
    [b"", b"\0" * 9000, b"a list", b"SQLite format 3\0 and nothing", b"[" * 20000],
    ids=lambda content: repr(content[:20]),
)
def test_a_file_that_is_no_game_is_listed_as_lost_and_the_others_are_there(folder: Path, content: bytes) -> None:
    (folder / "20260102-200000.journal").write_bytes(content)
    (folder / "20260103-200000.journal").mkdir()
    assert conditions() == {
        "20260103-200000": Condition.LOST,
        "20260102-200000": Condition.LOST,
        "20260101-200000": Condition.SOUND,
    }
    assert one("20260102-200000").condition is Condition.LOST


def test_a_damaged_game_is_listed_with_its_header_and_reading_it_changes_nothing(folder: Path) -> None:
    path = folder / "20260101-200000.journal"
    path.write_bytes(path.read_bytes()[:-300])
    before = path.read_bytes()
    (game,) = unfinished()
    assert (game.condition, game.header["game"]) == (Condition.DAMAGED, "thiercelieux")
    assert "`narrator resume 20260101-200000` offers" in game.why
    assert path.read_bytes() == before
    assert [file.name for file in folder.iterdir()] == [path.name]


def test_a_game_that_is_open_elsewhere_is_not_listed(folder: Path) -> None:
    with Journal.reopen(folder / "20260101-200000.journal"):
        assert conditions() == {}
    assert conditions() == {"20260101-200000": Condition.SOUND}


def of_other_rules(folder: Path, id_: str, golden: str) -> Path:
    """Keep a game as a narrator with other rules would."""
    path = laid_out(golden, folder).rename(folder / f"{id_}.journal")
    kept = look(path)
    path.write_bytes(contents({**kept.header, "rules": RULES - 1, "options": "of its own"}, kept.rows))
    return path


def test_a_game_of_other_rules_is_whole_and_cannot_go_on_and_what_can_be_done_is_said(folder: Path) -> None:
    path = of_other_rules(folder, "20260102-200000", "thiercelieux-meneur-night")
    before = path.read_bytes()
    game = one("20260102-200000")
    assert (game.condition, game.playable, game.left_out) == (Condition.OTHER_RULES, False, False)
    assert game.why.startswith("the game 20260102-200000 was begun by the rules of another release: ")
    assert "`narrator update --back`" in game.why
    for opened in (Journal.reopen, look):
        with pytest.raises(OtherRulesError, match="that release can finish it"):
            opened(path)
    assert path.read_bytes() == before
    path.write_bytes(contents({"format": 2}, ['["song", null, 3]']))
    assert one("20260102-200000").condition is Condition.OTHER_RULES, "whatever its rows are"


def test_how_many_finished_games_of_other_rules_are_left_out_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert [*left_out()] == []
    of_other_rules(folder, "20260102-200000", "thiercelieux-meneur-finished")
    told = "1 game was played to its end by the rules of another release, and is left out."
    assert [*left_out()] == [told]
    of_other_rules(folder, "20260103-200000", "cuba-meneur-finished")
    of_other_rules(folder, "20260104-200000", "thiercelieux-meneur-night")
    list_games()
    waiting, here, closing = capsys.readouterr().out.splitlines()
    assert waiting.startswith("the game 20260104-200000 was begun by the rules of another release: ")
    assert here.startswith("20260101-200000  ")
    assert closing == "2 games were played to their end by the rules of another release, and are left out."
    with pytest.raises(UserError, match="no game is finished yet"):
        tell_story(None)
    assert capsys.readouterr().err.strip() == closing
    tell_evenings(wanted=True)
    assert capsys.readouterr().out.splitlines() == ["No game is finished yet.", closing]


def test_each_game_is_told_in_other_words_than_the_latest_one(folder: Path) -> None:
    first = saved_games.next_seed()  # the game that lies there was told by a seed of its own
    assert first >= SERIES
    assert first % SERIES == 0
    header = look(folder / "20260101-200000.journal").header
    (folder / "20260102-200000.journal").write_bytes(contents({**header, "seed": first}))
    (folder / "20260103-200000.journal").write_bytes(b"lost")
    assert saved_games.next_seed() == first + 1


@pytest.mark.parametrize(
    "now", [datetime(2026, 1, 1, 20, 0, 0, 7), datetime(2022, 8, 1)], ids=["same second", "behind"]
)
def test_a_game_that_begins_is_the_latest_even_where_the_clock_has_not_moved_or_is_behind(
    folder: Path, now: datetime
) -> None:
    laid_out("thiercelieux-meneur-night", folder).rename(new_path(now))
    assert [game.id for game in kept()] == ["20260101-200001", "20260101-200000"]


def test_a_game_is_called_after_the_second_in_which_it_begins(folder: Path) -> None:
    assert new_path(datetime(2026, 1, 2, 21, 3, 4, 999)) == folder / "20260102-210304.journal"


def test_a_file_that_is_called_after_a_year_that_will_not_come_decides_no_name(folder: Path) -> None:
    (folder / "99991231-235959.journal").touch()
    assert new_path(datetime(2026, 1, 2, 21, 3, 4)) == folder / "20260102-210304.journal"


def finished(folder: Path, golden: str, id_: str, ended: float) -> None:
    """Lay a finished game into the folder that began when its id says and ended so many seconds after 1970."""
    path = laid_out(golden, folder).rename(folder / f"{id_}.journal")
    os.utime(path, (ended, ended))


def test_the_last_game_is_the_one_that_ended_last_whenever_it_was_begun(folder: Path) -> None:
    assert last_finished() is None
    finished(folder, "cuba-meneur-finished", "20260102-200000", ended=2000.0)
    finished(folder, "mafia-meneur-finished", "20260103-200000", ended=1000.0)
    last = last_finished()
    assert last is not None
    assert last.id == "20260102-200000"


def test_the_games_are_listed_with_their_ids_and_whether_they_are_over(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    finished(folder, "cuba-meneur-finished", "20260102-200000", ended=1000.0)
    (folder / "20260103-200000.journal").write_bytes(b"no journal at all")
    list_games()
    lost, over, waiting = capsys.readouterr().out.splitlines()
    assert lost.startswith("20260103-200000: ")
    assert over.startswith("20260102-200000  Mafia de Cuba, ")
    assert over.endswith(" players: finished")
    assert waiting.startswith("20260101-200000  Les Loups-Garous de Thiercelieux, ")
    assert waiting.endswith(" players: unfinished")


def test_a_game_that_is_open_elsewhere_is_listed_as_open_in_its_place(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    finished(folder, "cuba-meneur-finished", "20251231-200000", ended=1000.0)
    with Journal.reopen(folder / "20260101-200000.journal"):
        list_games()
    opened, over = capsys.readouterr().out.splitlines()
    assert opened == "20260101-200000  open in another narrator"
    assert over.startswith("20251231-200000  ")


def test_an_id_that_is_none_is_refused_with_where_ids_are_listed(folder: Path) -> None:
    assert folder.is_dir()
    with pytest.raises(JournalError, match="narrator story --list"):
        one("abc")


def test_where_no_game_was_played_there_is_none_to_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    with pytest.raises(UserError, match="no game on this machine"):
        list_games()


NAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))
STANDS = {name: json.loads(written(name)[0]) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_journal_still_replays_to_where_it_stood(name: str, tmp_path: Path) -> None:
    assert fingerprint(laid_out(name, tmp_path)) == STANDS[name]


def test_every_game_has_a_golden_journal() -> None:
    assert {journal["game"] for journal in STANDS.values()} == set(GAMES)


def test_some_golden_journals_stop_in_the_middle_and_some_went_back() -> None:
    assert any(journal["pending"] not in (None, "again") for journal in STANDS.values())
    assert any('["undo"' in row for name in NAMES for row in written(name))
