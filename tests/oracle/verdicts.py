"""A reference for verdicts, written from the sentences of report.md alone.

`judge_session` takes one session's records in the JSON Lines form and gives its session object.
"""

from dataclasses import dataclass, field
from typing import Any

from .options import DIGEST, REVESINO
from .partial import Computed, decidable, least, settle, within
from .seen import Finding, Seen
from .seen_checks import look_at
from .verdict_claims import CONTRADICTED, UNDETERMINED, Bases, Claim, claim, judge_claims, recorded_of
from .verdict_record import record_findings, session_findings

Deal = dict[str, Any]
DISCREPANT_CODES = {"unbalanced-net", "inconsistent-record"}

# Sentences of report.md that allow two readings: what is chosen here, and why.
AMBIGUITIES = [
    "carried_from, 'the deal where the record left the computed chain': a fondo that is taken brings the "
    "record back though no recorded value shows it; here the chain counts as met again, as the older slip "
    "cannot have caused the newer. By the recorded values alone the older deal would be named. Not compared.",
    "carried_from of a balance that is off because a carried fondo was taken: the deal of the fondo slip is "
    "named ('one slip is one error'), and by both at once the earlier. Not compared either.",
    "carried_from, 'that the club last recorded before it': before the deal, not within it; so a wrong "
    "fondo_start does not make the fondo_end of its own deal carried.",
    "'the first unused entry' of a contradicted payment: unused when all payments have been matched; two "
    "contradicted payments may name the same entry.",
    "missing-payment: an entry for which a payment with another amount stands is not missing; a tool may "
    "still report the second of two equal entries.",
    "A recorded payment of 0: no entry has it, yet 0 is also what is computed. Not compared.",
    "inconsistent-record, winner: only points and tricks exclude him, not the seat; a player with all tricks "
    "is never excluded, and in the reversis family excludes the others (X8 needs no declaration). The "
    "announced napolitano (espagnolette) is passed over, as he may have lost; declarations not recorded "
    "were not made. More contradictions among points, tricks and winner may be reported.",
    "inconsistent-record, points 'with all tricks given': every player's points and tricks are recorded.",
    "inconsistent-record, balance at deal 1: 'the one before' is 0 or saldo previo.",
    "unbalanced-net when the first number is above 1 with a fondo previo: not tested ('at deal 1').",
    "A first number above 1: without fondo previo a gap of balances too, even with saldo previo.",
    "After a gap a name not seen before has an unknown balance, as he may have played in the missing deals.",
    "A negative recorded fondo: no deal can give it; it is contradicted and not adopted.",
    "A fondo_start below the antes (reversis) is adopted, but net and ledger are null, as with F2/F3.",
    "A net or entry beyond 2^63-1 makes net and ledger null; how the chain goes on after "
    "that is not compared (adopted at the recorded fondo_end of that deal, or later).",
    "reason, where fondo or net is unknown because an earlier deal's cards are: gap (so the definition), or "
    "cards-missing as the cause. Not compared.",
    "A dealer claim whose deal n-1 has no dealer: undetermined here; it may be left out.",
    "A duplicate card counts as ?? in all its places, since nothing tells which is wrong.",
    "missing-tricks: a trick that is absent beside others; a tool may also name those with unknown cards.",
    "Digest, 'one that they make otherwise': same from, to and, if given, trick, another amount; so a stake "
    "noted without its trick by a player who also paid F5 is contradicted.",
    "player-broke, session-short: any player without chips after any deal; both may be reported together.",
    "N1 and X9 go by the cards played, where the recorded hand differs (card-not-held).",
]


@dataclass
class Chain:
    """Fondo and balances from deal to deal: as computed, and as the club's record has them."""

    fondo: int | None = 0
    club: int | None = 0
    left: int | None = None  # the deal in which the club's fondo left the computed one
    balance: dict[str, int | None] = field(default_factory=dict)
    club_balance: dict[str, int | None] = field(default_factory=dict)
    left_balance: dict[str, int | None] = field(default_factory=dict)
    whole: bool = True  # no gap so far, so that a new name starts at 0
    why: str = "gap"

    def lose(self) -> None:
        """A gap: nothing is known until it is next recorded."""
        self.fondo = self.club = self.left = None
        for account in (self.balance, self.club_balance, self.left_balance):
            account.update(dict.fromkeys(account))
        self.whole, self.why = False, "gap"

    def seat(self, players: list[str]) -> None:
        """Each name has its own balance."""
        for name in players:
            for account in (self.balance, self.club_balance):
                account.setdefault(name, 0 if self.whole else None)


