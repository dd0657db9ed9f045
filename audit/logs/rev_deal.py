"""One deal of a `.rev` file: what each of its lines adds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import NamedTuple

import msgspec

from audit.logs import fields, keys, limits
from audit.logs.fields import is_bare
from audit.logs.keys import FoundKey
from audit.logs.layout import place_deal_comments
from audit.logs.line_report import LineReport
from audit.logs.once import Once
from audit.logs.rev_values import DECLINED, NOT_RECORDED, RevValues, strip
from audit.model import (
    NOTHING_DECLARED,
    Deal,
    Declarations,
    Exchange,
    Header,
    Payment,
    Place,
    Recorded,
    Trick,
)


class DealText:
    """Gathers a deal line by line; what reads a value takes it with its place and the whole line."""

    def __init__(self, number: int, place: Place, values: RevValues, report: LineReport) -> None:
        self.number = number
        self.place = place
        self.once = Once(report)
        self.once.put({}, fields.DEAL, fields.DEAL, number, "")
        self.extras: dict[str, object] = {}
        self.payments: list[Payment] = []
        self._values = values
        self._report = report
        self._card = values.cards.__getitem__
        self._hands: dict[str, tuple[int, ...]] = {}
        self._stock: dict[str, tuple[int, ...]] = {}
        self._exchanges: dict[str, Exchange] = {}
        self._tricks: dict[int, Trick] = {}
        self._winners: dict[int, str] = {}
        self._names: dict[str, str] = {}
        self._lists: dict[str, tuple[int | None, ...]] = {}
        self._numbers: dict[str, int] = {}
        self._note: dict[str, str] = {}

    def read_trick(self, entry: Entry, value: str, at: int, line: str) -> None:
        """`b4 Ana: 4o 9o 7o 1o`; a leader alone is kept, too."""
        _, field, number, player = entry
        cards: tuple[int, ...] | None
        try:
            cards = tuple(map(self._card, value.split()))
        except KeyError:
            cards = self._values.card_list(value, at)
        leader = player or None
        if number in self._tricks and self._tricks[number].leader != leader:
            self.once.stand(field)
        if cards is not None and len(cards) == limits.TRICK_CARDS:
            self.once.put(self._tricks, number, field, Trick(leader, cards), line)
            return
        self._refuse_list(value, at, cards, limits.TRICK_CARDS)
        if leader:
            other = number in self._tricks and self._tricks[number].leader != leader
            self.once.put(self._tricks, number, field, Trick(leader, None), line, blank=not other)

    def _refuse_list(self, value: str, at: int, cards: tuple[int, ...] | None, expected: int) -> None:
        """Report a list of wrong length, unless it is blank or `?`, or was reported; it counts as absent."""
        text, start = strip(value, at)
        if cards is not None and text not in NOT_RECORDED:
            self._values.has_length("bad-length.cards", len(cards), expected, start, text)

    def read_hand(self, entry: Entry, value: str, at: int, line: str) -> None:
        """`mano Ana: 3b 8c …`, of any length."""
        cards = self._values.card_list(value, at) if value.strip() not in NOT_RECORDED else None
        if cards is not None:
            self.once.put(self._hands, entry.player, entry.field, cards, line)

    def read_stock(self, entry: Entry, value: str, at: int, line: str) -> None:
        """`monte: 8e 10c 12b`."""
        cards = self._values.card_list(value, at)
        if cards is not None and len(cards) == limits.STOCK_CARDS:
            self.once.put(self._stock, entry.field, entry.field, cards, line)
        else:
            self._refuse_list(value, at, cards, limits.STOCK_CARDS)

    def read_exchange(self, entry: Entry, value: str, at: int, line: str) -> None:
        """`6c > 8e`, `5c` of a dealer, `-` of one who declined."""
        text = value.strip()
        if text in NOT_RECORDED:
            return
        if text in DECLINED:
            discard = take = None
        else:
            lists: list[tuple[int | None, ...]] = []
            cards: tuple[int | None, ...] | None
            for part in value.split(">", 2):
                nothing = not lists and part.strip() in DECLINED
                cards = (None,) if nothing else self._values.card_list(part, at)
                if cards is None:
                    return
                lists.append(cards)
                at += len(part) + 1
            if [len(each) for each in lists] not in ([1], [1, 1]):
                self._report("bad-value.exchange", line.find(text), text)
                return
            discard, take = lists[0][0], lists[1][0] if len(lists) > 1 else None
        exchange = Exchange(entry.player, discard, take)
        self.once.put(self._exchanges, entry.player, entry.field, exchange, line)

    def read_name(self, entry: Entry, value: str, at: int, line: str) -> None:
        """A player: the dealer, the winner, who declared."""
        name = self._values.seating.names.by_value.get(value) or self._values.name(value, at)
        if name is not None:
            self.once.put(self._names, entry.field, entry.field, name, line)

    def read_trick_winner(self, entry: Entry, value: str, at: int, line: str) -> None:
        """`gana b1: Diego`."""
        name = self._values.seating.names.by_value.get(value) or self._values.name(value, at)
        if name is not None:
            self.once.put(self._winners, entry.trick, entry.field, name, line)

    def read_list(self, entry: Entry, value: str, at: int, line: str) -> None:
        """A number for each player."""
        found = self._values.player_numbers(value, at)
        if found is not None:
            self.once.put(self._lists, entry.field, entry.field, found, line)

    def read_number(self, entry: Entry, value: str, at: int, line: str) -> None:
        """The fondo at the start or the end."""
        number = self._values.number(value, at)
        if number is not None:
            self.once.put(self._numbers, entry.field, entry.field, number, line)

    def read_payment(self, entry: Entry, value: str, at: int, line: str) -> None:
        """`pago b3: Ana > Benito 2 as de copas`; payments may repeat."""
        transfer = self._values.transfer(value, at)
        if transfer is None:
            # An amount of `?` is no error, but nothing that could be written again.
            lost = value.strip() not in NOT_RECORDED
            self._report.unrecorded = lost and not self._report.spoiled
            self._report.spoiled = lost
            return
        payer, payee, amount, label = transfer
        self.payments.append(Payment(entry.trick or None, payer, payee, amount, label, self._report.number))

    def read_note(self, entry: Entry, value: str, at: int, line: str) -> None:
        """Free text; what a line cannot hold stands as JSON."""
        marked, text = self._values.json_mark(value, at)
        note = text if marked and isinstance(text, str) else value.strip()
        if note.strip() and (marked or note not in NOT_RECORDED):
            self.once.put(self._note, entry.field, entry.field, note, line)

    def read_extra(self, name: str, value: object, line: str, *, blank: bool) -> None:
        """An `x-` key."""
        self.once.put(self.extras, name, name, value, line, blank=blank)

    def anchor(self, entry: Entry) -> str:
        """The field that a comment at this line belongs to: of a lost payment, the payment that follows."""
        if entry.field != keys.PAYMENT:
            return entry.field
        return fields.payment_field(len(self.payments) + self._report.spoiled)

    def finish(self, header: Header) -> Deal:
        """The deal as far as it was read."""
        names = self._names
        declared = [names.get(key) for key in (fields.NAPOLITANA, fields.ESPAGNOLETTE, fields.REVESINO)]
        lists, numbers = self._lists, self._numbers
        recorded = Recorded(
            points=lists.get(fields.POINTS),
            tricks=lists.get(fields.TRICKS),
            trick_winners=self._winners,
            winner=names.get(fields.WINNER),
            payments=tuple(self.payments),
            fondo_start=numbers.get(fields.FONDO_START),
            fondo_end=numbers.get(fields.FONDO_END),
            net=lists.get(fields.NET),
            balance=lists.get(fields.BALANCE),
        )
        deal = Deal(
            header=header,
            number=self.number,
            place=self.place,
            players=self._values.seating.players,
            dealer=names.get(fields.DEALER),
            hands=self._hands,
            stock=self._stock.get(fields.STOCK),
            exchanges=tuple(self._exchanges.values()),
            declarations=Declarations(*declared) if any(declared) else NOTHING_DECLARED,
            tricks=self._tricks,
            recorded=recorded,
            note=self._note.get(fields.NOTE),
            extras=self.extras,
            lines=self.once.lines(),
        )
        comments = place_deal_comments(self.once.comments, deal)
        return msgspec.structs.replace(deal, comments=comments) if comments else deal


class Entry(NamedTuple):
    """A deal's key, resolved: what reads its value, the field it fills, the trick and player it names."""

    read: Callable[[DealText, Entry, str, int, str], None]
    field: str
    trick: int = 0
    player: str = ""


