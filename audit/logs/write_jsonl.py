"""The canonical `.jsonl` text of deals: one object a line, keys in a fixed order, absent fields left out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from audit.cards import NAMES
from audit.logs.fields import spell
from audit.logs.json_record import COMMENTS, FORMAT, MORE_EXTRAS, SESSION
from audit.logs.json_text import Json
from audit.model import NOTHING_DECLARED, NOTHING_RECORDED, Comment, Deal, Header, Payment, Recorded, Trick

_RESERVED = frozenset({COMMENTS, MORE_EXTRAS, SESSION})


def write_jsonl(deals: Iterable[Deal]) -> str:
    """The deals, one a line, in the order in which they came."""
    first_seated: dict[str, tuple[str, ...]] = {}
    lines = []
    for deal in deals:
        record = _record(deal)
        more = _more(deal.header)
        session = json.dumps([record["club"], record["session"], record.get("date"), record["rules"]])
        session += json.dumps([record.get("carried"), more])
        # The reader takes the first line's players for the session's, unless told otherwise.
        if first_seated.setdefault(session, deal.players) != deal.header.players:
            more["players"] = list(deal.header.players)
            first_seated[session] = first_seated.get(session, deal.header.players)
        if more:
            record[SESSION] = more
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    return "".join(lines)
