"""How far a step of the recipe is."""

import sys


def say(line: str) -> None:
    """Write a line at once, also where the output goes to a file."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
