"""A file comes whole and checked, or a sentence says why not and nothing of it stays: from a server, or by hand."""

from __future__ import annotations

import shutil
import socket
import stat
import struct
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from servers import (
    Answer,
    Library,
    Request,
    serving,
    with_a_name_of_no_letters,
    with_a_nameless_entry,
    with_an_entry_at_no_place,
)

from narrator.base.downloads.manifest import Archive, File, Pin
from narrator.base.downloads.transfer import DownloadError, carry, transfer, unpack

PAGE = bytes(range(256)) * 4000
OTHER = bytes(reversed(PAGE))
PATIENCE = 20.0
UNREADABLE = Path("/proc/self/mem")
"""A regular file that can be opened, and whose first byte cannot be read: as on a stick that fails."""


def pin(page: bytes = PAGE) -> Pin:
    return Pin(size=len(page), sha256=sha256(page).hexdigest())


def fetched(library: Library, target: Path, expected: Pin | None = None, patience: float = PATIENCE) -> list[int]:
    """Fetch the page `voice`; return what was told on the way."""
    told: list[int] = []
    transfer(library.at("voice"), expected or pin(), target, told.append, patience)
    return told


def refused(library: Library, target: Path, sentence: str, expected: Pin | None = None, **more: float) -> None:
    """Fetch what is refused with a sentence, and of which nothing stays."""
    with pytest.raises(DownloadError, match=sentence):
        fetched(library, target, expected, **more)
    assert list(target.parent.iterdir()) == []


@pytest.fixture
def target(tmp_path: Path, library: Library) -> Path:
    """Return where the page `voice` of the library goes."""
    library.pages["voice"] = PAGE
    return tmp_path / "voice"


def test_a_file_comes_whole_and_says_how_far_it_is(library: Library, target: Path) -> None:
    told = fetched(library, target)
    assert target.read_bytes() == PAGE
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0, len(PAGE))
    assert [file.name for file in target.parent.iterdir()] == ["voice"]


def test_a_file_that_is_there_and_right_is_not_fetched(library: Library, target: Path) -> None:
    target.write_bytes(PAGE)
    assert fetched(library, target) == [len(PAGE)]
    assert library.asked == []


def test_a_file_that_is_there_and_wrong_is_fetched_again(library: Library, target: Path) -> None:
    target.write_bytes(OTHER)
    fetched(library, target)
    assert target.read_bytes() == PAGE


def test_a_damaged_file_is_refused_with_the_reason_and_thrown_away(library: Library, target: Path) -> None:
    library.pages["voice"] = OTHER
    refused(library, target, r"voice is damaged.*its sha256 is [0-9a-f]{12}\.\.\., not .*thrown away")


@pytest.mark.parametrize("page", [PAGE + b"!", PAGE[:-1], b"<html>Please log in to this network</html>"])
def test_a_file_of_another_length_is_refused_before_it_comes(library: Library, target: Path, page: bytes) -> None:
    library.pages["voice"] = page
    refused(library, target, rf"has {len(page)} bytes at 127.0.0.1, not {len(PAGE)}: it was changed")


def test_no_more_is_taken_than_was_announced_by_a_server_that_does_not_say_how_much(
    library: Library, target: Path
) -> None:
    library.lengths, library.pages["voice"] = False, PAGE * 3
    told: list[int] = []
    with pytest.raises(DownloadError, match=rf"voice is damaged.* bytes, not {len(PAGE)}\. It was thrown away"):
        transfer(library.at("voice"), pin(), target, told.append, PATIENCE)
    assert max(told) < len(PAGE) + 100_000
    assert list(target.parent.iterdir()) == []
    library.pages["voice"] = PAGE
    fetched(library, target)
    assert target.read_bytes() == PAGE


def test_a_server_that_stalls_is_given_up_and_the_next_attempt_begins_anew(library: Library, target: Path) -> None:
    library.stall = 300_000
    refused(library, target, r"does not answer any more: run the same command again when", patience=0.3)
    library.stall = None
    assert fetched(library, target)[0] == 0
    assert target.read_bytes() == PAGE


def test_a_connection_that_ends_early_leaves_nothing(library: Library, target: Path) -> None:
    library.cut = 300_000
    refused(library, target, r"the connection to 127\.0\.0\.1 ended early: run the same command again")


