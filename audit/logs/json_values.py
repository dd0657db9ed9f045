"""The values of a JSON record, each with its path, so that what is bad costs only itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from audit.cards import UNKNOWN
from audit.logs import fields, limits
from audit.logs.fields import TooLargeError, Values, in_range, nearest, normal
from audit.logs.json_text import Json, depth_exceeds, kind, show
from audit.model import LARGEST, Comment

_INTEGERS = frozenset({int})
_COMMENT = frozenset({"anchor", "text", "behind"})


class JsonValues(Values):
    """Values from what JSON gives; `null` is always: not recorded."""

    def wrong_type(self, value: Json, path: str, expected: str) -> None:
        """Report a value of another type than the field's."""
        self.report("bad-value.wrong-type", path, show(value), found_type=kind(value), expected_type=expected)

    def as_object(self, value: Json, path: str, known: frozenset[str]) -> dict[str, Json]:
        """An object, empty when it is none; keys beside the known ones are reported."""
        if isinstance(value, dict):
            if not known.issuperset(value):
                for key in value:
                    if key not in known:
                        near = partial(nearest, key, sorted(known))
                        self.report("unknown-key.json", f"{path}.{key}", key, near=near)
            return value
        if value is not None:
            self.wrong_type(value, path, "object")
        return {}

    def as_list(self, value: Json, path: str) -> list[Json]:
        """A list, empty when it is none."""
        if isinstance(value, list):
            return value
        if value is not None:
            self.wrong_type(value, path, "array")
        return []

    def text(self, value: Json, path: str) -> str | None:
        """A text that is not blank."""
        if isinstance(value, str):
            return value if value.strip() else None
        if value is not None:
            self.wrong_type(value, path, "string")
        return None

    def label(self, value: Json, path: str) -> str | None:
        """The label of a payment: a text, without blanks around it."""
        text = self.text(value, path)
        return text and text.strip()

    def name(self, value: Json, path: str, *, pot: bool = False, cost: str = fields.THIS_LINE) -> str | None:
        """The player named, or the fondo where `pot`; `None` for null, a blank, `?` and what is no player."""
        if type(value) is str and (found := self.seating.names.by_text.get(value)):
            return found
        text = self.text(value, path)
        if text is None or text.strip() == "?":
            return None
        return self.player(text, path, pot=pot, cost=cost)

    def whole(self, value: Json, path: str) -> int | None:
        """A whole number; `true`, `1.0` and `"1"` are none."""
        if type(value) is int:
            try:
                return in_range(value)
            except TooLargeError:
                self.report("bad-value.too-large", path, show(value), largest=LARGEST)
        elif value is not None:
            self.report("bad-value.integer", path, show(value))
        return None

    def whole_list(self, value: Json, path: str) -> tuple[int | None, ...] | None:
        """Whole numbers; `None` when it is no list."""
        if not isinstance(value, list):
            if value is not None:
                self.wrong_type(value, path, "array")
            return None
        if _INTEGERS.issuperset(map(type, value)) and value and max(value) <= LARGEST and min(value) >= -LARGEST:
            return tuple(value)
        return tuple(self.whole(each, f"{path}[{place}]") for place, each in enumerate(value))

    def player_numbers(self, value: Json, path: str) -> tuple[int | None, ...] | None:
        """One whole number for each player, in the order of play."""
        found = self.whole_list(value, path)
        expected = len(self.seating.players)
        if found is None or len(found) == expected:
            return found
        self.has_length("bad-length.numbers", len(found), expected, path, show(value))
        return None

    def one_card(self, value: Json, path: str) -> int:
        """A card; null is one that is not known."""
        if isinstance(value, str):
            return self.card(value, path)
        if value is not None:
            self.report("bad-card.wrong-type", path, show(value))
        return UNKNOWN

    def card_list(self, value: Json, path: str) -> tuple[int, ...] | None:
        """Cards; `None` when it is no list, or an empty one."""
        if not isinstance(value, list):
            if value is not None:
                self.wrong_type(value, path, "array")
            return None
        if len(value) > limits.CARD_WORDS:
            self.report("too-large.cards", path, show(value), limit=limits.CARD_WORDS)
            return None
        try:
            return tuple(map(self.cards.__getitem__, value)) or None
        except (KeyError, TypeError):
            return tuple(self.one_card(each, f"{path}[{place}]") for place, each in enumerate(value))

    def cards_of_length(self, value: Json, path: str, length: int) -> tuple[int, ...] | None:
        """As many cards as the field asks for."""
        cards = self.card_list(value, path)
        if cards is None or len(cards) == length:
            return cards
        self.has_length("bad-length.cards", len(cards), length, path, show(value))
        return None

    def seated(self, value: Json, path: str) -> tuple[str, ...] | None:
        """The players of a record."""
        names = [each if isinstance(each, str) else None for each in self.as_list(value, path)]
        return self.seat(names, path, show(value)) if isinstance(value, list) else None

    def extra(self, value: Json, path: str) -> Json:
        """The value of an `x-` key, of any type; one that is nested without measure is kept as text."""
        if depth_exceeds(value, limits.EXTRA_DEPTH):
            self.report("too-large.nesting", path, show(value), limit=limits.EXTRA_DEPTH)
            return show(value)
        return value

    def extras(self, value: Json, path: str) -> dict[str, Json]:
        """An object of `x-` keys."""
        known = frozenset(value) if isinstance(value, dict) else frozenset[str]()
        given = self.as_object(value, path, known)
        return {normal(key): self.extra(each, f"{path}.{key}") for key, each in given.items()}

    def comments(self, value: Json, path: str) -> Iterator[Comment]:
        """The comments that a record carries; of several lines each is one."""
        for place, each in enumerate(self.as_list(value, path)):
            here = f"{path}[{place}]"
            given = self.as_object(each, here, _COMMENT)
            text, anchor = given.get("text", ""), given.get("anchor", fields.END)
            if not isinstance(each, dict):
                continue
            if not isinstance(text, str) or not isinstance(anchor, str):
                self.wrong_type(each, here, "object")
                continue
            lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            for line in lines:
                behind = given.get("behind") is True and len(lines) == 1
                self.comment(line, here)
                yield Comment(anchor, line.rstrip(), behind)
