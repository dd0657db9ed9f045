"""Verdicts where the record is wrong, missing or contradicts itself, on one evening from the vectors."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from support import VECTORS, Row, audit_deals, deals_of

from audit.service import audit

EVENING = "S00001"


@pytest.fixture
def evening() -> list[Row]:
    """Nine right deals of one session."""
    lines = (VECTORS / "revesino.jsonl").read_text(encoding="utf-8").splitlines()
    return [deal for deal in map(json.loads, lines) if deal["session"] == EVENING]


def verdicts(folder: Path, deals: list[Row]) -> dict[int, Row]:
    return {number: row for (_, number), row in deals_of(audit_deals(folder, deals)).items()}


def claims(row: Row, kind: str) -> list[Row]:
    return [claim for claim in row["claims"] if claim["claim"] == kind]


def codes(row: Row) -> list[str]:
    return [finding["code"] for finding in row["findings"]]


def shift(deal: Row, what: str, by: int, player: int | None = None) -> None:
    recorded = deal["recorded"]
    if player is None:
        recorded[what] += by
    else:
        recorded[what][player] += by


def test_a_wrong_figure_is_contradicted_and_nothing_else(tmp_path: Path, evening: list[Row]) -> None:
    shift(evening[0], "points", 1, player=3)
    rows = verdicts(tmp_path, evening)
    wrong = [claim for row in rows.values() for claim in row["claims"] if claim["verdict"] != "confirmed"]
    assert [(c["claim"], c["player"], c["recorded"], c["computed"], c["rule"]) for c in wrong] == [
        ("points", evening[0]["players"][3], 6, 5, "R7")
    ]
    assert rows[1]["status"] == "discrepant"


def test_a_fondo_slip_carried_on_is_one_error(tmp_path: Path, evening: list[Row]) -> None:
    """Deal 1 leaves 0 in the fondo; the club writes 2 and goes on from there."""
    shift(evening[0], "fondo_end", 2)
    shift(evening[1], "fondo_start", 2)
    # Deal 2 doubles the fondo: 11 instead of 9, so that 2 more are paid in and lost.
    shift(evening[1], "fondo_end", 4)
    doubled = next(p for p in evening[1]["recorded"]["payments"] if p["to"] == "fondo" and p["amount"] == 9)
    doubled["amount"] += 2
    payer = evening[1]["players"].index(doubled["from"])
    shift(evening[1], "net", -2, player=payer)
    for deal in evening[1:]:
        shift(deal, "balance", -2, player=payer)
    rows = verdicts(tmp_path, evening[:2])
    first = [claim for claim in rows[1]["claims"] if claim["verdict"] == "contradicted"]
    assert [(claim["claim"], claim["carried_from"]) for claim in first] == [("fondo_end", None)]
    second = [claim for claim in rows[2]["claims"] if claim["verdict"] == "contradicted"]
    assert {claim["claim"] for claim in second} == {"fondo_start", "fondo_end", "payment", "net", "balance"}
    assert {claim["carried_from"] for claim in second} == {1}
    assert (rows[1]["status"], rows[2]["status"]) == ("discrepant", "carried")


def test_a_balance_slip_carried_on_is_one_error(tmp_path: Path, evening: list[Row]) -> None:
    for deal in evening[2:]:
        shift(deal, "balance", 5, player=0)
    rows = verdicts(tmp_path, evening)
    wrong = {
        number: claim for number, row in rows.items() for claim in row["claims"] if claim["verdict"] == "contradicted"
    }
    assert {number: claim["carried_from"] for number, claim in wrong.items()} == {3: None} | dict.fromkeys(
        range(4, len(evening) + 1), 3
    )
    assert codes(rows[3]) == ["inconsistent-record"]
    assert {rows[n]["status"] for n in range(4, len(evening) + 1)} <= {"carried", "illegal"}


def test_a_missing_deal_breaks_the_chain_until_a_value_is_recorded(tmp_path: Path, evening: list[Row]) -> None:
    del evening[1]
    evening[1]["recorded"]["fondo_start"] = None
    rows = verdicts(tmp_path, evening)
    start, end = (claims(rows[n], kind) for n, kind in ((3, "fondo_start"), (3, "fondo_end")))
    assert start == []
    assert [(claim["verdict"], claim["reason"]) for claim in end] == [("undetermined", "gap")]
    assert {claim["verdict"] for claim in claims(rows[3], "net")} == {"undetermined"}
    assert {claim["verdict"] for claim in claims(rows[4], "fondo_start")} == {"confirmed"}
    assert {claim["verdict"] for claim in claims(rows[4], "net")} == {"confirmed"}


@pytest.mark.parametrize(("start", "known"), [(9, True), (10, False), (17, False), (18, True), (8, False)])
def test_an_adopted_fondo_has_stakes_only_where_one_kind_fits(
    tmp_path: Path, evening: list[Row], start: int, known: bool
) -> None:
    """9 can only be F2 from 0; 18 only F3 from 17; between them either; below 9 neither."""
    deal = evening[3]
    deal["recorded"] |= {"fondo_start": start, "fondo_end": None}
    rows = verdicts(tmp_path, [deal])
    claim = claims(rows[4], "fondo_start")[0]
    assert (claim["verdict"], claim["reason"]) == ("undetermined", "gap")
    assert (rows[4]["computed"]["ledger"] is not None) is known
    assert rows[4]["computed"]["fondo_end"] is not None


def test_records_that_say_different_things_are_a_conflict(tmp_path: Path, evening: list[Row]) -> None:
    other = copy.deepcopy(evening[2])
    other["recorded"]["winner"] = evening[2]["players"][0]
    audited = audit_deals(tmp_path, [*evening, other])
    session = next(audited.sessions())
    versions = [row for row in session["deals"] if row["deal"] == 3]
    assert [row["status"] for row in versions] == ["illegal", "illegal"]
    assert all("conflict" in codes(row) for row in versions)
    assert {c["reason"] for row in versions for c in row["claims"] if c["claim"] in ("net", "fondo_end")} == {
        "conflict"
    }
    after = next(row for row in session["deals"] if row["deal"] == 4)
    assert {(c["verdict"], c["reason"]) for c in claims(after, "fondo_start")} == {("undetermined", "conflict")}
    assert (audited.totals["conflicts"], audited.totals["deals"]) == (1, len(evening) + 1)


def test_a_fuller_record_stands_for_a_score_line(tmp_path: Path, evening: list[Row]) -> None:
    score = {key: evening[0][key] for key in ("format", "club", "session", "date", "rules", "players", "deal")}
    score["recorded"] = {"points": evening[0]["recorded"]["points"], "winner": None}
    for order in ([*evening, score], [score, *evening]):
        audited = audit_deals(tmp_path, order)
        assert (audited.totals["known"], audited.totals["conflicts"], audited.totals["deals"]) == (1, 0, len(evening))
        assert audited.totals["contradicted"] == 0


def test_sessions_of_different_rules_are_not_settled(tmp_path: Path, evening: list[Row]) -> None:
    evening[4]["rules"] = {"id": "revesino", "options": {"cut_pays": 48}}
    rows = verdicts(tmp_path, evening)
    assert {row["status"] for row in rows.values()} == {"illegal"}
    assert {claim["reason"] for row in rows.values() for claim in row["claims"]} == {"conflict"}


def test_a_partial_deal_keeps_what_no_unknown_card_can_change(tmp_path: Path, evening: list[Row]) -> None:
    """Trick 6 was led with the rey, and the ace, which alone beats it, is played later."""
    deal = evening[0]
    assert deal["tricks"][5]["cards"] == ["12b", "1c", "5b", "4b"]
    deal["tricks"][5]["cards"][1] = "??"
    deal |= {"hands": {}, "exchanges": [], "stock": None}
    row = verdicts(tmp_path, [deal])[1]
    assert row["computed"]["trick_winners"][5] == "Ana"
    assert row["computed"]["points"]["Ana"] is None
    assert row["computed"]["points"]["Carla"] == 0
    assert row["computed"]["ledger"] is None
    open_ = [claim for claim in claims(row, "net") if claim["verdict"] == "undetermined"]
    assert {claim["reason"] for claim in open_} == {"cards-missing"}
    assert all(claim["range"]["least"] < claim["range"]["most"] for claim in open_)


@pytest.mark.parametrize(("trick", "cards"), [(5, ["12b", "??", "5b", "4b"]), (10, None)])
def test_a_card_that_only_one_can_be_is_as_good_as_recorded(
    tmp_path: Path, evening: list[Row], trick: int, cards: list[str] | None
) -> None:
    """With all hands recorded, an unknown card is the one that its player did not play elsewhere."""
    deal = evening[0]
    deal["tricks"][trick] = cards and deal["tricks"][trick] | {"cards": cards}
    row = verdicts(tmp_path, [deal])[1]
    undecided = [claim for claim in row["claims"] if claim["verdict"] != "confirmed"]
    assert not undecided
    assert row["computed"]["ledger"] is not None


def test_cards_that_may_stand_in_each_other_s_place_decide_what_both_ways_share(
    tmp_path: Path, evening: list[Row]
) -> None:
    """Diego's 1c and 7e: in trick 6 the ace is placed and paid for, in trick 11 it would be forced or led."""
    deal = evening[0]
    deal["tricks"][5]["cards"][1] = "??"
    deal["tricks"][10] = None
    row = verdicts(tmp_path, [deal])[1]
    assert row["computed"]["ledger"] is None
    assert row["computed"]["winner"] == "Carla"
    assert row["computed"]["fondo_end"] == 0


