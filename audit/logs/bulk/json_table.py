"""The arrays of many lines as a table of the published columns."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from audit.logs import fields
from audit.logs.bulk.json_fields import Fields
from audit.logs.bulk.json_words import Bools, Ints, Page, ranges
from audit.logs.limits import STOCK_CARDS, TRICK_CARDS, TRICKS
from audit.logs.parquet import columns as c
from audit.logs.parquet.arrow import schema

Array = Any
"""A `pyarrow.Array`; the library comes without types."""


def table(page: Page, read: Fields) -> Array:
    """The table of all lines of `read`, the odd ones too, in which is anything; `read.is_regular` is then complete."""
    found = _Columns(page, read).all()
    return pa.Table.from_arrays([found[field.name] for field in filled()], schema=filled())


@cache
def filled() -> Any:
    """The schema of the columns that are filled: what a line with the others says is not regular."""
    unfilled = {c.SEATED_FIRST, c.HEADER_EXTRAS, c.HEADER_COMMENTS, c.EXTRAS, c.COMMENTS}
    return pa.schema([field for field in schema() if field.name not in unfilled], metadata=schema().metadata)


class _Columns:
    def __init__(self, page: Page, read: Fields) -> None:
        self._page = page
        self._read = read

    def all(self) -> dict[str, Array]:
        """The columns by name."""
        read, doubt = self._read, self._doubt
        deal, has_deal = read.number("deal")
        doubt(~has_deal | (deal < 1))
        carried, has_carried = read.number("carried.fondo")
        doubt(has_carried & (carried < 0))
        rules = read.rules()
        return {
            **{name: self._text(name) for name in (fields.CLUB, fields.SESSION, fields.DATE, fields.NOTE)},
            fields.RULES: self._text("rules.id"),
            c.OPTIONS: self._bytes(*rules, rules[1] > rules[0]),
            fields.CARRIED_FONDO: _ints(carried, has_carried, np.int64),
            fields.CARRIED_BALANCE: self._number_list("carried.balance"),
            fields.PLAYERS: self._players(),
            fields.DEAL: _ints(deal, has_deal, np.int64),
            fields.DEALER: self._seat("dealer"),
            c.HANDS: self._hands(),
            fields.STOCK: self._stock(),
            c.EXCHANGES: self._exchanges(),
            **{name: self._seat(f"declarations.{name}") for name in ("napolitana", "espagnolette", "revesino")},
            **self._tricks(),
            **{
                name: self._number_list(f"recorded.{name}")
                for name in (fields.POINTS, fields.TRICKS, fields.NET, fields.BALANCE)
            },
            c.TRICK_WINNERS: self._trick_winners(),
            fields.WINNER: self._seat("recorded.winner"),
            c.PAYMENTS: self._payments(),
            **{
                name: _ints(*read.number(f"recorded.{name}"), np.int64)
                for name in (fields.FONDO_START, fields.FONDO_END)
            },
        }  # fmt: skip

    def _doubt(self, is_odd: Bools) -> None:
        self._read.is_regular &= ~is_odd

    def _text(self, path: str) -> Array:
        return self._texts(self._read.text(path))

    def _texts(self, texts: Ints) -> Array:
        """The texts at these places, null for -1."""
        tokens, places = self._read.tokens, np.maximum(texts, 0)
        start = tokens.start.take(places)
        return self._bytes(start, start + tokens.length.take(places), texts >= 0)

    def _bytes(self, start: Ints, end: Ints, given: Bools) -> Array:

        length = np.where(given, end - start, 0)
        data = self._page.bytes.take(ranges(start, length))
        mask = None if given.all() else pa.py_buffer(np.packbits(given, bitorder="little"))
        return pa.StringArray.from_buffers(start.size, pa.py_buffer(_offsets(length)), pa.py_buffer(data), mask)

    def _players(self) -> Array:
        return _lists(self._texts(self._read.players), self._read.seats)

    def _seat(self, path: str) -> Array:
        seats = self._read.seat(path)
        return _ints(seats, seats >= 0, np.int8)

    def _number_list(self, path: str) -> Array:
        places, count = self._read.number_list(path)
        numbers = self._read.tokens.numbers
        values = _ints(numbers.values.take(places, mode="clip"), ~numbers.is_null.take(places, mode="clip"), np.int64)
        return _lists(values, count, count > 0)

    def _hands(self) -> Array:
        count, codes = self._read.hands()
        is_seat = np.arange(count.shape[1]) < self._read.seats[:, None]
        hands = _lists(_all(codes, np.uint8), count[is_seat], count[is_seat] > 0)
        has_hands: Bools = np.any(count > 0, axis=1)
        # A list that is null may be over values; so the hands of every line stand one behind the other.
        return _lists(hands, np.minimum(self._read.seats, count.shape[1]), has_hands)

    def _stock(self) -> Array:
        cards, given = self._read.cards("stock", STOCK_CARDS)
        return _fixed(cards, np.broadcast_to(given[:, None], cards.shape), STOCK_CARDS, np.uint8)

    def _exchanges(self) -> Array:

        count, player, cards = self._read.exchanges()
        arrays = [_ints(player, player >= 0, np.int8), *(_ints(code, given, np.uint8) for code, given in cards)]
        return _lists(pa.StructArray.from_arrays(arrays, list(c.EXCHANGE)), count, count > 0)

    def _tricks(self) -> dict[str, Array]:
        leaders, cards, given = self._read.tricks()
        size = TRICKS * TRICK_CARDS
        return {
            c.LEADERS: _fixed(leaders, leaders >= 0, TRICKS, np.int8),
            c.CARDS: _fixed(cards.reshape(-1, size), np.repeat(given, TRICK_CARDS, axis=1), size, np.uint8),
        }

    def _trick_winners(self) -> Array:
        seats = self._read.trick_winners().T
        return _fixed(seats, seats >= 0, TRICKS, np.int8)

    def _payments(self) -> Array:

        count, trick, seats, amount, label = self._read.payments()
        arrays = [
            _ints(*trick, np.int8),
            *(_all(seat, np.int8) for seat in seats),
            _all(amount, np.int64),
            self._texts(label),
        ]
        return _lists(pa.StructArray.from_arrays(arrays, list(c.PAYMENT)), count, count > 0)


def _offsets(lengths: Ints) -> npt.NDArray[np.int32]:
    found = np.zeros(lengths.size + 1, np.int32)
    lengths.cumsum(out=found[1:])
    return found


def _all(values: npt.NDArray[Any], kind: Any) -> Array:

    return pa.array(values.astype(kind, copy=False))


def _ints(values: npt.NDArray[Any], given: Bools, kind: Any) -> Array:

    return pa.array(values.astype(kind, copy=False), mask=None if given.all() else ~given)


def _lists(values: Array, lengths: Ints, given: Bools | None = None) -> Array:
    """Lists of these lengths, one behind the other."""
    mask = None if given is None or given.all() else pa.array(~given)
    return pa.ListArray.from_arrays(pa.array(_offsets(lengths)), values, mask=mask)


def _fixed(values: npt.NDArray[Any], given: Bools, size: int, kind: Any) -> Array:
    """Lists of one length, of which each value may be null."""
    flat = _ints(np.ascontiguousarray(values).ravel(), np.ascontiguousarray(given).ravel(), kind)
    return pa.FixedSizeListArray.from_arrays(flat, size)
