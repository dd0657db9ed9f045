"""Why a record is wrong, in a sentence: what is recorded, what it would follow from, and what is right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from audit.cards import Pack
from audit.language import N_, _, ngettext
from audit.text.cards import card_in_words
from audit.text.figures import ENTRIES, SUBJECTS, figure, label, too_much
from audit.text.lines import clean, counted, listed, number, plain, ranges, times
from audit.text.payments import Between, transfer

Row = Mapping[str, Any]

LEADS: Mapping[str, str] = {
    "points": N_("{player}'s {value} in points is what comes out if {cause}"),
    "tricks": N_("{player}'s {value} in tricks is what comes out if {cause}"),
    "trick_winner": N_("{value} as the winner of trick {trick} is what comes out if {cause}"),
    "winner": N_("{value} as the winner is what comes out if {cause}"),
    "fondo_start": N_("The fondo of {value} after the stakes is what comes out if {cause}"),
    "fondo_end": N_("The fondo of {value} at the end is what comes out if {cause}"),
    "net": N_("{player}'s net of {value} is what comes out if {cause}"),
    "balance": N_("{player}'s balance of {value} is what comes out if {cause}"),
}
"""How a sentence begins, by the claim that it is about."""

PAYMENT = Between(
    N_("The payment of {value} from {payer} to {payee} is what comes out if {cause}"),
    N_("The payment of {value} from {payer} into the fondo is what comes out if {cause}"),
    N_("The payment of {value} from the fondo to {payee} is what comes out if {cause}"),
)

AGREES = N_("What is recorded agrees with itself if {cause}")
"""How a sentence begins where no figure is known to be wrong, but they cannot all be right."""

MOST_NAMED = 6
"""Payments, or figures left wrong, that are named one by one."""

CAUSES: Mapping[str, str] = {
    "card-value": N_("{card} counts {value}"),
    "trick-to-wrong-player": N_("trick {trick} is credited to {player}"),
    "edge-not-doubled": N_("what is paid in trick {trick} is not doubled"),
    "doubled-wrongly": N_("what is paid in trick {trick} is doubled"),
    "payment-omitted": N_("“{what}” is left out"),
    "payment-twice": N_("“{what}” is paid twice"),
    "payment-reversed": N_("“{what}” is paid the wrong way round"),
    "payment-wrong-player": N_("{player} is taken for the one who is paid for “{what}”"),
    "payment-wrong-player payer": N_("{player} is taken for the one who pays for “{what}”"),
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
"""What was done, by the id of the mistake, and the role of whom it names where that is not the usual one."""

RIGHTS: Mapping[str, str] = {
    "card-value": N_("it counts {right}"),
    "trick-to-wrong-player": N_("{right} won it"),
    "edge-not-doubled": N_("it has to be: {right}"),
    "doubled-wrongly": N_("it must not be: {right}"),
    "payment-twice": N_("due once is: {right}"),
    "bar-ignored": N_("nothing that would be paid to {player} is due"),
    "tie-break": N_("{right} has won"),
    "wrong-winner": N_("{right} has won"),
    "swap": N_("right is: {right}"),
    "shift": N_("right is: {right}"),
    "digits": N_("right is: {right}"),
    "sign": N_("right is: {right}"),
    "slip": N_("right is: {right}"),
    "reading": N_("recorded as `{option}: {right}`"),
}
"""What is right instead, by the id of the mistake."""

OF_SEVERAL = N_("right in “{what}” is: {right}")
"""The same of a mistake of the pen, where there are several causes."""

DUE = N_("due is: {right}")
"""The same of any mistake in what is paid."""

WITHOUT = ("bar-ignored",)
"""Mistakes of which what is right can be said without a value."""

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
    causes = listed(_each_once(_cause(cause, ground, pack) for cause, ground in made))
    claims = [one for one in explanation["explains"] if one["carried_from"] is None]
    first = _first(made[0][0], claims) if claims else None
    text = _(AGREES).format(cause=causes) if first is None else _lead(first, causes)
    text = "; ".join([text, *_rights(made, sources)])
    others = [one for one in claims if one is not first and not any(_is_about(cause, one) for cause, _ in made)]
    return clean(" ".join(filter(None, [text + ".", _followers(others, of=len(made)), carried])))


def _each_once(texts: Iterable[str]) -> list[str]:
    """The texts, each once, with how many times it holds."""
    return [times(text, count) for text, count in Counter(texts).items()]


def _lead(claim: Row, causes: str) -> str:
    """How the sentence begins: with the figure in which a cause shows."""
    value = figure(claim["claim"], claim["recorded"])
    if claim["claim"] == "payment":
        return PAYMENT.filled(claim["from"], claim["to"], value=value, cause=causes)
    words = {"value": value, "player": claim["player"] or "", "trick": str(claim["trick"] or "")}
    return _(LEADS[claim["claim"]]).format(cause=causes, **words)


def _is_about(cause: Row, claim: Row) -> bool:
    """Whether a cause, one of the pen, itself says of a claim how it was written wrongly."""
    if cause.get("claim") != claim["claim"]:
        return False
    if claim["claim"] == "payment":
        return all(cause[name] == claim[name] for name in ("trick", "from", "to"))
    return cause["id"] == "shift" or claim["player"] in cause.get("players", [cause.get("player")])


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


def _cause(cause: Row, ground: Row, pack: Any) -> str:
    """What was done otherwise."""
    name = cause.get("id", "reading")
    of_role = f"{name} {ground.get('role')}"
    words = {key: value for key, value in cause.items() if key not in ("kind", "id")}
    if "card" in words:
        words["card"] = card_in_words(words["card"], pack)
    if "claim" in words:
        words["line"] = _(SUBJECTS.get(words["claim"], words["claim"]))
        words["figure"] = _subject(cause)
    if "by" in words and name == "slip":
        words["off"] = too_much(words["by"], words["by"])
    if "players" in words:
        words["players"] = listed(words["players"])
    if "rule" in words:
        words["what"] = _entry(words["rule"], words.get("trick"))
    if "option" in words:
        words["value"] = plain(words["value"])
    return _(CAUSES[of_role if of_role in CAUSES else name]).format(**words)


def _entry(rule: str, trick: int | None) -> str:
    what = _(ENTRIES[rule]) if rule in ENTRIES else rule
    return _("{what}, trick {trick}").format(what=what, trick=trick) if trick else what


def _rights(made: Sequence[tuple[Row, Row]], sources: Mapping[str, str]) -> list[str]:
    """What is right, and by which rule, of each cause; what was said of one before is not said again."""
    found: dict[str, None] = {}
    told: set[str] = set()
    for cause, ground in made:
        rule = ground["rule"] or ""
        where = ", ".join(filter(None, [rule, sources.get(rule, "")]))
        said, reference = _right(cause, ground, alone=len(made) == 1), "" if rule in told else where
        told.add(rule)
        if said:
            found[f"{said} ({reference})" if reference else said] = None
        elif reference:
            found[_("see {rule}").format(rule=reference)] = None
    return list(found)


def _right(cause: Row, ground: Row, *, alone: bool) -> str:
    """What is right; empty where that is not known. Of several causes (not `alone`) it is said of which figure."""
    name, right = cause.get("id", "reading"), ground["right"]
    if right is None and name not in WITHOUT:
        return ""
    words = {"right": _value(cause, right), "option": cause.get("option", ""), "player": cause.get("player") or ""}
    if "claim" in cause and not alone:
        return _(OF_SEVERAL).format(what=_subject(cause), **words)
    return _(RIGHTS.get(name, DUE)).format(**words)


def _subject(cause: Row) -> str:
    """What a mistake of the pen was made in: a line, or a figure."""
    if cause["id"] in ("swap", "shift"):
        return _(SUBJECTS[cause["claim"]])
    return label({"player": None, "trick": None} | dict(cause))


def _value(cause: Row, right: Any) -> str:
    """What is right instead, in words: a figure, whose figures, who pays whom."""
    if "option" in cause:
        return plain(right)
    claim = cause.get("claim", "points")
    if isinstance(right, Mapping):
        return listed([f"{name} {figure(claim, value)}" for name, value in right.items()])
    if isinstance(right, list):
        paid = _each_once(transfer(one["from"], one["to"], one["amount"]) for one in right)
        return _few(paid, lambda n: counted("{n} more payment", "{n} more payments", n))
    return figure(claim, right)


def _few(texts: Sequence[str], rest: Callable[[int], str]) -> str:
    """The first of the texts, and how many more there are."""
    more = len(texts) - MOST_NAMED
    return listed([*texts[:MOST_NAMED], rest(more)] if more > 1 else texts)


def _first(cause: Row, claims: Sequence[Row]) -> Row:
    """The claim in which a cause shows first."""
    own = cause.get("claim")
    order = (own, *FIRST.get(cause.get("id", ""), ()), *BY_MONEY)
    places = {name: place for place, name in reversed(list(enumerate(order)))}
    player = cause.get("player")
    return min(claims, key=lambda one: (places.get(one["claim"], len(order)), player not in (None, one["player"])))


def _followers(others: Sequence[Row], of: int) -> str:
    """What else is explained, by one cause or by several."""
    if not others:
        return ""
    if len(others) == 1:
        text = _("From it follows: {what}.") if of == 1 else _("From them follows: {what}.")
        return text.format(what=label(others[0]))
    subjects = dict.fromkeys(_(SUBJECTS[one["claim"]]) for one in others)
    if of == 1:
        text = ngettext(
            "From it follows {n} more figure: {what}.", "From it follow {n} more figures: {what}.", len(others)
        )
    else:
        text = ngettext(
            "From them follows {n} more figure: {what}.", "From them follow {n} more figures: {what}.", len(others)
        )
    return text.format(n=number(len(others)), what=listed(list(subjects)))


def left(claims: Sequence[Row]) -> str:
    """What an explanation leaves wrong."""
    figures = _each_once(label(one) for one in claims)
    named = _few(figures, lambda n: counted("{n} more figure", "{n} more figures", n))
    return clean(_("It leaves unexplained: {what}.").format(what=named))
