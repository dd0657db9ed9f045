"""The index: every rule has its clause, code, option, case and page, and nothing names a rule that there is not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from faults import FAULTS

from audit.clauses import OptionSpec
from audit.registry import code_of, known_names, place_of, rule_of
from audit.ruleset import Ruleset, load, ruleset_ids
from audit.terminal.rulebook import rulebook

ROOT = Path(__file__).parent.parent
CASES = ROOT / "tests" / "cases"
BOOKS = {name: load(name) for name in ruleset_ids()}
PARENTS = {
    "revesino-digest": "revesino",
    "reversis-partidas": "reversis",
    "reversis-simple": "reversis",
    "reversis-5": "reversis",
    "reversis-52": "reversis",
}
RULES = {
    "revesino": {
        *(f"R{n}" for n in range(1, 11)),
        *(f"F{n}" for n in range(1, 7)),
        *(f"P{n}" for n in range(5)),
        *(f"V{n}" for n in range(1, 8)),
        *(f"N{n}" for n in range(1, 9)),
        "K1",
        "K2",
    },
    "reversis": {f"X{n}" for n in range(1, 12)},
    "revesino-digest": {*(f"R{n}" for n in range(1, 10)), "F4", "F5", "P0", "V1", "V2", "V3"},
}
RULES |= dict.fromkeys(("reversis-partidas", "reversis-5", "reversis-52"), RULES["reversis"])
RULES["reversis-simple"] = RULES["reversis"] - {"X6", "X9"}
IDS = {id_ for book in BOOKS.values() for id_ in book.clauses}
CLAUSES = [(name, id_) for name, book in BOOKS.items() for id_ in book.clauses]

# The options as rules.md has them: rule, default, other choices; `...` stands for any amount.
REVESINO_OPTIONS: dict[str, tuple[Any, ...]] = {
    "tie_seats": ("R8", "dealer_then_right", "dealer_then_left"),
    "party": ("R10", "none", "discards", ...),
    "party_bonus": ("R10", 4, ...),
    "stake_player": ("F1", 2, ...),
    "stake_dealer": ("F1", 3, ...),
    "renewal": ("F2", "below_initial", "only_empty"),
    "dealer_fee": ("F3", 1, ...),
    "fee_with_stake": ("F3", False, True),
    "quinola_forced": ("F5", "only_card", "any_oros_trick"),
    "quinola_forced_tantos": ("F6", "none", "like_napolitana"),
    "ace_placed_double_suit": ("P1", "oros", "copas", "none"),
    "quinola_placed_winner": ("P2", 2, ...),
    "ace_forced_double_suit": ("P3", "copas", "oros", "none"),
    "edge_tricks": ("P4", "both", "last", "none"),
    "undertaking": ("V1", "declared", "automatic"),
    "made_pays": ("V2", 16, ...),
    "made_fondo": ("V2", "unless_late_quinola", "always", "only_early_quinola"),
    "cut_pays": ("V3", 64, ...),
    "cut_fondo": ("V3", "double", "none"),
    "cut_own_quinola": ("V6", "double_again", "same_base", "included"),
    "napolitana_hand": ("N1", "after_exchange", "either"),
    "napolitana_lost_by": ("N4", "any_trick", "last_two"),
    "bears_all": ("N5", True, False),
    "resale": ("N5", "net_double", "return_and_double", "return_only"),
    "n6_edge_double": ("N6", False, True),
    "napolitano_pays_made": ("N7", False, True),
    "renuncio_fine": ("K1", 2, ...),
    "renuncio_per": ("K1", "deal", "trick"),
    "renuncio_bar": ("K2", "whole_deal", "from_then", "none"),
}
REVERSIS_OPTIONS: dict[str, tuple[Any, ...]] = {
    "ace_rank": ("X1", "above_two", "high"),
    "ante": ("X5", 2, ...),
    "quinola_fixed": ("X7", 4, ...),
    "quinola_capture": ("X7", "fondo_plus_fixed", "fixed_only"),
    "reversis_each": ("X8", 16, ...),
    "reversis_failed": ("X8", "mirror", "chips_only", "to_breaker"),
    "espagnolette_each": ("X9", 32, ...),
    "ace_equivalents": ("X9", ["K"], "ranks"),
    "bete_payment": ("X10", 4, ...),
    "dealer_share": ("X10", 2, ...),
    "honours_paid": ("X10", "counted", "to_fondo"),
    "quinola_in_total": ("X10", False, True),
    "deals": ("X11", "none", ...),
    "starting_chips": ("X11", "none", ...),
}
ASSUMED = {"ante", "bete_payment", "espagnolette_each"}
"""House amounts that the sources leave open; with five players `dealer_share` is one more."""
OPTIONS = {name: REVESINO_OPTIONS if name == "revesino" else REVERSIS_OPTIONS for name in BOOKS}
OPTIONS["revesino-digest"] = {}


def written(spec: OptionSpec) -> tuple[Any, ...]:
    """An option in the form of the tables above."""
    if spec.ranks:
        return (spec.rule, spec.default, "ranks")
    values = spec.choices or (spec.default,)
    return (spec.rule, *values, ...) if spec.amount else (spec.rule, *values)


def settlement(book: Ruleset) -> list[str]:
    """All names that a ruleset lists, in whatever list."""
    return [*book.stakes, *book.course, *(name for names in book.passes for name in names)]


def cases_of(ruleset: str, rule: str) -> list[Path]:
    """The cases of a rule in a ruleset's own folder."""
    return sorted((CASES / ruleset).glob(f"{rule}-*.rev"))


