"""What a game has at hand is what it was given last, within its bound."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from narrator.speech.memory import Memory

puts = st.lists(st.tuples(st.integers(0, 8), st.binary(max_size=40)), max_size=40)


@given(puts)
def test_below_its_limit_it_is_a_dictionary(sounds: list[tuple[int, bytes]]) -> None:
    memory = Memory(40 * 40)
    for word, sound in sounds:
        memory.put(bytes([word]), sound)
    kept = dict(sounds)
    assert [memory.get(bytes([word])) for word in range(9)] == [kept.get(word) for word in range(9)]


@given(puts, st.integers(0, 100))
def test_it_keeps_no_more_than_its_limit_and_always_the_last(sounds: list[tuple[int, bytes]], limit: int) -> None:
    memory = Memory(limit)
    kept: dict[int, bytes] = {}
    for word, sound in sounds:
        memory.put(bytes([word]), sound)
        kept[word] = sound
        assert memory.get(bytes([word])) == sound
        there = {other: found for other in range(9) if (found := memory.get(bytes([other]))) is not None}
        assert memory.get(bytes([word])) == sound  # used last again
        assert there.items() <= kept.items()
        assert sum(map(len, there.values())) <= max(limit, len(sound))


def test_what_was_not_asked_for_longest_goes_first() -> None:
    memory = Memory(30)
    for word in (b"one", b"two", b"three"):
        memory.put(word, bytes(10))
    memory.get(b"one")
    memory.put(b"four", bytes(10))
    assert memory.get(b"two") is None
    assert [memory.get(word) for word in (b"one", b"three", b"four")] == [bytes(10)] * 3