@pytest.mark.parametrize("length", ["9" * 19, "9" * 5000])
def test_a_length_that_no_file_has_is_refused(library: Library, target: Path, length: str) -> None:
    def boasts(request: Request) -> None:
        request.send_response(200)
        request.send_header("Content-Length", length)
        request.end_headers()
        request.close_connection = True

    library.answers["voice"] = boasts
    refused(library, target, r"has 9{18} bytes at 127\.0\.0\.1, not")


def test_a_server_that_takes_the_call_and_says_nothing_is_given_up(library: Library, target: Path) -> None:
    def silent(_: Request) -> None:
        library.release.wait(60)

    library.answers["voice"] = silent
    refused(library, target, r"127\.0\.0\.1 does not answer any more: run the same command again when", patience=0.3)


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (404, r"127\.0\.0\.1 no longer has voice \(404 Not Found\): a newer version of narrator may know where"),
        (410, "no longer has voice"),
        (503, r"cannot serve voice now \(503 Service Unavailable\): try again later"),
        (429, "cannot serve voice now"),
        (403, r"refuses voice \(403 Forbidden\)"),
        (304, "in a way that is not followed"),
        (206, r"refuses voice \(206 Partial Content\)"),
    ],
)
def test_what_a_server_refuses_is_said_in_a_sentence(
    library: Library, target: Path, status: int, sentence: str
) -> None:
    library.answers["voice"] = lambda request: request.say(status)
    refused(library, target, sentence)


def redirection(to: str) -> Answer:
    return lambda request: request.say(302, ("Location", to))


def test_a_redirection_on_this_machine_is_followed(library: Library, target: Path) -> None:
    library.pages["moved"] = PAGE
    library.answers["voice"] = redirection(library.at("moved"))
    fetched(library, target)
    assert target.read_bytes() == PAGE
    assert library.asked == ["voice", "moved"]


@pytest.mark.parametrize(
    ("to", "sentence"),
    [
        ("http://files.example/voice", "127.0.0.1 sends to files.example without encryption: refused"),
        ("ftp://127.0.0.1/voice", "without encryption: refused"),
        ("file:///etc/passwd", "127.0.0.1 sends to another place without encryption: refused"),
        ("http://", "refused"),
    ],
)
def test_a_redirection_to_where_bytes_could_be_changed_on_their_way_is_refused(
    library: Library, target: Path, to: str, sentence: str
) -> None:
    library.answers["voice"] = redirection(to)
    refused(library, target, sentence)


def test_going_round_in_circles_ends(library: Library, target: Path) -> None:
    library.answers["voice"] = redirection(library.at("voice"))
    refused(library, target, "not followed")


def test_without_a_network_a_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{nobody.getsockname()[1]}/voice"
        with pytest.raises(DownloadError, match=r"127.0.0.1 cannot be reached \(Connection refused\): connect this"):
            transfer(address, pin(), tmp_path / "voice", lambda _: None, PATIENCE)
    with pytest.raises(DownloadError, match=r"nowhere\.invalid cannot be reached"):
        transfer("https://nowhere.invalid/voice", pin(), tmp_path / "voice", lambda _: None, PATIENCE)


def test_a_connection_that_breaks_is_said_to_have_ended(library: Library, target: Path) -> None:
    """A reset, unlike an orderly end, is an error of the network."""
    taken = threading.Event()

    def reset(request: Request) -> None:
        request.send_response(200)
        request.send_header("Content-Length", str(len(PAGE)))
        request.end_headers()
        request.wfile.write(PAGE[:100_000])
        taken.wait(60)
        request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        request.close_connection = True
        request.connection.close()

    def told(came: int) -> None:
        if came >= 60_000:
            taken.set()

    library.answers["voice"] = reset
    with pytest.raises(DownloadError, match=r"the connection to 127.0.0.1 ended early"):
        transfer(library.at("voice"), pin(), target, told, PATIENCE)


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """Return a certificate for this machine that nobody has signed, with its key."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl, which makes the certificate, is not installed")
    file = tmp_path / "certificate.pem"
    order = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
    subprocess.run(["openssl", *order.split(), "-keyout", f"{file}.key", "-out", file], check=True, capture_output=True)
    file.write_bytes(file.read_bytes() + Path(f"{file}.key").read_bytes())
    return file


def test_a_file_comes_encrypted_from_who_can_prove_who_it_is(
    certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "*")
    with serving(Library({"voice": PAGE}), certificate) as library:
        with pytest.raises(DownloadError, match=r"localhost cannot prove who it is \(self.signed certificate\)"):
            fetched(library, tmp_path / "voice")
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        fetched(library, tmp_path / "voice")
        assert (tmp_path / "voice").read_bytes() == PAGE


def test_what_came_encrypted_does_not_go_on_unencrypted_not_even_on_this_machine(
    certificate: Path, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    library.pages["voice"] = PAGE
    elsewhere = Library(answers={"voice": redirection(library.at("voice"))})
    refusal = pytest.raises(DownloadError, match=r"localhost sends to 127\.0\.0\.1 without encryption: refused")
    with serving(elsewhere, certificate), refusal:
        fetched(elsewhere, tmp_path / "voice")
    assert library.asked == []


def test_a_full_disk_is_said_in_a_sentence(library: Library, target: Path) -> None:
    """The system's own full disk stands in for the part."""
    (target.parent / "voice.part").symlink_to("/dev/full")
    with pytest.raises(DownloadError, match="the disk is full: make room in"):
        fetched(library, target)


