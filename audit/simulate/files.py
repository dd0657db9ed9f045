"""A season as files: a log for each evening, and the truth of all of them beside."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from audit.logs.service import convert
from audit.model import Reading
from audit.simulate.season import Evening

SCHEMA = "revesino-season/1"

TRUTH = "truth.json"


def season_files(evenings: Iterable[Evening], form: str = "rev") -> dict[str, str]:
    """By name: the text of each file of a season, its logs in `form`."""
    evenings = list(evenings)
    files = {
        f"{evening.name}.{form}": convert(Reading(deals=list(evening.deals), quarantined=[], problems=[]), form)
        for evening in evenings
    }
    return files | {TRUTH: truth_text(evenings)}


def truth_text(evenings: Iterable[Evening]) -> str:
    """What the rules make of each deal and what was done otherwise, a deal a line."""
    sessions = []
    for evening in evenings:
        head = {key: value for key, value in evening.truth.items() if key != "deals"}
        deals = ",\n".join(map(_json, evening.truth["deals"]))
        sessions.append(f'{_json(head)[:-1]}, "deals": [\n{deals}]}}')
    body = ",\n".join(sessions)
    return f'{{"schema": {_json(SCHEMA)}, "sessions": [\n{body}]}}\n'


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def write_files(files: dict[str, str], folder: Path) -> None:
    """Write the files into `folder`, which is made if need be. Raises `OSError` when that cannot be done."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_bytes(text.encode("utf-8"))
