"""Sentences that name two accounts: whole ones for player to player, player to fondo and fondo to player.

Which of the three it is, is decided here alone. What stands between arrows (`Ana → fondo`) needs none of it.
"""

from __future__ import annotations

from typing import NamedTuple

from audit.language import N_, _, ngettext
from audit.model import FONDO
from audit.text.lines import listed, number


class Between(NamedTuple):
    """One thing said of a payment, by who pays whom; `{payer}` and `{payee}` are players."""

    players: str
    into_fondo: str
    from_fondo: str

    def filled(self, payer: str, payee: str, **words: object) -> str:
        """The sentence for these two, in the language that is spoken."""
        template = self.into_fondo if payee == FONDO else self.from_fondo if payer == FONDO else self.players
        return _(template).format(payer=payer, payee=payee, **words)


_PAYS = Between(
    N_("{where}{payer} pays {payee}"), N_("{where}{payer} pays into the fondo"), N_("{where}the fondo pays {payee}")
)
_LACKING = Between(
    N_("{where}{amount} from {payer} to {payee} ({rule}) is not recorded."),
    N_("{where}{amount} from {payer} into the fondo ({rule}) is not recorded."),
    N_("{where}{amount} from the fondo to {payee} ({rule}) is not recorded."),
)
_TRANSFER = Between(
    N_("{payer} pays {payee} {amount}"),
    N_("{payer} puts {amount} into the fondo"),
    N_("{payee} takes {amount} out of the fondo"),
)


def in_trick(trick: int | None) -> str:
    """What stands before something that happened in a trick."""
    return _("trick {trick}: ").format(trick=trick) if trick else ""


def pays(payer: str, payee: str, trick: int | None) -> str:
    """`trick 3: Ana pays Luis`."""
    return _PAYS.filled(payer, payee, where=in_trick(trick))


def lacking(payer: str, payee: str, *, where: str, amount: int, rule: str) -> str:
    """The finding on a payment that was due and not recorded; `where` stands before it."""
    return _LACKING.filled(payer, payee, where=where, amount=number(amount), rule=rule)


def all_lacking(payers: list[str], payee: str, trick: int | None, amount: int) -> str:
    """The same of what several paid one alike."""
    if payee == FONDO:
        text = ngettext(
            "{where}not recorded: {amount} from {payers} into the fondo",
            "{where}not recorded: {amount} each from {payers} into the fondo",
            len(payers),
        )
    elif FONDO in payers:
        text = _("{where}not recorded: {amount} from the fondo to {payee}")
    else:
        text = ngettext(
            "{where}not recorded: {amount} from {payers} to {payee}",
            "{where}not recorded: {amount} each from {payers} to {payee}",
            len(payers),
        )
    return text.format(where=in_trick(trick), amount=number(amount), payers=listed(payers), payee=payee)


def transfer(payer: str, payee: str, amount: int) -> str:
    """A payment of the end of the night."""
    return _TRANSFER.filled(payer, payee, amount=number(amount))
