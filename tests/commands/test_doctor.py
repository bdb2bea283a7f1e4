"""The status of `narrator doctor` says to scripts whether all is well, something is wrong, or nothing was found out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from narrator.cli import main
from narrator.commands import doctor as command
from narrator.doctor.all_checks import IF_ASKED, Check
from narrator.doctor.visit import BUTTON, LIGHT, Finding, State, Visit, says

WELL = Finding(LIGHT, State.WELL, says("heat.unknown"))
NOTE = Finding(BUTTON, State.NOTE, says("reasons.no_pad"), says("reasons.look"))
WRONG = Finding(BUTTON, State.WRONG, says("reasons.no_pad"), says("reasons.look"))


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
        ((WELL, NOTE), 0, "No problems found."),
        ((WELL, WRONG), 1, "Problems: Button."),
        ((), 0, "No problems found."),
    ],
)
def test_the_status_says_whether_something_is_wrong(
    monkeypatch: pytest.MonkeyPatch, findings: tuple[Finding, ...], status: int, last: str
) -> None:
    found(monkeypatch, *findings)
    result = CliRunner().invoke(main, ["doctor", "--lang", "en"])
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (status, last)


def test_a_finding_is_a_line_and_its_remedy_another(monkeypatch: pytest.MonkeyPatch) -> None:
    found(monkeypatch, WELL, WRONG)
    assert CliRunner().invoke(main, ["doctor", "--lang", "fr"]).stdout.splitlines() == [
        "Lumière : bien. La machine n'en dit rien.",
        "Bouton : à réparer. Aucun pavé numérique ici.",
        "    À faire : Vérifiez son branchement et les réglages.",
        "À réparer : Bouton.",
    ]


def test_an_examination_that_is_interrupted_has_found_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    found(monkeypatch, WELL, KeyboardInterrupt)
    result = CliRunner().invoke(main, ["doctor", "--lang", "fr"])
    assert (result.exit_code, result.stderr) == (2, "L'examen est interrompu.\n")


def test_the_trial_of_the_recogniser_is_done_where_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = found(monkeypatch, WELL)
    CliRunner().invoke(main, ["doctor"])
    CliRunner().invoke(main, ["doctor", "--self-test"])
    assert [IF_ASKED in checks for checks in asked] == [False, True]


def test_why_a_report_cannot_be_written_is_told_in_the_language_of_the_visit(monkeypatch: pytest.MonkeyPatch) -> None:
    found(monkeypatch, WELL)
    told = CliRunner().invoke(main, ["doctor", "--lang", "fr", "--report", "/nowhere/report"])
    assert told.exit_code == 2
    assert "(il n'y a pas de tel fichier, ou pas de tel dossier)" in told.output
