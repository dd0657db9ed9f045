"""Help and refusals of the command line, in each language, with what to write instead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support import VECTORS, revesino

from audit import language

from .catalogues import TRANSLATED
from .spoken import OPTIONS, left_in_english, run


def commands() -> list[str]:
    """The commands that there are."""
    page = revesino("--help").stdout
    return re.findall(r"^  (\w[\w-]*)  ", page.partition("Commands:")[2], re.MULTILINE)


COMMANDS = commands()


@pytest.mark.slow
@pytest.mark.parametrize("spoken", TRANSLATED)
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_the_help_has_nothing_in_english(command: str, spoken: str) -> None:
    words = [command, "--help"] if command else ["--help"]
    pages = {each: run("--lang", each, *words).stdout.splitlines() for each in (spoken, "en")}
    options = {line.strip() for line in pages["en"] if re.fullmatch(r" +(-\w, )?--[\w-]+( [a-z|]+)?", line)}
    assert len(COMMANDS) >= 5
    assert OPTIONS[spoken] in pages[spoken]
    assert left_in_english(pages[spoken], pages["en"], options) == []


WRONG = {
    "nothing to work on": ["fmt"],
    "unknown command": ["nonsense"],
    "nearly a command": ["aduit"],
    "a log for a command": ["sample_logs/x.rev"],
    "unknown option": ["audit", "x", "--nonsense"],
    "nearly an option": ["audit", "x", "--fromat", "json"],
    "no such value": ["audit", "x", "--format", "xml"],
    "no value": ["convert", "x", "--to"],
    "a value too many": ["audit", "x", "--strict=3"],
    "missing option": ["convert", "x"],
    "too many words": ["rules", "P3", "P4"],
    "an empty path": ["audit", ""],
    "a dash": ["audit", "-"],
    "a dash to write to": ["convert", "sample_logs", "--to", "rev", "-o", "-"],
    "an unknown rule": ["rules", "cut_payz"],
    "no such file": ["fmt", "nowhere.rev"],
}


@pytest.mark.slow
@pytest.mark.parametrize("what", WRONG)
def test_wrong_use_is_refused_in_each_language(what: str) -> None:
    said = {}
    for spoken in language.LANGUAGES:
        done = run("--lang", spoken, *WRONG[what])
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        said[spoken] = done.stderr.splitlines()
    for spoken in TRANSLATED:
        assert left_in_english(said[spoken], said["en"], {"nowhere.rev"}) == []


REMEDIES = [
    ("a log for a command", "`revesino audit sample_logs/x.rev`"),
    ("nearly a command", "Did you mean audit?"),
    ("nearly an option", "Did you mean --format?"),
    ("no such value", "`--format text|json`"),
    ("missing option", "`--to rev|jsonl|parquet|csv|xlsx`"),
    ("no value", "needs a value"),
    ("an empty path", "`.` is the current folder"),
    ("a dash", "Save the log"),
    ("a dash to write to", "Leave -o out"),
    ("nothing to work on", "`revesino fmt --help`"),
]


@pytest.mark.parametrize(("what", "remedy"), REMEDIES)
def test_wrong_use_is_told_what_to_write(what: str, remedy: str) -> None:
    assert remedy in revesino(*WRONG[what]).stderr


def test_the_check_of_a_good_log_says_that_all_is_well(tmp_path: Path) -> None:
    good = tmp_path / "good.rev"
    assert revesino("convert", VECTORS / "revesino.rev", "--to", "rev", "-o", good).returncode == 0
    done = revesino("--lang", "es", "fmt", "--check", good)
    assert (done.returncode, done.stdout) == (0, f"{good}: ya está en la grafía canónica\n")
