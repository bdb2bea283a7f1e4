"""What systemd is asked for holds together, and grants no more than a box needs."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import narrator
from narrator.base.processes.liveness import ENGINE, SOUND, STARTING

PI = Path(narrator.__file__).parent / "pi"
UNIT = PI / "narrator.service"
COMMAND = "/opt/narrator/venv/bin/narrator"
VERSIONS = "/opt/narrator/versions.sh"

ANALYZE = shutil.which("systemd-analyze")


def told(section: str) -> dict[str, list[str]]:
    """Return what stands in a section of the unit: every value of a key, in their order."""
    lines = UNIT.read_text(encoding="utf-8").split(f"[{section}]\n")[1].split("\n[")[0].splitlines()
    found: dict[str, list[str]] = {}
    for key, value in (line.split("=", 1) for line in lines if line and not line.startswith("#")):
        found.setdefault(key, []).append(value)
    return found


@pytest.mark.skipif(ANALYZE is None, reason="there is no systemd-analyze here")
def test_systemd_has_no_objection_to_the_unit(tmp_path: Path) -> None:
    stand_in = tmp_path / "narrator"
    stand_in.write_text("#!/bin/sh\n", encoding="utf-8")
    stand_in.chmod(0o755)
    unit = tmp_path / UNIT.name
    unit.write_text(
        UNIT.read_text(encoding="utf-8").replace(COMMAND, str(stand_in)).replace(VERSIONS, str(stand_in)),
        encoding="utf-8",
    )
    done = subprocess.run([str(ANALYZE), "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False)
    assert done.stderr == "", "a key that systemd does not know is only printed"
    assert done.returncode == 0


def ended(code: str, status: str, tmp_path: Path) -> bool:
    """Return whether the machine is switched off once the service has ended so: the unit's own command, run."""
    (tmp_path / "systemctl").write_text('#!/bin/sh\necho "$*" >>asked\n', encoding="utf-8")
    (tmp_path / "systemctl").chmod(0o755)
    (command,) = told("Service")["ExecStopPost"]
    program, flag, script = shlex.split(command.removeprefix("+").replace("$$", "$"))
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "EXIT_CODE": code, "EXIT_STATUS": status}
    subprocess.run([program, flag, script], env=environment, cwd=tmp_path, check=True)
    asked = tmp_path / "asked"
    switched_off = "--no-block --job-mode=replace-irreversibly start poweroff.target\n"
    return asked.exists() and asked.read_text(encoding="utf-8") == switched_off


@pytest.mark.parametrize(
    ("code", "status", "off"),
    [
        ("exited", "42", True),
        ("exited", "0", False),
        ("exited", "1", False),
        ("exited", "142", False),
        ("killed", "TERM", False),
        ("dumped", "ABRT", False),
    ],
)
def test_the_machine_is_switched_off_after_a_goodbye_and_after_nothing_else(
    code: str, status: str, off: bool, tmp_path: Path
) -> None:
    assert ended(code, status, tmp_path) is off


def test_a_goodbye_is_no_failure_and_no_table_is_ever_locked_out() -> None:
    service = told("Service")
    assert service["SuccessExitStatus"] == ["42"]
    assert service["Restart"] == ["on-failure"]
    assert told("Unit")["StartLimitIntervalSec"] == ["0"]


def test_nothing_that_is_said_at_the_table_reaches_the_journal_or_a_file() -> None:
    service = told("Service")
    assert service["StandardOutput"] == ["null"]
    assert service["LimitCORE"] == ["0"]
    assert service["UMask"] == ["0077"]
    assert service["RuntimeDirectoryMode"] == ["0700"]
    assert 'install -d -o narrator -g narrator -m 0700 "$data"' in (PI / "install.sh").read_text(encoding="utf-8")


def test_a_box_whose_partition_is_missing_starts_all_the_same_and_may_write_to_it_when_it_comes() -> None:
    service = told("Service")
    wanting = {"StateDirectory", "CacheDirectory", "LogsDirectory", "ConfigurationDirectory", "RootDirectory"}
    assert not wanting & service.keys(), "each of these wants the partition that is mounted there"
    assert "RequiresMountsFor" not in told("Unit")
    assert service["ReadWritePaths"] == ["-/var/lib/narrator"]
    assert service["RuntimeDirectoryPreserve"] == ["restart"], "the games of an evening without it are there"


def test_a_first_start_may_take_its_time() -> None:
    (seconds,) = told("Service")["TimeoutStartSec"]
    assert int(seconds) >= STARTING


LISTS_READ = """
import sys
read = []
sys.addaudithook(lambda event, words: event == "open" and str(words[0]).endswith("entry_points.txt") and read.append(1))
import narrator.voice.profile
print(len(read))"""


