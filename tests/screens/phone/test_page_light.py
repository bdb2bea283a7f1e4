"""The light of a window, in a real browser: the same for everybody (law 1)."""

from __future__ import annotations

import base64

import pytest
from browsers import LONGEST_CARD, LYING, UPRIGHT, Sit, asking, hide, needs_chromium, show
from playwright.sync_api import Browser

from narrator.rules.core.answers import (
    NO,
    NOBODY,
    YES,
    Answer,
    Kind,
    Number,
    Seats,
    Text,
    Token,
    seat,
)
from narrator.rules.core.effects import Ask

pytest_plugins = ("phone_ports",)
pytestmark = needs_chromium


SMALL = {"width": 320, "height": 568}

NOBODY_THERE: list[str] = []
REPLY = [
    "Quelle carte percer ? Quelqu'un, ou personne.",
    "Noté.",
    "SORCIÈRE",
    "Ta carte regarde Farid : c'est la Sorcière.",
]
LETTER = ["Gus t'a laissé ces mots : " + "ne croyez pas celle qui se tait depuis deux jours, " * 4]


WINDOWS: dict[str, tuple[list[str], Ask | None, Answer | None]] = {
    "nobody is there": ([], None, None),
    "a card is shown": (
        ["PETITE FILLE", "Ta carte : la Petite fille. Elle peut épier les Loups-Garous pendant leur appel."],
        None,
        None,
    ),
    "the longest card is shown": (LONGEST_CARD, None, None),
    "a seat is asked for": (REPLY[:1], asking(Kind.SEATS, seats=(1, 2, 4, 5), words=(NOBODY,)), None),
    "a seat is named": (REPLY[:2], asking(Kind.SEATS, seats=(1, 2, 4, 5), words=(NOBODY,)), seat(5)),
    "a reply is shown": (REPLY, None, None),
    "lovers are named": (REPLY[:2], asking(Kind.SEATS, seats=tuple(range(1, 9)), count=(2, 2)), Seats((1, 8))),
    "yes or no": (["Guérir Hélène ?"], asking(Kind.YES_NO, words=(YES, NO)), YES),
    "a card is chosen": (REPLY[:1], asking(Kind.CARD, cards=("sorcière", "loup-garou"), words=(Token.KEEP,)), None),
    "a number": (REPLY[:1], asking(Kind.NUMBER, numbers=(0, 15)), Number(3)),
    "a text": (REPLY[:1], asking(Kind.TEXT, length=200, words=(NOBODY,)), Text("le numéro 4 ment")),
    "a letter is read": (LETTER, None, None),
}


def luminance(browser: Browser, png: bytes) -> float:
    page = browser.new_page()
    try:
        light = page.evaluate(LUMINANCE, base64.b64encode(png).decode())
    finally:
        page.close()
    return float(light)


LUMINANCE = """async (png) => {
  const picture = await createImageBitmap(await (await fetch("data:image/png;base64," + png)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const brush = canvas.getContext("2d");
  brush.drawImage(picture, 0, 0);
  const { data } = brush.getImageData(0, 0, picture.width, picture.height);
  const linear = Array.from({ length: 256 }, (_, step) => {
    const share = step / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  let light = 0;
  for (let at = 0; at < data.length; at += 4) {
    light += 0.2126 * linear[data[at]] + 0.7152 * linear[data[at + 1]] + 0.0722 * linear[data[at + 2]];
  }
  return light / (picture.width * picture.height);
}"""


PLACES = """() => [...document.querySelectorAll("#night, #night h2, #night div, #night button")].map((part) => {
  const { x, y, width, height } = part.getBoundingClientRect();
  return [part.id, x, y, width, height, getComputedStyle(part).backgroundColor].join(" ");
}).join()"""
"""Where everything of a window is, and in which colour."""


@pytest.mark.parametrize("viewport", [UPRIGHT, LYING, SMALL], ids=["upright", "lying", "small"])
def test_a_window_throws_the_same_light_whatever_it_shows(browser: Browser, sit: Sit, viewport: dict[str, int]) -> None:
    laid, hand = sit(started=False, viewport=viewport)
    lights: dict[str, float] = {}
    places: set[str] = set()
    for name, (lines, ask, answer) in WINDOWS.items():
        show(laid, lines, ask, answer)
        hand.catch_up()
        lights[name] = luminance(browser, hand.page.screenshot())
        places.add(str(hand.page.evaluate(PLACES)))
        hide(laid)
    assert lights == pytest.approx(dict.fromkeys(lights, lights["nobody is there"]), rel=0.02)
    assert len(places) == 1


def test_without_its_balance_a_window_would_tell_by_its_light(browser: Browser, sit: Sit) -> None:
    laid, hand = sit(started=False)
    lights = []
    for name in ("nobody is there", "a reply is shown"):
        show(laid, *WINDOWS[name])
        hand.catch_up()
        hand.page.evaluate("() => document.getElementById('night').style.setProperty('--glow', '0')")
        lights.append(luminance(browser, hand.page.screenshot()))
        hide(laid)
    assert lights[0] != pytest.approx(lights[1], rel=0.1)
