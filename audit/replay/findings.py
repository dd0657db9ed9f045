"""What is found against the rules once it is known how the play went."""

from __future__ import annotations

import numpy as np

from audit.batch import DECLARATIONS, Batch
from audit.cards import UNKNOWN, UNKNOWN_SUIT
from audit.facts import FIRST_TRICKS, NOBODY, Mask, as_mask, places
from audit.findings import Finding
from audit.legality import Checked, dealers, leaders, missing_tricks
from audit.replay.result import Result
from audit.rules import n1, x9
from audit.seating import Seating

WHY = {"napolitana": "cards", "espagnolette": "cards", "revesino": "tricks"}
"""By declaration: what whoever makes it in vain lacked."""

HOLDS = {"napolitana": n1.has_the_cards, "espagnolette": x9.has_the_cards}
"""By declaration: whether a hand has the cards that it takes."""


def findings_of_play(result: Result, checked: Checked) -> list[Finding]:
    """Leaders, dealers, missing tricks, renuncios and void declarations."""
    batch, seating = result.batch, result.seating
    found = list(leaders(batch, seating, checked.leader, result.winner_seat))
    found += dealers(batch)
    found += missing_tricks(checked.card)
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


def _certain_revokes(result: Result, checked: Checked) -> list[Finding]:
    """In partial deals: a card of another suit, from a player who later plays one of the suit that was led."""
    batch, seating, r = result.batch, result.seating, result.batch.ruleset
    rows = np.flatnonzero(~result.judged & (checked.card != UNKNOWN).any(axis=(0, 1)))
    if not rows.size:
        return []
    card, leader = checked.card[..., rows], checked.leader[:, rows]
    known = ((card >> 4 & 7) < UNKNOWN_SUIT) & (leader != NOBODY)[:, None]
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
    return [_revoke(batch, seating, checked, t, s, int(rows[j])) for t, s, j in places(off & later)]


def _without_the_cards(batch: Batch, what: str) -> Mask:
    """`[deal]`: the hand of whoever declared `what` is recorded, and has not the cards that it takes."""
    r, there = batch.ruleset, np.arange(batch.count)
    declared = batch.declared[what]
    after, told = batch.hand_after()
    lacking = told[declared, there] & ~HOLDS[what](after[declared, there], r)
    if what == "napolitana" and r.choice("napolitana_hand") == "either":
        lacking &= batch.hand_known[declared, there] & ~HOLDS[what](batch.hand[declared, there], r)
    return as_mask(lacking & (declared != NOBODY))


def _bad_declarations(result: Result) -> list[Finding]:
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
        else:
            void |= ~result.judged & _without_the_cards(batch, what)
        for j in np.flatnonzero(void).tolist():
            deal = batch.deals[j]
            sits_out = seats[j] == NOBODY and result.seating.known[j]
            why = "unknown" if what not in r.declarations else "sits-out" if sits_out else WHY[what]
            params = {"declaration": what, "why": why}
            line = deal.lines.get(what)
            found.append(
                Finding(row=int(j), code="bad-declaration", player=deal.players[declared[j]], line=line, params=params)
            )
    return found
