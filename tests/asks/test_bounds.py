"""Asks 9, 13 and 14: figures beyond what can be, and more of one thing than anybody reads, are told as such."""

from __future__ import annotations

import json
import re
import tracemalloc
from pathlib import Path

import pytest
from asks.asking import (
    RIGHT_DEAL,
    changed,
    evening,
    jsonl,
    retold,
    said,
    the_session,
    write,
)
from show.showing import corrected, shown, written
from store.stores import bare, rows, session_log, store
from support import deals_of

from audit.club.judging import audited
from audit.club.status import status
from audit.logs.limits import PROBLEMS_PER_FILE
from audit.service import audit
from audit.terminal.database import status_lines
from audit.terminal.deals import WRONG_SHOWN
from audit.terminal.render import PROBLEMS_SHOWN, SHOWN

CASES = Path(__file__).parent.parent / "cases"
READABLE = 500
"""Lines of a report that somebody may still read."""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "club.duckdb"


# -------------------------------------------------------------------------------------- 9: never clamped

OVERDRAWN = changed(
    RIGHT_DEAL, ("pago b8: fondo > Carla 9", "pago b8: fondo > Carla 12"), ("fondo final: 0", "fondo final: -3")
)


def test_09_an_overdrawn_fondo_is_told_as_it_was_written(database: Path, tmp_path: Path) -> None:
    """9: the fondo held 9 and 12 were taken: -3 in the report, the tables and every sheet, and never 0 for it."""
    path = write(tmp_path, "log.rev", OVERDRAWN)
    store(database, path)
    for found in (audit([path]), audited(database)):
        (deal,) = deals_of(found).values()
        wrong = {
            one["claim"]: (one["recorded"], one["computed"])
            for one in deal["claims"]
            if one["computed"] != one["recorded"]
        }
        assert wrong == {"payment": (12, 9), "fondo_end": (-3, 0)}
        (finding,) = deal["findings"]
        assert (finding["code"], finding["params"]["fondo_end"]) == ("unbalanced-net", -3)
        one = the_session(found)
        assert re.search(r"fondo at the end: +recorded -3, should be 0 ", said(found))
        assert "fondo at the end: -3→0✗" in shown(one, 1)
        assert "-3→0✗" in written(one)
        assert "The fondo is left with 0; recorded: -3." in corrected(one)
    query = "SELECT recorded, computed FROM computed.claims WHERE verdict = 'contradicted' ORDER BY ALL"
    assert rows(database, query) == [(-3, 0), (12, 9)]


@pytest.mark.parametrize("kept", ["fondo inicial", "fondo final"])
def test_09_a_fondo_below_0_is_not_gone_on_from(tmp_path: Path, kept: str) -> None:
    """9: behind a gap the club's own figure is adopted; one that cannot be is contradicted, not taken for 0."""
    text = session_log("s", bare(3, extra=f"{kept}: -4\n") + bare(4, extra="fondo final: 9\n"))
    found = audit([write(tmp_path, "log.rev", text)])
    third, fourth = deals_of(found).values()
    claim = next(one for one in third["claims"] if one["claim"].startswith("fondo"))
    assert (claim["verdict"], claim["recorded"], claim["computed"]) == ("contradicted", -4, None)
    assert "recorded -4, cannot be below 0" in said(found)
    assert (fourth["computed"]["fondo_start"], found.exit_status) == (None, 1)


def test_09_a_fondo_below_0_from_before_is_said(tmp_path: Path) -> None:
    """9: an earlier session cannot leave it."""
    text = changed(RIGHT_DEAL, ("jugadores:", "fondo previo: -5\njugadores:"))
    found = audit([write(tmp_path, "log.rev", text)])
    assert "-5" in said(found)
    assert found.exit_status == 1


