"""The corrected score sheet of a session as data: right figures, what changed, standings, who pays whom.

Everything in it was judged before; this puts it together for the players, and the writers beside it only lay it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from audit.model import FONDO
from audit.report import Audited, DecisionNote
from audit.rows import Row
from audit.sessions import Carried, Session
from audit.sheet.cells import Cell
from audit.sheet.figures import DealFigures, figures
from audit.standings import rank
from audit.text.lines import Span
from audit.transfers import Transfers, settle_up


@dataclass(frozen=True)
class Change:
    """A figure that was written and is not right, or a payment that was due and not written."""

    deal: int
    version: int
    claim: Row
    """As in the report; `recorded` is `None` for a payment that was not written."""

    @property
    def carried_from(self) -> int | None:
        """The deal whose error was carried on to here."""
        found: int | None = self.claim["carried_from"]
        return found


@dataclass(frozen=True)
class Remark:
    """Something against the rules, or that the record says against itself: as a row of the report's findings."""

    deal: int | None
    """`None` where it is on the session."""
    version: int
    finding: Row


@dataclass(frozen=True)
class Standing:
    """A player at the end of the session."""

    player: str
    rank: int | None
    """`None` where a balance is not decided, so that nobody can be ranked."""
    tantos: int | None
    """The right balance; `None` where it is not known."""
    recorded: int | None
    """The balance that was recorded of his last deal."""
    last_deal: int
    reason: str | None
    """Why the balance is not known, where it is not."""


@dataclass(frozen=True)
class Settlement:
    """Who pays whom at the end, or why nobody can say."""

    transfers: Transfers | None
    only_session: bool = False
    """Only what this session brought is settled, not what was carried into it."""
    undecided: tuple[str, ...] = ()
    """The accounts that are not decided; `FONDO` for the fondo."""
    off_by: int = 0
    """What balances and fondo come to together, where they should come to 0."""


@dataclass(frozen=True)
class SessionSheet:
    """A session's corrected score sheet."""

    club: str
    session: str
    date: str | None
    rules: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    """Everybody who played, in the order of first appearance."""
    carried: Carried
    deals: tuple[DealFigures, ...]
    changes: tuple[Change, ...]
    remarks: tuple[Remark, ...]
    standings: tuple[Standing, ...]
    fondo: Cell
    """What the fondo is left with."""
    settlement: Settlement
    adopted: tuple[int, ...]
    """The deals, the last apart, at which balances or fondo were taken over from the record."""
    undecided: tuple[int, ...]
    """The deals in which a figure is not decided."""
    decisions: tuple[tuple[int, DecisionNote], ...] = ()
    """By number of deal: what was decided about its record after it was read."""
    missing: tuple[Span, ...] = ()
    """The runs of deals that are not there: before the last, from 1 where nothing was brought from an earlier one."""

    @property
    def is_right(self) -> bool:
        """Nothing that was written is wrong."""
        return not self.changes and not any(one.finding["severity"] == "error" for one in self.remarks)

    @property
    def is_corrected(self) -> bool:
        """Some of what was written is read otherwise."""
        return any(one.changes for _deal, one in self.decisions)


def sheet(audited: Audited, session: Session) -> SessionSheet:
    """The corrected sheet of a session."""
    head = audited.session_row(session, deals=False)
    deals = tuple(figures(audited, session))
    standings = _standings(session, head["final_balance"], deals)
    fondo, last = deals[-1].fondo_end, deals[-1].deal.number
    return SessionSheet(
        club=session.header.club,
        session=session.header.session,
        date=session.date,
        rules=head["rules"]["id"],
        options=head["rules"]["options"],
        players=session.players,
        carried=session.carried,
        deals=deals,
        changes=tuple(change for one in deals for change in _changes(one)),
        remarks=(
            *(Remark(None, 0, finding) for finding in head["findings"]),
            *(remark for one in deals for remark in _remarks(one)),
        ),
        standings=standings,
        fondo=fondo,
        settlement=_settlement(standings, fondo, session.carried),
        adopted=tuple(dict.fromkeys(one.deal.number for one in deals if one.adopted and one.deal.number < last)),
        decisions=tuple((deal.number, one) for deal in session.deals for one in audited.decisions_of(deal)),
        missing=_missing(session),
        undecided=tuple(dict.fromkeys(one.deal.number for one in deals if any(c.is_open for _, c in one.cells()))),
    )


