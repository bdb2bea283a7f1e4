"""A file comes from a server whole and checked, or a sentence says why not; what came of it is not fetched twice."""

from __future__ import annotations

import shutil
import socket
import struct
import subprocess
import threading
from hashlib import md5, sha256
from pathlib import Path

import pytest
from servers import Answer, Library, Request, serving

from narrator.downloads.manifest import Pin
from narrator.downloads.transfer import DownloadError, transfer

PAGE = bytes(range(256)) * 4000
OTHER = bytes(reversed(PAGE))
PATIENCE = 20.0


def pin(page: bytes = PAGE) -> Pin:
    return Pin(size=len(page), sha256=sha256(page).hexdigest())


def fetched(library: Library, target: Path, expected: Pin | None = None, patience: float = PATIENCE) -> list[int]:
    """Fetch the page `voice`; return what was told on the way."""
    told: list[int] = []
    transfer(library.at("voice"), expected or pin(), target, told.append, patience)
    return told


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


def test_what_was_interrupted_goes_on_where_it_was(library: Library, target: Path) -> None:
    library.cut = 300_000
    with pytest.raises(DownloadError, match=r"ended early: run the same command again, it goes on from 0\.3 MB"):
        fetched(library, target)
    assert not target.exists()
    assert fetched(library, target)[0] == 300_000
    assert target.read_bytes() == PAGE
    assert library.asked == [("voice", None), ("voice", "bytes=300000-")]


def test_a_part_that_is_complete_is_checked_without_asking(library: Library, target: Path) -> None:
    """The machine was switched off between the last byte and the check."""
    library.cut = 10
    with pytest.raises(DownloadError):
        fetched(library, target)
    (target.parent / "voice.part").write_bytes(PAGE)
    fetched(library, target)
    assert target.read_bytes() == PAGE
    assert len(library.asked) == 1


def test_a_server_that_cannot_resume_sends_all_again(library: Library, target: Path) -> None:
    library.cut = 300_000
    with pytest.raises(DownloadError):
        fetched(library, target)
    library.ranges = False
    assert fetched(library, target)[0] == 0
    assert target.read_bytes() == PAGE


def test_a_file_that_changed_between_two_attempts_is_begun_again(library: Library, target: Path) -> None:
    """By its validator: the half of the one and the half of the other would make neither."""
    library.pages["voice"], library.cut = OTHER, 300_000
    with pytest.raises(DownloadError):
        fetched(library, target)
    library.pages["voice"] = PAGE
    fetched(library, target)
    assert target.read_bytes() == PAGE


def test_a_file_that_changed_unnoticed_is_found_out_and_thrown_away(library: Library, target: Path) -> None:
    library.validators, library.pages["voice"], library.cut = False, OTHER, 300_000
    with pytest.raises(DownloadError):
        fetched(library, target)
    library.pages["voice"] = PAGE
    with pytest.raises(DownloadError, match="damaged, or was changed"):
        fetched(library, target)
    assert not target.exists()
    fetched(library, target)
    assert target.read_bytes() == PAGE


def test_halves_are_not_joined_where_nothing_could_tell_them_apart(library: Library, target: Path) -> None:
    loose = Pin(at_most=len(PAGE))
    library.validators, library.pages["voice"], library.cut = False, OTHER, 300_000
    with pytest.raises(DownloadError):
        fetched(library, target, loose)
    library.pages["voice"] = PAGE
    fetched(library, target, loose)
    assert target.read_bytes() == PAGE


def test_what_was_kept_of_another_address_is_not_taken_for_this_one(library: Library, target: Path) -> None:
    library.pages["elsewhere"], library.cut = PAGE, 300_000
    with pytest.raises(DownloadError):
        transfer(library.at("elsewhere"), pin(), target, lambda _: None, PATIENCE)
    fetched(library, target)
    assert library.asked[-1] == ("voice", None)


def test_a_part_longer_than_the_servers_file_is_begun_again(library: Library, target: Path) -> None:
    library.cut = 10
    with pytest.raises(DownloadError):
        fetched(library, target, Pin(at_most=2 * len(PAGE)))
    (target.parent / "voice.part").write_bytes(PAGE + b"more")
    fetched(library, target, Pin(at_most=2 * len(PAGE)))
    assert target.read_bytes() == PAGE
    assert [wanted for _, wanted in library.asked] == [None, f"bytes={len(PAGE) + 4}-", None]


def test_a_complete_part_of_unknown_length_is_asked_for_once_more(library: Library, target: Path) -> None:
    library.cut = 10
    with pytest.raises(DownloadError):
        fetched(library, target, Pin(at_most=2 * len(PAGE)))
    (target.parent / "voice.part").write_bytes(PAGE)
    fetched(library, target, Pin(at_most=2 * len(PAGE)))
    assert target.read_bytes() == PAGE
    assert len(library.asked) == 2


def test_a_damaged_file_is_refused_with_the_reason_and_thrown_away(library: Library, target: Path) -> None:
    library.pages["voice"] = OTHER
    with pytest.raises(DownloadError, match=r"voice is damaged.*its sha256 is [0-9a-f]{12}\.\.\., not .*thrown away"):
        fetched(library, target)
    assert [file.name for file in target.parent.iterdir() if file.suffix != ".mark"] == []


