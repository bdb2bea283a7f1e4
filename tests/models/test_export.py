"""The committed model folder is what the committed weights and lexicon make, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.build import export
from models.build.graph import Tools, ToolsMissingError


def test_the_acoustic_model_and_its_settings_come_out_as_committed() -> None:
    for name, data in export.acoustics().items():
        assert (export.FOLDER / name).read_bytes() == data, name


def test_the_graph_comes_out_as_committed() -> None:
    try:
        made = export.graphs()
    except ToolsMissingError as error:
        pytest.skip(str(error))
    for name, data in made.items():
        assert (export.FOLDER / name).read_bytes() == data, name


def test_the_committed_folder_holds_nothing_else() -> None:
    found = {path.relative_to(export.FOLDER).as_posix() for path in export.FOLDER.rglob("*") if path.is_file()}
    assert found == {
        *(
            "Apache-2.0.txt",
            "README.md",
            "thresholds.yaml",
            "am/final.mdl",
            "conf/mfcc.conf",
            "conf/model.conf",
            "graph/Gr.fst",
            "graph/HCLr.fst",
        ),
        *("graph/words.txt", "graph/disambig_tid.int", "graph/phones/word_boundary.int"),
    }


def test_the_folder_stays_small() -> None:
    assert sum(path.stat().st_size for path in export.FOLDER.rglob("*") if path.is_file()) < 10_000_000


def test_missing_tools_are_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolsMissingError, match=r"fstcompile.*sudo apt install libfst-tools"):
        Tools(tmp_path)
