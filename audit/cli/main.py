"""The entry point: the language first, for Typer puts the help texts together as the commands are imported."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Sequence

from audit import language, settings
from audit.refusal import Refused

COMMANDS = (
    "auditing",
    "showing",
    "forms",
    "mapping",
    "book",
    "keeping",
    "people",
    "volume",
    "statistics",
    "founding",
    "simulating",
    "inferring",
    "drifting",
    "asking",
    "explaining",
)
"""The modules of commands, in the order in which help lists them."""


def _arguments(arguments: Sequence[str]) -> list[str]:
    """The command line without `--lang`, which may stand anywhere; its language is spoken from here on."""
    asked = language.asked_for(arguments)
    language.use(language.known(asked) or _of_club() or language.of_environment())
    _refuse_bytes(arguments)
    if asked is None:
        return list(arguments)
    if language.known(asked) is None:
        known = ", ".join(language.LANGUAGES)
        sys.stderr.write(
            language._("revesino: there is no language {name!r}; there are {known}\n").format(name=asked, known=known)
        )
        sys.exit(2)
    return language.without(arguments)


def _refuse_bytes(arguments: Sequence[str]) -> None:
    """Words that are no text may name a file that is there; they can be nothing else."""
    for word in arguments:
        if any("\udc80" <= letter <= "\udcff" for letter in word) and not os.path.exists(word):
            sys.stderr.write(language._("revesino: `{word}` is no text in this system's encoding.\n").format(word=word))
            sys.exit(2)


def _of_club() -> str | None:
    """The language that the club's settings name; whoever uses the rest of them says what is wrong with them."""
    try:
        return settings.load().language
    except (Refused, OSError):
        return None


def _run(arguments: Sequence[str]) -> int:
    """Import the commands, whose texts are now in the language chosen, and run one; its exit status."""
    for name in COMMANDS:
        importlib.import_module(f"audit.cli.{name}")
    app = importlib.import_module("audit.cli.app").app
    return int(importlib.import_module("audit.cli.usage").run(app, arguments))


def _leave(status: int) -> None:
    """End at once, without writing what is still held back for a stream that takes no more."""
    os._exit(status)


def main() -> None:
    """Run the command line; a reader that goes away, or an interruption, is no failure of ours."""
    for name in ("stdout", "stderr"):
        # A stream that was closed before we began takes everything and keeps nothing.
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - it lives as long as we do
    for stream in (sys.stdout, sys.stderr):
        # A name may hold anything; what the terminal cannot show is shown by its code. In JSON that is an escape.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")
    arguments = _arguments(sys.argv[1:])
    try:
        try:
            status = _run(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _leave(0)
    except OSError as error:
        # The output cannot be written: a full disk, a stream that is closed.
        with contextlib.suppress(OSError, AttributeError):
            sys.stderr.write(_unwritten(error))
        _leave(2)
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(status)


def _unwritten(error: OSError) -> str:
    reason = importlib.import_module("audit.text.reasons").reason(error.strerror)
    return language._("revesino: the output could not be written: {reason}\n").format(reason=reason)
