"""The values of a `.rev` line, each with its place, so that what is bad costs only itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from audit.card_names import fold
from audit.logs import limits
from audit.logs.fields import TooLargeError, Values, normal, parse_integer
from audit.logs.quoting import is_quoted, read_text, unquote
from audit.model import FONDO, LARGEST

NOT_RECORDED = frozenset({"", "?"})
DECLINED = frozenset({"-", "−", "–", "—"})

_FORBIDDEN = frozenset(",:;>=")
_ITEM = re.compile(r'"[^"]*"|,|[^\s,"]+|"')
_QUOTED_OR_COMMA = re.compile(r'"[^"]*"|,')
_QUOTED_OR_ARROW = re.compile(r'"[^"]*"|>')
_QUOTED_NAME = re.compile(r'\s*("(?:[^"]|"")*")\s*')
_WORD = re.compile(r"\S+")
_AMOUNT = re.compile(r"[+\-−]?[0-9]+|\?")
_LINKS = frozenset({"de", "del", "of", "du", "des"})


class Item(NamedTuple):
    """A part of a value and its place in the line."""

    text: str
    at: int


class Transfer(NamedTuple):
    """What a payment says beside its trick."""

    payer: str
    payee: str
    amount: int
    label: str | None


def strip(text: str, at: int) -> Item:
    """The text without outer blanks, and where it then begins."""
    return Item(text.strip(), at + len(text) - len(text.lstrip()))


def split_commas(text: str, at: int) -> Iterator[Item]:
    """The parts between the commas outside quotes, stripped."""
    begin = 0
    for match in _QUOTED_OR_COMMA.finditer(text):
        if match.group() == ",":
            yield strip(text[begin : match.start()], at + begin)
            begin = match.end()
    yield strip(text[begin:], at + begin)


def bare_or_quoted(text: str) -> str | None:
    """The name that a text is, quoted or bare; `None` when it is no name."""
    name = normal(unquote(text))
    if not name or (not is_quoted(text) and not _FORBIDDEN.isdisjoint(text)):
        return None
    return name


class RevValues(Values):
    """Values from the text of `.rev` lines."""

    def name(self, value: str, at: int, *, pot: bool = False) -> str | None:
        """The player named, or the fondo where `pot`; `None` for a blank, a `?` and what is no player."""
        text, at = strip(value, at)
        if text in NOT_RECORDED:
            return None
        name = bare_or_quoted(text)
        if name is None:
            self.report("bad-value.name", at, text)
            return None
        found = self.player(name, at, pot=pot)
        by_value = self.seating.names.by_value
        if found is not None and not pot and len(by_value) < limits.CACHE_ENTRIES:
            by_value[value] = found
        return found

    def seated(self, text: str, at: int) -> tuple[str, ...] | None:
        """The players of a `jugadores` line."""
        items = list(split_commas(text, at))
        names = [None if item.text == "?" else bare_or_quoted(item.text) for item in items]
        whole = strip(text, at)
        return self.seat(names, whole.at, whole.text)

    def number(self, text: str, at: int) -> int | None:
        """One whole number, `None` for a blank, a `?`, or what is none."""
        try:
            return self.numbers[text]
        except ValueError:
            return self.integer(*strip(text, at))

    def number_list(self, text: str, at: int) -> tuple[int | None, ...] | None:
        """Whole numbers between commas; `None` when the value as a whole is not recorded."""
        parts = text.split(",")
        if len(parts) == 1 and text.strip() in NOT_RECORDED:
            return None
        try:
            return tuple(map(self.numbers.__getitem__, parts))
        except ValueError:
            return tuple(self.integer(*item) for item in split_commas(text, at))

    def player_numbers(self, text: str, at: int) -> tuple[int | None, ...] | None:
        """One whole number for each player, in the order of play."""
        length, expected = text.count(",") + 1, len(self.seating.players)
        if length == expected:
            return self.number_list(text, at)
        stripped = strip(text, at)
        if stripped.text not in NOT_RECORDED:
            self.has_length("bad-length.numbers", length, expected, stripped.at, stripped.text)
        return None

    def card_list(self, text: str, at: int) -> tuple[int, ...]:
        """The cards between blanks or commas, full names among them."""
        try:
            return tuple(map(self.cards.__getitem__, text.split()))
        except KeyError:
            return tuple(self.card(*item) for item in self._card_items(text, at))

    def _card_items(self, text: str, at: int) -> Iterator[Item]:
        """The parts that are one card each: `sota de oros` is one where it reads as a card."""
        items = [Item(match.group(), at + match.start()) for match in _ITEM.finditer(text)]
        here = 0
        while here < len(items):
            length = self._name_length([item.text for item in items[here : here + 4]])
            first = items[here]
            if first.text != ",":
                yield Item(unquote(" ".join(item.text for item in items[here : here + length])), first.at)
            here += length

    def _name_length(self, words: list[str]) -> int:
        """How many of the words make the first card's name."""
        folded = [fold(word) for word in words[1:3]]
        if not folded:
            return 1
        if folded[0].startswith(("d'", "d’")):
            lengths = [2]
        elif folded[0] in _LINKS:
            lengths = [4, 3] if folded[1:] == ["the"] else [3]
        else:
            return 1
        for length in lengths:
            if len(words) >= length and self._spells(" ".join(words[:length])):
                return length
        return 1

    def _spells(self, text: str) -> bool:
        try:
            return self.cards[text] >= 0
        except KeyError:
            return False

    def transfer(self, text: str, at: int) -> Transfer | None:
        """What `Ana > Benito 2 as de copas` says; `None` when it is none or its amount is not recorded."""
        if self.seating.names.most_words == 1:
            simple = self._simple_transfer(text)
            if simple is not None:
                return simple
        if text.strip() in NOT_RECORDED:
            return None
        arrow = next((m.start() for m in _QUOTED_OR_ARROW.finditer(text) if m.group() == ">"), None)
        if arrow is None:
            stripped = strip(text, at)
            self.report("bad-value.payment", stripped.at, stripped.text)
            return None
        payer = self._account(text[:arrow], at)
        begin, end = self._receiver_and_amount(text, arrow + 1)
        if begin == end:
            stripped = strip(text, at)
            self.report("bad-value.payment", stripped.at, stripped.text)
            return None
        payee = self._account(text[arrow + 1 : begin], at + arrow + 1)
        amount = self._amount(text[begin:end], at + begin)
        if payer is None or payee is None or amount is None:
            return None
        return Transfer(payer, payee, amount, read_text(text[end:]) or None)

    def _simple_transfer(self, text: str) -> Transfer | None:
        """The payment between accounts whose names are single words, in the way in which most are written."""
        words = text.split(None, 4)
        if len(words) < 4 or words[1] != ">":
            return None
        accounts = self.seating.names.accounts
        payer, payee = accounts.get(words[0]), accounts.get(words[2])
        if payer is None or payee is None:
            return None
        try:
            amount = self.numbers[words[3]]
        except ValueError:
            return None
        if amount is None:
            return None
        return Transfer(payer, payee, amount, None if len(words) == 4 else read_text(words[4]) or None)

    def _account(self, text: str, at: int) -> str | None:
        stripped = strip(text, at)
        if stripped.text in NOT_RECORDED:
            self.report("bad-value.name", stripped.at, stripped.text)
            return None
        return self.name(text, at, pot=True)

    def _amount(self, text: str, at: int) -> int | None:
        if text == "?":
            return None
        try:
            return parse_integer(text)
        except TooLargeError:
            self.report("bad-value.too-large", at, text, largest=LARGEST)
            return None

    def _receiver_and_amount(self, text: str, begin: int) -> tuple[int, int]:
        """Where the amount begins and ends: behind a quoted name, else behind the longest known name."""
        quoted = _QUOTED_NAME.match(text, begin)
        if quoted:
            amount = _WORD.match(text, quoted.end())
            return amount.span() if amount and _AMOUNT.fullmatch(amount.group()) else (0, 0)
        known = {FONDO, *self.seating.players}
        most = self.seating.names.most_words
        first: tuple[int, int] | None = None
        best: tuple[int, int] | None = None
        for place, word in enumerate(_WORD.finditer(text, begin)):
            if place and _AMOUNT.fullmatch(word.group()):
                first = first or word.span()
                if normal(text[begin : word.start()]) in known:
                    best = word.span()
            if place >= most and first:
                break
        return best or first or (0, 0)
