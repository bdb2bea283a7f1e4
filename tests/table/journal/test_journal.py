"""The journal: one row an event, for its owner's eyes alone; what cannot be read is refused with a sentence."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.rules.core.answers import (
    DONE,
    SILENT,
    Answer,
    Card,
    Diamonds,
    Leave,
    Number,
    Seats,
    Text,
    Tie,
    Token,
    seat,
)
from narrator.table.journal import chain, journal_file
from narrator.table.journal.answer_data import decode, encode
from narrator.table.journal.journal import (
    NIGHT,
    RULES,
    SLOT_ROW,
    DamagedError,
    Journal,
    JournalError,
    OpenElsewhereError,
    OtherRulesError,
    Place,
    look,
    mend,
    writable,
)
from narrator.table.journal.journal_file import LARGEST, contents

ANSWERS: st.SearchStrategy[Answer] = st.one_of(
    st.sampled_from(list(Token)),
    st.builds(Seats, st.lists(st.integers(1, 40), max_size=5).map(tuple)),
    st.builds(Tie, st.lists(st.integers(1, 40), min_size=2, max_size=5).map(tuple), st.none() | st.integers(1, 40)),
    st.builds(Card, st.sampled_from(("voyante", "petite-fille", "sorcière"))),
    st.builds(Number, st.integers(0, 99)),
    st.builds(Text, st.text(min_size=1)),
    st.builds(Diamonds, st.integers(0, 15)),
    st.builds(Leave, st.integers(1, 40)),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "20260131-204500.journal"


@given(ANSWERS)
def test_every_answer_comes_back_as_it_was_stored(answer: Answer) -> None:
    assert decode(encode(answer)) == answer
    with Journal.create(None, {}) as journal:
        journal.answer("any", answer)
        assert journal.record().answers == [("any", answer)]


@pytest.mark.parametrize("value", [None, True, 5.5, {}, {"seat": 5}, {"tie": "5"}, [{}], "perhaps"], ids=repr)
def test_a_value_that_is_no_answer_is_an_error(value: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        decode(value)  # type: ignore[arg-type]  # that is the point


def test_the_file_is_for_its_owner_alone(path: Path) -> None:
    with Journal.create(path, {"key": "00ff"}) as journal:
        journal.answer("ready", DONE)
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert path.name in modes
    assert set(modes.values()) == {0o600}, modes
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_game_is_never_written_over_another(path: Path) -> None:
    Journal.create(path, {}).close()
    with pytest.raises(FileExistsError):
        Journal.create(path, {})


def test_what_was_written_is_there_when_it_is_opened_again(path: Path) -> None:
    with Journal.create(path, {"game": "thiercelieux", "names": ["Zoé"]}) as journal:
        journal.answer("ready", DONE)
        journal.cue(4)
        journal.slot(Place(5, 2), [("wolves.victim", seat(3)), (None, Leave(4))])
    with Journal.reopen(path) as journal:
        header, record = journal.header(), journal.record()
    assert (header["game"], header["names"]) == ("thiercelieux", ["Zoé"])
    assert record.answers == [("ready", DONE), ("wolves.victim", seat(3)), (None, Leave(4))]
    assert record.place == Place(5, 2)


def test_the_row_of_a_slot_tells_where_the_game_stands_whatever_was_answered_in_it() -> None:
    with Journal.create(None, {}) as journal:
        journal.cue(3)
        assert journal.record().place == Place(3, 0)
        journal.slot(Place(3, 1), [])
        assert (journal.record().place, journal.record().answers) == (Place(3, 1), [])
        journal.cue(4)
        assert journal.record().place == Place(4, 0)


def test_a_row_is_its_kind_its_question_and_its_value(path: Path) -> None:
    with Journal.create(path, {}) as journal:
        journal.answer("ready", DONE)
        journal.cue(2)
        journal.slot(Place(2, 1), [("seer.target", SILENT), (None, Leave(3))])
        journal.undo(0, Place(1, 2))
        journal.outcome("nobody")
    assert [json.loads(row) for row in look(path).rows] == [
        ["answer", "ready", "done"],
        ["cue", None, 2],
        ["slot", None, {"cue": 2, "slots": 1, "answers": [["seer.target", "silent"], [None, {"leave": 3}]]}],
        ["undo", None, {"answers": 0, "cue": 1, "slots": 2}],
        ["outcome", None, "nobody"],
    ]


def test_an_undo_is_a_row_and_not_a_deletion(path: Path) -> None:
    with Journal.create(path, {}) as journal:
        for number in (1, 2, 3):
            journal.answer("vote.count", Number(number))
        journal.outcome("village")
        journal.undo(1, Place(7, 2))
        journal.answer("vote.count", Number(9))
        record = journal.record()
    assert record.answers == [("vote.count", Number(1)), ("vote.count", Number(9))]
    assert (record.place, record.outcome) == (Place(7, 2), None)
    assert [json.loads(row)[0] for row in look(path).rows] == [
        "answer",
        "answer",
        "answer",
        "outcome",
        "undo",
        "answer",
    ]


# --- what cannot be used ------------------------------------------------------------------------------------


def test_a_journal_that_does_not_exist_is_refused(path: Path) -> None:
    with pytest.raises(JournalError, match=r"^there is no journal 20260131-204500\.journal$"):
        Journal.reopen(path)


def test_a_journal_of_other_rules_is_refused_with_what_to_do(path: Path) -> None:
    Journal.create(path, {"rules": 99}).close()
    for opened in (Journal.reopen, look):
        with pytest.raises(OtherRulesError, match="that release can finish it; on a box, `narrator update --back`"):
            opened(path)


@pytest.mark.parametrize("content", [b"", b"no journal at all, but a shopping list\n" * 40, bytes(4096)], ids=range(3))
def test_a_file_that_is_no_journal_is_refused(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    why = r"^20260131-204500\.journal is damaged or no journal \(its header cannot be read\)$"
    with pytest.raises(JournalError, match=why):
        Journal.reopen(path)


@pytest.mark.parametrize("read", [Journal.reopen, look, mend])
def test_no_more_is_read_than_a_journal_can_be_whatever_holes_are_behind_it(
    path: Path, read: Callable[[Path], object]
) -> None:
    Journal.create(path, {}).close()
    os.truncate(path, LARGEST + 1)
    with pytest.raises(JournalError, match=r"^20260131-204500\.journal is damaged .*more than 32 MB"):
        read(path)


def test_forty_nights_of_as_many_slots_as_a_night_reserves_room_for_are_read(path: Path) -> None:
    nights = 40 * (NIGHT // SLOT_ROW)
    rows = [json.dumps(["slot", None, {"cue": 1, "slots": slot, "answers": []}]) for slot in range(nights)]
    path.parent.mkdir()
    path.write_bytes(contents({"rules": RULES}, [row.ljust(SLOT_ROW) for row in rows]))
    assert len(look(path).rows) == nights


def test_a_folder_and_a_link_to_itself_are_no_journals(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(JournalError, match="a link that leads nowhere"):
        look(path)
    path.rmdir()
    path.symlink_to(path)
    with pytest.raises(JournalError, match="a link that leads nowhere"):
        look(path)


def test_a_journal_with_damaged_pages_is_refused(path: Path) -> None:
    with Journal.create(path, {}) as journal:
        for _ in range(5):
            journal.answer("message.text", Text("Méfiez-vous. " * 500))
    content = path.read_bytes()
    path.write_bytes(content[:24000] + b"\xaa" * (len(content) - 24000))
    with pytest.raises(DamagedError, match="damaged") as raised:
        Journal.reopen(path)
    assert len(raised.value.sound.rows) == 1


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("answer", "perhaps"),
        ("answer", {"number": True}),
        ("answer", [1.5]),
        ("answer", [[1]]),
        ("answer", {"card": "sorcière", "number": 3}),
        ("undo", {}),
        ("undo", 3),
        ("undo", {"answers": -1, "cue": 0, "slots": 0}),
        ("undo", {"answers": 1, "cue": 0, "slots": 0}),
        ("undo", {"answers": 0, "cue": 0}),
        ("cue", "dawn"),
        ("cue", float("inf")),
        ("slot", 5),
        ("slot", {"cue": 1, "slots": 1}),
        ("slot", {"cue": 1, "slots": -1, "answers": []}),
        ("slot", {"cue": 1, "slots": 1, "answers": [["any"]]}),
        ("slot", {"cue": 1, "slots": 1, "answers": [[3, "yes"]]}),
        ("slot", {"cue": 1, "slots": 1, "answers": [["any", "perhaps"]]}),
        ("outcome", ["village"]),
        ("song", ""),
    ],
    ids=repr,
)
def test_a_row_that_means_nothing_is_refused_and_its_value_is_not_told(path: Path, kind: str, value: object) -> None:
    header, row = {"rules": RULES, "key": "00"}, json.dumps([kind, "any", value])
    path.parent.mkdir()
    path.write_bytes(contents(header, [row]))
    why = r"^20260131-204500\.journal is damaged or no journal \(one of its rows means nothing\)$"
    with Journal.reopen(path) as journal, pytest.raises(JournalError, match=why):
        journal.record()


@pytest.mark.parametrize("row", ["[" * 5000 + "]" * 5000, "9" * 5000, "{no json", "[]", "{}", '["answer", 3, "yes"]'])
def test_a_row_that_cannot_be_read_is_refused(path: Path, row: str) -> None:
    path.parent.mkdir()
    path.write_bytes(contents({"rules": RULES}, [row]))
    with pytest.raises(JournalError, match=r"^the journal is damaged or no journal \(one of its rows means nothing\)$"):
        look(path).record()


def test_of_a_journal_that_cannot_be_mended_is_said_why(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"no journal at all")
    with pytest.raises(JournalError) as refused:
        mend(path)
    assert str(refused.value).startswith(f"{path.name} is damaged or no journal (")
    assert "None" not in str(refused.value)


def test_a_journal_is_mended_as_often_as_there_are_names_for_what_is_kept_of_it(path: Path) -> None:
    with Journal.create(path, {}) as journal:
        for _ in range(3):
            journal.answer("ready", DONE)
    content = path.read_bytes()[:-100]
    for number in range(2, 99):
        path.with_name(f"{path.name}.damaged-{number}").touch()
    for copy in (f"{path.name}.damaged", f"{path.name}.damaged-99"):
        path.write_bytes(content)
        with pytest.raises(DamagedError) as damaged:
            look(path)
        assert mend(path).name == copy
        assert look(path).rows == damaged.value.sound.rows != ()
    path.write_bytes(content)
    with pytest.raises(JournalError, match="mended too often"):
        mend(path)
    assert path.read_bytes() == content


def test_a_journal_is_writable_where_its_file_can_be_opened_so(path: Path) -> None:
    with Journal.create(path, {}) as journal:
        journal.answer("ready", DONE)
        content = path.read_bytes()
        assert writable(path)
        assert path.read_bytes() == content
    assert not writable(path.with_name("none.journal"))
    assert not writable(path.parent), "a folder opens for reading alone"


HOLDER = """
import sys
from pathlib import Path
from narrator.table.journal.journal import Journal
with Journal.reopen(Path(sys.argv[1])) as journal:
    journal.cue(1)
    print("open", flush=True)
    sys.stdin.read()
