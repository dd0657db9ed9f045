"""A row of the bulk form as the JSON record that says the same, which is then read as any other.

Places among the players become names and codes become spellings; what is none is reported, kept as a comment, and
absent. No code and no place from a file is used as an index before it is known to be in range.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from audit.cards import NAMES
from audit.logs import fields
from audit.logs.fields import unread
from audit.logs.json_record import COMMENTS, FORMAT, MORE_EXTRAS, SESSION
from audit.logs.json_text import Json, LineDecoder, has_lone_surrogates, mended, show
from audit.logs.limits import TRICK_CARDS
from audit.logs.parquet import columns as c
from audit.logs.problems import Problems
from audit.model import FONDO

_DECLARED = (fields.NAPOLITANA, fields.ESPAGNOLETTE, fields.REVESINO)
_NUMBERS = (fields.POINTS, fields.TRICKS, fields.FONDO_START, fields.FONDO_END, fields.NET, fields.BALANCE)

Row = Mapping[str, Any]

_SPELLINGS: Mapping[Any, str | None] = {None: None} | {code: name for code, name in enumerate(NAMES) if name}
"""By code: a card's spelling. A table that is looked up by what it holds, so that no number is beyond it."""


class RowReader:
    """Turns one row after another into a record."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._decoder = LineDecoder()
        self._number = 0
        self._players: Sequence[Any] = ()
        self.lost: list[str] = []
        """What the row said that its record cannot, as comments."""

    def record(self, row: Row, number: int) -> dict[str, Json]:
        """The record of a row, of which absent columns are absent."""
        self._number, self.lost = number, []
        players = row.get(fields.PLAYERS)
        self._players = players if isinstance(players, list) else ()
        found: dict[str, Json] = {name: row.get(name) for name in (fields.CLUB, fields.SESSION, fields.DEAL)}
        return found | {
            "format": FORMAT,
            fields.DATE: row.get(fields.DATE),
            "rules": {"id": row.get(fields.RULES), "options": self._json(row, c.OPTIONS, dict)},
            "carried": {"fondo": row.get(fields.CARRIED_FONDO), "balance": row.get(fields.CARRIED_BALANCE)},
            fields.PLAYERS: players,
            fields.DEALER: self._seat(row.get(fields.DEALER), fields.DEALER),
            c.HANDS: self._hands(row.get(c.HANDS)),
            fields.STOCK: self._cards(_unless_empty(row.get(fields.STOCK)), fields.STOCK),
            c.EXCHANGES: self._exchanges(row.get(c.EXCHANGES)),
            "declarations": {name: self._seat(row.get(name), name) for name in _DECLARED},
            "tricks": self._tricks(row.get(c.LEADERS) or (), row.get(c.CARDS) or ()),
            "recorded": self._recorded(row),
            fields.NOTE: row.get(fields.NOTE),
            MORE_EXTRAS: self._json(row, c.EXTRAS, dict) or {},
            COMMENTS: self._json(row, c.COMMENTS, list) or [],
            SESSION: {
                "players": row.get(c.SEATED_FIRST),
                "extras": self._json(row, c.HEADER_EXTRAS, dict),
                "comments": self._json(row, c.HEADER_COMMENTS, list),
            },
        }

    def _lose(self, what: str, path: str, value: object, **params: str | int) -> None:
        self._problems.add(what, self._number, 1, str(value), path=path, **params)
        self.lost.append(unread(f"{path}: {value}"))

    def _seat(self, value: Any, path: str, *, pot: bool = False) -> Json:
        """The name of the player at this place, or the fondo's where an account is meant."""
        if value is None:
            return None
        if 0 <= value < len(self._players):
            return self._players[value]
        if pot and value == c.FONDO_SEAT:
            return FONDO
        self._lose("bad-value.seat", path, value, last=len(self._players) - 1)
        return None

    def _card(self, value: Any, path: str) -> Json:
        """The spelling of the card of this code."""
        if value not in _SPELLINGS:
            self._lose("bad-card.code", path, value)
        return _SPELLINGS.get(value)

    def _cards(self, values: Sequence[Any] | None, path: str) -> Json:
        if values is None:
            return None
        try:
            return [_SPELLINGS[value] for value in values]
        except KeyError:
            return [self._card(each, f"{path}[{place}]") for place, each in enumerate(values)]

    def _hands(self, hands: Sequence[Any] | None) -> Json:
        found: dict[str, Json] = {}
        for place, cards in enumerate(hands or ()):
            if cards is None:
                continue
            name = self._seat(place, c.HANDS)
            if isinstance(name, str):
                found[name] = self._cards(cards, f"{c.HANDS}[{place}]")
        return found

    def _exchanges(self, exchanges: Sequence[Any] | None) -> Json:
        found = []
        for place, each in enumerate(exchanges or ()):
            path = f"{c.EXCHANGES}[{place}]"
            given = each or {}
            name = self._seat(given.get("player"), path)
            cards = {key: self._card(given.get(key), path) for key in ("discard", "take")}
            if given.get("player") is None or name is not None:
                found.append({"player": name, **cards})
        return found

    def _tricks(self, leaders: Sequence[Any], cards: Sequence[Any]) -> Json:
        found: list[Json] = []
        count = max(_length(leaders), -(-_length(cards) // TRICK_CARDS))
        spelt = self._cards(cards[: count * TRICK_CARDS], c.CARDS)
        for number in range(count):
            part = slice(number * TRICK_CARDS, (number + 1) * TRICK_CARDS)
            known = any(card is not None for card in cards[part])
            leader = self._seat(leaders[number], f"{c.LEADERS}[{number}]") if number < len(leaders) else None
            trick = {"leader": leader, "cards": [card or "??" for card in spelt[part]] if known else None}
            found.append(trick if known or leader is not None else None)
        return found

    def _recorded(self, row: Row) -> Json:
        found: dict[str, Json] = {name: row.get(name) for name in _NUMBERS}
        found[fields.WINNER] = self._seat(row.get(fields.WINNER), fields.WINNER)
        winners = row.get(c.TRICK_WINNERS) or ()
        named = (
            (number, self._seat(each, f"{c.TRICK_WINNERS}[{number - 1}]")) for number, each in enumerate(winners, 1)
        )
        found["trick_winners"] = {str(number): name for number, name in named if name is not None}
        found["payments"] = [
            payment
            for place, each in enumerate(row.get(c.PAYMENTS) or ())
            if (payment := self._payment(each or {}, f"{c.PAYMENTS}[{place}]")) is not None
        ]
        return found

    def _payment(self, given: Row, path: str) -> Json:
        accounts = {
            key: self._seat(given.get(name), path, pot=True) for key, name in (("from", "payer"), ("to", "payee"))
        }
        if any(
            given.get(name) is not None and accounts[key] is None for key, name in (("from", "payer"), ("to", "payee"))
        ):
            return None
        payment = {"trick": given.get("trick"), **accounts, "amount": given.get("amount")}
        return payment if given.get("label") is None else {**payment, "label": given["label"]}

    def _json(self, row: Row, name: str, kind: type) -> Json:
        """What the JSON text of a column says; `None` when it is no text of such a value, which is reported."""
        text = row.get(name)
        if text is None:
            return None
        try:
            value = self._decoder.decode(text)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, kind) and not self._decoder.has_repetitions:
            return mended(value) if has_lone_surrogates(text) else value
        self._lose("bad-value.json", name, text)
        return None


def _length(values: Sequence[Any]) -> int:
    """Up to the last value that is known."""
    return next((place for place in range(len(values), 0, -1) if values[place - 1] is not None), 0)


def _unless_empty(values: Sequence[Any] | None) -> Sequence[Any] | None:
    return values if values is not None and _length(values) else None


def shown(record: Mapping[str, Json]) -> str:
    """A record that is set aside, as the text that is kept of it."""
    return show({name: value for name, value in record.items() if value not in (None, {}, [])})
