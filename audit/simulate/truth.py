"""What the rules make of the deals of a season, by the audit itself: every card is known, and nothing was written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from audit.batch import MISSING
from audit.facts import NOBODY, Observed
from audit.fondo import KNOWN
from audit.gather import gather
from audit.house_rules import RulesNamed
from audit.judge import Judged, judge_batch
from audit.model import Deal
from audit.rows import Row, computed_row
from audit.ruleset import Ruleset
from audit.sessions import Carried, Session, session_of
from audit.simulate.altered import Line, Outcome


@dataclass(frozen=True)
class Truth:
    """What the rules make of one deal."""

    deal: Deal
    computed: Row
    """As the audit's report gives it."""
    balance: list[int | None]
    outcome: Outcome
    observed: Observed
    """The deal alone, for settling it otherwise."""
    base: int
    """The player in seat 0."""


def judge_sessions(r: Ruleset, sessions: Sequence[Sequence[Deal]]) -> list[list[Truth]]:
    """The truth of each deal of each of `sessions`, all at once."""
    judged = judge_batch(gather(r, [_session(r, deals) for deals in sessions]))
    observed = _observed(judged)
    begins = np.searchsorted(judged.ledger.deal, np.arange(judged.batch.count + 1)).tolist()
    lines = _lines(judged)
    row, found = 0, []
    for deals in sessions:
        truths: list[Truth] = []
        for deal in deals:
            computed = computed_row(judged, row, slice(begins[row], begins[row + 1]))
            truths.append(
                Truth(
                    deal=deal,
                    computed=computed,
                    balance=_balance(judged, row),
                    outcome=_outcome(judged, row, lines[row]),
                    observed=observed.pick(np.array([row])),
                    base=int(judged.replayed.seating.base[row]),
                )
            )
            row += 1
        found.append(truths)
    return found


def _session(r: Ruleset, deals: Sequence[Deal]) -> Session:
    carried = Carried(fondo=deals[0].header.carried_fondo)
    return session_of(deals, [False] * len(deals), RulesNamed(r), carried=carried)


def _observed(judged: Judged) -> Observed:
    """All deals of the batch as the engine takes them."""
    batch, seating = judged.batch, judged.replayed.seating
    return Observed(
        card=batch.card,
        leader=seating.seats(batch.leader),
        declared={what: seating.seats(who) for what, who in batch.declared.items()},
        before=seating.by_seat(batch.hand),
        before_known=seating.by_seat(batch.hand_known),
    )


def _balance(judged: Judged, row: int) -> list[int | None]:
    after, reason = judged.balances.after[:, row].tolist(), judged.balances.reason[:, row].tolist()
    return [value if why == KNOWN else None for value, why in zip(after, reason, strict=True)]


def _lines(judged: Judged) -> Mapping[int, list[Line]]:
    """By deal: its entries without the stakes, linear in the fondo."""
    e, names = judged.replayed.entries, judged.batch.ruleset.rule_names
    found: dict[int, list[Line]] = {row: [] for row in range(judged.batch.count)}
    columns = (e.deal, e.trick, e.rule, e.payer, e.payee, e.times, e.plus)
    for deal, trick, rule, *rest in zip(*(column.tolist() for column in columns), strict=True):
        found[deal].append(Line(trick, names[rule], *rest))
    return found


def _outcome(judged: Judged, row: int, lines: list[Line]) -> Outcome:
    replayed = judged.replayed

    def by_player(values: list[int]) -> list[int | None]:
        return [None if value == MISSING else value for value in values]

    winner = int(replayed.winner[row])
    return Outcome(
        points=by_player(replayed.points[:, row].tolist()),
        tricks=by_player(replayed.tricks[:, row].tolist()),
        trick_winners=replayed.trick_winner[:, row].tolist(),
        winner=None if winner == NOBODY else winner,
        lines=lines,
    )
