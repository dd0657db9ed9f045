"""Asks 10–12, 15, 24 and 25: a faulty line costs itself and is told with its place; what is only rare is read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
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
    without_places,
    write,
)
from oracle import settle_session
from show.showing import shown
from store.stores import bare, rows, session_log, store, tables
from support import COMPUTED, Row, deals_of, some_slow

from audit import logs
from audit.club.judging import audited
from audit.logs import deal_lines
from audit.logs.service import convert
from audit.model import Reading
from audit.ruleset import pack_of
from audit.service import audit

NAMES = ("Ana", "Diego", "Carla", "Benito")
"""Of the right deal, in order of play."""
TRICK = re.compile(r"b(\d+) (\w+): (.+)")
NO_HANDS = re.sub(r"(?m)^(mano|monte|cambio).*\n", "", RIGHT_DEAL)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "club.duckdb"


def read(*paths: Path) -> Reading:
    return logs.read(list(paths), pack_of)


def sessions_of(texts: Sequence[str]) -> str:
    """One log of several, each the right deal somehow spoilt, as the sessions 0, 1, …"""
    return "".join(changed(text, ("sesion: S00001", f"sesion: {n}")) + "\n" for n, text in enumerate(texts))


def trick_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if TRICK.fullmatch(line)]


def with_cards(line: str, cards: Sequence[str]) -> str:
    """The line of a trick with these cards."""
    return f"{line.partition(':')[0]}: {' '.join(cards)}"


# --------------------------------------------------------------------------------------- 10: out of turn


def out_of_turn() -> list[tuple[str, set[tuple[str, str, str]]]]:
    """The right deal with two neighbours' cards of a trick exchanged: who had to play, whose card lies there."""
    found = []
    for line in trick_lines(RIGHT_DEAL):
        trick = TRICK.fullmatch(line)
        assert trick
        _, leader, written = trick.groups()
        cards = written.split()
        first = NAMES.index(leader)
        turn = NAMES[first:] + NAMES[:first]
        for i in range(3):
            swapped = [*cards[:i], cards[i + 1], cards[i], *cards[i + 2 :]]
            expected = {(turn[i], turn[i + 1], cards[i + 1]), (turn[i + 1], turn[i], cards[i])}
            found.append((changed(RIGHT_DEAL, (line, with_cards(line, swapped))), expected))
    return found


def test_10_a_card_out_of_turn_is_told_with_line_and_both_seats(tmp_path: Path) -> None:
    """10: whose turn it was, and whose card it is, in the finding, in its words and in the stored table."""
    spoilt = out_of_turn()
    path = write(tmp_path, "log.rev", sessions_of([text for text, _ in spoilt]))
    written = path.read_text(encoding="utf-8").splitlines()
    found = deals_of(audit([path]))
    store(tmp_path / "club.duckdb", path)
    stored = rows(
        tmp_path / "club.duckdb",
        "SELECT name, player, params->>'owner', card, line FROM computed.findings JOIN recorded.sessions "
        "USING (session_id) WHERE code = 'wrong-turn'",
    )
    assert len(spoilt) == 33
    for number, (_, expected) in enumerate(spoilt):
        turns = [one for one in found[str(number), 1]["findings"] if one["code"] == "wrong-turn"]
        assert {(one["player"], one["params"]["owner"], one["card"]) for one in turns} == expected
        assert {row[1:4] for row in stored if row[0] == str(number)} == expected
        for one in turns:
            assert TRICK.fullmatch(written[one["line"] - 1])[1] == str(one["trick"])  # type: ignore[index]
            assert one["card"] in written[one["line"] - 1].split()
            for name in (one["player"], one["params"]["owner"], one["card"], f"Trick {one['trick']}"):
                assert name in one["message"]
            assert (str(number), one["player"], one["params"]["owner"], one["card"], one["line"]) in stored
    (first,) = ({one["line"] for one in found["0", 1]["findings"]},)
    assert f"[R4, line {first.pop()}]" in said(audit([path]))


