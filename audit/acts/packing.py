"""Many small counts in few whole numbers: a table of millions of rows takes a third of the time to fill.

A column of `PACKED` holds fields of some bits each, the first in the lowest; where it is null, all of them are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from audit.acts.acts import ACES, DOUBLES, ESPAGNOLETTE, NAPOLITANA, QUINOLA, REVESINO, SUITS, Counts

DEALT = ("quinola_dealt", "aces_dealt", "honours_dealt", "voids_dealt", "height_dealt")
EXCHANGE = "exchange_taken"


class Packed(NamedTuple):
    """A column of fields, by name with its bits, in order."""

    type_: Any
    fields: tuple[tuple[str, int], ...]


PACKED: Mapping[str, Packed] = {
    "hand": Packed(
        np.uint64,
        (
            *((name, 4) for name in SUITS),
            *(("quinola_held", 1), ("aces_held", 3), ("honours_held", 6), ("voids_held", 3), ("height_held", 8)),
        ),
    ),
    "acts": Packed(
        np.uint32,
        (*((name, 1) for name in (*QUINOLA, *REVESINO)), *((name, 3) for name in ACES), ("renuncios", 4)),
    ),
    "doubles": Packed(np.uint16, tuple((name, 8) for name in DOUBLES)),
    "napolitana": Packed(np.uint8, tuple((name, 1) for name in NAPOLITANA)),
    "espagnolette": Packed(np.uint8, tuple((name, 1) for name in ESPAGNOLETTE)),
    "bete": Packed(np.uint8, (("bete", 1),)),
    "dealt": Packed(np.uint32, tuple(zip(DEALT, (1, 3, 6, 3, 8), strict=True))),
    "exchange": Packed(np.uint8, ((EXCHANGE, 1),)),
    "ahead": Packed(np.uint8, (("ahead_halves", 3), ("opponents", 2))),
}


def pack(name: str, counts: Counts) -> npt.NDArray[Any] | None:
    """The column `name` of `PACKED`; `None` where none of its fields is counted."""
    column, total, shift = PACKED[name], None, 0
    for field, bits in column.fields:
        if field in counts:
            value = counts[field].astype(column.type_) << column.type_(shift)
            total = value if total is None else np.bitwise_or(total, value, out=total)
        shift += bits
    return total


def fields() -> Iterator[tuple[str, str, int, int]]:
    """Of every field: its name, its column, how far it is shifted, and its mask."""
    for name, column in PACKED.items():
        shift = 0
        for field, bits in column.fields:
            yield field, name, shift, (1 << bits) - 1
            shift += bits
