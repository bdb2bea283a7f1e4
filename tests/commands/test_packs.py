"""A pack of one's own, begun from another: cards by other names, in every word, sound from the first minute."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from narrator.commands.packs import LEGAL, check_pack, list_questions, new_pack
from narrator.games.registry import engine_facts
from narrator.resources import games, languages, pack_path
from narrator.story.pack import load_pack
from narrator.story.sentences import sentences_in
from narrator.user_error import UserError


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """Speak English to who types; keep packs in a folder of the test."""
    assert not home.exists()
    monkeypatch.setenv("LC_ALL", "C")


@pytest.mark.thorough
def test_a_card_that_is_renamed_is_called_so_in_all_words_of_its_language_and_the_pack_is_sound(
    capsys: pytest.CaptureFixture[str],
) -> None:
    new_pack("critiques", "thiercelieux", ["voyante=critique", "chasseur=l'oracle", "seer=the critic"])
    made = load_pack(pack_path("critiques"))
    assert (made.words["fr"].cards["voyante"].name, made.words["fr"].cards["chasseur"].name) == (
        "la Critique",
        "l'Oracle",
    )
    assert made.words["en"].cards["voyante"].name == "the Critic"
    assert not any("Voyante" in text for texts in made.words["fr"].lines.values() for text in texts)
    assert "de l'Oracle" in made.words["fr"].cards["chasseur"].reminder
    capsys.readouterr()
    assert check_pack("critiques") == 0
    assert capsys.readouterr().err == ""


def test_sentences_that_must_agree_with_another_gender_are_listed_with_their_lines(
    capsys: pytest.CaptureFixture[str],
) -> None:
    new_pack("critiques", "thiercelieux", ["voyante=le critique"])
    told = capsys.readouterr().err
    assert "À elle d'éclairer le village" in told
    assert "fr.yaml:" in told
    assert "bare:" not in told


@pytest.mark.parametrize("rename", ["sirène=critique", "voyante", "voyante="])
def test_a_rename_of_no_card_or_to_no_name_is_refused_and_nothing_is_written(rename: str, home: Path) -> None:
    with pytest.raises(UserError) as refused:
        new_pack("critiques", "thiercelieux", [rename])
    assert "Voyante" in str(refused.value)
    assert not home.exists()


@pytest.mark.parametrize("name", ["Critiques", "../critiques", "c" * 41, "thiercelieux"])
def test_a_name_that_no_pack_can_have_is_refused_before_anything_is_written(name: str, home: Path) -> None:
    with pytest.raises(UserError) as refused:
        new_pack(name, "thiercelieux")
    assert f"“{name}”" in str(refused.value)
    assert not home.exists()


def test_where_the_disk_gives_out_no_half_of_a_pack_is_among_the_games(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, _text: str, encoding: str) -> int:
        raise OSError(28, f"no space for {encoding}", str(path))

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="no space for utf-8"):
        new_pack("critiques", "thiercelieux")
    assert [*home.rglob("*.yaml")] == []
    assert not (home / "packs" / "critiques").exists()


@pytest.mark.thorough
def test_words_that_still_carry_an_old_name_are_told_by_a_check(capsys: pytest.CaptureFixture[str]) -> None:
    new_pack("critiques", "thiercelieux", ["voyante=critique"])
    file = pack_path("critiques") / "fr.yaml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("Critique s'éveille", "Voyante s'éveille"), encoding="utf-8"
    )
    capsys.readouterr()
    assert check_pack("critiques") == 0
    assert "fr: seer.wake: an old name of the card voyante, which is called Critique" in capsys.readouterr().err


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["thiercelieux", "mafia", "mafeking", "infiltres", "cuba"])
def test_no_game_of_ours_carries_an_old_name(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_pack(game) == 0
    assert "old name" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("language", "where", "words"),
    [
        ("fr", "secrète", "Qui tient la carte Voyante ? Sa place, ou personne."),
        ("en", "secret", "Who holds the Seer card? The seat, or nobody."),
        (None, "secret", "Who holds the Seer card? The seat, or nobody."),
    ],
)
def test_questions_are_listed_with_their_words_in_the_language_asked_for_or_of_the_system(
    language: str | None, where: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    list_questions("thiercelieux", language)
    told = capsys.readouterr().out.splitlines()
    (at,) = [number for number, line in enumerate(told) if line.startswith("seer.seat ")]
    assert told[at].split()[1] == where
    assert told[at + 1].strip() == words


def test_legal_answers_are_told_in_french_too(capsys: pytest.CaptureFixture[str]) -> None:
    list_questions("thiercelieux", "fr")
    told = capsys.readouterr().out.splitlines()
    for name, legal in {
        "seer.seat": "sa place (meneur, vraies cartes) | none",
        "plain.seat": "sa place | none (meneur, vraies cartes)",
        "wolves.victim": "une place vivante qui n'est pas Loup | none",
    }.items():
        assert any(line.startswith(f"{name} ") and legal in line for line in told), name


def test_what_is_the_same_in_english_is_the_same_in_french_and_the_other_way_round() -> None:
    french = sentences_in(languages()["fr"] / LEGAL)
    engines = [pack.rules for pack in map(load_pack, games().values())]
    known = [engine_facts(rules.engine).vocabulary(rules.in_play).questions for rules in engines]
    asked = {name: question.legal for questions in known for name, question in questions.items()}
    ids = {name: name if name in french else name.rpartition(".")[2] for name in asked}
    assert set(ids.values()) == french.keys(), "each question has words, and there are no others"
    pairs = {(legal, french[ids[name]]) for name, legal in asked.items()}
    assert len({english for english, _ in pairs}) == len(pairs) == len({told for _, told in pairs})


def test_questions_are_listed_before_all_their_words_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = shutil.copytree(pack_path("mafia"), tmp_path / "mine")
    words = (mine / "fr.yaml").read_text("utf-8")
    prompt = load_pack(mine, ["fr"]).words["fr"].prompts["wolves.victim"]
    (mine / "fr.yaml").write_text(words.replace(f'  wolves.victim: "{prompt}"\n', ""), "utf-8")
    list_questions(str(mine), "fr")
    told = capsys.readouterr().out
    assert "wolves.victim" in told
    assert prompt not in told
    for file in ("fr.yaml", "en.yaml"):
        (mine / file).unlink()
    list_questions(str(mine), None)
    assert "wolves.victim" in capsys.readouterr().out


def test_questions_are_listed_in_columns_and_without_the_forms_of_what_they_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    list_questions("cuba", "fr")
    told = capsys.readouterr().out.splitlines()
    names = ("cuba.hidden ", "cuba.reveal ")
    columns = [
        line.index(kind)
        for name, kind in zip(names, ("number", "take"), strict=True)
        for line in told
        if line.startswith(name)
    ]
    assert len(set(columns)) == 1
    assert any(line.endswith("Entrée garde : {kept}.") for line in told)
