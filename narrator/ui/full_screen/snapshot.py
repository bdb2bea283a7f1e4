"""What is to be seen at one moment: a picture of the full screen's state that never changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from narrator.ui.countdown_clock import Countdown
from narrator.ui.public_lines import PublicLine


@dataclass(frozen=True, slots=True)
class Panel:
    """The private panel: of a window, with its heading; or of a glance, which a leader takes by day, without one.

    `typed` is the line that is being typed, which is private as long as the panel is there. `asked` is the question
    that is open, one of the lines; empty where there is none.
    """

    heading: str
    lines: tuple[str, ...]
    typed: str = ""
    asked: str = ""


@dataclass(frozen=True, slots=True)
class EarState:
    """What the microphone hears: how loud it is, from 0 to 1, and what was understood last."""

    level: float
    understood: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Snapshot:
    """Everything that is on the screen. `names` are by seat, `dead` the seats of the dead with what they showed.

    `legal` are the seats that the open public question takes; `hint` says what may be answered to it. `typed` is what
    may be seen by all of the line that is being typed. `call` is who is called, empty for nobody.
    """

    title: str
    names: tuple[str, ...]
    phase: str = ""
    asleep: bool = False
    dead: Mapping[int, str] = field(default_factory=dict)
    office: int | None = None
    office_name: str = ""
    said: tuple[PublicLine, ...] = ()
    prompt: str = ""
    hint: str = ""
    legal: frozenset[int] = frozenset()
    countdown: Countdown | None = None
    paused: bool = False
    panel: Panel | None = None
    call: str = ""
    advice: str = ""
    typed: str = ""
    ear: EarState | None = None

    @property
    def dark(self) -> bool:
        """Whether it is to be seen in the dark: at night, and whenever eyes may be closed."""
        return self.asleep or self.panel is not None
