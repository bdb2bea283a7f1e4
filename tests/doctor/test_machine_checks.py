"""Heat, power, clock, settings and gaps are read from what the machine says, and judged."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from narrator.doctor.machine import NotRunError, answer_of, choices, clock, heat, machine, underruns, versions
from narrator.doctor.visit import State, Visit, says
from narrator.sound.audio import underruns as counted

NOWHERE = "empty"


@pytest.fixture
def visit(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Visit:
    """Return a visit to a machine whose system has no files, and no programs."""
    monkeypatch.setenv("PATH", str(tmp_path / NOWHERE))
    assert not home.exists()
    return Visit("en", lambda words: pytest.fail(f"{words} is told"), quick=True, root=tmp_path)


def board(root: Path, *, degrees: float | None = None, throttled: str | None = None) -> None:
    """Let the system say how warm it is, and what a Raspberry Pi's firmware says."""
    if degrees is not None:
        zone = root / "sys/class/thermal/thermal_zone0"
        zone.mkdir(parents=True)
        (zone / "temp").write_text(f"{round(1000 * degrees)}\n", encoding="ascii")
        asleep = root / "sys/class/thermal/thermal_zone1"
        asleep.mkdir()
        (asleep / "temp").write_text("\n", encoding="ascii")
    if throttled is not None:
        firmware = root / "sys/devices/platform/soc/soc:firmware"
        firmware.mkdir(parents=True)
        (firmware / "get_throttled").write_text(f"{throttled}\n", encoding="ascii")


@pytest.mark.parametrize(
    ("degrees", "throttled", "state", "remedy", "told"),
    [
        (48.2, None, State.WELL, None, "48 °C"),
        (61.0, "0", State.WELL, None, "61 °C"),
        (83.0, "0", State.WRONG, says("heat.cool"), "83 °C"),
        (70.0, "50005", State.WRONG, says("heat.supply"), "weak right now"),
        (70.0, "4", State.WRONG, says("heat.cool"), "slows down"),
        (50.0, "50000", State.NOTE, says("heat.supply"), "too weak since"),
        (50.0, "80000", State.NOTE, says("heat.cool"), "slowed down since"),
        (None, None, State.NOTE, None, "does not report it"),
    ],
)
def test_heat_and_power(
    visit: Visit, degrees: float | None, throttled: str | None, state: State, remedy: object, told: str
) -> None:
    board(visit.root, degrees=degrees, throttled=throttled)
    found = heat(visit)
    assert (found.state, found.remedy) == (state, remedy)
    assert told in found.text.written("en")


def test_the_firmware_is_asked_by_its_own_program_where_the_kernel_does_not_know(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = visit.root / "vcgencmd"
    program.write_text("#!/bin/sh\necho throttled=0x50005\n", encoding="utf-8")
    program.chmod(0o700)
    monkeypatch.setenv("PATH", str(visit.root))
    assert heat(visit).remedy == says("heat.supply")


def test_a_board_says_what_it_is(visit: Visit) -> None:
    assert "(" not in machine(visit.root)
    tree = visit.root / "proc/device-tree"
    tree.mkdir(parents=True)
    (tree / "model").write_text("Raspberry Pi 5 Model B Rev 1.0\0", encoding="utf-8")
    assert machine(visit.root).startswith("Raspberry Pi 5 Model B Rev 1.0 (")
    assert "Raspberry Pi 5" in versions(visit).text.written("fr")


def test_a_clock_that_is_behind_the_games_that_were_played_is_wrong(visit: Visit, home: Path) -> None:
    assert clock(visit).state is State.WELL
    (home / "games").mkdir(parents=True)
    game = home / "games" / "20990101-200000.journal"
    game.touch()
    in_a_month = time.time() + 30 * 86400
    os.utime(game, (in_a_month, in_a_month))
    found = clock(visit)
    assert found.state is State.WRONG
    assert found.remedy is not None
    assert "timedatectl set-time" in found.remedy.written("en")


def test_a_journal_that_is_a_link_to_itself_tells_nothing_of_the_clock(visit: Visit, home: Path) -> None:
    game = home / "games" / "20260131-204500.journal"
    game.parent.mkdir(parents=True)
    game.symlink_to(game)
    assert clock(visit).state is State.WELL


def test_settings_that_cannot_be_read_are_wrong_and_named(visit: Visit, home: Path) -> None:
    assert choices(visit).state is State.WELL
    home.mkdir()
    (home / "settings.yaml").write_text("output: USB\nloudness: 3\n", encoding="utf-8")
    found = choices(visit)
    assert found.state is State.WRONG
    assert "there is no setting loudness" in found.text.written("en")
    (home / "settings.yaml").write_text("output: USB\nsounds: /nowhere/at/all\n", encoding="utf-8")
    assert "/nowhere/at/all" in choices(visit).text.written("en")
    (home / "settings.yaml").write_text("output: USB\n", encoding="utf-8")
    assert "output" in choices(visit).text.written("en")


def noted(**record: object) -> None:
    counted.path().parent.mkdir(exist_ok=True)
    none = {"games": 5, "seconds": 18000.0, "underruns": 0, "last": None, "latest_seconds": 3600.0, "latest": 0}
    counted.path().write_text(json.dumps({**none, **record}), encoding="utf-8")


def test_gaps_are_told_with_how_long_ago_they_were(visit: Visit) -> None:
    assert underruns(visit).state is State.NOTE
    noted()
    assert underruns(visit).text.written("en") == "None in 5 games (5 h of sound)."
    noted(underruns=2, last=time.time() - 3 * 86400 - 60)
    found = underruns(visit)
    assert (found.state, found.text.written("fr")) == (
        State.WELL,
        "Aucune dans la dernière partie ; la dernière il y a 3 jours, 2 en 5 parties.",
    )
    noted(underruns=2, latest=1, last=time.time() - 600)
    assert underruns(visit).state is State.NOTE
    assert "10 min ago" in underruns(visit).text.written("en")
    noted(underruns=40, latest=38, last=time.time() - 5)
    assert underruns(visit).state is State.WRONG


def test_a_gap_in_the_future_says_that_the_clock_went_back(visit: Visit) -> None:
    noted(underruns=1, last=time.time() + 86400)
    assert "the clock went back" in underruns(visit).text.written("en")


@pytest.mark.parametrize(
    ("script", "why"),
    [("sleep 60", "no answer within"), ("echo no bus >&2; exit 1", "no bus"), ("exit 3", "status 3")],
)
def test_a_program_that_hangs_or_fails_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, why: str
) -> None:
    program = tmp_path / "oracle"
    program.write_text(f"#!/bin/sh\nexec 2>&1\n{script}\n", encoding="utf-8")
    program.chmod(0o700)
    monkeypatch.setenv("PATH", os.pathsep.join((str(tmp_path), os.environ["PATH"])))
    if "sleep" in script:
        monkeypatch.setattr("narrator.doctor.machine.SECONDS", 0.2)
    with pytest.raises(NotRunError, match=why):
        answer_of("oracle")


def test_a_program_that_is_not_there_is_no_answer() -> None:
    with pytest.raises(NotRunError, match="No such file"):
        answer_of("no-such-oracle")
