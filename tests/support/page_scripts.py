"""The page's own JavaScript, run by QuickJS without a browser: what it computes, sends and shows."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import quickjs
from shipped import shipped

import narrator
from narrator.rules.core.answers import Answer, Choices
from narrator.rules.core.effects import Aloud, Ask
from narrator.rules.core.secrets import Secret
from narrator.screens.phone.messages import Greeting, table_frame
from narrator.screens.phone.static_files import TEXTS, texts

PAGE = Path(narrator.__file__).parent / "screens" / "phone" / "page"
BROWSER = Path(__file__).with_name("page_document.js")

IMPORT = re.compile(r'^import \{ (.*) \} from "\./(\w+)\.js";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|let|function|class) (\w+))", re.MULTILINE)
VOID = {"meta", "link", "input"}

GREETING = Greeting(shipped("thiercelieux").words["fr"], 5, ("Alice", "Bruno", "Chloé", "David", "Emma"))


def table_view(
    choices: Choices | None,
    turn: int,
    stored: Answer | None,
    *,
    lines: Sequence[str] | None = None,
    aloud: Aloud | None = None,
) -> Any:
    """Return what the table's page is told of a question's answers: in a window with these lines, or by day."""
    ask = None
    if choices is not None:
        secret = lines is not None
        asked = Secret(choices) if secret else choices
        ask = Ask(question="any", choices=asked, living=(1, 2, 4), slot=0 if secret else None, aloud=aloud or Aloud())
    window = None if lines is None else ("Pour tes yeux seuls.", lines)
    return json.loads(table_frame(GREETING, turn, ask, window, stored))["table"]


class _Described(HTMLParser):
    """The elements of a page as `[name, attributes, contents]`; its texts are its scripts' to write."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.root: list[Any] = ["page", {}, []]
        self._open = [self.root]
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made: list[Any] = [tag, {key: value or "" for key, value in attrs}, []]
        self._open[-1][2].append(made)
        if tag not in VOID:
            self._open.append(made)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop()[0] == tag


class PageScripts:
    """A page with some of its modules. QuickJS loads no files: each module becomes an object that is made once."""

    def __init__(self, *names: str) -> None:
        self._context = quickjs.Context()
        self._loaded: set[str] = set()
        self._context.eval(BROWSER.read_text(encoding="utf-8"))
        described = _Described((PAGE / "index.html").read_text(encoding="utf-8")).root
        self.run(f"document.lay({json.dumps(described)})")
        for name in names:
            self._load(name)

    def run(self, script: str) -> Any:
        """Run a script in which modules are objects by their names; return what it comes to, as JSON has it."""
        wrapped = f"JSON.stringify((() => {{ {script if 'return ' in script else f'return {script}'} }})() ?? null)"
        return json.loads(self._context.eval(wrapped))

    def call(self, function: str, *given: object) -> Any:
        """Call `module.function` with what JSON can say."""
        return self.run(f"{function}({', '.join(json.dumps(one) for one in given)})")

    def go_on(self, seconds: float) -> None:
        self.call("goOn", round(seconds * 1000))

    def settle(self) -> None:
        while self._context.execute_pending_job():
            pass

    def _load(self, name: str) -> None:
        if name in self._loaded:
            return
        self._loaded.add(name)
        file = f"{name}.js"
        source = texts().decode() if file == TEXTS else (PAGE / file).read_text(encoding="utf-8")
        for _, other in IMPORT.findall(source):
            self._load(other)
        exported = ", ".join(EXPORT.findall(source))
        source = EXPORT.sub("", IMPORT.sub(r"const { \1 } = \2;", source))
        self._context.eval(f"globalThis.{name} = (() => {{ 'use strict';\n{source}\nreturn {{ {exported} }}; }})(); 0")