def test_09_chips_that_are_more_than_gone_are_so(tmp_path: Path) -> None:
    """9: somebody with 3 chips who loses 18 stands at -18, and is said to have none left."""
    case = (CASES / "reversis" / "X11-player-broke.rev").read_text(encoding="utf-8")
    path = write(tmp_path, "log.rev", changed(case, ("starting_chips: 18", "starting_chips: 3")))
    (session,) = audit([path]).sessions()
    assert session["final_balance"] == {"Ana": 2, "Blas": -2, "Cora": -2, "Diego": -18}
    assert [(one["code"], one["player"]) for one in session["findings"]] == [("player-broke", "Diego")]
    assert {one["verdict"] for one in session["deals"][0]["claims"]} == {"confirmed"}


@pytest.mark.parametrize("times", [1, 2])
def test_09_an_amount_too_large_is_undetermined_and_not_the_largest(tmp_path: Path, times: int) -> None:
    """9: a fondo of half of what can be counted is doubled once and is right; twice, and it is no figure."""
    # In the second deal of that evening the fondo is doubled.
    (deal,) = [deal | {"deal": 1} for deal in evening() if deal["deal"] == 2]
    start = 2 ** (61 + times) - 1
    deal["carried"] = {"fondo": start - 1}
    deal["recorded"] = {"fondo_end": 2**63 - 1}
    (row,) = deals_of(audit([write(tmp_path, "log.jsonl", jsonl([deal]))])).values()
    (claim,) = row["claims"]
    if times == 1:
        assert (row["computed"]["fondo_end"], claim["verdict"]) == (2 * start, "contradicted")
    else:
        assert (row["computed"]["fondo_end"], claim["verdict"], claim["reason"]) == (
            None,
            "undetermined",
            "amount-limit",
        )


# ----------------------------------------------------------------------------------- 13: a cap is reached

WARNING, ERROR = "ganador: Ana\n", "bazas x\n"


def with_problems(*lines: str) -> str:
    """A log of two deals, in the first of which so many lines have something wrong with them."""
    return session_log("s", bare(1, extra=WARNING + "".join(lines)) + bare(2))


@pytest.mark.parametrize(
    ("lines", "more", "exit_status"),
    [
        ([WARNING] * PROBLEMS_PER_FILE, 0, 0),
        ([WARNING] * 2500, 1500, 0),
        ([WARNING] * 1000 + [ERROR], 1, 1),
        ([ERROR] * 2500, 1500, 1),
    ],
    ids=["at the cap", "warnings", "one error behind the cap", "errors"],
)
def test_13_problems_beyond_the_cap_are_counted_and_decide(
    tmp_path: Path, lines: list[str], more: int, exit_status: int
) -> None:
    """13: how many more there are stands last, as grave as the gravest of them, and the exit status says so."""
    path = write(tmp_path, "log.rev", with_problems(*lines))
    found = audit([path])
    *kept, last = found.problems
    assert len(kept) + (not more) == PROBLEMS_PER_FILE
    assert last.params.get("more", 0) == more
    assert last.params.get("total", PROBLEMS_PER_FILE) == len(lines)
    assert found.exit_status == exit_status
    assert (found.totals["deals"], found.totals["claims"]) == (2, 10)
    assert audit([path], strict=True).exit_status == 1
    said_so = f"at least {len(lines)} problems in this file; {more} of them, from here on, are not shown"
    assert (said_so in [row["message"] for row in audit([path]).problem_rows()]) == bool(more)


def test_13_a_database_keeps_how_many_more_there_were(database: Path, tmp_path: Path) -> None:
    """13: asked later, it says as much as on the day."""
    path = write(tmp_path, "log.rev", with_problems(*[WARNING] * 1000, ERROR))
    store(database, path)
    assert audited(database).problem_rows() == audit([path]).problem_rows()
    assert audited(database).exit_status == 1


