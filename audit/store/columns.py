"""Judged sessions as the rows of `computed.*`, in Arrow tables of the columns that `shapes.COMPUTED` says.

Nothing here knows DuckDB: worker processes make these tables, and who has the connection puts them in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from audit.batch import MISSING, Batch
from audit.cards import NAMES
from audit.compare.all_confirmed import recorded_values
from audit.compare.claims import CONFIRMED, KINDS, NAMED, NO_RULE, VERDICTS
from audit.facts import NOBODY
from audit.findings import Finding
from audit.fingerprint import fingerprint
from audit.fondo import KNOWN, REASONS
from audit.judge import STATUSES, Judged
from audit.model import FONDO
from audit.report import rule_of_finding
from audit.sessions import Session
from audit.store.shapes import COMPUTED, from_rows, table

Numbers = npt.NDArray[np.int64]
Tables = dict[str, pa.Table]
Columns = dict[str, Any]


class Named(NamedTuple):
    """How the rows of a batch name what they belong to."""

    session: Numbers
    """`[session of the batch]`: its number."""
    record: Numbers
    """`[deal]`: the number of the record that it is."""
    lineup: Numbers
    """`[deal]`: the number of its players' order."""
    decisions: Sequence[Sequence[int]] | None = None
    """`[deal]`: the events of the decisions that it rests on; left out where there are none at all."""


def lineups(batch: Batch) -> tuple[Numbers, list[tuple[str, ...]], Numbers]:
    """The orders of players of each session of a batch: session (its place in the batch), players; and `[deal]` the
    place among these of its own.
    """
    pairs = batch.session * len(batch.lineups) + batch.lineup
    found, of_deal = np.unique(pairs, return_inverse=True)
    session, players = np.divmod(found, max(len(batch.lineups), 1))
    return session, [batch.lineups[place] for place in players.tolist()], of_deal.astype(np.int64)


def tables(judged: Judged, named: Named) -> Tables:
    """What was computed of the sessions of a batch, by table: all of `shapes.COMPUTED`.

    Rows are in the order of the batch: by session, then by number and version.
    """
    batch = judged.batch
    ids = deal_ids(named.session[batch.session], batch.number)
    return {
        "sessions": session_table(batch.sessions, named.session, judged.assumptions()),
        "players": player_table(batch.sessions, named.session, judged.balances.final),
        "deals": table(COMPUTED["deals"], {**ids, **_provenance(named), **_deals(judged)}),
        "ledger": table(COMPUTED["ledger"], _ledger(judged, ids)),
        "claims": table(COMPUTED["claims"], _claims(judged, ids)),
        "findings": _findings(judged, named, ids),
    }


def deal_ids(session: Numbers, number: Numbers) -> Columns:
    """What names each deal: session, number, version; the versions of one stand together, and count from 1."""
    fresh = np.ones(number.size, np.bool_)
    fresh[1:] = (session[1:] != session[:-1]) | (number[1:] != number[:-1])
    rows = np.arange(number.size)
    first = np.maximum.accumulate(np.where(fresh, rows, 0)) if number.size else rows
    return {"session": session, "number": number, "version": rows - first + 1}


def _provenance(named: Named) -> Columns:
    nothing = pa.nulls(len(named.record), COMPUTED["deals"].field("decisions").type)
    decisions = nothing if named.decisions is None else [list(own) or None for own in named.decisions]
    return {"record": named.record, "lineup": named.lineup, "decisions": decisions}


# ----------------------------------------------------------------------------------------------- sessions


def session_table(sessions: Sequence[Session], numbers: Numbers, assumptions: Sequence[Sequence[str]]) -> pa.Table:
    """The sessions of the numbers `numbers`, and what house amounts, by session, they rest on."""
    rulesets = {id(one.ruleset): one.ruleset for one in sessions if one.ruleset is not None}
    hashes = {key: fingerprint(rules) for key, rules in rulesets.items()}
    options = {key: _json(dict(rules.differs)) for key, rules in rulesets.items()}
    return table(
        COMPUTED["sessions"],
        {
            "session": numbers,
            "date": [session.date for session in sessions],
            "rules": [session.header.rules for session in sessions],
            "options": [options.get(id(one.ruleset)) or _json(one.options) for one in sessions],
            "rules_hash": [hashes.get(id(session.ruleset)) for session in sessions],
            "settled": [session.ruleset is not None for session in sessions],
            "heads_differ": [session.rules_differ or session.carried.differ for session in sessions],
            "known": [session.known for session in sessions],
            "assumptions": [list(names) for names in assumptions],
        },
    )


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def player_table(sessions: Sequence[Session], numbers: Numbers, finals: Sequence[Mapping[str, int | None]]) -> pa.Table:
    """The players of the sessions, and their final balances as far as `finals` knows them."""
    found = list(zip(sessions, finals, strict=True))
    counts = [len(session.players) for session in sessions]
    return table(
        COMPUTED["players"],
        {
            "session": np.repeat(numbers, counts),
            "place": [place for count in counts for place in range(count)],
            "player": [name for session in sessions for name in session.players],
            "final_balance": [final.get(name) for session, final in found for name in session.players],
        },
    )


