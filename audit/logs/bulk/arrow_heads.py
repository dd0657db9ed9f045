"""Who sits and what the sessions are: each lineup and each header is read once, by the code of the plain reader.

Rows that repeat the row before them in all of these are one run, of which only the first is looked at. So the work
here is by session and not by deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from audit.cards import Pack
from audit.logs import fields
from audit.logs.bulk.arrow_texts import Tally
from audit.logs.bulk.arrow_values import Lists, Numbers, Places, Texts
from audit.logs.bulk.columns import Mask, Seats
from audit.logs.fields import Names, Seating, normal
from audit.logs.json_header import JsonHeaders, remember
from audit.logs.json_record import SESSION
from audit.logs.json_text import Json
from audit.logs.json_values import JsonValues
from audit.logs.limits import CACHE_ENTRIES, HEADER_CHARS, PLAYERS
from audit.logs.line_report import LineReport
from audit.logs.parquet import columns as c
from audit.logs.parquet.rows import RowReader
from audit.model import Header, Place

PackOf = Callable[[str], Pack | None]

NONE = -1
"""No lineup, no header."""

_WIDTH = max(PLAYERS)


class Lineup(NamedTuple):
    """Players as they are listed: which lineup that is, of how many, and whether each is found by his name there."""

    place: int
    size: int
    is_named: bool


class Head(NamedTuple):
    """A row's session: which header it has, whether that says all that the row says, and the pack."""

    place: int
    is_whole: bool
    pack: int


class _Read(NamedTuple):
    """The value of a JSON text, by which key equal ones are known, and whether it could be read."""

    value: Json
    key: str
    is_right: bool


class _Raw(NamedTuple):
    """What a row says of its session."""

    club: str | None
    session: str | None
    date: str | None
    rules: str | None
    options: _Read
    extras: _Read
    comments: _Read
    fondo: int | None
    balance: tuple[int | None, ...] | None
    first: tuple[str | None, ...] | None

    @property
    def jsons(self) -> tuple[_Read, _Read, _Read]:
        """The values that are JSON."""
        return self.options, self.extras, self.comments

    def record(self) -> dict[str, Json]:
        """As a record with no deal, like that of `RowReader`."""
        return {
            fields.CLUB: self.club,
            fields.SESSION: self.session,
            fields.DATE: self.date,
            "rules": {"id": self.rules, "options": self.options.value},
            "carried": {"fondo": self.fondo, "balance": None if self.balance is None else list(self.balance)},
            SESSION: {
                "players": None if self.first is None else list(self.first),
                "extras": self.extras.value,
                "comments": self.comments.value,
            },
        }


class HeaderColumns(NamedTuple):
    """The columns that make a header."""

    texts: Sequence[Texts]
    """Of each of `HEADER_TEXTS`."""
    carried_fondo: Numbers
    carried_balance: tuple[Lists, Numbers]
    seated_first: tuple[Lists, Texts]


_MEMBERS = {c.OPTIONS: "options", c.HEADER_EXTRAS: "extras", c.HEADER_COMMENTS: "comments"}
"""The columns of JSON in a header, and where in the record of a row their values are."""

_JSONS = tuple(_MEMBERS)
HEADER_TEXTS = (fields.CLUB, fields.SESSION, fields.DATE, fields.RULES, *_JSONS)

_NO_LINEUP, _NO_HEAD = Lineup(NONE, 0, is_named=False), Head(NONE, is_whole=False, pack=0)
_NO_JSON = _Read(None, repr(None), is_right=True)


