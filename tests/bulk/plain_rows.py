"""Columns of deals held against the plain reader of Parquet, row by row; and logs to hold them by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest

from audit.logs import limits, read
from audit.logs.bulk.arrow_rows import ColumnReader
from audit.logs.bulk.arrow_texts import LONGEST
from audit.logs.bulk.columns import MISSING, NOBODY, NOWHERE, POT, DealColumns
from audit.logs.data import BytesData
from audit.logs.parquet import reading
from audit.logs.parquet.file import ParquetLog
from audit.logs.parquet.values import TooManyValuesError
from audit.logs.problems import Problems
from audit.model import FONDO, Deal, Declarations, Exchange, Header, Payment, Place, Reading, Recorded, Trick
from audit.ruleset import pack_of
from audit.simulate.season import play_season
from tests.forms.parquet_files import SAMPLES
from tests.simulate.seasons import season
from tests.support import VECTORS

FILE = "log.parquet"


def amount(value: Any) -> int | None:
    return None if value == MISSING else int(value)


def deal_of(columns: DealColumns, j: int) -> Deal:
    """The deal that the columns say is in their row `j`."""
    players = columns.lineups[columns.lineup[j]]
    assert len(players) == columns.lineup_size[j]
    line = int(columns.line[j])

    def who(seat: Any) -> str | None:
        return None if seat == NOBODY else players[seat]

    def account(seat: Any) -> str:
        return FONDO if seat == POT else players[seat]

    def card(code: Any) -> int | None:
        return None if code == NOBODY else int(code)

    def text(texts: Any, place: Any) -> str | None:
        return None if place == NOWHERE else str(texts[int(place)])

    def amounts(name: str) -> tuple[int | None, ...] | None:
        row = getattr(columns, name)[:, j].tolist()
        assert set(row[len(players) :]) <= {MISSING}
        return tuple(map(amount, row[: len(players)])) if getattr(columns, f"has_{name}")[j] else None

    hands, given, paid = columns.hands, columns.exchanges, columns.payments
    return Deal(
        header=columns.heads[columns.head[j]],
        number=int(columns.number[j]),
        place=Place(FILE, line),
        players=players,
        dealer=who(columns.dealer[j]),
        hands={
            players[seat]: tuple(hands.cards[hands.start[seat, j] :][: hands.size[seat, j]].tolist())
            for seat in range(hands.size.shape[0])
            if hands.size[seat, j] != NOBODY
        },
        stock=tuple(columns.stock[:, j].tolist()) if columns.has_stock[j] else None,
        exchanges=tuple(
            Exchange(players[given.player[k]], card(given.discard[k]), card(given.take[k]))
            for k in np.flatnonzero(given.deal == j)
        ),
        declarations=Declarations(**{what: who(seat[j]) for what, seat in columns.declared.items()}),
        tricks={
            t + 1: Trick(
                who(columns.leader[t, j]),
                tuple(columns.card[t, :, j].tolist()) if columns.has_cards[t, j] else None,
            )
            for t in range(limits.TRICKS)
            if columns.has_trick[t, j]
        },
        recorded=Recorded(
            points=amounts("points"),
            tricks=amounts("tricks"),
            trick_winners={t + 1: players[seat] for t, seat in enumerate(columns.trick_winner[:, j]) if seat != NOBODY},
            winner=who(columns.winner[j]),
            payments=tuple(
                Payment(
                    int(paid.trick[k]) or None,
                    account(paid.payer[k]),
                    account(paid.payee[k]),
                    int(paid.amount[k]),
                    text(paid.labels, paid.label[k]),
                    line,
                )
                for k in np.flatnonzero(paid.deal == j)
            ),
            fondo_start=amount(columns.fondo_start[j]),
            fondo_end=amount(columns.fondo_end[j]),
            net=amounts("net"),
            balance=amounts("balance"),
        ),
        note=text(columns.notes, columns.note[j]),
    )


class Batches:
    """Batches in place of a Parquet file."""

    def __init__(self, batches: Sequence[Any]) -> None:
        self._batches = batches
        self.is_usable = True
        rows = sum(batch.num_rows for batch in batches)
        self.footer = SimpleNamespace(rows=rows, groups=[SimpleNamespace(rows=rows)])

    def batches(self, _: int) -> Sequence[Any]:
        return self._batches


def plain_reading(batches: Sequence[Any]) -> Reading:
    problems = Problems(FILE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "PROBLEMS_PER_FILE", 10**6)
        patch.setattr(reading, "ParquetLog", lambda *_: Batches(batches))
        found = reading.read_parquet(BytesData(FILE, b""), pack_of, problems)
    found.problems = problems.all()
    return found


def bulk_reading(batches: Sequence[Any]) -> tuple[list[DealColumns], bool]:
    """The batches as columns, and whether the last deal has a comment besides."""
    reader, found, row = ColumnReader(pack_of, FILE), [], 1
    for batch in batches:
        try:
            found.append(reader.read(batch, row))
        except TooManyValuesError:
            break
        row += batch.num_rows
    return found, reader.is_waiting


def batches_of(content: bytes) -> list[Any]:
    log = ParquetLog(BytesData(FILE, content), Problems(FILE))
    return [batch for group in range(len(log.footer.groups)) for batch in log.batches(group)]


def is_clean(deal: Deal) -> bool:
    """Whether nothing is in it that columns have no place for."""
    return not (
        deal.extras or deal.comments or any(len(text) > LONGEST for text in texts_of(deal))
    )  # fmt: skip


def texts_of(deal: Deal) -> list[str]:
    """The note and the labels."""
    labels = [payment.label or "" for payment in deal.recorded.payments]
    return [deal.note or "", *labels]


def placed(header: Header) -> Header:
    """The header as if it stood nowhere."""
    place = Place("", 1)
    options = tuple(msgspec.structs.replace(option, place=place) for option in header.options)
    return msgspec.structs.replace(header, place=place, rules_place=place, options=options)


def check(batches: Sequence[Any], header: Callable[[Header], Header] = lambda header: header) -> tuple[int, int, int]:
    """Hold both readers against each other; how many rows there are, are clean deals, and are regular.

    The headers are compared as `header` has them.
    """
    plain = plain_reading(batches)
    deals = {deal.place.line: deal for deal in plain.deals}
    faulty = {problem.place.line for problem in plain.problems}
    rows = regular = 0
    found, is_waiting = bulk_reading(batches)
    if is_waiting and plain.deals:
        # The text of the last rows, of which no deal could be made, is kept with the last deal.
        last = plain.deals[-1]
        assert last.comments
        deals[last.place.line] = msgspec.structs.replace(last, comments=())
    for columns in found:
        rows += columns.count
        regular += int(columns.regular.sum())
        for j in range(columns.count):
            line = int(columns.line[j])
            deal = deals.get(line)
            if columns.head[j] >= 0:
                assert deal is not None
                assert deal.players == columns.lineups[columns.lineup[j]]
                assert header(deal.header) == header(columns.heads[columns.head[j]])
            else:
                assert deal is None
            if columns.regular[j]:
                assert line not in faulty
                made = deal_of(columns, j)
                assert deal == msgspec.structs.replace(made, header=deal.header)
    return rows, sum(is_clean(deal) and deal.place.line not in faulty for deal in deals.values()), regular


def clean(batches: Sequence[Any]) -> int:
    """Check rows of which each that can be is regular; how many those are."""
    _, wanted, regular = check(batches)
    assert regular == wanted
    return regular


def bare(deal: Deal) -> Deal:
    """The deal without what columns have no place for."""
    replace = msgspec.structs.replace
    header = replace(deal.header, comments=(), extras={})
    return replace(deal, header=header, extras={}, comments=())


def some_logs() -> dict[str, list[Deal]]:
    """The sample logs, the vectors and some seasons, each also without what columns have no place for."""
    paths = [path for path in sorted(SAMPLES.iterdir()) if path.suffix in {".rev", ".jsonl"}]
    paths += sorted(VECTORS.glob("*.rev"))
    found = {path.name: read([path], pack_of).deals for path in paths}
    for rules in ("revesino", "reversis", "reversis-5", "reversis-52"):
        made = season(rules=rules, sessions=4, deals=8, mistakes=0.2, bare=0.2, no_hands=0.2, notes=0.1)
        found[rules] = [deal for evening in play_season(made) for deal in evening.deals]
    return found | {f"{name}, bare": [bare(deal) for deal in deals] for name, deals in found.items()}


LOGS = some_logs()
