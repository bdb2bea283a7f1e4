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


RAISES = {
    "breaks": RuntimeError("the wire is loose"),
    "stumbles": OSError(errno.ELOOP, os.strerror(errno.ELOOP), "/games/a.journal"),
    "misses": FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), "/voices/fr.yaml"),
}


class Odd(Check):
    """A check that does what a test wants."""

    def __call__(self, visit: Visit) -> Finding:
        assert visit.language == "en"
        if self.function in RAISES:
            raise RAISES[self.function]
        if self.function == "hangs":
            threading.Event().wait()
        return WELL


@pytest.fixture
def visit() -> Visit:
    return Visit("en", lambda words: pytest.fail(f"{words} is told"))


@pytest.mark.parametrize(
    ("what", "said", "remedy"),
    [
        ("breaks", "RuntimeError: the wire is loose", "round.reinstall"),
        ("stumbles", "/games/a.journal: Too many levels of symbolic links", "round.mend_file"),
        ("misses", "/voices/fr.yaml: No such file or directory", "round.reinstall"),
        ("hangs", "hangs", "round.replug"),
    ],
)
def test_a_check_without_an_end_is_a_finding_with_why_and_what_to_do(
    visit: Visit, what: str, said: str, remedy: str
) -> None:
    found = examined(Odd(NAME, "", what), visit, 10.0 if what in RAISES else 0.05)
    assert (found.name, found.state, found.remedy) == (NAME, State.WRONG, says(remedy))
    assert said in found.text.written("en")


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
