"""The wording of findings: what is wrong and, where there is one, the remedy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from audit.cards import NAMES
from audit.findings import Finding
from audit.language import N_, _, ngettext
from audit.text.lines import listed, number, signed
from audit.text.payments import lacking

WORDING: Mapping[str, str] = {
    "unknown-card": N_("{where}{card} is not a card of this game's pack and counts as unknown. Correct the card."),
    "duplicate-card": N_(
        "{where}{card} is recorded more than once in this deal; where it was played it counts as unknown. Correct the "
        "wrong one."
    ),
    "card-not-held": N_(
        "{where}{player} plays {card}, which is not in the recorded hand. Correct the card, the hand or the exchange."
    ),
    "bad-hand-size": N_("{player} has {cards} cards recorded where {right} are dealt. Correct the hand."),
    "bad-exchange": N_("The exchange of {player} is not possible: {why}. Correct it."),
    "wrong-turn": N_(
        "{where}{card} stands in the place of {player}, but only {owner} can have played it; it counts as unknown. "
        "Correct the leader or the order of the cards."
    ),
    "wrong-leader": N_("{where}{player} leads, where {right} had to. Correct the leader, or the trick before."),
    "wrong-dealer": N_(
        "{player} deals, where it was the turn of {right}. The deal is settled as recorded. Correct the dealer, here "
        "or in the deal before."
    ),
    "revoke": N_(
        "{where}{player} plays {card} without following suit, although still holding the suit led (renuncio). The deal "
        "is settled as it was played."
    ),
    "bad-declaration": N_("{player} cannot declare the {declaration}, which is void: {why}."),
    "conflict": N_(
        "{other} says something else of this deal. Both are shown, and neither is used for what follows: remove the "
        "wrong one, or choose one with `revesino resolve` where they are in a database."
    ),
    "unbalanced-net": N_(
        "The recorded nets add up to {sum}, the fondo is left with {fondo_end}: {total} together, where the fondo held "
        "{before} before the stakes. Look for a wrong or missing sign among the nets, or a wrong fondo."
    ),
    "session-short": N_("The session has {deals} deals of the {agreed} agreed."),
    "session-long": N_("The session goes on to deal {deals}, past the {agreed} agreed."),
    "player-broke": N_("{player} has no chips left after deal {deal}, which ends the session."),
    "player-broke.goes-on": N_("{player} has no chips left after deal {deal}, which ends the session, but it goes on."),
    "inconsistent-record.points": N_("The recorded points add up to {sum}; the tricks of a deal hold {most}."),
    "inconsistent-record.points.none-below-0": N_(
        "The recorded points add up to {sum}; the tricks of a deal hold {most}, and none are below 0."
    ),
    "inconsistent-record.points.range": N_(
        "The recorded points add up to {sum}; the tricks of a deal hold between {least} and {most}."
    ),
    "inconsistent-record.points.range.none-below-0": N_(
        "The recorded points add up to {sum}; the tricks of a deal hold between {least} and {most}, and none are "
        "below 0."
    ),
    "inconsistent-record.tricks": N_("The recorded tricks add up to {sum}; a deal has {right}."),
    "inconsistent-record.tricks.none-below-0": N_(
        "The recorded tricks add up to {sum}; a deal has {right}, and none are below 0."
    ),
    "inconsistent-record.trick-winners.player": N_(
        "Tricks of {player}: {won} recorded one by one, {tricks} in all. Correct the number, or who won a trick."
    ),
    "inconsistent-record.trick-winners.open": N_(
        "Tricks without a recorded winner: {open}; the recorded numbers of tricks need {needed}. Correct a number, or "
        "who won a trick."
    ),
    "inconsistent-record.points-tricks.most": N_(
        "The recorded points and tricks cannot all be right: the tricks of {players} hold {most} points at most, and "
        "{sum} are recorded."
    ),
    "inconsistent-record.points-tricks.least": N_(
        "The recorded points and tricks cannot all be right: the tricks of {players} hold {least} points at least, and "
        "{sum} are recorded."
    ),
    "inconsistent-record.winner.points": N_(
        "{winner} as winner and the recorded points and tricks cannot all be right: {better} has fewer points."
    ),
    "inconsistent-record.winner.tricks": N_(
        "{winner} as winner and the recorded points and tricks cannot all be right: {better} has as many points and "
        "fewer tricks."
    ),
    "inconsistent-record.winner.no-more": N_(
        "{winner} as winner and the recorded points and tricks cannot all be right: {better} has no more points, and "
        "fewer tricks."
    ),
    "inconsistent-record.winner.seat": N_(
        "{winner} as winner and the recorded points, tricks and dealer cannot all be right: {better} has no more of "
        "either, and the better seat."
    ),
    "inconsistent-record.winner.all": N_(
        "{winner} as winner and the recorded points and tricks cannot all be right: {better} has every trick."
    ),
    "inconsistent-record.winner.undeclared": N_(
        "{winner} has every trick, but no revesino of {winner} is recorded; without it the fewest points win. Record "
        "it, or correct the winner."
    ),
    "inconsistent-record.winner.sits-out": N_(
        "{winner} is recorded as winner and as dealer, who sits the deal out. Correct the winner or the dealer."
    ),
    "inconsistent-record.balance": N_(
        "The recorded balance of {player} is {balance}; the one before and this deal's net make {expected}. One of the "
        "three is wrong."
    ),
    "inconsistent-record.fondo.left": N_(
        "By the recorded nets and balances the players come to {sum} in this deal, and the fondo is left with "
        "{fondo_end}: {total} together, where the fondo held {held} before the stakes. Look for a wrong or missing "
        "sign, or a wrong fondo."
    ),
    "inconsistent-record.fondo.left-at-most": N_(
        "By the recorded nets and balances the players come to {sum} in this deal, and the fondo is left with "
        "{fondo_end}: {total} together, where the fondo held no more than {held} before the stakes. Look for a wrong "
        "or missing sign, or a wrong fondo."
    ),
    "inconsistent-record.fondo.won": N_(
        "By the recorded nets and balances the players come to {sum} in this deal, where the fondo held no more than "
        "{held} before the stakes. Look for a wrong or missing sign, or a wrong fondo."
    ),
    "rules-differ": N_(
        "The records of this session name different rules or house rules, so that none of it is settled. Write the "
        "same `reglas` and `opcion` lines in each, or choose one with `revesino resolve` where they are in a database."
    ),
}
"""By the code of the finding; where one code has several sentences, what tells them apart follows it."""

EXCHANGE_FAULTS: Mapping[str, str] = {
    "none-here": N_("this game has no exchange"),
    "not-held": N_("the card discarded is not in the recorded hand"),
    "dealer-took": N_("the dealer takes no card"),
    "dealer-declined": N_("the dealer must discard a card"),
    "half": N_("who discards takes a card of the stock, and who does not takes none"),
    "not-own-stock": N_("the card taken is another seat's stock card"),
}

DECLARATION_FAULTS: Mapping[str, str] = {
    "cards": N_("the hand did not hold the cards that it needs"),
    "tricks": N_("whoever declares it must have won the first nine tricks"),
    "sits-out": N_("the dealer sits this deal out"),
    "unknown": N_("this game does not have it"),
}

AMOUNTS = frozenset({"sum", "fondo_end", "total", "before", "balance", "expected", "most", "least", "held"})
"""What is told as a number of tantos or points, with its thousands set apart."""


def finding_message(finding: Finding) -> str:
    """The finding in words, in the language that is spoken."""
    words = _words(finding)
    if finding.code == "missing-payment":
        about = {name: words[name] for name in ("where", "amount", "rule")}
        return lacking(words["from"], words["to"], **about)
    shown = {
        name: number(value) if name in AMOUNTS and isinstance(value, int) else value for name, value in words.items()
    }
    return _template(finding, words).format_map(shown)


def _template(finding: Finding, words: Mapping[str, Any]) -> str:
    """The sentence for the finding, with its placeholders."""
    match finding.code:
        case "conflict" if "other" not in finding.params:
            return _(WORDING["rules-differ"])
        case "missing-tricks":
            return ngettext(
                "No card of trick {tricks} is recorded, or none that could be read counts; what hangs on that is not "
                "decided.",
                "No card of tricks {tricks} is recorded, or none that could be read counts; what hangs on that is not "
                "decided.",
                len(finding.params["tricks"]),
            )
        case "player-broke" if words["last"] > words["deal"]:
            return _(WORDING["player-broke.goes-on"])
        case "inconsistent-record":
            return _(WORDING[_inconsistency(words)])
    return _(WORDING[finding.code])


def _inconsistency(words: Mapping[str, Any]) -> str:
    """Which sentence says how a record contradicts itself."""
    name = f"inconsistent-record.{words['what']}"
    match words["what"]:
        case "points":
            name += ".range" if words["least"] != words["most"] else ""
            return name + (".none-below-0" if words["negative"] else "")
        case "tricks":
            return name + (".none-below-0" if words["negative"] else "")
        case "points-tricks":
            return name + (".most" if words["beyond"] else ".least")
        case "winner" | "trick-winners" | "fondo":
            return f"{name}.{words['by']}"
    return name


def _words(finding: Finding) -> dict[str, Any]:
    """What the sentences fill in."""
    words: dict[str, Any] = dict(finding.params)
    words["player"] = finding.player or _("somebody")
    words["card"] = "" if finding.card is None else NAMES[finding.card]
    words["where"] = _("Trick {trick}: ").format(trick=finding.trick) if finding.trick else ""
    match finding.code:
        case "bad-exchange":
            words["why"] = _(EXCHANGE_FAULTS[words["why"]])
        case "bad-declaration":
            words["why"] = _(DECLARATION_FAULTS[words["why"]])
        case "inconsistent-record" if words["what"] == "balance":
            words["expected"] = words["before"] + words["net"]
        case "inconsistent-record" if words["what"] == "points-tricks":
            words["beyond"] = words["sum"] > words["most"]
            words["players"] = listed(words["players"])
        case "inconsistent-record" if words["what"] == "fondo":
            words["total"] = words["sum"] + words["fondo_end"]
            words["sum"] = signed(words["sum"])
        case "unbalanced-net":
            words["sum"] = signed(words["nets"])
            words["total"] = words["nets"] + words["fondo_end"]
        case "missing-tricks":
            words["tricks"] = listed([str(trick) for trick in words["tricks"]])
    return words
