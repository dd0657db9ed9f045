"""Lines of JSON as texts, gaps and numbers, each with its state; lines that are not sound JSON of the format fall out.

Nothing is read across the end of a line: each line has its own quotes, its own depth, its own first and last step.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from audit.logs.bulk import json_grammar as g
from audit.logs.bulk.json_words import (
    NONE,
    OTHER_ROOT,
    Bools,
    Bytes,
    Ints,
    Page,
    Property,
    Words,
    distances,
    places,
    ranges,
)

LONGEST = 512
"""Bytes of a text that is numbered: a name, a card, a key, a club."""

_LONGEST_GAP = 24
_MOST_WORDS, _MOST_GAPS = 1 << 15, 1 << 11
_QUOTE, _COLON = ord('"'), ord(":")

_OTHER, _DIGIT, _SPACE, _LIST, _NULL = range(5)
_KIND: Bytes = np.zeros(256, np.uint8)
_KIND[[*b"-0123456789"]] = _DIGIT
_KIND[ord(" ")], _KIND[ord("[")], _KIND[ord("n")] = _SPACE, _LIST, _NULL

# By byte: the code of a sign, or what else it is.
_NUMBER_SIGN, _IN_NUMBER, _BETWEEN, _STRANGE = len(g.PACKED), 0x10, 0x20, 0x40
_SIGN: Bytes = np.full(256, _STRANGE, np.uint8)
for _code, _sign in enumerate(g.PACKED[:-1], 1):
    _SIGN[ord(_sign)] = _code
_SIGN[[*b"-0123456789nul"]] = _IN_NUMBER
_SIGN[ord(" ")] = _BETWEEN
_MOST_DIGITS = 18
_NULL_WORD = int.from_bytes(b"null", "little")


class Tables:
    """What is remembered from run to run: numbers of texts and gaps, and what is known of them."""

    def __init__(self) -> None:
        self.words = Words(_MOST_WORDS)
        self.gaps = Words(_MOST_GAPS)
        self.grammar = g.Grammar(self.gaps)
        names, self.states = g.state_table()
        self.key_names = Property(self.words, lambda text: names.get(text, 0))

    @property
    def is_nearly_full(self) -> bool:
        """Whether new tables had better be begun."""
        return self.words.is_nearly_full or self.gaps.is_nearly_full


class Numbers(NamedTuple):
    """The numbers of the gaps that hold some: all in one row, and where those of each gap begin and how many."""

    values: Ints
    is_null: Bools
    first: Ints
    counts: Ints


class Tokens(NamedTuple):
    """The texts of sound lines in order. Every array but `numbers.values` and `.is_null` has one entry a text."""

    lines: Ints
    """Which of the lines given are sound; what follows speaks of lines by their place among these."""
    line: Ints
    start: Ints
    length: Ints
    state: Bytes
    gap: Ints
    """The number of the gap behind."""
    gap_start: Ints
    is_key: Bools
    numbers: Numbers


def tokenize(page: Page, starts: Ints, ends: Ints, tables: Tables) -> Tokens | None:
    """The texts of lines without backslashes and control characters; `None` when no line is sound."""
    quotes = places(page.bytes == _QUOTE)
    begin = np.searchsorted(quotes, starts)
    counts = np.searchsorted(quotes, ends) - begin
    lines = places((counts > 0) & (counts % 2 == 0))
    if not lines.size:
        return None
    starts, ends, counts = starts[lines], ends[lines], counts[lines] // 2
    if 2 * counts.sum() < quotes.size:
        quotes = quotes[ranges(begin[lines], 2 * counts)]
    opening, closing = quotes[::2], quotes[1::2]
    last = counts.cumsum() - 1
    first = last - counts + 1
    line = np.arange(lines.size).repeat(counts)
    gap_start = closing + 1
    gap_end = np.empty_like(opening)
    gap_end[:-1] = opening[1:]
    gap_end[last] = ends
    gap_length = gap_end - gap_start
    is_key = page.bytes.take(gap_start) == _COLON
    keys = places(is_key)
    if not keys.size:
        return None
    numeric = keys[_are_numeric(page, gap_start.take(keys))]
    packed, numbers = _read_numbers(page, numeric, gap_start, gap_length)
    gap_length[numeric] = 0
    gap = page.numbers(tables.gaps, gap_start, gap_length, _LONGEST_GAP)
    gap[numeric] = np.where(packed > 0, tables.gaps.follow(OTHER_ROOT, packed), NONE)

    found = Tokens(
        lines, line, opening + 1, closing - opening - 1, np.zeros(0, np.uint8), gap, gap_start, is_key, numbers
    )
    states = _states(page, found, keys, first, tables)
    _skip_house_rules(found, states, tables)
    needs = g.NEEDS.take(states)
    needed = np.empty_like(needs)
    needed[:-1] = needs[1:]
    needed[last] = g.END
    is_sound = np.ones(lines.size, np.bool_)
    is_sound[line[tables.grammar.leads(states, gap) != needed]] = False
    heads = page.numbers(tables.gaps, starts, opening[first] - starts, _LONGEST_GAP)
    is_sound &= tables.grammar.leads(np.full(lines.size, g.START, np.uint8), heads) == needs[first]
    return _only(found._replace(state=states), is_sound)


def _are_numeric(page: Page, gap_start: Ints) -> Bools:
    """Whether a number stands behind each colon, alone or as the first of a list."""
    one, two, three = (_KIND.take(page.bytes.take(gap_start + place, mode="clip")) for place in (1, 2, 3))
    spaced = one == _SPACE
    begin, behind = np.where(spaced, two, one), np.where(spaced, three, two)
    found: Bools = (begin == _DIGIT) | ((begin == _LIST) & ((behind == _DIGIT) | (behind == _NULL)))
    return found


def _read_numbers(page: Page, texts: Ints, gap_start: Ints, gap_length: Ints) -> tuple[npt.NDArray[np.uint64], Numbers]:
    """The signs of the gaps behind some texts, packed, 0 where something is no number; and the numbers in them."""
    first, count = np.zeros(gap_start.size, np.int64), np.zeros(gap_start.size, np.int64)
    if not texts.size:
        return np.zeros(0, np.uint64), Numbers(np.zeros(1, np.int64), np.ones(1, np.bool_), first, count)
    lengths = gap_length.take(texts)
    gap_of = np.arange(texts.size).repeat(lengths)
    signs = page.bytes.take(ranges(gap_start.take(texts), lengths))
    codes = _SIGN.take(signs)
    inside = codes == _IN_NUMBER
    # Every gap begins with a colon, so that no number runs from one into the next.
    begins = inside.copy()
    begins[1:] &= ~inside[:-1]
    starts = places(begins)
    stops = inside.copy()
    stops[:-1] &= ~inside[1:]
    ends = places(stops) + 1
    values, is_null, is_right = _values(signs, starts, ends - starts)

    codes[starts] = _NUMBER_SIGN
    is_right_gap = np.ones(texts.size, np.bool_)
    is_right_gap[gap_of[starts[~is_right]]] = False
    is_strange = codes == _STRANGE
    if is_strange.any():
        is_right_gap[gap_of[is_strange]] = False
    kept = places(codes < _IN_NUMBER)
    gap_kept = gap_of.take(kept)
    per_gap = np.bincount(gap_kept, minlength=texts.size)
    is_right_gap &= per_gap <= g.MOST_PACKED
    firsts = per_gap.cumsum() - per_gap
    place = np.minimum(np.arange(kept.size) - firsts.take(gap_kept), g.MOST_PACKED - 1)
    packed = np.add.reduceat(codes.take(kept).astype(np.uint64) << (3 * place).astype(np.uint64), firsts)

    count[texts] = per_gap = np.bincount(gap_of[starts], minlength=texts.size)
    first[texts] = per_gap.cumsum() - per_gap
    return np.where(is_right_gap, packed, np.uint64(0)), Numbers(values, is_null, first, count)


def _values(signs: Bytes, starts: Ints, lengths: Ints) -> tuple[Ints, Bools, Bools]:
    """The numbers, which of them are null, and which are anything that the format takes."""
    first = signs.take(starts)
    is_null = first == ord("n")
    if is_null.any():
        for place, sign in enumerate(b"ull", 1):
            is_null &= signs.take(starts + place, mode="clip") == sign
        is_null &= lengths == len("null")
    negative = first == ord("-")
    digits = lengths - negative
    lead = np.where(negative, signs.take(starts + 1, mode="clip"), first)
    is_right = (digits > 0) & (digits <= _MOST_DIGITS) & ((lead != ord("0")) | (digits == 1))
    values = np.zeros(starts.size, np.int64)
    rest = places(is_right & ~is_null)
    power = 1
    for place in range(1, _MOST_DIGITS + 1):
        digit = signs[starts[rest] + lengths[rest] - place].astype(np.int64) - ord("0")
        is_right[rest[(digit < 0) | (digit > 9)]] = False
        values[rest] += digit * power
        power *= 10
        rest = rest[digits[rest] > place]
        if not rest.size:
            break
    return np.where(negative, -values, values), is_null, is_right | is_null


def _states(page: Page, found: Tokens, keys: Ints, first: Ints, tables: Tables) -> Bytes:
    """The state of each text: of a key by its name and depth, of any other by the key before it."""
    deeper = tables.grammar.nesting(found.gap).astype(np.int64)
    depth = deeper.cumsum() - deeper
    depth = depth.take(keys) - depth[first].take(found.line[keys]) + 1
    depth[(depth < 0) | (depth > 4)] = 0
    names = tables.key_names.of(page.numbers(tables.words, found.start.take(keys), found.length.take(keys), LONGEST))
    key_states = tables.states.take(np.maximum(names, 0) * tables.states.shape[1] + depth)
    # The balances that are carried have name and depth in common with the recorded ones.
    balances = places(key_states == g.STATE["recorded.balance"])
    before = key_states[np.maximum(balances - 1, 0)]
    carried = (before == g.STATE["carried"]) | (before == g.STATE["carried.fondo"])
    key_states[balances[carried]] = g.STATE["carried.balance"]
    states = np.zeros(found.line.size, np.uint8)
    states[keys[0] :] = (key_states + np.uint8(g.VALUE)).repeat(distances(keys, found.line.size))
    states[keys] = key_states
    return states


def _skip_house_rules(found: Tokens, states: Bytes, tables: Tables) -> None:
    """Give the texts within house rules their states; they end where the first object does."""
    begin = places(states == g.OPTIONS)
    begin = begin[tables.grammar.leads(states[begin], found.gap[begin]) == g.INSIDE]
    if not begin.size:
        return
    closing = places(tables.grammar.closes(found.gap))
    place = np.searchsorted(closing, begin + 1)
    begin = begin[place < closing.size]
    end = closing[place[place < closing.size]]
    same = found.line[begin] == found.line[end]
    begin, end = begin[same], end[same]
    states[ranges(begin + 1, end - begin)] = g.INSIDE
    states[end] = g.LAST


def _only(tokens: Tokens, is_sound: Bools) -> Tokens | None:
    """The texts of some of the lines."""
    if is_sound.all():
        return tokens
    if not is_sound.any():
        return None
    kept = places(is_sound.take(tokens.line))

    def of(array: Any) -> Any:
        return array[kept]

    return Tokens(
        tokens.lines[is_sound],
        (is_sound.cumsum() - 1).take(of(tokens.line)),
        of(tokens.start), of(tokens.length), of(tokens.state), of(tokens.gap), of(tokens.gap_start), of(tokens.is_key),
        tokens.numbers._replace(first=of(tokens.numbers.first), counts=of(tokens.numbers.counts)),
    )  # fmt: skip
