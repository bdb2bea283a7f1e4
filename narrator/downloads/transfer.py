"""One file over HTTP: resumed where it was interrupted, never larger than announced, in place only once checked.

While it comes it is `NAME.part`, and beside it `NAME.mark` tells from where and by which validator (RFC 9110: an
entity tag or a date) it can be told later that the server still has the same bytes. `NAME` itself appears whole.
"""

from __future__ import annotations

import errno
import json
import os
import re
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPException, HTTPMessage, HTTPResponse
from pathlib import Path
from typing import IO

from narrator import __version__
from narrator.downloads.manifest import Pin, follows, host, megabytes
from narrator.story.sentences import reason, to_user
from narrator.user_error import UserError

PATIENCE = 30.0
"""Seconds without a byte after which a server is given up."""

_BLOCK = 1 << 16
_DIGITS = 18
"""Those of the longest number of bytes that any file could have."""
_REASON = 80
"""How much of a server's own words is told."""
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})

Tell = Callable[[int], None]
"""Takes how many bytes of a file there are so far."""


class DownloadError(UserError):
    """It was not fetched, or is not what was meant; one sentence that says why and what to do."""


class _NothingKeptError(Exception):
    """What an earlier attempt left is of no use: start over."""


@dataclass(frozen=True)
class _Kept:
    """What an earlier attempt has left: so many bytes, and the server's validator for them, where it gave one."""

    size: int = 0
    validator: str | None = None


def transfer(address: str, pin: Pin, target: Path, tell: Tell, patience: float = PATIENCE) -> None:
    """Fetch a file into an existing folder, unless it is there already and as it should be.

    Raises:
        DownloadError: it could not be fetched, or is damaged; what came so far is kept where it may still be good.
    """
    part, mark = target.with_name(f"{target.name}.part"), target.with_name(f"{target.name}.mark")
    try:
        if not (target.is_file() and pin.fault(target) is None):
            _Transfer(address, pin, part, mark, tell, patience).fetch()
            part.replace(target)
        mark.unlink(missing_ok=True)
        tell(target.stat().st_size)
    except OSError as error:
        raise no_place(target, error) from error


def no_place(target: Path, error: OSError) -> DownloadError:
    """Say why something cannot be written."""
    if error.errno in _NO_ROOM:
        return DownloadError(to_user("download.full", path=target.parent))
    return DownloadError(to_user("download.unwritable", path=target.parent, detail=reason(error)))


@dataclass(frozen=True)
class _Transfer:
    """One file on its way: into `part`, whose `mark` lies beside it."""

    address: str
    pin: Pin
    part: Path
    mark: Path
    tell: Tell
    patience: float

    def fetch(self) -> None:
        """Bring the part to its full length, and throw it away where it is not what it should be."""
        try:
            self._receive(self._kept())
        except _NothingKeptError:
            try:
                self._receive(_Kept())
            except _NothingKeptError:
                raise _failure("part", self.address) from None
        if fault := self.pin.fault(self.part):
            self.part.unlink()
            raise _failure("thrown", self.address, detail=fault)

    def _kept(self) -> _Kept:
        """Return what an earlier attempt has left, as far as it is of use."""
        try:
            noted = json.loads(self.mark.read_text(encoding="utf-8"))
            if noted["address"] != self.address:
                return _Kept()
            kept = _Kept(self.part.stat().st_size, noted["validator"])
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return _Kept()  # there is nothing, or nothing that can be trusted
        # Without validator and digest nothing would tell an old half from a new one.
        untold = kept.validator is None and self.pin.sha256 is None
        return _Kept() if untold or kept.size > self.pin.limit else kept

    def _receive(self, kept: _Kept) -> None:
        limit, size = self.pin.limit, self.pin.size
        if kept.size and kept.size == size:
            return
        with _open(self.address, kept, self.patience) as response:
            if response is None:  # the server has no more than what was kept
                return
            begin = _begin(response, kept)
            length = _length(response, self.address)
            total = None if length is None else begin + length
            if total is not None and not self.pin.fits(total):
                raise _failure("length", self.address, size=total, limit=limit)
            if not begin:
                noted = {"address": self.address, "validator": _validator(response)}
                self.mark.write_text(json.dumps(noted), encoding="utf-8")
            with self.part.open("r+b" if begin else "wb", buffering=0) as file:
                file.seek(begin)
                came = self._copy(response, file, begin)
                os.fsync(file.fileno())
        if came > limit:
            self.part.unlink()
            raise _failure("larger", self.address, size=megabytes(limit))
        if came < (total if total is not None else size or 0):
            raise _failure("early", self.address, size=megabytes(came))

    def _copy(self, response: HTTPResponse, file: IO[bytes], came: int) -> int:
        """Write what comes behind what came; return how long the file is now: over the limit where too much is sent."""
        limit = self.pin.limit
        while came <= limit:
            self.tell(came)
            try:
                block = response.read1(min(_BLOCK, limit + 1 - came))
            except (OSError, HTTPException) as error:
                raise _lost(self.address, error, came) from error
            if not block:
                break
            written = 0
            while written < len(block):
                written += file.write(block[written:])
            came += len(block)
        return came


