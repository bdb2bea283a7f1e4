"""What people read aloud for other programs: who says what, and in which sounds."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import soundfile
from qt_collection import collection

from models.build import bank
from models.build.espeak import Manner
from models.build.people import Recording, main, recordings
from models.build.phones import PHONES
from models.build.sound import RATE
from models.build.speech import speak

WEIGHTS = Path(__file__).parents[2] / "models" / "build" / "weights.npz"

SYLLABLE = '<klettres><sound name="CA" file="fr/syllab/ca.ogg" /><sound name="B" file="fr/alpha/b.ogg" /></klettres>'
"""Of two sounds, the second of which is not there."""


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """The packages of the recipe, with little in them."""
    share = tmp_path / "usr" / "share"
    texts = share / "doc" / "asterisk-core-sounds-ru" / "core-sounds-ru.txt.gz"
    texts.parent.mkdir(parents=True)
    texts.write_bytes(gzip.compress("one: Один.\nlost: Два.\n".encode()))
    said = share / "asterisk" / "sounds" / "ru_RU_f_IvrvoiceRU" / "one.g722"
    said.parent.mkdir(parents=True)
    said.touch()
    (share / "klettres" / "fr" / "syllab").mkdir(parents=True)
    (share / "klettres" / "fr" / "syllab" / "ca.ogg").touch()
    (share / "klettres" / "fr" / "sounds.xml").write_text(SYLLABLE, "utf-8")
    stamp = share / "tuxpaint" / "stamps" / "cat"
    stamp.parent.mkdir(parents=True)
    stamp.with_suffix(".txt").write_text("Cat.\nfr.utf8=Un chat.\nes.utf8=Un niño.\nja.utf8=猫\n", "utf-8")
    for language in ("fr", "es", "ja"):
        stamp.with_name(f"cat_desc_{language}.ogg").touch()
    return tmp_path


def found(packages: Path) -> dict[str, Recording]:
    return {one.speaker: one for one in recordings(packages)}


def test_each_recording_has_a_speaker_a_text_and_sounds_of_the_model(packages: Path) -> None:
    said = found(packages)
    assert {speaker: one.text for speaker, one in said.items()} == {
        "stamps-fr": "Un chat.",
        "letters-fr": "ca",
        "operator-ru": "Один",
        "stamps-es": "Un niño.",
    }
    assert all(set(one.phones) <= set(PHONES) for one in said.values())


def test_other_languages_are_written_in_the_nearest_sounds_of_french(packages: Path) -> None:
    assert found(packages)["stamps-es"].phones == ("u", "n", "n", "i", "J", "o")


def test_words_letters_and_digits_are_told_by_a_list_or_by_the_name_of_the_file(packages: Path) -> None:
    voices = packages / "usr" / "share" / "gcompris" / "boards" / "voices"
    french = "words/toad", "words/unknown", "alphabet/U0062", "alphabet/U0038", "alphabet/14"
    for name in (*(f"fr/{name}" for name in french), "es/words/table", "pt_BR/alphabet/U0035"):
        (voices / name).parent.mkdir(parents=True, exist_ok=True)
        (voices / f"{name}.ogg").touch()
    texts = packages / "usr" / "share" / "gcompris-qt" / "rcc" / "lang.rcc"
    texts.parent.mkdir(parents=True)
    files = {"content-fr.json": {"toad.ogg": "un crapaud"}, "content-es.json": {"table.ogg": "mesa"}}
    texts.write_bytes(collection({name: json.dumps(words).encode() for name, words in files.items()}))
    said = [(one.path.stem, one.phones) for one in recordings(packages) if one.speaker.startswith("words-")]
    assert said == [
        ("14", ("k", "a", "t", "O", "r", "z")),
        ("U0038", ("y", "i", "t")),
        ("U0062", ("b", "e")),
        ("toad", ("W~", "k", "r", "a", "p", "o")),
        ("table", ("m", "e", "s", "a")),
        ("U0035", ("s", "i", "n", "k", "u")),
    ]


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed: apt install ffmpeg")
def test_a_recording_is_kept_with_the_times_of_its_sounds_and_the_work_is_done_once(
    packages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = speak("Un chat.", Manner())
    at_rest = np.zeros(RATE // 2)
    stamp = packages / "usr" / "share" / "tuxpaint" / "stamps" / "cat_desc_fr.ogg"
    soundfile.write(stamp, np.concatenate([at_rest, said.samples / 32768, at_rest]), RATE)
    stamp.with_name("cat_desc_es.ogg").unlink()
    (packages / "usr" / "share" / "klettres" / "fr" / "sounds.xml").write_text("<klettres/>", "utf-8")
    kept = packages / "people.npz"
    main(packages, WEIGHTS, kept)
    assert "1 recordings" in capsys.readouterr().out
    (clip,) = bank.load([kept])
    assert [sound for _, sound in clip.speech.phones if sound] == ["W~", "S", "a"]
    main(packages, WEIGHTS, kept)
    assert "is there already" in capsys.readouterr().out
