"""Hashes of what the rules are, so that it can be told by which rules something was settled."""

from __future__ import annotations

import functools
import hashlib
import json

from audit.ruleset import Ruleset, load, ruleset_ids


def fingerprint(rules: Ruleset) -> str:
    """A hash of everything by which `rules` settles, house rules included; wording is not part of it."""
    settled_by = {
        "id": rules.id,
        "pack": rules.pack.value,
        "players": rules.players,
        "seats": rules.seats,
        "tricks": rules.tricks,
        "hand": dict(rules.hand),
        "next_dealer": rules.next_dealer,
        "quinola": rules.quinola,
        "ace": rules.ace,
        "strength": rules.strength.tolist(),
        "points": rules.points.tolist(),
        "course": rules.course,
        "stakes": rules.stakes,
        "passes": rules.passes,
        "rules": list(rules.clauses),
        "values": dict(rules.values),
    }
    return hashlib.sha256(json.dumps(settled_by, sort_keys=True).encode()).hexdigest()


@functools.cache
def of_all() -> str:
    """A hash of all rulesets at their defaults."""
    return hashlib.sha256("".join(fingerprint(load(name)) for name in ruleset_ids()).encode()).hexdigest()
