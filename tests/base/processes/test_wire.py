"""What goes into a pipe comes out of it, however it was cut; and nothing else comes out."""

from __future__ import annotations

import json
import struct
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.base.processes.wire import MessageDecoder, MessageError, encoded
from narrator.ear import messages as of_ear
from narrator.ear.messages import KnownWords, ListenerOrder, ListenerReply, Open, Recognised, SoundLevel
from narrator.sound.audio.messages import (
    ORDERS,
    REPLIES,
    Ambience,
    Attend,
    Beat,
    Begun,
    Cover,
    Hush,
    Left,
    Order,
    Played,
    PlayScene,
    Ready,
    Reply,
    Speak,
    Trouble,
    VolumeLevel,
)

Message: TypeAlias = Order | Reply | Played | ListenerOrder | ListenerReply
KINDS = (*ORDERS, *REPLIES, Played, *of_ear.ORDERS, *of_ear.REPLIES)
whole = st.integers()
finite = st.floats(allow_nan=False, allow_infinity=False)
texts = st.lists(st.text(), max_size=4).map(tuple)
pcm = st.binary(max_size=40).map(lambda data: data[: len(data) // 2 * 2])

messages: st.SearchStrategy[Message] = st.one_of(
    st.builds(Speak, whole, pcm),
    st.builds(PlayScene, st.text(), whole, whole),
    st.builds(VolumeLevel, st.floats(0, 4)),
    st.builds(Cover, st.booleans()),
    st.builds(Attend, st.booleans()),
    st.builds(Ambience, st.booleans()),
    st.just(Hush()),
    st.builds(Ready, st.text(), whole, finite),
    st.builds(Beat, whole, whole),
    st.builds(Begun, whole, whole),
    st.builds(Left, whole, whole),
    st.builds(Trouble, st.sampled_from(("portaudio", "device", "lost", "ambience")), st.text()),
    st.builds(Played, st.text(), whole, finite, finite, st.booleans(), pcm),
    st.builds(Open, st.text(), texts, texts),
    st.builds(Recognised, st.text(), texts, st.lists(finite, max_size=4).map(tuple), finite),
    st.builds(SoundLevel, finite, st.booleans()),
    st.builds(KnownWords, texts, texts),
)


def packed(header: object, samples: bytes = b"") -> bytes:
    """Return bytes with the right lengths, whatever they hold."""
    head = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<II", len(head), len(samples)) + head + samples


@given(st.lists(messages, max_size=6), st.data())
def test_messages_come_out_as_they_went_in_however_the_pipe_cuts_them(sent: list[Message], data: st.DataObject) -> None:
    stream = b"".join(encoded(message) for message in sent)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    decoder = MessageDecoder[Message](KINDS)
    came = [
        message
        for begin, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)
        for message in decoder.feed(stream[begin:end])
    ]
    assert came == sent


def test_a_whole_number_may_stand_where_a_float_is_meant() -> None:
    assert list(MessageDecoder[Order](ORDERS).feed(encoded(VolumeLevel(1)))) == [VolumeLevel(1.0)]


@pytest.mark.parametrize(
    "damaged",
    [
        packed(b"\xff\xfe"),
        packed(b"["),
        packed([]),
        packed({"name": "Hush"}),
        packed(["Shout", 1]),
        packed([["Hush"]]),
        packed(["Hush", 1]),
        packed(["Cover"]),
        packed(["Cover", 1]),
        packed(["Cover", "true"]),
        packed(["Speak", True], b"\0\0"),
        packed(["Speak", 1.0], b"\0\0"),
        packed(["Speak", 1], b"\0\0\0"),
        packed(["Level", -0.5]),
        packed(["Level", 5.0]),
        packed(b'["Level",NaN]'),
        packed(b'["Level",Infinity]'),
        packed(["Trouble", "thunder", ""]),
        packed(["Trouble", [], ""]),
        packed(["Hush"], b"\0\0"),
        packed(b"[" * 60000),
        struct.pack("<II", 2**31, 0),
        struct.pack("<II", 4, 2**31),
    ],
)
def test_what_is_no_message_is_refused(damaged: bytes) -> None:
    with pytest.raises(MessageError):
        list(MessageDecoder[Message](KINDS).feed(damaged))


@given(st.binary(max_size=60))
def test_noise_is_refused_or_waited_for_and_nothing_worse(noise: bytes) -> None:
    decoder = MessageDecoder[Message](KINDS)
    try:
        came = list(decoder.feed(noise))
    except MessageError:
        return
    assert came == []


def test_a_question_with_thousands_of_phrases_fits() -> None:
    order = Open("who?", tuple(f"euh je crois que c'est le joueur numéro {number}" for number in range(20_000)), ())
    assert list(MessageDecoder[ListenerOrder](of_ear.ORDERS).feed(encoded(order))) == [order]


def test_the_game_takes_no_orders() -> None:
    assert len({*KINDS}) == len(KINDS)
    with pytest.raises(MessageError, match="Hush may not come here"):
        list(MessageDecoder(REPLIES).feed(encoded(Hush())))


def test_messages_before_a_damaged_one_are_not_lost() -> None:
    coming = MessageDecoder[Order](ORDERS).feed(encoded(Hush()) + packed(["Shout"]))
    assert next(coming) == Hush()
    with pytest.raises(MessageError):
        next(coming)