# -------------------------------------------------------------------------------------------------- deals


def _deals(judged: Judged) -> Columns:
    replayed, chain, batch = judged.replayed, judged.chain, judged.batch
    sits = np.zeros(replayed.points.shape, np.bool_)
    if batch.ruleset.first_seat:
        sits = np.arange(batch.ruleset.players)[:, None] == replayed.seating.dealer
    return {
        "status": pa.DictionaryArray.from_arrays(pa.array(judged.status), pa.array(STATUSES)),
        "dealer": _masked(batch.dealer, batch.dealer != NOBODY),
        "winner": _masked(replayed.winner, replayed.winner != NOBODY),
        "points": _lists(replayed.points, (replayed.points == MISSING) | sits, np.int32),
        "tricks": _lists(replayed.tricks, (replayed.tricks == MISSING) | sits, np.int32),
        "trick_winners": _lists(replayed.trick_winner, replayed.trick_winner == NOBODY, np.int8),
        "net": _lists(judged.ledger.net, judged.ledger.net == MISSING, np.int64),
        "fondo_start": _masked(chain.start, chain.start_reason == KNOWN),
        "fondo_end": _masked(chain.end, chain.end_reason == KNOWN),
        "has_ledger": judged.ledger.reason == KNOWN,
        "confirmed": _confirmed(judged),
    }


def _confirmed(judged: Judged) -> pa.Array:
    """By deal, how many values of each kind are confirmed."""
    claims, kinds = judged.claims, len(KINDS)
    right = np.flatnonzero(claims.verdict == CONFIRMED)
    cells = claims.deal[right] * kinds + claims.kind[right]
    counts = np.bincount(cells, minlength=judged.batch.count * kinds).astype(np.int32)
    if judged.unclaimed.any():
        counts = np.where(judged.unclaimed[:, None], recorded_values(judged.batch), counts.reshape(-1, kinds)).ravel()
    return _of_length(pa.array(counts), kinds)


def _lists(values: npt.NDArray[Any], absent: npt.NDArray[np.bool_], type_: type[np.signedinteger[Any]]) -> pa.Array:
    """`[place, deal]` as a list for each deal, null where a value is `absent`."""
    if not absent.any():
        return _of_length(pa.array(values.T.astype(type_, casting="unsafe", order="C").ravel()), values.shape[0])
    own = np.where(absent, 0, values).T.astype(type_, casting="unsafe", order="C")
    return _of_length(pa.array(own.ravel(), mask=absent.T.ravel()), values.shape[0])


def _of_length(values: pa.Array, length: int) -> pa.Array:
    offsets = np.arange(0, len(values) + 1, length, dtype=np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), values)


def _masked(values: npt.NDArray[Any], known: npt.NDArray[np.bool_]) -> pa.Array:
    """A column with nothing where a value is not known."""
    return pa.array(values, mask=None if known.all() else ~known)


def _place_in_deal(deal: Numbers) -> Numbers:
    """From 1, the place of each row among those of its deal, which stand together, the deals in order."""
    counts = np.bincount(deal)
    first = np.cumsum(counts) - counts
    place: Numbers = np.arange(deal.size) - first[deal] + 1
    return place


def _of_deals(ids: Columns, deal: Numbers) -> Columns:
    return {name: column[deal] for name, column in ids.items()}


# ------------------------------------------------------------------------------------- ledger and claims


def _ledger(judged: Judged, ids: Columns) -> Columns:
    """The entries of the deals whose ledger is known as a whole: of another, what is known is no ledger."""
    ledger = judged.ledger
    rows = np.flatnonzero(ledger.reason[ledger.deal] == KNOWN)
    deal = ledger.deal[rows]
    trick = ledger.trick[rows]
    rules = pa.array(judged.batch.ruleset.rule_names)
    return {
        **_of_deals(ids, deal),
        "entry": _place_in_deal(deal),
        "trick": _masked(trick, trick != 0),
        "rule": pa.DictionaryArray.from_arrays(pa.array(ledger.rule[rows].astype(np.int16)), rules),
        "payer": ledger.payer[rows],
        "payee": ledger.payee[rows],
        "amount": ledger.amount[rows],
    }


