"""The corrected sheet: right values, what changed, standings, who pays whom; and why not, where not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from show.showing import CORRECTED, HEADER, corrected, corrected_deal, log, sample, sample_sheet, text, written
from show.test_play import changed

from audit.model import FONDO
from audit.report import Audited, DecisionNote
from audit.sessions import Session
from audit.sheet import words
from audit.sheet.cells import Mark
from audit.sheet.html_sheet import write_html
from audit.sheet.sheet import SessionSheet, Settlement
from audit.sheet.sheet import sheet as build
from audit.terminal.render import render
from audit.transfers import settle_up

SESSIONS = ["acta 31", "acta 32", "acta 33", "acta 41", "acta 43", "viernes 14", "viernes 16", "serão 8", "tertulia 2"]


def settled(found: SessionSheet) -> dict[str, int]:
    """What each account has when all payments are made."""
    assert found.settlement.transfers is not None
    assert isinstance(found.fondo.right, int)
    left = {one.player: one.tantos or 0 for one in found.standings} | {FONDO: found.fondo.right}
    for one in found.settlement.transfers.payments:
        left[one.payer] += one.amount
        left[one.payee] -= one.amount
    return left


@pytest.mark.parametrize("name", SESSIONS)
def test_after_the_payments_everybody_is_even(name: str) -> None:
    assert set(settled(sample_sheet(name)).values()) == {0}


@pytest.mark.parametrize("name", SESSIONS)
def test_the_corrected_figures_agree_with_each_other(name: str) -> None:
    """The nets of a right sheet add up to each balance, and with the fondo to 0."""
    found = sample_sheet(name)
    balances = {player: found.carried.balance.get(player, 0) for player in found.players}
    for one in found.deals:
        for player, net in one.by_player["net"].items():
            assert isinstance(net.value, int)
            balances[player] += net.value
            assert one.of("balance", player).value == balances[player]
    assert {one.player: one.tantos for one in found.standings} == balances


def test_a_session_that_is_right() -> None:
    found = sample_sheet("acta 31")
    assert found.is_right
    assert not found.changes
    text = corrected(sample("acta 31"))
    assert "Nothing to correct: everything that could be checked is right." in text
    assert "What changed" not in text
    assert "Nothing is wrong in what could be checked." in written(sample("acta 31"))


def test_where_something_was_corrected_right_means_as_corrected(tmp_path: Path) -> None:
    audited, session = corrected_deal(tmp_path)
    sheet, show, report = corrected((audited, session)), written((audited, session)), text(render(audited))
    for found in (sheet, show, report):
        assert found.count(f"  Deal 1: {CORRECTED}\n") == 1
    assert "As corrected, everything that could be checked is right." in sheet
    assert "Nothing to correct" not in sheet
    assert "As corrected, nothing is wrong in what could be checked." in show
    assert f"deals, all right as corrected\n  Deal 1: {CORRECTED}" in report


def test_what_was_corrected_is_said_of_a_session_that_is_wrong_too(tmp_path: Path) -> None:
    audited, session = log(tmp_path, changed("2024-03-09"))
    one = DecisionNote(3, (), "", "")
    audited = replace(audited, decisions={id(session.deals[1]): [one]})
    for found in (corrected((audited, session)), written((audited, session)), text(render(audited))):
        assert "  Deal 2: one of several versions was chosen (number 3).\n" in found


@pytest.mark.parametrize(
    ("numbers", "before", "said"),
    [
        ((1, 2, 4), "", "Deal 3 is missing."),
        ((2, 6, 7), "", "Deals 1, 3–5 are missing."),
        ((3,), "", "Deals 1–2 are missing."),
        ((10**12,), "", "are missing."),
        ((3, 5), "fondo previo: 4\n", "Deal 4 is missing."),
        ((1, 2, 3), "", None),
        ((5, 6), "fondo previo: 4\n", None),
    ],
)
def test_a_deal_that_is_not_there_is_said(
    numbers: tuple[int, ...], before: str, said: str | None, tmp_path: Path
) -> None:
    deals = "".join(f"\nreparto {number}\nganador: Ana\n" for number in numbers)
    session = log(tmp_path, HEADER + before + deals)
    for found in (corrected(session), written(session), write_html(build(*session))):
        assert said in found if said else "missing." not in found


def test_a_figure_shows_what_is_right_and_what_was_recorded() -> None:
    cell = sample_sheet("acta 33").deals[1].fondo_end
    assert (cell.mark, cell.recorded, cell.right, cell.value, cell.rule) == (Mark.WRONG, 10, 0, 0, "F4")


def test_what_was_carried_on_is_told_once_a_figure() -> None:
    lines = [line for line in words.change_lines(sample_sheet("acta 33").changes) if line.carried_from]
    assert [(one.deals, one.text, one.rule) for one in lines][-4:] == [
        ("3–6", "balance of Amparo: off by +2 to +4, carried on from deal 2", ""),
        ("3–6", "balance of Baltasar: off by +2, carried on from deal 2", ""),
        ("3–6", "balance of Leocadia: off by -8, carried on from deal 2", ""),
        ("3–6", "balance of Fermín: off by +2, carried on from deal 2", ""),
    ]


def test_the_changes_of_the_other_kinds() -> None:
    found = [
        one.text for name in ("viernes 15", "tertulia 2") for one in words.change_lines(sample_sheet(name).changes)
    ]
    assert "trick 7, payment Remedios → Eladio: 1 → not due, since Eladio made a renuncio" in found
    assert "payment Ulises → Gaspar: not recorded → 2" in found
    assert "payment Ulises → Petra: 4 → 2" in found


def test_a_payment_that_is_not_due_is_taken_out(tmp_path: Path) -> None:
    text = changed("2024-03-09", ("fondo inicial: 9", "pago: Fermín > Amparo 9\nfondo inicial: 9"))
    assert "Deal 1: payment Fermín → Amparo: 9 → not due\n" in corrected(log(tmp_path, text))


def test_the_standings_say_what_was_recorded_instead() -> None:
    assert "     2  Nicanor       +4  recorded at deal 5: +11" in corrected(sample("acta 41"))


def test_players_of_one_balance_share_a_rank(tmp_path: Path) -> None:
    found = build(*log(tmp_path, HEADER + "reparto 1\ndador: Ana\n" + tied()))
    assert [(one.rank, one.tantos) for one in found.standings] == [(1, 0), (2, -2), (2, -2), (4, -5)]


def tied() -> str:
    """The tricks of a deal after which two players have lost alike."""
    lines = changed("2024-06-15").splitlines()
    begin = lines.index("dealer: Mabel") + 1
    names = {"Mabel": "Ana", "Percy": "Benito", "Edith": "Carla", "Walter": "Diego"}
    text = "\n".join(lines[begin : begin + 11])
    for old, new in names.items():
        text = text.replace(old, new)
    return text + "\n"


def test_a_substitute_is_in_the_columns_of_the_deals_that_he_played() -> None:
    found = sample_sheet("acta 41")
    assert found.players == ("Amparo", "Baltasar", "Leocadia", "Fermín", "Nicanor")
    assert [one.of("net", "Nicanor").mark is Mark.NONE for one in found.deals] == [True, True, True, False, False]
    assert words.value("net", found.deals[0].of("net", "Nicanor")) == "–"


def test_the_dealer_who_sits_out_has_a_net_and_no_points() -> None:
    first = sample_sheet("tertulia 2").deals[0]
    assert first.of("points", "Casilda").mark is Mark.NONE
    assert first.of("net", "Casilda").value == 0


# ------------------------------------------------------------------------------------------------ what is not known


def test_where_balances_are_not_decided_nobody_is_ranked_or_paid() -> None:
    found = sample_sheet("evening 12")
    assert {one.rank for one in found.standings} == {None}
    assert [one.recorded for one in found.standings] == [7, 6, -14, -17]
    text = corrected(sample("evening 12"))
    assert "–  Percy      +7?  not decided: the cards needed for it are not recorded" in text
    assert "is not decided: the cards needed for it are not recorded. Recorded: 18." in text
    assert "since 5 accounts are not decided: Percy, Mabel, Edith, Walter and fondo." in text
    assert "Not everything in deals 1–12 can be decided; what is recorded there stands, with ?." in text
    assert "After deals 1–11 the reckoning goes on from what is recorded there." in text


def test_one_account_that_is_not_decided(tmp_path: Path) -> None:
    """The balance of one player is illegible where the others' are taken over."""
    text = changed("2024-06-15")
    last = text.index("deal 4")
    text = text[:last].replace("balance: -7, 1, -3, 9", "balance: -7, 1, -3, ?") + text[last:].replace(
        "balance: -9, -1, -5, 6", "balance: -9, -1, -5, ?"
    )
    found = build(*log(tmp_path, text))
    assert found.settlement == Settlement(None, undecided=("Walter",))
    text = corrected(log(tmp_path, text))
    assert "Nobody can be told whom to pay, since one account is not decided: Walter." in text
    assert "–  Walter       ?  not decided: a deal before is missing" in text


