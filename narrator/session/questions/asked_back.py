"""What the narrator asks of its own accord about an answer that was given aloud: whether, or which, it was."""

from __future__ import annotations

from typing import Final

CONFIRM, EITHER = "voice.confirm", "voice.either"

ASKED_BACK: Final = {CONFIRM: "heard.confirm", EITHER: "heard.which"}
"""These questions, and the line of the session that stands on a screen while each of them is open."""
