"""The rules as the audit settles by them: what `revesino rules` shows."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator

from audit.registry import known_names, place_of, rule_of
from audit.ruleset import Clause, OptionSpec, Ruleset, Value, filled, load, ruleset_ids
from audit.text.lines import Line, listed, plain

MAIN = "revesino"
"""The ruleset that is shown first."""

SOURCES = {
    "S0": "the full Spanish rule text of Revesino",
    "S3": "its newspaper digest",
    "S2": "the rule page of Reversis in Spanish",
    "S4": "the rule page of Reversis in Portuguese",
    "HOY": "Hoyle's Games Improved, 1814",
    "PIE": "Pierer, 1857",
    "MEY": "Meyers, 1908",
    "ENC": "Encyclopédie, t. 14",
    "ESW": "Spanish Wikipedia",
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
    hint = f" Did you mean {', '.join(near)}?" if near else " `revesino rules` lists them all."
    return f"there is no rule, option or ruleset {name!r}.{hint}"


def _all(books: list[Ruleset]) -> Iterator[Line]:
    """Revesino first, and each variant after the ruleset that it is a variant of."""
    parents = {book.id: _parent(book) for book in books}
    for book in sorted(books, key=lambda one: (MAIN not in (one.id, parents[one.id]), bool(parents[one.id]), one.id)):
        parent = parents[book.id]
        yield from _variant(book, load(parent)) if parent else _clauses_and_options(book)
        yield Line("")
    yield from _legend(clause.source for book in books for clause in book.clauses.values())
    yield Line("`revesino rules ID` shows one rule, option or ruleset in full.", "faint")


def _parent(book: Ruleset) -> str:
    """The ruleset that words most of this one's clauses, if it is a variant."""
    return next((clause.since for clause in book.clauses.values() if clause.since != book.id), "")


def _variant(book: Ruleset, parent: Ruleset) -> Iterator[Line]:
    yield Line(f"{book.title}  ({book.id})", "heading")
    yield Line(f"  as {parent.id}, but:")
    for clause in book.clauses.values():
        if clause.clause != parent.clauses[clause.id].clause:
            yield from _clause(clause)
    same = {clause.id: clause for clause in book.clauses.values() if clause.clause == parent.clauses[clause.id].clause}
    resourced = [rule for rule, clause in same.items() if clause.source != parent.clauses[rule].source]
    if resourced:
        sources = sorted({same[rule].source for rule in resourced})
        yield Line(f"  {listed(resourced)} word for word, from {listed(sources)}", "faint")
    dropped = [rule for rule in parent.clauses if rule not in book.clauses]
    if dropped:
        yield Line(f"  without {listed(dropped)}")
    if not book.specs:
        yield Line("  without options")
    for spec in book.specs.values():
        if _idle(book, spec) or spec != parent.specs[spec.name]:
            yield _option_line(book, spec)


def _book(book: Ruleset) -> Iterator[Line]:
    yield from _clauses_and_options(book)
    yield from _legend(clause.source for clause in book.clauses.values())


def _clauses_and_options(book: Ruleset) -> Iterator[Line]:
    yield Line(f"{book.title}  ({book.id})", "heading")
    for clause in book.clauses.values():
        yield from _clause(clause)
    if book.specs:
        yield Line("  Options", "title")
    for spec in book.specs.values():
        yield _option_line(book, spec)


def _clause(clause: Clause) -> Iterator[Line]:
    yield Line(f"  {clause.id:<4} {clause.clause}")
    yield Line(f"       {clause.source}", "faint")


def _option_line(book: Ruleset, spec: OptionSpec) -> Line:
    return Line(f"    {spec.name}: {_choices(spec)}  [{', '.join(_played(book, spec))}]{_idle(book, spec)}")


def _played(book: Ruleset, spec: OptionSpec) -> list[str]:
    """The rules of the option that the ruleset has; all of them when it has none."""
    return [rule for rule in spec.rules if book.plays(rule)] or list(spec.rules)


def _idle(book: Ruleset, spec: OptionSpec) -> str:
    return "" if any(map(book.plays, spec.rules)) else ", without effect in this ruleset"


def _legend(sources: Iterable[str]) -> Iterator[Line]:
    """What the letters of `sources` stand for."""
    used = set(re.findall(r"[A-Z]\w+", " ".join(sources)))
    yield Line("Sources", "title")
    for letters, meaning in SOURCES.items():
        if letters in used:
            yield Line(f"  {letters:<4} {meaning}", "faint")


