"""A label for a box: the address of the phone's page as a QR code, to be printed; no secret is in it.

Whoever sees the box may photograph it. So it leads a phone to where it may watch, as anybody's may; only the six digits
of the evening, which the narrator says, make it the table's.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import segno

from narrator.story.sentences import unbroken

_STYLE = """
@page { margin: 10mm; }
body { margin: 0; background: #fff; color: #000; font: 3.6mm/1.35 system-ui, sans-serif; }
main { box-sizing: border-box; width: 62mm; padding: 4mm; border: .2mm dashed #777; text-align: center; }
svg { display: block; width: 100%; height: auto; }
p { margin: 1.5mm 0 0; }
.address { font-weight: 600; overflow-wrap: anywhere; }
"""


def box_label(address: str, words: Mapping[str, str], language: str) -> str:
    """Return the label as an HTML page with nothing to fetch, 62 mm wide on paper: the width of label tape."""
    told = {id_: escape(unbroken(words[id_])) for id_ in ("label.title", "label.scan", "label.code")}
    # A quarter of the code may be scratched or dirty.
    code = segno.make(address, error="q", micro=False).svg_inline(border=4, light="#fff", omitsize=True)
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{escape(language)}">',
            '<head><meta charset="utf-8">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            f"<title>{told['label.title']}</title>",
            f"<style>{_STYLE}</style></head>",
            "<body><main>",
            f"<p>{told['label.scan']}</p>",
            code,
            f'<p class="address">{escape(address)}</p>',
            f"<p>{told['label.code']}</p>",
            "</main></body></html>",
            "",
        ]
    )
