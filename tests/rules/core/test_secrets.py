"""A secret tells nothing by mistake: only `unseal` opens it."""

from __future__ import annotations

import copy
import json
import logging
import pickle
from collections.abc import Callable
from dataclasses import asdict

import pytest

from narrator.rules.core.effects import Form, Holders, Show, Term
from narrator.rules.core.secrets import Secret, unseal

CARD = "petite-fille"

TOLD: dict[str, Callable[[Secret[str]], str]] = {
    "repr": repr,
    "str": str,
    "format": format,
    "f-string": lambda secret: f"{secret}",
    "f-string with repr": lambda secret: f"{secret!r}",
    "percent": lambda secret: "%s" % secret,  # noqa: UP031 - an old habit must not leak either
    "in a list": lambda secret: str([secret]),
    "in an effect": lambda secret: repr(
        Show(to=Holders("voyante"), line="seer.look", args=Secret((("card", Term(Form.CARD, unseal(secret))),)), slot=1)
    ),
    "in an exception": lambda secret: str(ValueError(secret)),
}


@pytest.mark.parametrize("tell", TOLD.values(), ids=TOLD)
def test_a_secret_put_into_text_says_nothing(tell: Callable[[Secret[str]], str]) -> None:
    text = tell(Secret(CARD))
    assert CARD not in text
    assert "<secret>" in text


def test_a_logged_secret_says_nothing(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("table").warning("the seer saw %s", Secret(CARD))
    assert caplog.messages == ["the seer saw <secret>"]


DENIED: dict[str, Callable[[Secret[str]], object]] = {
    "truth value": bool,
    "hash": hash,
    "set member": lambda secret: {secret},
    "pickle": pickle.dumps,
    "copy": copy.copy,
    "deep copy": copy.deepcopy,
    "json": json.dumps,
    "length": lambda secret: len(secret),  # type: ignore[arg-type]  # refused by the types too
    "iteration": lambda secret: list(secret),  # type: ignore[call-overload]  # refused by the types too
    "order": lambda secret: secret < secret,  # type: ignore[operator]  # refused by the types too
    "index": lambda secret: secret[0],  # type: ignore[index]  # refused by the types too
    "a width": lambda secret: f"{secret:>20}",
    "a dictionary of its effect": lambda secret: asdict(Term(Form.CARD, secret)),  # type: ignore[arg-type]  # a mistake
    "attributes": vars,
}


@pytest.mark.parametrize("act", DENIED.values(), ids=DENIED)
def test_a_secret_refuses_what_would_tell_it(act: Callable[[Secret[str]], object]) -> None:
    with pytest.raises(TypeError) as refusal:
        act(Secret(CARD))
    assert CARD not in str(refusal.value)


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (bool, "^a secret has no truth value: unseal it where you are allowed to$"),
        (hash, "^a secret is not hashable: its hash would tell what it holds$"),
        (pickle.dumps, "^a secret is never pickled: the journal alone writes secrets, in a file of mode 0600$"),
    ],
)
def test_a_secret_says_why_it_refuses(act: Callable[[Secret[str]], object], why: str) -> None:
    with pytest.raises(TypeError, match=why):
        act(Secret(CARD))


def test_an_empty_secret_looks_like_any_other() -> None:
    assert repr(Secret(())) == repr(Secret(CARD))
    with pytest.raises(TypeError):
        bool(Secret(()))


def test_a_secret_has_no_attribute_to_read() -> None:
    assert not hasattr(Secret(CARD), "value")
    assert not hasattr(Secret(CARD), "__dict__")
    with pytest.raises(AttributeError):
        Secret(CARD).value = CARD  # type: ignore[attr-defined]  # that is the point


def test_only_unseal_opens_it() -> None:
    assert unseal(Secret(CARD)) == CARD


def test_two_replays_can_be_compared() -> None:
    assert Secret((3, 7)) == Secret((3, 7))
    assert Secret((3, 7)) != Secret((7, 3))
    assert Secret(CARD) != CARD
