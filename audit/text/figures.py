"""The words for figures, for what an entry of the ledger is, and for how a recorded figure stands to the right one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from audit.language import N_, _, ngettext
from audit.model import FONDO
from audit.text.lines import alternatives, day, listed, number, plain, signed
from audit.text.payments import pays

READINGS_SHOWN = 3
"""Readings under which a figure would be right that are named."""

LABELS: Mapping[str, str] = {
    "points": N_("points of {player}"),
    "tricks": N_("tricks of {player}"),
    "trick_winner": N_("winner of trick {trick}"),
    "winner": N_("winner of the deal"),
    "payment": N_("payment {payer} → {payee}"),
    "payment_in_trick": N_("trick {trick}, payment {payer} → {payee}"),
    "fondo_start": N_("fondo after the stakes"),
    "fondo_end": N_("fondo at the end"),
    "net": N_("net of {player}"),
    "balance": N_("balance of {player}"),
    "dealer": N_("dealer"),
}
"""What a figure is, in a few words."""

STATUSES: Mapping[str, str] = {
    "confirmed": N_("confirmed"),
    "discrepant": N_("discrepant"),
    "carried": N_("carried"),
    "illegal": N_("illegal"),
    "undetermined": N_("undetermined"),
}
"""What a deal may be."""

REASONS: Mapping[str, str] = {
    "cards-missing": N_("the cards needed for it are not recorded"),
    "search-limit": N_("the cards that are not recorded may be too many to try them all"),
    "gap": N_("a deal before is missing, not recorded whole or cannot be settled"),
    "not-defined": N_("these rules do not say"),
    "conflict": N_("records contradict each other"),
    "unsettled": N_("the rules of the session are not known"),
    "amount-limit": N_("the amounts are too large to follow"),
}
"""Why something is not decided."""

ENTRIES: Mapping[str, str] = {
    "F1": N_("first stake"),
    "F2": N_("stake, the fondo having run low"),
    "F3": N_("the dealer's fee"),
    "F4": N_("takes the fondo, quínola placed"),
    "F5": N_("doubles the fondo, quínola forced"),
    "F6": N_("quínola forced"),
    "K1": N_("fine for the renuncio"),
    "N5": N_("napolitana lost"),
    "N6": N_("quínola drawn from the napolitano"),
    "N7": N_("the napolitano pays for the cut too"),
    "P1": N_("ace placed"),
    "P2": N_("quínola placed"),
    "P3": N_("ace forced"),
    "R10": N_("party"),
    "V2": N_("revesino made"),
    "V3": N_("revesino cut"),
    "V4": N_("returned, since a revesino was undertaken"),
    "V5": N_("moved back: in a revesino of another the quínola is a plain sota"),
    "V6": N_("the undertaker's own quínola"),
    "X5": N_("ante"),
    "X6": N_("quínola discarded"),
    "X7": N_("quínola captured"),
    "X8": N_("Reversis"),
    "X9": N_("espagnolette"),
    "X10": N_("Bête"),
}
"""What an entry is for, by its rule."""

SUBJECTS: Mapping[str, str] = {
    "points": N_("points"),
    "tricks": N_("tricks"),
    "trick_winner": N_("trick winners"),
    "winner": N_("winner"),
    "payment": N_("payments"),
    "fondo_start": N_("fondo"),
    "fondo_end": N_("fondo"),
    "net": N_("nets"),
    "balance": N_("balances"),
    "dealer": N_("dealer"),
}
"""What figures are, taken together."""

CHANGES: Mapping[str, str] = {
    "added": N_("{what}: not recorded → {right}"),
    "barred": N_("{what}: {recorded} → not due, since {player} made a renuncio"),
    "not-due": N_("{what}: {recorded} → not due"),
    "below-0": N_("{what}: {recorded} → cannot be below 0"),
    "beyond": N_("{what}: {recorded} → {least} to {most}"),
    "none-of": N_("{what}: {recorded} → {players}"),
    "other": N_("{what}: {recorded} → {right}"),
}
"""What a wrong figure is changed to, by `_kind_of`."""

DIFFERENCES: Mapping[str, str] = {
    "barred": N_("recorded {recorded}, not due, since {player} made a renuncio"),
    "not-due": N_("recorded {recorded}, not due"),
    "below-0": N_("recorded {recorded}, cannot be below 0"),
    "beyond": N_("recorded {recorded}, must lie between {least} and {most} whatever the unknown cards are"),
    "none-of": N_("recorded {recorded}, must be one of {players} whatever the unknown cards are"),
    "other": N_("recorded {recorded}, should be {right}"),
    "off": N_("recorded {recorded}, should be {right} ({off})"),
}
"""How a figure is wrong, by `_kind_of`; `off` where it can be said by how much."""

SHEET_SIGNS: Mapping[str, str] = {"*": N_("* changed"), "?": N_("? not decided: as recorded, where it is")}
"""What the signs behind the figures of a corrected sheet mean."""

DECLARATIONS: Mapping[str, str] = {
    "napolitana": N_("napolitana: {player}"),
    "espagnolette": N_("espagnolette: {player}"),
    "revesino": N_("revesino: {player}"),
}
"""Who declared what."""


def title(head: Mapping[str, Any]) -> str:
    """What a session is, from its row of the report: club, name, date, ruleset and house rules."""
    options = ", ".join(f"{name}: {plain(value)}" for name, value in head["rules"]["options"].items())
    rules = head["rules"]["id"] + (f" ({options})" if options else "")
    date = day(head["date"]) if head["date"] else ""
    return " · ".join(part for part in (head["club"], head["session"], date, rules) if part)


def account(name: str) -> str:
    """A player's name as it is; the fondo in the language that is spoken."""
    return _("fondo") if name == FONDO else name


