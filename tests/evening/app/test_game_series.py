"""Where games are begun, and in which language the program speaks meanwhile."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.evening.app import game_series
from narrator.evening.app.game_series import Runner, play_on
from narrator.evening.app.ports.terminal_ports import TERMINAL
from narrator.evening.app.prepared_game import open_evening
from narrator.evening.app.settings import Equipment
from narrator.packs.wording import Wording
from narrator.rules.core.answers import Text
from narrator.rules.core.play import Introduction, Mode
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.table import Deal
from narrator.table.games.founding import fresh_key
from narrator.table.journal.journal import Journal
from narrator.table.session.ports import Ports
from narrator.table.setup.setup_answers import SetupAnswers


def test_a_game_that_begins_in_the_second_of_another_one_gets_the_next_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken, free = tmp_path / "20260131-204500.journal", tmp_path / "20260131-204501.journal"
    Journal.create(taken, {}).close()
    names = iter((taken, free))
    monkeypatch.setattr(game_series, "new_path", lambda _now: next(names))
    with game_series._begun({}) as journal:
        assert journal.path == free


def test_a_game_speaks_its_own_language_on_a_system_of_another_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    evening = open_evening("thiercelieux", "fr", Equipment("instant", sound=False))
    asked = SetupAnswers(players=8, mode=Mode.MENEUR, deal=Deal.CARDS, roles=None, seed=1, settings={})
    plan = evening.engine.plan(evening.pack.rules, asked, Wording(evening.pack.words["fr"]), print)
    told: list[str] = []

    def furnish(*_of_game: object) -> tuple[Ports, Runner]:
        told.append(to_user("evenings.nobody"))
        raise UserError("the table is not there")

    with pytest.raises(UserError, match="not there"):
        play_on(evening, plan.found(fresh_key()), replace(TERMINAL, furnish=furnish))
    assert (told, to_user("evenings.nobody")) == (["personne"], "nobody")


@pytest.mark.usefixtures("home")
def test_the_next_game_is_dealt_at_once_to_whoever_plays_it_and_something_else_is_none() -> None:
    evening = open_evening("thiercelieux", "fr", Equipment("instant", sound=False))
    names = ("Alice", "Bruno", "Chloé", "David", "Emma", "Gwen")
    asked = SetupAnswers(players=6, mode=Mode.JOUEUR, names=names, seed=1, settings={"introduction": ("cards",)})
    plan = evening.engine.plan(evening.pack.rules, asked, Wording(evening.pack.words["fr"]), print)
    game = plan.found(fresh_key())
    assert game_series._next(evening, game, [("again", Text("autre chose"))]) is None
    found = game_series._next(evening, game, [("again", Text("sans Gwen"))])
    assert found is not None
    assert isinstance(found.setup, VillageSetup)
    assert found.setup.names == names[:5]
    assert found.setup.options.introduction is Introduction.NONE
