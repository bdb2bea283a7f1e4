"""Ambience: scenes made of chance and arithmetic, so that there is nothing to download; or of one's own sounds."""

from __future__ import annotations

from narrator.voice.ambience.earcons import Sign, earcon
from narrator.voice.ambience.heart import drum
from narrator.voice.ambience.scenes import SCENES, SceneError
from narrator.voice.ambience.streams import PEAK, Stream, stream

__all__ = ["PEAK", "SCENES", "SceneError", "Sign", "Stream", "drum", "earcon", "stream"]
