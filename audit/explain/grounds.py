"""What a cause is held against: the rule that it breaks, and what would have been right: the remedy."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from audit.batch import MISSING
from audit.card_names import parse_card
from audit.compare.claims import KINDS
from audit.explain.pens import written_back
from audit.facts import NOBODY
from audit.judge import Judged
from audit.model import FONDO as FONDO_NAME
from audit.movements import FONDO
from audit.rows import Row
from audit.rules.p4 import doubled_rules

OF_PEN = ("swap", "shift", "digits", "sign", "slip")

ENTRIES: Mapping[str, tuple[str, ...]] = {
    "stake-omitted": ("F1", "F2", "X5"), "fee-omitted": ("F3",), "renewal-missed": ("F2",),
    "renewal-needless": ("F3",), "returns-omitted": ("V4", "V5"), "fine-omitted": ("K1",),
}  # fmt: skip
"""By mistake: the rules whose entries are due, where the cause does not name one."""

Right = int | str | bool | list[str] | list[Row] | Row | None

RULES: Mapping[str, str] = {
    "edge-not-doubled": "P4", "doubled-wrongly": "P4", "fee-omitted": "F3", "renewal-missed": "F2",
    "renewal-needless": "F3", "returns-omitted": "V4", "fine-omitted": "K1", "bar-ignored": "K2",
}  # fmt: skip
"""By mistake: the rule that says what is right, where it is always the same."""

CLAIMS: Mapping[str, str] = {
    "card-value": "points", "trick-to-wrong-player": "trick_winner", "tie-break": "winner", "wrong-winner": "winner",
}  # fmt: skip
"""By mistake: the claim whose rule it is."""


def ground(judged: Judged, deal: int, cause: Row, role: str = "") -> Row:
    """The rule that a cause in a deal (a place in the batch) breaks, and what is right instead; `None` for neither.

    Of an entry that another pays, or is paid, than should, the `role` that he was taken for.
    """
    row = {"rule": _rule(judged, deal, cause), "right": _right(judged, deal, cause)}
    return row | {"role": role} if role else row


def _rule(judged: Judged, deal: int, cause: Row) -> str | None:
    r, name = judged.batch.ruleset, cause.get("id")
    if name is None:
        return r.specs[cause["option"]].rule
    if "rule" in cause:
        return str(cause["rule"])
    if name == "stake-omitted":
        stakes = judged.ledger.rule[(judged.ledger.deal == deal) & (judged.ledger.trick == 0)]
        found = [r.rule_names[rule] for rule in stakes.tolist()]
        return next((rule for rule in found if rule in ("F1", "F2", "X5")), None)
    if name in CLAIMS:
        return r.claims[CLAIMS[name]]
    return RULES.get(str(name))


def _right(judged: Judged, deal: int, cause: Row) -> Right:
    batch, name = judged.batch, cause.get("id")
    names = batch.deals[deal].players
    if name is None:
        return batch.ruleset.values[cause["option"]]
    if name in OF_PEN:
        return _right_figures(judged, deal, cause)
    if name == "card-value":
        card = parse_card(cause["card"], batch.ruleset.pack)
        return None if card is None or card < 0 else int(batch.ruleset.points[card])
    who = NOBODY
    if name == "trick-to-wrong-player":
        who = int(judged.replayed.trick_winner[cause["trick"] - 1, deal])
    elif name in ("tie-break", "wrong-winner"):
        who = int(judged.replayed.winner[deal])
    else:
        return _due(judged, deal, cause) or None
    return None if who == NOBODY else names[who]


def _due(judged: Judged, deal: int, cause: Row) -> list[Row]:
    """The entries that are due where a cause makes others, or none."""
    ledger, r, name = judged.ledger, judged.batch.ruleset, cause["id"]
    if not ledger.known[deal]:
        return []
    of_doubling = name in ("edge-not-doubled", "doubled-wrongly")
    rules = doubled_rules(r) if of_doubling else (cause["rule"],) if "rule" in cause else ENTRIES.get(name, ())
    numbers = [r.numbers[rule] for rule in rules if rule in r.numbers]
    mine = (ledger.deal == deal) & np.isin(ledger.rule, numbers)
    if "trick" in cause:
        mine &= ledger.trick == (cause["trick"] or 0)
    if name == "fondo-not-taken":
        mine &= ledger.payer == FONDO
    elif name == "fondo-not-doubled":
        mine &= ledger.payee == FONDO
    names = judged.batch.deals[deal].players
    if name in ("stake-omitted", "fine-omitted"):
        mine &= ledger.payer == names.index(cause["player"])
    return [
        {"from": _account(names, payer), "to": _account(names, payee), "amount": amount}
        for payer, payee, amount in zip(
            ledger.payer[mine].tolist(), ledger.payee[mine].tolist(), ledger.amount[mine].tolist(), strict=True
        )
    ]


def _account(names: tuple[str, ...], who: int) -> str:
    return FONDO_NAME if who == FONDO else names[who]


def _right_figures(judged: Judged, deal: int, cause: Row) -> int | Row | None:
    """The figure, or by player the figures, that should stand in the line in which the pen slipped."""
    if cause["claim"] == "payment":
        paid = [one for one in _claims(judged, deal, "payment") if _is_paid(judged, deal, one, cause)]
        right = [int(judged.claims.computed[one]) for one in paid]
        return next((one for one in right if one != MISSING), None)
    names, claims = judged.batch.deals[deal].players, judged.claims
    line = {int(claims.player[one]): one for one in _claims(judged, deal, cause["claim"])}
    written = {who: int(claims.recorded[one]) for who, one in line.items()}
    told = written_back(cause, names, written)
    known = {who: int(claims.computed[one]) for who, one in line.items() if claims.computed[one] != MISSING}
    figures = {who: known.get(who, value) for who, value in told.items()}
    if cause["id"] in ("swap", "shift"):
        return {names[who]: value for who, value in figures.items()} or None
    return next(iter(figures.values()), None)


def _claims(judged: Judged, deal: int, kind: str) -> list[int]:
    """The claims of a kind in a deal, by place."""
    claims = judged.claims
    begin, end = np.searchsorted(claims.deal, (deal, deal + 1)).tolist()
    return [place for place in range(begin, end) if KINDS[claims.kind[place]] == kind]


def _is_paid(judged: Judged, deal: int, claim: int, cause: Row) -> bool:
    """Whether the claim is the recorded payment that a slip is of."""
    payments = judged.batch.written.payments
    place = int(judged.claims.payment[claim]) - int(payments.deal.searchsorted(deal))
    paid = judged.batch.deals[deal].recorded.payments[place]
    wrong = judged.claims.recorded[claim] != judged.claims.computed[claim]
    return bool(wrong and (paid.trick, paid.payer, paid.payee) == (cause["trick"], cause["from"], cause["to"]))
