"""The wheel in an empty environment, from another folder: everything that it needs is in it."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.slow


def call(*command: object, folder: Path) -> str:
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, encoding="utf-8", check=False, cwd=folder
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    call(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, ROOT, folder=out)
    return next(out.glob("*.whl"))


def test_the_wheel_carries_the_folders_beside_the_package(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for name in (
        "audit/rulesets/revesino.toml",
        "audit/data/sample_logs/README.md",
        "audit/data/sql/README.md",
        "audit/data/dashboards/.streamlit/config.toml",
    ):
        assert name in names
    assert not [name for name in names if name.startswith("tests/")]


def test_the_wheel_works_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    call(sys.executable, "-m", "venv", tmp_path / "env", folder=tmp_path)
    scripts = tmp_path / "env" / ("Scripts" if sys.platform == "win32" else "bin")
    install = (scripts / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    call(*install, "--require-hashes", "-r", ROOT / "requirements.txt", folder=tmp_path)
    call(*install, "--no-deps", wheel, folder=tmp_path)
    assert "deals of" in call(scripts / "revesino", "demo", folder=tmp_path)
    assert "audit/rules/p3.py" in call(scripts / "revesino", "rules", "P3", folder=tmp_path)
    assert call(scripts / "revesino", "--version", folder=tmp_path).startswith("revesino ")
