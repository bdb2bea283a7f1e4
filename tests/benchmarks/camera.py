"""A narrator at whose terminal a camera is held: the address in each QR code goes to the file that CAMERA names too."""

from __future__ import annotations

import os
import runpy
from collections.abc import Sequence
from pathlib import Path

from narrator.evening.app.ports import phone
from narrator.screens.phone.addresses import poster


def _seen(addresses: Sequence[str], sentence: str, *, letters: str, columns: int) -> str:
    with Path(os.environ["CAMERA"]).open("a", encoding="ascii") as film:
        film.writelines(f"{address}\n" for address in addresses)
    return poster(addresses, sentence, letters=letters, columns=columns)


if __name__ == "__main__":
    vars(phone)["poster"] = _seen
    runpy.run_module("narrator", run_name="__main__", alter_sys=True)
