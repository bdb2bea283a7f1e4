"""The version of a package is found by pip's name for it, and of one that is missing there is none."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from narrator.base.resources import PIP, installed_version, languages


def test_the_version_of_a_package_that_is_not_installed_is_empty() -> None:
    assert installed_version("numpy")[0].isdigit()
    assert installed_version("a-package-that-nobody-has") == ""


TEXTS = [file for place in languages().values() for file in sorted(place.glob("*.yaml"))]


def test_what_is_typed_runs_the_pip_of_this_python() -> None:
    told = subprocess.check_output(["bash", "-c", f"{PIP} --version"], text=True)
    assert str(Path(sys.prefix)) in told


def test_a_folder_with_a_blank_in_its_name_can_be_typed(tmp_path: Path) -> None:
    python = tmp_path / "my games" / "python"
    python.parent.mkdir()
    python.symlink_to(sys.executable)
    program = "from narrator.base.resources import PIP; print(PIP)"
    told = subprocess.check_output(
        [python, "-c", program], text=True, env={"PYTHONPATH": os.pathsep.join(sys.path)}
    ).strip()
    assert told == f"'{python}' -m pip"


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_no_text_advises_a_bare_pip(file: Path) -> None:
    assert re.findall(r"\bpip3? install.*", file.read_text(encoding="utf-8")) == []
