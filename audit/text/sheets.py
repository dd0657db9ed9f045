"""What a score sheet of recorded deals cannot hold, in words."""

from __future__ import annotations

from collections.abc import Mapping

from audit.language import N_, _
from audit.text.lines import counted, listed

LOST: Mapping[str, str] = {
    "hands": N_("hands"),
    "stock": N_("the stock"),
    "exchanges": N_("exchanges"),
    "trick_winners": N_("winners of single tricks"),
    "payments": N_("payments"),
    "comments": N_("comments"),
    "extras": N_("`x-` keys of the session, or of other values than text"),
    "long_texts": N_("texts that are too long for a cell"),
}
"""By what `audit.sheet.recorded` calls it."""


def what_is_lost(counts: Mapping[str, int]) -> str:
    """What is left out, and in how many deals it stood."""
    texts = [
        _("{what} ({deals})").format(what=_(LOST[what]), deals=counted("{n} deal", "{n} deals", count))
        for what, count in counts.items()
    ]
    return _("a score sheet has no room for: {list}. `--to rev`, `jsonl` or `parquet` keeps all of it.").format(
        list=listed(texts)
    )
