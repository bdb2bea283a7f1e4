"""Which partition a folder is to be on is read from the system's own table, and whether it is there is looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.journal.journal_file import expected, missing

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
    assert LINE in (Path(__file__).resolve().parents[2] / ".ci" / "image").read_text(encoding="utf-8")
