"""What a box says before a game: in its language, of its equipment, and of an old game that it cannot play."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pretended
import pytest
from boxes import Box, Table
from disks import failing_disk
from phone_tables import TablesPhone
from pretended import Room, speaker

from narrator.table.journal.journal import Journal

pytestmark = pytest.mark.thorough

pytest_plugins = ("rooms_of_sound",)

CAPTIONS = ("--no-sound", "--pace", "instant")


def test_a_box_speaks_the_language_that_it_is_told(tmp_path: Path) -> None:
    with Table(tmp_path, [*CAPTIONS, "--lang", "en"]).on() as box:
        box.hears("Good evening.")
        box.answer("How many are you", "0")
        box.answer("Do we stop here?", "1")
        assert box.ends() == 42


def test_a_game_that_this_equipment_cannot_play_stays_kept_and_the_reason_is_said(tmp_path: Path) -> None:
    table = Table(tmp_path, CAPTIONS)
    keep_a_game(table.home, tmp_path / "private")
    kept = [*table.home.glob("games/*.journal")]
    with table.on() as box:
        box.answer("La reprendre ?", "1")
        box.hears("Je ne peux pas distribuer en secret sans lumière ni téléphone")
        box.hears("Combien êtes-vous")
        assert box.stops() == 0
    assert [*table.home.glob("games/*.journal")] == kept


def keep_a_game(home: Path, private: Path) -> Path:
    words = ["play", "mafia", "--players", "8", "--pace", "instant", "--private", str(private)]
    subprocess.run(
        [sys.executable, "-m", "narrator", *words],
        input="\n",
        capture_output=True,
        text=True,
        env={**os.environ, "NARRATOR_HOME": str(home), "LC_ALL": "C.UTF-8"},
        check=True,
    )
    (journal,) = home.glob("games/*.journal")
    return journal


def test_a_damaged_game_is_told_and_left_alone_or_gone_on_with(tmp_path: Path) -> None:
    table = Table(tmp_path, CAPTIONS)
    journal = keep_a_game(table.home, tmp_path / "private")
    content = journal.read_bytes()
    damaged = content[: content.index(b"\n1 ") + 20]
    journal.write_bytes(damaged)
    (journal.parent / "20990101-200000.journal").write_bytes(b"no game")
    with table.on() as box:
        box.hears("Une partie gardée ne peut plus être lue")
        box.hears("Une partie a été abîmée sur le disque : Mafia.")
        box.answer("Repartir de là ?", "2")
        box.hears("La partie reste telle quelle.")
        box.hears("Combien êtes-vous")
        assert box.stops() == 0
    assert journal.read_bytes() == damaged
    with table.on() as box:
        box.answer("Repartir de là ?", "1")
        box.hears("La partie repart de ce qui est intact")
        assert box.stops() == 0
    (copy,) = journal.parent.glob("*.damaged")
    assert copy.read_bytes() == damaged


def test_a_disk_that_takes_nothing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = failing_disk(tmp_path)
    if library is None:
        pytest.skip("there is no C compiler to make a failing disk with: apt install gcc libc6-dev")
    table = Table(tmp_path, CAPTIONS)
    keep_a_game(table.home, tmp_path / "private")
    monkeypatch.setenv("LD_PRELOAD", str(library))
    monkeypatch.setenv("FAILING_DISK", "4,0,0")
    with table.on() as box:
        box.hears("Une partie attend sa fin, mais elle ne peut pas continuer")
        box.hears("Combien êtes-vous")
        assert box.stops() == 0


def test_what_was_taken_back_begins_the_set_up_again(tmp_path: Path) -> None:
    with Table(tmp_path, CAPTIONS).on() as box:
        box.answer("Combien êtes-vous", "5")
        box.answer("À quel jeu", "-")
        box.hears("Reprenons depuis le début.")
        box.answer("Combien êtes-vous", "8")
        box.hears("À quel jeu")
        assert box.stops() == 0


def test_the_last_evening_is_had_again_by_one_yes(tmp_path: Path) -> None:
    table = Table(tmp_path, CAPTIONS)
    with table.on() as box:
        box.set_up()
        box.play("")
        assert box.stops() == 0
    for journal in table.home.glob("games/*.journal"):
        journal.unlink()
    with table.on() as box:
        box.hears("8 joueurs.")
        box.answer("Comme la dernière fois ?", "1")
        box.hears("1, Mafioso.")
        box.play("")
        assert box.stops() == 0
    assert [*table.home.glob("games/*.journal")]


# --- with a phone alone ---------------------------------------------------------------------------------------


def tables_phone(box: Box, evening: ExitStack) -> TablesPhone:
    """Return the phone that holds the table of a box, once it has typed the code that the box says."""
    box.hears("Le code du téléphone de la table")
    return TablesPhone("".join(box.said), evening)


def test_a_box_with_a_phone_alone_is_set_up_from_it_and_players_join_by_its_code_early_or_late(
    tmp_path: Path,
) -> None:
    words = [*CAPTIONS, "--keypad", "none", "--remote", "127.0.0.1"]
    with Table(tmp_path, words).on() as box, ExitStack() as evening:
        phone = tables_phone(box, evening)
        phone.answer("Combien êtes-vous", {"number": 5})
        phone.answer("À quel jeu", {"text": "settle"})
        phone.answer("À quel jeu", {"text": "thiercelieux"})
        phone.answer("Qui mène", {"text": "joueur"})
        phone.answer("Qui distribue", {"text": "narrator"})
        phone.answer("Est-ce que cela vous convient", {"word": "yes"})
        phone.answer("Que faut-il dire", {"text": "none"})
        phone.answer("Chacun voit-il sa carte", {"word": "yes"})
        phone.answer("La nuit, faut-il", {"word": "no"})
        box.hears("Chacun son téléphone")
        player = evening.enter_context(phone.opened(box.said[-1]))
        assert player.you["role"] == "seat"
        player.say({"sit": 2, "name": "Léa"}, 0)
        box.hears("À leur téléphone : Léa.")
        phone.answer("Chacun son téléphone", {"word": "yes"})
        box.hears("Vos téléphones ont vos cartes")
        (game,) = box.home.glob("games/*.journal")
        with Journal.reopen(Path(shutil.copy(game, tmp_path))) as journal:
            assert journal.header()["names"] == ["", "Léa", "", "", ""]
        assert not [line for line in box.said if "Chacun vote" in line], "four have no phone"
        phone.say("chaque carte est vue", {"order": "phone"})
        box.hears("Chacun son téléphone")
        late = evening.enter_context(phone.opened(box.said[-1]))
        late.say({"sit": 3}, 0)
        box.hears("Un téléphone demande à être celui de : le numéro 3.")
        phone.answer("Est-ce bien cela", {"word": "yes"})
        box.hears("Un téléphone est désormais celui de : le numéro 3.")
        assert box.stops() == 0


def test_once_all_have_joined_a_box_asks_whether_they_vote_on_their_phones(tmp_path: Path) -> None:
    names = ("Ann", "Bob", "Cy", "Di", "Eve")
    table = Table(tmp_path, [*CAPTIONS, "--keypad", "none", "--remote", "127.0.0.1"])
    quiet = {"phones": ["yes"], "introduction": ["none"]}
    last = {"game": "thiercelieux", "language": "fr", "players": 5, "mode": "joueur", "settings": quiet}
    kept = table.home / "last-evening.yaml"
    kept.parent.mkdir(parents=True)
    kept.write_text(json.dumps(last))
    with table.on() as box, ExitStack() as evening:
        phone = tables_phone(box, evening)
        phone.answer("Comme la dernière fois", {"word": "yes"})
        box.hears("Chacun son téléphone")
        code = box.said[-1]
        for seat, name in enumerate(names, start=1):
            evening.enter_context(phone.opened(code)).say({"sit": seat, "name": name}, 0)
        phone.answer("Chacun vote-t-il", {"word": "yes"})
        box.hears("Vos téléphones ont vos cartes")
        (game,) = box.home.glob("games/*.journal")
        with Journal.reopen(Path(shutil.copy(game, tmp_path))) as journal:
            assert journal.header()["names"] == [*names]
            options: Any = journal.header()["options"]
            assert options["vote"] == "phones"
        assert re.search(r"vote:\s+- phones", kept.read_text()), "the next evening is not asked"
        assert box.stops() == 0


LATE = (str(Path(__file__).with_name("joined_late.py")),)


def test_a_box_that_is_switched_on_before_its_network_is_there_waits_for_it(tmp_path: Path) -> None:
    table = Table(tmp_path, [*CAPTIONS, "--keypad", "none"], narrator=LATE)
    table.home.mkdir()
    (table.home / "settings.yaml").write_text("remote: on\n", encoding="utf-8")
    with table.on() as box:
        box.hears("http://127.0.0.1")
        box.hears("Le code du téléphone de la table")
        assert box.stops() == 0


# --- with sound -----------------------------------------------------------------------------------------------


def test_hello_is_heard(tmp_path: Path, room: Room) -> None:
    with Table(tmp_path, ["--no-ears"]).on() as box:
        box.hears("Je suis le narrateur")
        box.hears("Au pavé numérique")
        assert room.spoken().size
        assert box.stops() == 0


def test_without_a_loudspeaker_it_is_said_in_writing(tmp_path: Path, room: Room) -> None:
    room.furnish()
    with Table(tmp_path, ["--no-ears", "--pace", "instant"]).on() as box:
        box.hears("Je suis le narrateur")
        box.hears("Aucun son ne sort")
        box.hears("Combien êtes-vous")
        assert box.stops() == 0


def test_a_loudspeaker_that_comes_late_is_told_and_what_was_asked_is_asked_again(tmp_path: Path, room: Room) -> None:
    room.furnish()
    with Table(tmp_path, ["--no-ears"]).on() as box:
        box.hears("Aucun son ne sort")
        room.furnish(pretended.speaker("Speaker"))
        box.hears("Le son est revenu")
        box.hears("Combien êtes-vous")
        assert room.spoken().size
        assert box.stops() == 0


def test_a_microphone_without_a_model_leaves_the_keypad(tmp_path: Path, room: Room) -> None:
    assert room.folder == tmp_path
    with Table(tmp_path, ["--model", "nowhere"]).on() as box:
        box.hears("Je n'ai pas d'oreilles")
        box.hears("Au pavé numérique")
        assert box.stops() == 0


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("language", "players", "leaving"),
    [("fr", "Combien êtes-vous", "Oui, ou non."), ("en", "How many are you", "Yes, or no.")],
)
def test_greeting_games_and_goodbye_are_all_recorded(
    room: Room, home: Path, language: str, players: str, leaving: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.furnish(speaker("Box"))
    log = tmp_path / "box.log"
    monkeypatch.setenv("NARRATOR_LOG", str(log))
    pad = tmp_path / "pad"
    os.mkfifo(pad)
    box = Box(home, pad, "--lang", language, calm=2.0)
    try:
        box.finish(players, "8")
        box.finish("Mafia", "0")
        box.finish(leaving, "1")
        box.ends()
    finally:
        box.close()
    assert room.heard().any()
    assert "is not recorded" not in log.read_text(encoding="utf-8")
