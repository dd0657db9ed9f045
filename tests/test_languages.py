"""Spanish, Portuguese and English: numbers, dates and lists, the choice of a language, nothing left in English."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from support import ROOT

from audit import language
from audit.clauses import Value
from audit.report import Audited
from audit.ruleset import Ruleset, load, ruleset_ids
from audit.service import audit
from audit.terminal import play, score_sheet
from audit.terminal.render import render
from audit.terminal.rulebook import rulebook
from audit.text.lines import at_lines, clean, counted, day, listed, number, ranges, signed

from .catalogues import TRANSLATED
from .spoken import ENGLISH_WORDS, OPTIONS, left_in_english, run, without

# ------------------------------------------------------------------------------------------ what is shown


def house_rules(book: Ruleset) -> list[dict[str, Value]]:
    """The defaults, and every house that plays one thing otherwise."""
    changes: list[dict[str, Value]] = [{}]
    for name, spec in book.specs.items():
        others: list[Value] = [choice for choice in spec.choices if choice != spec.default]
        others += [7] if spec.amount else []
        others += [["K", "Q"], []] if spec.ranks else []
        changes += [{name: value} for value in others]
    return changes


@pytest.mark.parametrize("spoken", TRANSLATED)
@pytest.mark.parametrize("name", ruleset_ids())
def test_every_clause_fills_and_reads(name: str, spoken: str) -> None:
    with language.speaking(spoken):
        for house in house_rules(load(name)):
            for rule, clause in load(name, house).clauses.items():
                assert clause.text[0].isupper() and clause.text.endswith("."), (rule, house)
                assert not re.search(r"[{}]|  | [,.;:]|[,.;:]{2}", clause.text), clause.text
                assert not ENGLISH_WORDS.search(clause.text), clause.text


def test_a_clause_is_worded_when_it_is_shown() -> None:
    """Rulesets are kept from one call to the next; their language is not."""
    clause = load("revesino").clauses["R5"]
    texts = {}
    for spoken in language.LANGUAGES:
        with language.speaking(spoken):
            texts[spoken] = clause.text
    assert texts["es"].startswith("La carta más alta")
    assert texts["pt"].startswith("A carta mais alta")
    assert texts["en"].startswith("The highest card")


def shown(lines: Iterable[Any]) -> list[str]:
    return [line.text for line in lines]


def in_all(speak: Callable[[], Iterable[Any]]) -> dict[str, list[str]]:
    """The lines of something in each language."""
    found = {}
    for spoken in language.LANGUAGES:
        with language.speaking(spoken):
            found[spoken] = shown(speak())
    return found


@pytest.fixture(scope="module")
def samples() -> Audited:
    # The cases have every kind of finding, the samples what a reader sees first.
    return audit([ROOT / "sample_logs", ROOT / "tests" / "cases"])


def spelt_in_logs(audited: Audited) -> set[str]:
    """What the report quotes: excerpts, the tricks of deals, and titles without a date."""
    data = {clean(problem.excerpt) for problem in audited.problems}
    for line in render(audited):
        if re.match(r" +b\d+ ", line.text) or line.role == "heading":
            data.add(line.text.strip())
    return data


@pytest.mark.parametrize("spoken", TRANSLATED)
def test_the_report_has_nothing_in_english(samples: Audited, spoken: str) -> None:
    lines = in_all(lambda: render(samples))
    assert len(lines[spoken]) == len(lines["en"]) > 300
    assert left_in_english(lines[spoken], lines["en"], spelt_in_logs(samples)) == []


def test_a_line_in_english_is_noticed(samples: Audited) -> None:
    """The failing control."""
    lines = shown(render(samples))
    assert len(left_in_english(lines, lines, spelt_in_logs(samples))) > 200
    assert left_in_english(["uno de dos", "2 of them"], ["one of two"], set()) == ["2 of them"]
    assert left_in_english(["total"], ["total"], set()) == ["total"]


def english_of_sessions(samples: Audited, spoken: str) -> list[str]:
    """The lines with an English word, of every session as it was written and corrected, and of every deal."""
    found = []
    with language.speaking(spoken):
        for session in samples.assembled.sessions:
            lines = [
                *score_sheet.written(samples, session, 80),
                *score_sheet.corrected(samples, session, 80),
                *play.deals(samples, session, range(len(session.deals)), 80),
            ]
            # A session's title quotes its log.
            texts = [line.text for line in lines if line.role != "heading"]
            found += [text for text in texts if ENGLISH_WORDS.search(without(text, set()))]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("spoken", TRANSLATED)
def test_what_is_shown_of_a_session_has_nothing_in_english(samples: Audited, spoken: str) -> None:
    assert english_of_sessions(samples, spoken) == []


@pytest.mark.slow
def test_what_is_shown_in_english_is_noticed(samples: Audited) -> None:
    """The failing control."""
    assert "  Nothing is wrong in what could be checked." in english_of_sessions(samples, "en")


BOOK_DATA = re.compile(r"(Revesino|Reversis) +\(\w+\)|HOY.*|[A-Z]{3} +\w+, \d+|ENC .*|S\d[^a-z]*|[a-z0-9_]+")
"""Titles, sources and names that are the same in every language."""


@pytest.mark.parametrize("spoken", TRANSLATED)
@pytest.mark.parametrize("name", [None, "P3", "party", "ace_equivalents", "reversis-5", "X9"])
def test_the_rulebook_has_nothing_in_english(name: str | None, spoken: str) -> None:
    lines = in_all(lambda: rulebook(name))
    data = {line.strip() for line in lines["en"] if BOOK_DATA.fullmatch(line.strip())}
    data |= {f"{value}" for book in map(load, ruleset_ids()) for spec in book.specs.values() for value in spec.words}
    assert len(lines[spoken]) == len(lines["en"])
    assert left_in_english(lines[spoken], lines["en"], data) == []


def differences(one: Any, other: Any) -> set[str]:
    """The names of the fields in which two JSON values differ."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return {key if not isinstance(one[key], dict | list) else name
                for key in one for name in (differences(one[key], other[key]) or ())} | {
            key for key in one if not isinstance(one[key], dict | list) and one[key] != other[key]
        }  # fmt: skip
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return {name for a, b in zip(one, other, strict=True) for name in differences(a, b)}
    return set() if one == other else {"?"}


