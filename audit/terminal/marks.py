"""How a figure looks at the terminal: what was written, and by a sign, not by colour alone, how it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from audit.language import N_, _
from audit.sheet.cells import Cell, Mark
from audit.terminal.columns import packed
from audit.text.figures import figure

WRONG, CARRIED, OPEN, RIGHT, LACKING = "✗", "~", "?", "✓", "+"

AFTER = WRONG + CARRIED + OPEN + "*"
"""What may stand behind a figure."""

MEANINGS = {
    RIGHT: N_("✓ recorded, and right"),
    WRONG: N_("✗ wrong: as recorded → as is right"),
    CARRIED: N_("~ wrong only because an earlier error was carried on"),
    OPEN: N_("? not decided"),
    LACKING: N_("+ due, and not recorded"),
    "()": N_("(…) worked out; nothing is recorded"),
}
"""What each sign means; `()` stands for a figure in brackets."""


def cell_text(what: str, cell: Cell, name: Callable[[str], str] = str) -> str:
    """A cell: `4`, `3→4✗`, `3→4~`, `4?`, `(4)`; `name` spells a player's name."""

    def spelt(value: int | str | None) -> str:
        return name(value) if isinstance(value, str) else figure(what, value)

    match cell.mark:
        case Mark.NONE:
            return "–"
        case Mark.SAME:
            return spelt(cell.recorded)
        case Mark.UNWRITTEN:
            return "?" if cell.right is None else f"({spelt(cell.right)})"
        case Mark.OPEN:
            return f"{spelt(cell.recorded)}{OPEN}"
    return f"{spelt(cell.recorded)}→{spelt(cell.right)}{WRONG if cell.mark is Mark.WRONG else CARRIED}"


def signs_of(cells: Iterable[Cell]) -> set[str]:
    """The signs that these cells show."""
    return {sign for sign in map(_sign, cells) if sign}


def _sign(cell: Cell) -> str:
    match cell.mark:
        case Mark.WRONG:
            return WRONG
        case Mark.CARRIED:
            return CARRIED
        case Mark.OPEN:
            return OPEN
        case Mark.UNWRITTEN:
            return OPEN if cell.right is None else "()"
    return ""


def legend(signs: set[str], width: int) -> Iterator[str]:
    """What the signs mean, those that occur, in lines of `width`."""
    return packed((_(words) for sign, words in MEANINGS.items() if sign in signs), width)
