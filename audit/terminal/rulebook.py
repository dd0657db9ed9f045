"""The rules as the audit settles by them: what `revesino rules` shows."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator

from audit.clauses import Clause, OptionSpec, Value, filled
from audit.language import N_, _
from audit.registry import known_names, place_of, rule_of
from audit.ruleset import Ruleset, load, ruleset_ids
from audit.text.lines import Line, listed, plain

MAIN = "revesino"
"""The ruleset that is shown first."""

SOURCES = {
    "S0": N_("the full Spanish rule text of Revesino"),
    "S3": N_("its newspaper digest"),
    "S2": N_("the rule page of Reversis in Spanish"),
    "S4": N_("the rule page of Reversis in Portuguese"),
    "HOY": N_("Hoyle's Games Improved, 1814"),
    "PIE": N_("Pierer, 1857"),
    "MEY": N_("Meyers, 1908"),
    "ENC": N_("Encyclopédie, t. 14"),
    "ESW": N_("Spanish Wikipedia"),
}


class UnknownNameError(Exception):
    """No rule, option or ruleset has the name asked for; the text says which are near."""


def rulebook(name: str | None = None) -> Iterator[Line]:
    """All rules of all rulesets, or what is known of the rule, the option or the ruleset `name`."""
    books = [load(one) for one in ruleset_ids()]
    if name is None:
        return _all(books)
    if name in ruleset_ids():
        return _book(load(name))
    rule = name.upper()
    if any(rule in book.clauses for book in books):
        return _rule(rule, books)
    option = name.lower().replace("-", "_")
    if any(option in book.specs for book in books):
        return _option(option, books)
    raise UnknownNameError(_unknown(name, books))


def _unknown(name: str, books: list[Ruleset]) -> str:
    known = {id_ for book in books for id_ in (*book.clauses, *book.specs)} | set(ruleset_ids())
    near = difflib.get_close_matches(name, known, n=3) or difflib.get_close_matches(name.upper(), known, n=3)
    if near:
        text = _("there is no rule, option or ruleset {name!r}. Did you mean {near}?")
    else:
        text = _("there is no rule, option or ruleset {name!r}. `revesino rules` lists them all.")
    return text.format(name=name, near=", ".join(near))


def _all(books: list[Ruleset]) -> Iterator[Line]:
    """Revesino first, and each variant after the ruleset that it is a variant of."""
    parents = {book.id: _parent(book) for book in books}
    for book in sorted(books, key=lambda one: (MAIN not in (one.id, parents[one.id]), bool(parents[one.id]), one.id)):
        parent = parents[book.id]
        yield from _variant(book, load(parent)) if parent else _clauses_and_options(book)
        yield Line("")
    yield from _legend(clause.source for book in books for clause in book.clauses.values())
    yield Line(_("`revesino rules ID` shows one rule, option or ruleset in full."), "faint")


def _parent(book: Ruleset) -> str:
    """The ruleset that words most of this one's clauses, if it is a variant."""
    return next((clause.since for clause in book.clauses.values() if clause.since != book.id), "")


def _variant(book: Ruleset, parent: Ruleset) -> Iterator[Line]:
    yield Line(f"{_(book.title)}  ({book.id})", "heading")
    yield Line("  " + _("as {ruleset}, but:").format(ruleset=parent.id))
    for clause in book.clauses.values():
        if clause.text != parent.clauses[clause.id].text:
            yield from _clause(clause)
    same = {clause.id: clause for clause in book.clauses.values() if clause.text == parent.clauses[clause.id].text}
    resourced = [rule for rule, clause in same.items() if clause.source != parent.clauses[rule].source]
    if resourced:
        sources = sorted({same[rule].source for rule in resourced})
        text = _("{rules} word for word, from {sources}").format(rules=listed(resourced), sources=listed(sources))
        yield Line(f"  {text}", "faint")
    dropped = [rule for rule in parent.clauses if rule not in book.clauses]
    if dropped:
        yield Line("  " + _("without {rules}").format(rules=listed(dropped)))
    if not book.specs:
        yield Line("  " + _("without options"))
    for spec in book.specs.values():
        if _idle(book, spec) or spec != parent.specs[spec.name]:
            yield _option_line(book, spec)


def _book(book: Ruleset) -> Iterator[Line]:
    yield from _clauses_and_options(book)
    yield from _legend(clause.source for clause in book.clauses.values())


def _clauses_and_options(book: Ruleset) -> Iterator[Line]:
    yield Line(f"{_(book.title)}  ({book.id})", "heading")
    for clause in book.clauses.values():
        yield from _clause(clause)
    if book.specs:
        yield Line("  " + _("Options"), "title")
    for spec in book.specs.values():
        yield _option_line(book, spec)


def _clause(clause: Clause) -> Iterator[Line]:
    yield Line(f"  {clause.id:<4} {clause.text}")
    yield Line(f"       {clause.source}", "faint")


def _option_line(book: Ruleset, spec: OptionSpec) -> Line:
    return Line(f"    {spec.name}: {_choices(spec)}  [{', '.join(_played(book, spec))}]{_idle(book, spec)}")


def _played(book: Ruleset, spec: OptionSpec) -> list[str]:
    """The rules of the option that the ruleset has; all of them when it has none."""
    return [rule for rule in spec.rules if book.plays(rule)] or list(spec.rules)


