"""Elements of the page are made from text, and what stands there already is left standing."""

from __future__ import annotations

from page_scripts import PageScripts

SCRIPTS = PageScripts("make")


def test_what_an_element_knows_becomes_a_property_and_the_rest_an_attribute() -> None:
    made = "const made = make.element('input', { maxLength: 8, 'aria-label': 'code' });"
    assert SCRIPTS.run(f"{made} return [made.maxLength, made.attributes]") == [8, {"aria-label": "code"}]


def test_a_click_reaches_who_was_given() -> None:
    assert SCRIPTS.run("let heard = 0; make.element('button', { on: () => (heard += 1) }).click(); return heard") == 1


def test_children_are_elements_and_texts_and_a_text_is_never_markup() -> None:
    made = "const made = make.element('p', { textContent: '<b>' }, make.element('span', { textContent: '&amp;' }));"
    assert SCRIPTS.run(f"{made} return [made.children.length, made.textContent]") == [1, "<b>&amp;"]


def test_a_text_is_written_once_so_that_nothing_is_announced_twice() -> None:
    written = "const at = make.element('p'); make.write(at, 'Nuit 1'); make.write(at, 'Nuit 1');"
    assert SCRIPTS.run(f"{written} return [at.textContent, at.written]") == ["Nuit 1", 1]
    assert SCRIPTS.run(f"{written} make.write(at, 'Jour 1'); return [at.textContent, at.written]") == ["Jour 1", 2]
