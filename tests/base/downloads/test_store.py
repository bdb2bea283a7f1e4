"""A download is fetched, checked and put in place as a whole; what was there before stays until all is well."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from servers import Library

import narrator
from narrator.base.downloads.store import MODELS, VOICES, UnknownDownloadError, find_model, shipped
from narrator.base.downloads.transfer import DownloadError

NETWORK = bytes(range(256)) * 2000
SETTINGS = b'{"audio": {}}'
MODEL = {"am/final.mdl": NETWORK, "conf/model.conf": b"--beam=10"}

Told = list[tuple[str, int, int]]


def digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def packed(name: str, files: dict[str, bytes]) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(f"{name}/{path}"), content)
    return stream.getvalue()


def note(place: Path, *downloads: dict[str, Any]) -> None:
    """Write the player's own manifest; JSON is YAML."""
    place.mkdir(parents=True, exist_ok=True)
    (place / "manifest.yaml").write_text(json.dumps({"downloads": downloads}), encoding="utf-8")


def offered(library: Library, name: str, language: str = "fr", **changes: Any) -> dict[str, Any]:
    """Put a model on the server, as an archive; return what a manifest says of it."""
    archive = packed(name, MODEL)
    library.pages[f"{name}.zip"] = archive
    return {
        "name": name,
        "language": language,
        "about": "a model of the tests",
        "licence": "CC0-1.0",
        "source": "the tests",
        "archive": {
            "address": library.at(f"{name}.zip"),
            "folder": name,
            "size": len(archive),
            "sha256": digest(archive),
        },
        "files": [
            {"path": "am/final.mdl", "size": len(NETWORK), "sha256": digest(NETWORK)},
            {"path": "conf/model.conf", "at_most": 100},
            {"path": "README", "at_most": 100, "optional": "true"},
        ],
        **changes,
    }


def voice(library: Library, **changes: Any) -> dict[str, Any]:
    """Put a voice on the server, as two files; return what a manifest says of it."""
    library.pages.update({"v.onnx": NETWORK, "v.onnx.json": SETTINGS})
    files = [
        {"path": path, "address": library.at(path), "size": len(page), "sha256": digest(page)}
        for path, page in [("v.onnx", NETWORK), ("v.onnx.json", SETTINGS)]
    ]
    described = {"name": "v", "language": "fr", "about": "a", "licence": "CC0-1.0", "source": "s", "files": files}
    return {**described, **changes}


@pytest.fixture
def models(home: Path, library: Library) -> Path:
    """Return the folder of models, whose manifest offers `m`."""
    note(home / "models", offered(library, "m"))
    return home / "models"


def nothing(name: str, came: int, limit: int) -> None:
    """Listen to no progress."""


def test_a_model_is_fetched_unpacked_checked_and_found(models: Path) -> None:
    assert MODELS.installed("m") is None
    told: Told = []
    assert MODELS.fetch("m", lambda *step: told.append(step)) == models / "m"
    assert MODELS.installed("m") == models / "m"
    assert {path: (models / "m" / path).read_bytes() for path in MODEL} == MODEL
    assert MODELS.faults("m") == []
    assert {name for name, _, _ in told} == {"m.zip"}
    assert told[-1][1] == told[-1][2]
    assert sorted(file.name for file in models.iterdir()) == ["m", "manifest.yaml"]


def test_a_voice_is_fetched_file_by_file(home: Path, library: Library) -> None:
    note(home / "voices", voice(library))
    told: Told = []
    here = VOICES.fetch("v", lambda *step: told.append(step))
    assert (here / "v.onnx").read_bytes() == NETWORK
    assert (here / "v.onnx.json").read_bytes() == SETTINGS
    assert list(dict.fromkeys(name for name, _, _ in told)) == ["v.onnx", "v.onnx.json"]
    assert VOICES.installed("v") == here


def test_what_is_there_and_whole_is_not_fetched_again(models: Path, library: Library) -> None:
    MODELS.fetch("m", nothing)
    assert MODELS.fetch("m", nothing) == models / "m"
    assert len(library.asked) == 1


