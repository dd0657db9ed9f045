"""Peers from PyPI, measured in the same run as our own figures, in an environment of their own."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.bench.peers.environment import FOLDER, ROOT, NotInstalledError, last_line, ready

LONGEST = 120  # seconds that a peer's script may take; it takes about ten


@dataclass(frozen=True)
class Peer:
    """A figure of a peer. `per_second` is None where there is none, and `what` says why."""

    name: str
    version: str
    what: str
    per_second: float | None
    differs: str


# Each peer's script, and how its work differs from settling one deal.
PEERS = {
    "pokerkit": (
        "play_pokerkit",
        "a hand of six players has about 25 actions (our deals: 44 or 48 plays) and pays once, at its end; every "
        "action is checked as it is replayed; plain Python, a hand at a time",
    ),
    "endplay": (
        "play_endplay",
        "a board has 52 plays and one score, looked up from the contract and the number of tricks; that a card was "
        "held is checked, following suit is not; Python over C structures, a board at a time",
    ),
    "mahjong": (
        "value_mahjong",
        "only the end is valued: a winning hand of 14 tiles against some sixty patterns; no play is followed; plain "
        "Python, a hand at a time",
    ),
    "open_spiel": (
        "play_open_spiel",
        "a deal of Hearts has 52 plays and a point count at its end; a replay goes card by card, 52 of them dealt, and "
        "checks that a card was held, not that suit was followed; a random play-out also works out the legal plays and "
        "draws one; C++, called from Python once or more an action",
    ),
}


def measure(folder: Path = FOLDER) -> list[Peer]:
    """The peers' figures, from the environment in `folder`, which is made when it is not there."""
    try:
        python = ready(folder)
    except NotInstalledError as error:
        return [without(name, f"not installed: {error}") for name in PEERS]
    return [peer for name in PEERS for peer in figures(python, name)]


def figures(python: Path, name: str) -> list[Peer]:
    """What the script of the peer `name` measures, run by `python`: a line a figure."""
    script, differs = PEERS[name]
    command = [str(python), "-E", "-s", "-m", f"{__name__}.{script}"]
    try:
        done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=LONGEST)
    except (OSError, subprocess.TimeoutExpired) as error:
        return [without(name, f"not measured: {type(error).__name__}")]
    if done.returncode:
        return [without(name, f"not measured: {last_line(done.stderr)}")]
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return [Peer(row["peer"], row["version"], row["what"], row["per_second"], differs) for row in rows]


def without(name: str, why: str) -> Peer:
    """The row of a peer that has no figure."""
    return Peer(name, "", why, None, PEERS[name][1])
