"""Fill in what a club would have written down, with every value right."""

from typing import Any

from . import settle_session


def record(deal: dict[str, Any], settled: dict[str, Any], balance: dict[str, int]) -> dict[str, Any]:
    """A copy of the deal with `recorded` filled; `balance` is each player's before this deal."""
    players = deal["players"]
    net, ledger = settled["net"], settled["ledger"]
    written: dict[str, Any] = {
        # A dealer who sits out has neither points nor tricks.
        "points": [settled["points"].get(name) for name in players],
        "tricks": [settled["tricks"].get(name) for name in players],
        "trick_winners": {str(n): name for n, name in enumerate(settled["trick_winners"], start=1)},
        "winner": settled["winner"],
        "payments": [{key: entry[key] for key in ("trick", "from", "to", "amount")} for entry in ledger or []],
        "fondo_start": settled["fondo_start"],
        "fondo_end": settled["fondo_end"],
        "net": None if net is None else [net[name] for name in players],
        "balance": None if net is None else [balance.get(name, 0) + net[name] for name in players],
    }
    return {**deal, "recorded": written}


def record_session(deals: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Settle a session and record every deal of it, the balance running from deal to deal."""
    ordered = sorted(deals, key=lambda deal: deal["deal"])
    before = (ordered[0].get("carried") or {}).get("balance") or [0] * len(ordered[0]["players"])
    balance = dict(zip(ordered[0]["players"], before, strict=True))
    written = []
    for deal, settled in zip(ordered, settle_session(ordered), strict=True):
        written.append(record(deal, settled, balance))
        for name, amount in (settled["net"] or {}).items():
            balance[name] = balance.get(name, 0) + amount
    return written
