"""Mistakes at the stakes: who did not pay, and which stake was due."""

from __future__ import annotations

from collections.abc import Iterator

from audit.rows import Row
from audit.rules.f1 import FEE, RENEWAL
from audit.simulate.mistakes.registry import Case, mistake
from audit.trial.change import Change, Omitted

STAKES = ("F1", "F2", "X5")


@mistake("stake-omitted", 4)
def stake_omitted(case: Case) -> Iterator[tuple[Row, Change]]:
    """A player's stake was not paid."""
    for entry in case.entries:
        if entry.rule in STAKES:
            yield {"player": case.name(entry.payer)}, Change(omits=Omitted(STAKES, entry.payer))


@mistake("fee-omitted", 5)
def fee_omitted(case: Case) -> Iterator[tuple[Row, Change]]:
    """The dealer did not put in the fee."""
    if case.groups("F3"):
        yield {}, Change(omits=Omitted(("F3",)))


@mistake("renewal-missed", 4)
def renewal_missed(case: Case) -> Iterator[tuple[Row, Change]]:
    """All should have staked again; only the dealer put in the fee."""
    if case.ruleset.plays("F2") and case.worked.kind == RENEWAL:
        yield {}, Change(kind=FEE)


@mistake("renewal-needless", 3)
def renewal_needless(case: Case) -> Iterator[tuple[Row, Change]]:
    """Only the fee was due; all staked again."""
    if case.ruleset.plays("F2") and case.worked.kind == FEE:
        yield {}, Change(kind=RENEWAL)
