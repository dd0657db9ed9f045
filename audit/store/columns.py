"""Judged sessions as columns of the tables `computed.*`, by their names there."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.batch import MISSING, Batch
from audit.cards import NAMES
from audit.choice import Key
from audit.compare.claims import KINDS, NAMED, NO_RULE, VERDICTS
from audit.facts import NOBODY
from audit.findings import Finding
from audit.fondo import KNOWN, REASONS
from audit.judge import STATUSES, Judged
from audit.model import FONDO
from audit.report import rule_of_finding

Columns = dict[str, Any]


def deal_ids(batch: Batch, ids: Mapping[Key, int]) -> Columns:
    """What names each deal of a batch: session, number, version."""
    session = np.array([ids[one.key] for one in batch.sessions], np.int64)[batch.session]
    names = list(zip(session.tolist(), batch.number.tolist(), strict=True))
    return {"session_id": session, "number": batch.number, "version": np.array(versions(names), np.int64)}


def versions(names: Sequence[tuple[int, int]]) -> list[int]:
    """1 for the first of a name, 2 for the next…; those of one name stand together."""
    found: list[int] = []
    for place, name in enumerate(names):
        found.append(found[-1] + 1 if place and names[place - 1] == name else 1)
    return found


def accounts(batch: Batch) -> npt.NDArray[Any]:
    """`[deal, account]` the name of each account; the fondo stands last, where its number -1 finds it."""
    width = batch.ruleset.players
    names = np.full((batch.count, width + 1), FONDO, object)
    for row, deal in enumerate(batch.deals):
        names[row, :width] = deal.players
    return names


def _lists(values: npt.NDArray[Any], absent: int) -> list[list[int | None]]:
    """`[player, deal]` as a list for each deal, with nothing where a value is not known."""
    return [[None if value == absent else value for value in row] for row in values.T.tolist()]


def _known(values: npt.NDArray[Any], known: npt.NDArray[np.bool_]) -> list[int | None]:
    return [value if is_known else None for value, is_known in zip(values.tolist(), known.tolist(), strict=True)]


def deal_columns(judged: Judged) -> Columns:
    """What was computed of each deal: columns of `computed.deals`."""
    replayed, chain, batch = judged.replayed, judged.chain, judged.batch
    names = [(*deal.players, None) for deal in batch.deals]
    points, tricks = _lists(replayed.points, MISSING), _lists(replayed.tricks, MISSING)
    if batch.ruleset.first_seat:
        for row, dealer in enumerate(replayed.seating.dealer.tolist()):
            if dealer != NOBODY:
                points[row][dealer] = tricks[row][dealer] = None
    return {
        "status": [STATUSES[one] for one in judged.status.tolist()],
        "players": [list(deal.players) for deal in batch.deals],
        "dealer": [deal.dealer for deal in batch.deals],
        "winner": [own[who] for own, who in zip(names, replayed.winner.tolist(), strict=True)],
        "points": points,
        "tricks": tricks,
        "trick_winners": [
            [own[who] for who in row] for own, row in zip(names, replayed.trick_winner.T.tolist(), strict=True)
        ],
        "net": _lists(judged.ledger.net, MISSING),
        "fondo_start": _known(chain.start, chain.start_reason == KNOWN),
        "fondo_end": _known(chain.end, chain.end_reason == KNOWN),
        "has_ledger": (judged.ledger.reason == KNOWN).tolist(),
    }


def _place_in_deal(deal: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """From 1, the place of each row among those of its deal, which stand together."""
    place: npt.NDArray[np.int64] = np.arange(deal.size) - np.searchsorted(deal, deal) + 1
    return place


def ledger_columns(judged: Judged, deal_ids: Columns, accounts: npt.NDArray[Any]) -> Columns:
    """The entries of the deals whose ledger is known as a whole: columns of `computed.ledger`."""
    ledger = judged.ledger
    # Of a deal whose ledger is not known as a whole, what is known of it is no ledger.
    rows = np.flatnonzero(ledger.reason[ledger.deal] == KNOWN)
    deal = ledger.deal[rows]
    rules = np.array(judged.batch.ruleset.rule_names, object)
    return {
        **{name: column[deal] for name, column in deal_ids.items()},
        "entry": _place_in_deal(deal),
        "trick": [trick or None for trick in ledger.trick[rows].tolist()],
        "rule": rules[ledger.rule[rows]],
        "payer": accounts[deal, ledger.payer[rows]],
        "payee": accounts[deal, ledger.payee[rows]],
        "amount": ledger.amount[rows].astype(np.int64),
    }


def claim_columns(judged: Judged, deal_ids: Columns, accounts: npt.NDArray[Any]) -> Columns:
    """Recorded values and the verdicts on them: columns of `computed.claims`."""
    claims, payments = judged.claims, judged.batch.written.payments
    names = np.array([kind in NAMED for kind in KINDS])[claims.kind]
    paid = np.flatnonzero(claims.payment >= 0)
    parties = {}
    for name in ("payer", "payee"):
        column = np.full(claims.size, None, object)
        account = getattr(payments, name)[claims.payment[paid]]
        column[paid] = accounts[claims.deal[paid], account]
        parties[name] = column
    rules = np.array([*judged.batch.ruleset.rule_names, None], object)
    values = {}
    for name in ("recorded", "computed"):
        column = getattr(claims, name)
        known = column != MISSING
        values[name] = _masked(column, known & ~names)
        who = np.full(claims.size, None, object)
        own = np.flatnonzero(known & names)
        who[own] = accounts[claims.deal[own], column[own]]
        values[f"{name}_player"] = who
    players = np.full(claims.size, None, object)
    own = np.flatnonzero(claims.player != NOBODY)
    players[own] = accounts[claims.deal[own], claims.player[own]]
    return {
        **{name: column[claims.deal] for name, column in deal_ids.items()},
        "claim": _place_in_deal(claims.deal),
        "kind": np.array(KINDS, object)[claims.kind],
        "player": players,
        "trick": _masked(claims.trick, claims.trick != 0),
        **parties,
        **values,
        "verdict": np.array(VERDICTS, object)[claims.verdict],
        "rule": rules[np.where(claims.rule == NO_RULE, -1, claims.rule)],
        "reason": np.array(REASONS, object)[claims.reason],
        "carried_from": _masked(claims.carried_from, claims.carried_from != MISSING),
    }


def _masked(values: npt.NDArray[Any], known: npt.NDArray[np.bool_]) -> Any:
    """A column of 64-bit integers with nothing where a value is not known."""
    return np.ma.MaskedArray(values.astype(np.int64), mask=~known)


def joined(parts: Sequence[Columns], name: str) -> Any:
    """One column of several parts."""
    columns = [part[name] for part in parts]
    if all(isinstance(column, np.ndarray) for column in columns):
        values = np.concatenate([np.ma.getdata(column) for column in columns])
        if not isinstance(columns[0], np.ma.MaskedArray):
            return values
        return np.ma.MaskedArray(values, mask=np.concatenate([np.ma.getmaskarray(column) for column in columns]))
    return [value for column in columns for value in (column.tolist() if isinstance(column, np.ndarray) else column)]


def claim_of_row(row: Mapping[str, Any]) -> Columns:
    """A claim of the report as it stands in the table."""
    found: Columns = {"kind": row["claim"], "player": row["player"], "trick": row["trick"]}
    found |= {"payer": row.get("from"), "payee": row.get("to")}
    for name in ("recorded", "computed"):
        value = row[name]
        found |= {name: None, f"{name}_player": None}
        found[f"{name}_player" if isinstance(value, str) else name] = value
    return found | {name: row[name] for name in ("verdict", "rule", "reason", "carried_from")}


def finding_row(finding: Finding, judged: Judged) -> Columns:
    """A finding as a row of `computed.findings`, but for what it is on."""
    return {
        "code": finding.code,
        "severity": finding.severity,
        "player": finding.player,
        "trick": finding.trick,
        "card": None if finding.card is None else NAMES[finding.card],
        "line": finding.line,
        "rule": rule_of_finding(finding, judged.batch.ruleset),
        "params": json.dumps(dict(finding.params), ensure_ascii=False, sort_keys=True),
    }
