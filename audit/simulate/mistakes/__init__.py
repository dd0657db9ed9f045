"""How scorers err: every mistake that an explanation may name, as what it changes in a deal."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from audit.simulate.mistakes import counting, paying, staking, writing
from audit.simulate.mistakes.registry import Case, Kind, Mistake, kinds_of, values_of

__all__ = ["MISTAKES", "WEIGHTS", "Case", "Kind", "Mistake", "values_of"]

MISTAKES: Mapping[str, Kind] = kinds_of(counting, paying, staking, writing)
"""By id."""

WEIGHTS: Mapping[str, float] = MappingProxyType({name: kind.weight for name, kind in MISTAKES.items()})
"""By id: how often each is made, against the others that can be made in the same deal."""
