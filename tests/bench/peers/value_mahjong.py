"""mahjong: winning hands of Riichi mahjong valued, patterns and payments."""

from __future__ import annotations

import random
from collections import Counter

from mahjong.constants import EAST, NORTH, SOUTH, WEST  # type: ignore[import-not-found]  # in the peers' environment
from mahjong.hand_calculating.hand import HandCalculator  # type: ignore[import-not-found]  # likewise
from mahjong.hand_calculating.hand_config import HandConfig  # type: ignore[import-not-found]  # likewise

from tests.bench.peers.timing import report

HANDS = 5_000  # none of them is still in the package's cache of 128 hands when its turn comes again
RUNS = [(9 * suit + low, 9 * suit + low + 1, 9 * suit + low + 2) for suit in range(3) for low in range(7)]
TRIPLETS = [(kind,) * 3 for kind in range(34)]
WINDS = (EAST, SOUTH, WEST, NORTH)

Hand = tuple[list[int], int, list[int], HandConfig]


def random_hand() -> Hand:
    """A concealed winning hand: its 14 tiles, the winning one, what shows the bonus tile, and how it was won."""
    while True:
        sets = [random.choice(RUNS if random.random() < 0.7 else TRIPLETS) for _ in range(4)]
        kinds = [kind for group in sets for kind in group] + [random.randrange(34)] * 2
        if max(Counter(kinds).values()) <= 4:
            break
    taken: Counter[int] = Counter()
    tiles = []
    for kind in sorted(kinds):
        tiles.append(4 * kind + taken[kind])
        taken[kind] += 1
    rest = [tile for tile in range(136) if tile not in tiles]
    how = HandConfig(
        is_riichi=True,
        is_tsumo=random.random() < 0.4,
        player_wind=random.choice(WINDS),
        round_wind=random.choice(WINDS[:2]),
    )
    return tiles, random.choice(tiles), [random.choice(rest)], how


def value(hand: Hand) -> int:
    """What the winner takes."""
    tiles, winning, indicators, how = hand
    worth = HandCalculator.estimate_hand_value(tiles, winning, dora_indicators=indicators, config=how)
    return int(worth.cost["total"])


def main() -> None:
    """Measure."""
    random.seed(1)
    hands = [random_hand() for _ in range(HANDS)]
    if min(value(hand) for hand in hands) <= 0:
        raise SystemExit("a winning hand is worth nothing")
    report("mahjong", "winning hands valued", lambda: [value(hand) for hand in hands], HANDS)


if __name__ == "__main__":
    main()
