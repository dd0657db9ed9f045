"""Which function is the code of which rule.

`@rule("P3")` says which clause a function is; the id is the same in the ruleset, the ledger, the reports and
the tests. Which rules are played, and in which order, is for the ruleset to say (`[settlement]`).
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeVar

_RuleFunction = TypeVar("_RuleFunction", bound=Callable[..., Any])

ELSEWHERE = ("audit.facts", "audit.seating", "audit.legality", "audit.compare.session_end")
"""Modules outside `audit/rules` that hold rules: of cards, seats, illegal deals, the end of a session."""

Side = Literal["payer", "payee"]

_CODE: dict[str, Callable[..., Any]] = {}
_CARD_OF: dict[str, Side] = {}


def rule(*ids: str, card_of: Side | None = None) -> Callable[[_RuleFunction], _RuleFunction]:
    """Register the decorated function as the code of the rules `ids`, whose entries are for a card of `card_of`.

    A rule that does two things (it finds who won, and later makes the loser pay) has two functions, each a part
    with a name of its own behind the id: `X10.winner`, `X10.bete`.
    """

    def register(function: _RuleFunction) -> _RuleFunction:
        for name in ids:
            if name in _CODE:
                raise ValueError(f"rule {name} has code in two places: {_CODE[name]} and {function}")
            _CODE[name] = function
            if card_of:
                _CARD_OF[name] = card_of
        return function

    return register


def _load() -> None:
    """Import the modules that hold rules, so that each has registered its own."""
    folder = [str(Path(__file__).parent / "rules")]
    names = [module.name for module in pkgutil.iter_modules(folder, "audit.rules.")]
    for name in (*names, *ELSEWHERE):
        importlib.import_module(name)


def code_of(name: str) -> Callable[..., Any]:
    """The function that is the rule `name`. Raises `KeyError` when no code has that id."""
    if name not in _CODE:
        _load()
    return _CODE[name]


def rule_of(name: str) -> str:
    """The id of the rule that `name` is, or is a part of (`X9.paid` is a part of X9)."""
    return name.partition(".")[0]


def card_of(name: str) -> Side | None:
    """Who played the card that an entry of the rule `name` is for; `None` where it is for no card."""
    code_of(name)
    return _CARD_OF.get(name)


def known_names() -> frozenset[str]:
    """The names under which there is code: ids of rules, and of parts of rules."""
    _load()
    return frozenset(_CODE)


def place_of(name: str) -> tuple[str, int]:
    """The file, from the package's folder, and the line where the code of rule `name` begins."""
    function = inspect.unwrap(code_of(name))
    root = Path(__file__).parent.parent
    file = Path(inspect.getfile(function)).relative_to(root).as_posix()
    return file, inspect.getsourcelines(function)[1]
