"""Texts for people that no catalogue can know of: words that the code prints without `_`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PRINTERS = frozenset({"Line", "complain", "WrongUseError", "BadParameter", "UnknownNameError"})
"""What takes a text that is shown, as its first argument."""

NAMED = frozenset({"help", "metavar"})
"""Named arguments that are shown."""

TRANSLATES = frozenset({"_", "N_", "ngettext", "counted"})
WORD = re.compile(r"[^\W\d_]{2,}")
AS_WRITTEN = re.compile(r"[a-z]+(\|[a-z]+)+|revesino: ")
"""Values of an option, which stay as they are typed, and our own name."""


def name_of(call: ast.Call) -> str:
    """The last part of what is called: `typer.Option` is `Option`."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def literals(node: ast.AST) -> Iterator[ast.Constant]:
    """The texts in an expression as they are written there, without what is handed to a catalogue or called with."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    elif isinstance(node, ast.JoinedStr):
        for part in node.values:
            yield from literals(part)
    elif isinstance(node, ast.BinOp):
        yield from literals(node.left)
        yield from literals(node.right)
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)
    elif isinstance(node, ast.FormattedValue):
        yield from literals(node.value) if isinstance(node.value, ast.IfExp) else ()
    elif isinstance(node, ast.Call) and name_of(node) == "format" and isinstance(node.func, ast.Attribute):
        yield from literals(node.func.value)


def unwrapped(source: str) -> list[tuple[int, str]]:
    """Line and text of each word that is shown and in no catalogue."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        shown = node.args[:1] if name_of(node) in PRINTERS else []
        shown += [keyword.value for keyword in node.keywords if keyword.arg in NAMED]
        texts = [(text.lineno, str(text.value)) for each in shown for text in literals(each)]
        found += [(line, text) for line, text in texts if WORD.search(text) and not AS_WRITTEN.fullmatch(text)]
    return found


def marked(source: str) -> set[str]:
    """Every text that the code hands to a catalogue, wherever that stands: inside an f-string too."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and name_of(node) in TRANSLATES]
    first = [call.args[0] for call in calls if call.args]
    return {str(one.value) for one in first if isinstance(one, ast.Constant) and isinstance(one.value, str)}


def all_marked(root: Path = ROOT) -> set[str]:
    """The same of all code."""
    return {text for path in (root / "audit").rglob("*.py") for text in marked(path.read_text(encoding="utf-8"))}


def all_unwrapped(root: Path = ROOT) -> dict[str, list[tuple[int, str]]]:
    """By file: what is shown and in no catalogue."""
    found = {path: unwrapped(path.read_text(encoding="utf-8")) for path in sorted((root / "audit").rglob("*.py"))}
    return {path.relative_to(root).as_posix(): texts for path, texts in found.items() if texts}
