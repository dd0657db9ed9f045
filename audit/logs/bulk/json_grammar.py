"""What a regular line may hold, and where in it: the records of the format as an automaton over texts and gaps.

A line is a row of texts (all that stands in quotes) and of gaps behind each. A text has a *state*: the key that it is,
or the key of which it is a value. A state and the gap behind it lead to a *position*: a key of this object comes next,
a value of that key, the end. The line is sound when each leads to the position that the next text's state needs. For
a state says in which objects and lists it stands, so that a step is judged without what came before, and a line of
which every step is right is right as a whole, however the states were guessed.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from audit.logs.bulk.json_words import Bytes, Ints, Words, places
from audit.logs.limits import TRICKS

TEXT, TEXTS, NUMBER, NUMBERS, OBJECT, OBJECTS, OPAQUE = (
    "text",
    "texts",
    "number",
    "numbers",
    "object",
    "objects",
    "opaque",
)

TOP = "top"


class Key(NamedTuple):
    """A key, the object in which it stands, what its value is, and how deep it stands."""

    name: str
    inside: str
    kind: str
    depth: int

    @property
    def path(self) -> str:
        """Its name with that of its object: also the name of the object, or of the objects, that it holds."""
        return self.name if self.inside == TOP else f"{self.inside}.{self.name}"


def _keys(inside: str, depth: int, **kinds: str) -> list[Key]:
    return [Key(name.removesuffix("_"), inside, kind, depth) for kind, names in kinds.items() for name in names.split()]


ANY = ""
"""The name of a key that is a player's."""

KEYS: tuple[Key, ...] = (
    *_keys(TOP, 1, text="format club session date dealer note", texts="players stock", number="deal",
           object="rules carried hands declarations recorded", objects="exchanges tricks"),
    *_keys("rules", 2, text="id", opaque="options"),
    *_keys("carried", 2, number="fondo", numbers="balance"),
    Key(ANY, "hands", TEXTS, 2),
    *_keys("declarations", 2, text="napolitana espagnolette revesino"),
    *_keys("exchanges", 3, text="player discard take"),
    *_keys("tricks", 3, text="leader", texts="cards"),
    *_keys("recorded", 2, numbers="points tricks net balance", text="winner", number="fondo_start fondo_end",
           object="trick_winners", objects="payments"),
    *_keys("recorded.trick_winners", 3, text=" ".join(map(str, range(1, TRICKS + 1)))),
    *_keys("recorded.payments", 4, text="from to label", number="trick amount"),
)  # fmt: skip

STATE: dict[str, int] = {key.path: number for number, key in enumerate(KEYS, 1)}
"""The state of a key; that of its value is `VALUE` more."""

NOWHERE, VALUE = 0, len(KEYS) + 1
START, INSIDE, LAST = 2 * VALUE, 2 * VALUE + 1, 2 * VALUE + 2
"""Before the first text; texts in the house rules, which are read apart; the last one of those."""
STATES = 2 * VALUE + 3

HAND = STATE["hands."]
OPTIONS = STATE["rules.options"]

# Positions: a value of a key has the number of its state; the others come behind.
_OBJECTS = (TOP, *(key.path for key in KEYS if key.kind in {OBJECT, OBJECTS}))
_KEY_IN: dict[str, int] = {name: STATES + number for number, name in enumerate(_OBJECTS)}
END = STATES + len(_OBJECTS)
_BY_PATH = {key.path: key for key in KEYS}

NEEDS: npt.NDArray[np.int16] = np.zeros(STATES, np.int16)
"""By state: the position at which such a text stands."""
for _state, _key in enumerate(KEYS, 1):
    NEEDS[_state], NEEDS[VALUE + _state] = _KEY_IN[_key.inside], VALUE + _state
NEEDS[[INSIDE, LAST]] = INSIDE
NEEDS[NOWHERE] = -2
NEEDS[VALUE] = -2

_NUMBERS = re.compile(r"\[#(?:,#)*\]")
_SIGNS = re.compile(rb"null|[{}\[\]:,]| +|.", re.DOTALL)
PACKED = "{}[]:,#"
"""The signs of a gap that holds numbers, by their code from 1, three bits each, the first the lowest."""
MOST_PACKED = 21