class Heads:
    """The lineups and the headers of one file, as they are met."""

    def __init__(self, file: str, pack_of: PackOf) -> None:
        self._file = file
        self._pack_of = pack_of
        self._tally = Tally(file)
        self._report = LineReport(self._tally)
        self._values = JsonValues(self._report)
        self.headers: list[Header] = []
        self.lineups: list[tuple[str, ...]] = []
        self.packs: list[Pack | None] = []
        """The packs of the rulesets met."""
        self._lineups: dict[tuple[str | None, ...], Lineup] = {}
        self._by_players: dict[tuple[str, ...], int] = {}
        self._known: dict[Any, Head] = {}
        """By what makes a header, with and without who was seated first; as `JsonHeaders` does, and as many."""
        self._last: tuple[Any, Head] = (None, _NO_HEAD)
        """The head that was found last, and of what."""
        self._jsons: dict[tuple[str, str], _Read] = {}
        self._dates: dict[str, str] = {}
        """Dates as written to dates."""
        self._frames: dict[Any, Head] = {}
        """Heads in which nothing is amiss, by what most sessions have in common."""

    def seat(self, listed: Lists, names: Texts) -> tuple[npt.NDArray[np.int32], Seats, Mask]:
        """`[row]`: the lineup, `NONE` where nobody can sit down; how many sit; whether each is found by his name."""
        rows = np.arange(listed.length.size)
        starts = _changes(rows, _list_parts(listed, names.code), listed.length > _WIDTH)
        found = [_NO_LINEUP if each is None else self._lineup(each) for each in listed.tuples(starts, names.entries_at)]
        lengths = np.diff(starts, append=rows.size)
        return (
            _repeated([each.place for each in found], np.int32, lengths),
            _repeated([each.size for each in found], np.int8, lengths),
            _repeated([each.is_named for each in found], np.bool_, lengths),
        )

    def _lineup(self, listed: tuple[str | None, ...]) -> Lineup:
        found = self._lineups.get(listed)
        if found is None:
            found = self._read_lineup(listed)
            if len(self._lineups) < CACHE_ENTRIES:
                self._lineups[listed] = found
        return found

    def _read_lineup(self, listed: tuple[str | None, ...]) -> Lineup:
        values = self._values
        players = values.seated(list(listed), "")
        if players is None:
            return _NO_LINEUP
        place = self._by_players.setdefault(players, len(self.lineups))
        if place == len(self.lineups):
            self.lineups.append(players)
        values.seating = Seating(players, Names(players))
        return Lineup(place, len(players), tuple(values.name(each, "") for each in listed) == players)

    def head(
        self, of: HeaderColumns, rows: Places, lineup: npt.NDArray[np.int32], line: Places
    ) -> tuple[npt.NDArray[np.int32], Mask, npt.NDArray[np.int64]]:
        """For each of `rows`, which have a `lineup`: the header, `NONE` where there is none; whether it says all that
        the row says; and the pack. `line` is the number of each row in the file.
        """
        (balance, numbers), (seated, names) = of.carried_balance, of.seated_first
        parts = [*(each.code for each in of.texts), of.carried_fondo.known, of.carried_fondo.value, lineup]
        parts += _list_parts(balance, numbers.known, numbers.value) + _list_parts(seated, names.code)
        starts = _changes(rows, parts, (balance.length > _WIDTH) | (seated.length > _WIDTH))
        fresh = rows[starts]
        players = map(self.lineups.__getitem__, lineup[fresh].tolist())
        lines = line[fresh].tolist()
        found = [self._find(*each) for each in zip(self._raws(of, fresh), players, lines, strict=True)]
        lengths = np.diff(starts, append=rows.size)
        return (
            _repeated([each.place for each in found], np.int32, lengths),
            _repeated([each.is_whole for each in found], np.bool_, lengths),
            _repeated([each.pack for each in found], np.int64, lengths),
        )

    def _find(self, raw: _Raw, players: tuple[str, ...], line: int) -> Head:
        """The head of the row `line` of the file, in which these players sit."""
        club, session, date, rules, options, extras, comments, fondo, balance, first = raw
        key = (club, session, date, rules, options.key, extras.key, comments.key, fondo, balance)
        exact = key if first is None else (*key, first)
        found = self._known.get(exact)
        if found is None:
            is_last = self._last[0] == (exact, players)
            found = self._last[1] if is_last else self._read(raw, players, Place(self._file, line))
            if found.place != NONE:
                remember(self._known, (exact, key), found, CACHE_ENTRIES)
        self._last = (exact, players), found
        # Whether its JSON can be read is told of each row by itself.
        is_right = options.is_right and extras.is_right and comments.is_right
        return found if is_right else found._replace(is_whole=False)

    def _raws(self, of: HeaderColumns, rows: Places) -> Iterator[_Raw]:
        texts: list[list[Any]] = [each.entries_at(rows) for each in of.texts]
        for place, column in enumerate(_JSONS, len(texts) - len(_JSONS)):
            texts[place] = [_NO_JSON if each is None else self._json(column, each) for each in texts[place]]
        (balance, numbers), (first, names) = of.carried_balance, of.seated_first
        return map(
            _Raw,
            *texts,
            of.carried_fondo.at(rows),
            balance.tuples(rows, numbers.at),
            first.tuples(rows, names.entries_at),
        )

    def _json(self, column: str, text: str) -> _Read:
        found = self._jsons.get((column, text))
        if found is None:
            before = self._tally.count
            record = RowReader(self._tally).record({column: text}, 0)
            value = _member(record, "rules", "options") if column == c.OPTIONS else _member(record, SESSION, column)
            try:
                found = _Read(value, repr(value), self._tally.count == before)
            except RecursionError:
                found = _Read(value, text, is_right=False)
            if len(self._jsons) < CACHE_ENTRIES:
                self._jsons[column, text] = found
        return found

    def _read(self, raw: _Raw, players: tuple[str, ...], place: Place) -> Head:
        shared = (raw.rules, *(each.key for each in raw.jsons), raw.first, len(players))
        frame = self._frames.get(shared)
        header = None if frame is None else self._like(self.headers[frame.place], raw, players, place)
        if frame is not None and header is not None:
            self.headers.append(header)
            return Head(len(self.headers) - 1, True, frame.pack)
        self._report.begin(place.line)
        before = self._tally.count
        headers = JsonHeaders(self._file, self._values, self._report, self._pack_of)
        try:
            session = headers.session(raw.record(), players)
        except RecursionError:
            session = None
        if session is None:
            return _NO_HEAD
        header = session.header
        self.headers.append(header)
        if session.cards.pack not in self.packs:
            self.packs.append(session.cards.pack)
        is_whole = self._tally.count == before
        found = Head(len(self.headers) - 1, is_whole, self.packs.index(session.cards.pack))
        if is_whole and not (header.extras or header.comments) and len(self._frames) < CACHE_ENTRIES:
            self._frames[shared] = found
        return found

    def _like(self, header: Header, raw: _Raw, players: tuple[str, ...], place: Place) -> Header | None:
        """A header like this one but for what differs from session to session; `None` if anything is odd in that.

        Several times as fast as reading all of it again, which is most of the work where sessions are short.
        """
        values, before = self._values, self._tally.count
        club, session = normal(raw.club or ""), normal(raw.session or "")
        date = None if raw.date is None else self._dates.get(raw.date) or self._date(raw.date)
        fondo = values.fondo_before(values.whole(raw.fondo, ""), "", "")
        balance = raw.balance and values.whole_list(list(raw.balance), "")
        right = balance is None or len(balance) == len(header.players)
        fits = all(name and len(name) <= HEADER_CHARS for name in (club, session))
        if not fits or not right or self._tally.count != before:
            return None
        return msgspec.structs.replace(
            header,
            club=club,
            session=session,
            date=date,
            carried_fondo=fondo,
            carried_balance=balance,
            players=players if raw.first is None else header.players,
            place=place,
            rules_place=place,
            options=tuple(msgspec.structs.replace(each, place=place) for each in header.options),
        )

    def _date(self, text: str) -> str | None:
        given = self._values.text(text, "")
        date = None if given is None else self._values.date(given, "")
        if date is not None and len(self._dates) < CACHE_ENTRIES:
            self._dates[text] = date
        return date


def _member(record: Mapping[str, Json], key: str, column: str) -> Json:
    found = record[key]
    return found[_MEMBERS[column]] if isinstance(found, dict) else None


def _list_parts(listed: Lists, *of: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
    """What makes one list differ from another, as columns: null or not, how long, and its first elements."""
    if not listed.known.any():
        return []
    return [listed.known, listed.length, *(part for each in of for part in listed.square(each, _WIDTH, 0))]


def _changes(rows: Places, parts: Sequence[npt.NDArray[Any]], always: Mask) -> Places:
    """Which of `rows` differ from the one before in any of the columns `parts`; as do those of which `always` holds."""
    fresh = always[rows]
    fresh[:1] = True
    for part in parts:
        column = part if rows.size == part.size else part.take(rows)
        fresh[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(fresh)


def _repeated(values: Sequence[Any], kind: Any, times: Places) -> npt.NDArray[Any]:
    return np.repeat(np.array(values, kind), times)
