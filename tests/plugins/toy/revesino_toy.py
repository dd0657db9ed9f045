"""A reader for the toy form `.tally`: `CLUB / SESSION / PLAYER, PLAYER…` on the first line, then a deal a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

Record = dict[str, Any]


def read(stream: BinaryIO) -> Iterator[tuple[int, Record]]:
    """Each deal with the number of its line: `3 Ana: -2 -2 6 -2` is deal 3, which Ana won."""
    head, *lines = stream.read().decode("utf-8").splitlines()
    club, session, players = (part.strip() for part in head.split("/"))
    names = [name.strip() for name in players.split(",")]
    for number, line in enumerate(lines, 2):
        deal, _, figures = line.partition(" ")
        winner, _, net = figures.partition(":")
        yield (
            number,
            {
                "club": club,
                "session": session,
                "rules": {"id": "revesino"},
                "players": names,
                "deal": int(deal),
                "recorded": {"winner": winner, "net": [int(each) for each in net.split()]},
            },
        )
