"""`narrator update` installs another version on a box, keeps the one that runs; `narrator label` draws its label."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from narrator.base import whole_files
from narrator.base.sentences import PROGRAM, sentences, to_user
from narrator.base.user_error import UserError
from narrator.evening.app.settings import load_settings, log
from narrator.evening.box.versions import VersionError, Versions, found, on_a_stick
from narrator.screens.phone.addresses import box_label, lasting_authority
from narrator.screens.phone.hotspot import kept

SYSTEMD = Path("/run/systemd/system")
"""There where systemd runs this machine."""

STAYED = 1


def update(where: str | None, sha256: str | None, versions: Versions, systemd: Path = SYSTEMD) -> int:
    """Bring a version, let the box run it, and say whether it stays; return the status.

    It is at `where`, a file, a folder or an address; where that is None, a stick is looked for.
    """
    os.umask(0o022)  # what root makes here is read by the box's user

    def name() -> str:
        with ExitStack() as stick:
            return _brought(str(stick.enter_context(on_a_stick())) if where is None else where, sha256, versions)

    return _change(name, versions, systemd)


def back(versions: Versions, systemd: Path = SYSTEMD) -> int:
    """Let the box run the version again that it ran before; return the status."""

    def name() -> str:
        if not versions.before:
            raise UserError(to_user("update.no_before"))
        return versions.before

    return _change(name, versions, systemd)


def _change(name: Callable[[], str], versions: Versions, systemd: Path) -> int:
    """Let the box run the version of this name, which may have to be brought.

    Raises:
        UserError: it cannot.
    """
    try:
        _possible(versions)
        return _run(name(), versions, systemd)
    except (VersionError, OSError) as error:
        raise UserError(to_user("update.failed", why=error)) from error


def _possible(versions: Versions) -> None:
    if not versions.running:
        raise UserError(to_user("update.no_box"))
    if not os.access(versions.place, os.W_OK):
        raise UserError(to_user("update.read_only", place=str(versions.place)))
    if versions.on_trial:
        raise UserError(to_user("update.on_trial", version=versions.running))


def _brought(where: str, sha256: str | None, versions: Versions) -> str:
    """Bring and make a version, unless it is here; return its name."""
    whole_files.make_folder(versions.coming)
    file = found(where, versions.coming, sha256)
    name = f"{file.version}-{file.sha256[:12]}"
    if not versions.has(name):
        print(to_user("update.coming", version=file.version, source=file.source), flush=True)
        wheel = file.bring(versions.coming, lambda _came: None)
        try:
            versions.make(name, wheel, file.beside)
        except (VersionError, OSError):
            shutil.rmtree(versions.coming)  # it is whole, and will not do the next time either
            raise
    shutil.rmtree(versions.coming)
    if name == versions.running:
        raise UserError(to_user("update.same", version=name))
    return name


def _run(name: str, versions: Versions, systemd: Path) -> int:
    """Have a version run, and see whether it stays."""
    earlier = versions.running
    versions.take(name)
    if not systemd.exists():
        print(to_user("update.later", version=name))
        return 0
    print(to_user("update.starts", version=name), flush=True)
    # What fails is started again by systemd, at last in the version before it.
    subprocess.run(["systemctl", "restart", "narrator"], check=False)
    if not versions.settled():
        raise UserError(to_user("update.on_trial", version=name))
    if versions.running != name:
        print(to_user("update.stayed", version=name, earlier=earlier), file=sys.stderr)
        return STAYED
    print(to_user("update.runs", version=name, earlier=earlier))
    versions.tidy()
    return 0


STANDARD_OUTPUT = "-"


def write_label(path: str, language: str, remote: str | None) -> None:
    """Write the label into a file, or print it; it is for the page that `remote`, or else the settings, would serve.

    It tells of this machine's own network, if there is one.
    """
    if remote is None:
        remote = load_settings(log).remote
        remote = "" if remote == "on" else remote
    words, own, network = sentences(PROGRAM, language), kept(), None
    if own is not None:
        network = own.code, words["label.hotspot"].format(name=own.name, password=own.password)
    page = box_label(f"http://{lasting_authority(remote)}/", words, language, network)
    if path == STANDARD_OUTPUT:
        print(page, end="")
    else:
        whole_files.write_asked(Path(path), page, whole_files.COMMON if own is None else whole_files.PRIVATE)
        print(to_user("file.written", name=path))
