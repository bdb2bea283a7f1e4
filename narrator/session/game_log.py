"""What the log holds of a game: the ids of what everybody at the table hears, and nothing else."""

from __future__ import annotations

import logging
from typing import assert_never

from narrator.core.answers import Answer
from narrator.core.effects import Ask, Deed, Effect, News, Pause, Say, Scene, Show, Window

_logger = logging.getLogger(__name__)


class GameLog:
    """A `Watcher` for developers.

    What is asked, shown, answered or stored in a window is left out: that it happened tells that the called role lives.
    """

    def effect(self, effect: Effect, at: float) -> None:
        match effect:
            case Say():
                _logger.debug("%.2f says %s", at, effect.line)
            case Pause():
                _logger.debug("%.2f pauses for %s s", at, effect.seconds)
            case Scene():
                _logger.debug("%.2f scene %s", at, effect.scene)
            case Window():
                _logger.debug("%.2f window %s", at, effect.call)
            case Ask():
                if effect.public:
                    _logger.debug("%.2f asks %s", at, effect.question)
            case News():
                _logger.debug("%.2f news of %s", at, effect.topic.value)
            case Show() | Deed():
                pass
            case _:
                assert_never(effect)

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        if ask.public:
            _logger.debug("%.2f %s answered: %s", at, ask.question, type(answer).__name__)
