"""`make bench ARGS=people`: what a game understands of a person whom no model was trained on.

Armelle Desjardins recorded prompts for telephone exchanges, at 8 kHz, which Debian has as `asterisk-prompt-fr-armelle`.
Of what twelve players can be asked, they answer the numbers.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import soundfile

from narrator.commands.ear import report

PACKAGE = "asterisk-prompt-fr-armelle"
NUMBERS = ("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze")


def people(model: str) -> int:
    """Fetch her recordings, and report on them as `narrator ear report` does on a player's.

    `model` is the folder of one, empty for ours.
    """
    with TemporaryDirectory() as name:
        place = Path(name)
        try:
            subprocess.run(("apt-get", "download", "-qq", PACKAGE), cwd=place, check=True)
            (package,) = place.glob("*.deb")
            subprocess.run(("dpkg-deb", "--extract", package, place), check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            sys.stderr.write(f"Debian's package {PACKAGE} cannot be fetched: {error}\n")
            return 2
        said = place / "said"
        said.mkdir()
        for number, word in enumerate(NUMBERS):
            sound, rate = soundfile.read(
                place / "usr" / "share" / "asterisk" / "sounds" / "fr" / "digits" / f"{number}.gsm"
            )
            soundfile.write(said / f"{word}.wav", sound, rate)
        return report(said, "fr", model or None)
