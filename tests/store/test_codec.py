"""A record comes out of the database as it went in."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from store.stores import ROOT

from audit import logs
from audit.model import Deal, Header, Option, Place, Trick
from audit.ruleset import pack_of
from audit.store import codec

CORPUS = [
    *ROOT.glob("sample_logs/*.rev"), *ROOT.glob("sample_logs/*.jsonl"), *ROOT.glob("tests/cases/*/*.rev"),
    *ROOT.glob("tests/vectors/*.jsonl"),
]  # fmt: skip


def round_trip(deal: Deal) -> Deal:
    header = codec.encode_header(deal.header)
    record = codec.encode_record(deal, header.hash)
    places = codec.decode_places(codec.encode_places(deal))
    file = deal.place.file
    back = codec.decode_header(deal.header.club, deal.header.session, header, file, places)
    return codec.decode_record(back, deal.number, record, file, places)


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
}


@pytest.mark.parametrize("what", ODD)
def test_odd_records_come_back(what: str) -> None:
    deal = msgspec.structs.replace(_deal(), **ODD[what])
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
        return [codec.encode_record(deal, codec.encode_header(deal.header).hash).hash for deal in deals]

    assert hashes(read.deals) == hashes(logs.read([again], pack_of).deals)
