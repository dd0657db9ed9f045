"""Numbers for texts: the same text always has the same, so that texts are compared and looked up by their numbers.

A text is taken eight bytes at a time, and its number is that of its last eight bytes behind the number of those
before. What stands in the table is compared whole; a hash only says where to look. So no two texts share a number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]
Words64 = npt.NDArray[np.uint64]

NONE, ROOT, OTHER_ROOT = 0, 1, 2
"""The number of a text that has none, because it is too long or the table is full; what stands before every text, and
before those of another kind, which begin with a NUL."""

_PROBES = 8

_MIX, _MIX_BEFORE = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
_MASKS: Words64 = np.array([(1 << 8 * length) - 1 for length in range(9)], np.uint64)


def places(mask: npt.NDArray[Any]) -> Ints:
    """Where a mask is true. There are hundreds of such steps to a run: the methods of arrays are the quickest way."""
    found: Ints = mask.nonzero()[0]
    return found


def ranges(starts: Ints, lengths: Ints) -> Ints:
    """The places of ranges one behind the other."""
    ends = lengths.cumsum()
    found: Ints = (starts - ends + lengths).repeat(lengths) + np.arange(ends[-1] if ends.size else 0)
    return found


def distances(starts: Ints, end: int) -> Ints:
    """How far each place is from the next, the last from the end."""
    found = np.empty_like(starts)
    found[:-1] = starts[1:] - starts[:-1]
    found[-1:] = end - starts[-1:]
    return found


class Words:
    """Numbers from 3 on, in the order in which texts were met. No text holds a NUL."""

    def __init__(self, most: int) -> None:
        """`most` is how many texts are numbered, so that no file can make the table grow without end."""
        self.most = most
        self._shift = np.uint64(64 - (2 * most).bit_length())
        # Nearly every text is short and stands behind `ROOT`: such have the first half, where nothing else need be
        # compared than the bytes, which in a free place are none that a text could have.
        self._half = (1 << (2 * most).bit_length()) + _PROBES
        self._word: Words64 = np.full(2 * self._half, 0xFF00, np.uint64)
        self._before: Ints = np.full(2 * self._half, -1, np.int64)
        self._number: Ints = np.zeros(2 * self._half, np.int64)
        self.texts: list[bytes] = [b"", b"", b"\0"]
        """The text of each number."""

    @property
    def is_nearly_full(self) -> bool:
        """Whether another table had better be begun."""
        return len(self.texts) > self.most * 3 // 4

    def follow(self, before: Ints | int, words: Words64) -> Ints:
        """The numbers of `words` behind the texts numbered `before`, which are not `NONE`."""
        if isinstance(before, int) and before == ROOT:
            place = ((words * _MIX) >> self._shift).view(np.int64)
            is_new = self._word.take(place) != words
        else:
            before = np.full(words.size, before, np.int64) if isinstance(before, int) else before
            place = (((words ^ before.view(np.uint64) * _MIX_BEFORE) * _MIX) >> self._shift).view(np.int64) + self._half
            is_new = (self._word.take(place) != words) | (self._before.take(place) != before)
        found = self._number.take(place)
        if is_new.any():
            todo = places(is_new)
            behind = np.full(words.size, before, np.int64) if isinstance(before, int) else before
            found[todo] = self._probe(place[todo], behind[todo], words[todo])
        return found

    def _probe(self, first: Ints, before: Ints, words: Words64) -> Ints:
        """The numbers of those that are not at their first place; what is new is given one."""
        found = np.full(words.size, NONE)
        todo = np.arange(words.size)
        while todo.size:
            for step in range(_PROBES):
                place = first[todo] + step
                right = (self._word[place] == words[todo]) & (self._before[place] == before[todo])
                found[todo[right]] = self._number[place[right]]
                todo = todo[~right]
            # One new text from each place is learnt, then all are looked up again.
            new = todo[np.unique(first[todo], return_index=True)[1]]
            learnt = [self._learn(int(first[one]), int(before[one]), int(words[one])) for one in new]
            if not any(learnt):
                break
        return found

    def _learn(self, first: int, before: int, word: int) -> bool:
        """Give a text a number; false when there is no place for it."""
        free = next((place for place in range(first, first + _PROBES) if self._before[place] < 0), None)
        if free is None or len(self.texts) >= self.most:
            return False
        self._before[free], self._word[free], self._number[free] = before, np.uint64(word), len(self.texts)
        self.texts.append(self.texts[before] + word.to_bytes(8, "little").rstrip(b"\0"))
        return True


class Page:
    """A run of bytes that is read eight at a time from any place."""

    def __init__(self, text: bytes) -> None:
        padded = text + bytes(16)
        self.bytes: Bytes = np.frombuffer(padded, np.uint8)
        """The bytes, and sixteen NULs behind them."""
        self._words: Words64 = np.ndarray((len(text) + 8,), "<u8", buffer=padded, strides=(1,))

    def words(self, starts: Ints, lengths: Ints) -> Words64:
        """The up to eight bytes from each place, the first the lowest, 0 behind the length."""
        return self._words[starts] & _MASKS.take(lengths, mode="clip")

    def numbers(self, words: Words, starts: Ints, lengths: Ints, longest: int) -> Ints:
        """The numbers of the texts at these places; `NONE` for those longer than `longest` bytes."""
        found = words.follow(ROOT, self.words(starts, lengths))
        more = places(lengths > 8)
        done = 8
        while more.size:
            found[more[lengths[more] > longest]] = NONE
            more = more[found[more] != NONE]
            found[more] = words.follow(found[more], self.words(starts[more] + done, lengths[more] - done))
            done += 8
            more = more[lengths[more] > done]
        return found


class Property:
    """What is to be known of a text by its number, worked out when it is first asked for."""

    def __init__(self, words: Words, work_out: Callable[[bytes], int], kind: Any = np.int16) -> None:
        self._words = words
        self._work_out = work_out
        self._known = np.zeros(words.most, np.bool_)
        self._values = np.zeros(words.most, kind)
        self._known[NONE] = True
        self._values[NONE] = -1

    def of(self, numbers: Ints) -> npt.NDArray[Any]:
        """The value for each; -1 for `NONE`."""
        known = self._known.take(numbers)
        if not known.all():
            for number in np.unique(numbers[~known]).tolist():
                self._values[number] = self._work_out(self._words.texts[number])
                self._known[number] = True
        found: npt.NDArray[Any] = self._values.take(numbers)
        return found
