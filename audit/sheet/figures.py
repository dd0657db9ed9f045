"""The figures of a session's deals as cells: computed and recorded side by side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from audit.batch import MISSING
from audit.fondo import KNOWN, REASONS
from audit.judge import Judged
from audit.model import Deal
from audit.report import Audited
from audit.rows import Row
from audit.sessions import Session
from audit.sheet.cells import NO_CELL, Cell, Value, cell

PER_PLAYER = ("points", "tricks", "net", "balance")


@dataclass(frozen=True)
class DealFigures:
    """A deal: its record, its part of the report, and each of its figures."""

    deal: Deal
    row: Row
    version: int
    """Which record of the deal it is, from 1; 0 where there is only one."""
    dealt_by: str | None
    """The dealer, recorded or certain all the same."""
    dealer: Cell
    winner: Cell
    trick_winners: Mapping[int, Cell]
    """By the number of the trick."""
    fondo_start: Cell
    fondo_end: Cell
    by_player: Mapping[str, Mapping[str, Cell]]
    """By what (`PER_PLAYER`), then by name."""
    adopted: bool
    """A balance of it, or its fondo, was taken over from the record, because it could not be computed."""

    @property
    def status(self) -> str:
        """The deal's status, as the report names it."""
        return str(self.row["status"])

    def of(self, what: str, player: str) -> Cell:
        """A figure of a player; `NO_CELL` for one who is not in the deal."""
        return self.by_player[what].get(player, NO_CELL)

    def of_deal(self) -> Iterator[tuple[str, Cell]]:
        """The cells that are no player's and no trick's, with what they are."""
        yield "winner", self.winner
        yield "fondo_start", self.fondo_start
        yield "fondo_end", self.fondo_end

    def cells(self) -> Iterator[tuple[str, Cell]]:
        """Every cell, with what it is."""
        winner, *fondo = self.of_deal()
        yield winner
        yield from (("trick_winner", one) for one in self.trick_winners.values())
        yield from fondo
        yield from ((what, one) for what, cells in self.by_player.items() for one in cells.values())


def figures(audited: Audited, session: Session) -> list[DealFigures]:
    """The figures of each deal of a session, by number; of a deal in conflict those of every version."""
    place = audited.place_of(session)
    versions: dict[int, int] = defaultdict(int)
    found = []
    rows = audited.deal_rows(session)
    for number, (deal, row, clash) in enumerate(zip(session.deals, rows, session.conflict, strict=True)):
        versions[deal.number] += 1
        judged = (place[0], place[1] + number) if place else None
        shared = clash and not session.rules_differ
        found.append(_figures(deal, row, versions[deal.number] if shared else 0, judged))
    return found


def _figures(deal: Deal, row: Row, version: int, place: tuple[Judged, int] | None) -> DealFigures:
    claims = {(one["claim"], one["player"], one["trick"]): one for one in row["claims"] if one["claim"] != "payment"}
    why = _reasons(*place) if place else defaultdict(lambda: _unsettled(row))
    computed = row["computed"]

    def of_deal(what: str, right: Value) -> Cell:
        return cell(right, claims.get((what, None, None)), why[what])

    def of_player(what: str, rights: Mapping[str, Value]) -> dict[str, Cell]:
        return {
            name: cell(rights.get(name), claims.get((what, name, None)), why[what, name] or why[what])
            if name in rights or (what, name, None) in claims
            else NO_CELL
            for name in deal.players
        }

    balances = _balances(deal, *place) if place else dict.fromkeys(deal.players)
    return DealFigures(
        deal=deal,
        row=row,
        version=version,
        dealt_by=deal.dealer or (_inferred_dealer(deal, *place) if place else None),
        dealer=of_deal("dealer", _due(claims) or deal.dealer),
        winner=of_deal("winner", computed["winner"]),
        trick_winners=_trick_winners(computed["trick_winners"], claims),
        fondo_start=of_deal("fondo_start", computed["fondo_start"]),
        fondo_end=of_deal("fondo_end", computed["fondo_end"]),
        by_player={
            **{what: of_player(what, computed[what]) for what in ("points", "tricks", "net")},
            "balance": of_player("balance", balances),
        },
        adopted=place is not None and _adopts(*place),
    )


def _trick_winners(names: Sequence[str | None], claims: Mapping[Any, Row]) -> dict[int, Cell]:
    """By number of the trick, of those that are played and those that were recorded."""
    computed = dict(enumerate(names, start=1))
    recorded = {trick for what, _, trick in claims if what == "trick_winner"}
    return {
        number: cell(computed.get(number), claims.get(("trick_winner", None, number)), "cards-missing")
        for number in sorted(computed.keys() | recorded)
    }


def _unsettled(row: Row) -> str:
    return "conflict" if any(one["code"] == "conflict" for one in row["findings"]) else "unsettled"


def _due(claims: Mapping[Any, Row]) -> Value:
    """Who should have dealt, where the deal before says."""
    claim = claims.get(("dealer", None, None))
    return claim["computed"] if claim else None


def _reasons(judged: Judged, row: int) -> Mapping[Any, str | None]:
    """Why a figure is not known, by what it is, and for a balance by its player."""
    open_ = "not-defined" if judged.replayed.tie_open[row] else "cards-missing"
    names = judged.batch.deals[row].players
    found: dict[Any, str | None] = defaultdict(lambda: None)
    found |= {
        "points": "cards-missing",
        "tricks": "cards-missing",
        "winner": open_,
        "fondo_start": REASONS[judged.chain.start_reason[row]],
        "fondo_end": REASONS[judged.chain.end_reason[row]],
        "net": REASONS[judged.ledger.reason[row]],
    }
    found |= {
        ("balance", name): REASONS[code] for name, code in zip(names, judged.balances.reason[:, row], strict=True)
    }
    return found


def _balances(deal: Deal, judged: Judged, row: int) -> dict[str, Value]:
    after = judged.balances.after[:, row].tolist()
    return {name: None if value == MISSING else value for name, value in zip(deal.players, after, strict=True)}


def _inferred_dealer(deal: Deal, judged: Judged, row: int) -> str | None:
    dealer = int(judged.replayed.seating.dealer[row])
    return deal.players[dealer] if dealer >= 0 else None


def _adopts(judged: Judged, row: int) -> bool:
    """Whether the chains go on from what was recorded in the deal."""
    written, batch = judged.batch.written, judged.batch
    if batch.conflict[row]:
        return False
    balance = (judged.balances.reason[:, row] != KNOWN) & (written.balance[:, row] != MISSING)
    fondo = judged.chain.end_reason[row] != KNOWN and judged.chain.after[row] != MISSING
    return bool(balance.any() or fondo or judged.chain.adopted_for[row] != KNOWN)