def test_json_differs_in_its_messages_only(samples: Audited) -> None:
    reports = {}
    for spoken in language.LANGUAGES:
        with language.speaking(spoken):
            reports[spoken] = json.loads(json.dumps([list(samples.sessions()), samples.problem_rows(), samples.totals]))
    for spoken in TRANSLATED:
        assert differences(reports[spoken], reports["en"]) - {"?"} == {"message", "expected"}


def test_other_differences_are_noticed() -> None:
    """The failing control."""
    assert differences([{"a": {"code": 1}}], [{"a": {"code": 2}}]) - {"?"} == {"code"}
    assert differences({"a": [1]}, {"a": [1, 2]}) == {"?"}


# ------------------------------------------------------------------------------------ numbers, dates, lists


@pytest.mark.parametrize(
    ("spoken", "texts"),
    [
        ("en", ["999", "1,234", "12,345", "-1,234,567", "+1,234", "-1,234", "0"]),
        ("es", ["999", "1234", "12.345", "-1.234.567", "+1234", "-1234", "0"]),
        ("pt", ["999", "1.234", "12.345", "-1.234.567", "+1.234", "-1.234", "0"]),
    ],
)
def test_numbers(spoken: str, texts: list[str]) -> None:
    with language.speaking(spoken):
        found = [*map(number, (999, 1234, 12345, -1234567)), *map(signed, (1234, -1234, 0))]
    assert found == texts


def test_a_large_number_keeps_all_its_digits() -> None:
    with language.speaking("pt"):
        assert number(10**30 + 1).replace(".", "") == str(10**30 + 1)


@pytest.mark.parametrize(
    ("spoken", "text"), [("en", "2024-03-02"), ("es", "2 de marzo de 2024"), ("pt", "2 de março de 2024")]
)
def test_dates(spoken: str, text: str) -> None:
    with language.speaking(spoken):
        assert day("2024-03-02") == text
        assert day("in spring") == "in spring"


LISTS = [
    ("en", ["a"], "a"), ("en", ["a", "b"], "a and b"), ("en", ["a", "b", "c"], "a, b and c"),
    ("pt", ["Ana", "Inês"], "Ana e Inês"), ("pt", ["Ana", "Rui", "Zé"], "Ana, Rui e Zé"),
    ("es", ["Ana", "Luis"], "Ana y Luis"), ("es", ["Ana", "Luis", "Inés"], "Ana, Luis e Inés"),
    ("es", ["Ana", "Hilario"], "Ana e Hilario"), ("es", ["Ana", "Íñigo"], "Ana e Íñigo"),
    ("es", ["agua", "hielo"], "agua y hielo"), ("es", ["Ana", "Iago"], "Ana y Iago"),
    ("es", ["Ana", "Yolanda"], "Ana y Yolanda"), ("es", ["Ana", "Yves"], "Ana e Yves"),
    ("es", ["Ana", "«Inés»"], "Ana e «Inés»"), ("es", [], ""),
]  # fmt: skip