def test_an_md5_finds_damage_where_nothing_better_is_known(library: Library, target: Path) -> None:
    weak = Pin(size=len(PAGE), md5=md5(PAGE, usedforsecurity=False).hexdigest())
    library.pages["voice"] = OTHER
    with pytest.raises(DownloadError, match="its md5 is"):
        fetched(library, target, weak)
    library.pages["voice"] = PAGE
    fetched(library, target, weak)
    assert target.read_bytes() == PAGE


@pytest.mark.parametrize("page", [PAGE + b"!", PAGE[:-1], b"<html>Please log in to this network</html>"])
def test_a_file_of_another_length_is_refused_before_it_comes(library: Library, target: Path, page: bytes) -> None:
    library.pages["voice"] = page
    with pytest.raises(DownloadError, match=rf"has {len(page)} bytes at 127.0.0.1, not {len(PAGE)}: it was changed"):
        fetched(library, target)
    assert list(target.parent.iterdir()) == []


def test_no_more_is_taken_than_was_announced_by_a_server_that_does_not_say_how_much(
    library: Library, target: Path
) -> None:
    library.lengths, library.pages["voice"] = False, PAGE * 3
    with pytest.raises(DownloadError, match=r"is larger than 1\.0 MB"):
        fetched(library, target)
    assert [file.name for file in target.parent.iterdir() if file.suffix != ".mark"] == []
    library.pages["voice"] = PAGE
    fetched(library, target)
    assert target.read_bytes() == PAGE


def test_a_server_that_stalls_is_given_up_and_what_came_is_kept(library: Library, target: Path) -> None:
    library.stall = 300_000
    with pytest.raises(DownloadError, match=r"does not answer any more: run the same command again, it goes on from"):
        fetched(library, target, patience=0.3)
    library.stall = None
    assert fetched(library, target)[0] == 300_000


def test_a_server_that_takes_the_call_and_says_nothing_is_given_up(library: Library, target: Path) -> None:
    def silent(_: Request) -> None:
        library.release.wait(60)

    library.answers["voice"] = silent
    with pytest.raises(DownloadError, match=r"127\.0\.0\.1 does not answer any more: run the same command again when"):
        fetched(library, target, patience=0.3)


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (404, r"127\.0\.0\.1 no longer has voice \(404 Not Found\): a newer version of narrator may know where"),
        (410, "no longer has voice"),
        (503, r"cannot serve voice now \(503 Service Unavailable\): try again later"),
        (429, "cannot serve voice now"),
        (403, r"refuses voice \(403 Forbidden\)"),
        (304, "in a way that is not followed"),
    ],
)
def test_what_a_server_refuses_is_said_in_a_sentence(
    library: Library, target: Path, status: int, sentence: str
) -> None:
    library.answers["voice"] = lambda request: request.say(status)
    with pytest.raises(DownloadError, match=sentence):
        fetched(library, target)


def redirection(to: str) -> Answer:
    return lambda request: request.say(302, ("Location", to))


def test_a_redirection_on_this_machine_is_followed(library: Library, target: Path) -> None:
    library.pages["moved"] = PAGE
    library.answers["voice"] = redirection(library.at("moved"))
    library.cut = 300_000
    with pytest.raises(DownloadError):
        fetched(library, target)
    fetched(library, target)
    assert target.read_bytes() == PAGE
    assert library.asked[-1] == ("moved", "bytes=300000-")


@pytest.mark.parametrize(
    ("to", "sentence"),
    [
        ("http://files.example/voice", "127.0.0.1 sends to files.example without encryption: refused"),
        ("ftp://127.0.0.1/voice", "without encryption: refused"),
        ("file:///etc/passwd", "not followed"),
        ("//", "refused"),
    ],
)
def test_a_redirection_to_where_bytes_could_be_changed_on_their_way_is_refused(
    library: Library, target: Path, to: str, sentence: str
) -> None:
    library.answers["voice"] = redirection(to)
    with pytest.raises(DownloadError, match=sentence):
        fetched(library, target)
    assert not target.exists()


def test_going_round_in_circles_ends(library: Library, target: Path) -> None:
    library.answers["voice"] = redirection(library.at("voice"))
    with pytest.raises(DownloadError, match="not followed"):
        fetched(library, target)


def test_without_a_network_a_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{nobody.getsockname()[1]}/voice"
        with pytest.raises(DownloadError, match=r"127.0.0.1 cannot be reached \(Connection refused\): connect this"):
            transfer(address, pin(), tmp_path / "voice", lambda _: None, PATIENCE)
    with pytest.raises(DownloadError, match=r"nowhere\.invalid cannot be reached"):
        transfer("https://nowhere.invalid/voice", pin(), tmp_path / "voice", lambda _: None, PATIENCE)


def test_a_connection_that_breaks_goes_on_where_it_was(library: Library, target: Path) -> None:
    """A reset, unlike an orderly end, is an error of the network."""
    taken = threading.Event()

    def reset(request: Request) -> None:
        request.send_response(200)
        request.send_header("Content-Length", str(len(PAGE)))
        request.end_headers()
        request.wfile.write(PAGE[:100_000])
        taken.wait(60)
        request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        request.connection.close()

    def told(came: int) -> None:
        if came >= 100_000:
            taken.set()

    library.answers["voice"] = reset
    with pytest.raises(DownloadError, match=r"the connection to 127.0.0.1 is lost .*it goes on from 0\.1 MB"):
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
