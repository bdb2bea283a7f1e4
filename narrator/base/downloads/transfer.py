"""How a file comes, whole or not at all: over HTTP, by hand from a stick or another machine, out of an archive.

A zip file can lie about everything: it can name files outside its folder, be links or devices, or unpack to a thousand
times its size. So the manifest says what is taken out of it, to where, and how large that may be.
"""

from __future__ import annotations

import errno
import os
import ssl
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from socket import gaierror
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from narrator import __version__
from narrator.base.downloads.manifest import Archive, File, Pin, follows, host, megabytes
from narrator.base.sentences import reason, to_user
from narrator.base.user_error import UserError
from narrator.base.whole_files import open_regular

if TYPE_CHECKING:  # it takes as long to load as a third of all else, and most games fetch nothing
    from requests import Response, Session

PATIENCE = 30.0
"""Seconds without a byte after which a server is given up."""

_BLOCK = 1 << 16
_DIGITS = 18
"""Those of the longest number of bytes that any file could have."""
_FOLLOWED = 10
"""So many times a server may send elsewhere."""
_REASON = 80
"""How much of a server's own words is told."""
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})

Tell = Callable[[int], None]
"""Takes how many bytes of a file there are so far."""


class DownloadError(UserError):
    """It was not fetched, or is not what was meant; one sentence that says why and what to do."""


def transfer(address: str, pin: Pin, target: Path, tell: Tell, patience: float = PATIENCE) -> None:
    """Fetch a file into an existing folder, unless it is there already and as it should be.

    Raises:
        DownloadError: it could not be fetched, or is damaged; nothing of it is kept.
    """
    try:
        if target.is_file() and pin.fault(target) is None:
            tell(target.stat().st_size)
            return
    except OSError as error:
        raise no_place(target, error) from error
    with _opened(address, patience) as response:
        length = response.headers.get("Content-Length", "")
        if length.isdecimal() and not pin.fits(announced := int(length[:_DIGITS])):
            raise _failure("length", address, size=announced, limit=pin.limit)
        fault = _keep(_coming(response, address), pin, target, tell)
    if fault:
        raise _failure("thrown", address, detail=fault)


def carry(source: Path, pin: Pin, target: Path, tell: Tell) -> None:
    """Copy a file that was brought by hand into an existing folder, never more of it than there may be.

    Raises:
        DownloadError: it is not there, cannot be read or written, or is not what was meant.
    """
    if fault := _keep(_carried(source), pin, target, tell):
        raise DownloadError(to_user("download.carried", path=source, detail=fault))


def no_place(target: Path, error: OSError) -> DownloadError:
    """Say why something cannot be written."""
    if error.errno in _NO_ROOM:
        return DownloadError(to_user("download.full", path=target.parent))
    return DownloadError(to_user("download.unwritable", path=target.parent, detail=reason(error)))


def _keep(blocks: Iterator[bytes], pin: Pin, target: Path, tell: Tell) -> str | None:
    """Put a file in its place once all of it is there and as it should be; else return what is wrong with it."""
    part = target.with_name(f"{target.name}.part")
    try:
        with part.open("wb", buffering=0) as file:
            tell(0)
            while file.tell() <= pin.limit and (block := next(blocks, b"")):
                while block:
                    block = block[file.write(block) :]
                tell(file.tell())
            os.fsync(file.fileno())
        fault = pin.fault(part)
        if fault is None:
            part.replace(target)
        return fault
    except OSError as error:
        raise no_place(target, error) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _carried(source: Path) -> Iterator[bytes]:
    """Yield what is in a file.

    Raises:
        DownloadError: it is not there, or cannot be read.
    """
    try:
        with open_regular(source) as stream:
            while block := stream.read(_BLOCK):
                yield block
    except OSError as error:
        raise DownloadError(to_user("download.unread", path=source, detail=reason(error))) from error


# --- over HTTP ----------------------------------------------------------------------------------------------


@contextmanager
def _opened(address: str, patience: float) -> Iterator[Response]:
    """Ask for a file, following where what comes cannot be changed on its way."""
    import requests

    with requests.Session() as session:
        session.headers.update({"User-Agent": f"narrator/{__version__}", "Accept-Encoding": "identity"})
        session.auth = lambda request: request  # or what a .netrc holds would be sent
        with _asked(session, address, patience) as response:
            if response.status_code != HTTPStatus.OK:
                raise _refused(address, response)
            yield response


