"""What an option may be, and the words of a clause for what a house plays by, in the language that is spoken."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from audit.language import _

Value = str | int | bool | list[str] | None
"""An option's value, of the option's own type; `None` stands for the choice `none` of an amount."""

KNOWN_AMOUNTS: Mapping[str, tuple[int, ...]] = {"cut_pays": (48,), "quinola_placed_winner": (3,)}
"""Amounts that some source gives, besides the default (rules.md)."""

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class OptionSpec:
    """What an option may be: its rule, its choices (default first), and whether a number is one of them."""

    name: str
    rule: str
    choices: tuple[str | bool, ...] = ()
    amount: bool = False
    ranks: bool = False
    default: Value = None
    assumed: str = ""
    """The sources leave this amount open: its default is an assumption. Whom the entries that rest on it are paid
    to: `players` or the `fondo`."""
    at_most: str = ""
    """The option whose amount it may not exceed."""
    rules: tuple[str, ...] = ()
    """All rules whose clauses it changes, `rule` first."""
    says: Mapping[str, str] = field(default_factory=dict)
    """By value, as a log spells it: the words for it in a clause; `any` is for amounts and lists."""

    def phrase(self, value: Value) -> str:
        """The words for `value` in a clause; they may hold placeholders of other options."""
        if isinstance(value, list):
            ranks = [_(self.says[rank]) if rank in self.says else rank for rank in value]
            word = functools.reduce(_either, ranks) if ranks else "none"
        else:
            word = str(value).lower()
        return _(self.says[word]) if word in self.says else self.phrase_of_any(word)

    def phrase_of_any(self, word: str) -> str:
        """The words for an amount, or a list, that reads as `word`."""
        return (_(self.says["any"]) if "any" in self.says else "{value}").replace("{value}", word)

    @property
    def words(self) -> list[str]:
        """Its choices as a log spells them."""
        return [str(choice).lower() if isinstance(choice, bool) else choice for choice in self.choices]

    @property
    def takes(self) -> str:
        """What it takes besides its choices: `ranks`, an `amount`, or nothing."""
        return "ranks" if self.ranks else "amount" if self.amount else ""


def _either(left: str, right: str) -> str:
    return _("{left} or {right}").format(left=left, right=right)


@dataclass(frozen=True)
class Clause:
    """A rule in our own words and the paragraphs of the sources that it is read from."""

    id: str
    source: str
    template: str
    """The English words, with a placeholder for what each option says."""
    since: str
    """The ruleset whose file words it; a variant inherits its parent's."""
    specs: Mapping[str, OptionSpec] = field(repr=False, compare=False)
    values: Mapping[str, Value] = field(repr=False, compare=False)
    """What the house plays by."""

    @property
    def text(self) -> str:
        """The clause as the house plays it, in the language that is spoken."""
        return filled(_(self.template), self.specs, self.values)


def filled(text: str, specs: Mapping[str, OptionSpec], values: Mapping[str, Value]) -> str:
    """`text` with the words for an option's value in the place of each `{option}`, and in those words likewise."""

    def words(found: re.Match[str]) -> str:
        return filled(specs[found[1]].phrase(values[found[1]]), specs, values)

    return _PLACEHOLDER.sub(words, text)
