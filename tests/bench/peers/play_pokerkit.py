"""pokerkit: hands of no-limit hold'em, replayed from their `.phh` text and from parsed histories."""

from __future__ import annotations

import random

from pokerkit import (  # type: ignore[import-not-found]  # it is in the peers' environment only
    Automation,
    HandHistory,
    NoLimitTexasHoldem,
)

from tests.bench.peers.timing import report

HANDS = 100
PLAYERS = 6


def random_hand() -> tuple[str, list[int]]:
    """A complete hand as `.phh` text, every card known, and the stacks at its end."""
    game = NoLimitTexasHoldem(tuple(Automation), True, 0, (50, 100), 100)
    state = game([10_000] * PLAYERS, PLAYERS)
    while state.status:
        chance = random.random()
        if state.checking_or_calling_amount and chance < 0.4:
            state.fold()
        elif chance > 0.8 and state.can_complete_bet_or_raise_to():
            least = state.min_completion_betting_or_raising_to_amount
            most = state.max_completion_betting_or_raising_to_amount
            state.complete_bet_or_raise_to(min(most, least * random.randint(1, 3)))
        else:
            state.check_or_call()
    return HandHistory.from_game_state(game, state).dumps(), list(state.stacks)


def replay(history: HandHistory) -> list[int]:
    """The stacks at the end of a hand."""
    *_, last = history
    return list(last.stacks)


def main() -> None:
    """Measure."""
    random.seed(1)
    hands = [random_hand() for _ in range(HANDS)]
    histories = [HandHistory.loads(text) for text, _ in hands]
    if [replay(history) for history in histories] != [stacks for _, stacks in hands]:
        raise SystemExit("the hands replayed end otherwise than the hands played")
    parsing = "hands, .phh text parsed and replayed"
    report("pokerkit", parsing, lambda: [replay(HandHistory.loads(text)) for text, _ in hands], HANDS)
    report("pokerkit", "hands, parsed before, replayed", lambda: [replay(history) for history in histories], HANDS)


if __name__ == "__main__":
    main()
