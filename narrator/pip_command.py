"""How a person has pip install into the Python that runs narrator: a bare `pip` is another's, and Debian refuses it."""

from __future__ import annotations

import shlex
import sys

PIP = f"{shlex.quote(sys.executable)} -m pip"
"""What is typed into a shell in place of `pip`."""