def test_a_file_that_came_whole_is_not_fetched_again(home: Path, library: Library) -> None:
    note(home / "voices", voice(library, files=voice(library)["files"][::-1]))
    library.answers["v.onnx"] = lambda request: request.say(503)
    with pytest.raises(DownloadError, match=r"cannot serve v\.onnx now"):
        VOICES.fetch("v", nothing)
    assert VOICES.installed("v") is None
    del library.answers["v.onnx"]
    VOICES.fetch("v", nothing)
    assert VOICES.faults("v") == []
    assert library.asked == ["v.onnx.json", "v.onnx", "v.onnx"]


FETCHING = """
from narrator.base.downloads.store import MODELS
MODELS.fetch("m", lambda name, came, limit: print(came, flush=True))
"""


def test_a_machine_switched_off_in_the_middle_has_no_half_of_a_model(models: Path, library: Library) -> None:
    library.stall = 200_000
    root = str(Path(narrator.__file__).parents[1])
    command = [sys.executable, "-P", "-c", FETCHING]
    with subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": root}, stdout=subprocess.PIPE, text=True
    ) as fetching:
        assert fetching.stdout is not None
        while int(fetching.stdout.readline()) < 100_000:
            pass
        fetching.send_signal(signal.SIGKILL)
    library.stall = None
    assert MODELS.installed("m") is None
    MODELS.fetch("m", nothing)
    assert MODELS.faults("m") == []
    assert sorted(file.name for file in models.iterdir()) == ["m", "manifest.yaml"]


def test_two_narrators_do_not_fetch_the_same_at_once(models: Path) -> None:
    staging = models / ".m.coming"
    staging.mkdir()
    other = os.open(staging, os.O_RDONLY)
    try:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(DownloadError, match="another narrator is fetching m"):
            MODELS.fetch("m", nothing)
    finally:
        os.close(other)
    assert MODELS.fetch("m", nothing).is_dir()


def test_a_damaged_archive_is_refused_and_fetched_whole_the_next_time(models: Path, library: Library) -> None:
    """Not pinned, so that only what is in it can tell."""
    described = offered(library, "m")
    good = library.pages["m.zip"]
    described["archive"] = {key: described["archive"][key] for key in ("address", "folder", "size")}
    note(models, described)
    library.pages["m.zip"] = good.replace(NETWORK, NETWORK[::-1])
    with pytest.raises(DownloadError, match="damaged"):
        MODELS.fetch("m", nothing)
    assert MODELS.installed("m") is None
    library.pages["m.zip"] = good
    MODELS.fetch("m", nothing)
    assert MODELS.faults("m") == []
    assert library.asked == ["m.zip", "m.zip"]


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda here: (here / "am/final.mdl").write_bytes(NETWORK[::-1]), "am/final.mdl is damaged: its sha256 is"),
        (lambda here: (here / "am/final.mdl").write_bytes(b"x"), f"it has 1 bytes, not {len(NETWORK)}"),
        (lambda here: (here / "am/final.mdl").unlink(), "am/final.mdl is missing."),
        (lambda here: (here / "conf/model.conf").write_bytes(b"--beam=11"), "model.conf is not what was fetched"),
        (lambda here: (here / "conf/model.conf").write_bytes(bytes(101)), "it has 101 bytes, more than 100"),
        (lambda here: (here / "evil.py").write_bytes(b""), "evil.py does not belong to it."),
    ],
)
@pytest.mark.usefixtures("models")
def test_what_has_changed_since_is_found_and_mended(damage: Any, said: str) -> None:
    here = MODELS.fetch("m", nothing)
    damage(here)
    (fault,) = MODELS.faults("m")
    assert said in fault
    MODELS.fetch("m", nothing)
    assert MODELS.faults("m") == []


@pytest.mark.parametrize("damage", ["short", "missing", "folder", "link"])
def test_a_model_without_all_its_files_is_not_taken_for_one(models: Path, damage: str) -> None:
    """By names and sizes alone: a game does not read seventy megabytes first."""
    file = MODELS.fetch("m", nothing) / "am" / "final.mdl"
    file.unlink()
    if damage == "short":
        file.write_bytes(NETWORK[:-1])
    elif damage == "folder":
        file.mkdir()
    elif damage == "link":
        file.symlink_to(models / "nowhere")
    assert MODELS.installed("m") is None


