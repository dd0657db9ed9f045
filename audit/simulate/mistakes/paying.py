"""Mistakes in who pays whom how much: entries left out, made twice, doubled, reversed or given to another."""

from __future__ import annotations

from collections.abc import Iterator

from audit.movements import FONDO
from audit.rows import Row
from audit.rules.p4 import doubled_rules, doubles
from audit.simulate.altered import Entry
from audit.simulate.mistakes.registry import Case, mistake
from audit.trial.change import Change, Moves, What, Which

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


def _parameters(rule: str, trick: int) -> Row:
    return {"rule": rule, "trick": trick or None}


def _done(what: What, *rules: str, trick: int | None = None, which: Which = Which.ALL, seat: int = -1) -> Change:
    """Something done with the movements of some rules (in one trick, when it is given)."""
    return Change(moves=Moves(rules, what, trick, which, seat))


def _group(case: Case, what: What, rule: str, trick: int) -> Iterator[tuple[Row, Change]]:
    """Something done with all entries of a rule in a trick; where that is wanted, or only those between players."""
    yield _parameters(rule, trick), _done(what, rule, trick=trick)
    group = case.groups(rule)[rule, trick]
    if case.is_wide and 0 < sum(FONDO in (e.payer, e.payee) for e in group) < len(group):
        yield _parameters(rule, trick), _done(what, rule, trick=trick, which=Which.BETWEEN)


# ------------------------------------------------------------------------------------------- single payments


@mistake("edge-not-doubled", 6)
def edge_not_doubled(case: Case) -> Iterator[tuple[Row, Change]]:
    """P4 was forgotten in a trick."""
    for trick in _tricks_paid(case, edge=True):
        yield {"trick": trick}, _done(What.HALVE, *doubled_rules(case.ruleset), trick=trick)


@mistake("doubled-wrongly", 3)
def doubled_wrongly(case: Case) -> Iterator[tuple[Row, Change]]:
    """P4 was applied in a trick that is not an edge."""
    for trick in _tricks_paid(case, edge=False):
        yield {"trick": trick}, _done(What.DOUBLE, *doubled_rules(case.ruleset), trick=trick)


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
            yield from _group(case, What.OMIT, rule, trick)


@mistake("payment-twice", 4)
def payment_twice(case: Case) -> Iterator[tuple[Row, Change]]:
    """Every entry of a rule in a trick was made twice."""
    for rule, trick in _among_players(case):
        yield from _group(case, What.TWICE, rule, trick)


@mistake("payment-reversed", 5)
def payment_reversed(case: Case) -> Iterator[tuple[Row, Change]]:
    """Every entry of a rule in a trick was made in the wrong direction."""
    for rule, trick in _among_players(case):
        yield from _group(case, What.REVERSE, rule, trick)


def _among_players(case: Case) -> dict[tuple[str, int], list[Entry]]:
    """The groups of entries that do not touch the fondo."""
    groups = case.groups(*BETWEEN_PLAYERS)
    if case.is_wide:
        return groups
    return {key: group for key, group in groups.items() if all(FONDO not in (e.payer, e.payee) for e in group)}


@mistake("payment-wrong-player", 6)
def payment_wrong_player(case: Case) -> Iterator[tuple[Row, Change]]:
    """The one who should receive or pay was taken for another player."""
    for (rule, trick), group in case.groups(*(BETWEEN_PLAYERS if case.is_wide else (*RECEIVED, *PAID))).items():
        between = [entry for entry in group if FONDO not in (entry.payer, entry.payee)]
        if len(between) == 1 or (between and case.is_wide):
            for what in (What.PAYEE, What.PAYER) if case.is_wide else (_mistaken(rule),):
                yield from _taken_for(case, rule, trick, between, what)


def _mistaken(rule: str) -> What:
    return What.PAYEE if rule in RECEIVED else What.PAYER


def _taken_for(case: Case, rule: str, trick: int, between: list[Entry], what: What) -> Iterator[tuple[Row, Change]]:
    """Each player for whom the one receiver, or the one payer, of some entries may have been taken."""
    right = {entry.payee if what is What.PAYEE else entry.payer for entry in between}
    if len(right) != 1:
        return
    taken = right | {entry.payer for entry in between} | {entry.payee for entry in between}
    for player in case.playing():
        if player not in (taken if len(between) == 1 else right):
            change = _done(what, rule, trick=trick, which=Which.BETWEEN, seat=case.seat(player))
            yield _parameters(rule, trick) | {"player": case.name(player)}, change


# ------------------------------------------------------------------------------------------------- the fondo


@mistake("fondo-not-taken", 5)
def fondo_not_taken(case: Case) -> Iterator[tuple[Row, Change]]:
    """The fondo was not emptied by who should have taken it."""
    for rule in dict.fromkeys(e.rule for e in case.entries if e.rule in TAKERS and e.payer == FONDO):
        yield {"rule": rule}, _done(What.OMIT, rule, which=Which.FROM_FONDO)


@mistake("fondo-not-doubled", 6)
def fondo_not_doubled(case: Case) -> Iterator[tuple[Row, Change]]:
    """What should have been added to the fondo was not."""
    for rule in dict.fromkeys(e.rule for e in case.entries if e.rule in FILLERS and e.payee == FONDO):
        if not (rule == "V3" and _halves(case)):
            yield {"rule": rule}, _done(What.OMIT, rule, which=Which.INTO_FONDO)


def _halves(case: Case) -> bool:
    """Whether V6 goes by what V3 has just doubled, and so cannot be worked out without it."""
    r = case.ruleset
    return bool(case.groups("V6")) and r.choice("cut_own_quinola") == "same_base"


@mistake("returns-omitted", 40)
def returns_omitted(case: Case) -> Iterator[tuple[Row, Change]]:
    """What an undertaken revesino undoes was not undone."""
    if case.groups("V4", "V5"):
        yield {}, _done(What.OMIT, "V4", "V5")


@mistake("fine-omitted", 25)
def fine_omitted(case: Case) -> Iterator[tuple[Row, Change]]:
    """The fine for a renuncio was not paid."""
    for payer in dict.fromkeys(entry.payer for entry in case.entries if entry.rule == "K1"):
        yield {"player": case.name(payer)}, _done(What.OMIT, "K1", which=Which.PAID_BY, seat=case.seat(payer))
