"""The tale of a finished game as one HTML file, without scripts, and with nothing to fetch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape

from narrator.core.effects import Effect, Tells
from narrator.recap.life_lines import LifeLines
from narrator.recap.tale import Chapter, TalePart, chapters
from narrator.story.markup import capitalised
from narrator.story.sentences import unbroken
from narrator.story.wording import Wording

STYLE = """
:root { color-scheme: light dark; --ground: #fbf8f2; --text: #26211a; --soft: #675f52; --line: #8a6d3b; --end: #9c2a1c;
  --night: #dcdfeb; --day: #fdf0cf; --sign: #ffffff; --onend: #ffffff; --moon: #47507a; --sun: #b87a12; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171c; --text: #ece6d9; --soft: #b3ab9b; --line: #d9ab62;
  --end: #f0705c; --night: #1d2233; --day: #2f2a1d; --sign: #14171c; --onend: #14171c; --moon: #aab3e0;
  --sun: #f2b85c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1.0625rem/1.55 Georgia, "Times New Roman", serif;
  overflow-wrap: anywhere; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line); padding-bottom: .2rem; }
.outcome { font-size: 1.2rem; font-style: italic; margin: .5rem 0 1rem; }
.when { color: var(--soft); margin: 0; }
figure { margin: 1.5rem 0; overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; padding: .5rem; }
figure:focus-visible, a:focus-visible { outline: 3px solid var(--sun); outline-offset: 2px; }
svg { display: block; min-width: 100%; height: auto; font-family: system-ui, sans-serif; }
svg text { fill: var(--text); font-size: 13px; }
svg .name { font-weight: 600; } svg .card { fill: var(--soft); font-size: 11px; }
svg .head, svg .done, svg .ended { text-anchor: middle; font-size: 11px; }
svg rect.opening, svg rect.epilogue { fill: none; } svg rect.night { fill: var(--night); }
svg rect.day { fill: var(--day); } svg .moon { fill: var(--moon); } svg .sun { fill: var(--sun); }
svg .life { stroke: var(--line); stroke-width: 3; } svg .alive { fill: var(--line); }
svg .deed { fill: var(--sign); stroke: var(--line); stroke-width: 1.5; }
svg .end { fill: var(--end); } svg text.ended { fill: var(--onend); font-weight: 700; }
ol { margin: 0; padding-left: 2.4rem; } li { margin: .25rem 0; } li::marker { color: var(--soft); }
li.end { color: var(--end); font-weight: 600; }
li:target { outline: 2px solid var(--sun); outline-offset: 3px; }
@media print { :root { --ground: #fff; --text: #000; --soft: #444; } main { max-width: none; padding: 0; }
  figure { overflow: visible; border: 0; } svg { width: 100%; height: auto; } section { break-inside: avoid; }
  svg rect, svg circle { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""


def story_page(effects: Sequence[Effect], wording: Wording, players: int, when: str = "") -> str:
    """Return the page of a finished game in its language. `when` says when it was played, as people read it."""
    told = list(chapters(effects, wording))
    title = _clean(wording.title)
    picture = LifeLines(
        [_cleaned(chapter) for chapter in told],
        players,
        lambda seat: _clean(capitalised(wording.seat(seat))),
        lambda card: _clean(capitalised(wording.card(card, "bare"))),
    )
    endings = [chapter.told[0].text for chapter in told if chapter.part is TalePart.EPILOGUE and chapter.told]
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{escape(wording.language)}">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style></head>",
            "<body><main>",
            f"<header><h1>{escape(title)}</h1>",
            *([f'<p class="when">{escape(when)}</p>'] if when else []),
            *(f'<p class="outcome">{escape(_clean(ending))}</p>' for ending in endings[-1:]),
            "</header>",
            f'<figure tabindex="0" role="group" aria-label="{escape(title)}">{picture.svg(title)}</figure>',
            *_sections(told),
            "</main></body></html>",
            "",
        ]
    )


def _sections(told: Sequence[Chapter]) -> Iterator[str]:
    """Yield the chapters; their lines are numbered throughout, as in the picture."""
    number = 1
    for chapter in told:
        if not chapter.told:
            continue
        yield f"<section><h2>{escape(_clean(chapter.title))}</h2>"
        yield f'<ol start="{number}">'
        for line in chapter.told:
            kind = ' class="end"' if line.tells is Tells.END else ""
            yield f'<li id="told-{number}"{kind}>{escape(_clean(line.text))}</li>'
            number += 1
        yield "</ol></section>"


def _cleaned(chapter: Chapter) -> Chapter:
    lines = tuple(replace(told, text=_clean(told.text)) for told in chapter.told)
    return Chapter(chapter.part, _clean(chapter.title), lines)


def _clean(text: str) -> str:
    """Take out what is no letter and could turn a page's text round; hard spaces stay, and stand before signs."""
    clean = "".join(letter if letter.isprintable() or letter in "\u00a0\u202f" else " " for letter in text)
    return unbroken(clean)
