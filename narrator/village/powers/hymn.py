"""The praise leader (leader louange): once a game, while the hunters are called, he starts to sing.

It is a public act, entered by a key or by the leader: eyes open, the night ends there, nothing of it is announced but
the acts before it stand. Then the debate begins, and everybody votes.
"""

from __future__ import annotations

from narrator.core.answers import HYMN, SILENT, YES, Answer, Choices, Kind
from narrator.core.effects import Everyone, Leader
from narrator.core.play import Play
from narrator.core.table_questions import put
from narrator.core.vocabulary import Eyes, Question, lines, told
from narrator.village.powers.power import Power
from narrator.village.state import VillageState

SUNG = (HYMN, YES)


def may_sing(state: VillageState) -> bool:
    """Whether a song would count: its card is in the composition, nobody has sung yet, nobody has seen him dead.

    That depends on public facts alone: the hunters, whose screen it is, learn nothing from it.
    """
    return state.setup.card_with("hymn") is not None and "hymn" not in state.spent and not state.publicly_gone("hymn")


def sung(state: VillageState, answer: Answer | None) -> bool:
    """Take in a song, if that is what was entered."""
    if answer is not HYMN:
        return False
    state.spent.add("hymn")
    state.tonight.song = True
    return True


def listen(state: VillageState) -> Play[None]:
    """Give the song the rest of the hunters' call."""
    slot = len(state.setup.windows["wolves"]) - 1
    choices = Choices(kind=Kind.YES_NO, words=(*SUNG, SILENT), urgent=SUNG)
    # When a leader is asked depends on when he answered in secret before: nobody else is told of it.
    to = Leader() if state.led else Everyone()
    answer = yield from put(state, state.ask("hymn", choices, to=to, slot=slot))
    sung(state, HYMN if answer in SUNG else answer)


POWER = Power(
    id="hymn",
    lines=(*lines("hymn.sung", eyes=Eyes.CLOSED), *lines("hymn.day"), *told("story.hymn")),
    questions=(Question("hymn", Kind.YES_NO, "yes, during the hunters' call, once a game"),),
)
