"""How scorers err: every mistake that an explanation may name, as what it changes in a deal."""

from __future__ import annotations

from audit.simulate.mistakes import counting, paying, staking, writing
from audit.simulate.mistakes.registry import MISTAKES, WEIGHTS, Case, Mistake, values_of

__all__ = ["MISTAKES", "WEIGHTS", "Case", "Mistake", "counting", "paying", "staking", "values_of", "writing"]
