"""Statistics for a reader at the terminal: the ranking, a player, the club."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from audit.club.figures import Club, Player, Ranking
from audit.language import _
from audit.terminal.columns import Column, Group, aligned, banded
from audit.text.figures import ENTRIES, REASONS, SUBJECTS
from audit.text.lines import Line, clean, counted, number, signed
from audit.text.statistics import MEANS, RATES, between, decimal, percentage

Row = Mapping[str, Any]
Rows = Sequence[Row]
Figure = tuple[str, Callable[[Row], str]]
"""A column: its heading, and what stands there for a row."""
Figures = Sequence[Figure]
"""Columns that stay together."""

SMALL = "*"


def ranking_lines(ranking: Ranking, width: int) -> Iterator[Line]:
    """The ranking of each club and ruleset, the surest rating first, in lines of `width`."""
    for club in ranking.clubs:
        key = (club["club"], club["rules"])
        rows = [row for row in ranking.players if (row["club"], row["rules"]) == key]
        yield from _heading(club)
        if rows:
            yield from _table(rows, width, (_("player"), lambda row: clean(row["person"])), *_ranked())
        else:
            yield Line("  " + _("No deal counts: `revesino conflicts` and `revesino status` say why."), "open")
        yield Line("")
    if ranking.players:
        yield from _footnote()
        yield Line("  " + _("± behind a rating: its standard error."), "faint")
        yield Line("  " + _("The order is that of the rating less three times its error."), "faint")


def _heading(club: Row) -> Iterator[Line]:
    yield Line(f"{clean(club['club'])} · {club['rules']}", "title")
    yield Line(f"  {_sizes(club)}", "faint")


def _sizes(club: Row) -> str:
    """How much is counted, and what is not."""
    parts = [
        counted("{n} session", "{n} sessions", club["sessions"]),
        counted("{n} deal", "{n} deals", club["deals"]),
    ]
    if club["in_conflict"]:
        parts.append(counted("{n} in conflict and not counted", "{n} in conflict and not counted", club["in_conflict"]))
    if club["unsettled"]:
        parts.append(counted("{n} without known rules and not counted", "{n} without known rules and not counted",
                             club["unsettled"]))  # fmt: skip
    if club["same_person"]:
        parts.append(counted("{n} with one person in two seats and not counted",
                             "{n} with one person in two seats and not counted", club["same_person"]))  # fmt: skip
    return ", ".join(parts)


def _ranked() -> Iterator[Figures]:
    yield [(_("deals"), lambda row: number(row["deals"]))]
    yield _share(_("won"), "win", of=lambda row: row["decided"])
    yield [
        (_("tantos a deal"), lambda row: _marked(decimal(row["net_mean"], sign=True), row["net_small"])),
        ("", lambda row: between(row["net_low"], row["net_high"])),
        (_("of"), lambda row: number(row["with_net"])),
    ]
    yield [(_("in all"), lambda row: "–" if row["net"] is None else signed(row["net"]))]
    yield [
        (_("rating"),
         lambda row: _marked(f"{decimal(row['rating'])} ± {decimal(row['rating_sigma'])}", row["rating_small"]))
    ]  # fmt: skip


def _share(heading: str, what: str, of: Callable[[Row], int]) -> Figures:
    """A share, marked where it is of few, with its interval, and of how many it is."""
    return [
        (heading, lambda row: _marked(percentage(row[f"{what}_rate"]), row["small"])),
        ("", lambda row: between(row[f"{what}_low"], row[f"{what}_high"], share=True)),
        (_("of"), lambda row: number(of(row))),
    ]


def _marked(figure: str, small: bool) -> str:
    return figure + (SMALL if small and figure != "–" else "")


def _footnote() -> Iterator[Line]:
    yield Line("  " + _("In brackets: where the true value lies, 19 times in 20."), "faint")
    yield Line("  " + _("{mark} few deals or few sessions: it says little yet.").format(mark=SMALL), "faint")


def _table(rows: Rows, width: int, first: Figure, *groups: Figures) -> Iterator[Line]:
    """A row for each of `rows`: `first` to the left, long ones in several lines; groups that do not fit, below."""
    if not rows:
        return
    heading, named = first
    names = [textwrap.wrap(named(row), max(width // 2 - 4, 16)) or [""] for row in rows]
    begin = Column(heading, [text for lines in names for text in lines])

    def column(of: Figure) -> Column:
        title, figure = of
        texts = [[figure(row), *[""] * (len(lines) - 1)] for row, lines in zip(rows, names, strict=True)]
        return Column(title, aligned([text for lines in texts for text in lines], SMALL), right=True)

    for band in banded([begin], [Group("", [column(one) for one in group]) for group in groups], width):
        yield from (Line(text, "faint") for text in band.headings)
        yield from (Line(text) for text in band.rows)


# ---------------------------------------------------------------------------------------------- one player


def player_lines(found: Player, width: int) -> Iterator[Line]:
    """All that is told of one player under one ruleset, in lines of `width`."""
    player = found.player
    yield Line(f"{clean(player['person'])} · {clean(player['club'])} · {player['rules']}", "title")
    others = [name for name in player["names"] if name != player["person"]]
    if others:
        yield Line("  " + _("also written: {names}").format(names=", ".join(map(clean, others))), "faint")
    sizes = [
        counted("{n} session", "{n} sessions", player["sessions"]),
        counted("{n} deal", "{n} deals", player["deals"]),
    ]
    yield Line("  " + ", ".join(sizes), "faint")
    rates, means = _in_order(found.rates, RATES), _in_order(found.means, MEANS)
    for table in (
        _table(rates, width, (_("how often"), lambda row: _(RATES[row["statistic"]])), *_rates()),
        _table(means, width, (_("on average"), lambda row: _(MEANS[row["statistic"]])), *_means()),
        _table(found.seats, width, (_("by seat"), _seat), *_by_seat()),
        _table(found.pairs, width, (_("with"), lambda row: clean(row["other"] or _("the fondo"))), *_paid()),
    ):
        yield from table
        yield Line("")
    yield from _footnote()
    yield Line("  " + _("For the club: what is most likely, given how the others fare."), "faint")


def _in_order(rows: Rows, names: Mapping[str, str]) -> list[Row]:
    found = {row["statistic"]: row for row in rows}
    return [found[name] for name in names if name in found]


def _rates() -> Iterator[Figures]:
    yield [("", lambda row: number(row["count"])), (_("of"), lambda row: number(row["of"]))]
    yield [
        ("", lambda row: _marked(percentage(row["rate"]), row["small"])),
        ("", lambda row: between(row["low"], row["high"], share=True)),
    ]
    yield [(_("for the club"), lambda row: percentage(row["shrunk"]))]
    yield [(_("not known"), lambda row: number(row["excluded"]))]


def _means() -> Iterator[Figures]:
    yield [(_("deals"), lambda row: number(row["n"]))]
    yield [("", lambda row: _marked(decimal(row["mean"], 2), row["small"])), ("", _around_mean)]
    yield [(_("for the club"), lambda row: decimal(row["shrunk"], 2))]
    yield [(_("not known"), lambda row: number(row["excluded"]))]


def _around_mean(row: Row) -> str:
    """The interval; what is counted is never below 0, and where all sessions were alike they tell no interval."""
    low, high = row["low"], row["high"]
    if row["statistic"] == "net" or low is None:
        return between(low, high)
    return "" if low == high else between(max(low, 0.0), high, places=2, sign=False)


def _seat(row: Row) -> str:
    return _("not known") if row["seat"] is None else _("dealer") if row["seat"] == 0 else str(row["seat"])


def _by_seat() -> Iterator[Figures]:
    yield [(_("deals"), lambda row: number(row["deals"]))]
    yield _share(_("won"), "win", of=lambda row: row["decided"])
    yield [(_("points"), lambda row: _marked(decimal(row["points"]), row["small"]))]
    yield [(_("tantos a deal"), lambda row: _marked(decimal(row["net"], sign=True), row["small"]))]


def _paid() -> Iterator[Figures]:
    yield [
        (_("paid"), lambda row: number(row["paid"])),
        (_("received"), lambda row: number(row["received"])),
        ("", lambda row: signed(row["received"] - row["paid"])),
    ]


# ------------------------------------------------------------------------------------------------ the club


def club_lines(found: Club, width: int) -> Iterator[Line]:
    """A club under one ruleset: tantos by rule, the fondo, how well the scores are kept, what is not verified."""
    yield from _heading(found.club)
    tables = (
        (found.tantos, (_("tantos by rule"), _rule), _payments()),
        (found.takers, (_("who takes the fondo"), lambda row: clean(row["person"])), _takings()),
        (found.scoring, (_("the scores"), lambda row: _kind(row["kind"])), _scores()),
        (found.unverified, (_("not verified, because"), _reason), _unverified()),
    )
    for rows, first, groups in tables:
        yield from _table(rows, width, first, *groups)
        if rows:
            yield Line("")
    if found.scoring:
        yield from _footnote()
        yield Line("")


def _rule(row: Row) -> str:
    return f"{row['rule']:<4} {_(ENTRIES[row['rule']]) if row['rule'] in ENTRIES else ''}".rstrip()


def _payments() -> Iterator[Figures]:
    yield [(_("payments"), lambda row: number(row["payments"])), (_("tantos"), lambda row: number(row["tantos"]))]
    yield [(_("a deal"), lambda row: decimal(row["per_deal"], 2)), (_("of"), lambda row: number(row["deals"]))]


def _takings() -> Iterator[Figures]:
    yield [(_("times"), lambda row: number(row["times_taken"])), (_("tantos"), lambda row: number(row["taken"]))]


def _scores() -> Iterator[Figures]:
    yield [
        (_("right"), lambda row: number(row["confirmed"])),
        (_("wrong"), lambda row: number(row["wrong"])),
        (_("carried on"), lambda row: number(row["carried"])),
        (_("not decided"), lambda row: number(row["undetermined"])),
    ]
    yield _share(_("wrong, of those decided"), "wrong", lambda row: row["confirmed"] + row["wrong"] + row["carried"])[
        :2
    ]


def _kind(kind: str) -> str:
    names = {"fondo_start": _("fondo after the stakes"), "fondo_end": _("fondo at the end")}
    return names.get(kind) or _(SUBJECTS[kind])


def _reason(row: Row) -> str:
    return _(REASONS.get(row["reason"], row["reason"] or ""))


def _unverified() -> Iterator[Figures]:
    yield [(_("values"), lambda row: number(row["claims"])), (_("deals"), lambda row: number(row["deals"]))]
