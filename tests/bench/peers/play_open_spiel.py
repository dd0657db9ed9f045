"""open_spiel: deals of Hearts through its Python binding, played at random and replayed as recorded."""

from __future__ import annotations

import random

import pyspiel  # type: ignore[import-not-found]  # it is in the peers' environment only

from tests.bench.peers.timing import report

DEALS = 2_000
HEARTS = pyspiel.load_game("hearts")


def play_out() -> pyspiel.State:
    """A deal from the shuffle to its end: each card dealt, passed and played is drawn from what is legal."""
    state = HEARTS.new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    return state


def replay(history: list[int]) -> list[float]:
    """The points at the end of a recorded deal."""
    state = HEARTS.new_initial_state()
    for action in history:
        state.apply_action(action)
    return list(state.returns())


def main() -> None:
    """Measure."""
    random.seed(1)
    ended = [play_out() for _ in range(DEALS)]
    histories = [state.history() for state in ended]
    if [replay(history) for history in histories] != [state.returns() for state in ended]:
        raise SystemExit("the deals replayed end otherwise than the deals played")
    report(
        "open_spiel", "deals of Hearts played at random", lambda: [play_out().returns() for _ in range(DEALS)], DEALS
    )
    often = histories * 5
    report("open_spiel", "deals of Hearts replayed", lambda: [replay(history) for history in often], len(often))


if __name__ == "__main__":
    main()
