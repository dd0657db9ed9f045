"""The canonical text: it reads back as it was, and writing it again changes no byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from audit.cards import UNKNOWN, Pack, code
from audit.logs.fields import normal
from audit.logs.layout import place_deal_comments, place_header_comments
from audit.logs.service import convert, format_file
from audit.model import (
    LARGEST,
    Comment,
    Deal,
    Declarations,
    Exchange,
    Header,
    Option,
    Payment,
    Place,
    Reading,
    Recorded,
    Trick,
)

from .reading import HEADER, content, pack_of, read_text, rewritten, whats

SPEC_EXAMPLE = HEADER.replace("A\n", "A ; unique within the club\n", 1) + (
    "opcion undertaking: declared ; a house rule\n\n; played at noon\nreparto 1\ndador: Diego\nmano Ana: 3b 8c\n"
    "monte: 8e 10c 12b\ncambio Diego: 5c\ncambio Carla: -\ncambio Ana: 6c > 8e\nnapolitana: Carla\n"
    "b1 Carla: 2c 3c 7c ?? ; trick 1\nb3: 1o ?o 12? ??\nrevesino: Diego\npuntos: 4, ?, 19, 13\nbazas: 2, 1, 5, 3\n"
    "gana b1: Diego\nganador: Diego\npago: Diego > fondo 3 puesta\npago b3: Ana > Benito 2 as de copas\n"
    "fondo inicial: 9\nfondo final: 0\ntantos: -2, +0, ?, +11\nsaldo: -2, 0, ?, 11\nx-room: 3\n"
    "nota: free; text\n; end\n"
)


def test_canonical_text_is_written_as_it_was_read(tmp_path: Path) -> None:
    text = SPEC_EXAMPLE.replace("opcion", "OPCION").replace("jugadores", "players")
    lines = text.splitlines(keepends=True)
    text = "".join([*lines[:5], lines[6], lines[5], *lines[7:]])
    reading = read_text(tmp_path, text)
    assert not reading.problems
    canonical = [*SPEC_EXAMPLE.splitlines()[:5], SPEC_EXAMPLE.splitlines()[6], SPEC_EXAMPLE.splitlines()[5]]
    assert convert(reading, "rev").splitlines() == canonical + SPEC_EXAMPLE.splitlines()[7:]


@pytest.mark.parametrize("form", ["rev", "jsonl"])
def test_the_forms_lose_nothing(tmp_path: Path, form: str) -> None:
    reading = read_text(tmp_path, SPEC_EXAMPLE + HEADER.replace(": A", ": B") + "x-h: 1\n; h\n\nreparto 1\n; z\n")
    again = rewritten(tmp_path, reading, form)
    assert [content(deal) for deal in again.deals] == [content(deal) for deal in reading.deals]
    assert convert(again, "rev") == convert(reading, "rev")
    assert convert(again, "jsonl") == convert(reading, "jsonl")


def test_a_record_in_json(tmp_path: Path) -> None:
    reading = read_text(tmp_path, HEADER + "reparto 1\ntantos: -1, 1, ?, 0\nb2: 1o 2o 3o 4o\n")
    assert json.loads(convert(reading, ".jsonl")) == {
        "format": "revesino-log/1",
        "club": "Casino",
        "session": "A",
        "date": "2024-03-02",
        "rules": {"id": "revesino"},
        "players": ["Ana", "Benito", "Carla", "Diego"],
        "deal": 1,
        "tricks": [None, {"leader": None, "cards": ["1o", "2o", "3o", "4o"]}],
        "recorded": {"net": [-1, 1, None, 0]},
    }


def test_lines_that_could_not_be_read_are_kept_as_comments(tmp_path: Path) -> None:
    bad = ["b4 Ana: 1o zz 3o 4o", "ganador: ana", "foo: 1", "hello", 'mano "Ana: 1o', "puntos: 1, 2"]
    text = (
        HEADER + "sesión: ?\nclub Ana: x\nreparto 1\n" + "\n".join(bad) + "\n\nreparto dos\ndador: Ana\n\nreparto 3\n"
    )
    reading = read_text(tmp_path, text)
    written = convert(reading, "rev")
    for line in [*bad, "reparto dos", "dador: Ana"]:
        assert written.count(f"; ilegible: {line}\n") == 1
    for form in ("rev", "jsonl"):
        again = rewritten(tmp_path, reading, form)
        assert set(whats(again)) == {"bad-line.kept"}
        assert convert(again, "rev") == written


def test_deals_of_one_session_stand_together(tmp_path: Path) -> None:
    record = {"format": "revesino-log/1", "club": "C", "rules": {"id": "revesino"}, "players": list("ABCD")}
    lines = [json.dumps(record | {"session": session, "deal": deal}) for deal in (1, 2) for session in "XY"]
    written = convert(read_text(tmp_path, "\n".join(lines), "log.jsonl"), "rev")
    assert written.count("revesino-log 1") == 2
    assert [line for line in written.splitlines() if line[:3] in {"ses", "rep"}] == [
        "sesion: X", "reparto 1", "reparto 2", "sesion: Y", "reparto 1", "reparto 2",
    ]  # fmt: skip


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\.rev, \.jsonl"):
        convert(Reading(deals=[], quarantined=[], problems=[]), "csv")


def test_formatting_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.rev"
    path.write_text("\ufeff" + HEADER + "reparto 1\npoints:1,2,3,4\n", encoding="utf-8")
    path.chmod(0o640)
    before = path.read_bytes()
    result = format_file(path, pack_of, check=True)
    assert result.changed
    assert path.read_bytes() == before
    result = format_file(path, pack_of, check=False)
    assert result.changed
    assert path.read_text(encoding="utf-8") == result.text == HEADER + "\nreparto 1\npuntos: 1, 2, 3, 4\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert not format_file(path, pack_of, check=True).changed
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.rev"]


@pytest.mark.parametrize("text", ["", HEADER, HEADER + "reparto 1\nnota: " + "x" * 2**21 + "\n"])
def test_a_file_that_cannot_be_kept_whole_is_left_as_it_is(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.rev"
    path.write_text(text, encoding="utf-8")
    result = format_file(path, pack_of, check=False)
    assert (result.text, result.changed) == (None, False)
    assert path.read_text(encoding="utf-8") == text
    assert result.problems


# Any deal at all

CARDS = {pack: [code(pack, suit, rank) for suit in range(5) for rank in range(len(pack.ranks))] for pack in Pack}
TRICKY = "aAéñ 12?o:;,>=\"\\{}[]-−+|#'\u00a0\u200f\u0301\ufeff\u2028\x85\x00\x1cد𝔄"
TEXT = st.text(st.sampled_from(TRICKY), max_size=9)
LINES = st.text(st.sampled_from(TRICKY + "\n\r\t"), max_size=9)
NAMES_OF_PLAYERS = st.one_of(
    st.sampled_from(["Ana", "Ana 2", "Ana 2 3", "?", "-", "b4", "json: 1", '"Ana"', "fondo 2", "Fondo"]), TEXT
).map(normal)
NUMBERS = st.one_of(st.integers(-99, 99), st.integers(-LARGEST, LARGEST))
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), LINES),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(LINES, inner, max_size=3)),
    max_leaves=5,
)
EXTRAS = st.dictionaries(
    TEXT.map(lambda text: normal(f"x-{text}")).filter(lambda key: len(key) > 2),
    JSON,
    max_size=2,
)
COMMENT_TEXT = TEXT.map(str.rstrip)
PLACE = Place("", 0)


def maybe(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.none(), values)


@st.composite
def deals(draw: st.DrawFn, ruleset: str = "revesino") -> Deal:
    cards = st.sampled_from([*CARDS[Pack.SPANISH], UNKNOWN])
    count = draw(st.sampled_from([4, 5]))
    players = tuple(
        draw(
            st.lists(
                NAMES_OF_PLAYERS.filter(lambda name: name not in {"", "fondo"}),
                min_size=count,
                max_size=count,
                unique=True,
            )
        )
    )
    player, account = st.sampled_from(players), st.sampled_from([*players, "fondo"])
    per_player = st.tuples(*[maybe(NUMBERS)] * count)
    required = st.one_of(LINES, st.just("?a")).map(normal).filter(lambda text: text not in {"", "?"})
    options = draw(
        st.dictionaries(
            required, st.one_of(LINES.map(str.strip).filter(bool), st.booleans(), st.integers(0, 9)), max_size=2
        )
    )
    header = Header(
        club=draw(required),
        session=draw(required),
        rules=ruleset,
        date=draw(maybe(st.dates().map(lambda date: date.isoformat()))),
        place=PLACE,
        options=tuple(Option(name, value, PLACE) for name, value in options.items() if value != "?"),
        carried_fondo=draw(maybe(NUMBERS.map(abs))),
        carried_balance=draw(maybe(per_player)),
        players=players,
        extras=draw(EXTRAS),
    )
    declined = st.builds(Exchange, player, st.none(), st.none())
    exchanges = draw(
        st.lists(
            st.one_of(declined, st.builds(Exchange, player, cards, maybe(cards))),
            unique_by=lambda exchange: exchange.player,
            max_size=3,
        )
    )
    trick = st.builds(Trick, maybe(player), maybe(st.tuples(*[cards] * 4)))
    tricks = st.dictionaries(st.integers(1, 13), trick.filter(lambda each: each.leader or each.cards), max_size=3)
    label = maybe(LINES.map(str.strip).filter(bool))
    payment = st.builds(Payment, maybe(st.integers(1, 13)), account, account, NUMBERS, label)
    deal = Deal(
        header=header,
        number=draw(st.integers(1, LARGEST)),
        place=PLACE,
        players=players,
        dealer=draw(maybe(player)),
        hands=draw(st.dictionaries(player, st.lists(cards, min_size=1, max_size=13).map(tuple), max_size=2)),
        stock=draw(maybe(st.tuples(cards, cards, cards))),
        exchanges=tuple(exchanges),
        declarations=draw(st.builds(Declarations, maybe(player), maybe(player), maybe(player))),
        tricks=draw(tricks),
        recorded=draw(
            st.builds(
                Recorded,
                points=maybe(per_player),
                tricks=maybe(per_player),
                trick_winners=st.dictionaries(st.integers(1, 13), player, max_size=2),
                winner=maybe(player),
                payments=st.lists(payment, max_size=3).map(tuple),
                fondo_start=maybe(NUMBERS),
                fondo_end=maybe(NUMBERS),
                net=maybe(per_player),
                balance=maybe(per_player),
            )
        ),
        note=draw(maybe(LINES.filter(lambda text: bool(text.strip())))),
        extras=draw(EXTRAS),
    )
    return commented(draw, deal)


def commented(draw: st.DrawFn, deal: Deal) -> Deal:
    anchors = st.one_of(st.sampled_from(["deal", "note", "winner", "trick 3", "payment 1", "end", "rules"]), TEXT)
    comments = st.lists(st.builds(Comment, anchors, COMMENT_TEXT, st.booleans()), max_size=4)
    header = replace(deal.header, comments=place_header_comments(draw(comments), deal.header))
    deal = replace(deal, header=header)
    return replace(deal, comments=place_deal_comments(draw(comments), deal))


@settings(max_examples=25, deadline=None)
@given(st.lists(deals(), min_size=1, max_size=2), st.sampled_from(["rev", "jsonl"]))
def test_any_deal_is_read_back_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, written: list[Deal], form: str
) -> None:
    read_back(tmp_path_factory.getbasetemp(), written, form)


@pytest.mark.slow
@settings(max_examples=1500, deadline=None)
@given(st.lists(deals(), min_size=1, max_size=2), st.sampled_from(["rev", "jsonl"]))
def test_any_deal_is_read_back_in_many_examples(
    tmp_path_factory: pytest.TempPathFactory, written: list[Deal], form: str
) -> None:
    read_back(tmp_path_factory.getbasetemp(), written, form)


def read_back(folder: Path, written: list[Deal], form: str) -> None:
    reading = Reading(deals=written, quarantined=[], problems=[])
    again = rewritten(folder, reading, form)
    assert {problem.severity for problem in again.problems} <= {"note"}
    assert [content(deal) for deal in again.deals] == [content(deal) for deal in written]
    assert convert(again, form) == convert(reading, form)
    other = rewritten(folder, again, "jsonl" if form == "rev" else "rev")
    assert [content(deal) for deal in other.deals] == [content(deal) for deal in written]
    assert convert(other, "rev") == convert(reading, "rev")