@pytest.mark.parametrize("line", [WARNING, ERROR], ids=["warnings", "errors"])
def test_13_the_report_does_not_count_the_kept_as_all(tmp_path: Path, line: str) -> None:
    """13: 2,500 lines that cannot be read are told as at least as many, not as 1,001."""
    text = said(audit([write(tmp_path, "log.rev", with_problems(*[line] * 2500))]))
    assert "1,001" not in text
    severity = "error" if line == ERROR else "warning"
    assert f"While reading: at least 2,500 {severity}s; the gravest are listed at the end." in text
    assert "at least 2500 problems in this file; 1500 of them, from here on, are not shown" in text
    assert "… and at least 2,451 more problems;" in text
    assert "lists them all" not in text


def test_13_the_status_does_not_count_the_kept_as_all(database: Path, tmp_path: Path) -> None:
    """13: nor does the state of a database."""
    store(database, write(tmp_path, "log.rev", with_problems(*[ERROR] * 2500)))
    text = "\n".join(line.text for line in status_lines(status(database)))
    assert "While reading 2,500 lines were not understood" in text
    assert "log.rev" in text


@pytest.mark.parametrize("deals", [SHOWN, SHOWN + 1, 3 * SHOWN])
def test_13_deals_beyond_those_shown_are_counted(tmp_path: Path, deals: int) -> None:
    """13: the summary counts all, and what is left out is told with its number."""
    text = session_log("s", "".join(bare(n, extra="ganador: Carla\n") for n in range(1, deals + 1)))
    found = audit([write(tmp_path, "log.rev", text)])
    report = said(found)
    assert f"{deals} deals of 1 session" in report
    assert f"  {deals} discrepant\n" in report
    assert report.count("  Deal ") == min(deals, SHOWN)
    more = deals - SHOWN
    expected = "" if not more else "… and 1 more such deal;" if more == 1 else f"… and {more} more such deals;"
    assert expected in report
    assert ("more such deal" in report) == bool(more)
    assert (found.totals["discrepant"], found.exit_status) == (deals, 1)


# -------------------------------------------------------------------------- 14: the same, a thousand times


def assert_bounded(folder: Path, lines: int) -> None:
    """That so many equal lines take no longer to read than few, and no more room than what is kept of their text."""
    path = write(folder, "log.rev", with_problems(*[WARNING] * lines))
    tracemalloc.start()
    try:
        found = audit([path])
        report, rows_of_json = said(found), json.dumps(found.problem_rows())
        held = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert report.count("\n") < READABLE
    assert len(rows_of_json) < 500 * PROBLEMS_PER_FILE
    assert held < 2_000_000 + 12 * path.stat().st_size


def test_14_the_same_problem_again_and_again_is_bounded(tmp_path: Path) -> None:
    """14: in memory, in the report and in its form for programs."""
    assert_bounded(tmp_path, 10_000)


@pytest.mark.slow
def test_14_two_hundred_thousand_problems_are_bounded(tmp_path: Path) -> None:
    """14, at the size that somebody met."""
    assert_bounded(tmp_path, 200_000)


ALIKE = {
    "a wrong figure each": "ganador: Carla\n",
    "cards missing": "",
    "a record of its own in a gap": "fondo final: 9\n",
}
DEALS = 1_200


@pytest.mark.parametrize("what", ALIKE)
def test_14_a_season_of_one_fault_is_told_in_a_page(database: Path, tmp_path: Path, what: str) -> None:
    """14: what is alike in thousands of deals is told together, and counted."""
    text = session_log("s", "".join(bare(n, extra=ALIKE[what]) for n in range(1, DEALS + 1)))
    found = audit([write(tmp_path, "log.rev", text)])
    report = said(found)
    assert report.count("\n") < READABLE
    assert len(report) < 50_000
    assert "1,200 deals of 1 session" in report


def one_trick(number: int) -> str:
    """A deal of which one trick is recorded: a warning that ten are not."""
    return bare(number, extra=f"b1 {('Ana', 'Benito', 'Carla', 'Diego')[number % 4]}: 2c 3c 4c 5c\n")