def test_after_a_gap_the_reckoning_goes_on_from_the_record() -> None:
    found = sample_sheet("evening 13")
    assert found.adopted == (2, 3)
    assert found.settlement.transfers is not None


def test_balances_that_do_not_come_to_0_settle_nothing(tmp_path: Path) -> None:
    text = changed("2024-06-15", ("balance: -7, 1, -3, 9", "balance: -7, 1, -3, 12"))
    text = text.replace("balance: -9, -1, -5, 6", "balance: -9, -1, -5, 9")
    found = build(*log(tmp_path, text))
    assert found.settlement == Settlement(None, off_by=3)
    assert "Balances and fondo come to +3 together" in corrected(log(tmp_path, text))


def test_the_fondo_is_not_known_and_not_recorded(tmp_path: Path) -> None:
    text = changed("2024-06-08").replace("fondo end: 18", "")
    assert "What the fondo is left with is not decided: the cards needed for it are not recorded.\n" in corrected(
        log(tmp_path, text)
    )


def test_the_fondo_was_recorded_otherwise(tmp_path: Path) -> None:
    text = changed("2024-03-09")
    begin = text.rindex("fondo final: ")
    end = text.index("\n", begin)
    found = log(tmp_path, text[:begin] + "fondo final: 99" + text[end:])
    assert "; recorded: 99." in corrected(found)


