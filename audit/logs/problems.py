"""Problems as the readers make them: every kind with its severity, and one file's collection of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Literal, cast

import msgspec

from audit.logs import limits
from audit.model import Place, Problem, ProblemCode

Severity = Literal["note", "warning", "error"]

Param = str | int | Callable[[], str]
"""What a wording names; what takes work is given as a function, called only for a problem that is kept."""

PARQUET_ERRORS = frozenset({
    "bad-card.code", "bad-value.column", "bad-value.json", "bad-value.parquet-version", "bad-value.seat",
    "encoding.text", "missing-header.column", "repeated-key.column", "too-large.columns", "too-large.group",
    "too-large.list", "too-large.rows", "unreadable.group", "unreadable.parquet",
})  # fmt: skip
ARCHIVE_ERRORS = frozenset({
    "too-large.archive", "too-large.directory", "too-large.members", "too-large.ratio", "unreadable.archive",
    "unreadable.encrypted", "unreadable.member", "unreadable.member-kind", "unreadable.member-path",
    "unreadable.member-twice", "unreadable.method", "unreadable.nested",
})  # fmt: skip
PLUG_IN_WARNINGS = frozenset({"plug-in.built-in", "plug-in.suffix", "plug-in.twice"})
PLUG_IN_ERRORS = frozenset({"plug-in.failed", "plug-in.no-record", "too-large.records"})
"""What the bulk form, archives and plug-ins have besides."""

SHEET_NOTES = frozenset({
    "bad-line.no-table", "bad-line.text", "bad-line.totals", "bad-value.day-first", "missing-header.seating",
})  # fmt: skip
SHEET_WARNINGS = frozenset({"bad-line.carried", "unknown-key.heading", "unknown-key.no-heading"})
SHEET_ERRORS = frozenset({
    "bad-value.cell-error", "bad-value.no-result", "missing-deal-number.column", "no-deals.sheet", "too-large.cell",
    "too-large.cells", "too-large.sheet-columns", "too-large.sheet-rows", "too-large.sheets", "too-large.workbook",
    "unreadable.map", "unreadable.protected", "unreadable.sheet", "unreadable.workbook", "unreadable.workbook-form",
})  # fmt: skip
"""What score sheets have besides."""

PASSED_OVER = frozenset({"unreadable.passed-over", "unreadable.spreadsheet"})
"""Notes of what lies in a folder and is not read."""

_NOTES = {
    "encoding.bom", "encoding.crlf", "encoding.cr", "encoding.nbsp", "encoding.cp1252", "encoding.control",
    "encoding.surrogate", *SHEET_NOTES, *PASSED_OVER,
}  # fmt: skip
_WARNINGS = {
    "unknown-key.text", "unknown-key.json", "repeated-key.equal", "bad-length.comma", "unknown-key.column",
    "no-deals.archive", *PLUG_IN_WARNINGS, *SHEET_WARNINGS,
}  # fmt: skip
_ERRORS = {
    *SHEET_ERRORS, *PARQUET_ERRORS, *ARCHIVE_ERRORS, *PLUG_IN_ERRORS,
    "bad-card.no-card", "bad-card.two", "bad-card.wrong-type", "bad-length.blanks", "bad-length.names-in-blanks",
    "bad-length.names-in-semicolons", "bad-length.semicolons", "bad-line.kept", "bad-line.mistyped-deal",
    "bad-value.dash", "bad-value.empty-name", "bad-length.cards", "bad-length.numbers", "bad-length.players",
    "bad-length.tricks", "bad-line.before-deal", "bad-line.extra-name", "bad-line.json",
    "bad-line.no-colon", "bad-line.no-name", "bad-line.not-a-record", "bad-line.unclosed-quote",
    "bad-line.header-late", "bad-line.json-spread", "bad-option.late", "bad-value.date", "bad-value.too-long",
    "bad-value.exchange", "bad-value.negative-fondo",
    "bad-value.integer", "bad-value.name", "bad-value.payment", "bad-value.too-large", "bad-value.trick",
    "bad-value.version", "bad-value.wrong-type", "duplicate-player.fondo", "duplicate-player.twice",
    "missing-deal-number.absent", "missing-deal-number.bad", "missing-header.format", "missing-header.late",
    "missing-header.key", "no-deals.empty", "no-deals.file", "no-deals.folder", "repeated-key.different",
    "too-large.cards", "too-large.file", "too-large.line", "too-large.nesting", "too-large.problems",
    "unknown-player.name", "unreadable.binary", "unreadable.form", "unreadable.missing", "unreadable.not-a-file",
    "unreadable.system", "unreadable.utf16",
}  # fmt: skip

SEVERITIES: dict[str, Severity] = {
    **dict.fromkeys(_NOTES, "note"),
    **dict.fromkeys(_WARNINGS, "warning"),
    **dict.fromkeys(_ERRORS, "error"),
}
"""Every kind of problem that the readers make (`Problem.what`), and how grave it is."""

_GRAVITY: tuple[Severity, ...] = ("note", "warning", "error")


def code_of(what: str) -> ProblemCode:
    """The published code of a kind of problem."""
    return cast("ProblemCode", what.partition(".")[0])


def excerpt(text: str, length: int = limits.EXCERPT_CHARS) -> str:
    """The text cut to a length that can be quoted, with blanks for what does not print."""
    cut = text[: length + 1]
    shown = "".join(c if c.isprintable() else " " for c in cut).strip()
    return shown if len(cut) <= length else shown[: length - 1] + "…"


def _settled(value: Param) -> str | int:
    value = value() if callable(value) else value
    return value if isinstance(value, int) else excerpt(value, limits.PARAM_CHARS)


class Problems:
    """The problems of one file; beyond `limits.PROBLEMS_PER_FILE` they are only counted."""

    def __init__(self, file: str, *, strict: bool = False) -> None:
        self.file = file
        self._strict = strict
        self._kept: list[Problem] = []
        self._dropped: Counter[Severity] = Counter()
        self._first_dropped: Place | None = None

    def add(self, what: str, line: int, column: int = 1, found: str = "", **params: Param) -> int | None:
        """Note a problem of the kind `what`, and give its number when it is kept.

        In strict reading a warning is an error.
        """
        severity = SEVERITIES[what]
        if self._strict and severity == "warning":
            severity = "error"
        place = Place(self.file, line, column)
        if len(self._kept) >= limits.PROBLEMS_PER_FILE:
            self._first_dropped = self._first_dropped or place
            self._dropped[severity] += 1
            return None
        self._kept.append(
            Problem(
                place=place,
                code=code_of(what),
                severity=severity,
                what=what,
                excerpt=excerpt(found),
                params={name: _settled(value) for name, value in params.items()},
            )
        )
        return len(self._kept) - 1

    def amend(self, which: int, **params: Param) -> None:
        """Add to the parameters of a problem that was kept."""
        problem = self._kept[which]
        more = {name: _settled(value) for name, value in params.items()}
        self._kept[which] = msgspec.structs.replace(problem, params={**problem.params, **more})

    def all(self) -> list[Problem]:
        """The problems in the order of their places, and behind them how many more there were."""
        found = sorted(self._kept, key=lambda problem: problem.place)
        if self._first_dropped is None:
            return found
        more = sum(self._dropped.values())
        worst = max(self._dropped, key=_GRAVITY.index)
        params: dict[str, str | int] = {"kept": len(found), "more": more, "total": len(found) + more}
        params |= {f"{severity}s": self._dropped[severity] for severity in _GRAVITY}
        summary = Problem(
            place=self._first_dropped,
            code="too-large",
            severity=worst,
            what="too-large.problems",
            params=params,
        )
        return [*found, summary]
