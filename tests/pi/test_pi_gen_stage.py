"""The image for the box: the stage that makes it, and what the imager is told of it."""

from __future__ import annotations

import hashlib
import json
import lzma
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

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


PROGRAM = Path(__file__).parents[2] / ".ci" / "manifest"
CONTENT = bytes(3 << 20) + b"an image"


@pytest.fixture
def image(tmp_path: Path) -> Path:
    path = tmp_path / "a card.img.xz"
    path.write_bytes(lzma.compress(CONTENT))
    return path


def told(image: Path, *words: str) -> dict[str, Any]:
    subprocess.run([sys.executable, str(PROGRAM), str(image), *words], check=True)
    manifest: dict[str, Any] = json.loads((image.parent / "a card.rpi-imager-manifest").read_text("utf-8"))
    return manifest


def test_sizes_and_digests_are_those_of_the_image_packed_and_unpacked(image: Path) -> None:
    (entry,) = told(image)["os_list"]
    assert entry["extract_size"] == len(CONTENT)
    assert entry["extract_sha256"] == hashlib.sha256(CONTENT).hexdigest()
    assert entry["image_download_size"] == image.stat().st_size
    assert entry["image_download_sha256"] == hashlib.sha256(image.read_bytes()).hexdigest()


def test_the_image_is_where_it_is_told_to_be_or_else_where_it_lies(image: Path) -> None:
    assert told(image)["os_list"][0]["url"] == f"file://{image.parent}/a%20card.img.xz"
    address = "https://example.org/card.img.xz"
    assert told(image, "--address", address)["os_list"][0]["url"] == address


@pytest.mark.parametrize(("how", "a_pi_5_too"), [("none", False), ("systemd", True), ("cloudinit-rpi", True)])
def test_only_an_image_of_raspberry_pi_os_is_offered_for_a_pi_5_and_asked_about_wifi(
    image: Path, how: str, a_pi_5_too: bool
) -> None:
    manifest = told(image, "--customised", how)
    (entry,) = manifest["os_list"]
    assert entry["init_format"] == how
    assert ("pi5-64bit" in entry["devices"]) is a_pi_5_too
    chosen = {tag for machine in manifest["imager"]["devices"] for tag in machine["tags"]}
    assert chosen == set(entry["devices"]), "each machine that can be chosen is offered the image"
