"""endplay: bridge boards, played card by card and scored, from PBN text and from parsed boards."""

from __future__ import annotations

import random

from endplay.parsers import pbn  # type: ignore[import-not-found]  # it is in the peers' environment only
from endplay.types import (  # type: ignore[import-not-found]  # likewise
    Board,
    Card,
    Contract,
    Deal,
    Denom,
    Player,
    Rank,
)

from tests.bench.peers.timing import report

BOARDS = 200
TRUMPS = [Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs, Denom.nt]


def random_board(number: int) -> Board:
    """A board with a contract and 52 plays, each drawn from those that follow suit."""
    deck = [Card(suit=suit, rank=rank) for suit in Denom.suits() for rank in Rank]
    random.shuffle(deck)
    declarer = random.choice(list(Player))
    contract = Contract(level=random.randint(1, 4), denom=random.choice(TRUMPS), declarer=declarer, result=0)
    deal = Deal(first=declarer.lho, trump=contract.denom)
    hands = {player: deck[13 * place : 13 * place + 13] for place, player in enumerate(Player)}
    for player, cards in hands.items():
        for card in cards:
            deal[player].add(card)
    board = Board(deal=deal, board_num=number, contract=contract)
    for place in range(52):
        own = hands[deal.curplayer]
        led = board.play[place - place % 4].suit if place % 4 else None
        card = random.choice([card for card in own if card.suit == led] or own)
        own.remove(card)
        board.play.append(card)
        deal.play(card)
    return board


def score(board: Board) -> int:
    """What the declarer scores, after every card is played and every trick won."""
    deal, contract = board.deal.copy(), board.contract.copy()
    declarers = (contract.declarer, contract.declarer.partner)
    tricks = 0
    for place, card in enumerate(board.play):
        deal.play(card)
        if place % 4 == 3:
            tricks += deal.first in declarers
    contract.result = tricks - contract.level - 6
    return int(contract.score(board.vul))


def main() -> None:
    """Measure."""
    random.seed(1)
    made = [random_board(number + 1) for number in range(BOARDS)]
    text = pbn.dumps(made)
    boards = pbn.loads(text)
    if [(board.play, score(board)) for board in boards] != [(board.play, score(board)) for board in made]:
        raise SystemExit("the boards read are not the boards written")
    reading = "boards, PBN text parsed, played, scored"
    report("endplay", reading, lambda: [score(board) for board in pbn.loads(text)], BOARDS)
    report("endplay", "boards, parsed before, played, scored", lambda: [score(board) for board in boards], BOARDS)


if __name__ == "__main__":
    main()
