"""By which house rules a club plays, laid out for a reader: what differs, what does not, what cannot be told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from audit.clauses import Value
from audit.infer import DealName, Inference, Switch
from audit.language import _, ngettext
from audit.text.lines import Line, clean, counted, day, listed, number, plain, ranges
from audit.text.telling import TELLING

SESSIONS_NAMED = 6
"""Sessions whose deals are named; the rest is counted."""


def inference_lines(found: Inference) -> Iterator[Line]:
    """The house rules of a club."""
    sessions = counted("{n} session", "{n} sessions", found.sessions)
    deals = counted("{n} deal", "{n} deals", found.deals)
    yield Line(f"{clean(found.club)}, {found.rules}: {sessions}, {deals}", "title")
    told = [one for one in found.switches if not one.untraced]
    other = [one for one in told if one.option in found.options or one.since is not None]
    groups = (
        (_("Played otherwise than by default"), other),
        (_("As by default"), [one for one in told if one not in other]),
        (_("What these records cannot tell"), [one for one in found.switches if one.untraced]),
    )
    for heading, switches in groups:
        if switches:
            yield Line("")
            yield Line(heading, "heading")
            for one in switches:
                yield from _switch(one)
    if not other:
        yield Line("")
        yield Line(_("Nothing speaks for any house rule that is not by default."), "good")
    yield Line("")


def _switch(one: Switch) -> Iterator[Line]:
    """An option: its value, what speaks for and against it, since when, and what cannot be told from it."""
    if one.untraced:
        yield Line(f"  {one.option}: {_choices(one)}")
    else:
        speaks = counted("{n} deal for it", "{n} deals for it", one.supports)
        against = counted("{n} against", "{n} against", len(one.contradicting))
        text = f"  {one.option}: {plain(_said(one.value))}  ({speaks}, {against})"
        yield Line(text, "good" if one.supports > len(one.contradicting) else "open")
    if one.since is not None:
        text = "    " + _("since {date}; before that {value}").format(
            date=day(one.since), value=plain(_said(one.before))
        )
        yield Line(text, "open")
    elif one.named and repr(one.named[-1]) != repr(one.value):
        yield Line("    " + _("the logs say {value}").format(value=plain(_said(one.named[-1]))), "open")
    if one.contradicting:
        yield Line("    " + _("against it: {deals}").format(deals=_deals(one.contradicting)), "faint")
    if one.tied or one.together:
        yield from _tied(one)


def _tied(one: Switch) -> Iterator[Line]:
    """What cannot be told from the value, and which deals would tell."""
    if one.tied and not one.untraced:
        values = _either([plain(_said(value)) for value in one.tied])
        yield Line("    " + _("as good here: {values}").format(values=values))
    for pair in one.together:
        [(other, value)] = [each for each in pair.items() if each[0] != one.option]
        text = _("as good here: {value} together with `{other}`, for the records tell only the two together")
        other_ = f"{other}: {plain(_said(value))}"
        yield Line("    " + text.format(value=plain(_said(pair[one.option])), other=other_), "open")
    if one.option in TELLING:
        yield Line("    " + _("it would show in: {deals}").format(deals=_(TELLING[one.option])), "faint")
    if one.telling:
        text = _("had more been written down, it would have shown in: {deals}").format(deals=_deals(one.telling))
        yield Line(f"    {text}", "faint")


def _choices(one: Switch) -> str:
    """The values that cannot be told apart, the one that is taken first."""
    if one.amount:
        return _("{value}, or any other amount").format(value=plain(_said(one.value)))
    return _either([plain(_said(value)) for value in (one.value, *one.tied)])


def _either(values: Sequence[str]) -> str:
    if len(values) < 2:
        return "".join(values)
    return _("{left} or {right}").format(left=", ".join(values[:-1]), right=values[-1])


def _said(value: Value) -> Value:
    return "none" if value is None else value


def _deals(deals: Sequence[DealName]) -> str:
    """Deals by session: `2024-03-02 (deals 1, 4)`."""
    by_session: dict[str, list[int]] = defaultdict(list)
    for one in deals:
        by_session[one.session].append(one.deal)
    texts = []
    for session, numbers in list(by_session.items())[:SESSIONS_NAMED]:
        text = ngettext("{session} (deal {numbers})", "{session} (deals {numbers})", len(numbers))
        texts.append(text.format(session=clean(session), numbers=ranges(numbers)))
    more = len(by_session) - SESSIONS_NAMED
    if more > 0:
        texts.append(ngettext("{n} more session", "{n} more sessions", more).format(n=number(more)))
    return listed(texts)
