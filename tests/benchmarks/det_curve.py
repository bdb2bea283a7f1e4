"""Detection error trade-off: what is missed against what is wrongly accepted, as a picture in SVG.

Both axes are scaled by the normal deviate, so that scores of two normal distributions would give a straight line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from xml.sax.saxutils import escape

from scipy.stats import norm

Point = tuple[float, float]
"""The shares that are wrongly accepted and missed, 0 to 1."""

_TICKS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4)
_LEFT, _TOP, _SIDE = 70.0, 40.0, 420.0
_COLOURS = ("#0b6e4f", "#b3432b", "#2b59b3")


def trade_off(right: Sequence[float], wrong: Sequence[float], said: int, others: int) -> list[Point]:
    """Return a point for each threshold of certainty.

    `right` is how certain each answer was that was taken for what it is, of so many `said`; `wrong` the same of what
    was accepted of so many `others`, which are no answers.
    """
    thresholds = sorted({0.0, *right, *wrong})
    return [
        (sum(one >= least for one in wrong) / others, 1 - sum(one >= least for one in right) / said)
        for least in thresholds
    ]


def picture(title: str, curves: Mapping[str, Sequence[Point]]) -> str:
    """Return the curves, each with its name."""
    parts = [_text(_LEFT + _SIDE / 2, 22, title, "middle"), *_grid()]
    for number, (name, points) in enumerate(curves.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        line = " ".join(f"{_across(accepted):.1f},{_down(missed):.1f}" for accepted, missed in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(_text(_LEFT + _SIDE - 8, _TOP + 18 + 18 * number, name, "end", colour))
    body = "\n".join(parts)
    width, height = _LEFT + _SIDE + 30, _TOP + _SIDE + 60
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n'
    )


def _grid() -> Iterable[str]:
    bottom, right = _TOP + _SIDE, _LEFT + _SIDE
    for share in _TICKS:
        x, y, label = _across(share), _down(share), f"{100 * share:g}"
        yield f'<path d="M{x:.1f} {_TOP}V{bottom}M{_LEFT} {y:.1f}H{right}" stroke="#ccc" fill="none"/>'
        yield _text(x, bottom + 16, label, "middle")
        yield _text(_LEFT - 6, y + 4, label, "end")
    yield f'<rect x="{_LEFT}" y="{_TOP}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="black"/>'
    yield _text(_LEFT + _SIDE / 2, bottom + 40, "wrongly accepted, %", "middle")
    yield f'<g transform="rotate(-90 20 {_TOP + _SIDE / 2})">{_text(20, _TOP + _SIDE / 2, "missed, %", "middle")}</g>'


def _across(share: float) -> float:
    return _LEFT + _SIDE * _place(share)


def _down(share: float) -> float:
    return _TOP + _SIDE * (1 - _place(share))


def _place(share: float) -> float:
    """Return where a share stands on an axis, from 0 to 1; what is beyond its ends stands there."""
    low, high = float(norm.ppf(_TICKS[0])), float(norm.ppf(_TICKS[-1]))
    deviate = float(norm.ppf(min(max(share, _TICKS[0]), _TICKS[-1])))
    return (deviate - low) / (high - low)


def _text(x: float, y: float, text: str, anchor: str, colour: str = "black") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'
