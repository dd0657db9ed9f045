"""Statistics for a reader at the terminal: the ranking, a player, the club."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from audit.club.figures import Club, Player, Ranking
from audit.language import _
from audit.text.figures import ENTRIES, REASONS, SUBJECTS
from audit.text.lines import Line, clean, counted, number, signed
from audit.text.statistics import MEANS, RATES, between, decimal, percentage

Row = Mapping[str, Any]
Rows = Sequence[Row]

SMALL = "*"


def ranking_lines(ranking: Ranking) -> Iterator[Line]:
    """The ranking of each club and ruleset, the surest rating first."""
    about = {(row["club"], row["rules"]): row for row in ranking.clubs}
    for key, rows in groupby(ranking.players, lambda row: (row["club"], row["rules"])):
        yield from _heading(about[key])
        table = [[_("player"), _("deals"), _("won"), "", _("tantos a deal"), "", _("in all"), _("rating")]]
        table += [_rank(row) for row in rows]
        yield from _laid_out(table)
        yield Line("")
    yield from _footnote()


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
    return ", ".join(parts)


def _rank(row: Row) -> list[str]:
    won = percentage(row["win_rate"]) + (SMALL if row["small"] else "")
    net = decimal(row["net_mean"], sign=True) + (SMALL if row["net_small"] else "")
    return [
        clean(row["person"]),
        number(row["deals"]),
        won,
        between(row["win_low"], row["win_high"], share=True),
        net,
        between(row["net_low"], row["net_high"]),
        "–" if row["net"] is None else signed(row["net"]),
        f"{decimal(row['rating'])} ± {decimal(row['rating_sigma'])}",
    ]


def _footnote() -> Iterator[Line]:
    yield Line("  " + _("In brackets: where the true value lies, 19 times in 20."), "faint")
    yield Line("  " + _("{mark} few deals or few sessions: it says little yet.").format(mark=SMALL), "faint")


def _laid_out(table: Sequence[Sequence[str]]) -> Iterator[Line]:
    """A table with its first row as headings; the first column to the left, the others to the right."""
    widths = [max(len(row[place]) for row in table) for place in range(len(table[0]))]
    for number_, row in enumerate(table):
        first, *others = (cell.ljust(width) if place == 0 else cell.rjust(width)
                          for place, (cell, width) in enumerate(zip(row, widths, strict=True)))  # fmt: skip
        yield Line(("  " + "  ".join([first, *others])).rstrip(), "faint" if number_ == 0 else "plain")


# ---------------------------------------------------------------------------------------------- one player


def player_lines(found: Player) -> Iterator[Line]:
    """All that is told of one player under one ruleset."""
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
    table = [[_("how often"), "", _("of"), "", "", _("for the club"), _("not known")]]
    table += [_rate(row) for row in _in_order(found.rates, RATES)]
    yield from _laid_out(table)
    table = [[_("on average"), _("deals"), "", "", _("for the club"), _("not known")]]
    table += [_mean(row) for row in _in_order(found.means, MEANS)]
    yield Line("")
    yield from _laid_out(table)
    table = [[_("by seat"), _("deals"), _("won"), _("points"), _("tantos a deal")]]
    table += [_seat(row) for row in found.seats]
    yield Line("")
    yield from _laid_out(table)
    table = [[_("with"), _("paid"), _("received"), ""]]
    table += [
        [clean(row["other"] or _("the fondo")), number(row["paid"]), number(row["received"]),
         signed(row["received"] - row["paid"])]
        for row in found.pairs
    ]  # fmt: skip
    yield Line("")
    yield from _laid_out(table)
    yield Line("")
    yield from _footnote()
    yield Line("  " + _("For the club: what is most likely, given how the others fare."), "faint")


def _in_order(rows: Rows, names: Mapping[str, str]) -> list[Row]:
    found = {row["statistic"]: row for row in rows}
    return [found[name] for name in names if name in found]


def _rate(row: Row) -> list[str]:
    return [
        _(RATES[row["statistic"]]),
        number(row["count"]),
        number(row["of"]),
        percentage(row["rate"]) + (SMALL if row["small"] else ""),
        between(row["low"], row["high"], share=True),
        percentage(row["shrunk"]),
        number(row["excluded"]),
    ]


def _mean(row: Row) -> list[str]:
    return [
        _(MEANS[row["statistic"]]),
        number(row["n"]),
        decimal(row["mean"], 2) + (SMALL if row["small"] else ""),
        between(row["low"], row["high"]),
        decimal(row["shrunk"], 2),
        number(row["excluded"]),
    ]


def _seat(row: Row) -> list[str]:
    seat = _("not known") if row["seat"] is None else _("dealer") if row["seat"] == 0 else str(row["seat"])
    share = row["wins"] / row["decided"] if row["decided"] else None
    return [seat, number(row["deals"]), percentage(share), decimal(row["points"]), decimal(row["net"], sign=True)]


# ------------------------------------------------------------------------------------------------ the club


def club_lines(found: Club) -> Iterator[Line]:
    """A club under one ruleset: tantos by rule, the fondo, how well the scores are kept, what is not verified."""
    yield from _heading(found.club)
    table = [[_("tantos by rule"), _("payments"), _("tantos"), _("a deal")]]
    table += [
        [f"{row['rule']:<4} {_(ENTRIES[row['rule']]) if row['rule'] in ENTRIES else ''}".rstrip(),
         number(row["payments"]), number(row["tantos"]), decimal(row["per_deal"], 2)]
        for row in found.tantos
    ]  # fmt: skip
    yield from _laid_out(table)
    if found.takers:
        table = [[_("who takes the fondo"), _("times"), _("tantos")]]
        table += [[clean(row["person"]), number(row["times_taken"]), number(row["taken"])] for row in found.takers]
        yield Line("")
        yield from _laid_out(table)
    table = [[_("the scores"), _("right"), _("wrong"), _("carried on"), _("not decided"), _("wrong, of those decided")]]
    table += [_score(row) for row in found.scoring]
    yield Line("")
    yield from _laid_out(table)
    if found.unverified:
        table = [[_("not verified, because"), _("values"), _("deals")]]
        table += [[_(REASONS.get(row["reason"], row["reason"] or "")), number(row["claims"]), number(row["deals"])]
                  for row in found.unverified]  # fmt: skip
        yield Line("")
        yield from _laid_out(table)
    yield Line("")


def _score(row: Row) -> list[str]:
    decided = row["confirmed"] + row["wrong"] + row["carried"]
    share = row["wrong"] / decided if decided else None
    figures = (row["confirmed"], row["wrong"], row["carried"], row["undetermined"])
    return [_kind(row["kind"]), *map(number, figures), percentage(share)]


def _kind(kind: str) -> str:
    names = {"fondo_start": _("fondo after the stakes"), "fondo_end": _("fondo at the end")}
    return names.get(kind) or _(SUBJECTS[kind])