def label(claim: Mapping[str, Any]) -> str:
    """What a claim of the report is about, in a few words."""
    what = claim["claim"]
    if what == "payment" and claim["trick"]:
        what = "payment_in_trick"
    return _(LABELS[what]).format(
        player=claim.get("player") or "",
        trick=claim.get("trick") or "",
        payer=account(claim.get("from") or ""),
        payee=account(claim.get("to") or ""),
    )


def figure(what: str, value: int | str | None) -> str:
    """A figure as it is written: nets and balances with their sign, nothing known as `?`."""
    if value is None:
        return "?"
    if isinstance(value, str):
        return value
    return signed(value) if what in ("net", "balance") else number(value)


def clause(claim: Mapping[str, Any]) -> str:
    """What a claim is about, as the beginning of a sentence: of a payment who pays whom."""
    if claim["claim"] == "payment":
        return pays(claim["from"], claim["to"], claim["trick"])
    return label(claim)


def change(claim: Mapping[str, Any]) -> str:
    """What was written and what is right: `points of Ana: 3 → 4`."""
    return _(CHANGES[_kind_of(claim)]).format(what=label(claim), **_told(claim))


def difference(claim: Mapping[str, Any]) -> str:
    """What was written, what is right, and by how much that differs: `recorded 3, should be 4 (1 too little)`."""
    kind, recorded, right = _kind_of(claim), claim["recorded"], claim["computed"]
    if kind == "other" and isinstance(recorded, int) and isinstance(right, int):
        off = too_much(recorded - right, recorded - right)
        return _(DIFFERENCES["off"]).format(recorded=number(recorded), right=number(right), off=off)
    words = _told(claim) | {"recorded": number(recorded) if isinstance(recorded, int) else recorded}
    return _(DIFFERENCES[kind]).format(**words)


def _kind_of(claim: Mapping[str, Any]) -> str:
    """In which way a figure is wrong: a key of `CHANGES`."""
    if claim["recorded"] is None:
        return "added"
    if claim["claim"] == "payment" and claim["computed"] == 0:
        return "barred" if claim["rule"] == "K2" else "not-due"
    if claim["computed"] is not None:
        return "other"
    allowed = claim.get("range")
    return "below-0" if allowed is None else "none-of" if "players" in allowed else "beyond"


def off(claim: Mapping[str, Any]) -> int:
    """By how much a wrong number is off; where only a range is known, from the nearest that it may be."""
    recorded, right, allowed = claim["recorded"], claim["computed"], claim.get("range") or {"least": 0, "most": 0}
    return int(recorded - (min(max(recorded, allowed["least"]), allowed["most"]) if right is None else right))


def _told(claim: Mapping[str, Any]) -> dict[str, str]:
    """What the sentences on a wrong figure fill in; `player` is who collects nothing."""
    what = claim["claim"]
    return {
        "recorded": figure(what, claim["recorded"]),
        "right": figure(what, claim["computed"]),
        "player": claim.get("to") or "",
        **_allowed(what, claim.get("range")),
    }


def _allowed(what: str, allowed: Mapping[str, Any] | None) -> dict[str, str]:
    """The words for what a figure of a partial deal may be."""
    if allowed is None:
        return {}
    if "players" in allowed:
        return {"players": listed(allowed["players"])}
    return {name: figure(what, allowed[name]) for name in ("least", "most")}


def too_much(low: int, high: int) -> str:
    """`2 too much`, `1 to 3 too little`, or both signs as they are."""
    if low < 0 < high:
        return _("{low} to {high}").format(low=signed(low), high=signed(high))
    least, most = sorted((abs(low), abs(high)))
    if least == most:
        return (_("{n} too much") if high > 0 else _("{n} too little")).format(n=number(most))
    text = _("{least} to {most} too much") if high > 0 else _("{least} to {most} too little")
    return text.format(least=number(least), most=number(most))


def carried_off(what: str, off: Sequence[int], origin: int) -> str:
    """By how much a figure is off in some deals because of an error in the deal `origin`."""
    if len(set(off)) > 1:
        text = _("{what}: off by {least} to {most}, carried on from deal {origin}")
        return text.format(what=what, least=signed(min(off)), most=signed(max(off)), origin=origin)
    text = _("{what}: off by {amount}, carried on from deal {origin}")
    return text.format(what=what, amount=signed(off[0]), origin=origin)


def right_under(readings: Sequence[Mapping[str, Any]]) -> str:
    """Under which other readings of the rules a wrong figure would be right; empty for none."""
    if not readings:
        return ""
    shown = [f"`{one['option']}: {plain(one['value'])}`" for one in readings[:READINGS_SHOWN]]
    more = len(readings) - len(shown)
    if more:
        shown.append(ngettext("{n} more reading", "{n} more readings", more).format(n=number(more)))
    return _("right in a house that plays {readings}").format(readings=alternatives(shown))


def entry(rule: str, card: str, *, doubled: bool) -> str:
    """What an entry of the ledger is for; empty for a rule that has no words here."""
    if rule not in ENTRIES:
        return ""
    words = {"what": _(ENTRIES[rule]), "card": card}
    if doubled:
        return _("{what} ({card}), double in this trick").format(**words)
    return _("{what} ({card})").format(**words) if card else words["what"]
