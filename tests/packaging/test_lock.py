"""What is installed is named with its version and digests: all of it, as pyproject.toml wants it, for every machine."""

from __future__ import annotations

import re
import subprocess
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from locked import LAYERS, Locked, locked
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from narrator.base.resources import PIP
from narrator.doctor.machine import NEEDED, WELCOME
from narrator.recording.network import INSTALL

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
WANTED = {
    "build": [*PROJECT["build-system"]["requires"], "editables"],  # hatchling asks for it where nothing is copied
    "play": PROJECT["project"]["dependencies"],
    "pi": EXTRAS["pins"],
    "dev": EXTRAS["dev"],
}
INSTALLED = {"play": ("build", "play"), "pi": ("build", "play", "pi"), "dev": ("build", "play", "dev")}
"""The files from which each is installed."""

MACHINES = [(python, machine) for python in ("3.11", "3.13") for machine in ("x86_64", "aarch64")]


def environment(python: str, machine: str) -> dict[str, str]:
    return {
        "python_version": python,
        "python_full_version": f"{python}.2",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "platform_machine": machine,
        "platform_system": "Linux",
        "sys_platform": "linux",
        "os_name": "posix",
        "extra": "",
    }


def applies(requirement: Requirement, of: dict[str, str], extras: frozenset[str] = frozenset()) -> bool:
    marker = requirement.marker
    return marker is None or any(marker.evaluate({**of, "extra": extra}) for extra in (*extras, ""))


def needed(names: set[tuple[str, frozenset[str]]], of: dict[str, str]) -> list[Requirement]:
    """Return what installed packages need, and what those need."""
    seen: set[tuple[str, frozenset[str]]] = set()
    found: list[Requirement] = []
    while names - seen:
        name, extras = (names - seen).pop()
        seen.add((name, extras))
        try:
            wanted = [Requirement(text) for text in requires(name) or ()]
        except PackageNotFoundError:  # a machine's own, such as what drives pins
            continue
        for requirement in wanted:
            if applies(requirement, of, extras):
                found.append(requirement)
                names.add((canonicalize_name(requirement.name), frozenset(requirement.extras)))
    return found


@pytest.mark.parametrize("layer", LAYERS)
def test_everything_has_one_version_and_digests_and_nothing_tells_where_it_was_fetched(layer: str) -> None:
    text = (ROOT / ".ci" / f"requirements-{layer}.txt").read_text(encoding="utf-8")
    assert not re.search(r"://|--(extra-)?index|--find-links|--trusted", text)
    assert locked(layer)
    for package in locked(layer):
        assert all(re.fullmatch(r"[0-9a-f]{64}", digest) for digest in package.digests)
        assert package.digests


@pytest.mark.parametrize(("python", "machine"), MACHINES)
@pytest.mark.parametrize("made", INSTALLED)
def test_the_lock_is_what_pyproject_wants_and_lacks_nothing(made: str, python: str, machine: str) -> None:
    of = environment(python, machine)
    there: dict[str, Locked] = {}
    for layer in INSTALLED[made]:
        for package in locked(layer):
            if applies(package.requirement, of):
                assert package.name not in there, "one machine, one version"
                there[package.name] = package
    wanted = [Requirement(text) for layer in INSTALLED[made] for text in WANTED[layer]]
    wanted = [requirement for requirement in wanted if applies(requirement, of)]
    closure = needed({(canonicalize_name(one.name), frozenset(one.extras)) for one in wanted}, of)
    for requirement in (*wanted, *closure):
        name = canonicalize_name(requirement.name)
        assert name in there, f"{requirement} is missing: make lock"
        # To pip, one with extras is another package: without a version, the newest is taken, and its digest refused.
        assert requirement.extras <= there[name].requirement.extras, f"{requirement}: make lock"
        assert requirement.specifier.contains(there[name].version, prereleases=True), f"{requirement}: make lock"


def test_two_files_agree_on_what_both_have() -> None:
    pi, dev = ({(one.name, one.version): one.digests for one in locked(layer)} for layer in ("pi", "dev"))
    names = {name for name, _ in pi} & {name for name, _ in dev}
    assert names
    for package in pi.keys() | dev.keys():
        if package[0] in names:
            assert pi[package] == dev[package]


def test_the_doctor_misses_what_narrator_asks_for_and_nothing_else() -> None:
    asked = [Requirement(text) for text in PROJECT["project"]["dependencies"]]
    everywhere = {canonicalize_name(one.name) for one in asked if one.marker is None}
    to_run_at_all = {"click", "platformdirs"}
    assert {canonicalize_name(name) for name in NEEDED.values()} == everywhere - to_run_at_all
    assert {one.name for one in asked if one.marker is not None} <= {*WELCOME.values()}


def test_what_is_said_to_be_installed_is_what_the_extras_name() -> None:
    """By their own names: what the public index calls narrator is a stranger's."""
    recording = {requirement.name for requirement in map(Requirement, INSTALL.removeprefix(f"{PIP} install ").split())}
    assert recording == {requirement.name for requirement in map(Requirement, EXTRAS["record"])}
    assert [Requirement(text).name for text in EXTRAS["effects"]] == ["pedalboard"]
    pinned = next(text for text in EXTRAS["record"] if "==" in text)
    assert pinned in INSTALL
    told = subprocess.run(
        ["git", "grep", "-nE", r"pipx? install '?narrator\b", "--", "*.md", "*.py", "*.yaml", ":!CHANGELOG.md"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.stdout == ""
