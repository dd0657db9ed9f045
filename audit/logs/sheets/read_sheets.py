"""The deals of all sheets of a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from audit.cards import Pack
from audit.logs import limits
from audit.logs.problems import Problems
from audit.logs.sheets.find_header import tables
from audit.logs.sheets.grid import Grid
from audit.logs.sheets.mapping import SheetMap
from audit.logs.sheets.read_grid import GridReader
from audit.logs.sheets.titles import Said, titles
from audit.model import Reading

PackOf = Callable[[str], Pack | None]


def read_sheets(grids: Sequence[Grid], pack_of: PackOf, problems: Problems, mapping: SheetMap | None) -> Reading:
    """The deals of the sheets in their order; what stands on a sheet without a table holds for all the others."""
    with_tables = [grid for grid in grids if next(tables(grid, mapping), None) is not None]
    without = [grid for grid in grids if grid not in with_tables]
    elsewhere = _of_cover(without)
    whole = Reading(deals=[], quarantined=[], problems=[])
    begun: set[tuple[str, str]] = set()
    for grid in with_tables:
        reading = GridReader(grid, pack_of, problems, mapping, elsewhere, begun).read()
        whole.deals += reading.deals
        whole.quarantined += reading.quarantined
    said = {id(each.grid) for each in elsewhere}
    for grid in without:
        row = next((row for row in range(len(grid.rows)) if grid.filled(row)), None)
        if row is None or id(grid) in said:
            continue
        cell = grid.cell(row, grid.filled(row)[0])
        what = "bad-line.no-table" if with_tables else "no-deals.sheet"
        problems.add(what, row + 1, 1, grid.text(row, grid.filled(row)[0]), cell=cell)
    return whole


def _of_cover(grids: Sequence[Grid]) -> list[Said]:
    """What the sheets without a table say of the session; what two of them say otherwise is not said."""
    found: dict[str, Said] = {}
    for grid in grids:
        for row in range(min(len(grid.rows), limits.HEADER_ROWS)):
            for said in titles(grid, row):
                before = found.setdefault(said.key, said)
                if before.text != said.text:
                    found[said.key] = said._replace(text="")
    return [said for said in found.values() if said.text]
