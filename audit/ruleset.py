"""Rulesets as data: the TOML files of `audit/rulesets/`, and a club's options on top of them.

A ruleset says what the pack is worth, which rules are played and in which order, and which options a house
may set; nothing here knows what any rule does. A variant `extends` another, changes what it names and drops
the rules that it lists under `without`.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

from audit import cards
from audit.clauses import Clause, OptionSpec, Value
from audit.registry import rule_of

EXACT_BELOW = 2**31
"""House amounts below this settle in 64-bit integers with room to spare; larger ones in Python's own."""


@dataclass(frozen=True, eq=False)
class Ruleset:
    """One ruleset under one set of options, ready to settle by."""

    id: str
    title: str
    pack: cards.Pack
    players: int
    seats: int
    """Seats that play; one fewer than `players` where the dealer sits out."""
    tricks: int
    hand: Mapping[str, int]
    next_dealer: str
    quinola: int
    ace: int
    """The rank of the aces."""
    strength: npt.NDArray[np.uint8]
    """By card code: higher beats lower in one suit; 0 for a code that is no card of the deck."""
    points: npt.NDArray[np.uint8]
    """By card code."""
    bit: npt.NDArray[np.uint64]
    """By card code: the card's own bit in a 64-bit set of cards; 0 for a code that is no card of the deck."""
    course: tuple[str, ...]
    stakes: tuple[str, ...]
    passes: tuple[tuple[str, ...], ...]
    claims: Mapping[str, str]
    findings: Mapping[str, str]
    """By code of a finding: the rule that it rests on."""
    declarations: Mapping[str, str]
    specs: Mapping[str, OptionSpec]
    values: Mapping[str, Value]
    clauses: Mapping[str, Clause]
    """Each clause says what is in force under `values`."""

    @property
    def first_seat(self) -> int:
        """The seat number of the first seat that plays: 1 where the dealer sits out."""
        return self.players - self.seats

    @functools.cached_property
    def deck(self) -> npt.NDArray[np.uint8]:
        """The codes of the cards of the deck, ascending."""
        return np.flatnonzero(self.bit).astype(np.uint8)

    @property
    def differs(self) -> dict[str, Value]:
        """The options that are not at their defaults."""
        return {name: self.values[name] for name, spec in self.specs.items() if self.values[name] != spec.default}

    @functools.cached_property
    def amounts_are_small(self) -> bool:
        """Whether every house amount leaves 64-bit sums exact."""
        amounts = (v for v in self.values.values() if isinstance(v, int) and not isinstance(v, bool))
        return all(value < EXACT_BELOW for value in amounts)

    @functools.cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number by which a column of rules names each rule: its place among the clauses."""
        return {name: number for number, name in enumerate(self.clauses)}

    @functools.cached_property
    def rule_names(self) -> tuple[str, ...]:
        """The rules by their numbers."""
        return tuple(self.clauses)

    def cards_of(self, ranks: Iterable[int]) -> np.uint64:
        """The cards of `ranks` in all suits, as a set by `bit`."""
        wanted = np.isin(self.deck & 15, list(ranks))
        return np.uint64(np.bitwise_or.reduce(self.bit[self.deck[wanted]], initial=np.uint64(0)))

    def plays(self, rule: str) -> bool:
        """Whether the ruleset has the rule `rule`."""
        return rule in self.clauses

    def choice(self, option: str) -> str:
        """The value of an option that is a word (an amount reads as its digits)."""
        return str(self.values[option])

    def ranks(self, option: str) -> list[str]:
        """The value of an option that is a list of ranks."""
        value = self.values[option]
        return value if isinstance(value, list) else []

    def flag(self, option: str) -> bool:
        """The value of an option that is true or false."""
        return self.values[option] is True

    def amount(self, option: str) -> Any:
        """The value of an amount, in a type whose arithmetic cannot wrap round (see `EXACT_BELOW`)."""
        value = self.values[option]
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"option {option} is no amount: {value!r}")
        return np.int64(value) if self.amounts_are_small else value

    @property
    def amount_type(self) -> Any:
        """The type of an array of amounts: 64-bit integers, or Python's own where those might wrap round."""
        return np.int64 if self.amounts_are_small else object

    def tantos(self, values: npt.ArrayLike) -> npt.NDArray[Any]:
        """An array of amounts."""
        return np.asarray(values, dtype=self.amount_type)


# ------------------------------------------------------------------------------------------------- loading


@functools.cache
def ruleset_ids() -> tuple[str, ...]:
    """The ids of the rulesets that come with the tool."""
    folder = resources.files("audit") / "rulesets"
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


@functools.cache
def _data(name: str) -> dict[str, Any]:
    """The TOML of ruleset `name`, with all that it inherits filled in."""
    text = (resources.files("audit") / "rulesets" / f"{name}.toml").read_text(encoding="utf-8")
    own = tomllib.loads(text)
    for entry in own.get("rules", {}).values():
        if "clause" in entry:
            entry.setdefault("since", name)
    parent = own.pop("extends", None)
    if parent is None:
        return own
    data = _merged(_data(parent), own)
    return _without(data, frozenset(data.pop("without", ())))


