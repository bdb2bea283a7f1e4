"""The power `idiot`, in the middle of a game."""

from __future__ import annotations

from extension_tables import run, standing

from narrator.village.powers import idiot


def test_he_is_spared_once() -> None:
    state = standing("idiot villageois*3 loup-garou")
    assert idiot.is_spared(state, 1)
    assert not idiot.is_spared(state, 2)
    assert run(idiot.show(state, 1)) == ["idiot.shown"]
    assert not idiot.is_spared(state, 1)
    assert not state.may_vote(1)


def test_his_office_ends_with_his_first_verdict() -> None:
    state = standing("idiot villageois*3 loup-garou")
    state.office = 1
    assert run(idiot.show(state, 1)) == ["idiot.shown", "idiot.office"]
    assert state.office is None
