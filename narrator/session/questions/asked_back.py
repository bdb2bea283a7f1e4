"""What the narrator asks of its own accord about an answer: whether, or which, it was."""

from __future__ import annotations

from typing import Final

from narrator.core.answers import Answer, Leave, Seats
from narrator.core.effects import Ask, Verb
from narrator.inbox.entry import Reply

CONFIRM, EITHER = "voice.confirm", "voice.either"

ASKED_BACK: Final = {CONFIRM: "heard.confirm", EITHER: "heard.which"}
"""These questions, and the line of the session that stands on a screen while each of them is open."""


def denounces(ask: Ask, answer: Answer) -> bool:
    """Whether an answer is a denunciation."""
    return ask.aloud.verb is Verb.DENOUNCE and isinstance(answer, Seats)


def irrevocable(ask: Ask, answer: Answer) -> bool:
    """Whether an answer tells at once what no undo can hide again: it counts after a yes alone."""
    return isinstance(answer, Leave) or denounces(ask, answer)


def read_back(ask: Ask, reply: Reply) -> bool:
    """Whether an answer counts only once it was read back.

    What is offered may be had or not, or comes a little early; but not the end of a debate.
    """
    if reply.certain:
        return False
    return irrevocable(ask, reply.answer) or (reply.spoken and (ask.aloud.debate or not ask.offer))
