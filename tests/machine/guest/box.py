"""In the guest: a box as it comes, with an emulated card and pad; each line is told with the guest's seconds."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

HOME = Path("/run/home")
EVDEV = "/usr/lib/python3/dist-packages"


def main() -> None:
    """Be a box until it ends."""
    HOME.mkdir()
    (HOME / "settings.yaml").write_text("keypad: QEMU QEMU USB Keyboard\n")
    # As alsa-restore does it; a loudspeaker that comes later is not muted.
    subprocess.run(["amixer", "-q", "sset", "Master", "80%", "unmute"], check=False)
    environment = {**os.environ, "NARRATOR_HOME": str(HOME), "HOME": str(HOME)}
    environment["PYTHONPATH"] += f":{EVDEV}"
    words = ["box", "--no-ears", "--no-ambience", "--pace", "fast"]
    with subprocess.Popen(
        [sys.executable, "-m", "narrator", *words], stdout=subprocess.PIPE, env=environment, text=True
    ) as box:
        assert box.stdout is not None
        for line in box.stdout:
            sys.stdout.write(f"{time.monotonic():.1f} {line}")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
