"""The sentences of a corrected score sheet, which all its writers share."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from audit.language import _, ngettext
from audit.model import FONDO
from audit.report import DecisionNote
from audit.sheet.cells import Cell, Mark
from audit.sheet.sheet import Change, Remark, SessionSheet, Standing
from audit.text.figures import REASONS, account, carried_off, change, figure, label, off
from audit.text.lines import Span, counted, listed, number, ranges, runs, signed
from audit.text.payments import transfer as in_words
from audit.transfers import Transfer


@dataclass(frozen=True)
class ChangeLine:
    """A change in words, or several of one figure that were carried on from one deal."""

    deals: str
    text: str
    rule: str
    carried_from: int | None


def change_lines(changes: Sequence[Change]) -> list[ChangeLine]:
    """Each error by itself, in the order of the deals; what was carried on, once for all deals of a figure."""
    fresh = [
        ChangeLine(of_deal(one.deal, one.version), change(one.claim), one.claim["rule"] or "", None)
        for one in changes
        if one.carried_from is None
    ]
    carried: dict[tuple[int, str], list[Change]] = defaultdict(list)
    for one in changes:
        if one.carried_from is not None:
            carried[one.carried_from, label(one.claim)].append(one)
    return fresh + [_carried(origin, what, group) for (origin, what), group in carried.items()]


def _carried(origin: int, what: str, group: Sequence[Change]) -> ChangeLine:
    by = [off(one.claim) for one in group]
    rules = dict.fromkeys(one.claim["rule"] for one in group if one.claim["rule"])
    return ChangeLine(ranges(one.deal for one in group), carried_off(what, by, origin), ", ".join(rules), origin)


def parts(one: Change) -> tuple[str, str, str]:
    """What a change is about, what was written, and what is right, each by itself."""
    claim, what = one.claim, one.claim["claim"]
    recorded = _("nothing") if claim["recorded"] is None else figure(what, claim["recorded"])
    right = _("not due") if what == "payment" and claim["computed"] == 0 else figure(what, claim["computed"])
    return label(claim), recorded, right


def of_deal(number: int | None, version: int) -> str:
    """A deal's number, and where records of it differ, which of them: `2`, `2 (version 1)`."""
    if number is None:
        return ""
    if version:
        return _("{deal} (version {version})").format(deal=number, version=version)
    return str(number)


def remark(one: Remark) -> str:
    """Something against the rules, in words."""
    return str(one.finding["message"])


def remark_to_hand_on(one: Remark) -> str:
    """The same on a sheet that leaves the house: of the other record its file, not in which folder of ours it is."""
    text, other = remark(one), str(one.finding["params"].get("other", ""))
    return text.replace(other, re.split(r"[/\\]", other)[-1]) if other else text


def mark(cell: Cell) -> str:
    """`*` for a figure that was changed, `?` for one that is not decided."""
    return "*" if cell.is_wrong else "?" if cell.is_open else ""


def value(what: str, cell: Cell) -> str:
    """A figure as the corrected sheet shows it: right, or as it was written where that is not decided."""
    if cell.mark is Mark.NONE:
        return "–"
    shown = cell.value
    text = "" if shown is None else figure(what, shown)
    return f"{text}{mark(cell)}"


# ------------------------------------------------------------------------------------------------ the reckoning


def standing(one: Standing) -> tuple[str, str, str]:
    """A player's rank, tantos, and what is to be said of them."""
    if one.tantos is None:
        shown = "?" if one.recorded is None else f"{signed(one.recorded)}?"
        return "–", shown, _("not decided: {reason}").format(reason=_(REASONS[one.reason or "gap"]))
    said = ""
    if one.recorded is not None and one.recorded != one.tantos:
        said = _("recorded at deal {deal}: {balance}").format(deal=one.last_deal, balance=signed(one.recorded))
    return str(one.rank or "–"), signed(one.tantos), said


def fondo(sheet: SessionSheet) -> str:
    """What the fondo is left with."""
    cell = sheet.fondo
    if isinstance(cell.right, int) and not cell.is_wrong:
        return _("The fondo is left with {amount}.").format(amount=number(cell.right))
    if isinstance(cell.right, int) and isinstance(cell.recorded, int):
        return _("The fondo is left with {amount}; recorded: {recorded}.").format(
            amount=number(cell.right), recorded=number(cell.recorded)
        )
    reason = _(REASONS[cell.reason or "gap"])
    if isinstance(cell.recorded, int):
        return _("What the fondo is left with is not decided: {reason}. Recorded: {recorded}.").format(
            reason=reason, recorded=number(cell.recorded)
        )
    return _("What the fondo is left with is not decided: {reason}.").format(reason=reason)


