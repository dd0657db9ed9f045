"""When statistics are made, from what, and what is left out of them."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyarrow as pa
import pytest

from audit.club import statistics as club
from audit.club.mergings import merge
from audit.refusal import Refused
from audit.store import marts
from tests.marts.stores import Row, only, rows
from tests.store.stores import SAMPLES, session_log, store


def scores(*points: str) -> str:
    """Bare score lines of deals."""
    return "".join(f"reparto {n}\ndador: Ana\npuntos: {one}\n" for n, one in enumerate(points, 1))


def stored(folder: Path, **logs: str) -> Path:
    database = folder / "club.duckdb"
    for name, text in logs.items():
        (folder / f"{name}.rev").write_text(text, encoding="utf-8")
        store(database, folder / f"{name}.rev")
    return database


@pytest.fixture
def database(tmp_path: Path) -> Path:
    found = tmp_path / "club.duckdb"
    store(found, SAMPLES / "2024-03-02-casino-en-orden.rev")
    return found


def files(database: Path) -> list[str]:
    return sorted(path.name for path in marts.folder_of(database).iterdir())


def test_they_are_made_once_and_anew_after_a_change(database: Path) -> None:
    before = rows(database, "FROM marts.clubs")
    (first,) = files(database)
    assert rows(database, "FROM marts.clubs") == before
    assert files(database) == [first]
    store(database, SAMPLES / "2024-04-12-circulo-renuncio.rev")
    assert len(rows(database, "FROM marts.clubs")) == len(before) + 1
    (second,) = files(database)
    assert second != first


def test_another_beginning_of_the_season_makes_them_anew(database: Path) -> None:
    with club.statistics(database) as one:
        assert one.execute("SELECT DISTINCT season FROM core.sessions").fetchall() == [("2024",)]
    with club.statistics(database, "09-01") as other:
        assert other.execute("SELECT DISTINCT season FROM core.sessions").fetchall() == [("2023/24",)]


def test_many_may_read_at_once(database: Path) -> None:
    rows(database, "FROM marts.clubs")
    with club.statistics(database) as one, club.statistics(database) as other:
        for connection in (one, other):
            assert connection.execute("SELECT count(*) FROM core.named_seats").fetchall() == [(16,)]
    with ThreadPoolExecutor(4) as pool:
        answers = pool.map(lambda _: club.ask(database, "SELECT count(*) AS n FROM core.ledger").to_pylist(), range(12))
        assert len({str(answer) for answer in answers}) == 1


def test_two_who_make_them_at_once_both_read_them(database: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(lambda _: club.table(database, "players").to_pylist(), range(2))
    assert one == other


def test_other_code_makes_them_anew(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows(database, "FROM marts.clubs")
    (first,) = files(database)
    monkeypatch.setattr(club, "_code_hash", lambda: "other")
    rows(database, "FROM marts.clubs")
    assert first not in files(database)


def test_all_code_and_all_rulesets_count_as_code() -> None:
    named = {path.name for path in club.code()}
    assert {"statistics.py", "standing.py", "settle.py", "completions.py", "p3.py", "reversis.toml"} - named == set()


def test_luck_is_made_only_when_somebody_asks_for_it(database: Path) -> None:
    rows(database, "FROM marts.clubs")
    assert len(files(database)) == 1
    (fit,) = club.table(database, "luck.fits").to_pylist()
    assert not fit["fitted"]
    assert [name.endswith("-luck.duckdb") for name in files(database)] == [True, False]


def test_what_a_killed_run_left_is_not_read(database: Path) -> None:
    rows(database, "FROM marts.clubs")
    (whole,) = files(database)
    path = marts.folder_of(database) / whole
    path.rename(path.with_name(whole + ".unfinished-1"))
    assert rows(database, "SELECT deals FROM marts.clubs")
    assert whole in files(database)


def test_a_query_changes_nothing(database: Path, tmp_path: Path) -> None:
    for query in (
        "DROP TABLE core.totals",
        f"COPY (SELECT 1) TO '{tmp_path}/out.csv'",
        "ATTACH 'x.db'",
        "FROM nowhere",
    ):
        with pytest.raises(Refused, match=r"statistics\.bad-sql"):
            club.ask(database, query)
    assert not (tmp_path / "out.csv").exists()


def test_a_table_that_there_is_not_is_refused(database: Path) -> None:
    with pytest.raises(Refused, match=r"database\.no-table"):
        club.table(database, "player")


# ------------------------------------------------------------------------------------- what does not count


def test_what_is_not_determined_is_excluded_and_counted_never_0(tmp_path: Path) -> None:
    """A bare score line tells no points to the audit, nor who held what."""
    database = stored(tmp_path, one=session_log("uno", scores("4, 3, 19, 13")))
    (row, *_) = only(database, "core.rate_counts")
    assert row["of"] == 0 and row["excluded"] == 1
    seats = only(database, "core.named_seats")
    assert [row["complete"] for row in seats] == [False] * 4
    assert {row["quinola_held"] for row in seats} == {None}
    assert rows(database, "SELECT wins, decided, win_rate, small, excluded FROM marts.players LIMIT 1") == [
        {"wins": 0, "decided": 0, "win_rate": None, "small": True, "excluded": 1}
    ]


def test_deals_in_conflict_and_sessions_without_rules_are_excluded_and_counted(tmp_path: Path) -> None:
    database = stored(
        tmp_path,
        one=session_log("uno", scores("4, 3, 19, 13", "9, 9, 9, 12")),
        other=session_log("uno", scores("3, 4, 19, 13")),
        odd=session_log("dos", scores("4, 3, 19, 13"), rules="revesin"),
    )
    found = {row["rules"]: row for row in rows(database, "FROM marts.clubs")}
    told = {
        rules: [row[what] for what in ("deals", "counted", "in_conflict", "unsettled")] for rules, row in found.items()
    }
    assert told == {"revesino": [2, 1, 1, 0], "revesin": [1, 0, 0, 1]}
    assert {row["number"] for row in only(database, "core.named_seats")} == {2}


def test_what_each_version_of_a_deal_in_conflict_says_is_in_no_statistic(tmp_path: Path) -> None:
    """Each of them has its confirmed values, its errors, and what could not be verified."""
    log = (SAMPLES / "2024-03-09-casino-cuentas-mal.rev").read_text(encoding="utf-8")
    head, *deals = re.split(r"(?=^reparto )", log, flags=re.MULTILINE)
    other = re.sub(r"^puntos: 13", "puntos: 12", deals[-1], flags=re.MULTILINE)
    tables = ("scoring", "scoring_kinds", "scoring_rules", "unverified", "unverified_reasons", "rule_tantos")

    def told(**logs: str) -> dict[str, list[Row]]:
        (tmp_path / "_".join(logs)).mkdir()
        database = stored(tmp_path / "_".join(logs), **logs)
        return {name: counted(club.table(database, name)) for name in tables}

    without = told(without=head + "".join(deals[:-1]))
    assert told(whole=log, other=head + other) == without
    assert told(alone=log) != without


def counted(table: pa.Table) -> list[Row]:
    """The rows without `excluded`, which counts the deal that is left out."""
    return [{name: value for name, value in row.items() if name != "excluded"} for row in table.to_pylist()]


def test_two_spellings_that_were_merged_are_one_person(tmp_path: Path) -> None:
    database = stored(
        tmp_path,
        one=session_log("uno", scores("4, 3, 19, 13")),
        two=session_log("dos", scores("4, 3, 19, 13")).replace("Ana", "Anita"),
    )
    persons = "SELECT person, names, deals FROM marts.players ORDER BY person"
    assert len(rows(database, persons)) == 5
    merge(database, "Anita", "Ana")
    found = rows(database, persons)
    assert len(found) == 4
    assert found[0] == {"person": "Ana", "names": ["Ana", "Anita"], "deals": 2}


def test_a_session_across_midnight_is_one_and_several_tables_a_day_are_several(tmp_path: Path) -> None:
    head = session_log("noche", scores("4, 3, 19, 13"))
    rules = next(line for line in head.splitlines() if line.startswith("reglas"))
    dated = head.replace(rules, f"fecha: 2024-03-02\n{rules}\nx-mesa: 1")
    after = head.replace(rules, f"fecha: 2024-03-03\n{rules}").replace("reparto 1", "reparto 2")
    second = dated.replace("noche", "tarde").replace("x-mesa: 1", "x-mesa: 2\nx-anotador: Lola")
    database = stored(tmp_path, one=dated, after=after, second=second)
    found = only(database, "core.sessions", "ordinal")
    told = [(row["session"], str(row["date"]), row["table_name"], row["scorer"]) for row in found]
    assert told == [("noche", "2024-03-02", "1", None), ("tarde", "2024-03-02", "2", "Lola")]
    evenings = [row for row in only(database, "core.evenings") if row["session_id"] == found[0]["session_id"]]
    assert [row["dealt"] for row in evenings] == [2] * 4
