"""The stage for pi-gen, run as pi-gen runs one; what happens in the new system is written down instead."""

from __future__ import annotations

import subprocess
from pathlib import Path

STAGE = Path(__file__).parents[2] / ".ci" / "pi-gen"
BESIDE_IT = """
on_chroot() { cat; test -f "$ROOTFS_DIR/var/tmp/narrator/Makefile"; }
copy_previous() { mkdir "$ROOTFS_DIR"; }
export -f on_chroot copy_previous
cd "$0"
./prerun.sh
cd 00-narrator
./01-run.sh
"""


def test_the_stage_installs_this_checkout_and_leaves_no_sources_behind(tmp_path: Path) -> None:
    root = tmp_path / "root"
    done = subprocess.run(
        ["bash", "-ec", BESIDE_IT, str(STAGE)],
        env={"ROOTFS_DIR": str(root), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["make", "-C", "/var/tmp/narrator", "--no-print-directory", "pi"]
    assert not (root / "var/tmp/narrator").exists()


def test_pi_gen_ends_with_this_stage_and_makes_an_image_of_it() -> None:
    shown = [
        "bash",
        "-ec",
        '. "$0/config"; echo "${STAGE_LIST##* }"; . "$0/EXPORT_IMAGE"; echo "$IMG_SUFFIX"',
        str(STAGE),
    ]
    last, suffix = subprocess.run(shown, capture_output=True, text=True, check=True).stdout.split()
    assert Path(last) == STAGE
    assert suffix
