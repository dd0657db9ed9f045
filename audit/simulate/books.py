"""The club's books of one session: what it believes the fondo and everyone's balance to be, right or wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from audit.model import FONDO as FONDO_NAME
from audit.model import Deal, Payment, Recorded
from audit.movements import FONDO
from audit.rules.f1 import due, kinds
from audit.ruleset import Ruleset
from audit.simulate.altered import Entry, Outcome
from audit.trial.change import Change, Omitted

BY_CUSTOM = 2
"""What each puts into an empty fondo where the ruleset does not say."""

LABELS = {
    "F1": "puesta", "F2": "reposición", "F3": "por dar", "F4": "quínola colocada", "F5": "quínola forzada",
    "F6": "quínola forzada", "P1": "as", "P2": "quínola", "P3": "as sacado", "V2": "revesino", "V3": "revesino cortado",
    "V4": "devuelto", "V5": "devuelto", "V6": "su quínola", "N5": "napolitana perdida", "N6": "quínola sacada",
    "N7": "napolitano", "K1": "renuncio", "R10": "partida", "X5": "puesta", "X6": "quínola descartada",
    "X7": "quínola", "X8": "reversis", "X9": "espagnolette", "X10": "bestia",
}  # fmt: skip
"""What a scorer writes behind a payment, by its rule."""


@dataclass
class Books:
    """What the club believes before a deal."""

    fondo: int
    opening: bool
    """The next deal is the first ever: no fondo was brought to it."""
    balance: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Worked:
    """A deal as the scorer worked it out: all that he might write down."""

    outcome: Outcome
    kind: int
    """Which stakes were made, by the numbers of `rules.f1.kinds`; -1 where the ruleset knows none."""
    entries: list[Entry]
    recorded: Recorded
    fondo_end: int
    balance: dict[str, int]


def work_out(books: Books, r: Ruleset, deal: Deal, outcome: Outcome, changes: Sequence[Change] = ()) -> Worked:
    """The deal settled from what the books say, with what the scorer does otherwise at the stakes."""
    kind, stakes = _stakes(books, r, deal, changes)
    start = books.fondo + sum(entry.amount for entry in stakes)
    entries = [entry for entry in stakes if entry.amount]
    for line in outcome.lines:
        amount = line.times * start + line.plus
        # Nobody pays himself, even if a scorer takes him for two.
        if amount and line.payer != line.payee:
            entries.append(Entry(line.trick, line.rule, line.payer, line.payee, amount))
    net = [0] * len(deal.players)
    end = books.fondo
    for entry in entries:
        for account, amount in ((entry.payer, -entry.amount), (entry.payee, entry.amount)):
            if account == FONDO:
                end += amount
            else:
                net[account] += amount
    balance = {name: books.balance.get(name, 0) + gain for name, gain in zip(deal.players, net, strict=True)}
    recorded = Recorded(
        points=tuple(outcome.points),
        tricks=tuple(outcome.tricks),
        trick_winners={number: deal.players[who] for number, who in enumerate(outcome.trick_winners, 1)},
        winner=None if outcome.winner is None else deal.players[outcome.winner],
        payments=tuple(_payment(deal, entry) for entry in entries if entry.rule),
        fondo_start=start,
        fondo_end=end,
        # Of a ruleset without stakes nobody can say what anyone has won.
        net=tuple(net) if r.stakes else None,
        balance=tuple(balance.values()) if r.stakes else None,
    )
    return Worked(outcome, kind, entries, recorded, end, balance)


def _stakes(books: Books, r: Ruleset, deal: Deal, changes: Iterable[Change]) -> tuple[int, list[Entry]]:
    """The stakes that the club makes: those of the rules, or by custom where these do not say."""
    dealer = deal.players.index(deal.dealer or "")
    if not r.stakes:
        each = 0 if books.fondo else BY_CUSTOM
        # No rule makes them, so that they are not written down as payments.
        return -1, [Entry(0, "", player, FONDO, each) for player in range(r.players)]
    kind = int(due(r, np.array([books.fondo]), np.array([books.opening]))[0])
    for change in changes:
        kind = kind if change.kind is None else change.kind
    entries = [
        Entry(0, stake.rule, (dealer + seat) % r.players, FONDO, share)
        for stake in kinds(r)[kind].stakes
        for seat, share in enumerate(stake.shares)
    ]
    for change in changes:
        entries = [entry for entry in entries if not _is_omitted(entry, change.omits)]
    return kind, entries


def _is_omitted(entry: Entry, omits: Omitted | None) -> bool:
    return omits is not None and entry.rule in omits.rules and omits.player in (None, entry.payer)


def _payment(deal: Deal, entry: Entry) -> Payment:
    def account(place: int) -> str:
        return FONDO_NAME if place == FONDO else deal.players[place]

    payer, payee = account(entry.payer), account(entry.payee)
    return Payment(entry.trick or None, payer, payee, entry.amount, LABELS.get(entry.rule))
