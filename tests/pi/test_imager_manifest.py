"""What Raspberry Pi Imager is told of an image: it refuses one whose size or digest is another."""

from __future__ import annotations

import hashlib
import json
import lzma
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

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
