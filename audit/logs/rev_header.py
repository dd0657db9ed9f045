"""The header of one session block of a `.rev` file, line by line."""

from __future__ import annotations

import msgspec

from audit.logs import fields, keys, limits
from audit.logs.fields import normal
from audit.logs.layout import place_header_comments
from audit.logs.line_report import LineReport
from audit.logs.once import Once
from audit.logs.quoting import unquote
from audit.logs.rev_values import NOT_RECORDED, Item, RevValues, strip
from audit.model import Header, Option, OptionValue, Place, ProblemCode

REQUIRED = (fields.CLUB, fields.SESSION, fields.RULES, fields.PLAYERS)


class HeaderText:
    """Gathers a header; what is given twice with different values does not count."""

    def __init__(self, place: Place, values: RevValues, report: LineReport) -> None:
        self.place = place
        self.fault: ProblemCode | None = None
        """Why the deals of this block cannot be taken."""
        self.once = Once(report)
        self.texts: dict[str, str] = {}
        self._values = values
        self._report = report
        self._players: dict[str, tuple[str, ...]] = {}
        self._players_problem: int | None = None
        self._players_fault: ProblemCode | None = None
        self.faults: list[int | None] = []
        """The problems for which the deals of this block are set aside."""
        self._fondo: dict[str, int] = {}
        self._balance: dict[str, tuple[int | None, ...]] = {}
        self._balance_at = (0, 0, "")
        self._balance_behind = ""
        self._rules_at: Place | None = None
        self._options: dict[str, OptionValue] = {}
        self._extras: dict[str, object] = {}

    def extra(self, name: str, value: object, line: str, *, blank: bool) -> str:
        """Keep an `x-` key; gives its field."""
        self.once.put(self._extras, name, name, value, line, blank=blank)
        return name

    def read(self, found: keys.FoundKey, value: str, at: int, line: str) -> str:
        """Read one header line; gives its field. A blank or `?` is not recorded."""
        field = found.key.field
        text, start = strip(value, at)
        if found.name and field != keys.OPTION:
            self._report("bad-line.extra-name", line.find(found.name), found.name, key=found.key.spanish)
            return field
        if field == keys.OPTION:
            return self._read_option(found.name, text, start, line)
        if text in NOT_RECORDED:
            return field
        if field == fields.PLAYERS:
            self._read_players(text, start, line)
        elif field == fields.CARRIED_FONDO:
            fondo = self._values.fondo_before(self._values.integer(text, start), start, text)
            if fondo is not None:
                self.once.put(self._fondo, field, field, fondo, line)
        elif field == fields.CARRIED_BALANCE:
            balance = self._values.number_list(text, start)
            if balance is not None:
                self._balance_at = (self._report.number, start, text)
                self._balance_behind = self._values.behind
                self.once.put(self._balance, field, field, balance, line)
        else:
            self._read_text(field, text, start, line)
        return field

    def _read_text(self, field: str, text: str, at: int, line: str) -> None:
        read = self._values.date(text, at) if field == fields.DATE else normal(self._values.free_text(text, at))
        if read and self._values.is_short(read, at, limits.HEADER_CHARS):
            self.once.put(self.texts, field, field, read, line)
        if field == fields.RULES and self._rules_at is None:
            self._rules_at = Place(self.place.file, self._report.number, at + 1)

    def _read_players(self, text: str, at: int, line: str) -> None:
        players = self._values.seated(text, at)
        if players is None:
            self._players_fault = self._report.last_code
            self._players_problem = self._report.last
        else:
            self.once.put(self._players, fields.PLAYERS, fields.PLAYERS, players, line)

    def _read_option(self, name: str, text: str, at: int, line: str) -> str:
        """An option of any name and value: the ruleset judges both, and settles nothing by one it does not know."""
        name = normal(unquote(name))
        field = fields.option_field(name)
        if text not in NOT_RECORDED:
            marked, value = self._values.json_mark(text, at)
            self.once.put(self._options, name, field, value if marked else unquote(text), line)
        return field

    def refuse_option(self, option: Option, line: str) -> str:
        """Keep an option's line that cannot be read as an option that no ruleset has; gives its field."""
        field = fields.option_field(option.name)
        self.once.put(self._options, option.name, field, option.value, line)
        return field

    def finish(self) -> Header | None:
        """The header, or `None` when it lacks what the deals need; then `fault` says what."""
        self._settle_balance()
        self.fault = self.fault or self._missing()
        if self.fault is not None:
            return None
        file, line = self.place.file, self.once.line
        options = (
            Option(name, value, Place(file, line(fields.option_field(name)))) for name, value in self._options.items()
        )
        header = Header(
            club=self.texts[fields.CLUB],
            session=self.texts[fields.SESSION],
            rules=self.texts[fields.RULES],
            place=self.place,
            rules_place=self._rules_at,
            date=self.texts.get(fields.DATE),
            options=tuple(options),
            carried_fondo=self._fondo.get(fields.CARRIED_FONDO),
            carried_balance=self._balance.get(fields.CARRIED_BALANCE),
            players=self._players[fields.PLAYERS],
            extras=self._extras,
        )
        comments = place_header_comments(self.once.comments, header)
        return msgspec.structs.replace(header, comments=comments) if comments else header

    def _settle_balance(self) -> None:
        """A balance list is as long as the players' list, which may stand below it."""
        balance, players = self._balance.get(fields.CARRIED_BALANCE), self._players.get(fields.PLAYERS)
        if balance is None or players is None or len(balance) == len(players):
            return
        number, at, text = self._balance_at
        self._report.begin(number)
        if self._values.has_comma_too_many(text, at, len(players)):
            self._balance[fields.CARRIED_BALANCE] = balance[:-1]
            return
        self._values.refuse_numbers(Item(text, at), len(players), self._balance_behind)
        self.once.drop(self._balance, fields.CARRIED_BALANCE, fields.CARRIED_BALANCE)

    def _missing(self) -> ProblemCode | None:
        """Report each required key that has no value; one unreadable players' list was reported before."""
        found: ProblemCode | None = None
        for field in REQUIRED:
            if field in self.texts or field in self._players:
                continue
            if field == fields.PLAYERS and self._players_fault is not None:
                found = found or self._players_fault
                self.faults.append(self._players_problem)
                continue
            self._report.begin(self.place.line)
            self._report("missing-header.key", 0, "", key=keys.BY_FIELD[field].spanish)
            self.faults.append(self._report.last)
            found = "missing-header"
        return found

    @property
    def lacks_only_players(self) -> bool:
        """Whether all that is wrong is a list of players that cannot be read."""
        return self.fault is not None and self.fault == self._players_fault and len(self.faults) == 1
