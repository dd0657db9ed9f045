"""The most that one player may pay another by one entry of the ledger, whatever was played."""

from __future__ import annotations

from audit.model import LARGEST
from audit.ruleset import Ruleset


def most_paid(r: Ruleset, *, in_trick: bool) -> int:
    """The most of all rules that the ruleset has; `in_trick`: of those whose entries carry a trick's number.

    In a trick of Revesino an ace pays 2 and the quínola 2 or what `quinola_placed_winner` says (P1, P2, P3, F6, N6),
    doubled at the edges (P4); V4 returns the same and N5 as many times that as `resale` says, with the trick's number
    too. Out of it V2, V3 and N7 pay their amounts, and R10 its own, or its bonus and the points of the four cards out
    of play. In a trick of Reversis X6 pays its amount; out of it X8 (to the breaker, for all three), X9 and X10 pay
    theirs.
    """
    if not r.stakes:
        return LARGEST  # only some payments are defined
    if r.plays("P1"):
        times = {"net_double": 2, "return_and_double": 3, "return_only": 1}[r.choice("resale")]
        tricks = times * 2 * max(2, _amount(r, "quinola_placed_winner"))
        others = [_amount(r, "made_pays"), _amount(r, "cut_pays"), _party(r)]
    else:
        tricks = _amount(r, "quinola_fixed")
        others = [3 * _amount(r, "reversis_each"), _amount(r, "espagnolette_each"), _amount(r, "bete_payment")]
    return min(LARGEST, tricks if in_trick else max(tricks, *others))


def _amount(r: Ruleset, option: str) -> int:
    return int(r.amount(option))


def _party(r: Ruleset) -> int:
    """R10: at most the four best cards of the pack are out of play."""
    party = r.choice("party")
    if party == "none":
        return 0
    best = sorted(r.points[r.deck].tolist())[r.seats * r.tricks :]
    return _amount(r, "party_bonus") + sum(best) if party == "discards" else int(party)
