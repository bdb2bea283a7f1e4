"""YAML as people write it into small files, with every scalar read as the text that stands there."""

from __future__ import annotations

from pathlib import Path

from narrator.regular_files import content_of

LARGEST = 200_000
"""The most bytes of a file that are read."""


def read_file(path: Path) -> object:
    """Return what a file says, as `read` does.

    Raises:
        ValueError: it is no YAML, or no UTF-8 text.
        OSError: it cannot be read, is no regular file, or is too large.
    """
    return read(content_of(path, LARGEST).decode())


def read(text: str) -> object:
    """Return what YAML says, in lists, mappings and strings: `on`, `no` and `2026-02-31` are texts.

    Raises:
        ValueError: it is no YAML, or values stand inside values without end.
    """
    import yaml  # a machine without such a file does without it

    try:
        return yaml.load(text, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError) as error:
        raise ValueError(str(error)) from error
