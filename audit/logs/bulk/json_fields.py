"""The fields of sound lines as arrays: seats, codes and numbers, and which lines are for the plain reader after all."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from audit.card_names import parse_card
from audit.cards import Pack
from audit.logs import limits
from audit.logs.bulk import json_grammar as g
from audit.logs.bulk.json_tokens import LONGEST, Tables, Tokens
from audit.logs.bulk.json_words import NONE, Bools, Ints, Page, Property, distances, places, ranges
from audit.logs.fields import normal
from audit.logs.json_record import FORMAT
from audit.logs.json_text import LineDecoder, depth_exceeds
from audit.model import FONDO

PackOf = Callable[[str], Pack | None]

NOBODY = -1
"""Where nothing is said; in a payment the fondo."""
_STRANGE = -2
_SEATS = max(limits.PLAYERS)
_PACKS = (Pack.SPANISH, Pack.FRENCH, None)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LONGEST_RULES = 1_024
_CLOSE = ord("}")


def _states(*paths: str) -> list[int]:
    return [g.STATE[path] for path in paths]


_ONCE, _CARD, _NAME = 1, 2, 3
_LISTS = {"exchanges": 4, "tricks": 5, "recorded.payments": 6}
"""What a text is: a key that a line may have once, a card, a name, or a key in the objects of these lists."""

_PAID = [g.VALUE + state for state in _states("recorded.payments.from", "recorded.payments.to")]


def _classes() -> npt.NDArray[np.uint8]:
    found = np.zeros(g.STATES, np.uint8)
    for state, key in enumerate(g.KEYS, 1):
        found[state] = _LISTS.get(key.inside, _ONCE)
        if key.name in {"dealer", "player", "leader", "winner", "from", "to"} or key.inside in _OF_NAMES:
            found[g.VALUE + state] = _NAME
        if key.name in {"stock", "discard", "take", "cards", g.ANY}:
            found[g.VALUE + state] = _CARD
    found[g.HAND] = _NAME
    return found


_OF_NAMES = ("declarations", "recorded.trick_winners")
_CLASS = _classes()
_TRICK_WINNERS = np.array(_states(*(f"recorded.trick_winners.{number}" for number in range(1, limits.TRICKS + 1))))


def _as_text(check: Callable[[str], bool]) -> Callable[[bytes], int]:
    def work_out(text: bytes) -> int:
        return int(check(text.decode("utf-8")))

    return work_out


def _is_plain(text: str, longest: int) -> bool:
    return bool(text) and normal(text) == text and len(text) <= longest


def _is_date(text: str) -> bool:
    try:
        return _DATE.fullmatch(text) is not None and datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _are_rules(text: str) -> bool:
    """Whether this is an object of house rules of which nothing need be reported."""
    decoder = LineDecoder()
    try:
        found = decoder.decode(text)
    except (ValueError, RecursionError):
        return False
    plain = isinstance(found, dict) and not decoder.has_repetitions
    return plain and all(
        _is_plain(name, limits.HEADER_CHARS) and not depth_exceeds(value, 8) for name, value in found.items()
    )


class Knowledge:
    """What is known of texts by their numbers, remembered from run to run."""

    def __init__(self, tables: Tables, pack_of: PackOf) -> None:
        words = tables.words
        self.is_format = Property(words, _as_text(lambda text: text == FORMAT))
        self.is_header = Property(words, _as_text(lambda text: _is_plain(text, limits.HEADER_CHARS)))
        self.is_player = Property(words, _as_text(lambda text: _is_plain(text, limits.PLAYER_CHARS) and text != FONDO))
        self.is_fondo = Property(words, _as_text(lambda text: text == FONDO))
        self.is_date = Property(words, _as_text(_is_date))
        self.are_rules = Property(words, _as_text(_are_rules))
        self.pack = Property(words, lambda text: _PACKS.index(pack_of(text.decode("utf-8"))))
        self.cards = tuple(Property(words, self._card_of(pack)) for pack in _PACKS)

    @staticmethod
    def _card_of(pack: Pack | None) -> Callable[[bytes], int]:
        def work_out(text: bytes) -> int:
            card = parse_card(text.decode("utf-8"), pack)
            return NOBODY if card is None else card

        return work_out


class Elements(NamedTuple):
    """The objects of one list of each line, one behind the other."""

    line: Ints
    place: Ints
    """In its list, from 0."""
    keys: Ints
    """`(keys, objects)`: the text that is the key, -1 where it is not given."""


class Fields:
    """Reads the fields of the lines of `tokens`; `is_regular` loses every line in which something is odd.

    A text is told by its place among the texts, -1 for one that is not given.
    """

    def __init__(self, page: Page, tokens: Tokens, tables: Tables, knowledge: Knowledge) -> None:
        self.tokens = tokens
        self.count = tokens.lines.size
        self.is_regular: Bools = np.ones(self.count, np.bool_)
        self._page, self._tables, self._knowledge = page, tables, knowledge
        # One more behind the last, so that the text behind any may be looked at.
        self._state = np.append(tokens.state, np.uint8(0))
        self._class = _CLASS.take(tokens.state)
        keys = places(tokens.is_key)
        self._values: Ints = np.zeros(tokens.line.size + 1, np.int64)
        self._values[keys] = distances(keys, tokens.line.size) - 1
        self._at = self._places()
        self.players, self._player_numbers, self.seats = self._seated()
        self._header()
        self._codes = self._cards()
        self._seat_of = self._names()

    def _doubt(self, lines: Ints) -> None:
        self.is_regular[lines] = False

    def _places(self) -> Ints:
        once = places(self._class == _ONCE)
        state, line = self.tokens.state.take(once), self.tokens.line.take(once)
        at = np.full((g.VALUE, self.count), NOBODY)
        at[state, line] = once
        self._doubt(line[at[state, line] != once])
        return at

    def _numbers_of(self, texts: Ints, longest: int = LONGEST) -> Ints:
        return self._page.numbers(
            self._tables.words, self.tokens.start.take(texts), self.tokens.length.take(texts), longest
        )

    def text(self, path: str) -> Ints:
        """The value of a key that is a text."""
        return self._value(self._at[g.STATE[path]], g.STATE[path])

    def _value(self, keys: Ints, state: int | Ints) -> Ints:
        return np.where((keys >= 0) & (self._state.take(keys + 1) == g.VALUE + state), keys + 1, NOBODY)

    def _list(self, path: str) -> tuple[Ints, Ints]:
        """The first of a key's texts, and how many it has."""
        keys = self._at[g.STATE[path]]
        return keys + 1, np.where(keys >= 0, self._values.take(np.maximum(keys, 0)), 0)

    def _seated(self) -> tuple[Ints, Ints, Ints]:
        """The players' texts in one row, their numbers by seat and line, and how many sit in each line."""
        first, count = self._list("players")
        self.is_regular &= (count >= min(limits.PLAYERS)) & (count <= _SEATS)
        texts = ranges(first, count)
        line = np.arange(self.count).repeat(count)
        numbers = self._numbers_of(texts)
        self._doubt(line[self._knowledge.is_player.of(numbers) != 1])
        seat = ranges(np.zeros_like(count), count)
        by_seat = np.full((_SEATS, self.count), NOBODY)
        seated = seat < _SEATS
        by_seat[seat[seated], line[seated]] = numbers[seated]
        for one in range(_SEATS):
            for other in range(one):
                self.is_regular &= (by_seat[one] != by_seat[other]) | (by_seat[one] < 0)
        return texts, by_seat, count

    def _header(self) -> None:
        know = self._knowledge
        known = {
            "format": know.is_format,
            "club": know.is_header,
            "session": know.is_header,
            "rules.id": know.is_header,
        }
        for path, wanted in known.items():
            text = self.text(path)
            self.is_regular &= (text >= 0) & (wanted.of(self._numbers_of(np.maximum(text, 0))) == 1)
        date = self.text("date")
        given = places(date >= 0)
        self._doubt(given[know.is_date.of(self._numbers_of(date[given])) != 1])

    def rules(self) -> tuple[Ints, Ints]:
        """Where the house rules begin and end in the page; equal where there are none."""
        tokens, gap_start = self.tokens, self.tokens.gap_start
        key = self._at[g.OPTIONS]
        start, end = np.zeros(self.count, np.int64), np.zeros(self.count, np.int64)
        has = places((key >= 0) & (self._state.take(key + 1) >= g.INSIDE))
        if not has.size:
            return start, end
        closing = places(tokens.state == g.LAST)
        last = closing[np.searchsorted(closing, key[has])]
        start[has] = self._find(gap_start[key[has]], ord("{"))
        end[has] = self._find(gap_start[last], _CLOSE) + 1
        numbers = self._page.numbers(self._tables.words, start[has], end[has] - start[has], _LONGEST_RULES)
        self._doubt(has[self._knowledge.are_rules.of(numbers) != 1])
        return start, end

    def _find(self, starts: Ints, sign: int) -> Ints:
        """The first place of the sign, which is there, from each place on."""
        found = starts.copy()
        rest = np.arange(starts.size)
        while rest.size:
            rest = rest[self._page.bytes[found[rest]] != sign]
            found[rest] += 1
        return found

    def _cards(self) -> npt.NDArray[np.uint8]:
        """The code of each text that is a card."""
        texts = places(self._class == _CARD)
        line = self.tokens.line.take(texts)
        numbers = self._numbers_of(texts, 32)
        rules = self.text("rules.id")
        packs = self._knowledge.pack.of(np.where(self.is_regular, self._numbers_of(np.maximum(rules, 0)), NONE))
        used = [pack for pack in range(len(_PACKS)) if (packs == pack).any()]
        if len(used) == 1:
            codes = self._knowledge.cards[used[0]].of(numbers)
        else:
            codes = np.full(texts.size, NOBODY, np.int16)
            for pack in used:
                here = packs.take(line) == pack
                codes[here] = self._knowledge.cards[pack].of(numbers[here])
        self._doubt(line[codes < 0])
        found = np.zeros(self._state.size, np.uint8)
        found[texts] = codes.astype(np.uint8)
        return found

    def _names(self) -> npt.NDArray[np.int8]:
        """The seat of each text that is a name."""
        texts = places(self._class == _NAME)
        line = self.tokens.line.take(texts)
        numbers = self._numbers_of(texts)
        seats = np.full(texts.size, _STRANGE, np.int8)
        for seat, players in enumerate(self._player_numbers):
            seats[players.take(line) == numbers] = seat
        strange = places(seats == _STRANGE)
        is_fondo = np.isin(self.tokens.state[texts[strange]], _PAID) & (
            self._knowledge.is_fondo.of(numbers[strange]) == 1
        )
        seats[strange[is_fondo]] = NOBODY
        self._doubt(line[strange[~is_fondo]])
        self._doubt(line[numbers == NONE])
        found = np.full(self._state.size, NOBODY, np.int8)
        found[texts] = seats
        return found

    def seat(self, path: str) -> npt.NDArray[np.int8]:
        """The seat named by a key; -1: nobody."""
        return self._seat_of.take(self.text(path))

    def trick_winners(self) -> npt.NDArray[np.int8]:
        """The seat that won each trick, `(13, lines)`; -1: not recorded."""
        keys = self._at[_TRICK_WINNERS]
        return self._seat_of.take(self._value(keys, _TRICK_WINNERS[:, None]))

    def number(self, path: str) -> tuple[Ints, Bools]:
        """The number of a key, and whether it is given."""
        keys = self._at[g.STATE[path]]
        return self._number(keys)

    def _number(self, keys: Ints) -> tuple[Ints, Bools]:
        numbers, places = self.tokens.numbers, np.maximum(keys, 0)
        given = (keys >= 0) & (numbers.counts.take(places) == 1)
        return np.where(given, numbers.values.take(numbers.first.take(places), mode="clip"), 0), given

    def number_list(self, path: str) -> tuple[Ints, Ints]:
        """The places of a key's numbers among all of them, and how many each line has: one for each player, or none."""
        keys = self._at[g.STATE[path]]
        places = np.maximum(keys, 0)
        count = np.where(keys >= 0, self.tokens.numbers.counts.take(places), 0)
        self.is_regular &= (count == 0) | (count == self.seats)
        return ranges(self.tokens.numbers.first.take(places), count), count

    def hands(self) -> tuple[Ints, npt.NDArray[np.uint8]]:
        """How many cards each hand has by line and seat, and those of all hands in this order."""
        keys = places(self.tokens.state == g.HAND)
        line, seat = self.tokens.line.take(keys), self._seat_of.take(keys)
        at = np.full((self.count, _SEATS), NOBODY)
        at[line, seat] = keys
        self._doubt(line[at[line, seat] != keys])
        count = np.where(at >= 0, self._values.take(np.maximum(at, 0)), 0)
        self.is_regular &= (count <= limits.CARD_WORDS).all(axis=1)
        return count, self._codes[ranges(at.ravel() + 1, count.ravel())]

    def cards(self, path: str, size: int) -> tuple[npt.NDArray[np.uint8], Bools]:
        """The cards of a key's list, `(lines, size)`, and which lines have it; of another length it is odd."""
        first, count = self._list(path)
        self.is_regular &= (count == 0) | (count == size)
        return self._codes.take(first[:, None] + np.arange(size), mode="clip"), count == size

    def elements(self, path: str, names: str) -> Elements:
        """The objects of a key's list, of which each has some of these keys, in the order of `names`."""
        tokens = self.tokens
        states = _states(*(f"{path}.{name}" for name in names.split()))
        number_of = np.zeros(g.STATES, np.int64)
        number_of[states] = np.arange(len(states))
        keys = places(self._class == _LISTS[path])
        number = number_of.take(tokens.state.take(keys))
        begins = self._tables.grammar.opens(tokens.gap.take(keys - 1)) != 0
        element = begins.cumsum() - 1
        line = tokens.line.take(keys[begins])
        at = np.full((len(states), line.size), NOBODY)
        at[number, element] = keys
        self._doubt(tokens.line[keys[at[number, element] != keys]])
        count = np.bincount(line, minlength=self.count)
        return Elements(line, np.arange(line.size) - (count.cumsum() - count)[line], at)

    def element_text(self, path: str, keys: Ints) -> Ints:
        """The text of a key in each element."""
        return self._value(keys, g.STATE[path])

    def tricks(self) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.uint8], Bools]:
        """Leaders `(lines, 13)`, cards `(lines, 13, 4)`, and which tricks have cards."""
        found = self.elements("tricks", "leader cards")
        leaders = np.full(self.count * limits.TRICKS, NOBODY, np.int8)
        cards = np.zeros((self.count * limits.TRICKS, limits.TRICK_CARDS), np.uint8)
        has_cards = np.zeros(self.count * limits.TRICKS, np.bool_)
        count = self._values.take(found.keys[1]) * (found.keys[1] >= 0)
        fits = (found.place < limits.TRICKS) & ((count == 0) | (count == limits.TRICK_CARDS))
        self._doubt(found.line[~fits])
        trick, keys = found.line * limits.TRICKS + found.place, found.keys
        if not fits.all():
            trick, keys, count = trick[fits], keys[:, fits], count[fits]
        leaders[trick] = self._seat_of.take(self.element_text("tricks.leader", keys[0]))
        has_cards[trick] = count > 0
        cards[trick] = self._codes.take(keys[1][:, None] + np.arange(1, 5), mode="clip")
        shape = (self.count, limits.TRICKS)
        return leaders.reshape(shape), cards.reshape(*shape, limits.TRICK_CARDS), has_cards.reshape(shape)

    def exchanges(self) -> tuple[Ints, npt.NDArray[np.int8], list[tuple[npt.NDArray[np.uint8], Bools]]]:
        """How many each line has; of all: player, and the cards discarded and taken, each with whether there is one."""
        path = "exchanges"
        found = self.elements(path, "player discard take")
        player, *cards = (
            self.element_text(f"{path}.{name}", keys)
            for name, keys in zip(("player", "discard", "take"), found.keys, strict=True)
        )
        seat = self._seat_of.take(player)
        self._doubt(found.line[(player < 0) | (found.keys[1] < 0)])
        pairs = np.bincount(found.line * _SEATS + np.clip(seat, 0, _SEATS - 1), minlength=self.count * _SEATS)
        self._doubt(places(pairs > 1) // _SEATS)
        return (
            np.bincount(found.line, minlength=self.count),
            seat,
            [(self._codes.take(each), each >= 0) for each in cards],
        )

    def payments(self) -> tuple[Ints, tuple[Ints, Bools], list[npt.NDArray[np.int8]], Ints, Ints]:
        """How many each line has; for all of them the trick and whether it is given, from and to, amount, and label."""
        path = "recorded.payments"
        found = self.elements(path, "from to label trick amount")
        accounts = [self.element_text(f"{path}.{name}", found.keys[at]) for at, name in enumerate(("from", "to"))]
        label = self.element_text(f"{path}.label", found.keys[2])
        trick, has_trick = self._number(found.keys[3])
        amount, has_amount = self._number(found.keys[4])
        is_odd = ~has_amount | (accounts[0] < 0) | (accounts[1] < 0)
        is_odd |= has_trick & ((trick < 1) | (trick > limits.TRICKS))
        self._doubt(found.line[is_odd])
        seats = [self._seat_of.take(each) for each in accounts]
        return np.bincount(found.line, minlength=self.count), (trick, has_trick), seats, amount, label
