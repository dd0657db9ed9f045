"""Help pages in the language that is spoken: the frame of each command's help, where Typer has only English."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from audit.cli.output import WIDEST, painted
from audit.cli.usage import WrongUseError, no_such_command, too_many
from audit.language import N_, _
from audit.text.lines import Line

HELP_OF_HELP = N_("Show this message and exit.")
"""What Typer says of `--help`."""

NARROWEST = 24
"""Columns that a help text has at least, however long the names on its left are."""

WIDEST_TERM = 30
"""Columns beyond which a name stands on a line of its own."""


class Command(TyperCommand):
    """A command whose help page and whose refusals are in the language that is spoken."""

    allow_extra_args = True

    def invoke(self, ctx: Any) -> Any:
        """Run the command, but not with words that it has no place for."""
        if ctx.args:
            raise too_many(ctx)
        return super().invoke(ctx)

    def get_usage(self, ctx: Any) -> str:
        """The line that says how the command is written."""
        return usage(ctx)

    def get_help(self, ctx: Any) -> str:
        """The help page."""
        return _printed(page(ctx))


class Group(TyperGroup):
    """A group of commands, likewise."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names. Raises `WrongUseError` when there is none."""
        if self.get_command(ctx, args[0]) is None:
            raise no_such_command(ctx, args)
        return super().resolve_command(ctx, args)

    def get_usage(self, ctx: Any) -> str:
        """The line that says how a command is written."""
        return usage(ctx)

    def get_help(self, ctx: Any) -> str:
        """The help page."""
        return _printed(page(ctx))


class App(typer.Typer):
    """A Typer whose commands are shown in the language that is spoken."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"cls": Group, "add_completion": False, "pretty_exceptions_enable": False, **settings})

    def command(self, name: str | None = None, **settings: Any) -> Callable[..., Any]:
        """Add a command, as Typer does."""
        return super().command(name, **{"cls": Command, **settings})


def usage(ctx: Any) -> str:
    """How the command is written: `Usage: revesino audit [OPTIONS] PATH...`."""
    words = [_path(ctx), _("[OPTIONS]"), *(_argument(one) for one in _arguments(ctx.command))]
    if isinstance(ctx.command, TyperGroup):
        words.append(_("COMMAND [ARGS]..."))
    return _("Usage: {command}").format(command=" ".join(words))


def _path(ctx: Any) -> str:
    return f"{_path(ctx.parent)} {ctx.info_name}" if ctx.parent else str(ctx.info_name)


def page(ctx: Any) -> Iterator[Line]:
    """The whole page: usage, what the command does, its arguments, options and commands."""
    command = ctx.command
    yield Line(usage(ctx))
    for paragraph in (command.help or "").split("\n\n"):
        yield Line("")
        yield from (Line(f"  {text}") for text in textwrap.wrap(" ".join(paragraph.split()), _width() - 2))
    options = [one for one in command.get_params(ctx) if one.param_type_name == "option" and not one.hidden]
    yield from _table(_("Arguments"), [(_argument(one), _help(one)) for one in _arguments(command)])
    yield from _table(_("Options"), [(_option(one), _help(one)) for one in options])
    if isinstance(command, TyperGroup):
        commands = [(name, one) for name, one in command.commands.items() if not one.hidden]
        yield from _table(_("Commands"), [(name, (one.help or "").partition("\n\n")[0]) for name, one in commands])


def _width() -> int:
    return min(shutil.get_terminal_size().columns, WIDEST)


def _table(title: str, rows: Sequence[tuple[str, str]]) -> Iterator[Line]:
    """Names on the left, what they are on the right."""
    if not rows:
        return
    left = min(max(len(name) for name, _text in rows), WIDEST_TERM) + 4
    yield Line("")
    yield Line(f"{title}:", "title")
    for name, text in rows:
        lines = textwrap.wrap(" ".join(text.split()), max(_width() - left, NARROWEST)) or [""]
        first = f"  {name}"
        if len(first) > left - 2:
            yield Line(first)
            first = ""
        yield Line(f"{first:<{left}}{lines[0]}".rstrip())
        yield from (Line(" " * left + line) for line in lines[1:])


def _arguments(command: Any) -> list[Any]:
    return [one for one in command.params if one.param_type_name == "argument" and not one.hidden]


def _argument(param: Any) -> str:
    """An argument as a usage line has it."""
    name = param.metavar or param.name.upper()
    if param.nargs != 1 and not name.endswith("..."):
        name += "..."
    return name if param.required or name.startswith("[") else f"[{name}]"


def _option(param: Any) -> str:
    """An option as it is written: its short names first, and what follows it."""
    names = ", ".join(sorted(param.opts, key=lambda name: name.startswith("--")))
    others = f" / {', '.join(param.secondary_opts)}" if param.secondary_opts else ""
    return f"{names}{others}" if param.is_flag else f"{names} {param.metavar or param.name.upper()}"


def _help(param: Any) -> str:
    """What a parameter is, with its default, or that there is none."""
    text = _(HELP_OF_HELP) if param.help == HELP_OF_HELP else param.help or ""
    default = param.default.value if isinstance(param.default, Enum) else param.default
    if param.required:
        text += "  " + _("[required]")
    elif param.show_default and isinstance(default, str | int) and not isinstance(default, bool) and default != "":
        text += "  " + _("[default: {value}]").format(value=default)
    return text


def _printed(lines: Iterable[Line]) -> str:
    return "\n".join(painted(line.text, line.role, sys.stdout) for line in lines)


__all__ = ["App", "Command", "Group", "WrongUseError", "page", "usage"]
