"""The groups of commands are there, and each tells what is in it."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from narrator.cli import main

GROUPS = {
    "pack": {"add", "export"},
    "voices": {"fetch", "list", "try"},
    "models": {"fetch", "list", "verify"},
}


@pytest.mark.parametrize("name", GROUPS)
def test_a_group_holds_its_commands_and_lists_them(name: str) -> None:
    group = main.commands[name]
    assert isinstance(group, click.Group)
    assert {*group.commands} == GROUPS[name]
    listed = CliRunner().invoke(main, [name, "--help"]).output
    assert all(command in listed for command in GROUPS[name])
