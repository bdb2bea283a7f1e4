"""The tale of a finished game: roles, night by night, who did what, who died of what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from narrator.core.effects import Deed, Effect, Form, News, Term, Topic
from narrator.core.secrets import unseal
from narrator.story.wording import Wording


def tale(effects: Sequence[Effect], wording: Wording) -> Iterator[str]:
    """Tell a finished game line by line, from what was done in secret and what all have seen."""
    yield wording.line("story.opening")
    for effect in effects:
        match effect:
            case News(topic=Topic.NIGHTFALL, number=number):
                yield ""
                yield wording.line("story.night", number=Term(Form.NUMBER, number))
            case News(topic=Topic.DAYBREAK, number=number):
                yield wording.line("story.day", number=Term(Form.NUMBER, number))
            case News(topic=Topic.OFFICE, seat=int(seat)):
                yield "  " + wording.line("story.office", seat=Term(Form.SEAT, seat))
            case News(topic=Topic.OUTCOME, word=str(outcome)):
                yield ""
                yield wording.line("story.epilogue")
                yield "  " + _ending(outcome, wording)
            case Deed(line=line, args=args):
                yield "  " + wording.shown(line, unseal(args))
            case _:
                pass


def _ending(outcome: str, wording: Wording) -> str:
    """Put an outcome into words: a camp, nobody, or `seats 1,4,5`."""
    what, _, seats = outcome.partition(" ")
    terms = {"seats": Term(Form.SEAT, tuple(int(seat) for seat in seats.split(",")))} if seats else {}
    return wording.line(f"outcome.{what}", **terms)