def transfer(one: Transfer) -> str:
    """A payment of the end of the night."""
    return in_words(one.payer, one.payee, one.amount)


def settling(sheet: SessionSheet) -> Iterator[str]:
    """How many payments there are, or why none; then what is to be said of them."""
    settlement = sheet.settlement
    if settlement.transfers is None:
        yield _no_settlement(sheet)
        return
    payments = settlement.transfers.payments
    if not payments:
        yield _("Everybody is even: nobody has to pay anything.")
    elif settlement.transfers.fewest:
        yield counted(
            "{n} payment settles everybody; no fewer can.",
            "{n} payments settle everybody; no fewer can.",
            len(payments),
        )
    else:
        yield counted(
            "{n} payment settles everybody.",
            "{n} payments settle everybody. With so many players, fewer were not looked for.",
            len(payments),
        )
    if any(one.payee == FONDO for one in payments):
        yield _("What is put into the fondo stays in it.")
    if settlement.only_session:
        yield _(
            "Only what this session changed is settled here: what was brought from earlier ones does not add up to 0 "
            "with the fondo."
        )


def _no_settlement(sheet: SessionSheet) -> str:
    settlement = sheet.settlement
    if not settlement.undecided:
        return _(
            "Balances and fondo come to {amount} together, where they should come to 0, so that nobody can be told "
            "whom to pay. Look at the balances that the record brings in after a gap."
        ).format(amount=signed(settlement.off_by))
    names = listed([account(name) for name in settlement.undecided])
    return ngettext(
        "Nobody can be told whom to pay, since one account is not decided: {names}.",
        "Nobody can be told whom to pay, since {n} accounts are not decided: {names}.",
        len(settlement.undecided),
    ).format(n=number(len(settlement.undecided)), names=names)


def decision(note: DecisionNote) -> str:
    """What was decided about a record, by whom and why."""
    changes = "; ".join(f"{was or '–'} → {now or '–'}" for was, now in note.changes)
    what = _("corrected, {changes}").format(changes=changes) if changes else _("one of several versions was chosen")
    by = ", ".join(part for part in (note.person, note.reason) if part)
    text = _("{what} (number {event}: {by}).") if by else _("{what} (number {event}).")
    return text.format(what=what, event=note.event, by=by)


def decided(decisions: Iterable[tuple[int, DecisionNote]]) -> Iterator[str]:
    """What was decided about the records of a session, by number of deal."""
    for deal, note in decisions:
        yield _("Deal {deal}: {decided}").format(deal=deal, decided=decision(note))


def missing(spans: Sequence[Span]) -> Iterator[str]:
    """Which deals of a session are not there."""
    count = sum(last - first + 1 for first, last in spans)
    if count:
        yield ngettext("Deal {deals} is missing.", "Deals {deals} are missing.", count).format(deals=runs(spans))


def notes(sheet: SessionSheet) -> Iterator[str]:
    """What a reader of the sheet has to know of it."""
    if sheet.is_right:
        if sheet.is_corrected:
            yield _("As corrected, everything that could be checked is right.")
        else:
            yield _("Nothing to correct: everything that could be checked is right.")
    yield from missing(sheet.missing)
    if sheet.undecided:
        yield ngettext(
            "Not everything in deal {deals} can be decided; what is recorded there stands, with ?.",
            "Not everything in deals {deals} can be decided; what is recorded there stands, with ?.",
            len(sheet.undecided),
        ).format(deals=ranges(sheet.undecided))
    if sheet.adopted:
        yield ngettext(
            "After deal {deals} the reckoning goes on from what is recorded there.",
            "After deals {deals} the reckoning goes on from what is recorded there.",
            len(sheet.adopted),
        ).format(deals=ranges(sheet.adopted))
    yield from decided(sheet.decisions)
    if sheet.carried.fondo is not None or sheet.carried.balance:
        yield _("The session goes on from an earlier one: fondo {fondo}, balances {balances}.").format(
            fondo=number(sheet.carried.fondo or 0),
            balances=listed([f"{name} {signed(value)}" for name, value in sheet.carried.balance.items()]) or "0",
        )
