"""`make bench ARGS=people`: what a game understands of people whom no model was trained on.

Four people recorded what packages of Ubuntu hold: Armelle Desjardins, and a woman whose name is not told, prompts for
telephone exchanges, at 8 kHz; two others, letters and numbers for children. Of what twelve players can be asked, they
answer the numbers.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import soundfile

from models.build.report import report

NUMBERS = ("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze")
_ARCHIVE = "http://archive.ubuntu.com/ubuntu/pool/universe/"
_FETCH = "/usr/lib/apt/apt-helper"


@dataclass(frozen=True, slots=True)
class Person:
    """Where somebody's numbers are: a package, and in it the file of each, named by `{number}` or its `{letter}`."""

    name: str
    package: str
    digest: str
    file: str

    def numbers(self, package: Path, target: Path) -> None:
        """Write a sound file for each number that the unpacked package has, called after it."""
        target.mkdir(parents=True)
        for number, word in enumerate(NUMBERS):
            digit = str(number)
            letter = f"U{ord(digit):04x}" if len(digit) == 1 else digit
            file = package / self.file.format(number=number, letter=letter)
            if file.is_file():
                sound, rate = soundfile.read(file)
                soundfile.write(target / f"{word}.wav", sound, rate)


PEOPLE = (
    Person(
        "armelle",
        "a/asterisk-prompt-fr-armelle/asterisk-prompt-fr-armelle_20070613-2.1_all.deb",
        "1016670593e33f105efab41da33b94f5333060c98991dd72ab88564c34889ce4",
        "usr/share/asterisk/sounds/fr/digits/{number}.gsm",
    ),
    Person(
        "proformatique",
        "a/asterisk-prompt-fr-proformatique/asterisk-prompt-fr-proformatique_20070706-1.4-2.1_all.deb",
        "09fe588dc111c7efef6cf62fdd2a620f14d25c8bc5e441d3cfd1b330039d52f8",
        "usr/share/asterisk/sounds/digits/fr/{number}.wav",
    ),
    Person(
        "childsplay",
        "c/childsplay-alphabet-sounds-fr/childsplay-alphabet-sounds-fr_0.9.1-2_all.deb",
        "1391a83ab34bb9dfc043a128631f3cc833d7f2e113f42f4f74959c82924ff4b2",
        "usr/share/sp_alphabetsounds/fr/{letter}.ogg",
    ),
    Person(  # the ear has learnt from whoever says the descriptions of this package: not from its numbers
        "tuxpaint",
        "t/tuxpaint-stamps/tuxpaint-stamps-default_2014.08.23-1_all.deb",
        "7a556907b6f40f2b6ff181b40f71c961b3b518183866d9eab5b61c5a3f991644",
        "usr/share/tuxpaint/stamps/symbols/math/{number}_fr.ogg",
    ),
)


def people(model: str) -> int:
    """Fetch their recordings, and report on them as `make ear-report` does on players'.

    `model` is the folder of one, empty for ours.
    """
    with TemporaryDirectory() as name:
        place = Path(name)
        for person in PEOPLE:
            package, unpacked = place / f"{person.name}.deb", place / person.name
            try:
                fetch = (_FETCH, "download-file", _ARCHIVE + person.package, package, f"SHA256:{person.digest}")
                subprocess.run(fetch, stdout=subprocess.DEVNULL, check=True)
                subprocess.run(("dpkg-deb", "--extract", package, unpacked), check=True)
            except (OSError, subprocess.CalledProcessError) as error:
                sys.stderr.write(f"{person.package} cannot be fetched: {error}\n")
                return 2
            person.numbers(unpacked, place / "said" / person.name)
        return report(place / "said", "fr", model or None)
