"""A pack of one's own, begun from another: cards by other names, in every word, sound from the first minute."""

from __future__ import annotations

import os
import shutil
import stat
import struct
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest
from full_disks import small_files
from servers import with_a_name_of_no_letters, with_a_nameless_entry, with_an_entry_at_no_place
from terminals import narrator

from narrator.base.resources import games, languages, pack_path
from narrator.base.sentences import sentences_in
from narrator.base.user_error import UserError
from narrator.commands.new_pack import new_pack
from narrator.commands.packs import (
    LARGEST,
    LARGEST_FILE,
    LEGAL,
    MOST_FILES,
    add_pack,
    check_pack,
    export_pack,
    list_questions,
    new_folder,
)
from narrator.packs.pack import load_pack
from narrator.table.games.registry import engine_facts


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """Speak English to who types; keep packs in a folder of the test."""
    assert not home.exists()
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


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
        ("fr", "secrète", "Qui tient la carte Voyante ? Son numéro, ou personne."),
        ("en", "secret", "Who holds the Seer card? Or nobody."),
    ],
)
def test_questions_are_listed_with_their_words_in_the_language_asked_for_or_of_the_system(
    language: str, where: str, words: str, capsys: pytest.CaptureFixture[str]
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
        "seer.seat": "son numéro (meneur, vraies cartes) | none",
        "plain.seat": "son numéro | none (meneur, vraies cartes)",
        "wolves.victim": "un joueur vivant qui n'est pas Loup | none",
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
    list_questions(str(mine), "fr")
    assert "wolves.victim" in capsys.readouterr().out


def test_questions_are_listed_in_columns_and_without_the_forms_of_what_they_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    list_questions("cuba", "fr")
    told = capsys.readouterr().out.splitlines()
    names = ("cuba.hidden ", "cuba.reveal ")
    kinds = zip(names, ("number", "take"), strict=True)
    columns = [line.index(kind) for name, kind in kinds for line in told if line.startswith(name)]
    assert len(set(columns)) == 1
    assert any(line.endswith("Entrée garde : {kept}.") for line in told)


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.fixture
def hamlet(tmp_path: Path) -> Path:
    """Return a pack of one's own that is called as no game is."""
    return shutil.copytree(pack_path("mafia"), tmp_path / "made" / "hamlet")


def written(place: Path, files: Mapping[str, bytes | str]) -> Path:
    """Write an archive with these files in it."""
    with zipfile.ZipFile(place / "hamlet.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return place / "hamlet.zip"


def in_folder(hamlet: Path) -> dict[str, bytes | str]:
    return {f"hamlet/{name}": content for name, content in contents(hamlet).items()}


def test_what_is_handed_on_is_taken_whole_and_can_be_played(hamlet: Path, tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    exported = narrator(here, "pack", "export", str(hamlet), str(tmp_path / "hamlet.pack"))
    assert (exported.returncode, exported.stderr) == (0, "")
    added = narrator(there, "pack", "add", str(tmp_path / "hamlet.pack"), LC_ALL="fr_FR.UTF-8")
    assert (added.returncode, added.stderr) == (0, "")
    assert added.stdout.endswith("narrator play hamlet\n")
    assert contents(there / "packs" / "hamlet") == contents(hamlet)
    assert [file.name for file in there.iterdir()] == ["packs"], "nothing is left over"
    rehearsed = narrator(there, "rehearse", "hamlet", "--players", "8", "--answers", "random")
    assert rehearsed.stdout.splitlines()[-1].startswith("Qui a gagné : ")


def test_who_takes_a_pack_in_another_language_is_told_a_line_that_plays_it(hamlet: Path, tmp_path: Path) -> None:
    (hamlet / "en.yaml").unlink()
    narrator(tmp_path / "here", "pack", "export", str(hamlet), str(tmp_path / "hamlet.pack"))
    added = narrator(tmp_path / "there", "pack", "add", str(tmp_path / "hamlet.pack"), LC_ALL="en_GB.UTF-8")
    assert added.stdout.endswith("narrator play hamlet --lang fr\n")


def test_the_same_pack_is_the_same_file(hamlet: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        export_pack(str(hamlet), tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_no_file_is_overwritten(hamlet: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis").write_text("years", encoding="utf-8")
    with pytest.raises(FileExistsError):
        export_pack(str(hamlet), tmp_path / "thesis")
    assert (tmp_path / "thesis").read_text(encoding="utf-8") == "years"


def test_a_pack_that_could_not_be_played_elsewhere_is_not_handed_on(
    hamlet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (hamlet / "fr.yaml").write_text("language: fr\n", encoding="utf-8")
    with pytest.raises(UserError):
        export_pack(str(hamlet), tmp_path / "hamlet.pack")
    assert "hamlet/fr.yaml" in capsys.readouterr().err
    assert not (tmp_path / "hamlet.pack").exists()


@pytest.mark.parametrize("name", ["Hamlet", "my hamlet", "x" * 41])
def test_a_folder_whose_name_is_none_of_a_game_is_not_handed_on(hamlet: Path, tmp_path: Path, name: str) -> None:
    folder = hamlet.rename(hamlet.parent / name)
    with pytest.raises(UserError, match=name):
        export_pack(str(folder), tmp_path / "hamlet.pack")


def test_a_link_in_a_pack_is_handed_on_by_what_it_leads_to_never_beyond_its_files(hamlet: Path, tmp_path: Path) -> None:
    (hamlet / "de.yaml").symlink_to(tmp_path / "nowhere")
    with pytest.raises(UserError):
        export_pack(str(hamlet), tmp_path / "hamlet.pack")
    assert not (tmp_path / "hamlet.pack").exists()


def test_a_game_of_the_same_name_is_kept(home: Path, hamlet: Path, tmp_path: Path) -> None:
    export_pack("thiercelieux", tmp_path / "ours")
    with pytest.raises(UserError, match="thiercelieux"):
        add_pack(tmp_path / "ours")
    export_pack(str(hamlet), tmp_path / "own")
    add_pack(tmp_path / "own")
    with pytest.raises(UserError, match="hamlet"):
        add_pack(tmp_path / "own")
    assert games()["hamlet"] == home / "packs" / "hamlet"


Refused: TypeAlias = Callable[[Path], str]


@pytest.fixture
def refused(home: Path, capsys: pytest.CaptureFixture[str]) -> Refused:
    """Return what tries to take a file, of which nothing may be taken, and returns what is told."""

    def taken(file: Path) -> str:
        before = {path for path in home.parent.rglob("*") if home not in (path, *path.parents)}
        with pytest.raises((UserError, OSError)) as refusal:
            add_pack(file)
        assert not [path for path in home.rglob("*") if path.is_file()]
        assert before == {path for path in home.parent.rglob("*") if home not in (path, *path.parents)}
        told = capsys.readouterr()
        assert not told.out
        return f"{told.err}{refusal.value}"

    return taken


@pytest.mark.parametrize(
    "name",
    [
        "../evil.yaml",
        "hamlet/../../evil.yaml",
        "/etc/evil.yaml",
        "hamlet/../evil.yaml",
        "hamlet/deep/er.yaml",
        "hamlet\\..\\evil.yaml",
        "other/fr.yaml",
        "evil.yaml",
        "hamlet/.hidden.yaml",
        "hamlet/run.py",
        "hamlet/run.sh.yaml",
        "hamlet/\x1b[31m.yaml",
        "C:/evil.yaml",
        "..",
        "hamlet//fr.yaml",
        "hamlet/FR.yaml",
    ],
)
def test_whatever_a_pack_does_not_have_is_not_taken_nor_anything_beside_it(
    hamlet: Path, tmp_path: Path, refused: Refused, name: str
) -> None:
    assert refused(written(tmp_path, {**in_folder(hamlet), name: "x: y"}))


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFDIR])
def test_a_link_or_a_device_is_not_taken(hamlet: Path, tmp_path: Path, refused: Refused, kind: int) -> None:
    file = written(tmp_path, in_folder(hamlet))
    with zipfile.ZipFile(file, "a") as archive:
        entry = zipfile.ZipInfo("hamlet/de.yaml")
        entry.external_attr = (kind | 0o777) << 16
        archive.writestr(entry, "/etc/passwd")
    assert "hamlet/de.yaml" in refused(file)


def test_two_files_of_one_name_are_not_taken(hamlet: Path, tmp_path: Path, refused: Refused) -> None:
    file = written(tmp_path, in_folder(hamlet))
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(file, "a") as archive:
        archive.writestr("hamlet/game.yaml", "game: other")
    assert "game.yaml" in refused(file)


def test_what_grows_beyond_all_measure_is_not_taken_whatever_its_header_says(
    hamlet: Path, tmp_path: Path, refused: Refused
) -> None:
    files = {**in_folder(hamlet), "hamlet/de.yaml": "#" * (LARGEST_FILE + 1)}
    file = written(tmp_path, files)
    assert file.stat().st_size < LARGEST, "small as it lies there"
    assert "too large" in refused(file)
    # A size that is a lie: the reader stops at it, and the sum of the file is wrong.
    lying = bytearray(file.read_bytes())
    at = lying.rindex(b"PK\x01\x02", 0, lying.rindex(b"hamlet/de.yaml"))
    lying[at + 24 : at + 28] = struct.pack("<I", 10)
    file.write_bytes(lying)
    assert refused(file)


def test_many_files_and_large_ones_are_not_taken(hamlet: Path, tmp_path: Path, refused: Refused) -> None:
    many = {f"hamlet/x{number}.yaml": "" for number in range(MOST_FILES)}
    assert "too large" in refused(written(tmp_path, {**in_folder(hamlet), **many}))
    large = {f"hamlet/x{number}.yaml": "#" * LARGEST_FILE for number in range(5)}
    assert "too large" in refused(written(tmp_path, {**in_folder(hamlet), **large}))
    (tmp_path / "hamlet.zip").write_bytes(b"PK" * LARGEST)
    assert "too large" in refused(tmp_path / "hamlet.zip")


def test_what_is_no_archive_or_is_encrypted_or_torn_is_refused_with_a_sentence(
    hamlet: Path, tmp_path: Path, refused: Refused
) -> None:
    file = written(tmp_path, in_folder(hamlet))
    sound = file.read_bytes()
    encrypted = bytearray(sound)
    for signature, flags in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        at = sound.index(signature)
        encrypted[at + flags] |= 1
    flipped = bytearray(sound)
    flipped[200] ^= 0xFF
    for content in (b"", b"game: hamlet", sound[:-30], sound[:100] + sound[200:], bytes(encrypted), bytes(flipped)):
        file.write_bytes(content)
        assert "no game" in refused(file)


@pytest.mark.parametrize("changed", [with_a_nameless_entry, with_an_entry_at_no_place, with_a_name_of_no_letters])
def test_an_archive_whose_list_makes_no_sense_is_refused_with_a_sentence(
    hamlet: Path, tmp_path: Path, refused: Refused, changed: Callable[[bytes], bytes]
) -> None:
    file = written(tmp_path, in_folder(hamlet))
    file.write_bytes(changed(file.read_bytes()))
    assert "no game" in refused(file)


def test_an_archive_without_rules_or_of_two_packs_is_no_pack(hamlet: Path, tmp_path: Path, refused: Refused) -> None:
    words = {name: content for name, content in in_folder(hamlet).items() if not name.endswith("game.yaml")}
    assert "no game" in refused(written(tmp_path, words))
    assert "no game" in refused(written(tmp_path, {}))


def test_a_pack_with_faults_is_not_taken_and_they_are_told_by_its_files(
    home: Path, hamlet: Path, tmp_path: Path, refused: Refused
) -> None:
    deep = "lines: " + "[" * 10_000
    told = refused(written(tmp_path, {**in_folder(hamlet), "hamlet/fr.yaml": deep}))
    assert told.startswith("hamlet/fr.yaml:1")
    assert str(home) not in told
    assert [*home.rglob(".pack-*")] == []


def test_a_folder_of_the_archive_itself_is_no_harm(home: Path, hamlet: Path, tmp_path: Path) -> None:
    add_pack(written(tmp_path, {"hamlet/": "", **in_folder(hamlet)}))
    assert contents(home / "packs" / "hamlet") == contents(hamlet)


def test_what_is_no_file_is_refused(tmp_path: Path, refused: Refused) -> None:
    assert refused(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/null")):
        assert "no game" in refused(path)


def test_of_a_pack_for_which_there_is_no_room_nothing_is_left(home: Path, hamlet: Path, tmp_path: Path) -> None:
    packed = tmp_path / "hamlet.pack"
    with pytest.raises(OSError, match="File too large") as refused, small_files(4096):
        export_pack(str(hamlet), packed)
    assert refused.value.filename == str(packed)
    export_pack(str(hamlet), packed)
    with pytest.raises(OSError, match="File too large") as refused, small_files(4096):
        add_pack(packed)
    assert refused.value.filename == str(home / "packs" / "hamlet")
    assert [*tmp_path.rglob(".*")] == [*(home / "packs").iterdir()] == []


def test_of_two_packs_of_one_name_that_are_made_at_once_one_is_kept_and_the_other_refused(home: Path) -> None:
    target = home / "packs" / "hamlet"

    def make(content: str, meanwhile: Callable[[], object]) -> None:
        with new_folder(target) as begun:
            (begun / "game.yaml").write_text(content, encoding="utf-8")
            meanwhile()

    with pytest.raises(UserError, match="hamlet"):
        make("the second", lambda: make("the first", lambda: None))
    assert (target / "game.yaml").read_text(encoding="utf-8") == "the first"
    assert [*home.iterdir()] == [target.parent]


def test_a_strange_name_in_an_archive_is_told_in_one_line(hamlet: Path, tmp_path: Path, refused: Refused) -> None:
    told = refused(written(tmp_path, {**in_folder(hamlet), "hamlet/x\n\x1b[2J.yaml": ""}))
    assert "\n" not in told.strip()
    assert "\x1b" not in told


def test_a_disk_that_takes_nothing_is_told(home: Path, hamlet: Path, tmp_path: Path) -> None:
    home.write_text("a file, where a folder should be", encoding="utf-8")
    file = written(tmp_path, in_folder(hamlet))
    with pytest.raises(OSError, match=str(home)):
        add_pack(file)


@pytest.mark.thorough
def test_a_pack_that_its_rules_call_otherwise_than_its_folder_is_named(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new_pack("hamlet", "mafia")
    check_pack("hamlet")
    assert "hamlet" not in capsys.readouterr().err
    (home / "packs" / "hamlet").rename(home / "packs" / "castle")
    assert check_pack("castle") == 0
    assert "`game: hamlet` is not what its folder is called; the game goes by castle" in capsys.readouterr().err


def test_a_pack_of_one_language_has_nothing_to_mend_in_another(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new_pack("hamlet", "mafia", language="en")
    assert sorted(file.name for file in (home / "packs" / "hamlet").glob("??.yaml")) == ["en.yaml"]
    assert check_pack("hamlet") == 0
    assert "fr" not in {line.partition(":")[0] for line in capsys.readouterr().err.splitlines()}