def _merged(parent: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The parent's tables with the variant's on top."""
    data = dict(parent)
    for key, value in own.items():
        inherits = isinstance(value, dict) and isinstance(data.get(key), dict)
        data[key] = _merged(data[key], value) if inherits else value
    return data


def _without(data: dict[str, Any], dropped: frozenset[str]) -> dict[str, Any]:
    """The ruleset with the rules `dropped` gone; their options may still be written, and say nothing."""

    def kept(names: Iterable[str]) -> list[str]:
        return [name for name in names if rule_of(name) not in dropped]

    old = data["settlement"]
    return data | {
        "settlement": {
            "stakes": kept(old["stakes"]),
            "course": kept(old["course"]),
            "passes": [kept(one) for one in old["passes"]],
        },
        "rules": {name: data["rules"][name] for name in kept(data["rules"])},
        "declarations": {what: name for what, name in data["declarations"].items() if name not in dropped},
    }


def _spec(name: str, entry: Mapping[str, Any]) -> OptionSpec:
    amount = entry.get("amount")
    ranks = entry.get("ranks")
    choices = tuple(entry.get("choices", ()))
    has_number = amount is not None and amount is not False
    default: Value = choices[0] if choices else amount if ranks is None else list(ranks)
    rules = tuple(entry.get("rules") or [entry["rule"]])
    return OptionSpec(
        name=name,
        rule=rules[0],
        choices=choices,
        amount=has_number,
        ranks=ranks is not None,
        default=default,
        assumed=entry.get("assumed", ""),
        at_most=entry.get("at_most", ""),
        rules=rules,
        says=entry.get("says", {}),
    )


@functools.cache
def _specs(name: str) -> dict[str, OptionSpec]:
    """All options that the ruleset's rules ask for."""
    return {option: _spec(option, entry) for option, entry in _data(name)["options"].items()}


def house_rules(name: str) -> dict[str, OptionSpec]:
    """The options that a house may set."""
    return _specs(name) if _data(name).get("house_rules", True) else {}


def pack_of(name: str) -> cards.Pack | None:
    """The pack that ruleset `name` is played with; `None` when there is no such ruleset."""
    return cards.Pack(_data(name)["pack"]) if name in ruleset_ids() else None


def load(name: str, options: Mapping[str, Value] | None = None) -> Ruleset:
    """Ruleset `name` with `options` (of the right type; the others at their defaults).

    Raises `KeyError` for a ruleset or an option that there is not; what a log says goes through `resolve`.
    """
    if name not in ruleset_ids():
        raise KeyError(f"no ruleset {name!r}; there are {', '.join(ruleset_ids())}")
    frozen = tuple((key, tuple(v) if isinstance(v, list) else v) for key, v in sorted((options or {}).items()))
    return _load(name, frozen)


@functools.lru_cache(maxsize=1024)
def _load(name: str, options: tuple[tuple[str, Any], ...]) -> Ruleset:
    data, specs = _data(name), _specs(name)
    values = {option: spec.default for option, spec in specs.items()}
    for option, value in options:
        if option not in specs:
            raise KeyError(f"ruleset {name} has no option {option!r}; it has {', '.join(specs)}")
        values[option] = list(value) if isinstance(value, tuple) else value
    pack = cards.Pack(data["pack"])
    order = data["order"]
    order = (order if isinstance(order, str) else order[values[order["option"]]]).split()
    quinola = _card(data["quinola"], pack)
    strength, points, bit = _tables(pack, order, data["points"])
    settlement = data["settlement"]
    return Ruleset(
        id=name,
        title=data["title"],
        pack=pack,
        players=data["players"],
        seats=data["players"] - (1 if data.get("dealer_sits_out") else 0),
        tricks=data["tricks"],
        hand=data["cards"],
        next_dealer=data["next_dealer"],
        quinola=quinola,
        ace=pack.ranks.index(data["ace"]),
        strength=strength,
        points=points,
        bit=bit,
        course=tuple(settlement["course"]),
        stakes=tuple(settlement["stakes"]),
        passes=tuple(tuple(one) for one in settlement["passes"] if one),
        claims=data["claims"],
        findings=data["findings"],
        declarations=data["declarations"],
        specs=house_rules(name),
        values=values,
        clauses={
            key: Clause(key, entry["source"], entry["clause"], entry["since"], specs, values)
            for key, entry in data["rules"].items()
        },
    )


def _card(name: str, pack: cards.Pack) -> int:
    return cards.code(pack, pack.suits.index(name[-1].lower()), pack.ranks.index(name[:-1]))


def _tables(
    pack: cards.Pack, order: list[str], worth: Mapping[str, int]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.uint64]]:
    """What each card code is worth: its strength in its suit, its points, and its bit in a set of cards."""
    strength = np.zeros(256, np.uint8)
    points = np.zeros(256, np.uint8)
    bit = np.zeros(256, np.uint64)
    place = 0
    for suit in range(4):
        for height, rank in enumerate(reversed(order), start=1):
            card = cards.code(pack, suit, pack.ranks.index(rank))
            strength[card] = height
            points[card] = worth.get(cards.NAMES[card], worth.get(rank, 0))
            bit[card] = np.uint64(1) << np.uint64(place)
            place += 1
    return strength, points, bit
