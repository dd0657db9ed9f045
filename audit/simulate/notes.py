"""What a club scribbles under a deal. The record's own language is Spanish, whoever reads it."""

from __future__ import annotations

import random

from audit.simulate.truth import Truth

ANY_EVENING = (
    "se jugó con la baraja nueva",
    "llovía y empezamos tarde",
    "se paró a cenar después de este reparto",
    "hubo que barajar otra vez",
    "se fue la luz, se siguió con velas",
    "lo apuntó otro mientras el apuntador repartía",
    "invitó a café quien ganó",
    "la cuenta se repasó dos veces",
)

SUBSTITUTE = ("{new} se sienta por {old}", "{old} se va a casa, entra {new}", "{new} juega en el sitio de {old}")

MADE = ("¡{name} las hace todas!", "{name} va a todas y le sale")
CUT = ("a {name} lo cortaron", "{name} lo intentó y no pudo")
UNSAID = ("{name} se lleva las {tricks} bazas sin haberlo dicho",)
ANNOUNCED = ("napolitana de {name}", "{name} canta napolitana")
FOUR_ACES = ("espagnolette de {name}", "{name} declara la espagnolette")


def note_on(truth: Truth, rng: random.Random, rate: float) -> str | None:
    """A note on a deal: of what was rare in it often, of nothing in particular at `rate`."""
    chance = rng.random()
    if rate and chance < 0.7:
        text = _on_what_happened(truth, rng)
        if text is not None:
            return text
    return _one(ANY_EVENING, rng) if chance < rate else None


def _on_what_happened(truth: Truth, rng: random.Random) -> str | None:
    winners, deal = truth.outcome.trick_winners, truth.deal
    first, all_won = deal.players[winners[0]], len(set(winners)) == 1
    if any(line.rule in ("V2", "V3", "X8") for line in truth.outcome.lines):
        return _one(MADE if all_won else CUT, rng).format(name=first)
    if all_won:
        return _one(UNSAID, rng).format(name=first, tricks=len(winners))
    if deal.declarations.napolitana:
        return _one(ANNOUNCED, rng).format(name=deal.declarations.napolitana)
    if deal.declarations.espagnolette:
        return _one(FOUR_ACES, rng).format(name=deal.declarations.espagnolette)
    return None


def note_on_substitute(new: str, old: str, rng: random.Random) -> str:
    """A note that somebody took another's seat."""
    return _one(SUBSTITUTE, rng).format(new=new, old=old)


def _one(texts: tuple[str, ...], rng: random.Random) -> str:
    return texts[int(rng.random() * len(texts))]