def test_10_who_leads_out_of_turn_is_told_with_line_and_both_seats(tmp_path: Path) -> None:
    """10: without hands only the leader can be seen to be wrong."""
    lines = trick_lines(NO_HANDS)
    texts, expected = [], []
    for line in lines:
        leader = TRICK.fullmatch(line)[2]  # type: ignore[index]
        wrong = NAMES[(NAMES.index(leader) + 2) % 4]
        texts.append(changed(NO_HANDS, (f"{line.partition(':')[0]}:", f"{line.split()[0]} {wrong}:")))
        expected.append((wrong, leader))
    path = write(tmp_path, "log.rev", sessions_of(texts))
    written = path.read_text(encoding="utf-8").splitlines()
    found = deals_of(audit([path]))
    for number, (wrong, leader) in enumerate(expected):
        one = next(f for f in found[str(number), 1]["findings"] if f["code"] == "wrong-leader")
        assert (one["player"], one["params"]["right"], one["trick"]) == (wrong, leader, number + 1)
        assert written[one["line"] - 1].startswith(f"b{number + 1} {wrong}:")
        assert f"{wrong} leads, where {leader} had to" in one["message"]


# ------------------------------------------------------------------------------------ 11: what follows it


def spoilt_cards() -> list[tuple[str, int]]:
    """The right deal without its hands, a card of it made one that cannot be; and in which trick."""
    lines = trick_lines(NO_HANDS)
    found = []
    for number, line in enumerate(lines):
        cards = line.partition(": ")[2].split()
        elsewhere = lines[(number + 4) % 11].split()[-1]
        for i in range(4):
            for false in ("KH", "14o", elsewhere):
                spoilt = [*cards[:i], false, *cards[i + 1 :]]
                found.append((changed(NO_HANDS, (line, with_cards(line, spoilt))), number + 1))
    return found


def test_11_after_an_impossible_card_nothing_is_invented(tmp_path: Path) -> None:
    """11: all other tricks are kept as they were written; a figure is undetermined or right, never guessed."""
    spoilt = spoilt_cards()
    path = write(tmp_path, "log.rev", sessions_of([text for text, _ in spoilt]))
    store(tmp_path / "club.duckdb", path)
    kept = {one.header.session: deal_lines(one) for one in audited(tmp_path / "club.duckdb").reading.deals}
    found, right = deals_of(audit([path])), deals_of(audit([write(tmp_path, "right.rev", NO_HANDS)]))["S00001", 1]
    original, undetermined = trick_lines(NO_HANDS), 0
    for number, (text, trick) in enumerate(spoilt):
        deal = found[str(number), 1]
        for other, line in enumerate(original, 1):
            assert other == trick or kept[str(number)][f"trick {other}"] == line
        if "14o" in text:
            assert "??" in kept[str(number)][f"trick {trick}"]
        else:
            assert deal["status"] == "illegal"
        assert not [one for one in deal["claims"] if one["verdict"] == "contradicted"]
        undetermined += any(one["verdict"] == "undetermined" for one in deal["claims"])
        for what in COMPUTED:
            known, true = deal["computed"][what], right["computed"][what]
            if isinstance(known, dict):
                assert all(known[name] in (None, true[name]) for name in true)
            elif what == "trick_winners":
                assert all(one in (None, other) for one, other in zip(known, true, strict=True))
            else:
                assert known in (None, true)
    assert undetermined > len(spoilt) // 2


def test_11_an_illegal_play_is_kept_and_judged_as_it_was_played(tmp_path: Path) -> None:
    """11: after a renuncio the tricks behind it stand as they were recorded, and are those that are settled."""
    lines = trick_lines(NO_HANDS)
    # Carla, who leads trick 1 with 4o, plays 10o in trick 3 instead of 3c, which she throws in trick 8.
    text = changed(NO_HANDS, ("b3 Diego: 4c 3c 12o 10c", "b3 Diego: 4c 10o 12o 10c"))
    text = changed(text, ("b8 Ana: 1b 1o 10o 8b", "b8 Ana: 1b 1o 3c 8b"))
    path = write(tmp_path, "log.rev", text)
    (deal,) = deals_of(audit([path])).values()
    revokes = [(one["trick"], one["player"], one["card"]) for one in deal["findings"] if one["code"] == "revoke"]
    assert revokes == [(3, "Carla", "10o")]
    (record,) = read(path).deals
    kept = deal_lines(record)
    assert [kept[f"trick {n}"] for n in (*range(4, 8), *range(9, 12))] == [*lines[3:7], *lines[8:]]
    (settled,) = settle_session([without_nothing(row) for row in as_rows(path)])
    assert {what: deal["computed"][what] for what in COMPUTED} == {what: settled[what] for what in COMPUTED}


def as_rows(path: Path) -> list[Row]:
    """The deals of a log in the JSON Lines form."""
    return [json.loads(line) for line in convert(read(path), "jsonl").splitlines()]


def without_nothing(row: Row) -> Row:
    """What the oracle wants to be there."""
    return {"hands": {}, "exchanges": [], "stock": []} | row


# ---------------------------------------------------------------------------------- 12: the number of deals

ONE_DEAL_MORE = 'ganador: Ana\npago: Ana > fondo 1 "por dar"\nnota: it is late\n'
TWO_SESSIONS = "".join(
    session_log(name, "".join(bare(n, extra=ONE_DEAL_MORE) for n in (1, 2, 3))) for name in ("one", "two")
)
DEALS = 6
MANGLED: dict[str, Callable[[str], str]] = {
    "an unclosed quote at the end": lambda line: line + ' "',
    "an unclosed quote behind the colon": lambda line: line.replace(":", ': "', 1),
    "an odd quote within": lambda line: line.replace("a", 'a"', 1),
    "no colon": lambda line: line.replace(":", " ", 1),
    "colons": lambda line: line + " : : :",
    "no value": lambda line: line.partition(":")[0] + ":",
    "cut": lambda line: line[: 2 + len(line) // 2],
    "twice": lambda line: f"{line}\n{line}",
    "twice, and otherwise": lambda line: f"{line}\n{line}1",
    "broken in two": lambda line: f"{line[: 2 + len(line) // 2]}\n{line[2 + len(line) // 2 :]}",
    "gone": lambda line: ";" + line,
    "another key": lambda line: line.replace(":", "x:", 1),
    "a word of the format": lambda line: f"{line} reparto 9 revesino-log 1",
    "control characters": lambda line: f"{line}\0\x1b\x0c\x85\u2028",
    "a mark of byte order": lambda line: "\ufeff" + line,
    "too long": lambda line: f"{line}{'x' * 2**20}",
    "a header behind it": lambda line: f'{line}\njugadores: "Ana',
    "a header's line behind it": lambda line: f"{line}\nreglas:",
}
BEGINS_A_DEAL = ("gone", "cut", "broken in two", "twice", "twice, and otherwise")
"""What makes of the very line that begins a deal another, or more of them."""


def mangled(how: str) -> list[tuple[int | None, str]]:
    """The log, each of its lines spoilt in turn; and the deal (from 0) in the midst of which that is."""
    lines, found, deal = TWO_SESSIONS.splitlines(), [], -1
    for i, line in enumerate(lines):
        begins = line.startswith("reparto")
        deal += begins
        header = line.partition(":")[0] in ("revesino-log 1", "club", "sesion", "fecha", "reglas", "jugadores")
        if line and not (begins and how in BEGINS_A_DEAL):
            text = "\n".join([*lines[:i], MANGLED[how](line), *lines[i + 1 :]]) + "\n"
            found.append((None if begins or header else deal, text))
    return found


@pytest.mark.parametrize("how", MANGLED)
def test_12_a_bad_line_never_changes_the_number_of_deals(tmp_path: Path, how: str) -> None:
    """12: whatever is spoilt, as many are read or set aside as the file holds; a bad field costs no other deal."""
    right = [deal_lines(deal) for deal in read(write(tmp_path, "right.rev", TWO_SESSIONS)).deals]
    texts = mangled(how)
    assert len(texts) > 30
    for spoilt, text in texts:
        found = read(write(tmp_path, "log.rev", text))
        assert len(found.deals) + len(found.quarantined) == found.records_in == DEALS, text
        if spoilt is not None and not how.startswith("a header"):
            deals = [deal_lines(deal) for deal in found.deals]
            assert [*deals[:spoilt], *deals[spoilt + 1 :]] == [*right[:spoilt], *right[spoilt + 1 :]], text


JSON_MANGLED: dict[str, Callable[[str], str]] = {
    "an unclosed quote": lambda line: line.replace('"s"', '"s', 1),
    "no brace": lambda line: line[:-1],
    "a comma": lambda line: line[:-1] + ",}",
    "no club": lambda line: line.replace('"club"', '"clup"'),
    "a number for a text": lambda line: line.replace('"s"', "7", 1),
    "no players": lambda line: line.replace('"players"', '"who"'),
    "no format": lambda line: line.replace("revesino-log/1", "revesino-log/9"),
    "an array": lambda line: f"[{line}]",
    "text": lambda _: "it is late",
    "too long": lambda line: line.replace('"s"', f'"{"s" * 2**20}"', 1),
}


def test_12_a_bad_record_of_json_is_one_record(database: Path, tmp_path: Path) -> None:
    """12: between good ones, which are all read; and an import accounts for each."""
    text = session_log("s", "".join(bare(n) for n in range(1, len(JSON_MANGLED) + 2)))
    first, *good = convert(read(write(tmp_path, "a.rev", text)), "jsonl").splitlines()
    lines = [line for bad, right in zip(JSON_MANGLED.values(), good, strict=True) for line in (bad(first), right)]
    path = write(tmp_path, "log.jsonl", "\n".join([first, *lines]) + "\n")
    found = read(path)
    assert [deal.number for deal in found.deals] == [1, *range(2, len(good) + 2)]
    assert [one.place.line for one in found.quarantined] == [2 * n for n in range(1, len(good) + 1)]
    stored = store(database, path)
    assert (stored.read, stored.new, stored.quarantined) == (1 + 2 * len(good), 1 + len(good), len(good))


@pytest.mark.parametrize(
    ("line", "records"),
    [
        ("reparto 2", 3),
        ("repartto 2", 3),
        ("reparto dos", 3),
        # The control: without any such line the deal before goes on.
        ("; reparto 2", 2),
        ('"reparto 2', 3),
        ("x reparto 2", 3),
    ],
)
def test_12_a_line_that_begins_a_deal_does_so_for_all_that_is_wrong_with_it(
    tmp_path: Path, line: str, records: int
) -> None:
    """12: a deal is counted though its first line is spoilt."""
    text = session_log("s", bare(1) + changed(bare(2), ("reparto 2", line)) + bare(3))
    assert read(write(tmp_path, "log.rev", text)).records_in == records


# ----------------------------------------------------------------------------------- 15: which comes first

FONDOS = [bare(n, extra=f"fondo final: {8 + n}\n") for n in range(1, 5)]


def test_15_the_number_orders_the_deals_of_one_day(database: Path, tmp_path: Path) -> None:
    """15: wherever they stand in the file."""
    right = write(tmp_path, "right.rev", session_log("s", "".join(FONDOS)))
    mixed = write(tmp_path, "mixed.rev", session_log("s", "".join(FONDOS[i] for i in (2, 0, 3, 1))))
    (one,), (other,) = (list(audit([path]).sessions()) for path in (right, mixed))
    assert without_places(one) == without_places(other)
    store(database, mixed)
    assert [row[2] for row in tables(database)["deals"].rows] == [1, 2, 3, 4]


NUMBERS = ["", " two", " 0", " -2", " 2.0", " 2a", " 2 3", " 9999999999999999999999"]


def test_15_without_a_number_the_order_is_not_guessed_and_said(database: Path, tmp_path: Path) -> None:
    """15: such a deal is set aside, with its place, and those behind it do not rest on it."""
    texts = (
        session_log(f"{n}", FONDOS[0] + changed(FONDOS[1], ("reparto 2", f"reparto{number}")) + FONDOS[2] + FONDOS[3])
        for n, number in enumerate(NUMBERS)
    )
    path = write(tmp_path, "log.rev", "".join(texts))
    lines = path.read_text(encoding="utf-8").splitlines()
    store(database, path)
    for found in (audit([path]), audited(database)):
        for session in found.sessions():
            assert [deal["deal"] for deal in session["deals"]] == [1, 3, 4]
            behind = {one["reason"] for one in session["deals"][1]["claims"] if one["claim"] == "fondo_end"}
            assert behind == {"gap"}
        problems = found.problem_rows()
        assert {(one["code"], one["severity"]) for one in problems} == {("missing-deal-number", "error")}
        assert [lines[one["line"] - 1] for one in problems] == [f"reparto{number}" for number in NUMBERS]
        assert (found.totals["quarantined"], found.exit_status) == (len(NUMBERS), 1)


def test_15_one_number_for_two_deals_is_said(database: Path, tmp_path: Path) -> None:
    """15: neither is taken to be the later one."""
    path = write(tmp_path, "log.rev", session_log("s", bare(1) + bare(1, "4, 10, 19, 10") + bare(2)))
    store(database, path)
    assert (audit([path]).totals["conflicts"], audited(database).totals["conflicts"]) == (1, 1)
    assert said(audit([path])).count("says something else of this deal") == 2


# ------------------------------------------------------------------------------------------ 24: midnight

NIGHTS = {
    "midnight": ("2024-03-02", "2024-03-03"),
    "the new year": ("2023-12-31", "2024-01-01"),
    "a leap day": ("2024-02-29", "2024-03-01"),
    "clocks put on": ("2024-03-30", "2024-03-31"),
    "clocks put back": ("2024-10-26", "2024-10-27"),
    "the second undated": ("2024-03-02", None),
}


@pytest.mark.parametrize("form", some_slow(["rev", "jsonl"], "rev"))
def test_24_a_session_past_midnight_is_one(database: Path, tmp_path: Path, form: str) -> None:
    """24: two sheets of two dates, the later read first: one session of the first date, fondo and balances going on."""
    early, late, whole = ([] for _ in range(3))
    for name, (date, next_date) in NIGHTS.items():
        deals = retold(evening(), name)
        early += [deal | {"date": date} for deal in deals[:5]]
        late += [deal | {"date": next_date} for deal in deals[5:]]
        whole += [deal | {"date": date} for deal in deals]
    paths = [write(tmp_path, f"{name}.jsonl", jsonl(part)) for name, part in (("a-late", late), ("b-early", early))]
    if form == "rev":
        paths = [write(tmp_path, f"{path.stem}.rev", convert(read(path), "rev")) for path in paths]
    undivided = audit([write(tmp_path, "whole.jsonl", jsonl(whole))])
    for path in paths:
        store(database, path)
    for found in (audit(paths), audited(database)):
        assert [without_places(row) for row in found.sessions()] == [
            without_places(row) for row in undivided.sessions()
        ]
        assert (found.totals["sessions"], found.totals["contradicted"], found.totals["undetermined"]) == (6, 0, 0)
    stored = [row[1:3] for row in tables(database)["sessions"].rows]
    assert stored == sorted((name, dates[0]) for name, dates in NIGHTS.items())


@pytest.mark.parametrize("date", ["2024-03-02 23:55", "2024-03-03T02:30+02:00", "02/03/2024", "2024-03-31 02:30"])
def test_24_a_time_that_is_no_date_cuts_nothing(tmp_path: Path, date: str) -> None:
    """24: it costs itself, and the session stays whole."""
    text = session_log("s", FONDOS[0] + FONDOS[1]) + session_log("s", FONDOS[2] + FONDOS[3])
    found = audit([write(tmp_path, "log.rev", text.replace("fecha: 2024-03-02", f"fecha: {date}"))])
    assert (found.totals["sessions"], found.totals["deals"], found.totals["conflicts"]) == (1, 4, 0)
    assert {one.what for one in found.problems} == {"bad-value.date"}


# ---------------------------------------------------------------------------------- 25: hands without a suit

ONE_SUIT_EACH = """\
reparto 1
dador: Ana
mano Ana: 12o 11o 10o 9o 8o 7o 6o 5o 4o 3o 2o 1o
mano Benito: 12c 11c 10c 9c 8c 7c 6c 5c 4c 3c 1c
mano Carla: 12e 11e 10e 9e 8e 7e 6e 5e 4e 3e 1e
mano Diego: 12b 11b 10b 9b 8b 7b 6b 5b 4b 3b 1b
monte: 2c 2e 2b
cambio Ana: 2o
cambio Benito: -
cambio Carla: 3e > 2e
cambio Diego: -
"""
RANKS = ("1", "12", "11", "10", "9", "8", "7", "6", "5", "4", "3")


def one_suit_each(*swaps: str) -> str:
    """Everybody holds one suit, so that Benito takes every trick; pairs of cards change places."""
    tricks = "".join(
        f"b{n} Benito: {rank}c {rank if rank != '3' else '2'}e {rank}b {rank}o\n" for n, rank in enumerate(RANKS, 1)
    )
    text = ONE_SUIT_EACH + tricks
    for swap in swaps:
        one, other = swap.split()
        text = re.sub(rf"\b({one}|{other})\b", lambda m, a=one, b=other: b if m[0] == a else a, text)
    return session_log("s", text)


@pytest.mark.parametrize(
    "swaps",
    [
        pytest.param((), id="void in three suits"),
        pytest.param(("5e 5b",), id="singletons"),
        pytest.param(("4e 4o", "6b 6o", "7e 7b"), id="voids and singletons"),
        pytest.param(("10o 10e",), id="the quinola alone"),
    ],
)
@pytest.mark.parametrize("form", ["rev", "jsonl"])
def test_25_void_suits_and_singletons_are_read_and_shown(tmp_path: Path, swaps: tuple[str, ...], form: str) -> None:
    """25: every hand comes back card by card, and the deal is settled as the oracle settles it."""
    path = write(tmp_path, "log.rev", one_suit_each(*swaps))
    if form == "jsonl":
        path = write(tmp_path, "log.jsonl", convert(read(path), "jsonl"))
    found = audit([path])
    (deal,) = deals_of(found).values()
    (settled,) = settle_session(as_rows(path))
    assert {what: deal["computed"][what] for what in COMPUTED} == {what: settled[what] for what in COMPUTED}
    assert (found.problem_rows(), deal["findings"], deal["status"]) == ([], [], "confirmed")
    text = shown(the_session(found), 1)
    for name, hand in as_rows(path)[0]["hands"].items():
        (line,) = (line for line in text.splitlines() if re.match(rf"    {name} +\d", line))
        assert sorted(line.split()[1:]) == sorted(hand)


def test_25_a_hand_of_no_card_is_none_recorded(tmp_path: Path) -> None:
    """25: a hand left blank, of unknown cards, or of which only the suit is known; nothing is held against it."""
    hands = "mano Ana:\nmano Benito: ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ??\nmano Carla: ?e ?e ?e ?e ?e ?e ?e ?e ?e ?e ?e\n"
    found = audit([write(tmp_path, "log.rev", session_log("s", f"reparto 1\ndador: Diego\n{hands}"))])
    (deal,) = deals_of(found).values()
    assert (list(found.problems), deal["findings"]) == ([], [])
    assert list(found.reading.deals[0].hands) == ["Benito", "Carla"]


def test_25_a_hand_that_cannot_be_is_found(tmp_path: Path) -> None:
    """25, the control: a hand with a card too many, or one twice, is found."""
    twice = changed(one_suit_each(), ("mano Carla: 12e 11e", "mano Carla: 12e 12e"))
    more = changed(one_suit_each(), ("mano Diego: 12b", "mano Diego: 2b 12b"))
    for text, code in ((twice, "duplicate-card"), (more, "bad-hand-size")):
        (deal,) = deals_of(audit([write(tmp_path, "log.rev", text)])).values()
        assert code in {one["code"] for one in deal["findings"]}