def _missing(session: Session) -> tuple[Span, ...]:
    """The numbers that no deal of the session has. What goes on from an earlier session may begin with any."""
    numbers = sorted({deal.number for deal in session.deals})
    before = numbers[0] - 1 if session.carried != Carried() else 0
    return tuple((last + 1, number - 1) for last, number in pairwise([before, *numbers]) if number > last + 1)


def _changes(one: DealFigures) -> Iterator[Change]:
    """What is wrong in a deal, and the payments that were left out; a wrong dealer dealt all the same."""
    for claim in one.row["claims"]:
        if claim["verdict"] == "contradicted" and claim["claim"] != "dealer":
            yield Change(one.deal.number, one.version, claim)
    for finding in one.row["findings"]:
        if finding["code"] == "missing-payment":
            yield Change(one.deal.number, one.version, _left_out(finding))


def _left_out(finding: Row) -> Row:
    """A payment that was not written, in the shape of a claim."""
    about = finding["params"]
    return {
        "claim": "payment", "player": None, "trick": finding["trick"], "recorded": None, "computed": about["amount"],
        "rule": about["rule"], "carried_from": None, "from": about["from"], "to": about["to"], "line": None,
    }  # fmt: skip


def _remarks(one: DealFigures) -> Iterator[Remark]:
    for finding in one.row["findings"]:
        if finding["code"] != "missing-payment":
            yield Remark(one.deal.number, one.version, finding)


# ------------------------------------------------------------------------------------------------ the reckoning


def _standings(session: Session, final: Mapping[str, int | None], deals: Sequence[DealFigures]) -> tuple[Standing, ...]:
    """The players, most tantos first; where a balance is not known, by what was written, and without ranks."""
    found = [_standing(name, final[name], deals, session) for name in session.players]
    known = {one.player: one.tantos for one in found if one.tantos is not None}
    if len(known) == len(found):
        ranks = {place.player: place.rank for place in rank(known)}
        found = [replace(one, rank=ranks[one.player]) for one in found]
    return tuple(sorted(found, key=lambda one: -_shown(one)))


def _standing(name: str, final: int | None, deals: Sequence[DealFigures], session: Session) -> Standing:
    """A player without a rank. A last balance that was only taken over from the record is not known."""
    last_deal = [one for one in deals if name in one.deal.players][-1]
    last = last_deal.of("balance", name)
    recorded = last.recorded if isinstance(last.recorded, int) else None
    reason = None
    if final is None or last.right is None:
        final, reason = None, last.reason or ("conflict" if session.rules_differ else "gap")
    return Standing(name, None, final, recorded, last_deal.deal.number, reason)


def _shown(one: Standing) -> int:
    value = one.recorded if one.tantos is None else one.tantos
    return value or 0


def _settlement(standings: Sequence[Standing], fondo: Cell, carried: Carried) -> Settlement:
    """The payments that bring everybody to 0, the fondo keeping what it holds.

    Where what earlier sessions left does not come to 0 by itself, only this session's part is settled.
    """
    left = fondo.right
    undecided = (*(one.player for one in standings if one.tantos is None), *([FONDO] if left is None else ()))
    if undecided or not isinstance(left, int):
        return Settlement(None, undecided=undecided)
    balances = {one.player: one.tantos or 0 for one in standings} | {FONDO: left}
    if not sum(balances.values()):
        return Settlement(settle_up(balances))
    before = dict(carried.balance) | {FONDO: carried.fondo or 0}
    own = {name: value - before.get(name, 0) for name, value in balances.items()}
    if sum(own.values()):
        return Settlement(None, off_by=sum(balances.values()))
    return Settlement(settle_up(own), only_session=True)
