"""A batch played again: every deal settled that can be, and what is certain of the others.

Complete deals go through the engine in chunks that stay in the processor's cache; partial ones through
`audit.partial`. What comes out is by player, and linear in the fondo that each deal starts with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from audit.batch import DECLARATIONS, MISSING, Amounts, Batch
from audit.course import Pot
from audit.facts import FIRST_TRICKS, NOBODY, Mask, Observed, Seats, Sets, as_mask
from audit.findings import Finding
from audit.legality import Checked, check_cards, dealers, leaders, missing_tricks
from audit.movements import FONDO, Movements, joined
from audit.partial import OPEN, bounds
from audit.rules.k2 import is_barred
from audit.seating import Seating, seat
from audit.settle import Settled, settle

CHUNK = 8192
"""Deals that are settled at once: their columns then fit a core's own cache."""


@dataclass(frozen=True)
class Replayed:
    """What a batch comes to, by player, before the fondo is followed from deal to deal."""

    batch: Batch
    seating: Seating
    settled: Mask
    """`[deal]`: every card is known, and the deal is settled."""
    trick_winner: Seats
    """`[trick, deal]`: a player; `NOBODY` where it is not certain."""
    points: Amounts
    """`[player, deal]`; `MISSING` where they are not certain, and for a dealer who sits out."""
    tricks: Amounts
    winner: Seats
    """`[deal]`: a player; `NOBODY` where it is not certain."""
    barred: Mask
    """`[player, deal]`: he made a renuncio that bars him from collecting (K2)."""
    entries: Movements
    """The ledgers without their stakes, in order; accounts are players."""
    pot: Pot
    """What the fondo holds after each settled deal."""
    findings: list[Finding]


def replay(batch: Batch) -> Replayed:
    """Check, settle and bound the deals of a batch."""
    seating = seat(batch)
    checked = check_cards(batch, seating)
    complete = _complete(batch, seating, checked)
    result = _blank(batch, seating, checked)
    rest = np.flatnonzero(~complete)
    leader = checked.leader
    if rest.size:
        leader = _bound(result, checked, rest)
        complete = _complete(batch, seating, Checked(checked.card, leader, []))
    ready = np.flatnonzero(complete)
    observed = _observed(batch, seating, checked, leader)
    parts, pots = [], []
    for begin in range(0, ready.size, CHUNK):
        rows = ready[begin : begin + CHUNK]
        settled = settle(observed.pick(rows), batch.ruleset)
        parts.append(_take(result, settled, rows))
        pots.append(settled.course.pot)
    pot = _spread(batch, ready, pots)
    result.findings.extend(_late_findings(result, checked))
    return Replayed(
        batch=batch,
        seating=seating,
        settled=result.settled,
        trick_winner=seating.players(result.winner_seat),
        points=result.points,
        tricks=result.tricks,
        winner=result.winner,
        barred=result.barred,
        entries=joined(batch.ruleset, parts),
        pot=pot,
        findings=result.findings,
    )


@dataclass
class _Result:
    """The columns of `Replayed` while they are filled in."""

    batch: Batch
    seating: Seating
    settled: Mask
    winner_seat: Seats
    points: Amounts
    tricks: Amounts
    winner: Seats
    barred: Mask
    void: dict[str, Mask]
    revoked: list[tuple[int, int, int]]
    """Trick, seat and deal of each renuncio."""
    findings: list[Finding]


def _blank(batch: Batch, seating: Seating, checked: Checked) -> _Result:
    r, n = batch.ruleset, batch.count
    return _Result(
        batch=batch,
        seating=seating,
        settled=np.zeros(n, np.bool_),
        winner_seat=np.full((r.tricks, n), NOBODY, np.int8),
        points=np.full((r.players, n), MISSING, np.int64),
        tricks=np.full((r.players, n), MISSING, np.int64),
        winner=np.full(n, NOBODY, np.int8),
        barred=np.zeros((r.players, n), np.bool_),
        void={what: np.zeros(n, np.bool_) for what in DECLARATIONS},
        revoked=[],
        findings=checked.findings,
    )