def _asked(session: Session, address: str, patience: float) -> Response:
    verify = os.environ.get("SSL_CERT_FILE") or True
    origin = address
    for _ in range(_FOLLOWED):
        try:
            response = session.get(origin, stream=True, allow_redirects=False, timeout=patience, verify=verify)
        except (OSError, ValueError) as error:
            raise _lost(address, error) from error
        if not response.is_redirect:
            return response
        response.close()
        target = urljoin(origin, response.headers["location"])
        if not follows(origin, target):
            raise _failure("unencrypted", origin, other=host(target) or to_user("download.elsewhere"))
        origin = target
    raise _failure("not_followed", address, detail=HTTPStatus.LOOP_DETECTED.phrase)


def _coming(response: Response, address: str) -> Iterator[bytes]:
    """Yield what comes, as it comes.

    Raises:
        DownloadError: there is no more of it, although there should be.
    """
    try:
        yield from response.iter_content(_BLOCK)
    except OSError as error:  # as all errors of requests are
        silent = any(isinstance(cause, TimeoutError) for cause in _causes(error))
        raise _failure("silent" if silent else "early", address) from error


def _refused(address: str, response: Response) -> DownloadError:
    answer = f"{response.status_code} {str(response.reason)[:_REASON]}".strip()
    match response.status_code:
        case 404 | 410:
            return _failure("no_more", address, detail=answer)
        case 408 | 425 | 429 | 500 | 502 | 503 | 504:
            return _failure("later", address, detail=answer)
        case code if 300 <= code < 400:
            return _failure("not_followed", address, detail=answer)
        case _:
            return _failure("refuses", address, detail=answer)


def _lost(address: str, error: Exception) -> DownloadError:
    """Say why a server was not reached."""
    for cause in _causes(error):
        match cause:
            case ssl.SSLCertVerificationError():
                return _failure("unproven", address, detail=cause.verify_message)
            case TimeoutError():
                return _failure("silent", address)
            case gaierror() | ConnectionError():
                return _failure("unreachable", address, detail=reason(cause))
    return _failure("unreachable", address, detail=error)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and those of which it was made."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _failure(what: str, address: str, **terms: object) -> DownloadError:
    """Return the error of that name, told of a server and its file."""
    name = address.split("?")[0].rsplit("/", 1)[-1]
    return DownloadError(to_user(f"download.{what}", host=host(address), name=name, **terms))


# --- out of an archive --------------------------------------------------------------------------------------


DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, IndexError, OverflowError)
"""What zipfile raises where an archive is not what it should be: an entry without a name, or at no place at all."""

_PACKED = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
"""How entries may be packed: no other way unpacks so little at once."""


def unpack(packed: Path, archive: Archive, files: tuple[File, ...], into: Path) -> None:
    """Unpack the files of a manifest, and nothing else, into an existing, empty folder, and check each.

    Raises:
        DownloadError: the archive is damaged, or lacks something.
    """
    try:
        with zipfile.ZipFile(packed) as opened:
            for file in files:
                if entry := opened.NameToInfo.get(f"{archive.folder}/{file.path}"):
                    _extract(opened, entry, file, into)
                elif not file.optional:
                    raise DownloadError(to_user("download.missing_inside", path=file.path))
    except DAMAGED as error:
        raise DownloadError(to_user("download.broken", detail=error)) from error


def _extract(opened: zipfile.ZipFile, entry: zipfile.ZipInfo, file: File, into: Path) -> None:
    target = into / file.path
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as unpacked:
            left = file.limit
            for block in _blocks(opened, entry, left + 1):
                left -= len(block)
                if left < 0:  # whatever the list of entries says
                    size = megabytes(file.limit)
                    raise DownloadError(to_user("download.larger_inside", path=file.path, size=size))
                unpacked.write(block)
            unpacked.flush()
            os.fsync(unpacked.fileno())
        fault = file.fault(target)
    except OSError as error:
        raise no_place(target, error) from error
    if fault:
        raise DownloadError(to_user("download.fault_inside", path=file.path, detail=fault))


def _blocks(opened: zipfile.ZipFile, entry: zipfile.ZipInfo, at_most: int) -> Iterator[bytes]:
    """Yield what an entry unpacks to, each block no larger than need be."""
    if entry.compress_type not in _PACKED:
        raise zipfile.BadZipFile(f"{entry.filename} is packed in an unusual way")
    try:
        with opened.open(entry) as source:
            while block := source.read(min(_BLOCK, at_most)):
                yield block
    except OSError as error:  # it leads to where there is nothing
        raise zipfile.BadZipFile(f"{entry.filename} is not where its list says") from error