def test_a_fondo_beyond_the_largest_amount_is_not_wrapped_round(tmp_path: Path, evening: list[Row]) -> None:
    for deal in evening:
        deal["carried"] = {"fondo": 2**62 + 1}
        deal["recorded"] = {"fondo_end": 5, "net": [0, 0, 0, 0]}
    rows = verdicts(tmp_path, evening)
    # Deal 1 takes the fondo; so deal 2 is the one to start with what an even larger one makes of it.
    assert rows[1]["computed"]["fondo_end"] == 0
    quinola = copy.deepcopy(evening[1]) | {"deal": 1}
    rows = verdicts(tmp_path, [quinola])
    assert rows[1]["computed"]["fondo_end"] is None
    assert [claim["reason"] for claim in claims(rows[1], "fondo_end")] == ["amount-limit"]


@pytest.mark.parametrize(
    ("recorded", "what"),
    [
        ({"points": [20, 20, 3, 1]}, "points"),
        ({"points": [5, 5, 5, 5], "tricks": [3, 3, 3, 2]}, "points"),
        ({"tricks": [3, 3, 3, 3]}, "tricks"),
        ({"points": [20, 5, 12, 6], "winner": 0}, "winner"),
        ({"points": [20, 5, 5, 13], "tricks": [5, 3, 1, 2], "winner": 1}, "winner"),
        ({"net": [4, 0, 0, -4], "balance": [5, 0, 0, -4]}, "balance"),
    ],
)
def test_a_record_that_no_deal_can_give_contradicts_itself(
    tmp_path: Path, evening: list[Row], recorded: dict[str, Any], what: str
) -> None:
    deal = {key: evening[0][key] for key in ("format", "club", "session", "rules", "players", "deal", "dealer")}
    if "winner" in recorded:
        recorded = recorded | {"winner": deal["players"][recorded["winner"]]}
    row = verdicts(tmp_path, [deal | {"recorded": recorded}])[1]
    found = [finding for finding in row["findings"] if finding["code"] == "inconsistent-record"]
    assert [finding["params"]["what"] for finding in found] == [what]
    assert row["status"] == "discrepant"


