"""The picture of what is taken for what."""

from __future__ import annotations

from xml.etree import ElementTree

from benchmarks.confusions import drawn

SVG = "{http://www.w3.org/2000/svg}"


def test_every_count_stands_in_the_picture_and_a_row_s_shares_are_one() -> None:
    cells = {("2", "2"): 3, ("2", "12"): 1, ("10", "asked back"): 2}
    picture = ElementTree.fromstring(drawn(cells))
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert [text for text in texts if text in {"3", "1"}] == ["3", "1"]
    assert texts.index("2") < texts.index("10") < texts.index("12") < texts.index("asked back")
    shares = [float(cell.get("fill-opacity", "nan")) for cell in picture.iter(f"{SVG}rect") if cell.get("x")]
    assert sum(shares) == 2.0
