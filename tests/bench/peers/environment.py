"""The peers' environment: made once beside the project's own, from a lock with hashes."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / ".venv-peers"
REQUIREMENTS = Path(__file__).with_name("requirements.txt")
LONGEST = 900  # seconds that a step may take; the packages come to about 400 MB


class NotInstalledError(Exception):
    """The environment could not be made; the text says why."""


def ready(folder: Path = FOLDER) -> Path:
    """The Python of the environment in `folder`, which is made anew when the lock or our own Python is another."""
    python = folder.absolute() / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    made_of = f"{sys.version} {hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()}"
    mark = folder / "ready"
    if not (python.exists() and mark.exists() and mark.read_text(encoding="utf-8") == made_of):
        run(sys.executable, "-m", "venv", "--clear", str(folder))
        (folder / ".gitignore").write_text("*\n", encoding="utf-8")
        # Wheels only: what would have to be compiled here is a matter of many minutes and of a compiler.
        wheels = ("--require-hashes", "--only-binary", ":all:", "-r", str(REQUIREMENTS))
        quiet = ("--quiet", "--disable-pip-version-check", "--no-input", "--retries", "1", "--timeout", "20")
        run(str(python), "-m", "pip", "install", *quiet, *wheels)
        mark.write_text(made_of, encoding="utf-8")
    return python


def run(*command: str) -> None:
    """Run one step of making the environment."""
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=LONGEST)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotInstalledError(type(error).__name__) from error
    if done.returncode:
        raise NotInstalledError(last_line(done.stderr) if done.stderr.strip() else last_line(done.stdout))


def last_line(text: str) -> str:
    """The last line of what a program wrote, without addresses; of errors, where it names them, the last one."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR:").strip() for line in lines if line.startswith("ERROR:")]
    return re.sub(r"\S+://\S+", "…", (errors or lines or ["no reason given"])[-1])
