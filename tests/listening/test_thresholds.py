"""Thresholds are those of the model; one that has none gets careful ones, and a file that is damaged is refused."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hearings import MODEL

from narrator.listening.messages import RecogniserError
from narrator.listening.thresholds import FILE, Thresholds, thresholds_of
from narrator.listening.vosk_recogniser import VoskRecogniser


def test_a_model_without_thresholds_gets_careful_ones(tmp_path: Path) -> None:
    ours = thresholds_of(MODEL)
    assert thresholds_of(tmp_path) == Thresholds()
    assert Thresholds().apart >= ours.apart
    assert Thresholds().unlike <= ours.unlike
    assert Thresholds().sure >= ours.sure


def test_the_thresholds_of_a_model_are_beside_it(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("{apart: 0.4, besides: 0.1, measured: by hand}", encoding="utf-8")
    assert thresholds_of(tmp_path) == Thresholds(apart=0.4, besides=0.1, measured="by hand")


def test_ours_say_how_they_were_measured() -> None:
    assert "make bench" in thresholds_of(MODEL).measured


@pytest.mark.parametrize(
    "text",
    [
        "apart: -3",
        "apart: [",
        "unheard: 1",
        "- 1",
        "",
        "besides: -1",
        "around: .nan",
        "sure: deux",
        "measured: 5",
        "recordings: 2.5",
    ],
)
def test_a_damaged_file_is_refused_with_a_sentence(text: str, tmp_path: Path) -> None:
    shutil.copytree(MODEL, tmp_path / "model")
    (tmp_path / "model" / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(RecogniserError, match="narrator models verify"):
        VoskRecogniser(tmp_path / "model")


def test_the_process_that_listens_loads_nothing_to_check_data_with() -> None:
    script = f"import sys; import narrator.listening.worker as ear; ear.VoskRecogniser(ear.Path({str(MODEL)!r}))"
    loaded = subprocess.run(
        [sys.executable, "-c", f"{script}; print('vosk' in sys.modules, 'pydantic' in sys.modules)"],
        capture_output=True,
        check=True,
    )
    assert loaded.stdout.split() == [b"True", b"False"]
