"""What the ear is told and tells goes through a pipe unharmed, long lists of phrases with their accents too."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.listening.messages import (
    ORDERS,
    REPLIES,
    Audio,
    CheckWords,
    KnownWords,
    ListenerOrder,
    ListenerReply,
    Open,
    SoundLevel,
)
from narrator.processes.wire import MessageDecoder, MessageError, encoded

texts = st.lists(st.text(), max_size=4).map(tuple)
finite = st.floats(allow_nan=False, allow_infinity=False)


@given(st.lists(st.one_of(st.builds(Open, st.text(), texts, texts), st.builds(CheckWords, texts)), max_size=4))
def test_lists_of_phrases_come_out_as_they_went_in(sent: list[ListenerOrder]) -> None:
    assert list(MessageDecoder[ListenerOrder](ORDERS).feed(b"".join(map(encoded, sent)))) == sent


@given(st.builds(SoundLevel, finite, st.booleans()), st.builds(KnownWords, texts, texts))
def test_replies_come_out_as_they_went_in(level: SoundLevel, known: KnownWords) -> None:
    assert list(MessageDecoder[ListenerReply](REPLIES).feed(encoded(level) + encoded(known))) == [level, known]


def test_a_question_with_thousands_of_phrases_fits() -> None:
    order = Open("who?", tuple(f"euh je crois que c'est le joueur numéro {number}" for number in range(20_000)), ())
    assert list(MessageDecoder[ListenerOrder](ORDERS).feed(encoded(order))) == [order]


def test_the_process_that_listens_gives_no_orders() -> None:
    with pytest.raises(MessageError, match="Audio may not come here"):
        list(MessageDecoder[ListenerReply](REPLIES).feed(encoded(Audio(0, b""))))


def test_every_message_is_an_order_or_a_reply() -> None:
    assert set(ORDERS) == set(get_args(ListenerOrder))
    assert not set(ORDERS) & set(REPLIES)