def _idle(book: Ruleset, spec: OptionSpec) -> str:
    return "" if any(map(book.plays, spec.rules)) else ", " + _("without effect in this ruleset")


def _legend(sources: Iterable[str]) -> Iterator[Line]:
    """What the letters of `sources` stand for."""
    used = set(re.findall(r"[A-Z]\w+", " ".join(sources)))
    yield Line(_("Sources"), "title")
    for letters, meaning in SOURCES.items():
        if letters in used:
            yield Line(f"  {letters:<4} {_(meaning)}", "faint")


def _rule(rule: str, books: list[Ruleset]) -> Iterator[Line]:
    having = [book for book in books if rule in book.clauses]
    yield Line(rule, "heading")
    yield from _wordings(rule, having)
    for name in sorted(one for one in known_names() if rule_of(one) == rule):
        file, line = place_of(name)
        yield Line("  " + _("code: {file}:{line}").format(file=file, line=line))
    yield from _options_of(rule, having)
    yield from _legend(book.clauses[rule].source for book in having)


def _wordings(rule: str, having: list[Ruleset]) -> Iterator[Line]:
    """The clause of `rule`, once for all rulesets that word it alike."""
    wordings: dict[tuple[str, str], list[str]] = {}
    for book in having:
        clause = book.clauses[rule]
        wordings.setdefault((clause.text, clause.source), []).append(book.id)
    for (text, source), ids in wordings.items():
        yield Line(f"  {text}")
        yield Line("  " + _("source: {source}").format(source=source), "faint")
        yield Line("  " + _("in: {rulesets}").format(rulesets=", ".join(ids)))


def _options_of(rule: str, having: list[Ruleset]) -> Iterator[Line]:
    options: dict[str, list[str]] = {}
    for book in having:
        for spec in book.specs.values():
            if rule in spec.rules:
                options.setdefault(f"{spec.name}: {_choices(spec)}", []).append(book.id)
    for text, ids in options.items():
        where = "" if len(ids) == len(having) else "  " + _("(in {rulesets})").format(rulesets=", ".join(ids))
        yield Line("  " + _("option {option}").format(option=text) + where)


def _option(option: str, books: list[Ruleset]) -> Iterator[Line]:
    """Its values and what each says, once for all rulesets where that is the same; then the clauses with it."""
    having = [book for book in books if option in book.specs]
    yield Line(option, "heading")
    pages: dict[tuple[Line, ...], list[str]] = {}
    for book in having:
        pages.setdefault(tuple(_values(book, book.specs[option])), []).append(book.id)
    for lines, ids in pages.items():
        yield Line("  " + _("in: {rulesets}").format(rulesets=", ".join(ids)))
        yield from lines
    spec = having[0].specs[option]
    text = _("how to write it, above the first deal: `opcion {option}: {value}`")
    yield Line("  " + text.format(option=option, value=_example(spec)))
    for rule in spec.rules:
        playing = [book for book in having if book.plays(rule)]
        if playing:
            yield Line("  " + _("{rule}, by default:").format(rule=rule), "title")
            yield from _wordings(rule, playing)
    yield from _legend(book.clauses[rule].source for book in having for rule in spec.rules if book.plays(rule))


def _values(book: Ruleset, spec: OptionSpec) -> Iterator[Line]:
    """A line for each value: as a log spells it, and the words for it in a clause."""
    rules = ", ".join(_played(book, spec))
    yield Line("  " + _("of {rules}").format(rules=rules) + _idle(book, spec) + _assumed(spec))
    default = plain(spec.default)
    said = {plain(value): _said(book, spec, value) for value in (spec.choices or (spec.default,))}
    if spec.ranks:
        said["[…]"] = _("another list of ranks; [] for none")
    if spec.amount:
        said["N"] = _("a whole number, 0 or more") + _said_of_amount(book, spec)
    for value, words in said.items():
        shown = _marked(value) if value == default else value
        yield Line(f"    {shown}: {words}" if words != value else f"    {shown}")


def _marked(default: str) -> str:
    """A value that counts where a house says nothing."""
    return _("{value} (default)").format(value=default)


def _assumed(spec: OptionSpec) -> str:
    return ", " + _("an assumption: the sources leave it open") if spec.assumed else ""


def _said(book: Ruleset, spec: OptionSpec, value: Value) -> str:
    return filled(spec.phrase(value), book.specs, book.values)


def _said_of_amount(book: Ruleset, spec: OptionSpec) -> str:
    """How an amount reads, where the clause says more of it than the number."""
    words = spec.phrase_of_any("N")
    return "" if words == "N" else ": " + filled(words, book.specs, book.values)


def _example(spec: OptionSpec) -> str:
    """A value that is not the default, as a log spells it."""
    if spec.ranks:
        return "[K, Q]"
    if len(spec.choices) > 1:
        return plain(spec.choices[1])
    return str(spec.default + 1) if isinstance(spec.default, int) else "12"


def _choices(spec: OptionSpec) -> str:
    """The values that an option takes, its default first."""
    values = [_marked(plain(spec.default))]
    values += [plain(choice) for choice in spec.choices if choice != spec.default]
    if spec.amount:
        values.append(_("an amount") if spec.choices else _("another amount"))
    if spec.ranks:
        values.append(_("another list of ranks"))
    return " | ".join(values) + _assumed(spec)
