"""The bulk form `.parquet` as columns of deals: what the plain reader does row by row, by NumPy over all rows.

Each field is held against the same limits as in `audit.logs.parquet.rows` and `audit.logs.json_deal`; a row in which
anything at all is out of the ordinary is left to those. No code and no seat is used as an index before it is checked.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from audit.cards import NAMES, UNKNOWN, Pack
from audit.logs import fields, limits
from audit.logs.bulk.arrow_heads import HEADER_TEXTS, NONE, HeaderColumns, Heads, PackOf
from audit.logs.bulk.arrow_texts import FreeTexts
from audit.logs.bulk.arrow_values import Array, Ints, Lists, Numbers, Texts, lists, members, numbers, texts, whole
from audit.logs.bulk.columns import (
    MISSING,
    NOBODY,
    Amounts,
    Codes,
    DealColumns,
    Exchanges,
    Hands,
    Mask,
    Payments,
    Seats,
)
from audit.logs.fields import CardTable
from audit.logs.limits import STOCK_CARDS, TRICK_CARDS, TRICKS
from audit.logs.parquet import columns as c
from audit.logs.parquet.values import TooManyValuesError
from audit.model import LARGEST

DECLARATIONS = (fields.NAPOLITANA, fields.ESPAGNOLETTE, fields.REVESINO)

_NO_CARD = 255
"""No card has this code."""

_NO_SEAT, _BELOW = 127, -2
"""No lineup has these places, and the fondo neither."""

_CODES = 256
_SEATS = max(limits.PLAYERS)

Index = npt.NDArray[np.int64]


class ColumnReader:
    """Reads the batches of one file, in the order of its rows; see `read`."""

    def __init__(self, pack_of: PackOf, file: str = "") -> None:
        self._heads = Heads(file, pack_of)
        self.free_texts = FreeTexts()
        self.characters = 0
        """How many the texts of all batches had."""
        self.is_waiting = False
        """Whether a row was set aside whose text becomes a comment of the next deal, or, if none comes, of the last."""

    def read(self, batch: Any, line: int | Index) -> DealColumns:
        """A batch of `ParquetLog.batches` as columns; `line` is the number in the file of its first row, or of each.

        Raises TooManyValuesError, and what else the plain reader raises on values that Python does not have.
        """
        return _Rows(batch, self._heads, line, self).columns()

    def count_characters(self, more: int) -> None:
        """Count the characters of texts. Raises TooManyValuesError when there are too many in the file."""
        self.characters += more
        if self.characters > limits.DECODED_CHARS:
            raise TooManyValuesError


def read_columns(batch: Any, pack_of: PackOf, line: int | Index = 1, file: str = "") -> DealColumns:
    """A record batch or a table with columns of the published schema as columns of deals, as if it were all of a file.

    Raises as `ColumnReader.read` does.
    """
    return ColumnReader(pack_of, file).read(batch, line)


class _Rows:
    """The rows of one batch; `_regular` is what is left of them as their fields are read."""

    def __init__(self, batch: Any, heads: Heads, line: int | Index, reader: ColumnReader) -> None:
        self._count = batch.num_rows
        self._heads = heads
        self._line = line if isinstance(line, np.ndarray) else np.arange(line, line + self._count)
        self._reader = reader
        self._regular = np.ones(self._count, np.bool_)
        self._arrays = {name: whole(batch.column(name)) for name in batch.schema.names}
        # All that may be too much is decoded before anything is remembered of it.
        self._lists = {one.name: self._lists_of(one.name) for one in c.COLUMNS if isinstance(one.type, dict)}
        self._by_seat = lists(self._lists[c.HANDS].elements, self._count)
        self._texts = {one.name: self._texts_of(one.name) for one in c.COLUMNS if one.has_texts}
        reader.count_characters(sum(each.characters() for each in self._texts.values()))
        self._size: Seats = np.zeros(self._count, np.int8)
        """How many players."""
        self._width = min(limits.PLAYERS)
        """How many players a deal has at most."""
        self._pack: npt.NDArray[np.int64] = np.zeros(self._count, np.int64)
        """Which of the cards below are the row's."""
        self._cards: Codes = np.zeros(0, np.uint8)
        """By pack and code: the code as the pack has it, or `_NO_CARD`."""

    def columns(self) -> DealColumns:
        """All that they say. Called once."""
        number = self._amounts(self._numbers(fields.DEAL))
        lineup, head = self._deals(number >= 1)
        self._has_nothing_else()
        leader, card, has_cards = self._tricks()
        stock, has_stock = self._stock()
        points, has_points = self._by_player(fields.POINTS)
        tricks, has_tricks = self._by_player(fields.TRICKS)
        net, has_net = self._by_player(fields.NET)
        balance, has_balance = self._by_player(fields.BALANCE)
        hands, exchanges, payments = self._hands(), self._exchanges(), self._payments()
        note = self._reader.free_texts.notes(self._texts[fields.NOTE])
        self._require(note.is_right)
        return DealColumns(
            line=self._line,
            number=number,
            head=head,
            heads=self._heads.headers,
            lineup=lineup,
            lineups=self._heads.lineups,
            lineup_size=self._size,
            dealer=self._seat(fields.DEALER),
            winner=self._seat(fields.WINNER),
            declared={name: self._seat(name) for name in DECLARATIONS},
            leader=leader,
            card=card,
            has_trick=has_cards | (leader != NOBODY),
            has_cards=has_cards,
            hands=hands,
            stock=stock,
            has_stock=has_stock,
            points=points,
            tricks=tricks,
            net=net,
            balance=balance,
            has_points=has_points,
            has_tricks=has_tricks,
            has_net=has_net,
            has_balance=has_balance,
            trick_winner=self._seats(c.TRICK_WINNERS),
            fondo_start=self._amounts(self._numbers(fields.FONDO_START)),
            fondo_end=self._amounts(self._numbers(fields.FONDO_END)),
            # From here on all fields have been looked at.
            regular=self._regular,
            exchanges=exchanges.of(self._regular),
            payments=payments.of(self._regular),
            note=note.place,
            notes=note.texts,
        )

    # ---------------------------------------------------------------------------------------------- what is there

    def _array(self, name: str) -> Array:
        return self._arrays[name] if name in self._arrays else pa.nulls(self._count)

    def _numbers(self, name: str) -> Numbers:
        return numbers(self._array(name))

    def _lists_of(self, name: str) -> Lists:
        return lists(self._array(name), self._count)

    def _texts_of(self, name: str) -> Texts:
        """The texts of a column, or of the elements of its lists. One that is none spoils the batch, for the plain
        reader tells of it.
        """
        array = self._lists[name].elements if name in self._lists else self._array(name)
        array = members(array, "label")[0] if name == c.PAYMENTS else array
        return texts(array, lambda: self._regular.fill(False))

    def _require(self, right: Mask) -> None:
        """Leave the rows to the plain reader of which `right` `[row]` or `[place, row]` does not hold."""
        self._regular &= right if right.ndim == 1 else right.all(axis=0)

    def _drop(self, wrong: Mask, row: Callable[[], Index]) -> None:
        """Leave the rows to the plain reader that have a `wrong` element; `row` tells of which row each is."""
        if wrong.any():
            self._regular[row()[wrong]] = False

    # ------------------------------------------------------------------------------------------ who sits, and where

    def _deals(self, is_numbered: Mask) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """The lineup and the header of each row."""
        players, balance, first = (
            self._lists[name] for name in (fields.PLAYERS, fields.CARRIED_BALANCE, c.SEATED_FIRST)
        )
        lineup, self._size, is_named = self._heads.seat(players, self._texts[fields.PLAYERS])
        self._width = int(self._size.max(initial=self._width))
        is_short = np.ones(self._count, np.bool_)
        for each in self._lists.values():
            is_short &= each.length <= limits.VALUES_PER_ROW
        rows = np.flatnonzero((self._size > 0) & is_numbered & is_short)
        header = HeaderColumns(
            [self._texts[name] for name in HEADER_TEXTS],
            self._numbers(fields.CARRIED_FONDO),
            (balance, numbers(balance.elements)),
            (first, self._texts[c.SEATED_FIRST]),
        )
        head, is_whole = np.full(self._count, NONE, np.int32), np.zeros(self._count, np.bool_)
        head[rows], is_whole[rows], self._pack[rows] = self._heads.head(header, rows, lineup, self._line)
        packs = self._heads.packs or [None]
        self._cards = np.concatenate([_card_table(each) for each in packs])
        self._regular &= is_named & is_whole & ~self._comes_after_aside(is_short, head != NONE)
        return lineup, head

    def _comes_after_aside(self, is_short: Mask, is_deal: Mask) -> Mask:
        """Which rows come after one of which no deal could be made: its text becomes a comment of the next deal."""
        found = np.zeros(self._count, np.bool_)
        # Of a row with too long a list no text is kept.
        rows = np.flatnonzero(is_short)
        if rows.size:
            aside = np.append(self._reader.is_waiting, ~is_deal[rows])
            found[rows], self._reader.is_waiting = aside[:-1], bool(aside[-1])
        return found

    def _has_nothing_else(self) -> None:
        """Leave the rows to the plain reader that have comments or `x-` keys."""
        for name, nothing in ((c.EXTRAS, "{}"), (c.COMMENTS, "[]")):
            found = self._texts[name]
            is_empty = np.array([each is None or each.strip() == nothing for each in found.entries], np.bool_)
            self._require(is_empty.take(found.code))

    # ------------------------------------------------------------------------------------------- seats and amounts

    def _seat(self, name: str) -> Seats:
        return self._seated(_as_seats(self._numbers(name)))

    def _seats(self, name: str) -> Seats:
        """The seats of a list of one to each trick."""
        found = self._lists[name]
        self._require(found.length <= TRICKS)
        return self._seated(found.square(_as_seats(numbers(found.elements)), TRICKS, NOBODY))

    def _seated(self, seat: Seats) -> Seats:
        """`[row]` or `[place, row]`: the seats, once they are known to be those of players."""
        right = (seat >= NOBODY) & (seat < self._size)
        if right.all():
            return seat
        self._require(right)
        return np.where(right, seat, NOBODY).astype(np.int8)

    def _amounts(self, found: Numbers) -> Amounts:
        """`[row]`: the numbers, once they are known to be in range."""
        amount = _as_amounts(found)
        self._require((amount != MISSING) | ~found.known)
        return amount

    def _by_player(self, name: str) -> tuple[Amounts, Mask]:
        """`[player, row]`: one number for each player, and `[row]` whether the list is there."""
        found = self._lists[name]
        self._require((found.length == self._size) | ~found.known)
        elements = numbers(found.elements)
        amount = _as_amounts(elements)
        self._drop((amount == MISSING) & elements.known, found.row)
        return found.square(amount, self._width, MISSING), found.known

    # ---------------------------------------------------------------------------------------------------- the cards

    def _spelt(self, code: Codes, row: Callable[[], Index] | None = None) -> tuple[Codes, Mask]:
        """Codes as the pack of their row has them, and which of them are no card's; those are unknown.

        `row` tells of which row each is, unless they are `[…, row]`.
        """
        if self._cards.size == _CODES:
            found = self._cards.take(code)
        else:
            found = self._cards.take(code + _CODES * (self._pack if row is None else self._pack[row()]))
        wrong: Mask = np.equal(found, _NO_CARD)
        if wrong.any():
            found[wrong] = UNKNOWN
        return found, wrong

    def _tricks(self) -> tuple[Seats, Codes, Mask]:
        """The leaders, the cards, and which tricks have any."""
        found = self._lists[c.CARDS]
        width = TRICKS * TRICK_CARDS
        self._require((found.length <= width) & (found.length % TRICK_CARDS == 0))
        elements = numbers(found.elements)
        known = found.square(elements.known, width, False).reshape(TRICKS, TRICK_CARDS, -1)
        card, wrong = self._spelt(found.square(_as_codes(elements), width, UNKNOWN))
        self._require(~wrong)
        # Not `any`: over so short an axis it takes a hundred times as long.
        has_cards = known[:, 0] | known[:, 1] | known[:, 2] | known[:, 3]
        return self._seats(c.LEADERS), card.reshape(TRICKS, TRICK_CARDS, -1), has_cards

    def _stock(self) -> tuple[Codes, Mask]:
        """The cards of the stock, and whether there is one."""
        found = self._lists[fields.STOCK]
        elements = numbers(found.elements)
        has_stock: Mask = np.logical_or.reduce(found.square(elements.known, STOCK_CARDS, False))
        self._require((found.length == STOCK_CARDS) | ((found.length < STOCK_CARDS) & ~has_stock))
        stock, wrong = self._spelt(found.square(_as_codes(elements), STOCK_CARDS, UNKNOWN))
        self._require(~wrong)
        return stock, has_stock

    def _hands(self) -> Hands:
        by_row, by_seat = self._lists[c.HANDS], self._by_seat
        self._require(by_row.length <= self._size)
        self._drop(by_seat.length > limits.CARD_WORDS, by_row.row)

        def row() -> Index:
            return np.repeat(by_row.row(), by_seat.length)

        cards, wrong = self._spelt(_as_codes(numbers(by_seat.elements)), row)
        self._drop(wrong, row)
        size = by_row.square(np.minimum(by_seat.length, limits.CARD_WORDS).astype(np.int16), self._width, 0)
        size[size == 0] = NOBODY
        return Hands(size, by_row.square(by_seat.start, self._width, 0), cards)

    def _exchanges(self) -> Exchanges:
        found = self._lists[c.EXCHANGES]
        player, *cards = members(found.elements, "player", "discard", "take")
        row = found.row()
        seat = _as_seats(numbers(player))
        right = (seat >= 0) & (seat < self._size.take(row))
        discard, take = (self._given_card(each, row, right) for each in cards)
        # A second one of the same player may be a repetition, or a contradiction.
        again = np.bincount(row[right] * _SEATS + seat[right], minlength=self._count * _SEATS) > 1
        self._require(~again.reshape(-1, _SEATS).T)
        self._drop(~right, lambda: row)
        return Exchanges(row, seat, discard, take)

    def _given_card(self, array: Array, row: Index, right: Mask) -> npt.NDArray[np.int16]:
        """The card codes of exchanges, `NOBODY` for none; what is no card's is not `right`."""
        found = numbers(array)
        code, wrong = self._spelt(_as_codes(found), lambda: row)
        right &= ~wrong
        return np.where(found.known, code.astype(np.int16), np.int16(NOBODY))

    def _payments(self) -> Payments:
        found = self._lists[c.PAYMENTS]
        number, payer, payee, amount = members(found.elements, "trick", "payer", "payee", "amount")
        row = found.row()
        size = self._size.take(row)
        trick, label = _as_seats(numbers(number)), self._reader.free_texts.labels(self._texts[c.PAYMENTS])
        right = label.is_right & ((trick == NOBODY) | ((trick >= 1) & (trick <= TRICKS)))
        seats: list[Seats] = []
        for account in (numbers(payer), numbers(payee)):
            seat = _clipped(account.value, _BELOW, _NO_SEAT).astype(np.int8)
            right &= account.known & (seat >= c.FONDO_SEAT) & (seat < size)
            seats.append(seat)
        paid = _as_amounts(numbers(amount))
        right &= paid != MISSING
        self._drop(~right, lambda: row)
        trick = np.where(trick < 0, 0, trick).astype(np.int8)
        return Payments(row, trick, seats[0], seats[1], paid, label.place, label.texts)


