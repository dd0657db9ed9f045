"""Questions that a person answers at the terminal, until the answer is one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import typer

from audit.cli.output import complain
from audit.house_rules import read_value
from audit.language import LANGUAGES, _
from audit.ruleset import house_rules, load, ruleset_ids
from audit.text.lines import listed, plain

Check = Callable[[str], str | None]
"""The answer as it counts, or `None` when it is none, of which the check has said why."""


def ask(question: str, given: str | None, check: Check, default: str | None = None) -> str:
    """The answer to `question`, asked until it is one; what was `given` on the command line is not asked for.

    Ends with exit status 2 when what was given is no answer.
    """
    if given is not None:
        answer = check(given)
        if answer is None:
            raise typer.Exit(2)
        return answer
    while True:
        answer = check(str(typer.prompt(question, default=default)))
        if answer is not None:
            return answer


def ruleset_or_none(text: str) -> str | None:
    """A ruleset's id."""
    if text.strip() in ruleset_ids():
        return text.strip()
    complain(_("there is no ruleset {name}; there are {known}.").format(name=text, known=listed(list(ruleset_ids()))))
    return None


def language_or_none(text: str) -> str | None:
    """A language's code."""
    if text.strip().lower() in LANGUAGES:
        return text.strip().lower()
    complain(_("there is no language {name}; there are {known}.").format(name=text, known=listed(list(LANGUAGES))))
    return None


def options_of(ruleset: str, given: Sequence[str] | None) -> dict[str, Any]:
    """House rules as `name=value`, those given or those typed until an empty line, read by their types."""
    found: dict[str, Any] = {}
    if given is not None:
        for text in given:
            option = _option(ruleset, text)
            if option is None:
                raise typer.Exit(2)
            found[option[0]] = option[1]
        return found
    question = _("House rule that differs, as `renewal=only_empty` (Enter: none, or no more)")
    while text := str(typer.prompt(question, default="", show_default=False)).strip():
        option = _option(ruleset, text)
        if option is not None:
            found[option[0]] = option[1]
    return found


def _option(ruleset: str, text: str) -> tuple[str, Any] | None:
    """The house rule that `text` is, or `None` with the reason told."""
    name, equals, value = (part.strip() for part in text.partition("="))
    spec = house_rules(ruleset).get(name)
    if not equals or spec is None:
        known = listed(sorted(house_rules(ruleset)))
        complain(_("`{text}` is no house rule of {rules}. Write NAME=VALUE; there are {known}.").format(
            text=text, rules=ruleset, known=known))  # fmt: skip
        return None
    try:
        return name, read_value(spec, value, load(ruleset).pack)
    except ValueError:
        known = listed([plain(choice) for choice in spec.choices] or [_("a whole number, 0 or more")])
        complain(_("`{value}` is no value of {name}; there is {known}.").format(value=value, name=name, known=known))
        return None
