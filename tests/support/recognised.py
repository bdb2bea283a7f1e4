"""What the process that listens tells of an utterance, made by hand."""

from __future__ import annotations

from narrator.listening.messages import Recognised

FAR_BEHIND = 30.0
"""So much less likely that it does not count."""


def recognised(
    context: str, *texts: str, seconds: float = 0.8, behind: float = 1.0, amid_talk: bool = False
) -> Recognised:
    """Return an utterance that may have been any of these texts, all but the first by so much less likely."""
    return Recognised(context, texts, (0.0, *(behind for _ in texts[1:])), seconds, amid_talk)
