"""What was seen at the table: seats, hands and every play with what its player still held."""

from dataclasses import dataclass, field
from typing import Any

from .cards import Pack, suit_of


@dataclass
class Play:
    """One card on the table. `rest` is what its player holds once it has left his hand."""

    player: str
    card: str
    trick: int
    leader: str
    led_suit: str
    number: int  # counted over the whole deal, to tell before from after
    rest: list[str]

    @property
    def is_lead(self) -> bool:
        """He led the trick with it."""
        return self.player == self.leader

    @property
    def followed(self) -> bool:
        """It is of the led suit (a lead, too)."""
        return suit_of(self.card) == self.led_suit

    @property
    def only_of_suit(self) -> bool:
        """He has no other card of its suit."""
        return not any(suit_of(card) == suit_of(self.card) for card in self.rest)

    @property
    def void(self) -> bool:
        """He has none of the led suit."""
        return not self.followed and not any(suit_of(card) == self.led_suit for card in self.rest)

    @property
    def off_suit_by_choice(self) -> bool:
        """R6: he did not follow, and could have."""
        return not self.followed and any(suit_of(card) == self.led_suit for card in self.rest)


@dataclass
class Trick:
    """One trick, its plays in order."""

    number: int
    leader: str
    led_suit: str
    plays: list[Play]
    winner: str


@dataclass
class Table:
    """A whole deal. `seats` are all players from the dealer on; `active` those who play cards."""

    deal: dict[str, Any]
    pack: Pack
    seats: list[str]
    active: list[str]
    tricks: list[Trick] = field(default_factory=list)

    @property
    def dealer(self) -> str:
        """Seat 0."""
        return self.seats[0]

    def others(self, *players: str) -> list[str]:
        """Those who play cards, less the named, in seat order."""
        return [name for name in self.active if name not in players]

    def plays(self) -> list[Play]:
        """Every play of the deal in order."""
        return [play for trick in self.tricks for play in trick.plays]

    def quinola_play(self) -> Play | None:
        """The play of the quinola; none if it is out of play."""
        return next((play for play in self.plays() if play.card == self.pack.quinola), None)

    def points(self) -> dict[str, int]:
        """R7, X4: card points in the tricks that each player won."""
        total = dict.fromkeys(self.active, 0)
        for trick in self.tricks:
            total[trick.winner] += sum(self.pack.points[play.card] for play in trick.plays)
        return total

    def tricks_won(self) -> dict[str, int]:
        """How many tricks each player won."""
        total = dict.fromkeys(self.active, 0)
        for trick in self.tricks:
            total[trick.winner] += 1
        return total

    def winner_of_first_nine(self) -> str | None:
        """The player who won all of tricks 1–9."""
        winners = {trick.winner for trick in self.tricks[:9]}
        return winners.pop() if len(winners) == 1 else None

    def declared(self, kind: str) -> str | None:
        """Who declared `napolitana`, `espagnolette` or `revesino`."""
        return (self.deal.get("declarations") or {}).get(kind)


def in_seat_order(players: list[str], dealer: str) -> list[str]:
    """Players round the table from the dealer on, seat 0 first."""
    start = players.index(dealer)
    return players[start:] + players[:start]


def read_table(deal: dict[str, Any], pack: Pack, dealer_sits_out: bool = False) -> Table:
    """R4, R5, X2: replay the recorded tricks; each is won by the highest card of the led suit."""
    seats = in_seat_order(deal["players"], deal["dealer"])
    active = seats[1:] if dealer_sits_out else seats
    table = Table(deal, pack, seats, active)
    rest: dict[str, list[str]] = {name: [] for name in active}
    for record in deal["tricks"]:
        for name, card in zip(in_seat_order(active, record["leader"]), record["cards"], strict=True):
            rest[name].append(card)
    number = 0
    for index, record in enumerate(deal["tricks"], start=1):
        leader, led_suit = record["leader"], suit_of(record["cards"][0])
        plays = []
        for name, card in zip(in_seat_order(active, leader), record["cards"], strict=True):
            number += 1
            plays.append(Play(name, card, index, leader, led_suit, number, rest[name][index:]))
        best = max((play for play in plays if play.followed), key=lambda play: pack.strength[play.card])
        table.tricks.append(Trick(index, leader, led_suit, plays, best.player))
    return table
