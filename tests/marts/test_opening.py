"""When statistics are made, from what, and what is left out of them."""

from __future__ import annotations

import errno
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from audit.club import figures
from audit.club import statistics as club
from audit.club.mergings import merge
from audit.refusal import Refused
from audit.store import marts
from audit.terminal.statistics import ranking_lines
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


@pytest.mark.parametrize("rest", [b"", b"garbage", 20_000, -70_000])
def test_a_damaged_file_is_made_anew(database: Path, rest: bytes | int) -> None:
    before = rows(database, "FROM marts.clubs")
    (name,) = files(database)
    path = marts.folder_of(database) / name
    whole = path.read_bytes()
    path.write_bytes(rest if isinstance(rest, bytes) else whole[:rest])
    assert rows(database, "FROM marts.clubs") == before
    assert path.stat().st_size == len(whole)


def test_damage_that_is_found_while_reading_drops_the_file(database: Path) -> None:
    with pytest.raises(Refused, match=r"statistics\.damaged"), club.statistics(database):
        raise duckdb.Error("Corrupt database file: computed checksum 1 does not match stored checksum 2")
    assert files(database) == []


@pytest.mark.parametrize("error", [duckdb.FatalException, duckdb.IOException, OSError])
def test_without_room_on_the_disk_nothing_is_made_and_the_folder_is_named(
    database: Path, error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left") if error is OSError else error("… No space left on device")

    monkeypatch.setattr(club.layers, "build", full)
    with pytest.raises(Refused, match=r"database\.full") as refused:
        rows(database, "FROM marts.clubs")
    assert refused.value.params["folder"] == str(marts.folder_of(database))
    assert files(database) == []


def test_where_the_folder_cannot_be_used_they_are_made_for_once(database: Path, tmp_path: Path) -> None:
    """A file in its place is what root cannot write into, either."""
    marts.folder_of(database).write_text("mine", encoding="utf-8")
    assert rows(database, "SELECT deals FROM marts.clubs") == [{"deals": 4}]
    assert len(club.table(database, "luck.fits")) == 1
    assert marts.folder_of(database).read_text(encoding="utf-8") == "mine"


def test_without_any_folder_it_is_said(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(**_: object) -> None:
        raise FileNotFoundError

    marts.folder_of(database).write_text("mine", encoding="utf-8")
    monkeypatch.setattr(marts.tempfile, "TemporaryDirectory", nowhere)
    with pytest.raises(Refused, match=r"statistics\.no-folder"):
        rows(database, "FROM marts.clubs")


def test_only_our_own_files_are_dropped(database: Path) -> None:
    rows(database, "FROM marts.clubs")
    (old,) = files(database)
    for name in ("games.txt", "g000001.duckdb", "g000001-notes.duckdb"):
        (marts.folder_of(database) / name).touch()
    store(database, SAMPLES / "2024-04-12-circulo-renuncio.rev")
    rows(database, "FROM marts.clubs")
    assert {"games.txt", "g000001.duckdb", "g000001-notes.duckdb"} < set(files(database))
    assert old not in files(database)


def test_a_query_changes_nothing(database: Path, tmp_path: Path) -> None:
    for query in (
        "DROP TABLE core.totals",
        f"COPY (SELECT 1) TO '{tmp_path}/out.csv'",
        "ATTACH 'x.db'",
        "FROM nowhere",
    ):
        with pytest.raises(Refused, match=r"statistics\.(bad-sql|one-query)"):
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


def test_a_deal_with_one_person_in_two_seats_is_in_no_statistic_and_counted(tmp_path: Path) -> None:
    """The names were merged, and then a log has them both at one table."""
    database = stored(tmp_path, one=session_log("uno", scores("4, 3, 19, 13")).replace("Ana", "Anita"))
    store_more(tmp_path, database, session_log("dos", scores("4, 3, 19, 13")))
    merge(database, "Anita", "Ana")
    store_more(tmp_path, database, session_log("tres", scores("4, 3, 19, 13")).replace("Benito", "Anita"))
    (club_row,) = rows(database, "SELECT deals, counted, same_person FROM marts.clubs")
    assert club_row == {"deals": 3, "counted": 2, "same_person": 1}
    assert {row["deals"] for row in rows(database, "SELECT deals FROM marts.players WHERE person = 'Ana'")} == {2}
    assert len(only(database, "core.named_seats")) == 8


def store_more(folder: Path, database: Path, log: str) -> None:
    (folder / "more.rev").write_text(log, encoding="utf-8")
    store(database, folder / "more.rev")


def test_who_sits_in_deals_of_which_none_counts_is_not_denied(tmp_path: Path) -> None:
    log = session_log("uno", scores("4, 3, 19, 13"))
    database = stored(tmp_path, one=log, other=log.replace("4, 3, 19, 13", "3, 4, 19, 13"))
    with pytest.raises(Refused, match=r"statistics\.none-counted"):
        figures.player(database, "Ana")
    text = "\n".join(line.text for line in ranking_lines(figures.ranking(database), 80))
    assert "1 in conflict and not counted" in text
    assert "No deal counts" in text


def test_the_net_of_a_dealer_who_sits_out_counts_alike_everywhere(tmp_path: Path) -> None:
    database = tmp_path / "club.duckdb"
    store(database, SAMPLES)
    query = """
        SELECT person, round(net / with_net, 9) AS a_deal, round(net_mean, 9) AS mean, round(whole, 9) AS form,
               with_net, players.deals
        FROM marts.players JOIN marts.form USING (club, rules, person) WHERE rules = 'reversis-5'
    """
    found = rows(database, query)
    assert any(row["with_net"] > row["deals"] for row in found)
    assert all(row["a_deal"] == row["mean"] == row["form"] for row in found)


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