_READERS: dict[str, Callable[[DealText, Entry, str, int, str], None]] = {
    keys.TRICK: DealText.read_trick,
    keys.HAND: DealText.read_hand,
    keys.EXCHANGE: DealText.read_exchange,
    keys.WINS: DealText.read_trick_winner,
    keys.PAYMENT: DealText.read_payment,
    fields.STOCK: DealText.read_stock,
    fields.NOTE: DealText.read_note,
    **dict.fromkeys((fields.DEALER, fields.WINNER), DealText.read_name),
    **dict.fromkeys((fields.NAPOLITANA, fields.ESPAGNOLETTE, fields.REVESINO), DealText.read_name),
    **dict.fromkeys((fields.POINTS, fields.TRICKS, fields.NET, fields.BALANCE), DealText.read_list),
    **dict.fromkeys((fields.FONDO_START, fields.FONDO_END), DealText.read_number),
}


def _common_entries() -> dict[str, Entry]:
    """The keys that name no player, in the spellings of the table."""
    found: dict[str, Entry] = {}
    for key in keys.DEAL_KEYS:
        for word in key.spellings if key.field in _READERS else ():
            if key.takes in {"", "trick?"}:
                found[word] = Entry(_READERS[key.field], key.field)
            if key.takes in {"trick", "trick?"}:
                for number, letter in product(range(1, limits.TRICKS + 1), keys.TRICK_LETTERS):
                    field = f"{key.field} {number}" if key.takes == "trick" else key.field
                    found[f"{word} {letter}{number}"] = Entry(_READERS[key.field], field, number)
    return found


