"""The house rules that a log names, read by the types of the options; any doubt leaves a session unsettled."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from audit import cards
from audit.choice import hints
from audit.clauses import OptionSpec, Value
from audit.model import Option, OptionValue, Place, Problem
from audit.refusal import Refused
from audit.ruleset import Ruleset, house_rules, load, ruleset_ids

_NOWHERE = Place("", 1)

_TRUE = frozenset({"si", "true", "yes", "sim", "verdadero", "verdadeiro"})
_FALSE = frozenset({"no", "false", "nao", "falso"})


@dataclass(frozen=True)
class RulesNamed:
    """The ruleset that a session names, or why it cannot be settled by one."""

    ruleset: Ruleset | None
    problems: tuple[Problem, ...] = ()


def resolve(name: str, options: Iterable[Option], place: Place) -> RulesNamed:
    """The ruleset `name` under `options` as a log writes them; any doubt leaves it unsettled, with a problem."""
    if name not in ruleset_ids():
        near = difflib.get_close_matches(name, ruleset_ids(), n=1)
        params = {"name": name, "near": near[0] if near else "", "known": ", ".join(ruleset_ids())}
        what = "unknown-ruleset.near" if near else "unknown-ruleset.none"
        return RulesNamed(None, (_problem("unknown-ruleset", what, place, name, params),))
    specs = house_rules(name)
    values: dict[str, Value] = {}
    problems: list[Problem] = []
    for option in options:
        spec = specs.get(option.name)
        if spec is None:
            near = difflib.get_close_matches(option.name, specs, n=1)
            params = {"name": option.name, "near": near[0] if near else "", "known": ", ".join(specs)}
            what = "bad-option.near" if near else "bad-option.unknown"
            problems.append(_problem("bad-option", what, option.place, option.name, params))
            continue
        try:
            values[option.name] = read_value(spec, option.value, load(name).pack)
        except ValueError:
            words = ", ".join(spec.words)
            params = {"name": option.name, "value": str(option.value), "known": words, "takes": spec.takes}
            problems.append(_problem("bad-option", "bad-option.value", option.place, str(option.value), params))
    problems += _excesses(specs, values, place)
    return RulesNamed(None, tuple(problems)) if problems else RulesNamed(load(name, values))


def differing(name: str, options: Iterable[Option]) -> dict[str, Any]:
    """The house rules that a head names, by name, in whatever order and spelling; as written where there is doubt."""
    named = tuple(options)
    rules = resolve(name, named, _NOWHERE).ruleset
    found = rules.differs if rules else {option.name: option.value for option in named}
    return dict(sorted(found.items()))


def _excesses(specs: Mapping[str, OptionSpec], values: Mapping[str, Value], place: Place) -> list[Problem]:
    """Amounts above the one that bounds them, where the house sets them or the ruleset pays them."""
    problems = []
    for spec in specs.values():
        if spec.at_most and (spec.name in values or spec.assumed):
            part, whole = (values.get(name, specs[name].default) for name in (spec.name, spec.at_most))
            if isinstance(part, int) and isinstance(whole, int) and part > whole:
                params: dict[str, str | int] = {"part": spec.name, "share": part, "bound": spec.at_most, "whole": whole}
                problems.append(_problem("bad-option", "bad-option.share", place, str(part), params))
    return problems


def _problem(code: Any, what: str, place: Place, excerpt: str, params: Mapping[str, str | int]) -> Problem:
    return Problem(place=place, code=code, severity="error", what=what, excerpt=excerpt[:200], params=params)


def read_value(spec: OptionSpec, value: OptionValue, pack: cards.Pack) -> Value:
    """An option's value read by the option's type. Raises `ValueError` when it is of another."""
    if spec.ranks:
        return _read_ranks(value, pack)
    if isinstance(value, bool):
        if value in spec.choices and True in spec.choices:
            return value
        raise ValueError(value)
    if isinstance(value, int):
        return _read_amount(spec, value)
    if not isinstance(value, str):
        raise ValueError(value)
    word = _folded(value)
    if True in spec.choices and word in _TRUE | _FALSE:
        return word in _TRUE
    if word in spec.choices:
        return word
    digits = word.removeprefix("+")
    if digits.isascii() and digits.isdigit():
        return _read_amount(spec, int(digits))
    raise ValueError(value)


def _read_amount(spec: OptionSpec, value: int) -> int:
    if not spec.amount or value < 0:
        raise ValueError(value)
    return value


def _read_ranks(value: OptionValue, pack: cards.Pack) -> list[str]:
    """A list of ranks, each named once, in the pack's canonical letters."""
    if isinstance(value, str):
        inner = value.strip()
        if not (inner.startswith("[") and inner.endswith("]")):
            raise ValueError(value)
        value = inner[1:-1].replace(",", " ").split()
    if not isinstance(value, list):
        raise ValueError(value)
    also = {"10": "T", "R": "K", "D": "Q", "V": "J"}
    ranks = []
    for word in value:
        letter = str(word).strip().strip("\"'").upper()
        letter = letter if letter in pack.ranks[1:] else also.get(letter, letter)
        if not isinstance(word, str) or letter not in pack.ranks[1:]:
            raise ValueError(value)
        if letter not in ranks:
            ranks.append(letter)
    return ranks


def _folded(text: str) -> str:
    """Lower case, without accents and outer blanks."""
    plain = unicodedata.normalize("NFD", text.strip().casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


# ----------------------------------------------------------------------------------- as a person names them


def parse_options(ruleset: str, texts: Iterable[str]) -> Ruleset:
    """The ruleset under house rules that are written `name=value`.

    Raises `Refused` when there is no such ruleset or house rule, or it does not take the value.
    """
    options = []
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise Refused("options.no-value", text=text)
        options.append(Option(name, value, _NOWHERE))
    return rules_of(ruleset, options)


def rules_of(ruleset: str, options: Iterable[Option]) -> Ruleset:
    """The ruleset under `options` as a log writes them. Raises `Refused` as `parse_options` does."""
    found = resolve(ruleset, options, _NOWHERE)
    if found.ruleset is not None:
        return found.ruleset
    params = found.problems[0].params
    match found.problems[0].what:
        case "bad-option.value":
            spec = house_rules(ruleset)[str(params["name"])]
            takes = [*spec.words, *({"ranks": ["[K]"], "amount": ["0", "1", "2…"]}.get(spec.takes, []))]
            raise Refused("options.bad-value", name=spec.name, value=str(params["value"]), takes=takes)
        case "bad-option.share":
            raise Refused("options.too-much", problems=(), **params)
        case what if what.startswith("unknown-ruleset"):
            raise Refused("options.no-ruleset", name=ruleset, **hints(ruleset, ruleset_ids()))
    if not house_rules(ruleset):
        raise Refused("options.none", rules=ruleset)
    name = str(params["name"])
    raise Refused("options.unknown", rules=ruleset, name=name, **hints(name, house_rules(ruleset)))