def test_the_service_loads_its_voice_without_looking_for_plugins_in_every_package(tmp_path: Path) -> None:
    words = [word for line in told("Service")["Environment"] for word in line.split()]
    of_the_unit = {**os.environ, **dict(word.split("=", 1) for word in words)}
    elsewhere = {name: value for name, value in of_the_unit.items() if name != "PYDANTIC_DISABLE_PLUGINS"}
    read = [
        int(subprocess.check_output([sys.executable, "-c", LISTS_READ], env=environment, cwd=tmp_path))
        for environment in (of_the_unit, elsewhere)
    ]
    assert read[0] == 0 < read[1]


def test_the_watchdog_waits_longer_than_what_it_watches_may_be_silent() -> None:
    (granted,) = told("Service")["WatchdogSec"]
    assert int(granted) / 2 >= ENGINE >= SOUND


def test_the_installer_puts_the_command_where_the_unit_looks_for_it() -> None:
    (command,) = told("Service")["ExecStart"]
    assert command == f"{COMMAND} box"
    assert told("Service")["ExecStartPre"] == [f"-+{VERSIONS} begin"], "what it cannot do stops no box"
    assert told("Service")["ExecStartPost"] == [f"+{VERSIONS} settled"]
    installer = (PI / "install.sh").read_text(encoding="utf-8")
    assert '"$here/versions.sh" "$place"' in installer
    assert "place=/opt/narrator\n" in installer
    assert '--system-site-packages "$version"' in installer
    assert 'ln -sfn versions/installed "$place/venv"' in installer


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="there is no shellcheck here")
@pytest.mark.parametrize(
    "script",
    [
        *("narrator/pi/install.sh", "narrator/pi/remove.sh", "narrator/pi/versions.sh"),
        *(".ci/box", ".ci/deb", ".ci/image"),
        *(f".ci/pi-gen/{name}" for name in ("config", "EXPORT_IMAGE", "prerun.sh", "00-narrator/01-run.sh")),
    ],
)
def test_shellcheck_has_no_objection_to_the_scripts(script: str) -> None:
    done = subprocess.run(["shellcheck", str(PI.parents[1] / script)], capture_output=True, text=True, check=False)
    assert done.stdout == ""


@pytest.mark.parametrize("words", [["--speaker"], ["--loudspeaker", "USB"], ["--hotspot", "no"]], ids=" ".join)
def test_an_installation_that_is_asked_for_wrongly_changes_nothing_and_says_why(words: list[str]) -> None:
    done = subprocess.run(["bash", str(PI / "install.sh"), *words], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert words[0] in done.stderr


def test_games_are_removed_only_by_the_word_for_it() -> None:
    done = subprocess.run(["bash", str(PI / "remove.sh"), "yes"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "GAMES=remove" in done.stderr


def done_by(script: str, step: str, tmp_path: Path) -> str:
    """Do one step of a script of the box in a folder, with a pretended nmcli; return what nmcli was asked."""
    for name, does in {
        "nmcli": f'echo "$*" >>{tmp_path}/asked',
        "venv/bin/python": f'exec {sys.executable} "$@"',
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    steps = tmp_path / script
    steps.write_text((PI / script).read_text(encoding="utf-8").rpartition("\nmain ")[0], encoding="utf-8")
    program = f"""
        . {steps}
        place={tmp_path} data={tmp_path} unit={tmp_path}/narrator.service network={tmp_path}/narrator-box hotspot=yes
        as_narrator() {{ env NARRATOR_HOME={tmp_path} "$@"; }}
        {step}"""
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    subprocess.run(["bash", "-c", program], env=environment, check=True)
    return (tmp_path / "asked").read_text(encoding="utf-8")


def test_a_box_gets_a_network_of_its_own_which_is_its_user_s_and_root_s_secret_and_goes_again(tmp_path: Path) -> None:
    (tmp_path / "settings.yaml").write_text("lang: fr\n", encoding="utf-8")
    asked = [done_by("install.sh", "hotspot", tmp_path) for _ in range(2)][-1]
    own = json.loads((tmp_path / "hotspot.json").read_text(encoding="utf-8"))
    profile, changes = tmp_path / "narrator-box", tmp_path / "narrator.service.d" / "phone.conf"
    assert f"psk={own['password']}\n" in profile.read_text(encoding="utf-8")
    assert {(tmp_path / name).stat().st_mode & 0o777 for name in ("narrator-box", "hotspot.json")} == {0o600}
    assert own["password"] not in asked
    assert f"connection load {profile}\n" in asked
    assert (tmp_path / "settings.yaml").read_text(encoding="utf-8") == "lang: fr\nremote: on\n"
    assert "IPAddressDeny=\n" in changes.read_text(encoding="utf-8")
    assert "connection delete narrator-box\n" in done_by("remove.sh", "network", tmp_path)
    assert not profile.exists()
    assert not changes.parent.exists()