"""


def test_a_journal_that_another_narrator_has_open_is_refused(path: Path) -> None:
    with Journal.create(path, {}) as journal:
        journal.answer("ready", DONE)
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(JournalError, match="20260131-204500 is open in another narrator: close that one first"):
            Journal.reopen(path)
        holder.communicate("")
    with Journal.reopen(path) as journal:
        assert journal.record().answers == [("ready", DONE)]


def test_silence_is_an_answer_like_any_other(path: Path) -> None:
    with Journal.create(path, {}) as journal:
        journal.answer("seer.target", SILENT)
        assert journal.record().answers == [("seer.target", SILENT)]


@pytest.mark.parametrize("number", ["x7", "-3", "9" * 3000])
def test_a_slot_whose_number_is_none_is_no_row(path: Path, number: str) -> None:
    with Journal.create(path, {}) as journal:
        journal.answer("vote.result", DONE)
    slot = f"{'0' * 32} {number} {'1' * 32} 9".encode()
    content = bytearray(path.read_bytes())
    line = chain._digest(b"", slot) + b" " + slot + b"\n"
    content[: len(line)] = line  # the first row stands in the other slot
    path.write_bytes(content)
    assert len(look(path).rows) == 1


def test_who_reads_a_journal_hinders_nobody_who_reads_and_for_a_moment_who_writes(path: Path) -> None:
    Journal.create(path, {}).close()
    reading = journal_file.hold(path, os.O_RDONLY, shared=True)
    assert look(path).rows == ()
    for written in (Journal.reopen, mend):
        with pytest.raises(OpenElsewhereError):
            written(path)
    let_go = threading.Timer(0.05, os.close, [reading])
    let_go.start()
    with Journal.reopen(path) as journal:
        assert journal.path == path
    let_go.join()