@cache
def _card_table(pack: Pack | None) -> Codes:
    """By code: the card that its spelling is in a game with this pack, as the plain reader reads it; or `_NO_CARD`."""
    table, found = CardTable(pack), np.full(_CODES, _NO_CARD, np.uint8)
    for code, name in enumerate(NAMES):
        if name:
            with contextlib.suppress(KeyError):
                found[code] = table[name]
    return found


def _clipped(value: Ints, least: int, most: int) -> Ints:
    """The numbers in a range; what is beyond stands at one of its ends, which is as far out."""
    return np.clip(value.astype(np.int64), least, most)


def _as_seats(found: Numbers) -> Seats:
    """Seats in a byte: `NOBODY` for null, and what is none by `_BELOW` or `_NO_SEAT`."""
    value = found.value if found.value.dtype == np.int8 else _clipped(found.value, _BELOW, _NO_SEAT)
    value = np.where(value < 0, _BELOW, value)
    return np.where(found.known, value, NOBODY).astype(np.int8)


def _as_codes(found: Numbers) -> Codes:
    """Card codes in a byte: `UNKNOWN` for null, and what is none as `_NO_CARD`."""
    value = found.value
    if value.dtype != np.uint8:
        # As a byte -1 is 255, too.
        value = _clipped(value, -1, _NO_CARD).astype(np.uint8)
    return np.where(found.known, value, np.uint8(UNKNOWN))


def _as_amounts(found: Numbers) -> Amounts:
    """Amounts: `MISSING` for null, and for what no log may hold."""
    value, known = found
    if value.dtype == np.uint64:
        known = known & (value <= np.uint64(LARGEST))
    return np.where(known, value.astype(np.int64), MISSING)
