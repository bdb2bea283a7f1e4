"""`narrator doctor`: checks all equipment, one piece after the other, aloud and in text."""

from __future__ import annotations

import sys
from pathlib import Path

from narrator.base import whole_files
from narrator.base.resources import told_in
from narrator.base.sentences import reason
from narrator.devices.keyboard import RawLines
from narrator.doctor import all_checks
from narrator.doctor.all_checks import CHECKS, IF_ASKED, as_text, findings
from narrator.doctor.visit import Asking, DoctorWords, Finding, State, Visit, says

STATES = {
    State.WELL: says("state.well"),
    State.NOTE: says("state.note"),
    State.WRONG: says("state.wrong"),
}

STANDARD_OUTPUT = "-"

ALL_IS_WELL, SOMETHING_IS_WRONG, NOT_RUN = 0, 1, 2


def doctor(language: str, report: str | None, *, quick: bool, self_test: bool, as_json: bool) -> int:
    """Look at everything; status 1 where something is wrong, 2 where it could not be done or told.

    `report` is a file, or `-`: then the report, or the JSON, is all that is printed, and nobody is asked.
    """
    with told_in(language):
        return _examined(language, report, quick=quick, self_test=self_test, as_json=as_json)


def _examined(language: str, report: str | None, *, quick: bool, self_test: bool, as_json: bool) -> int:
    told = not as_json and report != STANDARD_OUTPUT
    someone = told and not quick and sys.stdin.isatty() and sys.stdout.isatty()
    visit = Visit(language, lambda words: _ask(visit, words), quick=quick or as_json)
    if someone:
        visit.asking = Asking()
        visit.asking.listen(RawLines(sys.stdin.fileno()))
    found: list[Finding] = []
    try:
        for finding in findings(visit, (*CHECKS, IF_ASKED) if self_test else CHECKS):
            found.append(finding)
            if told:
                _tell(visit, finding)
        return _conclude(visit, found, report, as_json=as_json)
    except KeyboardInterrupt:
        print(says("visit.interrupted").written(language), file=sys.stderr)
        return NOT_RUN
    finally:
        visit.close()


def _ask(visit: Visit, words: DoctorWords) -> None:
    print(words.written(visit.language), flush=True)
    _say(visit, words)


def _tell(visit: Visit, finding: Finding) -> None:
    """Show a finding and say it; what is well is said in a word."""
    line = says("visit.line", name=finding.name, state=STATES[finding.state], text=finding.text)
    print(line.written(visit.language), flush=True)
    if finding.remedy is not None:
        print(says("visit.todo", remedy=finding.remedy).written(visit.language), flush=True)
    if finding.state is State.WELL:
        line = says("visit.line", name=finding.name, state=STATES[finding.state], text="")
    _say(visit, line + finding.remedy if finding.state is State.WRONG and finding.remedy else line)


def _say(visit: Visit, words: DoctorWords) -> None:
    if not visit.quick and visit.can_speak:
        visit.aloud.say(words)


def _conclude(visit: Visit, found: list[Finding], report: str | None, *, as_json: bool) -> int:
    language = visit.language
    wrong = [finding.name.written(language) for finding in found if finding.state is State.WRONG]
    if as_json:
        print(all_checks.as_json(visit, found))
    elif report == STANDARD_OUTPUT:
        print(as_text(visit, found), end="")
    else:
        words = says("visit.some_wrong", names=", ".join(wrong)) if wrong else says("visit.all_well")
        print(words.written(language))
        _say(visit, words)
    if report is not None and report != STANDARD_OUTPUT:
        try:
            whole_files.write_asked(Path(report), as_text(visit, found), whole_files.PRIVATE)
        except OSError as error:
            print(says("visit.not_written", path=report, why=reason(error)).written(language), file=sys.stderr)
            return NOT_RUN
        print(says("visit.written", path=report).written(language), file=sys.stderr if as_json else sys.stdout)
    return SOMETHING_IS_WRONG if wrong else ALL_IS_WELL
