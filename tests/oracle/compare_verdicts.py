"""The engine's session object against the reference's: every disagreement as one line of text."""

from collections.abc import Callable
from typing import Any

from .verdicts import judge_session, status_of

Row = dict[str, Any]
# Codes that a wrong or unknown card can bring in several ways: only that it is noticed is compared.
CARD_CODES = {
    "unknown-card",
    "duplicate-card",
    "card-not-held",
    "bad-hand-size",
    "bad-exchange",
    "wrong-turn",
}
LOOSE_CODES = {"inconsistent-record", "missing-tricks", "missing-payment"}
WHY_LOST = {"gap", "amount-limit", "cards-missing", "not-defined"}
CHAINED = {"payment", "fondo_start", "fondo_end", "net", "balance"}
PLAY_CODES = {"revoke", "bad-declaration", "wrong-leader"}


def claim_key(claim: Row) -> tuple[Any, ...]:
    """What a claim is about."""
    ends = (claim.get("from"), claim.get("to")) if claim["claim"] == "payment" else (None, None)
    return (claim["claim"], claim["player"], claim["trick"], *ends, claim["recorded"])


def keyed(claims: list[Row]) -> dict[tuple[Any, ...], Row]:
    """Claims by what they are about, equal payments counted."""
    found: dict[tuple[Any, ...], Row] = {}
    for claim in claims:
        key, copies = claim_key(claim), 0
        while (*key, copies) in found:
            copies += 1
        found[(*key, copies)] = claim
    return found


def decided(engine: Row) -> dict[int, Row]:
    """What the engine computed, for `judge_session(more=…)`."""
    return {deal["deal"]: deal["computed"] for deal in engine["deals"]}


def compare(deals: list[Row], engine: Row, judged: Row | None = None) -> list[str]:
    """All disagreements of one session; in partial deals the engine may decide more."""
    mine = judged or judge_session(deals, decided(engine))
    lines: list[str] = []
    say = lines.append
    if [deal["deal"] for deal in mine["deals"]] != [deal["deal"] for deal in engine["deals"]]:
        return ["deals differ"]
    over = False
    for ours, theirs in zip(mine["deals"], engine["deals"], strict=True):
        # Where the range is left the chain may be taken up again in more than one way.
        over = over or ours["over"]
        at = f"deal {ours['deal']}"

        def tell(what: str, at: str = at) -> None:
            say(f"{at}: {what}")

        compare_computed(ours, theirs, over, tell)
        compare_claims(ours, theirs, over, tell)
        compare_findings(ours, theirs, tell)
        # Claims and findings are compared one by one; the status must follow from the engine's own.
        expected = status_of(theirs["claims"], theirs["findings"])
        if theirs["status"] != expected:
            tell(f"status: {expected} / {theirs['status']}")
    codes = [{(f["code"], f["player"]) for f in one["findings"]} for one in (mine, engine)]
    # A tool may stop at the player who ends the session, or call it short besides.
    # Of a balance that was only adopted a tool need not say that it leaves no chips.
    partial = not all(deal["complete"] for deal in mine["deals"]) or any(
        claim["claim"] == "balance" and claim["verdict"] == "undetermined"
        for deal in mine["deals"]
        for claim in deal["claims"]
    )
    extra = codes[1] - codes[0] - {("session-short", None)}
    if extra or (bool(codes[0]) != bool(codes[1]) and not partial):
        say(f"session findings: {codes[0]} / {codes[1]}")
    final = [one["final_balance"] for one in (mine, engine)]
    if final[0] != final[1] and not over:
        say(f"final_balance: {final[0]} / {final[1]}")
    return lines


def compare_computed(ours: Row, theirs: Row, over: bool, tell: Callable[[str], None]) -> None:
    """`computed`, where null and a map of nulls are the same."""
    for key, value in ours["computed"].items():
        other = theirs["computed"].get(key)
        if over and key in ("fondo_start", "fondo_end", "net", "ledger"):
            continue
        if key in ("points", "tricks", "net"):
            names = set(value or {}) | set(other or {})
            same = all((value or {}).get(name) == (other or {}).get(name) for name in names)
        else:
            same = value == other
        if not same:
            tell(f"computed {key}: {value} / {other}")


