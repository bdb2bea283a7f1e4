"""The sign of the call that is made now, for every screen: large, for those who cannot hear, and always as bright."""

from __future__ import annotations

from collections.abc import Callable

from narrator.core.answers import Answer
from narrator.core.effects import Ask, Effect, Say, Scene, Window
from narrator.ui.even_light import SHADE, cells, lit

Named = Callable[[Say], str | None]
"""Who is called by a line that everybody hears, in few words; None where it is nobody."""

LIT, GAP = 24, 4
"""The cells of a sign that are lit, and the blanks around its name."""


class CallSign:
    """Follows the calls of a game. All of it is heard, too.

    `name` is who is called, empty between two calls; `number` counts the calls and what lies between them.
    """

    def __init__(self, named: Named) -> None:
        self._named = named
        self._closed = False
        self._heard = ""
        self.name = ""
        self.number = 0

    def effect(self, effect: Effect) -> bool:
        """Take in an effect; return whether a call begins or is over."""
        before = self.name
        match effect:
            case Scene(closed=closed):
                self._closed, self._heard = closed, ""
                self._begin("")
            case Say() if name := self._named(effect):
                self._heard = name
                if self._closed:
                    self._begin(name)
            case Window() if not self._closed:
                self._begin(self._heard)
            case _:
                pass
        return self.name != before

    def _begin(self, name: str) -> None:
        self.name, self.number = name, self.number + 1


class LightAtCalls:
    """Has a light shine whenever somebody is called."""

    def __init__(self, named: Named, shine: Callable[[], None]) -> None:
        self._sign = CallSign(named)
        self._shine = shine

    def effect(self, effect: Effect, at: float) -> None:  # noqa: ARG002 - it shines when it is told
        """Notice a call."""
        if self._sign.effect(effect) and self._sign.name:
            self._shine()

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        """Answers are nobody's to see."""


def sign(name: str, width: int) -> str:
    """Return a row with a name in spaced capitals between shaded cells: so wide a row has as many lit cells for all.

    A number is never spaced: it would read as two. A name that is too long ends with a whole word where it can.
    """
    light = max(1, min(LIT, width - 2 * GAP))
    words = name.upper().split()
    while len(words) > 1 and lit("".join(words)) > light:
        del words[-1]
    text = " ".join(words)
    while lit(text) > light:
        text = text[:-1]
    spaced = "  ".join(word if word.isdecimal() else " ".join(word) for word in text.split())
    missing = light - lit(text)
    text = spaced if cells(spaced) + missing + GAP <= width else text
    left, right = SHADE * (missing // 2), SHADE * (missing - missing // 2)
    return f"{left}  {text}  {right}" if text else left + right
