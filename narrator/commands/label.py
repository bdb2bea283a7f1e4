"""`narrator label`: a label for a box, whose QR code opens the phone's page."""

from __future__ import annotations

from pathlib import Path

from narrator.app.equipment import log
from narrator.app.settings import load_settings
from narrator.story.sentences import PROGRAM, sentences, to_user
from narrator.ui.phone.addresses import box_label, lasting_authority

STANDARD_OUTPUT = "-"


def write_label(path: str, language: str, remote: str | None) -> None:
    """Write the label into a file, or print it; it is for the page that `remote`, or else the settings, would serve."""
    if remote is None:
        kept = load_settings(log).remote
        remote = "" if kept == "on" else kept
    page = box_label(f"http://{lasting_authority(remote)}/", sentences(PROGRAM, language), language)
    if path == STANDARD_OUTPUT:
        print(page, end="")
    else:
        Path(path).write_text(page, encoding="utf-8")
        print(to_user("file.written", name=path))
