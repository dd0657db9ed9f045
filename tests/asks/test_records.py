"""Asks 1–7: which record is which deal, and that each is stored once, whole, and seen alike everywhere."""

from __future__ import annotations

import errno
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from asks.asking import (
    RIGHT_DEAL,
    changed,
    said,
    the_session,
    write,
)
from show.showing import corrected, written
from store.stores import CONTENT, bare, count, counts, rows, session_log, store, tables
from store.test_commands import Club
from store.test_importing import in_portuguese
from support import deals_of, some_slow

from audit import logs
from audit.club.conflicts import conflicts
from audit.club.judging import audited
from audit.club.status import status
from audit.logs.service import convert
from audit.refusal import Refused
from audit.ruleset import pack_of
from audit.service import audit
from audit.store import query

ROOT = Path(__file__).parent.parent
CASES = ROOT / "cases"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "club.duckdb"


# -------------------------------------------------------------------------------------------- 1: again

TWO_DEALS = session_log("s", bare(1, extra="ganador: Ana\nnota: a note\n") + bare(2, extra="bazas: 1, 3, 5, 2\n"))


def as_json_lines(folder: Path) -> str:
    return convert(logs.read([write(folder, "first.rev", TWO_DEALS)], pack_of), "jsonl")


AGAIN: dict[str, tuple[str, Callable[[Path], str]]] = {
    "the same file": ("log.rev", lambda _: TWO_DEALS),
    "a copy": ("copy.rev", lambda _: TWO_DEALS),
    "another language": ("tudo.rev", lambda _: in_portuguese(TWO_DEALS)),
    "another form": ("log.jsonl", as_json_lines),
    "other line ends": ("dos.rev", lambda _: "\ufeff" + TWO_DEALS.replace("\n", "\r\n")),
    "other order of lines": (
        "order.rev",
        lambda _: changed(
            TWO_DEALS, ("puntos: 3, 10, 20, 10\nganador: Ana\n", "ganador: Ana\npuntos: 3, 10, 20, 10\n")
        ),
    ),
    "comments and blanks": ("other.rev", lambda _: "; mine\n\n" + TWO_DEALS.replace(", ", " ,  ").replace("\n", " \n")),
    "every deal twice": ("twice.rev", lambda _: TWO_DEALS + "\n" + TWO_DEALS),
    "without the note": ("note.rev", lambda _: changed(TWO_DEALS, ("nota: a note\n", ""))),
    "less of it": ("less.rev", lambda _: changed(TWO_DEALS, ("bazas: 1, 3, 5, 2\n", ""))),
}


def handed_out(database: Path) -> dict[str, Any]:
    """Every table as it is handed out, but for how often the records of a session were read."""
    found = {name: (table.columns, table.rows) for name, table in tables(database).items()}
    columns, sessions = found["sessions"]
    known = columns.index("known")
    return found | {"sessions": [(*row[:known], *row[known + 1 :]) for row in sessions]}


def test_01_importing_again_adds_no_row(database: Path, tmp_path: Path) -> None:
    """1: identity and content decide, whatever the file; however often it comes, it adds 0 rows."""
    store(database, write(tmp_path, "log.rev", TWO_DEALS))
    before, content = handed_out(database), counts(database)
    for how, (name, text) in AGAIN.items():
        again = store(database, write(tmp_path, name, text(tmp_path)))
        assert (again.new, again.in_conflict, again.known) == (0, 0, again.read), how
        assert handed_out(database) == before, how
    after = counts(database)
    assert {name: after[name] for name in CONTENT} == {name: content[name] for name in CONTENT}
    assert audited(database).totals["deals"] == 2


@pytest.mark.parametrize("name", ["a.rev", "z.rev"])
def test_01_what_a_file_is_called_does_not_make_it_new(database: Path, tmp_path: Path, name: str) -> None:
    """1: nothing but a comment more than the record that is there."""
    store(database, write(tmp_path, "log.rev", TWO_DEALS))
    again = store(database, write(tmp_path, name, changed(TWO_DEALS, ("ganador: Ana", "ganador: Ana ; surely"))))
    assert (again.new, again.known) == (0, 2)


