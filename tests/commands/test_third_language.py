"""A language is a folder: with files of data alone, a game is checked, played, told and heard in a third one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from machines import Machine
from questions import declared

from narrator.base.resources import PIP, languages, pack_path
from narrator.base.sentences import SURFACES, sentences, sentences_in
from narrator.cli import main
from narrator.doctor.visit import says
from narrator.packs.pack import load_pack
from narrator.packs.pack_check import language_faults
from narrator.rules.core.answers import Choices, Kind, Leave, Number, Seats, Tie
from narrator.rules.core.effects import Ask
from narrator.screens.phone.static_files import texts
from narrator.table.inbox.entry import Order, Reply
from narrator.table.language.offered_answers import numbered, titles
from narrator.table.language.phrasebook import UnspokenError, number_of, phrasebook_of
from narrator.table.language.spoken import Hearing, grammar_of
from narrator.table.language.table_words import TableWords

SPANISH = Path(__file__).parents[1] / "third_language"
NAMES = ("Alicia", "Bruno", "Chelo", "David", "Elena")
EVENING = (
    *("no", "no", "listo", "listo", "David", "Chelo", "lobo", "Chelo", "Bruno"),
    *("peón", "estado", "listo", "empate alicia y chelo", "Chelo", "no"),
)
"""What is typed at a table whose leader keys real cards: the first night, a day, and a vote that ties once."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Bring the language and its game as a player would: into his own data folder."""
    place = tmp_path / "home"
    shutil.copytree(SPANISH, place)
    monkeypatch.setenv("NARRATOR_HOME", str(place))
    return place


def narrator(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def test_the_third_language_is_made_of_data_alone() -> None:
    assert {file.suffix for file in SPANISH.rglob("*") if file.is_file()} == {".yaml"}
    assert [*languages()] == ["en", "es", "fr"]


def test_nothing_is_to_mend_in_its_game() -> None:
    assert narrator("check", "hacienda").output == "no problems found\n"


def test_what_it_lacks_is_named_with_its_place(home: Path) -> None:
    folder = home / "languages" / "es"
    (folder / "phone.yaml").unlink()
    (folder / "spoken.yaml").write_text("join: y\n", encoding="utf-8")
    told = narrator("check", "hacienda")
    assert told.exit_code == 1
    assert f"{folder / 'phone.yaml'}:1:1: N101" in told.output
    assert f"{folder / 'spoken.yaml'}:1:1: N202 the file lacks `numerals`" in told.output


@pytest.mark.parametrize("more", [(), ("--mode", "meneur"), ("--counted",)], ids=["player", "leader", "button"])
def test_its_game_is_rehearsed_to_its_end(more: tuple[str, ...]) -> None:
    told = narrator("rehearse", "hacienda", "--lang", "es", "--players", "7", "--answers", "random", *more)
    assert told.exit_code == 0
    assert re.fullmatch(r"(noche \d+: \d+ s, llamadas: \d+\n)+Quién ha ganado: .+\n", told.output)


def test_an_evening_is_typed_and_told_in_it_and_the_doctors_words_are_not_loaded(home: Path) -> None:
    doctor = home / "languages" / "es" / "doctor.yaml"
    doctor.unlink()
    os.mkfifo(doctor)  # whoever reads it waits for ever
    played = subprocess.run(
        [
            *(sys.executable, "-m", "narrator", "play", "hacienda", "--lang", "es", "--names", ",".join(NAMES)),
            *("--mode", "meneur", "--deal", "cards", "--pace", "instant", "--no-sound", "--no-ears"),
        ],
        input="".join(f"{line}\n" for line in EVENING),
        env={**os.environ, "NARRATOR_HOME": str(home)},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    told = "Este juego es para 6 a 12 sitios: la partida se jugará igual.\n"
    assert (played.returncode, played.stderr) == (0, told)
    for words in (
        "\n[privado] ¿Qué presa? Un sitio, o nadie.\n",
        "La noche se ha llevado: Bruno.\n",
        "\nEn el círculo: Alicia, Chelo, David y Elena.\n",
        "\nEl sol vuelve. Gana la hacienda.\n",
    ):
        assert words in played.stdout
    assert "Chelo cayó por el voto." in narrator("story").output


def test_the_doctor_speaks_it(tmp_path: Path, home: Path) -> None:
    machine = Machine(tmp_path, ("sounddevice", "vosk"), home=home)
    told = machine.doctor("--quick", "--lang", "es").stdout.splitlines()
    assert told[:2] == [
        "Altavoz: mal. Falta el paquete sounddevice.",
        f"    Qué hacer: Instálalo: `{PIP} install sounddevice`.",
    ]
    assert told[-1].startswith("Está mal: Altavoz")
    assert says("voices.kept", count=3, size=1.25).written("es") == "3, es decir 1,2 MB."


def test_the_pages_of_a_phone_have_its_words() -> None:
    assert "Retomar la mesa aquí" in texts().decode()


@pytest.mark.parametrize("surface", SURFACES)
def test_no_sentence_of_it_is_borrowed_from_another_language(surface: str) -> None:
    own = sentences_in(languages()["es"] / surface)
    assert own == sentences(surface, "es")
    assert [str(fault) for fault in language_faults(languages()["es"])] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tres", Reply(Seats((3,)))),
        ("eh voto a chelo por favor", Reply(Seats((3,)))),
        ("empate entre uno y cuatro", Reply(Tie((1, 4)))),
        ("dos y cinco empatados", Reply(Tie((2, 5)))),
        ("salida del jugador cuatro", Reply(Leave(4))),
        ("repite", Order.REPEAT),
        ("adiós", Order.QUIT),
        ("tres pues", None),
    ],
)
def test_answers_are_understood_in_it(text: str, said: object) -> None:
    words = load_pack(pack_path("hacienda"), ["es"]).words["es"]
    choices = Choices(kind=Kind.BALLOT, seats=(1, 2, 3, 4, 5), ties=True)
    ask = Ask(question="vote.result", choices=choices, living=(1, 2, 3, 4, 5))
    assert grammar_of(ask, TableWords.of(words, 5, NAMES), Hearing.DAY).read(text) == said


def test_where_nobody_knows_how_it_is_spoken_its_game_is_typed(home: Path) -> None:
    (home / "languages" / "es" / "spoken.yaml").unlink()
    assert [offer.ways for offer in titles({"hacienda": "La hacienda"}, "es")] == [("La hacienda",)]
    assert [offer.answer for offer in numbered((7, 8), "es", ("somos {number}",))] == [Number(7), Number(8)]
    with pytest.raises(UnspokenError, match="'es', only in: en, fr"):
        phrasebook_of("es")


def test_votes_are_counted_in_it() -> None:
    words = load_pack(pack_path("hacienda"), ["es"]).words["es"]
    choices = Choices(kind=Kind.NUMBER, numbers=(0, 40))
    aloud = declared("thiercelieux")["vote.count"].aloud
    ask = Ask(question="vote.count", choices=choices, living=(1, 2, 3, 4, 5), aloud=aloud)
    grammar = grammar_of(ask, TableWords.of(words, 5, NAMES), Hearing.DAY)
    assert grammar.read("una voz") == Reply(Number(1))
    assert grammar.read("treinta y dos voces") == Reply(Number(32))
    assert number_of("treinta y una", "es") == 31
