"""Mistakes in who pays whom how much: entries left out, made twice, doubled, reversed or given to another."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from audit.facts import Mask, as_mask
from audit.movements import FONDO, Movements, joined
from audit.rows import Row
from audit.rules.p4 import doubled_rules, doubles
from audit.ruleset import Ruleset
from audit.simulate.altered import Change, Entry
from audit.simulate.mistakes.registry import Case, mistake

BETWEEN_PLAYERS = ("P1", "P2", "P3", "F6", "N5", "N6", "N7", "V2", "V3", "X6", "X8", "X9", "X10", "R10")
"""Rules whose payments may be left out, made twice or the wrong way round."""

TAKERS = ("F4", "V2", "X6", "X8", "X9")
"""Rules that empty the fondo."""

FILLERS = ("F5", "N5", "N6", "V3", "V6", "X7", "X8")
"""Rules that add to the fondo."""

RECEIVED = ("P1", "P3", "V3", "N7")
"""Rules of which a scorer may take another for the one who receives."""

PAID = ("X6", "R10", "X10")
"""Rules of which he may take another for the one who pays."""

Picked = Callable[[Movements, Ruleset], Mask]


class Of:
    """Which movements are of some rules (in one trick, when it is given)."""

    def __init__(self, *rules: str, trick: int | None = None) -> None:
        self.rules, self.trick = rules, trick

    def __call__(self, m: Movements, r: Ruleset) -> Mask:
        """A mask of the movements."""
        of = np.isin(m.rule, [r.numbers[name] for name in self.rules if name in r.numbers])
        return of if self.trick is None else of & (m.trick == self.trick)


def _parameters(rule: str, trick: int) -> Row:
    return {"rule": rule, "trick": trick or None}


def _without(which: Picked) -> Change:
    """The movements picked are not made."""
    return Change(moves=lambda m, r: m.pick(~which(m, r)))


def _times(which: Picked, factor: int, divisor: int = 1) -> Change:
    """The movements picked are multiplied."""
    return Change(moves=lambda m, r: m._replace(plus=np.where(which(m, r), m.plus * factor // divisor, m.plus)))


# ------------------------------------------------------------------------------------------- single payments


@mistake("edge-not-doubled", 6)
def edge_not_doubled(case: Case) -> Iterator[tuple[Row, Change]]:
    """P4 was forgotten in a trick."""
    for trick in _tricks_paid(case, edge=True):
        yield {"trick": trick}, _times(Of(*doubled_rules(case.ruleset), trick=trick), 1, 2)


@mistake("doubled-wrongly", 3)
def doubled_wrongly(case: Case) -> Iterator[tuple[Row, Change]]:
    """P4 was applied in a trick that is not an edge."""
    for trick in _tricks_paid(case, edge=False):
        yield {"trick": trick}, _times(Of(*doubled_rules(case.ruleset), trick=trick), 2)


def _tricks_paid(case: Case, *, edge: bool) -> list[int]:
    """The tricks, edges or not, in which something is paid that P4 doubles."""
    r = case.ruleset
    groups = case.groups(*doubled_rules(r))
    return sorted({trick for rule, trick in groups if doubles(r, rule, trick) == edge})


@mistake("payment-omitted", 8)
def payment_omitted(case: Case) -> Iterator[tuple[Row, Change]]:
    """Every entry of a rule in a trick was left out."""
    for rule, trick in case.groups(*BETWEEN_PLAYERS):
        if not (rule == "V3" and _halves(case)):
            yield _parameters(rule, trick), _without(Of(rule, trick=trick))


@mistake("payment-twice", 4)
def payment_twice(case: Case) -> Iterator[tuple[Row, Change]]:
    """Every entry of a rule in a trick was made twice."""
    for rule, trick in _among_players(case):
        yield _parameters(rule, trick), Change(moves=_Twice(Of(rule, trick=trick)))


class _Twice:
    """The movements picked, each a second time behind all others of its step."""

    def __init__(self, which: Picked) -> None:
        self.which = which

    def __call__(self, m: Movements, r: Ruleset) -> Movements:
        return joined(r, [m, m.pick(self.which(m, r))])


@mistake("payment-reversed", 5)
def payment_reversed(case: Case) -> Iterator[tuple[Row, Change]]:
    """Every entry of a rule in a trick was made in the wrong direction."""
    for rule, trick in _among_players(case):
        yield _parameters(rule, trick), Change(moves=_Reversed(Of(rule, trick=trick)))


class _Reversed:
    """The movements picked the other way round."""

    def __init__(self, which: Picked) -> None:
        self.which = which

    def __call__(self, m: Movements, r: Ruleset) -> Movements:
        mask = self.which(m, r)
        return m._replace(payer=np.where(mask, m.payee, m.payer), payee=np.where(mask, m.payer, m.payee))


def _among_players(case: Case) -> dict[tuple[str, int], list[Entry]]:
    """The groups of entries that do not touch the fondo."""
    groups = case.groups(*BETWEEN_PLAYERS)
    return {key: group for key, group in groups.items() if all(FONDO not in (e.payer, e.payee) for e in group)}


@mistake("payment-wrong-player", 6)
def payment_wrong_player(case: Case) -> Iterator[tuple[Row, Change]]:
    """The one who should receive or pay was taken for another player."""
    for (rule, trick), group in case.groups(*RECEIVED, *PAID).items():
        between = [entry for entry in group if FONDO not in (entry.payer, entry.payee)]
        if len(between) != 1:
            continue
        for player in case.playing():
            if player not in (between[0].payer, between[0].payee):
                taken_for = _Mistaken(Of(rule, trick=trick), case.seat(player), receives=rule in RECEIVED)
                yield _parameters(rule, trick) | {"player": case.name(player)}, Change(moves=taken_for)


class _Mistaken:
    """The movements picked, between players, with another in the place of the payer or the payee."""

    def __init__(self, which: Picked, seat: int, *, receives: bool) -> None:
        self.which, self.seat, self.receives = which, seat, receives

    def __call__(self, m: Movements, r: Ruleset) -> Movements:
        mask = self.which(m, r) & (m.payer != FONDO) & (m.payee != FONDO)
        if self.receives:
            return m._replace(payee=np.where(mask, self.seat, m.payee).astype(np.int8))
        return m._replace(payer=np.where(mask, self.seat, m.payer).astype(np.int8))


# ------------------------------------------------------------------------------------------------- the fondo


@mistake("fondo-not-taken", 5)
def fondo_not_taken(case: Case) -> Iterator[tuple[Row, Change]]:
    """The fondo was not emptied by who should have taken it."""
    for rule in dict.fromkeys(e.rule for e in case.entries if e.rule in TAKERS and e.payer == FONDO):
        yield {"rule": rule}, _without(_FromFondo(rule))


class _FromFondo(Of):
    """Which movements of a rule come out of the fondo."""

    def __call__(self, m: Movements, r: Ruleset) -> Mask:
        return as_mask(super().__call__(m, r) & (m.payer == FONDO))


@mistake("fondo-not-doubled", 6)
def fondo_not_doubled(case: Case) -> Iterator[tuple[Row, Change]]:
    """What should have been added to the fondo was not."""
    for rule in dict.fromkeys(e.rule for e in case.entries if e.rule in FILLERS and e.payee == FONDO):
        if not (rule == "V3" and _halves(case)):
            yield {"rule": rule}, _without(_IntoFondo(rule))


class _IntoFondo(Of):
    """Which movements of a rule go into the fondo."""

    def __call__(self, m: Movements, r: Ruleset) -> Mask:
        return as_mask(super().__call__(m, r) & (m.payee == FONDO))


def _halves(case: Case) -> bool:
    """Whether V6 goes by what V3 has just doubled, and so cannot be worked out without it."""
    r = case.ruleset
    return bool(case.groups("V6")) and r.choice("cut_own_quinola") == "same_base"


@mistake("returns-omitted", 40)
def returns_omitted(case: Case) -> Iterator[tuple[Row, Change]]:
    """What an undertaken revesino undoes was not undone."""
    if case.groups("V4", "V5"):
        yield {}, _without(Of("V4", "V5"))


@mistake("fine-omitted", 25)
def fine_omitted(case: Case) -> Iterator[tuple[Row, Change]]:
    """The fine for a renuncio was not paid."""
    for payer in dict.fromkeys(entry.payer for entry in case.entries if entry.rule == "K1"):
        yield {"player": case.name(payer)}, _without(_PaidBy("K1", case.seat(payer)))


class _PaidBy(Of):
    """Which movements of a rule a seat pays."""

    def __init__(self, rule: str, seat: int) -> None:
        super().__init__(rule)
        self.seat = seat

    def __call__(self, m: Movements, r: Ruleset) -> Mask:
        return as_mask(super().__call__(m, r) & (m.payer == self.seat))
