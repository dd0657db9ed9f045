"""Problems of reading in words: what is wrong, and what was expected with the remedy."""

from __future__ import annotations

from collections.abc import Mapping

from audit.language import N_, _, ngettext
from audit.model import Problem
from audit.text.lines import counted
from audit.text.reasons import reason
from audit.text.wordings import WORDINGS as OF_LOGS
from audit.text.wordings import Wording
from audit.text.wordings_counted import COUNTED, JSON_COUNTED, SHEET_COUNTED
from audit.text.wordings_forms import FORM_WORDINGS
from audit.text.wordings_json import JSON_WORDINGS
from audit.text.wordings_sheets import SHEET_KINDS, SHEET_WORDINGS, STORED_KINDS

WORDINGS: Mapping[str, Wording] = {**OF_LOGS, **FORM_WORDINGS, **SHEET_KINDS, **STORED_KINDS}
"""By kind: what is said of it."""

PHRASES: frozenset[str] = frozenset(
    {
        N_("this entry does not count"), N_("this payment does not count"),
        N_("the leader does not count, its cards do"),
        N_("Spanish"), N_("French"), N_("Spanish or French"),
        N_("object"), N_("array"), N_("string"), N_("boolean"), N_("number"), N_("null"),
    }
)  # fmt: skip
"""Words that a problem has among its parameters."""

CARDS: Mapping[str, str] = {
    "Spanish": N_("`1o`, `10c`, `12e` or `sota de copas`"),
    "French": N_("`AH`, `10C`, `QS` or `jack of hearts`"),
    "Spanish or French": N_("`1o`, `sota de copas`, `QS` or `jack of hearts`"),
}
"""By pack: cards as a log may spell them."""

_IN_WORDS = ("cost", "pack", "kind", "found_type", "expected_type")
"""The parameters that are such words."""


class _Named(dict[str, object]):
    """Values for a template; a name without one is shown as it stands."""

    def __missing__(self, name: str) -> str:
        return "{" + name + "}"


def message(problem: Problem) -> str:
    """What is wrong; before it the path, where the record is JSON, or the cell, where it is a sheet's."""
    text = _fill(_message(problem), problem)
    aside = problem.params.get("aside")
    if isinstance(aside, int) and aside:
        text += " " + counted("({n} deal set aside because of it)", "({n} deals set aside because of it)", aside)
    path = problem.params.get("path") or problem.params.get("cell")
    return f"{path}: {text}" if path else text


def _message(problem: Problem) -> str:
    """The sentence for the problem, in the form for how many there are where it counts."""
    length = problem.params.get("length")
    counted_otherwise = SHEET_COUNTED if _in_sheet(problem) else JSON_COUNTED if _in_json(problem) else {}
    of_count = counted_otherwise.get(problem.what) or COUNTED.get(problem.what)
    if of_count and isinstance(length, int) and length:
        return of_count(length)
    return _(_wording(problem).message)


def expected(problem: Problem) -> str:
    """What stands there in a right log, or what to do."""
    return _fill(_(_wording(problem).expected), problem)


def _in_json(problem: Problem) -> bool:
    """Whether the problem stands in a log in JSON."""
    return "path" in problem.params or problem.place.file.lower().endswith(".jsonl")


def _in_sheet(problem: Problem) -> bool:
    """Whether the problem stands in a score sheet."""
    return "cell" in problem.params or problem.place.file.lower().endswith((".csv", ".xlsx"))


def _wording(problem: Problem) -> Wording:
    """The wording for the form of the log in which the problem stands."""
    if _in_sheet(problem) and problem.what in SHEET_WORDINGS:
        return SHEET_WORDINGS[problem.what]
    return (JSON_WORDINGS.get(problem.what) if _in_json(problem) else None) or WORDINGS[problem.what]


def _fill(template: str, problem: Problem) -> str:
    params = problem.params
    near = params.get("near")
    values: dict[str, object] = {"found": problem.excerpt, **params}
    for name in _IN_WORDS:
        if params.get(name) in PHRASES:
            values[name] = _(str(params[name]))
    if params.get("pack") in CARDS:
        values["examples"] = _(CARDS[str(params["pack"])])
    if "reason" in params:
        values["reason"] = reason(str(params["reason"]))
    if "takes" in params:
        values["known"] = _values(params)
    values["seats"] = _seats(params)
    values["near"] = _(" (did you mean `{near}`?)").format(near=near) if near else ""
    return template.format_map(_Named(values))


def _seats(params: Mapping[str, str | int]) -> str:
    """How many names a list of players has."""
    least, most = params.get("least"), params.get("most")
    if isinstance(least, int) and least == most:
        return ngettext("{n} name", "{n} names", least).format(n=least)
    return _("4 names, or 5 where the dealer sits out")


def _values(params: Mapping[str, str | int]) -> str:
    """The values that an option takes."""
    if params["takes"] == "ranks":
        return _("a list of ranks, as [K]")
    words = [str(params["known"])] if params["known"] else []
    if params["takes"] == "amount":
        words.append(_("a whole number, 0 or more"))
    return ", ".join(words)