def _rule(rule: str, books: list[Ruleset]) -> Iterator[Line]:
    having = [book for book in books if rule in book.clauses]
    yield Line(rule, "heading")
    yield from _wordings(rule, having)
    for name in sorted(one for one in known_names() if rule_of(one) == rule):
        file, line = place_of(name)
        yield Line(f"  code: {file}:{line}")
    yield from _options_of(rule, having)
    yield from _legend(book.clauses[rule].source for book in having)


def _wordings(rule: str, having: list[Ruleset]) -> Iterator[Line]:
    """The clause of `rule`, once for all rulesets that word it alike."""
    wordings: dict[tuple[str, str], list[str]] = {}
    for book in having:
        clause = book.clauses[rule]
        wordings.setdefault((clause.clause, clause.source), []).append(book.id)
    for (text, source), ids in wordings.items():
        yield Line(f"  {text}")
        yield Line(f"  source: {source}", "faint")
        yield Line(f"  in: {', '.join(ids)}")


def _options_of(rule: str, having: list[Ruleset]) -> Iterator[Line]:
    options: dict[str, list[str]] = {}
    for book in having:
        for spec in book.specs.values():
            if rule in spec.rules:
                options.setdefault(f"{spec.name}: {_choices(spec)}", []).append(book.id)
    for text, ids in options.items():
        suffix = "" if len(ids) == len(having) else f"  (in {', '.join(ids)})"
        yield Line(f"  option {text}{suffix}")


def _option(option: str, books: list[Ruleset]) -> Iterator[Line]:
    """Its values and what each says, once for all rulesets where that is the same; then the clauses with it."""
    having = [book for book in books if option in book.specs]
    yield Line(option, "heading")
    pages: dict[tuple[Line, ...], list[str]] = {}
    for book in having:
        pages.setdefault(tuple(_values(book, book.specs[option])), []).append(book.id)
    for lines, ids in pages.items():
        yield Line(f"  in: {', '.join(ids)}")
        yield from lines
    spec = having[0].specs[option]
    yield Line(f"  how to write it, above the first deal: `opcion {option}: {_example(spec)}`")
    for rule in spec.rules:
        playing = [book for book in having if book.plays(rule)]
        if playing:
            yield Line(f"  {rule}, by default:", "title")
            yield from _wordings(rule, playing)
    yield from _legend(book.clauses[rule].source for book in having for rule in spec.rules if book.plays(rule))


def _values(book: Ruleset, spec: OptionSpec) -> Iterator[Line]:
    """A line for each value: as a log spells it, and the words for it in a clause."""
    rules = ", ".join(_played(book, spec))
    assumed = ", an assumption: the sources leave it open" if spec.assumed else ""
    yield Line(f"  of {rules}{_idle(book, spec)}{assumed}")
    default = plain(spec.default)
    said = {plain(value): _said(book, spec, value) for value in (spec.choices or (spec.default,))}
    if spec.ranks:
        said["[…]"] = "another list of ranks; [] for none"
    if spec.amount:
        said["N"] = "a whole number, 0 or more" + _said_of_amount(book, spec)
    for value, words in said.items():
        mark = " (default)" if value == default else ""
        yield Line(f"    {value + mark}: {words}" if words != value else f"    {value}{mark}")


def _said(book: Ruleset, spec: OptionSpec, value: Value) -> str:
    return filled(spec.phrase(value), book.specs, book.values)


def _said_of_amount(book: Ruleset, spec: OptionSpec) -> str:
    """How an amount reads, where the clause says more of it than the number."""
    words = spec.says.get("any", "{value}")
    return "" if words == "{value}" else ": " + filled(words.replace("{value}", "N"), book.specs, book.values)


def _example(spec: OptionSpec) -> str:
    """A value that is not the default, as a log spells it."""
    if spec.ranks:
        return "[K, Q]"
    if len(spec.choices) > 1:
        return plain(spec.choices[1])
    return str(spec.default + 1) if isinstance(spec.default, int) else "12"


def _choices(spec: OptionSpec) -> str:
    """The values that an option takes, its default first."""
    default = plain(spec.default)
    others = [plain(choice) for choice in spec.choices if choice != spec.default]
    if spec.amount and spec.choices:
        others.append("an amount")
    text = f"{default} (default)" + "".join(f" | {other}" for other in others)
    if spec.amount and not spec.choices:
        text += " | another amount"
    if spec.ranks:
        text += " | another list of ranks"
    return text + (", an assumption: the sources leave it open" if spec.assumed else "")
