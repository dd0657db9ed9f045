"""Logs into a database: nothing twice, nothing lost, the same whatever the order and the form."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest
from store.stores import SAMPLES, bare, counts, rows, session_log, store, tables

from audit import logs
from audit.club.judging import audited
from audit.logs.keys import BY_FIELD
from audit.ruleset import pack_of
from audit.service import audit
from audit.store import query
from audit.store.connection import writing

LOGS = sorted([*SAMPLES.glob("*.rev"), *SAMPLES.glob("*.jsonl")])


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "club.duckdb"


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_what_the_database_says_is_what_the_audit_says(database: Path) -> None:
    """asks 7, 18: one flow, so that all views agree."""
    store(database, *LOGS)
    plain, kept = audit(LOGS), audited(database)
    assert list(kept.sessions()) == list(plain.sessions())
    same = {name: value for name, value in plain.totals.items() if name != "known"}
    assert {name: value for name, value in kept.totals.items() if name != "known"} == same
    assert kept.problem_rows() == plain.problem_rows()


def test_the_tables_say_what_the_report_says(database: Path) -> None:
    store(database, *LOGS)
    found = tables(database)
    claims, ledger, deals, results, findings, standings = ([] for _ in range(6))
    for session in audit(LOGS).sessions():
        own = session["club"], session["session"]
        standings += [(*own, name, balance) for name, balance in session["final_balance"].items()]
        findings += [(*own, None, one["code"], one["player"], one["trick"], one["rule"]) for one in session["findings"]]
        for deal in session["deals"]:
            computed, key = deal["computed"], (*own, deal["deal"])
            deals.append(
                (*key, deal["status"], deal["dealer"], *(computed[k] for k in ("winner", "fondo_start", "fondo_end")))
            )
            for name in computed["net"]:
                values = (computed[what].get(name) for what in ("points", "tricks", "net"))
                results.append((*key, name, *values))
            for one in computed["ledger"] or ():
                ledger.append((*key, *(one[k] for k in ("trick", "rule", "from", "to", "amount"))))
            for one in deal["findings"]:
                findings.append((*key, *(one[k] for k in ("code", "player", "trick", "rule"))))
            deals[-1] += (sum(one["verdict"] == "confirmed" for one in deal["claims"]),)
            for number, one in enumerate(deal["claims"], 1):
                if one["verdict"] == "confirmed":
                    continue
                told = (None if one[k] is None else str(one[k]) for k in ("recorded", "computed"))
                what = (one.get(k) for k in ("claim", "player", "trick", "from", "to"))
                claims.append(
                    (*key, number, *what, *told, *(one[k] for k in ("verdict", "rule", "reason", "carried_from")))
                )

    def columns(name: str, *wanted: str) -> list[tuple[object, ...]]:
        table = found[name]
        places = [table.columns.index(one) for one in wanted]
        return [tuple(row[place] for place in places) for row in table.rows]

    key = ("club", "session", "deal")
    assert columns("claims", *key, "claim", "kind", "player", "trick", "from", "to", "recorded", "computed", "verdict",
                   "rule", "reason", "carried_from") == claims  # fmt: skip
    assert columns("ledger", *key, "trick", "rule", "from", "to", "amount") == ledger
    assert columns("deals", *key, "status", "dealer", "winner", "fondo_start", "fondo_end", "confirmed") == deals
    assert columns("results", *key, "player", "points", "tricks", "net") == results
    assert sorted(columns("findings", *key, "code", "player", "trick", "rule"), key=repr) == sorted(findings, key=repr)
    assert columns("standings", "club", "session", "player", "final_balance") == standings


def test_importing_again_changes_nothing(database: Path) -> None:
    """asks 1: identity and content decide; a second import adds 0 rows."""
    first = store(database, SAMPLES)
    before, snapshot = counts(database), tables(database)
    second = store(database, SAMPLES)
    assert (first.event, second.event) == (1, None)
    assert (second.new, second.in_conflict, second.known) == (0, 0, first.read - first.quarantined)
    assert counts(database) == before
    assert tables(database) == snapshot


def test_the_same_file_under_another_name_changes_nothing(database: Path, tmp_path: Path) -> None:
    store(database, LOGS[0])
    before = counts(database)
    again = write(tmp_path, "copy.rev", LOGS[0].read_text(encoding="utf-8"))
    assert store(database, again).event is None
    assert counts(database) == before


def test_every_record_is_accounted_for(database: Path, tmp_path: Path) -> None:
    """in = new + known + in conflict + set aside."""
    store(database, LOGS[3])
    broken = write(
        tmp_path, "broken.rev", session_log("s", "reparto\ndador: Ana\n\n" + bare(2) + bare(2, "1, 2, 3, 4"))
    )
    found = store(database, *LOGS, SAMPLES / "season", broken)
    assert found.read == found.new + found.known + found.in_conflict + found.quarantined
    assert (found.quarantined, found.in_conflict) == (1, 4)


# ------------------------------------------------------------------------------------- order, form, overlap


def in_portuguese(text: str) -> str:
    """The log with the keys that Portuguese has."""
    words = {key.spanish: key.portuguese for key in BY_FIELD.values()}
    lines = []
    for line in text.splitlines():
        key, colon, rest = line.partition(":")
        word, blank, more = key.partition(" ")
        lines.append(f"{words.get(key, words.get(word, word) + blank + more)}{colon}{rest}")
    return "\n".join(lines) + "\n"


def as_rev(folder: Path, deals: list[object]) -> None:
    write(folder, "all.rev", logs.FORMS[".rev"].write(deals))


def as_jsonl(folder: Path, deals: list[object]) -> None:
    write(folder, "all.jsonl", logs.FORMS[".jsonl"].write(deals))


def as_portuguese(folder: Path, deals: list[object]) -> None:
    write(folder, "tudo.rev", in_portuguese(logs.FORMS[".rev"].write(deals)))


def as_windows(folder: Path, deals: list[object]) -> None:
    text = logs.FORMS[".rev"].write(deals).replace("\n", "\r\n")
    (folder / "old.rev").write_bytes(text.encode("cp1252", errors="strict"))


def one_a_file(folder: Path, deals: list[object]) -> None:
    """Each deal in a file of its own, in turn in one form and the other."""
    for number, (deal, suffix) in enumerate(zip(deals, itertools.cycle((".rev", ".jsonl")), strict=False)):
        write(folder, f"{number:04}{suffix}", logs.FORMS[suffix].write([deal]))


FORMS = (as_rev, as_jsonl, as_portuguese, as_windows, one_a_file)
SEASON = [path for path in LOGS if "borrador" not in path.name]


@pytest.mark.slow
def test_five_forms_in_shuffled_orders_give_the_same_exports(tmp_path: Path) -> None:
    """asks 2, 16: whatever comes first, and in whatever form."""
    deals = logs.read(SEASON, pack_of).deals
    found = []
    for seed, form in enumerate(FORMS):
        folder = tmp_path / form.__name__
        folder.mkdir()
        shuffled = list(deals)
        random.Random(seed).shuffle(shuffled)
        form(folder, shuffled)
        database = tmp_path / f"{form.__name__}.duckdb"
        paths = sorted(folder.iterdir())
        random.Random(seed).shuffle(paths)
        half = len(paths) // 2
        if half:
            store(database, *paths[:half])
        store(database, *paths[half:])
        found.append(tables(database))
    assert all(one == found[0] for one in found)


def test_a_different_season_gives_other_exports(tmp_path: Path) -> None:
    """The failing control."""
    store(tmp_path / "a.duckdb", *SEASON)
    store(tmp_path / "b.duckdb", *SEASON[1:])
    assert tables(tmp_path / "a.duckdb") != tables(tmp_path / "b.duckdb")


def test_overlapping_exports_give_their_union(tmp_path: Path) -> None:
    """asks 2: January to June and March to September, whichever comes first."""
    deals = [bare(number) for number in range(1, 10)]
    early = write(tmp_path, "early.rev", session_log("s", "".join(deals[:6])))
    late = write(tmp_path, "late.rev", session_log("s", "".join(deals[3:])))
    whole = write(tmp_path, "whole.rev", session_log("s", "".join(deals)))
    found = []
    for number, paths in enumerate(([early, late], [late, early], [whole])):
        database = tmp_path / f"{number}.duckdb"
        for path in paths:
            store(database, path)
        found.append(tables(database))
    assert found[0] == found[1] == found[2]


# ------------------------------------------------------------------------------------------ late and fuller


def test_a_deal_that_arrives_late_settles_its_session_anew_and_only_that(database: Path, tmp_path: Path) -> None:
    deals = [bare(1, extra="fondo final: 9"), bare(2, extra="fondo final: 10"), bare(3, extra="fondo final: 11")]
    store(database, write(tmp_path, "a.rev", session_log("one", deals[0] + deals[2])))
    store(database, write(tmp_path, "b.rev", session_log("two", "".join(deals))))
    with writing(database) as writer:
        # A mark on what was settled of the other session: it is gone when that is settled anew.
        query.run(writer.connection, "UPDATE computed.sessions SET date = 'untouched' WHERE session_id = 2")
        writer.changed = True
    assert gaps(database) > 0
    found = store(database, write(tmp_path, "c.rev", session_log("one", deals[1])))
    assert (found.new, found.judged) == (1, 1)
    assert [row[2] for row in tables(database)["deals"].rows if row[1] == "one"] == [1, 2, 3]
    assert gaps(database) == 0
    assert [row[2] for row in tables(database)["sessions"].rows] == ["2024-03-02", "untouched"]


def gaps(database: Path) -> int:
    """Claims of the session `one` that a missing deal leaves open."""
    return len([row for row in tables(database)["claims"].rows if row[1] == "one" and row[14] == "gap"])


def test_a_fuller_record_takes_the_place_of_a_bare_one(database: Path, tmp_path: Path) -> None:
    store(database, write(tmp_path, "bare.rev", session_log("s", bare(1))))
    fuller = write(tmp_path, "full.rev", session_log("s", bare(1, extra="bazas: 1, 3, 5, 2")))
    assert store(database, fuller).new == 1
    assert len(tables(database)["deals"].rows) == 1
    assert len([row for row in tables(database)["claims"].rows if row[5] == "tricks"]) == 4
    assert store(database, write(tmp_path, "less.rev", session_log("s", bare(1) + "nota: x\n"))).known == 1


def test_a_session_over_two_files_is_one(database: Path) -> None:
    """asks 7."""
    halves = [path for path in LOGS if "2024-07-20" in path.name]
    assert len(halves) == 2
    for path in halves:
        store(database, path)
    assert len(tables(database)["sessions"].rows) == 1


def test_same_head_other_cards_is_no_duplicate_and_other_content_is_a_conflict(database: Path, tmp_path: Path) -> None:
    """asks 4."""
    store(database, write(tmp_path, "a.rev", session_log("s", bare(1))))
    assert store(database, write(tmp_path, "b.rev", session_log("s", bare(2, "4, 10, 19, 10")))).new == 1
    assert store(database, write(tmp_path, "c.rev", session_log("s", bare(1, "4, 10, 19, 10")))).in_conflict == 1
    assert [row[3] for row in tables(database)["deals"].rows] == [1, 2, 1]


def test_two_equal_payments_both_stand(database: Path, tmp_path: Path) -> None:
    """asks 3."""
    twice = "pago b3: Ana > Carla 1\npago b3: Ana > Carla 1\n"
    store(database, write(tmp_path, "a.rev", session_log("s", bare(1, extra=twice))))
    assert len([row for row in tables(database)["claims"].rows if row[5] == "payment"]) == 2


# ---------------------------------------------------------------------------------------------- bad files


def test_files_without_a_deal_leave_no_trace(database: Path, tmp_path: Path) -> None:
    """asks 6: it failed, and nothing was stored."""
    found = store(database, write(tmp_path, "empty.rev", ""), write(tmp_path, "bad.rev", "nothing\n"))
    assert found.event is None
    assert not database.exists()


def test_what_could_not_be_read_is_kept_with_its_file(database: Path, tmp_path: Path) -> None:
    path = write(tmp_path, "a.rev", session_log("s", bare(1) + "ganador Ana\n" + "reparto\n"))
    store(database, path)
    assert rows(database, "SELECT what FROM recorded.problems ORDER BY line") == [
        ("bad-line.no-colon",), ("missing-deal-number.absent",),
    ]  # fmt: skip
    assert rows(database, "SELECT code FROM recorded.quarantined") == [("missing-deal-number",)]
    assert [problem.what for problem in audited(database).problems] == [
        "bad-line.no-colon",
        "missing-deal-number.absent",
    ]


def test_a_session_without_usable_rules_is_stored_and_not_settled(database: Path, tmp_path: Path) -> None:
    store(database, write(tmp_path, "a.rev", session_log("s", bare(1), rules="revesina")))
    assert tables(database)["sessions"].rows[0][5] is False
    assert {row[12] for row in tables(database)["claims"].rows} == {"undetermined"}
    assert list(audited(database).sessions()) == list(audit([tmp_path / "a.rev"]).sessions())


HOSTILE_NAMES = ["'; DROP TABLE log.events; --", "=HYPERLINK(1)", "\u202eana", "a\u0301", "😀", "%s{0}", 'qu"o"te']


def test_names_are_only_names(database: Path, tmp_path: Path) -> None:
    def quoted(name: str) -> str:
        return '"' + name.replace('"', '""') + '"'

    for number, name in enumerate(HOSTILE_NAMES):
        text = session_log("s", bare(1), club=quoted(name)).replace("Ana,", quoted(name + "x") + ",")
        store(database, write(tmp_path, f"{number}.rev", text.replace("dador: Ana", "dador: " + quoted(name + "x"))))
    found = {row[0] for row in tables(database)["sessions"].rows}
    assert len(found) == len(HOSTILE_NAMES)
    assert audited(database, club="😀").totals["deals"] == 1
