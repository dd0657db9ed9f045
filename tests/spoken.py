"""Looking for English where another language is spoken, and running the command line in a language."""

from __future__ import annotations

import re

from support import Done, revesino_process

ENGLISH_WORDS = re.compile(r"\b(the|of|is|are|was|were|and|which|not|with|should|been|this|that|there|from)\b")
"""Words of every English sentence, which neither Spanish nor Portuguese has."""

NAMES = re.compile(r"Hoyle's Games Improved")


def left_in_english(lines: list[str], english: list[str], data: set[str]) -> list[str]:
    """Lines that are English, or the same as in English though they are not what a log or a ruleset spells."""
    same = {line for line in english if re.search(r"[^\W\d_]{2,}", line)}
    return [
        line
        for line in lines
        if (line in same and line.strip() not in data) or ENGLISH_WORDS.search(NAMES.sub("", without(line, data)))
    ]


def without(line: str, data: set[str]) -> str:
    """The line without what is quoted in it from a log."""
    return "" if line.strip() in data else re.sub(r"`[^`]*`|\S+\.(rev|jsonl)\b", "", line)


def run(*arguments: str, **variables: str) -> Done:
    """A command in a process of its own, to which the environment names no language but that in `variables`."""
    unset = dict.fromkeys(("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"), "")
    return revesino_process(*arguments, **unset | variables)


OPTIONS = {"es": "Opciones:", "pt": "Opções:", "en": "Options:"}
"""The heading of the options in a help page."""
