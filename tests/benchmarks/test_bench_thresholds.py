"""What each threshold of the ear trades: which may be asked for."""

from __future__ import annotations

from click.testing import CliRunner

from benchmarks.__main__ import bench
from benchmarks.trade_offs import CONSTANTS


def test_a_constant_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    asked = ["thresholds", "--clips", "1", "--minutes", "0.1", "--only", "misfit", "--only", "misfot"]
    refused = CliRunner().invoke(bench, asked)
    assert refused.exit_code == 2
    assert "'misfot' is none of" in refused.output
    assert all(name in refused.output for name in CONSTANTS)