def start_chain(first: Deal) -> Chain:
    """0, or what was carried; a first number above 1 without a fondo is a gap."""
    carried = first.get("carried") or {}
    chain = Chain(fondo=carried.get("fondo") or 0)
    chain.club = chain.fondo
    if first["deal"] > 1 and carried.get("fondo") is None:
        chain.lose()
        return chain
    for name, value in zip(first["players"], carried.get("balance") or [], strict=False):
        chain.balance[name] = chain.club_balance[name] = value
    return chain


def judge_session(
    deals: list[Deal], more: dict[int, Computed] | None = None, truth: list[Deal] | None = None
) -> dict[str, Any]:
    """The session object of report.md.

    `more` gives, by deal number, what a tool decided beyond the least on partial deals, so that the
    chain can be compared further; it is only used where this reference has null. `truth` gives the same
    deals before anything was hidden: each deal then shows as `truth` what it would be with all cards known.
    """
    whole = {deal["deal"]: deal for deal in truth or []}
    ordered = sorted(deals, key=lambda deal: deal["deal"])
    chain, judged, before = start_chain(ordered[0]), [], None
    balances = []
    carried = (ordered[0].get("carried") or {}).get("fondo") is not None
    for deal in ordered:
        if before is not None and deal["deal"] != before["deal"] + 1:
            chain.lose()
            before = None
        decided = (more or {}).get(deal["deal"]) or {}
        judged.append(judge_deal(deal, before, chain, carried, decided, whole.get(deal["deal"])))
        before = deal
        balances.append(dict(chain.balance))
    head = ordered[0]
    options = look_at(head).options
    return {
        "club": head["club"],
        "session": head["session"],
        "date": head.get("date"),
        "players": head["players"],
        "deals": judged,
        "final_balance": dict(chain.balance),
        "findings": session_findings(ordered, options, balances),
    }


def judge_deal(
    deal: Deal, before: Deal | None, chain: Chain, carried: bool, more: Computed, truth: Deal | None
) -> dict[str, Any]:
    """One deal against the chain, which goes on behind it."""
    seen = look_at(deal)
    chain.seat(deal["players"])
    first = deal["deal"] == 1
    start = holdable(recorded_of(deal).get("fondo_start"))
    computed = settle(seen, chain.fondo, start, first, carried)
    behind = look_at({**truth, "recorded": recorded_of(deal)}) if truth else None
    true = settle(behind, chain.fondo, start, first, carried) if behind else None
    computed["adopted"] = start is not None and (chain.fondo is None or seen.rules_id == DIGEST)
    if not decidable(seen):
        add_more(computed, more)
    club = None
    if chain.left is not None:
        club = settle(seen, chain.club, None, first, carried)
        if not seen.complete:
            add_shift(club, computed)
    known = chain.fondo is not None or computed["fondo_start"] is not None
    over = known and computed["fondo_end"] is None and (decidable(seen) or computed["fondo_start"] is None)
    if over:
        chain.why = "amount-limit"
    bases = Bases(dict(chain.balance), dict(chain.club_balance), dict(chain.left_balance), club, chain.left, chain.why)
    claims = judge_claims(seen, computed, bases)
    findings = [*seen.findings]
    if (made := judge_dealer(deal, before)) is not None:
        claims.append(made)
        if made["verdict"] == CONTRADICTED:
            findings.append(
                {
                    "code": "wrong-dealer",
                    "severity": "error",
                    "player": deal["dealer"],
                    "trick": None,
                    "card": None,
                }
            )
    findings += record_findings(seen, before, computed)
    advance(seen, chain, computed, club, claims, (first, carried))
    computed.pop("adopted")
    return {
        "deal": deal["deal"],
        "dealer": deal.get("dealer"),
        "complete": seen.complete,
        "over": over,
        "status": status_of(claims, findings),
        "computed": computed,
        "claims": claims,
        "findings": findings,
        "truth": true,
        "true_findings": behind.findings if behind else None,
    }


