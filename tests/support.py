"""What the tests share: running the command line, auditing text, and the committed vectors."""

from __future__ import annotations

import contextlib
import contextvars
import importlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from audit import language
from audit.cli import main as command_line
from audit.report import Audited
from audit.service import audit

ROOT = Path(__file__).parent.parent
VECTORS = Path(__file__).parent / "vectors"
RULESETS = ("revesino", "reversis", "reversis-partidas", "reversis-simple", "reversis-5", "reversis-52")
VECTOR_NAMES = [f"{corner}{name}" for name in RULESETS for corner in ("", "corner-")]
COMPUTED = ("points", "tricks", "trick_winners", "winner", "net", "fondo_start", "fondo_end", "ledger")

Row = dict[str, Any]
Done = subprocess.CompletedProcess[str]


def revesino(*arguments: object, folder: Path = ROOT, answers: str = "", **variables: str) -> Done:
    """What `revesino` prints in `folder` and how it ends, run in this process, which is not left changed.

    Help pages are English here, whatever is asked for: they are worded once, when the commands are imported.
    """
    with language.speaking("en"):
        for name in command_line.COMMANDS:
            importlib.import_module(f"audit.cli.{name}")
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _stream in range(2))
    with (
        contextlib.chdir(folder),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.object(sys, "stdin", io.StringIO(answers)),
        mock.patch.object(sys, "argv", ["revesino", *map(str, arguments)]),
        mock.patch.dict(os.environ, {"COLUMNS": "80", **variables}),
        mock.patch.object(command_line, "_leave", sys.exit),
        pytest.raises(SystemExit) as ended,
    ):
        contextvars.copy_context().run(command_line.main)
    return subprocess.CompletedProcess(arguments, int(ended.value.code or 0), _printed(out), _printed(err))


def _printed(stream: io.TextIOWrapper) -> str:
    """What was written to a stream; every end of a line is read as one character, as `subprocess` reads it."""
    stream.seek(0)
    return stream.read()


def revesino_process(*arguments: object, folder: Path = ROOT, answers: str = "", **variables: str) -> Done:
    """The same in a process of its own, for what only a process shows: its start, its streams, help in a language."""
    return subprocess.run(
        process_words(*arguments), cwd=folder, input=answers, env=process_environment(**variables),
        capture_output=True, text=True, encoding="utf-8", check=False, timeout=60,
    )  # fmt: skip


def process_words(*arguments: object) -> list[str]:
    """The command line of such a process."""
    return [sys.executable, "-m", "audit", *map(str, arguments)]


def process_environment(**variables: str) -> dict[str, str]:
    """The variables of such a process."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **variables}


def some_slow(values: Iterable[Any], *fast: Any) -> list[Any]:
    """Values of a parameter, of which the fast suite takes only some."""
    return [value if value in fast else _slow(value) for value in values]


def _slow(value: Any) -> Any:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.slow)


def expected(name: str) -> dict[tuple[str, int], Row]:
    """By session and deal: what the deals of vector `name` come to."""
    rows = json.loads((VECTORS / f"{name}.expected.json").read_text(encoding="utf-8"))
    return {(row["session"], row["deal"]): row for row in rows}


def audit_text(folder: Path, text: str, name: str = "log.rev", **options: Any) -> Audited:
    """Audit one log given as text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return audit([path], **options)


def audit_deals(folder: Path, deals: list[Row], name: str = "log.jsonl") -> Audited:
    """Audit deals given in the JSON Lines form."""
    return audit_text(folder, "".join(json.dumps(deal, ensure_ascii=False) + "\n" for deal in deals), name)


def deals_of(audited: Audited) -> dict[tuple[str, int], Row]:
    """By session and deal: the report's rows."""
    return {(session["session"], deal["deal"]): deal for session in audited.sessions() for deal in session["deals"]}
