"""Questions that a person answers at the terminal, until the answer is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import typer

from audit.choice import hints
from audit.cli.output import complain
from audit.house_rules import parse_options
from audit.language import LANGUAGES, _
from audit.refusal import Refused
from audit.ruleset import Ruleset
from audit.text.refusals import refusal

TRIES = 20
"""Answers after which nobody seems to read what is asked."""

Answer = TypeVar("Answer")


def ask(question: str, given: str | None, read: Callable[[str], Answer], default: str | None = None) -> Answer:
    """The answer to `question`, asked until it is one; what was `given` on the command line is not asked for.

    Raises `Refused` when what was given is no answer.
    """
    if given is not None:
        return read(given)
    for left in reversed(range(TRIES)):
        try:
            return read(str(typer.prompt(question, default=default)))
        except Refused as refused:
            if not left:
                raise
            complain(refusal(refused))
    raise AssertionError


def name_of(text: str) -> str:
    """A text that is not empty. Raises `Refused`."""
    if not text.strip():
        raise Refused("answer.empty")
    return text.strip()


def number_of(text: str) -> int:
    """A number of 0 or more. Raises `Refused`."""
    if not text.strip().isdecimal() or len(text.strip()) > len("1000000"):
        raise Refused("answer.no-number", text=text.strip())
    return int(text)


def ruleset_of(text: str) -> str:
    """A ruleset's id. Raises `Refused` when there is none such."""
    return parse_options(text.strip(), []).id


def language_of(text: str) -> str:
    """A language's code. Raises `Refused` when there is none such."""
    if text.strip().lower() in LANGUAGES:
        return text.strip().lower()
    raise Refused("language.none", name=text, **hints(text, LANGUAGES))


def house_rules_of(ruleset: str, given: list[str] | None) -> Ruleset:
    """The ruleset under house rules written `name=value`: those given, or those typed until an empty line.

    Raises `Refused` when one that was given is none.
    """
    if given is not None:
        return parse_options(ruleset, given)
    found: list[str] = []
    question = _("House rule that differs, as `renewal=only_empty` (Enter: none, or no more)")
    while text := str(typer.prompt(question, default="", show_default=False)).strip():
        try:
            parse_options(ruleset, [*found, text])
        except Refused as refused:
            complain(refusal(refused))
            continue
        found.append(text)
    return parse_options(ruleset, found)
