"""Why a record is wrong, in a sentence: what is recorded, what it would follow from, and what is right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from audit.cards import Pack
from audit.language import N_, _, ngettext
from audit.text.cards import card_in_words
from audit.text.figures import ENTRIES, SUBJECTS, account, figure, label, too_much
from audit.text.lines import clean, listed, number, plain, ranges

Row = Mapping[str, Any]

LEADS: Mapping[str, str] = {
    "points": N_("{player}'s {value} in points is what comes out if {cause}"),
    "tricks": N_("{player}'s {value} in tricks is what comes out if {cause}"),
    "trick_winner": N_("{value} as the winner of trick {trick} is what comes out if {cause}"),
    "winner": N_("{value} as the winner is what comes out if {cause}"),
    "payment": N_("The payment of {value} from {payer} to {payee} is what comes out if {cause}"),
    "fondo_start": N_("The fondo of {value} after the stakes is what comes out if {cause}"),
    "fondo_end": N_("The fondo of {value} at the end is what comes out if {cause}"),
    "net": N_("{player}'s net of {value} is what comes out if {cause}"),
    "balance": N_("{player}'s balance of {value} is what comes out if {cause}"),
}
"""How a sentence begins, by the claim that it is about."""

NOTHING_WRONG = N_("Everything recorded is what comes out if {cause}")

CAUSES: Mapping[str, str] = {
    "card-value": N_("{card} counts {value}"),
    "trick-to-wrong-player": N_("trick {trick} is credited to {player}"),
    "edge-not-doubled": N_("what is paid in trick {trick} is not doubled"),
    "doubled-wrongly": N_("what is paid in trick {trick} is doubled"),
    "payment-omitted": N_("“{what}” is left out"),
    "payment-twice": N_("“{what}” is paid twice"),
    "payment-reversed": N_("“{what}” is paid the wrong way round"),
    "payment-wrong-player": N_("{player} is taken for the one who pays or receives for “{what}”"),
    "fondo-not-taken": N_("“{what}” does not empty the fondo"),
    "fondo-not-doubled": N_("“{what}” adds nothing to the fondo"),
    "stake-omitted": N_("{player} does not stake"),
    "fee-omitted": N_("the dealer does not put in the fee"),
    "renewal-missed": N_("only the dealer pays in, where all had to stake"),
    "renewal-needless": N_("all stake, where only the dealer had to pay in"),
    "returns-omitted": N_("what an undertaken revesino gives back is not given back"),
    "fine-omitted": N_("{player} does not pay the fine for the renuncio"),
    "bar-ignored": N_("{player} is paid in spite of the renuncio"),
    "tie-break": N_("the tie is decided for {player}"),
    "wrong-winner": N_("{player} is taken for the winner"),
    "swap": N_("in the line of {line} the figures of {players} stand in each other's place"),
    "shift": N_("the figures in the line of {line} stand too far to the right (columns: {by})"),
    "digits": N_("the digits of “{figure}” are exchanged"),
    "sign": N_("“{figure}” has the wrong sign"),
    "slip": N_("“{figure}” is written {off}"),
    "reading": N_("the house plays `{option}: {value}`"),
}
"""What was done, by the id of the mistake."""

RIGHTS: Mapping[str, str] = {
    "card-value": N_("it counts {right}"),
    "trick-to-wrong-player": N_("{right} won it"),
    "edge-not-doubled": N_("it has to be"),
    "doubled-wrongly": N_("it must not be"),
    "tie-break": N_("{right} has won"),
    "wrong-winner": N_("{right} has won"),
    "reading": N_("recorded as `{option}: {right}`"),
}
"""What is right instead, where that can be said in a few words."""

FIRST: Mapping[str, Sequence[str]] = {
    "card-value": ("points", "winner"),
    "trick-to-wrong-player": ("trick_winner", "tricks", "points"),
    "tie-break": ("winner",),
    "wrong-winner": ("winner",),
    "stake-omitted": ("fondo_start", "net"),
    "fee-omitted": ("fondo_start", "net"),
    "renewal-missed": ("fondo_start", "net"),
    "renewal-needless": ("fondo_start", "net"),
    "fondo-not-taken": ("fondo_end", "payment", "net"),
    "fondo-not-doubled": ("fondo_end", "payment", "net"),
}
"""Which claim a cause shows in first."""

BY_MONEY = ("payment", "net", "fondo_end", "fondo_start", "balance", "points", "winner", "tricks", "trick_winner")


def sentence(explanation: Row, sources: Mapping[str, str], pack: Pack) -> str:
    """An explanation in a sentence or two; `sources` are the paragraphs that each rule is read from."""
    pairs = list(zip(explanation["causes"], explanation["grounds"], strict=True))
    made = [(cause, ground) for cause, ground in pairs if cause.get("id") != "carry"]
    carried = _carried([cause["deal"] for cause, _ground in pairs if cause.get("id") == "carry"], alone=not made)
    if not made:
        return clean(carried)
    causes = listed([_cause(cause, pack) for cause, _ground in made])
    claims = [one for one in explanation["explains"] if one["carried_from"] is None]
    first = _first(made[0][0], claims) if claims else None
    if first is None:
        text = _(NOTHING_WRONG).format(cause=causes)
    else:
        text = _(LEADS[first["claim"]]).format(cause=causes, **_words(first))
    rights = [right for cause, ground in made if (right := _right(cause, ground, sources))]
    if rights:
        text += "; " + listed(rights)
    return clean(" ".join(filter(None, [text + ".", _followers(first, claims), carried])))


def _carried(deals: Sequence[int], *, alone: bool) -> str:
    """That earlier errors are carried on."""
    if not deals:
        return ""
    names = ranges(deals)
    if alone:
        text = ngettext("off only because of deal {deals}.", "off only because of deals {deals}.", len(set(deals)))
    else:
        text = ngettext(
            "What is off since deal {deals} is carried on besides.",
            "What is off since deals {deals} is carried on besides.",
            len(set(deals)),
        )
    return text.format(deals=names)


def _cause(cause: Row, pack: Any) -> str:
    """What was done otherwise."""
    name = cause.get("id", "reading")
    words = {key: value for key, value in cause.items() if key not in ("kind", "id")}
    if "card" in words:
        words["card"] = card_in_words(words["card"], pack)
    if "claim" in words:
        words["line"] = _(SUBJECTS.get(words["claim"], words["claim"]))
        words["figure"] = label({"player": None, "trick": None} | dict(cause))
    if "by" in words and name == "slip":
        words["off"] = too_much(words["by"], words["by"])
    if "players" in words:
        words["players"] = listed(words["players"])
    if "rule" in words:
        words["what"] = _entry(words["rule"], words.get("trick"))
    if "option" in words:
        words["value"] = plain(words["value"])
    return _(CAUSES[name]).format(**words)


def _entry(rule: str, trick: int | None) -> str:
    what = _(ENTRIES[rule]) if rule in ENTRIES else rule
    return _("{what}, trick {trick}").format(what=what, trick=trick) if trick else what


def _right(cause: Row, ground: Row, sources: Mapping[str, str]) -> str:
    """What is right, and by which rule."""
    name, rule = cause.get("id", "reading"), ground["rule"]
    where = ", ".join(filter(None, [rule, sources.get(rule or "", "")]))
    said = ""
    if name in RIGHTS and (ground["right"] is not None or name in ("edge-not-doubled", "doubled-wrongly")):
        right = plain(ground["right"]) if name == "reading" else ground["right"]
        said = _(RIGHTS[name]).format(right=right, option=cause.get("option", ""))
    if said:
        return f"{said} ({where})" if where else said
    return _("see {rule}").format(rule=where) if where else ""


def _first(cause: Row, claims: Sequence[Row]) -> Row:
    """The claim in which a cause shows first."""
    own = cause.get("claim")
    order = (own, *FIRST.get(cause.get("id", ""), ()), *BY_MONEY)
    places = {name: place for place, name in reversed(list(enumerate(order)))}
    player = cause.get("player")
    return min(claims, key=lambda one: (places.get(one["claim"], len(order)), player not in (None, one["player"])))


def _words(claim: Row) -> dict[str, str]:
    return {
        "value": figure(claim["claim"], claim["recorded"]),
        "player": claim["player"] or "",
        "trick": str(claim["trick"] or ""),
        "payer": account(claim.get("from") or ""),
        "payee": account(claim.get("to") or ""),
    }


def _followers(first: Row | None, claims: Sequence[Row]) -> str:
    """What else is explained."""
    others = [one for one in claims if one is not first]
    if not others:
        return ""
    if len(others) == 1:
        return _("From it follows: {what}.").format(what=label(others[0]))
    subjects = dict.fromkeys(_(SUBJECTS[one["claim"]]) for one in others)
    text = ngettext("From it follows {n} more figure: {what}.", "From it follow {n} more figures: {what}.", len(others))
    return text.format(n=number(len(others)), what=listed(list(subjects)))


def left(claims: Sequence[Row]) -> str:
    """What an explanation leaves wrong."""
    return clean(_("It leaves unexplained: {what}.").format(what=listed([label(one) for one in claims])))
