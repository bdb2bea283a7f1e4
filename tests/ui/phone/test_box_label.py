"""A label on a box: any camera reads the address from it, and nothing else is in it."""

from __future__ import annotations

import re

import pytest
from cameras import read_by_a_camera

from narrator.story.sentences import PROGRAM, sentences
from narrator.ui.phone.box_label import box_label

SIDE = 37
"""Squares, with the border."""


def drawn(page: str) -> list[list[bool]]:
    """Draw the strokes of the label's code, each a row of dark squares; True is light."""
    path = re.search(r'<path class="qrline" stroke="#000" d="([^"]+)"', page)
    assert path
    light = [[True] * SIDE for _ in range(SIDE)]
    column, row = 0, 0.0
    for move, x, y in re.findall(r"([Mmh])(-?\d+)(?: (-?[\d.]+))?", path[1]):
        if move == "h":
            light[int(row)][column : column + int(x)] = [False] * int(x)
        column = int(x) if move == "M" else column + int(x)
        row = float(y) if move == "M" else row + float(y or 0)
    return light


@pytest.mark.parametrize("address", ["http://narrator.local:8642/", "http://192.168.100.200:8642/"])
def test_a_camera_reads_the_address_and_no_secret(address: str) -> None:
    page = box_label(address, sentences(PROGRAM, "fr"), "fr")
    assert read_by_a_camera(drawn(page)) == address
    assert f">{address}<" in page


def test_a_label_with_a_scratch_is_still_read() -> None:
    address = "http://narrator.local:8642/"
    light = drawn(box_label(address, sentences(PROGRAM, "en"), "en"))
    for row in range(18, 22):
        light[row][16:24] = [True] * 8
    assert read_by_a_camera(light) == address


@pytest.mark.parametrize(("language", "digits"), [("fr", "six chiffres"), ("en", "six digits")])
def test_it_says_that_the_spoken_digits_are_wanted(language: str, digits: str) -> None:
    page = box_label("http://narrator.local:8642/", sentences(PROGRAM, language), language)
    assert f'<html lang="{language}">' in page
    assert digits in page
