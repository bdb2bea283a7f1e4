"""A journal deleted or moved in mid-game is written again whole; a partition is known by its mount point."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sittings import Script, Sitting
from tables import table

from narrator.rules.core.answers import DONE, NO, NOBODY, Number, seat
from narrator.rules.core.effects import Effect
from narrator.table.journal.journal import Journal, Place, look
from narrator.table.journal.journal_file import StorageCause, StorageError, expected, missing


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "20260131-204500.journal"


def delete(path: Path) -> None:
    path.unlink()


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))


def move_the_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("old games"))


@pytest.mark.parametrize("befalls", [delete, move, move_the_folder])
def test_a_file_that_is_gone_is_written_again_with_all_rows(path: Path, befalls: Callable[[Path], None]) -> None:
    with Journal.create(path, {"seats": 8}) as journal:
        journal.answer("vote.count", Number(1))
        journal.slot(Place(1, 1), [("seer.target", seat(3))])
        assert not journal.moved
        befalls(path)
        journal.answer("vote.count", Number(2))
        assert (journal.moved, journal.path) == (True, path)
        journal.answer("vote.count", Number(3))
        record = journal.record()
    assert path.stat().st_mode & 0o777 == 0o600
    assert look(path).header["seats"] == 8
    assert look(path).record() == record
    assert [answer for _, answer in record.answers] == [Number(1), seat(3), Number(2), Number(3)]


def test_another_file_in_its_place_stays_and_the_game_is_written_beside_it(path: Path) -> None:
    with Journal.create(path, {}) as journal:
        journal.answer("vote.count", Number(1))
        other = path.with_name("other")
        other.write_bytes(b"a backup")
        other.replace(path)
        journal.answer("vote.count", Number(2))
        assert journal.path == path.with_name("20260131-204500-2.journal")
    assert path.read_bytes() == b"a backup"
    assert len(look(path.with_name("20260131-204500-2.journal")).rows) == 2


def test_a_folder_that_has_become_a_file_is_a_disk_that_takes_nothing(path: Path) -> None:
    with Journal.create(path, {}) as journal:
        path.parent.rename(path.parent.with_name("old games"))
        path.parent.touch()
        for _ in range(2):
            with pytest.raises(StorageError) as refused:
                journal.answer("ready", DONE)
            assert refused.value.cause is StorageCause.FAILING
        path.parent.unlink()
        journal.answer("ready", DONE)
    assert len(look(path).rows) == 1


NIGHT: Script = {
    "seer.target": [seat(3)],
    "wolves.victim": [seat(4)],
    "witch.heal": [NO],
    "witch.poison": [NOBODY],
    "debate.end": [DONE],
    "vote.result": [],
}
SETUP = table("loup-garou voyante sorcière villageois*3", values={"elect": "never"})


def test_it_is_told_once_at_the_next_public_moment_and_nothing_else_is_heard_of_it(path: Path) -> None:
    calm = Sitting(SETUP, NIGHT)
    assert calm.play() == "vote.result"

    class Meddled(Sitting):
        """A table whose journal somebody deletes while the seer is called."""

        def effect(self, effect: Effect, at: float) -> None:
            super().effect(effect, at)
            if self.windows and self.windows[-1][1] == "seer" and not self.gone:
                self.gone = True
                path.unlink()

        gone = False

    sitting = Meddled(SETUP, NIGHT, Journal.create(path, {}))
    with sitting.journal:
        assert sitting.play() == "vote.result"
    told = [entry for entry in sitting.senses.public if "20260131-204500.journal" in entry]
    assert len(told) == 1
    assert [entry for entry in sitting.senses.public if entry not in told] == calm.senses.public
    assert calm.closed("witch") < float(told[0].split()[0]) <= calm.when("dawn") + 0.001
    assert look(path).record().answers == calm.answers


HOME = Path("/var/lib/narrator")
LINE = "LABEL=narrator /var/lib/narrator ext4 noatime,nofail,x-systemd.device-timeout=infinity 0 2"


@pytest.mark.parametrize(
    ("table", "point"),
    [
        (LINE, HOME),
        (f"proc /proc proc defaults 0 0\nPARTUUID=1 / ext4 defaults 0 1\n{LINE}\n", HOME),
        ("/dev/sda2\t/var\text4\tdefaults\t0 2", Path("/var")),
        (f"/dev/sda2 /var ext4 defaults 0 2\n{LINE}", HOME),
        ("PARTUUID=1 / ext4 defaults 0 1", None),
        (f"# {LINE}", None),
        ("LABEL=narrator /var/lib/narrator ext4 noauto 0 2", None),
        ("/home/narrator /var/lib/narrator none bind 0 0", None),
        ("LABEL=other /var/lib/narrator2 ext4 defaults 0 2", None),
        ("/swapfile none swap sw 0 0\nbroken", None),
        ("", None),
    ],
)
def test_the_nearest_mount_point_of_the_table_counts(tmp_path: Path, table: str, point: Path | None) -> None:
    (tmp_path / "fstab").write_text(table, encoding="utf-8")
    assert expected(HOME, tmp_path / "fstab") == point
    assert missing(HOME, tmp_path / "fstab", mounted=lambda _: False) == point
    assert missing(HOME, tmp_path / "fstab", mounted=lambda _: True) is None


def test_a_name_with_a_space_is_written_in_octal(tmp_path: Path) -> None:
    (tmp_path / "fstab").write_text(r"LABEL=games /srv/my\040games ext4 defaults 0 2", encoding="utf-8")
    assert expected(Path("/srv/my games/narrator"), tmp_path / "fstab") == Path("/srv/my games")


def test_without_a_table_nothing_is_expected(tmp_path: Path) -> None:
    assert expected(HOME, tmp_path / "fstab") is None


def test_a_plain_folder_is_no_mounted_partition(tmp_path: Path) -> None:
    (tmp_path / "fstab").write_text(f"LABEL=narrator {tmp_path} ext4 nofail 0 2", encoding="utf-8")
    assert missing(tmp_path / "home", tmp_path / "fstab") == tmp_path


def test_the_line_of_the_card_neither_holds_a_start_up_nor_is_ever_given_up() -> None:
    assert LINE in (Path(__file__).resolve().parents[3] / ".ci" / "image").read_text(encoding="utf-8")
