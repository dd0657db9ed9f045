"""Corrections of slips of transcription: a record is read otherwise, without being touched.

What was typed wrongly is the difference between the record as it was and as it is to read. It is put right, value by
value, in every record of the deal that says the same: in another form, with more, with less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from audit.logs import deal_lines, is_header_line, read_lines
from audit.model import Deal, Payment, Recorded, Trick
from audit.refusal import Refused
from audit.ruleset import pack_of
from audit.sessions import content

Change = tuple[str | None, str | None]
"""A canonical line as it was, and as it is to read; one of them absent where a line is added or dropped."""

_NUMBER = "deal"
_PAYMENT = "payment "
_EXAMPLE = "puntos: 3, 10, 20, 10"

_MANY = frozenset({"payment", "hand"})
"""Things that a record says of which there may be several of one name."""


class Correction(NamedTuple):
    """A correction of a deal of a session."""

    event: int
    number: int
    original: Deal
    """The record that was corrected, as it was."""
    corrected: Deal
    """The same as it is to read."""
    changes: tuple[Change, ...]
    reason: str
    person: str


# ------------------------------------------------------------------------------------------ what is typed


def changes_of(deal: Deal, lines: Sequence[str], dropped: Sequence[str] = ()) -> tuple[Change, ...]:
    """What `lines`, written as in a log, change of `deal`, and the lines that are `dropped`.

    A line takes the place of the one of its key; a payment is added to those that there are. Raises `Refused` when a
    line cannot be read, when one that is dropped is not there, or when nothing would change.
    """
    there = _own_lines(deal)
    changes: list[Change] = []
    fields: set[str] = set()
    for field, line in (_typed(deal, each) for each in lines):
        is_payment = field.startswith(_PAYMENT)
        if field in fields and not is_payment:
            raise Refused("correction.twice", line=line)
        fields.add(field)
        was = None if is_payment else there.get(field)
        if was != line:
            changes.append((was, line))
    left = Counter(there.values())
    for field, line in (_typed(deal, each) for each in dropped):
        if not left[line] or (field in fields and not field.startswith(_PAYMENT)):
            raise Refused("correction.not-there", line=line, lines=[f"`{each}`" for each in there.values()])
        left[line] -= 1
        changes.append((line, None))
    if not changes:
        raise Refused("correction.none" if not lines and not dropped else "correction.nothing-changes")
    return tuple(changes)


def _own_lines(deal: Deal) -> dict[str, str]:
    """The canonical lines of what the record says, by field; its number is no part of that."""
    return {field: line for field, line in deal_lines(deal).items() if field != _NUMBER}


def _typed(deal: Deal, line: str) -> tuple[str, str]:
    """Field and canonical line of a line that was typed."""
    reading = read_lines(deal, [line], pack_of)
    fields = _own_lines(reading.deals[0]) if len(reading.deals) == 1 else {}
    if is_header_line(line):
        raise Refused("correction.header", line=line)
    wrong = [problem for problem in reading.problems if problem.severity != "note"]
    if wrong:
        raise Refused("correction.unread", line=line, problems=wrong)
    if not fields and line.rstrip().endswith(":"):
        raise Refused("correction.empty", line=line)
    if len(fields) != 1:
        raise Refused("correction.no-field", line=line, example=_EXAMPLE)
    ((field, canonical),) = fields.items()
    return field, canonical


def corrected(deal: Deal, changes: Sequence[Change]) -> Deal:
    """`deal` as it is to be read; the lines that `changes` name are its own."""
    lines = list(_own_lines(deal).values())
    for was, now in changes:
        place = len(lines) if was is None else lines.index(was)
        lines[place : place + 1] = [now] if now else []
    read = read_lines(deal, lines, pack_of).deals[0]
    return _at_home(deal, read)


def _at_home(deal: Deal, read: Deal) -> Deal:
    """What `read` says, in the place where `deal` stands."""
    payments = _placed(read.recorded.payments, deal.recorded.payments, deal.place.line)
    recorded = msgspec.structs.replace(read.recorded, payments=payments)
    return msgspec.structs.replace(
        read, header=deal.header, place=deal.place, lines=deal.lines, comments=deal.comments, recorded=recorded
    )


def _placed(payments: Sequence[Payment], originals: Sequence[Payment], line: int) -> tuple[Payment, ...]:
    """The payments with the lines where they stood; those that were added stand at the deal's."""
    left = list(originals)
    found = []
    for payment in payments:
        same = next((one for one in left if msgspec.structs.replace(one, line=payment.line) == payment), None)
        if same is not None:
            left.remove(same)
        found.append(same or msgspec.structs.replace(payment, line=line))
    return tuple(found)


# ------------------------------------------------------------------------------------- in other records


