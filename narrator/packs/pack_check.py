"""Everything that is wrong in a pack: `narrator check`.

An engine must be able to play its rules, and its words must be complete for it, with none left over. Beside the games,
a language has all texts of the program, with what each must name, every sentence on one line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import chain
from pathlib import Path

from narrator.base import resources
from narrator.base.diagnostics import Code, Diagnostic, PackError, in_order
from narrator.base.resources import languages
from narrator.base.sentences import FALLBACK, SURFACES, places, sentences_in, to_user
from narrator.base.yaml_source import Document, Mark, Where, read
from narrator.packs.grammar import grammar_faults, grammar_file_faults
from narrator.packs.naming import FORMS, Pronunciation, counted, named_in, offered, offers
from narrator.packs.pack import Pack, load_pack, misnamed_files, read_pack
from narrator.packs.rules import CubaRules, EngineFacts, Rules, Settings, UnknownEngineError, VillageRules
from narrator.packs.words import ANSWERS, COMMANDS, Words
from narrator.rules.core.effects import Form
from narrator.rules.core.vocabulary import Line, Question, Vocabulary


def language_faults(folder: Path) -> Iterator[Diagnostic]:
    """Compare the sentences of a language with those in English, file by file, and read its grammar."""
    reference = languages()[FALLBACK]
    yield from grammar_file_faults(folder)
    for name in SURFACES:
        yield from sentence_faults(folder / name, sentences_in(reference / name))


def sentence_faults(file: Path, wanted: dict[str, str]) -> Iterator[Diagnostic]:
    """Compare one file with the sentences that it is to have, in any wording, with the same places to fill."""
    faults: list[Diagnostic] = []
    document = read(file, faults)
    yield from faults
    if document is None or not isinstance(document.data, dict):
        return
    for id_ in [id_ for id_ in wanted if id_ not in document.data]:
        named = " ".join(f"{{{place}}}" for place in sorted(places(wanted[id_])))
        remedy = to_user("check.add_naming" if named else "check.add", name=id_, names=named)
        yield document.mark().fault(Code.NO_LINE, to_user("check.no_words", name=id_), remedy)
    found = sentences_in(file)
    for id_, value in document.data.items():
        mark = document.mark((id_,))
        if id_ not in wanted:
            yield mark.fault(Code.ORPHAN_LINE, to_user("check.never_said", name=id_), or_out(id_, wanted))
        elif found.get(id_) != value:
            remedy = to_user("check.one_line.mend", name=id_)
            yield mark.fault(Code.VALUE, to_user("check.one_line", name=id_), remedy)
        elif places(found[id_]) != places(wanted[id_]):
            told = ", ".join(f"{{{place}}}" for place in sorted(places(wanted[id_])))
            remedy = to_user("check.has" if told else "check.has_nothing", names=told)
            yield mark.fault(Code.PLACEHOLDER, to_user("check.other_places", name=id_), remedy)


def one_of(wrong: str, known: Iterable[str]) -> str:
    """Return the remedy for a name that does not exist: the one that was meant, or all there are."""
    names = sorted(known)
    close = get_close_matches(wrong, names, n=1)
    return to_user("check.meant", name=close[0]) if close else to_user("check.one_of", names=", ".join(names))


def or_out(wrong: str, known: Iterable[str]) -> str:
    """Return the remedy for a name that nothing uses: the one that was meant, or to take it out."""
    close = get_close_matches(wrong, sorted(known), n=1)
    return to_user("check.meant_or_out", name=close[0]) if close else to_user("check.out")


def rule_faults(rules: Rules, source: Document, facts: EngineFacts) -> list[Diagnostic]:
    """Return where the rules name what the engine does not have, or lack what it needs."""
    own: Iterator[Diagnostic] = iter(())
    match rules:
        case VillageRules():
            own = chain(_cards(rules, source, facts), _calls(rules, source, facts))
        case CubaRules():
            own = _tokens(rules, source, facts)
    return [*own, *_windows(rules, source, facts), *_options(rules, source, facts)]


def _tokens(rules: CubaRules, source: Document, facts: EngineFacts) -> Iterator[Diagnostic]:
    for players, row in rules.tokens.items():
        for token in row:
            if token not in facts.cards:
                mark = source.mark(("tokens", str(players), token))
                yield mark.fault(Code.CARD, to_user("check.no_token", name=repr(token)), one_of(token, facts.cards))


def _cards(rules: VillageRules, source: Document, facts: EngineFacts) -> Iterator[Diagnostic]:
    for name, card in rules.cards.items():
        if card.camp not in facts.camps:
            mark = source.mark(("cards", name, "camp"))
            yield mark.fault(Code.CAMP, to_user("check.no_camp", name=repr(card.camp)), one_of(card.camp, facts.camps))
        for index, power in enumerate(card.powers):
            if power not in facts.powers:
                mark = source.mark(("cards", name, "powers", index))
                yield mark.fault(Code.POWER, to_user("check.no_power", name=repr(power)), one_of(power, facts.powers))


def _calls(rules: VillageRules, source: Document, facts: EngineFacts) -> Iterator[Diagnostic]:
    """Every power that is called at night must be called, once, and every call must have a card that answers."""
    callable_ = {name for name, opening in facts.openings.items() if opening.called}
    times: Counter[str] = Counter()
    for night, names in (("first_night", rules.calls.first_night), ("every_night", rules.calls.every_night)):
        for index, name in enumerate(names):
            mark = source.mark(("calls", night, index))
            times[name] += 1
            if name not in callable_:
                yield mark.fault(Code.CALL, to_user("check.no_call", name=repr(name)), one_of(name, callable_))
            elif times[name] > 1:
                yield mark.fault(Code.IDLE_CALL, to_user("check.twice", name=repr(name)), to_user("check.keep_one"))
            elif facts.openings[name].carrier not in rules.powers:
                carrier = facts.openings[name].carrier
                problem = to_user("check.idle_call", name=repr(name), text=repr(carrier))
                yield mark.fault(Code.IDLE_CALL, problem, to_user("check.idle_call.mend"))
    for name in sorted(callable_ - set(times)):
        if facts.openings[name].carrier in rules.powers:
            problem, remedy = to_user("check.uncalled", name=repr(name)), to_user("check.uncalled.mend", name=name)
            yield source.mark(("calls",)).fault(Code.UNCALLED, problem, remedy)


def _windows(rules: Rules, source: Document, facts: EngineFacts) -> Iterator[Diagnostic]:
    due = {
        name: opening.slots + len(rules.powers & opening.more)
        for name, opening in facts.openings.items()
        if not opening.carrier or opening.carrier in rules.powers
    }
    for name, slots in due.items():
        shape = ", ".join(["10"] * slots)
        if name not in rules.windows:
            yield source.mark(("windows",)).fault(
                Code.NO_WINDOW,
                to_user("check.no_window", name=repr(name)),
                to_user("check.no_window.mend", text=f"{name}: [{shape}]"),
            )
        elif len(rules.windows[name]) != slots:
            problem = to_user("check.slots", name=repr(name), count=slots, number=len(rules.windows[name]))
            remedy = to_user("check.slots.mend", text=f"[{shape}]")
            yield source.mark(("windows", name)).fault(Code.SLOTS, problem, remedy)
    for name in rules.windows:
        if name not in due:
            problem = to_user("check.window", name=repr(name))
            yield source.mark(("windows", name)).fault(Code.WINDOW, problem, or_out(name, due))


def _options(rules: Rules, source: Document, facts: EngineFacts) -> Iterator[Diagnostic]:
    """Each option must be known and take its value; those that do must not contradict each other."""
    sound: dict[str, tuple[str, ...]] = {}
    for name, value in rules.options.items():
        mark = source.mark(("options", name))
        if name not in facts.options:
            yield mark.fault(Code.OPTION, to_user("check.no_option", name=repr(name)), one_of(name, facts.options))
        elif refusal := _refusal({name: value}, facts):
            yield mark.fault(Code.OPTION_VALUE, *refusal)
        else:
            sound[name] = value
    if refusal := _refusal(sound, facts):
        yield source.mark(("options",)).fault(Code.OPTION_VALUE, *refusal)


def _refusal(settings: Settings, facts: EngineFacts) -> tuple[str, str] | None:
    """Return why these options cannot be, and what to write instead; None where they can."""
    try:
        facts.read_options(settings)
    except ValueError as error:
        problem, _, remedy = str(error).partition(": ")
        return problem.rstrip(), remedy or to_user("check.option.mend")
    return None


HAVE_NUMBER = frozenset((Form.SEAT, Form.NUMBER, Form.HAND, Form.PLAYING))
"""The forms of values that words can agree with."""

LEAST_VARIANTS = 3
"""How many wordings keep a line that returns each night from wearing out."""


def word_faults(words: Words, document: Document, rules: Rules, facts: EngineFacts) -> list[Diagnostic]:
    """Return what is missing, left over or misplaced in the words of one language."""
    vocabulary = vocabulary_of(rules, facts)
    lines = vocabulary.lines
    other = facts.vocabulary(sorted(facts.powers | {name for name, window in facts.openings.items() if window.called}))
    apart = {facts.apart[power] for power in facts.apart if power in rules.in_play}
    camps = sorted(rules.camps & facts.camps | apart)
    cards = (*rules.card_names, *sorted(facts.cards))
    compositions = rules.suggestions if isinstance(rules, VillageRules) else ()
    return [
        *_lines(words, document, lines),
        *_left_over(document, "lines", lines, Code.ORPHAN_LINE, "unsaid", other.lines),
        *_prompts(words, document, vocabulary.prompts),
        *_left_over(document, "prompts", vocabulary.prompts, Code.ORPHAN_PROMPT, "no_question_here", other.prompts),
        *_named(document, "cards", words.cards, cards, Code.NO_CARD),
        *_left_over(document, "cards", cards, Code.ORPHAN_CARD, "no_card_here"),
        *_named(document, "camps", words.camps, camps, Code.NO_CAMP),
        *_left_over(document, "camps", camps, Code.ORPHAN_CAMP, "no_camp_here"),
        *_left_over(document, "compositions", compositions, Code.ORPHAN_COMPOSITION, "no_composition"),
        *_named(document, "commands", words.commands, sorted(COMMANDS), Code.NO_COMMAND),
        *_left_over(document, "commands", COMMANDS, Code.ORPHAN_COMMAND, "no_command"),
        *_named(document, "answers", words.answers, sorted(ANSWERS), Code.NO_COMMAND),
        *_left_over(document, "answers", ANSWERS, Code.ORPHAN_COMMAND, "no_answer"),
        *_left_over(document, "pronunciations", _respelt(words), Code.ORPHAN_RESPELLING, "nowhere"),
    ]


def vocabulary_of(rules: Rules, facts: EngineFacts) -> Vocabulary:
    """Return the lines and questions of a game, with those that every game needs besides."""
    known = facts.powers | set(facts.openings)
    own = facts.vocabulary(sorted(name for name in rules.in_play if name in known))
    return Vocabulary({**own.lines, **{line.id: line for line in facts.shared()}}, own.questions)


def _respelt(words: Words) -> frozenset[str]:
    """Return the words with a respelling that some line, card or camp has."""
    pronunciation = Pronunciation(words.pronunciations)
    texts = [text for variants in words.lines.values() for text in variants]
    texts += [text for card in words.cards.values() for text in (card.name, card.bare, card.many, card.reminder)]
    texts += [camp.name for camp in words.camps.values()]
    texts += [*words.seat_forms, words.playing.card, *words.playing.ranks.values(), *words.playing.suits.values()]
    return frozenset(word for text in texts for word in pronunciation.used(text))


def _lines(words: Words, document: Document, lines: Mapping[str, Line]) -> Iterator[Diagnostic]:
    for line in lines.values():
        variants = words.lines.get(line.id)
        if variants is None:
            if not line.aside:
                nightly = "check.add_nightly" if line.nightly else "check.add_line"
                remedy = to_user(nightly, name=line.id, number=LEAST_VARIANTS, text=_offers(line))
                problem = to_user("check.no_words", name=line.id)
                yield _own(document, "lines").fault(Code.NO_LINE, problem, remedy)
            continue
        for index, text in enumerate(variants):
            yield from _placeholders(text, line, document, ("lines", line.id, index))
            if offers(text):
                yield document.mark(("lines", line.id, index)).fault(
                    Code.OFFER, to_user("check.no_question", name=line.id), to_user("check.without_offer")
                )
        if line.nightly and len(set(variants)) < LEAST_VARIANTS:
            yield document.mark(("lines", line.id)).fault(
                Code.VARIANTS,
                to_user("check.variants", name=line.id, count=len(set(variants))),
                to_user("check.variants.mend", number=LEAST_VARIANTS),
            )


def _offers(line: Line) -> str:
    names = " ".join(f"{{{name}}}" for name, _ in line.args)
    return to_user("check.may_use" if names else "check.no_places", names=names)


def _has_no(line: Line, placeholder: object) -> str:
    return to_user("check.has_no", name=line.id, text=placeholder)


def _placeholders(text: str, line: Line, document: Document, where: Where) -> Iterator[Diagnostic]:
    args = dict(line.args)
    for name in counted(text):
        if name not in args:
            yield document.mark(where).fault(Code.PLACEHOLDER, _has_no(line, f"{{{name}}}"), _offers(line))
        elif args[name] not in HAVE_NUMBER:
            yield document.mark(where).fault(
                Code.UNCOUNTED,
                to_user("check.uncounted", name=line.id, text=f"{{{name}}}"),
                to_user("check.uncounted.mend"),
            )
    for placeholder in dict.fromkeys(chain.from_iterable(named_in(text))):
        if placeholder.name not in args:
            yield document.mark(where).fault(Code.PLACEHOLDER, _has_no(line, placeholder), _offers(line))
        elif placeholder.form not in FORMS[args[placeholder.name]]:
            forms = FORMS[args[placeholder.name]]
            known = ", ".join(f"{{{placeholder.name}{':' * bool(form)}{form}}}" for form in forms)
            problem = to_user("check.format", name=line.id, text=placeholder)
            yield document.mark(where).fault(Code.FORMAT, problem, to_user("check.format.mend", names=known))


def unnamed_faults(words: Words, document: Document, lines: Iterable[Line]) -> Iterator[Diagnostic]:
    """Find lines that do not name, in some reading of their words, whom or what they are about."""
    for line in lines:
        for index, text in enumerate(words.lines.get(line.id, ())):
            told = [{part.name for part in reading} for reading in named_in(text)]
            another = set[str]().union(*told) - {name for name, _ in line.args}  # which is told as such
            for name in line.needs:
                if not another and not all(name in names for names in told):
                    problem = to_user("check.unnamed", name=line.id, text=f"{{{name}}}")
                    remedy = to_user("check.unnamed.mend", text=f"{{{name}}}")
                    yield document.mark(("lines", line.id, index)).fault(Code.UNNAMED, problem, remedy)


def _prompts(words: Words, document: Document, prompts: Mapping[str, Question]) -> Iterator[Diagnostic]:
    for id_, question in prompts.items():
        if id_ in words.prompts:
            where, prompt = ("prompts", id_), words.prompts[id_]
            faults = [*_placeholders(prompt, question.prompt_line(id_, going_on=True), document, where)]
            # What an answer keeps can only be told where it may be given.
            plain = question.prompt_line(id_, going_on=False)
            yield from faults or _placeholders(offered(prompt, {*offers(prompt)} - {"done"}), plain, document, where)
            if question.secret and not question.identifies and offers(prompt):
                problem = to_user("check.secret", name=id_)
                yield document.mark(where).fault(Code.OFFER, problem, to_user("check.without_offer"))
        else:
            remedy = to_user("check.add_prompt_seat" if question.about else "check.add_under", name=id_, text="prompts")
            yield _own(document, "prompts").fault(Code.NO_PROMPT, to_user("check.no_prompt", name=id_), remedy)


def _named(
    document: Document, section: str, present: Iterable[str], due: Iterable[str], code: Code
) -> Iterator[Diagnostic]:
    for name in due:
        if name not in set(present):
            remedy = to_user("check.add_under", name=name, text=section)
            yield _own(document, section).fault(code, to_user("check.no_words", name=name), remedy)


def _left_over(
    document: Document, section: str, used: Iterable[str], code: Code, why: str, elsewhere: Container[str] = ()
) -> Iterator[Diagnostic]:
    """Find what this file has for nothing. The shared words serve all games: what one game leaves out is no fault.

    What is a word of games with other powers, `elsewhere`, is no slip of the pen, and nothing else was meant.
    """
    names = set(used)
    entries = document.data.get(section, {}) if isinstance(document.data, dict) else {}
    for name in entries:
        mark = document.mark((section, str(name)))
        if name not in names and Path(mark.file) == document.file:
            remedy = to_user("check.out") if name in elsewhere else or_out(str(name), names)
            yield mark.fault(code, to_user(f"check.{why}", name=name), remedy)


def _own(document: Document, section: str) -> Mark:
    """Return where a section of this file begins; the top of the file where the section is shared alone."""
    mark = document.mark((section,))
    return mark if Path(mark.file) == document.file else Mark(str(document.file))


def load_checked(path: Path, engines: Callable[[str], EngineFacts], languages: Iterable[str] | None = None) -> Pack:
    """Load a pack that is fit to be played in these languages, or in all that it has.

    Raises:
        PackError: with everything that is wrong.
    """
    wanted = None if languages is None else tuple(languages)
    faults = check(path, engines, wanted, grammar=False)
    if faults:
        raise PackError(faults)
    return load_pack(path, wanted, every_name=True)


def check(
    path: Path,
    engines: Callable[[str], EngineFacts],
    languages: Iterable[str] | None = None,
    *,
    common: Path | None = None,
    grammar: bool = True,
) -> list[Diagnostic]:
    """Return what is wrong in a pack, in an author's reading order; nothing where it is fit to be played.

    `engines` gives the facts of an engine by its name and raises UnknownEngineError. Slips of `grammar`, names that
    lines leave out, and what a language lacks beside its games, hinder no game.
    """
    faults: list[Diagnostic] = [*misnamed_files(path)] if grammar else []
    draft = read_pack(path, faults, languages, common=common)
    rules, source = draft.rules, draft.source
    if rules is None or source is None:
        return in_order(faults)
    try:
        facts = engines(rules.engine)
    except UnknownEngineError as error:
        remedy = to_user("check.one_of", names=", ".join(error.known))
        problem = to_user("check.no_engine", name=repr(rules.engine))
        faults.append(source.mark(("engine",)).fault(Code.ENGINE, problem, remedy))
        return in_order(faults)
    faults += rule_faults(rules, source, facts)
    for words, document in draft.words.values():
        faults += word_faults(words, document, rules, facts)
        if grammar:
            vocabulary = vocabulary_of(rules, facts)
            faults += grammar_faults(words, document, rules, vocabulary)
            faults += unnamed_faults(words, document, vocabulary.lines.values())
    if grammar and common is None:
        known = resources.languages()
        faults += (fault for language in draft.words if language in known for fault in language_faults(known[language]))
    return in_order(faults)