def test_14_the_same_warning_of_a_thousand_deals_is_told_together(tmp_path: Path) -> None:
    """14: as for errors, of which forty are shown."""
    found = audit([write(tmp_path, "log.rev", session_log("s", "".join(one_trick(n) for n in range(1, 1001))))])
    assert said(found).count("\n") < READABLE
    assert "  Deals 1–1000: No card of tricks 2, 3, 4, 5, 6, 7, 8, 9, 10 and 11 is recorded" in said(found)


def other_tricks(number: int) -> str:
    """A deal in which other tricks are lacking than in the few before."""
    there = (trick for trick in range(1, 7) if number >> (trick - 1) & 1)
    # None of these cards counts, so that no recorded points are impossible.
    tricks = (f"b{trick}: {trick + 1}c {trick + 1}o {trick + 1}e {trick + 1}b\n" for trick in there)
    return bare(number, extra="".join(tricks))


def test_14_warnings_that_differ_are_counted_beyond_those_shown(tmp_path: Path) -> None:
    """14: of 63 deals with as many warnings, forty are shown; of forty deals, each under its number."""
    for deals in (63, SHOWN):
        text = session_log("s", "".join(other_tricks(n) for n in range(1, deals + 1)))
        report = said(audit([write(tmp_path, "log.rev", text)]))
        assert report.count("is recorded, or none") == SHOWN
        assert report.count("  undetermined  ") == (1 if deals > SHOWN else 1 + SHOWN)
        assert ("… and 23 more such remarks; --format json lists them all." in report) == (deals > SHOWN)


def test_14_the_same_wrong_payment_a_thousand_times_is_told_together(tmp_path: Path) -> None:
    """14: one deal with a thousand equal lines that are not due."""
    found = audit([write(tmp_path, "log.rev", RIGHT_DEAL + "pago: Ana > Benito 1\n" * 1000)])
    assert found.totals["contradicted"] == 1000
    one = the_session(found)
    for text in (said(found), shown(one, 1), written(one), corrected(one)):
        assert text.count("\n") < READABLE
        assert "not due (1,000 times)" in text
    assert "not due (1,000 times) [lines 60–1059]" in said(found)


def test_14_wrong_payments_that_differ_are_counted_beyond_those_shown(tmp_path: Path) -> None:
    """14: those of one deal, too; and of the next deal they are only named."""
    payments = "".join(f"pago: Ana > Benito {n}\n" for n in range(1, 1001))
    report = said(audit([write(tmp_path, "log.rev", RIGHT_DEAL + payments)]))
    assert report.count("Ana pays Benito: recorded") == WRONG_SHOWN
    assert f"… and {1000 - WRONG_SHOWN} more wrong figures of this deal; --format json lists them all." in report


def test_14_what_was_carried_on_is_counted_beyond_what_is_shown(tmp_path: Path) -> None:
    """14: of three deals one is right, one is wrong, and one goes on from that."""
    deals = retold(evening()[:1] * 180, "s")
    for n, deal in enumerate(deals, 1):
        # In this deal Ana, who sits first, loses 7.
        deal |= {"deal": n, "recorded": {"balance": [10 * (n % 3 != 1) - 7 * n, None, None, None]}}
    report = said(audit([write(tmp_path, "log.jsonl", jsonl(deals))]))
    assert report.count("only because of deal") == SHOWN
    assert "… and others because of 20 more deals; --format json lists them all." in report


def test_14_the_cap_of_what_is_shown_is_not_reached_by_what_is_few(tmp_path: Path) -> None:
    """14, the control: a few things that differ are all told."""
    lines = [f"clave{n}: 1\n" for n in range(PROBLEMS_SHOWN)]
    report = said(audit([write(tmp_path, "log.rev", with_problems(*lines))]))
    assert all(f"`clave{n}`" in report for n in range(PROBLEMS_SHOWN))
    assert "more problem" not in report
