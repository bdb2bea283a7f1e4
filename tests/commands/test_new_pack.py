"""A pack from a list of cards, as people publish it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from narrator.base.resources import pack_path, told_in
from narrator.cli import main
from narrator.commands.new_pack import new_pack
from narrator.commands.packs import check_pack
from narrator.packs.pack import load_pack
from narrator.table.games.village_engine import village_rules
from narrator.table.setup.composition import CompositionError, read_roles


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """Speak English to who types; keep packs in a folder of the test."""
    assert not home.exists()
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


def dealt(pack: str) -> dict[str, int]:
    """Return the cards that such a pack deals where nothing is said."""
    rules = village_rules(load_pack(pack_path(pack)).rules)
    return dict(read_roles(rules, rules.players.least, None, {})[0])


LISTS = {
    "in English, between commas": (
        "2 Werewolves, 1 Seer, 4 Villagers",
        {"loup-garou": 2, "voyante": 1, "villageois": 4},
    ),
    "in French, in lines": (
        "2 loups-garous\nla voyante\n\n4 villageois\n",
        {"loup-garou": 2, "voyante": 1, "villageois": 4},
    ),
    "3x, x3, (3), ×3, : 3": (
        "2x Werewolf; x1 Seer; Witch (1)\nHunter ×1\nVillager: 4",
        {"loup-garou": 2, "voyante": 1, "sorcière": 1, "chasseur": 1, "villageois": 4},
    ),
    "under headings, with bullets and comments": (
        "# Friday\nTown:\n- 3 Townspeople\n* 1x Doctor\n• Detective\nMafia:\n- 2 Mafia.\n",
        {"mafioso": 2, "villageois": 3, "docteur": 1, "détective": 1},
    ),
    "two of a card that may be held twice": (
        "2 Mafia, 2 Vigilantes, 5 Villagers",
        {"mafioso": 2, "justicier": 2, "villageois": 5},
    ),
    "with cards for the centre": (
        "2 werewolves, thief, seer, 4 villagers",
        {"loup-garou": 2, "voleur": 1, "voyante": 1, "villageois": 4},
    ),
    "with a wolf of its own kind alone": (
        "1 Big Bad Wolf, 1 Witch, 4 Villagers",
        {"grand-méchant-loup": 1, "sorcière": 1, "villageois": 4},
    ),
    "with those that go together": (
        "2 wolves, 2 sisters, 3 villagers",
        {"loup-garou": 2, "deux-sœurs": 2, "villageois": 3},
    ),
}


@pytest.mark.parametrize(("listed", "cards"), LISTS.values(), ids=LISTS)
def test_a_pack_has_the_cards_of_a_list_in_whatever_way_people_write_it(listed: str, cards: dict[str, int]) -> None:
    new_pack("friday", cards=listed)
    assert dealt("friday") == cards


@pytest.mark.parametrize(
    "listed",
    [
        "2 Mafia, 1 Doctor, 2 Vigilantes, 4 Townspeople",
        pytest.param("5 Werewolves, Cupid, 2 Hunters, 9 Villagers, Captain", marks=pytest.mark.thorough),
    ],
)
def test_a_pack_from_a_list_is_sound_and_begins(listed: str, capsys: pytest.CaptureFixture[str]) -> None:
    new_pack("friday", cards=listed)
    assert check_pack("friday") == 0
    assert "Friday" not in capsys.readouterr().err
    arguments = ("rehearse", "friday", "--players", str(sum(dealt("friday").values())), "--answers", "random")
    assert "Who won: " in CliRunner().invoke(main, arguments).output


@pytest.mark.parametrize(
    ("listed", "office"), [("2 wolves, 5 villagers, the Captain", True), ("2 wolves, 5 villagers", False)]
)
def test_the_office_is_used_where_it_is_listed(listed: str, office: bool) -> None:
    new_pack("friday", cards=listed)
    rules = village_rules(load_pack(pack_path("friday")).rules)
    assert rules.compositions["deck"].office is office


REFUSED = {
    "2 Werewolves, 1 Tanner, 4 Villagers": "no card 'Tanner' in thiercelieux: choose Werewolf, ",
    "1 Werewolf, 2 Seers, 4 Villagers": "The Seer card can be in play only once",
    "7 Villagers": "No Werewolf among these cards",
    "2 werewolves, thief, seer, hunter, witch, cupid": "must count those too. Add Villagers",
    "2 Werewolves, 1 Villager": "5",
    "\n# nothing\n": "the list names no card",
}


@pytest.mark.parametrize(("listed", "why"), REFUSED.items())
def test_a_list_that_no_game_can_deal_is_refused_with_the_reason_and_nothing_is_written(
    listed: str, why: str, home: Path
) -> None:
    with pytest.raises(CompositionError) as refused:
        new_pack("friday", cards=listed)
    assert why in str(refused.value)
    assert not home.exists()


def test_a_card_that_another_game_has_is_told_with_that_game() -> None:
    with pytest.raises(CompositionError, match="it is in mafia-classique"):
        new_pack("friday", "mafia", cards="2 Mafiosi, 1 Doctor, 4 Villagers")


@pytest.mark.parametrize(("language", "told"), [("fr", "un jeu à vous"), ("en", "a pack of your own")])
def test_what_is_written_above_the_rules_is_in_the_language_of_the_program(language: str, told: str) -> None:
    with told_in(language):
        new_pack("friday", "mafia")
    assert told in (pack_path("friday") / "game.yaml").read_text(encoding="utf-8").partition("\n")[0]


def test_a_list_in_one_language_makes_a_pack_in_another() -> None:
    new_pack("vendredi", language="fr", cards="2 Mafia, Detective, 4 Villagers")
    assert [*load_pack(pack_path("vendredi")).words] == ["fr"]
    assert dealt("vendredi") == {"mafioso": 2, "détective": 1, "villageois": 4}


def test_a_list_may_come_from_standard_input() -> None:
    done = CliRunner().invoke(main, ["new-pack", "friday", "--cards", "-"], input="2 Werewolves\n1 Seer\n4 Villagers\n")
    assert done.exit_code == 0, done.output
    assert dealt("friday") == {"loup-garou": 2, "voyante": 1, "villageois": 4}
