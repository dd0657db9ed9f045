"""The wording of findings: what is wrong and, where there is one, the remedy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from audit.cards import NAMES
from audit.findings import Finding
from audit.text.lines import listed, signed

WORDING: Mapping[str, str] = {
    "unknown-card": "{where}{card} is not a card of this game's pack and counts as unknown. Correct the card.",
    "duplicate-card": "{where}{card} is recorded more than once in this deal; where it was played it counts as "
    "unknown. Correct the wrong one.",
    "card-not-held": "{where}{player} plays {card}, which is not in the recorded hand. Correct the card, the hand or "
    "the exchange.",
    "bad-hand-size": "{player} has {cards} cards recorded where {right} are dealt. Correct the hand.",
    "bad-exchange": "The exchange of {player} is not possible: {why}. Correct it.",
    "wrong-turn": "{where}{card} stands in the place of {player}, but only {owner} can have played it; it counts as "
    "unknown. Correct the leader or the order of the cards.",
    "wrong-leader": "{where}{player} leads, where {right} had to. Correct the leader, or the trick before.",
    "wrong-dealer": "{player} deals, where it was the turn of {right}. The deal is settled as recorded. "
    "Correct the dealer, here or in the deal before.",
    "revoke": "{where}{player} plays {card} without following suit, although still holding the suit led (renuncio). "
    "The deal is settled as it was played.",
    "bad-declaration": "{player} cannot declare the {declaration}, which is void: {why}.",
    "conflict": "{other} says something else of this deal. Both are shown, and neither is used for what follows: "
    "remove the wrong one.",
    "unbalanced-net": "The recorded nets add up to {sum}, the fondo is left with {fondo_end}: {total} together, where "
    "the fondo held {before} before the stakes. Look for a wrong or missing sign among the nets, or a wrong fondo.",
    "inconsistent-record": "{what}",
    "missing-tricks": "No card of {tricks} is recorded or could be read; what hangs on that is not decided.",
    "missing-payment": "{where}{amount} from {from} to {to} ({rule}) is not recorded.",
    "session-short": "The session has {deals} deals of the {agreed} agreed.",
    "session-long": "The session goes on to deal {deals}, past the {agreed} agreed.",
    "player-broke": "{player} has no chips left after deal {deal}, which ends the session{then}.",
}

EXCHANGE_FAULTS: Mapping[str, str] = {
    "none-here": "this game has no exchange",
    "not-held": "the card discarded is not in the recorded hand",
    "dealer-took": "the dealer takes no card",
    "dealer-declined": "the dealer must discard a card",
    "half": "who discards takes a card of the stock, and who does not takes none",
    "not-own-stock": "the card taken is another seat's stock card",
}

DECLARATION_FAULTS: Mapping[str, str] = {
    "cards": "the hand did not hold the cards that it needs",
    "tricks": "whoever declares it must have won the first nine tricks",
    "sits-out": "the dealer sits this deal out",
    "unknown": "this game does not have it",
}

INCONSISTENCIES: Mapping[str, str] = {
    "points": "The recorded points add up to {sum}; the tricks of a deal hold {held}.",
    "tricks": "The recorded tricks add up to {sum}; a deal has {right}.",
    "winner": "{winner} as winner and the recorded points and tricks cannot all be right: {better} has {by}.",
    "balance": "The recorded balance of {player} is {balance}; the one before and this deal's net make {expected}. One "
    "of the three is wrong.",
}

FEWER: Mapping[str, str] = {"points": "fewer points", "tricks": "as many points and fewer tricks", "all": "every trick"}
"""Why another than the recorded winner won."""

RULES_DIFFER = (
    "The records of this session name different rules or house rules, so that none of it is settled. Write the same "
    "`reglas` and `opcion` lines in each."
)


def finding_message(finding: Finding) -> str:
    """The finding in words."""
    if finding.code == "conflict" and "other" not in finding.params:
        return RULES_DIFFER
    return WORDING[finding.code].format_map(_words(finding))


def _words(finding: Finding) -> dict[str, Any]:
    """What the sentences fill in."""
    words: dict[str, Any] = dict(finding.params)
    words["player"] = finding.player or "somebody"
    words["card"] = "" if finding.card is None else NAMES[finding.card]
    words["where"] = f"Trick {finding.trick}: " if finding.trick else ""
    match finding.code:
        case "bad-exchange":
            words["why"] = EXCHANGE_FAULTS[words["why"]]
        case "bad-declaration":
            words["why"] = DECLARATION_FAULTS[words["why"]]
        case "inconsistent-record":
            words["what"] = INCONSISTENCIES[words["what"]].format_map(words | _figures(words))
        case "unbalanced-net":
            words["sum"] = signed(words["nets"])
            words["total"] = words["nets"] + words["fondo_end"]
        case "missing-tricks":
            tricks = [str(trick) for trick in words["tricks"]]
            words["tricks"] = f"trick{'s' if len(tricks) > 1 else ''} {listed(tricks)}"
        case "player-broke":
            words["then"] = ", but it goes on" if words["last"] > words["deal"] else ""
    return words


def _figures(words: Mapping[str, Any]) -> dict[str, Any]:
    """What a record that contradicts itself comes to."""
    match words["what"]:
        case "points":
            least, most = words["least"], words["most"]
            held = f"{most}" if least == most else f"between {least} and {most}"
            return {"held": held + (", and none are below 0" if words["negative"] else "")}
        case "winner":
            return {"by": FEWER[words["by"]]}
        case "balance":
            return {"expected": words["before"] + words["net"]}
    return {}