def concerns(correction: Correction, deal: Deal) -> bool:
    """Whether a record of the corrected deal is another writing of the one that was corrected.

    Nothing that both say is different, and it has a value that was corrected, or all that the original says.
    """
    if deal.number != correction.number:
        return False
    own, original = Counter(content(deal)), Counter(content(correction.original))
    said, said_first = _slots(own), _slots(original)
    if any(said[slot] != said_first[slot] for slot in said.keys() & said_first.keys()):
        return False
    wrong = original - Counter(content(correction.corrected))
    return original <= own or any(own[atom] for atom in wrong)


def _slots(atoms: Iterable[tuple[Any, ...]]) -> Mapping[tuple[Any, ...], Any]:
    """What a record says, by what it is about."""
    return {atom[:-1]: atom[-1] for atom in atoms if atom[0] not in _MANY}


def apply(correction: Correction, deal: Deal) -> Deal:
    """`deal`, another writing of the original, with what was wrong in that put right in it too.

    What the correction only added is added where `deal` says all that the original says, and has it not already.
    """
    old, new = correction.original, correction.corrected
    whole = Counter(content(old)) <= Counter(content(deal))
    singles = _singles(deal, old, new, ("dealer", "stock", "exchanges", "note"), whole)
    declarations = _singles(deal.declarations, old.declarations, new.declarations, _DECLARATIONS, whole)
    return msgspec.structs.replace(
        deal,
        **singles,
        hands=_mapping(deal.hands, old.hands, new.hands, whole),
        extras=_mapping(deal.extras, old.extras, new.extras, whole),
        declarations=msgspec.structs.replace(deal.declarations, **declarations),
        tricks=_tricks(deal, old, new, whole),
        recorded=_recorded(deal.recorded, old.recorded, new.recorded, whole),
    )


_DECLARATIONS = ("napolitana", "espagnolette", "revesino")

_LISTS = ("points", "tricks", "net", "balance")
"""Fields of a value for each player."""


def _singles(own: object, old: object, new: object, names: Iterable[str], whole: bool) -> dict[str, Any]:
    """The fields `names`, each put right."""
    return {name: _value(*(getattr(one, name) for one in (own, old, new)), whole=whole) for name in names}


def _mapping(own: Mapping[Any, Any], old: Mapping[Any, Any], new: Mapping[Any, Any], whole: bool) -> dict[Any, Any]:
    """A mapping, each value of it put right."""
    keys = dict.fromkeys((*own, *new))
    values = {key: _value(own.get(key), old.get(key), new.get(key), whole=whole) for key in keys}
    return {key: value for key, value in values.items() if value is not None}


def _value(own: Any, old: Any, new: Any, *, whole: bool) -> Any:
    """A value put right: where it is what was wrong; where none was, and one is added to a record that says it all."""
    if old == new:
        return own
    if own == old and (own is not None or whole):
        return new
    return own


def _recorded(own: Recorded, old: Recorded, new: Recorded, whole: bool) -> Recorded:
    lists = {name: _list(getattr(own, name), getattr(old, name), getattr(new, name), whole) for name in _LISTS}
    return msgspec.structs.replace(
        own,
        **_singles(own, old, new, ("winner", "fondo_start", "fondo_end"), whole),
        **lists,
        trick_winners=_mapping(own.trick_winners, old.trick_winners, new.trick_winners, whole),
        payments=_payments(own.payments, old.payments, new.payments, whole),
    )


def _list(own: Any, old: Any, new: Any, whole: bool) -> Any:
    """A list by its places; one that is added or dropped, as a whole."""
    if own is None or old is None or new is None or not len(own) == len(old) == len(new):
        return _value(own, old, new, whole=whole)
    return tuple(_value(mine, was, now, whole=whole) for mine, was, now in zip(own, old, new, strict=True))


def _tricks(own: Deal, old: Deal, new: Deal, whole: bool) -> dict[int, Trick]:
    found = {}
    for number in sorted({*own.tricks, *new.tricks}):
        mine, was, now = (deal.tricks.get(number) for deal in (own, old, new))
        trick: Trick | None = mine
        if mine is None or was is None or now is None:
            trick = _value(mine, was, now, whole=whole)
        else:
            leader = _value(mine.leader, was.leader, now.leader, whole=whole)
            trick = Trick(leader, _list(mine.cards, was.cards, now.cards, whole))
        if trick is not None:
            found[number] = trick
    return found


def _payments(
    own: Sequence[Payment], old: Sequence[Payment], new: Sequence[Payment], whole: bool
) -> tuple[Payment, ...]:
    """The payments without those that were wrong and with those that are right, labels aside; all of them, or none."""
    before, after, there = (Counter(map(_said, payments)) for payments in (old, new, own))
    gone, added = before - after, after - before
    if not gone <= there or (not gone and not whole):
        return tuple(own)
    if not gone:
        # Only added: a record that says more than the original may have it already.
        added -= there - before
    left = list(own)
    for said in gone.elements():
        left.remove(next(one for one in left if _said(one) == said))
    return (*left, *(next(one for one in new if _said(one) == said) for said in added.elements()))


def _said(payment: Payment) -> tuple[Any, ...]:
    """What a payment says, its label and its place aside."""
    return payment.trick, payment.payer, payment.payee, payment.amount
