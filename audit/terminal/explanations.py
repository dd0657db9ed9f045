"""What explains wrong deals, for a reader: the likeliest in sentences, then what else may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from audit.language import _, ngettext
from audit.rows import Row
from audit.ruleset import Ruleset
from audit.text.explanations import left, sentence
from audit.text.lines import Line, clean, number, ranges

OTHERS = 2
"""Other explanations of a deal that are told."""

Rules = Mapping[tuple[str, str], Ruleset]
"""By club and session: what it is settled by."""


def explanation_lines(rows: Sequence[Row], rules: Rules) -> Iterator[Line]:
    """The explanations of deals (rows of `revesino-explanation/1`), session by session."""
    for key, some in groupby(rows, key=lambda row: (row["club"], row["session"])):
        of_session = list(some)
        yield Line(clean(" · ".join(key)), "heading")
        for row in of_session:
            if not _is_only_carried(row):
                yield from _deal(row, rules[key])
        yield from _carried([row for row in of_session if _is_only_carried(row)], rules[key])
    if not rows:
        yield Line(_("Nothing that is recorded there is wrong."), "good")


def _is_only_carried(row: Row) -> bool:
    """Whether nothing was done in the deal itself."""
    found = row["explanations"]
    return bool(found) and all(cause.get("id") == "carry" for cause in found[0]["causes"])


def _carried(rows: Sequence[Row], r: Ruleset) -> Iterator[Line]:
    """The deals that are off only because of others: those because of the same ones together."""
    deals: dict[str, list[int]] = {}
    for row in rows:
        deals.setdefault(sentence(row["explanations"][0], {}, r.pack), []).append(row["deal"])
    for text, numbers in deals.items():
        remark = ngettext("Deal {deals}: {remark}", "Deals {deals}: {remark}", len(numbers))
        yield Line("  " + remark.format(deals=ranges(numbers), remark=text), "faint")


def _deal(row: Row, r: Ruleset) -> Iterator[Line]:
    found = row["explanations"]
    sources = {name: clause.source for name, clause in r.clauses.items()}
    yield Line("  " + _("Deal {deal}").format(deal=row["deal"]))
    if row.get("fault"):
        text = _("could not be explained ({fault}): a fault of this program; please report it, with this deal")
        yield Line("    " + text.format(fault=clean(row["fault"])), "open")
        return
    if not found:
        yield Line("    " + _("nothing that scorers are known to do explains it"), "open")
        return
    yield Line(f"    {sentence(found[0], sources, r.pack)} ({percent(found[0]['probability'])})", "bad")
    if found[0]["leaves"]:
        yield Line("    " + left(found[0]["leaves"]), "open")
    for each in found[1 : 1 + OTHERS]:
        yield Line("    " + _("or: {text} ({percent})").format(
            text=sentence(each, sources, r.pack), percent=percent(each["probability"])
        ), "faint")  # fmt: skip
    others = row["alike"] - 1
    if others > 0:
        text = ngettext(
            "{n} other explanation fits this record just as well.",
            "{n} other explanations fit this record just as well.",
            others,
        )
        yield Line("    " + text.format(n=number(others)), "open")


def percent(probability: float) -> str:
    """A probability for a reader: never 100 %, for there is always something that nobody thought of."""
    share = round(100 * probability)
    text = _("over 99 %") if share >= 100 else _("under 1 %") if share < 1 else _("{n} %").format(n=share)
    return text.replace(" %", "\N{NO-BREAK SPACE}%")