def test_01_one_word_more_does_add_one(database: Path, tmp_path: Path) -> None:
    """1, the control: what says more than the record that is there is new."""
    store(database, write(tmp_path, "log.rev", TWO_DEALS))
    more = write(tmp_path, "more.rev", changed(TWO_DEALS, ("bazas: 1, 3, 5, 2\n", "bazas: 1, 3, 5, 2\nganador: Ana\n")))
    assert (store(database, more).new, count(database, "computed.deals")) == (1, 2)


# -------------------------------------------------------------------------------------------- 2: overlap

FULLER = bare(4, extra="bazas: 1, 3, 5, 2\n")
OVERLAPPING = {
    "jan-jun.rev": [bare(n) for n in range(1, 7)],
    "mar-sep.rev": [bare(3), FULLER, *(bare(n) for n in range(5, 10))],
    "disputed.rev": [bare(7, "4, 10, 19, 10"), bare(8, extra="nota: late\n")],
    # Says what others say, at other lines, under a name that comes first.
    "again.rev": ["\n\n", bare(6), bare(7, "4, 10, 19, 10"), bare(4)],
}


def everything(database: Path) -> tuple[Any, ...]:
    """What the database hands out, and what it is judged to now, places and all."""
    return tables(database), list(audited(database).sessions())


@pytest.mark.parametrize("seed", some_slow(range(6), 0))
def test_02_overlapping_files_give_their_union_with_the_same_survivors(tmp_path: Path, seed: int) -> None:
    """2: whichever comes first, in one go or many, once or several times."""
    files = [write(tmp_path, name, session_log("s", "".join(deals))) for name, deals in OVERLAPPING.items()]
    whole, parts = tmp_path / "whole.duckdb", tmp_path / "parts.duckdb"
    store(whole, *files)
    rng = random.Random(seed)
    todo = [*files, *rng.choices(files, k=2)]
    rng.shuffle(todo)
    while todo:
        some = rng.randint(1, len(todo))
        store(parts, *todo[:some])
        todo = todo[some:]
    assert everything(parts) == everything(whole)
    assert [row[2:4] for row in tables(whole)["deals"].rows] == [
        *((n, 1) for n in range(1, 8)), (7, 2), (8, 1), (9, 1),
    ]  # fmt: skip
    assert list(audited(whole).sessions()) == list(audit(files).sessions())


def test_02_the_table_names_the_places_that_the_report_names(tmp_path: Path) -> None:
    """2: also those in findings, whatever came last."""
    one, other = session_log("s", bare(1)), session_log("s", bare(1, "4, 10, 19, 10"))
    texts = {"m.rev": one, "z.rev": other, "a.rev": "\n\n" + other}
    files = [write(tmp_path, name, text) for name, text in texts.items()]
    whole, parts = tmp_path / "whole.duckdb", tmp_path / "parts.duckdb"
    store(whole, *files)
    for file in files:
        store(parts, file)
    assert list(audited(whole).sessions()) == list(audited(parts).sessions())
    places = "SELECT version, line, params FROM computed.findings ORDER BY ALL"
    assert rows(whole, places) == rows(parts, places)


# ------------------------------------------------------------------------------------ 3: equal, and both right

HANDED_BACK = (CASES / "revesino" / "N5-hands-the-fondo-back.rev").read_text(encoding="utf-8")
"""A napolitano who took the fondo hands it back and pays in as much again: twice 9, in one trick."""
TWICE = "pago b9: Blas > fondo 9 N5\n"


def test_03_equal_entries_are_matched_one_to_one(database: Path, tmp_path: Path) -> None:
    """3: two equal payments that are both due both stand; a third is not due, and one too few is missed."""
    name = "sesion: revesino N5-hands-the-fondo-back"
    texts = (changed(HANDED_BACK, (TWICE * 2, TWICE * times), (name, f"sesion: {times}")) for times in range(4))
    path = write(tmp_path, "log.rev", "".join(texts))
    store(database, path)
    for found in (audit([path]), audited(database)):
        for times, deal in enumerate(deals_of(found).values()):
            equal = [one for one in deal["claims"] if (one.get("from"), one.get("to")) == ("Blas", "fondo")]
            # The first payment of these two is the stake.
            verdicts = [one["verdict"] for one in equal[1:]]
            assert verdicts == ["confirmed"] * min(times, 2) + ["contradicted"] * max(times - 2, 0)
            assert [f["code"] for f in deal["findings"]] == ["missing-payment"] * max(2 - times, 0)
    of_blas = "SELECT count(*) FROM computed.{} WHERE trick = 9 AND payer = 'Blas' AND payee = 'fondo'"
    # Of 0, 1, 2 and 3 payments one is not confirmed.
    assert rows(database, of_blas.format("named_claims")) == [(1,)]
    assert rows(database, of_blas.format("named_ledger")) == [(4 * 2,)]


