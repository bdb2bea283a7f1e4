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
    *lines("screen.window", "screen.kept", "screen.cleared", "screen.closed", "screen.confirm"),
    *lines("screen.now", number=Form.NUMBER),
    *lines("state.night", "state.day", number=Form.NUMBER),
    *lines("state.holds", seat=Form.SEAT, card=Form.CARD),
    *lines("session.private_needed", "session.resume_how", "session.paused", "session.unknown_command"),
    *lines("leave.noted"),
    *lines("story.opening", "story.epilogue"),
    *lines("story.night", "story.day", number=Form.NUMBER),
    *lines("story.office", seat=Form.SEAT),
    *lines("volume.up", "volume.down", "volume.none"),
)
"""Shown on a screen, never spoken."""

SET_UP = (
    *lines("setup.resume", "setup.game", "setup.players", "setup.names", "setup.mode", "setup.deal"),
    *lines("setup.composition", "setup.call_the_dead", "setup.again"),
    *lines("setup.hand", cards=Form.HAND),
    *lines("compose.players", "compose.players_unusual", number=Form.NUMBER, count=Form.NUMBER),
    *lines("compose.total", number=Form.NUMBER, count=Form.NUMBER),
    *lines("compose.no_hunters", "compose.no_hunted", "compose.too_many_hunters"),
    *lines("compose.alone", card=Form.CARD),
    *lines("compose.box", card=Form.CARD, number=Form.NUMBER),
)
"""Shown before the game."""

LINES = (*SPOKEN, *SHOWN, *SET_UP)
