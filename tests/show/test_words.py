"""Sentences on payments, on differences, and on how many figures are right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from show.showing import HEADER, log, sample, samples, text
from show.test_play import changed

from audit.card_names import parse_card
from audit.cards import Pack
from audit.language import LANGUAGES, speaking
from audit.report import Audited
from audit.service import audit
from audit.terminal.render import render
from audit.text.figures import carried_off, change, clause, difference
from audit.text.payments import all_lacking, lacking, pays, transfer
from audit.text.problems import CARDS, expected

# ------------------------------------------------------------------------------------------------- who pays whom


def test_the_fondo_has_sentences_of_its_own() -> None:
    assert pays("Ana", "Luis", 3) == "trick 3: Ana pays Luis"
    assert pays("Ana", "fondo", None) == "Ana pays into the fondo"
    assert pays("fondo", "Luis", 3) == "trick 3: the fondo pays Luis"
    assert (
        lacking("Ana", "fondo", where="", amount=1200, rule="F3")
        == "1,200 from Ana into the fondo (F3) is not recorded."
    )
    assert lacking("fondo", "Ana", where="Trick 2: ", amount=9, rule="F4") == (
        "Trick 2: 9 from the fondo to Ana (F4) is not recorded."
    )
    assert all_lacking(["Ana", "Luis"], "fondo", None, 2) == "not recorded: 2 each from Ana and Luis into the fondo"
    assert all_lacking(["fondo"], "Ana", 4, 9) == "trick 4: not recorded: 9 from the fondo to Ana"
    assert all_lacking(["Ana"], "Luis", None, 2) == "not recorded: 2 from Ana to Luis"
    assert [transfer(*pair, 4) for pair in (("Ana", "Luis"), ("Ana", "fondo"), ("fondo", "Ana"))] == [
        "Ana pays Luis 4", "Ana puts 4 into the fondo", "Ana takes 4 out of the fondo",
    ]  # fmt: skip


def test_a_payment_with_the_fondo_in_a_report(tmp_path: Path) -> None:
    wrong = changed("2024-03-09", ("pago: Amparo > fondo 3", "pago: Amparo > fondo 1"))
    assert "Amparo pays into the fondo: recorded 1, should be 3 (2 too little) [F1, line" in report(tmp_path, wrong)
    left_out = re.sub(r"pago: \w+ > fondo [23][^\n]*\n", "", changed("2024-03-09"), count=4)
    left_out = left_out.replace("\nfondo inicial: 9", "\npago: Fermín > Amparo 5\nfondo inicial: 9", 1)
    found = report(tmp_path, left_out)
    assert "not recorded: 3 from Amparo into the fondo [F1]" in found
    assert "not recorded: 2 each from Baltasar, Leocadia and Fermín into the fondo [F1]" in found


def report(folder: Path, log_text: str) -> str:
    return text(render(log(folder, log_text)[0]))


@pytest.mark.parametrize("spoken", ["es", "pt"])
def test_no_sentence_has_the_fondo_without_its_article(spoken: str) -> None:
    with speaking(spoken):
        said = [
            *(pays(*pair, None) for pair in (("Ana", "fondo"), ("fondo", "Ana"))),
            *(lacking(*pair, where="", amount=2, rule="F3") for pair in (("Ana", "fondo"), ("fondo", "Ana"))),
            *(all_lacking([one], other, None, 2) for one, other in (("Ana", "fondo"), ("fondo", "Ana"))),
            *(transfer(*pair, 2) for pair in (("Ana", "fondo"), ("fondo", "Ana"))),
        ]
    for one in said:
        assert re.search(r"\b(al|del|el|o|do|ao|no) f[ou]ndo\b", one), one


# ------------------------------------------------------------------------------------------------- differences


def test_how_much_a_figure_is_off_is_a_sentence_for_one_amount_and_for_several() -> None:
    assert carried_off("net of Ana", [2, 2], 3) == "net of Ana: off by +2, carried on from deal 3"
    assert carried_off("net of Ana", [4, -2], 3) == "net of Ana: off by -2 to +4, carried on from deal 3"


@pytest.mark.parametrize(
    ("changes", "what", "how"),
    [
        ({}, "payment Ana → Luis: 3 → 4", "recorded 3, should be 4 (1 too little)"),
        ({"computed": 0}, "payment Ana → Luis: 3 → not due", "recorded 3, not due"),
        (
            {"computed": 0, "rule": "K2"},
            "payment Ana → Luis: 3 → not due, since Luis made a renuncio",
            "recorded 3, not due, since Luis made a renuncio",
        ),
    ],
)
def test_a_payment_is_wrong_in_the_same_way_wherever_it_is_said(
    changes: dict[str, object], what: str, how: str
) -> None:
    claim = {
        "claim": "payment", "player": None, "trick": None, "recorded": 3, "computed": 4, "rule": "P1", "from": "Ana",
        "to": "Luis",
    } | changes  # fmt: skip
    assert (change(claim), difference(claim), clause(claim)) == (what, how, "Ana pays Luis")


# -------------------------------------------------------------------------------------------- how many are right


def summary(audited: Audited) -> str:
    return next(line.text for line in render(audited) if "recorded figure" in line.text).strip()


def test_what_is_not_decided_is_not_said_to_be_right(tmp_path: Path) -> None:
    deal = "\nreparto 1\npuntos: 10, 10, 10, 10\n"
    assert summary(log(tmp_path, HEADER + deal)[0]) == "4  recorded figures: 4 not decided"
    unknown = HEADER.replace("reglas: revesino", "reglas: revesinho")
    found = text(render(log(tmp_path, unknown + deal)[0]))
    assert "4  recorded figures: 4 not decided\n" in found
    assert "1  undetermined  not everything can be decided\n" in found
    assert summary(log(tmp_path, HEADER + "\nreparto 1\n")[0]) == "0  recorded figures"


def test_the_figures_are_counted_by_their_verdicts() -> None:
    audited = samples()
    total, right, wrong, errors, carried, undecided = map(int, re.findall(r"\d+", summary(audited).replace(",", "")))
    assert right + wrong + undecided == total == audited.totals["claims"]
    assert errors + carried == wrong == audited.totals["contradicted"]
    verdicts = [
        claim["verdict"] for session in audited.sessions() for deal in session["deals"] for claim in deal["claims"]
    ]
    assert (verdicts.count("confirmed"), verdicts.count("undetermined")) == (right, undecided)


# -------------------------------------------------------------------------------------------------- what to write


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_the_cards_that_a_message_names_are_cards(spoken: str, tmp_path: Path) -> None:
    with speaking(spoken):
        for rules, pack in (("revesino", Pack.SPANISH), ("reversis", Pack.FRENCH)):
            path = tmp_path / "log.rev"
            header = HEADER.replace("reglas: revesino", f"reglas: {rules}")
            path.write_text(f"{header}\nreparto 1\nb1 Ana: 99z ?? ?? ??\n", encoding="utf-8")
            (problem,) = [one for one in audit([path]).problems if one.what == "bad-card.no-card"]
            named = re.findall(r"`([^`]+)`", expected(problem).partition(";")[0])
            assert len(named) == 4
            assert all(parse_card(card, pack) for card in named), named
    assert all("`" in cards for cards in CARDS.values())


def test_no_message_sends_a_reader_to_a_page_that_is_not_installed() -> None:
    for path in (Path(__file__).parents[2] / "audit").rglob("*.py"):
        assert "docs/log-format" not in path.read_text(encoding="utf-8"), path


def test_a_conflict_names_both_remedies() -> None:
    found = text(render(sample("viernes 36")[0]))
    assert "remove the wrong one, or choose one with `revesino resolve` where they are in a database. [" in found