_COMMON_ENTRIES = _common_entries()


def entries_for(players: Iterable[str]) -> dict[str, Entry]:
    """The usual spellings of the keys of a deal between these players; others are met on the way."""
    found = dict(_COMMON_ENTRIES)
    for player in players:
        if not is_bare(player):
            continue
        for family in (keys.HAND, keys.EXCHANGE):
            entry = Entry(_READERS[family], f"{family} {player}", 0, player)
            found.update((f"{word} {player}", entry) for word in keys.BY_FIELD[family].spellings)
        for number in range(1, limits.TRICKS + 1):
            entry = Entry(DealText.read_trick, fields.trick_field(number), number, player)
            found.update((f"{letter}{number} {player}", entry) for letter in keys.TRICK_LETTERS)
    return found


def resolve(found: FoundKey, values: RevValues, report: LineReport, line: str) -> Entry | None:
    """The entry for a deal's key, or `None` when it does not say which trick or player it is about."""
    family, takes = found.key.field, found.key.takes
    read = _READERS[family]
    trick = 0
    if "trick" in takes and not (takes == "trick?" and found.trick is None):
        at = line.find(found.trick or "")
        trick = values.trick_number(found.trick or "", max(at, 0)) or 0
        if not trick:
            return None
    if "name" not in takes:
        if found.name:
            report("bad-line.extra-name", line.find(found.name), found.name, key=found.key.spanish)
            return None
        return Entry(read, f"{family} {trick}" if takes == "trick" else family, trick)
    cost = fields.THE_LEADER if family == keys.TRICK else fields.THIS_LINE
    player = values.name(found.name, max(line.find(found.name), 0), cost=cost) or ""
    if family == keys.TRICK:
        return Entry(read, fields.trick_field(trick), trick, player)
    if not player:
        if not report.spoiled:
            report("bad-line.no-name", 0, line.strip(), key=found.key.spanish)
        return None
    return Entry(read, f"{family} {player}", 0, player)