def _structure(gap: bytes) -> str:
    """The signs of a gap: `#` is a number, `n` null, `?` anything else."""
    if gap.startswith(b"\0"):
        code = int.from_bytes(gap[1:], "little")
        return "".join(PACKED[(code >> 3 * place & 7) - 1] for place in range(-(-code.bit_length() // 3)))
    signs = _SIGNS.findall(gap)
    return "".join(
        "n" if each == b"null" else each.decode() if each in b"{}[]:," else "?" for each in signs if each.strip()
    )


class Grammar:
    """The steps, each worked out when it is first met."""

    def __init__(self, gaps: Words) -> None:
        self._gaps = gaps
        self._width = gaps.most
        self._steps: npt.NDArray[np.int16] = np.full(STATES * self._width, -1, np.int16)
        self._signs: npt.NDArray[np.int8] = np.zeros((3, self._width), np.int8)
        self._met = 0

    def leads(self, states: Bytes, gaps: Ints) -> npt.NDArray[np.int16]:
        """The position to which each state and the gap behind it lead; `NOWHERE` when they do not go together."""
        steps = states * np.int64(self._width)
        steps += gaps
        found: npt.NDArray[np.int16] = self._steps.take(steps)
        if found.min(initial=0) < 0:
            new = places(found < 0)
            for place in np.unique(steps[new]).tolist():
                state, gap = divmod(place, self._width)
                self._steps[place] = _step(state, _structure(self._gaps.texts[gap]))
            found[new] = self._steps.take(steps[new])
        return found

    def nesting(self, gaps: Ints) -> npt.NDArray[np.int8]:
        """By how much each gap goes deeper into objects and lists."""
        return self._signs_of(0, gaps)

    def opens(self, gaps: Ints) -> npt.NDArray[np.int8]:
        """Whether an object begins in each gap."""
        return self._signs_of(1, gaps)

    def closes(self, gaps: Ints) -> npt.NDArray[np.int8]:
        """Whether an object ends in each gap."""
        return self._signs_of(2, gaps)

    def _signs_of(self, which: int, gaps: Ints) -> npt.NDArray[np.int8]:
        for number in range(self._met, len(self._gaps.texts)):
            signs = _structure(self._gaps.texts[number])
            deeper = signs.count("{") + signs.count("[") - signs.count("}") - signs.count("]")
            self._signs[:, number] = max(min(deeper, 99), -99), "{" in signs, "}" in signs
        self._met = len(self._gaps.texts)
        found: npt.NDArray[np.int8] = self._signs[which].take(gaps)
        return found


def _step(state: int, signs: str) -> int:
    if state == START:
        return _KEY_IN[TOP] if signs == "{" else NOWHERE
    if state == INSIDE:
        return INSIDE
    if state == LAST:
        return _behind(signs.partition("}")[2], "rules")
    if 0 < state < VALUE:
        return _behind_key(KEYS[state - 1], signs)
    if state in {NOWHERE, VALUE}:
        return NOWHERE
    key = KEYS[state - VALUE - 1]
    return _behind(signs, key if key.kind == TEXTS else key.inside)


def _behind_key(key: Key, signs: str) -> int:
    """Where a key leads: to its first text, or over a value without any."""
    rest = signs[1:]
    if not signs.startswith(":"):
        return NOWHERE
    begins = {TEXT: "", TEXTS: "[", OBJECT: "{", OBJECTS: "[{", OPAQUE: "{"}
    if rest == begins.get(key.kind):
        if key.kind == OPAQUE:
            return INSIDE
        return VALUE + STATE[key.path] if key.kind in {TEXT, TEXTS} else _KEY_IN[key.path]
    empty = {TEXTS: "[]", OBJECT: "{}", OBJECTS: "[]", OPAQUE: "{}", NUMBER: "#"}.get(key.kind)
    if empty is not None and rest.startswith(empty):
        return _behind(rest[len(empty) :], key.inside)
    if key.kind == NUMBERS and (match := _NUMBERS.match(rest)):
        return _behind(rest[match.end() :], key.inside)
    return _behind(rest[1:], key.inside) if rest.startswith("n") else NOWHERE


def _behind(signs: str, within: Key | str) -> int:
    """Where the signs behind a value lead, which is one of an object's (its name), or of a key's list."""
    around: Key | str | None = within
    for place, sign in enumerate(signs):
        rest = signs[place + 1 :]
        if isinstance(around, Key):
            if sign == "," and around.kind == TEXTS:
                return NOWHERE if rest else VALUE + STATE[around.path]
            if sign == ",":
                return _KEY_IN[around.path] if rest == "{" else NOWHERE
            around = around.inside if sign == "]" else None
        elif around is not None and sign == ",":
            return NOWHERE if rest else _KEY_IN[around]
        elif around is not None and sign == "}" and around == TOP:
            return NOWHERE if rest else END
        elif around is not None and sign == "}":
            holder = _BY_PATH[around]
            around = holder if holder.kind == OBJECTS else holder.inside
        else:
            around = None
        if around is None:
            return NOWHERE
    return NOWHERE


def state_table() -> tuple[dict[bytes, int], Bytes]:
    """Names of keys by number from 1 (0 is any other), and the state by that number and the depth, 0 to 4.

    Where two keys have name and depth in common, it is that of the last one.
    """
    numbers: dict[bytes, int] = {}
    for key in KEYS:
        if key.name != ANY:
            numbers.setdefault(key.name.encode(), len(numbers) + 1)
    table = np.zeros((len(numbers) + 1, 5), np.uint8)
    table[:, 2] = HAND
    for state, key in enumerate(KEYS, 1):
        if key.name != ANY:
            table[numbers[key.name.encode()], key.depth] = state
    return numbers, table
