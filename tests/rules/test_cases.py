"""The cases of tests/cases: a session for each rule, its recorded values right, its payments the whole ledger.

What a case shows stands in its first lines, one expectation each:

    ; expect: P3 b6 Ana > Blas 1          an entry of the ledger; its trick is left out where it has none
    ; expect: none P1                     no entry of that rule
    ; expect: finding revoke b10 Cora     a finding, with its trick and its player where it has them
    ; expect: session player-broke Diego  a finding on the session
    ; expect: winner Ana                  also `dealer Ana`, `takes b6 Ana`, `points Ana 8`, `tricks Ana 2`,
                                          `fondo 9` (after the stakes), `fondo 18 end`; `winner none`
    ; expect: contradicted dealer         a wrong claim of that kind; `undetermined winner` likewise
    ; expect: open                        the ledger is not known
    ; expect: perhaps open                what is unknown may leave it so, and claims undetermined
    ; expect 2: …                         of deal 2; without a number, of deal 1

A recorded payment is labelled with its rule. All that is not expected to be wrong must be confirmed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from support import Row, audit_text

from audit.service import audit

CASES = Path(__file__).parent.parent / "cases"
FILES = sorted(CASES.glob("*/*.rev"))
LINE = re.compile(r"; expect(?: (\d+))?: (.+)")
RULE = re.compile(r"[A-Z]\d+")

Expected = dict[int, list[list[str]]]
"""By deal: the words of each expectation."""


def expectations(text: str) -> Expected:
    """What the head of a case expects of each deal."""
    found: Expected = {}
    for line in text.splitlines():
        match = LINE.fullmatch(line)
        if match is None:
            break
        found.setdefault(int(match[1] or 1), []).append(match[2].split())
    return found


def named(row: Row) -> list[str]:
    """A finding as an expectation names it: code, trick, player."""
    trick = [] if row["trick"] is None else [f"b{row['trick']}"]
    return [row["code"], *trick, *([] if row["player"] is None else [row["player"]])]


def entry(row: Row) -> list[str]:
    """An entry of the ledger, or a recorded payment with its label, as an expectation names it."""
    trick = [] if row["trick"] is None else [f"b{row['trick']}"]
    return [row["rule"], *trick, row["from"], ">", row["to"], str(row["amount"])]


def paid(deal: Row) -> list[list[str]]:
    """The recorded payments as entries, in recorded order, each under the rule that its label names."""
    claims = [claim for claim in deal["claims"] if claim["claim"] == "payment"]
    return [entry(claim | {"rule": claim["label"], "amount": claim["recorded"]}) for claim in claims]


def confirmed(deal: Row) -> list[list[str]]:
    """The payments that are confirmed, as entries, under the rule that confirms them."""
    claims = [c for c in deal["claims"] if c["claim"] == "payment" and c["verdict"] == "confirmed"]
    return [entry(claim | {"amount": claim["computed"]}) for claim in claims]


def ledger(deal: Row) -> list[list[str]]:
    """The computed ledger; where a ruleset does not define all of it, those of its payments that are confirmed."""
    rows = deal["computed"]["ledger"]
    return confirmed(deal) if rows is None else [entry(row) for row in rows]


def holds(deal: Row, words: list[str]) -> bool:
    """Whether an expectation holds of a deal."""
    computed = deal["computed"]
    kinds: dict[str, Callable[[], bool]] = {
        "none": lambda: words[1] not in {row[0] for row in ledger(deal)} and computed["ledger"] is not None,
        "finding": lambda: words[1:] in [named(row) for row in deal["findings"]],
        "winner": lambda: (computed["winner"] or "none") == words[1],
        "dealer": lambda: deal["dealer"] == words[1] and "dealer" in kinds_of(deal, "confirmed"),
        "takes": lambda: computed["trick_winners"][int(words[1][1:]) - 1] == words[2],
        "points": lambda: computed["points"][words[1]] == int(words[2]),
        "tricks": lambda: computed["tricks"][words[1]] == int(words[2]),
        "fondo": lambda: computed["fondo_end" if words[2:] == ["end"] else "fondo_start"] == int(words[1]),
        "contradicted": lambda: words[1] in kinds_of(deal, "contradicted"),
        "undetermined": lambda: words[1] in kinds_of(deal, "undetermined"),
        "open": lambda: computed["ledger"] is None,
        "perhaps": lambda: words[1:] == ["open"],
    }
    if RULE.fullmatch(words[0]):
        return words in ledger(deal)
    return kinds[words[0]]()


def kinds_of(deal: Row, verdict: str) -> set[str]:
    return {claim["claim"] for claim in deal["claims"] if claim["verdict"] == verdict}


def status_of(deal: Row, expected: list[list[str]]) -> str:
    """The status that the expectations make."""
    first = {words[0] for words in expected}
    if "finding" in first:
        return "illegal"
    if "contradicted" in first:
        return "discrepant"
    return "undetermined" if "undetermined" in first else "confirmed"


def faults(session: Row, expected: Expected) -> list[str]:
    """What of a case is not as it says."""
    deals = {deal["deal"]: deal for deal in session["deals"]}
    found = [f"no deal {number}" for number in expected.keys() - deals.keys()]
    on_session = [words[1:] for words in expected.get(1, []) if words[0] == "session"]
    if [named(row) for row in session["findings"]] != on_session:
        found.append(f"findings on the session: {[named(row) for row in session['findings']]}")
    for number, deal in deals.items():
        wanted = [words for words in expected.get(number, []) if words[0] != "session"]
        found += [f"deal {number}: {problem}" for problem in faults_of_deal(deal, wanted)]
    return found


def faults_of_deal(deal: Row, expected: list[list[str]]) -> list[str]:
    found = [f"not so: {' '.join(words)}" for words in expected if not holds(deal, words)]
    findings = sorted(words[1:] for words in expected if words[0] == "finding")
    if sorted(named(row) for row in deal["findings"]) != findings:
        found.append(f"findings: {[named(row) for row in deal['findings']]}")
    unsure = ["perhaps", "open"] in expected and deal["computed"]["ledger"] is None
    for verdict in ("contradicted", "undetermined"):
        told = {words[1] for words in expected if words[0] == verdict}
        if kinds_of(deal, verdict) - told and not (unsure and verdict == "undetermined"):
            found.append(f"{verdict}: {kinds_of(deal, verdict) - told}")
    if not deal["claims"]:
        found.append("nothing is recorded")
    if not unsure and ledger(deal) != paid(deal):
        found.append(f"ledger {ledger(deal)}, recorded {paid(deal)}")
    if deal["status"] != status_of(deal, expected):
        found.append(f"status: {deal['status']}")
    return found


def rule_of(path: Path) -> str:
    """The rule that a case is of: its file's name up to the first hyphen."""
    return path.stem.partition("-")[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_case(path: Path) -> None:
    expected = expectations(path.read_text(encoding="utf-8"))
    assert expected, "a case must say what it expects"
    audited = audit([path])
    assert not audited.problems
    (session,) = audited.sessions()
    assert session["rules"]["id"] == path.parent.name
    assert RULE.fullmatch(rule_of(path))
    assert faults(session, expected) == []


def test_there_are_cases() -> None:
    assert len(FILES) > 100


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("expect: P3 b6 Ana > Blas 1", "expect: P3 b6 Ana > Blas 2"),
        ("expect: P3 b6 Ana > Blas 1", "expect: none P3"),
        ("expect: P3 b6 Ana > Blas 1", "expect: finding revoke b6 Ana"),
        ("expect: P3 b6 Ana > Blas 1", "expect: session session-short"),
        ("Ana > Blas 1 P3", "Ana > Blas 1 P1"),
        ("Ana > Blas 1 P3", "Ana > Blas 2 P3"),
        ("Ana > Blas 1 P3", "Ana > Cora 1 P3"),
        ("pago b6: Ana > Blas 1 P3\n", ""),
        ("ganador: Cora", "ganador: Ana"),
        ("fondo final: 9", "fondo final: 10"),
    ],
)
def test_a_wrong_case_is_noticed(tmp_path: Path, old: str, new: str) -> None:
    """The failing control: a case that is not as it says does not pass."""
    text = (CASES / "revesino" / "P3-forced-ace.rev").read_text(encoding="utf-8")
    assert text.count(old) == 1
    text = text.replace(old, new)
    (session,) = audit_text(tmp_path, text).sessions()
    assert faults(session, expectations(text))


def test_a_case_must_expect_something(tmp_path: Path) -> None:
    assert expectations("revesino-log 1\n; expect: none P1\n") == {}
