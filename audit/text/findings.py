"""The wording of findings: one sentence for what is wrong and, where there is one, one for the remedy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from audit.cards import NAMES
from audit.findings import Finding

WORDING: Mapping[str, str] = {
    "unknown-card": "{where}{card} is not a card of this game's pack; it counts as unknown. Correct the card.",
    "duplicate-card": "{where}{card} appears more than once in this deal, so that each of its plays counts as "
    "unknown. Correct the wrong one.",
    "card-not-held": "{where}{player} plays {card}, which is not in his recorded hand. Correct the card, his hand "
    "or his exchange.",
    "bad-hand-size": "{player} has {cards} cards recorded where {right} are dealt. Correct his hand.",
    "bad-exchange": "The exchange of {player} is not possible: {why}. Correct it.",
    "wrong-turn": "{where}{card} stands in the place of {player}, but only {owner} can have played it; it counts as "
    "unknown. Correct the leader or the order of the cards.",
    "wrong-leader": "{where}{player} leads, where {right} had to lead. Correct the leader, or the trick before.",
    "wrong-dealer": "{player} deals, where it was the turn of {right}. Correct the dealer, or the deal before.",
    "revoke": "{where}{player} plays {card} and does not follow suit, although he still holds the suit led (renuncio).",
    "bad-declaration": "The {declaration} of {player} is void: {why}.",
    "conflict": "Another record of this deal says something else; both are shown and neither is used for what "
    "follows. Decide which is right and remove the other.",
    "unbalanced-net": "The recorded nets add up to {nets:+d} and the fondo is left with {fondo_end}; together that "
    "must be the {before} that the fondo held before the stakes, and is {sum}.",
    "inconsistent-record": "{what}",
    "missing-tricks": "Not all cards are recorded in {tricks}; what hangs on them is undetermined.",
    "missing-payment": "{where}no payment is recorded of {amount} from {from} to {to} ({rule}).",
    "session-short": "The session has {deals} deals of the {agreed} agreed.",
    "session-long": "The session goes on to deal {deals}, past the {agreed} agreed.",
    "player-broke": "{player} has no chips left after deal {deal}, which ends the session{then}.",
}

EXCHANGE_FAULTS: Mapping[str, str] = {
    "none-here": "this game has no exchange",
    "not-held": "the card discarded is not in his recorded hand",
    "dealer-took": "the dealer takes no card",
    "dealer-declined": "the dealer must discard a card",
    "half": "one who discards takes his stock card, and only he",
    "not-own-stock": "the card taken is not his own stock card",
}

DECLARATION_FAULTS: Mapping[str, str] = {
    "cards": "he did not hold the cards that it takes",
    "tricks": "he had not won each of the first nine tricks",
    "unknown": "this game does not have it",
}

INCONSISTENCIES: Mapping[str, str] = {
    "points": "The recorded points add up to {sum}; the tricks of a deal hold {least} to {most}, and no points are "
    "below 0.",
    "tricks": "The recorded tricks add up to {sum} where a deal has {right}, and none are below 0.",
    "winner": "{winner} is recorded as winner, but by the recorded figures {better} has {by}.",
    "balance": "The recorded balance of {player} is {balance}; the one before and this deal's net make {expected}.",
}


FEWER: Mapping[str, str] = {"points": "fewer points", "tricks": "as many points and fewer tricks", "all": "every trick"}
"""Why another than the recorded winner won."""


def finding_message(finding: Finding) -> str:
    """The finding in words."""
    return WORDING[finding.code].format_map(_words(finding))


def _words(finding: Finding) -> dict[str, Any]:
    """What the sentences fill in."""
    words: dict[str, Any] = dict(finding.params)
    words["player"] = words.get("player") or finding.player or "somebody"
    words["card"] = "" if finding.card is None else NAMES[finding.card]
    words["where"] = f"Trick {finding.trick}: " if finding.trick else ""
    match finding.code:
        case "bad-exchange":
            words["why"] = EXCHANGE_FAULTS[words["why"]]
        case "bad-declaration":
            words["why"] = DECLARATION_FAULTS[words["why"]]
        case "inconsistent-record":
            if "before" in words:
                words["expected"] = words["before"] + words["net"]
            words["by"] = FEWER.get(words.get("by", ""), "")
            words["what"] = INCONSISTENCIES[words["what"]].format_map(words)
        case "unbalanced-net":
            words["sum"] = words["nets"] + words["fondo_end"]
        case "missing-tricks":
            listed = ", ".join(str(trick) for trick in words["tricks"])
            words["tricks"] = f"trick {listed}" if len(words["tricks"]) == 1 else f"tricks {listed}"
        case "missing-payment" if not finding.trick:
            words["where"] = "Outside the tricks "
        case "player-broke":
            words["then"] = ", but it goes on" if words["last"] > words["deal"] else ""
    return words
