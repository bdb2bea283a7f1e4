"""What a slot leaves on the disk is one row of one size, whoever lives, whatever was answered in it, whoever left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from players import Players, game, setups
from rooms import Key, MainsClock
from sittings import Script, Sitting
from tables import runs, table

from narrator.rules.core.answers import (
    NO,
    NOBODY,
    SILENT,
    YES,
    Answer,
    Card,
    Choices,
    Diamonds,
    Kind,
    Leave,
    Number,
    Seats,
    Text,
    seat,
)
from narrator.rules.core.effects import Ask, Effect, News, Topic, Window
from narrator.rules.core.play import choices_of, refusal_of
from narrator.rules.village.game import VillageSetup
from narrator.table.inbox.entry import Order
from narrator.table.journal.chain import link
from narrator.table.journal.journal import NIGHT, SLOT_ROW, Journal, Place

Given = list[tuple[str | None, Answer]]
Keys = list[tuple[float, Key]]


def largest(choices: Choices) -> Answer:
    """Return the legal answer whose row is the longest."""
    highest = tuple(sorted(choices.seats)[-choices.count[1] :])
    ways: list[Answer] = [*choices.words, *map(Card, choices.cards), *map(Text, choices.options)]
    if choices.seats:
        ways.append(Seats(highest))
    if choices.kind is Kind.TEXT and not choices.options:
        ways.append(Text("\N{OWL}" * choices.length))
    if choices.kind is Kind.NUMBER:
        ways.append(Number(choices.numbers[1]))
    if choices.kind is Kind.TAKE:
        ways.append(Diamonds(choices.numbers[1]))
    return max(ways, key=lambda answer: len(row([("", answer)]).rstrip()))


def row(answers: Given) -> str:
    """Return the row of a slot in which this was answered."""
    with Journal.create(None, {}) as journal:
        journal.slot(Place(9999, 99), answers)
        return journal._rows[0]


def fullest(effects: Sequence[Effect], players: int) -> list[Given]:
    """Return for every slot that asked something the largest answers to all of it, and the departure of everybody."""
    slots: list[Given] = []
    number: int | None = None
    for effect in effects:
        if isinstance(effect, Window):
            number = None
        elif isinstance(effect, Ask) and effect.slot is not None:
            if effect.slot != number:
                slots.append([(None, Leave(seat)) for seat in range(1, players + 1)])
            answer = largest(choices_of(effect))
            assert refusal_of(effect, answer) is None, (effect, answer)
            number = effect.slot
            slots[-1].append((effect.question, answer))
    return slots


def most_in_a_night(effects: Sequence[Effect]) -> int:
    """Return how many slots the longest night has, or the round before the first."""
    slots: Counter[int] = Counter()
    night = 0
    for effect in effects:
        if isinstance(effect, News) and effect.topic in (Topic.NIGHTFALL, Topic.DAYBREAK):
            night += 1
        elif isinstance(effect, Window):
            slots[night] += len(effect.slots)
    return max(slots.values(), default=0)


@settings(max_examples=runs(300))
@given(setups(extensions=True), st.integers(0, 2**32))
def test_every_legal_answer_and_a_whole_tables_departures_fit_in_the_row_of_a_slot(
    setup: VillageSetup, seed: int
) -> None:
    effects, _, _ = game(setup, Players(setup, seed))
    sizes = {len(row(answers)) for answers in fullest(effects, setup.players)}
    assert sizes <= {SLOT_ROW}
    line = len(link(b"", None, row([]).encode()).line()) + 8
    assert most_in_a_night(effects) * line < NIGHT, "so much is reserved for a night"


def test_the_longest_message_of_the_largest_table_fits_and_no_slot_needs_more() -> None:
    setup = table(
        "messager sergent-major scout médecin boer*7 fusilier*29", game="mafeking", values={"playing_cards": "no"}
    )
    effects: list[Effect] = []
    for seed in range(12):
        effects += game(setup, Players(setup, seed))[0]
    written = [row(answers) for answers in fullest(effects, 40) if answers[-1][0] == "message.text"]
    assert written
    assert {len(it) for it in written} == {SLOT_ROW}
    assert max(len(it.rstrip()) for it in written) > SLOT_ROW - 500, "no more room is taken than is needed"


NIGHT_KEYS: st.SearchStrategy[Key] = st.one_of(
    st.builds(seat, st.integers(1, 9)),
    st.builds(Leave, st.integers(1, 5)),
    st.sampled_from((YES, NO, NOBODY, SILENT, Card("voyante"), Order.UNDO, Order.REPEAT, Order.NEXT)),
)
SCRIPT: Script = {"thief.card": [SILENT], "seer.target": [[]], "wolves.victim": [[]], "debate.end": []}
TWINS = (
    table("loup-garou voyante villageois*3 voleur", "villageois villageois", values={"elect": "never"}),
    table("loup-garou villageois*4 voleur", "voyante villageois", values={"elect": "never"}),
)
"""The seer lives, and lies in the centre."""


class Weighed(Journal):
    """A journal in memory that notes when each row was written, and how many bytes it has."""

    def begin(self, clock: MainsClock) -> None:
        self.clock = clock
        self.written: list[tuple[float, int]] = []

    def _append(self, kind: str, question: str | None, value: object, size: int = 0) -> None:
        super()._append(kind, question, value, size)
        self.written.append((round(self.clock.now(), 3), len(self._rows[-1])))


class Unpadded(Weighed):
    """The double whose rows are as long as what they hold."""

    def _append(self, kind: str, question: str | None, value: object, _size: int = 0) -> None:
        super()._append(kind, question, value)


class Eager(Weighed):
    """The double that writes a row for what was answered alone."""

    def slot(self, place: Place, answers: Sequence[tuple[str | None, Answer]]) -> None:
        if any(answer is not SILENT for _, answer in answers):
            super().slot(place, answers)


def night_written(setup: VillageSetup, keys: Keys, kind: type[Weighed] = Weighed) -> list[tuple[float, int]]:
    """Play a night in which this is keyed at these seconds; return when rows were written until dawn, and how long."""
    journal = kind.create(None, {})
    assert isinstance(journal, kind)
    sitting = Sitting(setup, SCRIPT, journal)
    journal.begin(sitting.clock)
    for at, key in keys:
        sitting.key(at, key)
    assert sitting.play() == "debate.end"
    dawn = sitting.when("dawn")
    return [(at, size) for at, size in journal.written if at < dawn]


AT_NIGHT = st.lists(st.tuples(st.floats(64.0, 230.0), NIGHT_KEYS), max_size=12)


@settings(max_examples=runs(300))
@given(AT_NIGHT)
def test_when_rows_are_written_by_night_and_how_long_they_are_tells_nothing(keys: Keys) -> None:
    quiet = night_written(TWINS[0], [])
    assert [night_written(setup, keys) for setup in TWINS] == [quiet, quiet]
    assert sum(size == SLOT_ROW for _, size in quiet) > 5


@pytest.mark.parametrize("leaky", [Unpadded, Eager])
def test_a_journal_whose_rows_tell_what_was_answered_is_caught(leaky: type[Weighed]) -> None:
    opened = Sitting(TWINS[0], SCRIPT)
    opened.play()
    keys: Keys = [(opened.opened("seer") + 2.0, seat(3))]
    assert night_written(TWINS[0], keys, leaky) != night_written(TWINS[1], keys, leaky)
