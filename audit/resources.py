"""The folders that come with the tool beside its package: in a checkout, and in a wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The folder `name` (`sample_logs`, `sql`, `dashboards`). Raises `FileNotFoundError` when it is not there."""
    for place in (_PACKAGE / "data" / name, _PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"the tool was installed without its folder {name}")
