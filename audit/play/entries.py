"""The entries of a deal by where they belong, each with the payment that was recorded for it.

Whether an amount is double says P4, what K2 kept back the replay; no rule is applied here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from audit.compare.payments import NONE, match
from audit.fondo import KNOWN
from audit.judge import Judged
from audit.model import FONDO, Deal
from audit.movements import FONDO as FONDO_NUMBER
from audit.play.values import Entry
from audit.registry import rule_of
from audit.rows import Row
from audit.rules.p4 import doubles
from audit.ruleset import Ruleset


@dataclass
class Ledger:
    """The entries of a deal by where they belong."""

    stakes: list[Entry] = field(default_factory=list)
    by_trick: dict[int, list[Entry]] = field(default_factory=lambda: defaultdict(list))
    after: list[Entry] = field(default_factory=list)


def entries_of(judged: Judged, row: int, deal: Deal, payments: Sequence[Row]) -> tuple[list[Entry], set[int]]:
    """The entries of a deal in order, and which of its recorded payments stand for one."""
    ledger, written, r = judged.ledger, judged.batch.written.payments, judged.batch.ruleset
    matching = match(written, ledger)
    mine = np.flatnonzero(written.deal == row).tolist()
    claims: dict[int, Row] = {}
    attached = set()
    for number, (payment, claim) in enumerate(zip(mine, payments, strict=True)):
        entry = int(matching.entry[payment])
        entry = int(matching.instead[payment]) if entry == NONE else entry
        if entry != NONE and entry not in claims and claim["verdict"] != "undetermined":
            claims[entry] = claim
            attached.add(number)
    names = dict(enumerate(deal.players)) | {FONDO_NUMBER: FONDO}
    found = []
    for k in np.flatnonzero(ledger.deal == row).tolist():
        rule, trick = r.rule_names[ledger.rule[k]], int(ledger.trick[k]) or None
        payer, payee = names[int(ledger.payer[k])], names[int(ledger.payee[k])]
        found.append(
            Entry(
                trick,
                rule,
                payer,
                payee,
                int(ledger.amount[k]),
                FONDO not in (payer, payee) and doubles(r, rule, trick),
                claims.get(k),
                bool(payments) and bool(matching.lacking[k]) and ledger.reason[row] == KNOWN,
            )
        )
    return found, attached


def sort(entries: Sequence[Entry], r: Ruleset) -> Ledger:
    """The entries by where they belong: V4, V5 and N5 name the trick that they go back to, and come after it all."""
    stakes = {rule_of(name) for name in r.stakes}
    of_tricks = {rule_of(name) for name in r.passes[0]} if r.passes else set()
    ledger = Ledger()
    for entry in entries:
        if entry.rule in stakes:
            ledger.stakes.append(entry)
        elif entry.trick and entry.rule in of_tricks:
            ledger.by_trick[entry.trick].append(entry)
        else:
            ledger.after.append(entry)
    return ledger


def pot_after(judged: Judged, row: int, ledger: Ledger) -> dict[int, int]:
    """What the fondo holds after each trick; nothing where the ledger is not known."""
    chain = judged.chain
    if judged.ledger.reason[row] != KNOWN or chain.start_reason[row] != KNOWN:
        return {}
    held, found = int(chain.start[row]), {}
    for number in range(1, judged.batch.ruleset.tricks + 1):
        for entry in ledger.by_trick.get(number, ()):
            amount = entry.amount or 0
            held += amount * ((entry.payee == FONDO) - (entry.payer == FONDO))
        found[number] = held
    return found


def withheld_of(judged: Judged, row: int, deal: Deal) -> list[Entry]:
    """What K2 kept from being entered."""
    kept, names = judged.replayed.withheld, dict(enumerate(deal.players)) | {FONDO_NUMBER: FONDO}
    found = []
    for k in np.flatnonzero(kept.deal == row).tolist():
        rule, trick = judged.batch.ruleset.rule_names[kept.rule[k]], int(kept.trick[k]) or None
        payer, payee = names[int(kept.payer[k])], names[int(kept.payee[k])]
        amount = None if kept.whole[k] or kept.times[k] else int(kept.plus[k])
        found.append(Entry(trick, rule, payer, payee, amount))
    return found
