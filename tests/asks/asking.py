"""What the tests of the asks share: right deals to spoil, and the views that must agree."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from support import VECTORS, Row
from test_cli import one_deal

from audit.report import Audited
from audit.sessions import Session
from audit.terminal.render import render

RIGHT_DEAL = one_deal()
"""One deal in the text form, hands and tricks and every figure, all of it right."""


def write(folder: Path, name: str, text: str) -> Path:
    """A file with that text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """The text with each first part, which must be in it, made the second."""
    for was, now in pairs:
        assert was in text, was
        text = text.replace(was, now, 1)
    return text


def evening() -> list[Row]:
    """Twelve deals of one session, every recorded figure right, in the JSON Lines form."""
    lines = (VECTORS / "revesino.jsonl").read_text(encoding="utf-8").splitlines()
    return [deal for deal in map(json.loads, lines) if deal["session"] == "S00001"]


def retold(deals: Iterable[Row], session: str) -> list[Row]:
    """A copy of the deals as another session, to be spoilt."""
    return [copy.deepcopy(deal) | {"session": session} for deal in deals]


def jsonl(deals: Iterable[Row]) -> str:
    """Deals as a log in the JSON Lines form."""
    return "".join(json.dumps(deal, ensure_ascii=False) + "\n" for deal in deals)


def the_session(audited: Audited) -> tuple[Audited, Session]:
    """The report, and the one session in it."""
    (session,) = audited.assembled.sessions
    return audited, session


def said(audited: Audited) -> str:
    """The report as a reader sees it."""
    return "".join(f"{line.text}\n" for line in render(audited))


def wrong_claims(deal: Row) -> list[Row]:
    """The claims of a deal in the report that are contradicted for themselves, and not only carried."""
    return [one for one in deal["claims"] if one["verdict"] == "contradicted" and one["carried_from"] is None]


def without_places(row: Any) -> Any:
    """A part of the report without the files and lines that it names, and without the decisions that it rests on."""
    if isinstance(row, dict):
        return {key: without_places(value) for key, value in row.items() if key not in ("source", "line", "decisions")}
    return [without_places(one) for one in row] if isinstance(row, list) else row
