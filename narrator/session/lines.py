"""The lines that a session speaks or shows by itself, whatever the game."""

from __future__ import annotations

from narrator.core.answers import Kind, Refusal
from narrator.core.effects import Form
from narrator.core.vocabulary import lines

SPOKEN = (
    *lines("resume.hello", "resume.night", "resume.day", "resume.before"),
    *lines("resume.living", "resume.dead", seats=Form.SEAT),
    *lines("resume.office", seat=Form.SEAT),
    *lines("pause.on", "pause.off"),
    *lines("undo.day", "undo.ask_night", "undo.night", "undo.nothing", "undo.heard"),
    *lines("debate.warning", "debate.over"),
    *lines("keyboard.lost", "sound.lost", "goodbye"),
)
"""Spoken aloud, and captioned."""

SHOWN = (
    *lines(*(refusal.value for refusal in Refusal)),
    *lines(*(f"help.{kind.name.lower()}" for kind in Kind), "help.commands", "help.night"),
    *lines("screen.window", "screen.kept", "screen.cleared", "screen.closed", "screen.confirm", "screen.ready"),
    *lines("screen.now", number=Form.NUMBER),
    *lines("state.night", "state.day", number=Form.NUMBER),
    *lines("state.holds", seat=Form.SEAT, card=Form.CARD),
    *lines("session.private_needed", "session.resume_how", "session.paused", "session.unknown_command"),
    *lines("volume.up", "volume.down", "volume.none"),
)
"""Shown on a screen, never spoken."""

LINES = (*SPOKEN, *SHOWN)
