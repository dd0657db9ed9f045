"""A command line as somebody is to type it."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Sequence


def command_line(words: Sequence[str]) -> str:
    """The words as the shell of this system takes them."""
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
