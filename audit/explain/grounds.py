"""What a cause is held against: the rule that it breaks, and what would have been right."""

from __future__ import annotations

from collections.abc import Mapping

from audit.card_names import parse_card
from audit.facts import NOBODY
from audit.judge import Judged
from audit.rows import Row

RULES: Mapping[str, str] = {
    "edge-not-doubled": "P4", "doubled-wrongly": "P4", "fee-omitted": "F3", "renewal-missed": "F2",
    "renewal-needless": "F3", "returns-omitted": "V4", "fine-omitted": "K1", "bar-ignored": "K2",
}  # fmt: skip
"""By mistake: the rule that says what is right, where it is always the same."""

CLAIMS: Mapping[str, str] = {
    "card-value": "points", "trick-to-wrong-player": "trick_winner", "tie-break": "winner", "wrong-winner": "winner",
}  # fmt: skip
"""By mistake: the claim whose rule it is."""


def ground(judged: Judged, deal: int, cause: Row) -> Row:
    """The rule that a cause in a deal (a place in the batch) breaks, and what is right instead; `None` for neither."""
    return {"rule": _rule(judged, deal, cause), "right": _right(judged, deal, cause)}


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


def _right(judged: Judged, deal: int, cause: Row) -> int | str | bool | list[str] | None:
    batch, name = judged.batch, cause.get("id")
    names = batch.deals[deal].players
    if name is None:
        return batch.ruleset.values[cause["option"]]
    if name == "card-value":
        card = parse_card(cause["card"], batch.ruleset.pack)
        return None if card is None or card < 0 else int(batch.ruleset.points[card])
    who = NOBODY
    if name == "trick-to-wrong-player":
        who = int(judged.replayed.trick_winner[cause["trick"] - 1, deal])
    elif name in ("tie-break", "wrong-winner"):
        who = int(judged.replayed.winner[deal])
    return None if who == NOBODY else names[who]
