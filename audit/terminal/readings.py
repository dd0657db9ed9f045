"""A deal under every reading of the rules, for a reader and for programs."""

from __future__ import annotations

from collections.abc import Iterator

from audit.language import _, ngettext
from audit.rows import Row
from audit.text.figures import figure
from audit.text.lines import Line, clean, listed, number, plain
from audit.trial.matrix import Matrix, Under

SCHEMA = "revesino-readings/1"


def matrix_row(one: Matrix) -> Row:
    """The matrix as a value for programs: `revesino-readings/1`."""
    deal = one.judged.batch.deals[one.row]
    return {
        "schema": SCHEMA,
        "club": deal.header.club,
        "session": deal.header.session,
        "deal": deal.number,
        "recorded": one.asked,
        "options": [
            {"option": option.name, "rule": option.rule, "values": [_value_row(value) for value in option.values]}
            for option in one.options
        ],
        "same": list(one.same),
    }


def _value_row(one: Under) -> Row:
    return {
        "value": one.value,
        "house": one.is_house,
        "winner": one.winner,
        "net": dict(one.net),
        "fondo_end": one.fondo_end,
        "right": one.right,
        "precedent": {"agree": one.agree, "disagree": one.disagree},
    }


def matrix_lines(one: Matrix) -> Iterator[Line]:
    """The matrix in lines: under each value who has won, who gets what, and what agrees with it."""
    deal = one.judged.batch.deals[one.row]
    heading = _("Deal {deal}").format(deal=deal.number)
    yield Line(clean(f"{deal.header.club} · {deal.header.session} · {heading}"), "heading")
    for option in one.options:
        yield Line(f"  {option.name} ({option.rule})")
        for value in option.values:
            yield from _value_lines(value, one.asked)
    if one.same:
        text = _("Without a difference in this deal: {options}.")
        yield Line("  " + text.format(options=listed(sorted(one.same))), "faint")


def _value_lines(one: Under, asked: int) -> Iterator[Line]:
    nets = ", ".join(f"{name} {figure('net', value)}" for name, value in one.net.items() if value is not None)
    told = [_("winner {player}").format(player=one.winner)] if one.winner else []
    told += [nets] if nets else []
    told += [_("fondo {value}").format(value=number(one.fondo_end))] if one.fondo_end is not None else []
    word = _("{value} (as this house plays)") if one.is_house else "{value}"
    role = "good" if one.is_house else "plain"
    yield Line(clean(f"    {word.format(value=plain(one.value))}: {'; '.join(told)}"), role)
    text = _("{right} of {all} recorded figures right").format(right=number(one.right), all=number(asked))
    precedent = ngettext(
        "of the club's deals that tell, {agree} agrees and {disagree} does not",
        "of the club's deals that tell, {agree} agree and {disagree} do not",
        one.agree,
    ).format(agree=number(one.agree), disagree=number(one.disagree))
    yield Line(f"      {text}; {precedent}", "faint")
