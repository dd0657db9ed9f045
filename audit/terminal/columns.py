"""Tables that fit a terminal: columns as wide as they must be, names shortened alike, wide letters counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

GAP = "  "


@dataclass(frozen=True)
class Column:
    """A column: its heading, a text a row, and on which side the texts stand."""

    heading: str
    texts: Sequence[str]
    right: bool = False

    @property
    def width(self) -> int:
        """The cells that it takes."""
        return max(map(cell_len, (self.heading, *self.texts)), default=0)

    def padded(self, text: str, width: int) -> str:
        """The text in so many cells."""
        blank = " " * (width - cell_len(text))
        return blank + text if self.right else text + blank


@dataclass(frozen=True)
class Group:
    """Columns that stay together, and what they show."""

    title: str
    columns: Sequence[Column]

    @property
    def width(self) -> int:
        """The cells that it takes, gaps between its columns among them."""
        columns = sum(column.width for column in self.columns) + len(GAP) * (len(self.columns) - 1)
        return max(columns, cell_len(self.title))


def shorten(names: Sequence[str], width: int) -> dict[str, str]:
    """Each name in at most `width` cells (5 or more), no two alike.

    A long name is cut; those that would then be alike are told apart by their last words: `M. Gutié…`, `M. Gonzá…`.
    """
    short: dict[str, str] = {}
    left = list(dict.fromkeys(names))
    for way in (_cut, _by_last_word, _by_end):
        texts = {name: way(name, width) for name in left}
        taken = Counter([*short.values(), *texts.values()])
        short |= {name: text for name, text in texts.items() if taken[text] == 1}
        left = [name for name in left if name not in short]
    for name in left:
        numbered = (_cut(name, width - len(f"{number}"), always=True) + f"{number}" for number in count(1))
        short[name] = next(text for text in numbered if text not in short.values())
    return {name: short[name] for name in names}


def _cut(name: str, width: int, *, always: bool = False) -> str:
    """The name, or its beginning."""
    if cell_len(name) <= width and not always:
        return name
    return set_cell_size(name, max(width - 1, 1)).rstrip() + "…"


def _by_last_word(name: str, width: int) -> str:
    """The first letter and the last word."""
    first, _space, last = name.rpartition(" ")
    return _cut(f"{first[:1]}. {last}" if first else name, width)


def _by_end(name: str, width: int) -> str:
    """The beginning and the last letters."""
    end = name[-2:]
    room = width - 1 - cell_len(end)
    return set_cell_size(name, room).rstrip() + "…" + end if room > 0 else _cut(name, width)


def table(columns: Sequence[Column], indent: str = "  ") -> Iterator[str]:
    """The heading and each row, as lines without blanks at their end."""
    widths = [column.width for column in columns]
    rows = zip(*(column.texts for column in columns), strict=True)
    for texts in ([column.heading for column in columns], *rows):
        cells = (column.padded(text, width) for column, text, width in zip(columns, texts, widths, strict=True))
        yield (indent + GAP.join(cells)).rstrip()


def aligned(texts: Sequence[str], signs: str) -> list[str]:
    """The texts of a column of numbers, with room behind each where others have one of `signs`: digits stay in line."""
    if not any(text.endswith(tuple(signs)) for text in texts):
        return list(texts)
    return [text if text.endswith(tuple(signs)) else f"{text} " for text in texts]


class Band(NamedTuple):
    """Groups side by side: what stands above the rows, and the rows."""

    headings: list[str]
    rows: list[str]


def banded(first: Sequence[Column], groups: Iterable[Group], width: int, indent: str = "  ") -> Iterator[Band]:
    """The groups side by side as far as they fit into `width`, the rest below; each band begins with `first`."""
    begin = len(indent) + sum(column.width + len(GAP) for column in first)
    band: list[Group] = []
    used = begin
    for group in groups:
        if band and used + group.width > width:
            yield _band(first, band, indent)
            band, used = [], begin
        band.append(group)
        used += group.width + len(GAP) * 2
    if band:
        yield _band(first, band, indent)


def _band(first: Sequence[Column], groups: Sequence[Group], indent: str) -> Band:
    """The groups' titles above the table, where there are any."""
    titles = indent + "".join(" " * column.width + GAP for column in first)
    columns = list(first)
    for group in groups:
        missing = group.width - Group("", group.columns).width
        own = list(group.columns)
        last = own[-1]
        if missing:
            # The title is wider than what stands under it.
            own[-1] = Column(last.heading + " " * missing, [text + " " * missing for text in last.texts], last.right)
        titles += group.title + " " * (group.width - cell_len(group.title)) + GAP * 2
        columns += own
        columns.append(Column("", [""] * len(last.texts)))
    heading, *rows = table(columns, indent)
    return Band([titles.rstrip(), heading] if any(group.title for group in groups) else [heading], rows)


def legend(short: Mapping[str, str], width: int) -> Iterator[str]:
    """What the shortened names stand for, in lines of `width`: `M. Gutié… = Maximiliana Gutiérrez`."""
    return packed([f"{text} = {name}" for name, text in short.items() if text != name], width)


def packed(parts: Iterable[str], width: int) -> Iterator[str]:
    """The parts one behind the other, in as many lines as it takes."""
    line = ""
    for part in parts:
        if line and cell_len(line) + 3 + cell_len(part) > width:
            yield line
            line = ""
        line = f"{line}   {part}" if line else part
    if line:
        yield line
