"""The tricks of a deal: who played what, who took it, and what moved for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from audit.cards import NAMES
from audit.facts import NOBODY
from audit.judge import Judged
from audit.model import Deal, Trick
from audit.play.entries import Ledger
from audit.play.values import Card, Entry, TrickPlay
from audit.rows import Row
from audit.ruleset import Ruleset
from audit.sheet.cells import Cell, Mark
from audit.sheet.figures import DealFigures

DISCOUNTED = ("unknown-card", "duplicate-card", "wrong-turn")
"""Findings on a card that counts as unknown from there on."""


def tricks_of(
    figures: DealFigures,
    place: tuple[Judged, int] | None,
    ledger: Ledger,
    pot: Mapping[int, int],
    payments: Sequence[Row],
    withheld: Sequence[Entry],
) -> tuple[TrickPlay, ...]:
    """Each trick of the deal of which anything is known."""
    deal, winners = figures.deal, figures.trick_winners
    leader = _first_leader(*place) if place else None
    count = place[0].batch.ruleset.tricks if place else max((*deal.tricks, *winners), default=0)
    discounted: dict[int, list[str]] = defaultdict(list)
    for one in figures.row["findings"]:
        if one["code"] in DISCOUNTED:
            discounted[one["trick"]].append(one["card"])
    found = []
    for number in range(1, count + 1):
        played = deal.tricks.get(number, Trick(None, None))
        winner = winners.get(number, Cell(Mark.UNWRITTEN))
        leader = played.leader or leader
        cards = tuple(_cards(deal, played, leader, figures.dealt_by if place else None, discounted[number]))
        found.append(
            TrickPlay(
                number,
                leader if cards else None,
                cards,
                winner,
                _points(place[0].batch.ruleset, played) if place and not discounted[number] else None,
                tuple(ledger.by_trick.get(number, ())),
                tuple(one for one in payments if one["trick"] == number),
                tuple(one for one in withheld if one.trick == number),
                pot.get(number),
            )
        )
        leader = str(winner.right) if winner.right is not None else None
    return tuple(one for one in found if one.cards or one.winner.recorded or one.entries or one.loose)


def _first_leader(judged: Judged, row: int) -> str | None:
    """Who must lead the first trick: whoever sits next to the dealer."""
    dealer, names = int(judged.replayed.seating.dealer[row]), judged.batch.deals[row].players
    return None if dealer == NOBODY else names[(dealer + 1) % len(names)]


def _cards(
    deal: Deal, played: Trick, leader: str | None, dealer: str | None, discounted: Collection[str]
) -> Iterator[Card]:
    """The cards of a trick, each with its player as they sit; a fifth player, who deals, plays none.

    Those `discounted` count as unknown.
    """
    cards = played.cards or ()
    everybody = len(deal.players) == len(cards)
    names: Sequence[str | None] = [name for name in deal.players if everybody or name != (dealer or deal.dealer)]
    if leader in names and len(names) == len(cards):
        begin = names.index(leader)
        names = [*names[begin:], *names[:begin]]
    else:
        names = [None for _ in cards]
    for name, card in zip(names, cards, strict=True):
        yield Card(name, NAMES[card] or "??", NAMES[card] not in discounted)


def _points(r: Ruleset, played: Trick) -> int | None:
    """What the cards of a trick are worth, when all of them are known."""
    cards: Any = list(played.cards or ())
    if not cards or not r.bit[cards].all():
        return None
    return int(r.points[cards].sum())