def test_03_a_record_with_two_says_more_than_one_with_one(database: Path, tmp_path: Path) -> None:
    """3: an equal line more is content, and neither record is taken for a copy of the other."""
    once, twice = (
        session_log("s", bare(1, extra="pago b3: Ana > Carla 1\n" * times)) for times in (1, 2)
    )  # fmt: skip
    assert store(database, write(tmp_path, "once.rev", once)).new == 1
    assert store(database, write(tmp_path, "twice.rev", twice)).new == 1
    assert rows(database, "SELECT count(*) FROM computed.claims WHERE kind = 'payment'") == [(2,)]


# ------------------------------------------------------------------------------------- 4: the same head

DIFFERENT = {
    "dealer": ("dador: Ana", "dador: Carla"),
    "hand Ana": ("mano Ana: 1o 2o 3o", "mano Ana: 1o 2o 4o"),
    "stock": ("monte: 8e 10c 12b", "monte: 8e 10c 11b"),
    "exchange Carla": ("cambio Carla: -", "cambio Carla: 6c > 8e"),
    "napolitana": ("napolitana: Ana", "napolitana: Carla"),
    "revesino": ("revesino: Ana", "revesino: Carla"),
    "trick 1": ("b1 Benito: 2c 3c 4c 5c", "b1 Benito: 2c 3c 4c 6c"),
    "points": ("puntos: 3, 10, 20, 10", "puntos: 4, 10, 19, 10"),
    "tricks": ("bazas: 1, 3, 5, 2", "bazas: 1, 3, 2, 5"),
    "wins t1": ("gana b1: Ana", "gana b1: Carla"),
    "winner": ("ganador: Ana", "ganador: Carla"),
    "payment": ("pago b3: Ana > Carla 1", "pago b3: Ana > Carla 2"),
    "fondo_start": ("fondo inicial: 9", "fondo inicial: 18"),
    "fondo_end": ("fondo final: 9", "fondo final: 0"),
    "net": ("tantos: +1, -1, +0, +0", "tantos: -1, +1, +0, +0"),
    "balance": ("saldo: 1, -1, 0, 0", "saldo: -1, 1, 0, 0"),
}
NOT_DIFFERENT = {
    "note": ("nota: one", "nota: two"),
    "label": ("pago b3: Ana > Carla 1 as", "pago b3: Ana > Carla 1 ace"),
    "own key": ("x-table: 1", "x-table: 2"),
    "comment": ("ganador: Ana", "ganador: Ana ; surely"),
    "spelling": ("b1 Benito: 2c 3c 4c 5c", "trick 1 Benito: 2C  3C  4C  5C"),
}


def two_files(folder: Path, pairs: dict[str, tuple[str, str]]) -> tuple[Path, Path]:
    """Two logs that differ, session by session, in one line of a deal."""
    one, other = (
        "".join(session_log(name, f"reparto 1\n{pair[which]}\n") for name, pair in pairs.items()) for which in (0, 1)
    )
    return write(folder, "one.rev", one), write(folder, "other.rev", other)


def test_04_other_content_is_a_conflict_that_is_shown(database: Path, tmp_path: Path) -> None:
    """4: whatever of a deal is said in two ways, both are kept, and shown with what differs."""
    paths = two_files(tmp_path, DIFFERENT)
    found = [store(database, path) for path in paths][1]
    assert found.in_conflict == len(DIFFERENT)
    shown = {one.key[1]: one for one in conflicts(database)}
    assert shown.keys() == DIFFERENT.keys()
    for name, (one, other) in DIFFERENT.items():
        versions = shown[name].versions
        fields = {field for version in versions for field in version.lines}
        differing = {field for field in fields if len({version.lines.get(field) for version in versions}) > 1}
        assert {field.split()[0] for field in differing} == {name.split()[0]}
        assert sorted(line for version in versions for line in version.lines.values() if ":" in line) == (
            sorted((one, other))
        )
    assert status(database).conflicts == audited(database).totals["conflicts"] == len(DIFFERENT)
    assert {row[4] for row in tables(database)["deals"].rows} == {"illegal"}
    assert said(audit(paths)).count("says something else of this deal") == 2 * len(DIFFERENT)


