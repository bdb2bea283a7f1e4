"""Loading packs: rules with types, words by language, everything that is wrong at once."""

from __future__ import annotations

import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from hamlet import COMMON, HAMLET

from narrator.base.diagnostics import Code, PackError
from narrator.base.resources import folder
from narrator.packs.pack import load_pack
from narrator.table.games.village_engine import village_rules


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """Return a copy of the sound pack, to be broken."""
    return Path(shutil.copytree(HAMLET, tmp_path / "hamlet"))


def mend(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def codes(pack: Path) -> list[Code]:
    with pytest.raises(PackError) as refused:
        load_pack(pack, common=COMMON)
    return [fault.code for fault in refused.value.diagnostics]


def test_rules_have_their_types() -> None:
    rules = village_rules(load_pack(HAMLET, common=COMMON).rules)
    assert rules.players.hard_most == 20
    assert rules.cards["loup"].powers == ("wolves",)
    assert rules.windows["wolves"] == (28.0, 12.0)
    assert rules.options == {"parity": ("yes",)}
    assert rules.powers == {"wolves", "seer"}
    assert rules.in_play == {"wolves", "seer"}
    assert [rules.hunters.count(players) for players in (5, 7, 8, 20)] == [1, 1, 2, 2]


def test_a_number_of_players_beyond_the_table_has_no_hunters() -> None:
    with pytest.raises(LookupError, match="21"):
        village_rules(load_pack(HAMLET, common=COMMON).rules).hunters.count(21)


def test_all_languages_are_loaded_unless_some_are_chosen() -> None:
    assert set(load_pack(HAMLET, common=COMMON).words) == {"fr", "en"}
    assert set(load_pack(HAMLET, ["en"], common=COMMON).words) == {"en"}


def test_a_language_that_is_not_loaded_is_not_read(pack: Path) -> None:
    (pack / "en.yaml").write_text("broken: [", encoding="utf-8")
    assert set(load_pack(pack, ["fr"], common=COMMON).words) == {"fr"}


def test_a_language_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(PackError, match=r"N106.*'it'.*en, fr"):
        load_pack(HAMLET, ["it"], common=COMMON)


def test_the_words_of_a_game_come_before_the_shared_ones(pack: Path) -> None:
    mend(pack / "fr.yaml", "lines:\n", "lines:\n  welcome: Entrez.\n")
    words = load_pack(pack, common=COMMON).words
    assert words["fr"].lines["welcome"] == ("Entrez.",)
    assert words["en"].lines["welcome"] == ("Good evening, all {count} of you.",)
    assert words["fr"].seat == "le numéro {number}"


def test_the_hash_is_that_of_the_rules_alone(pack: Path) -> None:
    before = load_pack(pack, common=COMMON).pack_hash
    assert before == sha256((HAMLET / "game.yaml").read_bytes()).hexdigest()
    mend(pack / "fr.yaml", "Le Hameau", "Le Bourg")
    assert load_pack(pack, common=COMMON).pack_hash == before
    mend(pack / "game.yaml", "[28, 12]", "[30, 12]")
    assert load_pack(pack, common=COMMON).pack_hash != before


def test_every_mistake_is_told_at_once_in_reading_order(pack: Path) -> None:
    mend(pack / "game.yaml", "filler: paysan", "filler: paisan")
    mend(pack / "fr.yaml", "[1.5s]", "[1.5]")
    mend(pack / "fr.yaml", "title: Le Hameau\n", "")
    mend(pack / "en.yaml", "prompts:\n", "prompts:\n  seer.target: Which?\n")
    assert codes(pack) == [Code.DUPLICATE_KEY, Code.MISSING_KEY, Code.SILENCE, Code.CARD]


def test_a_mistake_in_the_shared_words_is_placed_in_their_file(pack: Path, tmp_path: Path) -> None:
    common = Path(shutil.copytree(COMMON, tmp_path / "common"))
    mend(common / "fr" / "words.yaml", "les {count}", "les {count")
    with pytest.raises(PackError) as refused:
        load_pack(pack, common=common)
    (fault,) = refused.value.diagnostics
    assert (fault.code, fault.file, fault.line) == (Code.BRACES, str(common / "fr" / "words.yaml"), 23)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("least: 6", "least: 6.5", Code.VALUE),
        ("least: 6", "least: -6", Code.VALUE),
        ("[28, 12]", "[28, .inf]", Code.VALUE),
        ("[28, 12]", "[28, 0]", Code.VALUE),
        ("[28, 12]", "28", Code.VALUE),
        ("powers: [wolves]", "powers: wolves", Code.VALUE),
        ("{camp: village}", "village", Code.VALUE),
        ("{camp: village}", "{camp: ''}", Code.VALUE),
        ("[1, 7, 1]", "[1, 7]", Code.VALUE),
        ("[1, 7, 1]", "[1, 7, 1, 1]", Code.VALUE),
        ("hard_least: 5", "hard_least: 7", Code.PLAYERS),
        ("hard_most: 20", "hard_most: 11", Code.PLAYERS),
        ("[1, 7, 1]", "[6, 7, 1]", Code.HUNTERS),
        ("[1, 7, 1]", "[1, 8, 1]", Code.HUNTERS),
        ("[8, 20, 2]", "[8, 19, 2]", Code.HUNTERS),
        ("[8, 20, 2]", "[8, 7, 2]", Code.HUNTERS),
        ("[8, 20, 2]", "[8, 20, 5]", Code.HUNTERS),
        ("[1, 7, 1]", "[1, 7, 5]", Code.HUNTERS),
        ("[[1, 7, 1], [8, 20, 2]]", "[]", Code.HUNTERS),
        ("filler: paysan", "filler: nobody", Code.CARD),
        ("card: loup,", "card: loups,", Code.CARD),
        ("box: 1}", "box: 1, adds: {nobody: 1}}", Code.CARD),
        ("adds: [voyante]", "adds: [loup]", Code.COMPOSITION),
        ("adds: [voyante]", "adds: [paysan]", Code.COMPOSITION),
        ("{camp: village}", "{camp: village, box: 3}", Code.COMPOSITION),
    ],
)
def test_rules_that_cannot_be_are_refused(pack: Path, old: str, new: str, code: Code) -> None:
    mend(pack / "game.yaml", old, new)
    assert set(codes(pack)) == {code}


@pytest.mark.parametrize("root", ["just a word", "[a, b]"])
def test_a_file_that_is_no_mapping_is_refused(pack: Path, root: str) -> None:
    (pack / "game.yaml").write_text(root, encoding="utf-8")
    (pack / "fr.yaml").write_text(root, encoding="utf-8")
    assert codes(pack) == [Code.VALUE, Code.VALUE]


def test_only_the_schema_brings_pydantic_in() -> None:
    program = """
import sys
import narrator.base.resources, narrator.base.diagnostics, narrator.packs.naming, narrator.packs.wording
print("pydantic" in sys.modules)
import narrator.packs.rules
print("pydantic" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_a_table_answers_with_the_cards_of_extensions_that_are_in_play_alone() -> None:
    pack = load_pack(folder("scripts") / "thiercelieux", ["fr"])
    without, with_elder = pack.words_of_a_table("fr"), pack.words_of_a_table("fr", ["ancien", "voyante"])
    assert {"voyante", "voleur"} <= without.cards.keys()
    assert without.cards.keys().isdisjoint({"ancien", "renard"})
    assert with_elder.cards.keys() - without.cards.keys() == {"ancien"}
