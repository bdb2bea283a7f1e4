"""What the log of the program has of a game: what is public by its id, and of what is secret only that it happened."""

from __future__ import annotations

import logging
from typing import assert_never

from narrator.core.answers import Answer
from narrator.core.effects import Ask, Deed, Effect, News, Pause, Say, Scene, Show, Window
from narrator.core.secrets import Secret

_logger = logging.getLogger(__name__)


class GameLog:
    """An `EffectLog` for whoever mends the program."""

    def effect(self, effect: Effect, at: float) -> None:
        """Log that an effect begins."""
        match effect:
            case Say():
                _logger.debug("%.2f says %s", at, effect.line)
            case Pause():
                _logger.debug("%.2f pauses for %s s", at, effect.seconds)
            case Scene():
                _logger.debug("%.2f scene %s", at, effect.scene)
            case Window():
                _logger.debug("%.2f window %s", at, effect.call)
            case Show():
                _logger.debug("%.2f shows %s", at, effect.args)
            case Ask():
                _logger.debug("%.2f asks %s", at, effect.question)
            case News():
                _logger.debug("%.2f news of %s", at, effect.topic.value)
            case Deed():
                _logger.debug("%.2f deed %s", at, effect.args)
            case _:
                assert_never(effect)

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        """Log that a question was answered, and with what kind of answer where everybody heard it."""
        public = ask.slot is None
        _logger.debug("%.2f %s answered: %s", at, ask.question, type(answer).__name__ if public else Secret(answer))
