"""The session's fields of a JSON record: read once for all lines that repeat them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

import msgspec

from audit.cards import Pack
from audit.logs import fields
from audit.logs.fields import CardTable, normal, unread
from audit.logs.json_text import Json, show
from audit.logs.json_values import JsonValues
from audit.logs.layout import place_header_comments
from audit.logs.limits import CACHE_ENTRIES, HEADER_CHARS
from audit.logs.line_report import LineReport
from audit.logs.once import Once
from audit.model import Comment, Header, Option, Place

SESSION_KEYS = ("club", "session", "date", "rules", "carried")
"""The keys of a record that belong to its session, and not to the deal."""

_RULES = frozenset({"id", "options"})
_CARRIED = frozenset({"fondo", "balance"})
_SESSION = frozenset({"players", "extras", "comments"})


K = TypeVar("K")
V = TypeVar("V")


class Session(NamedTuple):
    """A header with the cards of its ruleset's pack."""

    header: Header
    cards: CardTable


def remember(known: dict[K, V], keys: Iterable[K], value: V, most: int) -> None:
    """Keep a value under the keys that have none yet; of more than `most` entries the oldest is forgotten.

    For the lines of a session follow each other: its header is wanted again soon, or not at all.
    """
    for key in keys:
        if key in known:
            continue
        if len(known) >= most:
            del known[next(iter(known))]
        known[key] = value


class JsonHeaders:
    """The headers of one file: lines that repeat the same session's fields share one.

    Who was seated first is what the first of these lines says, unless its `x-session` says otherwise.
    """

    def __init__(
        self, file: str, values: JsonValues, report: LineReport, pack_of: Callable[[str], Pack | None]
    ) -> None:
        self._file = file
        self._values = values
        self._report = report
        self._pack_of = pack_of
        self._tables: dict[Pack | None, CardTable] = {}
        self._known: dict[str, Session] = {}

    def session(self, record: dict[str, Json], players: tuple[str, ...]) -> Session | None:
        """The session of a record in which these players sit; `None`, and reported, when it lacks a field."""
        key = repr([record.get(name) for name in SESSION_KEYS])
        first: Json = None
        more = record.get("x-session")
        if isinstance(more, dict):
            first = more.get("players")
            rest = {name: value for name, value in more.items() if name != "players"}
            key += repr(rest) if rest else ""
        exact = key if first is None else f"{key}{first!r}"
        found = self._known.get(exact)
        if found is None:
            found = self._read(record, players)
            if found is not None:
                remember(self._known, (exact, key), found, CACHE_ENTRIES)
        return found

    def _read(self, record: dict[str, Json], players: tuple[str, ...]) -> Session | None:
        values, comments = self._values, list[Comment]()
        rules = values.as_object(record.get("rules"), "$.rules", _RULES)
        texts = [
            self._required(record.get("club"), "$.club"),
            self._required(record.get("session"), "$.session"),
            self._required(rules.get("id"), "$.rules.id"),
        ]
        club, session, ruleset = texts
        if club is None or session is None or ruleset is None:
            return None
        options = self._options(rules.get("options"), comments)
        self._keep(comments, fields.RULES, "rules", record.get("rules"))
        given = values.text(record.get("date"), "$.date")
        date = None if given is None else values.date(given, "$.date")
        self._keep(comments, fields.DATE, "date", record.get("date"))
        first, extras = self._more(record.get("x-session"), len(players), comments)
        players = first or players
        fondo, balance = self._carried(record.get("carried"), len(players))
        self._keep(comments, fields.CARRIED_FONDO, "carried", record.get("carried"))
        header = Header(
            club=club,
            session=session,
            rules=ruleset,
            place=Place(self._file, self._report.number),
            rules_place=Place(self._file, self._report.number),
            date=date,
            options=options,
            carried_fondo=fondo,
            carried_balance=balance,
            players=players,
            extras=extras,
        )
        placed = place_header_comments(comments, header)
        header = msgspec.structs.replace(header, comments=placed) if placed else header
        return Session(header, self._cards(ruleset))

    def _required(self, value: Json, path: str) -> str | None:
        text = self._values.text(value, path)
        if text is None:
            self._report("missing-header.key", path, "", key=path.removeprefix("$."))
            return None
        name = normal(text)
        return name if self._values.is_short(name, path, HEADER_CHARS) else None

    def _cards(self, ruleset: str) -> CardTable:
        pack = self._pack_of(ruleset)
        return self._tables.setdefault(pack, CardTable(pack))

    def _options(self, value: Json, comments: list[Comment]) -> tuple[Option, ...]:
        """Options of any name and value: the ruleset judges both, and settles nothing by one it does not know."""
        place = Place(self._file, self._report.number)
        found: dict[str, Option] = {}
        once = Once(self._report, show)
        given = value if isinstance(value, dict) else {} if value is None else {"": value}
        for key, each in given.items():
            name, path = normal(key), f"$.rules.options.{key}"
            option = Option(name, self._values.extra(each, path), place)
            once.put(found, name, fields.option_field(name), option, each, path)
        comments += once.comments
        return tuple(found.values())

    def _carried(self, value: Json, players: int) -> tuple[int | None, tuple[int | None, ...] | None]:
        values = self._values
        carried = values.as_object(value, "$.carried", _CARRIED)
        path = "$.carried.fondo"
        fondo = values.fondo_before(values.whole(carried.get("fondo"), path), path, show(carried.get("fondo")))
        balance = values.whole_list(carried.get("balance"), "$.carried.balance")
        if balance is None or values.has_length(
            "bad-length.numbers", len(balance), players, "$.carried.balance", show(carried.get("balance"))
        ):
            return fondo, balance
        return fondo, None

    def _more(self, value: Json, seats: int, comments: list[Comment]) -> tuple[tuple[str, ...] | None, dict[str, Json]]:
        """What `x-session` holds: who was seated first, the header's `x-` keys, its comments."""
        values = self._values
        more = values.as_object(value, "$.x-session", _SESSION)
        players = values.seated(more.get("players"), "$.x-session.players")
        if players is not None and len(players) != seats:
            found, path = show(more.get("players")), "$.x-session.players"
            self._report("bad-length.players", path, found, length=len(players), least=seats, most=seats)
            players = None
        extras = values.extras(more.get("extras"), "$.x-session.extras")
        comments += values.comments(more.get("comments"), "$.x-session.comments")
        self._keep(comments, fields.END, "x-session", value)
        return players, extras

    def _keep(self, comments: list[Comment], field: str, key: str, value: Json) -> None:
        if self._report.spoiled:
            comments.append(Comment(field, unread(f"{key}: {show(value)}")))
            self._report.spoiled = False
