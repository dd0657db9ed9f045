"""A session's score sheet at the terminal: as it was written beside what is right, or corrected."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

from audit.language import _, ngettext
from audit.report import Audited
from audit.sessions import Session
from audit.sheet import words
from audit.sheet.cells import Cell, Mark
from audit.sheet.figures import PER_PLAYER, DealFigures
from audit.sheet.sheet import SessionSheet, sheet
from audit.terminal import marks
from audit.terminal.columns import Band, Column, Group, aligned, banded, legend, shorten, table
from audit.terminal.render import STATUS_ROLES, clause_lines, number_with
from audit.text.figures import REASONS, SHEET_SIGNS, STATUSES, SUBJECTS, title
from audit.text.lines import Line, at_lines, clean, listed, ranges, times

NARROWEST, WIDEST = 5, 12
"""Cells that a name takes at least, and at most."""

Spelt = Callable[[str, Cell], str]
"""How a figure of some kind is spelt in a cell."""


def written(audited: Audited, session: Session, width: int) -> Iterator[Line]:
    """The sheet as it was written, every figure that is wrong with the right one, and in short what is wrong."""
    whole = sheet(audited, session)
    short = _short_names(whole, width)
    yield Line(clean(title(audited.session_row(session, deals=False))), "heading")
    statuses = Counter(one.status for one in whole.deals)
    yield Line("  " + listed([number_with(name, statuses[name]) for name in STATUSES if statuses[name]]))
    about = (*words.missing(whole.missing), *words.decided(whole.decisions))
    yield from (Line(f"  {clean(text)}", "open") for text in about)
    yield Line("")
    yield from _table(whole, width, short, lambda what, cell: marks.cell_text(what, cell, _speller(short)))
    signs = marks.signs_of(cell for one in whole.deals for what, cell in one.cells() if what != "trick_winner")
    yield from (Line(f"  {text}", "faint") for text in marks.legend(signs, width - 2))
    yield from (Line(f"  {text}", "faint") for text in legend(short, width - 2))
    yield Line("")
    rules: set[str] = set()
    yield from _wrong(whole, rules)
    yield from _undecided(whole)
    if session.ruleset and rules:
        yield Line("")
        yield from clause_lines([(session.ruleset, rules)])


def corrected(audited: Audited, session: Session, width: int) -> Iterator[Line]:
    """The sheet to hand back: the right figures, what changed, the standings, and who pays whom."""
    whole = sheet(audited, session)
    short = _short_names(whole, width)
    yield Line(clean(title(audited.session_row(session, deals=False))), "heading")
    yield from (Line(f"  {clean(text)}", "good" if whole.is_right else "plain") for text in words.notes(whole))
    yield Line("")
    yield Line(_("Score sheet"), "title")

    def spelt(what: str, cell: Cell) -> str:
        if isinstance(cell.value, str):
            return _speller(short)(cell.value) + words.mark(cell)
        return words.value(what, cell)

    yield from _table(whole, width, short, spelt)
    signs = {words.mark(cell) for one in whole.deals for what, cell in one.cells() if what != "trick_winner"}
    if signs - {""}:
        yield Line("  " + "   ".join(_(text) for sign, text in SHEET_SIGNS.items() if sign in signs), "faint")
    yield from (Line(f"  {text}", "faint") for text in legend(short, width - 2))
    yield Line("")
    yield from _changes(whole)
    yield from _standings(whole)
    yield from _settling(whole)


# ---------------------------------------------------------------------------------------------------- the table


def _short_names(whole: SessionSheet, width: int) -> dict[str, str]:
    """The names as narrow as they must be for a table of all players to fit."""
    names = [clean(name) for name in whole.players]
    room = (width - 10) // len(names) - 2
    return shorten(names, max(NARROWEST, min(room, WIDEST)))


def _speller(short: dict[str, str]) -> Callable[[str], str]:
    """A name as it stands in the tables."""
    return lambda name: short.get(clean(name), clean(name))


def _table(whole: SessionSheet, width: int, short: dict[str, str], spelt: Spelt) -> Iterator[Line]:
    """A row a deal, in as many bands as the width asks for."""
    name, deals = _speller(short), whole.deals
    number_of = Column(_("deal"), [words.of_deal(one.deal.number, one.version) for one in deals], right=True)
    for band in banded([number_of], _groups(deals, whole.players, name, spelt), width):
        yield from _lines_of(band, deals)


def _groups(
    deals: Sequence[DealFigures], players: Sequence[str], name: Callable[[str], str], spelt: Spelt
) -> Iterator[Group]:
    """The columns: of the deals, then those of each figure of the players."""

    def column(heading: str, what: str, cells: Sequence[Cell], *, right: bool = True) -> Column:
        texts = [spelt(what, cell) for cell in cells]
        return Column(heading, aligned(texts, marks.AFTER) if right else texts, right)

    dealers = [name(one.dealt_by) if one.dealt_by else "?" for one in deals]
    dealers = [
        f"{text}{marks.WRONG}" if one.dealer.is_wrong else text for text, one in zip(dealers, deals, strict=True)
    ]
    yield Group(
        "",
        [
            Column(_("dealer"), dealers),
            column(_("winner"), "winner", [one.winner for one in deals], right=False),
            Column(_("verdict"), [_(STATUSES[one.status]) for one in deals]),
        ],
    )
    yield Group(
        _("fondo"),
        [
            column(_("start"), "fondo_start", [one.fondo_start for one in deals]),
            column(_("end"), "fondo_end", [one.fondo_end for one in deals]),
        ],
    )
    for what in PER_PLAYER:
        columns = [column(name(who), what, [one.of(what, who) for one in deals]) for who in players]
        yield Group(_(SUBJECTS[what]), columns)


def _lines_of(band: Band, deals: Sequence[DealFigures]) -> Iterator[Line]:
    yield from (Line(text, "title") for text in band.headings)
    for text, one in zip(band.rows, deals, strict=True):
        role = STATUS_ROLES[one.status] if any(sign in text for sign in (marks.WRONG, marks.CARRIED)) else "plain"
        yield Line(text, role)
    yield Line("")


# -------------------------------------------------------------------------------------------------- what is wrong


def _wrong(whole: SessionSheet, rules: set[str]) -> Iterator[Line]:
    """What is against the rules, and what changed; which rules that names goes into `rules`."""
    if not whole.remarks and not whole.changes:
        right = _("Nothing is wrong in what could be checked.")
        if whole.is_corrected:
            right = _("As corrected, nothing is wrong in what could be checked.")
        yield Line(f"  {right}", "good")
        return
    yield Line(_("What is wrong"), "title")
    for one in whole.remarks:
        rule = one.finding["rule"]
        rules |= {rule} if rule else set()
        parts = [rule or "", at_lines([one.finding["line"]]) if one.finding["line"] else ""]
        where = ", ".join(part for part in parts if part)
        text = clean(words.remark(one)) + (f" [{where}]" if where else "")
        yield Line(f"  {_in_deal(words.of_deal(one.deal, one.version), text)}", _role(one.finding["severity"]))
    yield from _change_lines(whole, rules)


def _role(severity: str) -> str:
    return "bad" if severity == "error" else "open"


def _change_lines(whole: SessionSheet, rules: set[str]) -> Iterator[Line]:
    """What changed; in one deal equal things together."""
    for one, how_often in Counter(words.change_lines(whole.changes)).items():
        rules |= {rule for rule in one.rule.split(", ") if rule}
        text = times(clean(one.text), how_often) + (f" [{one.rule}]" if one.rule else "")
        yield Line(f"  {_in_deal(one.deals, text)}", "bad" if one.carried_from is None else "faint")


def _in_deal(deals: str, text: str) -> str:
    """What is said of a deal, or of several, behind their numbers; of the session, as it is."""
    if not deals:
        return text
    several = not deals.isdigit() and "(" not in deals
    return ngettext("Deal {deal}: {what}", "Deals {deal}: {what}", 2 if several else 1).format(deal=deals, what=text)


def _undecided(whole: SessionSheet) -> Iterator[Line]:
    """What is not decided in which deals, a line a reason."""
    deals: dict[str, list[int]] = defaultdict(list)
    subjects: dict[str, dict[str, None]] = defaultdict(dict)
    for one in whole.deals:
        for what, cell in one.cells():
            if cell.is_open and cell.reason and (what != "trick_winner" or cell.mark is Mark.OPEN):
                deals[cell.reason].append(one.deal.number)
                subjects[cell.reason][_(SUBJECTS[what])] = None
    for reason, numbers in deals.items():
        text = ngettext(
            "Not decided in deal {deals}: {what}, because {reason}.",
            "Not decided in deals {deals}: {what}, because {reason}.",
            len(set(numbers)),
        ).format(what=listed(list(subjects[reason])), deals=ranges(numbers), reason=_(REASONS[reason]))
        yield Line(f"  {text}", "open")


def _changes(whole: SessionSheet) -> Iterator[Line]:
    """What changed, a line each, and what is against the rules."""
    if not whole.changes and not whole.remarks:
        return
    yield Line(_("What changed"), "title")
    if not whole.changes:
        yield Line("  " + _("No figure is changed."))
    yield from _change_lines(whole, set())
    yield Line("")
    if whole.remarks:
        yield Line(_("Remarks"), "title")
    for one in whole.remarks:
        text = _in_deal(words.of_deal(one.deal, one.version), clean(words.remark_to_hand_on(one)))
        yield Line(f"  {text}", _role(one.finding["severity"]))
    if whole.remarks:
        yield Line("")


# ------------------------------------------------------------------------------------------------ the reckoning


def _standings(whole: SessionSheet) -> Iterator[Line]:
    yield Line(_("Final standings"), "title")
    rows = [(clean(one.player), *words.standing(one)) for one in whole.standings]
    columns = [
        Column(_("rank"), [rank for _name, rank, _tantos, _said in rows], right=True),
        Column(_("player"), [name for name, _rank, _tantos, _said in rows]),
        Column(_("tantos"), [tantos for _name, _rank, tantos, _said in rows], right=True),
        Column("", [said for _name, _rank, _tantos, said in rows]),
    ]
    heading, *lines = table(columns)
    yield Line(heading, "faint")
    yield from (Line(text) for text in lines)
    yield Line(f"  {words.fondo(whole)}")
    yield Line("")


def _settling(whole: SessionSheet) -> Iterator[Line]:
    yield Line(_("Settling up"), "title")
    role = "plain" if whole.settlement.transfers else "open"
    first, *rest = words.settling(whole)
    payments = whole.settlement.transfers.payments if whole.settlement.transfers else ()
    yield Line(f"  {clean(first)}", role)
    yield from (Line(f"    {clean(words.transfer(one))}") for one in payments)
    yield from (Line(f"  {clean(text)}") for text in rest)