def test_a_place_that_cannot_be_written_is_said_in_a_sentence(library: Library, target: Path) -> None:
    (target.parent / "voice.part").mkdir()
    with pytest.raises(DownloadError, match="NARRATOR_HOME may name another folder"):
        fetched(library, target)


def test_a_stick_that_fails_while_it_is_read_is_named_and_not_the_place_of_the_copy(tmp_path: Path) -> None:
    with pytest.raises(DownloadError, match=f"{UNREADABLE} cannot be read"):
        carry(UNREADABLE, Pin(at_most=1000), tmp_path / "copy", lambda _came: None)


def test_a_place_that_cannot_be_written_is_named_and_not_what_is_brought(tmp_path: Path) -> None:
    (tmp_path / "brought").write_bytes(b"sound")
    with pytest.raises(DownloadError, match=f"{tmp_path / 'nowhere'} cannot be written"):
        carry(tmp_path / "brought", Pin(at_most=1000), tmp_path / "nowhere" / "copy", lambda _came: None)


def test_what_fetches_is_loaded_where_something_is_fetched() -> None:
    program = (
        "import sys, narrator.base.downloads.transfer, narrator.base.downloads.store; print('requests' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_what_a_netrc_holds_is_not_sent(library: Library, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    netrc = target.with_name("netrc")
    netrc.write_text("machine 127.0.0.1 login alice password secret", encoding="utf-8")
    monkeypatch.setenv("NETRC", str(netrc))
    sent: list[str | None] = []

    def noted(request: Request) -> None:
        sent.append(request.headers.get("Authorization"))
        request.say(200, body=PAGE)

    library.answers["voice"] = noted
    fetched(library, target)
    assert sent == [None]


MODEL = b"weights" * 1000
WANTED = (
    File(path="am/final.mdl", size=len(MODEL), sha256=sha256(MODEL).hexdigest()),
    File(path="conf/model.conf", at_most=100),
    File(path="README", at_most=100, optional=True),
)
GOOD: dict[str, bytes] = {"m/am/final.mdl": MODEL, "m/conf/model.conf": b"--beam=10"}


def packed(entries: dict[str, bytes], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", packing) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return stream.getvalue()


def unpacked(place: Path, archive: bytes, files: tuple[File, ...] = WANTED) -> dict[str, bytes]:
    """Unpack, and return all that came out."""
    file, into = place / "m.zip", place / "into"
    file.write_bytes(archive)
    into.mkdir()
    unpack(file, Archive(address="https://e.example/m.zip", folder="m", at_most=10**9), files, into)
    return {found.relative_to(into).as_posix(): found.read_bytes() for found in into.rglob("*") if found.is_file()}


def test_the_files_of_the_manifest_come_out_without_their_folder(tmp_path: Path) -> None:
    folders = {"m/": b"", "m/am/": b"", "m/conf/": b""}
    out = unpacked(tmp_path, packed({**folders, **GOOD, "m/README": b"read me"}))
    assert out == {"am/final.mdl": MODEL, "conf/model.conf": b"--beam=10", "README": b"read me"}


def test_what_is_optional_may_be_missing_and_nothing_else(tmp_path: Path) -> None:
    assert set(unpacked(tmp_path, packed(GOOD))) == {"am/final.mdl", "conf/model.conf"}
    (tmp_path / "again").mkdir()
    with pytest.raises(DownloadError, match=r"conf/model\.conf is missing in the archive"):
        unpacked(tmp_path / "again", packed({"m/am/final.mdl": MODEL}))


@pytest.mark.parametrize(
    "name",
    [
        *("../evil", "m/../../evil", "/etc/evil", "m//am/evil", "m/./am/evil", "m\\..\\evil", "C:evil", "m/x:evil"),
        *("m/evil.py", "evil", "other/am/evil", "m/am/final.mdl/evil", "m/evil/", "M/evil"),
    ],
)
def test_what_the_manifest_does_not_name_stays_in_the_archive(tmp_path: Path, name: str) -> None:
    assert set(unpacked(tmp_path, packed({**GOOD, name: b"evil"}))) == {"am/final.mdl", "conf/model.conf"}
    assert not list(tmp_path.parent.rglob("*evil*"))


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO, stat.S_IFDIR])
def test_what_calls_itself_a_link_or_a_device_is_unpacked_as_a_file(tmp_path: Path, kind: int) -> None:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        entry = zipfile.ZipInfo("m/README")
        entry.create_system = 3  # Unix
        entry.external_attr = (kind | 0o644) << 16
        archive.writestr(entry, b"/etc/passwd")
        for name, content in GOOD.items():
            archive.writestr(name, content)
    assert unpacked(tmp_path, stream.getvalue())["README"] == b"/etc/passwd"
    assert not (tmp_path / "into" / "README").is_symlink()


