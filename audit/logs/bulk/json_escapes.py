r"""Letters that are written as `\u00e9` put back as they are, so that a text looks the same however it was written."""

from __future__ import annotations

import numpy as np

from audit.logs.bulk.json_words import Bools, Bytes, Ints, Page, places

_BACKSLASH, _U = ord("\\"), ord("u")
_NO_DIGIT = 0xFF
_HEX: Bytes = np.full(256, _NO_DIGIT, np.uint8)
_HEX[[*b"0123456789abcdef"]] = _HEX[[*b"0123456789ABCDEF"]] = range(16)

_GONE = 0xFF
"""Stands for what falls away: no byte of UTF-8 is this."""

_SHORT, _LONG = 2, 3
"""Bytes of a letter below U+0800, and of one from there on."""


def without_escapes(page: Page, starts: Ints, ends: Ints, is_usable: Bools) -> tuple[Page, Ints, Ints, Bools]:
    r"""The page with the letters put back, where its lines then begin and end, and which are still usable.

    Only `\u` and a letter that is not ASCII, not a blank that the reader of text notes and not half of another can
    be put back: every other backslash makes its line unusable.
    """
    data = page.bytes
    found = places(data == _BACKSLASH)
    line = np.searchsorted(starts, found, "right") - 1
    is_usable = is_usable.copy()
    if (data == _GONE).any():
        is_usable[line] = False
        return page, starts, ends, is_usable
    digits = [_HEX.take(data.take(found + place, mode="clip")) for place in range(2, 6)]
    letter = np.zeros(found.size, np.int64)
    for digit in digits:
        letter = letter << 4 | digit
    is_right = (data.take(found + 1) == _U) & (np.maximum.reduce(digits) < _NO_DIGIT)
    is_right &= (letter > 0xA0) & ((letter < 0xD800) | (letter > 0xDFFF))
    is_usable[line[~is_right]] = False
    right = is_usable.take(line)
    found, letter = found[right], letter[right]

    is_long = letter >= 0x800
    changed = data[:-16].copy()
    changed[found] = np.where(is_long, 0xE0 | letter >> 12, 0xC0 | letter >> 6)
    changed[found + 1] = np.where(is_long, 0x80 | letter >> 6 & 0x3F, 0x80 | letter & 0x3F)
    changed[found + 2] = np.where(is_long, 0x80 | letter & 0x3F, _GONE)
    for place in range(_LONG, 6):
        changed[found + place] = _GONE
    lost = np.concatenate(([0], np.where(is_long, 6 - _LONG, 6 - _SHORT).cumsum()))
    whole = Page(changed.tobytes().translate(None, bytes([_GONE])))
    return whole, starts - lost[np.searchsorted(found, starts)], ends - lost[np.searchsorted(found, ends)], is_usable
