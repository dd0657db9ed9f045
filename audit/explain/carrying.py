"""What is off in a deal only because it was so before: the fondo, or a balance, that an earlier deal left wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from audit.batch import MISSING
from audit.compare.claims import CONTRADICTED, KINDS
from audit.explain.table import Table
from audit.rows import Row
from audit.trial.desk import OWN, Desk, balance_origins

BY_FONDO = ("fondo_start", "fondo_end", "net")


class Carrying:
    """The errors that are carried on through a batch."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        claims = desk.judged.claims
        rows = np.flatnonzero(claims.verdict == CONTRADICTED)
        deals = claims.deal[rows]
        self._begins = np.searchsorted(deals, np.arange(desk.batch.count + 1)).tolist()
        self._wrong = rows.tolist()
        self._origins = balance_origins(desk)

    def contradicted(self, deal: int) -> list[int]:
        """The contradicted claims of a deal, by place."""
        return self._wrong[self._begins[deal] : self._begins[deal + 1]]

    def is_dealer(self, claim: int) -> bool:
        """Whether a claim is about who dealt: no cause explains that."""
        return KINDS[self.desk.judged.claims.kind[claim]] == "dealer"

    def causes(self, deal: int, tables: Sequence[Table], of: Table) -> Iterator[Row]:
        """What of a deal, settled as in the table `of`, was carried on from an earlier one."""
        if of.side == OWN and self.desk.differs[deal] and self._matters(tables):
            yield carry("fondo_start", None, int(self.desk.origin[deal]))
        right, own = self.desk.balance[:, :, deal]
        line, net_due = of.slots.line("balance"), self.desk.judged.ledger.net[:, deal]
        names = self.desk.batch.deals[deal].players
        for who, told in enumerate(of.asked[line].tolist()):
            if told and right[who] != own[who] and MISSING not in (right[who], own[who]):
                # What the deal should have added, and what it does by the club's own books.
                due, net = int(net_due[who]), int(of.value[0, of.slots.begins["net"] + who])
                if int(right[who]) + due != int(own[who]) + net:
                    origin = self._origins.get((deal, who), int(self.desk.batch.number[deal]) - 1)
                    yield carry("balance", names[who], origin)

    def _matters(self, tables: Sequence[Table]) -> bool:
        """Whether anything that is recorded differs by what the fondo held before."""
        if len(tables) <= 1:
            return False
        one, other = tables[0], tables[1]
        places = [slot for name in BY_FONDO for slot in range(one.slots.line(name).start, one.slots.line(name).stop)]
        asked = one.asked[places]
        differ = bool((asked & (one.value[0, places] != other.value[0, places])).any())
        return differ or bool((one.due[0] != other.due[0]).any())

    def as_told(self, deal: int) -> Iterator[Row]:
        """What the verdicts on a deal's claims say is carried."""
        claims = self.desk.judged.claims
        seen = set()
        for place in self.contradicted(deal):
            origin = int(claims.carried_from[place])
            if origin == MISSING:
                continue
            of_balance = KINDS[claims.kind[place]] == "balance"
            name = self.desk.batch.deals[deal].players[claims.player[place]] if of_balance else None
            if (name, origin) not in seen:
                seen.add((name, origin))
                yield carry("balance" if of_balance else "fondo_start", name, origin)


def carry(claim: str, player: str | None, deal: int) -> Row:
    """The cause of what is off because an earlier deal was."""
    return {"kind": "mistake", "id": "carry", "claim": claim, "player": player, "deal": deal}
