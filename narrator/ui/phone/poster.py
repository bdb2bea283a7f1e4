"""What a terminal shows to people with a phone: an address and its QR code; that of the page holds the long secret.

The secret is the fragment of the address, which browsers keep to themselves; in letters it stands nowhere.
"""

from __future__ import annotations

import segno

_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
_BORDER = 2
"""Light squares around a QR code, so that a camera finds it: four are asked for, and two do."""


def qr_code(address: str) -> list[str]:
    """Draw an address as lines of half blocks, light where the code is light: terminals are dark."""
    rows = [
        [not dark for dark in row] for row in segno.make(address, error="l", micro=False).matrix_iter(border=_BORDER)
    ]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    return [
        "".join(_HALVES[upper, lower] for upper, lower in zip(rows[row], rows[row + 1], strict=True))
        for row in range(0, len(rows), 2)
    ]


def poster(address: str, sentence: str, *, letters: str, columns: int) -> str:
    """Return the sentence, and over it the QR code of an address, which may hold the long secret that admits a page.

    The code is drawn where the terminal has the letters and the room; `letters` is the encoding of the terminal.
    """
    drawn = qr_code(address)
    try:
        "".join(drawn).encode(letters)
    except (UnicodeEncodeError, LookupError):
        drawn = []
    if drawn and len(drawn[0]) > columns:
        drawn = []
    return "\n".join([*drawn, sentence])