def test_04_what_is_no_content_is_no_conflict(database: Path, tmp_path: Path) -> None:
    """4, the control: notes, labels, own keys and spellings."""
    for path in two_files(tmp_path, NOT_DIFFERENT):
        store(database, path)
    assert conflicts(database) == []
    assert count(database, "computed.deals") == len(NOT_DIFFERENT)


def test_04_the_same_head_is_no_duplicate(database: Path, tmp_path: Path) -> None:
    """4: same club, players, dealer, date and figures; another number, session or club is another deal."""
    same = "dador: Ana\npuntos: 3, 10, 20, 10\n"
    text = "".join(session_log("s", f"reparto {number}\n{same}") for number in (1, 5))
    text += session_log("t", f"reparto 1\n{same}") + session_log("s", f"reparto 1\n{same}", club="Other")
    found = store(database, write(tmp_path, "log.rev", text))
    assert (found.new, found.known, found.in_conflict) == (4, 0, 0)
    assert [row[:3] for row in tables(database)["deals"].rows] == [
        ("Club", "s", 1), ("Club", "s", 5), ("Club", "t", 1), ("Other", "s", 1),
    ]  # fmt: skip


# ------------------------------------------------------------------------------------- 5: half an insert


class FullDiskError(OSError):
    """What the statement at which it fails raises."""


def failing(monkeypatch: pytest.MonkeyPatch, at: int) -> list[str]:
    """Let the statement number `at` (from 1) fail; the statements that ran."""
    ran: list[str] = []
    rows_of = query.rows

    def maybe(connection: Any, sql: str, *more: Any) -> list[Any]:
        ran.append(sql)
        if len(ran) == at:
            raise FullDiskError(errno.ENOSPC, "no space left")
        return rows_of(connection, sql, *more)

    monkeypatch.setattr(query, "rows", maybe)
    return ran


PARTS = 9


@pytest.fixture(scope="module")
def interrupted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, int]:
    """A database before and after an import that nothing disturbs, and how many statements that takes."""
    folder = tmp_path_factory.mktemp("interrupted")
    first, second = (write(folder, f"{n}.rev", session_log("s", bare(n) + bare(n + 1))) for n in (1, 2))
    before, after = folder / "before.duckdb", folder / "after.duckdb"
    store(before, first)
    shutil.copy(before, after)
    with pytest.MonkeyPatch.context() as patch:
        ran = failing(patch, 0)
        store(after, second)
    return before, after, len(ran)


