"""Notes and labels as columns: each different text is read once, by the code of the plain reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from audit.logs import fields
from audit.logs.bulk.arrow_values import Texts
from audit.logs.bulk.columns import NOWHERE, Mask
from audit.logs.json_text import Json
from audit.logs.json_values import JsonValues
from audit.logs.line_report import LineReport
from audit.logs.problems import Param, Problems

LONGEST = 1_000
"""Characters of a note or a label. One text may stand in every row, and columns for a database have it in each; so
longer ones are left to the plain reader.
"""


class Tally(Problems):
    """Counts problems, of which nothing else is wanted here."""

    count = 0

    def add(self, what: str, line: int, column: int = 1, found: str = "", **params: Param) -> int | None:
        """Count it."""
        self.count += 1
        return None


class Said(NamedTuple):
    """What texts say: of each its place in `texts`, `NOWHERE` where it says nothing, and whether it is as usual."""

    place: npt.NDArray[np.int32]
    texts: Any
    """A `pyarrow.StringArray`."""
    is_right: Mask


class FreeTexts:
    """Reads texts that may be anything."""

    def __init__(self) -> None:
        self._tally = Tally("")
        self._values = JsonValues(LineReport(self._tally))

    def notes(self, found: Texts) -> Said:
        """The notes of deals."""
        return self._said(found, self._values.text, fields.NOTE)

    def labels(self, found: Texts) -> Said:
        """The labels of payments."""
        return self._said(found, self._values.label, "label")

    def _said(self, found: Texts, read: Callable[[Json, str], str | None], path: str) -> Said:
        texts: list[str] = []
        # The last entry is none.
        place = np.full(len(found.entries), NOWHERE, np.int32)
        is_right = np.ones(len(found.entries), np.bool_)
        for number, entry in enumerate(found.entries):
            if entry is None:
                continue
            before = self._tally.count
            text = read(entry, path)
            is_right[number] = self._tally.count == before and len(text or "") <= LONGEST
            if text is not None and is_right[number]:
                place[number] = len(texts)
                texts.append(text)
        return Said(place.take(found.code), pa.array(texts, pa.string()), is_right.take(found.code))
