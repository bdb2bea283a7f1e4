"""Law 1: what the ears listen for, and from when to when, is the same at two tables that differ in secrets alone.

Who begins to speak before the ears are opened is not heard: an opening in the middle of a call would tell that somebody
acts in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from parties import Party
from rooms import Openers
from shipped import shipped
from tables import NIGHT_GAMES, runs, sampled
from test_non_interference_at_the_table import Found, Twins, notices, twins

from narrator.ear.listener import Listener
from narrator.ear.messages import KnownWords
from narrator.ear.table_ears import TableEars
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Ask
from narrator.rules.village.game import VillageSetup
from narrator.table.inbox.inbox import Clock
from narrator.table.inbox.moment import Moment
from narrator.table.language.spoken import Hearing, vocabulary
from narrator.table.language.table_words import TableWords
from narrator.table.session.ports import Ports


class Scribe:
    """A listener that hears nothing: it writes down when it was told to listen, and for what."""

    def __init__(self, clock: Clock, record: list[str]) -> None:
        self._clock = clock
        self._record = record

    def open(self, _context: str, phrases: Sequence[str]) -> None:
        self._record.append(f"ears: {self._clock.now()} {phrases}")

    def shut(self) -> None:
        self._record.append(f"ears: {self._clock.now()} shut")

    def follow(self, on: bool) -> None:
        self._record.append(f"ears: {self._clock.now()} follow {on}")

    def check(self, words: Sequence[str]) -> None:
        """There is no model."""

    def heard(self, frame: int, pcm: bytes) -> None:
        """There is no sound."""

    def close(self) -> None:
        """End."""


@dataclass
class Told:
    """Tells ears of secret questions, where they are such as heed them."""

    ears: TableEars

    def ask(self, ask: Ask | None) -> None:
        if isinstance(self.ears, Fresh):
            self.ears.heed(ask)


class Listened(Party):
    """A party whose table has ears; what they are told goes into the public record."""

    ears: type[TableEars]

    def _ports(self, words: Wording) -> Ports:
        ports = super()._ports(words)
        ears = self.ears(lambda _entry, _slot: None, lambda: self._hands.moment.slot, self._clock.now)
        table_words = TableWords.of(shipped(self.setup.game).words["fr"], self.setup.players, self.setup.names)
        ears.learn(cast(Listener, Scribe(self._clock, self.heard)), table_words)
        ears.told(KnownWords(tuple(vocabulary(table_words)), ()))
        ears.learned()
        ports.inbox.followers.append(ears.moment)
        ports.opener = Openers((self._hands, Told(ears)))
        return ports


def compare(pair: Twins, ears: type[TableEars] = TableEars) -> Found:
    def lay(setup: VillageSetup, secret: int) -> Party:
        party = Listened(setup, pair.plan, secret)
        party.ears = ears
        return party

    return pair.compared(lay)


@pytest.mark.parametrize("game", sampled(NIGHT_GAMES))
@settings(max_examples=runs(100, tenths=0.6))
@given(data=st.data())
def test_the_ears_are_opened_for_the_same_words_at_the_same_times(game: str, data: st.DataObject) -> None:
    compared, found = compare(data.draw(twins(game=game)))
    event(f"{compared} nights compared")
    assert found is None


# --- planted leaks ------------------------------------------------------------------------------------------


class Fresh(TableEars):
    """Shuts the ears after every question of a night, as by day, and opens them anew for the next."""

    def heed(self, ask: Ask | None) -> None:
        self._hearing = Hearing.DAY
        self.closed()
        self._hearing = Hearing.NIGHT
        self.opened(ask)


class Attached(TableEars):
    """Listens by night to what may be answered, as by day."""

    def moment(self, moment: Moment) -> None:
        super().moment(replace(moment, window=None, facts=replace(moment.facts, asleep=False), _closed=False))


@pytest.mark.thorough
@pytest.mark.parametrize("ears", [Fresh, Attached])
def test_ears_that_let_it_be_known_are_noticed(ears: type[TableEars]) -> None:
    assert notices(twins(()), lambda pair: compare(pair, ears))
