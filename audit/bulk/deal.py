"""One row of columns as the deal that it says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from audit.logs.bulk.columns import MISSING, NOBODY, NOWHERE, DealColumns
from audit.model import FONDO, Deal, Declarations, Exchange, Payment, Place, Recorded, Trick


def deal_of(columns: DealColumns, row: int) -> Deal:
    """The deal of a regular row, as the plain reader makes it."""
    return _Row(columns, row).deal()


class _Row:
    def __init__(self, columns: DealColumns, row: int) -> None:
        self._columns = columns
        self._row = row
        self._players = columns.lineups[columns.lineup[row]]

    def deal(self) -> Deal:
        c, row = self._columns, self._row
        header = c.heads[c.head[row]]
        return Deal(
            header=header,
            number=int(c.number[row]),
            place=Place(header.place.file, int(c.line[row])),
            players=self._players,
            dealer=self._name(c.dealer[row]),
            hands=self._hands(),
            stock=tuple(c.stock[:, row].tolist()) if c.has_stock[row] else None,
            exchanges=tuple(
                Exchange(self._players[who], _card(discard), _card(take))
                for who, discard, take in self._own(c.exchanges, "player", "discard", "take")
            ),
            declarations=Declarations(**{what: self._name(who[row]) for what, who in c.declared.items()}),
            tricks=self._tricks(),
            recorded=self._recorded(),
            note=_text(c.notes, int(c.note[row])),
        )

    def _name(self, seat: Any) -> str | None:
        return None if seat == NOBODY else self._players[seat]

    def _account(self, seat: int) -> str:
        return FONDO if seat == NOBODY else self._players[seat]

    def _own(self, columns: Any, *names: str) -> list[tuple[int, ...]]:
        """The rows of `columns` that belong to this deal."""
        first, last = columns.deal.searchsorted((self._row, self._row + 1)).tolist()
        return list(zip(*(getattr(columns, name)[first:last].tolist() for name in names), strict=True))

    def _hands(self) -> dict[str, tuple[int, ...]]:
        hands, found = self._columns.hands, {}
        for seat, name in enumerate(self._players):
            size, start = int(hands.size[seat, self._row]), int(hands.start[seat, self._row])
            if size != NOBODY:
                found[name] = tuple(hands.cards[start : start + size].tolist())
        return found

    def _tricks(self) -> dict[int, Trick]:
        c, row = self._columns, self._row
        return {
            trick + 1: Trick(
                self._name(c.leader[trick, row]),
                tuple(c.card[trick, :, row].tolist()) if c.has_cards[trick, row] else None,
            )
            for trick in c.has_trick[:, row].nonzero()[0].tolist()
        }

    def _recorded(self) -> Recorded:
        c, row = self._columns, self._row

        def per_player(values: Any, there: Any) -> tuple[int | None, ...] | None:
            own: Sequence[int] = values[: len(self._players), row].tolist()
            return tuple(map(_amount, own)) if there[row] else None

        won = c.trick_winner[:, row]
        return Recorded(
            points=per_player(c.points, c.has_points),
            tricks=per_player(c.tricks, c.has_tricks),
            trick_winners={trick + 1: self._players[won[trick]] for trick in (won != NOBODY).nonzero()[0].tolist()},
            winner=self._name(c.winner[row]),
            payments=tuple(
                Payment(
                    trick or None, self._account(payer), self._account(payee), amount, _text(c.payments.labels, label)
                )
                for trick, payer, payee, amount, label in self._own(
                    c.payments, "trick", "payer", "payee", "amount", "label"
                )
            ),
            fondo_start=_amount(int(c.fondo_start[row])),
            fondo_end=_amount(int(c.fondo_end[row])),
            net=per_player(c.net, c.has_net),
            balance=per_player(c.balance, c.has_balance),
        )


def _card(code: int) -> int | None:
    return None if code == NOBODY else code


def _text(texts: Any, place: int) -> str | None:
    return None if place == NOWHERE else texts[place].as_py()


def _amount(value: int) -> int | None:
    return None if value == MISSING else value
