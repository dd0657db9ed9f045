"""The clauses: each says what is in force, whatever the house plays by."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from audit.clauses import OptionSpec, Value
from audit.ruleset import Ruleset, load, ruleset_ids
from audit.terminal.rulebook import SOURCES, rulebook

FOLDER = Path(__file__).parent.parent / "audit" / "rulesets"
BOOKS = {name: load(name) for name in ruleset_ids()}
OPTIONS = [(name, option) for name, book in BOOKS.items() for option in book.specs]
OTHER_AMOUNT = 987_654
PLACEHOLDER = re.compile(r"\{(\w*)\}")


def other_values(spec: OptionSpec) -> list[Value]:
    """Values of an option besides its default."""
    values: list[Value] = [choice for choice in spec.choices if choice != spec.default]
    if spec.amount:
        values += [OTHER_AMOUNT, 0]
    return values + ([["Q"], ["K", "Q"], ["2"], []] if spec.ranks else [])


def single_changes(book: Ruleset) -> list[dict[str, Value]]:
    """The defaults, and every house that changes one thing."""
    return [{}, *({name: value} for name, spec in book.specs.items() for value in other_values(spec))]


def texts(name: str, options: dict[str, Value]) -> dict[str, str]:
    """The clauses of a ruleset by their rules."""
    return {rule: clause.text for rule, clause in load(name, options).clauses.items()}


def written(name: str) -> dict[str, Any]:
    """A ruleset's file, its parent's options and clauses under its own."""
    own = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    parent = written(own["extends"]) if "extends" in own else {"rules": {}, "options": {}}
    options = dict(parent["options"])
    for option, entry in own.get("options", {}).items():
        options[option] = options.get(option, {}) | entry
    clauses = dict(parent["rules"])
    for rule, entry in own.get("rules", {}).items():
        clauses[rule] = clauses.get(rule, {}) | entry
    kept = {rule: entry for rule, entry in clauses.items() if rule not in own.get("without", [])}
    return {"rules": kept, "options": options}


def placeholders(text: str, options: dict[str, Any]) -> set[str]:
    """The options that a clause names, itself or in the words of another."""
    found = set(PLACEHOLDER.findall(text)) - {"value"}
    for option in list(found):
        for words in options[option].get("says", {}).values():
            found |= placeholders(words, options)
    return found


@pytest.mark.parametrize("name", BOOKS)
def test_every_placeholder_is_an_option_of_the_rule(name: str) -> None:
    data = written(name)
    own = {option: entry.get("rules") or [entry["rule"]] for option, entry in data["options"].items()}
    for rule, entry in data["rules"].items():
        for option in PLACEHOLDER.findall(entry["clause"]):
            assert rule in own[option], (rule, option)
        for option in placeholders(entry["clause"], data["options"]):
            assert option in own, (rule, option)


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_an_option_stands_in_the_clauses_of_its_rules(name: str, option: str) -> None:
    data, spec = written(name), BOOKS[name].specs[option]
    assert spec.rules[0] == spec.rule
    for rule in spec.rules:
        if BOOKS[name].plays(rule):
            assert option in placeholders(data["rules"][rule]["clause"], data["options"]), rule


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_every_value_changes_the_clause(name: str, option: str) -> None:
    """By itself, or with the one other house rule that brings it in (`party_bonus` needs `party: discards`)."""
    book = BOOKS[name]
    spec = book.specs[option]
    if not book.plays(spec.rule):
        return
    for value in other_values(spec):
        assert any(
            texts(name, house | {option: value})[spec.rule] != texts(name, house)[spec.rule]
            for house in single_changes(book)
            if option not in house
        ), value


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_every_choice_has_words_of_its_own(name: str, option: str) -> None:
    spec = BOOKS[name].specs[option]
    if spec.choices:
        words = [spec.phrase(choice) for choice in spec.choices]
        assert len({*words}) == len(words)
        assert all(len(each.split()) > 1 for each in words)


@pytest.mark.parametrize("name", BOOKS)
def test_no_default_amount_stands_as_a_bare_number(name: str) -> None:
    data = written(name)
    for rule, entry in data["rules"].items():
        for option in placeholders(entry["clause"], data["options"]):
            amount = data["options"][option].get("amount")
            if isinstance(amount, int) and not isinstance(amount, bool):
                bare = re.findall(r"\b\d+\b", entry["clause"])
                assert str(amount) not in bare, (rule, option)


@pytest.mark.parametrize("name", BOOKS)
def test_every_clause_fills_and_reads(name: str) -> None:
    for house in single_changes(BOOKS[name]):
        for rule, text in texts(name, house).items():
            assert not re.search(r"[{}]|  | [,.;:]|[,.;:]{2}|\b(he|his|him|she|her|None|True|False)\b", text), text
            assert text[0].isupper() and text.endswith("."), (rule, house)


def test_a_clause_says_what_the_house_plays() -> None:
    house = load("revesino", {"cut_pays": 48, "tie_seats": "dealer_then_left", "quinola_forced": "any_oros_trick"})
    assert all("48" in house.clauses[rule].text and "64" not in house.clauses[rule].text for rule in ("V3", "N7"))
    assert "0, 3, 2, 1" in house.clauses["R8"].text
    assert "by choice" in house.clauses["F5"].text
    assert "64" in load("revesino").clauses["V3"].text


def test_the_digest_speaks_of_what_it_has() -> None:
    book = BOOKS["revesino-digest"]
    for clause in book.clauses.values():
        assert clause.source == "S3"
        assert "napolitan" not in clause.text.lower()
        assert {*re.findall(r"\b[FKNPRV]\d+\b", clause.text)} <= book.clauses.keys()


def page(name: str | None) -> str:
    return "\n".join(line.text for line in rulebook(name))


def test_all_rules_begin_with_revesino_and_say_of_a_variant_what_differs() -> None:
    text = page(None)
    order = [text.index(f"({name})") for name in ("revesino", "revesino-digest", "reversis", "reversis-5")]
    assert order == sorted(order)
    assert text.count("as reversis, but:") == 4
    assert text.count(BOOKS["reversis"].clauses["X4"].text) == 1
    for clause in BOOKS["reversis-5"].clauses.values():
        assert clause.text in text
    assert all(f"{letters:<4} {meaning}" in text for letters, meaning in SOURCES.items())


@pytest.mark.parametrize("option", sorted({option for _, option in OPTIONS}))
def test_an_option_is_shown_with_its_values_and_how_to_write_it(option: str) -> None:
    text = page(option)
    assert f"`opcion {option}: " in text
    for book in BOOKS.values():
        spec = book.specs.get(option)
        for value in spec.choices if spec else ():
            word = str(value).lower() if isinstance(value, bool) else value
            assert re.search(rf"^    {word}( \(default\))?: \S", text, re.MULTILINE)


def test_an_option_of_several_rules_is_shown_with_each() -> None:
    for rule, option in (("X6", "quinola_fixed"), ("X7", "quinola_fixed"), ("N7", "cut_pays"), ("F2", "stake_dealer")):
        assert f"option {option}:" in page(rule)
