"""Whether a name is left in the bytes of a database's files: they are looked through, in all spellings and codes.

DuckDB shrinks texts, so that bytes alone show little: texts are for `read_back`.
"""

from __future__ import annotations

import json
import mmap
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple


class Hit(NamedTuple):
    """Where the letters of a name stand in a file."""

    file: Path
    at: int


class Scanned(NamedTuple):
    """All bytes of the files of a database, looked through."""

    files: tuple[Path, ...]
    bytes: int
    found: tuple[Hit, ...]
    """Where the letters of a name stand as a word: in a text that is read back, or by chance among other bytes."""


def scan(path: Path, names: Collection[str]) -> Scanned:
    """Look for `names` in all files of the database at `path`, in all spellings."""
    files, spellings = tuple(files_of(path)), _spellings(names)
    found = tuple(each for file in files for each in _in_bytes(file, spellings))
    return Scanned(files, sum(file.stat().st_size for file in files), found)


def files_of(path: Path) -> Iterator[Path]:
    """All files that belong to the database at `path`."""
    beside = sorted(one for one in path.parent.iterdir() if one.name.startswith(f"{path.name}."))
    for one in [path, *beside]:
        yield from sorted(each for each in one.rglob("*") if each.is_file()) if one.is_dir() else [one]


def _spellings(names: Iterable[str]) -> set[bytes]:
    """The bytes that a name may be written in: its cases and accents, as UTF-8, UTF-16, Latin-1 and in JSON."""
    texts: set[str] = set()
    for name in names:
        bare = "".join(each for each in unicodedata.normalize("NFD", name) if not unicodedata.combining(each))
        for each in (name, bare):
            texts |= {each, each.lower(), each.upper(), each.title()}
    texts |= {unicodedata.normalize("NFD", text) for text in texts}
    found = {text.encode(code, "ignore") for text in texts for code in ("utf-8", "utf-16-le", "utf-16-be")}
    # Of a name in letters that Latin-1 lacks nothing would be left to look for, or a single letter.
    found |= {text.encode("latin-1") for text in texts if all(letter <= "\xff" for letter in text)}
    return (found | {json.dumps(text)[1:-1].encode() for text in texts}) - {b""}


def _in_bytes(file: Path, spellings: Iterable[bytes]) -> Iterator[Hit]:
    if not file.stat().st_size:
        return
    with file.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as content:
        found: set[int] = set()
        for spelling in spellings:
            at = content.find(spelling)
            while at >= 0:
                end = at + len(spelling)
                if not (_is_letter(content, at - 1) or _is_letter(content, end)):
                    found.add(at)
                at = content.find(spelling, at + 1)
        for place in sorted(found):
            # One of another code begins a byte later.
            if place - 1 not in found:
                yield Hit(file, place)


def _is_letter(content: mmap.mmap, place: int) -> bool:
    """Whether a byte there makes a word longer."""
    return 0 <= place < len(content) and (content[place : place + 1].isalnum() or content[place] >= 0x80)
