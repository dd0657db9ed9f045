"""The measured power of the audit, for a reader."""

from __future__ import annotations

from collections.abc import Iterator

from audit.language import _
from audit.rows import Row
from audit.text.lines import Line, number


def power_lines(power: Row) -> Iterator[Line]:
    """The table: by kind of mistake how many were planted and detected, and where the true cause stood."""
    yield Line(
        _("{deals} deals, {right} with nothing planted and nothing carried on, {false} of them with an alarm").format(
            deals=number(power["deals"]), right=number(power["right"]), false=number(power["false_alarms"])
        ),
        "heading",
    )
    yield Line(
        _("{carried} deals in which something is only carried on, {blamed} of them blamed").format(
            carried=number(power["carried"]), blamed=number(power["blamed"])
        )
    )
    columns = (_("planted"), _("detected"), _("first"), _("or alike"), _("among three"))
    yield Line(f"{'':24}" + "".join(f"{word:>22}" for word in columns), "faint")
    for row in power["kinds"]:
        cells = [number(row["planted"])]
        cells += [_cell(row, name) for name in ("detected", "first", "first_or_alike", "three")]
        yield Line(f"{row['kind']:24}" + "".join(f"{cell:>22}" for cell in cells))


def _cell(row: Row, name: str) -> str:
    low, high = row[name]["interval"]
    share = row[name]["hits"] / row["planted"]
    return f"{100 * share:.1f} % ({100 * low:.1f}–{100 * high:.1f})"
