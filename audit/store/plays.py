"""The plays of a deal as one compact value."""

from __future__ import annotations

from audit.model import Deal, Trick

NO_LEADER, NO_TRICK = 255, 254
"""In the place of the leader: none is named; the trick is not recorded."""

NO_CARDS = 255
"""In the place of a card that is not there: the trick's cards are not usable, or the list is shorter than others."""


def encode_plays(deal: Deal) -> bytes:
    """`[width]`, then for each trick the leader's place and `width` cards."""
    width = max([len(trick.cards or ()) for trick in deal.tricks.values()], default=0)
    plays, seat, nothing = [width], deal.players.index, [NO_CARDS] * width
    for number in range(1, max(deal.tricks, default=0) + 1):
        trick = deal.tricks.get(number)
        if trick is None:
            plays.append(NO_TRICK)
            plays += nothing
            continue
        plays.append(NO_LEADER if trick.leader is None else seat(trick.leader))
        cards = trick.cards or ()
        plays += cards
        plays += nothing[len(cards) :]
    return bytes(plays)


def decode_plays(plays: bytes, players: tuple[str, ...]) -> dict[int, Trick]:
    """The tricks that `encode_plays` wrote, by their numbers."""
    width = plays[0]
    tricks = {}
    for number, begin in enumerate(range(1, len(plays), width + 1), 1):
        leader, cards = plays[begin], plays[begin + 1 : begin + 1 + width].rstrip(bytes([NO_CARDS]))
        if leader != NO_TRICK:
            tricks[number] = Trick(None if leader == NO_LEADER else players[leader], tuple(cards) or None)
    return tricks