def _complete(batch: Batch, seating: Seating, checked: Checked) -> Mask:
    """`[deal]`: every card, every leader and the dealer are known."""
    known = (batch.ruleset.bit[checked.card] != 0).all(axis=(0, 1))
    return as_mask(known & (checked.leader != NOBODY).all(axis=0) & seating.known)


def _bound(result: _Result, checked: Checked, rows: npt.NDArray[Any]) -> Seats:
    """Fill in what is certain of the partial deals `rows`; all leaders, as far as they are known or follow."""
    batch, seating = result.batch, result.seating
    leader = checked.leader.copy()
    places = seating.pick(rows)
    found = bounds(checked.card[..., rows], leader[:, rows], places.known, batch.ruleset)
    leader[:, rows] = found.leader
    result.winner_seat[:, rows] = found.winner
    for column, values in ((result.points, found.points), (result.tricks, found.tricks)):
        certain = np.where(values == OPEN, MISSING, values.astype(np.int64))
        column[:, rows] = places.by_player(certain, MISSING)
    return leader


def _observed(batch: Batch, seating: Seating, checked: Checked, leader: Seats) -> Observed:
    """The deals of a batch as the engine takes them; only of the complete ones is all of it meant."""
    before, known = _hand_before(batch, seating, checked, leader)
    declared = {what: seating.seats(who) for what, who in batch.declared.items()}
    return Observed(checked.card, leader, declared, before, known)


def _hand_before(batch: Batch, seating: Seating, checked: Checked, leader: Seats) -> tuple[Sets, Mask]:
    """`[seat, deal]`: the hand before the exchange, as recorded; or the exchange undone, when that was recorded."""
    r, x = batch.ruleset, batch.exchanges
    hand, known = batch.hand, batch.hand_known
    if not batch.has_exchange or known.all() or (batch.declared["napolitana"] == NOBODY).all():
        return seating.by_seat(hand), seating.by_seat(known)
    position = (np.arange(r.seats, dtype=np.int8)[:, None] - leader[:, None]) % np.int8(r.seats)
    played = np.take_along_axis(r.bit[checked.card], position.astype(np.intp), axis=1)
    after = seating.by_player(np.bitwise_or.reduce(played, axis=0), 0)
    gone = np.where(x.discard >= 0, r.bit[x.discard], np.uint64(0))
    come = np.where(x.take >= 0, r.bit[x.take], np.uint64(0))
    told = x.recorded & ((x.discard < 0) | (gone != 0)) & ((x.take < 0) | (come != 0))
    hand = np.where(known, hand, (after & ~come) | gone)
    return seating.by_seat(hand), seating.by_seat(known | told)


def _take(result: _Result, settled: Settled, rows: npt.NDArray[Any]) -> Movements:
    """Fill in the columns of the settled deals `rows`; their entries, by player and by row of the batch."""
    f, c = settled.facts, settled.course
    seating = result.seating.pick(rows)
    sure = ~np.logical_or.reduce([*c.unsure.values(), np.zeros(rows.size, np.bool_)])
    result.settled[rows] = sure
    result.winner_seat[:, rows] = f.winner
    result.points[:, rows] = seating.by_player(f.points.astype(np.int64), MISSING)
    result.tricks[:, rows] = seating.by_player(f.tricks.astype(np.int64), MISSING)
    result.winner[rows] = seating.players(np.where(sure, c.winner, NOBODY).astype(np.int8))
    result.barred[:, rows] = seating.by_player(is_barred(c), False)
    for what, void in c.void.items():
        result.void[what][rows] = void
    trick, seat_, deal = np.nonzero(c.revoked & sure)
    result.revoked += zip(trick.tolist(), seat_.tolist(), rows[deal].tolist(), strict=True)
    e = settled.entries
    e = e.pick(sure[e.deal])
    base, players = seating.base[e.deal], np.int8(result.batch.ruleset.players)
    payer, payee = (np.where(a == FONDO, FONDO, (a + base) % players).astype(np.int8) for a in (e.payer, e.payee))
    return e._replace(deal=rows[e.deal].astype(np.int32), payer=payer, payee=payee)


