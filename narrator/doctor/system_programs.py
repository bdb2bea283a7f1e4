"""Runs other programs of the system, with a time limit, and reads what they answer."""

from __future__ import annotations

import os
import subprocess

SECONDS = 5.0


class NotRunError(Exception):
    """The program is not here, fails, or does not answer; its text is what it said."""


def answer_of(*words: str, seconds: float | None = None) -> str:
    """Return what a program answers.

    Raises:
        NotRunError: it is not here, fails, or does not answer in time.
    """
    seconds = SECONDS if seconds is None else seconds
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=True,
            text=True,
            errors="replace",
            env={**os.environ, "LC_ALL": "C", "SYSTEMD_PAGER": "", "SYSTEMD_COLORS": "0"},
        )
    except subprocess.CalledProcessError as error:
        raise NotRunError((error.stderr or error.stdout or "").strip() or f"status {error.returncode}") from error
    except subprocess.TimeoutExpired as error:
        raise NotRunError(f"no answer within {seconds:.0f} s") from error
    except OSError as error:
        raise NotRunError(error.strerror or str(error)) from error
    return done.stdout
