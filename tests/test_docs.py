"""What the documents say is so: their links, the README's example, the lists of codes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support import ROOT, revesino

from audit.findings import DISCREPANT, ILLEGAL, WARNINGS
from audit.fondo import REASONS
from audit.judge import STATUSES

PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("*/README.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_readme_s_example_is_what_is_printed() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    example = next(block for block in readme.split("```") if block.startswith("\n  Deal 4  discrepant"))
    assert example in revesino("audit", "sample_logs/2024-03-09-casino-cuentas-mal.rev").stdout


def test_the_commands_of_the_readme_exist() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"revesino ([a-z]+)", readme))
    page = revesino("--help").stdout
    assert {name for name in named if name not in page} == set()


def test_the_report_s_codes_are_documented() -> None:
    page = (ROOT / "docs" / "report.md").read_text(encoding="utf-8")
    codes = [*ILLEGAL, *DISCREPANT, *WARNINGS, *STATUSES, *filter(None, REASONS)]
    assert [code for code in codes if f"`{code}`" not in page] == []


def test_the_module_of_each_layer_is_named_where_its_code_is() -> None:
    """docs/architecture.md names files; they exist."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    files = re.findall(r"`(audit/[a-z_/]+\.py)`", page)
    assert files
    assert [file for file in files if not (ROOT / file).exists()] == []
