"""The tape that the loudspeaker plays: samples in order, silence where there are none, marks at their place."""

from __future__ import annotations

import io
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.voice import player
from narrator.voice.player import MARK, Tape, fill, packet
from narrator.voice.samples import BYTES

phrases = st.lists(st.integers(1, 5).map(lambda frames: b"\x01\x02" * frames), max_size=8)


@given(phrases, st.integers(1, 7))
def test_what_goes_on_the_tape_comes_off_in_order_and_silence_after_it(parts: list[bytes], frames: int) -> None:
    tape = Tape()
    for part in parts:
        tape.append(part)
    whole = b"".join(parts)
    taken = b"".join(tape.take(frames) for _ in range(len(whole) // BYTES // frames + 2))
    assert taken == whole.ljust(len(taken), b"\0")
    assert tape.taken * BYTES == len(taken)


@given(phrases, st.integers(0, 9), st.integers(1, 7))
def test_a_mark_is_passed_with_the_last_sample_before_it_and_not_sooner(
    parts: list[bytes], idle: int, frames: int
) -> None:
    tape = Tape()
    tape.take(idle)
    for part in parts:
        tape.append(part)
    end = idle + sum(map(len, parts)) // BYTES
    tape.mark()
    while tape.taken < end:
        assert tape.passed(min(tape.taken, end - 1)) == 0
        assert tape.awaited
        tape.take(frames)
    assert tape.passed(end) == 1
    assert not tape.awaited
    assert tape.passed(end + 99) == 0


def test_the_player_ends_with_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[int] = []
    monkeypatch.setattr("os._exit", ends.append)
    tape = Tape()
    fill(tape, io.BytesIO(packet(b"\x01\x02") + MARK + packet(b"\x03\x04\x05\x06") + b"\x09"))
    assert ends == [0]
    assert tape.take(4) == b"\x01\x02\x03\x04\x05\x06\0\0"


def test_marks_are_counted_from_one_and_wait_for_what_the_device_still_holds() -> None:
    """The stream's latency is what it may hold: five blocks here."""
    replies: list[dict[str, int]] = []
    written: list[bytes] = []

    class Stream:
        latency = 5 * player.BLOCK / 22050

        def write(self, block: bytes) -> None:
            written.append(block)
            if len(written) == 20:
                raise EOFError

    tape = Tape()
    tape.append(b"\x01\x02" * player.BLOCK)
    tape.mark()
    tape.append(b"\x01\x02" * player.BLOCK)
    tape.mark()
    heard: list[tuple[int, int]] = []

    def reply(what: dict[str, int]) -> None:
        replies.append(what)
        if "left" in what:
            heard.append((what["left"], len(written)))

    with pytest.raises(EOFError):
        player.wind(tape, Stream(), reply)
    assert heard == [(1, 6), (2, 7)]
    assert all(list(what) in (["left"], ["at"]) for what in replies)
    assert [block != bytes(len(block)) for block in written] == list(
        itertools.islice(itertools.chain([1, 1], itertools.repeat(0)), 20)
    )