# -------------------------------------------------------------------------------------------------- earlier sessions


def carried(tmp_path: Path, before: str) -> tuple[Audited, Session]:
    text = changed("2024-07-06")
    begin, end = text.index("saldo previo:"), text.index("\n", text.index("saldo previo:"))
    return log(tmp_path, text[:begin] + before + text[end:])


def test_what_was_brought_is_settled_too_where_it_comes_to_0() -> None:
    found = sample_sheet("acta 41")
    assert not found.settlement.only_session
    assert "The session goes on from an earlier one: fondo 12, balances Amparo -9, Baltasar +4, " in corrected(
        sample("acta 41")
    )


def test_where_what_was_brought_does_not_only_the_session_is_settled(tmp_path: Path) -> None:
    found = build(*carried(tmp_path, "saldo previo: 0, 0, 0, 0"))
    assert found.settlement.only_session
    transfers = found.settlement.transfers
    assert transfers is not None
    # The fondo gives back 1 of the 12 that it brought.
    assert [(one.payer, one.payee, one.amount) for one in transfers.payments if FONDO in (one.payer, one.payee)] == [
        (FONDO, "Fermín", 1)
    ]
    text = corrected(carried(tmp_path, "saldo previo: 0, 0, 0, 0"))
    assert "Fermín takes 1 out of the fondo" in text
    assert "Only what this session changed is settled here" in text


def test_what_is_said_of_payments() -> None:
    found = sample_sheet("acta 31")

    def said(**balances: int) -> list[str]:
        return list(words.settling(replace(found, settlement=Settlement(settle_up(balances)))))

    assert said(Ana=0) == ["Everybody is even: nobody has to pay anything."]
    assert said(Ana=3, Luis=-3) == ["1 payment settles everybody; no fewer can."]
    many = {f"p{number}": 2**number for number in range(13)}
    assert said(**many, last=-sum(many.values())) == [
        "13 payments settle everybody. With so many players, fewer were not looked for."
    ]
    assert said(Ana=-4, fondo=4)[-1] == "What is put into the fondo stays in it."
