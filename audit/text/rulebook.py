"""The rules as the audit settles by them: what `revesino rules` shows."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from audit.rules import known_names, place_of, rule_of
from audit.ruleset import OptionSpec, Ruleset, load, ruleset_ids
from audit.text.lines import Line, plain


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
    for book in books:
        yield from _book(book)
        yield Line("")
    yield Line("`revesino rules ID` shows one rule, option or ruleset in full.", "faint")


def _book(book: Ruleset) -> Iterator[Line]:
    yield Line(f"{book.title}  ({book.id})", "heading")
    for clause in book.clauses.values():
        yield Line(f"  {clause.id:<4} {clause.clause}")
        yield Line(f"       {clause.source}", "faint")
    if book.specs:
        yield Line("  Options", "title")
    for spec in book.specs.values():
        yield Line(f"    {spec.name}: {_choices(spec)}  [{spec.rule}]{_idle(book, spec)}")


def _idle(book: Ruleset, spec: OptionSpec) -> str:
    return "" if book.plays(spec.rule) else ", without effect in this ruleset"


def _rule(rule: str, books: list[Ruleset]) -> Iterator[Line]:
    having = [book for book in books if rule in book.clauses]
    yield Line(rule, "heading")
    wordings: dict[tuple[str, str], list[str]] = {}
    for book in having:
        clause = book.clauses[rule]
        wordings.setdefault((clause.clause, clause.source), []).append(book.id)
    for (text, source), ids in wordings.items():
        yield Line(f"  {text}")
        yield Line(f"  source: {source}", "faint")
        yield Line(f"  in: {', '.join(ids)}")
    for name in sorted(one for one in known_names() if rule_of(one) == rule):
        file, line = place_of(name)
        yield Line(f"  code: {file}:{line}")
    yield from _options_of(rule, having)


def _options_of(rule: str, having: list[Ruleset]) -> Iterator[Line]:
    options: dict[str, list[str]] = {}
    for book in having:
        for spec in book.specs.values():
            if spec.rule == rule:
                options.setdefault(f"{spec.name}: {_choices(spec)}", []).append(book.id)
    for text, ids in options.items():
        suffix = "" if len(ids) == len(having) else f"  (in {', '.join(ids)})"
        yield Line(f"  option {text}{suffix}")


def _option(option: str, books: list[Ruleset]) -> Iterator[Line]:
    yield Line(option, "heading")
    for book in books:
        if option in book.specs:
            spec = book.specs[option]
            yield Line(f"  {book.id}: {_choices(spec)}  [{spec.rule}]{_idle(book, spec)}")
            if spec.rule in book.clauses:
                yield Line(f"    {book.clauses[spec.rule].clause}", "faint")


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
