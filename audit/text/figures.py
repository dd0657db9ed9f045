"""The words for figures, for what an entry of the ledger is, and for how a recorded figure stands to the right one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from audit.language import N_, _
from audit.model import FONDO
from audit.text.lines import day, number, plain, signed

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


def change(claim: Mapping[str, Any]) -> str:
    """What was written and what is right: `points of Ana: 3 → 4`."""
    what, recorded, right = claim["claim"], claim["recorded"], claim["computed"]
    words = {"what": label(claim), "recorded": figure(what, recorded), "right": figure(what, right)}
    if recorded is None:
        return _("{what}: not recorded → {right}").format(**words)
    if what == "payment" and right == 0:
        if claim["rule"] == "K2":
            words["player"] = claim["to"]
            return _("{what}: {recorded} → not due, since {player} made a renuncio").format(**words)
        return _("{what}: {recorded} → not due").format(**words)
    if right is None:
        return _("{what}: {recorded} → cannot be below 0").format(**words)
    return _("{what}: {recorded} → {right}").format(**words)


def entry(rule: str, card: str, *, doubled: bool) -> str:
    """What an entry of the ledger is for; empty for a rule that has no words here."""
    if rule not in ENTRIES:
        return ""
    words = {"what": _(ENTRIES[rule]), "card": card}
    if doubled:
        return _("{what} ({card}), double in this trick").format(**words)
    return _("{what} ({card})").format(**words) if card else words["what"]