def test_the_rulesets_are_all_here() -> None:
    assert BOOKS.keys() == RULES.keys()
    assert {name: set(book.clauses) for name, book in BOOKS.items()} == RULES


@pytest.mark.parametrize(("ruleset", "rule"), CLAUSES)
def test_a_rule_has_clause_and_source(ruleset: str, rule: str) -> None:
    clause = BOOKS[ruleset].clauses[rule]
    assert len(clause.text.split()) > 5
    assert clause.text.endswith(".")
    assert re.match(r"S\d|HOY", clause.source)
    assert clause.since in (ruleset, PARENTS.get(ruleset))


@pytest.mark.parametrize("rule", sorted(IDS))
def test_a_rule_has_code(rule: str) -> None:
    parts = [name for name in known_names() if rule_of(name) == rule]
    assert parts
    for name in parts:
        assert callable(code_of(name))
        assert code_of(name).__doc__, "its first line says the rule"
        file, line = place_of(name)
        assert "@rule(" in (ROOT / file).read_text(encoding="utf-8").splitlines()[line - 1]


@pytest.mark.parametrize(("ruleset", "rule"), CLAUSES)
def test_a_rule_has_a_case(ruleset: str, rule: str) -> None:
    """In its own folder; a variant's may be its parent's where the clause is."""
    own, since = cases_of(ruleset, rule), BOOKS[ruleset].clauses[rule].since
    assert own or (since != ruleset and cases_of(since, rule))


def test_a_case_has_a_rule() -> None:
    for path in CASES.glob("*/*"):
        rule = path.stem.partition("-")[0]
        assert path.suffix == ".rev"
        # `reversis-simple` lacks X9, and a case shows that.
        assert rule in BOOKS[PARENTS.get(path.parent.name, path.parent.name)].clauses, path


@pytest.mark.parametrize(("ruleset", "rule"), CLAUSES)
def test_a_rule_is_shown(ruleset: str, rule: str) -> None:
    clause = BOOKS[ruleset].clauses[rule]
    book = "\n".join(line.text for line in rulebook(ruleset))
    assert re.search(rf"^ +{rule} +{re.escape(clause.text)}$", book, re.MULTILINE)
    page = "\n".join(line.text for line in rulebook(rule.lower()))
    assert page.startswith(rule)
    assert clause.text in page
    assert clause.source in page
    for name in known_names():
        if rule_of(name) == rule:
            file, line = place_of(name)
            assert f"{file}:{line}" in page
    for spec in BOOKS[ruleset].specs.values():
        if spec.rule == rule:
            assert f"option {spec.name}:" in page


def test_a_rule_has_a_fault() -> None:
    """`make mutants` plants one in every rule; what else it names are the things that lie across the rules."""
    rules = {fault.rule for fault in FAULTS}
    assert rules >= IDS
    assert all(rule.islower() for rule in rules - IDS)


def test_code_has_a_rule() -> None:
    assert {rule_of(name) for name in known_names()} == IDS


@pytest.mark.parametrize("ruleset", BOOKS)
def test_listed_names_have_code(ruleset: str) -> None:
    book = BOOKS[ruleset]
    listed = settlement(book)
    assert set(listed) <= known_names()
    assert {rule_of(name) for name in listed} <= book.clauses.keys()
    assert {*book.claims.values(), *book.declarations.values()} <= book.clauses.keys()
    assert len(listed) == len(set(listed))


def test_parts_are_listed() -> None:
    """A part of a rule with a name of its own is there to be listed."""
    listed = {name for book in BOOKS.values() for name in settlement(book)}
    assert {name for name in known_names() if "." in name} <= listed


@pytest.mark.parametrize("ruleset", BOOKS)
def test_options_are_those_of_the_rules(ruleset: str) -> None:
    specs = BOOKS[ruleset].specs
    assert {name: written(spec) for name, spec in specs.items()} == OPTIONS[ruleset]
    assumed = ASSUMED | ({"dealer_share"} if BOOKS[ruleset].first_seat else set())
    assert {name for name, spec in specs.items() if spec.assumed} == assumed & specs.keys()
    assert {spec.rule for spec in specs.values()} <= IDS
    shown = "\n".join(line.text for line in rulebook(ruleset))
    for name, spec in specs.items():
        assert f"    {name}: " in shown
        assert spec.rule in BOOKS[PARENTS.get(ruleset, ruleset)].clauses


def unknown_ids(text: str) -> set[str]:
    """What reads as a rule's id and is none: a letter of the rules and a number."""
    return set(re.findall(r"\b[FKNPRVX]\d{1,2}\b", text)) - IDS


def test_an_id_that_there_is_not_is_noticed() -> None:
    assert unknown_ids("P3, R11 (not P5), X12: V0; S0, H5") == {"R11", "P5", "X12", "V0"}


def test_nothing_names_a_rule_that_there_is_not() -> None:
    """In code, comments, data and documents."""
    files = [
        *(path for kind in ("py", "toml") for path in (ROOT / "audit").rglob(f"*.{kind}")),
        *(path for kind in ("md", "sql", "py") for path in (ROOT / "docs").rglob(f"*.{kind}")),
        *(ROOT / "sql").rglob("*.sql"),
        *CASES.rglob("*.rev"),
        *ROOT.glob("*.md"),
    ]
    assert len(files) > 100
    for path in files:
        assert not unknown_ids(path.read_text(encoding="utf-8")), path
