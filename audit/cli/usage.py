"""Wrong use of the command line: what is wrong with it, and how it is written."""

from __future__ import annotations

import difflib
import enum
import os
import shlex
import sys
from collections.abc import Sequence
from typing import Any

import typer

from audit.language import _
from audit.text.lines import listed

_USAGE_ERROR: type[Exception] = typer.BadParameter.__bases__[0]
"""The kind of all usage errors, which Typer has no public name for."""

STATUS = 2
"""The exit status of wrong use."""


class WrongUseError(Exception):
    """The command line is not one of ours; the text says what is wrong and what to write."""

    def __init__(self, text: str, ctx: Any = None) -> None:
        super().__init__(text)
        self.ctx = ctx


def run(app: typer.Typer, arguments: Sequence[str]) -> int:
    """Run the command line; the exit status."""
    try:
        status = app(list(arguments), prog_name="revesino", standalone_mode=False)
    except WrongUseError as error:
        return _refuse(str(error), error.ctx)
    except _USAGE_ERROR as error:
        return _refuse_for(error)
    except typer.Abort:
        return _refuse(_("the input ended before all was answered."), None)
    return status if isinstance(status, int) else 0


def _refuse(text: str, ctx: Any) -> int:
    from audit.cli.output import complain

    complain(text)
    if ctx is not None:
        sys.stderr.write(f"{ctx.get_usage()}\n")
        path = " ".join(_names(ctx))
        sys.stderr.write(_("`{command} --help` says more.").format(command=path) + "\n")
    return STATUS


def _names(ctx: Any) -> list[str]:
    return [*(_names(ctx.parent) if ctx.parent else []), str(ctx.info_name)]


def _refuse_for(error: Any) -> int:
    """Refuse what Typer refuses, in our words."""
    if type(error).__name__ == "NoArgsIsHelpError":
        typer.echo(error.message)
        return STATUS
    return _refuse(wording(error), error.ctx)


def wording(error: Any) -> str:
    """What is wrong, from the fields of Typer's exception."""
    match type(error).__name__:
        case "NoSuchOption":
            return _no_such_option(error)
        case "BadOptionUsage":
            if "not take" in error.message:
                return _("the option {option} takes no value: write only `{option}`.").format(option=error.option_name)
            return _("the option {option} needs a value behind it.").format(option=error.option_name)
        case "MissingParameter":
            return _missing(error.param)
        case "BadParameter" if error.param is not None and error.__cause__ is not None:
            # What Typer says of the value is in English, and of no help to a person.
            name = _name(error.param)
            return _("{name} does not take that value: write `{right}`.").format(name=name, right=_right(error.param))
    return str(error.message)


def _no_such_option(error: Any) -> str:
    if error.possibilities:
        near = listed(sorted(error.possibilities))
        return _("there is no option {option}. Did you mean {near}?").format(option=error.option_name, near=near)
    return _("there is no option {option} here.").format(option=error.option_name)


def _missing(param: Any) -> str:
    if param.param_type_name == "argument":
        return _("{name} is missing.").format(name=_name(param))
    return _("the option {option} is missing: write `{right}`.").format(option=_name(param), right=_right(param))


def _name(param: Any) -> str:
    """A parameter as a person knows it."""
    if param.param_type_name == "argument":
        return str(param.metavar or param.name.upper()).rstrip(".")
    return str(max(param.opts, key=len))


def _right(param: Any) -> str:
    """How a parameter is written."""
    if param.param_type_name == "argument":
        return _name(param)
    return f"{_name(param)} {param.metavar or _values(param) or '…'}"


def _values(param: Any) -> str:
    """The values that it takes, where they are few."""
    kind = getattr(param.get_runtime_param(), "annotation", None)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return "|".join(str(one.value) for one in kind)
    return ""


def too_many(ctx: Any) -> WrongUseError:
    """There are words that the command has no place for."""
    return WrongUseError(_("too much is written here: {words}.").format(words=" ".join(ctx.args)), ctx)


def no_such_command(ctx: Any, words: Sequence[str]) -> WrongUseError:
    """The first word is no command: a path to audit, a slip, or something else."""
    word = words[0]
    if os.path.exists(word) or os.sep in word or os.path.splitext(word)[1]:
        text = _("{word} is no command. If it is a log to audit, write `revesino audit {words}`.")
        return WrongUseError(text.format(word=word, words=shlex.join(words)))
    near = difflib.get_close_matches(word, ctx.command.commands, n=1)
    if near:
        return WrongUseError(_("there is no command {word}. Did you mean {near}?").format(word=word, near=near[0]), ctx)
    text = _("there is no command {word}. There are {commands}.")
    return WrongUseError(text.format(word=word, commands=listed(list(ctx.command.commands))), ctx)
