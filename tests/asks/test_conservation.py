"""Ask 20: no tanto is made or lost by any taking, doubling or stake, in the report and in the stored tables."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from asks.asking import RIGHT_DEAL, jsonl, write
from oracle.deals import random_options, random_session
from store.stores import rows, store
from support import RULESETS, Row, audit_deals, audit_text, deals_of

from audit.store import query
from audit.store.connection import writing

FONDO = "fondo"
WHOLE = {"F4", "V2", "X6", "X8", "X9"}
"""Who takes by these rules takes all that there is."""
AS_MUCH = {"F5", "N6", "V3"}
"""Who pays by these rules into the fondo pays as much as it holds."""
STAKES = {"F1", "F2", "F3", "X5"}


def sessions(rules: str, count: int, *, house: bool) -> list[list[Row]]:
    """Random sessions of eight deals; with `house`, each of a house that plays otherwise."""
    rng = random.Random(f"{rules} {house}")
    return [
        random_session(rng, rules, 8, random_options(rng, rules) if house else None, f"{rules} {house} {n}")
        for n in range(count)
    ]


def wrong_entry(entry: Row, fondo: int) -> Iterator[str]:
    """What is wrong with an entry of the ledger, before which the fondo holds `fondo`."""
    rule, payer, payee, amount = (entry[key] for key in ("rule", "from", "to", "amount"))
    if amount <= 0 or payer == payee:
        yield f"{rule}: an entry of nothing"
    if payer == FONDO and (amount > fondo or (rule in WHOLE and amount != fondo)):
        yield f"{rule}: {amount} taken of {fondo}"
    if payee == FONDO and rule in AS_MUCH and amount != fondo:
        yield f"{rule}: {amount} paid for {fondo}"
    if rule in STAKES and payee != FONDO:
        yield f"{rule}: a stake that is not put into the fondo"


def lost(before: int, deal: Row) -> Iterator[str]:
    """What is wrong with the tantos of a deal, before which the fondo held `before`."""
    computed = deal["computed"]
    if sum(computed["net"].values()) + computed["fondo_end"] - before:
        yield "nets and the fondo's change do not make 0"
    accounts = Counter({FONDO: before} | dict.fromkeys(computed["net"], 0))
    for entry in computed["ledger"]:
        yield from wrong_entry(entry, accounts[FONDO])
        accounts[entry["from"]] -= entry["amount"]
        accounts[entry["to"]] += entry["amount"]
    if dict(accounts) != {FONDO: computed["fondo_end"]} | computed["net"]:
        yield "the entries do not make the nets and the fondo"


@pytest.mark.parametrize("house", [False, True], ids=["by default", "house rules"])
@pytest.mark.parametrize("rules", RULESETS)
def test_20_no_tanto_is_made_or_lost(tmp_path: Path, rules: str, house: bool) -> None:
    """20: in every deal of every ruleset; who takes the fondo takes his own stake with it, and has paid it."""
    made = sessions(rules, 6, house=house)
    found = deals_of(audit_deals(tmp_path, [deal for session in made for deal in session]))
    seen: Counter[str] = Counter()
    for session in made:
        before = session[0].get("carried", {}).get("fondo", 0)
        for one in session:
            deal = found[one["session"], one["deal"]]
            assert not list(lost(before, deal)), (one["session"], one["deal"])
            before = deal["computed"]["fondo_end"]
            seen.update({entry["rule"] for entry in deal["computed"]["ledger"]})
    expected = {"F4", "F5", "V2", "V3", "F1", "F3"} if rules == "revesino" else {"X5", "X7", "X8", "X10"}
    assert expected <= seen.keys() or house


def test_20_who_takes_the_fondo_has_paid_his_own_stake(tmp_path: Path) -> None:
    """20: Carla put 2 into a fondo of 9, takes it, and is paid 4 for the quínola: 11 up, not 13."""
    (deal,) = deals_of(audit_text(tmp_path, RIGHT_DEAL)).values()
    ledger = deal["computed"]["ledger"]
    of_carla = [(one["rule"], one["from"], one["amount"]) for one in ledger if "Carla" in (one["from"], one["to"])]
    assert of_carla == [
        ("F1", "Carla", 2), ("F4", "fondo", 9), ("P2", "Diego", 1), ("P2", "Benito", 1), ("P2", "Ana", 2),
    ]  # fmt: skip
    assert deal["computed"]["net"] == {"Ana": -7, "Diego": 0, "Carla": 11, "Benito": -4}


@pytest.mark.parametrize("spoil", ["net", "fondo_end", "ledger", "taken"])
def test_20_a_tanto_too_many_is_noticed(tmp_path: Path, spoil: str) -> None:
    """20, the control: whichever of the figures is off."""
    (deal,) = deals_of(audit_text(tmp_path, RIGHT_DEAL)).values()
    computed = deal["computed"]
    assert not list(lost(0, deal))
    if spoil == "net":
        computed["net"]["Carla"] += 2
    elif spoil == "fondo_end":
        computed["fondo_end"] = 2
    elif spoil == "ledger":
        computed["ledger"].pop()
    else:
        taking = next(entry for entry in computed["ledger"] if entry["rule"] == "F4")
        taking["amount"] -= 2
        computed["net"]["Carla"] -= 2
        computed["fondo_end"] += 2
    assert list(lost(0, deal))


CHAIN = """
    SELECT deals.*, coalesce(
        lag(deals.fondo_end) OVER (PARTITION BY deals.session_id ORDER BY deals.number), carried_fondo, 0
    ) AS before
    FROM computed.deals
    JOIN (SELECT record_id, header_id FROM recorded.records) USING (record_id)
    JOIN recorded.headers USING (header_id)
