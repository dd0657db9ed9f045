"""The flow of docs/architecture.md is one-way: who may import whom, read from the imports themselves."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "audit"

LAYERS = (
    {"model", "cards", "resources", "language", "refusal", "processes", "standings", "transfers"},
    {"card_names", "logs", "registry", "findings", "settings"},
    {"text", "clauses"},
    {"ruleset"},
    {"choice", "people"},
    {"house_rules"},
    {"intake", "sessions", "facts"},
    {"movements", "house_file", "picked"},
    {"course"},
    {"rules", "batch"},
    {"gather"},
    {"settle", "seating", "partial"},
    {"legality"},
    {"replay"},
    {"fondo"},
    {"ledger"},
    {"balances"},
    {"compare"},
    {"infer"},
    {"judge"},
    {"trial"},
    {"rows"},
    {"report"},
    {"drift", "ask"},
    {"sheet"},
    {"play"},
    {"corrections", "fingerprint"},
    {"decisions"},
    {"acts", "stats"},
    {"store"},
    {"bulk"},
    {"club"},
    {"terminal", "api"},
    {"service"},
    {"simulate"},
    {"explain"},
    {"cli", "__main__"},
)
"""From what knows least to what knows most; a module imports from its own layer and those above it here."""

NEVER = {
    "logs": {"rules", "ruleset", "facts", "settle"},
    "facts": {"model", "batch", "compare"},
    "rules": {"batch", "compare", "logs", "text", "report"},
    "report": {"logs", "cli"},
    "settle": {"batch", "compare", "logs", "text"},
    "text": {"logs", "cli", "service", "facts", "settle", "report"},
    "terminal": {"logs", "facts", "settle", "rules"},
    "compare": {"text", "logs", "cli"},
    "acts": {"text", "terminal", "cli", "logs", "stats"},
    "stats": {"text", "terminal", "cli", "logs", "acts", "facts", "settle", "rules", "batch"},
    "store": {"text", "rules", "settle", "cli", "terminal"},
    "bulk": {"text", "terminal", "cli", "club"},
    "club": {"text", "terminal", "cli"},
}
"""What the design forbids by name, whatever the order of the layers."""


def module_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[0]


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "audit":
            parts = node.module.split(".")[1:]
            found |= {parts[0]} if parts else {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("audit.")}
    return found - {"__version__"}


def libraries_of(package: Path) -> set[str]:
    """What is imported anywhere in a package, by the first part of its name."""
    nodes = [node for path in package.rglob("*.py") for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    named = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    named |= {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return {name.split(".")[0] for name in named}


def layer_of(module: str) -> int:
    return next(number for number, layer in enumerate(LAYERS) if module in layer)


SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def offences(module: str, imported: set[str]) -> set[str]:
    own = layer_of(module)
    back = {other for other in imported if other != module and layer_of(other) > own}
    forbidden = NEVER.get(module, set())
    return back | (imported & forbidden)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_go_one_way(path: Path) -> None:
    assert not offences(module_of(path), imports_of(path))


def test_an_import_that_goes_back_is_noticed() -> None:
    """The failing control."""
    assert offences("facts", {"batch"}) == {"batch"}
    assert offences("rules", {"report"}) == {"report"}


def test_what_counts_knows_no_frame() -> None:
    """pandas and what stands on it take a second to import, which an engine need not wait for."""
    named = libraries_of(PACKAGE / "acts")
    assert "numpy" in named
    assert not named & {"pandas", "scipy", "statsmodels", "openskill"}
    assert "pandas" in libraries_of(PACKAGE / "stats")


def test_every_module_is_in_the_architecture() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    names = {module_of(path) for path in SOURCES}
    assert {name for name in names if f"`{name}`" not in text and f"`{name}/`" not in text} == {"__main__"}
