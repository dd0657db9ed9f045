"""Archives for tests, well made and otherwise."""

from __future__ import annotations

import gzip
import stat
import warnings
import zipfile
from collections.abc import Mapping
from pathlib import Path

from tests.logs.reading import HEADER

LOG = HEADER + "reparto 1\nganador: Ana\n"


def log(session: str = "A", deals: int = 1) -> str:
    return HEADER.replace("sesion: A", f"sesion: {session}") + "".join(f"reparto {n}\n" for n in range(1, deals + 1))


def zipped(path: Path, members: Mapping[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    """An archive of these files."""
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def with_twice(path: Path, name: str = "a.rev") -> Path:
    with warnings.catch_warnings(), zipfile.ZipFile(path, "w") as archive:
        warnings.simplefilter("ignore")
        archive.writestr(name, log("A"))
        archive.writestr(name, log("B"))
        archive.writestr("c.rev", log("C"))
    return path


def with_kind(path: Path, kind: int, name: str = "link.rev") -> Path:
    """An archive with an entry that is a link or a device."""
    info = zipfile.ZipInfo(name)
    info.external_attr = (kind | 0o777) << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(info, "/etc/passwd")
        archive.writestr("good.rev", LOG)
    return path


def with_flag(path: Path, flag: int) -> Path:
    """An archive whose entries have a flag set that its content does not bear out."""
    data = bytearray(zipped(path, {"a.rev": LOG}).read_bytes())
    for magic, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(magic) + at] |= flag
    path.write_bytes(data)
    return path


def with_bad_sum(path: Path) -> Path:
    """An archive with a file that is not what was packed, and a good one."""
    members = {"a.rev": LOG, "b.rev": log("B")}
    data = bytearray(zipped(path, members, zipfile.ZIP_STORED).read_bytes())
    data[data.index(b"ganador: Ana") + 9] = ord("U")
    path.write_bytes(data)
    return path


def gzipped(path: Path, content: str | bytes) -> Path:
    path.write_bytes(gzip.compress(content if isinstance(content, bytes) else content.encode()))
    return path


LINK, DEVICE, PIPE = stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO
