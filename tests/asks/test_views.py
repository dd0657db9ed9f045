"""Asks 16–19: whichever way the records come and whoever asks, the same is found, and decisions reach everything."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from asks.asking import (
    RIGHT_DEAL,
    changed,
    evening,
    jsonl,
    retold,
    said,
    the_session,
    without_places,
    write,
    wrong_claims,
)
from show.showing import corrected, shown, written
from store.stores import bare, count, rows, session_log, store, tables
from store.test_commands import Club
from support import Row, deals_of, some_slow

from audit import logs
from audit.club.conflicts import conflicts, resolve
from audit.club.corrections import correct
from audit.club.importing import import_logs
from audit.club.judging import audited, reaudit
from audit.club.status import status
from audit.club.undoing import undo
from audit.logs.service import convert
from audit.report import Audited
from audit.ruleset import pack_of
from audit.service import audit
from audit.sheet.csv_sheet import write_csv
from audit.sheet.sheet import sheet as build
from audit.store import query
from audit.store.connection import writing

CASES = Path(__file__).parent.parent / "cases"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "club.duckdb"


def as_rev(folder: Path, name: str, deals: list[Row]) -> Path:
    """Deals as a log in the text form."""
    path = write(folder, f"{name}.jsonl", jsonl(deals))
    return write(folder, f"{name}.rev", convert(logs.read([path], pack_of), "rev"))


# --------------------------------------------------------------------------------------- 16: shuffled files


def planted() -> list[Row]:
    """Three sessions: one right; one whose fondo slips in deal 2 and is written so from there on; one with a gap."""
    right, slipped, gap = (retold(evening(), name) for name in ("right", "slipped", "gap"))
    slipped[1]["recorded"]["fondo_end"] += 2
    slipped[2]["recorded"]["fondo_start"] += 2
    del gap[4]
    return [*right, *slipped, *gap]


@pytest.mark.parametrize("seed", some_slow(range(4), 0))
def test_16_shuffled_files_give_the_same_fondo_audit(database: Path, tmp_path: Path, seed: int) -> None:
    """16: no failure and no pass comes of the order of files, lines and imports."""
    deals, rng = planted(), random.Random(seed)
    (tmp_path / "in order").mkdir()
    expected = [without_places(row) for row in audit([as_rev(tmp_path / "in order", "all", deals)]).sessions()]
    found = {
        (session["session"], deal["deal"]): [
            (one["claim"], one["carried_from"]) for one in deal["claims"] if one["verdict"] == "contradicted"
        ]
        for session in expected
        for deal in session["deals"]
    }
    assert {key: claims for key, claims in found.items() if claims} == {
        ("slipped", 2): [("fondo_end", None)], ("slipped", 3): [("fondo_start", 2)],
    }  # fmt: skip
    reasons = Counter(one["reason"] for one in expected[0]["deals"][4]["claims"] if one["claim"] == "fondo_start")
    assert (expected[0]["session"], reasons) == ("gap", {"gap": 1})
    folder = tmp_path / "shuffled"
    folder.mkdir()
    rng.shuffle(deals)
    while deals:
        some = [deals.pop() for _ in range(min(len(deals), rng.randint(1, 6)))]
        name = f"{rng.random()}"
        path = as_rev(tmp_path, name, some)
        # In turn one form and the other.
        kept = path if rng.random() < 0.5 else path.with_name(f"{name}.jsonl")
        kept.rename(folder / kept.name)
    paths = list(folder.iterdir())
    rng.shuffle(paths)
    assert [without_places(row) for row in audit(paths).sessions()] == expected
    half = len(paths) // 2
    store(database, *paths[:half])
    store(database, *paths[half:])
    assert [without_places(row) for row in audited(database).sessions()] == expected


# ---------------------------------------------------------------------------- 17: each check has its own key


def shifts(deal: Row) -> Iterator[tuple[tuple[Any, ...], Row]]:
    """Every recorded figure of a deal made wrong in turn: what the claim on it is called, and the deal."""
    players, recorded = deal["players"], deal["recorded"]

    def spoilt(change: Callable[[Row], None]) -> Row:
        other = copy.deepcopy(deal)
        change(other["recorded"])
        return other

    for what in ("points", "tricks", "net", "balance"):
        for i, name in enumerate(players):
            yield (what, name, None), spoilt(lambda r, what=what, i=i: r[what].__setitem__(i, r[what][i] + 50))
    for what in ("fondo_start", "fondo_end"):
        yield (what, None, None), spoilt(lambda r, what=what: r.__setitem__(what, r[what] + 50))
    for trick, name in recorded["trick_winners"].items():
        other = players[players.index(name) - 1]
        yield (
            ("trick_winner", None, int(trick)),
            spoilt(lambda r, trick=trick, other=other: r["trick_winners"].__setitem__(trick, other)),
        )
    other = players[players.index(recorded["winner"]) - 1]
    yield ("winner", None, None), spoilt(lambda r: r.__setitem__("winner", other))
    for i, payment in enumerate(recorded["payments"]):
        yield (
            ("payment", payment["from"], payment["to"], payment["trick"]),
            spoilt(lambda r, i=i: r["payments"][i].__setitem__("amount", r["payments"][i]["amount"] + 50)),
        )


def name_of(claim: Row) -> tuple[Any, ...]:
    if claim["claim"] == "payment":
        return "payment", claim["from"], claim["to"], claim["trick"]
    return claim["claim"], claim["player"], claim["trick"]


LINES = {
    "points": "puntos:", "tricks": "bazas:", "net": "tantos:", "balance": "saldo:", "fondo_start": "fondo inicial:",
    "fondo_end": "fondo final:", "trick_winner": "gana b", "winner": "ganador:", "payment": "pago",
}  # fmt: skip


def test_17_each_wrong_figure_is_told_under_its_own_name(database: Path, tmp_path: Path) -> None:
    """17: whichever is wrong, that claim alone is, with its own figures, line and row in the table."""
    deals = evening()[:3]
    made = {}
    for place in range(3):
        for name, spoilt in shifts(deals[place]):
            session = retold([*deals[:place], spoilt, *deals[place + 1 :]], f"{len(made):03}")
            made[f"{len(made):03}"] = (deals[place]["deal"], name, session)
    path = as_rev(tmp_path, "all", [deal for *_, session in made.values() for deal in session])
    text = path.read_text(encoding="utf-8").splitlines()
    assert len(made) > 100
    for row in audit([path]).sessions():
        number, name, _ = made[row["session"]]
        found = [(deal["deal"], one) for deal in row["deals"] for one in wrong_claims(deal)]
        assert [(deal, name_of(one)) for deal, one in found] == [(number, name)]
        ((_, claim),) = found
        if name[0] in ("winner", "trick_winner"):
            assert claim["computed"] != claim["recorded"]
        else:
            assert claim["recorded"] - claim["computed"] == 50
        assert text[claim["line"] - 1].startswith(LINES[name[0]])
        assert str(claim["recorded"]) in text[claim["line"] - 1]
    store(database, path)
    stored = rows(
        database,
        "SELECT name, number, kind, player, payer, payee, trick FROM computed.claims JOIN recorded.sessions "
        "USING (session_id) WHERE verdict = 'contradicted' AND carried_from IS NULL",
    )
    told = {
        row[0]: (row[1], (row[2], *row[4:7]) if row[2] == "payment" else (row[2], row[3], row[6])) for row in stored
    }
    assert len(stored) == len(made)
    assert told == {key: (number, name) for key, (number, name, _) in made.items()}


@pytest.mark.parametrize(("start", "end"), [("17", "0"), ("9", "17"), ("17", "26")])
def test_17_the_fondo_before_and_after_a_deal_are_two_checks(tmp_path: Path, start: str, end: str) -> None:
    """17: in words, each is told with its own figures, and not told when it is right."""
    text = changed(
        RIGHT_DEAL, ("fondo inicial: 9", f"fondo inicial: {start}"), ("fondo final: 0", f"fondo final: {end}")
    )
    found = audit([write(tmp_path, "log.rev", text)])
    one = the_session(found)
    report, play = said(found), shown(one, 1)
    assert (
        (f"recorded {start}, should be 9" in report)
        == (f"fondo after the stakes: {start}→9✗" in play)
        == (start != "9")
    )
    assert (f"recorded {end}, should be 0" in report) == (f"fondo at the end: {end}→0✗" in play) == (end != "0")


# --------------------------------------------------------------------------------- 18: the same for everybody

FINDING = ("code", "player", "trick", "card", "rule")


def findings_of(sessions: list[Row]) -> Counter[tuple[Any, ...]]:
    """Each finding of a report as the stored table has it."""
    found: Counter[tuple[Any, ...]] = Counter()
    for session in sessions:
        own = session["club"], session["session"]
        found.update((*own, None, one["severity"], *(one[key] for key in FINDING)) for one in session["findings"])
        for deal in session["deals"]:
            number = deal["deal"]
            found.update((*own, number, one["severity"], *(one[key] for key in FINDING)) for one in deal["findings"])
    return found


def stored_findings(database: Path) -> Counter[tuple[Any, ...]]:
    table = tables(database)["findings"]
    places = [table.columns.index(name) for name in ("club", "session", "deal", "severity", *FINDING)]
    return Counter(tuple(row[place] for place in places) for row in table.rows)


CODES = {
    "unknown-card", "duplicate-card", "card-not-held", "bad-hand-size", "bad-exchange", "wrong-turn", "wrong-leader",
    "wrong-dealer", "revoke", "bad-declaration", "conflict", "unbalanced-net", "inconsistent-record", "missing-tricks",
    "missing-payment", "session-short", "session-long", "player-broke",
}  # fmt: skip
ALSO = session_log(
    "also",
    bare(1, "3, 10, 20, 11") + bare(1, "3, 10, 20, 12") + bare(2, extra="tantos: 1, 2, 3, 4\nfondo final: 9\n")
    + bare(3, extra="b1 Diego: 2c 3c 4c 5c\nmano Diego: 2c 2c 4o\nfondo final: 0\n")
    + bare(4, extra="tantos: 1, 2, 3, 4\nfondo final: 9\n"),
)  # fmt: skip


def test_18_import_report_and_tables_find_the_same(database: Path, tmp_path: Path) -> None:
    """18: every kind of finding there is, by an audit, by an import, by a re-audit, and in the stored tables."""
    not_written = changed(RIGHT_DEAL, ("pago b6: Ana > Diego 1\n", ""))
    paths = [CASES, write(tmp_path, "also.rev", ALSO), write(tmp_path, "one.rev", not_written)]
    plain = list(audit(paths).sessions())
    imported = import_logs(database, paths).audited
    expected = findings_of(plain)
    assert {key[4] for key in expected} == CODES
    assert (
        list(imported.sessions()) == list(audited(database).sessions()) == list(reaudit(database).sessions()) == plain
    )
    assert stored_findings(database) == expected
    assert imported.exit_status == audited(database).exit_status == audit(paths).exit_status == 1


def document(printed: str) -> Row:
    """What a command prints for programs; what people read of an import stands behind it, on the other stream."""
    found: Row = json.JSONDecoder().raw_decode(printed)[0]
    return found


def test_18_the_commands_find_the_same(tmp_path: Path) -> None:
    """18: `audit`, `audit --db` with a path and without, and `show`."""
    club = Club(tmp_path)
    club.log("also.rev", ALSO)
    plain = [without_places(row) for row in audit([tmp_path / "also.rev"]).sessions()]
    first = club.run("audit", tmp_path / "also.rev", "--db", "c.duckdb", "--format", "json", status=1)
    again = club.run("audit", "--db", "c.duckdb", "--format", "json", status=1)
    show = club.run("show", "--db", "c.duckdb", "--format", "json")
    assert [without_places(document(text)["sessions"]) for text in (first, again, show)] == [plain] * 3
    codes = [one["code"] for deal in plain[0]["deals"] for one in deal["findings"]]
    assert len(codes) > 5
    exported = tables(tmp_path / "c.duckdb")["findings"]
    assert [row[exported.columns.index("code")] for row in exported.rows] == codes


def test_18_how_strictly_somebody_asked_is_not_stored(tmp_path: Path) -> None:
    """18: two people who import the same have the same database."""
    log = write(
        tmp_path, "log.rev", changed(RIGHT_DEAL, ("puntos:", "puntoss: 1\npuntos:"), ("pago b6: Ana > Diego 1\n", ""))
    )
    lax, strict = tmp_path / "lax.duckdb", tmp_path / "strict.duckdb"
    import_logs(lax, [log])
    import_logs(strict, [log], strict=True)
    assert audited(strict).exit_status == audited(lax).exit_status == 0
    assert stored_findings(strict) == stored_findings(lax)


# -------------------------------------------------------------------------- 19: what was decided, and its totals

SLIPS: dict[str, tuple[Callable[[list[Row]], None], int]] = {
    "points": (lambda deals: deals[2]["recorded"]["points"].__setitem__(0, 50), 3),
    "a fondo that is carried on": (lambda deals: deals[0]["recorded"].__setitem__("fondo_end", 40), 1),
    "a card, and with it the tantos of all deals behind it": (
        lambda deals: deals[1]["tricks"][4]["cards"].__setitem__(2, "??"),
        2,
    ),
    "a dealer": (lambda deals: deals[3].__setitem__("dealer", deals[2]["dealer"]), 4),
    "a payment": (lambda deals: deals[1]["recorded"]["payments"][-1].__setitem__("amount", 30), 2),
}


DEEPEST = ("a fondo that is carried on", "a card, and with it the tantos of all deals behind it")


def slipped(what: str, lines: list[Row]) -> list[Row]:
    deals = copy.deepcopy(lines)
    SLIPS[what][0](deals)
    return deals


def differing_lines(folder: Path, wrong: list[Row], right: list[Row], number: int) -> tuple[list[str], list[str]]:
    """The lines of a deal that are to be corrected: as they are to read, and those that only go."""
    one, other = (
        logs.deal_lines(
            next(deal for deal in logs.read([as_rev(folder, name, deals)], pack_of).deals if deal.number == number)
        )
        for name, deals in (("wrong", wrong), ("right", right))
    )
    gone = [line for field, line in one.items() if field.startswith("payment") and line not in other.values()]
    return [line for line in other.values() if line not in one.values()], gone


def views(found: Audited) -> dict[str, Any]:
    """What a reader, a program and a sheet are told, but for the lines that say that a correction was made."""
    one = the_session(found)
    numbers = {deal.number for deal in one[1].deals}
    return {
        "report": [without_places(row) for row in found.sessions()],
        "totals": found.totals,
        "csv": write_csv(build(*one)).splitlines()[1:],
        "deals": {n: [line for line in shown(one, n).splitlines() if "✗" in line or "tantos" in line] for n in numbers},
    }


def six_deals() -> list[Row]:
    """Without the hands, so that a card that is missing is not found out."""
    return [deal | {"hands": {}, "stock": None, "exchanges": []} for deal in evening()[:6]]


class Stored(NamedTuple):
    """What a database holds and is judged to."""

    views: dict[str, Any]
    tables: dict[str, list[tuple[Any, ...]]]
    statuses: Counter[str]


def stored(database: Path) -> Stored:
    """All of it but whether a deal was decided on."""
    found = {name: table.rows for name, table in tables(database).items()}
    found["deals"] = [row[:-1] for row in found["deals"]]
    return Stored(views(audited(database)), found, status(database).deals)


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    """What it is where no slip was ever written."""
    folder = tmp_path_factory.mktemp("right")
    store(folder / "club.duckdb", as_rev(folder, "right", six_deals()))
    return stored(folder / "club.duckdb")


@pytest.mark.parametrize("what", some_slow(SLIPS, *DEEPEST))
def test_19_a_correction_is_as_good_as_a_right_record(database: Path, tmp_path: Path, right: Stored, what: str) -> None:
    """19: no total and no view stays as it was: all are as if the slip had never been written; undone, it is back."""
    wrong, number = slipped(what, six_deals()), SLIPS[what][1]
    store(database, as_rev(tmp_path, "wrong", wrong))
    before = tables(database)
    assert stored(database).tables != right.tables
    lines, gone = differing_lines(tmp_path, wrong, six_deals(), number)
    correct(database, None, "S00001", number, lines, gone, reason="misread", person="Amparo")
    assert stored(database) == right
    assert [row[2] for row in tables(database)["deals"].rows if row[-1]] == [number]
    found = audited(database)
    session = the_session(found)
    assert "misread" in shown(session, number)
    assert "misread" in corrected(session)
    undo(database, 2)
    assert tables(database) == before


def again(database: Path, folder: Path) -> dict[str, Callable[[], Any]]:
    """All that makes a database be judged again."""
    early, late = folder / "early.rev", folder / "late.jsonl"
    return {
        "a re-audit": lambda: reaudit(database),
        "the same files": lambda: store(database, early, folder / "draft.rev"),
        "the same in another form": lambda: store(
            database, write(folder, "early.jsonl", convert(logs.read([early], pack_of), "jsonl"))
        ),
        "more deals": lambda: store(database, late),
        "other rules of ours": lambda: (forget_rules(database), reaudit(database)),
    }


def forget_rules(database: Path) -> None:
    """As if another version of the tool had settled everything."""
    with writing(database) as writer:
        query.run(writer.connection, "UPDATE computed.sessions SET rules_hash = 'old'")
        writer.changed = True


def test_19_decisions_are_kept_whenever_it_is_judged_again(database: Path, tmp_path: Path) -> None:
    """19: a correction and a resolution stand, and fines neither vanish nor double, whatever happens next."""
    deals = evening()
    early, late = deals[:6], deals[6:]
    draft = copy.deepcopy(early[4:5])
    draft[0]["recorded"]["winner"] = draft[0]["players"][0]
    store(database, as_rev(tmp_path, "early", slipped("points", early)), as_rev(tmp_path, "draft", draft))
    write(tmp_path, "late.jsonl", jsonl(late))
    fair = next(n for n, one in enumerate(conflicts(database)[0].versions, 1) if "early" in one.place.file)
    resolve(database, None, "S00001", 5, fair)
    points = ", ".join(map(str, early[2]["recorded"]["points"]))
    correct(database, None, "S00001", 3, [f"puntos: {points}"])
    fines = "SELECT number, payer, amount FROM computed.ledger WHERE rule = 'K1' AND number < 7 ORDER BY ALL"
    paid = rows(database, fines)
    assert [row[0] for row in paid] == [5]
    for how, act in again(database, tmp_path).items():
        act()
        assert conflicts(database) == [], how
        assert rows(database, fines) == paid, how
        assert [row[2] for row in tables(database)["deals"].rows if row[-1]] == [3, 5], how
        assert status(database).undone == frozenset(), how
        assert audited(database).totals["contradicted"] == 0, how
    assert count(database, "computed.deals") == 12
    assert [row[:-1] for row in tables(database)["deals"].rows] == right_deals(tmp_path, deals)


def right_deals(folder: Path, deals: list[Row]) -> list[tuple[Any, ...]]:
    """What the table of deals holds where nothing ever was wrong."""
    database = folder / "right.duckdb"
    store(database, as_rev(folder, "all", deals))
    return [row[:-1] for row in tables(database)["deals"].rows]


def test_19_the_commands_go_by_a_correction(tmp_path: Path) -> None:
    """19: judged again with the wrong log coming once more, and shown."""
    club = Club(tmp_path)
    club.log("log.rev", changed(RIGHT_DEAL, ("puntos: 31, 5, 0, 5", "puntos: 30, 6, 0, 5")))
    store(tmp_path / "c.duckdb", tmp_path / "log.rev")
    correct(tmp_path / "c.duckdb", None, "S00001", 1, ["puntos: 31, 5, 0, 5"])
    report = document(club.run("audit", "log.rev", "--db", "c.duckdb", "--format", "json"))
    assert (report["totals"]["contradicted"], report["totals"]["confirmed"]) == (0, 1)
    assert "✗" not in club.run("show", "--db", "c.duckdb")


def test_19_written_and_corrected_sheet_agree_on_what_is_wrong(tmp_path: Path) -> None:
    """19, the control: without the correction each view has the slip."""
    found = audit([write(tmp_path, "log.rev", changed(RIGHT_DEAL, ("puntos: 31, 5, 0, 5", "puntos: 30, 6, 0, 5")))])
    one = the_session(found)
    assert "✗" in written(one) and "30 → 31" in corrected(one) and "✗" in shown(one, 1)
    assert {(key[1], claim["player"]) for key, deal in deals_of(found).items() for claim in wrong_claims(deal)} == {
        (1, "Ana"), (1, "Diego"),
    }  # fmt: skip
