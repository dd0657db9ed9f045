"""Changes put into the engine at its stages, each row of a batch with its own; what follows, follows by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np
import numpy.typing as npt

from audit.course import Course
from audit.facts import Facts, Index, Mask, as_mask, points_won
from audit.movements import FONDO, NEVER, Movements, joined
from audit.ruleset import Ruleset
from audit.settle import Stages
from audit.trial.change import Change, Moves, What, Which

NONE = -1

ANY = -1
"""Movements of any trick."""

Column = npt.NDArray[np.int16]


@dataclass(frozen=True)
class Layer:
    """One change a row, as columns `[row]`; `NONE` where a row changes nothing of the kind."""

    card: Column
    value: Column
    trick: Column
    credited: Column
    named: Column
    pardoned: Column
    rules: npt.NDArray[np.uint64]
    """The rules whose movements are meant, as a set by their numbers; 0 for none."""
    of_trick: Column
    what: Column
    which: Column
    seat: Column


def rule_set(r: Ruleset, rules: Sequence[str]) -> int:
    """Rules as a set of bits, by their numbers; those that `r` has not are left out."""
    return reduce(lambda found, name: found | 1 << r.numbers[name] if name in r.numbers else found, rules, 0)


def layer(r: Ruleset, changes: Sequence[Change]) -> Layer:
    """One change for each row as columns."""
    nothing = (NONE, NONE)
    still = Moves((), What.OMIT)
    moves = [still if one.moves is None else one.moves for one in changes]
    card, value = np.array([one.value or nothing for one in changes], np.int16).reshape(-1, 2).T
    trick, credited = np.array([one.credited or nothing for one in changes], np.int16).reshape(-1, 2).T

    def column(values: Sequence[int | None]) -> Column:
        return np.array([NONE if one is None else one for one in values], np.int16)

    return Layer(
        card=card,
        value=value,
        trick=trick,
        credited=credited,
        named=column([one.named for one in changes]),
        pardoned=column([one.pardoned for one in changes]),
        rules=np.array([rule_set(r, one.rules) for one in moves], np.uint64),
        of_trick=column([one.trick for one in moves]),
        what=column([one.what for one in moves]),
        which=column([one.which for one in moves]),
        seat=column([one.seat for one in moves]),
    )


def stages(r: Ruleset, rows: Sequence[Sequence[Change]]) -> Stages:
    """What is put in at each stage of a settlement of as many deals as `rows`, each of which has its own changes."""
    most = max((len(changes) for changes in rows), default=0)
    blank = Change()
    layers = [layer(r, [row[k] if k < len(row) else blank for row in rows]) for k in range(most)]

    def facts(f: Facts, r: Ruleset) -> Facts:
        # What a card counts for matters whoever is credited with it, so tricks come first.
        credited = reduce(lambda f, one: _credit(f, r, one), layers, f)
        return reduce(lambda f, one: _count(f, r, one), layers, credited)

    def course(c: Course) -> Course:
        return reduce(_name, layers, c)

    def moves(m: Movements, r: Ruleset) -> Movements:
        return reduce(lambda m, one: _move(m, r, one), layers, m)

    return Stages(facts, course, moves)


def _credit(f: Facts, r: Ruleset, one: Layer) -> Facts:
    """The facts with one trick another's."""
    rows = np.flatnonzero(one.trick != NONE)
    if not rows.size:
        return f
    winner, won, points, tricks = f.winner.copy(), f.won.copy(), f.points.copy(), f.tricks.copy()
    winner[one.trick[rows], rows] = one.credited[rows]
    seats = np.arange(f.won.shape[1], dtype=np.int8)[:, None]
    mine = winner[:, rows][:, None] == seats
    won[..., rows] = mine
    tricks[:, rows] = mine.sum(axis=0, dtype=np.uint8).astype(np.int16)
    points[:, rows] = points_won(f.card[..., rows], mine, r)
    return replace(f, winner=winner, won=won, points=points, tricks=tricks)


def _count(f: Facts, r: Ruleset, one: Layer) -> Facts:
    """The facts with one card of another value."""
    rows = np.flatnonzero(one.card != NONE)
    if not rows.size:
        return f
    card = one.card[rows]
    in_trick = (f.card[..., rows] == card).any(axis=1)
    there = in_trick.any(axis=0)
    rows, card, trick = rows[there], card[there], in_trick.argmax(axis=0)[there]
    points = f.points.copy()
    points[f.winner[trick, rows], rows] += one.value[rows] - r.points[card]
    return replace(f, points=points)


def _name(c: Course, one: Layer) -> Course:
    """The course with another winner, or one seat that is not barred."""
    named, pardoned = np.flatnonzero(one.named != NONE), np.flatnonzero(one.pardoned != NONE)
    if named.size:
        winner = c.winner.copy()
        winner[named] = one.named[named]
        c = c.mark(winner=winner)
    if pardoned.size:
        barred = c.barred_from.copy()
        barred[one.pardoned[pardoned], pardoned] = NEVER
        c = c.mark(barred_from=barred)
    return c


def _move(m: Movements, r: Ruleset, one: Layer) -> Movements:
    """The movements of one pass with those picked left out, made twice, and so on."""
    picked = _picked(m, one)
    if not picked.size:
        return m
    deal = m.deal[picked]
    what, seat = one.what[deal], one.seat[deal]

    def of(kind: What) -> Index:
        return np.asarray(picked[what == kind], np.intp)

    payer, payee, plus = m.payer, m.payee, m.plus
    turned, payers, payees = of(What.REVERSE), of(What.PAYER), of(What.PAYEE)
    if turned.size or payers.size or payees.size:
        payer, payee = payer.copy(), payee.copy()
        payer[turned], payee[turned] = m.payee[turned], m.payer[turned]
        payer[payers] = seat[what == What.PAYER]
        payee[payees] = seat[what == What.PAYEE]
    halved, doubled, twice, omitted = of(What.HALVE), of(What.DOUBLE), of(What.TWICE), of(What.OMIT)
    if halved.size or doubled.size:
        plus = plus.copy()
        plus[halved] //= 2
        plus[doubled] *= 2
    m = m._replace(payer=payer, payee=payee, plus=plus)
    if not (twice.size or omitted.size):
        return m
    keep: Mask = np.ones(m.size, np.bool_)
    keep[omitted] = False
    # What is made a second time comes behind all others of its step.
    return joined(r, [m.pick(keep), m.pick(twice)]) if twice.size else m.pick(keep)


def _picked(m: Movements, one: Layer) -> Index:
    """The places of the movements that their rows' changes are about."""
    rules = one.rules[m.deal]
    mine = (rules >> m.rule.astype(np.uint64) & np.uint64(1)).astype(np.bool_)
    rows = np.flatnonzero(mine)
    if not rows.size:
        return rows
    deal, trick = m.deal[rows], one.of_trick[m.deal[rows]]
    payer, payee, which = m.payer[rows], m.payee[rows], one.which[deal]
    fits: Mask = as_mask((trick == ANY) | (trick == m.trick[rows]))
    fits &= (which != Which.FROM_FONDO) | (payer == FONDO)
    fits &= (which != Which.INTO_FONDO) | (payee == FONDO)
    fits &= (which != Which.BETWEEN) | ((payer != FONDO) & (payee != FONDO))
    fits &= (which != Which.PAID_BY) | (payer == one.seat[deal])
    found: Index = rows[fits]
    return found
