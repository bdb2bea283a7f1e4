"""The status of `narrator doctor` says to scripts whether all is well, something is wrong, or nothing was found out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from narrator.cli import main
from narrator.commands import doctor as command
from narrator.doctor.all_checks import IF_ASKED, Check
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.visit import Visit

LAMP, CHAIR = DoctorWords("Lampe", "Lamp"), DoctorWords("Chaise", "Chair")
WELL = Finding(LAMP, State.WELL, DoctorWords("Elle brille.", "It shines."))
NOTE = Finding(
    CHAIR, State.NOTE, DoctorWords("Elle manque.", "There is none."), DoctorWords("Asseyez-vous.", "Sit down.")
)
WRONG = Finding(CHAIR, State.WRONG, DoctorWords("Elle boite.", "It limps."), DoctorWords("Calez-la.", "Prop it up."))


def found(monkeypatch: pytest.MonkeyPatch, *findings: Finding | type[BaseException]) -> list[tuple[Check, ...]]:
    """Let this be found; return where the checks that are asked for go."""
    asked: list[tuple[Check, ...]] = []

    def look(visit: Visit, checks: tuple[Check, ...]) -> Iterator[Finding]:
        assert visit.asking is None
        asked.append(checks)
        for finding in findings:
            if not isinstance(finding, Finding):
                raise finding
            yield finding

    monkeypatch.setattr(command, "findings", look)
    return asked


@pytest.mark.parametrize(
    ("findings", "status", "last"),
    [
        ((WELL, NOTE), 0, "All is well."),
        ((WELL, WRONG), 1, "Wrong: Chair."),
        ((), 0, "All is well."),
    ],
)
def test_the_status_says_whether_something_is_wrong(
    monkeypatch: pytest.MonkeyPatch, findings: tuple[Finding, ...], status: int, last: str
) -> None:
    found(monkeypatch, *findings)
    result = CliRunner().invoke(main, ["doctor", "--language", "en"])
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (status, last)


def test_a_finding_is_a_line_and_its_remedy_another(monkeypatch: pytest.MonkeyPatch) -> None:
    found(monkeypatch, WELL, WRONG)
    assert CliRunner().invoke(main, ["doctor"]).stdout.splitlines() == [
        "Lampe : bien. Elle brille.",
        "Chaise : à réparer. Elle boite.",
        "    À faire : Calez-la.",
        "À réparer : Chaise.",
    ]


def test_an_examination_that_is_interrupted_has_found_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    found(monkeypatch, WELL, KeyboardInterrupt)
    result = CliRunner().invoke(main, ["doctor"])
    assert (result.exit_code, result.stderr) == (2, "L'examen est interrompu.\n")


def test_the_trial_of_the_recogniser_is_done_where_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = found(monkeypatch, WELL)
    CliRunner().invoke(main, ["doctor"])
    CliRunner().invoke(main, ["doctor", "--self-test"])
    assert [IF_ASKED in checks for checks in asked] == [False, True]
