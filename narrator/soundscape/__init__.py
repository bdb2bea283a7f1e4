"""Ambience: scenes made of chance and arithmetic, so that there is nothing to download; or of one's own sounds."""

from __future__ import annotations

from narrator.soundscape.ceiling import PEAK
from narrator.soundscape.earcons import Sign, earcon
from narrator.soundscape.figures import FIGURES, figure
from narrator.soundscape.scenes import SCENES, SceneError
from narrator.soundscape.sources.heart import drum
from narrator.soundscape.streams import Stream, stream

__all__ = ["FIGURES", "PEAK", "SCENES", "SceneError", "Sign", "Stream", "drum", "earcon", "figure", "stream"]
