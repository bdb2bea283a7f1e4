"""The line that is being typed on a screen: who may see it, and when it is forgotten."""

from __future__ import annotations

from narrator.core.effects import Ask, Effect, News, Scene, Topic


class TypedLine:
    """The line of one screen, told what happens there.

    What is half typed when a turn ends is forgotten. By day its Enter may still come, and means nothing then: the line
    belonged to the earlier turn. Where a window opens or closes, and where a night begins or ends, not even that
    is remembered: nothing of what was keyed in secret changes what a key does in public.
    """

    def __init__(self) -> None:
        self.text = ""
        self._late = False
        self._asleep = False
        self._dark = False
        self._asked = False

    @property
    def public(self) -> str:
        """Return what of it all may see outside the private screen.

        Nothing is echoed by night, nor after a window or in a scene for closed eyes until something is asked, for it
        may have been meant for a window.
        """
        dark = self._dark or (self._asleep and not self._asked)
        return "" if dark else self.text

    # --- keys -------------------------------------------------------------------------------------------------

    def type(self, text: str) -> None:
        self.text += text
        self._late = False

    def erase(self) -> None:
        self.text = self.text[:-1]

    def enter(self) -> str | None:
        line, late = self.text, self._late
        self.forget()
        return None if late and not line else line

    def forget(self) -> None:
        """Forget what was typed, as if it never had been."""
        self.text, self._late = "", False

    # --- what happens -----------------------------------------------------------------------------------------

    def opened(self, ask: Ask | None) -> None:
        self._end_turn()
        self._asked = ask is not None and ask.public
        self._dark = self._dark and not self._asked

    def closed(self) -> None:
        self._end_turn()
        self._asked = False

    def window(self) -> None:
        """A window was opened or closed."""
        self.forget()
        self._dark = True

    def sleep(self, asleep: bool) -> None:
        if asleep is not self._asleep:
            self.forget()
            self._asleep = asleep
            self._dark = self._dark and asleep

    def effect(self, effect: Effect) -> None:
        """Take in what happens: a night begins or ends, or all close their eyes."""
        match effect:
            case News(topic=Topic.NIGHTFALL | Topic.DAYBREAK as topic):
                self.sleep(topic is Topic.NIGHTFALL)
            case Scene(closed=True):
                self._dark = True
            case _:
                pass

    def _end_turn(self) -> None:
        self._late = self._late or bool(self.text)
        self.text = ""