def unsound(deals: list[Row], whole: list[Row], engine: Row) -> list[str]:
    """What the engine decided on partial deals against the deals before anything was hidden.

    Only deals that were legal count: of others the hidden cards may well be judged otherwise.
    """
    lines = []
    mine = judge_session(deals, decided(engine), whole)
    for ours, theirs in zip(mine["deals"], engine["deals"], strict=True):
        if ours["true_findings"]:
            continue
        for key, value in ours["truth"].items():
            other = theirs["computed"][key]
            if key in ("points", "tricks", "net"):
                pairs = [((value or {}).get(name), one) for name, one in (other or {}).items()]
            elif key == "trick_winners":
                pairs = list(zip(value, other, strict=True))
            else:
                pairs = [(value, other)]
            if any(right is not None and left is not None and left != right for left, right in pairs):
                lines.append(f"deal {ours['deal']}: truth of {key}: {value} / {other}")
        wrong = {f["code"] for f in theirs["findings"]} & (CARD_CODES | PLAY_CODES)
        if wrong:
            lines.append(f"deal {ours['deal']}: findings in a legal deal: {sorted(wrong)}")
    return lines


def compare_claims(ours: Row, theirs: Row, over: bool, tell: Callable[[str], None]) -> None:
    """Verdict, computed, carried_from and reason of each claim."""
    mine, other = keyed(ours["claims"]), keyed(theirs["claims"])
    for key in mine.keys() ^ other.keys():
        # A dealer claim whose deal n−1 has no dealer may be left out: it says nothing.
        if key[0] == "dealer" and key in mine and mine[key]["verdict"] == "undetermined":
            continue
        tell(f"claim only in {'reference' if key in mine else 'engine'}: {key}")
    for key in mine.keys() & other.keys():
        if over and key[0] in CHAINED:
            continue
        left, right = mine[key], other[key]
        for name in ("verdict", "computed", "carried_from", "reason"):
            # Why the chain was lost, or only that it was: report.md asks for either.
            lost = {left[name], right[name]} <= WHY_LOST and key[0] in CHAINED
            # Both carried, from another deal: two readings (see AMBIGUITIES); so is a payment of 0.
            lost = lost or (name == "carried_from" and None not in (left[name], right[name]))
            lost = lost or (key[0] == "payment" and key[5] == 0)
            more = not ours["complete"] and left["verdict"] == "undetermined"
            if left[name] != right[name] and not lost and not (more and right["verdict"] != "undetermined"):
                tell(f"{name} of {key[:-1]}: {left[name]} / {right[name]}")


def compare_findings(ours: Row, theirs: Row, tell: Callable[[str], None]) -> None:
    """Findings by code, player, trick; of card errors only that each code occurs."""
    mine, other = ours["findings"], theirs["findings"]
    broken = {f["code"] for f in mine} & CARD_CODES
    for code in sorted({f["code"] for f in [*mine, *other]}):
        left, right = [sorted(place(f) for f in one if f["code"] == code) for one in (mine, other)]
        if code in PLAY_CODES and (broken or not ours["complete"]):
            continue  # the least that must be decided on partial deals has none of them
        if code in LOOSE_CODES:
            # Of values that exclude each other, unknown cards, second entries it may tell more.
            if left and not right:
                tell(f"findings {code}: {left} / {right}")
        elif code in CARD_CODES:
            if bool(left) != bool(right):
                tell(f"findings {code}: {left} / {right}")
        elif left != right:
            tell(f"findings {code}: {left} / {right}")


def place(finding: Row) -> tuple[str, int]:
    """Who and in which trick."""
    return finding["player"] or "", finding["trick"] or 0
