"""The session of a row: from its own cells, those above them, what stands above the table, the rest of the workbook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from audit.cards import Pack
from audit.logs import fields, keys, limits
from audit.logs.fields import CardTable, Names, Seating, normal, unread
from audit.logs.layout import place_header_comments
from audit.logs.sheets.cells import NOTHING, CellReport, SheetValues
from audit.logs.sheets.columns import Column, parse_heading
from audit.logs.sheets.find_header import Table
from audit.logs.sheets.grid import NO_RESULT, Grid
from audit.logs.sheets.titles import Said
from audit.logs.sheets.vocabulary import EXTRA, SESSION_FIELDS
from audit.model import Comment, Header, Option, Place, ProblemCode

OPTION_KEY = fields.option_field("")
BALANCE_KEY = f"{fields.CARRIED_BALANCE} "

_REQUIRED = (fields.CLUB, fields.SESSION, fields.RULES)
_OF_ONE = (fields.DATE, fields.CARRIED_FONDO, fields.CARRIED_BALANCE)
"""What belongs to one session only, so that another one does not take it over from above."""

Texts = dict[str, Said]
Value = TypeVar("Value")


@dataclass
class Session:
    """A header with the cards of its pack; or why there is none, with the problem that says it."""

    header: Header | None
    cards: CardTable
    fault: ProblemCode | None = None
    problem: int | None = None
    aside: int = 0


class Sessions:
    """The sessions of one sheet."""

    def __init__(
        self,
        grid: Grid,
        values: SheetValues,
        report: CellReport,
        file: str,
        pack_of: Callable[[str], Pack | None],
        *,
        weaker: Iterable[Said],
        begun: set[tuple[str, str]],
    ) -> None:
        self._grid = grid
        self._values = values
        self._report = report
        self._file = file
        self._pack_of = pack_of
        self._weaker: Texts = {}
        """What is said elsewhere, in the order in which it counts."""
        for said in weaker:
            self._weaker.setdefault(said.key, said)
        self._titles: Texts = {}
        self._brought: Texts = {}
        """What is said to come from earlier since the last deal; of no account before it is known for which deal."""
        self._begun = begun
        """Club and session of the deals that there were so far in the whole file."""
        self._fresh: set[str] = set()
        """What was said above the table since the last deal."""
        self._above: Texts = {}
        """What the rows above say in their own cells."""
        self._known: dict[tuple[tuple[str, str], ...], Session] = {}
        self._seatings: dict[str, Seating | Session] = {}
        self._packs: dict[Pack | None, CardTable] = {}

    def title(self, found: Iterable[Said]) -> None:
        """Take what a row above a table, or between two deals, says."""
        for said in found:
            titles = self._brought if is_brought(said.key) else self._titles
            before = titles.get(said.key)
            if said.key in self._fresh and before is not None and normal(before.text) != normal(said.text):
                self._report.go(said.row, said.column)
                first = self._grid.cell(before.row, before.column)
                self._report("repeated-key.different", 0, said.text, first=first)
                titles[said.key] = said._replace(text="")
                continue
            if said.key == fields.SESSION and before is not None and before.text != said.text:
                for key in [key for key in self._titles if _is_of_one(key) and key not in self._fresh]:
                    del self._titles[key]
            titles[said.key] = said
            self._fresh.add(said.key)
            if titles is self._titles:
                self._above.pop(said.key, None)

    def begin(self) -> None:
        """Another table begins: what stood in the columns of the one before does not hold for it."""
        self._above = {}

    def texts(self, row: int, table: Table) -> Texts:
        """What is said of the session of a row."""
        own: Texts = {}
        for column in table.columns:
            key = _key(column)
            text = self._grid.spread(row, column.place) if key else ""
            if key and text.strip() and text.strip() != "?":
                own.setdefault(key, Said(key, text, self._grid, row, column.place))
        if any(self._differs(own.get(key), self._above.get(key)) for key in (fields.CLUB, fields.SESSION)):
            self._above = {key: said for key, said in self._above.items() if not _is_of_one(key)}
        self._above |= own
        self._fresh.clear()
        self._take_brought(own)
        return {**self._weaker, **self._titles, **self._above}

    def _take_brought(self, own: Texts) -> None:
        """What is said to come from earlier holds for a session that begins; carried forward within one, for nothing.

        `own` is what the row's own cells say.
        """
        texts = {**self._weaker, **self._titles, **self._above}
        club, session = (normal(texts[key].text) if key in texts else "" for key in (fields.CLUB, fields.SESSION))
        if (club, session) not in self._begun:
            self._begun.add((club, session))
            self._titles |= self._brought
            self._above = {key: said for key, said in self._above.items() if key in own or key not in self._brought}
        else:
            for key, said in self._brought.items():
                if key not in self._titles or self._titles[key].text != said.text:
                    self._report.go(said.row, said.column)
                    self._report("bad-line.carried", 0, said.text)
        self._brought = {}

    @staticmethod
    def _differs(now: Said | None, before: Said | None) -> bool:
        return now is not None and (before is None or normal(before.text) != normal(now.text))

    def session(self, texts: Texts, row: int, players: tuple[str, ...]) -> Session:
        """The session that is so described, read once for all rows of which it is."""
        known = tuple((key, said.text) for key, said in sorted(texts.items()) if key != fields.PLAYERS)
        found = self._known.get(known)
        if found is None:
            found = self._read(texts, row, players)
            if len(self._known) < limits.CACHE_ENTRIES:
                self._known[known] = found
        return found

    def seating(self, texts: Texts, row: int, named: tuple[str, ...]) -> Seating | Session:
        """Who sits there: as it is said, or those whom the headings name; or why nobody does."""
        said = texts.get(fields.PLAYERS)
        text = said.text if said is not None and said.text.strip() else ""
        key = f"={text}" if text else "\n".join(named)
        found = self._seatings.get(key)
        if found is not None:
            return found
        self._go(said if text else None, row)
        seated: tuple[str, ...] | None = None
        if NO_RESULT in text:
            self._report("bad-value.no-result", 0, text.replace("#", ""))
            text = ""
        if text:
            seated = self._values.seated(_with_commas(text), 0)
        elif named:
            seated = self._values.seat(named, 0, ", ".join(named))
        else:
            self._report("missing-header.key", 0, "", key=keys.BY_FIELD[fields.PLAYERS].spanish)
        found = Session(None, CardTable(None), self._report.last_code, self._report.last)
        if seated is not None:
            found = Seating(seated, Names(seated))
        if len(self._seatings) < limits.CACHE_ENTRIES:
            self._seatings[key] = found
        return found

    def set_aside(self, session: Session) -> ProblemCode:
        """Count another deal that the session's fault costs; gives the fault."""
        session.aside += 1
        self._report.amend(session.problem, aside=session.aside)
        return session.fault or "missing-header"

    def _go(self, said: Said | None, row: int) -> None:
        """Report what follows where it is said, or at the row."""
        self._report.grid = said.grid if said is not None and said.grid is not None else self._grid
        self._report.go(*((said.row, said.column) if said is not None and said.grid is not None else (row, 0)))

    def _fondo_before(self, said: Said) -> int | None:
        return self._values.fondo_before(self._values.whole(said.text), 0, said.text)

    def _read(self, texts: Texts, row: int, players: tuple[str, ...]) -> Session:
        required = {field: self._required(texts.get(field), field, row) for field in _REQUIRED}
        problem = self._report.last
        if None in required.values():
            self._report.grid = self._grid
            return Session(None, CardTable(None), "missing-header", problem)
        comments: list[Comment] = []
        rules_said = texts[fields.RULES]
        fondo = self._one(texts.get(fields.CARRIED_FONDO), row, comments, self._fondo_before)
        date = self._one(texts.get(fields.DATE), row, comments, lambda said: self._values.date(said.text, 0))
        balance = self._balance(texts, row, players, comments)
        header = Header(
            club=required[fields.CLUB] or "",
            session=required[fields.SESSION] or "",
            rules=required[fields.RULES] or "",
            place=Place(self._file, row + 1),
            rules_place=Place(self._file, (rules_said.row if rules_said.grid else row) + 1, rules_said.column + 1),
            date=date,
            options=tuple(self._options(texts, row)),
            carried_fondo=fondo,
            carried_balance=balance,
            players=players,
            extras={key: said.text.strip() for key, said in texts.items() if keys.is_extra(key)},
        )
        self._report.grid = self._grid
        if comments:
            header = msgspec.structs.replace(header, comments=place_header_comments(comments, header))
        pack = self._pack_of(header.rules)
        return Session(header, self._packs.setdefault(pack, CardTable(pack)))

    def _required(self, said: Said | None, field: str, row: int) -> str | None:
        text = "" if said is None else normal(said.text)
        self._go(said, row)
        if not text or text in ("?", "–") or self._values.is_error(text):
            self._report("missing-header.key", 0, "", key=keys.BY_FIELD[field].spanish)
            return None
        return text if self._values.is_short(text, 0, limits.HEADER_CHARS) else None

    def _one(self, said: Said | None, row: int, comments: list[Comment], read: Callable[[Said], Value]) -> Value | None:
        if said is None or said.text.strip() in NOTHING:
            return None
        self._go(said, row)
        found = read(said)
        if self._report.spoiled:
            comments.append(Comment(fields.END, unread(f"{said.key}: {said.text}")))
        return found

    def _balance(
        self, texts: Texts, row: int, players: tuple[str, ...], comments: list[Comment]
    ) -> tuple[int | None, ...] | None:
        """What each brings from earlier: a list in the order of play, or a column for each."""
        listed = texts.get(fields.CARRIED_BALANCE)
        if listed is not None:
            return self._one(listed, row, comments, lambda said: self._listed(said.text, len(players)))
        found: dict[str, int | None] = {}
        for key, said in texts.items():
            if key.startswith(BALANCE_KEY) and said.text.strip() not in NOTHING:
                self._go(said, row)
                name = self._values.known_player(_name_of(key, players))
                value = self._one(said, row, comments, lambda said: self._values.whole(said.text))
                if name is not None:
                    found[name] = value
        values = tuple(found.get(player) for player in players)
        return values if any(value is not None for value in values) else None

    def _listed(self, text: str, players: int) -> tuple[int | None, ...] | None:
        parts = text.split(",")
        if len(parts) != players:
            self._values.has_length("bad-length.numbers", len(parts), players, 0, text)
            return None
        return tuple(self._values.whole(part) for part in parts)

    def _options(self, texts: Mapping[str, Said], row: int) -> Iterable[Option]:
        for key, said in texts.items():
            text = said.text.strip()
            if key.startswith(OPTION_KEY) and text and text != "?":
                place = Place(self._file, (said.row if said.grid else row) + 1, said.column + 1)
                yield Option(key.removeprefix(OPTION_KEY), text, place)


def _key(column: Column) -> str | None:
    """What of a session a column holds."""
    if column.field in SESSION_FIELDS:
        return column.field
    if column.field == keys.OPTION:
        return fields.option_field(column.name)
    return f"{BALANCE_KEY}{column.also}" if column.field == fields.CARRIED_BALANCE else None


def _with_commas(text: str) -> str:
    """A list of names as the format writes it, where a cell has them on lines of their own or between semicolons."""
    text = text.replace("\n", ",")
    return text.replace(";", ",") if "," not in text else text


def _name_of(key: str, players: tuple[str, ...]) -> str:
    """Whose balance a key is about: the player who is called just so, else as a heading is read."""
    also = key.removeprefix(BALANCE_KEY)
    heading = None if also in players else parse_heading(f"{keys.BY_FIELD[fields.CARRIED_BALANCE].spanish} {also}")
    return also if heading is None else heading.name


def _is_of_one(key: str) -> bool:
    return key in _OF_ONE or key.startswith((BALANCE_KEY, OPTION_KEY, EXTRA))


def is_brought(key: str) -> bool:
    """Whether it comes from an earlier session."""
    return key in (fields.CARRIED_FONDO, fields.CARRIED_BALANCE) or key.startswith(BALANCE_KEY)