@pytest.mark.parametrize(("spoken", "parts", "text"), LISTS)
def test_lists(spoken: str, parts: list[str], text: str) -> None:
    with language.speaking(spoken):
        assert listed(parts) == text


@pytest.mark.parametrize(
    ("spoken", "texts"),
    [
        ("en", ["1 deal", "0 deals", "1,234 deals", "line 3", "lines 3, 5–7", "and 2 more runs"]),
        ("es", ["1 reparto", "0 repartos", "1234 repartos", "línea 3", "líneas 3, 5–7", "y 2 tramos más"]),
        ("pt", [f"{n} distribuiç{end}" for n, end in (("1", "ão"), ("0", "ões"), ("1.234", "ões"))]
               + ["linha 3", "linhas 3, 5–7", "e mais 2 troços"]),
    ],
)  # fmt: skip
def test_counts(spoken: str, texts: list[str]) -> None:
    with language.speaking(spoken):
        found = [counted("{n} deal", "{n} deals", n) for n in (1, 0, 1234)]
        assert [*found, at_lines([3]), at_lines([7, 5, 6, 3, 3])] == texts[:-1]
        assert ranges(range(0, 28, 2)).endswith(texts[-1])


# ---------------------------------------------------------------------------------- the choice of a language


@pytest.mark.parametrize(
    ("variables", "spoken"),
    [
        ({}, None),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "pt_PT.UTF-8"}, "pt"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "pt_PT.UTF-8", "LANGUAGE": "en"}, "en"),
        ({"LANG": "es_ES", "LC_MESSAGES": "pt"}, "pt"),
        ({"LANGUAGE": "de:pt_BR:es"}, "pt"),
        ({"LANG": "es_ES", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": ""}, None),
    ],
)
def test_the_environment_names_the_language(variables: dict[str, str], spoken: str | None) -> None:
    assert spoken is None or language.of_environment(variables) == spoken
    assert language.of_environment(variables) in language.LANGUAGES


@pytest.mark.parametrize(
    ("arguments", "variables", "spoken"),
    [
        (["--lang", "es", "--help"], {}, "es"),
        (["--help", "--lang=pt"], {"LANG": "es_ES.UTF-8"}, "pt"),
        (["audit", "--lang", "es", "--help"], {"LANGUAGE": "pt"}, "es"),
        (["--lang", "es_MX", "--help"], {}, "es"),
        (["--lang=en", "fmt", "-h"], {"LC_ALL": "pt_PT.UTF-8"}, "en"),
        (["--help"], {"LC_ALL": "es_ES.UTF-8"}, "es"),
        (["--help"], {"LANG": "pt_PT.UTF-8"}, "pt"),
        (["--help"], {"LANGUAGE": "es", "LC_ALL": "pt_PT"}, "es"),
        (["--lang", "es", "--lang", "pt", "--help"], {}, "pt"),
    ],
)
def test_the_command_line_and_the_environment_choose(
    arguments: list[str], variables: dict[str, str], spoken: str
) -> None:
    done = run(*arguments, **variables)
    assert (done.returncode, done.stderr) == (0, "")
    assert OPTIONS[spoken] in done.stdout.splitlines()


@pytest.mark.parametrize("asked", ["xx", "", "de_DE"])
def test_an_unknown_language_is_refused_with_those_there_are(asked: str) -> None:
    done = run("--lang", asked, "--help", LANG="en")
    assert (done.returncode, done.stdout) == (2, "")
    assert "es, pt, en" in done.stderr
    with pytest.raises(ValueError, match="es, pt, en"):
        language.use(asked)


def test_two_threads_speak_two_languages_at_once() -> None:
    both = threading.Barrier(2)
    said: dict[str, list[str]] = {"es": [], "pt": []}

    def speak(spoken: str) -> None:
        language.use(spoken)
        for _each in range(50):
            both.wait(10)
            said[spoken] += [load("revesino").clauses["R5"].text, number(1234), listed(["a", "i"])]

    threads = [threading.Thread(target=speak, args=(spoken,)) for spoken in said]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert set(said["es"]) == {"La carta más alta del palo de salida gana la baza. No hay triunfos.", "1234", "a e i"}
    assert set(said["pt"]) == {"A carta mais alta do naipe de saída ganha a vaza. Não há trunfos.", "1.234", "a e i"}
    assert language.current() == "en"
