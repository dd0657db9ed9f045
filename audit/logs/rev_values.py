"""The values of a `.rev` line, each with its place, so that what is bad costs only itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from audit.card_names import fold
from audit.logs import limits
from audit.logs.fields import THIS_LINE, TooLargeError, Values, normal, parse_integer
from audit.logs.json_text import has_lone_surrogates
from audit.logs.quoting import JSON_MARK, is_quoted, read_json_mark, unquote
from audit.model import LARGEST

NOT_RECORDED = frozenset({"", "?"})
DECLINED = frozenset({"-", "−", "–", "—"})

_FORBIDDEN = frozenset(",:;>=")
_ITEM = re.compile(r'"[^"]*"|,|[^\s,"]+|"')
_QUOTED_OR_COMMA = re.compile(r'"[^"]*"|,')
_QUOTED_OR_ARROW = re.compile(r'"[^"]*"|>')
_QUOTED_NAME = re.compile(r'\s*("(?:[^"]|"")*")\s*')
_WORD = re.compile(r"\S+")
_AMOUNT = re.compile(r"[+\-−]?[0-9]+|\?")
_DASHED_AMOUNT = re.compile(r"\s([‐‑‒–—―])([0-9]+)(?=\s|$)")
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

    behind = ""
    """The comment behind the value that is read, in which the rest of a list may stand by mistake."""

    _mended = False

    def json_mark(self, text: str, at: int) -> tuple[bool, object]:
        """What stands behind `json:`; see `read_json_mark`. The first half of a character is noted."""
        marked, value = read_json_mark(text)
        if marked and not self._mended and has_lone_surrogates(text) and "\ufffd" in str(value):
            self._mended = True
            self.report("encoding.surrogate", at, "")
        return marked, value

    def free_text(self, text: str, at: int) -> str:
        """Free text: what `json:` or the quotes say, else the text without its outer blanks."""
        if not text.lstrip().startswith(JSON_MARK):
            return unquote(text)
        marked, value = self.json_mark(text, at)
        return value if marked and isinstance(value, str) else unquote(text)

    def name(self, value: str, at: int, *, pot: bool = False, cost: str = THIS_LINE) -> str | None:
        """The player named, or the fondo where `pot`; `None` for a blank, a `?` and what is no player."""
        text, at = strip(value, at)
        if text in NOT_RECORDED:
            return None
        name = bare_or_quoted(text)
        if name is None:
            self.report("bad-value.name", at, text)
            return None
        found = self.player(name, at, pot=pot, cost=cost)
        by_value = self.seating.names.by_value
        if found is not None and not pot and len(by_value) < limits.CACHE_ENTRIES:
            by_value[value] = found
        return found

    def seated(self, text: str, at: int) -> tuple[str, ...] | None:
        """The players of a `jugadores` line."""
        items = list(split_commas(text, at))
        if len(items) > 1 and not items[-1].text:
            self.report("bad-length.comma", at + text.rfind(","), text.strip())
            items.pop()
        whole = strip(text, at)
        if len(items) == 1 and (slip := self._names_slip(whole.text)):
            self.report(slip, whole.at, whole.text)
            return None
        names = [None if text == "?" else text and bare_or_quoted(text) for text, _ in items]
        return self.seat(names, whole.at, whole.text)

    def _names_slip(self, text: str) -> str | None:
        """What stands between the names of a list that has no comma."""
        if '"' in text:
            return None
        if len(self.behind.split(";")) + 1 in limits.PLAYERS and "," not in self.behind:
            return "bad-length.names-in-semicolons"
        return "bad-length.names-in-blanks" if len(text.split()) in limits.PLAYERS else None

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
        if self.has_comma_too_many(text, at, expected):
            return self.number_list(text[: text.rfind(",")], at)
        stripped = strip(text, at)
        if stripped.text not in NOT_RECORDED:
            self.refuse_numbers(stripped, expected, self.behind)
        return None

    def has_comma_too_many(self, text: str, at: int, expected: int) -> bool:
        """Whether a list of numbers would be as long as it should but for a comma at its end, which is reported."""
        if text.count(",") != expected or not text.rstrip().endswith(","):
            return False
        self.report("bad-length.comma", at + text.rfind(","), text.strip())
        return True

    def refuse_numbers(self, value: Item, expected: int, behind: str) -> None:
        """Report a list of numbers of wrong length, and how it came by it."""
        text, at = value
        parts = text.replace(",", " ").split()
        length = text.count(",") + 1
        if self._is_numbers(parts, expected):
            self.report("bad-length.blanks", at, text, right=", ".join(parts))
        elif self._is_numbers(f"{text} {behind}".replace(";", " ").replace(",", " ").split(), expected):
            self.report("bad-length.semicolons", at, text, length=length, expected=expected)
        else:
            self.has_length("bad-length.numbers", length, expected, at, text)

    def _is_numbers(self, parts: list[str], expected: int) -> bool:
        try:
            return len(parts) == expected and bool([self.numbers[part] for part in parts])
        except ValueError:
            return False

    def card_list(self, text: str, at: int) -> tuple[int, ...] | None:
        """The cards between blanks or commas, full names among them; `None` when they are beyond measure."""
        words = text.split()
        if len(words) > limits.CARD_WORDS:
            return self._refuse_cards(text, at)
        try:
            return tuple(map(self.cards.__getitem__, words))
        except KeyError:
            if text.count(",") > limits.CARD_WORDS:
                return self._refuse_cards(text, at)
            return tuple(self.card(*item) for item in self._card_items(text, at))

    def _refuse_cards(self, text: str, at: int) -> tuple[int, ...] | None:
        stripped = strip(text, at)
        self.report("too-large.cards", stripped.at, stripped.text, limit=limits.CARD_WORDS)
        return None

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
            dashed = _DASHED_AMOUNT.search(text, arrow + 1)
            if dashed:
                self.report("bad-value.dash", at + dashed.start(1), dashed[0].strip(), right=f"-{dashed[2]}")
            else:
                self.report("bad-value.payment", stripped.at, stripped.text)
            return None
        payee = self._account(text[arrow + 1 : begin], at + arrow + 1)
        amount = self._amount(text[begin:end], at + begin)
        if payer is None or payee is None or amount is None:
            return None
        return Transfer(payer, payee, amount, self.free_text(text[end:], at + end).strip() or None)

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
        return Transfer(payer, payee, amount, None if len(words) == 4 else self.free_text(words[4], 0).strip() or None)

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
        names = self.seating.names
        most = names.most_words
        first: tuple[int, int] | None = None
        best: tuple[int, int] | None = None
        for place, word in enumerate(_WORD.finditer(text, begin)):
            if place and _AMOUNT.fullmatch(word.group()):
                first = first or word.span()
                if names.is_account(normal(text[begin : word.start()])):
                    best = word.span()
            if place >= most and first:
                break
        return best or first or (0, 0)
