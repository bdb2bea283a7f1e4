"""In the guest: a first night with one button, whose answers a light shows, at simulated pins.

One who hears everything, sees the light and has a finger on the button plays for all eight. Every line is told with the
guest's seconds, and with the light as it was while the line was said.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

HOME = Path("/run/home")
PLAYERS = 8
PRESSED_AT = (
    *("Combien êtes-vous", "8.", "C'est bien cela", "Oui."),
    *("1 :", "C'est bien cela", "Oui."),
    "Entrée quand le cercle est prêt",
)
"""What is said when the button is pressed, from the first question to the deal."""

CHOICE, LIGHT, NOBODY = "Le choix, maintenant.", "La lumière, maintenant.", "Personne."
LOVERS = (2, 5)

SHINES = 0.4
"""Seconds after the beginning of a line at which the light is looked at: less than any item of a count takes."""


class Pins:
    """A chip of pins that is simulated, named and numbered as a Pi's."""

    def __init__(self) -> None:
        config = Path("/sys/kernel/config")
        subprocess.run(["mount", "-t", "configfs", "config", config], check=True)
        chip = config / "gpio-sim" / "pi"
        bank = chip / "bank0"
        chip.mkdir()
        bank.mkdir()
        (bank / "num_lines").write_text("54")
        (bank / "label").write_text("pinctrl-bcm2835")
        (chip / "live").write_text("1")
        names = (chip / "dev_name", bank / "chip_name")
        pins = Path("/sys/devices/platform", *(name.read_text().strip() for name in names))
        self._button, self._light = pins / "sim_gpio17" / "pull", pins / "sim_gpio27" / "value"
        self._button.write_text("pull-up")

    def press(self) -> None:
        """Press the button, as long as a finger does."""
        self._button.write_text("pull-down")
        time.sleep(0.2)
        self._button.write_text("pull-up")

    def lit(self) -> bool:
        """Whether the light shines."""
        return self._light.read_text().strip() == "1"


class Evening:
    """What a box says, a line after the other, and what its light shows meanwhile."""

    def __init__(self, said: Iterator[str], pins: Pins) -> None:
        self._said = said
        self._pins = pins

    def line(self) -> tuple[str, bool]:
        """Return the next line, and whether the light shone."""
        line = next(self._said).strip()
        time.sleep(SHINES)
        lit = self._pins.lit()
        tell(f"{'*' if lit else ' '} {line}")
        return line, lit

    def until(self, words: str) -> None:
        """Listen until this is said."""
        while words not in self.line()[0]:
            pass

    def press_at(self, words: str) -> None:
        """Press the button when this is said."""
        self.until(words)
        self._pins.press()

    def choose(self, *seats: int) -> None:
        """Press when these are counted, at the next choice."""
        self.until(CHOICE)
        for seat in seats:
            self.press_at(f"Le numéro {seat}.")

    def shown(self, items: int) -> str:
        """Return what the light shows, of so many items that are counted twice: at one of them it shines."""
        self.until(LIGHT)
        lines = [self.line() for _ in range(2 * items)]
        lit = [line for line, lit in lines if lit]
        assert len(lit) == 2, f"the light shone at {lit}"
        assert lit[0] == lit[1], f"the light shone at {lit}"
        return lit[0].removesuffix(".")


def play(evening: Evening) -> None:
    """Play until dawn, and see that the light has told the truth."""
    for words in PRESSED_AT:
        evening.press_at(words)
    cards = [evening.shown(6) for _ in range(PLAYERS)]
    told = {card: cards.count(card) for card in sorted(cards)}
    assert told == {"Chasseur": 1, "Cupidon": 1, "Loup-Garou": 2, "Sorcière": 1, "Villageois": 2, "Voyante": 1}, told
    tell("the cards were dealt by the light")
    evening.choose(*LOVERS)
    partners = [evening.shown(PLAYERS + 1) for _ in range(PLAYERS)]
    one, other = LOVERS
    expected = ["Personne"] * PLAYERS
    expected[one - 1], expected[other - 1] = f"Le numéro {other}", f"Le numéro {one}"
    assert partners == expected, partners
    tell("the lovers know each other, and the others know that they are none")
    seen = 1 + next(seat for seat, card in enumerate(cards) if card not in ("Voyante", "Villageois"))
    evening.choose(seen)
    assert evening.shown(6) == cards[seen - 1]
    tell("the seer has seen the card that was dealt")
    prey = 1 + next(seat for seat, card in enumerate(cards) if card == "Villageois" and seat + 1 not in LOVERS)
    evening.choose(prey)
    assert evening.shown(PLAYERS + 1) == f"Le numéro {prey}"
    tell("the witch knows the victim")
    evening.until(f"numéro {prey}")
    tell("the night is over, and it is told who died")


def tell(what: str) -> None:
    """Say this to whoever watches the machine."""
    sys.stdout.write(f"{time.monotonic():.1f} {what}\n")
    sys.stdout.flush()


def main() -> None:
    """Be a box, and those who sit around it."""
    HOME.mkdir()
    (HOME / "settings.yaml").write_text("button: GPIO17\nlight: GPIO27\n")
    # Whoever drives the pins asks the processor which Pi it is.
    processor = Path("/run/cpuinfo")
    processor.write_text(Path("/proc/cpuinfo").read_text() + "Revision\t: c03111\n")
    subprocess.run(["mount", "--bind", processor, "/proc/cpuinfo"], check=True)
    pins = Pins()
    environment = {**os.environ, "NARRATOR_HOME": str(HOME), "HOME": str(HOME)}
    words = ["box", "--no-sound", "--no-ears", "--no-ambience", "--pace", "fast"]
    with subprocess.Popen(
        [sys.executable, "-m", "narrator", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        env=environment,
        text=True,
    ) as box:
        assert box.stdout is not None
        play(Evening(iter(box.stdout), pins))
        time.sleep(1000)


if __name__ == "__main__":
    main()