def _claims(judged: Judged, ids: Columns) -> Columns:
    """The recorded values that are not confirmed, each with its place among all of its deal."""
    rows = np.flatnonzero(judged.claims.verdict != CONFIRMED)
    place, claims, batch = _place_in_deal(judged.claims.deal)[rows], judged.claims.pick(rows), judged.batch
    named = np.array([kind in NAMED for kind in KINDS])[claims.kind]
    accounts, lineup = _accounts(batch), batch.lineup[claims.deal]

    def names(account: npt.NDArray[Any], known: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
        found = np.full(rows.size, None, object)
        found[known] = accounts[lineup[known], account[known]]
        return found

    found: Columns = {}
    for name in ("payer", "payee"):
        paid = claims.payment >= 0
        account = np.full(rows.size, NOBODY)
        account[paid] = getattr(batch.written.payments, name)[claims.payment[paid]]
        found[name] = names(account, paid)
    for name in ("recorded", "computed"):
        column = getattr(claims, name)
        known = column != MISSING
        found[name] = _masked(column, known & ~named)
        found[f"{name}_player"] = names(column, known & named)
    rules = np.array([*batch.ruleset.rule_names, None], object)
    return {
        **_of_deals(ids, claims.deal),
        **found,
        "claim": place,
        "kind": np.array(KINDS, object)[claims.kind],
        "player": names(claims.player, claims.player != NOBODY),
        "trick": _masked(claims.trick, claims.trick != 0),
        "verdict": np.array(VERDICTS, object)[claims.verdict],
        "rule": rules[np.where(claims.rule == NO_RULE, -1, claims.rule)],
        "reason": np.array(REASONS, object)[claims.reason],
        "carried_from": _masked(claims.carried_from, claims.carried_from != MISSING),
    }


def _accounts(batch: Batch) -> npt.NDArray[Any]:
    """`[lineup, account]` the name of each account; the fondo stands last, where its number -1 finds it."""
    width = max(map(len, batch.lineups), default=0)
    names = np.full((len(batch.lineups), width + 1), FONDO, object)
    for row, players in enumerate(batch.lineups):
        names[row, : len(players)] = players
    return names


# ----------------------------------------------------------------------------------------------- findings


def _findings(judged: Judged, named: Named, ids: Columns) -> pa.Table:
    rows = []
    for finding in judged.findings:
        own = {name: int(column[finding.row]) for name, column in ids.items()}
        rows.append({**own, **_finding(finding, judged)})
    for finding in judged.on_sessions:
        session = int(named.session[finding.row])
        rows.append({"session": session, "number": None, "version": None, **_finding(finding, judged)})
    counted: dict[tuple[Any, ...], int] = {}
    for row in rows:
        key = row["session"], row["number"], row["version"]
        counted[key] = row["finding"] = counted.get(key, 0) + 1
    return from_rows(COMPUTED["findings"], rows)


def _finding(finding: Finding, judged: Judged) -> Columns:
    """A finding as a row, but for what it is on."""
    return {
        "code": finding.code,
        "severity": finding.severity,
        "player": finding.player,
        "trick": finding.trick,
        "card": None if finding.card is None else NAMES[finding.card],
        "line": finding.line,
        "rule": rule_of_finding(finding, judged.batch.ruleset),
        "params": _json(dict(finding.params)),
    }


# ---------------------------------------------------------------------------------------------- unsettled


def unsettled(session: Session, rows: Sequence[Mapping[str, Any]], named: Named) -> Tables:
    """A session without a usable ruleset: read, and not settled; from the `rows` of its report."""
    deals = session.deals
    ids = deal_ids(np.repeat(named.session, len(deals)), np.array([deal.number for deal in deals], np.int64))
    seats = [{name: seat for seat, name in enumerate(deal.players)} for deal in deals]
    nothing: list[list[Any]] = [[] for _ in deals]
    confirmed = [
        [sum(one["claim"] == kind and one["verdict"] == VERDICTS[CONFIRMED] for one in row["claims"]) for kind in KINDS]
        for row in rows
    ]
    claims = [
        {**{name: int(column[place]) for name, column in ids.items()}, "claim": number, **_claim_of_row(claim)}
        for place, row in enumerate(rows)
        for number, claim in enumerate(row["claims"], 1)
        if claim["verdict"] != VERDICTS[CONFIRMED]
    ]
    own = {
        "status": [row["status"] for row in rows],
        "dealer": [None if deal.dealer is None else seat[deal.dealer] for deal, seat in zip(deals, seats, strict=True)],
        "has_ledger": [False] * len(deals),
        "confirmed": confirmed,
        **dict.fromkeys(("points", "tricks", "trick_winners", "net"), nothing),
        **dict.fromkeys(("winner", "fondo_start", "fondo_end"), [None] * len(deals)),
    }
    return {
        "sessions": session_table([session], named.session, [[]]),
        "players": player_table([session], named.session, [{}]),
        "deals": table(COMPUTED["deals"], {**ids, **_provenance(named), **own}),
        "claims": from_rows(COMPUTED["claims"], claims),
    }


def _claim_of_row(row: Mapping[str, Any]) -> Columns:
    """A claim of the report as it stands in the table."""
    found: Columns = {"kind": row["claim"], "player": row["player"], "trick": row["trick"]}
    found |= {"payer": row.get("from"), "payee": row.get("to")}
    for name in ("recorded", "computed"):
        value = row[name]
        found |= {name: None, f"{name}_player": None}
        found[f"{name}_player" if isinstance(value, str) else name] = value
    return found | {name: row[name] for name in ("verdict", "rule", "reason", "carried_from")}