def locked() -> bytes:
    """Return an archive whose entry is marked as encrypted, in both of its lists."""
    archive = bytearray(packed({"m/am/final.mdl": MODEL}))
    archive[6] |= 1
    archive[archive.index(b"PK\1\2") + 8] |= 1
    return bytes(archive)


REFUSED: dict[str, tuple[bytes, str]] = {
    "other content": (
        packed({**GOOD, "m/am/final.mdl": MODEL[::-1]}),
        r"am/final\.mdl is damaged, or not what was meant: its sha256 is",
    ),
    "damage where nothing is pinned": (
        packed(GOOD, zipfile.ZIP_STORED).replace(b"--beam=10", b"--beam=99"),
        "damaged",
    ),
    "bzip2": (packed(GOOD, zipfile.ZIP_BZIP2), "the archive is damaged .*packed in an unusual way"),
    "lzma": (packed(GOOD, zipfile.ZIP_LZMA), "the archive is damaged .*packed in an unusual way"),
    "encrypted": (locked(), "the archive is damaged .*encrypted"),
}


@pytest.mark.parametrize(("archive", "said"), REFUSED.values(), ids=REFUSED)
def test_what_an_archive_must_not_hold_is_refused(tmp_path: Path, archive: bytes, said: str) -> None:
    with pytest.raises(DownloadError, match=said):
        unpacked(tmp_path, archive)


def test_a_file_larger_than_the_manifest_allows_is_not_unpacked(tmp_path: Path) -> None:
    """A hundred megabytes of zeros, a hundred kilobytes packed."""
    bomb = packed({**GOOD, "m/conf/model.conf": bytes(100_000_000)})
    assert len(bomb) < 200_000
    with pytest.raises(DownloadError, match=r"conf/model\.conf unpacks to more than"):
        unpacked(tmp_path, bomb)


def test_an_archive_that_lies_about_the_size_of_a_file_gains_nothing(tmp_path: Path) -> None:
    """Both of its lists say 100 bytes; a million would come out."""
    lie = packed({"m/am/final.mdl": MODEL, "m/conf/model.conf": bytes(1_000_000)})
    lie = lie.replace(struct.pack("<L", 1_000_000), struct.pack("<L", 100))
    with pytest.raises(DownloadError):
        unpacked(tmp_path, lie)
    assert sum(file.stat().st_size for file in (tmp_path / "into").rglob("*") if file.is_file()) <= len(MODEL) + 100


@pytest.mark.parametrize(
    "wrong",
    [b"", b"PK", b"<html>not found</html>", packed(GOOD)[:-30], packed(GOOD)[100:]],
    ids=["nothing", "two letters", "a page", "without its end", "without its beginning"],
)
def test_what_is_no_archive_or_half_of_one_is_refused(tmp_path: Path, wrong: bytes) -> None:
    with pytest.raises(DownloadError, match="damaged"):
        unpacked(tmp_path, wrong)


@pytest.mark.parametrize("changed", [with_a_nameless_entry, with_an_entry_at_no_place, with_a_name_of_no_letters])
def test_a_list_of_entries_that_makes_no_sense_is_refused(tmp_path: Path, changed: Callable[[bytes], bytes]) -> None:
    files = (File(path="README", at_most=100),)
    with pytest.raises(DownloadError):
        unpacked(tmp_path, changed(packed({"m/README": b"read me"})), files)
