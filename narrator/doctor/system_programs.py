"""Runs other programs of the system, with a time limit, and reads what they answer."""

from __future__ import annotations

import os
import subprocess

SECONDS = 5.0
"""What a program may take to answer."""


class NotRunError(Exception):
    """The program is not here, fails, or does not answer; its text is what it said."""


def answer_of(*words: str) -> str:
    """Return what a program answers.

    Raises:
        NotRunError: it is not here, fails, or does not answer in time.
    """
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=True,
            text=True,
            errors="replace",
            env={**os.environ, "LC_ALL": "C", "SYSTEMD_PAGER": "", "SYSTEMD_COLORS": "0"},
        )
    except subprocess.CalledProcessError as error:
        raise NotRunError((error.stderr or error.stdout or "").strip() or f"status {error.returncode}") from error
    except subprocess.TimeoutExpired as error:
        raise NotRunError(f"no answer within {SECONDS:.0f} s") from error
    except OSError as error:
        raise NotRunError(error.strerror or str(error)) from error
    return done.stdout
