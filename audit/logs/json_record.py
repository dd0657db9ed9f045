"""One JSON record as a deal of a session."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from audit.cards import Pack
from audit.logs import fields, limits
from audit.logs.fields import Names, Seating, nearest, normal, unread
from audit.logs.json_deal import JsonDeal
from audit.logs.json_header import SESSION_KEYS, JsonHeaders
from audit.logs.json_text import Json, Repetition, show
from audit.logs.json_values import JsonValues
from audit.logs.keys import is_extra
from audit.logs.layout import place_deal_comments
from audit.logs.line_report import LineReport
from audit.logs.problems import Problems
from audit.model import LARGEST, Comment, Deal, Header, Place, ProblemCode

FORMAT = f"revesino-log/{fields.VERSION}"
COMMENTS, MORE_EXTRAS, SESSION = "x-comments", "x-extras", "x-session"
"""Keys for what only the text form has a place for: comments, `x-` keys of these names, the header's own."""

_KEYS = frozenset(
    {
        *SESSION_KEYS, "format", "players", "deal", "dealer", "hands", "stock", "exchanges", "declarations",
        "tricks", "recorded", "note",
    }
)  # fmt: skip


class JsonRecords:
    """Reads the records of one file."""

    def __init__(self, problems: Problems, pack_of: Callable[[str], Pack | None]) -> None:
        self._file = problems.file
        self._report = LineReport(problems)
        self._values = JsonValues(self._report)
        self._headers = JsonHeaders(self._file, self._values, self._report, pack_of)
        self._seatings: dict[tuple[str, ...], Seating] = {}

    def deal(
        self, record: dict[str, Json], number: int, repeated: list[Repetition], waiting: list[str]
    ) -> Deal | ProblemCode:
        """The deal of the record on this line, or why it is none, which is then reported.

        The comments that wait for a deal are the first of its own.
        """
        report = self._report
        report.begin(number)
        comments: list[Comment] = []
        for each in repeated:
            comments += self._report_repeated(each)
        report.spoiled = False
        fault = self._format_fault(record.get("format"))
        if fault is not None:
            return fault
        seating = self._seating(record.get("players"))
        if seating is None:
            return report.last_code or "missing-header"
        self._values.seating = seating
        # Before the session: a record that is no deal must not say who was seated first.
        deal_number = self._deal_number(record.get("deal"))
        if deal_number is None:
            return "missing-deal-number"
        session = self._headers.session(record, seating.players)
        if session is None:
            return "missing-header"
        self._values.cards = session.cards
        report.spoiled = False
        read = JsonDeal(self._values, report)
        read.once.comments += [Comment(fields.DEAL, text) for text in waiting]
        read.once.comments += comments
        return self._deal(record, session.header, deal_number, read)

    def _report_repeated(self, repetition: Repetition) -> list[Comment]:
        """Report a repeated key; where its values do not count, they are kept as a comment."""
        path, key, values, differ = repetition
        what = "repeated-key.different" if differ else "repeated-key.equal"
        self._report(what, f"{path}.{key}", show(values[-1]), first=self._report.number)
        if not differ:
            return []
        shown = " / ".join(show(value) for value in values)
        return [Comment(fields.END, unread(f"{path}.{key}: {shown}".removeprefix("$.")))]

    def _format_fault(self, value: Json) -> ProblemCode | None:
        if value == FORMAT:
            return None
        if value is None:
            self._report("missing-header.key", "$.format", "", key="format")
            return "missing-header"
        self._report("bad-value.version", "$.format", show(value), version=fields.VERSION)
        return "bad-value"

    def _seating(self, value: Json) -> Seating | None:
        if not isinstance(value, list):
            if value is not None:
                self._values.wrong_type(value, "$.players", "array")
            self._report("missing-header.key", "$.players", "", key="players")
            return None
        try:
            return self._seatings[tuple(value)]
        except (KeyError, TypeError):
            # Not met yet, or with a value that is no name.
            pass
        players = self._values.seated(value, "$.players")
        if players is None:
            return None
        seating = Seating(players, Names(players))
        if len(self._seatings) < limits.CACHE_ENTRIES:
            self._seatings[tuple(value)] = seating
        return seating

    def _deal_number(self, value: Json) -> int | None:
        if value is None:
            self._report("missing-deal-number.absent", "$.deal", "")
        elif type(value) is int and 1 <= value <= LARGEST:
            return value
        else:
            self._report("missing-deal-number.bad", "$.deal", show(value), largest=LARGEST)
        return None

    def _deal(self, record: dict[str, Json], header: Header, number: int, read: JsonDeal) -> Deal:
        extras = {} if _KEYS.issuperset(record) else self._extras(record, read)
        deal = Deal(
            header=header,
            number=number,
            place=Place(self._file, self._report.number),
            players=self._values.seating.players,
            dealer=read.name(record.get("dealer"), fields.DEALER, "$.dealer"),
            hands=read.hands(record.get("hands")),
            stock=read.stock(record.get("stock")),
            exchanges=read.exchanges(record.get("exchanges")),
            declarations=read.declarations(record.get("declarations")),
            tricks=read.tricks(record.get("tricks")),
            recorded=read.recorded(record.get("recorded")),
            note=read.note(record.get("note")),
            extras=extras,
        )
        comments = place_deal_comments(read.once.comments, deal)
        return msgspec.structs.replace(deal, comments=comments) if comments else deal

    def _extras(self, record: dict[str, Json], read: JsonDeal) -> dict[str, Json]:
        """The `x-` keys of the record; every other key beside the known ones is reported."""
        found: dict[str, Json] = {}
        for key, value in record.items():
            path = f"$.{key}"
            if key in _KEYS or key == SESSION:
                continue
            if key == COMMENTS and isinstance(value, list):
                read.once.comments += self._values.comments(value, path)
            elif key == MORE_EXTRAS and isinstance(value, dict):
                found.update(self._values.extras(value, path))
            elif is_extra(key):
                read.once.put(found, normal(key), normal(key), self._values.extra(value, path), value, path)
            else:
                self._report("unknown-key.json", path, key, near=partial(nearest, key, sorted(_KEYS)))
            read.keep(fields.END, path, value)
        return found
