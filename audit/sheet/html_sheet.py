"""The corrected score sheet as one page of HTML, to print or to pass on: nothing in it is fetched, nothing runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from typing import Any

import jinja2

from audit.language import _, current
from audit.sheet import words
from audit.sheet.cells import Cell, Mark
from audit.sheet.figures import PER_PLAYER, DealFigures
from audit.sheet.sheet import SessionSheet
from audit.text.figures import SHEET_SIGNS, STATUSES, SUBJECTS, figure
from audit.text.lines import clean, day, plain

TEMPLATE = "sheet.html.jinja"


def write_html(sheet: SessionSheet) -> str:
    """The sheet as a page."""
    return _template().render(
        lang=current(),
        title=_("Corrected score sheet: {session}").format(session=clean(sheet.session)),
        about=list(_about(sheet)),
        notes=[clean(text) for text in words.notes(sheet)],
        score=_score(sheet),
        changes=_changes(sheet),
        standings=_standings(sheet),
        fondo=words.fondo(sheet),
        settling=_settling(sheet),
    )


@cache
def _template() -> jinja2.Template:
    text = (resources.files("audit.sheet") / TEMPLATE).read_text(encoding="utf-8")
    environment = jinja2.Environment(
        autoescape=True,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    return environment.from_string(text)


def _about(sheet: SessionSheet) -> Iterator[tuple[str, str]]:
    """What the session is."""
    yield _("club"), clean(sheet.club)
    yield _("session"), clean(sheet.session)
    if sheet.date:
        yield _("date"), clean(day(sheet.date))
    yield _("rules"), clean(sheet.rules)
    if sheet.options:
        yield _("house rules"), clean(", ".join(f"{name}: {plain(value)}" for name, value in sheet.options.items()))


def _score(sheet: SessionSheet) -> dict[str, Any]:
    """The table: its caption, its headings in two rows, its rows of cells."""
    names = [clean(name) for name in sheet.players]
    return {
        "caption": _("Score sheet"),
        "legend": list(map(_, SHEET_SIGNS.values())),
        "deal": _("deal"),
        "single": [_("dealer"), _("winner"), _("verdict")],
        "fondo": _("fondo"),
        "ends": [_("start"), _("end")],
        "groups": [_(SUBJECTS[what]) for what in PER_PLAYER],
        "names": names,
        "rows": [_row(sheet.players, one) for one in sheet.deals],
    }


def _row(players: Sequence[str], one: DealFigures) -> dict[str, Any]:
    cells = [
        _cell("winner", one.winner),
        {"text": _(STATUSES[one.status]), "kind": "text", "was": None},
        _cell("fondo_start", one.fondo_start),
        _cell("fondo_end", one.fondo_end),
        *(_cell(what, one.of(what, name)) for what in PER_PLAYER for name in players),
    ]
    dealer = {"text": clean(one.dealt_by or "?"), "kind": "text", "was": None}
    return {"deal": words.of_deal(one.deal.number, one.version), "cells": [dealer, *cells]}


def _cell(what: str, cell: Cell) -> dict[str, Any]:
    """A cell: what it shows, what was written instead, and what kind it is."""
    kind = "text" if what == "winner" else "number"
    if cell.is_wrong:
        kind += " changed"
    elif cell.is_open and cell.mark is not Mark.NONE:
        kind += " open"
    was = clean(figure(what, cell.recorded)) if cell.is_wrong else None
    return {"text": clean(words.value(what, cell)), "kind": kind, "was": was}


def _changes(sheet: SessionSheet) -> dict[str, Any]:
    return {
        "caption": _("What changed"),
        "none": _("No figure is changed."),
        "headings": [_("deal"), _("what"), _("rule")],
        "rows": [(one.deals, clean(one.text), one.rule) for one in words.change_lines(sheet.changes)],
        "remarks_caption": _("Remarks"),
        "remarks": [
            (words.of_deal(one.deal, one.version), clean(words.remark_to_hand_on(one)), one.finding["rule"] or "")
            for one in sheet.remarks
        ],
    }


def _standings(sheet: SessionSheet) -> dict[str, Any]:
    rows = []
    for one in sheet.standings:
        rank, tantos, said = words.standing(one)
        rows.append((rank, clean(one.player), tantos, said))
    headings = [_("rank"), _("player"), _("tantos"), _("remark")]
    return {"caption": _("Final standings"), "headings": headings, "rows": rows}


def _settling(sheet: SessionSheet) -> dict[str, Any]:
    first, *rest = words.settling(sheet)
    payments = sheet.settlement.transfers.payments if sheet.settlement.transfers else ()
    return {
        "caption": _("Settling up"),
        "first": clean(first),
        "payments": [clean(words.transfer(one)) for one in payments],
        "rest": [clean(text) for text in rest],
    }
