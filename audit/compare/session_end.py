"""When a session ends."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from audit.balances import Balances
from audit.batch import MISSING, Batch
from audit.findings import Finding
from audit.registry import rule


@rule("X11")
def session_ends(batch: Batch, balances: Balances) -> Iterator[Finding]:
    """A session ends after the agreed number of deals, or when a player has no chips left. [S2/S4]"""
    r = batch.ruleset
    if not r.plays("X11"):
        return
    agreed, chips = r.values["deals"], r.values["starting_chips"]
    broke: dict[int, tuple[int, str]] = {}
    if isinstance(chips, int):
        after = balances.after
        for who, j in np.argwhere(((after != MISSING) & (after <= -chips)).T)[:, ::-1]:
            broke.setdefault(int(batch.session[j]), (int(j), batch.players_of(j)[who]))
    numbers = batch.number[np.append(batch.begins[1:], batch.count) - 1].tolist()
    for k, last in enumerate(numbers):
        if k in broke:
            j, name = broke[k]
            params = {"deal": int(batch.number[j]), "last": last}
            yield Finding(row=k, code="player-broke", player=name, params=params)
        # A session that somebody's last chip ended is not short.
        if isinstance(agreed, int) and (last > agreed or (last < agreed and k not in broke)):
            code = "session-long" if last > agreed else "session-short"
            yield Finding(row=k, code=code, params={"deals": last, "agreed": agreed})