def _begin(response: HTTPResponse, kept: _Kept) -> int:
    """Return where in the file the response begins: a server may ignore what was asked for, and send it whole."""
    if response.status != HTTPStatus.PARTIAL_CONTENT:
        return 0
    found = re.match(rf"bytes ([0-9]{{1,{_DIGITS}}})-[0-9]+/", response.headers.get("Content-Range", ""))
    if found is None or int(found[1]) != kept.size:
        raise _NothingKeptError
    return kept.size


def _length(response: HTTPResponse, address: str) -> int | None:
    """Return how many bytes are announced; None where nothing is.

    Raises:
        DownloadError: it is no number that a file could have.
    """
    length = response.headers.get("Content-Length", "")
    if not (length.isascii() and length.isdecimal()):
        return None
    if len(length) > _DIGITS:
        raise _failure("digits", address, size=len(length))
    return int(length)


def _validator(response: HTTPResponse) -> str | None:
    tag = response.headers.get("ETag")
    strong = tag if tag and not tag.startswith("W/") else None
    return strong or response.headers.get("Last-Modified")


class _Redirections(urllib.request.HTTPRedirectHandler):
    """Follows where what comes cannot be changed on its way."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        if not follows(req.full_url, newurl):
            raise _failure("unencrypted", req.full_url, other=host(newurl) or to_user("download.elsewhere"))
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _opener() -> urllib.request.OpenerDirector:
    """Return what opens http and https and nothing else: no file, no ftp, no data."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler,
        urllib.request.UnknownHandler,
        urllib.request.HTTPHandler,
        urllib.request.HTTPSHandler,
        urllib.request.HTTPDefaultErrorHandler,
        urllib.request.HTTPErrorProcessor,
        _Redirections,
    ):
        opener.add_handler(handler())
    return opener


class _Nothing:
    """Stands for a response where none is needed."""

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


def _open(address: str, kept: _Kept, patience: float) -> HTTPResponse | _Nothing:
    """Ask for a file, or for what is missing of it."""
    request = urllib.request.Request(
        address, headers={"User-Agent": f"narrator/{__version__}", "Accept-Encoding": "identity"}
    )
    if kept.size:
        request.add_header("Range", f"bytes={kept.size}-")
        if kept.validator:
            request.add_header("If-Range", kept.validator)
    try:
        response: HTTPResponse = _opener().open(request, timeout=patience)
    except urllib.error.HTTPError as error:
        with error:
            if error.code == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE and kept.size:
                if error.headers.get("Content-Range") == f"bytes */{kept.size}":
                    return _Nothing()
                raise _NothingKeptError from error
            raise _refused(address, error) from error
    except urllib.error.URLError as error:
        raise _lost(address, error.reason, kept.size) from error
    except (OSError, HTTPException, ValueError) as error:
        raise _lost(address, error, kept.size) from error
    return response


def _refused(address: str, error: urllib.error.HTTPError) -> DownloadError:
    answer = f"{error.code} {str(error.reason)[:_REASON]}".strip()
    match error.code:
        case 404 | 410:
            return _failure("no_more", address, detail=answer)
        case 408 | 425 | 429 | 500 | 502 | 503 | 504:
            return _failure("later", address, detail=answer)
        case code if 300 <= code < 400:
            return _failure("not_followed", address, detail=answer)
        case _:
            return _failure("refuses", address, detail=answer)


def _lost(address: str, error: object, came: int) -> DownloadError:
    """Say why a server was not reached, or not for long enough."""
    then = to_user("download.goes_on", size=megabytes(came)) if came else to_user("download.again")
    match error:
        case ssl.SSLCertVerificationError():
            return _failure("unproven", address, detail=error.verify_message)
        case TimeoutError():
            return _failure("silent", address, then=then)
        case OSError() if not came:
            return _failure("unreachable", address, detail=reason(error))
        case _:
            return _failure("lost", address, detail=error, then=then)


def _failure(what: str, address: str, **terms: object) -> DownloadError:
    """Return the error of that name, told of a server and its file."""
    name = address.split("?")[0].rsplit("/", 1)[-1]
    return DownloadError(to_user(f"download.{what}", host=host(address), name=name, **terms))