def test_what_was_there_stays_until_the_new_one_is_whole(models: Path, library: Library) -> None:
    MODELS.fetch("m", nothing)
    newer = offered(library, "m")
    newer["files"][1]["at_most"] = 5  # what is there no longer fits
    note(models, newer)
    with pytest.raises(DownloadError, match=r"conf/model\.conf unpacks to more than"):
        MODELS.fetch("m", nothing)
    assert (models / "m" / "am" / "final.mdl").read_bytes() == NETWORK


def test_a_download_larger_than_the_disk_is_refused_before_it_begins(models: Path, library: Library) -> None:
    described = offered(library, "m")
    described["files"].append({"path": "huge", "at_most": 10**15})
    note(models, described)
    with pytest.raises(DownloadError, match=r"m needs 100000000\d\.\d MB while it is fetched: make .* more room"):
        MODELS.fetch("m", nothing)
    assert library.asked == []


def test_a_data_folder_that_cannot_be_made_is_said_in_a_sentence(
    models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(models, tmp_path / "file" / "models")
    (tmp_path / "file" / "models" / ".m.coming").write_text("a file where a folder should be", encoding="utf-8")
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "file"))
    with pytest.raises(DownloadError, match=r"cannot be written .*NARRATOR_HOME may name another folder"):
        MODELS.fetch("m", nothing)


def test_a_name_that_no_manifest_has_is_refused_with_those_that_there_are(models: Path) -> None:
    for call in (lambda: MODELS.fetch("klingon", nothing), lambda: MODELS.faults("klingon")):
        with pytest.raises(UnknownDownloadError, match=r"'klingon'.*vosk-model-small-fr-0\.22.*, m"):
            call()
    assert MODELS.installed("klingon") is None
    assert models.is_dir()


def test_the_players_own_manifest_cannot_hide_ours(models: Path, library: Library) -> None:
    ours = MODELS.named("vosk-model-small-fr-0.22")
    note(models, offered(library, ours.name), offered(library, "m"))
    assert MODELS.named(ours.name) == ours
    assert MODELS.named("m").language == "fr"


def test_a_game_finds_the_model_of_its_language_and_no_other_unless_it_is_asked_for(
    models: Path, library: Library, tmp_path: Path
) -> None:
    note(models, *(offered(library, name, language) for name, language in [("m", "fr"), ("n", "fr"), ("o", "en")]))
    assert find_model("fr") == shipped("fr")
    assert shipped("fr") is not None
    MODELS.fetch("n", nothing)
    assert find_model("fr") == models / "n"
    MODELS.fetch("m", nothing)
    assert find_model("fr") == models / "m"
    assert find_model("en") is None
    tiny = tmp_path / "tiny"
    tiny.mkdir()
    assert find_model("fr", asked="n") == models / "n"
    assert find_model("fr", asked=str(tiny)) == tiny
    assert find_model("fr", asked="nowhere") is None


def test_a_model_brought_on_a_stick_is_checked_like_one_that_was_fetched(
    models: Path, library: Library, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    with pytest.raises(DownloadError, match=r"m\.zip cannot be read"):
        MODELS.fetch("m", nothing, source=stick)
    os.mkfifo(stick / "m.zip")
    with pytest.raises(DownloadError, match="not a regular file"):
        MODELS.fetch("m", nothing, source=stick)
    (stick / "m.zip").unlink()
    archive = library.pages["m.zip"]
    for damaged in (archive[:-1], archive + b"!", archive[:-1] + b"!"):
        (stick / "m.zip").write_bytes(damaged)
        with pytest.raises(DownloadError, match="is damaged, or is another version"):
            MODELS.fetch("m", nothing, source=stick)
        assert MODELS.installed("m") is None
    (stick / "m.zip").write_bytes(archive)
    assert MODELS.fetch("m", nothing, source=stick) == models / "m"
    assert MODELS.faults("m") == []
    assert library.asked == []


def test_a_voice_can_be_brought_on_a_stick_too(home: Path, library: Library, tmp_path: Path) -> None:
    note(home / "voices", voice(library))
    for name, page in library.pages.items():
        (tmp_path / name).write_bytes(page)
    VOICES.fetch("v", nothing, source=tmp_path)
    assert VOICES.faults("v") == []
    assert library.asked == []