@pytest.mark.parametrize("part", some_slow(range(PARTS), 1, 5, 8))
def test_05_an_import_that_fails_half_way_can_be_tried_again(
    interrupted: tuple[Path, Path, int], database: Path, part: int
) -> None:
    """5: at whatever statement it fails, the retry stores, and all is as if nothing had happened."""
    before, after, statements = interrupted
    second = before.with_name("2.rev")
    shutil.copy(before, database)
    with pytest.MonkeyPatch.context() as patch:
        failing(patch, 1 + part * (statements - 1) // (PARTS - 1))
        with pytest.raises((FullDiskError, Refused)):
            store(database, second)
    again = store(database, second)
    # Behind the last statement all was stored, and only not yet shown to readers.
    assert (again.new, again.known) == ((1, 1) if part < PARTS - 1 else (0, 2))
    assert tables(database) == tables(after)
    assert counts(database) == counts(after)


# ---------------------------------------------------------------------------------------- 6: nothing read

NOTHING = {
    "empty.rev": "",
    "blank.rev": "\n\n",
    "comments.rev": "; only a comment\n",
    "header.rev": session_log("s", ""),
    "no-header.rev": bare(1),
    "no-players.rev": changed(session_log("s", bare(1)), ("jugadores: Ana, Benito, Carla, Diego\n", "")),
    "no-number.rev": session_log("s", "reparto\ndador: Ana\n"),
    "prose.rev": "Dear all,\nwe played on Friday.\n",
    "nul.rev": "\0" * 100,
    "empty.jsonl": "",
    "half.jsonl": '{"format": "revesino-log/1", "club": "C"\n',
    "no-deal.jsonl": '{"format": "revesino-log/1"}\n',
    "array.jsonl": "[]\n",
}


@pytest.mark.parametrize("name", NOTHING)
def test_06_a_file_without_a_deal_failed(database: Path, tmp_path: Path, name: str) -> None:
    """6: alone it ends with 2, among good ones with 1; it is named, and nothing of it is stored."""
    nothing = write(tmp_path, name, NOTHING[name])
    good = write(tmp_path, "good.rev", RIGHT_DEAL)
    assert audit([good]).exit_status == 0
    alone, among = audit([nothing]), audit([good, nothing])
    assert (alone.exit_status, among.exit_status) == (2, 1)
    for found in (alone, among):
        assert name in {Path(one.place.file).name for one in found.problems if one.severity == "error"}
        assert name in said(found)
    stored = store(database, nothing)
    assert (stored.event, stored.new, database.exists()) == (None, 0, False)


def test_06_every_command_says_so(tmp_path: Path) -> None:
    """6: at the command line, whatever is done with such a file."""
    club = Club(tmp_path)
    write(tmp_path, "header.rev", NOTHING["header.rev"])
    write(tmp_path, "good.rev", RIGHT_DEAL)
    for command in (("audit", "--db", "c.duckdb"), ("convert", "--to", "jsonl")):
        assert "header.rev" in club.run(*command, "header.rev", status=2), command
    assert not (tmp_path / "c.duckdb").exists()
    assert "header.rev" in club.run("audit", "good.rev", "header.rev", "--db", "c.duckdb", status=1)


# ------------------------------------------------------------------------------------ 7: over two files

TOGETHER = [bare(n, extra=f"fondo final: {8 + n}\n") for n in range(1, 5)]
SPLIT = {
    "in the midst": ("Peña", "noche", ".rev"),
    "of another spelling": ("Pen\u0303a", "  noche ", ".rev"),
    "of another form": ("Pen\u0303a", "noche", ".jsonl"),
}


def views(database: Path) -> dict[str, Any]:
    """How many sessions there are, and what is in them, by whom one asks."""
    judged = audited(database)
    one = the_session(judged)
    return {
        "totals": {name: n for name, n in judged.totals.items() if name != "known"},
        "report": [(row["session"], [deal["deal"] for deal in row["deals"]]) for row in judged.sessions()],
        "text": said(judged),
        "tables": {name: len(table.rows) for name, table in tables(database).items()},
        "status": [(one.sessions, one.deals) for one in status(database).clubs],
        "sheet": corrected(one),
        "show": written(one),
    }


@pytest.mark.parametrize("how", some_slow(SPLIT, "of another form"))
def test_07_a_session_over_two_files_is_one_in_every_view(tmp_path: Path, how: str) -> None:
    """7: report, summary, tables, status, sheet and list count it as one, as if it stood in one file."""
    name, session, form = SPLIT[how]
    whole = write(tmp_path, "whole.rev", session_log("noche", "".join(TOGETHER), club="Peña"))
    late = write(tmp_path, "late.rev", session_log(session, "".join(TOGETHER[2:]), club=name))
    if form == ".jsonl":
        late = write(tmp_path, "late.jsonl", convert(logs.read([late], pack_of), form))
    early = write(tmp_path, "early.rev", session_log("noche", "".join(TOGETHER[:2]), club="Peña"))
    store(tmp_path / "one.duckdb", whole)
    store(tmp_path / "two.duckdb", late)
    store(tmp_path / "two.duckdb", early)
    one, two = views(tmp_path / "one.duckdb"), views(tmp_path / "two.duckdb")
    assert one == two
    assert (one["totals"]["sessions"], one["tables"]["sessions"], one["status"]) == (1, 1, [(1, 4)])
    assert "4 deals of 1 session" in one["text"]
    assert audit([early, late]).totals["sessions"] == 1
