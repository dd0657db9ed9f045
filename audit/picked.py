"""Some of many deals: parts of columns, and of deals that are made only when somebody asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, TypeVar, overload

import numpy as np
import numpy.typing as npt

from audit.facts import NOBODY
from audit.model import Deal

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class Chosen(Sequence[Deal]):
    """The deals `rows` of others, of which only those are looked at that somebody asks for."""

    def __init__(self, deals: Sequence[Deal], rows: npt.NDArray[np.intp]) -> None:
        self._deals = deals
        self._rows = rows

    def __len__(self) -> int:
        return int(self._rows.size)

    @overload
    def __getitem__(self, place: int) -> Deal: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Deal]: ...
    def __getitem__(self, place: int | slice) -> Deal | Sequence[Deal]:
        if isinstance(place, slice):
            return Chosen(self._deals, self._rows[place])
        return self._deals[int(self._rows[place])]


_Columns = TypeVar("_Columns", bound="DataclassInstance")


def picked(columns: _Columns, rows: npt.NDArray[np.intp]) -> _Columns:
    """A dataclass of columns with the deals `rows` of each of its arrays `[…, deal]`; its other fields as they are."""
    own = {one.name: getattr(columns, one.name) for one in fields(columns)}
    return replace(columns, **{name: each[..., rows] for name, each in own.items() if isinstance(each, np.ndarray)})


def counted_anew(rows: npt.NDArray[np.intp], count: int) -> npt.NDArray[np.int64]:
    """`[old row]`: its place among `rows`, which rise; `NOBODY` for one that is not among them."""
    place = np.full(count, NOBODY, np.int64)
    place[rows] = np.arange(rows.size)
    return place
