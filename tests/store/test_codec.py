"""A record comes out of the database as it went in."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from store.stores import ROOT

from audit import logs
from audit.model import (
    FONDO,
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
from audit.ruleset import pack_of
from audit.store import adding, codec, files, records
from audit.store.connection import writing

CORPUS = [
    *ROOT.glob("sample_logs/*.rev"), *ROOT.glob("sample_logs/*.jsonl"), *ROOT.glob("tests/cases/*/*.rev"),
    *ROOT.glob("tests/vectors/*.jsonl"),
]  # fmt: skip


def round_trip(deal: Deal) -> Deal:
    header = codec.encode_header(deal.header)
    record = codec.encode_record(deal)
    places = codec.decode_places(*codec.encode_places(deal))
    file = deal.place.file
    back = codec.decode_header(deal.header.club, deal.header.session, header, file, places)
    return codec.decode_record(back, deal.number, deal.players, record, file, places)


@pytest.fixture(scope="module")
def deals() -> list[Deal]:
    return logs.read(CORPUS, pack_of).deals


def test_every_record_of_the_corpus_comes_back(deals: list[Deal]) -> None:
    assert len(deals) > 2000
    assert [deal for deal in deals if round_trip(deal) != deal] == []


def test_a_difference_is_noticed(deals: list[Deal]) -> None:
    """The failing control."""
    assert round_trip(deals[0]) != msgspec.structs.replace(deals[0], note="other")


ODD = {
    "a value that only JSON can say": {"extras": {"x-a": [1, 10**30, 1e300, None, {"b": "ñ\u0000"}]}},
    "a trick of unknown leader": {"tricks": {3: Trick(None, (0x11, 0x12, 64, 0x21))}},
    "a trick without usable cards": {"tricks": {1: Trick("Ana", None), 13: Trick("Ana", (1, 2, 3, 4))}},
    "an empty hand": {"hands": {"Ana": ()}},
    "the largest number": {"number": 2**63 - 1},
    "a trick beyond the last": {"tricks": {40: Trick("B", (1, 2, 3, 4))}},
    "an exchange twice": {"exchanges": (Exchange("Ana", 1, 2), Exchange("Ana", 1, 2), Exchange("B", None, None))},
    "a stock of no card, another of five": {"stock": (), "hands": {"D": (1, 64, 64, 255), "Ana": (3,)}},
    "winners of some tricks, out of order": {"recorded": Recorded(trick_winners={9: "D", 2: "Ana", 5: "D"})},
    "lists of other lengths": {"recorded": Recorded(points=(1,), tricks=(), net=(1, None, 3, 4, 5), balance=(None,))},
    "the largest amounts": {"recorded": Recorded(fondo_start=LARGEST, fondo_end=-LARGEST, net=(LARGEST, -LARGEST))},
    "payments with labels and lines": {
        "recorded": Recorded(
            payments=(
                Payment(1, "Ana", FONDO, 3, "first", 12), Payment(None, FONDO, "B", 0), Payment(0, "B", "B", -LARGEST),
            )
        )
    },
    "a note that is empty": {"note": "", "comments": (Comment("points", "c", behind=True),)},
    "declarations": {"declarations": Declarations("Ana", "B", "D"), "dealer": "C"},
    "lines of some fields": {"lines": {"points": 9}},
}  # fmt: skip
BEYOND_THE_COLUMNS = {
    "a hand of somebody else": {"hands": {"Zoe": (1, 2), "Ana": (3,)}},
    "a dealer who does not play": {"dealer": "Zoe"},
    "an exchange of somebody else": {"exchanges": (Exchange("Zoe", 1, None),)},
    "a winner who does not play": {"recorded": Recorded(winner="Zoe", points=(1, 2, 3, 4))},
    "a payment by somebody else": {"recorded": Recorded(payments=(Payment(3, "Zoe", FONDO, 1, "l", 4),))},
    "a payment in a trick too far": {"recorded": Recorded(payments=(Payment(300, "Ana", FONDO, 1),))},
    "a winner of a trick too far": {"recorded": Recorded(trick_winners={10**9: "Ana"})},
    "a winner of no trick": {"recorded": Recorded(trick_winners={0: "Ana", 1: "B"})},
    "a number beyond the largest": {"recorded": Recorded(fondo_end=2**63, points=(2**63, 1, 1, 1))},
    "two of one name": {"players": ("Ana", "Ana", "C", "D"), "dealer": "C"},
}
"""What has to stand in `rest`, whole."""


@pytest.mark.parametrize("what", ODD | BEYOND_THE_COLUMNS)
def test_odd_records_come_back(what: str) -> None:
    deal = msgspec.structs.replace(_deal(), **(ODD | BEYOND_THE_COLUMNS)[what])
    assert round_trip(deal) == deal


@pytest.mark.parametrize("what", BEYOND_THE_COLUMNS)
def test_what_the_columns_cannot_hold_stands_whole(what: str) -> None:
    stored = codec.encode_record(msgspec.structs.replace(_deal(), **BEYOND_THE_COLUMNS[what]))
    assert stored == codec.StoredRecord(stored.plays, rest=stored.rest)


def test_notes_and_labels_have_columns() -> None:
    """Most logs have them: they are not to be looked for in `rest`."""
    paid = (Payment(1, "Ana", FONDO, 3, "first", 12), Payment(None, FONDO, "B", 0))
    stored = codec.encode_record(msgspec.structs.replace(_deal(), note="n", recorded=Recorded(payments=paid)))
    assert (stored.note, stored.rest) == ("n", None)
    assert [one["label"] for one in stored.payments or ()] == ["first", None]


@pytest.mark.parametrize("form", [".jsonl", ".parquet"])
def test_a_record_on_a_line_has_no_places(tmp_path: Path, form: str, deals: list[Deal]) -> None:
    log = tmp_path / f"log{form}"
    written = logs.FORMS[form].write([deal for deal in deals if deal.place.file.endswith("casino-en-orden.rev")])
    log.write_bytes(written if isinstance(written, bytes) else written.encode())
    read = logs.read([log], pack_of).deals
    assert len(read) > 3
    assert [codec.encode_places(deal) for deal in read] == [
        codec.Where(deal.place.line, deal.header.place.line, None) for deal in read
    ]
    assert [round_trip(deal) for deal in read] == read


def test_what_is_odd_comes_back_out_of_a_database(tmp_path: Path) -> None:
    """Through the types of its columns."""
    given = {
        what: msgspec.structs.replace(_deal(), **(change | {"number": number}))
        for number, (what, change) in enumerate((ODD | BEYOND_THE_COLUMNS).items(), 1)
    }
    reading = Reading(deals=list(given.values()), quarantined=[], problems=[])
    with writing(tmp_path / "club.duckdb") as writer:
        (file,) = adding.add(writer.connection, [adding.ReadFile("f.rev", "0", 1, reading)])
        files.bring(writer.connection, 1, [file])
        back = {one.deal.number: one.deal for one in records.load(writer.connection)}
    assert [what for what, deal in given.items() if back[deal.number] != deal] == []


def test_a_name_like_the_fondos_is_a_player() -> None:
    paid = Recorded(payments=(Payment(1, FONDO, "Ana", 3),))
    deal = msgspec.structs.replace(_deal(), players=("Ana", FONDO, "C", "D"), recorded=paid)
    assert round_trip(deal) == deal


def _deal() -> Deal:
    place = Place("f.rev", 7, 3)
    header = Header(
        club="C",
        session="S",
        rules="revesino",
        place=place,
        options=(Option("cut_pays", int("9" * 40), Place("f.rev", 5, 2)), Option("x", [1, "a"], place)),
        players=("Ana", "B", "C", "D"),
        carried_balance=(1, None, -3, 2**62),
        extras={"x-k": float("1e308")},
    )
    return Deal(header=header, number=1, place=place, players=("Ana", "B", "C", "D"))


def test_equal_records_of_two_forms_have_one_hash(tmp_path: Path) -> None:
    source = ROOT / "sample_logs" / "2024-03-02-casino-en-orden.rev"
    read = logs.read([source], pack_of)
    again = tmp_path / "same.jsonl"
    again.write_text(logs.FORMS[".jsonl"].write(read.deals), encoding="utf-8")

    def hashes(deals: list[Deal]) -> list[str]:
        return [codec.record_hash(deal, codec.encode_header(deal.header).hash) for deal in deals]

    assert hashes(read.deals) == hashes(logs.read([again], pack_of).deals)
