"""A round ends whatever a check does: each has its line, and those after it still come."""

from __future__ import annotations

import errno
import os
import threading

import pytest

from narrator.doctor import all_checks as rounds
from narrator.doctor.all_checks import CHECKS, Check, examined, findings
from narrator.doctor.visit import Finding, State, Visit, says

NAME = says("name.light")
WELL = Finding(NAME, State.WELL, says("state.well"))


class Odd(Check):
    """A check that does what a test wants."""

    def __call__(self, visit: Visit) -> Finding:
        assert visit.language == "en"
        if self.function == "breaks":
            raise RuntimeError("the wire is loose")
        if self.function == "stumbles":
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), "/games/a.journal")
        if self.function == "misses":
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), "/voices/fr.yaml")
        if self.function == "hangs":
            threading.Event().wait()
        return WELL


@pytest.fixture
def visit() -> Visit:
    return Visit("en", lambda words: pytest.fail(f"{words} is told"))


def test_a_check_that_breaks_is_a_finding_with_what_it_said(visit: Visit) -> None:
    found = examined(Odd(NAME, "", "breaks"), visit, 10.0)
    assert (found.name, found.state) == (NAME, State.WRONG)
    assert "RuntimeError: the wire is loose" in found.text.written("en")


def test_a_file_that_stands_in_the_way_of_a_check_is_named_and_no_reason_to_install_anew(visit: Visit) -> None:
    found = examined(Odd(NAME, "", "stumbles"), visit, 10.0)
    assert found.state is State.WRONG
    assert "/games/a.journal: Too many levels of symbolic links" in found.text.written("en")
    assert found.remedy == says("round.mend_file")


def test_a_file_that_a_check_misses_is_a_reason_to_install_anew(visit: Visit) -> None:
    found = examined(Odd(NAME, "", "misses"), visit, 10.0)
    assert "/voices/fr.yaml: No such file or directory" in found.text.written("en")
    assert found.remedy == says("round.reinstall")


def test_a_check_that_hangs_is_a_finding_after_its_time(visit: Visit) -> None:
    found = examined(Odd(NAME, "", "hangs"), visit, 0.05)
    assert (found.name, found.state) == (NAME, State.WRONG)
    assert "hangs" in found.text.written("en")


def test_the_others_still_come(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "SECONDS", 0.05)
    odd = tuple(Odd(NAME, "", what) for what in ("hangs", "breaks", "looks"))
    assert [found.state for found in findings(visit, odd)] == [State.WRONG, State.WRONG, State.WELL]


def test_a_module_that_cannot_be_loaded_is_a_finding(visit: Visit) -> None:
    found = examined(Check(NAME, "cupboard", "look"), visit, 10.0)
    assert found.state is State.WRONG
    assert "cupboard" in found.text.written("en")


def test_every_check_that_is_listed_exists_under_its_own_name() -> None:
    assert len({check.name for check in CHECKS}) == len(CHECKS)
    for check in CHECKS:
        module = __import__(f"narrator.doctor.{check.module}", fromlist=[check.function])
        assert callable(getattr(module, check.function))