def holdable(fondo: int | None) -> int | None:
    """A fondo that can be adopted: none is negative."""
    return None if fondo is not None and fondo < 0 else fondo


def add_more(computed: Computed, more: Computed) -> None:
    """Fill what is null with what the tool decided."""
    for key, value in more.items():
        if key not in computed or value is None:
            continue
        if isinstance(computed[key], dict):
            for name, one in value.items():
                if computed[key].get(name) is None:
                    computed[key][name] = one
        elif key == "trick_winners":
            computed[key] = [mine or other for mine, other in zip(computed[key], value, strict=True)]
        elif computed[key] is None:
            computed[key] = value


def add_shift(club: Computed, computed: Computed) -> None:
    """Nothing is known of a partial deal settled from another fondo."""
    for key in ("net", "ledger", "fondo_end"):
        club.setdefault(key, None)
    club["partial"] = computed["fondo_end"] is not None


def judge_dealer(deal: Deal, before: Deal | None) -> Claim | None:
    """R9, X2: from the dealer recorded in deal n−1, by places, as a substitute keeps his."""
    if deal.get("dealer") is None or before is None:
        return None
    computed = None
    if before.get("dealer") is not None and len(before["players"]) == len(deal["players"]):
        step = 1 if deal["rules"]["id"] in (REVESINO, DIGEST) else -1
        place = before["players"].index(before["dealer"])
        computed = deal["players"][(place + step) % len(deal["players"])]
    return claim("dealer", deal["dealer"], computed, "gap")


def advance(
    seen: Seen,
    chain: Chain,
    computed: Computed,
    club: Computed | None,
    claims: list[Claim],
    how: tuple[bool, bool],
) -> None:
    """Fondo and balances after the deal; what was next recorded after a gap is adopted."""
    recorded, number = recorded_of(seen.deal), seen.deal["deal"]
    carried_at = {made["player"]: made["carried_from"] for made in claims if made["claim"] == "balance"}
    written = dict(zip(seen.deal["players"], recorded.get("balance") or [], strict=False))
    for name in seen.deal["players"]:
        net = (computed["net"] or {}).get(name)
        mine, theirs, value = chain.balance[name], chain.club_balance[name], written.get(name)
        after = None if mine is None or net is None else within(mine + net)
        if after is None:
            chain.balance[name] = chain.club_balance[name] = value
            chain.left_balance[name] = None
            continue
        # Where the club wrote no balance, its own fondo goes on telling what the deal brought.
        brought = ((club or {}).get("net") or {}).get(name)
        counted = value
        if counted is None:
            counted = (theirs or 0) + ((net or 0) if brought is None else brought)
        chain.balance[name], chain.club_balance[name] = after, counted
        left = chain.left_balance.get(name) or carried_at.get(name) or number
        chain.left_balance[name] = left if counted != after else None
    start, end = holdable(recorded.get("fondo_start")), holdable(recorded.get("fondo_end"))
    if computed["fondo_end"] is None:
        chain.fondo = chain.club = end
        chain.left = None
        return
    if end is None:
        end = computed["fondo_end"]
        if start is not None and start != computed["fondo_start"]:
            end = settle(seen, None, start, *how)["fondo_end"]
        elif start is None and club is not None:
            end = club["fondo_end"]
    if start is not None and start == computed["fondo_start"]:
        chain.left = None  # back on the computed chain
    chain.fondo = computed["fondo_end"]
    chain.club = chain.fondo if end is None else end
    chain.left = None if chain.club == chain.fondo else chain.left or number


def status_of(claims: list[Claim], findings: list[Finding]) -> str:
    """The first that applies."""
    errors = {found["code"] for found in findings if found["severity"] == "error"}
    wrong = [made for made in claims if made["verdict"] == CONTRADICTED]
    if errors - DISCREPANT_CODES:
        return "illegal"
    if errors or any(made["carried_from"] is None for made in wrong):
        return "discrepant"
    if wrong:
        return "carried"
    return "undetermined" if any(made["verdict"] == UNDETERMINED for made in claims) else "confirmed"


__all__ = ["AMBIGUITIES", "judge_session", "least"]
