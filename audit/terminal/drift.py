"""Where a session's fondo and balances went wrong, for a reader."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from audit.drift import CHAINED, MENDED, Drift, Mistake, Standing, Step
from audit.language import _
from audit.terminal.columns import Column, table
from audit.text.figures import LABELS
from audit.text.lines import Line, clean, day, listed, number, ranges, signed


def none_lines() -> Iterator[Line]:
    """Nothing went wrong anywhere."""
    yield Line(_("No fondo and no balance went wrong."), "good")


def drift_lines(found: Drift) -> Iterator[Line]:
    """A session: the first error, each mistake with what followed, what was put right, and the standings."""
    head = found.session.header
    date = f" ({day(found.session.date)})" if found.session.date else ""
    yield Line(f"{clean(head.club)}, {clean(head.session)}{date}", "title")
    if found.first is None:
        yield Line("  " + _("No fondo and no balance went wrong."), "good")
    else:
        text = _("The first that went wrong is in deal {deal}: {figure}.")
        yield Line("  " + text.format(deal=found.first.deal, figure=_figure(found.first)), "bad")
    for one in found.mistakes:
        yield from _mistake(one)
    mended = [one for one in found.steps if one.state == MENDED and one.claim in CHAINED]
    if mended:
        text = _("Right again, though it does not follow from what was recorded before: {figures}.")
        yield Line("  " + text.format(figures=_by_figure(mended)), "open")
    yield from _standings(found.standings)
    yield Line("")


def _mistake(one: Mistake) -> Iterator[Line]:
    """A deal's new mistakes, and what only followed from them."""
    yield Line("")
    yield Line("  " + _("Deal {deal}").format(deal=one.deal), "heading")
    for figure in one.figures:
        yield Line("    " + _("new: {figure}").format(figure=_figure(figure)), "bad")
    if one.followed:
        yield Line("    " + _("only carried on from here: {figures}").format(figures=_by_figure(one.followed)), "faint")


def _label(one: Step) -> str:
    if one.claim == "payment":
        return _("payment in trick {trick}").format(trick=one.trick) if one.trick else _("payment")
    return _(LABELS[one.claim]).format(player=clean(one.player or ""))


def _figure(one: Step) -> str:
    """A figure as it is and as it should be, also counted from what was recorded before."""
    words = {"what": _label(one), "recorded": number(one.recorded), "line": number(one.line)}
    if one.computed is None:
        return _("{what} is {recorded}, which cannot be right (line {line})").format(**words)
    words["right"] = number(one.computed)
    if one.from_recorded is not None and one.from_recorded != one.computed:
        text = _("{what} is {recorded}, should be {right}, and {beside} by what was recorded before (line {line})")
        return text.format(**words, beside=number(one.from_recorded))
    return _("{what} is {recorded}, should be {right} (line {line})").format(**words)


def _by_figure(steps: Sequence[Step]) -> str:
    """Figures with the deals that they are of: `fondo at the end (deals 4–7)`."""
    deals: dict[str, list[int]] = defaultdict(list)
    for one in steps:
        deals[_label(one)].append(one.deal)
    text = _("{figure} (deals {numbers})")
    return listed([text.format(figure=what, numbers=ranges(numbers)) for what, numbers in deals.items()])


def _standings(standings: Sequence[Standing]) -> Iterator[Line]:
    """Who ends with what, as recorded and as is right."""
    yield Line("")
    yield Line("  " + _("Standings at the end"), "heading")
    names = [clean(one.account) if one.account is not None else _("fondo") for one in standings]
    columns = [
        Column("", names),
        Column(_("recorded"), [_amount(one.recorded) for one in standings], right=True),
        Column(_("right"), [_amount(one.computed) for one in standings], right=True),
        Column(_("difference"), [_difference(one) for one in standings], right=True),
    ]
    for text in table(columns, "    "):
        yield Line(text)


def _amount(value: int | None) -> str:
    return "?" if value is None else number(value)


def _difference(one: Standing) -> str:
    if one.recorded is None or one.computed is None or one.recorded == one.computed:
        return ""
    return signed(one.recorded - one.computed)