"""
MOVED = """
    SELECT session_id, number, payer AS account, -amount AS amount FROM computed.named_ledger
    UNION ALL SELECT session_id, number, payee, amount FROM computed.named_ledger
"""
NETS = "SELECT session_id, number, unnest(players) AS account, unnest(net) AS net FROM computed.named_deals"
LEAKS = {
    "nets and fondo": f"SELECT session_id FROM ({CHAIN}) WHERE list_sum(net) + fondo_end - before <> 0",
    "entries and nets": f"""
        SELECT session_id FROM ({NETS})
        LEFT JOIN (SELECT session_id, number, account, sum(amount) AS moved FROM ({MOVED}) GROUP BY ALL)
            USING (session_id, number, account)
        WHERE coalesce(moved, 0) <> net
    """,
    "entries and fondo": f"""
        SELECT session_id FROM ({CHAIN})
        LEFT JOIN (SELECT session_id, number, sum(amount) AS moved FROM ({MOVED}) WHERE account = 'fondo' GROUP BY ALL)
            USING (session_id, number)
        WHERE before + coalesce(moved, 0) <> fondo_end
    """,
    "nets and balances": f"""
        SELECT session_id FROM computed.players
        JOIN (SELECT session_id, account AS player, sum(net) AS net FROM ({NETS}) GROUP BY ALL)
            USING (session_id, player)
        LEFT JOIN (
            SELECT DISTINCT session_id, unnest(players) AS player, unnest(carried_balance) AS carried
            FROM recorded.headers WHERE carried_balance IS NOT NULL
        ) USING (session_id, player)
        WHERE net + coalesce(carried, 0) <> final_balance
    """,
}
"""Rows that there must not be: of deals and players in whose stored figures a tanto is made or lost."""
SPOILT = {
    "nets and fondo": "UPDATE computed.deals SET fondo_end = fondo_end + 1 WHERE number = 4",
    "entries and nets": "UPDATE computed.ledger SET amount = amount + 1 WHERE rule IN ('F3', 'X5')",
    "entries and fondo": "DELETE FROM computed.ledger WHERE rule IN ('F3', 'X5')",
    "nets and balances": "UPDATE computed.players SET final_balance = final_balance - 1 WHERE place = 2",
}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sessions of every ruleset, of houses that play by default and otherwise."""
    folder = tmp_path_factory.mktemp("tantos")
    made = [
        deal
        for rules in RULESETS
        for house in (False, True)
        for session in sessions(rules, 3, house=house)
        for deal in session
    ]
    store(folder / "club.duckdb", write(folder, "log.jsonl", jsonl(made)))
    return folder / "club.duckdb"


@pytest.mark.parametrize("what", LEAKS)
def test_20_no_tanto_is_made_or_lost_in_the_tables(database: Path, what: str) -> None:
    """20: the same with SQL, over all deals; and, the control, a figure that is off is found."""
    assert rows(database, "SELECT count(*), count(*) FILTER (has_ledger) FROM computed.deals") == [(288, 288)]
    assert rows(database, LEAKS[what]) == []
    with pytest.raises(LookupError), writing(database) as writer:
        query.run(writer.connection, SPOILT[what])
        found = query.rows(writer.connection, LEAKS[what])
        # What is raised takes the change back.
        raise LookupError(len(found))
    assert found
