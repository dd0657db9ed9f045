"""The guides in Spanish and Portuguese: their commands exist and print what is shown, and both say the same."""

from __future__ import annotations

import re
import shlex
from functools import cache
from pathlib import Path

import pytest
from support import ROOT, audit_text, deals_of, revesino, revesino_process

from audit.ruleset import house_rules

GUIDES = {code: (ROOT / "docs" / f"guia.{code}.md").read_text(encoding="utf-8") for code in ("es", "pt")}
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^(?:\$ )?revesino (?=\S)")
EXAMPLE = {"es": "viernes-1", "pt": "sexta-1"}
ANSWER = ": Casino de Peñalvento"  # to what `init` asks first
DRAFT = {"es": "viernes-1-borrador", "pt": "sexta-1-rascunho"}

in_both = pytest.mark.parametrize("code", GUIDES)


def commands(code: str) -> list[list[str]]:
    """The words after `revesino` of each command line in the guide's code blocks."""
    lines = [line for _, text in BLOCK.findall(GUIDES[code]) for line in text.splitlines()]
    return [shlex.split(COMMAND.sub("", line)) for line in lines if COMMAND.match(line)]


def example(code: str) -> str:
    return next(text for _, text in BLOCK.findall(GUIDES[code]) if text.startswith("revesino-log 1\n"))


@cache
def help_of(command: str) -> str:
    done = revesino(command, "--help")
    assert done.returncode == 0, f"there is no command {command}"
    return done.stdout


def outline(commands: list[list[str]]) -> list[tuple[str, ...]]:
    """Each command with its options, without the words that differ by language."""
    return [(words[0], *(word for word in words[1:] if word.startswith("-"))) for words in commands]


@in_both
def test_every_command_line_is_one_that_there_is(code: str) -> None:
    found = commands(code)
    assert len(found) > 10
    for command, *words in found:
        known = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", help_of(command))) | {"--lang"}
        assert {word for word in words if word.startswith("-")} - known == set(), command


@in_both
def test_commands_named_in_the_text_exist(code: str) -> None:
    named = set(re.findall(r"`(?:\S*/)?revesino ([a-z]+)", GUIDES[code]))
    assert named
    for command in named:
        help_of(command)


@in_both
def test_the_example_is_right(code: str, tmp_path: Path) -> None:
    audited = audit_text(tmp_path, example(code))
    assert {key[1]: deal["status"] for key, deal in deals_of(audited).items()} == {1: "confirmed"}


@pytest.mark.slow
@in_both
def test_what_is_shown_is_what_is_printed(code: str, tmp_path: Path) -> None:
    """Every command, in order, as a reader would type it; `[…]` stands for what is left out."""
    right = example(code)
    sample = ROOT / "sample_logs" / "2024-03-09-casino-cuentas-mal.rev"
    (tmp_path / f"{EXAMPLE[code]}.rev").write_text(right, encoding="utf-8")
    (tmp_path / f"{DRAFT[code]}.rev").write_text(right.replace("4, 3, 19, 13", "4, 3, 13, 19"), encoding="utf-8")
    (tmp_path / "acta-32.rev").write_bytes(sample.read_bytes())
    printed = ""
    for language, text in BLOCK.findall(GUIDES[code]):
        for line in text.splitlines() if language == "console" else ():
            if COMMAND.match(line):
                words = shlex.split(COMMAND.sub("", line))
                founding = "Casino de Peñalvento\n\n\n\n\n" if words[0] == "init" else ""
                done = revesino_process(*words, folder=tmp_path, answers=founding, COLUMNS="90", NO_COLOR="1")
                assert done.returncode in {0, 1}, done.stderr
                printed = done.stdout + done.stderr
                continue
            shown = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "", line.removesuffix("[…]").replace(ANSWER, ":")).rstrip()
            assert shown in re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "", printed), line


@in_both
def test_every_house_rule_is_in_the_glossary(code: str) -> None:
    rows = re.findall(r"^\| `([a-z0-9_]+)` \| .+ \| (.+) \|$", GUIDES[code], re.MULTILINE)
    assert sorted(name for name, _ in rows) == sorted(house_rules("revesino"))
    for name, default in rows:
        value = house_rules("revesino")[name].default
        word = "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
        assert default.replace("`", "").split(":")[0].split(" (")[0] == word, name


def test_both_guides_have_the_same_headings() -> None:
    levels = [[len(marks) for marks in re.findall(r"^(#+) ", GUIDES[code], re.MULTILINE)] for code in GUIDES]
    assert levels[0] == levels[1]


def test_both_guides_have_the_same_commands() -> None:
    assert outline(commands("es")) == outline(commands("pt"))
