"""What is wrong with a list of another length than it should have, by how many there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from audit.language import ngettext

OfCount = Callable[[int], str]


def _cards(length: int) -> str:
    return ngettext(
        "there is {length} card; the list does not count",
        "there are {length} cards; the list does not count",
        length,
    )


def _values(length: int) -> str:
    return ngettext(
        "there is {length} value; the list does not count",
        "there are {length} values; the list does not count",
        length,
    )


def _values_before_semicolon(length: int) -> str:
    return ngettext(
        "there is {length} value before the `;`, and everything after it is a comment; the list does not count",
        "there are {length} values before the `;`, and everything after it is a comment; the list does not count",
        length,
    )


def _players(length: int) -> str:
    return ngettext(
        "there is {length} player; the line does not count",
        "there are {length} players; the line does not count",
        length,
    )


def _players_of_record(length: int) -> str:
    return ngettext(
        "there is {length} player; the record is set aside",
        "there are {length} players; the record is set aside",
        length,
    )


def _tricks(length: int) -> str:
    return ngettext(
        "there is {length} trick; those after the last possible one do not count",
        "there are {length} tricks; those after the last possible one do not count",
        length,
    )


COUNTED: Mapping[str, OfCount] = {
    "bad-length.cards": _cards,
    "bad-length.numbers": _values,
    "bad-length.semicolons": _values_before_semicolon,
    "bad-length.players": _players,
    "bad-length.tricks": _tricks,
}

JSON_COUNTED: Mapping[str, OfCount] = {"bad-length.players": _players_of_record}
"""Of a log in JSON, where that is worded otherwise."""


def _players_of_row(length: int) -> str:
    return ngettext(
        "there is {length} player; the row is set aside",
        "there are {length} players; the row is set aside",
        length,
    )


SHEET_COUNTED: Mapping[str, OfCount] = {"bad-length.players": _players_of_row}
"""Of a score sheet, where that is worded otherwise."""