def _spread(batch: Batch, rows: npt.NDArray[Any], pots: list[Pot]) -> Pot:
    """The pots of the settled deals `rows` among all deals of the batch."""
    pot = Pot.at_start(batch.ruleset, batch.count)
    if pots:
        pot.times[rows] = np.concatenate([one.times for one in pots])
        pot.plus[rows] = np.concatenate([one.plus for one in pots])
    return pot


# ----------------------------------------------------------------------- what is found once the play is known


def _late_findings(result: _Result, checked: Checked) -> list[Finding]:
    batch, seating = result.batch, result.seating
    found = list(leaders(batch, seating, checked.leader, result.winner_seat))
    found += dealers(batch)
    found += missing_tricks(batch, checked.card)
    for t, s, j in sorted(result.revoked, key=lambda play: (play[2], play[0])):
        found.append(_revoke(batch, seating, checked, t, s, j))
    found += _certain_revokes(result, checked)
    found += _bad_declarations(result)
    return found


def _revoke(batch: Batch, seating: Seating, checked: Checked, t: int, s: int, j: int) -> Finding:
    r, deal = batch.ruleset, batch.deals[j]
    place = (s - int(checked.leader[t, j])) % r.seats
    return Finding(
        row=j,
        code="revoke",
        player=deal.players[(s + int(seating.base[j])) % r.players],
        trick=t + 1,
        card=int(checked.card[t, place, j]),
        line=deal.lines.get(f"trick {t + 1}"),
    )


def _certain_revokes(result: _Result, checked: Checked) -> list[Finding]:
    """In partial deals: a card of another suit, from a player who later plays one of the suit that was led."""
    batch, seating, r = result.batch, result.seating, result.batch.ruleset
    rows = np.flatnonzero(~result.settled & (r.bit[checked.card] != 0).any(axis=(0, 1)))
    if not rows.size:
        return []
    card, leader = checked.card[..., rows], checked.leader[:, rows]
    known = (r.bit[card] != 0) & (leader != NOBODY)[:, None]
    place = (np.arange(r.seats, dtype=np.int8)[:, None] - leader[:, None]) % np.int8(r.seats)
    place = place.astype(np.intp)
    suit = np.take_along_axis(np.where(known, card >> 4 & 3, NOBODY).astype(np.int8), place, axis=1)
    led = np.where(known[:, 0], card[:, 0] >> 4 & 3, NOBODY).astype(np.int8)
    off = (suit != NOBODY) & (led != NOBODY)[:, None] & (suit != led[:, None])
    later = np.zeros_like(off)
    for t in range(r.tricks - 1):
        later[t] = (suit[t + 1 :] == led[t]).any(axis=0)
    # A napolitano may do it in the first nine; so may one whose napolitana cannot be judged.
    declared = seating.seats(batch.declared["napolitana"])[rows]
    if "napolitana" in r.declarations:
        exempt = (np.arange(r.seats)[:, None] == declared) & (declared != NOBODY)
        off[:FIRST_TRICKS] &= ~exempt
    return [_revoke(batch, seating, checked, int(t), int(s), int(rows[j])) for t, s, j in np.argwhere(off & later)]


def _bad_declarations(result: _Result) -> list[Finding]:
    """A declaration that the rules do not allow: without its cards or its tricks, or one that they do not know."""
    batch, r = result.batch, result.batch.ruleset
    found = []
    for what in DECLARATIONS:
        declared, seats = batch.declared[what], result.seating.seats(batch.declared[what])
        # A dealer who sits out has no seat, and nothing to declare.
        void = result.void[what] | ((declared != NOBODY) & (seats == NOBODY) & result.seating.known)
        if what not in r.declarations:
            void |= declared != NOBODY
        elif what == "revesino":
            first = result.winner_seat[:FIRST_TRICKS]
            void |= (declared != NOBODY) & ((first != NOBODY) & (first != seats)).any(axis=0)
        for j in np.flatnonzero(void).tolist():
            deal = batch.deals[j]
            why = "cards" if what in r.declarations and what != "revesino" else "tricks"
            params = {"declaration": what, "why": why if what in r.declarations else "unknown"}
            line = deal.lines.get(what)
            found.append(
                Finding(
                    row=int(j), code="bad-declaration", player=deal.players[declared[j]], line=line, params=params
                )
            )
    return found
