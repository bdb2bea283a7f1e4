"""Files out of what Qt's `rcc` made of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from qt_collection import collection

from models.build.qt_resources import resource


@pytest.mark.parametrize("compressed", [False, True])
def test_a_file_is_found_by_its_name(tmp_path: Path, compressed: bool) -> None:
    files = {"content-fr.json": "un écureuil".encode() * 40, "content-es.json": b"{}", "leer.txt": b""}
    (tmp_path / "words.rcc").write_bytes(collection(files, compressed=compressed))
    assert {name: resource(tmp_path / "words.rcc", name) for name in files} == files


def test_a_name_that_is_not_there_is_named(tmp_path: Path) -> None:
    (tmp_path / "words.rcc").write_bytes(collection({"content-fr.json": b"{}"}))
    with pytest.raises(KeyError, match="content-it"):
        resource(tmp_path / "words.rcc", "content-it.json")
    with pytest.raises(KeyError, match="lang"):
        resource(tmp_path / "words.rcc", "lang")


def test_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "words.rcc").write_bytes(b"PK" + bytes(40))
    with pytest.raises(ValueError, match=r"words\.rcc"):
        resource(tmp_path / "words.rcc", "content-fr.json")
