"""A manifest says what it must, or is refused; ours pin what they say they pin."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from narrator.base.downloads.manifest import Download, ManifestError, Pin, follows, megabytes, read, trusted
from narrator.base.downloads.store import MODELS, VOICES
from narrator.base.resources import folder

SHA = "0" * 64
FILE: dict[str, Any] = {"path": "a/b.onnx", "address": "https://e.example/b.onnx", "size": 5, "sha256": SHA}
PACKED: dict[str, Any] = {"path": "a/b.onnx", "size": 5, "sha256": SHA}
ARCHIVE: dict[str, Any] = {"address": "https://e.example/b.zip", "folder": "b", "size": 9, "sha256": SHA}
WHOLE: dict[str, Any] = {"name": "b", "language": "fr", "about": "x", "licence": "MIT", "source": "y", "files": [FILE]}


def without(described: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in described.items() if key not in keys}


def described(place: Path, *downloads: dict[str, Any]) -> tuple[Download, ...]:
    file = place / "manifest.yaml"
    file.write_text(json.dumps({"downloads": downloads}), encoding="utf-8")
    return read(file)


def test_a_manifest_is_read(tmp_path: Path) -> None:
    (voice,) = described(tmp_path, WHOLE)
    assert (voice.name, voice.size, voice.files[0].sha256) == ("b", 5, SHA)
    (model,) = described(tmp_path, {**WHOLE, "archive": ARCHIVE, "files": [PACKED]})
    assert (model.size, model.room) == (9, 14)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({**WHOLE, "licence": ""}, "licence"),
        (without(WHOLE, "licence"), "licence"),
        ({**WHOLE, "name": "../b"}, "name"),
        ({**WHOLE, "name": ".b"}, "name"),
        ({**WHOLE, "files": []}, "no file that must be there"),
        ({**WHOLE, "files": [{**FILE, "optional": "true"}]}, "no file that must be there"),
        ({**WHOLE, "files": [FILE, FILE]}, "listed twice"),
        ({**WHOLE, "files": [{**FILE, "path": "../b"}]}, "path"),
        ({**WHOLE, "files": [{**FILE, "path": "/b"}]}, "path"),
        ({**WHOLE, "files": [{**FILE, "path": "a//b"}]}, "path"),
        ({**WHOLE, "files": [{**FILE, "path": "a/.b"}]}, "path"),
        ({**WHOLE, "files": [{**FILE, "address": "http://e.example/b"}]}, "not an https address"),
        ({**WHOLE, "files": [{**FILE, "sha256": "0" * 63}]}, "sha256"),
        ({**WHOLE, "files": [{**FILE, "at_most": 9}]}, "either size .* or at_most"),
        ({**WHOLE, "files": [without(FILE, "size", "sha256")]}, "either size .* or at_most"),
        ({**WHOLE, "files": [{**without(FILE, "size"), "at_most": 9}]}, "has a size, too"),
        ({**WHOLE, "files": [{**FILE, "size": -1}]}, "size"),
        ({**WHOLE, "files": [PACKED]}, "every file has its own"),
        ({**WHOLE, "archive": ARCHIVE}, "every file has its own"),
        ({**WHOLE, "archive": {**ARCHIVE, "address": "file:///etc/passwd"}, "files": [PACKED]}, "not an https"),
        ({**WHOLE, "colour": "red"}, "colour"),
    ],
)
def test_a_manifest_that_does_not_say_what_it_must_is_refused(tmp_path: Path, wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(ManifestError, match=said) as refused:
        described(tmp_path, wrong)
    assert str(tmp_path / "manifest.yaml") in str(refused.value)


def test_nothing_is_listed_twice(tmp_path: Path) -> None:
    with pytest.raises(ManifestError, match="b is listed twice"):
        described(tmp_path, WHOLE, WHOLE)
    (tmp_path / "doubled.yaml").write_text("downloads: []\ndownloads: []\n", encoding="utf-8")
    with pytest.raises(ManifestError, match="line 2: `downloads` stands here a second time"):
        read(tmp_path / "doubled.yaml")


def test_what_is_not_pinned_is_said_in_plain_words(tmp_path: Path) -> None:
    loose = {"path": "conf", "at_most": 9}
    weak = {**without(FILE, "sha256"), "md5": "0" * 32}

    def cautions(download: dict[str, Any]) -> str:
        return " ".join(described(tmp_path, download)[0].cautions())

    assert cautions(WHOLE) == ""
    assert "Pinned by an md5 only, which finds damage, not a forgery: a/b.onnx." in cautions({**WHOLE, "files": [weak]})
    model = {**WHOLE, "archive": ARCHIVE, "files": [PACKED, loose]}
    assert cautions(model) == "Pinned through the archive only, not by digests of their own: conf."
    unpinned = cautions({**model, "archive": without(ARCHIVE, "sha256")})
    assert unpinned.startswith("The archive itself is not pinned. ")
    assert unpinned.endswith("Not pinned, known by name and a limit of size only: conf.")
    md5 = {**without(ARCHIVE, "sha256"), "md5": "0" * 32}
    assert "not pinned: its md5 finds damage" in cautions({**model, "archive": md5})


def test_our_voices_speak_french_and_english_and_every_byte_of_them_is_pinned() -> None:
    voices = read(folder("voices") / "manifest.yaml")
    assert [voice.language for voice in voices].count("fr") >= 2
    assert [voice.language for voice in voices].count("en") >= 2
    for voice in voices:
        assert [file.path for file in voice.files] == [f"{voice.name}.onnx", f"{voice.name}.onnx.json"]
        assert voice.cautions() == ()
        assert all("/rhasspy/piper-voices/resolve/" in str(file.address) for file in voice.files)


def test_the_six_large_files_of_the_french_model_are_pinned() -> None:
    model = MODELS.named("vosk-model-small-fr-0.22")
    pinned = {file.path: (file.size, str(file.sha256)[:8]) for file in model.files if file.sha256}
    assert pinned == {
        "am/final.mdl": (15978979, "580d9975"),
        "graph/Gr.fst": (24029163, "4d5aefc6"),
        "graph/HCLr.fst": (18331442, "6562aee2"),
        "ivector/final.ie": (9927287, "bd52bc5a"),
        "ivector/final.dubm": (168048, "15c6736f"),
        "ivector/final.mat": (44975, "61818a44"),
    }
    assert sum(file.limit for file in model.files if not file.sha256) < 1_000_000
    assert model.archive is not None
    assert model.archive.address == "https://alphacephei.com/vosk/models/vosk-model-small-fr-0.22.zip"


def test_every_model_and_voice_names_its_licence() -> None:
    licences = {download.licence.split()[0] for store in (MODELS, VOICES) for download in store.known()}
    assert licences <= {"Apache-2.0", "CC-BY-4.0", "CC-BY-SA-4.0", "AGPL-3.0"}


@pytest.mark.parametrize(
    ("address", "is_trusted"),
    [
        ("https://e.example/x", True),
        ("http://localhost:8000/x", True),
        ("http://127.0.0.1/x", True),
        ("http://[::1]/x", True),
        ("http://e.example/x", False),
        ("http://localhost.e.example/x", False),
        ("https://name:word@e.example/x", False),
        ("https:///x", False),
        ("ftp://e.example/x", False),
        ("file:///etc/passwd", False),
        ("https://[broken", False),
    ],
)
def test_an_address_is_encrypted_or_on_this_machine(address: str, is_trusted: bool) -> None:
    assert trusted(address) is is_trusted


def test_a_redirection_never_leads_from_what_is_encrypted_to_what_is_not() -> None:
    assert follows("https://a.example/x", "https://b.example/x")
    assert not follows("https://a.example/x", "http://b.example/x")
    assert not follows("https://a.example/x", "http://localhost/x")
    assert follows("http://localhost/x", "https://b.example/x")
    assert not follows("http://localhost/x", "http://b.example/x")


def test_what_a_download_is_may_be_told_in_several_languages_the_first_for_all_others(tmp_path: Path) -> None:
    told = {**WHOLE, "about": {"en": "a horn", "fr": "une corne"}, "note": "Loud."}
    model = described(tmp_path, told)[0]
    assert model.described("fr") == ("une corne", "Loud.")
    assert model.described("de") == ("a horn", "Loud.")
    assert described(tmp_path, WHOLE)[0].described("fr") == ("x", "")


def test_all_that_is_offered_to_be_fetched_is_told_in_french_too() -> None:
    for download in (*MODELS.known(), *VOICES.known()):
        assert download.described("fr")[0] != download.described("en")[0]
        assert (download.described("fr")[1] != download.described("en")[1]) or download.note is None


@pytest.mark.parametrize(
    ("system", "large", "small"), [("en_GB.UTF-8", "42.2 MB", "0.5 kB"), ("fr_FR.UTF-8", "42,2 Mo", "0,5 ko")]
)
def test_a_size_is_written_as_in_the_language_of_the_system(
    system: str, large: str, small: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", system)
    assert (megabytes(42_233_323), megabytes(512)) == (large, small)


@pytest.mark.parametrize(
    ("system", "pin", "said"),
    [
        ("en_GB.UTF-8", Pin(size=4), "it has 3 bytes, not 4"),
        ("fr_FR.UTF-8", Pin(size=4), "le fichier a 3 octets, et non 4"),
        ("fr_FR.UTF-8", Pin(at_most=2), "le fichier a 3 octets, plus que 2"),
        ("fr_FR.UTF-8", Pin(size=3, md5="0" * 32), "son md5 est 900150983cd2..., et non 000000000000..."),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_the_language_of_the_system(
    system: str, pin: Pin, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", system)
    (tmp_path / "file").write_bytes(b"abc")
    assert pin.fault(tmp_path / "file") == said