def test_a_score_line_that_may_be_right_is_undetermined(tmp_path: Path, evening: list[Row]) -> None:
    deal = {key: evening[0][key] for key in ("format", "club", "session", "rules", "players", "deal", "dealer")}
    recorded = {"points": [20, 5, 12, 6], "tricks": [5, 1, 3, 2], "winner": deal["players"][1]}
    row = verdicts(tmp_path, [deal | {"recorded": recorded}])[1]
    assert (row["status"], row["findings"]) == ("undetermined", [])


def test_nets_that_do_not_add_up_are_found(tmp_path: Path, evening: list[Row]) -> None:
    shift(evening[2], "net", 1, player=1)
    rows = verdicts(tmp_path, evening)
    assert "unbalanced-net" in codes(rows[3])


def test_an_omitted_payment_is_a_warning(tmp_path: Path, evening: list[Row]) -> None:
    gone = evening[0]["recorded"]["payments"].pop(4)
    row = verdicts(tmp_path, evening)[1]
    assert row["status"] == "confirmed"
    (finding,) = row["findings"]
    assert (finding["code"], finding["severity"], finding["trick"]) == ("missing-payment", "warning", gone["trick"])
    assert finding["params"] == {"from": gone["from"], "to": gone["to"], "amount": gone["amount"], "rule": "P1"}


def test_two_equal_payments_match_two_entries(tmp_path: Path, evening: list[Row]) -> None:
    payments = evening[0]["recorded"]["payments"]
    payments.append(copy.deepcopy(payments[4]))
    row = verdicts(tmp_path, evening)[1]
    last = claims(row, "payment")[-1]
    assert (last["verdict"], last["computed"]) == ("contradicted", 0)


