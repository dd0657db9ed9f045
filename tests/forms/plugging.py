"""Plug-ins for tests: packages that importlib finds on the path, as if they were installed."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

TOY = Path(__file__).parents[1] / "plugins" / "toy"


def install(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let the packages in a folder be found, until the test is over."""
    monkeypatch.syspath_prepend(folder)
    before = set(sys.modules)
    for name in [each.stem for each in folder.glob("*.py")]:
        monkeypatch.delitem(sys.modules, name, raising=False)
        before.discard(name)
    importlib.invalidate_caches()


def plug_in(folder: Path, name: str, points: str, code: str = "") -> None:
    """A package of one module that has these entry points."""
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.py").write_text(code, encoding="utf-8")
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[revesino.readers]\n{points}\n", encoding="utf-8")