def test_a_wrong_dealer_is_reported_once(tmp_path: Path, evening: list[Row]) -> None:
    """Deal 2's dealer slips; deal 3's is judged by what deal 2 recorded."""
    names = evening[1]["players"]
    right = evening[1]["dealer"]
    evening[1]["dealer"] = names[(names.index(right) + 2) % 4]
    rows = verdicts(tmp_path, evening)
    assert "wrong-dealer" in codes(rows[2])
    assert claims(rows[2], "dealer")[0]["verdict"] == "contradicted"


def test_files_in_any_order_give_the_same_report(tmp_path: Path, evening: list[Row]) -> None:
    """The evening over two files, which both hold its middle, read in either order."""
    names = ("a.jsonl", "b.jsonl")
    for name, part in zip(names, (evening[:6], evening[3:][::-1]), strict=True):
        (tmp_path / name).write_text("".join(json.dumps(deal) + "\n" for deal in part), encoding="utf-8")
    forward, backward = ([tmp_path / name for name in order] for order in (names, names[::-1]))
    one, other = audit(forward), audit(backward)
    assert list(one.sessions()) == list(other.sessions())
    assert one.totals == other.totals
    assert (one.totals["known"], one.totals["deals"]) == (3, len(evening))


def test_a_payment_that_a_renuncio_bars_rests_on_k2_and_no_other_does(tmp_path: Path, evening: list[Row]) -> None:
    """Deal 5: the revoker collects nothing. What no rule would pay has nothing to do with it."""
    deal = evening[4]
    revoke = next(f for f in verdicts(tmp_path, evening)[5]["findings"] if f["code"] == "revoke")
    other = next(name for name in deal["players"] if name != revoke["player"])
    invented = {"trick": 2, "from": other, "to": revoke["player"], "amount": 7}
    deal["recorded"]["payments"].append(invented)
    claim = claims(verdicts(tmp_path, evening)[5], "payment")[-1]
    assert (claim["verdict"], claim["computed"], claim["rule"]) == ("contradicted", 0, None)


def test_a_known_record_under_other_house_rules_is_a_conflict_whatever_its_file_is_called(
    tmp_path: Path, evening: list[Row]
) -> None:
    other = copy.deepcopy(evening[0])
    other["rules"]["options"] = {"stake_player": 5}
    for first, second in ((evening, [other]), ([other], evening)):
        for name, deals in (("a.jsonl", first), ("b.jsonl", second)):
            (tmp_path / name).write_text("".join(json.dumps(deal) + "\n" for deal in deals), encoding="utf-8")
        (session,) = audit([tmp_path]).sessions()
        assert {deal["status"] for deal in session["deals"]} == {"illegal"}
        assert {claim["reason"] for deal in session["deals"] for claim in deal["claims"]} == {"conflict"}


def test_an_unknown_exchange_card_contradicts_no_known_one(tmp_path: Path, evening: list[Row]) -> None:
    other = {key: evening[0][key] for key in ("format", "club", "session", "date", "rules", "players", "deal")}
    other["exchanges"] = [{"player": "Carla", "discard": "??", "take": "9c"}]
    totals = audit_deals(tmp_path, [*evening, other]).totals
    assert (totals["known"], totals["conflicts"]) == (1, 0)


def test_a_stock_card_may_be_anybody_s_while_the_dealer_is_unknown(tmp_path: Path, evening: list[Row]) -> None:
    deal = {key: evening[0][key] for key in ("format", "club", "session", "rules", "players", "deal")}
    deal |= {
        "hands": {"Carla": ["1o", "2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "10c", "11c"]},
        "stock": ["2o", "7b", "3o"],
        "tricks": [{"leader": "Carla", "cards": ["7b", "??", "??", "??"]}],
    }
    assert codes(verdicts(tmp_path, [deal])[1]) == ["missing-tricks"]


def test_a_hand_of_too_many_cards_is_a_finding(tmp_path: Path, evening: list[Row]) -> None:
    evening[0]["hands"]["Ana"] = ["??"] * 150
    assert codes(verdicts(tmp_path, evening)[1])[0] == "bad-hand-size"


def test_a_thousand_versions_of_a_deal_are_one_conflict(tmp_path: Path, evening: list[Row]) -> None:
    score = {key: evening[0][key] for key in ("format", "club", "session", "date", "rules", "players", "deal")}
    audited = audit_deals(tmp_path, [score | {"recorded": {"fondo_end": number}} for number in range(1000)])
    assert (audited.totals["conflicts"], audited.totals["deals"]) == (1, 1000)
    assert len(json.dumps(list(audited.sessions()))) < 2_000_000
